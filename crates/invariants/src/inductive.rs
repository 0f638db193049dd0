//! The largest set of candidates that no step leaves.
//!
//! Every candidate that an initial state does not satisfy is dropped, and then every one that a step from states that satisfy all the others
//! can make false, until none is left to drop. What remains is the largest set of candidates whose conjunction is inductive, whatever the
//! order. A candidate is asked again only if its proof rests on one that was dropped since.
//!
//! Candidates that permutations of instances map onto each other are one: they are dropped together, and proved by the proof of one of them.
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
use crate::families::Family;
use crate::generated::Generated;
use crate::samples;
use crate::steps::{Formulas, Possible, Steps};
use std::collections::{BTreeSet, VecDeque};
use std::ops::Range;
use system::{Interpreter, State, System};

/// The families of candidates that are inductive together with what is known, in their order.
pub fn inductive(
    steps: &mut Steps<'_, '_>,
    system: &System,
    known: &[Family],
    candidates: Vec<Family>,
    allowance: &Allowance<'_>,
) -> Vec<Family> {
    let (mut groups, mut terms, mut group_of) = (Vec::new(), Vec::new(), Vec::new());
    for family in known.iter().chain(&candidates) {
        let members = terms.len()..terms.len() + family.members.len();
        group_of.extend(members.clone().map(|_| groups.len()));
        terms.extend(family.members.iter().map(Generated::term));
        let transitions = family.transitions.clone();
        let standing = match groups.len() < known.len() {
            true => Standing::Proved(Vec::new()),
            false => Standing::Open,
        };
        groups.push(Group { members, transitions, standing });
    }
    let useful = vec![Vec::new(); steps.count()];
    let formulas = Formulas::new(terms);
    let mut houdini = Houdini { system, formulas, group_of, groups, open: VecDeque::new(), useful };
    houdini.begin(steps, known.len(), allowance);
    houdini.run(steps, allowance);
    houdini.settle();
    let standing = houdini.groups.split_off(known.len()).into_iter().map(|group| group.standing);
    let kept = candidates.into_iter().zip(standing);
    kept.filter(|(_, standing)| matches!(standing, Standing::Proved(_))).map(|(one, _)| one).collect()
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Standing {
    /// Not proved yet.
    Open,
    /// Proved from these groups.
    Proved(Vec<usize>),
    /// Dropped.
    Dropped,
}

/// The members of a family.
struct Group {
    /// The places of its formulas, of which the first one stands for all.
    members: Range<usize>,
    /// The transitions that are to be looked at.
    transitions: Vec<bool>,
    standing: Standing,
}

struct Houdini<'s> {
    system: &'s System,
    formulas: Formulas,
    /// The group of each formula.
    group_of: Vec<usize>,
    groups: Vec<Group>,
    open: VecDeque<usize>,
    /// For each way, what proofs rested on before.
    useful: Vec<Vec<usize>>,
}

impl Houdini<'_> {
    /// Drops what some initial state does not satisfy.
    fn begin(&mut self, steps: &mut Steps<'_, '_>, first: usize, allowance: &Allowance<'_>) {
        for number in first..self.groups.len() {
            if self.groups[number].standing == Standing::Dropped {
                continue;
            }
            match steps.begins_outside(&self.formulas.terms()[self.groups[number].members.start]) {
                Ok(Possible::No(_)) => self.open.push_back(number),
                Ok(Possible::State(state)) => {
                    self.drop_false(&state);
                    self.drop_one(number);
                }
                Err(_) => self.drop_one(number),
            }
            if allowance.is_spent() {
                return;
            }
        }
    }

    fn run(&mut self, steps: &mut Steps<'_, '_>, allowance: &Allowance<'_>) {
        while let Some(number) = self.open.pop_front() {
            if allowance.is_spent() {
                return;
            }
            if self.groups[number].standing == Standing::Open {
                self.prove(number, steps);
            }
        }
    }

    /// Proves one candidate from the others, or drops it.
    fn prove(&mut self, number: usize, steps: &mut Steps<'_, '_>) {
        let mut used = BTreeSet::new();
        let place = self.groups[number].members.start;
        for way in 0..steps.count() {
            let group = &self.groups[number];
            if !group.transitions[steps.transition(way).index()]
                || !self.formulas.mentioned(place).iter().any(|variable| steps.changes(way, *variable))
            {
                continue;
            }
            let (groups, group_of) = (&self.groups, &self.group_of);
            let mut usable =
                |other: usize| other != place && groups[group_of[other]].standing != Standing::Dropped;
            let useful = &mut self.useful[way];
            match steps.leaves(way, place, &self.formulas, &mut usable, useful) {
                Ok(Possible::No(others)) => used.extend(others.into_iter().map(|other| group_of[other])),
                Ok(Possible::State(state)) => {
                    let interpreter = Interpreter::new(self.system);
                    for next in samples::after(&interpreter, &state, steps.transition(way)) {
                        self.drop_false(&next);
                    }
                    self.drop_one(number);
                }
                Err(_) => self.drop_one(number),
            }
            if self.groups[number].standing == Standing::Dropped {
                return;
            }
        }
        self.groups[number].standing = Standing::Proved(used.into_iter().collect());
    }

    /// Drops every candidate that is false in the state.
    fn drop_false(&mut self, state: &State) {
        for number in 0..self.groups.len() {
            let group = &self.groups[number];
            if group.standing != Standing::Dropped
                && self.formulas.terms()[group.members.clone()]
                    .iter()
                    .any(|term| is_true(term, state) == Some(false))
            {
                self.drop_one(number);
            }
        }
    }

    /// Drops a candidate; what rests on it is open again.
    fn drop_one(&mut self, dropped: usize) {
        self.groups[dropped].standing = Standing::Dropped;
        for (number, group) in self.groups.iter_mut().enumerate() {
            if matches!(&group.standing, Standing::Proved(used) if used.contains(&dropped)) {
                group.standing = Standing::Open;
                self.open.push_back(number);
            }
        }
    }

    /// Drops what is not proved, and what rests on it.
    fn settle(&mut self) {
        loop {
            let is_open = |number: &usize| self.groups[*number].standing == Standing::Open;
            let open: Vec<usize> = (0..self.groups.len()).filter(is_open).collect();
            if open.is_empty() {
                return;
            }
            for number in open {
                self.drop_one(number);
            }
        }
    }
}
