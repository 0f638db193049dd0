//! How often a `while` can be repeated.
//!
//! Two things bound the rounds. A variable that every round moves on by a constant leaves its type after as many rounds as the type has
//! values, which is an error. And whether there is another round depends on few variables: those that the condition reads and a round
//! writes, and what these are computed from. If they hold what they held before some earlier round, the loop never ends; so there are at
//! most as many rounds as these variables have values together, or it is an error that there is one more.

use super::defined::{Leaf, Undefined, leaves_of};
use super::model::{Designator, Expr, Instruction, Selector, Tables, Type};
use super::visit::{each_expr, each_step, reads, written};
use std::collections::BTreeSet;

/// The most rounds that are written out where the state decides how many there are.
const MOST: usize = 200;

/// The most rounds of a loop that does not go on for ever; nothing if these are too many.
pub fn most_rounds(
    condition: &Expr,
    body: &[Instruction],
    tables: &Tables,
    undefined: &Undefined,
) -> Option<usize> {
    let counted = body.iter().filter_map(|step| counted(step, body, tables)).min();
    let bound = [counted, of_control(condition, body, tables, undefined)].into_iter().flatten().min()?;
    (bound <= MOST).then_some(bound)
}

/// The values of a variable that a step of each round moves on.
fn counted(step: &Instruction, body: &[Instruction], tables: &Tables) -> Option<usize> {
    let Instruction::Assign(place, Expr::Binary("+" | "-", left, right)) = step else { return None };
    let is_moved = **left == Expr::Read(place.clone()) && right.value().is_some_and(|by| by != 0);
    let is_known = |part: &Selector| match part {
        Selector::Field(_) => true,
        Selector::Index(index) => index.value().is_some(),
    };
    let mut writers = 0;
    each_step(body, &mut |inner| {
        writers += usize::from(written(inner).is_some_and(|other| other.root == place.root));
    });
    let is_simple = place.parts.iter().all(is_known) && writers == 1;
    (is_moved && is_simple).then(|| tables.count(&place.ty))
}

/// How many values the variables have together that decide whether there is another round.
fn of_control(
    condition: &Expr,
    body: &[Instruction],
    tables: &Tables,
    undefined: &Undefined,
) -> Option<usize> {
    let mut changing = BTreeSet::new();
    each_step(body, &mut |step| {
        changing.extend(written(step).into_iter().flat_map(|place| leaves_of(place, tables)))
    });
    let mut control = Control { tables, changing, found: BTreeSet::new() };
    control.found = control.read_by(condition);
    loop {
        let before = control.found.len();
        control.follow(body, &BTreeSet::new());
        if control.found.len() == before {
            break;
        }
    }
    control.found.iter().try_fold(1, |all: usize, leaf| all.checked_mul(values_of(leaf, tables, undefined)?))
}

/// The variables that decide whether there is another round, found step by step.
struct Control<'t> {
    tables: &'t Tables,
    /// What a round writes.
    changing: BTreeSet<Leaf>,
    found: BTreeSet<Leaf>,
}

impl Control<'_> {
    /// Adds what the variables at hand are computed from, where `around` decides whether the steps are done.
    fn follow(&mut self, steps: &[Instruction], around: &BTreeSet<Leaf>) {
        for step in steps {
            let mut inside = around.clone();
            match step {
                Instruction::If(condition, then, other) => {
                    inside.extend(self.read_by(condition));
                    self.follow(then, &inside);
                    self.follow(other, &inside);
                }
                Instruction::For(_, _, body) => self.follow(body, around),
                Instruction::Count(_, ends, body) => {
                    inside.extend(ends.iter().flat_map(|end| self.read_by(end)));
                    self.follow(body, &inside);
                }
                Instruction::While(condition, body, _) => {
                    inside.extend(self.read_by(condition));
                    self.follow(body, &inside);
                }
                _ => {
                    let written = written(step).map(|place| leaves_of(place, self.tables));
                    if !written.into_iter().flatten().any(|leaf| self.found.contains(&leaf)) {
                        continue;
                    }
                    self.found.extend(inside);
                    if let Instruction::Copy(_, from) = step {
                        self.found.extend(self.changed(from));
                    }
                    let mut read = BTreeSet::new();
                    each_expr(step, &mut |expr| {
                        if let Expr::Read(place) | Expr::IsUndefined(place) = expr {
                            read.extend(self.changed(place));
                        }
                    });
                    self.found.extend(read);
                }
            }
        }
    }

    /// What an expression reads of what a round writes.
    fn read_by(&self, expr: &Expr) -> BTreeSet<Leaf> {
        let mut found = BTreeSet::new();
        reads(expr, &mut |place| {
            found.extend(self.changed(place));
            false
        });
        found
    }

    fn changed(&self, place: &Designator) -> Vec<Leaf> {
        let mut leaves = leaves_of(place, self.tables);
        leaves.retain(|leaf| self.changing.contains(leaf));
        leaves
    }
}

/// How many values a part of a variable can hold, none at all among them, all elements of arrays together.
fn values_of((root, way): &Leaf, tables: &Tables, undefined: &Undefined) -> Option<usize> {
    let of = &tables.roots[*root];
    let lacks = usize::from(!of.is_global || undefined.is_possible_at(*root, way));
    let (mut ty, mut elements) = (&of.ty, 1usize);
    for key in way {
        ty = match ty {
            Type::Array(index, part) => {
                elements = elements.checked_mul(tables.count(index))?;
                part
            }
            Type::Record(fields) => fields.iter().find(|(name, _)| name == key).map(|(_, part)| part)?,
            _ => return None,
        };
    }
    tables.count(ty).checked_add(lacks)?.checked_pow(u32::try_from(elements).ok()?)
}
