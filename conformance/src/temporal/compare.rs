//! Compares the explicit engine with the definitions on the temporal properties and bounds of one model.
//!
//! Linear-time properties are searched in both ways, once all together and once each alone, and once with partial-order
//! reduction. Whatever path is shown
//! is walked and judged here. A `ctl` property and an `ltl` property whose names differ only in the endings
//! `_branching` and `_linear` mean the same, and must get the same verdict.

use super::branching::states_of;
use super::evidence::{check_evidence, shows_loop};
use super::graph::Graph;
use super::lengths::shorter_lasso;
use super::linear::some_path_violates;
use super::path::PlainLasso;
use super::shapes::add_shapes;
use super::walk::random_lasso;
use crate::compare::Disagreement;
use crate::models;
use crate::naive::GivenUp;
use crate::random::Random;
use explicit::{LinearSearch, Settings, Use};
use std::panic::{AssertUnwindSafe, catch_unwind};
use system::{
    Answer, BoundValue, Ctl, Failure, Interpreter, Lasso, Ltl, Path, Property, Question, System, Trace,
    Unlimited, Value, Verdict,
};

/// What came of a comparison.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TemporalOutcome {
    /// Why nothing was compared, if so.
    pub skipped: Option<String>,
    /// The number of reachable states.
    pub states: usize,
    /// Whether there are several initial states.
    pub several_initial: bool,
    /// Whether some state is a dead end.
    pub dead_ends: bool,
    /// The number of fairness assumptions.
    pub fairness: usize,
    /// Whether some state has no fair path.
    pub unfair_states: bool,
    /// How many branching-time properties hold, and how many are violated.
    pub branching: [usize; 2],
    /// How many linear-time properties hold, and how many are violated.
    pub linear: [usize; 2],
    /// How many bounds were compared.
    pub bounds: usize,
    /// How many properties the engine refuses or leaves open, or are too much for the definitions.
    pub open: usize,
    /// How many paths that end in a loop were shown.
    pub loops: usize,
    /// How many of the paths for linear-time properties are known to be shortest ones.
    pub shortest: usize,
    /// How many pairs of properties mean the same.
    pub pairs: usize,
    /// How many random paths were judged twice.
    pub walks: usize,
}

/// Compares all temporal properties and bounds of a model with at most so many states; a panic is a disagreement.
pub fn compare_temporal(text: &str, most: usize) -> Result<TemporalOutcome, Disagreement> {
    caught(|| compare_text(text, most, false))
}

/// The same with further properties: formulas of common shapes, made of the invariants and reachable conditions
/// of the model.
pub fn compare_with_shapes(text: &str, most: usize) -> Result<TemporalOutcome, Disagreement> {
    caught(|| compare_text(text, most, true))
}

fn caught(
    compare: impl FnOnce() -> Result<TemporalOutcome, Disagreement>,
) -> Result<TemporalOutcome, Disagreement> {
    let compared = catch_unwind(AssertUnwindSafe(compare));
    compared.unwrap_or_else(|panic| {
        let message = panic.downcast_ref::<String>().cloned();
        let message = message.or_else(|| panic.downcast_ref::<&str>().map(ToString::to_string));
        Err(disagreement("panic", message.unwrap_or_default()))
    })
}

fn disagreement(kind: &'static str, detail: impl Into<String>) -> Disagreement {
    Disagreement { kind, detail: detail.into() }
}

fn skipped(reason: impl Into<String>) -> TemporalOutcome {
    TemporalOutcome { skipped: Some(reason.into()), ..TemporalOutcome::default() }
}

fn compare_text(text: &str, most: usize, with_shapes: bool) -> Result<TemporalOutcome, Disagreement> {
    let loaded = models::load(text);
    if let Some(error) = loaded.diagnostics.iter().find(|finding| finding.is_error()) {
        return Ok(skipped(format!("wrong: {} {}", error.code.as_str(), error.message)));
    }
    let Some(mut system) = loaded.system.filter(|_| loaded.problems.is_empty()) else {
        return Ok(skipped("wrong: problems"));
    };
    if with_shapes {
        add_shapes(&mut system);
    }
    match Graph::new(&system, most) {
        Ok(graph) => {
            TemporalComparison { system: &system, graph: &graph, outcome: TemporalOutcome::default() }.run()
        }
        Err(GivenUp::NoInitialState) => Ok(skipped("no initial state")),
        Err(GivenUp::TooManyStates(_)) => Ok(skipped("too many states")),
        Err(GivenUp::Obstacle(obstacle)) => Ok(skipped(format!("obstacle: {obstacle}"))),
    }
}

struct TemporalComparison<'a> {
    system: &'a System,
    graph: &'a Graph,
    outcome: TemporalOutcome,
}

impl TemporalComparison<'_> {
    fn run(mut self) -> Result<TemporalOutcome, Disagreement> {
        self.describe();
        let is_asked = |property: &Property| {
            matches!(property.question, Question::Ctl(_) | Question::Ltl(_) | Question::Bound(_))
        };
        let (numbers, refused): (Vec<usize>, Vec<usize>) = (0..self.system.properties.len())
            .filter(|number| is_asked(&self.system.properties[*number]))
            .partition(|number| explicit::can_check(self.system, &self.system.properties[*number]).is_ok());
        self.outcome.open += refused.len();
        if numbers.is_empty() {
            return Ok(self.outcome);
        }
        let plain = Settings::default();
        let nested = Settings { linear_search: LinearSearch::Nested, ..plain.clone() };
        let reduced = Settings { partial_order: Use::Always, ..plain.clone() };
        let together = self.ask(&numbers, &plain)?;
        for (number, answer) in numbers.iter().zip(&together) {
            let property = &self.system.properties[*number];
            let alone = self.ask(&[*number], &nested)?;
            let name = &property.name;
            if *answer.verdict() != *alone[0].verdict() || answer.value() != alone[0].value() {
                let (one, other) = (answer.verdict(), alone[0].verdict());
                return Err(disagreement("searches", format!("'{name}': {one:?}, but alone {other:?}")));
            }
            self.judge(property, answer)?;
            self.judge(property, &alone[0])?;
            let reduced = self.ask(&[*number], &reduced)?;
            self.judge(property, &reduced[0])?;
            self.count(property, answer);
        }
        self.compare_pairs(&numbers, &together)?;
        Ok(self.outcome)
    }

    fn describe(&mut self) {
        let graph = self.graph;
        let outcome = &mut self.outcome;
        outcome.states = graph.states.len();
        outcome.several_initial = graph.initial > 1;
        outcome.dead_ends = (0..graph.states.len()).any(|state| graph.is_dead_end(state));
        outcome.fairness = graph.conditions.len();
        let fair = super::branching::stays(graph, &vec![true; graph.states.len()]);
        outcome.unfair_states = fair.contains(&false);
    }

    fn ask(&self, numbers: &[usize], settings: &Settings) -> Result<Vec<Answer>, Disagreement> {
        explicit::check(self.system, numbers, settings, &Unlimited)
            .map_err(|failure| disagreement("failure", format!("{failure:?}")))
    }

    fn judge(&mut self, property: &Property, answer: &Answer) -> Result<(), Disagreement> {
        let judged = match &property.question {
            Question::Ctl(formula) => self.judge_branching(formula, answer),
            Question::Ltl(formula) => self.judge_linear(formula, answer),
            Question::Bound(e) => self.judge_bound(e, answer),
            _ => Ok(()),
        };
        judged.map_err(|Disagreement { kind, detail }| {
            disagreement(kind, format!("'{}': {detail}", property.name))
        })
    }

    fn judge_branching(&mut self, formula: &Ctl, answer: &Answer) -> Result<(), Disagreement> {
        let Ok(truth) = states_of(self.system, self.graph, formula) else { return Ok(()) };
        let failing = (0..self.graph.initial).find(|state| !truth[*state]);
        if !agrees(answer, failing.is_none())? {
            return Ok(());
        }
        let is_shown = failing.is_some() || is_existential(formula);
        let wanted = if failing.is_some() { answer.trace() } else { answer.witness() };
        match (wanted, answer.explanation()) {
            (None, None) if !is_shown => Ok(()),
            (Some(trace), Some(evidence)) if is_shown => {
                let lasso = self.walk(trace)?;
                let state = lasso.states[0];
                if truth[state] != failing.is_none() {
                    return Err(disagreement("start", "the path begins where the formula has another value"));
                }
                check_evidence(self.system, self.graph, formula, state, evidence)
                    .map_err(|wrong| disagreement("evidence", wrong))?;
                if lasso.back.is_some() && !shows_loop(evidence) {
                    return Err(disagreement("spine", "no part of the evidence has the loop of the path"));
                }
                if lasso.back.is_some() && !lasso.is_fair(self.graph) {
                    return Err(disagreement("fair", "the path is not fair"));
                }
                Ok(())
            }
            other => Err(disagreement("shown", format!("this is shown: {other:?}"))),
        }
    }

    fn judge_linear(&mut self, formula: &Ltl, answer: &Answer) -> Result<(), Disagreement> {
        let Ok(violates) = some_path_violates(self.system, self.graph, formula) else { return Ok(()) };
        if let Some(violates) = violates
            && !agrees(answer, !violates)?
        {
            return Ok(());
        }
        self.outcome.open += usize::from(violates.is_none());
        match (answer.verdict(), answer.trace()) {
            (Verdict::Violated, Some(trace)) => {
                self.judge_trace(formula, trace)?;
                self.judge_length(formula, answer, trace)?;
            }
            (Verdict::Violated, None) => return Err(disagreement("shown", "no path shows the violation")),
            (_, Some(_)) => return Err(disagreement("shown", "a path is shown without a violation")),
            _ => {}
        }
        self.walk_about(formula, answer)
    }

    /// No path is shorter than what the statistics say that all are.
    fn judge_length(&mut self, formula: &Ltl, answer: &Answer, trace: &Trace) -> Result<(), Disagreement> {
        let count = |wanted: &str| {
            let found = answer.statistics.iter().find(|(name, _)| *name == wanted);
            found.and_then(|(_, count)| count.word()).map(|word| word as usize)
        };
        let (Some(steps), Some(at_least)) = (count("lasso_steps"), count("lasso_steps_at_least")) else {
            return Err(disagreement("length", "the statistics do not say how long the path is"));
        };
        if steps != trace.steps.len() || at_least > steps {
            return Err(disagreement("length", format!("{steps} steps, at least {at_least}: {trace:?}")));
        }
        self.outcome.shortest += usize::from(at_least == steps);
        let starts: Vec<usize> = (0..self.graph.initial).collect();
        let violates = |lasso: &PlainLasso| {
            lasso.is_fair(self.graph) && lasso.satisfies(self.system, self.graph, formula) == Ok(false)
        };
        match shorter_lasso(self.graph, &starts, at_least, &violates) {
            Some(lasso) => Err(disagreement("length", format!("{at_least} steps at least, but: {lasso:?}"))),
            None => Ok(()),
        }
    }

    /// The path is fair, maximal, and violates the formula, by two judges.
    fn judge_trace(&mut self, formula: &Ltl, trace: &Trace) -> Result<(), Disagreement> {
        let lasso = self.walk(trace)?;
        self.outcome.loops += usize::from(lasso.back.is_some());
        if !lasso.is_maximal(self.graph) {
            return Err(disagreement("maximal", "the path can be continued"));
        }
        if !lasso.is_fair(self.graph) {
            return Err(disagreement("fair", "the path is not fair"));
        }
        if lasso.satisfies(self.system, self.graph, formula) == Ok(true) {
            return Err(disagreement("satisfies", "the path satisfies the formula"));
        }
        self.same_judgement(formula, &lasso, trace)
    }

    /// Random paths: the two judges agree, and no path violates what holds.
    fn walk_about(&mut self, formula: &Ltl, answer: &Answer) -> Result<(), Disagreement> {
        let mut random = Random::new(self.graph.states.len() as u64);
        for _ in 0..10 {
            let Some(lasso) = random_lasso(self.graph, &mut random) else { continue };
            self.same_judgement(formula, &lasso, &lasso.to_trace(self.graph))?;
            self.outcome.walks += 1;
            let violates = lasso.satisfies(self.system, self.graph, formula) == Ok(false);
            if *answer.verdict() == Verdict::Holds && violates && lasso.is_fair(self.graph) {
                return Err(disagreement("walk", format!("this path violates the formula: {lasso:?}")));
            }
        }
        Ok(())
    }

    /// The reference judge of paths, `system::Lasso`, says the same as the plain one here.
    fn same_judgement(&self, formula: &Ltl, lasso: &PlainLasso, trace: &Trace) -> Result<(), Disagreement> {
        let reference = Lasso::new(self.system, trace).expect("the path ends or returns");
        let (Ok(theirs), Ok(ours)) =
            (reference.satisfies(formula), lasso.satisfies(self.system, self.graph, formula))
        else {
            return Ok(());
        };
        if theirs != Some(ours) {
            let detail = format!("the formula is {ours} on a path, not {theirs:?}: {lasso:?}");
            return Err(disagreement("lasso", detail));
        }
        let Ok(met) = reference.fairness() else { return Ok(()) };
        for (number, met) in met.iter().enumerate() {
            if met.how.is_some() != lasso.meets(self.graph, number) {
                let detail = format!("'{}' is judged wrongly on {lasso:?}: {met:?}", met.assumption);
                return Err(disagreement("lasso", detail));
            }
        }
        Ok(())
    }

    /// The path of a trace, which must begin in an initial state.
    fn walk(&self, trace: &Trace) -> Result<PlainLasso, Disagreement> {
        let lasso = PlainLasso::of_trace(self.graph, trace).map_err(|wrong| disagreement("path", wrong))?;
        if lasso.states[0] >= self.graph.initial {
            return Err(disagreement("path", "the path does not begin in an initial state"));
        }
        Ok(lasso)
    }

    fn judge_bound(&mut self, e: &system::Expr, answer: &Answer) -> Result<(), Disagreement> {
        let interpreter = Interpreter::new(self.system);
        let mut largest: Option<i128> = None;
        for state in &self.graph.states {
            match interpreter.evaluate(e, state) {
                Ok(Value::Int(value)) => largest = largest.max(Some(value)),
                Ok(other) => return Err(disagreement("bound", format!("{other:?} is no integer"))),
                Err(Failure::Obstacle(_)) => return Ok(()),
                Err(_) => {}
            }
        }
        let wanted = match largest {
            Some(value) => (true, BoundValue::Exact(value)),
            None => (false, BoundValue::Between { at_least: None, at_most: None }),
        };
        if (*answer.verdict() == Verdict::Holds, answer.value()) != (wanted.0, Some(wanted.1)) {
            let detail =
                format!("{wanted:?}, but the engine says {:?}, {:?}", answer.verdict(), answer.value());
            return Err(disagreement("bound", detail));
        }
        if let (Some(witness), Some(largest)) = (answer.witness(), largest) {
            let lasso = self.walk(witness)?;
            let last = interpreter.evaluate(e, &self.graph.states[lasso.last()]);
            if last != Ok(Value::Int(largest)) {
                return Err(disagreement("bound", format!("the path ends where the value is {last:?}")));
            }
        }
        Ok(())
    }

    fn count(&mut self, property: &Property, answer: &Answer) {
        let place = usize::from(*answer.verdict() == Verdict::Violated);
        match (&property.question, answer.verdict()) {
            (Question::Bound(_), _) => self.outcome.bounds += 1,
            (_, Verdict::Unknown(_)) => self.outcome.open += 1,
            (Question::Ctl(_), _) => {
                self.outcome.branching[place] += 1;
                self.outcome.loops += usize::from(answer.explanation().is_some_and(shows_loop));
            }
            _ => self.outcome.linear[place] += 1,
        }
    }

    fn compare_pairs(&mut self, numbers: &[usize], answers: &[Answer]) -> Result<(), Disagreement> {
        let name = |number: &usize| self.system.properties[*number].name.as_str();
        for (number, answer) in numbers.iter().zip(answers) {
            let Some(stem) = name(number).strip_suffix("_branching") else { continue };
            let linear = format!("{stem}_linear");
            let Some(place) = numbers.iter().position(|number| name(number) == linear) else { continue };
            self.outcome.pairs += 1;
            if *answer.verdict() != *answers[place].verdict() {
                let (one, other) = (answer.verdict(), answers[place].verdict());
                return Err(disagreement("pair", format!("'{stem}': {one:?}, but linear {other:?}")));
            }
        }
        Ok(())
    }
}

/// Whether the verdict is the right one; false if the engine leaves the question open, for a reason.
fn agrees(answer: &Answer, holds: bool) -> Result<bool, Disagreement> {
    match (answer.verdict(), holds) {
        (Verdict::Holds, true) | (Verdict::Violated, false) => Ok(true),
        (Verdict::Unknown(reason), _) if reason.contains("overflow") || reason.contains("64") => Ok(false),
        (verdict, _) => {
            let wanted = if holds { "holds" } else { "violated" };
            Err(disagreement("verdict", format!("it is {wanted}, but the engine says {verdict:?}")))
        }
    }
}

fn is_existential(formula: &Ctl) -> bool {
    matches!(
        formula,
        Ctl::Next(Path::Some, _)
            | Ctl::Finally(Path::Some, _)
            | Ctl::Globally(Path::Some, _)
            | Ctl::Until(Path::Some, ..)
    )
}
