//! Structural reductions before a search: the net that a system is, made smaller for each property, and searched in its place.
//!
//! For properties of nets that read few places most of the net can be left out or put together before any state is looked at
//! (`nets::reduction`). What is left is written as a system of its own (`written`), which goes to the explicit engine, to the symbolic
//! one where its states are many, or to the engine of predicates; the answers are led back (`lead_back`). What a property demands is in
//! `question`. Properties that demand the same share a reduction and a search.
//!
//! This is no engine that users choose, since its answers are those of the engine that searches; the schedule of `auto` gives it turns.
//!
//! # Guarantees
//!
//! A search of the reduced net answers the property for the whole one by what the reduction preserves. A path was walked in the whole system
//! by the reference interpreter. A net that is hardly smaller is not searched.

mod lead_back;
pub(crate) mod question;
mod written;

use crate::solver_budget::{net_budget, solver_budget};
use crate::subject::generated;
use crate::symbolic_engine::is_coded_whole;
use crate::{Engine, Failure, Options, Subject, Unsupported, Use, finite_sets, integer_sets};
use lead_back::{Astray, WayBack};
use nets::SystemNet;
use nets::invariants::{place_bounds, place_invariants};
use nets::reduction::{Preserve, Reduced, reduce};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use symbolic::{Budget, Prepared};
use system::{Answer, Coverage, Observer, Question, System, VariableId, Watch};
use written::{Writing, Written, written};

/// Searches nets that were reduced for a property.
pub struct ReducedNetEngine {
    /// How.
    pub search: ReducedSearch,
    /// Of a net that is worth a search of its own at most so many places are left, in hundredths.
    pub most_left: usize,
}

/// How a reduced net is searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReducedSearch {
    /// State by state.
    Explicit,
    /// With sets of states: decision diagrams where all places have bounds, or else sets of integers.
    Sets,
    /// By predicates.
    Predicates,
}

impl ReducedSearch {
    /// Whether that engine takes such questions.
    fn takes(self, question: &Question) -> bool {
        self != ReducedSearch::Predicates || abstraction::can_check(question).is_ok()
    }

    /// The engine that does so.
    fn engine(self) -> &'static str {
        match self {
            ReducedSearch::Explicit => "explicit",
            ReducedSearch::Sets => "symbolic",
            ReducedSearch::Predicates => "abstraction",
        }
    }
}

impl Engine for ReducedNetEngine {
    fn name(&self) -> &'static str {
        match self.search {
            ReducedSearch::Explicit => "reduced net",
            ReducedSearch::Sets => "reduced net in sets",
            ReducedSearch::Predicates => "reduced net by predicates",
        }
    }

    fn can_check(&self, system: &System, properties: &[usize]) -> Vec<Result<(), Unsupported>> {
        let refused = || Unsupported {
            engine: self.name(),
            feature: "nets are reduced only for properties that read fixed places".into(),
            suggestion: None,
        };
        let ability = |number: &usize| {
            let question = &system.properties[*number].question;
            let demanded = question::demands(system, question).filter(|_| self.search.takes(question));
            demanded.map(|_| ()).ok_or_else(refused)
        };
        properties.iter().map(ability).collect()
    }

    /// The net is the same for all.
    fn groups(&self, _: &System, properties: &[usize], _: &Options) -> Vec<Vec<usize>> {
        if properties.is_empty() { Vec::new() } else { vec![properties.to_vec()] }
    }

    fn run(
        &self,
        subject: &Subject<'_>,
        properties: &[usize],
        options: &Options,
        watch: &dyn Watch,
        observer: &dyn Observer,
    ) -> Result<Option<Coverage>, Failure> {
        let net = subject.net(watch);
        let Ok(net) = &*net else { return Ok(None) };
        let mut groups: BTreeMap<(BTreeSet<VariableId>, Preserve), Vec<usize>> = BTreeMap::new();
        for property in properties {
            let question = &subject.system.properties[*property].question;
            if let Some(demands) = question::demands(subject.system, question) {
                groups.entry(demands).or_default().push(*property);
            }
        }
        for ((visible, preserve), properties) in groups {
            let (search, most_left) = (self.search, self.most_left);
            let reduction = Reduction { whole: subject.system, net, visible, preserve, search, most_left };
            reduction.check(&properties, options, watch, observer)?;
        }
        Ok(None)
    }
}

/// A reduction that some properties share.
struct Reduction<'a> {
    whole: &'a System,
    net: &'a SystemNet,
    visible: BTreeSet<VariableId>,
    preserve: Preserve,
    search: ReducedSearch,
    most_left: usize,
}

impl Reduction<'_> {
    /// Searches the reduced net, if it is much smaller, and tells the answers.
    fn check(
        &self,
        properties: &[usize],
        options: &Options,
        watch: &dyn Watch,
        observer: &dyn Observer,
    ) -> Result<(), Failure> {
        let budget = net_budget(watch);
        let open: Vec<usize> = properties.iter().copied().filter(|one| observer.is_open(*one)).collect();
        if open.is_empty() {
            return Ok(());
        }
        let Some((reduced, written)) = self.reduced(&open, &budget) else { return Ok(()) };
        let way = WayBack { whole: self.whole, net: self.net, reduced: &reduced, written: &written };
        let leader = Leader { way, observer, budget: &budget, bug: RefCell::new(None) };
        let (system, options) = (&written.system, &plain(options));
        let searched = match self.search {
            ReducedSearch::Explicit => step_by_step(system, &open, options, watch, &leader),
            ReducedSearch::Sets => self.by_sets(system, &open, options, watch, &leader),
            ReducedSearch::Predicates => self.by_predicates(system, &open, options, watch, &leader),
        };
        match leader.bug.into_inner() {
            Some(bug) => Err(self.internal(bug)),
            None => searched,
        }
    }

    fn internal(&self, reason: String) -> Failure {
        Failure::Internal { engine: self.search.engine(), reason }
    }

    /// The reduced net and its system; nothing if it is hardly smaller, or there is no time for it.
    fn reduced(&self, asked: &[usize], budget: &Budget<'_>) -> Option<(Reduced, Written)> {
        let visible: Vec<usize> =
            self.visible.iter().flat_map(|variable| self.net.places_of(*variable)).collect();
        let reduced = reduce(&self.net.net, &visible, self.preserve, budget).ok()?;
        let (before, after) = reduced.statistics.places;
        if after.saturating_mul(100) > before.saturating_mul(self.most_left) {
            return None;
        }
        let invariants = place_invariants(&reduced.net, budget).ok()?;
        let bounds = place_bounds(&reduced.net, &invariants);
        let (whole, net, visible) = (self.whole, self.net, &self.visible);
        let task = Writing { whole, net, visible, asked, reduced: &reduced, bounds: &bounds };
        let written = written(&task)?;
        Some((reduced, written))
    }

    /// Searches with sets of states.
    fn by_sets(
        &self,
        system: &System,
        open: &[usize],
        options: &Options,
        watch: &dyn Watch,
        leader: &Leader<'_>,
    ) -> Result<(), Failure> {
        let prepared = Prepared::new(system);
        let checked = if is_coded_whole(system) {
            finite_sets::check(&prepared, open, options, watch, leader)
        } else {
            integer_sets::check(&prepared, open, &options.symbolic, watch, leader)
        };
        checked.map_err(|failure| match failure {
            symbolic::Failure::NoInitialState => Failure::NoInitialState,
            symbolic::Failure::Internal(reason) => self.internal(reason),
        })
    }

    /// Asks the solver of predicates.
    fn by_predicates(
        &self,
        system: &System,
        open: &[usize],
        options: &Options,
        watch: &dyn Watch,
        leader: &Leader<'_>,
    ) -> Result<(), Failure> {
        let generated = || generated(system, watch);
        let (prepared, budget) = (Prepared::new(system), solver_budget(watch));
        let checked =
            abstraction::check_observed(&prepared, open, options.means, &generated, &budget, leader);
        checked.map_err(|failure| match failure {
            abstraction::Failure::NoInitialState => Failure::NoInitialState,
            abstraction::Failure::Internal(reason) => self.internal(reason),
        })
    }
}

/// The options for a system without processes, in which nobody looks for instances that can be exchanged.
fn plain(options: &Options) -> Options {
    Options { symmetry: Use::Never, inactive: Use::Never, coverage: false, ..*options }
}

/// Searches the reduced system state by state.
fn step_by_step(
    system: &System,
    open: &[usize],
    options: &Options,
    watch: &dyn Watch,
    leader: &Leader<'_>,
) -> Result<(), Failure> {
    let settings = explicit::Settings {
        partial_order: options.partial_order,
        symmetry: options.symmetry,
        inactive: options.inactive,
        ..explicit::Settings::default()
    };
    let able = explicit::can_check_all(system, open);
    let open: Vec<usize> =
        open.iter().zip(able).filter(|(_, able)| able.is_ok()).map(|(one, _)| *one).collect();
    explicit::check_observed(system, &open, &settings, watch, leader).map(|_| ()).map_err(|failure| {
        match failure {
            explicit::Failure::NoInitialState => Failure::NoInitialState,
            explicit::Failure::Internal(reason) => Failure::Internal { engine: "explicit", reason },
        }
    })
}

/// Hears of answers about the reduced system, and tells those about the whole one.
struct Leader<'a> {
    way: WayBack<'a>,
    observer: &'a dyn Observer,
    budget: &'a Budget<'a>,
    /// What went wrong, if something did.
    bug: RefCell<Option<String>>,
}

impl Observer for Leader<'_> {
    fn is_open(&self, property: usize) -> bool {
        self.bug.borrow().is_none() && self.observer.is_open(property)
    }

    fn working_on(&self, property: Option<usize>) {
        self.observer.working_on(property);
    }

    fn answered(&self, property: usize, answer: Answer) {
        // Whoever searches the whole system says why it is open.
        if answer.is_unknown() || !self.is_open(property) {
            return;
        }
        let question = &self.way.whole.properties[property].question;
        match self.way.answer(question, answer, self.budget) {
            Ok(answer) => self.observer.answered(property, answer),
            Err(Astray::Open) => {}
            Err(Astray::Bug(bug)) => *self.bug.borrow_mut() = Some(bug),
        }
    }
}
