//! Largest values of sums of places, read off the coverability set.

use super::{Subject, no_net};
use crate::failure::{ENGINE, Failure};
use crate::forward::{Bound, Cover, cover};
use system::{Answer, Evidence, Expr, Interpreter, Largest, PathEnding, Statistics, Value};

const STRATEGY: &str = "forward, minimal coverability set";

/// The coverability set, which all questions share.
#[derive(Default)]
pub(super) struct Covers {
    known: Option<Cover>,
}

impl Covers {
    pub fn answer(&mut self, subject: &Subject<'_>, expression: &Expr) -> Result<Answer, Failure> {
        let weighed = subject.net.weights(subject.system, expression, subject.budget);
        let (weights, constant) = match weighed {
            Ok(weighed) => weighed,
            Err(unfit) => return Ok(no_net(&unfit, subject.budget)),
        };
        let net = &subject.net.net;
        if self.known.is_none() {
            match cover(net, subject.budget) {
                Ok(found) => self.known = Some(found),
                Err(_) => return Ok(subject.stopped(STRATEGY)),
            }
        }
        let Some(cover) = &self.known else { return Ok(subject.stopped(STRATEGY)) };
        let statistics: Statistics = vec![
            ("nodes", (cover.statistics.nodes as u64).into()),
            ("accelerations", (cover.statistics.accelerations as u64).into()),
            ("basis", (cover.markings.len() as u64).into()),
        ];
        let bound = match cover.bound(net, &weights, subject.budget) {
            Ok(bound) => bound,
            Err(_) => return Ok(subject.stopped(STRATEGY)),
        };
        let is_exact = cover.exact && net.is_monotone();
        let answer = match bound {
            Bound::AtMost { most, run } => {
                let value = i128::try_from(most).ok().and_then(|most| most.checked_add(constant));
                let Some(value) = value else {
                    return Ok(Answer::unknown("a number of tokens is too large", ENGINE, STRATEGY));
                };
                let trace = match run {
                    Some(run) => Some(subject.trace(subject.net.path(&run, PathEnding::Finite))?),
                    None => None,
                };
                let reached = trace.as_ref().and_then(|trace| {
                    Interpreter::new(subject.system).evaluate(expression, trace.last()).ok()
                });
                if reached == Some(Value::Int(value)) {
                    let evidence = Evidence::Largest { value: Largest::Exactly(value), witness: trace };
                    subject.answer(evidence, STRATEGY.into(), statistics)?
                } else {
                    let reason = "the bound of the coverability set is not reached by a run that was found";
                    let at_least = match reached {
                        Some(Value::Int(reached)) => Some(reached),
                        _ => None,
                    };
                    Answer::unknown(reason, ENGINE, STRATEGY).between(at_least, Some(value))
                }
            }
            Bound::Unlimited { .. } if is_exact => {
                let evidence = Evidence::Largest { value: Largest::Unbounded, witness: None };
                subject.answer(evidence, STRATEGY.into(), statistics)?
            }
            Bound::Unlimited { .. } => {
                Answer::unknown("the coverability set is an approximation here", ENGINE, STRATEGY)
            }
        };
        Ok(answer)
    }
}
