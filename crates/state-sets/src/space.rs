//! The variables that a state gives values to.

/// The number of a variable in its [`Space`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Variable(pub u32);

impl Variable {
    /// The variable's place in the list of its space.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The values that a variable can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// The codes `0 .. count`. What a code stands for (a location, a reference, a number of a range) is known to
    /// whoever made the space.
    Finite {
        /// How many codes there are; at least one.
        count: u64,
    },
    /// All integers, or those between bounds.
    Integer {
        /// The least value, if there is one.
        low: Option<i128>,
        /// The greatest value, if there is one.
        high: Option<i128>,
    },
}

impl Kind {
    /// All integers.
    pub const INTEGER: Kind = Kind::Integer { low: None, high: None };

    /// Whether a variable of this kind can have the value.
    pub fn has(self, value: i128) -> bool {
        match self {
            Kind::Finite { count } => 0 <= value && value < i128::from(count),
            Kind::Integer { low, high } => {
                low.is_none_or(|low| low <= value) && high.is_none_or(|high| value <= high)
            }
        }
    }
}

/// A variable of a space.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Declaration {
    /// Its name, for people.
    pub name: String,
    /// Its values.
    pub kind: Kind,
    /// What it belongs to: variables of one process have the same number, shared ones have none.
    pub cluster: Option<u32>,
}

/// The variables of a system, and which of them are used together.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Space {
    /// The variables.
    pub variables: Vec<Declaration>,
    /// Groups of variables that one transition reads or writes together: a hint for their order, no more.
    pub couplings: Vec<Vec<Variable>>,
}

impl Space {
    /// The variable's declaration.
    pub fn declaration(&self, variable: Variable) -> &Declaration {
        &self.variables[variable.index()]
    }

    /// The values that the variable can have.
    pub fn kind(&self, variable: Variable) -> Kind {
        self.declaration(variable).kind
    }

    /// All variables, in order.
    pub fn all(&self) -> impl Iterator<Item = Variable> + use<> {
        (0..self.variables.len() as u32).map(Variable)
    }

    /// Whether every variable has finitely many values.
    pub fn is_finite(&self) -> bool {
        self.variables.iter().all(|declaration| matches!(declaration.kind, Kind::Finite { .. }))
    }
}

/// A state: the code or the integer that each variable has, in the order of the space.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point(pub Vec<i128>);

impl Point {
    /// The value of a variable.
    pub fn value(&self, variable: Variable) -> i128 {
        self.0[variable.index()]
    }
}
