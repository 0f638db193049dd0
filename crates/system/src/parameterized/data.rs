//! The data of a system with an open constant.

use super::neighbour::Neighbour;
use super::term::{Steps, Term};
use crate::{Comparison, Enumeration, Expectation};

/// Stands for the index of the instance in the name of a part of an array that has an element for each.
pub const INSTANCE: &str = "…";

/// A system in which one constant stays open.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ParameterizedSystem {
    /// The name after `model`.
    pub name: Option<String>,
    /// The name of the open constant.
    pub constant: String,
    /// The least value of the constant that is asked about.
    pub least: i128,
    /// The name of the process array, or of an array of variables where there is no process.
    pub family: String,
    /// The index of the first instance.
    pub first_index: i128,
    /// The index of the last instance is the constant plus this.
    pub last_offset: i128,
    /// The enumerations.
    pub enumerations: Vec<Enumeration>,
    /// The variables that belong to no instance, arrays of fixed size element by element.
    pub globals: Vec<ParameterizedVariable>,
    /// The variables of each instance.
    pub locals: Vec<ParameterizedVariable>,
    /// The conditions on initial states.
    pub initial: Vec<Term>,
    /// What can happen.
    pub rules: Vec<Rule>,
    /// The properties.
    pub properties: Vec<ParameterizedProperty>,
    /// How many quantifiers there are; they are numbered.
    pub quantifiers: u32,
    /// What is known of numbers that count instances, if that was looked for.
    pub counted: Vec<Counted>,
}

/// A global number that is always the number of instances at some locations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counted {
    /// The global variable.
    pub variable: usize,
    /// The variable that holds the location of an instance.
    pub place: usize,
    /// The locations.
    pub locations: Vec<i16>,
}

/// A variable of the system, or of each instance.
#[derive(Debug, Clone, PartialEq)]
pub struct ParameterizedVariable {
    /// The name as it is shown, without the part that says which instance is meant.
    pub name: String,
    /// Which values it has.
    pub domain: Domain,
    /// For what is known of an instance's index, which never changes.
    pub role: Option<IndexRole>,
    /// For a pointer to whoever comes before or after, which never changes.
    pub neighbour: Option<Neighbour>,
    /// Whether an array of variables declares it, and not a process.
    pub is_element: bool,
}

/// The values of a variable. All of them are numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Domain {
    /// False is 0, true is 1.
    Bool,
    /// The integers between the two.
    Range(i16, i16),
    /// The integers from the first to the open constant plus the second.
    UpTo(i16, i128),
    /// So many members of an enumeration.
    Members(i16),
    /// These locations.
    Locations(Vec<String>),
    /// An instance; or possibly `null`; or so many integers before the first index.
    Pointer {
        /// Whether `null` is a value, so that this is a reference.
        null: bool,
        /// How many values just below the first index are possible.
        below: i16,
    },
}

/// What is known of the index of an instance: how it compares to a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IndexRole {
    /// The comparison, the index standing on the left.
    pub comparison: Comparison,
    /// How often the open constant is added on the right.
    pub factor: i128,
    /// What else is added on the right.
    pub offset: i128,
}

/// Something that can happen, in any instance or in none.
#[derive(Debug, Clone, PartialEq)]
pub struct Rule {
    /// The name of the edge or event, without the instance.
    pub name: String,
    /// Whether it belongs to an instance, which is the bound name of number 0 then.
    pub has_mover: bool,
    /// Another instance that moves at the same time, if the rule needs one.
    pub partner: Option<Partner>,
    /// The location that changes.
    pub movement: Option<LocationChange>,
    /// The guard.
    pub guard: Term,
    /// What it does.
    pub action: Steps,
    /// The variables of the mover that nobody will read: afterwards they have a fixed value.
    pub forgotten: Vec<usize>,
}

/// An instance that a rule needs beside its mover. It is the bound name of number 1 in its guard and in the action; guards are read
/// where both are at their locations, the mover's first.
#[derive(Debug, Clone, PartialEq)]
pub struct Partner {
    /// Whether it is another instance than the mover; otherwise it may be the same, in another process array.
    pub is_another: bool,
    /// The location of it that changes.
    pub movement: LocationChange,
    /// Its guard.
    pub guard: Term,
}

/// A change of a location.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LocationChange {
    /// The variable that holds it: one of the mover, or a global one.
    pub variable: usize,
    /// Whether it is one of the mover.
    pub is_local: bool,
    /// The location that is left.
    pub from: i16,
    /// The location that is entered.
    pub to: i16,
}

/// A property.
#[derive(Debug, Clone, PartialEq)]
pub struct ParameterizedProperty {
    /// Its name.
    pub name: String,
    /// What is asked.
    pub question: ParameterizedQuestion,
    /// The verdict that the model states.
    pub expect: Option<Expectation>,
}

/// What a property asks.
#[derive(Debug, Clone, PartialEq)]
pub enum ParameterizedQuestion {
    /// Does this hold in all reachable states, whatever the constant?
    Invariant(Term),
    /// Does it hold in some reachable state?
    Reachable(Term),
    /// Has every reachable state a successor?
    DeadlockFree,
    /// Does no transition fault in any reachable state?
    NoFaults,
    /// Something that is not represented, with the reason.
    Other(String),
}

impl ParameterizedSystem {
    /// How many instances there are for a value of the constant.
    pub fn instances(&self, constant: i128) -> Option<usize> {
        let last = constant.checked_add(self.last_offset)?;
        usize::try_from(last.checked_sub(self.first_index)?.checked_add(1)?.max(0)).ok()
    }

    /// The value of the constant for which there are so many instances.
    pub fn constant_for(&self, instances: usize) -> i128 {
        i128::try_from(instances).unwrap_or(i128::MAX / 2) + self.first_index - self.last_offset - 1
    }

    /// The property with this name.
    pub fn property(&self, name: &str) -> Option<usize> {
        self.properties.iter().position(|property| property.name == name)
    }
}

impl ParameterizedVariable {
    /// The name of the variable of the instance with this index, as a [`crate::System`] has it.
    pub fn of_instance(&self, index: i128) -> String {
        if self.is_element && self.name.contains(INSTANCE) {
            return self.name.replace(INSTANCE, &index.to_string());
        }
        match self.name.split_once('.') {
            Some((process, variable)) if !self.is_element => format!("{process}[{index}].{variable}"),
            _ => format!("{}[{index}]", self.name),
        }
    }
}

impl IndexRole {
    /// Whether an instance with this index has the role.
    pub fn holds(&self, index: i128, constant: i128) -> bool {
        let bound = self.factor.saturating_mul(constant).saturating_add(self.offset);
        match self.comparison {
            Comparison::Eq => index == bound,
            Comparison::Ne => index != bound,
            Comparison::Lt => index < bound,
            Comparison::Le => index <= bound,
            Comparison::Gt => index > bound,
            Comparison::Ge => index >= bound,
        }
    }
}
