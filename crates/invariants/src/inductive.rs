//! The largest set of candidates that no step leaves.
//!
//! Every candidate that an initial state does not satisfy is dropped, and then every one that a step from states that satisfy all the others
//! can make false, until none is left to drop. What remains is the largest set of candidates whose conjunction is inductive, whatever the
//! order. A candidate is asked again only if its proof rests on one that was dropped since.
//!
//! A step that makes one candidate false is walked in the interpreter, and all others that it makes false are dropped with it.
//!
//! # Reference
//! Flanagan, Leino: *Houdini, an Annotation Assistant for ESC/Java*, FME 2001, doi:10.1007/3-540-45251-6_29. Departure: proofs remember
//! what they rest on.
//!
//! # Assumes and guarantees
//! What is known is inductive together. What is returned is inductive together with it, even if the work was ended early: then a candidate
//! stays only if its proof is complete, and those of all on which it rests.

use crate::allowance::Allowance;
use crate::evaluate::is_true;
use crate::generated::Generated;
use crate::samples;
use crate::steps::{Possible, Steps};
use crate::terms::variables;
use certificates::Term;
use std::collections::{BTreeSet, VecDeque};
use system::{Interpreter, State, System, VariableId};

/// The candidates that are inductive together with what is known, in their order.
pub fn inductive(
    steps: &mut Steps<'_, '_>,
    system: &System,
    known: &[Generated],
    candidates: Vec<Generated>,
    allowance: &Allowance<'_>,
) -> Vec<Generated> {
    let terms: Vec<Term> = known.iter().chain(&candidates).map(Generated::term).collect();
    let mentioned = terms.iter().map(variables).collect();
    let standing = (0..terms.len()).map(|place| match place < known.len() {
        true => Standing::Proved(Vec::new()),
        false => Standing::Open,
    });
    let useful = vec![Vec::new(); steps.count()];
    let open = VecDeque::new();
    let mut houdini = Houdini { system, mentioned, standing: standing.collect(), terms, open, useful };
    houdini.begin(steps, known.len(), allowance);
    houdini.run(steps, allowance);
    houdini.settle();
    let standing = houdini.standing.split_off(known.len());
    let kept = candidates.into_iter().zip(standing);
    kept.filter(|(_, standing)| matches!(standing, Standing::Proved(_))).map(|(one, _)| one).collect()
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Standing {
    /// Not proved yet.
    Open,
    /// Proved from these of the others.
    Proved(Vec<usize>),
    /// Dropped.
    Dropped,
}

struct Houdini<'s> {
    system: &'s System,
    terms: Vec<Term>,
    mentioned: Vec<BTreeSet<VariableId>>,
    standing: Vec<Standing>,
    open: VecDeque<usize>,
    /// For each way, what proofs rested on before.
    useful: Vec<Vec<usize>>,
}

impl Houdini<'_> {
    /// Drops what some initial state does not satisfy.
    fn begin(&mut self, steps: &mut Steps<'_, '_>, first: usize, allowance: &Allowance<'_>) {
        for place in first..self.terms.len() {
            if self.standing[place] == Standing::Dropped {
                continue;
            }
            match steps.begins_outside(&self.terms[place]) {
                Ok(Possible::No(_)) => self.open.push_back(place),
                Ok(Possible::State(state)) => {
                    self.drop_false(&state);
                    self.drop_one(place);
                }
                Err(_) => self.drop_one(place),
            }
            if allowance.is_spent() {
                return;
            }
        }
    }

    fn run(&mut self, steps: &mut Steps<'_, '_>, allowance: &Allowance<'_>) {
        while let Some(place) = self.open.pop_front() {
            if allowance.is_spent() {
                return;
            }
            if self.standing[place] == Standing::Open {
                self.prove(place, steps);
            }
        }
    }

    /// Proves one candidate from the others, or drops it.
    fn prove(&mut self, place: usize, steps: &mut Steps<'_, '_>) {
        let mut used = BTreeSet::new();
        for way in 0..steps.count() {
            if !self.mentioned[place].iter().any(|variable| steps.changes(way, *variable)) {
                continue;
            }
            let standing = &self.standing;
            let mut usable = |other: usize| other != place && standing[other] != Standing::Dropped;
            let useful = &mut self.useful[way];
            match steps.leaves(way, &self.terms[place], &self.terms, &mut usable, useful) {
                Ok(Possible::No(others)) => used.extend(others),
                Ok(Possible::State(state)) => {
                    let interpreter = Interpreter::new(self.system);
                    for next in samples::after(&interpreter, &state, steps.transition(way)) {
                        self.drop_false(&next);
                    }
                    self.drop_one(place);
                }
                Err(_) => self.drop_one(place),
            }
            if self.standing[place] == Standing::Dropped {
                return;
            }
        }
        self.standing[place] = Standing::Proved(used.into_iter().collect());
    }

    /// Drops every candidate that is false in the state.
    fn drop_false(&mut self, state: &State) {
        for place in 0..self.terms.len() {
            if self.standing[place] != Standing::Dropped && is_true(&self.terms[place], state) == Some(false)
            {
                self.drop_one(place);
            }
        }
    }

    /// Drops a candidate; what rests on it is open again.
    fn drop_one(&mut self, place: usize) {
        self.standing[place] = Standing::Dropped;
        for other in 0..self.terms.len() {
            if matches!(&self.standing[other], Standing::Proved(used) if used.contains(&place)) {
                self.standing[other] = Standing::Open;
                self.open.push_back(other);
            }
        }
    }

    /// Drops what is not proved, and what rests on it.
    fn settle(&mut self) {
        loop {
            let open = (0..self.terms.len()).filter(|place| self.standing[*place] == Standing::Open);
            let open: Vec<usize> = open.collect();
            if open.is_empty() {
                return;
            }
            for place in open {
                self.drop_one(place);
            }
        }
    }
}
