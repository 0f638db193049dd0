//! A formula as a Boolean function of what holds now and what is left to the next position.
//!
//! # The algorithm
//!
//! Each formula is unfolded by its recursion law until every temporal operator stands under an `X`:
//!
//! ```text
//! f U g = g | f & X(f U g) & promise g        F f   = f | X F f & promise f        G F f = X G F f & (f | promise f)
//! f R g = g & (f | X(f R g))                  G f   = f & X G f
//! f W g = g | f & X(f W g)                    f M g = g & (f | X(f M g) & promise f)
//! ```
//!
//! The result is a decision diagram over the propositions, a variable for each formula under an `X`, and a variable
//! for each promise. A promise is a formula whose arrival has been put off; a run that makes the same promise at
//! all positions from some point on has not kept it. Every run that keeps its promises satisfies the formula, since
//! an until that is put off for ever promises for ever; and every word that satisfies it has such a run, since
//! unfolding may choose `g` as soon as it holds. The special case of `G F f` needs no `F f` at the next position:
//! `G F f` is there again.
//!
//! # Reference
//!
//! Couvreur: *On-the-Fly Verification of Linear Temporal Logic*, FM 1999, doi:10.1007/3-540-48119-2_16.
//! Duret-Lutz: *LTL Translation Improvements in Spot 1.0*, International Journal of Critical Computer-Based Systems
//! 5(1/2), 2014, doi:10.1504/IJCCBS.2014.059594. Departures: `X` is distributed over conjunctions, and two promises
//! of the same formula are one, whichever operator makes them.

use crate::decision::{Diagram, Table, Variable};
use crate::formula::{Formula, Formulas, Node};
use crate::hashing::FastMap;
use crate::limits::Refusable;

/// What a variable behind the propositions stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Meaning {
    /// The formula holds at the next position.
    Next(Formula),
    /// The formula has been put off.
    Promise(Formula),
}

/// The unfolding of formulas, with a table of those already unfolded.
#[derive(Debug)]
pub(super) struct Expansion<'a> {
    pub formulas: &'a Formulas,
    pub table: Table,
    propositions: Variable,
    meanings: Vec<Meaning>,
    variables: FastMap<Meaning, Variable>,
    known: FastMap<Formula, Diagram>,
}

impl<'a> Expansion<'a> {
    pub fn new(formulas: &'a Formulas, propositions: Variable, table: Table) -> Self {
        Expansion {
            formulas,
            table,
            propositions,
            meanings: Vec::new(),
            variables: FastMap::default(),
            known: FastMap::default(),
        }
    }

    /// What a variable behind the propositions stands for.
    pub fn meaning(&self, variable: Variable) -> Meaning {
        self.meanings[(variable - self.propositions) as usize]
    }

    /// The formula unfolded.
    pub fn expand(&mut self, formula: Formula) -> Refusable<Diagram> {
        if let Some(&known) = self.known.get(&formula) {
            return Ok(known);
        }
        let diagram = self.unfold(formula)?;
        self.known.insert(formula, diagram);
        Ok(diagram)
    }

    fn unfold(&mut self, formula: Formula) -> Refusable<Diagram> {
        let formulas = self.formulas;
        match *formulas.node(formula) {
            Node::True => Ok(Table::TRUE),
            Node::False => Ok(Table::FALSE),
            Node::Literal { proposition, positive } => self.table.literal(proposition, positive),
            Node::And(ref operands) => operands.iter().try_fold(Table::TRUE, |rest, &operand| {
                let operand = self.expand(operand)?;
                self.table.and(rest, operand)
            }),
            Node::Or(ref operands) => operands.iter().try_fold(Table::FALSE, |rest, &operand| {
                let operand = self.expand(operand)?;
                self.table.or(rest, operand)
            }),
            Node::Next(f) => self.next(f),
            Node::Finally(f) => self.until(Formulas::TRUE, f, formula, Some(f)),
            Node::Globally(f) => match *formulas.node(f) {
                Node::Finally(inner) => self.infinitely_often(inner, formula),
                _ => self.release(Formulas::FALSE, f, formula, None),
            },
            Node::Until(f, g) => self.until(f, g, formula, Some(g)),
            Node::Weak(f, g) => self.until(f, g, formula, None),
            Node::Release(f, g) => self.release(f, g, formula, None),
            Node::Strong(f, g) => self.release(f, g, formula, Some(f)),
        }
    }

    /// `g | f & X again & promise`
    fn until(
        &mut self,
        f: Formula,
        g: Formula,
        again: Formula,
        promise: Option<Formula>,
    ) -> Refusable<Diagram> {
        let wait = self.put_off(again, promise)?;
        let f = self.expand(f)?;
        let stay = self.table.and(f, wait)?;
        let g = self.expand(g)?;
        self.table.or(g, stay)
    }

    /// `g & (f | X again & promise)`
    fn release(
        &mut self,
        f: Formula,
        g: Formula,
        again: Formula,
        promise: Option<Formula>,
    ) -> Refusable<Diagram> {
        let wait = self.put_off(again, promise)?;
        let f = self.expand(f)?;
        let end = self.table.or(f, wait)?;
        let g = self.expand(g)?;
        self.table.and(g, end)
    }

    /// `X again & (f | promise f)`
    fn infinitely_often(&mut self, f: Formula, again: Formula) -> Refusable<Diagram> {
        let promise = self.variable(Meaning::Promise(f))?;
        let now = self.expand(f)?;
        let either = self.table.or(now, promise)?;
        let next = self.next(again)?;
        self.table.and(next, either)
    }

    fn put_off(&mut self, again: Formula, promise: Option<Formula>) -> Refusable<Diagram> {
        let next = self.next(again)?;
        match promise {
            Some(promised) => {
                let promise = self.variable(Meaning::Promise(promised))?;
                self.table.and(next, promise)
            }
            None => Ok(next),
        }
    }

    /// `X f`, distributed over conjunctions.
    fn next(&mut self, f: Formula) -> Refusable<Diagram> {
        let formulas = self.formulas;
        match formulas.node(f) {
            Node::True => Ok(Table::TRUE),
            Node::False => Ok(Table::FALSE),
            Node::And(operands) => operands.iter().try_fold(Table::TRUE, |rest, &operand| {
                let operand = self.variable(Meaning::Next(operand))?;
                self.table.and(rest, operand)
            }),
            _ => self.variable(Meaning::Next(f)),
        }
    }

    fn variable(&mut self, meaning: Meaning) -> Refusable<Diagram> {
        let next = self.propositions + self.meanings.len() as Variable;
        let variable = *self.variables.entry(meaning).or_insert(next);
        if variable == next {
            self.meanings.push(meaning);
        }
        self.table.literal(variable, true)
    }
}
