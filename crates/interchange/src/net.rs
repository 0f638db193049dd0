//! Place/transition nets.

use crate::families::Families;

/// A place/transition net with its initial marking.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Net {
    /// The identifier of the net.
    pub id: String,
    /// The places.
    pub places: Vec<Place>,
    /// The transitions.
    pub transitions: Vec<Transition>,
    /// What coloured places and transitions became, if the net had colours.
    pub families: Families,
}

/// A place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// Its identifier, which formulas use.
    pub id: String,
    /// The tokens on it at the start.
    pub tokens: u64,
}

/// A transition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Transition {
    /// Its identifier, which formulas use.
    pub id: String,
    /// The tokens that it takes: places by their number, each at most once, in order.
    pub takes: Vec<(usize, u64)>,
    /// The tokens that it gives.
    pub gives: Vec<(usize, u64)>,
}
