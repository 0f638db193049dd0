//! From runs of a net whose equivalent places were made one to runs of the net before.
//!
//! The run is replayed on the net before. A step stands for several transitions, one for each of the places that a token may be on; one that
//! is enabled is fired, and by [`equivalent_places`](super::equivalent_places) there is one.
//!
//! After a cycle, tokens may be on other places of the same sums than before. So the cycle is gone round until each place has at least as
//! many tokens as at the beginning of an earlier round: what was fired since then can be fired again and again. In any infinite
//! sequence of markings there are two such (Dickson's lemma), so this ends.

use super::marking::{apply, is_enabled};
use super::reduced::Lasso;
use super::sums::start_before;
use crate::{Marking, Net, Place, Run, Start};
use budget::{Budget, Budgeted};

/// The way back from a net to the net before, where a place stands for the sum of places whose tokens can do the same.
#[derive(Debug, Clone)]
pub(super) struct Quotient {
    pub(super) before: Net,
    pub(super) starts: Vec<Start>,
    /// For each place after, the places before.
    pub(super) groups: Vec<Vec<Place>>,
    /// For each transition after, those before that it stands for.
    pub(super) alternatives: Vec<Vec<usize>>,
}

impl Quotient {
    /// The run before; nothing if the given one is no run of the net after.
    pub(super) fn lift(&self, run: &Run, budget: &Budget) -> Budgeted<Option<Run>> {
        let start = start_before(&self.before, &self.starts, &self.groups, &run.start);
        let Some(mut marking) = start.clone() else { return Ok(None) };
        let fired = self.replay(&mut marking, &run.fired, budget)?;
        Ok(start.zip(fired).map(|(start, fired)| Run { start, fired }))
    }

    /// The lasso before; nothing if the given one is none of the net after.
    pub(super) fn lift_lasso(&self, lasso: &Lasso, budget: &Budget) -> Budgeted<Option<Lasso>> {
        let start = start_before(&self.before, &self.starts, &self.groups, &lasso.stem.start);
        let Some(start) = start else { return Ok(None) };
        let mut marking = start.clone();
        let Some(mut fired) = self.replay(&mut marking, &lasso.stem.fired, budget)? else { return Ok(None) };
        let mut rounds: Vec<(Marking, usize)> = Vec::new();
        loop {
            budget.spend(rounds.len().saturating_add(1).saturating_mul(marking.len()))?;
            let is_below = |earlier: &Marking| earlier.iter().zip(&marking).all(|(then, now)| then <= now);
            if let Some((_, length)) = rounds.iter().find(|(earlier, _)| is_below(earlier)) {
                let cycle = fired.split_off(*length);
                return Ok(Some(Lasso { stem: Run { start, fired }, cycle }));
            }
            rounds.push((marking.clone(), fired.len()));
            let Some(more) = self.replay(&mut marking, &lasso.cycle, budget)? else { return Ok(None) };
            fired.extend(more);
        }
    }

    fn replay(
        &self,
        marking: &mut Marking,
        fired: &[usize],
        budget: &Budget,
    ) -> Budgeted<Option<Vec<usize>>> {
        let mut before = Vec::new();
        for number in fired {
            let Some(alternatives) = self.alternatives.get(*number) else { return Ok(None) };
            budget.spend(alternatives.len())?;
            let enabled = alternatives.iter().find(|number| is_enabled(&self.before, marking, **number));
            let Some(number) = enabled else { return Ok(None) };
            if apply(&self.before, marking, *number).is_none() {
                return Ok(None);
            }
            before.push(*number);
        }
        Ok(Some(before))
    }
}
