//! States around a goal by the number of steps that lead there.

use crate::steps::Steps;
use state_sets::{Complement, Limited};

/// Layers of states around a goal, as far as they have been found.
pub(super) struct Layered<S> {
    /// The layers: from each a step leads into the one before it, from the first one to the goal.
    pub layers: Vec<S>,
    last: S,
    /// All of these states, and the goal.
    pub all: S,
}

impl<S: Clone> Layered<S> {
    /// No layer yet around the goal.
    pub fn around(goal: S) -> Self {
        Layered { layers: Vec::new(), last: goal.clone(), all: goal }
    }

    /// Adds layers until there are so many; whether these are all.
    pub fn extend<D: Complement<Set = S>>(
        &mut self,
        steps: &Steps<'_, D>,
        within: &S,
        most: usize,
    ) -> Limited<bool> {
        let domain = steps.domain();
        while self.layers.len() < most {
            let before = domain.intersection(&steps.pre(&self.last)?, within)?;
            let fresh = domain.difference(&before, &self.all)?;
            if domain.is_empty(&fresh)? {
                return Ok(true);
            }
            self.all = domain.union(&self.all, &fresh)?;
            steps.model.meter.round(domain, &self.all)?;
            self.layers.push(fresh.clone());
            self.last = fresh;
        }
        Ok(false)
    }
}
