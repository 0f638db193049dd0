//! One tactic after the other, with growing shares of work.
//!
//! Each share is some times the one before, so that what a tactic needs is spent at most that many times over, and no
//! tactic that goes on for ever keeps the others waiting for long. A tactic that ended by itself is not tried again.
//!
//! Exact fixpoints from the property settle what they are computed for if they end, and often they do after few large
//! rounds. So from the second share on they get more, after all others.
//!
//! Every way to store sets gets each share. Before the first one the first tactic is tried alone with each of them, and
//! they take their turns in the order of how far it came.

use super::attempt::{Ask, Tried, attempt};
use super::bench::Bench;
use super::countless::Countless;
use super::ration::Ration;
use super::rigid;
use super::storage::{Opened, Opening, Storage};
use super::tactic::{Direction, LADDER, Tactic};
use crate::Failure;
use crate::heartbeat::Heartbeat;
use crate::job::End;
use state_sets::Halt;
use std::cell::RefCell;
use std::cmp::Reverse;
use std::rc::Rc;
use system::{Answer, BoundId, Property, Question, System, Verdict};

/// The beats of the first share.
const FIRST: u64 = 40;
/// How much larger each share is than the one before.
const FACTOR: u64 = 3;
/// How much more exact fixpoints from the property get of the second share; half as much more of each that follows.
const PLAIN: u64 = 16;
/// How much larger shares are for what speaks of paths: several fixpoints are needed there.
const PATHS: u64 = 2;
/// How many shares there are.
const SHARES: u32 = 6;
/// With more properties than this, domains are not kept between shares.
const KEPT: usize = 8;
/// How much later widening begins with the next share, where it led to a bound that is too coarse.
const RAISE: u64 = 4;

/// How to check systems whose states cannot be counted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnboundedSettings {
    /// Whether moves are taken apart into conjunctions.
    pub disjuncts: bool,
    /// The one tactic to follow, without limit, with a seed that rises where bounds are too coarse; nothing for the
    /// whole ladder.
    pub tactic: Option<Tactic>,
}

/// Answers properties, given by their numbers, each in domains that are made for it. All ways to store sets take turns, and
/// what one of them settles is settled. The domains ask the ration whether they may go on, and the ration asks the
/// heartbeat.
pub fn check_unbounded<'d>(
    system: &System,
    properties: &[usize],
    settings: &UnboundedSettings,
    heartbeat: &Heartbeat<'_>,
    ration: &Ration<'_>,
    storages: &[Rc<dyn Storage<'d> + 'd>],
) -> Result<Vec<Answer>, Failure> {
    let ladder = Ladder { system, settings, heartbeat, ration };
    let growing = (0..SHARES).map(|number| Share { beats: FIRST * FACTOR.pow(number), tactics: usize::MAX });
    let endless = Share { beats: u64::MAX, tactics: usize::MAX };
    let shares: Vec<Share> = match &settings.tactic {
        Some(tactic) if tactic.seed.is_none() => vec![endless],
        Some(_) => growing.skip(3).chain([endless]).collect(),
        None => [Share { beats: FIRST, tactics: 1 }].into_iter().chain(growing).collect(),
    };
    let climber = |number: &usize| Climber::new(&system.properties[*number], settings.tactic, storages);
    let mut climbers: Vec<Climber> = properties.iter().map(climber).collect();
    let mut shops = Shops { common: vec![None; storages.len()], keep_all: properties.len() <= KEPT };
    // What is easy is settled before anything hard takes its time.
    for share in shares {
        for climber in climbers.iter_mut().filter(|climber| climber.answer.is_none()) {
            ladder.climb(climber, share, &mut shops)?;
        }
    }
    let answered = |(climber, number): (Climber, &usize)| {
        let answer = climber.answer.unwrap_or_else(|| unknown(open(&climber.sides), &climber.sides));
        rigid::restored(&system.properties[*number].question, answer)
    };
    Ok(climbers.into_iter().zip(properties).map(answered).collect())
}

/// How much is tried before the next property gets its turn.
#[derive(Debug, Clone, Copy)]
struct Share {
    /// The beats of each tactic.
    beats: u64,
    /// How many tactics are tried, from the first one on.
    tactics: usize,
}

/// A property on its way up the ladder.
struct Climber<'d> {
    /// Its name, for people.
    name: String,
    /// The question without outermost rigid variables.
    question: Question,
    /// Its rigid variables.
    rigid: Vec<BoundId>,
    /// The ways to store sets.
    sides: Vec<Side<'d>>,
    /// The answer, once there is one or it is clear that there will be none.
    answer: Option<Answer>,
}

/// One way to store sets, and what came of it.
struct Side<'d> {
    storage: Rc<dyn Storage<'d> + 'd>,
    /// The tactics.
    rungs: Vec<Rung>,
    /// Why sets cannot be stored so, if they cannot.
    refused: Option<String>,
    /// Which of all ways it is.
    number: usize,
    /// The domain that was made for the property.
    own: Option<Shop<'d>>,
}

impl Side<'_> {
    fn is_over(&self) -> bool {
        self.refused.is_some() || self.rungs.iter().all(Rung::is_over)
    }

    /// How far the first tactic came.
    fn progress(&self) -> u64 {
        self.rungs.first().map_or(0, |rung| rung.rounds)
    }
}

impl<'d> Climber<'d> {
    fn new(property: &Property, only: Option<Tactic>, storages: &[Rc<dyn Storage<'d> + 'd>]) -> Climber<'d> {
        let (question, rigid) = rigid::stripped(&property.question);
        let tactics: Vec<Tactic> = only.map_or_else(|| ladder(&question), |tactic| tactic.rising().collect());
        let rung = |tactic: &Tactic| Rung {
            tactic: *tactic,
            ended: None,
            coarse: None,
            idle: false,
            rounds: 0,
            tried: 0,
        };
        let side = |(number, storage): (usize, &Rc<dyn Storage<'d> + 'd>)| Side {
            storage: storage.clone(),
            rungs: tactics.iter().map(rung).collect(),
            refused: None,
            number,
            own: None,
        };
        let sides = storages.iter().enumerate().map(side).collect();
        Climber { name: property.name.clone(), question, rigid, sides, answer: None }
    }
}

/// What all climbs share.
pub struct Ladder<'a> {
    pub(super) system: &'a System,
    pub(super) settings: &'a UnboundedSettings,
    pub(super) heartbeat: &'a Heartbeat<'a>,
    pub(super) ration: &'a Ration<'a>,
}

/// A domain that several properties may use.
type Shop<'d> = Rc<RefCell<Box<dyn Opened + 'd>>>;

/// The domains that are kept between one share and the next.
struct Shops<'d> {
    /// For all properties that need nothing of their own in the space, by the way to store sets.
    common: Vec<Option<Shop<'d>>>,
    /// Whether those for single properties are kept too.
    keep_all: bool,
}

impl<'d> Shops<'d> {
    /// The domain for a question, made now if need be.
    fn shop(
        &mut self,
        ladder: &Ladder<'_>,
        side: &mut Side<'d>,
        question: &Question,
        rigid: &[BoundId],
    ) -> Result<Shop<'d>, Step> {
        let is_common = rigid.is_empty() && !matches!(question, Question::Ltl(_) | Question::Bound(_));
        let place = if is_common { &mut self.common[side.number] } else { &mut side.own };
        if let Some(shop) = place {
            return Ok(shop.clone());
        }
        match side.storage.open(ladder, question, rigid) {
            Opening::Opened(opened) => {
                let shop = Rc::new(RefCell::new(opened));
                if is_common || self.keep_all {
                    *place = Some(shop.clone());
                }
                Ok(shop)
            }
            Opening::Closed(step) => Err(step),
        }
    }

    /// Lets go of a domain that led to no end.
    fn close(&mut self, side: &mut Side<'d>) {
        self.common[side.number] = None;
        side.own = None;
    }
}

/// What is tried.
pub struct Work<'w> {
    name: &'w str,
    /// The question.
    pub(super) question: &'w Question,
    rungs: &'w mut [Rung],
    share: Share,
}

/// A tactic, and what came of it.
pub struct Rung {
    tactic: Tactic,
    /// Why it left the property open, if it ended by itself.
    ended: Option<String>,
    /// Its first seed and why it left the property open with that, if it has a later one now.
    coarse: Option<(u64, String)>,
    /// Whether it has nothing that another has not.
    idle: bool,
    /// The rounds of fixpoints that it came to at its last try.
    rounds: u64,
    /// The beats that were not enough at its last try.
    tried: u64,
}

impl Rung {
    fn is_over(&self) -> bool {
        self.idle || self.ended.is_some()
    }

    /// Lets widening that ended begin later.
    fn raise(&mut self) {
        if let Some(seed) = &mut self.tactic.seed
            && let Some(reason) = self.ended.take()
        {
            self.coarse.get_or_insert((*seed, reason));
            *seed += RAISE;
            self.tried = 0;
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

impl Ladder<'_> {
    /// Tries all tactics that are left, each with a share of this many beats, with every way to store sets.
    fn climb<'d>(
        &self,
        climber: &mut Climber<'d>,
        share: Share,
        shops: &mut Shops<'d>,
    ) -> Result<(), Failure> {
        let Climber { name, question, rigid, sides, answer } = climber;
        for side in sides.iter_mut().filter(|side| !side.is_over()) {
            let step = match shops.shop(self, side, question, rigid) {
                Ok(shop) => {
                    let mut work = Work { name, question, rungs: &mut side.rungs, share };
                    shop.borrow_mut().climb(self, &mut work)?
                }
                Err(closed) => closed,
            };
            match step {
                Step::Answered(found) => {
                    *answer = Some(*found);
                    sides.iter_mut().for_each(|side| side.own = None);
                    return Ok(());
                }
                Step::Stopped(reason) => {
                    shops.close(side);
                    *answer = Some(unknown(reason, sides));
                    return Ok(());
                }
                Step::Refused(reason) => {
                    shops.close(side);
                    side.refused = Some(reason);
                }
                Step::Open if self.settings.tactic.is_none() => side.rungs.iter_mut().for_each(Rung::raise),
                Step::Open => {}
            }
        }
        if share.tactics == 1 {
            sides.sort_by_key(|side| Reverse(side.progress()));
        }
        if sides.iter().all(Side::is_over) {
            *answer = Some(unknown(open(sides), sides));
        }
        Ok(())
    }

    /// Why nothing can be stored, or nothing more be done.
    pub(super) fn stopped(&self, halt: &Halt) -> Step {
        match halt {
            Halt::Unsupported(what) => Step::Refused(what.clone()),
            other => Step::Stopped(self.heartbeat.reason(other)),
        }
    }
}

/// The answer where there is none.
fn unknown(reason: String, sides: &[Side<'_>]) -> Answer {
    let names: Vec<&str> = sides.iter().map(|side| side.storage.name()).collect();
    Answer::new(Verdict::Unknown(reason), "symbolic", format!("fixpoints, {}", names.join("; ")))
}

impl Ladder<'_> {
    /// Tries the tactics that are left, one after the other.
    pub(super) fn tactics<D: Countless>(
        &self,
        bench: &Bench<'_, D>,
        ask: &Ask<'_>,
        work: &mut Work<'_>,
        sets: &str,
    ) -> Result<Step, Failure> {
        let Share { beats: share, tactics } = work.share;
        let plain = plain_share(share);
        if plain > share {
            work.rungs.sort_by_key(|rung| rung.tactic.is_plain());
        }
        for rung in work.rungs.iter_mut().filter(|rung| !rung.is_over()).take(tactics) {
            let (name, tactic) = (work.name, rung.tactic);
            let beats = if tactic.is_plain() { plain } else { share };
            if beats <= rung.tried {
                continue;
            }
            rung.tried = beats;
            self.ration.refill(beats.saturating_mul(if is_about_states(work.question) { 1 } else { PATHS }));
            bench.model.meter.note(format_args!("{name}: {tactic}, {sets}"));
            let tried = attempt(bench, ask, tactic, sets);
            rung.idle = bench.is_idle(tactic);
            rung.rounds = bench.model.meter.iterations();
            bench.model.meter.note(format_args!("{name}: {}", outcome(&tried)));
            match tried {
                Ok(Ok(answer)) => return Ok(Step::Answered(Box::new(answer))),
                Ok(Err(open)) => rung.ended = Some(open),
                Err(End::Failed(reason)) => return Err(Failure::Internal(reason)),
                Err(End::Halted(Halt::Interrupted)) if !self.ration.ended_outside() => {}
                Err(End::Halted(Halt::Unsupported(what))) => rung.ended = Some(what),
                Err(End::Halted(halt)) => return Ok(self.stopped(&halt)),
            }
        }
        Ok(Step::Open)
    }
}

/// What an attempt gave, in a few words.
fn outcome(tried: &Tried) -> &str {
    match tried {
        Ok(Ok(_)) => "settled",
        Ok(Err(reason)) => reason,
        Err(End::Failed(_)) => "a mistake of the engine",
        Err(End::Halted(Halt::Interrupted)) => "its share of the work is used up",
        Err(End::Halted(Halt::Memory)) => "its memory is full",
        Err(End::Halted(Halt::Unsupported(what))) => what,
    }
}

/// Whether single states decide the question.
fn is_about_states(question: &Question) -> bool {
    !matches!(question, Question::Ctl(_) | Question::Ltl(_) | Question::Bound(_))
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
pub enum Step {
    /// The answer.
    Answered(Box<Answer>),
    /// There will be none, and why.
    Stopped(String),
    /// There will be none with sets that are stored like this, and why.
    Refused(String),
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
    let speaks_of_paths = matches!(question, Question::Ctl(_) | Question::Ltl(_));
    let fits = |tactic: &&Tactic| {
        direction.is_none_or(|direction| tactic.direction == direction) && (speaks_of_paths || !tactic.ranked)
    };
    LADDER.iter().filter(fits).copied().collect()
}

/// What was tried, and what might help.
fn open(sides: &[Side<'_>]) -> String {
    let rungs = || sides.iter().flat_map(|side| &side.rungs);
    let mut tried: Vec<String> = Vec::new();
    for side in sides {
        tried.extend(side.refused.iter().map(|reason| format!("{}: {reason}", side.storage.name())));
    }
    for (tactic, reason) in rungs().filter_map(Rung::end) {
        if !tried.iter().any(|known| known.ends_with(reason)) {
            tried.push(format!("{tactic}: {reason}"));
        }
    }
    let refused =
        sides.iter().filter(|side| side.refused.is_some()).map(|side| side.rungs.len()).sum::<usize>();
    let went_on = rungs().filter(|rung| !rung.idle && rung.end().is_none()).count().saturating_sub(refused);
    if went_on > 0 {
        let noun = if went_on == 1 { "fixpoint" } else { "fixpoints" };
        tried.push(format!("{went_on} {noun} did not end within the work that is tried"));
    }
    format!(
        "no strategy settled it ({}); a bound on the variables that grow, or an option such as --accelerate, may help",
        tried.join("; ")
    )
}
