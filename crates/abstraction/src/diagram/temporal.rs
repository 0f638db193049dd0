//! Temporal formulas on predicate diagrams that are refined until they suffice.

use super::construction::{construct, control_variables, find_forced};
use super::fairness;
use super::graph::{Control, Diagram, DiagramPredicate, Origin};
use super::probe::{Probe, described};
use super::request::guard_literals;
use super::splitting::{merge, splittings};
use super::walk::Walk;
use super::wording::Wording;
use crate::failure::{ENGINE, End, Failure};
use crate::transitions::Transitions;
use budget::Budget;
use encoding::LoweringError;
use state_sets::{Formula, Halt, Limited, Linear, Point, Variable};
use system::{
    Answer, ClaimedPath, Evidence, Expr, Lasso, Ltl, PathEnding, Question, Statistics, Trace, retrace,
};

/// More nodes than this are refused.
const MOST_NODES: usize = 4_000;
/// More conditions in guards than this are not followed from the start.
const MOST_GUARDS: usize = 12;
/// The rounds of refinement.
const MOST_ROUNDS: usize = 40;

/// What a look at one diagram shows.
pub(crate) enum Attempted {
    /// The formula holds; the measures that were needed.
    Proved(Vec<String>),
    /// States and moves of a run that ends.
    Finite(Vec<Point>, Vec<usize>),
    /// States and moves of a run that returns to the state at this place.
    Loop(Vec<Point>, Vec<usize>, usize),
    /// States and moves of a run that goes on like this for ever, and where it stays.
    Endless(Vec<Point>, Vec<usize>, String),
    /// No run follows the walk; predicates that exclude it.
    Spurious(Vec<Formula>, Walk),
    /// It is open whether a run follows the walk for ever.
    Open(Walk),
}

/// A temporal formula at work.
pub(crate) struct TemporalSearch<'t, 's> {
    /// The system.
    pub transitions: &'t Transitions<'s>,
    /// How much may be done.
    pub budget: &'t Budget<'t>,
    /// The variables of a configuration.
    control: Vec<Variable>,
    /// The predicates so far.
    predicates: Vec<DiagramPredicate>,
    /// The predicates of expressions.
    numbers: Vec<(Expr, usize)>,
    /// The diagrams that were built.
    rounds: usize,
}

impl<'t, 's> TemporalSearch<'t, 's> {
    /// One that has no predicate yet.
    pub fn new(transitions: &'t Transitions<'s>, budget: &'t Budget<'t>) -> Self {
        let control = control_variables(transitions, Control::Finite);
        let (predicates, numbers) = (Vec::new(), Vec::new());
        TemporalSearch { transitions, budget, control, predicates, numbers, rounds: 0 }
    }

    /// A solver that knows the predicates of a diagram.
    pub fn probe(&self, diagram: &Diagram) -> Limited<Probe<'t, 's>> {
        let mut probe = Probe::new(self.transitions, &diagram.control, self.budget)?;
        for predicate in &diagram.predicates {
            probe.add(&predicate.formula)?;
        }
        Ok(probe)
    }

    /// Begins with the conditions of the formula, of fairness, of the model and of guards.
    pub fn begin(&mut self, conditions: &[Expr]) -> Limited<()> {
        let fair = fairness::expressions(self.transitions);
        for expression in conditions.iter().chain(&fair) {
            if self.numbers.iter().any(|(known, _)| known == expression) {
                continue;
            }
            let formula = self.condition(expression)?;
            let text = self.transitions.system.show_expr(expression);
            let known = self.predicates.iter().position(|known| known.formula == formula);
            let number = known.unwrap_or(self.predicates.len());
            if known.is_none() {
                self.predicates.push(everywhere(formula, text, Origin::Property));
            }
            self.numbers.push((expression.clone(), number));
        }
        for formula in self.transitions.given.clone() {
            let text = self.wording().formula(&formula);
            merge(&mut self.predicates, &[everywhere(formula, text, Origin::Model)]);
        }
        let guards = guard_literals(self.transitions, &self.control);
        if guards.len() <= MOST_GUARDS {
            for formula in guards {
                let text = self.wording().formula(&formula);
                merge(&mut self.predicates, &[everywhere(formula, text, Origin::Guard)]);
            }
        }
        Ok(())
    }

    /// The predicate of an expression.
    pub fn number(&self, expression: &Expr) -> Option<usize> {
        self.numbers.iter().find(|(known, _)| known == expression).map(|(_, number)| *number)
    }

    /// The predicates that the formula and fairness speak of.
    pub fn formula_predicates(&self) -> impl Iterator<Item = usize> {
        self.numbers.iter().map(|(_, number)| *number)
    }

    fn wording(&self) -> Wording<'t> {
        Wording { system: self.transitions.system, lowered: &self.transitions.lowered }
    }

    fn condition(&self, expression: &Expr) -> Limited<Formula> {
        let lowered = &self.transitions.lowered;
        lowered.condition(self.transitions.system, expression, self.budget).map_err(LoweringError::into_halt)
    }

    /// The diagram of the predicates so far.
    pub fn diagram(&mut self) -> Limited<Diagram> {
        self.rounds = self.rounds.saturating_add(1);
        if self.rounds > MOST_ROUNDS {
            return Err(Halt::Unsupported(format!("{MOST_ROUNDS} diagrams were not fine enough")));
        }
        construct(self.transitions, &self.control, &self.predicates, MOST_NODES, self.budget)
    }

    /// Adds predicates; whether one of them is new.
    pub fn add(&mut self, formulas: &[Formula]) -> bool {
        let mut found = Vec::new();
        for formula in formulas.iter().filter_map(super::literals::normal) {
            let text = self.wording().formula(&formula);
            found.push(everywhere(formula, text, Origin::Path));
        }
        merge(&mut self.predicates, &found)
    }

    /// Follows what decides the choices along a walk; whether that is new.
    pub fn split(&mut self, diagram: &mut Diagram, walk: &Walk) -> Limited<bool> {
        find_forced(diagram, self.transitions, self.budget)?;
        let choices = splittings(diagram, self.transitions);
        let own = choices.into_iter().filter(|choice| walk.nodes.contains(&choice.node));
        let found: Vec<DiagramPredicate> = own.flat_map(|choice| choice.predicates).collect();
        Ok(merge(&mut self.predicates, &found))
    }

    /// Follows what decides any choice of the diagram, where that is known; whether that is new.
    pub fn split_all(&mut self, diagram: &Diagram) -> bool {
        let choices = splittings(diagram, self.transitions);
        let found: Vec<DiagramPredicate> = choices.into_iter().flat_map(|choice| choice.predicates).collect();
        merge(&mut self.predicates, &found)
    }

    /// Says which path could neither be followed nor excluded.
    pub fn left_open(&self, diagram: &Diagram, walk: &Walk) -> Halt {
        let system = self.transitions.system;
        let mut names: Vec<String> = Vec::new();
        for number in &walk.moves {
            let name =
                system.edge(system.transition(self.transitions.lowered.moves[*number].transition).sender);
            if !names.contains(&name.name) {
                names.push(name.name.clone());
            }
        }
        names.truncate(6);
        Halt::Unsupported(format!(
            "a diagram of {} nodes has a fair cycle that no measure excludes, through {}; a `rank` or a `predicate` may help",
            diagram.nodes.len(),
            names.join(", ")
        ))
    }

    /// The answer that the formula holds.
    pub fn proved(&self, question: &Question, diagram: &Diagram, measures: &[String]) -> Result<Answer, End> {
        let evidence = match measures.is_empty() {
            true => Evidence::Fixpoint,
            false => Evidence::Ranking(falling(measures)),
        };
        let statistics: Statistics = vec![
            ("nodes", diagram.nodes.len().into()),
            ("predicates", diagram.predicates.len().into()),
            ("diagrams", self.rounds.into()),
        ];
        let answer = Answer::from_evidence(question, evidence, ENGINE, "predicate diagram")
            .map_err(|irrelevant| End::Failed(Failure::Internal(irrelevant.to_string())))?;
        Ok(answer.with_statistics(statistics))
    }

    /// The answer that the formula is violated, if the run is one of the system, is fair, and does not satisfy it.
    pub fn violated(
        &self,
        question: &Question,
        formula: &Ltl,
        points: &[Point],
        moves: &[usize],
        ending: PathEnding,
    ) -> Result<Option<Answer>, End> {
        let claimed = self.transitions.claimed(points, moves, None);
        let Some(trace) = self.walked(ClaimedPath { ending, ..claimed })? else { return Ok(None) };
        let Some(lasso) = Lasso::new(self.transitions.system, &trace) else { return Ok(None) };
        let is_fair = lasso.fairness().map(|all| all.iter().all(|met| met.how.is_some()));
        if is_fair != Ok(true) || lasso.satisfies(formula) != Ok(Some(false)) {
            return Ok(None);
        }
        let evidence = Evidence::path(trace);
        Answer::from_evidence(question, evidence, ENGINE, "predicate diagram")
            .map(Some)
            .map_err(|irrelevant| End::Failed(Failure::Internal(irrelevant.to_string())))
    }

    /// The answer that a run which never repeats a state violates the formula.
    pub fn endless(
        &self,
        question: &Question,
        points: &[Point],
        moves: &[usize],
        inside: &str,
    ) -> Result<Answer, End> {
        let claimed = self.transitions.claimed(points, moves, None);
        let trace = self.walked(ClaimedPath { ending: PathEnding::Endless, ..claimed })?;
        let trace = trace.ok_or_else(|| Halt::Unsupported("a run was found and not replayed".into()))?;
        let mut answer = Answer::from_evidence(question, Evidence::path(trace), ENGINE, "predicate diagram")
            .map_err(|irrelevant| End::Failed(Failure::Internal(irrelevant.to_string())))?;
        answer.reason =
            Some(format!("from there on the same transitions can be taken for ever inside: {inside}"));
        Ok(answer)
    }

    /// Where a run stays for ever, and what rises there, in the words of the model.
    pub fn staying(&self, diagram: &Diagram, nodes: &[usize], rising: &Linear) -> String {
        let mut nodes = nodes.to_vec();
        nodes.sort_unstable();
        nodes.dedup();
        let node = |node: &usize| described(&diagram.control, &diagram.nodes[*node], &diagram.predicates);
        let inside = self.wording().formula(&Formula::any(nodes.iter().map(node)));
        format!("from there on {} can rise for ever inside: {inside}", self.wording().sum(rising))
    }

    /// The path as the interpreter walks it.
    pub fn walked(&self, claimed: ClaimedPath) -> Result<Option<Trace>, End> {
        match retrace(self.transitions.system, &claimed) {
            Ok(trace) => Ok(Some(trace)),
            Err(system::Mismatch::Obstacle(_)) => Ok(None),
            Err(other) => Err(End::Failed(Failure::Internal(other.to_string()))),
        }
    }
}

/// Why no other run goes on for ever, in words.
fn falling(measures: &[String]) -> String {
    let cycle = "any other run would follow a cycle of the diagram";
    match measures {
        [one] => format!("{cycle} along which {one} falls for ever, which has a lower bound"),
        several => {
            format!(
                "{cycle} along which one of these falls for ever, which have lower bounds: {}",
                several.join(", ")
            )
        }
    }
}

fn everywhere(formula: Formula, text: String, origin: Origin) -> DiagramPredicate {
    DiagramPredicate { formula, text, origin, scope: None }
}
