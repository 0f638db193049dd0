//! One tactic after the other, with growing shares of work.
//!
//! Each share is some times the one before, so that what a tactic needs is spent at most that many times over, and no
//! tactic that goes on for ever keeps the others waiting for long. A tactic that ended by itself is not tried again.
//!
//! Exact fixpoints from the property settle what they are computed for if they end, and often they do after few large
//! rounds. So from the second share on they get more, after all others.

use super::attempt::{Ask, Tried, attempt};
use super::bench::Bench;
use super::countless::Countless;
use super::ration::Ration;
use super::rigid;
use super::tactic::{Direction, LADDER, Tactic};
use crate::heartbeat::Heartbeat;
use crate::job::End;
use crate::ltl::{self, negation};
use crate::{Failure, LowerOptions, Lowered, lower};
use state_sets::{Declaration, Halt, Kind, Limited, Variable};
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
pub fn check_unbounded(
    system: &System,
    properties: &[usize],
    settings: &UnboundedSettings,
    heartbeat: &Heartbeat<'_>,
    ration: &Ration<'_>,
    storages: &[&dyn Storage],
) -> Result<Vec<Answer>, Failure> {
    let ladder = Ladder { system, settings, heartbeat, ration };
    let growing = (0..SHARES).map(|number| FIRST * FACTOR.pow(number));
    let shares: Vec<u64> = match &settings.tactic {
        Some(tactic) if tactic.seed.is_none() => vec![u64::MAX],
        Some(_) => growing.skip(3).chain([u64::MAX]).collect(),
        None => growing.collect(),
    };
    let climber = |number: &usize| Climber::new(&system.properties[*number], settings.tactic, storages);
    let mut climbers: Vec<Climber> = properties.iter().map(climber).collect();
    // What is easy is settled before anything hard takes its time.
    for share in shares {
        for climber in climbers.iter_mut().filter(|climber| climber.answer.is_none()) {
            ladder.climb(climber, share)?;
        }
    }
    let answered = |(climber, number): (Climber, &usize)| {
        let answer = climber.answer.unwrap_or_else(|| unknown(open(&climber.sides), &climber.sides));
        rigid::restored(&system.properties[*number].question, answer)
    };
    Ok(climbers.into_iter().zip(properties).map(answered).collect())
}

/// A property on its way up the ladder.
struct Climber<'s> {
    /// Its name, for people.
    name: String,
    /// The question without outermost rigid variables.
    question: Question,
    /// Its rigid variables.
    rigid: Vec<BoundId>,
    /// The ways to store sets.
    sides: Vec<Side<'s>>,
    /// The answer, once there is one or it is clear that there will be none.
    answer: Option<Answer>,
}

/// One way to store sets, and what came of it.
struct Side<'s> {
    storage: &'s dyn Storage,
    /// The tactics.
    rungs: Vec<Rung>,
    /// Why sets cannot be stored so, if they cannot.
    refused: Option<String>,
}

impl Side<'_> {
    fn is_over(&self) -> bool {
        self.refused.is_some() || self.rungs.iter().all(|rung| rung.ended.is_some())
    }
}

impl<'s> Climber<'s> {
    fn new(property: &Property, only: Option<Tactic>, storages: &[&'s dyn Storage]) -> Climber<'s> {
        let (question, rigid) = rigid::stripped(&property.question);
        let tactics: Vec<Tactic> = only.map_or_else(|| ladder(&question), |tactic| tactic.rising().collect());
        let rung = |tactic: &Tactic| Rung { tactic: *tactic, ended: None, coarse: None };
        let side = |storage: &&'s dyn Storage| Side {
            storage: *storage,
            rungs: tactics.iter().map(rung).collect(),
            refused: None,
        };
        let mut sides: Vec<Side<'_>> = storages.iter().map(side).collect();
        if is_about_states(&question) {
            sides.sort_by_key(|side| !side.storage.is_for_states());
        }
        Climber { name: property.name.clone(), question, rigid, sides, answer: None }
    }
}

/// What all climbs share.
pub struct Ladder<'a> {
    system: &'a System,
    settings: &'a UnboundedSettings,
    heartbeat: &'a Heartbeat<'a>,
    ration: &'a Ration<'a>,
}

/// A way to store sets of states.
pub struct Stored<F> {
    /// What it is called in reports.
    pub name: String,
    /// Ranges with at most this many values are finite.
    pub most_codes: u64,
    /// Whether it is the first choice for what single states decide.
    pub for_states: bool,
    /// Makes a domain.
    pub make: F,
}

/// A way to store sets of states, whatever the domain is.
pub trait Storage {
    /// What it is called in reports.
    fn name(&self) -> &str;

    /// Whether it is the first choice for what single states decide.
    fn is_for_states(&self) -> bool;

    /// Tries all tactics that are left at a question, each with a share of work.
    fn climb(&self, ladder: &Ladder<'_>, work: &mut Work<'_>) -> Result<Step, Failure>;
}

/// What is tried.
pub struct Work<'w> {
    name: &'w str,
    question: &'w Question,
    rigid: &'w [BoundId],
    rungs: &'w mut [Rung],
    share: u64,
}

/// A tactic, and what came of it.
pub struct Rung {
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

impl Ladder<'_> {
    /// Tries all tactics that are left, each with a share of this many beats, with every way to store sets.
    fn climb(&self, climber: &mut Climber<'_>, share: u64) -> Result<(), Failure> {
        let Climber { name, question, rigid, sides, answer } = climber;
        for side in sides.iter_mut().filter(|side| !side.is_over()) {
            let mut work = Work { name, question, rigid, rungs: &mut side.rungs, share };
            match side.storage.climb(self, &mut work)? {
                Step::Answered(found) => {
                    *answer = Some(*found);
                    return Ok(());
                }
                Step::Stopped(reason) => {
                    *answer = Some(unknown(reason, sides));
                    return Ok(());
                }
                Step::Refused(reason) => side.refused = Some(reason),
                Step::Open if self.settings.tactic.is_none() => side.rungs.iter_mut().for_each(Rung::raise),
                Step::Open => {}
            }
        }
        if sides.iter().all(Side::is_over) {
            *answer = Some(unknown(open(sides), sides));
        }
        Ok(())
    }

    /// Why nothing can be stored, or nothing more be done.
    fn stopped(&self, halt: &Halt) -> Step {
        match halt {
            Halt::Beyond(what) => Step::Refused(what.clone()),
            other => Step::Stopped(self.heartbeat.reason(other)),
        }
    }
}

/// The answer where there is none.
fn unknown(reason: String, sides: &[Side<'_>]) -> Answer {
    let names: Vec<&str> = sides.iter().map(|side| side.storage.name()).collect();
    Answer::new(Verdict::Unknown(reason), "symbolic", format!("fixpoints, {}", names.join("; ")))
}

impl<D: Countless, F: Fn(&Lowered) -> Limited<D>> Storage for Stored<F> {
    fn name(&self) -> &str {
        &self.name
    }

    fn is_for_states(&self) -> bool {
        self.for_states
    }

    fn climb(&self, ladder: &Ladder<'_>, work: &mut Work<'_>) -> Result<Step, Failure> {
        let question = work.question;
        let negated = match question {
            Question::Ltl(formula) => match negation(formula) {
                Ok(negation) => Some(negation),
                Err(refusal) => return Ok(Step::Stopped(refusal)),
            },
            _ => None,
        };
        let mut options = LowerOptions {
            rigid: work.rigid.to_vec(),
            most_codes: self.most_codes,
            ..LowerOptions::default()
        };
        if let Some(negated) = &negated {
            let count = negated.automaton.state_count() as u64;
            options.extra.push(declared("automaton", Kind::Finite { count }));
        }
        if matches!(question, Question::Bound(_)) {
            options.extra.push(declared("any number", Kind::INTEGER));
        }
        let mut lowered = match lower(ladder.system, &options) {
            Ok(lowered) => lowered,
            Err(unsupported) => return Ok(Step::Stopped(unsupported.to_string())),
        };
        if ladder.settings.disjuncts {
            lowered.split_moves();
        }
        let last = Variable(lowered.space.variables.len().saturating_sub(1) as u32);
        if let Some(negated) = &negated
            && let Err(halt) = ltl::couple(&mut lowered, ladder.system, last, &[negated])
        {
            return Ok(ladder.stopped(&halt));
        }
        let ask = match &negated {
            Some(negated) => Ask::Linear(negated, last),
            None => Ask::Plain(question),
        };
        ladder.ration.refill(u64::MAX);
        let begun = ladder.heartbeat.microseconds();
        let domain = match (self.make)(&lowered) {
            Ok(domain) => domain,
            Err(halt) => return Ok(ladder.stopped(&halt)),
        };
        let mut bench = match Bench::new(ladder.system, &lowered, &domain, ladder.ration) {
            Ok(bench) => bench,
            Err(halt) => return Ok(ladder.stopped(&halt)),
        };
        // Parts of a move have closures more often than the whole.
        bench.disjuncts = ladder.settings.tactic.is_none();
        bench.construction = ladder.heartbeat.microseconds().saturating_sub(begun);
        match domain.is_empty(&bench.model.initial) {
            Ok(true) => Err(Failure::NoInitialState),
            Ok(false) => ladder.tactics(&bench, &ask, work, &self.name),
            Err(halt) => Ok(ladder.stopped(&halt)),
        }
    }
}

impl Ladder<'_> {
    /// Tries the tactics that are left, one after the other.
    fn tactics<D: Countless>(
        &self,
        bench: &Bench<'_, D>,
        ask: &Ask<'_>,
        work: &mut Work<'_>,
        sets: &str,
    ) -> Result<Step, Failure> {
        let share = work.share;
        let plain = plain_share(share);
        if plain > share {
            work.rungs.sort_by_key(|rung| rung.tactic.is_plain());
        }
        for rung in work.rungs.iter_mut().filter(|rung| rung.ended.is_none()) {
            let (name, tactic) = (work.name, rung.tactic);
            let beats = if tactic.is_plain() { plain } else { share };
            self.ration.refill(beats.saturating_mul(if is_about_states(work.question) { 1 } else { PATHS }));
            bench.model.meter.note(format_args!("{name}: {tactic}, {sets}"));
            let tried = attempt(bench, ask, tactic, sets);
            bench.model.meter.note(format_args!("{name}: {}", outcome(&tried)));
            match tried {
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
}

/// What an attempt gave, in a few words.
fn outcome(tried: &Tried) -> &str {
    match tried {
        Ok(Ok(_)) => "settled",
        Ok(Err(reason)) => reason,
        Err(End::Failed(_)) => "a mistake of the engine",
        Err(End::Halted(Halt::Told)) => "its share of the work is used up",
        Err(End::Halted(Halt::Memory)) => "its memory is full",
        Err(End::Halted(Halt::Beyond(what))) => what,
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
    let went_on = rungs().filter(|rung| rung.end().is_none()).count().saturating_sub(refused);
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
