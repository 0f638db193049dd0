//! The engine's front door: which search answers what, in which order.

use crate::answer::{answer, extent, statistics};
use crate::coverage::coverage;
use crate::program::Program;
use crate::program::initial::InitialStates;
use crate::reduce::stubborn::Stubborn;
use crate::report::{Failure, Report};
use crate::search::monitor::Monitor;
use crate::search::reason::reason;
use crate::search::reduction::Reduction;
use crate::search::{Goal, Hindrance, Search};
use crate::settings::{Settings, Use};
use crate::states::visited::Visited;
use crate::temporal::fairness::Assumptions;
use crate::temporal::space::{End, Space};
use crate::temporal::{self, Attempt};
use system::{Answer, Property, Question, System, Verdict, Watch};

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
///
/// Linear-time properties are tried first, for a short while, since a violation may be near even where the
/// states are infinitely many. Then one breadth-first search answers all that can be decided state by state, and
/// on the complete graph the rest is answered.
pub fn check_with_coverage(
    system: &System,
    properties: &[usize],
    settings: &Settings,
    watch: &dyn Watch,
) -> Result<Report, Failure> {
    let refused = |what| Failure::Internal(format!("asked to check what it cannot: {what}"));
    let program = Program::compile(system).map_err(|unsupported| refused(unsupported.0))?;
    let questions: Vec<&Property> = properties.iter().map(|index| &system.properties[*index]).collect();
    let assumptions = match questions.iter().any(|property| is_temporal(property)) {
        true => Assumptions::new(&program).map_err(|unsupported| refused(unsupported.0))?,
        false => Assumptions::default(),
    };
    let initial = InitialStates::plan(program.compiler, &program.domains);
    let initial = initial.map_err(|unsupported| refused(unsupported.0))?;
    let job = Job { program: &program, assumptions: &assumptions, initial: &initial, settings, watch };
    let mut answers: Vec<Option<Answer>> = vec![None; properties.len()];
    job.try_linear(&questions, &mut answers)?;
    let searched = job.search(&questions, &mut answers)?;
    let answers: Vec<Answer> =
        answers.into_iter().map(|answer| answer.expect("the search answers what is left")).collect();
    let coverage = searched.filter(|_| settings.coverage).and_then(|searched| {
        let holds = |answer: &Answer| answer.verdict == Verdict::Holds;
        let holding = properties.iter().zip(&questions).zip(&answers).filter(|(_, answer)| holds(answer));
        let holding: Vec<(usize, &Property)> =
            holding.map(|((number, property), _)| (*number, *property)).collect();
        coverage(&program, &searched.visited, searched.transitions, &holding, watch)
    });
    Ok(Report { answers, coverage })
}

/// A search that may be reduced is tried without reduction on so many states.
const PLAIN_STATES: usize = 100_000;

struct Job<'a, 's> {
    program: &'a Program<'s>,
    assumptions: &'a Assumptions,
    initial: &'a InitialStates,
    settings: &'a Settings,
    watch: &'a dyn Watch,
}

impl<'a, 's> Job<'a, 's> {
    /// Tries linear-time properties with little patience, and then with a reduction.
    fn try_linear(&self, questions: &[&Property], answers: &mut [Option<Answer>]) -> Result<(), Failure> {
        let is_linear = |property: &Property| matches!(property.question, Question::Ltl(_));
        if !questions.iter().any(|property| is_linear(property)) {
            return Ok(());
        }
        let Some(mut space) = self.initial_space() else { return Ok(()) };
        // Where there is nothing but linear-time properties, no search of all states will follow.
        let is_last = questions.iter().all(|property| is_linear(property));
        let asks_all =
            |property: &&Property| matches!(property.question, Question::Ctl(_) | Question::Bound(_));
        let follows_anyway = questions.iter().any(asks_all);
        for (property, answer) in questions.iter().zip(answers) {
            if !is_linear(property) {
                continue;
            }
            let reduction = self.settings.partial_order;
            let reducible = reduction != Use::Never && self.ignores_interleavings(property);
            if reducible && reduction == Use::Always {
                *answer = self.answer_reduced(property)?;
                continue;
            }
            let may_reduce = reducible && !follows_anyway;
            space.patience = Some(FIRST_PATIENCE).filter(|_| may_reduce || !is_last);
            *answer = self.attempt(&mut space, property)?;
            if answer.is_none() && may_reduce {
                *answer = self.answer_reduced(property)?;
            }
            if answer.is_none() && is_last {
                space.patience = None;
                *answer = self.attempt(&mut space, property)?;
            }
        }
        Ok(())
    }

    /// Tries a property in a space; what remains open after a search without limit is unknown.
    fn attempt(&self, space: &mut Space<'a, 's>, property: &Property) -> Result<Option<Answer>, Failure> {
        match self.answer_temporal(space, property) {
            Attempt::Answered(found) => Ok(Some(*found)),
            Attempt::Ended(End::Hindered(hindrance)) if space.patience.is_none() => {
                let extent = format!("{} states were found", space.visited.store.len());
                let reason = reason(self.program.system(), &extent, &hindrance);
                Ok(Some(Answer::new(Verdict::Unknown(reason), "explicit", "on the fly")))
            }
            Attempt::Ended(_) => Ok(None),
            Attempt::Failed(failure) => Err(failure),
        }
    }

    /// Answers a linear-time property by a reduced search; nothing if there is no such search.
    fn answer_reduced(&self, property: &Property) -> Result<Option<Answer>, Failure> {
        let Some(stubborn) = Stubborn::new(self.program) else { return Ok(None) };
        let Some(mut space) = self.initial_space() else { return Ok(None) };
        space.leave_out_interleavings(stubborn);
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
        let mut search = Search::new(self.program, Vec::new(), Goal::Initial, self.settings, self.watch);
        search.run(self.initial);
        let is_ready = search.hindrance.is_none() && search.initial > 0;
        is_ready.then(|| self.space(search))
    }

    fn answer_temporal(&self, space: &mut Space<'a, 's>, property: &Property) -> Attempt {
        temporal::answer(self.program, space, self.assumptions, self.settings.linear_search, property)
    }

    fn space(&self, search: Search<'a, 's>) -> Space<'a, 's> {
        let initial = search.initial;
        let mut space = Space::new(self.program, self.assumptions, self.watch, search.visited, initial);
        space.state_limit = self.settings.state_limit;
        space
    }

    /// Answers what is open by a search of all states; returns the states if these are all.
    fn search(
        &self,
        questions: &[&Property],
        answers: &mut [Option<Answer>],
    ) -> Result<Option<Searched>, Failure> {
        if self.settings.has_reduction(Use::Always) {
            self.search_reduced(questions, answers)?;
        }
        let is_answered = answers.iter().all(Option::is_some);
        if is_answered && !self.settings.coverage {
            return Ok(None);
        }
        let open = |at: &usize| answers[*at].is_none();
        let (temporal, plain): (Vec<usize>, Vec<usize>) =
            (0..questions.len()).filter(open).partition(|at| is_temporal(questions[*at]));
        let monitors = plain.iter().map(|at| Monitor::new(self.program.compiler, questions[*at]));
        let refused = |what| Failure::Internal(format!("asked to check what it cannot: {what}"));
        let monitors =
            monitors.collect::<Result<Vec<_>, _>>().map_err(|unsupported| refused(unsupported.0))?;
        let asks_all = !temporal.is_empty() || monitors.iter().any(Monitor::seeks_largest);
        // Where everything is answered, a short search for what never happens is all that is left to do.
        let goal = if asks_all || is_answered { Goal::Everything } else { Goal::Decision };
        let short = Settings { state_limit: Some(FIRST_PATIENCE), ..self.settings.clone() };
        let settings = if is_answered { &short } else { self.settings };
        let mut search = Search::new(self.program, monitors, goal, settings, self.watch);
        if goal == Goal::Decision && self.settings.has_reduction(Use::Auto) {
            search.pause = Some(PLAIN_STATES);
        }
        search.run(self.initial);
        if search.has_paused() {
            search = self.reduced_instead(search, &plain, questions)?;
        }
        if search.visited.store.len() == 0 && search.hindrance.is_none() {
            return Err(Failure::NoInitialState);
        }
        self.answer_plain(&search, &plain, questions, answers)?;
        if temporal.is_empty() {
            return Ok(searched(search));
        }
        if let Some(hindrance) = search.hindrance.clone().filter(|_| !search.is_complete()) {
            for at in &temporal {
                answers[*at] = Some(self.unknown(&search, &hindrance));
            }
            return Ok(None);
        }
        self.on_the_graph(questions, &temporal, search, answers).map(Some)
    }

    /// Answers by a reduced search what it can answer.
    fn search_reduced(&self, questions: &[&Property], answers: &mut [Option<Answer>]) -> Result<(), Failure> {
        let is_plain =
            |property: &Property| !is_temporal(property) && !matches!(property.question, Question::Bound(_));
        let open: Vec<usize> =
            (0..questions.len()).filter(|at| answers[*at].is_none() && is_plain(questions[*at])).collect();
        let Some(reduction) = self.reduction(&open, questions, |when| when == Use::Always) else {
            return Ok(());
        };
        let mut search = self.reduced(&open, questions, reduction)?;
        search.run(self.initial);
        if search.visited.store.len() == 0 && search.hindrance.is_none() {
            return Err(Failure::NoInitialState);
        }
        self.answer_plain(&search, &open, questions, answers)
    }

    /// Answers by what a search has found.
    fn answer_plain(
        &self,
        search: &Search<'_, '_>,
        open: &[usize],
        questions: &[&Property],
        answers: &mut [Option<Answer>],
    ) -> Result<(), Failure> {
        for (at, monitor) in open.iter().zip(&search.monitors.all) {
            answers[*at] = Some(answer(self.program, self.initial, search, monitor)?);
        }
        let lengthens = search.reduction.as_ref().is_some_and(|reduction| reduction.may_lengthen);
        let is_found = |(_, monitor): &(&usize, &Monitor)| lengthens && monitor.finding.is_some();
        let found = open.iter().zip(&search.monitors.all).filter(is_found);
        let found: Vec<usize> = found.map(|(at, _)| *at).collect();
        self.answer_shorter(search, &found, questions, answers)
    }

    /// Answers anew, by shortest paths, what a search has found with paths that may be longer; unless that takes much
    /// longer.
    fn answer_shorter(
        &self,
        search: &Search<'_, '_>,
        found: &[usize],
        questions: &[&Property],
        answers: &mut [Option<Answer>],
    ) -> Result<(), Failure> {
        let Some(reduction) = search.reduction.clone().filter(|_| !found.is_empty()) else { return Ok(()) };
        let most = 10 * search.visited.store.len() as u64 + PLAIN_STATES as u64;
        let limit = self.settings.state_limit.map_or(most, |limit| limit.min(most));
        let settings = Settings { state_limit: Some(limit), ..self.settings.clone() };
        let job = Job { settings: &settings, ..*self };
        let mut shorter = job.reduced(found, questions, reduction.with_shortest_paths())?;
        shorter.run(self.initial);
        for (at, monitor) in found.iter().zip(&shorter.monitors.all) {
            if monitor.finding.is_some() {
                answers[*at] = Some(answer(self.program, self.initial, &shorter, monitor)?);
            }
        }
        Ok(())
    }

    /// The reductions for these questions; nothing if there are none, or no questions.
    fn reduction(
        &self,
        open: &[usize],
        questions: &[&Property],
        is_used: impl Fn(Use) -> bool,
    ) -> Option<Reduction> {
        let properties: Vec<&Property> = open.iter().map(|at| questions[*at]).collect();
        Reduction::new(self.program, self.settings, &properties, is_used).filter(|_| !open.is_empty())
    }

    fn reduced(
        &self,
        open: &[usize],
        questions: &[&Property],
        reduction: Reduction,
    ) -> Result<Search<'a, 's>, Failure> {
        let monitors = open.iter().map(|at| Monitor::new(self.program.compiler, questions[*at]));
        let refused = |what| Failure::Internal(format!("asked to check what it cannot: {what}"));
        let monitors =
            monitors.collect::<Result<Vec<_>, _>>().map_err(|unsupported| refused(unsupported.0))?;
        let search = Search::new(self.program, monitors, Goal::Decision, self.settings, self.watch);
        Ok(search.reduced(reduction))
    }

    /// A reduced search that has ended, in place of one that has paused; or the latter, ended, if the reduction is
    /// not worth its while.
    fn reduced_instead(
        &self,
        mut search: Search<'a, 's>,
        open: &[usize],
        questions: &[&Property],
    ) -> Result<Search<'a, 's>, Failure> {
        if let Some(reduction) = self.reduction(open, questions, |when| when != Use::Never) {
            let mut reduced = self.reduced(open, questions, reduction)?;
            reduced.pause = Some(PLAIN_STATES / 4);
            reduced.run(self.initial);
            if !reduced.has_paused() || reduced.is_worth_going_on() {
                drop(search);
                reduced.resume();
                return Ok(reduced);
            }
        }
        search.resume();
        Ok(search)
    }

    fn unknown(&self, search: &Search<'_, '_>, hindrance: &Hindrance) -> Answer {
        let reason = reason(self.program.system(), &extent(search), hindrance);
        let mut answer = Answer::new(Verdict::Unknown(reason), "explicit", "breadth-first");
        answer.statistics = statistics(search);
        answer
    }

    fn on_the_graph(
        &self,
        questions: &[&Property],
        temporal: &[usize],
        search: Search<'a, 's>,
        answers: &mut [Option<Answer>],
    ) -> Result<Searched, Failure> {
        let extent = extent(&search);
        let transitions = search.transitions;
        let mut space = self.space(search);
        for at in temporal {
            let answer = match self.answer_temporal(&mut space, questions[*at]) {
                Attempt::Answered(answer) => *answer,
                Attempt::Failed(failure) => return Err(failure),
                Attempt::Ended(End::Impatient) => unreachable!("patience is not limited here"),
                Attempt::Ended(End::Hindered(hindrance)) => {
                    let reason = reason(self.program.system(), &extent, &hindrance);
                    Answer::new(Verdict::Unknown(reason), "explicit", "state graph")
                }
            };
            answers[*at] = Some(answer);
        }
        Ok(Searched { visited: space.visited, transitions })
    }
}

/// All reachable states, and how many transitions lead from one to another.
struct Searched {
    visited: Visited,
    transitions: u64,
}

fn searched(search: Search<'_, '_>) -> Option<Searched> {
    let transitions = search.transitions;
    search.is_complete().then_some(search.visited).map(|visited| Searched { visited, transitions })
}
