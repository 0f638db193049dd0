//! Turns of concrete sizes and of proofs, until each property has an answer.

use super::concrete::answers;
use super::proof::{Attempt, Proof};
use super::share::Allotment;
use super::standing::{Said, Standing};
use crate::{Choice, Failure, Options};
use certificates::SizesProof;
use std::sync::Arc;
use system::{Answer, BoundValue, Progress, Question, Stop, System, Verdict, Watch};

/// A model of which a constant stays open.
pub struct EverySize<'a> {
    /// The constant.
    pub constant: &'a str,
    /// The least size.
    pub least: i128,
    /// The system of a size, or why there is none. All of them have the same properties, in the same order.
    pub system: &'a dyn Fn(i128) -> Result<System, String>,
    /// Who is asked for concrete sizes.
    pub choice: Choice,
    /// How.
    pub options: Options,
    /// How many questions may be spent on concrete sizes once no proof can come any more.
    pub patience: u64,
}

/// A system with its size.
#[derive(Debug)]
pub struct SizedSystem {
    /// The value of the constant.
    pub size: i128,
    /// The system.
    pub system: System,
}

/// The only answer that a property gets.
#[derive(Debug)]
pub struct SizeEvent {
    /// The property's place in the list of the system of any size.
    pub property: usize,
    /// The answer for every size; where it is that the property is violated, for the smallest size found.
    pub answer: Box<Answer>,
    /// The system of that size, to which the answer's path belongs.
    pub at: Option<Arc<SizedSystem>>,
    /// What shows it for every size, or why that cannot be written down, where it is wanted.
    pub shown: Option<Box<Result<SizesProof, String>>>,
    /// The largest size up to which concrete sizes were searched, and nothing is wrong.
    pub cleared: Option<i128>,
    /// The microseconds that were spent on it.
    pub microseconds: u64,
}

/// The questions of the first round, to concrete sizes and to each proof.
const FIRST_ROUND: u64 = 100;

/// The part of a later round that sizes get, all together, while proofs may come.
const LATE_SHARE: u64 = 4;

/// How much larger a round is than the one before.
const GROWTH: u64 = 2;

/// So many sizes are searched, at least, before a proof is believed, as far as [`SECOND_LOOK`] goes.
const BELIEVED_AFTER: i128 = 3;

/// The questions to sizes that were not searched yet when a proof was found.
const SECOND_LOOK: u64 = 200;

/// So many variables and transitions of a system cost as much as a question.
const PARTS_OF_A_QUESTION: usize = 64;

/// Checks properties for every size; `observe` hears each answer when it falls.
///
/// # Errors
/// If an engine contradicts the reference interpreter or itself, or a proof what was found at a concrete size.
pub fn run_every_size(
    every: &EverySize<'_>,
    properties: &[usize],
    proofs: &mut [Box<dyn Proof + '_>],
    watch: &(dyn Watch + Sync),
    observe: &mut dyn FnMut(SizeEvent),
) -> Result<(), Failure> {
    let open = |property: &usize| Standing::new(*property, every.least, proofs.len());
    let standings = properties.iter().map(open).collect();
    let names = proofs.iter().map(|proof| proof.name()).collect();
    let mut turns = Turns { every, watch, observe, standings, names, known: None, late: 0 };
    let mut allowance = FIRST_ROUND;
    while turns.is_worthwhile() {
        // What is wrong is mostly so at a small size, so that later rounds belong to proofs, as long as there are any.
        let is_late = allowance > FIRST_ROUND && turns.provable();
        turns.sizes(allowance, is_late)?;
        for (number, proof) in proofs.iter_mut().enumerate() {
            turns.proof(number, proof.as_mut(), allowance)?;
        }
        allowance = allowance.saturating_mul(GROWTH);
    }
    turns.give_up();
    Ok(())
}

/// All that is known while turns are taken.
struct Turns<'t> {
    every: &'t EverySize<'t>,
    watch: &'t (dyn Watch + Sync),
    observe: &'t mut dyn FnMut(SizeEvent),
    standings: Vec<Standing>,
    /// The names of the proofs.
    names: Vec<&'static str>,
    /// The system of the size that was asked last.
    known: Option<Arc<SizedSystem>>,
    /// The questions that were spent on sizes after the last proof had ended.
    late: u64,
}

impl Turns<'_> {
    /// Whether another round may bring something.
    fn is_worthwhile(&self) -> bool {
        let mut open = self.standings.iter().filter(|standing| standing.is_open);
        let is_patient = self.late < self.every.patience;
        self.stop().is_none()
            && open.any(|standing| standing.is_provable() || (standing.stuck.is_none() && is_patient))
    }

    /// Why all work is to end, if it is.
    fn stop(&self) -> Option<Stop> {
        self.watch.check(&Progress::default()).err()
    }

    fn provable(&self) -> bool {
        self.standings.iter().any(|standing| standing.is_open && standing.is_provable())
    }

    /// Searches sizes, each property from its next one on, as far as the allowance goes; late, a part of it is for all of them together.
    fn sizes(&mut self, allowance: u64, is_late: bool) -> Result<(), Failure> {
        if !self.provable() && self.late >= self.every.patience {
            return Ok(());
        }
        let mut waiting: Vec<i128> = self.searched().map(|standing| standing.next).collect();
        waiting.sort_unstable();
        waiting.dedup();
        // Each of the sizes that properties wait for has its share, so that none of them waits for another one. Late, properties that
        // cannot be proved must not keep the others from their proofs, however many sizes they wait for.
        let allowance = match is_late {
            true => allowance / LATE_SHARE / u64::try_from(waiting.len().max(1)).unwrap_or(u64::MAX),
            false => allowance,
        };
        for first in waiting {
            let (mut size, mut left) = (first, allowance);
            loop {
                let asked: Vec<usize> =
                    self.searched().filter(|standing| standing.next == size).map(|s| s.property).collect();
                if asked.is_empty() || left == 0 || self.stop().is_some() {
                    break;
                }
                left = left.saturating_sub(self.size(size, &asked, left)?);
                size = size.saturating_add(1);
            }
            if !self.provable() {
                self.late = self.late.saturating_add(allowance - left);
            }
        }
        Ok(())
    }

    fn searched(&self) -> impl Iterator<Item = &Standing> {
        self.standings.iter().filter(|standing| standing.is_open && standing.stuck.is_none())
    }

    /// Searches one size for some properties, and says what it has cost.
    fn size(&mut self, size: i128, properties: &[usize], allowance: u64) -> Result<u64, Failure> {
        let sized = match self.sized(size) {
            Ok(sized) => sized,
            Err(reason) => {
                self.all(properties, |standing| standing.stuck = Some(reason.clone()));
                return Ok(1);
            }
        };
        let share = Allotment::new(self.watch, allowance);
        self.watch.note(&format!("{} = {size}", self.every.constant));
        let found = answers(&sized, properties, self.every.choice, &self.every.options, &share)?;
        for (property, answer, microseconds) in found {
            self.take(&sized, property, answer, microseconds, share.is_over());
        }
        let parts = sized.system.variables.len() + sized.system.edges.len();
        Ok(share.spent().saturating_add(1 + (parts / PARTS_OF_A_QUESTION) as u64))
    }

    /// The system of a size; that of the last one is kept.
    fn sized(&mut self, size: i128) -> Result<Arc<SizedSystem>, String> {
        if let Some(known) = self.known.as_ref().filter(|known| known.size == size) {
            return Ok(Arc::clone(known));
        }
        let system = (self.every.system)(size)?;
        let sized = Arc::new(SizedSystem { size, system });
        self.known = Some(Arc::clone(&sized));
        Ok(sized)
    }

    fn all(&mut self, properties: &[usize], mut change: impl FnMut(&mut Standing)) {
        let asked = self.standings.iter_mut().filter(|standing| properties.contains(&standing.property));
        asked.for_each(&mut change);
    }

    /// Takes the answer that a property has at a size.
    fn take(
        &mut self,
        sized: &Arc<SizedSystem>,
        property: usize,
        answer: Answer,
        microseconds: u64,
        was_stopped: bool,
    ) {
        self.all(&[property], |standing| standing.microseconds += microseconds);
        match answer.verdict() {
            Verdict::Violated => self.tell(property, answer, Some(Arc::clone(sized))),
            Verdict::Holds => {
                let bound = matches!(sized.system.properties[property].question, Question::Bound(_));
                match answer.value().filter(|_| bound) {
                    // No size exceeds what has no largest value at this one, but it is this size that has none.
                    Some(BoundValue::Unbounded) => {
                        let reason = "there is no largest value".to_owned();
                        self.all(&[property], |standing| standing.stuck = Some(reason.clone()));
                    }
                    _ => self.all(&[property], |standing| standing.next = sized.size.saturating_add(1)),
                }
            }
            Verdict::Unknown(reason) if !was_stopped => {
                self.all(&[property], |standing| standing.stuck = Some(reason.clone()));
            }
            Verdict::Unknown(_) => {}
        }
    }

    /// Lets a proof try what is open.
    fn proof(&mut self, number: usize, proof: &mut dyn Proof, allowance: u64) -> Result<(), Failure> {
        let wanted = self.standings.iter().filter(|standing| standing.wants(number));
        let wanted: Vec<usize> = wanted.map(|standing| standing.property).collect();
        if wanted.is_empty() || self.stop().is_some() {
            return Ok(());
        }
        // Each property may cost as much as a size, and none of them waits for another one that costs more.
        for property in wanted {
            let begun = self.watch.microseconds();
            let share = Allotment::new(self.watch, allowance);
            let attempts = proof.attempt(&[property], &share)?;
            let spent = self.watch.microseconds().saturating_sub(begun);
            self.all(&[property], |standing| standing.microseconds += spent);
            for (property, attempt) in attempts {
                self.tried((number, proof), property, attempt)?;
            }
        }
        Ok(())
    }

    fn tried(
        &mut self,
        (number, proof): (usize, &mut dyn Proof),
        property: usize,
        attempt: Attempt,
    ) -> Result<(), Failure> {
        let said = |reason, is_final| Some(Said { reason, is_final });
        match attempt {
            Attempt::Open(reason) => {
                self.all(&[property], |standing| standing.proofs[number] = said(reason.clone(), true));
            }
            Attempt::Unfinished(reason) => {
                self.all(&[property], |standing| standing.proofs[number] = said(reason.clone(), false));
            }
            Attempt::Proved(answer) => {
                self.second_look(number, property, &answer)?;
                let shown = proof.shown(property, self.watch).map(Box::new);
                self.close(property, *answer, None, shown);
            }
        }
        Ok(())
    }

    /// Searches some sizes that were not searched yet: a proof that is wrong must not stay unnoticed.
    fn second_look(&mut self, number: usize, property: usize, answer: &Answer) -> Result<(), Failure> {
        let mut left = SECOND_LOOK;
        let until = self.every.least.saturating_add(BELIEVED_AFTER);
        while left > 0 {
            let standing = self.standings.iter().find(|standing| standing.property == property);
            let Some(standing) = standing.filter(|s| s.is_open && s.stuck.is_none() && s.next < until) else {
                break;
            };
            let size = standing.next;
            let Ok(sized) = self.sized(size) else { break };
            let share = Allotment::new(self.watch, left);
            let found = answers(&sized, &[property], self.every.choice, &self.every.options, &share)?;
            let Some((_, found, _)) = found.into_iter().next() else { break };
            match found.verdict() {
                Verdict::Violated => {
                    return Err(Failure::Contradicted {
                        engine: if answer.engine.is_empty() { self.names[number] } else { answer.engine },
                        property: sized.system.properties[property].name.clone(),
                        claim: "holds for every size",
                        evidence: answer.evidence().map_or("none", |evidence| evidence.name()),
                        reason: format!("it is violated for {} = {size}", self.every.constant),
                    });
                }
                Verdict::Holds => {
                    self.all(&[property], |standing| standing.next = size.saturating_add(1));
                }
                Verdict::Unknown(_) => break,
            }
            left = left.saturating_sub(share.spent().saturating_add(1));
        }
        Ok(())
    }

    /// Tells an answer that no proof shows.
    fn tell(&mut self, property: usize, answer: Answer, at: Option<Arc<SizedSystem>>) {
        self.close(property, answer, at, None);
    }

    /// Tells the answer to a property, and closes it.
    fn close(
        &mut self,
        property: usize,
        answer: Answer,
        at: Option<Arc<SizedSystem>>,
        shown: Option<Box<Result<SizesProof, String>>>,
    ) {
        let is_violated = *answer.verdict() == Verdict::Violated;
        let least = self.every.least;
        let standing = self.standings.iter_mut().find(|s| s.property == property && s.is_open);
        let Some(standing) = standing else { return };
        standing.is_open = false;
        let (cleared, microseconds) = (standing.cleared(least), standing.microseconds);
        (self.observe)(SizeEvent { property, answer: Box::new(answer), at, shown, cleared, microseconds });
        if is_violated && self.every.options.fail_fast {
            let open: Vec<usize> = self.open().collect();
            for property in open {
                let reason = "another property is violated, and --fail-fast was given";
                self.tell(property, Answer::unknown(reason, "", ""), None);
            }
        }
    }

    fn open(&self) -> impl Iterator<Item = usize> {
        self.standings.iter().filter(|standing| standing.is_open).map(|standing| standing.property)
    }

    /// What is open is unknown.
    fn give_up(&mut self) {
        let stop = self.stop();
        let every = self.every;
        let unknown =
            |standing: &Standing| standing.unknown(every.constant, every.least, &self.names, stop.as_ref());
        let open = self.standings.iter().filter(|standing| standing.is_open);
        let answers: Vec<(usize, Answer)> =
            open.map(|standing| (standing.property, unknown(standing))).collect();
        for (property, answer) in answers {
            self.tell(property, answer, None);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::every_size::Refused;
    use language::{Overrides, load};
    use system::{ConstantValue, Evidence, Unlimited};

    const MODEL: &str = "
        const N := 9
        process Worker[i in 1..N] { loc idle, busy
          idle -> busy
          busy -> idle }
        invariant few: count(Worker at busy) <= 1";

    fn at(size: i128) -> Result<System, String> {
        let constants = vec![("N".into(), ConstantValue::Int(size))];
        let loaded = load(MODEL, &Overrides { constants, ..Overrides::default() });
        loaded.system.ok_or_else(|| "it does not load".to_owned())
    }

    #[test]
    fn a_wrong_proof_is_caught() {
        let every = EverySize {
            constant: "N",
            least: 1,
            system: &at,
            choice: Choice::Auto,
            options: Options::default(),
            patience: 10,
        };
        let mut turns = Turns {
            every: &every,
            watch: &Unlimited,
            observe: &mut |event| panic!("{event:?} is not to be told"),
            standings: vec![Standing::new(0, 1, 1)],
            names: vec!["hasty"],
            known: None,
            late: 0,
        };
        let question = Question::NoFaults;
        let evidence = Evidence::EverySize(system::EverySize::CutOff);
        let answer = Answer::from_evidence(&question, evidence, "", "").expect("it shows that");
        let mut hasty = Refused { name: "hasty", reason: String::new() };
        match turns.tried((0, &mut hasty), 0, Attempt::Proved(Box::new(answer))) {
            Err(Failure::Contradicted { engine, property, reason, .. }) => {
                assert_eq!((engine, property.as_str()), ("hasty", "few"));
                assert_eq!(reason, "it is violated for N = 2");
            }
            other => panic!("{other:?}"),
        }
    }
}
