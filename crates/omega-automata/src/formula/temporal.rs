//! The temporal constructors, with the laws of the constants.

use super::{Formula, Formulas, Node};

impl Formulas {
    /// `X f`
    pub fn next(&mut self, f: Formula) -> Formula {
        if self.is_constant(f) { f } else { self.enter(Node::Next(f)) }
    }

    /// `F f`
    pub fn finally(&mut self, f: Formula) -> Formula {
        if self.is_constant(f) { f } else { self.enter(Node::Finally(f)) }
    }

    /// `G f`
    pub fn globally(&mut self, f: Formula) -> Formula {
        let negation = self.not(f);
        let dual = self.finally(negation);
        self.not(dual)
    }

    /// `f U g`
    pub fn until(&mut self, f: Formula, g: Formula) -> Formula {
        if self.is_constant(g) || f == Formulas::FALSE || f == g {
            g
        } else if f == Formulas::TRUE {
            self.finally(g)
        } else {
            self.enter(Node::Until(f, g))
        }
    }

    /// `f R g`
    pub fn release(&mut self, f: Formula, g: Formula) -> Formula {
        let (not_f, not_g) = (self.not(f), self.not(g));
        let dual = self.until(not_f, not_g);
        self.not(dual)
    }

    /// `f W g`
    pub fn weak(&mut self, f: Formula, g: Formula) -> Formula {
        if f == Formulas::TRUE || g == Formulas::TRUE {
            Formulas::TRUE
        } else if f == Formulas::FALSE || f == g {
            g
        } else if g == Formulas::FALSE {
            self.globally(f)
        } else {
            self.enter(Node::Weak(f, g))
        }
    }

    /// `f M g`
    pub fn strong(&mut self, f: Formula, g: Formula) -> Formula {
        let (not_f, not_g) = (self.not(f), self.not(g));
        let dual = self.weak(not_f, not_g);
        self.not(dual)
    }

    fn is_constant(&self, f: Formula) -> bool {
        f == Formulas::TRUE || f == Formulas::FALSE
    }
}
