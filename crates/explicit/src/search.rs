//! Breadth-first search of the reachable states, for several properties at once.
//!
//! States are numbered as they are found, so the states of one distance from the initial ones are a range of
//! numbers, and the search is a walk along the numbers: expand the next state, collect its successors, and
//! look them up when enough have gathered. Each property has a monitor that sees every new state and every
//! expansion. The first state that decides a property is one of least distance, so the path to it is as short
//! as any.
//!
//! # Guarantees
//!
//! If the search ends without obstacle, every reachable state was seen and expanded. Otherwise all states seen
//! are still reachable, so what was found stands, and only the absence of findings proves nothing.

use crate::check::Settings;
use crate::expand::{Expander, Expansion};
use crate::initial::InitialStates;
use crate::layout::Misfit;
use crate::monitor::{Monitor, Monitors};
use crate::program::Program;
use crate::reduction::Reduction;
use crate::successors::Successors;
use crate::visited::{Full, INITIAL, Visited};
use std::ops::ControlFlow;
use system::{Obstacle, Progress, Stop, Watch};

/// Successors that are looked up together.
const BATCH: usize = 512;

/// Expansions and successors between two questions whether to go on.
const BREATH: u64 = 8192;

/// A search, and what it has found so far.
pub(crate) struct Search<'a, 's> {
    program: &'a Program<'s>,
    settings: &'a Settings,
    watch: &'a dyn Watch,
    /// The states.
    pub visited: Visited,
    /// The properties' monitors.
    pub monitors: Monitors,
    expander: Expander,
    candidates: Successors,
    /// The packed state at hand.
    words: Vec<u64>,
    /// States expanded.
    pub expanded: u32,
    /// Transitions taken.
    pub transitions: u64,
    /// The largest distance of a state that was expanded.
    pub depth: u64,
    /// What has been done since the last question whether to go on.
    done: u64,
    /// What kept the search from being complete, if anything did.
    pub hindrance: Option<Hindrance>,
    /// How many of the states are initial ones.
    pub initial: usize,
    goal: Goal,
    /// What is left out, if anything is.
    pub reduction: Option<Reduction>,
    /// The number behind the last state of the level at hand.
    level_end: u32,
    /// Pause when there are more states than this.
    pub pause: Option<usize>,
}

/// How far a search goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Goal {
    /// To the initial states.
    Initial,
    /// Until all monitors have decided.
    Decision,
    /// To the last state.
    Everything,
}

/// Why a search is not complete.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Hindrance {
    /// Some initial states or successors could not be listed.
    Obstacle(Obstacle),
    /// The limit of the settings was reached.
    StateLimit(u64),
    /// There are more states than numbers for them.
    Numbers,
}

/// Ends a search before all states are seen: all properties are decided, or there is a hindrance.
struct Enough;

impl<'a, 's> Search<'a, 's> {
    /// A search that has found nothing yet.
    pub fn new(
        program: &'a Program<'s>,
        monitors: Vec<Monitor>,
        goal: Goal,
        settings: &'a Settings,
        watch: &'a dyn Watch,
    ) -> Self {
        let visited = Visited::new(&program.domains);
        let words = vec![0; visited.layout.words()];
        Search {
            program,
            settings,
            watch,
            expander: Expander::new(program, &visited.layout),
            monitors: Monitors::new(monitors, &visited.layout),
            visited,
            candidates: Successors::new(words.len()),
            words,
            expanded: 0,
            transitions: 0,
            depth: 0,
            done: 0,
            hindrance: None,
            initial: 0,
            goal,
            reduction: None,
            level_end: 0,
            pause: None,
        }
    }

    /// The same search, which leaves out what cannot matter. It must not have begun, and no monitor may ask for a
    /// largest value.
    pub fn reduced(mut self, reduction: Reduction) -> Self {
        self.expander = Expander::noting(self.program, &self.visited.layout);
        self.reduction = Some(reduction);
        self
    }

    /// Searches as far as its goal.
    pub fn run(&mut self, initial: &InitialStates) {
        // Why the search ended is to be seen in the monitors and in `hindrance`.
        let started = self.start(initial);
        self.initial = self.visited.store.len();
        if started.is_ok() && self.goal != Goal::Initial {
            let _ = self.walk();
        }
    }

    /// Goes on after a pause, if there is one, without another one.
    pub fn resume(&mut self) {
        if self.has_paused() {
            self.pause = None;
            let _ = self.walk();
        }
    }

    /// Whether what is left out is worth its while; interleavings are no longer left out where they are not.
    pub fn is_worth_going_on(&mut self) -> bool {
        let Some(reduction) = &mut self.reduction else { return false };
        if reduction.left_out <= self.transitions / 2 {
            reduction.stubborn = None;
        }
        reduction.stubborn.is_some() || reduction.represents()
    }

    /// Whether the search has paused.
    pub fn has_paused(&self) -> bool {
        let is_open = (self.expanded as usize) < self.visited.store.len();
        let is_large = self.pause.is_some_and(|pause| self.visited.store.len() > pause);
        is_open && is_large && self.hindrance.is_none() && self.stop_if_decided().is_ok()
    }

    /// Whether every reachable state was seen and expanded.
    pub fn is_complete(&self) -> bool {
        self.reduction.is_none()
            && self.hindrance.is_none()
            && self.expanded as usize == self.visited.store.len()
    }

    fn start(&mut self, initial: &InitialStates) -> Result<(), Enough> {
        let mut end = Ok(());
        let compiler = self.program.compiler;
        let obstacle = initial.list(compiler, &mut |values, is_state| {
            let result = if is_state { self.add_initial(values) } else { Ok(()) };
            end = result.and_then(|()| self.work(if is_state { 1 } else { BREATH }));
            if end.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        if let Some(obstacle) = obstacle {
            self.hinder(Hindrance::Obstacle(obstacle));
        }
        end?;
        self.take_in()
    }

    fn add_initial(&mut self, values: &[i64]) -> Result<(), Enough> {
        let mut represented = values.to_vec();
        if let Some(reduction) = &self.reduction {
            reduction.represent(&mut represented);
        }
        while let Err(misfit) = self.visited.layout.pack(&represented, &mut self.words) {
            self.take_in()?;
            self.widen(misfit);
        }
        self.candidates.words.extend_from_slice(&self.words);
        self.candidates.end_of(INITIAL);
        if self.candidates.len() >= BATCH { self.take_in() } else { Ok(()) }
    }

    fn walk(&mut self) -> Result<(), Enough> {
        while (self.expanded as usize) < self.visited.store.len() {
            self.level_end = self.level_end.max(self.expanded);
            if self.expanded == self.level_end {
                self.level_end = self.visited.store.len() as u32;
            }
            while self.expanded < self.level_end {
                self.expand_next()?;
                if self.candidates.len() >= BATCH {
                    self.take_in()?;
                    if self.pause.is_some_and(|pause| self.visited.store.len() > pause) {
                        return Err(Enough);
                    }
                }
            }
            self.take_in()?;
            self.depth += u64::from(self.visited.store.len() as u32 > self.level_end);
        }
        Ok(())
    }

    fn expand_next(&mut self) -> Result<(), Enough> {
        let number = self.expanded;
        let (expansion, dropped) = self.expand(number)?;
        self.expanded += 1;
        self.transitions += expansion.successors - dropped;
        if let Some(reduction) = &mut self.reduction {
            reduction.left_out += dropped;
        }
        if expansion.successors == 0 || expansion.fault.is_some() {
            self.monitors.see_expansion(number, &expansion);
            self.stop_if_decided()?;
        }
        if let Some(obstacle) = expansion.obstacle {
            self.hinder(Hindrance::Obstacle(obstacle));
        }
        self.work(1 + expansion.successors)
    }

    /// Drops what cannot matter of the successors of the state at hand; returns how many.
    fn thin_out(&mut self, expansion: &Expansion) -> u64 {
        let is_plain = expansion.fault.is_none() && expansion.obstacle.is_none();
        match &mut self.reduction {
            Some(reduction) if is_plain => {
                let (layout, words) = (&self.visited.layout, &self.words);
                reduction.thin_out(layout, words, &self.monitors, &mut self.candidates)
            }
            _ => 0,
        }
    }

    /// Puts representatives in the place of the successors of the state at hand.
    fn represent(&mut self) -> Result<(), Misfit> {
        match &mut self.reduction {
            Some(reduction) => reduction.represent_last(&self.visited.layout, &mut self.candidates),
            None => Ok(()),
        }
    }

    /// Adds the successors of a state to the candidates, in a wider layout if need be; says how many were dropped.
    fn expand(&mut self, number: u32) -> Result<(Expansion, u64), Enough> {
        loop {
            self.visited.store.read(number, &mut self.words);
            let (layout, words) = (&self.visited.layout, &self.words);
            let misfit = match self.expander.expand(self.program, layout, words, number, &mut self.candidates)
            {
                Ok(expansion) => {
                    let dropped = self.thin_out(&expansion);
                    match self.represent() {
                        Ok(()) => return Ok((expansion, dropped)),
                        Err(misfit) => {
                            self.candidates.forget_last();
                            misfit
                        }
                    }
                }
                Err(misfit) => {
                    self.candidates.take_back();
                    misfit
                }
            };
            self.take_in()?;
            self.widen(misfit);
        }
    }

    /// Packs all states anew so that the value fits. There must be no candidates.
    fn widen(&mut self, misfit: Misfit) {
        self.visited.widen(misfit, &self.program.domains);
        self.expander = match self.reduction {
            Some(_) => Expander::noting(self.program, &self.visited.layout),
            None => Expander::new(self.program, &self.visited.layout),
        };
        self.monitors.bind(&self.visited.layout);
        self.words = vec![0; self.visited.layout.words()];
        self.candidates = Successors::new(self.words.len());
    }

    /// Takes in the candidates, and shows the new states to the monitors.
    fn take_in(&mut self) -> Result<(), Enough> {
        let progress = self.progress();
        let watch = self.watch;
        let may_allocate = |visited: &Visited, bytes: u64| {
            let now = Progress { bytes: visited.bytes(), ..progress };
            watch.may_allocate(&now, bytes)
        };
        let monitors = &mut self.monitors;
        let result = self.visited.take_in(&mut self.candidates, &may_allocate, |number, words| {
            monitors.see_state(number, words);
        });
        match result {
            Err(Full::Refused(stop)) => return Err(self.stop(stop)),
            Err(Full::Numbers) => {
                self.hinder(Hindrance::Numbers);
                return Err(Enough);
            }
            Ok(()) => {}
        }
        self.stop_if_decided()?;
        match self.settings.state_limit {
            Some(limit) if self.visited.store.len() as u64 > limit => {
                self.hinder(Hindrance::StateLimit(limit));
                Err(Enough)
            }
            _ => Ok(()),
        }
    }

    fn stop_if_decided(&self) -> Result<(), Enough> {
        if self.goal == Goal::Decision && self.monitors.are_decided() { Err(Enough) } else { Ok(()) }
    }

    /// Notes that so much has been done, and asks now and then whether to go on.
    #[inline]
    fn work(&mut self, done: u64) -> Result<(), Enough> {
        self.done += done;
        if self.done < BREATH {
            return Ok(());
        }
        self.done = 0;
        self.watch.check(&self.progress()).map_err(|stop| self.stop(stop))
    }

    fn stop(&mut self, stop: Stop) -> Enough {
        // What stops a search is more telling than an obstacle met on the way.
        self.hindrance = Some(Hindrance::Obstacle(Obstacle::Stopped(stop)));
        Enough
    }

    fn hinder(&mut self, hindrance: Hindrance) {
        self.hindrance.get_or_insert(hindrance);
    }

    fn progress(&self) -> Progress {
        let states = self.visited.store.len() as u64;
        Progress {
            states,
            frontier: states - u64::from(self.expanded),
            depth: self.depth,
            bytes: self.visited.bytes(),
        }
    }
}
