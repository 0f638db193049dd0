//! What engines claim of branching-time formulas, replayed.
//!
//! An engine says why a formula has its value in a state: by a path, and by what holds at its end. Every path is walked in the
//! reference interpreter before it explains anything.

use crate::{ClaimedPath, Ctl, Explanation, Mismatch, Path, State, System, Trace, explain, retrace_from};

/// Why a formula has its value in a state, as an engine claims: a tree of paths that nobody has walked yet.
#[derive(Debug, Clone)]
pub struct BranchingClaim<'f> {
    /// The formula.
    pub formula: &'f Ctl,
    /// Its value.
    pub value: bool,
    /// The state; none if more than the state decides the value.
    pub state: Option<State>,
    /// A path that shows it, from the state.
    pub path: Option<ClaimedPath>,
    /// Why subformulas have their values at the end of the path, or in the state itself without one.
    pub parts: Vec<BranchingClaim<'f>>,
}

impl BranchingClaim<'_> {
    /// The explanation that the claim amounts to, as far as its paths can be walked. A path that is none is an error.
    pub fn replayed(&self, system: &System) -> Result<Explanation, Mismatch> {
        let reasons = match (self.formula, &self.state) {
            (Ctl::State(condition), Some(state)) => explain(system, condition, state),
            _ => Vec::new(),
        };
        let (formula, value) = (self.formula.clone(), self.value);
        let mut shown = Explanation { formula, value, reasons, path: None, parts: Vec::new() };
        if let Some(path) = &self.path {
            match retrace_from(system, path) {
                Ok(trace) => shown.path = Some(trace),
                // What cannot be walked shows nothing, and neither does what lies behind it.
                Err(Mismatch::Obstacle(_)) => return Ok(shown),
                Err(mismatch) => return Err(mismatch),
            }
        }
        shown.parts = self.parts.iter().map(|part| part.replayed(system)).collect::<Result<_, _>>()?;
        Ok(shown)
    }
}

/// The trace of a path that was replayed, or why it cannot be walked, for users; a path that is none is a bug, in words.
pub fn replayed(result: Result<Trace, Mismatch>) -> Result<Result<Trace, String>, String> {
    match result {
        Ok(trace) => Ok(Ok(trace)),
        Err(Mismatch::Obstacle(obstacle)) => {
            Ok(Err(format!("a path was found but not replayed: {obstacle}")))
        }
        Err(mismatch) => Err(format!("a path cannot be replayed: {mismatch}")),
    }
}

impl Ctl {
    /// Whether a path shows that the formula holds.
    pub fn is_existential(&self) -> bool {
        matches!(
            self,
            Ctl::Next(Path::Some, _)
                | Ctl::Finally(Path::Some, _)
                | Ctl::Globally(Path::Some, _)
                | Ctl::Until(Path::Some, ..)
        )
    }
}
