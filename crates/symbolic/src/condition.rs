//! Conditions on what happens infinitely often, as sets of steps.

use crate::steps::{Label, Steps};
use state_sets::{Complement, Domain, Limited, Point};

/// Steps that count for a condition. Repeating a dead end counts for all of them but those of the automaton, since
/// finite maximal paths are fair.
pub(crate) enum Condition<D: Domain> {
    /// Steps of the system.
    Taken {
        /// Every step from these states counts.
        states: D::Set,
        /// Steps of these moves from these states count.
        moves: Vec<(usize, D::Set)>,
    },
    /// Steps in which the automaton takes an edge of this acceptance set.
    Accepted(usize),
}

/// What a fair path does infinitely often.
pub(crate) struct Conditions<D: Domain> {
    /// Each of these.
    pub repeated: Vec<Condition<D>>,
    /// Each of these, if it visits the states infinitely often.
    pub obligations: Vec<Obligation<D>>,
}

/// If the states are visited infinitely often, the steps are taken infinitely often.
pub(crate) struct Obligation<D: Domain> {
    /// The states that oblige; no dead end is among them.
    pub states: D::Set,
    /// What meets the obligation.
    pub met: Condition<D>,
}

// Sets are cheap to clone, and a domain need not be for its sets to be.
impl<D: Domain> Clone for Condition<D> {
    fn clone(&self) -> Self {
        match self {
            Condition::Taken { states, moves } => {
                Condition::Taken { states: states.clone(), moves: moves.clone() }
            }
            Condition::Accepted(number) => Condition::Accepted(*number),
        }
    }
}

impl<D: Domain> Clone for Obligation<D> {
    fn clone(&self) -> Self {
        Obligation { states: self.states.clone(), met: self.met.clone() }
    }
}

impl<D: Domain> Clone for Conditions<D> {
    fn clone(&self) -> Self {
        Conditions { repeated: self.repeated.clone(), obligations: self.obligations.clone() }
    }
}

impl<D: Domain> Default for Conditions<D> {
    fn default() -> Self {
        Conditions { repeated: Vec::new(), obligations: Vec::new() }
    }
}

impl<D: Domain> Conditions<D> {
    /// Whether every path is fair.
    pub fn is_empty(&self) -> bool {
        self.repeated.is_empty() && self.obligations.is_empty()
    }
}

impl<D: Complement> Condition<D> {
    /// The states from which a step that counts leads into the set.
    pub fn pre(&self, steps: &Steps<'_, D>, set: &D::Set) -> Limited<D::Set> {
        let domain = steps.domain();
        let repeated = domain.intersection(set, steps.dead_ends()?)?;
        match self {
            Condition::Taken { states, moves } => {
                let mut before = repeated;
                if !domain.is_empty(states)? {
                    let leaving = domain.intersection(states, &steps.model.pre(set)?)?;
                    before = domain.union(&before, &leaving)?;
                }
                for (number, from) in moves {
                    let moved = steps.model.moves[*number].pre(domain, set)?;
                    before = domain.union(&before, &domain.intersection(from, &moved)?)?;
                }
                steps.read_before(&before)
            }
            Condition::Accepted(number) => {
                let before = domain.union(&steps.model.pre(set)?, &repeated)?;
                let read = domain.pre(&before, accepting(steps, *number))?;
                domain.intersection(&read, &steps.states)
            }
        }
    }

    /// The states to which steps of a label that count lead from the set.
    pub fn post_by(&self, steps: &Steps<'_, D>, label: Label, set: &D::Set) -> Limited<D::Set> {
        let domain = steps.domain();
        match (self, label) {
            (Condition::Taken { .. }, Label::Repeat) => steps.post_by(label, set),
            (Condition::Taken { states, moves }, Label::Move(taken)) => {
                let mut from = domain.intersection(set, states)?;
                for (_, guard) in moves.iter().filter(|(number, _)| *number == taken) {
                    from = domain.union(&from, &domain.intersection(set, guard)?)?;
                }
                steps.post_by(label, &from)
            }
            (Condition::Accepted(number), _) => {
                let read = domain.post(set, accepting(steps, *number))?;
                steps.moved_after(label, &read)
            }
        }
    }

    /// Whether a step counts.
    pub fn counts(&self, steps: &Steps<'_, D>, from: &Point, label: Label, to: &Point) -> Limited<bool> {
        let domain = steps.domain();
        match (self, label) {
            (Condition::Taken { .. }, Label::Repeat) => Ok(true),
            (Condition::Taken { states, moves }, Label::Move(taken)) => {
                if domain.contains(states, from)? {
                    return Ok(true);
                }
                for (_, guard) in moves.iter().filter(|(number, _)| *number == taken) {
                    if domain.contains(guard, from)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            (Condition::Accepted(number), _) => {
                let midway = domain.singleton(&steps.midway(from, to))?;
                domain.contains(&domain.pre(&midway, accepting(steps, *number))?, from)
            }
        }
    }
}

/// The automaton's steps of an acceptance set, which only products have.
fn accepting<'s, D: Domain>(steps: &'s Steps<'_, D>, number: usize) -> &'s D::Relation {
    let reader = steps.reader.as_ref().expect("conditions of an automaton belong to its product");
    &reader.accepting[number]
}
