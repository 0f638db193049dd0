//! What a proof is made with, and what it consists of.

use super::fixpoints::Fixpoints;
use super::writer::Writer;
use crate::job::Job;
use crate::region::Argument;
use crate::steps::{Label, Steps};
use certificates::{Condition, Proof, Region, StepSet, Term};
use state_sets::{Complement, Describe, Domain, Formula, Halt, Limited, Point};
use system::{Assumption, ClaimedPath, Question, State, System};

/// What is to be proved.
#[derive(Debug, Clone, Copy)]
pub struct Asked<'q> {
    /// The question, without outermost rigid variables.
    pub question: &'q Question,
    /// Whether it holds.
    pub holds: bool,
    /// The path that was shown with the answer, where one was.
    pub path: Option<&'q ClaimedPath>,
    /// How many formulas with names there are already.
    pub named: usize,
}

/// A proof, and what its formulas speak of.
#[derive(Debug, Clone, PartialEq)]
pub struct Proved {
    /// The variables beside the system's.
    pub extras: Vec<(String, Option<u32>)>,
    /// The formulas with names.
    pub definitions: Vec<(String, Term)>,
    /// The proof.
    pub proof: Proof,
}

/// Makes proofs of one question.
pub(crate) struct Prover<'p, 'j, D: Domain> {
    /// The system in a domain.
    pub job: &'p Job<'j, D>,
    /// The states that are looked at, which no step leaves.
    pub states: D::Set,
    /// How fixpoints are computed.
    pub fixpoints: &'p dyn Fixpoints<D>,
    /// Writes formulas.
    pub writer: Writer<'p>,
}

impl<D: Complement + Describe> Prover<'_, '_, D> {
    /// The system.
    pub fn system(&self) -> &System {
        self.job.system
    }

    /// A set as a formula.
    pub fn write(&mut self, set: &D::Set) -> Limited<Term> {
        let formula = self.formula(set)?;
        self.writer.formula(&formula)
    }

    fn formula(&self, set: &D::Set) -> Limited<Formula> {
        let formula = self.job.steps.domain().formula(set)?;
        formula.ok_or_else(|| Halt::Unsupported("such sets cannot be written as formulas".into()))
    }

    /// The states of the first set that are not in the second, without computing them.
    pub fn write_without(&mut self, set: &D::Set, without: &D::Set) -> Limited<Term> {
        let domain = self.job.steps.domain();
        let all = self.write(set)?;
        if domain.is_empty(without)? {
            return Ok(all);
        }
        let without = self.write(without)?.negated();
        Ok(match all {
            Term::Constant(system::Value::Bool(true)) => without,
            all => Term::And(vec![all, without]),
        })
    }

    /// Sets as formulas.
    pub fn write_all(&mut self, sets: &[D::Set]) -> Limited<Vec<Term>> {
        sets.iter().map(|set| self.write(set)).collect()
    }

    /// The state of the system that a point stands for.
    pub fn state(&self, point: &Point) -> State {
        self.job.lowered.coding.state(point)
    }

    /// An argument as it is written down.
    pub fn argument(&mut self, argument: &Argument<D::Set>, steps: &Steps<'_, D>) -> Limited<Region> {
        Ok(match argument {
            Argument::Nothing => Region::Nothing,
            Argument::Never(place) => Region::Never(self.repeated(*place)),
            Argument::Avoided(place, rest) => {
                Region::Avoided(self.obligation(*place), Box::new(self.argument(rest, steps)?))
            }
            Argument::Rank(sum, rest) => {
                Region::Rank(self.writer.sum(sum)?, Box::new(self.argument(rest, steps)?))
            }
            Argument::Classes(classes) => {
                let mut written = Vec::with_capacity(classes.len());
                for (states, rest) in classes {
                    written.push((self.write(states)?, self.argument(rest, steps)?));
                }
                Region::Classes(written)
            }
            Argument::Steps(classes) => {
                let mut written = Vec::with_capacity(classes.len());
                for (parts, rest) in classes {
                    let mut sets = Vec::with_capacity(parts.len());
                    for part in parts {
                        let transition = match part.label {
                            Label::Move(number) => Some(steps.model.moves[number].transition),
                            Label::Repeat => None,
                        };
                        let from = self.write(&part.from)?;
                        sets.push(StepSet { transition, reading: part.reading, from });
                    }
                    written.push((sets, self.argument(rest, steps)?));
                }
                Region::Steps(written)
            }
        })
    }

    /// A condition that is repeated, by its place: those of the system come first, then those of an automaton.
    pub fn repeated(&self, place: usize) -> Condition {
        let own =
            self.assumptions(|assumption| matches!(assumption, Assumption::Weak(_) | Assumption::Justice(_)));
        match own.get(place) {
            Some(number) => Condition::Fairness(*number),
            None => Condition::Acceptance(place.saturating_sub(own.len())),
        }
    }

    /// An obligation, by its place.
    pub fn obligation(&self, place: usize) -> Condition {
        let own = self.assumptions(|assumption| {
            matches!(assumption, Assumption::Strong(_) | Assumption::Compassion(..))
        });
        Condition::Fairness(own.get(place).copied().unwrap_or(usize::MAX))
    }

    fn assumptions(&self, wanted: impl Fn(&Assumption) -> bool) -> Vec<usize> {
        let all = self.system().fairness.iter().enumerate();
        all.filter(|(_, fairness)| wanted(&fairness.assumption)).map(|(number, _)| number).collect()
    }
}
