//! What the checker says of a claim, against what is true.

use super::examine::{Examined, examine};
use super::facts::Facts;
use crate::auto::Clock;
use crate::random::Random;
use certificates::{Certificate, Proof, Refusal, check};
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

/// How many claims were judged how.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Tally {
    /// The checker refuses them.
    pub refused: usize,
    /// The checker accepts them, and they are true; if they rest on a set, so is what is said of it.
    pub valid: usize,
    /// The checker accepts them, and the naive checkers cannot tell.
    pub unknown: usize,
    /// The checker cannot decide them.
    pub undecided: usize,
    /// How many of all claim what is false.
    pub wrong: usize,
}

impl Tally {
    /// How many there are.
    pub fn all(&self) -> usize {
        self.refused + self.valid + self.unknown + self.undecided
    }

    /// Adds the counts of another.
    pub fn add(&mut self, other: Tally) {
        self.refused += other.refused;
        self.valid += other.valid;
        self.unknown += other.unknown;
        self.undecided += other.undecided;
        self.wrong += other.wrong;
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally { refused, valid, unknown, undecided, wrong } = self;
        let all = self.all();
        write!(f, "{all} claims, {wrong} of them wrong: {refused} refused, {valid} accepted and valid, ")?;
        write!(f, "{unknown} accepted and not judged, {undecided} undecided")
    }
}

/// What is wrong with the checker.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judgement(pub String);

/// Asks the checker about claims on one model.
pub struct MutantJudge<'f, 's> {
    /// What is true of the model.
    pub facts: &'f Facts<'s>,
    /// The time for each claim.
    pub limit: Duration,
}

impl MutantJudge<'_, '_> {
    /// Counts what the checker says of a claim.
    ///
    /// # Errors
    /// If it accepts what is false, refuses a set with which nothing is wrong as if something were, or panics.
    pub fn judge(&self, certificate: &Certificate, random: &mut Random) -> Result<Tally, Judgement> {
        let system = self.facts.system;
        let asked = || check(system, certificate, &Clock::new(self.limit));
        let Ok(said) = catch_unwind(AssertUnwindSafe(asked)) else {
            return Err(Judgement("the checker panics".into()));
        };
        let mut tally = Tally::default();
        match said {
            Ok(()) => {
                tally = self.accepted(certificate, random)?;
            }
            Err(Refusal::Undecided(_) | Refusal::Overflow) => tally.undecided = 1,
            Err(refusal) => {
                self.refused(certificate, &refusal, random)?;
                tally.refused = 1;
            }
        }
        tally.wrong = usize::from(self.facts.agrees(certificate) == Some(false));
        Ok(tally)
    }

    fn accepted(&self, certificate: &Certificate, random: &mut Random) -> Result<Tally, Judgement> {
        if let Some(Examined::Wrong(wrong)) = self.examined(certificate, random) {
            return Err(Judgement(format!("the checker accepts a set that is none: {wrong}")));
        }
        match self.facts.agrees(certificate) {
            Some(true) => Ok(Tally { valid: 1, ..Tally::default() }),
            Some(false) => Err(Judgement("the checker accepts a verdict that is wrong".into())),
            None => Ok(Tally { unknown: 1, ..Tally::default() }),
        }
    }

    /// A set is refused only if something is wrong with it.
    fn refused(
        &self,
        certificate: &Certificate,
        refusal: &Refusal,
        random: &mut Random,
    ) -> Result<(), Judgement> {
        let Refusal::Failed { obligation, shown } = refusal else { return Ok(()) };
        match self.examined(certificate, random) {
            Some(Examined::Right) => {
                Err(Judgement(format!("the checker refuses what is right: {obligation}: {shown}")))
            }
            _ => Ok(()),
        }
    }

    fn examined(&self, certificate: &Certificate, random: &mut Random) -> Option<Examined> {
        match &certificate.proof {
            Ok(Proof::Invariant(set)) => {
                Some(examine(self.facts.system, certificate, set, self.facts.states(), random))
            }
            _ => None,
        }
    }
}
