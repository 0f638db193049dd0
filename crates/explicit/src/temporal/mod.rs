//! Answers `ctl` and `ltl` properties on the graph of a system.
//!
//! The graph is explored as it is needed (`space`); algorithms on graphs that know nothing of systems are in `graph`, the
//! assumptions of the system in `fairness`, branching time in `ctl`, linear time in `ltl`.

mod ctl;
pub(crate) mod fairness;
mod graph;
mod ltl;
pub(crate) mod space;

use crate::code::{Compiler, Unsupported};
use crate::program::Program;
use crate::report::Failure;
use crate::search::path::state;
use crate::settings::LinearSearch;
use crate::temporal::ctl::{Claim, Labelling, claim};
use crate::temporal::fairness::Assumptions;
use crate::temporal::graph::Lasso;
use crate::temporal::ltl::{
    MOST_CONDITIONS, Product, SystemLasso, accepting_lasso, find_accepting, nested_search, shorten,
};
use crate::temporal::space::{End, Space};
use omega_automata::{Ending, Negation, Refusal};
use std::cell::Cell;
use system::{
    Answer, BranchingClaim, ClaimedPath, Ctl, Evidence, Ltl, Mismatch, PathEnding, Property, Question,
    Statistics, Trace, TransitionId, replayed, retrace,
};

/// States that are labelled between two questions whether to go on.
const LABELS: u64 = 1 << 17;

/// Whether a temporal property is within reach of explicit search, apart from the fairness of the system.
pub(crate) fn can_check(program: &Program<'_>, property: &Property) -> Result<(), Unsupported> {
    match &property.question {
        Question::Ctl(formula) => ctl_atoms(program.compiler, formula),
        Question::Ltl(formula) => ltl_atoms(program.compiler, formula),
        _ => Ok(()),
    }
}

const RIGID: &str = "explicit search cannot try all integers for a rigid variable; give it a finite range";

fn ctl_atoms(compiler: Compiler<'_>, formula: &Ctl) -> Result<(), Unsupported> {
    match formula {
        Ctl::State(e) => compiler.expression(e).map(|_| ()),
        Ctl::Not(f) | Ctl::Next(_, f) | Ctl::Finally(_, f) | Ctl::Globally(_, f) => ctl_atoms(compiler, f),
        Ctl::And(all) | Ctl::Or(all) => all.iter().try_for_each(|f| ctl_atoms(compiler, f)),
        Ctl::Implies(f, g) | Ctl::Iff(f, g) | Ctl::Until(_, _, f, g) => {
            ctl_atoms(compiler, f)?;
            ctl_atoms(compiler, g)
        }
        Ctl::Rigid { .. } => Err(Unsupported(RIGID.into())),
    }
}

/// Whether a formula cannot count steps: it has no `X`.
pub(crate) fn is_stutter_invariant(formula: &Ltl) -> bool {
    match formula {
        Ltl::State(_) => true,
        Ltl::Next(_) => false,
        Ltl::Not(f) | Ltl::Finally(f) | Ltl::Globally(f) => is_stutter_invariant(f),
        Ltl::And(all) | Ltl::Or(all) => all.iter().all(is_stutter_invariant),
        Ltl::Implies(f, g) | Ltl::Iff(f, g) | Ltl::Until(_, f, g) => {
            is_stutter_invariant(f) && is_stutter_invariant(g)
        }
        Ltl::Rigid { body, .. } => is_stutter_invariant(body),
    }
}

fn ltl_atoms(compiler: Compiler<'_>, formula: &Ltl) -> Result<(), Unsupported> {
    match formula {
        Ltl::State(e) => compiler.expression(e).map(|_| ()),
        Ltl::Not(f) | Ltl::Next(f) | Ltl::Finally(f) | Ltl::Globally(f) => ltl_atoms(compiler, f),
        Ltl::And(all) | Ltl::Or(all) => all.iter().try_for_each(|f| ltl_atoms(compiler, f)),
        Ltl::Implies(f, g) | Ltl::Iff(f, g) | Ltl::Until(_, f, g) => {
            ltl_atoms(compiler, f)?;
            ltl_atoms(compiler, g)
        }
        Ltl::Rigid { .. } => Err(Unsupported(RIGID.into())),
    }
}

/// What came of an attempt.
pub(crate) enum Attempt {
    /// An answer.
    Answered(Box<Answer>),
    /// It was cut short.
    Ended(End),
    /// A bug.
    Failed(Failure),
}

impl From<End> for Attempt {
    fn from(end: End) -> Self {
        Attempt::Ended(end)
    }
}

impl From<Failure> for Attempt {
    fn from(failure: Failure) -> Self {
        Attempt::Failed(failure)
    }
}

/// Answers a temporal property.
pub(crate) fn answer(
    program: &Program<'_>,
    space: &mut Space<'_, '_>,
    assumptions: &Assumptions,
    linear_search: LinearSearch,
    property: &Property,
) -> Attempt {
    let result = match &property.question {
        Question::Ctl(formula) => ctl(program, space, &property.question, formula),
        Question::Ltl(formula) => {
            ltl(program, space, assumptions, linear_search, &property.question, formula)
        }
        _ => unreachable!("other properties are answered by the search"),
    };
    match result {
        Ok(answer) => Attempt::Answered(Box::new(answer)),
        Err(attempt) => attempt,
    }
}

fn ltl(
    program: &Program<'_>,
    space: &mut Space<'_, '_>,
    assumptions: &Assumptions,
    linear_search: LinearSearch,
    question: &Question,
    formula: &Ltl,
) -> Result<Answer, Attempt> {
    let strategy = match space.left_out() {
        Some(_) => "product with an automaton, on the fly, partial order",
        None => "product with an automaton, on the fly",
    };
    let unknown = |reason: String| Ok(Answer::unknown(reason, "explicit", strategy));
    let Negation { automaton, atoms } = match Negation::of(formula, Ending(space.ending())) {
        Ok(negation) => negation,
        Err(Refusal::Ended) => return Err(space.ended().into()),
        Err(refusal) => return unknown(refused(refusal)),
    };
    if automaton.acceptance_sets() + assumptions.repeated > MOST_CONDITIONS {
        return unknown(format!(
            "the formula and the fairness assumptions have more than {MOST_CONDITIONS} conditions together \
             that a path must meet for ever; state a part of the formula as a property of its own"
        ));
    }
    let codes = atoms.iter().map(|e| program.compiler.expression(e));
    let codes = codes.collect::<Result<Vec<_>, _>>().map_err(|unsupported| internal(unsupported.0))?;
    space.set_propositions(codes);
    let initial = space.graph.initial.clone();
    let mut product = Product::new(space, &automaton, assumptions.repeated);
    let starts = product.initial(&initial)?;
    let nested = match linear_search {
        LinearSearch::Nested => nested_search(&mut product, &starts)?,
        LinearSearch::Components => None,
    };
    let outcome = match nested {
        Some(outcome) => outcome,
        None => find_accepting(&mut product, &starts)?,
    };
    let product_states = outcome.reached.len();
    let mut evidence = Ok(Evidence::Exhaustive { states: product_states.into() });
    let mut length = Statistics::new();
    if outcome.is_accepting {
        let lasso = accepting_lasso(&mut product, &starts, &outcome.reached)?;
        let lasso = lasso.ok_or_else(|| internal("an accepting run was found and lost".into()))?;
        let lasso = shortened(&mut product, &initial, lasso, &mut length);
        let ending = lasso.repeats.map_or(PathEnding::DeadEnd, PathEnding::Loop);
        let claimed = claimed_path(program, space, lasso.start, &lasso.edges, ending);
        evidence = walked(retrace(program.system(), &claimed))?.map(Evidence::path);
    }
    let mut answer = settled(question, evidence, strategy)?;
    answer.statistics.push(("product_states", product_states.into()));
    answer.statistics.push(("automaton_states", automaton.state_count().into()));
    answer.statistics.extend(counts(space));
    answer.statistics.extend(length);
    Ok(answer)
}

/// A shortest path, as far as one could be looked for, with its length and how much is known of it. Patience is for the
/// verdict, which is known by now.
fn shortened(
    product: &mut Product<'_, Space<'_, '_>>,
    initial: &[u32],
    found: SystemLasso,
    statistics: &mut Statistics,
) -> SystemLasso {
    let patience = product.space.patience.take();
    let (lasso, at_least) = shorten(product, initial, found);
    product.space.patience = patience;
    // Where interleavings are left out, shorter paths may be among them.
    let at_least = if product.space.left_out().is_some() { 0 } else { at_least };
    statistics.extend(lengths(lasso.edges.len(), at_least));
    lasso
}

/// The length of a lasso, and how many steps one has at least.
fn lengths(steps: usize, at_least: usize) -> Statistics {
    vec![("lasso_steps", steps.into()), ("lasso_steps_at_least", at_least.into())]
}

fn refused(refusal: Refusal) -> String {
    format!("the formula could not be translated to an automaton: {refusal}")
}

/// The answer that the evidence gives, or that it is open.
fn settled(
    question: &Question,
    evidence: Result<Evidence, String>,
    strategy: &str,
) -> Result<Answer, Attempt> {
    match evidence {
        Ok(evidence) => Answer::from_evidence(question, evidence, "explicit", strategy)
            .map_err(|irrelevant| internal(irrelevant.to_string())),
        Err(reason) => Ok(Answer::unknown(reason, "explicit", strategy)),
    }
}

fn ctl(
    program: &Program<'_>,
    space: &mut Space<'_, '_>,
    question: &Question,
    formula: &Ctl,
) -> Result<Answer, Attempt> {
    space.explore()?;
    let promises = space.promises();
    let asking = space.asking();
    let graph = std::mem::take(&mut space.graph);
    // The graph is complete, so that its edges backwards serve all formulas.
    let reverse = space.reverse.take().unwrap_or_else(|| graph.reverse());
    let labelling = Labelling::new(&graph, reverse, &promises);
    // The graph is lent to the labelling; conditions are evaluated on the states alone.
    let done = Cell::new(0);
    let states = graph.states() as u64;
    let go_on = || {
        // A question stands for about as much work as one of a search.
        done.set(states.saturating_add(done.get()));
        match done.get() < LABELS {
            true => Ok(()),
            false => {
                done.set(0);
                asking().map_err(Attempt::from)
            }
        }
    };
    let labelled = labelling.label(formula, &go_on, &mut |e, states| {
        let code = program.compiler.expression(e).map_err(|unsupported| internal(unsupported.0))?;
        space.states_where(&code, states).map_err(Attempt::from)
    });
    let mut length = Statistics::new();
    let result = labelled.and_then(|labelled| {
        let failing = graph.initial.iter().find(|state| !labelled.truth.contains(**state as usize));
        let shown = failing.or(graph.initial.first().filter(|_| formula.is_existential()));
        match shown {
            Some(state) => {
                let claim = claim(&labelling, &labelled, *state);
                length = branching_lengths(&graph, &claim);
                show(program, space, &graph, &claim)
            }
            None => Ok(Ok(Evidence::Exhaustive { states: graph.states().into() })),
        }
    });
    space.reverse = Some(labelling.reverse);
    space.graph = graph;
    let mut answer = settled(question, result?, "labelling of the state graph")?;
    answer.statistics.extend(counts(space));
    answer.statistics.extend(length);
    Ok(answer)
}

/// The length of the path that shows a claim, where it is maximal. What is known of it is so for a path from the only
/// initial state; paths that are put together of several may be longer than needed.
fn branching_lengths(graph: &crate::temporal::graph::Graph, claim: &Claim<'_>) -> Statistics {
    let (lasso, maximal) = claim.spine();
    let at_least = if graph.initial.len() == 1 { claim.at_least } else { 0 };
    if maximal { lengths(lasso.walk.edges.len(), at_least) } else { Statistics::new() }
}

/// The paths that show a claim, or why they cannot be walked.
fn show(
    program: &Program<'_>,
    space: &Space<'_, '_>,
    graph: &crate::temporal::graph::Graph,
    claim: &Claim<'_>,
) -> Result<Result<Evidence, String>, Attempt> {
    let (lasso, maximal) = claim.spine();
    let claimed = claimed_lasso(program, space, graph, &lasso, maximal);
    Ok(match walked(retrace(program.system(), &claimed))? {
        Ok(trace) => {
            let explanation = branching_claim(program, space, graph, claim).replayed(program.system());
            let explanation =
                explanation.map_err(|mismatch| internal(format!("a path cannot be replayed: {mismatch}")))?;
            Ok(Evidence::Path { trace, explanation: Some(Box::new(explanation)) })
        }
        Err(reason) => Err(reason),
    })
}

/// The claim with states and paths in place of their numbers.
fn branching_claim<'f>(
    program: &Program<'_>,
    space: &Space<'_, '_>,
    graph: &crate::temporal::graph::Graph,
    claim: &Claim<'f>,
) -> BranchingClaim<'f> {
    let path = claim.path.as_ref().filter(|lasso| !lasso.walk.edges.is_empty() || claim.maximal);
    BranchingClaim {
        formula: claim.formula,
        value: claim.value,
        state: Some(state(program, &space.visited.values(claim.state))),
        path: path.map(|lasso| claimed_lasso(program, space, graph, lasso, claim.maximal)),
        parts: claim.parts.iter().map(|part| branching_claim(program, space, graph, part)).collect(),
    }
}

fn claimed_lasso(
    program: &Program<'_>,
    space: &Space<'_, '_>,
    graph: &crate::temporal::graph::Graph,
    lasso: &Lasso,
    maximal: bool,
) -> ClaimedPath {
    let ending = match lasso.repeats {
        Some(start) => PathEnding::Loop(start),
        None if maximal => PathEnding::DeadEnd,
        None => PathEnding::Finite,
    };
    path_along(program, space, graph, lasso.walk.start, &lasso.walk.edges, ending)
}

fn claimed_path(
    program: &Program<'_>,
    space: &Space<'_, '_>,
    start: u32,
    edges: &[usize],
    ending: PathEnding,
) -> ClaimedPath {
    path_along(program, space, &space.graph, start, edges, ending)
}

fn path_along(
    program: &Program<'_>,
    space: &Space<'_, '_>,
    graph: &crate::temporal::graph::Graph,
    start: u32,
    edges: &[usize],
    ending: PathEnding,
) -> ClaimedPath {
    let at = |number: u32| state(program, &space.visited.values(number));
    let step = |edge: &usize| (TransitionId(graph.transitions[*edge]), at(graph.targets[*edge]));
    ClaimedPath { initial: at(start), steps: edges.iter().map(step).collect(), ending }
}

/// A trace, or why it cannot be walked; a path that is none is a bug.
fn walked(result: Result<Trace, Mismatch>) -> Result<Result<Trace, String>, Attempt> {
    replayed(result).map_err(internal)
}

fn internal(message: String) -> Attempt {
    Attempt::Failed(Failure::Internal(message))
}

fn counts(space: &Space<'_, '_>) -> Statistics {
    let stored = space.visited.bytes() + 8 * space.graph.edges() as u64;
    let mut counts: Statistics = vec![
        ("states", space.visited.store.len().into()),
        ("transitions", space.graph.edges().into()),
        ("stored_bytes", stored.into()),
        ("state_bits", space.visited.layout.bits().into()),
    ];
    counts.extend(space.left_out().map(|left_out| ("transitions_left_out", left_out.into())));
    counts
}
