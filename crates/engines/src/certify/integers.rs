//! Proofs with integer sets: the strategy that answered is tried first, then the others, with shares that grow.

use crate::integer_sets::polyhedra;
use crate::subject::generated;
use std::rc::Rc;
use symbolic::{
    Asked, AttemptOutcome, Budget, Encoded, Prepared, Proved, STRATEGIES, Setup, Strategy, WITH_KNOWN,
};
use system::{Answer, BoundId, Expr, Observer, Question, Watch};

/// The beats that each strategy gets in turn.
const SHARES: [u64; 5] = [100, 1_000, 8_000, 60_000, u64::MAX];

/// How much larger the shares of the strategy are that has answered.
const LIKELY: u64 = 50;

/// Hears nothing, and knows what is always true at most: a proof rests on no other answer, and what is always true is part of it.
struct Alone(Vec<Expr>);

impl Observer for Alone {
    fn known(&self) -> &[Expr] {
        &self.0
    }

    fn answered(&self, _: usize, _: Answer) {}
}

/// A proof of the answer, or why there is none.
pub(super) fn proved(
    prepared: &Prepared<'_>,
    asked: &Asked<'_>,
    rigid: &[BoundId],
    answer: &Answer,
    watch: &dyn Watch,
) -> Result<Proved, String> {
    let budget = Rc::new(Budget::new(watch));
    let alone = Alone(match answer.strategy.contains(WITH_KNOWN) {
        true => generated(prepared.system, watch),
        false => Vec::new(),
    });
    let setup = Setup { prepared, budget: &budget, observer: &alone, disjuncts: false, several: true };
    let representation = polyhedra(&budget);
    let encoded = representation.encode(&setup, asked.question, rigid);
    let mut encoded = encoded.map_err(|outcome| reason(&outcome))?;
    let mut open: Vec<Strategy> = ordered(asked.question, &answer.strategy);
    let mut last = "no strategy found it again with polyhedra".to_owned();
    for share in SHARES {
        let mut left = Vec::new();
        for strategy in open {
            // What has answered once is likely to answer again.
            let is_likely = answer.strategy.starts_with(&strategy.to_string());
            budget.share(if is_likely { share.saturating_mul(LIKELY) } else { share });
            match tried(encoded.as_mut(), &setup, asked, strategy) {
                Ok(Some(proved)) => return Ok(proved),
                Ok(None) => {}
                Err(AttemptOutcome::Paused) => left.push(strategy),
                Err(AttemptOutcome::Stopped(why)) => return Err(why),
                Err(outcome) => last = reason(&outcome),
            }
        }
        open = left;
    }
    Err(last)
}

fn tried(
    encoded: &mut (dyn Encoded + '_),
    setup: &Setup<'_>,
    asked: &Asked<'_>,
    strategy: Strategy,
) -> Result<Option<Proved>, AttemptOutcome> {
    encoded.prove(setup, asked, strategy)
}

fn reason(outcome: &AttemptOutcome) -> String {
    match outcome {
        AttemptOutcome::Open(why) | AttemptOutcome::Unsupported(why) | AttemptOutcome::Stopped(why) => {
            why.clone()
        }
        AttemptOutcome::Settled(_) | AttemptOutcome::Paused | AttemptOutcome::Idle => {
            "it was not finished".into()
        }
    }
}

/// The strategies that may find the proof, the one that has answered first. What speaks of paths is computed backward.
fn ordered(question: &Question, answered: &str) -> Vec<Strategy> {
    let paths = matches!(question, Question::Ctl(_) | Question::Ltl(_));
    let fits = |strategy: &Strategy| match question {
        Question::Ctl(_) | Question::Ltl(_) => strategy.direction == symbolic::Direction::Backward,
        Question::Bound(_) => strategy.direction == symbolic::Direction::Forward,
        _ => true,
    };
    let later = |seed: u64| {
        STRATEGIES
            .iter()
            .filter(|one| one.seed.is_some())
            .map(move |one| Strategy { seed: Some(seed), ..*one })
    };
    let ranked = |strategy: Strategy| Strategy {
        ranked: strategy.ranked || paths && strategy.seed.is_some(),
        ..strategy
    };
    let all = STRATEGIES.iter().copied().chain((2..=8).flat_map(later)).map(ranked);
    let mut strategies: Vec<Strategy> = Vec::new();
    for strategy in all.filter(fits) {
        if !strategies.contains(&strategy) {
            strategies.push(strategy);
        }
    }
    strategies.sort_by_key(|strategy| !answered.starts_with(&strategy.to_string()));
    strategies
}
