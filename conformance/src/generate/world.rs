//! What a random model declares: names and types, decided before any expression is written, so that every
//! expression may use every name.

/// Everything that has a name.
#[derive(Debug, Clone, Default)]
pub struct World {
    /// Integer constants with their values.
    pub constants: Vec<(String, i64)>,
    /// Enumerations.
    pub enumerations: Vec<Enumeration>,
    /// Names for ranges: `type T = lo..hi`.
    pub ranges: Vec<(String, i64, i64)>,
    /// Symbolic parameters, each with its smallest and its largest value.
    pub params: Vec<Param>,
    /// Global variables.
    pub variables: Vec<Variable>,
    /// Whether there is a Boolean constant `FLAG`.
    pub flag: bool,
    /// Whether there are definitions of temporal operators, `soon` and `later`.
    pub temporal_definitions: bool,
    /// Definitions that stand for places.
    pub spots: Vec<Spot>,
    /// Labels that edges have, with their process: `P0.go`.
    pub labels: Vec<String>,
    /// Global definitions, each of which may use those before it.
    pub definitions: Vec<Definition>,
    /// Processes and process arrays.
    pub processes: Vec<Process>,
    /// Populations.
    pub populations: Vec<Population>,
    /// Events, with their index ranges.
    pub events: Vec<(String, Option<(i64, i64)>)>,
    /// Names of rendezvous.
    pub rendezvous: Vec<String>,
    /// Names of broadcasts.
    pub broadcasts: Vec<String>,
}

/// An enumeration, possibly with a name.
#[derive(Debug, Clone)]
pub struct Enumeration {
    /// Its name, if it is declared with `type`.
    pub name: Option<String>,
    /// Its members.
    pub members: Vec<String>,
}

/// A symbolic parameter.
#[derive(Debug, Clone)]
pub struct Param {
    /// Its name.
    pub name: String,
    /// Whether it is a `nat`.
    pub natural: bool,
    /// The smallest value that its condition admits.
    pub low: i64,
    /// The largest value that its condition admits.
    pub high: i64,
}

/// The type of one value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlannedType {
    /// `bool`
    Bool,
    /// `lo..hi`
    Range(i64, i64),
    /// `nat`
    Nat,
    /// `int`
    Int,
    /// The enumeration with this number.
    Enumeration(usize),
    /// A reference to an instance of the process with this number.
    Reference(usize),
}

impl PlannedType {
    /// Whether the values are integers.
    pub fn is_int(self) -> bool {
        matches!(self, PlannedType::Range(..) | PlannedType::Nat | PlannedType::Int)
    }

    /// Whether there are infinitely many values.
    pub fn is_unbounded(self) -> bool {
        matches!(self, PlannedType::Nat | PlannedType::Int)
    }
}

/// A variable or an array of variables.
#[derive(Debug, Clone)]
pub struct Variable {
    /// Its name as it is written, with backquotes if it needs them.
    pub name: String,
    /// The type of its elements.
    pub ty: PlannedType,
    /// The bounds of its indices, if it is an array.
    pub array: Option<(i64, i64)>,
}

/// A definition, `let f(a, b) = e`.
#[derive(Debug, Clone)]
pub struct Definition {
    /// Its name.
    pub name: String,
    /// What its parameters stand for.
    pub parameters: Vec<(String, Sort)>,
    /// What it stands for.
    pub result: Sort,
}

/// A definition that stands for a place.
#[derive(Debug, Clone)]
pub struct Spot {
    /// Its name.
    pub name: String,
    /// The place.
    pub target: super::place::Target,
}

/// What an expression may stand for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sort {
    /// A Boolean.
    Bool,
    /// An integer that is computed from finite types only, so that all operators are free.
    Finite,
    /// An integer that may depend on unbounded ones, and so must be linear.
    Linear,
    /// A member of the enumeration with this number.
    Member(usize),
    /// A reference to an instance of the process with this number.
    Reference(usize),
}

/// A process or an array of processes.
#[derive(Debug, Clone)]
pub struct Process {
    /// Its name.
    pub name: String,
    /// The bounds of its indices, if it is an array.
    pub array: Option<(i64, i64)>,
    /// The name of the index.
    pub index: String,
    /// Its locations.
    pub locations: Vec<String>,
    /// Its variables.
    pub variables: Vec<Variable>,
    /// Its definitions.
    pub definitions: Vec<Definition>,
    /// Its labels.
    pub labels: Vec<String>,
}

/// A population.
#[derive(Debug, Clone)]
pub struct Population {
    /// Its name.
    pub name: String,
    /// Its locations.
    pub locations: Vec<String>,
}
