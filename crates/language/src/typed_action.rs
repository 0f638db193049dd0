//! The checked form of actions; see [`crate::typed`].

use diagnostics::Span;

use crate::typed::{Slot, Typed, TypedDomain, TypedPlace, TypedSet};

/// Steps, one after the other.
#[derive(Debug, Clone, Default)]
pub struct TypedBlock {
    /// The steps.
    pub steps: Vec<Vec<TypedStatement>>,
}

/// One statement.
#[derive(Debug, Clone)]
pub struct TypedStatement {
    /// What it is.
    pub kind: TypedStatementKind,
    /// Where it stands.
    pub span: Span,
}

/// The kinds of statements.
#[derive(Debug, Clone)]
pub enum TypedStatementKind {
    /// `place := e`
    Assign(TypedPlace, Typed),
    /// `place := any in S where e`
    Any(TypedPlace, Option<TypedSet>, Option<Typed>),
    /// `choose { … } or { … }`
    Choose(Vec<TypedBranch>),
    /// `if e { … } else { … }`
    If(Typed, TypedBranch, Option<TypedBranch>),
    /// `c ! e`
    Send(TypedPlace, Typed),
    /// `c ? place`, `c ? _`
    Receive(TypedPlace, Option<TypedPlace>),
    /// `for i in D { step }`
    For(Box<TypedFor>),
    /// `skip`
    Skip,
    /// `assert e`
    Assert(Typed),
    /// A relation between old and new values.
    Relation(Typed),
    /// Something that could not be checked.
    Unknown,
}

/// A step for each value of some names, all at once.
#[derive(Debug, Clone)]
pub struct TypedFor {
    /// The bound names.
    pub slots: Vec<(Slot, String)>,
    /// The domain of each.
    pub domain: TypedDomain,
    /// What is done for each value.
    pub step: Vec<TypedStatement>,
}

/// `{ when e do … }`
#[derive(Debug, Clone)]
pub struct TypedBranch {
    /// The condition after `when`.
    pub guard: Option<Typed>,
    /// What happens.
    pub body: TypedBlock,
    /// Where it stands.
    pub span: Span,
}

impl TypedBlock {
    /// Whether some part of it could not be checked.
    pub fn is_broken(&self) -> bool {
        self.steps.iter().flatten().any(TypedStatement::is_broken)
    }
}

impl TypedStatement {
    fn is_broken(&self) -> bool {
        use TypedStatementKind::*;
        match &self.kind {
            Assign(place, value) => place.traits().broken || value.traits.broken,
            Any(place, set, condition) => {
                place.traits().broken
                    || set.as_ref().is_some_and(TypedSet::is_broken)
                    || condition.as_ref().is_some_and(|condition| condition.traits.broken)
            }
            Choose(branches) => branches.iter().any(TypedBranch::is_broken),
            If(condition, then, otherwise) => {
                condition.traits.broken
                    || then.is_broken()
                    || otherwise.as_ref().is_some_and(TypedBranch::is_broken)
            }
            Send(queue, value) => queue.traits().broken || value.traits.broken,
            Receive(queue, place) => {
                queue.traits().broken || place.as_ref().is_some_and(|place| place.traits().broken)
            }
            For(all) => all.step.iter().any(TypedStatement::is_broken) || all.domain.is_broken(),
            Skip => false,
            Assert(condition) | Relation(condition) => condition.traits.broken,
            Unknown => true,
        }
    }
}

impl TypedBranch {
    fn is_broken(&self) -> bool {
        self.guard.as_ref().is_some_and(|guard| guard.traits.broken) || self.body.is_broken()
    }
}
