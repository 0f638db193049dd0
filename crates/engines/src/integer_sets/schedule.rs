//! Which strategies are tried at a question about integers, with which representations of sets, and for how long.
//!
//! Every strategy gets a share of work, and then another one that is some times as large, and so on. Since what is
//! interrupted goes on where it was, the shares of a strategy add up to what it would need alone; and no strategy that goes on for
//! ever keeps the others waiting for long.
//!
//! Exact fixpoints without any help settle what they are computed for if they end, and often they do after few large
//! iterations. So they get more, and where that becomes long, after all properties have had the other strategies.
//!
//! Every representation gets each share. Before the first one the first strategy is tried alone with each of them, and
//! they take their turns in the order of how far it came; the first of them gets more than the others.

use std::cell::RefCell;
use std::cmp::Reverse;
use std::rc::Rc;
use symbolic::{
    AttemptOutcome, Between, Direction, Encoded, Failure, Numbered, Representation, STRATEGIES, Setup,
    Strategy, restored, rigid_variables, stripped,
};
use system::{Answer, BoundId, Evidence, Largest, Observer, Property, Question};

/// The beats of the first share.
const FIRST: u64 = 40;
/// How much larger each share is than the one before.
const GROWTH: u64 = 2;
/// How much more exact fixpoints without help get of each share, the last number for all that follow.
const PLAIN: &[u64] = &[1, 8, 8, 32];
/// The shares that are given at once: in those that follow, exact fixpoints without help take long, and come after all others.
const AT_ONCE: usize = 2;
/// How much less of that they get with other representations than the first one.
const SECOND: u64 = 8;
/// How much larger shares are for what speaks of paths: several fixpoints are needed there.
const PATHS: u64 = 2;
/// How many shares there are.
const SHARES: usize = 9;
/// How much later widening begins with the next share, where it led to a bound that is too coarse.
const RAISE: u64 = 4;

/// What is asked, and who hears of answers.
pub struct Asked<'a> {
    /// The system, and what may be spent.
    pub setup: Setup<'a>,
    /// The one strategy to follow, without limit, with a seed that rises where bounds are too coarse; nothing for all of them.
    pub strategy: Option<Strategy>,
    /// Who hears of answers.
    pub observer: &'a dyn Observer,
}

/// Answers properties, given by their numbers; what one representation settles is settled.
///
/// # Errors
/// If the system has no initial state, or the engine contradicts itself.
pub fn pursue<'d>(
    asked: &Asked<'_>,
    properties: &[usize],
    representations: &[Rc<dyn Representation<'d> + 'd>],
) -> Result<(), Failure> {
    let growing = (0..SHARES).flat_map(Share::number);
    let shares: Vec<Share> = match &asked.strategy {
        Some(strategy) if strategy.seed.is_none() && representations.len() == 1 => vec![Share::ENDLESS],
        Some(_) => growing.skip(SHARES / 2).chain([Share::ENDLESS]).collect(),
        None => [Share::TRIAL].into_iter().chain(growing).collect(),
    };
    let pursuit = |number: &usize| {
        Pursuit::new(
            *number,
            &asked.setup.prepared.system.properties[*number],
            asked.strategy,
            representations,
        )
    };
    let mut pursuits: Vec<Pursuit> = properties.iter().map(pursuit).collect();
    let mut common = vec![None; representations.len()];
    // What is easy is settled before anything hard takes its time.
    for share in shares {
        for pursuit in &mut pursuits {
            if pursuit.is_over || !asked.observer.is_open(pursuit.number) {
                continue;
            }
            asked.observer.working_on(Some(pursuit.number));
            if let Some(answer) = pursuit.advance(asked, share, &mut common)? {
                pursuit.is_over = true;
                asked.observer.answered(pursuit.number, pursuit.restored(asked, answer));
            }
        }
    }
    for pursuit in pursuits.iter().filter(|pursuit| !pursuit.is_over) {
        if asked.observer.is_open(pursuit.number) {
            let answer = pursuit.unknown(open(&pursuit.candidates));
            asked.observer.answered(pursuit.number, answer);
        }
    }
    Ok(())
}

/// How much is tried before the next property gets its turn.
#[derive(Debug, Clone, Copy)]
struct Share {
    /// The beats of each strategy.
    beats: u64,
    /// How much more exact fixpoints without help get.
    plain: u64,
    /// How many strategies are tried, from the first one on.
    strategies: usize,
    /// Whether exact fixpoints without help get it (`true`) or the others (`false`); nothing for all of them.
    only: Option<bool>,
}

impl Share {
    /// All that the limits allow.
    const ENDLESS: Share = Share { beats: u64::MAX, plain: 1, strategies: usize::MAX, only: None };

    /// What tells representations apart.
    const TRIAL: Share = Share { beats: FIRST, plain: 1, strategies: 1, only: None };

    /// The share of this number: at once, or in two halves where some get more than others.
    fn number(number: usize) -> Vec<Share> {
        let beats = FIRST.saturating_mul(GROWTH.saturating_pow(number as u32));
        let plain = PLAIN[number.min(PLAIN.len() - 1)];
        let whole = Share { beats, plain, strategies: usize::MAX, only: None };
        match number < AT_ONCE {
            true => vec![whole],
            false => [false, true].into_iter().map(|only| Share { only: Some(only), ..whole }).collect(),
        }
    }

    /// Whether a strategy gets it.
    fn is_for(&self, strategy: Strategy) -> bool {
        self.only.is_none_or(|plain| plain == strategy.is_plain())
    }

    /// What a strategy has got by the end of this share, with the first representation or another one.
    fn beats(&self, strategy: Strategy, is_first: bool) -> u64 {
        let more = match (strategy.is_plain(), is_first) {
            (true, true) => self.plain,
            (true, false) => (self.plain / SECOND).max(1),
            (false, _) => 1,
        };
        self.beats.saturating_mul(more)
    }
}

/// A system in a domain that several properties may use.
type Known<'d> = Rc<RefCell<Box<dyn Encoded + 'd>>>;

/// All that is tried at a property.
struct Pursuit<'d> {
    number: usize,
    /// Its name, for people.
    name: String,
    /// The question without outermost rigid variables.
    question: Question,
    /// Its rigid variables.
    rigid: Vec<BoundId>,
    /// The representations.
    candidates: Vec<Candidate<'d>>,
    /// What is known of a largest value.
    known: Between,
    /// Whether there is an answer, or it is clear that there will be none.
    is_over: bool,
}

/// A representation, and what came of it.
struct Candidate<'d> {
    representation: Rc<dyn Representation<'d> + 'd>,
    /// The strategies.
    trials: Vec<Trial>,
    /// Why sets cannot be represented so, if they cannot.
    refused: Option<String>,
    /// Which of all representations it is.
    number: usize,
    /// The system in the domain that was made for the property.
    own: Option<Known<'d>>,
}

impl Candidate<'_> {
    fn is_over(&self) -> bool {
        self.refused.is_some() || self.trials.iter().all(Trial::is_over)
    }

    /// How far the first strategy came.
    fn progress(&self) -> u64 {
        self.trials.first().map_or(0, |trial| trial.iterations)
    }
}

/// A strategy, and what came of it.
struct Trial {
    strategy: Strategy,
    /// Why it left the property open, if it ended by itself.
    ended: Option<String>,
    /// Its first seed and why it left the property open with that, if it has a later one now.
    coarse: Option<(u64, String)>,
    /// Whether it has nothing that another has not.
    idle: bool,
    /// The iterations of fixpoints that it has come to.
    iterations: u64,
    /// The beats that it has got so far.
    spent: u64,
}

impl Trial {
    fn new(strategy: Strategy) -> Self {
        Trial { strategy, ended: None, coarse: None, idle: false, iterations: 0, spent: 0 }
    }

    fn is_over(&self) -> bool {
        self.idle || self.ended.is_some()
    }

    /// Lets widening that ended begin later.
    fn raise(&mut self) {
        if let Some(seed) = &mut self.strategy.seed
            && let Some(reason) = self.ended.take()
        {
            self.coarse.get_or_insert((*seed, reason));
            *seed += RAISE;
            self.spent = 0;
        }
    }

    /// Why the property is still open, if the strategy ended with its first seed, and that strategy.
    fn end(&self) -> Option<(Strategy, &str)> {
        match (&self.coarse, &self.ended) {
            (Some((seed, reason)), _) => Some((Strategy { seed: Some(*seed), ..self.strategy }, reason)),
            (None, Some(reason)) => Some((self.strategy, reason)),
            (None, None) => None,
        }
    }
}

impl<'d> Pursuit<'d> {
    fn new(
        number: usize,
        property: &Property,
        only: Option<Strategy>,
        representations: &[Rc<dyn Representation<'d> + 'd>],
    ) -> Pursuit<'d> {
        let (question, rigid) = stripped(&property.question);
        let strategies: Vec<Strategy> =
            only.map_or_else(|| fitting(&question), |strategy| strategy.rising().collect());
        let candidate = |(number, representation): (usize, &Rc<dyn Representation<'d> + 'd>)| Candidate {
            representation: representation.clone(),
            trials: strategies.iter().copied().map(Trial::new).collect(),
            refused: None,
            number,
            own: None,
        };
        let candidates = representations.iter().enumerate().map(candidate).collect();
        let (name, known) = (property.name.clone(), Between::default());
        Pursuit { number, name, question, rigid, candidates, known, is_over: false }
    }

    /// The answer where there is none, with what is known of a largest value.
    fn unknown(&self, reason: String) -> Answer {
        let candidates = self.candidates.iter();
        let names: Vec<&str> = candidates.map(|candidate| candidate.representation.name()).collect();
        let answer = Answer::unknown(reason, "symbolic", format!("fixpoints, {}", names.join("; ")));
        match self.known {
            known if known == Between::default() => answer,
            Between { at_least, at_most } => answer.between(at_least, at_most),
        }
    }

    /// The answer, if what strategies have found out from both sides leaves one value.
    fn closed_in(&self, strategy: Strategy, sets: &str) -> Result<Option<Answer>, Failure> {
        if self.known.is_contradictory() {
            return Err(Failure::Internal(format!("the largest value is contradictory: {:?}", self.known)));
        }
        let Some(value) = self.known.exactly() else { return Ok(None) };
        let evidence = Evidence::Largest { value: Largest::Exactly(value), witness: None };
        let strategy = format!("bounds from both sides, {strategy}, {sets}");
        let answer = Answer::from_evidence(&self.question, evidence, "symbolic", strategy);
        answer.map(Some).map_err(|irrelevant| Failure::Internal(irrelevant.to_string()))
    }

    /// An answer to the question as one to the property.
    fn restored(&self, asked: &Asked<'_>, answer: Answer) -> Answer {
        restored(&asked.setup.prepared.system.properties[self.number].question, answer)
    }

    /// Tries all strategies that are left, each with a share of work, with every representation; gives the answer if there is
    /// one, or if there will be none.
    fn advance(
        &mut self,
        asked: &Asked<'_>,
        share: Share,
        common: &mut [Option<Known<'d>>],
    ) -> Result<Option<Answer>, Failure> {
        for place in 0..self.candidates.len() {
            if self.candidates[place].is_over() {
                continue;
            }
            let came = match self.encoded(asked, place, common) {
                Ok(known) => self.strategies(asked, place, share, &known)?,
                Err(outcome) => Some(outcome),
            };
            let candidate = &mut self.candidates[place];
            match came {
                Some(AttemptOutcome::Settled(answer)) => return Ok(Some(*answer)),
                Some(AttemptOutcome::Stopped(reason)) => return Ok(Some(self.unknown(reason))),
                Some(AttemptOutcome::Unsupported(reason)) => {
                    common[candidate.number] = None;
                    candidate.own = None;
                    candidate.refused = Some(reason);
                }
                _ if asked.strategy.is_none() && share.only != Some(false) => {
                    candidate.trials.iter_mut().for_each(Trial::raise);
                }
                _ => {}
            }
        }
        if share.strategies == 1 {
            self.candidates.sort_by_key(|candidate| Reverse(candidate.progress()));
        }
        let is_over = self.candidates.iter().all(Candidate::is_over);
        Ok(is_over.then(|| self.unknown(open(&self.candidates))))
    }

    /// The system in a domain, put there now if need be.
    fn encoded(
        &mut self,
        asked: &Asked<'_>,
        place: usize,
        common: &mut [Option<Known<'d>>],
    ) -> Result<Known<'d>, AttemptOutcome> {
        let is_common = self.rigid.is_empty() && is_common(&self.question);
        let candidate = &mut self.candidates[place];
        let known = if is_common { &mut common[candidate.number] } else { &mut candidate.own };
        if let Some(known) = known {
            return Ok(known.clone());
        }
        let encoded = candidate.representation.encode(&asked.setup, &self.question, &self.rigid)?;
        Ok(known.insert(Rc::new(RefCell::new(encoded))).clone())
    }

    /// Tries the strategies that are left, one after the other; gives what ends the use of the representation, if something
    /// does.
    fn strategies(
        &mut self,
        asked: &Asked<'_>,
        place: usize,
        share: Share,
        known: &Known<'d>,
    ) -> Result<Option<AttemptOutcome>, Failure> {
        let budget = asked.setup.budget;
        let candidate = &mut self.candidates[place];
        let question = Numbered { number: self.number, question: &self.question };
        let left =
            candidate.trials.iter_mut().filter(|trial| !trial.is_over() && share.is_for(trial.strategy));
        let mut tried = None;
        for trial in left.take(share.strategies) {
            let (name, strategy, sets) = (&self.name, trial.strategy, candidate.representation.name());
            let beats = share
                .beats(strategy, place == 0)
                .saturating_mul(if is_about_states(&self.question) { 1 } else { PATHS });
            if beats <= trial.spent {
                continue;
            }
            budget.note(&format_args!("{name}: {strategy}, {sets}"));
            let mut encoded = known.borrow_mut();
            let outcome = encoded.attempt(&asked.setup, question, strategy, beats - trial.spent)?;
            trial.spent = beats;
            trial.iterations = encoded.iterations();
            self.known = self.known.and(encoded.known());
            budget.note(&format_args!("{name}: {}", told(&outcome)));
            match outcome {
                AttemptOutcome::Open(reason) => trial.ended = Some(reason),
                AttemptOutcome::Idle => trial.idle = true,
                AttemptOutcome::Paused => {}
                outcome => return Ok(Some(outcome)),
            }
            tried = Some(strategy);
            if self.known.exactly().is_some() || self.known.is_contradictory() {
                break;
            }
        }
        let sets = self.candidates[place].representation.name();
        let answer = tried.map(|strategy| self.closed_in(strategy, sets)).transpose()?.flatten();
        Ok(answer.map(|answer| AttemptOutcome::Settled(Box::new(answer))))
    }
}

/// Whether the question needs no variable of its own beside those of the system.
pub(crate) fn is_common(question: &Question) -> bool {
    rigid_variables(question).is_empty() && !matches!(question, Question::Ltl(_) | Question::Bound(_))
}

/// What an attempt gave, in a few words.
fn told(outcome: &AttemptOutcome) -> &str {
    match outcome {
        AttemptOutcome::Settled(_) => "settled",
        AttemptOutcome::Open(reason)
        | AttemptOutcome::Unsupported(reason)
        | AttemptOutcome::Stopped(reason) => reason,
        AttemptOutcome::Paused => "paused, since its share of the work is used up",
        AttemptOutcome::Idle => "it would do what another strategy does",
    }
}

/// Whether single states decide the question.
fn is_about_states(question: &Question) -> bool {
    !matches!(question, Question::Ctl(_) | Question::Ltl(_) | Question::Bound(_))
}

/// The strategies for a question: what speaks of paths is computed backward, a largest value forward.
fn fitting(question: &Question) -> Vec<Strategy> {
    let direction = match question {
        Question::Ctl(_) | Question::Ltl(_) => Some(Direction::Backward),
        Question::Bound(_) => Some(Direction::Forward),
        _ => None,
    };
    let speaks_of_paths = matches!(question, Question::Ctl(_) | Question::Ltl(_));
    let fits = |strategy: &&Strategy| {
        direction.is_none_or(|direction| strategy.direction == direction)
            && (speaks_of_paths || !strategy.ranked)
    };
    STRATEGIES.iter().filter(fits).copied().collect()
}

/// What was tried, and what might help.
fn open(candidates: &[Candidate<'_>]) -> String {
    let trials = || candidates.iter().flat_map(|candidate| &candidate.trials);
    let mut tried: Vec<String> = Vec::new();
    for candidate in candidates {
        let refused = candidate.refused.iter();
        tried.extend(refused.map(|reason| format!("{}: {reason}", candidate.representation.name())));
    }
    for (strategy, reason) in trials().filter_map(Trial::end) {
        if !tried.iter().any(|known| known.ends_with(reason)) {
            tried.push(format!("{strategy}: {reason}"));
        }
    }
    let refused = candidates.iter().filter(|candidate| candidate.refused.is_some());
    let refused = refused.map(|candidate| candidate.trials.len()).sum::<usize>();
    let went_on =
        trials().filter(|trial| !trial.idle && trial.end().is_none()).count().saturating_sub(refused);
    if went_on > 0 {
        let noun = if went_on == 1 { "fixpoint" } else { "fixpoints" };
        tried.push(format!("{went_on} {noun} did not end within the work that is tried"));
    }
    let accelerates = trials().any(|trial| trial.strategy.loops > 0 && !trial.idle);
    let help = match accelerates {
        true => "a bound on the variables that grow may help",
        false => "a bound on the variables that grow, or --accelerate, may help",
    };
    format!("no strategy settled it ({}); {help}", tried.join("; "))
}
