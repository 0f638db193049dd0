//! Union, intersection, difference and choice: two or three diagrams at once, from the top.
//!
//! # Reference
//!
//! Bryant: *Graph-Based Algorithms for Boolean Function Manipulation*, IEEE Transactions on Computers C-35(8), 1986,
//! doi:10.1109/TC.1986.1676819. Brace, Rudell, Bryant: *Efficient Implementation of a BDD Package*, DAC 1990,
//! doi:10.1145/123186.123222 (the choice of three diagrams and the memory of results).

use crate::store::{Diagram, Link, Work, key};
use state_sets::Limited;

/// An operation on two diagrams.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Connective {
    And,
    Or,
    Without,
}

/// The operations whose results are remembered.
pub(crate) mod operation {
    pub(crate) const AND: u8 = 0;
    pub(crate) const OR: u8 = 1;
    pub(crate) const WITHOUT: u8 = 2;
    pub(crate) const CHOICE: u8 = 3;
    pub(crate) const SUBSET: u8 = 4;
    pub(crate) const FORWARD: u8 = 5;
    pub(crate) const BACKWARD: u8 = 6;
    pub(crate) const SATURATE: u8 = 7;
    pub(crate) const FIRE: u8 = 8;
    pub(crate) const COFACTOR: u8 = 9;
    pub(crate) const EXCHANGE_VALUES: u8 = 10;
    pub(crate) const EXCHANGE_BITS: u8 = 11;
}

impl Connective {
    fn number(self) -> u8 {
        match self {
            Connective::And => operation::AND,
            Connective::Or => operation::OR,
            Connective::Without => operation::WITHOUT,
        }
    }
}

impl<'a, 'id> Work<'a, 'id> {
    /// What is in both.
    pub(crate) fn and(&self, left: Link<'_, 'id>, right: Link<'_, 'id>) -> Limited<Diagram<'a, 'id>> {
        self.connect(Connective::And, left, right)
    }

    /// What is in either.
    pub(crate) fn or(&self, left: Link<'_, 'id>, right: Link<'_, 'id>) -> Limited<Diagram<'a, 'id>> {
        self.connect(Connective::Or, left, right)
    }

    /// What is in the first and not in the second.
    pub(crate) fn without(&self, left: Link<'_, 'id>, right: Link<'_, 'id>) -> Limited<Diagram<'a, 'id>> {
        self.connect(Connective::Without, left, right)
    }

    /// What is not in the diagram.
    pub(crate) fn not(&self, link: Link<'_, 'id>) -> Limited<Diagram<'a, 'id>> {
        self.connect(Connective::Without, self.truth().borrowed(), link)
    }

    fn connect(
        &self,
        connective: Connective,
        left: Link<'_, 'id>,
        right: Link<'_, 'id>,
    ) -> Limited<Diagram<'a, 'id>> {
        if let Some(plain) = self.plain(connective, left, right) {
            return Ok(plain);
        }
        let ordered = connective == Connective::Without || left.node_id() <= right.node_id();
        let (left, right) = if ordered { (left, right) } else { (right, left) };
        let key = key(connective.number(), 0, left, right);
        if let Some(known) = self.recall(key) {
            return Ok(known);
        }
        self.step()?;
        let level = self.level(left).min(self.level(right));
        let (left_zero, left_one) = self.parts(left, level);
        let (right_zero, right_one) = self.parts(right, level);
        let zero = self.connect(connective, left_zero, right_zero)?;
        let one = self.connect(connective, left_one, right_one)?;
        let result = self.node(level, zero, one)?;
        self.remember(key, result.borrowed());
        Ok(result)
    }

    /// The result, if one of the diagrams is plain or they are the same.
    fn plain(
        &self,
        connective: Connective,
        left: Link<'_, 'id>,
        right: Link<'_, 'id>,
    ) -> Option<Diagram<'a, 'id>> {
        let same = left == right;
        match connective {
            Connective::And if same || self.is_false(left) || self.is_true(right) => Some(self.keep(left)),
            Connective::And if self.is_true(left) || self.is_false(right) => Some(self.keep(right)),
            Connective::Or if same || self.is_true(left) || self.is_false(right) => Some(self.keep(left)),
            Connective::Or if self.is_false(left) || self.is_true(right) => Some(self.keep(right)),
            Connective::Without if same || self.is_false(left) || self.is_true(right) => Some(self.falsity()),
            Connective::Without if self.is_false(right) => Some(self.keep(left)),
            _ => None,
        }
    }

    /// What is in the condition and in the first diagram, or not in the condition and in the second.
    pub(crate) fn choice(
        &self,
        condition: Link<'_, 'id>,
        yes: Link<'_, 'id>,
        no: Link<'_, 'id>,
    ) -> Limited<Diagram<'a, 'id>> {
        if yes == no || self.is_true(condition) {
            return Ok(self.keep(yes));
        }
        if self.is_false(condition) {
            return Ok(self.keep(no));
        }
        if self.is_true(yes) && self.is_false(no) {
            return Ok(self.keep(condition));
        }
        let key = key(operation::CHOICE, no.node_id() as u64, condition, yes);
        if let Some(known) = self.recall(key) {
            return Ok(known);
        }
        self.step()?;
        let level = self.level(condition).min(self.level(yes)).min(self.level(no));
        let (condition_zero, condition_one) = self.parts(condition, level);
        let (yes_zero, yes_one) = self.parts(yes, level);
        let (no_zero, no_one) = self.parts(no, level);
        let zero = self.choice(condition_zero, yes_zero, no_zero)?;
        let one = self.choice(condition_one, yes_one, no_one)?;
        let result = self.node(level, zero, one)?;
        self.remember(key, result.borrowed());
        Ok(result)
    }

    /// Whether everything in the first diagram is in the second.
    pub(crate) fn is_subset(&self, inner: Link<'_, 'id>, outer: Link<'_, 'id>) -> Limited<bool> {
        if inner == outer || self.is_false(inner) || self.is_true(outer) {
            return Ok(true);
        }
        if self.is_true(inner) || self.is_false(outer) {
            return Ok(false);
        }
        let key = key(operation::SUBSET, 0, inner, outer);
        if let Some(known) = self.recall(key) {
            return Ok(self.is_true(known.borrowed()));
        }
        self.step()?;
        let level = self.level(inner).min(self.level(outer));
        let (inner_zero, inner_one) = self.parts(inner, level);
        let (outer_zero, outer_one) = self.parts(outer, level);
        let holds = self.is_subset(inner_zero, outer_zero)? && self.is_subset(inner_one, outer_one)?;
        let result = if holds { self.truth() } else { self.falsity() };
        self.remember(key, result.borrowed());
        Ok(holds)
    }

    /// All of these, or some of these, two by two.
    pub(crate) fn fold(
        &self,
        connective: Connective,
        mut diagrams: Vec<Diagram<'a, 'id>>,
    ) -> Limited<Diagram<'a, 'id>> {
        while diagrams.len() > 1 {
            let mut halved = Vec::with_capacity(diagrams.len().div_ceil(2));
            let mut rest = diagrams.into_iter();
            while let Some(left) = rest.next() {
                halved.push(match rest.next() {
                    Some(right) => self.connect(connective, left.borrowed(), right.borrowed())?,
                    None => left,
                });
            }
            diagrams = halved;
        }
        let neutral = if connective == Connective::And { self.truth() } else { self.falsity() };
        Ok(diagrams.pop().unwrap_or(neutral))
    }
}
