//! What may stand at a place of the text.

use crate::structures::Sort;

/// The logics of properties.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Logic {
    /// Branching time.
    Ctl,
    /// Linear time.
    Ltl,
}

/// What may stand at a place of the text.
#[derive(Debug, Clone, Copy)]
pub struct Context {
    /// Which temporal operators are possible around here.
    pub logic: Temporal,
    /// Whether primes are possible.
    pub primes: Primes,
    /// Whether what stands here must be a constant or is an operand of a product or quotient.
    pub prefers_constant: bool,
    /// Whether a definition is checked on its own, so that much is not known of it.
    pub alone: bool,
    /// How far below its item the place is.
    pub depth: u32,
    /// The sort that is wanted, as far as it is known: it decides what members and `null` mean.
    pub expected: Option<Sort>,
}

/// Whether primes are possible.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Primes {
    /// Yes: this is a relation.
    Yes,
    /// No: this is about one state.
    No,
    /// No: this is inside a place, which is read before the step.
    InsidePlace,
}

/// Which temporal operators are possible.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Temporal {
    /// None.
    Never,
    /// Those of this logic.
    Formula(Logic),
    /// None, as this is an operand of something that is not a connective of formulas.
    Operand,
    /// Any: a definition is checked on its own.
    Alone,
}

impl Context {
    /// An expression about one state.
    pub const STATE: Context = Context {
        logic: Temporal::Never,
        primes: Primes::No,
        prefers_constant: false,
        alone: false,
        depth: 0,
        expected: None,
    };

    /// A formula of a property.
    pub const fn formula(logic: Logic) -> Context {
        Context { logic: Temporal::Formula(logic), expected: Some(Sort::Bool), ..Context::STATE }
    }

    /// A relation between two states.
    pub const RELATION: Context =
        Context { primes: Primes::Yes, expected: Some(Sort::Bool), ..Context::STATE };

    /// The body of a definition that is checked on its own.
    pub const ALONE: Context =
        Context { logic: Temporal::Alone, primes: Primes::Yes, alone: true, ..Context::STATE };

    /// One level below, with nothing known of the sort.
    pub fn below(self) -> Context {
        Context { depth: self.depth + 1, expected: None, ..self }
    }

    /// The same place, for a value of this sort.
    pub fn expecting(self, sort: impl Into<Option<Sort>>) -> Context {
        Context { expected: sort.into(), ..self }
    }

    /// An operand of something other than a connective of formulas.
    pub fn operand(self) -> Context {
        let logic = match self.logic {
            Temporal::Formula(_) | Temporal::Alone => Temporal::Operand,
            other => other,
        };
        Context { logic, ..self.below() }
    }

    /// Inside a place, which is read before the step.
    pub fn inside_place(self) -> Context {
        Context { primes: Primes::InsidePlace, ..self.operand() }
    }

    /// Where a constant is needed or makes a difference.
    pub fn constant(self) -> Context {
        Context { prefers_constant: true, ..self }
    }
}
