//! Which names a check has met and what they stand for: kept only where an editor wants to know.
//!
//! A name inside a definition is met once for each use of the definition, and may stand for something else each time: the
//! `x` of `let f(p) = p.x` belongs to whatever `p` is. So a place has a list of referents, nearly always one.

use std::collections::BTreeMap;

use diagnostics::Span;
use system::EnumerationId;

use crate::structures::{Sort, StructureId};
use crate::symbols::{BodyIndex, DefinitionIndex, Symbol};
use crate::typed::VariableIndex;

/// What a name can stand for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Referent {
    /// A constant.
    Constant(usize),
    /// A variable or parameter.
    Variable(VariableIndex),
    /// A definition.
    Definition(DefinitionIndex),
    /// A process or population.
    Body(BodyIndex),
    /// A named type.
    Type(usize),
    /// An event.
    Event(usize),
    /// A rendezvous or broadcast.
    Sync(usize),
    /// A location, by its number.
    Location(BodyIndex, u32),
    /// A label, by the place where it stands first.
    Label(BodyIndex, Span),
    /// A member of an enumeration.
    Member(EnumerationId, u32),
    /// A field of a record, by its number. Records of equal structure are one, and so are their fields.
    Field(StructureId, usize),
    /// A name that is bound at this place: by a quantifier, as an index, as a parameter of a definition.
    Local(Span),
}

/// A name whose owner is not known, such as the `x` of `p.x` in a definition that nobody uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Loose {
    /// Behind `.` or `->`.
    Field,
    /// Behind `at`, or given to a definition that may use it there.
    Location,
}

/// What may stand at a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Expected {
    /// A value: the names bound around the place, its process, the sort that is wanted.
    Value {
        /// Where the names are bound that can be seen, innermost first.
        locals: Vec<Span>,
        /// The process around it.
        body: Option<BodyIndex>,
        /// The sort that is wanted.
        sort: Option<Sort>,
    },
    /// A variable or definition of a process; of any where it is not known which.
    Field(Option<BodyIndex>),
    /// A field of these records.
    Part(StructureId),
    /// A location of a process; of any where it is not known which.
    Location(Option<BodyIndex>),
    /// A variable of this process that refers to instances of the same.
    Link(Option<BodyIndex>),
    /// A process or population to be counted.
    Counted,
    /// A type.
    Type,
    /// A process array to refer to.
    Reference,
    /// A synchronisation: `Some(true)` for a broadcast.
    Sync(Option<bool>),
    /// Something that fairness can name.
    Mover,
    /// A label of a process.
    Label(BodyIndex),
}

/// A name that a quantifier binds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Bound {
    /// The name.
    pub name: String,
    /// Where its domain stands.
    pub domain: Span,
    /// The sort of its values.
    pub sort: Option<Sort>,
}

/// What was met so far.
#[derive(Debug, Default)]
pub(crate) struct NameLog {
    /// What the name at each place stands for.
    pub met: BTreeMap<Span, Vec<Referent>>,
    /// The names that quantifiers bind, by where they are bound.
    pub bound: BTreeMap<Span, Bound>,
    /// Names without a known owner.
    pub loose: BTreeMap<Span, (Loose, String)>,
    /// The place of which somebody wants to know what may stand there.
    pub asked: Option<Span>,
    /// What may stand there, each time that it was met.
    pub answers: Vec<Expected>,
}

impl NameLog {
    /// The name at a place stands for this.
    pub fn meet(&mut self, at: Span, referent: Referent) {
        let all = self.met.entry(at).or_default();
        if !all.contains(&referent) {
            all.push(referent);
        }
    }

    /// Answers the question what may stand at a place, if it is this one.
    pub fn answer(&mut self, at: Span, expected: impl FnOnce() -> Expected) {
        if self.asked == Some(at) {
            let answer = expected();
            if !self.answers.contains(&answer) {
                self.answers.push(answer);
            }
        }
    }
}

/// What a symbol is as a referent; none for an index, which its binder declares.
pub(crate) fn referent_of(symbol: Symbol) -> Option<Referent> {
    match symbol {
        Symbol::Constant(index) => Some(Referent::Constant(index)),
        Symbol::Variable(index) => Some(Referent::Variable(index)),
        Symbol::Definition(index) => Some(Referent::Definition(index)),
        Symbol::Body(index) => Some(Referent::Body(index)),
        Symbol::OwnIndex => None,
    }
}
