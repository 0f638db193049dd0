//! Questions that a prefix answers: can the net come to a stop, can it come to a marking?
//!
//! Answers with a run are believed only after the net has walked it.

use crate::configurations::Configurations;
use crate::formula::Formula;
use crate::prefix::Prefix;
use budget::{Budget, Budgeted};
use nets::{Marking, Run};

impl Prefix<'_> {
    /// A run to a marking where no transition can fire; nothing if there is none.
    ///
    /// # Errors
    ///
    /// Out of budget.
    pub fn deadlock(&self, budget: &Budget<'_>) -> Budgeted<Option<Run>> {
        let mut configurations = Configurations::new(self, self.net.places.len(), budget)?;
        configurations.demand_dead(self);
        let Some(events) = configurations.find(budget)? else { return Ok(None) };
        let run = self.run(&events);
        let last = self.last_marking(&run);
        let transitions = 0..self.net.transitions.len();
        let dead = transitions.into_iter().all(|transition| !self.net.is_enabled(&last, transition));
        assert!(dead, "a configuration without extensions ends where no transition can fire");
        Ok(Some(run))
    }

    /// A run to a marking of the formula; nothing if there is none.
    ///
    /// # Errors
    ///
    /// Out of budget.
    pub fn reach(&self, formula: &Formula, budget: &Budget<'_>) -> Budgeted<Option<Run>> {
        let mut configurations = Configurations::new(self, self.net.places.len(), budget)?;
        configurations.demand(formula, budget)?;
        let Some(events) = configurations.find(budget)? else { return Ok(None) };
        let run = self.run(&events);
        let last = self.last_marking(&run);
        // A place that the net does not have holds no tokens, as in the prefix.
        let largest = formula.places().last().map_or(0, |place| place.saturating_add(1));
        let mut padded = last;
        padded.resize(padded.len().max(largest), 0);
        assert!(formula.holds(&padded) != Some(false), "the last marking is one that was asked for");
        Ok(Some(run))
    }

    /// A run to a marking where the formula does not hold; nothing if it holds always.
    ///
    /// # Errors
    ///
    /// Out of budget.
    pub fn invariant(&self, formula: &Formula, budget: &Budget<'_>) -> Budgeted<Option<Run>> {
        self.reach(&Formula::Not(Box::new(formula.clone())), budget)
    }

    /// The run of events that can happen in this order.
    pub(crate) fn run(&self, events: &[usize]) -> Run {
        let start = self.net.starts.first().map(|start| start.least()).unwrap_or_default();
        Run { start, fired: events.iter().map(|event| self.events[*event].transition).collect() }
    }

    fn last_marking(&self, run: &Run) -> Marking {
        let markings = self.net.walk(run).ok().flatten().unwrap_or_default();
        markings.last().cloned().expect("the events of a configuration can happen in their order")
    }
}
