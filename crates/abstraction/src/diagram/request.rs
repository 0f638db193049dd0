//! Diagrams that people ask for: which predicates, and how much refinement.

use super::construction::{
    all_configurations, configuration_count, construct, control_variables, find_forced,
};
use super::graph::{Configuration, Control, Diagram, DiagramPredicate, Origin};
use super::literals::literals;
use super::splitting::{Splitting, merge, splittings};
use super::undecided::{keep_dividing, undecided};
use super::wording::Wording;
use crate::elimination::without_locals;
use crate::transitions::Transitions;
use budget::Budget;
use encoding::{LoweringError, Prepared};
use state_sets::{Formula, Halt, Limited, Variable};
use system::{Expr, Question};

/// More configurations than this are not listed.
const LISTED: u64 = 4_096;

/// What is asked for.
#[derive(Debug, Clone, Default)]
pub struct DiagramRequest {
    /// Predicates, each with its words.
    pub predicates: Vec<(Expr, String)>,
    /// Whether the conditions in guards are predicates, too.
    pub guards: bool,
    /// Predicates that earlier rounds have found.
    pub found: Vec<DiagramPredicate>,
    /// How often all choices that were introduced are refined.
    pub rounds: usize,
    /// More nodes than this are refused.
    pub most: usize,
}

/// A diagram with what can be said of it.
#[derive(Debug, Clone)]
pub struct Drawn {
    /// The diagram.
    pub diagram: Diagram,
    /// For each variable of a configuration, its name and those of its values.
    pub control: Vec<(String, Vec<String>)>,
    /// How many configurations there are, if that number is not too large.
    pub configurations: Option<u64>,
    /// The configurations that are not reached, if they are few enough to be listed.
    pub unreached: Option<Vec<Configuration>>,
    /// The choices that are left, and what would decide them.
    pub splittings: Vec<Splitting>,
    /// How many rounds of refinement were made.
    pub rounds: usize,
}

/// Builds the diagram that is asked for; what is generated has been proved of all reachable states.
///
/// # Errors
/// If a limit ends the work, or a transition or predicate cannot be said in formulas.
pub fn draw(
    prepared: &Prepared<'_>,
    request: &DiagramRequest,
    generated: &[Expr],
    budget: &Budget<'_>,
) -> Limited<Drawn> {
    let anything = Question::Invariant(Expr::bool(true, diagnostics::Span::default()));
    let mut transitions = Transitions::new(prepared, &anything, budget)?;
    if let Some(reason) = transitions.missing() {
        return Err(Halt::Unsupported(reason));
    }
    transitions.learn_conditions(generated, budget)?;
    let control = control_variables(&transitions, Control::Locations);
    let mut predicates = asked_for(&transitions, request, &control, budget)?;
    merge(&mut predicates, &request.found);
    let mut rounds = 0;
    let (diagram, choices) = loop {
        let mut diagram = construct(&transitions, &control, &predicates, request.most, budget)?;
        find_forced(&mut diagram, &transitions, budget)?;
        let mut choices = splittings(&diagram, &transitions);
        keep_dividing(&mut choices, &diagram, &transitions, budget)?;
        let new: Vec<DiagramPredicate> = choices.iter().flat_map(|one| one.predicates.clone()).collect();
        if rounds >= request.rounds || !merge(&mut predicates, &new) {
            break (diagram, choices);
        }
        rounds = rounds.saturating_add(1);
    };
    let reached = diagram.configurations();
    let unreached = all_configurations(&transitions, &control, LISTED)
        .map(|all| all.into_iter().filter(|one| !reached.contains(one)).collect());
    Ok(Drawn {
        control: names(&transitions, &control),
        configurations: configuration_count(&transitions, &control),
        unreached,
        splittings: choices,
        rounds,
        diagram,
    })
}

/// The predicates to begin with.
fn asked_for(
    transitions: &Transitions<'_>,
    request: &DiagramRequest,
    control: &[Variable],
    budget: &Budget<'_>,
) -> Limited<Vec<DiagramPredicate>> {
    let system = transitions.system;
    let condition = |expression: &Expr| {
        transitions.lowered.condition(system, expression, budget).map_err(LoweringError::into_halt)
    };
    let everywhere = |formula, text, origin| DiagramPredicate { formula, text, origin, scope: None };
    let mut found = Vec::new();
    for (expression, text) in &request.predicates {
        found.push(everywhere(condition(expression)?, text.clone(), Origin::Asked));
    }
    for predicate in &system.predicates {
        let formula = condition(&predicate.condition)?;
        merge(&mut found, &[everywhere(formula, predicate.name.clone(), Origin::Model)]);
    }
    if request.guards {
        let wording = Wording { system, lowered: &transitions.lowered };
        let known: Vec<Formula> = found.iter().map(|known| known.formula.clone()).collect();
        for formula in undecided(guard_literals(transitions, control), &known, transitions, budget)? {
            let text = wording.formula(&formula);
            merge(&mut found, &[everywhere(formula, text, Origin::Guard)]);
        }
    }
    Ok(found)
}

/// The conditions in guards that are not about the configuration alone.
pub(crate) fn guard_literals(transitions: &Transitions<'_>, control: &[Variable]) -> Vec<Formula> {
    let mut found = Vec::new();
    for guard in transitions.lowered.guards() {
        for literal in literals(&without_locals(&guard)) {
            let is_control = matches!(&literal, Formula::Member(state_sets::Cell::Variable(variable, _), _)
                if control.contains(variable));
            if !is_control && !found.contains(&literal) {
                found.push(literal);
            }
        }
    }
    found
}

/// The names of the variables of a configuration and of their values.
fn names(transitions: &Transitions<'_>, control: &[Variable]) -> Vec<(String, Vec<String>)> {
    let wording = Wording { system: transitions.system, lowered: &transitions.lowered };
    let name = |variable: &Variable| {
        let count = match transitions.space().kind(*variable) {
            state_sets::Kind::Finite { count } => count,
            state_sets::Kind::Integer { .. } => 0,
        };
        let values = (0..count).map(|code| wording.code(*variable, code)).collect();
        (transitions.space().declaration(*variable).name.clone(), values)
    };
    control.iter().map(name).collect()
}
