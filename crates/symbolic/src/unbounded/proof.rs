//! Proofs where a variable is unbounded: by the fixpoints of one strategy, whose sets are polyhedra beside diagrams.

use super::attempt::{Ask, Attempt};
use super::countless::Countless;
use super::largest;
use super::strategy::Direction;
use crate::bounds::{Bounds, Enough};
use crate::condition::Conditions;
use crate::ltl::{Negation, Product};
use crate::proofs::{Above, Asked, Fixpoints, Proved, Prover, Writer, eliminated, extras, written};
use crate::ranking::leftover;
use crate::region::Argument;
use crate::safety;
use crate::steps::Steps;
use crate::walk::Lasso;
use certificates::{Growth, Proof};
use state_sets::{Complement, Halt, Limited, Side, Variable};
use system::{ClaimedPath, Comparison, Expr, Ltl, PathEnding, Question};

/// How many layers of states there may be, and how often states are taken out of a set.
const ROUNDS: usize = 60;

/// A proof by the fixpoints of one attempt; nothing if none is found.
pub(super) fn prove<D: Countless>(
    attempt: &Attempt<'_, D>,
    ask: &Ask<'_>,
    asked: &Asked<'_>,
) -> Limited<Option<Proved>> {
    let job = &attempt.job;
    job.whole()?;
    let writer = Writer::new(job.system, job.lowered, asked.named);
    let fixpoints = Attempted { attempt };
    let mut prover = Prover { job, states: job.steps.states.clone(), fixpoints: &fixpoints, writer };
    let proof = match ask {
        Ask::Plain(Question::Ctl(formula)) => prover.branching(formula, asked, &attempt.fair)?,
        Ask::Linear(negation, variable) => match asked.question {
            Question::Ltl(formula) if asked.holds => {
                prover.linear(formula, negation, *variable, &attempt.fair, false)?
            }
            Question::Ltl(formula) => endless(attempt, &mut prover, formula, negation, *variable)?,
            _ => None,
        },
        Ask::Plain(Question::Bound(expression)) if asked.path.is_none() => {
            growth(attempt, &mut prover, expression)?
        }
        Ask::Plain(question) => {
            let found = closed(attempt, asked, question)?;
            let Some((states, without)) = found else { return Ok(None) };
            prover.states = states;
            Some(prover.closed(asked, &without)?)
        }
    };
    let (definitions, own) = (prover.writer.definitions, job.system.variables.len());
    let extras = extras(&job.lowered.space, own);
    Ok(proof.map(|proof| Proved { extras, definitions, proof }))
}

/// A set that no step leaves and a part of it to be left out, such that the rest has the initial states and no state that decides the
/// question; nothing if the bound is too coarse.
fn closed<D: Countless>(
    attempt: &Attempt<'_, D>,
    asked: &Asked<'_>,
    question: &Question,
) -> Limited<Option<(D::Set, D::Set)>> {
    let (job, domain) = (&attempt.job, attempt.job.steps.domain());
    let reachable = || attempt.bounds(|bounds| bounds.reachable(attempt.above(), &Enough::never()));
    if let Question::Bound(expression) = question {
        let value = Expr::int(asked.largest(job.system, expression)?, expression.span);
        let larger = Expr::compare(Comparison::Gt, expression.clone(), value, expression.span);
        let bound = reachable()?;
        let is_shown = attempt.apart(&bound.set, &job.states_where(&larger)?)?;
        return Ok(is_shown.then(|| (bound.set, domain.empty())));
    }
    let goal = safety::goal(job, question)?;
    match attempt.strategy.direction {
        Direction::Forward => {
            let bound = reachable()?;
            Ok(attempt.apart(&bound.set, &goal)?.then(|| (bound.set, domain.empty())))
        }
        Direction::Backward => {
            let states = &job.steps.states;
            let bound =
                attempt.bounds(|bounds| bounds.until(states, &goal, attempt.above(), &Enough::never()))?;
            Ok(attempt.apart(&bound.set, attempt.initial())?.then(|| (states.clone(), bound.set)))
        }
    }
}

/// A violation by a path that never repeats a state, or by a lasso.
fn endless<D: Countless>(
    attempt: &Attempt<'_, D>,
    prover: &mut Prover<'_, '_, D>,
    formula: &Ltl,
    negation: &Negation,
    variable: Variable,
) -> Limited<Option<Proof>> {
    let product = Product::new(&attempt.job, variable, &attempt.fair, negation)?;
    let (steps, conditions) = (&product.steps, &product.conditions);
    let found = attempt.evidence_along(steps, conditions, |bounds| {
        let core = match attempt.is_exact() {
            true => steps.fair_core(&steps.states, conditions)?,
            false => bounds.core_below(&steps.states)?,
        };
        bounds.onward(&product.initial, &steps.states, &core)
    })??;
    let Some((lasso, Some(endless))) = found else { return Ok(None) };
    let recurring = prover.recurring(steps, &endless.states, conditions)?;
    let path = lasso.claimed(steps.model, &attempt.job.lowered.coding, true);
    let state = u32::try_from(lasso.walk.end().value(variable));
    let state = state.map_err(|_| Halt::Unsupported("an automaton has too many states".into()))?;
    let path = ClaimedPath { ending: PathEnding::Finite, ..path };
    Ok(Some(Proof::Endless { path, automaton: written(formula, negation), state, recurring }))
}

/// That an expression has no largest value: where it is met, a greater one can be met later; or whatever number there is, it is met from
/// some initial state. The last variable of the space is the number to be met.
fn growth<D: Countless>(
    attempt: &Attempt<'_, D>,
    prover: &mut Prover<'_, '_, D>,
    expression: &Expr,
) -> Limited<Option<Proof>> {
    let (job, domain) = (&attempt.job, attempt.job.steps.domain());
    let reached = attempt.bounds(|bounds| bounds.reachable(attempt.above(), &Enough::never()))?;
    let (mut climbing, above, release) = largest::climbing(attempt, expression, &reached.set)?;
    for round in 0..ROUNDS {
        if domain.is_empty(&climbing)? {
            break;
        }
        let goal = domain.intersection(&climbing, &above)?;
        let (attractor, reaching) = prover.attractor(&job.steps, &reached.set, goal)?;
        let raised = domain.pre(&domain.difference(&reaching, &above)?, &release)?;
        let is_last = domain.is_subset(&climbing, &raised)?;
        if is_last && let Some(walk) = job.steps.path(attempt.initial(), &job.steps.states, &climbing)? {
            let path = Lasso::finite(walk).claimed(job.steps.model, &job.lowered.coding, false);
            let (path, set) = (Some(path), prover.write(&climbing)?);
            return Ok(Some(Proof::Unbounded(Growth { path, set, attractor })));
        }
        // Where every path ends at a value of its own, whatever number there is may be met from some initial state.
        if round == 0
            && largest::has_every_number(attempt, &domain.intersection(&reaching, attempt.initial())?)?
        {
            let set = prover.write(&climbing)?;
            return Ok(Some(Proof::Unbounded(Growth { path: None, set, attractor })));
        }
        if is_last {
            break;
        }
        climbing = domain.intersection(&climbing, &raised)?;
    }
    Ok(None)
}

/// The fixpoints of an attempt.
struct Attempted<'x, 'a, D: Complement> {
    attempt: &'x Attempt<'a, D>,
}

impl<D: Countless> Fixpoints<D> for Attempted<'_, '_, D> {
    fn reaching(&self, steps: &Steps<'_, D>, within: &D::Set, goal: &D::Set) -> Limited<D::Set> {
        let side = self.attempt.above();
        let none = Conditions::default();
        self.attempt
            .bounds_along(steps, &none, |bounds| Ok(bounds.until(within, goal, side, &Enough::never())?.set))
    }

    fn staying_above(
        &self,
        steps: &Steps<'_, D>,
        fair: &Conditions<D>,
        within: &D::Set,
    ) -> Limited<Above<D::Set>> {
        let domain = steps.domain();
        let within = domain.intersection(within, &steps.states)?;
        let mut among = within.clone();
        if self.attempt.strategy.ranked
            && let Some(left) = leftover(steps, fair, &within)?
        {
            let coming = match domain.is_empty(&left.states)? {
                true => domain.empty(),
                false => self.reaching(steps, &within, &left.states)?,
            };
            // What is left over may be all there is to say.
            if domain.is_empty(&coming)? || !domain.is_subset(&within, &coming)? {
                let sure = self.attempt.apart(&coming, self.attempt.initial())?;
                if sure {
                    return Ok(Some((coming, left.argument)));
                }
            }
            among = domain.intersection(&within, &coming)?;
        }
        let side = self.attempt.above();
        let staying = self.attempt.bounds_along(steps, fair, |bounds: &Bounds<'_, D>| {
            bounds.staying(&among, side, &Enough::never())
        })?;
        if !staying.side.is_above() && staying.side != Side::Exact {
            return Ok(None);
        }
        let staying = self.reaching(steps, &within, &staying.set)?;
        let outside = domain.difference(&within, &staying)?;
        if self.attempt.strategy.ranked
            && let Some(left) = leftover(steps, fair, &outside)?
            && domain.is_empty(&left.states)?
        {
            return Ok(Some((staying, left.argument)));
        }
        let argument: Option<Argument<D::Set>> = eliminated(self, steps, fair, outside, ROUNDS)?;
        Ok(argument.map(|argument| (staying, argument)))
    }

    fn core_below(&self, steps: &Steps<'_, D>, fair: &Conditions<D>, within: &D::Set) -> Limited<D::Set> {
        match self.attempt.is_exact() {
            true => steps.fair_core(within, fair),
            false => self.attempt.bounds_along(steps, fair, |bounds| bounds.core_below(within)),
        }
    }

    fn most_layers(&self) -> usize {
        ROUNDS
    }
}
