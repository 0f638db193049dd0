//! The engine's front door: which search answers what, in which order.

use crate::answer::{answer, extent, statistics};
use crate::coverage::coverage;
use crate::fairness::Assumptions;
use crate::initial::InitialStates;
use crate::monitor::Monitor;
use crate::program::Program;
use crate::reason::reason;
use crate::search::{Goal, Hindrance, Search};
use crate::space::{End, Space};
use crate::temporal::{self, Attempt};
use crate::visited::Visited;
use system::{Answer, Coverage, Property, Question, System, Verdict, Watch};

/// How to search.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Settings {
    /// Stop when more states than this have been found; what is open then is unknown.
    pub state_limit: Option<u64>,
    /// How to look for violations of linear-time properties.
    pub linear_search: LinearSearch,
    /// Whether to find out what never happens, if the search is complete.
    pub coverage: bool,
}

/// What came of a check.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// One answer for each property.
    pub answers: Vec<Answer>,
    /// What never happens, if that was asked for and could be found out.
    pub coverage: Option<Coverage>,
}

/// How to look for an accepting run of the product of a system and an automaton.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum LinearSearch {
    /// By strongly connected components.
    #[default]
    Components,
    /// By nested depth-first search, where there is neither strong fairness nor compassion.
    Nested,
}

/// Why nothing was checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Failure {
    /// The model has no initial state at all, so every property would hold of it.
    NoInitialState,
    /// A bug: the engine contradicts the reference interpreter, or itself.
    Internal(String),
}

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

struct Job<'a, 's> {
    program: &'a Program<'s>,
    assumptions: &'a Assumptions,
    initial: &'a InitialStates,
    settings: &'a Settings,
    watch: &'a dyn Watch,
}

impl<'a, 's> Job<'a, 's> {
    /// Tries linear-time properties with little patience.
    fn try_linear(&self, questions: &[&Property], answers: &mut [Option<Answer>]) -> Result<(), Failure> {
        let is_linear = |property: &Property| matches!(property.question, Question::Ltl(_));
        if !questions.iter().any(|property| is_linear(property)) {
            return Ok(());
        }
        let mut search = Search::new(self.program, Vec::new(), Goal::Initial, self.settings, self.watch);
        search.run(self.initial);
        if search.hindrance.is_some() || search.initial == 0 {
            return Ok(());
        }
        let mut space = self.space(search);
        // Where there is nothing but linear-time properties, no search of all states will follow.
        space.patience =
            Some(FIRST_PATIENCE).filter(|_| !questions.iter().all(|property| is_linear(property)));
        for (property, answer) in questions.iter().zip(answers) {
            if is_linear(property) {
                match self.answer_temporal(&mut space, property) {
                    Attempt::Answered(found) => *answer = Some(*found),
                    Attempt::Ended(End::Impatient) => {}
                    Attempt::Ended(End::Hindered(hindrance)) if space.patience.is_none() => {
                        let extent = format!("{} states were found", space.visited.store.len());
                        let reason = reason(self.program.system(), &extent, &hindrance);
                        *answer = Some(Answer::new(Verdict::Unknown(reason), "explicit", "on the fly"));
                    }
                    Attempt::Ended(End::Hindered(_)) => {}
                    Attempt::Failed(failure) => return Err(failure),
                }
            }
        }
        Ok(())
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
        search.run(self.initial);
        if search.visited.store.len() == 0 && search.hindrance.is_none() {
            return Err(Failure::NoInitialState);
        }
        for (at, monitor) in plain.iter().zip(&search.monitors.all) {
            answers[*at] = Some(answer(self.program, &search, monitor)?);
        }
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
