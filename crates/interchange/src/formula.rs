//! The formulas of the Model Checking Contest.

/// A formula over the markings of a net; places and transitions by their identifiers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Formula {
    /// True or false.
    Bool(bool),
    /// One of these transitions can fire.
    Fireable(Vec<String>),
    /// No transition can fire.
    Deadlock,
    /// The first number is at most the second.
    AtMost(Sum, Sum),
    /// The numbers are equal.
    Equal(Sum, Sum),
    /// Not this.
    Not(Box<Formula>),
    /// All of these.
    And(Vec<Formula>),
    /// One of these.
    Or(Vec<Formula>),
    /// Both or neither.
    Iff(Box<Formula>, Box<Formula>),
    /// On all paths.
    AllPaths(Box<Formula>),
    /// On some path.
    SomePath(Box<Formula>),
    /// In the next state.
    Next(Box<Formula>),
    /// At some time.
    Finally(Box<Formula>),
    /// At all times.
    Globally(Box<Formula>),
    /// The first until the second, which comes.
    Until(Box<Formula>, Box<Formula>),
}

/// A sum of numbers and tokens.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Sum {
    /// The constant part.
    pub constant: i128,
    /// The places whose tokens are counted, with their factor.
    pub places: Vec<(i128, String)>,
}

/// A formula with its identifier.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Property {
    /// The identifier.
    pub id: String,
    /// What is asked.
    pub question: Question,
    /// The line and column of the property in its file, counted from one.
    pub position: Option<(u32, u32)>,
}

/// What a property asks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Question {
    /// Is it true in the initial marking?
    Truth(Formula),
    /// How many tokens can be on these places together?
    Bound(Vec<String>),
}

impl Formula {
    /// Whether no temporal operator and no path quantifier occurs.
    pub fn is_state(&self) -> bool {
        match self {
            Formula::Bool(_) | Formula::Fireable(_) | Formula::Deadlock => true,
            Formula::AtMost(..) | Formula::Equal(..) => true,
            Formula::Not(a) => a.is_state(),
            Formula::Iff(a, b) => a.is_state() && b.is_state(),
            Formula::And(all) | Formula::Or(all) => all.iter().all(Formula::is_state),
            _ => false,
        }
    }

    /// Whether each temporal operator stands directly behind a path quantifier, and each of those before one.
    pub fn is_branching(&self) -> bool {
        match self {
            Formula::Not(a) => a.is_branching(),
            Formula::Iff(a, b) => a.is_branching() && b.is_branching(),
            Formula::And(all) | Formula::Or(all) => all.iter().all(Formula::is_branching),
            Formula::AllPaths(path) | Formula::SomePath(path) => match path.as_ref() {
                Formula::Next(a) | Formula::Finally(a) | Formula::Globally(a) => a.is_branching(),
                Formula::Until(a, b) => a.is_branching() && b.is_branching(),
                _ => false,
            },
            other => other.is_state(),
        }
    }

    /// Whether there is no path quantifier.
    pub fn is_linear(&self) -> bool {
        match self {
            Formula::AllPaths(_) | Formula::SomePath(_) => false,
            Formula::Not(a) | Formula::Next(a) | Formula::Finally(a) | Formula::Globally(a) => a.is_linear(),
            Formula::Iff(a, b) | Formula::Until(a, b) => a.is_linear() && b.is_linear(),
            Formula::And(all) | Formula::Or(all) => all.iter().all(Formula::is_linear),
            _ => true,
        }
    }
}
