//! Where parts of declared variables are.
//!
//! A variable with parts is taken apart into those that have none: `box: array [1..N] of record { full: bool, from: 0..N }` is two
//! variables of each instance. The elements of an array of fixed size stand one behind the other for each such part by itself, and
//! a set is a truth value for each element that it can have: one for each instance where these are instances.

use system::{ProcessId, Value};

use super::Extraction;
use crate::typed::{Selection, TypedPlace};

/// Where a part of a declared variable is that has no parts itself, or a set.
#[derive(Debug, Clone)]
pub(super) struct VariableHome {
    /// How it is reached, from the outside in.
    pub path: Vec<Stage>,
    /// Whether each instance has one.
    pub is_local: bool,
    /// The variable or the first of its elements.
    pub first: usize,
    /// Whether it holds an index of an instance.
    pub is_index: bool,
    /// Its possible elements, if it is a set; the last stage leads to one of them.
    pub set: Option<SetBase>,
}

/// A stage on the way to a part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stage {
    /// A field of a record, by its number.
    Field(usize),
    /// That of an instance.
    Each,
    /// An element of an array of fixed size, with its first index.
    Element(i64, usize),
}

/// What a set can hold.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum SetBase {
    /// Indices of instances.
    Indices,
    /// References, and `null` in the global variable.
    References(ProcessId, usize),
    /// These values.
    Values(Vec<Value>),
}

/// What the parts of a place are.
pub(super) enum Inside {
    /// It has none.
    Nothing,
    /// The elements of a set.
    Set(SetBase),
    /// So many fields.
    Fields(usize),
    /// One for each instance.
    Each,
    /// Elements with this first index, so many.
    Elements(i64, usize),
}

impl VariableHome {
    /// Whether the home is that of a place or of something inside.
    fn is_within(&self, place: &TypedPlace) -> bool {
        let fits = |(stage, selection): (&Stage, &Selection)| match (stage, selection) {
            (Stage::Field(one), Selection::Field(other)) => one == other,
            (Stage::Field(_), _) | (_, Selection::Field(_)) => false,
            _ => true,
        };
        self.path.len() >= place.path.len() && self.path.iter().zip(&place.path).all(fits)
    }

    /// How many stages lead to the part, or to the whole set.
    pub fn depth(&self) -> usize {
        self.path.len() - usize::from(self.set.is_some())
    }

    /// How many variables there are, one behind the other.
    pub fn count(&self) -> usize {
        let counts = self.path.iter().map(|stage| match stage {
            Stage::Element(_, count) => *count,
            Stage::Field(_) | Stage::Each => 1,
        });
        counts.product()
    }
}

impl Extraction<'_> {
    /// The home of a place without parts, or of a set.
    pub(super) fn home(&self, place: &TypedPlace) -> Option<&VariableHome> {
        let homes = self.homes.get(place.variable.0)?;
        homes.iter().find(|home| home.depth() == place.path.len() && home.is_within(place))
    }

    /// Whether a place holds the index of an instance.
    pub(super) fn holds_index(&self, place: &TypedPlace) -> bool {
        self.home(place).is_some_and(|home| home.is_index)
    }

    /// What the parts of a place are.
    pub(super) fn inside(&self, place: &TypedPlace) -> Inside {
        let homes = &self.homes[place.variable.0];
        let mut within = homes.iter().filter(|home| home.is_within(place));
        let Some(home) = within.next() else { return Inside::Nothing };
        if home.depth() == place.path.len() {
            return home.set.clone().map_or(Inside::Nothing, Inside::Set);
        }
        match home.path[place.path.len()] {
            Stage::Each => Inside::Each,
            Stage::Element(low, count) => Inside::Elements(low, count),
            Stage::Field(_) => {
                let fields = homes.iter().filter(|home| home.is_within(place));
                let number = |home: &VariableHome| match home.path[place.path.len()] {
                    Stage::Field(number) => number + 1,
                    _ => 0,
                };
                Inside::Fields(fields.map(number).max().unwrap_or(0))
            }
        }
    }
}
