//! From runs of a reduced net to runs of the net before, where each transition stands for a word.
//!
//! All rules but the fusion of components are of this kind. A place that is left has the same tokens before and after; a word can be
//! fired wherever the transition can that stands for it, and changes the places that are left in the same way. So a run is led back by
//! spelling its words, after those that were fired at the start when tokens were moved on. Places that are gone start with the
//! least that they may start with, and what they hold later is found by replaying.
//!
//! A dead end needs more: a rule that put off transitions until others can use what they give leaves them enabled there. They are fired as
//! often as possible, those of the last such rule first; [`pre_agglomeration`](super::pre_agglomeration) says why this ends at a
//! dead end of the net before.

use super::marking::{apply, is_enabled};
use super::words::Words;
use crate::{Amount, Marking, Net, Place, Run, Start};
use budget::{Budget, Budgeted};

/// The way back from a net to the net before, where each transition stands for a word.
#[derive(Debug, Clone)]
pub(super) struct Expansion {
    pub(super) before: Net,
    /// The starts of the net after, in the same order as those of the net before.
    pub(super) starts: Vec<Start>,
    /// For each place after, its number before.
    pub(super) kept: Vec<Place>,
    pub(super) words: Words,
    /// For each transition after, its word.
    pub(super) words_of: Vec<usize>,
    pub(super) origins: Vec<Origin>,
    /// Words to be fired as often as possible at a dead end, the last list first.
    pub(super) last: Vec<Vec<usize>>,
}

/// How a start came to be that of the net after.
#[derive(Debug, Clone)]
pub(super) struct Origin {
    /// The words that were fired, each so many times.
    pub(super) fired: Vec<(usize, u64)>,
    /// The tokens that they added to each place after.
    pub(super) added: Vec<u64>,
}

impl Expansion {
    /// The run before; nothing if the given one does not begin at a start, or names a transition that is not there.
    pub(super) fn lift(&self, run: &Run, budget: &Budget) -> Budgeted<Option<Run>> {
        let Some((start, mut fired)) = self.lift_start(&run.start, budget)? else { return Ok(None) };
        let Some(rest) = self.lift_word(&run.fired, budget)? else { return Ok(None) };
        fired.extend(rest);
        Ok(Some(Run { start, fired }))
    }

    /// The transitions that are fired before for these.
    pub(super) fn lift_word(&self, fired: &[usize], budget: &Budget) -> Budgeted<Option<Vec<usize>>> {
        let mut letters = Vec::new();
        for number in fired {
            let Some(word) = self.words_of.get(*number) else { return Ok(None) };
            self.words.spell(*word, 1, &mut letters, budget)?;
        }
        Ok(Some(letters))
    }

    fn lift_start(&self, marking: &[u64], budget: &Budget) -> Budgeted<Option<(Marking, Vec<usize>)>> {
        budget.spend(self.before.places.len())?;
        let Some(at) = self.starts.iter().position(|start| start.admits(marking)) else { return Ok(None) };
        let mut start = self.before.starts[at].least();
        for ((place, tokens), added) in self.kept.iter().zip(marking).zip(&self.origins[at].added) {
            if let Amount::AtLeast(_) = self.before.starts[at].0[*place] {
                let Some(own) = tokens.checked_sub(*added) else { return Ok(None) };
                start[*place] = own;
            }
        }
        let mut fired = Vec::new();
        for (word, times) in &self.origins[at].fired {
            self.words.spell(*word, *times, &mut fired, budget)?;
        }
        Ok(Some((start, fired)))
    }

    /// Goes on from the end of a run of the net before until nothing is enabled, if the net after was at a dead end there.
    pub(super) fn settle(&self, mut run: Run, budget: &Budget) -> Budgeted<Option<Run>> {
        if self.last.is_empty() {
            return Ok(Some(run));
        }
        let mut marking = run.start.clone();
        for number in &run.fired {
            budget.spend(1)?;
            if apply(&self.before, &mut marking, *number).is_none() {
                return Ok(None);
            }
        }
        for word in self.last.iter().rev().flatten() {
            let mut letters = Vec::new();
            self.words.spell(*word, 1, &mut letters, budget)?;
            while let Some(after) = self.after(&marking, &letters, budget)? {
                marking = after;
                run.fired.extend(&letters);
            }
        }
        Ok(Some(run))
    }

    fn after(&self, marking: &Marking, letters: &[usize], budget: &Budget) -> Budgeted<Option<Marking>> {
        budget.spend(letters.len())?;
        let first = letters.first().is_some_and(|first| is_enabled(&self.before, marking, *first));
        if !first {
            return Ok(None);
        }
        budget.spend(marking.len())?;
        let mut after = marking.clone();
        let fired = letters.iter().all(|number| apply(&self.before, &mut after, *number).is_some());
        Ok(fired.then_some(after))
    }
}
