//! Infinite runs: a way to a circle.

use crate::automaton::Automaton;
use nets::{Marking, Net, Run};

/// An infinite run of a net: a finite one whose last part is repeated for ever.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lasso {
    /// The run once around.
    pub run: Run,
    /// The transitions from this one on are repeated; if there are none, no transition can fire, and the last marking lasts.
    pub back: usize,
}

impl Lasso {
    /// Whether the net has this run; nothing if a number becomes too large.
    pub fn is_run_of(&self, net: &Net) -> Option<bool> {
        let Some(markings) = net.walk(&self.run).ok()? else { return Some(false) };
        let last = &markings[self.run.fired.len()];
        Some(match self.run.fired.get(self.back) {
            Some(_) => markings[self.back] == *last,
            None => (0..net.transitions.len()).all(|transition| !net.is_enabled(last, transition)),
        })
    }

    /// Whether the automaton accepts it; nothing if it is no run, or a number becomes too large.
    pub(crate) fn is_accepted(&self, net: &Net, automaton: &Automaton) -> Option<bool> {
        let mut markings: Vec<Marking> = net.walk(&self.run).ok()??;
        if self.back < self.run.fired.len() {
            markings.pop();
        }
        let last = markings.len().checked_sub(1)?;
        let mut follower: Vec<usize> = (1..=markings.len()).collect();
        follower[last] = self.back.min(last);
        let markings: Vec<&[u64]> = markings.iter().map(Vec::as_slice).collect();
        automaton.accepts(automaton.initial, &markings, &follower)
    }
}
