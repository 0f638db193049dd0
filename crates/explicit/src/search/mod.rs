//! Breadth-first search of the reachable states, for several properties at once.
//!
//! States are numbered as they are found, so the states of one distance from the initial ones are a range of
//! numbers, and the search is a walk along the numbers: expand the next state, collect its successors, and
//! look them up when enough have gathered. Each property has a monitor that sees every new state and every
//! expansion. The first state that decides a property is one of least distance, so the path to it is as short
//! as any.
//!
//! States are expanded in blocks, side by side in as many lanes as there are workers ([`crate::search::lane`]). What is new
//! among that which the lanes found is sorted out side by side as well ([`crate::states::sieve`]); it gets numbers in the order of the
//! states ([`portions`]), and is stored side by side again. So numbers of states, paths and counts do not depend on how many
//! workers there are, not even where a search ends early.
//!
//! # Guarantees
//!
//! If the search ends without obstacle, every reachable state was seen and expanded. Otherwise all states seen
//! are still reachable, so what was found stands, and only the absence of findings proves nothing.

pub(crate) mod lane;
pub(crate) mod monitor;
pub(crate) mod path;
mod portions;
pub(crate) mod reason;
pub(crate) mod reduction;
pub(crate) mod unfold;

use crate::program::Program;
use crate::program::initial::InitialStates;
use crate::search::lane::{BATCH, Harvest, Lane, StateBlock};
use crate::search::monitor::{Monitor, Monitors};
use crate::search::reduction::{Grounded, Reduction};
use crate::settings::Settings;
use crate::states::layout::Misfit;
use crate::states::missing::Missing;
use crate::states::sieve::Sieve;
use crate::states::successors::Successors;
use crate::states::visited::{INITIAL, Visited};
use state_storage::pieces::{Apart, bounds, each_piece};
use std::ops::{ControlFlow, Range};
use system::{Observer, Obstacle, Progress, Stop, Watch};

/// States that one lane expands before what it found is taken in.
const SMALL_BLOCK: u32 = 64;

/// States that several lanes expand before what they found is taken in.
const LARGE_BLOCK: u32 = 32_768;

/// About how many successors several lanes find before what they found is taken in: it takes memory that no limit hears of.
const MOST_FOUND: u64 = 1 << 22;

/// Pieces of a block for each lane.
const PIECES: usize = 8;

/// Fewer states than this are not worth sharing.
const WORTH_SHARING: usize = 256;

/// The same for reduced searches, whatever the number of lanes: what is left out depends on what was found before.
const REDUCED_BLOCK: u32 = 512;

/// Expansions and successors between two questions whether to go on.
const BREATH: u64 = 8192;

/// States of so many words cost as much as others.
const USUAL_WORDS: usize = 16;

/// So many atoms of conditions in each state cost little.
const USUAL_CONDITIONS: usize = 256;

/// How much more an expansion or a successor costs where something is left out, at least.
const REDUCED_COST: u64 = 8;

/// A search, and what it has found so far.
pub(crate) struct BreadthFirstSearch<'a, 's> {
    program: &'a Program<'s>,
    settings: &'a Settings,
    watch: &'a dyn Watch,
    /// The states.
    pub visited: Visited,
    /// The properties' monitors.
    pub monitors: Monitors,
    /// Who expands states.
    lanes: Vec<Apart<Lane>>,
    /// What came of the pieces of a block.
    harvests: Vec<Apart<Harvest>>,
    /// Initial states that were not looked up yet.
    candidates: Successors,
    /// What lanes left over, since too little has gathered to be taken in.
    carried: Missing,
    /// What sorts out what several lanes missed.
    sieve: Sieve,
    /// Successors since the last time that some were taken in.
    pending: usize,
    /// Successors that were left out.
    pub left_out: u64,
    /// If some are: states that are grounded.
    grounded: Grounded,
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
    /// Who hears of findings, and the numbers of the monitors' properties.
    listener: Option<(&'a dyn Observer, Vec<usize>)>,
    /// How many findings were told.
    told: usize,
    /// Whether it has stopped for a moment, since something was found.
    has_news: bool,
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

impl<'a, 's> BreadthFirstSearch<'a, 's> {
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
        BreadthFirstSearch {
            program,
            settings,
            watch,
            monitors: Monitors::new(monitors, &visited.layout),
            visited,
            lanes: Vec::new(),
            harvests: Vec::new(),
            candidates: Successors::new(words.len()),
            carried: Missing::new(words.len()),
            sieve: Sieve::default(),
            pending: 0,
            left_out: 0,
            grounded: Grounded::default(),
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
            listener: None,
            told: 0,
            has_news: false,
        }
    }

    /// The same search, which leaves out what cannot matter. It must not have begun, and no monitor may ask for a
    /// largest value.
    pub fn reduced(mut self, reduction: Reduction) -> Self {
        self.reduction = Some(reduction);
        self
    }

    /// Searches as far as its goal.
    pub fn run(&mut self, initial: &InitialStates) {
        // Why the search ended is to be seen in the monitors and in `hindrance`.
        let started = self.start(initial);
        self.initial = self.visited.store.len();
        if started.is_ok() && self.goal != Goal::Initial {
            self.make_lane();
            let _ = self.walk();
        }
    }

    /// The same search, which stops for a moment when something is found, so that it can be told; it does not look for what
    /// was settled by others meanwhile.
    pub fn heard_by(mut self, observer: &'a dyn Observer, properties: Vec<usize>) -> Self {
        self.listener = Some((observer, properties));
        self
    }

    /// Whether it has stopped for a moment, since something was found.
    pub fn has_news(&self) -> bool {
        self.has_news
    }

    /// Goes on after what was found has been told.
    ///
    /// It may have stopped in the midst of a block whose rest is expanded again. New lanes do that: the old ones remember what
    /// they missed lately so as not to report it twice, but what they reported behind the place of the stop was not taken in.
    pub fn go_on(&mut self) {
        self.has_news = false;
        self.told = self.monitors.found();
        self.make_lane();
        let _ = self.walk();
    }

    /// Stops for a moment if something was found.
    fn stop_to_tell(&mut self) -> Result<(), Enough> {
        self.has_news = self.listener.is_some() && self.monitors.found() > self.told;
        if self.has_news { Err(Enough) } else { Ok(()) }
    }

    /// Goes on after a pause, if there is one, without another one.
    pub fn resume(&mut self) {
        if self.has_paused() {
            self.pause = None;
            self.make_lane();
            let _ = self.walk();
        }
    }

    /// Whether what is left out is worth its while; interleavings are no longer left out where they are not.
    pub fn is_worth_going_on(&mut self) -> bool {
        let Some(reduction) = &mut self.reduction else { return false };
        if self.left_out <= self.transitions / 2 {
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
        self.take_in_initial()
    }

    fn add_initial(&mut self, values: &[i64]) -> Result<(), Enough> {
        let mut represented = values.to_vec();
        if let Some(reduction) = &self.reduction {
            reduction.represent(&mut represented);
        }
        while let Err(misfit) = self.visited.layout.pack(&represented, &mut self.words) {
            self.take_in_initial()?;
            self.widen(misfit);
        }
        self.candidates.words.extend_from_slice(&self.words);
        self.candidates.end_of(INITIAL);
        if self.candidates.len() >= BATCH { self.take_in_initial() } else { Ok(()) }
    }

    fn walk(&mut self) -> Result<(), Enough> {
        while (self.expanded as usize) < self.visited.store.len() {
            self.level_end = self.level_end.max(self.expanded);
            if self.expanded == self.level_end {
                self.level_end = self.visited.store.len() as u32;
            }
            while self.expanded < self.level_end {
                self.expand_block()?;
            }
            self.depth += u64::from(self.visited.store.len() as u32 > self.level_end);
            self.stop_to_tell()?;
        }
        Ok(())
    }

    /// Expands some of the states of the level, and takes in what was found.
    fn expand_block(&mut self) -> Result<(), Enough> {
        let crew = self.crew();
        let size = match (&self.reduction, crew) {
            (Some(_), _) => REDUCED_BLOCK,
            (None, 1) => SMALL_BLOCK,
            (None, _) => LARGE_BLOCK.min(self.states_within(MOST_FOUND)),
        };
        let size = u64::from(size).div_ceil(self.burden()) as u32;
        let block = self.expanded..self.level_end.min(self.expanded.saturating_add(size));
        if crew == 1 || block.len() < WORTH_SHARING {
            self.work_alone(block);
        } else {
            self.make_lanes();
            self.work_side_by_side(&block);
        }
        // The first piece with a misfit has the first state with one.
        if let Some(misfit) = self.harvests.iter_mut().find_map(|harvest| harvest.owned().misfit) {
            self.widen(misfit);
            return Ok(());
        }
        let mut harvests = std::mem::take(&mut self.harvests);
        let result = self.take_in_harvests(&mut harvests);
        self.harvests = harvests;
        result
    }

    /// How many states, but at least one lane's block, have about so many successors, judged by those expanded so far.
    fn states_within(&self, successors: u64) -> u32 {
        let average = self.transitions.div_ceil(u64::from(self.expanded).max(1)).max(1);
        u32::try_from(successors / average).unwrap_or(u32::MAX).max(SMALL_BLOCK)
    }

    /// Lets the first lane expand a block.
    fn work_alone(&mut self, block: Range<u32>) {
        let (program, visited, monitors) = (self.program, &self.visited, &self.monitors);
        for harvest in &mut self.harvests[1..] {
            harvest.owned().clear();
        }
        let block = StateBlock { states: block, cut: None };
        let harvest = self.harvests[0].owned();
        self.lanes[0].owned().work(program, visited, monitors, &self.grounded, block, harvest);
    }

    /// Lets all lanes expand pieces of a block.
    fn work_side_by_side(&mut self, block: &Range<u32>) {
        let (program, visited, monitors, lanes) = (self.program, &self.visited, &self.monitors, &self.lanes);
        let (grounded, harvests) = (&self.grounded, &self.harvests);
        let cut = Some(visited.cut(lanes.len()));
        let bounds = bounds(block.len(), harvests.len());
        let bound = |piece: usize| block.start + bounds[piece] as u32;
        each_piece(self.watch.workers(), PIECES, &|worker, piece| {
            let mut lane = lanes[worker].lock();
            let mut harvest = harvests[piece].lock();
            let block = StateBlock { states: bound(piece)..bound(piece + 1), cut };
            lane.work(program, visited, monitors, grounded, block, &mut harvest);
        });
    }

    /// Packs all states anew so that the value fits. There must be no candidates.
    fn widen(&mut self, misfit: Misfit) {
        let narrow = self.visited.layout.clone();
        self.visited.widen(misfit, &self.program.domains);
        self.carried = self.carried.repacked(&narrow, &self.visited.layout);
        self.monitors.bind(&self.visited.layout);
        self.words = vec![0; self.visited.layout.words()];
        self.candidates = Successors::new(self.words.len());
        self.make_lane();
    }

    /// How much more a state costs than one of few words that few conditions are asked of.
    fn burden(&self) -> u64 {
        let words = self.words.len() / USUAL_WORDS;
        (1 + words + self.monitors.weight() / USUAL_CONDITIONS) as u64
    }

    /// How many workers there are.
    fn crew(&self) -> usize {
        self.watch.workers().count().max(1)
    }

    /// Makes a lane for one worker; the others get theirs when there is enough to do.
    fn make_lane(&mut self) {
        self.lanes = vec![Apart::new(Lane::new(self.program, &self.visited, self.reduction.clone()))];
        self.harvests = vec![Apart::new(Harvest::new(self.words.len()))];
    }

    /// Makes the lanes of all workers, if they are not there yet.
    fn make_lanes(&mut self) {
        let crew = self.crew();
        if self.lanes.len() == crew {
            return;
        }
        let (program, visited, reduction) = (self.program, &self.visited, &self.reduction);
        let lanes: Vec<Apart<Option<Lane>>> = (0..crew).map(|_| Apart::default()).collect();
        // What each worker allocates lies apart from what others do.
        self.watch.workers().run(&|worker| {
            *lanes[worker].lock() = Some(Lane::new(program, visited, reduction.clone()));
        });
        self.lanes = lanes.into_iter().filter_map(Apart::into_inner).map(Apart::new).collect();
        let harvest = || Apart::new(Harvest::new(self.words.len()));
        self.harvests.resize_with(crew * PIECES, harvest);
    }

    fn stop_if_decided(&self) -> Result<(), Enough> {
        if self.goal == Goal::Decision && self.monitors.are_decided() { Err(Enough) } else { Ok(()) }
    }

    /// Notes that so much has been done, and asks now and then whether to go on.
    #[inline]
    fn work(&mut self, done: u64) -> Result<(), Enough> {
        // Representatives cost much more than successors, and the more the larger states are.
        let cost = match &self.reduction {
            Some(_) => REDUCED_COST.max(self.visited.layout.variables() as u64).max(self.burden()),
            None => self.burden(),
        };
        self.done += done.saturating_mul(cost);
        if self.done < BREATH {
            return Ok(());
        }
        self.done = 0;
        self.watch.check(&self.progress()).map_err(|stop| self.stop(stop))?;
        if let Some((observer, properties)) = &self.listener {
            for (at, property) in properties.iter().enumerate() {
                if !observer.is_open(*property) {
                    self.monitors.close(at);
                }
            }
        }
        self.stop_if_decided()
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
            ..Progress::default()
        }
    }
}
