//! Compares the engine for unbounded systems with the explicit one, on models that have few reachable states.
//!
//! Every strategy is tried alone, with an allowance of work because many do not end, in several domains. What is settled
//! must be settled as the explicit engine does it; what a strategy shows must stand the second look that every answer gets;
//! and exact fixpoints that end must settle what they were computed for.
//!
//! Where the explicit engine cannot list a parameter or a rigid variable, it is given the model once for each value of
//! the parameter, and with a range in the place of all integers that is wide enough for what the model does.

use crate::compare::Disagreement;
use crate::models;
use crate::naive::{Survey, survey};
use crate::random::Random;
use crate::temporal::PARAMETER;
use composite_sets::{Automata, Composite, Parallel, Partitioned, Polyhedra, Serially};
use decision_diagrams::{Diagrams, Options};
use engines::{Asked, Subject, pursue};
use state_sets::{Cell, Formula, Kind, Limited, Linear, Space};
use std::cell::Cell as Mutable;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use symbolic::{
    Budget, Countless, Direction, Failure, Lowered, Prepared, Represented, STRATEGIES, Setup, Strategy,
};
use system::{
    Answer, BoundValue, Expr, Observer, Progress, Property, Question, Stop, System, Verdict, Watch,
};

/// Models with more states are not compared.
const MOST_STATES: u64 = 200;

/// Twins of a model with a rigid variable, which is any integer, let it be one of these.
const RIGID_RANGE: &str = "-20..30";

/// What came of comparisons.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Twins {
    /// Why models were not compared, and how many.
    pub skipped: BTreeMap<String, usize>,
    /// How many models were compared.
    pub models: usize,
    /// How many properties the explicit engine settled.
    pub properties: usize,
    /// How many attempts settled a property as it is: those that hold, and those that are violated.
    pub verdicts: [usize; 2],
    /// How many attempts left a property open.
    pub open: usize,
    /// How many attempts were not finished within the allowance.
    pub unfinished: usize,
    /// How many paths were confirmed.
    pub paths: usize,
    /// How many largest values that were not settled were known from below, and from above.
    pub sides: [usize; 2],
    /// For each strategy, how many of its attempts settled a property.
    pub strategies: BTreeMap<String, usize>,
}

impl Twins {
    /// Adds what came of further comparisons.
    pub fn add(&mut self, other: Twins) {
        self.models += other.models;
        self.properties += other.properties;
        self.verdicts[0] += other.verdicts[0];
        self.verdicts[1] += other.verdicts[1];
        self.open += other.open;
        self.unfinished += other.unfinished;
        self.paths += other.paths;
        self.sides[0] += other.sides[0];
        self.sides[1] += other.sides[1];
        for (sum, counts) in [(&mut self.skipped, other.skipped), (&mut self.strategies, other.strategies)] {
            counts.into_iter().for_each(|(name, count)| *sum.entry(name).or_default() += count);
        }
    }

    fn skipped(reason: impl Into<String>) -> Twins {
        Twins { skipped: BTreeMap::from([(reason.into(), 1)]), ..Twins::default() }
    }
}

/// Compares the engines on a model; a panic is a disagreement. Of all strategies in all domains, about so many of a hundred
/// are tried; which ones depends on the seed.
pub fn compare_twins(text: &str, percent: usize, seed: u64) -> Result<Twins, Disagreement> {
    let compared = catch_unwind(AssertUnwindSafe(|| compare_text(text, percent, seed)));
    compared.unwrap_or_else(|panic| {
        let message = panic.downcast_ref::<String>().cloned();
        let message = message.or_else(|| panic.downcast_ref::<&str>().map(ToString::to_string));
        Err(disagreement("panic", message.unwrap_or_default()))
    })
}

fn disagreement(kind: &'static str, detail: impl Into<String>) -> Disagreement {
    Disagreement { kind, detail: detail.into() }
}

fn loaded(text: &str) -> Option<System> {
    let loaded = models::load(text);
    let is_right = loaded.problems.is_empty() && !loaded.diagnostics.iter().any(|finding| finding.is_error());
    loaded.system.filter(|_| is_right)
}

/// The texts that the explicit engine reads in the place of one.
fn twins(text: &str) -> Vec<String> {
    let text = text.replace("forall k in int: A", &format!("forall k in {RIGID_RANGE}: A"));
    let text = text.replace("forall k in int: G", &format!("forall k in {RIGID_RANGE}: G"));
    let text = text.replace("forall k in int: (E", &format!("forall k in {RIGID_RANGE}: (E"));
    match text.contains(PARAMETER) {
        true => (1..=3).map(|value| text.replace(PARAMETER, &format!("const n := {value}"))).collect(),
        false => vec![text],
    }
}

fn compare_text(text: &str, percent: usize, seed: u64) -> Result<Twins, Disagreement> {
    let Some(system) = loaded(text) else { return Ok(Twins::skipped("the model is wrong")) };
    let expected = match expected(&system, text) {
        Ok(expected) => expected,
        Err(Expected::NoInitialState) => return no_initial_state(&system),
        Err(Expected::Nothing(reason)) => return Ok(Twins::skipped(reason)),
    };
    if expected.iter().all(Option::is_none) {
        return Ok(Twins::skipped("the explicit engine settles nothing"));
    }
    let mut comparison = TwinComparison {
        system: &system,
        subject: Subject::new(&system),
        sum: Twins { models: 1, ..Twins::default() },
    };
    comparison.subject.generate(&[], &Allowance::new(GENERATING));
    let mut random = Random::new(seed);
    for (number, known) in expected.iter().enumerate() {
        let Some(known) = known else { continue };
        comparison.sum.properties += 1;
        for strategy in strategies() {
            for sets in SETS {
                if random.percent(percent) {
                    comparison.attempt(number, known, strategy, sets)?;
                }
            }
        }
    }
    Ok(comparison.sum)
}

/// What is known of a property: its verdict, or its largest value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Known {
    /// It holds.
    Holds,
    /// It is violated.
    Violated,
    /// This is the largest value.
    Largest(i128),
}

/// Why nothing is expected.
enum Expected {
    NoInitialState,
    Nothing(&'static str),
}

/// What the explicit engine settles of the properties of a model with few reachable states, in as many readings as it takes.
pub(crate) fn known_truths(text: &str) -> Option<Vec<Option<Known>>> {
    expected(&loaded(text)?, text).ok()
}

fn expected(system: &System, text: &str) -> Result<Vec<Option<Known>>, Expected> {
    let mut expected: Vec<Option<Known>> = vec![None; system.properties.len()];
    for (number, twin) in twins(text).iter().enumerate() {
        let Some(twin) = loaded(twin) else { return Err(Expected::Nothing("the twin is wrong")) };
        let known = known_answers(&twin).map_err(|failure| match failure {
            explicit::Failure::NoInitialState => Expected::NoInitialState,
            _ => Expected::Nothing("the explicit engine fails"),
        })?;
        for ((property, sum), one) in system.properties.iter().zip(&mut expected).zip(known) {
            *sum = if number == 0 { one } else { joined(&property.question, sum.take(), one) };
        }
    }
    Ok(expected)
}

/// What is known for all values of a parameter.
fn joined(question: &Question, left: Option<Known>, right: Option<Known>) -> Option<Known> {
    let decided = match question {
        Question::Reachable(_) => Known::Holds,
        _ => Known::Violated,
    };
    match (left?, right?) {
        (Known::Largest(left), Known::Largest(right)) => Some(Known::Largest(left.max(right))),
        (left, right) if left == decided || right == decided => Some(decided),
        (left, _) => Some(left),
    }
}

/// What the explicit engine settles; and what the naive checker does where numbers are too large for that.
fn known_answers(system: &System) -> Result<Vec<Option<Known>>, explicit::Failure> {
    let mut known = explicit_answers(system)?;
    if known.iter().any(Option::is_none)
        && let Ok(survey) = survey(system, MOST_STATES as usize)
    {
        for (property, known) in system.properties.iter().zip(&mut known).filter(|(_, known)| known.is_none())
        {
            *known = naive_answer(system, &survey, &property.question);
        }
    }
    Ok(known)
}

fn naive_answer(system: &System, survey: &Survey, question: &Question) -> Option<Known> {
    if let Question::Bound(expression) = question {
        return survey.largest(system, expression).ok().flatten().map(Known::Largest);
    }
    let truth = survey.truth(system, question).ok().flatten()?;
    Some(if truth.holds { Known::Holds } else { Known::Violated })
}

fn explicit_answers(system: &System) -> Result<Vec<Option<Known>>, explicit::Failure> {
    let all: Vec<usize> = (0..system.properties.len()).collect();
    let can = explicit::can_check_all(system, &all);
    let able: Vec<usize> = all.iter().copied().filter(|number| can[*number].is_ok()).collect();
    let limits = explicit::Settings { state_limit: Some(MOST_STATES), ..explicit::Settings::default() };
    let answers = explicit::check(system, &able, &limits, &Allowance::new(200_000))?;
    let mut known = vec![None; all.len()];
    for (number, answer) in able.into_iter().zip(answers) {
        known[number] = match (answer.verdict(), answer.value()) {
            (_, Some(BoundValue::Exact(value))) => Some(Known::Largest(value)),
            (_, Some(_)) | (Verdict::Unknown(_), _) => None,
            (Verdict::Holds, None) => Some(Known::Holds),
            (Verdict::Violated, None) => Some(Known::Violated),
        };
    }
    Ok(known)
}

fn no_initial_state(system: &System) -> Result<Twins, Disagreement> {
    if system.properties.is_empty() {
        return Ok(Twins::skipped("no properties"));
    }
    match check(system, &[], 0, Some(STRATEGIES[0]), Sets::Composite).0 {
        Err(Failure::NoInitialState) => Ok(Twins::skipped("no initial state")),
        Ok(answer) if matches!(answer.verdict(), Verdict::Unknown(_)) => {
            Ok(Twins::skipped("no initial state"))
        }
        other => Err(disagreement("initial", format!("there is no initial state, but {other:?}"))),
    }
}

/// Nothing for the whole all strategies.
fn strategies() -> Vec<Option<Strategy>> {
    use Direction::{Backward, Forward};
    let further = [
        Strategy::exact(Forward).restricted(),
        Strategy::exact(Backward).restricted().accelerated(2),
        Strategy::approximate(Forward, 0),
        Strategy::approximate(Backward, 0),
        Strategy { width: 1, ..Strategy::approximate(Forward, 1) },
        Strategy { width: 1, ..Strategy::approximate(Backward, 0).restricted() },
        Strategy { width: 2, ..Strategy::approximate(Backward, 1).accelerated(3) },
        Strategy::approximate(Forward, 0).restricted().accelerated(2),
    ];
    STRATEGIES.iter().copied().chain(further).map(Some).chain([None]).collect()
}

/// The domain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sets {
    /// Diagrams beside polyhedra.
    Composite,
    /// Polyhedra for all variables.
    Polyhedra,
    /// The first, cut into classes.
    Partitioned,
    /// Diagrams beside automata.
    Automata,
    /// Diagrams beside serial automata.
    Serially,
    /// One automaton for all variables.
    Unified,
    /// One serial automaton for all variables.
    UnifiedSerial,
}

const SETS: [Sets; 7] = [
    Sets::Composite,
    Sets::Polyhedra,
    Sets::Partitioned,
    Sets::Automata,
    Sets::Serially,
    Sets::Unified,
    Sets::UnifiedSerial,
];

/// A watch that allows so many beats.
struct Allowance(Mutable<u64>);

impl Allowance {
    fn new(beats: u64) -> Allowance {
        Allowance(Mutable::new(beats))
    }
}

impl Watch for Allowance {
    fn check(&self, _: &Progress) -> Result<(), Stop> {
        match self.0.get().checked_sub(1) {
            Some(left) => {
                self.0.set(left);
                Ok(())
            }
            None => Err(Stop::Interrupted),
        }
    }

    fn may_allocate(&self, progress: &Progress, _: u64) -> Result<(), Stop> {
        self.check(progress)
    }
}

/// The questions after which it is not looked any further for what is always true.
const GENERATING: u64 = 400;

/// The answer to one property, and whether the allowance was used up.
fn check(
    system: &System,
    known: &[Expr],
    number: usize,
    strategy: Option<Strategy>,
    sets: Sets,
) -> (Result<Answer, Failure>, bool) {
    let beats = match (crate::is_slow(), strategy.is_some()) {
        (false, true) => 100,
        (false, false) => 400,
        (true, true) => 300,
        (true, false) => 1_500,
    };
    let allowance = Allowance::new(beats);
    let budget = Rc::new(Budget::new(&allowance));
    let run = Run { system, known, number, strategy, budget: &budget };
    let diagrams = |space: Space| {
        Diagrams::new(space, Options { bytes: 1 << 24, budget: budget.clone(), ..Options::default() })
    };
    let polyhedra = |space: Space| Polyhedra::with_budget(space, budget.clone());
    let automata = |space: Space| Automata::<Parallel>::with_budget(space, budget.clone());
    let serial = |space: Space| Automata::<Serially>::with_budget(space, budget.clone());
    let composite = |lowered: &Lowered| Composite::new(lowered.space.clone(), diagrams, polyhedra);
    let answer = match sets {
        Sets::Composite => run.check(0, composite),
        Sets::Polyhedra => run.check(0, |lowered| polyhedra(lowered.space.clone())),
        Sets::Partitioned => {
            run.check(0, |lowered| Partitioned::by_conditions(composite(lowered)?, &classes(lowered)))
        }
        Sets::Automata => run.check(64, |lowered| Composite::new(lowered.space.clone(), diagrams, automata)),
        Sets::Serially => run.check(0, |lowered| Composite::new(lowered.space.clone(), diagrams, serial)),
        Sets::Unified => run.check(64, |lowered| automata(lowered.space.clone())),
        Sets::UnifiedSerial => run.check(64, |lowered| serial(lowered.space.clone())),
    };
    (answer, budget.stop().is_some())
}

/// Conditions that cut the states into a few classes.
fn classes(lowered: &Lowered) -> Vec<Formula> {
    let condition = |variable| match lowered.space.kind(variable) {
        Kind::Finite { .. } => Formula::is(Cell::now(variable), 0),
        Kind::Integer { .. } => Formula::not_positive(Linear::cell(Cell::now(variable))),
    };
    lowered.space.all().take(3).map(condition).collect()
}

struct Run<'a> {
    system: &'a System,
    /// What is always true.
    known: &'a [Expr],
    number: usize,
    strategy: Option<Strategy>,
    budget: &'a Budget<'a>,
}

/// Keeps the answer to the one property that is asked, and tells what is always true when it has been asked for that so often.
struct Kept<'a> {
    answer: Mutable<Option<Answer>>,
    known: &'a [Expr],
    left: Mutable<u32>,
}

impl Observer for Kept<'_> {
    fn known(&self) -> &[Expr] {
        match self.left.get().checked_sub(1) {
            Some(left) => {
                self.left.set(left);
                &[]
            }
            None => self.known,
        }
    }

    fn answered(&self, _: usize, answer: Answer) {
        self.answer.set(Some(answer));
    }
}

impl Run<'_> {
    /// The answer in a domain, where ranges with at most so many values are finite.
    fn check<D: Countless>(
        &self,
        most_codes: u64,
        make: impl Fn(&Lowered) -> Limited<D>,
    ) -> Result<Answer, Failure> {
        // Moves are taken apart for every other property.
        let disjuncts = self.number % 2 == 1;
        let (system, budget, strategy) = (self.system, self.budget, self.strategy);
        let prepared = &Prepared::new(system);
        // What is always true is never known for some properties, and for others soon, or after some attempts.
        let (late, known) = match self.number % 4 {
            0 => (0, &[][..]),
            late => (late as u32 * 4 - 4, self.known),
        };
        let kept = Kept { answer: Mutable::default(), known, left: Mutable::new(late) };
        let setup = Setup { prepared, budget, observer: &kept, disjuncts, several: strategy.is_none() };
        let represented = Represented { name: "sets".into(), most_codes, make };
        let asked = Asked { setup, strategy };
        pursue(&asked, &[self.number], &[Rc::new(represented)])?;
        Ok(kept.answer.take().expect("one property has one answer"))
    }
}

struct TwinComparison<'a> {
    system: &'a System,
    /// The same, with what is always true in it.
    subject: Subject<'a>,
    sum: Twins,
}

impl TwinComparison<'_> {
    /// Tries one strategy on one property.
    fn attempt(
        &mut self,
        number: usize,
        known: &Known,
        strategy: Option<Strategy>,
        sets: Sets,
    ) -> Result<(), Disagreement> {
        let property = &self.system.properties[number];
        let name = strategy.map_or_else(|| "all strategies".to_owned(), |strategy| strategy.to_string());
        let place = format!("'{}', {name}, {sets:?}", property.name);
        let (answer, stopped) = check(self.system, self.subject.known(), number, strategy, sets);
        let answer = answer.map_err(|failure| disagreement("failure", format!("{place}: {failure:?}")))?;
        if let Verdict::Unknown(reason) = answer.verdict() {
            self.expect_between(known, &answer, &place)?;
            self.sum.open += usize::from(!stopped);
            self.sum.unfinished += usize::from(stopped);
            let is_exact = strategy.is_none_or(|strategy| strategy.seed.is_none());
            return match !stopped && is_exact && reason.contains("too coarse") {
                true => Err(disagreement("coarse", format!("{place}: {reason}"))),
                false => Ok(()),
            };
        }
        let found = match (&answer.value(), answer.verdict()) {
            (Some(BoundValue::Exact(value)), _) => Some(Known::Largest(*value)),
            (Some(_), _) | (None, Verdict::Unknown(_)) => None,
            (None, Verdict::Holds) => Some(Known::Holds),
            (None, Verdict::Violated) => Some(Known::Violated),
        };
        if found != Some(*known) {
            let detail = format!("{place}: {:?} {:?}, but it is {known:?}", answer.verdict(), answer.value());
            return Err(disagreement("verdict", detail));
        }
        self.confirm(property, &answer, &place)?;
        self.sum.verdicts[usize::from(*answer.verdict() == Verdict::Violated)] += 1;
        *self.sum.strategies.entry(name).or_default() += 1;
        Ok(())
    }

    /// What is known of a largest value that is not settled must be true.
    fn expect_between(&mut self, known: &Known, answer: &Answer, place: &str) -> Result<(), Disagreement> {
        let (Known::Largest(value), Some(BoundValue::Between { at_least, at_most })) =
            (known, answer.value())
        else {
            return Ok(());
        };
        self.sum.sides[0] += usize::from(at_least.is_some());
        self.sum.sides[1] += usize::from(at_most.is_some());
        match at_least.is_none_or(|least| least <= *value) && at_most.is_none_or(|most| *value <= most) {
            true => Ok(()),
            false => Err(disagreement("sides", format!("{place}: {:?}, but it is {value}", answer.value()))),
        }
    }

    fn confirm(&mut self, property: &Property, answer: &Answer, place: &str) -> Result<(), Disagreement> {
        engines::confirm(self.system, property, answer)
            .map_err(|reason| disagreement("path", format!("{place}: {reason}")))?;
        self.sum.paths += usize::from(answer.trace().is_some() || answer.witness().is_some());
        Ok(())
    }
}
