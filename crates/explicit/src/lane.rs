//! One of several workers of a search, each with states of its own to expand.
//!
//! While lanes work, nobody changes the states: a lane expands its part of a block of states, in order, and keeps those
//! successors that are not among the states, with what else is to be known of each expansion. What all lanes found is
//! then taken in, one lane after the other. So states get the same numbers as if one lane had done it all.

use crate::expand::{Expander, Expansion};
use crate::layout::Misfit;
use crate::missing::Missing;
use crate::monitor::Monitors;
use crate::program::Program;
use crate::reduction::{Expanded, Grounded, Reduction, Thinned};
use crate::successors::Successors;
use crate::table::Cut;
use crate::visited::{Lookup, Visited};
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
    /// The states to expand.
    numbers: Range<u32>,
    /// The successors that were not found among the states.
    pub missing: Missing,
    /// What came of each state, in order.
    pub outcomes: Vec<Outcome>,
    /// What else came of some states.
    pub events: Vec<(u32, Expansion)>,
    /// A value that does not fit; the lane has ended before the state where it was met.
    pub misfit: Option<Misfit>,
}

/// What came of a state.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Outcome {
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
pub(crate) struct Block {
    /// Their numbers.
    pub states: Range<u32>,
    /// If it is part of a larger one that several lanes share, how the table is: then what is missing is not to be repeated
    /// much, and shared out.
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
            numbers: 0..0,
            missing: Missing::new(width),
            outcomes: Vec::new(),
            events: Vec::new(),
            misfit: None,
        }
    }

    /// Expands the states of a block.
    pub fn work(
        &mut self,
        program: &Program<'_>,
        visited: &Visited,
        monitors: &Monitors,
        grounded: &Grounded,
        Block { states, cut }: Block,
    ) {
        self.clear();
        if cut.is_some() {
            self.lookup.begin_without_repetition();
        }
        self.numbers = states.clone();
        let mut looked_up = 0;
        for number in states {
            if let Err(misfit) = self.expand(program, visited, monitors, grounded, number) {
                self.misfit = Some(misfit);
                break;
            }
            if self.candidates.len() >= BATCH {
                self.look_up(visited, &mut looked_up);
            }
        }
        self.look_up(visited, &mut looked_up);
        if let Some(cut) = cut {
            self.missing.share_out(cut);
        }
    }

    /// Forgets what was found.
    pub fn clear(&mut self) {
        self.missing.clear();
        self.outcomes.clear();
        self.events.clear();
        self.misfit = None;
        self.lookup.allow_repetition();
    }

    fn expand(
        &mut self,
        program: &Program<'_>,
        visited: &Visited,
        monitors: &Monitors,
        grounded: &Grounded,
        number: u32,
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
        self.outcomes.push(Outcome { kept, dropped, missing_end: 0, is_grounded: thinned.is_grounded });
        if expansion.successors == 0 || expansion.fault.is_some() || expansion.obstacle.is_some() {
            self.events.push((number, expansion));
        }
        Ok(())
    }

    /// Looks up the candidates, which are those of all states behind the first `looked_up`.
    fn look_up(&mut self, visited: &Visited, looked_up: &mut usize) {
        if self.misfit.is_some() {
            // The block is done again from its beginning.
            self.candidates = Successors::new(self.words.len());
            return;
        }
        let before = self.missing.len();
        visited.look_up(&mut self.candidates, &mut self.lookup, &mut self.missing);
        // Missing successors stand in the order of the states that they were found from.
        let mut parents = self.missing.parents_behind(before).iter().peekable();
        let mut end = before as u32;
        for (number, outcome) in self.numbers.clone().zip(&mut self.outcomes).skip(*looked_up) {
            while parents.next_if(|parent| **parent == number).is_some() {
                end += 1;
            }
            outcome.missing_end = end;
        }
        *looked_up = self.outcomes.len();
    }
}
