//! Compares the symbolic engine with the explicit one on all properties of a model.
//!
//! Both must give the same verdicts, the same largest values and the same number of states, and what the symbolic
//! engine shows must stand the second look that every answer gets. It is asked in each of its ways of exploring.

use crate::compare::Disagreement;
use crate::lowering::lowering_refusals;
use crate::models;
use decision_diagrams::{Diagrams, Options};
use state_sets::Enumerated;
use std::panic::{AssertUnwindSafe, catch_unwind};
use symbolic::{Budget, Exploration, LowerOptions, Settings, can_check, check_in};
use system::{Answer, Count, Expr, Property, Question, System, Unlimited, Verdict};

/// What came of a comparison.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Compared {
    /// Why nothing was compared, if so.
    pub skipped: Option<String>,
    /// How many properties hold, and how many are violated.
    pub verdicts: [usize; 2],
    /// How many of them speak of paths.
    pub temporal: usize,
    /// How many properties only one engine can check, or leaves open.
    pub open: usize,
    /// How many fairness assumptions the model has.
    pub fairness: usize,
    /// How many paths were shown.
    pub traces: usize,
}

/// Models with more states are not compared.
fn most_states() -> u64 {
    if crate::is_slow() { 50_000 } else { 2_000 }
}

/// Ranges of more values are not coded in bits.
const MOST_CODES: u64 = 1 << 32;

/// Listed sets are slow, and only tried on spaces of so many states, where there is time.
const MOST_LISTED: u128 = 100;

/// Compares the engines on a model; a panic is a disagreement.
pub fn compare_engines(text: &str) -> Result<Compared, Disagreement> {
    let compared = catch_unwind(AssertUnwindSafe(|| compare_text(text)));
    compared.unwrap_or_else(|panic| {
        let message = panic.downcast_ref::<String>().cloned();
        let message = message.or_else(|| panic.downcast_ref::<&str>().map(ToString::to_string));
        Err(disagreement("panic", message.unwrap_or_default()))
    })
}

fn disagreement(kind: &'static str, detail: impl Into<String>) -> Disagreement {
    Disagreement { kind, detail: detail.into() }
}

fn skipped(reason: impl Into<String>) -> Compared {
    Compared { skipped: Some(reason.into()), ..Compared::default() }
}

fn compare_text(text: &str) -> Result<Compared, Disagreement> {
    let loaded = models::load(text);
    let is_right = loaded.problems.is_empty() && !loaded.diagnostics.iter().any(|finding| finding.is_error());
    match loaded.system.filter(|_| is_right) {
        Some(system) => compare_system(system),
        None => Ok(skipped("the model is wrong")),
    }
}

fn compare_system(mut system: System) -> Result<Compared, Disagreement> {
    let span = diagnostics::Span::default();
    let truism = Question::Invariant(Expr::bool(true, span));
    system.properties.push(Property {
        name: "truism".into(),
        question: truism,
        expect: None,
        doc: vec![],
        span,
    });
    let system = &system;
    let all: Vec<usize> = (0..system.properties.len()).collect();
    let settings = settings(Exploration::Saturated);
    let (mine, others) = (can_check(system, &all, &settings), explicit::can_check_all(system, &all));
    if let Some(Err(refusal)) = mine.last() {
        return Ok(skipped(format!("refused: {}", refusal.what)));
    }
    let refusals = match lowering_refusals(system, &LowerOptions::default()) {
        Ok(refusals) => refusals,
        Err(refusal) => return Ok(skipped(format!("refused: {}", refusal.what))),
    };
    let is_said = |number: &usize| mine[*number].is_ok() && refusals[*number].is_none();
    let both = all.iter().filter(|number| is_said(number) && others[**number].is_ok());
    let both: Vec<usize> = both.copied().collect();
    let limits = explicit::Settings { state_limit: Some(most_states()), ..explicit::Settings::default() };
    let expected = match explicit::check(system, &both, &limits, &Unlimited) {
        Ok(answers) => answers,
        Err(explicit::Failure::NoInitialState) => return no_initial_state(system, &both),
        Err(failure) => return Ok(skipped(format!("the explicit engine fails: {failure:?}"))),
    };
    let mut compared =
        Compared { fairness: system.fairness.len(), open: all.len() - both.len(), ..Compared::default() };
    let Some(states) =
        expected.last().filter(|answer| *answer.verdict() == Verdict::Holds).and_then(states_of)
    else {
        return Ok(skipped("too many states"));
    };
    for (at, manner) in manners(system).into_iter().enumerate() {
        let answers = manner.answers(system, &both)?;
        for ((number, mine), other) in both.iter().zip(&answers).zip(&expected) {
            let property = &system.properties[*number];
            same(system, property, mine, other, &manner, &mut compared, at == 0)?;
        }
        let counted = answers.last().and_then(states_of);
        if manner.counts_all() && counted != Some(states.clone()) {
            let detail = format!("{manner:?}: {counted:?} states, but the explicit engine finds {states}");
            return Err(disagreement("states", detail));
        }
    }
    Ok(compared)
}

fn no_initial_state(system: &System, properties: &[usize]) -> Result<Compared, Disagreement> {
    match Manner::Diagrams(Exploration::Saturated).check(system, properties) {
        Err(symbolic::Failure::NoInitialState) => Ok(skipped("no initial state")),
        other => Err(disagreement("initial", format!("there is no initial state, but {other:?}"))),
    }
}

fn states_of(answer: &Answer) -> Option<Count> {
    answer.statistics.iter().find(|(name, _)| *name == "states").map(|(_, count)| count.clone())
}

fn settings(exploration: Exploration) -> Settings {
    Settings { exploration, only_finite: true, most_codes: MOST_CODES, ..Settings::default() }
}

/// The sets and the exploration.
#[derive(Debug, Clone, Copy)]
enum Manner {
    Diagrams(Exploration),
    Listed,
}

fn manners(system: &System) -> Vec<Manner> {
    let lowered = encoding::lower(system, &LowerOptions::default(), &Budget::unlimited());
    let points = lowered.ok().map_or(u128::MAX, |lowered| {
        lowered.space.all().fold(1u128, |product, variable| match lowered.space.kind(variable) {
            state_sets::Kind::Finite { count } => product.saturating_mul(count.into()),
            state_sets::Kind::Integer { .. } => u128::MAX,
        })
    });
    let explorations = [Exploration::Saturated, Exploration::Chained, Exploration::Layered];
    let listed = (points <= MOST_LISTED && crate::is_slow()).then_some(Manner::Listed);
    explorations.into_iter().map(Manner::Diagrams).chain(listed).collect()
}

impl Manner {
    fn counts_all(&self) -> bool {
        !matches!(self, Manner::Diagrams(Exploration::Layered))
    }

    fn check(&self, system: &System, properties: &[usize]) -> Result<Vec<Answer>, symbolic::Failure> {
        let budget = Budget::new(&Unlimited);
        match self {
            Manner::Diagrams(exploration) => {
                let options = || Options { bytes: 1 << 26, ..Options::default() };
                let settings = settings(*exploration);
                check_in(system, properties, &settings, &budget, |space| Diagrams::new(space, options()))
            }
            Manner::Listed => {
                let settings = settings(Exploration::Chained);
                check_in(system, properties, &settings, &budget, Enumerated::new)
            }
        }
    }

    fn answers(&self, system: &System, properties: &[usize]) -> Result<Vec<Answer>, Disagreement> {
        self.check(system, properties)
            .map_err(|failure| disagreement("failure", format!("{self:?}: {failure:?}")))
    }
}

/// The answers to one property must be the same, and the symbolic one must stand a second look.
fn same(
    system: &System,
    property: &Property,
    mine: &Answer,
    other: &Answer,
    manner: &Manner,
    compared: &mut Compared,
    is_counted: bool,
) -> Result<(), Disagreement> {
    let name = &property.name;
    let is_too_large = |reason: &str| reason.contains("does not fit into 64 bits");
    if matches!(other.verdict(), Verdict::Unknown(reason) if other.value().is_none() || is_too_large(reason))
    {
        compared.open += usize::from(is_counted);
        return Ok(());
    }
    if mine.verdict() != other.verdict() || mine.value() != other.value() {
        let detail = format!(
            "'{name}', {manner:?}: {:?} {:?}, but the explicit engine says {:?} {:?}",
            mine.verdict(),
            mine.value(),
            other.verdict(),
            other.value()
        );
        return Err(disagreement("verdict", detail));
    }
    if let Err(reason) = engines::confirm(system, property, mine) {
        return Err(disagreement("path", format!("'{name}', {manner:?}: {reason}")));
    }
    let is_temporal = matches!(property.question, Question::Ctl(_) | Question::Ltl(_));
    let length = |answer: &Answer| answer.trace().or(answer.witness()).map(|trace| trace.steps.len());
    if !is_temporal && length(mine) != length(other) {
        let detail =
            format!("'{name}', {manner:?}: a path of {:?} steps, not {:?}", length(mine), length(other));
        return Err(disagreement("length", detail));
    }
    if is_counted {
        compared.temporal += usize::from(is_temporal);
        compared.traces += usize::from(length(mine).is_some());
        match mine.verdict() {
            Verdict::Holds => compared.verdicts[0] += 1,
            Verdict::Violated => compared.verdicts[1] += 1,
            Verdict::Unknown(_) => {}
        }
    }
    Ok(())
}
