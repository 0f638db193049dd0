//! Steps taken apart: one piece for each move, and in a product for each edge of the automaton too.

use crate::condition::Condition;
use crate::region::StepsFrom;
use crate::sequence::then;
use crate::steps::{Label, Steps};
use state_sets::{Cell, Complement, Domain, Formula, Kind, Limited, Moment, Space, Step, Variable};

/// Steps of one label, and in a product of one edge of the automaton, from some states.
pub(super) struct Piece<D: Domain> {
    /// What it does.
    pub step: Step,
    /// The same as a relation.
    pub relation: D::Relation,
    /// The states from which its steps are taken.
    pub from: D::Set,
    /// Its label.
    pub label: Label,
    /// The acceptance sets of the edge of the automaton.
    pub marks: u64,
    /// The edge of the automaton, by its place, if there is one.
    pub reading: Option<usize>,
}

/// A value of a finite variable.
pub(super) type Place = (Variable, u64);

/// The pieces of all steps between states of a set.
pub(super) fn pieces<D: Complement>(steps: &Steps<'_, D>, within: &D::Set) -> Limited<Vec<Piece<D>>> {
    let domain = steps.domain();
    let mut found = Vec::new();
    for label in steps.labels() {
        let (own, among) = match label {
            Label::Move(number) => (steps.model.moves[number].step.clone(), within.clone()),
            Label::Repeat => {
                let stay = Step { changed: Vec::new(), relation: Formula::truth() };
                (stay, domain.intersection(within, steps.dead_ends()?)?)
            }
        };
        for (reading, marks, step) in readings(steps, &own) {
            let relation = domain.relation(&step)?;
            let from = domain.intersection(&among, &domain.pre(within, &relation)?)?;
            steps.model.meter.beat(domain)?;
            if !domain.is_empty(&from)? {
                found.push(Piece { step, relation, from, label, marks, reading });
            }
        }
    }
    Ok(found)
}

/// The step behind each edge of the automaton, with its place and its acceptance sets, or alone.
fn readings<D: Complement>(steps: &Steps<'_, D>, step: &Step) -> Vec<(Option<usize>, u64, Step)> {
    let Some(reader) = &steps.reader else { return vec![(None, 0, step.clone())] };
    let space = steps.domain().space();
    let edge = |(place, (marks, formula)): (usize, &(u64, Formula))| {
        let read = Step { changed: vec![reader.variable], relation: formula.clone() };
        Some((Some(place), *marks, then(&read, step, space)?))
    };
    reader.edges.iter().enumerate().filter_map(edge).collect()
}

impl<D: Complement> Piece<D> {
    /// The same again: relations and sets are cheap to clone, and a domain need not be for them to be.
    pub fn copied(&self) -> Piece<D> {
        let (step, relation, from) = (self.step.clone(), self.relation.clone(), self.from.clone());
        Piece { step, relation, from, label: self.label, marks: self.marks, reading: self.reading }
    }

    /// Which steps it has.
    pub fn described(&self) -> StepsFrom<D::Set> {
        StepsFrom { label: self.label, reading: self.reading, from: self.from.clone() }
    }

    /// The states from which its steps count for the condition.
    pub fn counting(&self, steps: &Steps<'_, D>, condition: &Condition<D>) -> Limited<D::Set> {
        let domain = steps.domain();
        match (condition, self.label) {
            (Condition::Accepted(number), _) if self.marks >> number & 1 == 0 => Ok(domain.empty()),
            (Condition::Accepted(_), _) | (Condition::Taken { .. }, Label::Repeat) => Ok(self.from.clone()),
            (Condition::Taken { states, moves }, Label::Move(taken)) => {
                let mut found = domain.intersection(&self.from, states)?;
                for (_, guard) in moves.iter().filter(|(number, _)| *number == taken) {
                    found = domain.union(&found, &domain.intersection(&self.from, guard)?)?;
                }
                Ok(found)
            }
        }
    }

    /// What it does to a finite variable: the values before and after, if they are plain and differ; nothing known at all
    /// if they are not plain.
    pub fn passes(&self, variable: Variable) -> Passes {
        if !self.step.changed.contains(&variable) {
            return Passes::Stays;
        }
        let parts = match &self.step.relation {
            Formula::And(parts) => parts.as_slice(),
            other => std::slice::from_ref(other),
        };
        let (now, next) = (Cell::now(variable), Cell::next(variable));
        let same = |part: &Formula| *part == Formula::Same(now, next) || *part == Formula::Same(next, now);
        if parts.iter().any(same) {
            return Passes::Stays;
        }
        let only = |moment: Moment| {
            parts.iter().find_map(|part| match part {
                Formula::Member(cell, codes) if *cell == Cell::Variable(variable, moment) => {
                    match codes[..] {
                        [code] => Some(code),
                        _ => None,
                    }
                }
                _ => None,
            })
        };
        match (only(Moment::Now), only(Moment::Next)) {
            (Some(before), Some(after)) if before == after => Passes::Stays,
            (Some(before), Some(after)) => Passes::From(before, after),
            _ => Passes::Anyhow,
        }
    }
}

/// What a piece does to a finite variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Passes {
    /// Nothing.
    Stays,
    /// It leads from one value to another.
    From(u64, u64),
    /// That is not plain.
    Anyhow,
}

/// The values of finite variables that the pieces lead from or to, of the variables where that is plain.
pub(super) fn places<D: Complement>(pieces: &[Piece<D>], space: &Space) -> Vec<Place> {
    let mut found = Vec::new();
    for variable in space.all().filter(|variable| matches!(space.kind(*variable), Kind::Finite { .. })) {
        let passes: Vec<Passes> = pieces.iter().map(|piece| piece.passes(variable)).collect();
        if passes.contains(&Passes::Anyhow) {
            continue;
        }
        for pass in passes {
            if let Passes::From(before, after) = pass {
                found.extend([(variable, before), (variable, after)]);
            }
        }
    }
    found.sort();
    found.dedup();
    found
}
