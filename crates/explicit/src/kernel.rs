//! Initial states, successors, what properties see in them, and answers, for a search whose states others store.
//!
//! A search over several machines, or on disk, decides itself where a state is kept and in which order states are expanded. What a state is,
//! what follows it and what it decides is the same as in [`crate::check`], by the same code: so are the order of the successors of a state and
//! the way from states to a trace. Interleavings are not left out: that needs to know which states are there already.

use crate::answer::{extent_of, strategy_with, trace_along};
use crate::check::is_temporal;
use crate::code::Unsupported;
use crate::program::Program;
use crate::program::initial::InitialStates;
use crate::report::Failure;
use crate::search::Hindrance;
use crate::search::monitor::{Monitor, Monitors, Sight};
use crate::search::reason::{overflow, reason};
use crate::search::reduction::Reduction;
use crate::settings::{Settings, Use};
use crate::states::layout::{Layout, Misfit};
use crate::states::successors::Successors;
use crate::step::expand::{Expander, Expansion};
use diagnostics::Span;
use state_storage::Shape;
use std::ops::ControlFlow;
use system::{Answer, Evidence, Largest, Obstacle, PathEnding, Property, Question, Statistics, Stop, System};

/// A system, compiled for the questions about it.
#[derive(Debug)]
pub struct Kernel<'s> {
    program: Program<'s>,
    initial: InitialStates,
    layout: Layout,
    reduction: Option<Reduction>,
    expander: Expander,
    monitors: Monitors,
    questions: Vec<&'s Property>,
    successors: Successors,
}

/// A value outgrows its field: the search must begin again with a kernel that was [widened](Kernel::widen).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooWide;

/// What came of a state beside its successors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ExpandedState {
    /// How many successors there are, the same one by different transitions counted for each.
    pub successors: u64,
    /// Whether something else is to be known of it: ask [`Kernel::met`].
    pub is_notable: bool,
    /// Whether not all successors could be listed.
    pub is_obstructed: bool,
}

/// What a question meets in a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Met {
    /// The state decides it.
    Decision,
    /// A value of the expression whose largest value is asked for.
    Value(i64),
    /// A number is too large to evaluate it.
    Overflow,
}

/// How far a search came.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    /// States found.
    pub states: u64,
    /// States expanded.
    pub expanded: u64,
    /// Transitions taken.
    pub transitions: u64,
    /// The largest distance of a state that was expanded.
    pub depth: u64,
}

/// How a search ended for a question. States are packed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ended {
    /// With a path to a state that decides it.
    Decided(Vec<Vec<u64>>),
    /// With all states seen; a path to one with the largest value, if that is asked for and there is one.
    Complete(Option<(i64, Vec<Vec<u64>>)>),
    /// With all states seen, in some of which, the first of which is this, a number was too large.
    TooLarge(Vec<u64>),
    /// With some states left out, since not all successors of this one, or not all initial states, can be listed.
    Obstructed(Option<Vec<u64>>),
    /// Before all states were seen, for a reason in words.
    Stopped(String),
}

impl<'s> Kernel<'s> {
    /// A kernel for these properties, given by their numbers, none of which may be about paths; with the reductions that `is_used` admits.
    ///
    /// # Errors
    /// If [`can_check`](crate::can_check) refuses the system or a property.
    pub fn new(
        system: &'s System,
        properties: &[usize],
        settings: &Settings,
        is_used: impl Fn(Use) -> bool,
    ) -> Result<Self, Failure> {
        let refused =
            |what: Unsupported| Failure::Internal(format!("asked to check what it cannot: {}", what.0));
        let program = Program::compile(system).map_err(refused)?;
        let questions: Vec<&Property> = properties.iter().map(|number| &system.properties[*number]).collect();
        if questions.iter().any(|property| is_temporal(property)) {
            return Err(Failure::Internal("a kernel is for questions about single states".into()));
        }
        let initial = InitialStates::plan(program.compiler, &program.domains).map_err(refused)?;
        let monitors = questions.iter().map(|property| Monitor::new(program.compiler, property));
        let monitors: Vec<Monitor> = monitors.collect::<Result<_, _>>().map_err(refused)?;
        let settings = Settings { partial_order: Use::Never, ..settings.clone() };
        let asks_all = monitors.iter().any(Monitor::seeks_largest);
        let reduction = Reduction::new(&program, &settings, &questions, |when| {
            when != Use::Never && is_used(when) && !asks_all
        });
        let layout = Layout::new(&program.domains);
        Ok(Kernel {
            expander: expander(&program, &layout, reduction.as_ref()),
            monitors: Monitors::new(monitors, &layout),
            successors: Successors::new(layout.words()),
            program,
            initial,
            layout,
            reduction,
            questions,
        })
    }

    /// Doubles the fields of all variables without bounds.
    ///
    /// # Errors
    /// If they are as wide as numbers already, which is a bug: then every value fits.
    pub fn widen(&mut self) -> Result<(), Failure> {
        let internal = || Failure::Internal("a value fits into no field".into());
        self.layout = self.layout.doubled(&self.program.domains).ok_or_else(internal)?;
        self.expander = expander(&self.program, &self.layout, self.reduction.as_ref());
        self.monitors.bind(&self.layout);
        self.successors = Successors::new(self.layout.words());
        Ok(())
    }

    /// How large packed states are.
    pub fn shape(&self) -> Shape {
        self.layout.shape()
    }

    /// Whether states are represented by others.
    pub fn is_reduced(&self) -> bool {
        self.reduction.is_some()
    }

    /// How the search goes about it, in a few words.
    pub fn strategy(&self) -> String {
        strategy_with(self.reduction.as_ref())
    }

    /// How many questions there are.
    pub fn questions(&self) -> usize {
        self.questions.len()
    }

    /// Whether a question asks for a largest value, so that all states must be seen.
    pub fn seeks_largest(&self, question: usize) -> bool {
        self.monitors.all[question].seeks_largest()
    }

    /// Whether a question is about what can happen in a state, and not about the state itself.
    pub fn asks_of_steps(&self, question: usize) -> bool {
        matches!(self.questions[question].question, Question::DeadlockFree | Question::NoFaults)
    }

    /// Whether what decides a question shows a violation.
    pub fn is_refuted(&self, question: usize) -> bool {
        !matches!(self.questions[question].question, Question::Reachable(_))
    }

    /// Lists the initial states, always in the same order and possibly some more than once. `found` is called now and then with nothing, and may
    /// end the listing. Returns whether not all can be listed.
    ///
    /// # Errors
    /// If a value does not fit; what was listed is to be forgotten.
    pub fn initial(&self, found: &mut dyn FnMut(Option<&[u64]>) -> ControlFlow<()>) -> Result<bool, TooWide> {
        let mut words = vec![0; self.layout.words()];
        let mut is_too_wide = false;
        let obstacle = self.initial.list(self.program.compiler, &mut |values, is_state| {
            if !is_state {
                return found(None);
            }
            let packed = match &self.reduction {
                Some(reduction) => {
                    let mut represented = values.to_vec();
                    reduction.represent(&mut represented);
                    self.layout.pack(&represented, &mut words)
                }
                None => self.layout.pack(values, &mut words),
            };
            if packed.is_err() {
                is_too_wide = true;
                return ControlFlow::Break(());
            }
            found(Some(&words))
        });
        if is_too_wide { Err(TooWide) } else { Ok(obstacle.is_some()) }
    }

    /// Expands a packed state. The successors, always in the same order, are in [`Kernel::successors`] until the next call.
    ///
    /// # Errors
    /// If a value does not fit.
    pub fn expand(&mut self, state: &[u64]) -> Result<ExpandedState, TooWide> {
        let expansion = self.expansion(state).map_err(|_| TooWide)?;
        Ok(ExpandedState {
            successors: expansion.successors,
            is_notable: expansion.successors == 0 || expansion.fault.is_some(),
            is_obstructed: expansion.obstacle.is_some(),
        })
    }

    fn expansion(&mut self, state: &[u64]) -> Result<Expansion, Misfit> {
        let Kernel { program, layout, expander, reduction, successors, .. } = self;
        successors.clear();
        let expansion = expander.expand(program, layout, state, 0, successors)?;
        if let Some(reduction) = reduction {
            reduction.represent_last(layout, successors)?;
        }
        Ok(expansion)
    }

    /// The successors of the state that was expanded last.
    pub fn successors(&self) -> impl Iterator<Item = &[u64]> {
        self.successors.iter()
    }

    /// What the questions, given by their places, meet in a state itself.
    pub fn look_at(&mut self, state: &[u64], met: &mut dyn FnMut(usize, Met)) {
        self.monitors.look_at(state, &mut |question, sight| {
            let sight = match sight {
                Sight::Decides => Met::Decision,
                Sight::Value(value) => Met::Value(value),
                Sight::TooLarge(_) => Met::Overflow,
            };
            met(question, sight);
        });
    }

    /// The questions that are decided by what can happen in a state.
    pub fn met(&mut self, state: &[u64]) -> Vec<usize> {
        match self.expansion(state) {
            Ok(expansion) => {
                (0..self.questions.len()).filter(|at| self.monitors.sees_expansion(*at, &expansion)).collect()
            }
            Err(_) => Vec::new(),
        }
    }

    /// The answer to a question; `largest` is the largest value so far, where that is asked for.
    ///
    /// # Errors
    /// If states that are said to be a path are none.
    pub fn answer(
        &mut self,
        question: usize,
        ended: Ended,
        largest: Option<i64>,
        counts: &Counts,
    ) -> Result<Answer, Failure> {
        let extent = extent_of(counts.states, counts.expanded, counts.depth);
        let evidence = match ended {
            Ended::Decided(path) => self.trace(question, &path)?.map(Evidence::path),
            Ended::Complete(None) if self.seeks_largest(question) => {
                Err("the expression faults in every reachable state".to_owned())
            }
            Ended::Complete(None) => Ok(Evidence::Exhaustive { states: counts.states.into() }),
            Ended::Complete(Some((value, path))) => {
                let witness = self.trace(question, &path)?.ok();
                Ok(Evidence::Largest { value: Largest::Exactly(i128::from(value)), witness })
            }
            Ended::TooLarge(state) => {
                Err(overflow(self.program.system(), self.overflow_in(question, &state)))
            }
            Ended::Obstructed(state) => {
                let obstacle = Hindrance::Obstacle(self.obstacle(state.as_deref()));
                Err(reason(self.program.system(), &extent, &obstacle))
            }
            Ended::Stopped(stop) => Err(format!("{stop}; {extent}")),
        };
        let open = |reason: String| Answer::unknown(reason, "explicit", self.strategy());
        match evidence {
            Ok(evidence) => {
                let asked = &self.questions[question].question;
                Answer::from_evidence(asked, evidence, "explicit", self.strategy())
                    .map_err(|irrelevant| Failure::Internal(irrelevant.to_string()))
            }
            Err(reason) if self.seeks_largest(question) => {
                Ok(open(reason).between(largest.map(i128::from), None))
            }
            Err(reason) => Ok(open(reason)),
        }
    }

    /// Counts as the search of one process reports them.
    pub fn statistics(&self, counts: &Counts, stored_bytes: u64) -> Statistics {
        vec![
            ("states", counts.states.into()),
            ("transitions", counts.transitions.into()),
            ("depth", counts.depth.into()),
            ("stored_bytes", stored_bytes.into()),
            ("state_bits", self.layout.bits().into()),
        ]
    }

    fn trace(
        &mut self,
        question: usize,
        path: &[Vec<u64>],
    ) -> Result<Result<system::Trace, String>, Failure> {
        let ending = self.ending(question, path.last().map_or(&[], Vec::as_slice))?;
        let unpacked = |words: &Vec<u64>| {
            let mut values = vec![0; self.layout.variables()];
            self.layout.unpack(words, &mut values);
            values
        };
        let states: Vec<Vec<i64>> = path.iter().map(unpacked).collect();
        trace_along(&self.program, &self.initial, self.reduction.as_ref(), &states, &ending)
    }

    /// How a path to this state ends.
    fn ending(&mut self, question: usize, state: &[u64]) -> Result<PathEnding, Failure> {
        if !self.asks_of_steps(question) {
            return Ok(PathEnding::Finite);
        }
        let expansion = self.expansion(state).ok();
        let ending = expansion.and_then(|expansion| self.monitors.all[question].ending(&expansion));
        ending.ok_or_else(|| Failure::Internal("a path ends in a state that decides nothing".into()))
    }

    /// Where a number was too large in a state.
    fn overflow_in(&mut self, question: usize, state: &[u64]) -> Span {
        let mut found = Span::default();
        self.monitors.look_at(state, &mut |at, sight| {
            if let (true, Sight::TooLarge(span)) = (at == question, sight) {
                found = span;
            }
        });
        found
    }

    /// Why not all successors of a state, or not all initial states, can be listed.
    fn obstacle(&mut self, state: Option<&[u64]>) -> Obstacle {
        let found = match state {
            Some(state) => self.expansion(state).ok().and_then(|expansion| expansion.obstacle),
            None => self.initial.list(self.program.compiler, &mut |_, _| ControlFlow::Continue(())),
        };
        found.unwrap_or(Obstacle::Stopped(Stop::Interrupted))
    }
}

fn expander(program: &Program<'_>, layout: &Layout, reduction: Option<&Reduction>) -> Expander {
    match reduction {
        Some(_) => Expander::noting(program, layout),
        None => Expander::new(program, layout),
    }
}
