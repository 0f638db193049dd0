//! A model whose every part is checked, before its instances are made.

use diagnostics::Span;
use system::{Expectation, PopulationId};

use crate::ast::{Edge, PropertyKind, SyncRole};
use crate::symbols::BodyIndex;
use crate::typed::{Slot, Typed, TypedSet, VariableIndex};
use crate::typed_action::TypedBlock;

/// All that a model says beside its declarations.
#[derive(Debug, Default)]
pub struct CheckedModel<'a> {
    /// What is said of initial states.
    pub initial: Vec<Initial>,
    /// What moves, in the order of the text.
    pub movers: Vec<CheckedMover<'a>>,
    /// The fairness declarations.
    pub fairness: Vec<CheckedFairness>,
    /// The properties.
    pub properties: Vec<CheckedProperty>,
    /// Help for proofs.
    pub advice: Vec<CheckedAdvice>,
}

impl CheckedModel<'_> {
    /// Whether some part of it could not be checked.
    pub fn is_broken(&self) -> bool {
        self.initial.iter().any(|initial| initial.kind.is_broken())
            || self.movers.iter().any(|mover| match mover {
                CheckedMover::Body(_, edges) => edges.iter().any(CheckedEdge::is_broken),
                CheckedMover::Event(event) => {
                    event.guard.as_ref().is_some_and(|guard| guard.traits.broken) || event.action.is_broken()
                }
            })
            || self.properties.iter().any(|property| match &property.question {
                CheckedQuestion::Formula(_, formula) => formula.traits.broken,
                CheckedQuestion::DeadlockFree | CheckedQuestion::NoFaults => false,
            })
            || self.advice.iter().any(CheckedAdvice::is_broken)
    }
}

/// A predicate, a hint or a rank, checked once for all instances.
#[derive(Debug)]
pub struct CheckedAdvice {
    /// The process that it stands in.
    pub body: Option<BodyIndex>,
    /// What it says.
    pub kind: CheckedAdviceKind,
    /// Where it stands.
    pub span: Span,
}

/// The kinds of help for proofs.
#[derive(Debug)]
pub enum CheckedAdviceKind {
    /// `predicate name: e`
    Predicate(String, Typed),
    /// `hint e`
    Hint(Typed),
    /// `rank (e1, e2)`
    Rank(Vec<Typed>),
}

impl CheckedAdvice {
    /// Whether some part of it could not be checked.
    pub fn is_broken(&self) -> bool {
        match &self.kind {
            CheckedAdviceKind::Predicate(_, typed) | CheckedAdviceKind::Hint(typed) => typed.traits.broken,
            CheckedAdviceKind::Rank(parts) => parts.iter().any(|part| part.traits.broken),
        }
    }
}

impl InitialKind {
    fn is_broken(&self) -> bool {
        match self {
            InitialKind::Condition(typed) | InitialKind::Value(_, typed) => typed.traits.broken,
            InitialKind::Within(_, set) => set.is_broken(),
            InitialKind::Starts(..) => false,
            InitialKind::Counts(_, counts) => counts.iter().any(|count| match count {
                CheckedStartCount::Any => false,
                CheckedStartCount::AtLeast(typed) | CheckedStartCount::Exactly(typed) => typed.traits.broken,
            }),
        }
    }
}

/// Something that is said of initial states, once or for each instance of a process.
#[derive(Debug)]
pub struct Initial {
    /// The process whose instances it concerns.
    pub body: Option<BodyIndex>,
    /// What is said.
    pub kind: InitialKind,
    /// Where it stands.
    pub span: Span,
}

/// The kinds of initial conditions.
#[derive(Debug)]
pub enum InitialKind {
    /// `init e` or the condition of a parameter.
    Condition(Typed),
    /// `var x: T := e`
    Value(VariableIndex, Typed),
    /// `var x: T in S`
    Within(VariableIndex, TypedSet),
    /// The locations where a process can start.
    Starts(BodyIndex, Vec<u32>),
    /// How many processes of a population start at each location.
    Counts(PopulationId, Vec<CheckedStartCount>),
}

/// How many processes start at a location.
#[derive(Debug)]
pub enum CheckedStartCount {
    /// Any number.
    Any,
    /// At least so many.
    AtLeast(Typed),
    /// So many.
    Exactly(Typed),
}

/// A process, population or event with what it does.
#[derive(Debug)]
pub enum CheckedMover<'a> {
    /// A process or population.
    Body(BodyIndex, Vec<CheckedEdge<'a>>),
    /// An event.
    Event(Box<CheckedEvent>),
}

/// An event, checked once for all its indices.
#[derive(Debug)]
pub struct CheckedEvent {
    /// Its number among the events.
    pub number: usize,
    /// Its name.
    pub name: String,
    /// The slot of its index and the bounds, if it has one.
    pub index: Option<(Slot, Typed, Typed)>,
    /// The guard.
    pub guard: Option<Typed>,
    /// What it does.
    pub action: TypedBlock,
    /// Where it stands.
    pub span: Span,
}

/// A fairness declaration; one with several targets is several of these.
#[derive(Debug)]
pub struct CheckedFairness {
    /// What is declared.
    pub kind: CheckedFairnessKind,
    /// Where it stands.
    pub span: Span,
}

/// The kinds of fairness declarations.
#[derive(Debug)]
pub enum CheckedFairnessKind {
    /// `fair X`
    Weak(CheckedTarget),
    /// `strong X`
    Strong(CheckedTarget),
    /// `justice e`
    Justice(Typed),
    /// `compassion (e, f)`
    Compassion(Typed, Typed),
}

/// What is fair: an event or a process, one instance or each, one label or all edges.
#[derive(Debug)]
pub enum CheckedTarget {
    /// An event.
    Event {
        /// Its number.
        number: usize,
        /// One of its indices.
        index: Option<Typed>,
    },
    /// A process or population.
    Body {
        /// The process or population.
        body: BodyIndex,
        /// One of its indices.
        index: Option<Typed>,
        /// One of its labels.
        label: Option<String>,
    },
}

/// A property.
#[derive(Debug)]
pub struct CheckedProperty {
    /// Its name.
    pub name: String,
    /// What is asked.
    pub question: CheckedQuestion,
    /// The verdict that the model states.
    pub expect: Option<Expectation>,
    /// The lines of its doc comment.
    pub doc: Vec<String>,
    /// Where it stands.
    pub span: Span,
}

/// What a property asks.
#[derive(Debug)]
pub enum CheckedQuestion {
    /// `deadlock_free`
    DeadlockFree,
    /// `no_faults`
    NoFaults,
    /// A formula of this kind.
    Formula(PropertyKind, Typed),
}

/// An edge, checked once for all instances.
#[derive(Debug)]
pub struct CheckedEdge<'a> {
    /// The edge as written.
    pub edge: &'a Edge,
    /// The whole item.
    pub span: Span,
    /// The numbers of the locations that it leaves.
    pub from: Vec<u32>,
    /// The number of the location that it enters.
    pub to: u32,
    /// The guard.
    pub guard: Option<Typed>,
    /// What it does.
    pub action: TypedBlock,
    /// The synchronisation.
    pub sync: Option<CheckedSync>,
}

/// The part of an edge in a synchronisation.
#[derive(Debug, Clone, Copy)]
pub struct CheckedSync {
    /// The number of the rendezvous or broadcast.
    pub number: usize,
    /// The role of the edge.
    pub role: SyncRole,
    /// Where it stands.
    pub span: Span,
}

impl CheckedEdge<'_> {
    /// Whether some part of it could not be checked.
    pub fn is_broken(&self) -> bool {
        self.guard.as_ref().is_some_and(|guard| guard.traits.broken) || self.action.is_broken()
    }
}
