//! Proofs with integer sets: the strategy that answered is tried first, then the others, with shares that grow.

use crate::integer_sets::polyhedra;
use crate::subject::generated;
use std::cell::OnceCell;
use std::rc::Rc;
use symbolic::{
    Asked, AttemptOutcome, Budget, Encoded, Prepared, Proved, STRATEGIES, Setup, Strategy, WITH_KNOWN,
};
use system::{Answer, BoundId, Expr, Observer, Question, Watch};

/// The beats that each strategy gets in turn.
const SHARES: [u64; 6] = [100, 200, 1_000, 8_000, 60_000, u64::MAX];

/// How many of the shares are small.
pub(super) const SOON: usize = 3;

/// How much larger the shares of the strategy are that has answered.
const LIKELY: u64 = 25;

/// How much larger the shares of approximate strategies are: their sets are smaller, and a beat takes less time.
const APPROXIMATE: u64 = 8;

/// What sets are called that can be written down.
const POLYHEDRA: &str = "polyhedra";

/// Hears nothing, and knows what is always true at most: a proof rests on no other answer, and what is always true is part of it.
struct Alone(Vec<Expr>);

impl Observer for Alone {
    fn known(&self) -> &[Expr] {
        &self.0
    }

    fn answered(&self, _: usize, _: Answer) {}
}

/// What is to be proved of a system.
pub(super) struct ProofGoal<'g> {
    /// The system.
    pub prepared: &'g Prepared<'g>,
    /// The question and its answer.
    pub asked: &'g Asked<'g>,
    /// The question's outermost rigid variables.
    pub rigid: &'g [BoundId],
    /// The answer that was given.
    pub answer: &'g Answer,
    /// Who says how much may be done.
    pub watch: &'g dyn Watch,
}

/// Strategies that may find the proof, with or without what is always true.
struct ProofWay<'w> {
    setup: Setup<'w>,
    encoded: Box<dyn Encoded + 'w>,
    open: Vec<Strategy>,
    /// How the answer was found, if it was found in such a way.
    answered: &'w str,
    /// Why the last strategy found nothing.
    failure: String,
}

/// A proof of the answer with the first so many shares, or why there is none.
///
/// Sets have their first turn without help: what is always true may be many cases in them, even where it has helped whoever answered.
pub(super) fn proved(goal: &ProofGoal<'_>, shares: usize) -> Result<Proved, String> {
    let budget = Rc::new(Budget::new(goal.watch));
    let (bare, helped) = (Alone(Vec::new()), OnceCell::new());
    let mut ways = vec![way(goal, &budget, &bare, false)?];
    let is_abstract = goal.answer.engine == "abstraction";
    for (round, share) in SHARES.into_iter().take(shares).enumerate() {
        if may_help(goal.answer) && round == usize::from(!is_abstract) {
            let known = helped.get_or_init(|| Alone(generated(goal.prepared, goal.watch)));
            if !known.0.is_empty()
                && let Ok(helped) = way(goal, &budget, known, true)
            {
                // Whoever works with predicates has likely needed what is always true.
                ways.insert(if is_abstract { 0 } else { 1 }, helped);
            }
        }
        for way in &mut ways {
            if let Some(proved) = way.tried(goal.asked, share)? {
                return Ok(proved);
            }
        }
    }
    Err(ways.swap_remove(0).failure)
}

/// Whether the answer rests on what is always true, or may do so.
fn may_help(answer: &Answer) -> bool {
    answer.strategy.contains(WITH_KNOWN) || answer.engine == "abstraction"
}

fn way<'w>(
    goal: &ProofGoal<'w>,
    budget: &'w Rc<Budget<'w>>,
    observer: &'w Alone,
    is_helped: bool,
) -> Result<ProofWay<'w>, String> {
    let setup = Setup { prepared: goal.prepared, budget, observer, disjuncts: false, several: true };
    budget.share(u64::MAX);
    let encoded = polyhedra(budget).encode(&setup, goal.asked.question, goal.rigid);
    let encoded = encoded.map_err(|outcome| reason(&outcome))?;
    let strategy = goal.answer.strategy.as_str();
    let open = ordered(goal.asked.question, strategy);
    // Without help, what other sets do soon is no sign that these do.
    let is_same = strategy.contains(WITH_KNOWN) == is_helped && (is_helped || strategy.contains(POLYHEDRA));
    let failure = "no strategy found it again with polyhedra".into();
    Ok(ProofWay { setup, encoded, open, answered: if is_same { strategy } else { "" }, failure })
}

impl ProofWay<'_> {
    /// A proof by one of the strategies with this share each. Those that may go on stay open.
    ///
    /// # Errors
    /// What has ended all work.
    fn tried(&mut self, asked: &Asked<'_>, share: u64) -> Result<Option<Proved>, String> {
        for strategy in std::mem::take(&mut self.open) {
            // What has answered once is likely to answer again.
            let likely = if is_answer(self.answered, strategy) { LIKELY } else { 1 };
            let cheap = if strategy.seed.is_some() { APPROXIMATE } else { 1 };
            self.setup.budget.share(share.saturating_mul(likely).saturating_mul(cheap));
            match self.encoded.prove(&self.setup, asked, strategy) {
                Ok(Some(proved)) => return Ok(Some(proved)),
                Ok(None) => {}
                Err(AttemptOutcome::Paused) => self.open.push(strategy),
                Err(AttemptOutcome::Stopped(why)) => return Err(why),
                Err(outcome) => self.failure = reason(&outcome),
            }
        }
        Ok(None)
    }
}

/// Whether the answer was found with this strategy: behind it stand the sets, and no more of a strategy.
fn is_answer(answered: &str, strategy: Strategy) -> bool {
    let rest = answered.strip_prefix(&format!("{strategy}, "));
    let goes_on = |rest: &str| ["inside", "accelerated", "ranked"].iter().any(|word| rest.starts_with(word));
    rest.is_some_and(|rest| !goes_on(rest))
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
