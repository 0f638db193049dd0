//! What engines claim of branching-time formulas, in their own words for states and paths, and the one path of it that is shown first.

use crate::Ctl;

/// The value of a formula in a state, with what shows it. The engine chooses what a state is (`S`), and what a path is (`P`).
#[derive(Debug)]
pub struct Claim<'f, S, P> {
    /// The formula.
    pub formula: &'f Ctl,
    /// The state.
    pub state: S,
    /// The value of the formula there.
    pub value: bool,
    /// A path that shows it; universal successes and existential failures have none.
    pub path: Option<P>,
    /// Whether the path is shown because it is maximal.
    pub maximal: bool,
    /// Every maximal path that shows it has at least so many steps, as far as that is known.
    pub at_least: usize,
    /// Why subformulas have their values at the end of the path, or in the state itself without one.
    pub parts: Vec<Claim<'f, S, P>>,
}

/// A path as an engine writes it, between states `S`.
pub trait EnginePath<S>: Clone {
    /// The path of no step.
    fn at(state: &S) -> Self;

    /// How many steps it has.
    fn length(&self) -> usize;

    /// This path, and then the other, which begins where this one ends.
    fn then(self, onward: Self) -> Self;
}

impl<S, P: EnginePath<S>> Claim<'_, S, P> {
    /// The one path that shows the most: the claim's own, continued by that of a part at its end, and so on.
    /// Says too whether it is maximal.
    pub fn spine(&self) -> (P, bool) {
        let own = self.path.clone().unwrap_or_else(|| P::at(&self.state));
        if self.maximal {
            return (own, true);
        }
        let onward = self.parts.iter().map(Claim::spine);
        match onward.max_by_key(|(path, maximal)| (*maximal, path.length())) {
            Some((path, maximal)) => (own.then(path), maximal),
            None => (own, false),
        }
    }
}
