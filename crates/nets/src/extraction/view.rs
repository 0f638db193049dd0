//! Which places stand for which variables.

#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

use super::unfit::Unfit;
use crate::{Marking, Place};
use encoding::Coding;
use state_sets::{Cell, Kind, Point, Space, Variable};
use std::collections::BTreeSet;
use system::State;

/// How a variable becomes places.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Shape {
    /// One place, which holds as many tokens as the value exceeds the least one.
    Counter {
        /// The place.
        place: Place,
        /// The least value.
        low: i128,
        /// The most tokens, if the type has a greatest value.
        most: Option<u64>,
    },
    /// A place for each value, and one token on one of them.
    Values {
        /// The place of the first value; the others follow it.
        first: Place,
        /// How many there are.
        count: u64,
        /// The number that stands for the first value in sums.
        low: i128,
        /// Whether it is an integer in formulas, and not a code.
        is_integer: bool,
    },
}

/// How the variables of a space become places.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct View {
    /// For each variable.
    pub shapes: Vec<Shape>,
    /// The names of the places.
    pub names: Vec<String>,
}

/// A variable with more values is not split into one place for each.
const MOST_VALUES: u64 = 64;

/// Finite variables with more values than this make nets too large.
const MOST_CODES: u64 = 1 << 12;

impl View {
    /// The places of a space, where these integer variables are split into their values.
    pub(super) fn new(space: &Space, split: &BTreeSet<Variable>) -> Result<View, Unfit> {
        let mut view = View { shapes: Vec::new(), names: Vec::new() };
        for variable in space.all() {
            let declared = space.declaration(variable);
            let first = view.names.len();
            let shape = match declared.kind {
                Kind::Finite { count } => Shape::Values { first, count, low: 0, is_integer: false },
                Kind::Integer { low: Some(low), high } => {
                    let most = match high {
                        Some(high) => {
                            let width = high.checked_sub(low).and_then(|width| u64::try_from(width).ok());
                            Some(width.ok_or_else(Unfit::overflow)?)
                        }
                        None => None,
                    };
                    match most.filter(|_| split.contains(&variable)) {
                        Some(most) => {
                            Shape::Values { first, count: most.saturating_add(1), low, is_integer: true }
                        }
                        None => Shape::Counter { place: first, low, most },
                    }
                }
                Kind::Integer { low: None, .. } => {
                    return Err(Unfit::Unsupported(format!("`{}` may be negative", declared.name)));
                }
            };
            match &shape {
                Shape::Counter { .. } => view.names.push(declared.name.clone()),
                Shape::Values { count, .. } if *count > MOST_CODES => {
                    return Err(Unfit::Unsupported(format!("`{}` has too many values", declared.name)));
                }
                Shape::Values { count, .. } => {
                    view.names.extend((0..*count).map(|code| format!("{} = {code}", declared.name)));
                }
            }
            view.shapes.push(shape);
        }
        Ok(view)
    }

    /// The shape of a variable.
    pub fn shape(&self, variable: Variable) -> &Shape {
        &self.shapes[variable.index()]
    }

    /// The most tokens that a counter's place holds by its type.
    pub(super) fn most(&self, place: Place) -> Option<u64> {
        self.shapes.iter().find_map(|shape| match shape {
            Shape::Counter { place: own, most, .. } if *own == place => *most,
            _ => None,
        })
    }

    /// Those of these variables that can be split into their values.
    pub(super) fn splittable(&self, variables: &[Variable]) -> Vec<Variable> {
        let is_small = |variable: &&Variable| matches!(self.shape(**variable), Shape::Counter { most: Some(most), .. } if *most < MOST_VALUES);
        variables.iter().filter(is_small).copied().collect()
    }

    /// How many values a cell of the space has and which number stands for the first, if it is split into its values.
    pub(super) fn values(&self, cell: Cell) -> Option<(u64, i128)> {
        match cell {
            Cell::Variable(variable, _) => match self.shape(variable) {
                Shape::Values { count, low, .. } => Some((*count, *low)),
                Shape::Counter { .. } => None,
            },
            Cell::Local(_) => None,
        }
    }

    /// The state that a marking stands for, if it stands for one.
    pub fn state(&self, coding: &Coding, marking: &[u64]) -> Option<State> {
        let value = |shape: &Shape| match shape {
            Shape::Counter { place, low, .. } => low.checked_add(i128::from(marking[*place])),
            Shape::Values { first, count, low, .. } => {
                let tokens = marking.get(*first..first.checked_add(usize::try_from(*count).ok()?)?)?;
                let code = tokens.iter().position(|own| *own == 1)?;
                low.checked_add(i128::try_from(code).ok()?)
            }
        };
        let values = self.shapes.iter().map(value).collect::<Option<Vec<i128>>>()?;
        Some(coding.state(&Point(values)))
    }

    /// The marking of a state.
    pub fn marking(&self, coding: &Coding, state: &State) -> Option<Marking> {
        let point = coding.point(state)?;
        let mut marking = vec![0; self.names.len()];
        for (shape, value) in self.shapes.iter().zip(&point.0) {
            match shape {
                Shape::Counter { place, low, .. } => {
                    marking[*place] = u64::try_from(value.checked_sub(*low)?).ok()?;
                }
                Shape::Values { first, low, .. } => {
                    let code = usize::try_from(value.checked_sub(*low)?).ok()?;
                    *marking.get_mut(first.checked_add(code)?)? = 1;
                }
            }
        }
        Some(marking)
    }
}
