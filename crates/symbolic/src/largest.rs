//! The largest value of an expression over the reachable states, by bisection.
//!
//! Values may lie so far apart that their distance does not fit a number, so the middle is taken without it; where a value
//! itself does not fit, there is no answer.

#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

use crate::LoweringError;
use crate::job::{End, Job, replayed};
use crate::journal::Which;
use crate::walk::Lasso;
use state_sets::{Complement, Halt, Limited, Point};
use system::{Answer, Evidence, Expr, Failure, Interpreter, Largest, Question, Value, retrace};

/// Answers a `bound` property; what is known of the largest value on the way is told.
pub(crate) fn answer<D: Complement>(
    job: &Job<'_, D>,
    question: &Question,
    expression: &Expr,
    tell: Tell<'_>,
) -> Result<Answer, End> {
    job.whole()?;
    let evidence = match largest(job, expression, tell)? {
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

/// Hears that some state that is looked at has a value, and that none of them has one larger than another.
pub(crate) type Tell<'a> = &'a dyn Fn(i128, Option<i128>);

/// The largest value with the states that have it; nothing if the expression faults everywhere.
pub(crate) fn largest<D: Complement>(
    job: &Job<'_, D>,
    expression: &Expr,
    tell: Tell<'_>,
) -> Result<Option<(i128, D::Set)>, End> {
    let domain = job.steps.domain();
    let quantity = job
        .lowered
        .value(job.system, expression, job.steps.model.meter.budget())
        .map_err(LoweringError::into_halt)?;
    let defined = domain.intersection(&job.steps.states, &domain.set(&quantity.defined())?)?;
    let Some(point) = domain.pick(&defined)? else { return Ok(None) };
    let above = |least: i128| -> Limited<D::Set> {
        let formula = quantity.at_least(least).ok_or_else(|| too_large(&"a number is too large"))?;
        domain.intersection(&defined, &domain.set(&formula)?)
    };
    let value = value_at(job, expression, &point)?;
    let mut states = above(value)?;
    let trail = job.steps.model.trail(Which::Largest, &defined)?;
    let mut bisection = Bisection { least: value, most: quantity.high, stride: 1 };
    tell(bisection.least, bisection.most);
    while bisection.is_open() {
        let next = bisection.next().ok_or_else(|| too_large(&"a number is too large"))?;
        let found = match trail.known() {
            Some((_, known)) => known,
            None => {
                let found = above(next)?;
                trail.add(0, &found, &found)?;
                found
            }
        };
        match domain.pick(&found)? {
            Some(point) => {
                bisection.rise(value_at(job, expression, &point)?);
                states = found;
            }
            None => bisection.stay_below(next),
        }
        tell(bisection.least, bisection.most);
    }
    Ok(Some((bisection.least, domain.intersection(&states, &above(bisection.least)?)?)))
}

/// Where the largest value lies.
struct Bisection {
    /// Some state has this value.
    least: i128,
    /// No state has a larger one, once that is known.
    most: Option<i128>,
    /// How much more is tried as long as nothing is known from above.
    stride: i128,
}

impl Bisection {
    fn is_open(&self) -> bool {
        self.most.is_none_or(|most| self.least < most)
    }

    /// A value above the least one that parts what is left; nothing if it would not fit.
    fn next(&self) -> Option<i128> {
        match self.most {
            // Rounded towards zero, the middle can be the least value itself.
            Some(most) => {
                Some(self.least.midpoint(most)).filter(|middle| *middle > self.least).or(Some(most))
            }
            None => self.least.checked_add(self.stride).or(Some(i128::MAX)).filter(|next| *next > self.least),
        }
    }

    /// A state was found that has this value.
    fn rise(&mut self, value: i128) {
        self.least = value;
        self.stride = self.stride.saturating_mul(2);
    }

    /// No state has this value or a larger one.
    fn stay_below(&mut self, value: i128) {
        self.most = Some(value.saturating_sub(1));
    }
}

fn value_at<D: Complement>(job: &Job<'_, D>, expression: &Expr, point: &Point) -> Result<i128, End> {
    match Interpreter::new(job.system).evaluate(expression, &job.lowered.coding.state(point)) {
        Ok(Value::Int(value)) => Ok(value),
        Err(Failure::Obstacle(obstacle)) => Err(too_large(&obstacle).into()),
        other => Err(End::Failed(format!("an expression has no value where it should have one: {other:?}"))),
    }
}

fn too_large(what: &dyn std::fmt::Display) -> Halt {
    Halt::Unsupported(what.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The value that is found if the largest one is this, with the number of questions.
    fn found(largest: i128, mut bisection: Bisection) -> Option<(i128, u32)> {
        for questions in 0.. {
            if !bisection.is_open() {
                return Some((bisection.least, questions));
            }
            let next = bisection.next()?;
            if next <= largest { bisection.rise(next) } else { bisection.stay_below(next) }
        }
        None
    }

    #[test]
    fn the_largest_value_is_found_between_any_two_numbers() {
        for (least, most) in [(i128::MIN, i128::MAX), (-3, 2), (i128::MAX - 1, i128::MAX), (i128::MIN, -1)] {
            for largest in [least, least.midpoint(most), most] {
                let (value, questions) =
                    found(largest, Bisection { least, most: Some(most), stride: 1 }).unwrap();
                assert_eq!(value, largest);
                assert!(questions <= 129, "{questions} questions");
            }
        }
    }

    #[test]
    fn without_a_bound_the_largest_value_is_found_by_doubling() {
        let open = |least| Bisection { least, most: None, stride: 1 };
        for (least, largest) in [(-7, -7), (-7, 1_000_000), (i128::MIN, i128::MAX - 1), (0, 1 << 100)] {
            let (value, questions) = found(largest, open(least)).unwrap();
            assert_eq!(value, largest);
            assert!(questions <= 300, "{questions} questions");
        }
        // Whether something lies beyond the largest number is not known.
        assert_eq!(found(i128::MAX, open(0)), None);
    }
}
