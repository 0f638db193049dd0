//! The largest value of an expression over states that may be infinitely many.
//!
//! A further variable `k` of the space stands for any integer. The expression is unbounded if for every `k` some
//! reachable state has a value of at least `k`, which is a question about one set.
//!
//! Where the reachable states are known from above only, a set may show it in which the value can always be raised: from
//! each of its states a path leads to one of them with a larger value. If one of them is reached, values grow without
//! bound. `k` remembers the value that is to be exceeded, so that this too is a question about sets.
//!
//! What is not settled is known better and better: values of states that are known to be reached are no larger than the
//! largest one, and that of an upper bound of the reachable states is no smaller.

use super::attempt::{Attempt, Tried};
use super::countless::Countless;
use crate::between::Between;
use crate::bounds::Enough;
use crate::condition::Conditions;
use crate::job::{End, Job};
use crate::largest;
use crate::layers::Layers;
use crate::steps::Steps;
use crate::{LoweringError, Quantity};
use state_sets::{Formula, Halt, Limited, Side, Step, Variable};
use std::cell::RefCell;
use system::{Evidence, Expr, Largest};

/// How often a set in which the value can be raised is cut down.
const ROUNDS: usize = 4;

/// The beats in which values are looked for among the states that are known to be reached.
const RISE: u64 = 60;

/// Tries a `bound` property; the last variable of the space is `k`.
pub(super) fn answer<D: Countless>(attempt: &Attempt<'_, D>, expression: &Expr) -> Tried {
    attempt.job.whole()?;
    let quantity = quantity(attempt, expression)?;
    attempt.context.learn(Between { at_least: None, at_most: quantity.high });
    let reached = match attempt.bounds(|bounds| bounds.reachable(attempt.above(), &Enough::never())) {
        Ok(reached) => reached,
        Err(halt) => {
            rise(attempt, expression, &halt)?;
            return Err(halt.into());
        }
    };
    if unbounded(attempt, expression, &reached.set)? {
        let mut answer =
            attempt.answer(Ok(Evidence::Largest { value: Largest::Unbounded, witness: None }))?;
        if reached.side != Side::Exact {
            if !climbs(attempt, expression, &reached.set)? {
                return Ok(Err("the bound of the reachable states has no largest value".into()));
            }
            answer.reason = Some("wherever a run has come, it can go on to a larger value".to_owned());
        }
        return Ok(Ok(answer));
    }
    let (below, above) = (reached.side.is_below(), reached.side.is_above());
    let tell = |least, most: Option<i128>| {
        let at_most = most.filter(|_| above);
        attempt.context.learn(Between { at_least: below.then_some(least), at_most });
    };
    // With an upper bound of the states the value is right only if a path leads to it.
    let found = largest::answer(&within(attempt, reached.set), attempt.question, expression, &tell)?;
    if reached.side != Side::Exact && found.witness().is_none() {
        return Ok(Err("the largest value of the bound is not reached".into()));
    }
    Ok(Ok(attempt.own(found)))
}

/// The question among some states.
fn within<'a, D: Countless>(attempt: &Attempt<'a, D>, states: D::Set) -> Job<'a, D> {
    Job {
        system: attempt.job.system,
        lowered: attempt.job.lowered,
        steps: Steps::new(attempt.job.steps.model, states),
        explored: false,
        layers: RefCell::new(Layers::new(attempt.initial(), None)),
        counted: None,
        points_each: 1,
        forgotten: None,
        manner: attempt.job.manner.clone(),
    }
}

/// Looks for large values among the states that were reached before a share was used up; a small share of its own is enough for
/// some of them.
fn rise<D: Countless>(attempt: &Attempt<'_, D>, expression: &Expr, halt: &Halt) -> Result<(), End> {
    let budget = attempt.context.budget;
    let Some(reached) = attempt.context.reached().filter(|_| halt.is_share_used_up(budget)) else {
        return Ok(());
    };
    budget.share(RISE);
    let tell = |least, _| attempt.context.learn(Between { at_least: Some(least), at_most: None });
    let is_unbounded = unbounded(attempt, expression, &reached).map_err(End::from);
    let risen = is_unbounded.and_then(|is_unbounded| match is_unbounded {
        true => Ok(None),
        false => largest::largest(&within(attempt, reached), expression, &tell),
    });
    budget.share(0);
    match risen {
        Err(failed @ End::Failed(_)) => Err(failed),
        _ => Ok(()),
    }
}

/// Whether the expression has arbitrarily large values in the set.
fn unbounded<D: Countless>(attempt: &Attempt<'_, D>, expression: &Expr, set: &D::Set) -> Limited<bool> {
    let domain = attempt.job.steps.domain();
    let (_, above) = values(attempt, expression)?;
    has_every_number(attempt, &domain.intersection(set, &above)?)
}

/// Whether each value of `k` occurs in the set.
pub(super) fn has_every_number<D: Countless>(attempt: &Attempt<'_, D>, set: &D::Set) -> Limited<bool> {
    let domain = attempt.job.steps.domain();
    let changed = (0..any_number(attempt).0).map(Variable).collect();
    let release = domain.relation(&Step { changed, relation: Formula::truth() })?;
    domain.is_subset(&domain.whole()?, &domain.pre(set, &release)?)
}

/// Whether a state is reached in a part of the set in which the value can always be raised.
fn climbs<D: Countless>(attempt: &Attempt<'_, D>, expression: &Expr, set: &D::Set) -> Limited<bool> {
    let steps = &attempt.job.steps;
    let domain = steps.domain();
    let (mut climbing, above, release) = self::climbing(attempt, expression, set)?;
    attempt.evidence_along(steps, &Conditions::default(), |bounds| {
        for _ in 0..ROUNDS {
            let goal = domain.intersection(&climbing, &above)?;
            // The states with a number that exceeds their value and that a path of them reaches.
            let raised = |reaching: &D::Set| domain.pre(&domain.difference(reaching, &above)?, &release);
            let all = |reaching: &D::Set| domain.is_subset(&climbing, &raised(reaching)?);
            let reaching = bounds.until(&steps.states, &goal, Side::Below, &Enough::below(&all))?;
            if all(&reaching.set)? {
                return bounds.leads(attempt.initial(), &steps.states, &climbing);
            }
            climbing = domain.intersection(&climbing, &raised(&reaching.set)?)?;
        }
        Ok(false)
    })?
}

/// The states of a set in which the expression has a value, whatever `k` is; those in which it is at least `k`; and the relation that gives
/// `k` any value.
pub(super) fn climbing<D: Countless>(
    attempt: &Attempt<'_, D>,
    expression: &Expr,
    set: &D::Set,
) -> Limited<(D::Set, D::Set, D::Relation)> {
    let domain = attempt.job.steps.domain();
    let (defined, above) = values(attempt, expression)?;
    let release = Step { changed: vec![any_number(attempt)], relation: Formula::truth() };
    let release = domain.relation(&release)?;
    let climbing = domain.intersection(set, &defined)?;
    // No number is special: a state belongs to the set with all of them or not at all.
    let special = domain.difference(&domain.whole()?, &climbing)?;
    let climbing = domain.difference(&climbing, &domain.pre(&special, &release)?)?;
    Ok((climbing, above, release))
}

/// The states in which the expression has a value, and those in which it is at least `k`.
fn values<D: Countless>(attempt: &Attempt<'_, D>, expression: &Expr) -> Limited<(D::Set, D::Set)> {
    let domain = attempt.job.steps.domain();
    let quantity = quantity(attempt, expression)?;
    let above = quantity.at_least_variable(any_number(attempt));
    let above = above.ok_or_else(|| Halt::Unsupported("a number is too large".into()))?;
    Ok((domain.set(&quantity.defined())?, domain.set(&quantity.defined().and(above))?))
}

/// The value of the expression in each state.
fn quantity<D: Countless>(attempt: &Attempt<'_, D>, expression: &Expr) -> Limited<Quantity> {
    let job = &attempt.job;
    let quantity = job.lowered.value(job.system, expression, job.steps.model.meter.budget());
    quantity.map_err(LoweringError::into_halt)
}

/// The last variable of the space.
fn any_number<D: Countless>(attempt: &Attempt<'_, D>) -> Variable {
    Variable(attempt.job.lowered.space.variables.len() as u32 - 1)
}
