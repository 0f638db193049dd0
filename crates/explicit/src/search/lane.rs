//! Who expands states, and what comes of it.
//!
//! While lanes work, nobody changes the states: a lane expands pieces of a block of states, each in order, and keeps those
//! successors that are not among the states, with what else is to be known of each expansion. What came of all pieces is
//! then taken in, one piece after the other. So states get the same numbers as if one lane had done it all.

use crate::program::Program;
use crate::search::monitor::Monitors;
use crate::search::reduction::{Expanded, Grounded, Reduction, Thinned};
use crate::states::layout::Misfit;
use crate::states::missing::Missing;
use crate::states::successors::Successors;
use crate::states::visited::{Lookup, Visited};
use crate::step::expand::{Expander, Expansion};
use state_storage::table::Cut;
use std::ops::Range;

/// Successors that are looked up together.
pub(crate) const BATCH: usize = 512;

/// A worker of a search.
#[derive(Debug)]
pub(crate) struct Lane {
    expander: Expander,
    reduction: Option<Reduction>,
    candidates: Successors,
    lookup: Lookup,
    words: Vec<u64>,
}

/// What came of a piece of a block.
#[derive(Debug)]
pub(crate) struct Harvest {
    /// The states to expand.
    numbers: Range<u32>,
    /// The successors that were not found among the states.
    pub missing: Missing,
    /// What came of each state, in order.
    pub outcomes: Vec<StateOutcome>,
    /// What else came of some states.
    pub events: Vec<(u32, Expansion)>,
    /// A value that does not fit; the lane has ended before the state where it was met.
    pub misfit: Option<Misfit>,
}

impl Harvest {
    /// Nothing yet, of states with this many words.
    pub fn new(width: usize) -> Self {
        let missing = Missing::new(width);
        Harvest { numbers: 0..0, missing, outcomes: Vec::new(), events: Vec::new(), misfit: None }
    }

    /// Forgets what was found.
    pub fn clear(&mut self) {
        self.missing.clear();
        self.outcomes.clear();
        self.events.clear();
        self.misfit = None;
    }
}

/// What came of a state.
#[derive(Debug, Clone, Copy)]
pub(crate) struct StateOutcome {
    /// Its successors that count.
    pub kept: u32,
    /// Those that were left out.
    pub dropped: u32,
    /// Where its missing successors end.
    pub missing_end: u32,
    /// Whether it is grounded.
    pub is_grounded: bool,
}

/// States to expand.
#[derive(Debug)]
pub(crate) struct StateBlock {
    /// Their numbers.
    pub states: Range<u32>,
    /// If several lanes share a block, how the table is cut: then what is missing is not to be repeated much, and shared out.
    pub cut: Option<Cut>,
}

impl Lane {
    /// A lane for states of the present layout.
    pub fn new(program: &Program<'_>, visited: &Visited, reduction: Option<Reduction>) -> Self {
        let width = visited.layout.words();
        let expander = match reduction {
            Some(_) => Expander::noting(program, &visited.layout),
            None => Expander::new(program, &visited.layout),
        };
        Lane {
            expander,
            reduction,
            candidates: Successors::new(width),
            lookup: Lookup::default(),
            words: vec![0; width],
        }
    }

    /// Expands the states of a block.
    pub fn work(
        &mut self,
        program: &Program<'_>,
        visited: &Visited,
        monitors: &Monitors,
        grounded: &Grounded,
        StateBlock { states, cut }: StateBlock,
        harvest: &mut Harvest,
    ) {
        harvest.clear();
        match cut {
            Some(_) => self.lookup.avoid_repetition(states.start, self.words.len()),
            None => self.lookup.allow_repetition(),
        }
        harvest.numbers = states.clone();
        let mut looked_up = 0;
        for number in states {
            if let Err(misfit) = self.expand(program, visited, monitors, grounded, number, harvest) {
                harvest.misfit = Some(misfit);
                break;
            }
            if self.candidates.len() >= BATCH {
                self.look_up(visited, &mut looked_up, harvest);
            }
        }
        self.look_up(visited, &mut looked_up, harvest);
        if let Some(cut) = cut {
            harvest.missing.share_out(cut);
        }
    }

    fn expand(
        &mut self,
        program: &Program<'_>,
        visited: &Visited,
        monitors: &Monitors,
        grounded: &Grounded,
        number: u32,
        harvest: &mut Harvest,
    ) -> Result<(), Misfit> {
        visited.store.read(number, &mut self.words);
        let (layout, words, candidates) = (&visited.layout, &self.words, &mut self.candidates);
        let expansion = self.expander.expand(program, layout, words, number, candidates)?;
        let mut thinned = Thinned { dropped: 0, is_grounded: true };
        if let Some(reduction) = &mut self.reduction {
            if expansion.fault.is_none() && expansion.obstacle.is_none() {
                let state = Expanded { number, words, visited, grounded };
                thinned = reduction.thin_out(state, monitors, candidates);
            }
            reduction.represent_last(layout, candidates)?;
        }
        let (kept, dropped) = ((expansion.successors - thinned.dropped) as u32, thinned.dropped as u32);
        harvest.outcomes.push(StateOutcome {
            kept,
            dropped,
            missing_end: 0,
            is_grounded: thinned.is_grounded,
        });
        if expansion.successors == 0 || expansion.fault.is_some() || expansion.obstacle.is_some() {
            harvest.events.push((number, expansion));
        }
        Ok(())
    }

    /// Looks up the candidates, which are those of all states behind the first `looked_up`.
    fn look_up(&mut self, visited: &Visited, looked_up: &mut usize, harvest: &mut Harvest) {
        if harvest.misfit.is_some() {
            // The block is done again from its beginning.
            self.candidates = Successors::new(self.words.len());
            return;
        }
        let Harvest { numbers, missing, outcomes, .. } = harvest;
        let before = missing.len();
        visited.look_up(&mut self.candidates, &mut self.lookup, missing);
        // Missing successors stand in the order of the states that they were found from.
        let mut parents = missing.parents_behind(before).iter().peekable();
        let mut end = before as u32;
        for (number, outcome) in numbers.clone().zip(outcomes.iter_mut()).skip(*looked_up) {
            while parents.next_if(|parent| **parent == number).is_some() {
                end += 1;
            }
            outcome.missing_end = end;
        }
        *looked_up = outcomes.len();
    }
}
