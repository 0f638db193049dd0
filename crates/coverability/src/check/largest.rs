//! Largest values of sums of places.
//!
//! Two ways take turns. Karp and Miller's tree grows; as soon as one of its labels has any number of tokens on a place of the sum there is no largest
//! value, and once it is finished the value is read off it. But it need not end. So the sum is also narrowed from both sides by asking whether
//! larger numbers can be covered, twice as large ones as long as they can, and then by halving.

use super::safety::{Found, Problem};
use super::{Subject, no_net};
use crate::failure::{ENGINE, Failure};
use crate::forward::{Bound, Cover, GrowingCover};
use crate::sets::ways;
use budget::{Budget, Budgeted};
use nets::{Amount, Cube, Marking, Net, Place, Run};
use system::{Answer, Evidence, Expr, Interpreter, Largest, PathEnding, Statistics, Trace, Value};

const STRATEGY: &str = "forward, minimal coverability set";
const UNFINISHED: &str = "forward, part of the coverability set";
const HALVING: &str = "numbers that are covered, by halving";

/// The operations of the first turn; each round has four times as many.
const FIRST_TURN: u64 = 1 << 21;

/// A number that can be reached in more ways is not asked for.
const MOST_TARGETS: u64 = 2_000;

/// The coverability set, which all questions share.
#[derive(Default)]
pub(super) struct Covers<'a> {
    growing: Option<GrowingCover<'a, 'a>>,
    known: Option<Cover>,
}

/// A weighted sum of tokens, and a constant.
struct Sum {
    weights: Vec<(Place, u64)>,
    constant: i128,
}

/// What is known of the largest value, the constant apart.
struct Range {
    /// A value, and a run to it.
    least: (u128, Run),
    /// No value is larger.
    most: Option<u128>,
    /// Whether larger numbers may still be asked for.
    open: bool,
}

impl<'a> Covers<'a> {
    pub fn answer(&mut self, subject: &Subject<'a>, expression: &Expr) -> Result<Answer, Failure> {
        let weighed = subject.net.weights(subject.system, expression, subject.budget);
        let sum = match weighed {
            Ok((weights, constant)) => Sum { weights, constant },
            Err(unfit) => return Ok(no_net(&unfit, subject.budget)),
        };
        let Some(mut range) = Range::first(&subject.net.net, &sum) else {
            return Ok(Answer::unknown("a number of tokens is too large", ENGINE, STRATEGY));
        };
        let mut turn = FIRST_TURN;
        let found = loop {
            match self.round(subject, &sum, &mut range, turn) {
                Ok(Some(found)) => break found,
                Ok(None) => turn = turn.saturating_mul(4),
                Err(_) => return Ok(range.interrupted(subject, &sum)),
            }
        };
        match found {
            Round::Finished => self.read_off(subject, expression, &sum, &range),
            Round::Unlimited => {
                let statistics = self.growing.as_ref().map(|growing| growing.statistics());
                let statistics = counts(statistics.unwrap_or_default(), None);
                let evidence = Evidence::Largest { value: Largest::Unbounded, witness: None };
                subject.answer(evidence, UNFINISHED.into(), statistics)
            }
            Round::Narrowed => {
                let (value, run) = &range.least;
                reached(subject, expression, sum.value(*value), Some(run), HALVING, Statistics::new())
            }
        }
    }

    /// One turn of each way.
    fn round(
        &mut self,
        subject: &Subject<'a>,
        sum: &Sum,
        range: &mut Range,
        turn: u64,
    ) -> Budgeted<Option<Round>> {
        let net = &subject.net.net;
        let is_open =
            |place: Place| net.starts.iter().any(|start| matches!(start.0[place], Amount::AtLeast(_)));
        if sum.weights.iter().any(|(place, weight)| *weight > 0 && is_open(*place)) {
            return Ok(Some(Round::Unlimited));
        }
        if self.known.is_some() {
            return Ok(Some(Round::Finished));
        }
        let growing = match &mut self.growing {
            Some(growing) => growing,
            None => self.growing.insert(GrowingCover::new(net, subject.budget)?),
        };
        let is_finished = growing.grow(turn)?;
        if is_finished {
            self.known = self.growing.take().map(GrowingCover::finished);
            return Ok(Some(Round::Finished));
        }
        if growing.is_unlimited(sum.weights.iter().map(|(place, _)| *place)) {
            return Ok(Some(Round::Unlimited));
        }
        subject.budget.attempt(turn, |share| range.narrow(subject, sum, share))?;
        Ok((range.most == Some(range.least.0)).then_some(Round::Narrowed))
    }

    /// The answer of the whole set.
    fn read_off(
        &self,
        subject: &Subject<'_>,
        expression: &Expr,
        sum: &Sum,
        range: &Range,
    ) -> Result<Answer, Failure> {
        let Some(cover) = &self.known else { return Ok(subject.stopped(STRATEGY)) };
        let net = &subject.net.net;
        let statistics = counts(cover.statistics, Some(cover.markings.len()));
        let Ok(bound) = cover.bound(net, &sum.weights, subject.budget) else {
            return Ok(range.interrupted(subject, sum));
        };
        match bound {
            Bound::AtMost { most, run } => {
                reached(subject, expression, sum.value(most), run.as_ref(), STRATEGY, statistics)
            }
            Bound::Unlimited { .. } if cover.exact && net.is_monotone() => {
                let evidence = Evidence::Largest { value: Largest::Unbounded, witness: None };
                subject.answer(evidence, STRATEGY.into(), statistics)
            }
            Bound::Unlimited { .. } => {
                Ok(Answer::unknown("the coverability set is an approximation here", ENGINE, STRATEGY))
            }
        }
    }
}

/// How the turns ended.
enum Round {
    /// All of the coverability set is known.
    Finished,
    /// There is no largest value.
    Unlimited,
    /// The value that is reached is the largest.
    Narrowed,
}

impl Range {
    /// What the least start shows.
    fn first(net: &Net, sum: &Sum) -> Option<Range> {
        let start = net.starts.first()?.least();
        let value = sum.of(&start)?;
        Some(Range { least: (value, Run { start, fired: Vec::new() }), most: None, open: true })
    }

    /// Asks for larger numbers until none is left to be asked for.
    fn narrow(&mut self, subject: &Subject<'_>, sum: &Sum, budget: &Budget<'_>) -> Budgeted<()> {
        while self.open && self.most != Some(self.least.0) {
            let Some(number) = self.next() else { break };
            let Some(targets) = sum.at_least(number, budget)? else {
                self.open = false;
                break;
            };
            let problem = Problem::new(&subject.net.net, &targets, budget)?;
            match problem.in_turns(subject.options, budget)?.found {
                Found::Uncovered(_) => self.most = Some(number - 1),
                Found::Open(_) => self.open = false,
                Found::Covered(run) => {
                    let run = problem.lifted(run, budget)?;
                    let last = run.as_ref().and_then(|run| subject.net.net.walk(run).ok()??.pop());
                    let value = last.and_then(|last| sum.of(&last)).filter(|value| *value >= number);
                    match (value, run) {
                        (Some(value), Some(run)) => self.least = (value, run),
                        _ => self.open = false,
                    }
                }
            }
        }
        Ok(())
    }

    /// The number that is asked for next: larger than what is reached, and not larger than what is possible.
    fn next(&self) -> Option<u128> {
        let least = self.least.0.checked_add(1)?;
        match self.most {
            None => least.checked_mul(2).map(|double| (double - 1).max(least)),
            Some(most) => Some(least + (most - least).div_ceil(2)),
        }
    }

    /// The answer where the work is ended before the value is known.
    fn interrupted(&self, subject: &Subject<'_>, sum: &Sum) -> Answer {
        let most = self.most.and_then(|most| sum.value(most));
        subject.stopped(STRATEGY).between(sum.value(self.least.0), most)
    }
}

impl Sum {
    /// The value of the expression, where the tokens sum up to a number.
    fn value(&self, tokens: u128) -> Option<i128> {
        i128::try_from(tokens).ok()?.checked_add(self.constant)
    }

    fn of(&self, marking: &Marking) -> Option<u128> {
        self.weights.iter().try_fold(0u128, |sum, (place, weight)| {
            sum.checked_add(u128::from(marking[*place]).checked_mul(u128::from(*weight))?)
        })
    }

    /// The least markings where the tokens sum up to at least a number; nothing if there are too many.
    fn at_least(&self, number: u128, budget: &Budget<'_>) -> Budgeted<Option<Vec<Cube>>> {
        let Ok(number) = u64::try_from(number) else { return Ok(None) };
        let weights: Vec<(Place, u64)> =
            self.weights.iter().filter(|(_, weight)| *weight > 0).copied().collect();
        let heaviest = weights.iter().map(|(_, weight)| *weight).max().unwrap_or(1);
        if ways(number.div_ceil(heaviest), weights.len()) > MOST_TARGETS {
            return Ok(None);
        }
        let mut open: Vec<(Cube, u64)> = vec![(Cube::default(), number)];
        for (at, (place, weight)) in weights.iter().enumerate() {
            let mut longer = Vec::new();
            for (cube, missing) in open {
                let most = missing.div_ceil(*weight);
                let least = if at + 1 == weights.len() { most } else { 0 };
                for tokens in least..=most {
                    budget.spend(cube.at_least.len() + 1)?;
                    let mut cube = cube.clone();
                    cube.at_least.extend((tokens > 0).then_some((*place, tokens)));
                    longer.push((cube, missing.saturating_sub(tokens.saturating_mul(*weight))));
                }
                if longer.len() as u64 > MOST_TARGETS {
                    return Ok(None);
                }
            }
            open = longer;
        }
        let mut targets: Vec<Cube> = open.into_iter().map(|(cube, _)| cube).collect();
        targets.iter_mut().for_each(|cube| cube.at_least.sort_unstable());
        Ok(Some(targets))
    }
}

/// The answer that a value is the largest one, if the run reaches it.
fn reached(
    subject: &Subject<'_>,
    expression: &Expr,
    value: Option<i128>,
    run: Option<&Run>,
    strategy: &str,
    statistics: Statistics,
) -> Result<Answer, Failure> {
    let Some(value) = value else {
        return Ok(Answer::unknown("a number of tokens is too large", ENGINE, strategy));
    };
    let run = run.and_then(|run| subject.net.grounded(run.clone()));
    let trace: Option<Trace> =
        run.map(|run| subject.trace(subject.net.path(&run, PathEnding::Finite))).transpose()?;
    let found = trace
        .as_ref()
        .and_then(|trace| Interpreter::new(subject.system).evaluate(expression, trace.last()).ok());
    if found == Some(Value::Int(value)) {
        let evidence = Evidence::Largest { value: Largest::Exactly(value), witness: trace };
        return subject.answer(evidence, strategy.into(), statistics);
    }
    let reason = "the bound of the coverability set is not reached by a run that was found";
    let at_least = match found {
        Some(Value::Int(found)) => Some(found),
        _ => None,
    };
    Ok(Answer::unknown(reason, ENGINE, strategy).between(at_least, Some(value)))
}

fn counts(done: crate::forward::CoverStatistics, basis: Option<usize>) -> Statistics {
    let mut counts: Statistics =
        vec![("nodes", (done.nodes as u64).into()), ("accelerations", (done.accelerations as u64).into())];
    counts.extend(basis.map(|basis| ("basis", (basis as u64).into())));
    counts
}
