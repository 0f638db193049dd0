//! The largest value of an expression over states that may be infinitely many.
//!
//! A further variable `k` of the space stands for any integer. The expression is unbounded if for every `k` some
//! reachable state has a value of at least `k`, which is a question about one set.

use super::attempt::{Attempt, Tried};
use crate::bounds::Enough;
use crate::job::Job;
use crate::largest;
use crate::layers::Layers;
use crate::steps::Steps;
use state_sets::{Close, Complement, Formula, Halt, Limited, Side, Step, Variable, Widen};
use std::cell::RefCell;
use system::{BoundValue, Expr};

/// Tries a `bound` property; the last variable of the space is `k`.
pub(super) fn answer<D: Complement + Widen + Close>(attempt: &Attempt<'_, D>, expression: &Expr) -> Tried {
    let reached = attempt.bounds(|bounds| bounds.reachable(attempt.above(), &Enough::never()))?;
    if unbounded(attempt, expression, &reached.set)? {
        if reached.side != Side::Exact {
            return Ok(Err("the bound of the reachable states has no largest value".into()));
        }
        let mut answer = attempt.answer();
        answer.value = Some(BoundValue::Unbounded);
        return Ok(Ok(answer));
    }
    let job = Job {
        system: attempt.job.system,
        lowered: attempt.job.lowered,
        steps: Steps::new(attempt.job.steps.model, reached.set),
        explored: false,
        layers: RefCell::new(Layers::new(attempt.initial(), None)),
        points_each: 1,
        manner: attempt.job.manner.clone(),
    };
    // With an upper bound of the states the value is right only if a path leads to it.
    let found = largest::answer(&job, expression)?;
    if reached.side != Side::Exact && found.witness.is_none() {
        return Ok(Err("the largest value of the bound is not reached".into()));
    }
    Ok(Ok(attempt.own(found)))
}

/// Whether the expression has arbitrarily large values in the set.
fn unbounded<D: Complement + Widen + Close>(
    attempt: &Attempt<'_, D>,
    expression: &Expr,
    set: &D::Set,
) -> Limited<bool> {
    let job = &attempt.job;
    let domain = job.steps.domain();
    let count = job.lowered.space.variables.len() as u32;
    let any_number = Variable(count - 1);
    let quantity = job.lowered.value(job.system, expression);
    let quantity = quantity.map_err(|unsupported| Halt::Beyond(unsupported.to_string()))?;
    let above = quantity.at_least_variable(any_number);
    let above = above.ok_or_else(|| Halt::Beyond("a number is too large".into()))?;
    let above = domain.set(&quantity.defined().and(above))?;
    let reached = domain.intersection(set, &above)?;
    let changed = (0..count - 1).map(Variable).collect();
    let release = domain.relation(&Step { changed, relation: Formula::truth() })?;
    domain.is_subset(&domain.whole()?, &domain.pre(&reached, &release)?)
}
