//! The largest value of an expression over the reachable states, by bisection.

use crate::job::{End, Job, replayed};
use crate::walk::Lasso;
use state_sets::{Complement, Halt, Limited, Point};
use system::{Answer, Evidence, Expr, Interpreter, Largest, Question, Value, retrace};

/// Answers a `bound` property.
pub(crate) fn answer<D: Complement>(
    job: &Job<'_, D>,
    question: &Question,
    expression: &Expr,
) -> Result<Answer, End> {
    let evidence = match largest(job, expression)? {
        Some((value, states)) => {
            let mut witness = None;
            if let Some(walk) = job.path_to(&states)? {
                let claimed = Lasso::finite(walk).claimed(job.steps.model, &job.lowered.coding, false);
                witness = replayed(retrace(job.system, &claimed))?.ok();
            }
            Ok(Evidence::Largest { value: Largest::Exactly(value), witness })
        }
        None => Err("the expression faults in every reachable state".to_owned()),
    };
    Ok(job.answer(question, evidence, "forward, bisection")?.between(None, None))
}

/// The largest value with the states that have it; nothing if the expression faults everywhere.
fn largest<D: Complement>(job: &Job<'_, D>, expression: &Expr) -> Result<Option<(i128, D::Set)>, End> {
    let domain = job.steps.domain();
    let quantity = job.lowered.value(job.system, expression).map_err(|refused| too_large(&refused))?;
    let defined = domain.intersection(&job.steps.states, &domain.set(&quantity.defined())?)?;
    let Some(point) = domain.pick(&defined)? else { return Ok(None) };
    let above = |least: i128| -> Limited<D::Set> {
        let formula = quantity.at_least(least).ok_or_else(|| too_large(&"a number is too large"))?;
        domain.intersection(&defined, &domain.set(&formula)?)
    };
    // The value is at least `low`, which states of the set have or exceed, and less than `high` once that is known.
    let mut low = value_at(job, expression, &point)?;
    let mut states = above(low)?;
    let mut high = quantity.high.and_then(|high| high.checked_add(1));
    let mut stride: i128 = 1;
    while high.is_none_or(|high| high - low > 1) {
        let next = match high {
            Some(high) => low + (high - low) / 2,
            None => low.checked_add(stride).ok_or_else(|| too_large(&"a number is too large"))?,
        };
        let found = above(next)?;
        job.steps.model.meter.round(domain, &found)?;
        match domain.pick(&found)? {
            Some(point) => {
                low = value_at(job, expression, &point)?;
                states = found;
                stride = stride.saturating_mul(2);
            }
            None => high = Some(next),
        }
    }
    Ok(Some((low, domain.intersection(&states, &above(low)?)?)))
}

fn value_at<D: Complement>(job: &Job<'_, D>, expression: &Expr, point: &Point) -> Result<i128, End> {
    match Interpreter::new(job.system).evaluate(expression, &job.lowered.coding.state(point)) {
        Ok(Value::Int(value)) => Ok(value),
        other => Err(End::Failed(format!("an expression has no value where it should have one: {other:?}"))),
    }
}

fn too_large(what: &dyn std::fmt::Display) -> Halt {
    Halt::Unsupported(what.to_string())
}
