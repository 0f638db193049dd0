//! The engine's front door: which search answers what, in which order.

use crate::answer::{answer, extent, statistics};
use crate::coverage::coverage;
use crate::program::Program;
use crate::program::initial::InitialStates;
use crate::reduce::stubborn::Stubborn;
use crate::report::{Failure, Report};
use crate::search::monitor::Monitor;
use crate::search::path::{path_along, states_to};
use crate::search::reason::reason;
use crate::search::reduction::Reduction;
use crate::search::{BreadthFirstSearch, Goal, Hindrance};
use crate::settings::{Settings, Use};
use crate::states::visited::Visited;
use crate::temporal::fairness::Assumptions;
use crate::temporal::space::{End, Space};
use crate::temporal::{self, Attempt};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::collections::HashMap;
use system::{
    Answer, Coverage, DeadEnds, Observer, PathEnding, Property, Question, Role, System, Verdict, Watch,
    retrace,
};

/// Linear-time properties are first tried on so many states, in the hope of an early end.
const FIRST_PATIENCE: u64 = 20_000;

/// Whether a property speaks of paths.
pub(crate) fn is_temporal(property: &Property) -> bool {
    matches!(property.question, Question::Ctl(_) | Question::Ltl(_))
}

/// Answers properties, as [`check_with_coverage`] does; what never happens is not of interest.
pub fn check(
    system: &System,
    properties: &[usize],
    settings: &Settings,
    watch: &dyn Watch,
) -> Result<Vec<Answer>, Failure> {
    let settings = Settings { coverage: false, ..settings.clone() };
    Ok(check_with_coverage(system, properties, &settings, watch)?.answers)
}

/// Answers properties, given by their numbers, all of which [`can_check`](crate::can_check) must have accepted.
pub fn check_with_coverage(
    system: &System,
    properties: &[usize],
    settings: &Settings,
    watch: &dyn Watch,
) -> Result<Report, Failure> {
    let answers = Collected::default();
    let coverage = check_observed(system, properties, settings, watch, &answers)?;
    let mut answers = answers.0.into_inner();
    let answer = |number: &usize| answers.remove(number).expect("the search answers what is left");
    Ok(Report { answers: properties.iter().map(answer).collect(), coverage })
}

/// Keeps answers.
#[derive(Default)]
struct Collected(RefCell<HashMap<usize, Answer>>);

impl Observer for Collected {
    fn answered(&self, property: usize, answer: Answer) {
        self.0.borrow_mut().insert(property, answer);
    }
}

/// Answers properties, given by their numbers, all of which [`can_check`](crate::can_check) must have accepted, and tells each
/// answer when it falls; returns what never happens, if that is wanted and known.
///
/// Linear-time properties are tried first, for a short while, since a violation may be near even where the
/// states are infinitely many. Then one breadth-first search answers all that can be decided state by state, and
/// on the complete graph the rest is answered.
pub fn check_observed(
    system: &System,
    properties: &[usize],
    settings: &Settings,
    watch: &dyn Watch,
    observer: &dyn Observer,
) -> Result<Option<Coverage>, Failure> {
    let refused = |what| Failure::Internal(format!("asked to check what it cannot: {what}"));
    let program = Program::compile(system).map_err(|unsupported| refused(unsupported.0))?;
    let questions: Vec<&Property> = properties.iter().map(|index| &system.properties[*index]).collect();
    let assumptions = match questions.iter().any(|property| is_temporal(property)) {
        true => Assumptions::new(&program).map_err(|unsupported| refused(unsupported.0))?,
        false => Assumptions::default(),
    };
    let initial = InitialStates::plan(program.compiler, &program.domains);
    let initial = initial.map_err(|unsupported| refused(unsupported.0))?;
    let verdicts = RefCell::new(vec![None; properties.len()]);
    let answers = Answers { properties, observer, verdicts: &verdicts };
    let job = Job {
        program: &program,
        assumptions: &assumptions,
        initial: &initial,
        settings,
        watch,
        questions: &questions,
        answers,
    };
    job.try_linear()?;
    observer.working_on(None);
    let searched = job.search()?;
    Ok(searched.filter(|_| settings.coverage).and_then(|searched| {
        let verdicts = verdicts.borrow();
        let known = properties.iter().zip(&questions).zip(verdicts.iter());
        let holding = known.filter(|(_, verdict)| **verdict == Some(Verdict::Holds));
        let holding: Vec<(usize, &Property)> =
            holding.map(|((number, property), _)| (*number, *property)).collect();
        let mut covered = coverage(&program, &searched.visited, searched.transitions, &holding, watch)?;
        covered.dead_ends = searched.dead_ends.and_then(|(count, first)| {
            let states = states_to(&searched.visited, first);
            let path = path_along(&program, &states, &PathEnding::DeadEnd).ok()?;
            Some(DeadEnds { count, path: retrace(system, &path).ok()? })
        });
        Some(covered)
    }))
}

/// For each of these properties, given by their numbers, whether it reads variables of processes: such properties are searched for apart where reductions are
/// used, since what a question reads is never inactive.
pub fn read_processes(system: &System, properties: &[usize]) -> Vec<bool> {
    let Ok(program) = Program::compile(system) else { return vec![false; properties.len()] };
    properties.iter().map(|number| reads_locals(&program, &system.properties[*number].question)).collect()
}

/// Whether a question about single states reads variables of processes.
fn reads_locals(program: &Program<'_>, question: &Question) -> bool {
    let mut read = BTreeSet::new();
    match question {
        Question::Invariant(e) | Question::Reachable(e) | Question::Bound(e) => {
            if let Ok(code) = program.compiler.expression(e) {
                code.variables(&mut read);
            }
        }
        Question::DeadlockFree | Question::NoFaults | Question::Ctl(_) | Question::Ltl(_) => {}
    }
    let variables = &program.system().variables;
    read.iter()
        .map(|number| &variables[*number as usize])
        .any(|variable| variable.owner.is_some() && variable.role == Role::Variable)
}

/// A search that may be reduced is tried without reduction on so many states.
const PLAIN_STATES: usize = 100_000;

/// How much more patience linear-time properties get in each round.
const MORE_PATIENCE: u64 = 8;

/// The answers so far, and who hears of them. Questions have the numbers in which they were asked.
#[derive(Clone, Copy)]
struct Answers<'a> {
    properties: &'a [usize],
    observer: &'a dyn Observer,
    verdicts: &'a RefCell<Vec<Option<Verdict>>>,
}

impl Answers<'_> {
    fn is_open(&self, at: usize) -> bool {
        self.verdicts.borrow()[at].is_none() && self.observer.is_open(self.properties[at])
    }

    fn settle(&self, at: usize, answer: Answer) {
        self.verdicts.borrow_mut()[at] = Some(answer.verdict().clone());
        self.observer.answered(self.properties[at], answer);
    }

    fn working_on(&self, at: usize) {
        self.observer.working_on(Some(self.properties[at]));
    }

    fn numbers(&self, open: &[usize]) -> Vec<usize> {
        open.iter().map(|at| self.properties[*at]).collect()
    }
}

#[derive(Clone, Copy)]
struct Job<'a, 's> {
    program: &'a Program<'s>,
    assumptions: &'a Assumptions,
    initial: &'a InitialStates,
    settings: &'a Settings,
    watch: &'a dyn Watch,
    questions: &'a [&'a Property],
    answers: Answers<'a>,
}

impl<'a, 's> Job<'a, 's> {
    /// The numbers of the questions that are open.
    fn open(&self) -> Vec<usize> {
        (0..self.questions.len()).filter(|at| self.answers.is_open(*at)).collect()
    }

    /// Tries linear-time properties with little patience, and then with a reduction. Where there is nothing but such
    /// properties, no search of all states will follow, and they get more patience, one after the other, until all are answered.
    fn try_linear(&self) -> Result<(), Failure> {
        let is_linear = |at: &usize| matches!(self.questions[*at].question, Question::Ltl(_));
        if !self.open().iter().any(is_linear) {
            return Ok(());
        }
        let Some(mut space) = self.initial_space() else { return Ok(()) };
        let is_last = self.open().iter().all(is_linear);
        for at in self.open().into_iter().filter(is_linear) {
            self.answers.working_on(at);
            self.try_first(&mut space, at, is_last)?;
        }
        let mut patience = FIRST_PATIENCE;
        while is_last && !self.open().is_empty() {
            patience = patience.saturating_mul(MORE_PATIENCE);
            for at in self.open() {
                self.answers.working_on(at);
                let is_alone = self.open().len() == 1;
                space.patience = Some(patience).filter(|_| !is_alone);
                let tried = self.attempt(&mut space, self.questions[at])?;
                if let Tried::Answered(answer) | Tried::Hindered(answer) = tried {
                    self.answers.settle(at, *answer);
                }
            }
        }
        Ok(())
    }

    /// Tries a linear-time property with little patience, and with a reduction if that may be worth its while.
    fn try_first(&self, space: &mut Space<'a, 's>, at: usize, is_last: bool) -> Result<(), Failure> {
        let property = self.questions[at];
        let reduction = self.settings.partial_order;
        let reducible = reduction != Use::Never && self.ignores_interleavings(property);
        let mut found = Tried::Impatient;
        if !(reducible && reduction == Use::Always) {
            space.patience = Some(FIRST_PATIENCE);
            found = self.attempt(space, property)?;
        }
        if !matches!(found, Tried::Answered(_)) && reducible && (is_last || reduction == Use::Always) {
            let patience = Some(FIRST_PATIENCE * MORE_PATIENCE).filter(|_| reduction != Use::Always);
            found = self.answer_reduced(property, patience)?;
        }
        if let Tried::Answered(answer) = found {
            self.answers.settle(at, *answer);
        }
        Ok(())
    }

    /// Tries a property in a space.
    fn attempt(&self, space: &mut Space<'a, 's>, property: &Property) -> Result<Tried, Failure> {
        match self.answer_temporal(space, property) {
            Attempt::Answered(found) => Ok(Tried::Answered(found)),
            Attempt::Ended(End::Impatient) => Ok(Tried::Impatient),
            Attempt::Ended(End::Hindered(hindrance)) => {
                let extent = format!("{} states were found", space.visited.store.len());
                let reason = reason(self.program.system(), &extent, &hindrance);
                Ok(Tried::Hindered(Box::new(Answer::unknown(reason, "explicit", "on the fly"))))
            }
            Attempt::Failed(failure) => Err(failure),
        }
    }

    /// Answers a linear-time property by a reduced search; nothing if there is no such search.
    fn answer_reduced(&self, property: &Property, patience: Option<u64>) -> Result<Tried, Failure> {
        let Some(stubborn) = Stubborn::new(self.program) else { return Ok(Tried::Impatient) };
        let Some(mut space) = self.initial_space() else { return Ok(Tried::Impatient) };
        space.leave_out_interleavings(stubborn);
        space.patience = patience;
        self.attempt(&mut space, property)
    }

    /// Whether a linear-time property cannot tell interleavings apart: no `X`, and nothing assumed.
    fn ignores_interleavings(&self, property: &Property) -> bool {
        match &property.question {
            Question::Ltl(formula) => temporal::is_stutter_invariant(formula) && self.assumptions.is_empty(),
            _ => false,
        }
    }

    /// The initial states, ready to be explored; nothing if they cannot be listed, or there are none.
    fn initial_space(&self) -> Option<Space<'a, 's>> {
        let mut search =
            BreadthFirstSearch::new(self.program, Vec::new(), Goal::Initial, self.settings, self.watch);
        search.run(self.initial);
        let is_ready = search.hindrance.is_none() && search.initial > 0;
        is_ready.then(|| self.space(search))
    }

    fn answer_temporal(&self, space: &mut Space<'a, 's>, property: &Property) -> Attempt {
        temporal::answer(self.program, space, self.assumptions, self.settings.linear_search, property)
    }

    fn space(&self, search: BreadthFirstSearch<'a, 's>) -> Space<'a, 's> {
        let initial = search.initial;
        let mut space = Space::new(self.program, self.assumptions, self.watch, search.visited, initial);
        space.state_limit = self.settings.state_limit;
        space
    }

    /// Answers what is open by a search of all states; returns the states if these are all.
    fn search(&self) -> Result<Option<Searched>, Failure> {
        if self.settings.has_reduction(Use::Always) {
            self.search_reduced()?;
        }
        let open = self.open();
        let is_answered = open.is_empty();
        if is_answered && !self.settings.coverage {
            return Ok(None);
        }
        let (temporal, mut plain): (Vec<usize>, Vec<usize>) =
            open.into_iter().partition(|at| is_temporal(self.questions[*at]));
        let monitors = self.monitors(&plain)?;
        let asks_all = !temporal.is_empty() || monitors.iter().any(Monitor::seeks_largest);
        // Where everything is answered, a short search for what never happens is all that is left to do.
        let goal = if asks_all || is_answered { Goal::Everything } else { Goal::Decision };
        let short = Settings { state_limit: Some(FIRST_PATIENCE), ..self.settings.clone() };
        let settings = if is_answered { &short } else { self.settings };
        let mut search = BreadthFirstSearch::new(self.program, monitors, goal, settings, self.watch)
            .heard_by(self.answers.observer, self.answers.numbers(&plain));
        if goal == Goal::Decision && self.settings.has_reduction(Use::Auto) {
            search.pause = Some(PLAIN_STATES);
        }
        search.run(self.initial);
        self.tell_news(&mut search, &plain)?;
        if search.has_paused() {
            (search, plain) = self.reduced_instead(search, plain)?;
        }
        if search.visited.store.is_empty() && search.hindrance.is_none() {
            return Err(Failure::NoInitialState);
        }
        self.answer_plain(&search, &plain)?;
        if temporal.is_empty() {
            return Ok(searched(search));
        }
        if let Some(hindrance) = search.hindrance.clone().filter(|_| !search.is_complete()) {
            for at in temporal.iter().filter(|at| self.answers.is_open(**at)) {
                self.answers.settle(*at, self.unknown(&search, &hindrance));
            }
            return Ok(None);
        }
        self.on_the_graph(&temporal, search).map(Some)
    }

    /// The monitors of these questions.
    fn monitors(&self, open: &[usize]) -> Result<Vec<Monitor>, Failure> {
        let refused = |what| Failure::Internal(format!("asked to check what it cannot: {what}"));
        let monitors = open.iter().map(|at| Monitor::new(self.program.compiler, self.questions[*at]));
        monitors.collect::<Result<_, _>>().map_err(|unsupported| refused(unsupported.0))
    }

    /// Tells what a search has found each time that it stops for it, until it ends or pauses.
    fn tell_news(&self, search: &mut BreadthFirstSearch<'a, 's>, open: &[usize]) -> Result<(), Failure> {
        while search.has_news() {
            for (at, monitor) in open.iter().zip(&search.monitors.all) {
                if monitor.finding.is_some() && self.answers.is_open(*at) {
                    self.answer_one(search, *at, monitor)?;
                }
            }
            search.go_on();
        }
        Ok(())
    }

    fn answer_one(
        &self,
        search: &BreadthFirstSearch<'_, '_>,
        at: usize,
        monitor: &Monitor,
    ) -> Result<(), Failure> {
        let question = &self.questions[at].question;
        self.answers.settle(at, answer(self.program, self.initial, search, question, monitor)?);
        Ok(())
    }

    /// Answers by a reduced search what it can answer.
    fn search_reduced(&self) -> Result<(), Failure> {
        let is_plain =
            |property: &Property| !is_temporal(property) && !matches!(property.question, Question::Bound(_));
        let open: Vec<usize> = self.open().into_iter().filter(|at| is_plain(self.questions[*at])).collect();
        for open in self.apart(open) {
            let Some(reduction) = self.reduction(&open, |when| when == Use::Always) else { continue };
            let mut search = self.reduced(&open, reduction)?;
            search.run(self.initial);
            self.tell_news(&mut search, &open)?;
            if search.visited.store.is_empty() && search.hindrance.is_none() {
                return Err(Failure::NoInitialState);
            }
            self.answer_plain(&search, &open)?;
        }
        Ok(())
    }

    /// The questions in groups, each of which is worth a reduced search of its own. What a question reads is never inactive:
    /// those that read variables of processes, as questions about the shape of lists do, must not cost all others their
    /// reduction.
    fn apart(&self, open: Vec<usize>) -> Vec<Vec<usize>> {
        let reads = |at: &usize| reads_locals(self.program, &self.questions[*at].question);
        let (reading, others): (Vec<usize>, Vec<usize>) = open.into_iter().partition(reads);
        [others, reading].into_iter().filter(|group| !group.is_empty()).collect()
    }

    /// Answers by what a search has found.
    fn answer_plain(&self, search: &BreadthFirstSearch<'_, '_>, open: &[usize]) -> Result<(), Failure> {
        let asked = open.iter().zip(&search.monitors.all).filter(|(at, _)| self.answers.is_open(**at));
        let asked: Vec<(&usize, &Monitor)> = asked.collect();
        let is_found = |(_, monitor): &&(&usize, &Monitor)| lengthens(search) && monitor.finding.is_some();
        let found: Vec<usize> = asked.iter().filter(is_found).map(|(at, _)| **at).collect();
        self.answer_shorter(search, &found)?;
        for (at, monitor) in asked {
            if self.answers.is_open(*at) {
                self.answer_one(search, *at, monitor)?;
            }
        }
        Ok(())
    }

    /// Answers by shortest paths what a search has found with paths that may be longer; unless that takes much longer.
    fn answer_shorter(&self, search: &BreadthFirstSearch<'_, '_>, found: &[usize]) -> Result<(), Failure> {
        let Some(reduction) = search.reduction.clone().filter(|_| !found.is_empty()) else { return Ok(()) };
        let most = 10 * search.visited.store.len() as u64 + PLAIN_STATES as u64;
        let limit = self.settings.state_limit.map_or(most, |limit| limit.min(most));
        let settings = Settings { state_limit: Some(limit), ..self.settings.clone() };
        let job = Job { settings: &settings, ..*self };
        let mut shorter = job.reduced(found, reduction.with_shortest_paths())?;
        shorter.run(self.initial);
        job.tell_news(&mut shorter, found)?;
        for (at, monitor) in found.iter().zip(&shorter.monitors.all) {
            if monitor.finding.is_some() && self.answers.is_open(*at) {
                self.answer_one(&shorter, *at, monitor)?;
            }
        }
        Ok(())
    }

    /// The reductions for these questions; nothing if there are none, or no questions.
    fn reduction(&self, open: &[usize], is_used: impl Fn(Use) -> bool) -> Option<Reduction> {
        let properties: Vec<&Property> = open.iter().map(|at| self.questions[*at]).collect();
        Reduction::new(self.program, self.settings, &properties, is_used).filter(|_| !open.is_empty())
    }

    fn reduced(&self, open: &[usize], reduction: Reduction) -> Result<BreadthFirstSearch<'a, 's>, Failure> {
        let monitors = self.monitors(open)?;
        let search =
            BreadthFirstSearch::new(self.program, monitors, Goal::Decision, self.settings, self.watch);
        // Paths that can be made shorter are not told before that.
        let search = match reduction.may_lengthen {
            true => search,
            false => search.heard_by(self.answers.observer, self.answers.numbers(open)),
        };
        Ok(search.reduced(reduction))
    }

    /// A reduced search that has ended, in place of one that has paused; or the latter, ended, if the reduction is
    /// not worth its while. With the questions that its monitors are for.
    fn reduced_instead(
        &self,
        mut search: BreadthFirstSearch<'a, 's>,
        open: Vec<usize>,
    ) -> Result<(BreadthFirstSearch<'a, 's>, Vec<usize>), Failure> {
        let mut groups = self.apart(open.clone());
        let last = groups.pop().unwrap_or_default();
        for group in groups {
            if let Some(reduced) = self.reduced_if_worthwhile(&group)? {
                self.answer_plain(&reduced, &group)?;
            }
        }
        let is_settled = |at: &usize| last.contains(at) || !self.answers.is_open(*at);
        let rest = if open.iter().all(is_settled) { last } else { open.clone() };
        if let Some(reduced) = self.reduced_if_worthwhile(&rest)? {
            return Ok((reduced, rest));
        }
        search.resume();
        self.tell_news(&mut search, &open)?;
        Ok((search, open))
    }

    /// A reduced search for these questions that has ended; nothing if a part of it shows that it saves too little.
    fn reduced_if_worthwhile(&self, open: &[usize]) -> Result<Option<BreadthFirstSearch<'a, 's>>, Failure> {
        let Some(reduction) = self.reduction(open, |when| when != Use::Never) else { return Ok(None) };
        let mut reduced = self.reduced(open, reduction)?;
        reduced.pause = Some(PLAIN_STATES / 4);
        reduced.run(self.initial);
        self.tell_news(&mut reduced, open)?;
        if reduced.has_paused() && !reduced.is_worth_going_on() {
            return Ok(None);
        }
        reduced.resume();
        self.tell_news(&mut reduced, open)?;
        Ok(Some(reduced))
    }

    fn unknown(&self, search: &BreadthFirstSearch<'_, '_>, hindrance: &Hindrance) -> Answer {
        let reason = reason(self.program.system(), &extent(search), hindrance);
        Answer::unknown(reason, "explicit", "breadth-first").with_statistics(statistics(search))
    }

    fn on_the_graph(
        &self,
        temporal: &[usize],
        search: BreadthFirstSearch<'a, 's>,
    ) -> Result<Searched, Failure> {
        let extent = extent(&search);
        let (transitions, dead_ends) = (search.transitions, dead_ends(&search));
        let mut space = self.space(search);
        for at in temporal.iter().filter(|at| self.answers.is_open(**at)) {
            self.answers.working_on(*at);
            let answer = match self.answer_temporal(&mut space, self.questions[*at]) {
                Attempt::Answered(answer) => *answer,
                Attempt::Failed(failure) => return Err(failure),
                Attempt::Ended(End::Impatient) => unreachable!("patience is not limited here"),
                Attempt::Ended(End::Hindered(hindrance)) => {
                    let reason = reason(self.program.system(), &extent, &hindrance);
                    Answer::unknown(reason, "explicit", "state graph")
                }
            };
            self.answers.settle(*at, answer);
        }
        self.answers.observer.working_on(None);
        Ok(Searched { visited: space.visited, transitions, dead_ends })
    }
}

/// What came of an attempt at a temporal property.
enum Tried {
    /// An answer.
    Answered(Box<Answer>),
    /// Patience was not enough.
    Impatient,
    /// A limit or an obstacle ended it; the answer that says so.
    Hindered(Box<Answer>),
}

/// All reachable states, and how many transitions lead from one to another.
struct Searched {
    visited: Visited,
    transitions: u64,
    /// How many states have no successor, and the first of them; nothing if none, or if not all are known.
    dead_ends: Option<(u64, u32)>,
}

/// Whether the paths of a search may be longer than others.
fn lengthens(search: &BreadthFirstSearch<'_, '_>) -> bool {
    search.reduction.as_ref().is_some_and(|reduction| reduction.may_lengthen)
}

fn searched(search: BreadthFirstSearch<'_, '_>) -> Option<Searched> {
    let (transitions, dead_ends) = (search.transitions, dead_ends(&search));
    search.is_complete().then_some(search.visited).map(|visited| Searched { visited, transitions, dead_ends })
}

/// How many states have no successor, and the first of them. Where a search is reduced, states are left out or stand for
/// several, so that nothing is counted.
fn dead_ends(search: &BreadthFirstSearch<'_, '_>) -> Option<(u64, u32)> {
    let first = search.monitors.first_dead_end.filter(|_| search.reduction.is_none())?;
    Some((search.monitors.dead_ends, first))
}
