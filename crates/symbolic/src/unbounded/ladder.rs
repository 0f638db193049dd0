//! One tactic after the other, with growing shares of work.
//!
//! Each share is some times the one before, so that what a tactic needs is spent at most that many times over, and no
//! tactic that goes on for ever keeps the others waiting for long. A tactic that ended by itself is not tried again.
//!
//! Exact fixpoints from the property settle what they are computed for if they end, and often they do after few large
//! rounds. So from the second share on they get more, after all others.

use super::attempt::{Ask, attempt};
use super::bench::Bench;
use super::ration::Ration;
use super::rigid;
use super::tactic::{Direction, LADDER, Tactic};
use crate::heartbeat::Heartbeat;
use crate::job::End;
use crate::ltl::{self, negation};
use crate::{Failure, LowerOptions, Lowered, lower};
use state_sets::{Close, Complement, Declaration, Halt, Kind, Limited, Variable, Widen};
use system::{Answer, BoundId, Question, System, Verdict};

/// The beats of the first share.
const FIRST: u64 = 80;
/// How much larger each share is than the one before.
const FACTOR: u64 = 3;
/// How much more exact fixpoints from the property get of the second share; half as much more of each that follows.
const PLAIN: u64 = 16;
/// How many shares there are.
const SHARES: u32 = 6;
/// How much later widening begins with the next share, where it led to a bound that is too coarse.
const RAISE: u64 = 4;

/// How to check systems whose states cannot be counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnboundedSettings {
    /// What the domain's sets are called in reports.
    pub sets: &'static str,
    /// Ranges with at most this many values are finite.
    pub most_codes: u64,
    /// Whether moves are taken apart into conjunctions.
    pub disjuncts: bool,
    /// The one tactic to follow, without limit, with a seed that rises where bounds are too coarse; nothing for the
    /// whole ladder.
    pub tactic: Option<Tactic>,
}

/// Answers properties, given by their numbers, one after the other, each in a domain that is made for it. The domain
/// asks the ration whether it may go on, and the ration asks the heartbeat.
pub fn check_unbounded<D: Complement + Widen + Close>(
    system: &System,
    properties: &[usize],
    settings: &UnboundedSettings,
    heartbeat: &Heartbeat<'_>,
    ration: &Ration<'_>,
    make_domain: &dyn Fn(&Lowered) -> Limited<D>,
) -> Result<Vec<Answer>, Failure> {
    let ladder = Ladder { system, settings, heartbeat, ration, make_domain };
    let growing = (0..SHARES).map(|number| FIRST * FACTOR.pow(number));
    let shares: Vec<u64> = match &settings.tactic {
        Some(tactic) if tactic.seed.is_none() => vec![u64::MAX],
        Some(_) => growing.skip(3).chain([u64::MAX]).collect(),
        None => growing.collect(),
    };
    let climber = |number: &usize| Climber::new(&system.properties[*number].question, settings.tactic);
    let mut climbers: Vec<Climber> = properties.iter().map(climber).collect();
    // What is easy is settled before anything hard takes its time.
    for share in shares {
        for climber in climbers.iter_mut().filter(|climber| climber.answer.is_none()) {
            ladder.climb(climber, share)?;
        }
    }
    let answered = |(climber, number): (Climber, &usize)| {
        let answer = climber.answer.unwrap_or_else(|| ladder.unknown(open(&climber.rungs)));
        rigid::restored(&system.properties[*number].question, answer)
    };
    Ok(climbers.into_iter().zip(properties).map(answered).collect())
}

/// A property on its way up the ladder.
struct Climber {
    /// The question without outermost rigid variables.
    question: Question,
    /// Its rigid variables.
    rigid: Vec<BoundId>,
    /// The tactics.
    rungs: Vec<Rung>,
    /// The answer, once there is one or it is clear that there will be none.
    answer: Option<Answer>,
}

impl Climber {
    fn new(question: &Question, only: Option<Tactic>) -> Climber {
        let (question, rigid) = rigid::stripped(question);
        let tactics = only.map_or_else(|| ladder(&question), |tactic| tactic.rising().collect());
        let rungs = tactics.into_iter().map(|tactic| Rung { tactic, ended: None, coarse: None }).collect();
        Climber { question, rigid, rungs, answer: None }
    }
}

struct Ladder<'a, D> {
    system: &'a System,
    settings: &'a UnboundedSettings,
    heartbeat: &'a Heartbeat<'a>,
    ration: &'a Ration<'a>,
    make_domain: &'a dyn Fn(&Lowered) -> Limited<D>,
}

/// A tactic, and what came of it.
struct Rung {
    tactic: Tactic,
    /// Why it left the property open, if it ended by itself.
    ended: Option<String>,
    /// Its first seed and why it left the property open with that, if it has a later one now.
    coarse: Option<(u64, String)>,
}

impl Rung {
    /// Lets widening that ended begin later.
    fn raise(&mut self) {
        if let Some(seed) = &mut self.tactic.seed
            && let Some(reason) = self.ended.take()
        {
            self.coarse.get_or_insert((*seed, reason));
            *seed += RAISE;
        }
    }

    /// Why the property is still open, if the tactic ended with its first seed, and that tactic.
    fn end(&self) -> Option<(Tactic, &str)> {
        match (&self.coarse, &self.ended) {
            (Some((seed, reason)), _) => Some((Tactic { seed: Some(*seed), ..self.tactic }, reason)),
            (None, Some(reason)) => Some((self.tactic, reason)),
            (None, None) => None,
        }
    }
}

impl<D: Complement + Widen + Close> Ladder<'_, D> {
    /// Tries all tactics that are left, each with a share of this many beats.
    fn climb(&self, climber: &mut Climber, share: u64) -> Result<(), Failure> {
        let Climber { question, rigid, rungs, answer } = climber;
        match self.climbed(question, rigid.clone(), rungs, share)? {
            Step::Answered(found) => *answer = Some(*found),
            Step::Stopped(reason) => *answer = Some(self.unknown(reason)),
            Step::Open => {
                if self.settings.tactic.is_none() {
                    rungs.iter_mut().for_each(Rung::raise);
                }
                if rungs.iter().all(|rung| rung.ended.is_some()) {
                    *answer = Some(self.unknown(open(rungs)));
                }
            }
        }
        Ok(())
    }

    fn unknown(&self, reason: String) -> Answer {
        Answer::new(Verdict::Unknown(reason), "symbolic", format!("fixpoints, {}", self.settings.sets))
    }

    fn climbed(
        &self,
        question: &Question,
        rigid: Vec<BoundId>,
        rungs: &mut [Rung],
        share: u64,
    ) -> Result<Step, Failure> {
        let negated = match question {
            Question::Ltl(formula) => match negation(formula) {
                Ok(negation) => Some(negation),
                Err(refusal) => return Ok(Step::Stopped(refusal)),
            },
            _ => None,
        };
        let mut options =
            LowerOptions { rigid, most_codes: self.settings.most_codes, ..LowerOptions::default() };
        if let Some(negated) = &negated {
            let count = negated.automaton.state_count() as u64;
            options.extra.push(declared("automaton", Kind::Finite { count }));
        }
        if matches!(question, Question::Bound(_)) {
            options.extra.push(declared("any number", Kind::INTEGER));
        }
        let mut lowered = match lower(self.system, &options) {
            Ok(lowered) => lowered,
            Err(unsupported) => return Ok(Step::Stopped(unsupported.to_string())),
        };
        if self.settings.disjuncts {
            lowered.split_moves();
        }
        let last = Variable(lowered.space.variables.len().saturating_sub(1) as u32);
        if let Some(negated) = &negated
            && let Err(halt) = ltl::couple(&mut lowered, self.system, last, &[negated])
        {
            return Ok(self.stopped(&halt));
        }
        let ask = match &negated {
            Some(negated) => Ask::Linear(negated, last),
            None => Ask::Plain(question),
        };
        self.ration.refill(u64::MAX);
        let begun = self.heartbeat.microseconds();
        let domain = match (self.make_domain)(&lowered) {
            Ok(domain) => domain,
            Err(halt) => return Ok(self.stopped(&halt)),
        };
        let mut bench = match Bench::new(self.system, &lowered, &domain, self.ration) {
            Ok(bench) => bench,
            Err(halt) => return Ok(self.stopped(&halt)),
        };
        // Parts of a move have closures more often than the whole.
        bench.disjuncts = self.settings.tactic.is_none();
        bench.construction = self.heartbeat.microseconds().saturating_sub(begun);
        match domain.is_empty(&bench.model.initial) {
            Ok(true) => Err(Failure::NoInitialState),
            Ok(false) => self.tactics(&bench, &ask, rungs, share),
            Err(halt) => Ok(self.stopped(&halt)),
        }
    }

    fn tactics(
        &self,
        bench: &Bench<'_, D>,
        ask: &Ask<'_>,
        rungs: &mut [Rung],
        share: u64,
    ) -> Result<Step, Failure> {
        let plain = plain_share(share);
        if plain > share {
            rungs.sort_by_key(|rung| rung.tactic.is_plain());
        }
        for rung in rungs.iter_mut().filter(|rung| rung.ended.is_none()) {
            self.ration.refill(if rung.tactic.is_plain() { plain } else { share });
            match attempt(bench, ask, rung.tactic, self.settings.sets) {
                Ok(Ok(answer)) => return Ok(Step::Answered(Box::new(answer))),
                Ok(Err(open)) => rung.ended = Some(open),
                Err(End::Failed(reason)) => return Err(Failure::Internal(reason)),
                Err(End::Halted(Halt::Told)) if !self.ration.ended_outside() => {}
                Err(End::Halted(Halt::Beyond(what))) => rung.ended = Some(what),
                Err(End::Halted(halt)) => return Ok(self.stopped(&halt)),
            }
        }
        Ok(Step::Open)
    }

    fn stopped(&self, halt: &Halt) -> Step {
        Step::Stopped(self.heartbeat.reason(halt))
    }
}

/// What exact fixpoints from the property get where others get this share.
fn plain_share(share: u64) -> u64 {
    let mut factor = PLAIN;
    let mut other = FIRST * FACTOR;
    while factor > 1 && other < share {
        (factor, other) = (factor / 2, other.saturating_mul(FACTOR));
    }
    if share <= FIRST { share } else { share.saturating_mul(factor) }
}

/// What came of one share of work.
enum Step {
    /// The answer.
    Answered(Box<Answer>),
    /// There will be none, and why.
    Stopped(String),
    /// There may be one with more work.
    Open,
}

/// The tactics for a question: what speaks of paths is computed backward, a largest value forward.
fn ladder(question: &Question) -> Vec<Tactic> {
    let direction = match question {
        Question::Ctl(_) | Question::Ltl(_) => Some(Direction::Backward),
        Question::Bound(_) => Some(Direction::Forward),
        _ => None,
    };
    let fits = |tactic: &&Tactic| direction.is_none_or(|direction| tactic.direction == direction);
    LADDER.iter().filter(fits).copied().collect()
}

/// What was tried, and what might help.
fn open(rungs: &[Rung]) -> String {
    let went_on = rungs.iter().filter(|rung| rung.end().is_none()).count();
    let mut tried: Vec<String> = Vec::new();
    for (tactic, reason) in rungs.iter().filter_map(Rung::end) {
        if !tried.iter().any(|known| known.ends_with(reason)) {
            tried.push(format!("{tactic}: {reason}"));
        }
    }
    if went_on > 0 {
        let noun = if went_on == 1 { "fixpoint" } else { "fixpoints" };
        tried.push(format!("{went_on} {noun} did not end within the work that is tried"));
    }
    format!(
        "no strategy settled it ({}); a bound on the variables that grow, or an option such as --accelerate, may help",
        tried.join("; ")
    )
}

fn declared(name: &str, kind: Kind) -> Declaration {
    Declaration { name: name.into(), kind, cluster: None }
}
