//! The Boolean constructors.

use super::{Formula, Formulas, Node, Proposition};

impl Formulas {
    /// A proposition.
    pub fn proposition(&mut self, proposition: Proposition) -> Formula {
        self.literal(proposition, true)
    }

    /// A proposition or its negation.
    pub fn literal(&mut self, proposition: Proposition, positive: bool) -> Formula {
        // Entering the positive one first keeps numbers, and so the order of operands, independent of signs.
        let formula = self.enter(Node::Literal { proposition, positive: true });
        if positive { formula } else { self.not(formula) }
    }

    /// The conjunction of all operands; `true` if there is none.
    pub fn and(&mut self, operands: impl IntoIterator<Item = Formula>) -> Formula {
        let mut flat = Vec::new();
        for operand in operands {
            match self.node(operand) {
                Node::And(inner) => flat.extend_from_slice(inner),
                _ => flat.push(operand),
            }
        }
        flat.sort_unstable();
        flat.dedup();
        flat.retain(|&operand| operand != Formulas::TRUE);
        let contradicts = |&operand: &Formula| flat.binary_search(&self.not(operand)).is_ok();
        if flat.first() == Some(&Formulas::FALSE) || flat.iter().any(contradicts) {
            return Formulas::FALSE;
        }
        match flat[..] {
            [] => Formulas::TRUE,
            [only] => only,
            _ => self.enter(Node::And(flat.into())),
        }
    }

    /// The disjunction of all operands; `false` if there is none.
    pub fn or(&mut self, operands: impl IntoIterator<Item = Formula>) -> Formula {
        let duals: Vec<Formula> = operands.into_iter().map(|operand| self.not(operand)).collect();
        let negation = self.and(duals);
        self.not(negation)
    }

    /// `f -> g`
    pub fn implies(&mut self, f: Formula, g: Formula) -> Formula {
        let negation = self.not(f);
        self.or([negation, g])
    }

    /// `f <-> g`
    pub fn iff(&mut self, f: Formula, g: Formula) -> Formula {
        let (not_f, not_g) = (self.not(f), self.not(g));
        let both = self.and([f, g]);
        let neither = self.and([not_f, not_g]);
        self.or([both, neither])
    }
}
