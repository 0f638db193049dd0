//! The checked form of expressions: names are resolved, definitions expanded and types known, but names with
//! finitely many values (indices of processes and events, names bound by quantifiers) are still open.
//!
//! A tree is checked once and lowered as often as it has instances. Open names are [`Slot`]s, which get a
//! value at each lowering; so an expression over constants and slots is a constant then ([`Typed::is_constant`]).

use std::rc::Rc;

use diagnostics::Span;
use system::{Comparison, EnumerationId, Operation, PopulationId, ProcessId, Value};

use crate::ast;
use crate::structures::Sort;

/// A name with finitely many values, or one that ranges over all integers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Slot(pub u32);

/// A declared variable or parameter, as an index into the symbols' list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct VariableIndex(pub usize);

/// A checked expression or formula.
#[derive(Debug, Clone)]
pub struct Typed {
    /// What it is.
    pub kind: TypedKind,
    /// The sort of its value; `None` if that is not known because of an error, which has been reported.
    pub sort: Option<Sort>,
    /// What is below it.
    pub traits: Traits,
    /// Where it stands.
    pub span: Span,
}

/// What is known of all that is below a node, the node included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Traits {
    /// A temporal operator.
    pub temporal: bool,
    /// A prime.
    pub primed: bool,
    /// Something that could not be checked, so that the tree must not be lowered.
    pub broken: bool,
    /// Something that depends on the state.
    pub varying: bool,
    /// A name bound by a quantifier over `int` or `nat`.
    pub rigid: bool,
    /// The length of the longest path to a leaf.
    pub depth: u32,
}

/// The kinds of checked expressions.
#[derive(Debug, Clone)]
pub enum TypedKind {
    /// A constant.
    Constant(Value),
    /// A name that has a value when the tree is lowered.
    Slot(Slot),
    /// A name bound by a quantifier over `int` or `nat`.
    Rigid(Slot),
    /// A variable's value, or with `next` its new value.
    Read {
        /// The variable.
        place: TypedPlace,
        /// Whether a prime follows it.
        next: bool,
    },
    /// `!e`
    Not(Box<Typed>),
    /// `a && b && …`
    And(Vec<Typed>),
    /// `a || b || …`
    Or(Vec<Typed>),
    /// `a => b`
    Implies(Box<Typed>, Box<Typed>),
    /// `a <=> b`
    Iff(Box<Typed>, Box<Typed>),
    /// `a < b <= c`: one operator fewer than operands.
    Chain(Vec<Typed>, Vec<Comparison>),
    /// `e in S`
    Within(Box<Typed>, Box<TypedSet>),
    /// `-e`
    Negate(Box<Typed>),
    /// `a * b` and its like.
    Arithmetic(Operation, Box<Typed>, Box<Typed>),
    /// `abs(e)`
    Absolute(Box<Typed>),
    /// `a + b - c`: each term with whether it is subtracted.
    Sum(Vec<(bool, Typed)>),
    /// `if c then a else b`
    If(Box<Typed>, Box<Typed>, Box<Typed>),
    /// `index(p)`
    IndexOf(Box<Typed>),
    /// `P[e]` as a value.
    InstanceAt(ProcessId, Box<Typed>),
    /// `p at {L, M}`
    At(Instance, Vec<u32>),
    /// `count(P at {L, M})` of a process.
    CountInstances(ProcessId, Vec<u32>),
    /// `count(P at {L, M})` of a population.
    CountPopulation(PopulationId, Vec<u32>),
    /// `reach(p, {next, prev}, q)`
    Reach(Box<Reach>),
    /// `forall`, `exists`, `sum`, `count`
    Quantifier {
        /// Which one.
        quantifier: ast::Quantifier,
        /// The bound names.
        slots: Vec<(Slot, String)>,
        /// The domain of each.
        domain: Box<TypedDomain>,
        /// The body.
        body: Box<Typed>,
    },
    /// What is made of values with parts, or taken from them.
    Structured(Box<Structured>),
    /// A definition of a process, reached through a reference, that needs the instance's index as a constant.
    Dispatch(Box<Dispatch>),
    /// `AG f`, `G f`, …
    Temporal(ast::TemporalOp, Box<Typed>),
    /// `f U g`, …
    Until(ast::UntilOp, Box<Typed>, Box<Typed>),
    /// `A[f U g]`, …
    PathUntil(bool, ast::UntilOp, Box<Typed>, Box<Typed>),
    /// Something that could not be checked.
    Unknown,
}

/// What is made of values with parts, or taken from them.
#[derive(Debug, Clone)]
pub enum Structured {
    /// A part of a value that is no place: `head(c).f`, `m'.f`.
    Part(Typed, Selection),
    /// `T{f: e}`, in the order of the declared fields.
    Record(Vec<Typed>),
    /// `[e1, e2]`
    Array(Vec<Typed>),
    /// `{e1, e2}`
    Set(Vec<Typed>),
    /// `union(S, T)` and its like.
    Combined(SetOperation, Typed, Typed),
    /// `subset(S, T)`
    Subset(Typed, Typed),
    /// `card(S)`
    Size(Typed),
    /// `len(c)`
    Length(Typed),
    /// `empty(c)`
    Empty(Typed),
    /// `full(c)`
    Full(Typed),
    /// `head(c)`
    Head(Typed),
}

/// Operations on two sets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SetOperation {
    /// `union(S, T)`
    Union,
    /// `inter(S, T)`
    Intersection,
    /// `minus(S, T)`
    Difference,
}

/// The choice of a part.
#[derive(Debug, Clone)]
pub enum Selection {
    /// `.f`: the field with this number.
    Field(usize),
    /// `[e]`: an element of an array, or an entry of a queue.
    Index(Box<Typed>),
}

/// The choice of a body by the instance that a reference leads to.
#[derive(Debug, Clone)]
pub struct Dispatch {
    /// The process array.
    pub process: ProcessId,
    /// Which instance is meant.
    pub reference: Typed,
    /// Holds the reference to the instance in the body.
    pub own: Slot,
    /// Holds the index of the instance in the body.
    pub index: Slot,
    /// The body.
    pub body: Typed,
}

/// Whether something is met on a way through references.
#[derive(Debug, Clone)]
pub struct Reach {
    /// The process array.
    pub process: ProcessId,
    /// Where the way begins.
    pub start: Typed,
    /// The variables that may be followed, which are references to the same process array.
    pub links: Vec<VariableIndex>,
    /// What is met.
    pub goal: Typed,
}

/// A variable, possibly a part of one or that of another instance.
#[derive(Debug, Clone)]
pub struct TypedPlace {
    /// The declaration.
    pub variable: VariableIndex,
    /// The process that it belongs to, if any.
    pub instance: Option<Instance>,
    /// Which part of the variable, from the outside in.
    pub path: Vec<Selection>,
    /// Where the place stands.
    pub span: Span,
}

/// One instance of a process.
#[derive(Debug, Clone)]
pub enum Instance {
    /// The only instance of a process that is not an array.
    Single(ProcessId),
    /// The instance that a reference leads to.
    Reference(ProcessId, Rc<Typed>),
    /// `P[e]`
    Index(ProcessId, Rc<Typed>),
}

/// `lo..hi` or `{e1, e2}`
#[derive(Debug, Clone)]
pub enum TypedSet {
    /// `lo..hi`
    Range(Typed, Typed),
    /// `{e1, e2}`
    Members(Vec<Typed>),
    /// The elements of a set, or the entries of a queue.
    Value(Box<Typed>),
}

/// The values of a bound name.
#[derive(Debug, Clone)]
pub enum TypedDomain {
    /// `lo..hi`
    Range(Typed, Typed),
    /// `lo..hi` with a bound that depends on a name which ranges over all integers.
    Between(Typed, Typed),
    /// `false`, `true`
    Booleans,
    /// These members of an enumeration.
    Members(EnumerationId, Vec<u32>),
    /// `null` and the instances of a process.
    References(ProcessId),
    /// The instances of a process, without `null`.
    Instances(ProcessId),
    /// All records with fields from these.
    Records(Vec<TypedDomain>),
    /// All arrays with these bounds.
    Arrays(Box<(Typed, Typed)>, Box<TypedDomain>),
    /// All sets.
    Sets(Box<TypedDomain>),
    /// All queues with at most so many entries.
    Queues(Box<Typed>, Box<TypedDomain>),
    /// The elements of a set.
    Elements(Box<Typed>),
    /// `int` or, if natural, `nat`.
    Integers {
        /// Whether it is `nat`.
        natural: bool,
    },
}

impl Instance {
    /// The process.
    pub fn process(&self) -> ProcessId {
        match self {
            Instance::Single(process) | Instance::Reference(process, _) | Instance::Index(process, _) => {
                *process
            }
        }
    }

    /// What is below the choice of the instance.
    pub fn traits(&self) -> Traits {
        match self {
            Instance::Single(_) => Traits::default(),
            Instance::Reference(_, typed) | Instance::Index(_, typed) => typed.traits,
        }
    }
}

impl Selection {
    /// The index, if it has one.
    pub fn index(&self) -> Option<&Typed> {
        match self {
            Selection::Field(_) => None,
            Selection::Index(index) => Some(index),
        }
    }
}

impl Structured {
    /// The expressions that it is made of.
    pub fn parts(&self) -> Vec<&Typed> {
        use Structured::*;
        match self {
            Part(whole, selection) => std::iter::once(whole).chain(selection.index()).collect(),
            Record(all) | Array(all) | Set(all) => all.iter().collect(),
            Combined(_, left, right) | Subset(left, right) => vec![left, right],
            Size(of) | Length(of) | Empty(of) | Full(of) | Head(of) => vec![of],
        }
    }
}

impl TypedSet {
    /// The expressions that it is made of.
    pub fn parts(&self) -> Vec<&Typed> {
        match self {
            TypedSet::Range(low, high) => vec![low, high],
            TypedSet::Members(members) => members.iter().collect(),
            TypedSet::Value(value) => vec![value],
        }
    }

    /// Whether some part of it could not be checked.
    pub fn is_broken(&self) -> bool {
        self.parts().iter().any(|part| part.traits.broken)
    }
}

impl Typed {
    /// A checked expression.
    pub fn new(kind: TypedKind, sort: Option<Sort>, span: Span) -> Typed {
        let traits = kind.traits();
        Typed { kind, sort, traits, span }
    }

    /// An expression that could not be checked.
    pub fn unknown(span: Span) -> Typed {
        Typed::new(TypedKind::Unknown, None, span)
    }

    /// A Boolean expression.
    pub fn bool(kind: TypedKind, span: Span) -> Typed {
        Typed::new(kind, Some(Sort::Bool), span)
    }

    /// An integer expression.
    pub fn int(kind: TypedKind, span: Span) -> Typed {
        Typed::new(kind, Some(Sort::Int), span)
    }

    /// An integer constant.
    pub fn number(value: i128, span: Span) -> Typed {
        Typed::int(TypedKind::Constant(Value::Int(value)), span)
    }

    /// Whether it has a value as soon as all slots have one; so has what could not be checked.
    pub fn is_constant(&self) -> bool {
        !self.traits.varying && !self.traits.rigid
    }
}
