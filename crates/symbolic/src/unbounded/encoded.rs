//! A system in a domain of sets, ready for attempts at a question.
//!
//! What one attempt finds out stays for the next ones: the domain remembers what it has computed, closures of loops and
//! bounds of the reachable states are kept, and an attempt whose share of work is used up goes on later from its last
//! iterates ([`Journal`]).

use super::attempt::{Ask, attempt, prepared};
use super::context::{Context, Kept};
use super::countless::Countless;
use super::proof::prove;
use super::strategy::Strategy;
use crate::between::Between;
use crate::job::End;
use crate::journal::Journal;
use crate::ltl::{self, Negation, negation};
use crate::proofs::{Asked, Proved};
use crate::trend::Trend;
use crate::{Failure, LowerOptions, Lowered, LoweringError, Prepared};
use budget::Budget;
use state_sets::{Declaration, Halt, Kind, Limited, Variable};
use std::collections::HashMap;
use system::{Answer, BoundId, Expr, Observer, Question};

/// The beats that may be spent on leaving out states that conditions exclude.
const RESTRICTING: u64 = 100;

/// What is said of an attempt that rests on conditions which are known to be always true, behind the name of its sets.
pub const WITH_KNOWN: &str = ", with generated invariants";

/// What attempts are made with.
#[derive(Clone, Copy)]
pub struct Setup<'a> {
    /// The system, which is written as formulas once for all attempts.
    pub prepared: &'a Prepared<'a>,
    /// What they may spend.
    pub budget: &'a Budget<'a>,
    /// Who knows what has been proved meanwhile.
    pub observer: &'a dyn Observer,
    /// Whether moves are taken apart into conjunctions.
    pub disjuncts: bool,
    /// Whether several strategies are tried. Then moves are taken apart before loops of them are closed, since parts have
    /// closures more often than the whole, and a strategy that would do the same as another is left out.
    pub several: bool,
}

/// A way to represent sets of states.
pub struct Represented<F> {
    /// What it is called in reports.
    pub name: String,
    /// Ranges with at most this many values are finite.
    pub most_codes: u64,
    /// Makes a domain.
    pub make: F,
}

/// A way to represent sets of states, whatever the domain is.
pub trait Representation<'d> {
    /// What it is called in reports.
    fn name(&self) -> &str;

    /// Puts the system into a domain that is made for a question with these rigid variables; or says why that cannot be done.
    fn encode(
        &self,
        setup: &Setup<'_>,
        question: &Question,
        rigid: &[BoundId],
    ) -> Result<Box<dyn Encoded + 'd>, AttemptOutcome>;
}

/// A system in a domain.
pub trait Encoded {
    /// Tries a strategy at a question with a share of this many beats; it goes on where an earlier share has ended.
    ///
    /// # Errors
    /// If the system has no initial state, or the engine contradicts itself.
    fn attempt(
        &mut self,
        setup: &Setup<'_>,
        question: Numbered<'_>,
        strategy: Strategy,
        share: u64,
    ) -> Result<AttemptOutcome, Failure>;

    /// Proves the answer to a question with the fixpoints of a strategy; nothing if they do not show it.
    ///
    /// # Errors
    /// What stopped it.
    fn prove(
        &mut self,
        setup: &Setup<'_>,
        asked: &Asked<'_>,
        strategy: Strategy,
    ) -> Result<Option<Proved>, AttemptOutcome>;

    /// The iterations of the last attempt, from its first share on.
    fn iterations(&self) -> u64;

    /// What attempts have found out of the largest value, if that is asked for.
    fn known(&self) -> Between;

    /// Where the last fixpoint of the last attempt leads.
    fn trend(&self) -> Trend;
}

/// A question with the number by which its attempts are known.
#[derive(Debug, Clone, Copy)]
pub struct Numbered<'q> {
    /// The number.
    pub number: usize,
    /// The question, without outermost rigid variables.
    pub question: &'q Question,
}

/// What came of an attempt.
#[derive(Debug)]
pub enum AttemptOutcome {
    /// The answer.
    Settled(Box<Answer>),
    /// The strategy ended, and left the question open for this reason.
    Open(String),
    /// The share is used up; with another one it goes on.
    Paused,
    /// The strategy does nothing that another does not do.
    Idle,
    /// Sets cannot be represented like this, for this reason.
    Unsupported(String),
    /// A limit ended all work.
    Stopped(String),
}

impl AttemptOutcome {
    fn halted(budget: &Budget<'_>, halt: &Halt) -> AttemptOutcome {
        match halt {
            Halt::Unsupported(what) => AttemptOutcome::Unsupported(what.clone()),
            halt if halt.is_share_used_up(budget) => AttemptOutcome::Paused,
            halt => AttemptOutcome::Stopped(halt.reason(budget)),
        }
    }
}

/// A domain, the system in it, and the question's automaton if it has one.
struct EncodedIn<D: Countless> {
    name: String,
    lowered: Lowered,
    /// The automaton of a negated formula, and the variable that holds its state.
    negated: Option<(Negation, Variable)>,
    domain: D,
    kept: Option<Kept<D>>,
    /// How far attempts have come.
    journals: HashMap<(usize, Strategy), Journal<D::Set>>,
    /// The invariants that have been used.
    used: Vec<usize>,
    /// How much is known beside them.
    known: Known,
    iterations: u64,
    trend: Trend,
}

/// What was made of the conditions that are known to be always true.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Known {
    /// There were none so far.
    Nothing,
    /// They were of no use.
    Useless,
    /// They restrict the states.
    Used,
}

impl<'d, D: Countless + 'd, F: Fn(&Lowered) -> Limited<D>> Representation<'d> for Represented<F> {
    fn name(&self) -> &str {
        &self.name
    }

    fn encode(
        &self,
        setup: &Setup<'_>,
        question: &Question,
        rigid: &[BoundId],
    ) -> Result<Box<dyn Encoded + 'd>, AttemptOutcome> {
        let negated = match question {
            Question::Ltl(formula) => {
                let halted = |halt| AttemptOutcome::halted(setup.budget, &halt);
                Some(negation(formula, setup.budget).map_err(halted)?)
            }
            _ => None,
        };
        let mut options =
            LowerOptions { rigid: rigid.to_vec(), most_codes: self.most_codes, ..LowerOptions::default() };
        if let Some(negated) = &negated {
            let count = negated.automaton.state_count() as u64;
            options.extra.push(declared("automaton", Kind::Finite { count }));
        }
        if matches!(question, Question::Bound(_)) {
            options.extra.push(declared("any number", Kind::INTEGER));
        }
        let halted = |halt: Halt| AttemptOutcome::halted(setup.budget, &halt);
        setup.budget.whole();
        let lowered = setup.prepared.lowered(&options, setup.budget);
        let mut lowered = lowered.map_err(LoweringError::into_halt).map_err(halted)?;
        if setup.disjuncts {
            lowered.split_moves();
        }
        let last = Variable(lowered.space.variables.len().saturating_sub(1) as u32);
        if let Some(negated) = &negated {
            ltl::couple(&mut lowered, setup.prepared.system, last, &[negated], setup.budget)
                .map_err(halted)?;
        }
        let domain = (self.make)(&lowered).map_err(halted)?;
        let negated = negated.map(|negated| (negated, last));
        let (name, journals) = (self.name.clone(), HashMap::new());
        Ok(Box::new(EncodedIn {
            name,
            lowered,
            negated,
            domain,
            kept: None,
            journals,
            used: Vec::new(),
            known: Known::Nothing,
            iterations: 0,
            trend: Trend::default(),
        }))
    }
}

impl<D: Countless> EncodedIn<D> {
    /// What is known of the system, without the states that invariants exclude which have been proved meanwhile, by whatever engine.
    ///
    /// What is left has all reachable states and all steps between them, so that the system without the others satisfies the same
    /// formulas. That stays so for a fixpoint that is half done: in reachable states every iterate is the same with and without them.
    fn learnt(&mut self, setup: &Setup<'_>) -> Limited<Kept<D>> {
        let mut kept = match self.kept.take() {
            Some(kept) => kept,
            None => Kept::new(setup, &self.lowered, &self.domain)?,
        };
        for number in setup.observer.proved() {
            let Question::Invariant(condition) = &setup.prepared.system.properties[number].question else {
                continue;
            };
            if self.used.contains(&number) {
                continue;
            }
            self.used.push(number);
            // What cannot be said in these sets is no help.
            match self.lowered.condition(setup.prepared.system, condition, setup.budget) {
                Ok(formula) => kept.restrict(&self.domain, &formula, setup.budget)?,
                Err(LoweringError::Unsupported(_)) => {}
                Err(interrupted) => return Err(interrupted.into_halt()),
            }
        }
        Ok(kept)
    }

    /// Leaves out states that conditions exclude which are known to be always true, as many of them as can be said in these sets with
    /// little work.
    fn restrict_soon(&mut self, setup: &Setup<'_>, kept: &mut Kept<D>) -> Limited<()> {
        let conditions = setup.observer.known();
        if self.known != Known::Nothing || conditions.is_empty() {
            return Ok(());
        }
        self.known = Known::Useless;
        setup.budget.share(RESTRICTING);
        let mut used = 0_usize;
        for condition in conditions {
            match self.restricted(setup, kept.possible(), condition) {
                Ok(states) => {
                    kept.look_at(states);
                    self.known = Known::Used;
                    used += 1;
                }
                Err(Halt::Unsupported(_)) => {}
                Err(halt) if halt.is_share_used_up(setup.budget) => break,
                Err(halt) => return Err(halt),
            }
        }
        self.restrict_journals(setup, kept)?;
        setup.budget.whole();
        let all = conditions.len();
        setup
            .budget
            .note(&format_args!("{used} of {all} conditions that are always true restrict the states"));
        Ok(())
    }

    /// Leaves the same states out of what was interrupted, which would carry them along otherwise.
    fn restrict_journals(&mut self, setup: &Setup<'_>, kept: &Kept<D>) -> Limited<()> {
        let Some(states) = kept.possible() else { return Ok(()) };
        let restricted = |set: &D::Set| self.domain.intersection(set, states);
        match self.journals.values().try_for_each(|journal| journal.restrict(restricted)) {
            // Beginning anew may be less work than that.
            Err(halt) if halt.is_share_used_up(setup.budget) => self.journals.clear(),
            other => other?,
        }
        Ok(())
    }

    /// Leaves out the states that conditions exclude which are known to be always true: all of these conditions, so that no step leaves
    /// what remains, or none.
    fn restrict_wholly(&mut self, setup: &Setup<'_>, kept: &mut Kept<D>) -> Limited<()> {
        let conditions = setup.observer.known();
        if self.known != Known::Nothing || conditions.is_empty() {
            return Ok(());
        }
        let mut states = kept.possible().cloned();
        for condition in conditions {
            match self.restricted(setup, states.as_ref(), condition) {
                Ok(fewer) => states = Some(fewer),
                Err(Halt::Unsupported(_)) => {
                    self.known = Known::Useless;
                    return Ok(());
                }
                Err(halt) => return Err(halt),
            }
        }
        states.into_iter().for_each(|states| kept.look_at(states));
        self.known = Known::Used;
        Ok(())
    }

    /// Those of the states in which a condition is true.
    fn restricted(&self, setup: &Setup<'_>, states: Option<&D::Set>, condition: &Expr) -> Limited<D::Set> {
        let formula = self.lowered.condition(setup.prepared.system, condition, setup.budget);
        let set = self.domain.set(&formula.map_err(LoweringError::into_halt)?)?;
        states.map_or(Ok(set.clone()), |states| self.domain.intersection(states, &set))
    }

    /// What the sets are called, with what restricts them.
    fn manner(&self) -> String {
        match self.known {
            Known::Used => format!("{}{}", self.name, WITH_KNOWN),
            Known::Nothing | Known::Useless => self.name.clone(),
        }
    }
}

impl<D: Countless> Encoded for EncodedIn<D> {
    fn attempt(
        &mut self,
        setup: &Setup<'_>,
        question: Numbered<'_>,
        strategy: Strategy,
        share: u64,
    ) -> Result<AttemptOutcome, Failure> {
        let budget = setup.budget;
        budget.whole();
        let learnt = self.learnt(setup).and_then(|mut kept| {
            self.restrict_soon(setup, &mut kept)?;
            Ok(kept)
        });
        let kept = match learnt {
            Ok(kept) => kept,
            Err(halt) => return Ok(AttemptOutcome::halted(budget, &halt)),
        };
        let ask = match &self.negated {
            Some((negated, variable)) => Ask::Linear(negated, *variable),
            None => Ask::Plain(question.question),
        };
        let journal = self.journals.remove(&(question.number, strategy)).unwrap_or_default();
        journal.rewind();
        let context = Context::new(setup, &self.lowered, &self.domain, kept, journal);
        match self.domain.is_empty(&context.model.initial) {
            Ok(true) => return Err(Failure::NoInitialState),
            Ok(false) => {}
            Err(halt) => return Ok(AttemptOutcome::halted(budget, &halt)),
        }
        budget.share(share);
        let tried = attempt(&context, question.question, &ask, strategy, &self.manner());
        self.iterations = context.model.meter.iterations();
        self.trend = context.model.meter.trend();
        let is_idle = context.is_idle(strategy);
        let (kept, journal) = context.kept();
        self.kept = Some(kept);
        Ok(match tried {
            _ if is_idle => AttemptOutcome::Idle,
            Ok(Ok(answer)) => AttemptOutcome::Settled(Box::new(answer)),
            Ok(Err(reason)) => AttemptOutcome::Open(reason),
            Err(End::Failed(reason)) => return Err(Failure::Internal(reason)),
            // One strategy may need what sets like these cannot do; others may not.
            Err(End::Halted(Halt::Unsupported(what))) => AttemptOutcome::Open(what),
            Err(End::Halted(halt)) => {
                if halt.is_share_used_up(budget) {
                    self.journals.insert((question.number, strategy), journal);
                }
                AttemptOutcome::halted(budget, &halt)
            }
        })
    }

    fn prove(
        &mut self,
        setup: &Setup<'_>,
        asked: &Asked<'_>,
        strategy: Strategy,
    ) -> Result<Option<Proved>, AttemptOutcome> {
        let halted = |halt: Halt| AttemptOutcome::halted(setup.budget, &halt);
        let mut kept = self.learnt(setup).map_err(halted)?;
        self.restrict_wholly(setup, &mut kept).map_err(halted)?;
        let ask = match &self.negated {
            Some((negated, variable)) => Ask::Linear(negated, *variable),
            None => Ask::Plain(asked.question),
        };
        let context = Context::new(setup, &self.lowered, &self.domain, kept, Journal::default());
        let proved = match prepared(&context, asked.question, &ask, strategy, &self.manner()) {
            Ok(Some(attempt)) => prove(&attempt, &ask, asked),
            Ok(None) => Ok(None),
            Err(halt) => Err(halt),
        };
        self.kept = Some(context.kept().0);
        proved.map_err(halted)
    }

    fn iterations(&self) -> u64 {
        self.iterations
    }

    fn known(&self) -> Between {
        self.kept.as_ref().map_or_else(Between::default, |kept| kept.known)
    }

    fn trend(&self) -> Trend {
        self.trend
    }
}

fn declared(name: &str, kind: Kind) -> Declaration {
    Declaration { name: name.into(), kind, cluster: None }
}
