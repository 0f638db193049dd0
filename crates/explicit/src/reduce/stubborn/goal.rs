//! What a reduced search must not miss.
//!
//! A condition that does not have the value of interest here can only get it by a transition of a certain set, and
//! so every path to a state where it has the value takes one of them. The smaller the set the better: of a
//! conjunction that is to become true, one part that is false now is enough. Which transitions these are for each part
//! is found once; which parts matter is decided in each state.

use super::list::List;
use super::relations::StaticRelations;
use crate::code::{Code, Values};

/// What a search looks for.
#[derive(Debug, Clone, Copy)]
pub(crate) enum StubbornGoal<'a> {
    /// States in which a condition has this value; if faults count, also those in which it faults.
    Condition {
        /// The condition.
        code: &'a Code,
        /// The value.
        value: bool,
        /// Whether a fault is as good.
        or_fault: bool,
    },
    /// States without successor.
    DeadEnd,
    /// States in which a transition faults.
    Fault,
}

/// A goal, with the transitions that lead there.
#[derive(Debug, Clone)]
pub(super) enum Aim {
    /// A condition that is to be true, or to fault, if that is as good.
    Condition(WantedCondition, bool),
    /// A dead end.
    DeadEnd,
    /// A fault.
    Fault,
}

/// A condition that is to become true.
#[derive(Debug, Clone)]
pub(super) struct WantedCondition {
    code: Code,
    /// Whether the code is to be true, rather than false.
    wanted: bool,
    can_fault: bool,
    /// Who changes a variable that it reads.
    touching: List,
    shape: Shape,
    /// Its place among all parts of the condition.
    number: usize,
}

#[derive(Debug, Clone)]
enum Shape {
    /// These may make it true.
    Plain(List),
    /// All parts must become true; or else one of them.
    Junction(bool, Vec<WantedCondition>),
}

/// What a part is like in a state.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Look {
    /// Whether it is true; nothing if it faults.
    truth: Option<bool>,
    /// How long the lists are that lead from here to where it is true.
    length: usize,
    /// Of parts that must all become true, the one that leads there by the shortest lists.
    nearest: Option<usize>,
}

impl Aim {
    /// What leads to a goal.
    pub fn new(relations: &StaticRelations, goal: StubbornGoal<'_>) -> Self {
        match goal {
            StubbornGoal::Condition { code, value, or_fault } => {
                Aim::Condition(WantedCondition::new(relations, code, value, &mut 0), or_fault)
            }
            StubbornGoal::DeadEnd => Aim::DeadEnd,
            StubbornGoal::Fault => Aim::Fault,
        }
    }

    /// How many parts it has.
    pub fn size(&self) -> usize {
        match self {
            Aim::Condition(part, _) => part.number + 1,
            Aim::DeadEnd | Aim::Fault => 0,
        }
    }
}

impl WantedCondition {
    fn new(relations: &StaticRelations, code: &Code, wanted: bool, next: &mut usize) -> Self {
        let count = relations.accesses.len();
        let shape = match code {
            Code::Not(a) => return WantedCondition::new(relations, a, !wanted, next),
            Code::And(all) => Shape::Junction(
                wanted,
                all.iter().map(|a| WantedCondition::new(relations, a, wanted, next)).collect(),
            ),
            Code::Or(all) => Shape::Junction(
                !wanted,
                all.iter().map(|a| WantedCondition::new(relations, a, wanted, next)).collect(),
            ),
            Code::Implies(pair) => {
                let first = WantedCondition::new(relations, &pair[0], !wanted, next);
                Shape::Junction(!wanted, vec![first, WantedCondition::new(relations, &pair[1], wanted, next)])
            }
            _ => {
                let mut found = Vec::new();
                relations.may_become(code, wanted, &mut found);
                Shape::Plain(List::new(found, count))
            }
        };
        let mut touching = Vec::new();
        relations.writers_of_all(code, &mut touching);
        let touching = List::new(touching, count);
        *next += 1;
        WantedCondition {
            code: code.clone(),
            wanted,
            can_fault: code.can_fault(),
            touching,
            shape,
            number: *next - 1,
        }
    }

    /// Tells of lists, from one of which every path takes a transition, from this state to one where the
    /// condition is true, or faults, if that is as good. It must not be true here. `looks` is room to work in.
    pub fn towards<'p>(
        &'p self,
        relations: &'p StaticRelations,
        or_fault: bool,
        state: &[i64],
        looks: &mut Vec<Look>,
        tell: &mut impl FnMut(&'p List),
    ) {
        looks.resize(looks.len().max(self.number + 1), Look::default());
        self.look(relations, or_fault, state, looks);
        self.tell(relations, or_fault, looks, tell);
    }

    /// Looks at all parts, from the inside out.
    fn look(&self, relations: &StaticRelations, or_fault: bool, state: &[i64], looks: &mut [Look]) -> Look {
        let mut look = match &self.shape {
            Shape::Plain(list) => {
                let truth = self.code.test(Values::of(state)).ok().map(|value| value == self.wanted);
                Look { truth, length: list.len(), nearest: None }
            }
            Shape::Junction(false, parts) => {
                let mut look = Look { truth: Some(false), length: 0, nearest: None };
                for part in parts {
                    let of_part = part.look(relations, or_fault, state, looks);
                    if look.truth == Some(false) {
                        look.truth = of_part.truth;
                    }
                    look.length += of_part.length;
                }
                look
            }
            Shape::Junction(true, parts) => {
                let mut look = Look { truth: Some(true), length: relations.everything.len(), nearest: None };
                let (mut faults, mut is_reached) = (0, true);
                for (at, part) in parts.iter().enumerate() {
                    let of_part = part.look(relations, or_fault, state, looks);
                    if look.truth == Some(true) {
                        look.truth = of_part.truth;
                    }
                    // Behind a fault nothing is reached; but once the part is reached, it faults.
                    is_reached &= of_part.truth.is_some() || !or_fault;
                    let length = faults + of_part.length;
                    let is_nearer = look.nearest.is_none() || length < look.length;
                    if is_reached && of_part.truth != Some(true) && is_nearer {
                        (look.length, look.nearest) = (length, Some(at));
                    }
                    faults += part.touching.len() * usize::from(or_fault && part.can_fault);
                }
                look
            }
        };
        if look.truth.is_none() {
            look.length = self.touching.len();
        }
        looks[self.number] = look;
        look
    }

    /// Tells of the lists, after all parts were looked at.
    fn tell<'p>(
        &'p self,
        relations: &'p StaticRelations,
        or_fault: bool,
        looks: &[Look],
        tell: &mut impl FnMut(&'p List),
    ) {
        let (one, all) = match &self.shape {
            Shape::Plain(list) => return tell(list),
            // One part is enough, so each may be the one.
            Shape::Junction(false, parts) => (&parts[..], &[][..]),
            // All parts must become true that are not, so one of them is enough, if nothing before it faults.
            Shape::Junction(true, parts) => match looks[self.number].nearest {
                Some(at) => (&parts[at..=at], &parts[..at]),
                // The aim is reached, against what was promised: everything may matter.
                None => return tell(&relations.everything),
            },
        };
        all.iter().filter(|part| or_fault && part.can_fault).for_each(|part| tell(&part.touching));
        for part in one {
            match looks[part.number].truth {
                None => tell(&part.touching),
                Some(_) => part.tell(relations, or_fault, looks, tell),
            }
        }
    }
}
