//! Ways to store sets of states, and what stays open between one share of work and the next.
//!
//! Domains remember what they have computed, so that a fixpoint which ran out of its share comes back to the same
//! iterate almost for nothing when it gets the next one.

use super::attempt::Ask;
use super::bench::{Bench, Kept};
use super::countless::Countless;
use super::ladder::{Ladder, Step, Work};
use crate::ltl::{self, Negation, negation};
use crate::{Failure, LowerOptions, Lowered, lower};
use state_sets::{Declaration, Kind, Limited, Variable};
use system::{BoundId, Question};

/// A way to store sets of states.
pub struct Stored<F> {
    /// What it is called in reports.
    pub name: String,
    /// Ranges with at most this many values are finite.
    pub most_codes: u64,
    /// Makes a domain.
    pub make: F,
}

/// A way to store sets of states, whatever the domain is.
pub trait Storage<'d> {
    /// What it is called in reports.
    fn name(&self) -> &str;

    /// Makes a domain for a question with these rigid variables.
    fn open(&self, ladder: &Ladder<'_>, question: &Question, rigid: &[BoundId]) -> Opening<'d>;
}

/// A domain, or why there is none.
pub enum Opening<'d> {
    /// A domain to work with.
    Opened(Box<dyn Opened + 'd>),
    /// Nothing can be stored, or nothing be done.
    Closed(Step),
}

/// A domain that is made, and what is known in it.
pub trait Opened {
    /// Tries all tactics that are left at a question, each with a share of work.
    fn climb(&mut self, ladder: &Ladder<'_>, work: &mut Work<'_>) -> Result<Step, Failure>;
}

/// A domain, the system in it, and the question's automaton if it has one.
struct Workshop<D: Countless> {
    name: String,
    lowered: Lowered,
    /// The automaton of a negated formula, and the variable that holds its state.
    negated: Option<(Negation, Variable)>,
    domain: D,
    kept: Option<Kept<D>>,
}

impl<'d, D: Countless + 'd, F: Fn(&Lowered) -> Limited<D>> Storage<'d> for Stored<F> {
    fn name(&self) -> &str {
        &self.name
    }

    fn open(&self, ladder: &Ladder<'_>, question: &Question, rigid: &[BoundId]) -> Opening<'d> {
        match self.workshop(ladder, question, rigid) {
            Ok(workshop) => Opening::Opened(Box::new(workshop)),
            Err(step) => Opening::Closed(step),
        }
    }
}

impl<D: Countless, F: Fn(&Lowered) -> Limited<D>> Stored<F> {
    fn workshop(
        &self,
        ladder: &Ladder<'_>,
        question: &Question,
        rigid: &[BoundId],
    ) -> Result<Workshop<D>, Step> {
        let negated = match question {
            Question::Ltl(formula) => Some(negation(formula).map_err(Step::Stopped)?),
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
        let lowered = lower(ladder.system, &options);
        let mut lowered = lowered.map_err(|unsupported| Step::Stopped(unsupported.to_string()))?;
        if ladder.settings.disjuncts {
            lowered.split_moves();
        }
        let last = Variable(lowered.space.variables.len().saturating_sub(1) as u32);
        if let Some(negated) = &negated {
            let coupled = ltl::couple(&mut lowered, ladder.system, last, &[negated]);
            coupled.map_err(|halt| ladder.stopped(&halt))?;
        }
        ladder.ration.refill(u64::MAX);
        let domain = (self.make)(&lowered).map_err(|halt| ladder.stopped(&halt))?;
        let negated = negated.map(|negated| (negated, last));
        Ok(Workshop { name: self.name.clone(), lowered, negated, domain, kept: None })
    }
}

impl<D: Countless> Opened for Workshop<D> {
    fn climb(&mut self, ladder: &Ladder<'_>, work: &mut Work<'_>) -> Result<Step, Failure> {
        let ask = match &self.negated {
            Some((negated, variable)) => Ask::Linear(negated, *variable),
            None => Ask::Plain(work.question),
        };
        ladder.ration.refill(u64::MAX);
        let bench = Bench::new(ladder, &self.lowered, &self.domain, self.kept.take());
        let bench = match bench {
            Ok(bench) => bench,
            Err(halt) => return Ok(ladder.stopped(&halt)),
        };
        match self.domain.is_empty(&bench.model.initial) {
            Ok(true) => return Err(Failure::NoInitialState),
            Ok(false) => {}
            Err(halt) => return Ok(ladder.stopped(&halt)),
        }
        let step = ladder.tactics(&bench, &ask, work, &self.name);
        self.kept = Some(bench.kept());
        step
    }
}

fn declared(name: &str, kind: Kind) -> Declaration {
    Declaration { name: name.into(), kind, cluster: None }
}
