//! Steps taken apart by the values of references.
//!
//! A step that goes along a reference, `prev->next := self`, may change `next` of any process: its relation mentions all of
//! them, most only to say that they stay as they are. For each value of `prev` it is a small step, which changes one `next`.
//! So a step is divided by the values of a cell, if that leaves fewer variables to mention for each value; the parts are divided
//! again, so that a chain `tail->next->prev` is followed link by link. Values for which the same is left stay together: the
//! condition `tail != self` gives two parts at most.
//!
//! Why it is right: a cell has exactly one of its values in each state. The part for a value is the step with the value put in
//! the place of the cell, beside the condition that the cell has it. So the parts exclude each other, and their union is
//! the step. A part that keeps the value of a variable (its relation has `x' = x` as a conjunct) leaves it out of
//! what it changes, which says the same.
//!
//! Which cell comes first is found by trying: the one that leaves the fewest variables for a value on average, the first
//! among equals. A division has to earn its parts, and there is a limit to their number and to the work: then a part stays
//! as it is, since every set of parts on the way is right.
//!
//! # Reference
//!
//! Wang, Schmidt, Yu, Huang, Wang: *BDD-Based Safety-Analysis of Concurrent Software with Pointer Data Structures Using
//! Graph Automorphism Symmetry Reduction*, IEEE Transactions on Software Engineering 30(6), 2004, doi:10.1109/TSE.2004.15, section 5
//! (conditions and assignments along chains, by the addresses that they may have). Departure: relations are divided before they
//! become diagrams, so that each keeps few levels and saturation stays local.

mod assign;
mod frame;

use crate::lower::{Cells, Lowered, coupled, variables};
use assign::assigned;
use budget::Budget;
use frame::without_kept;
use state_sets::{Cell, Formula, Halt, Kind, Limited, Linear, Part, Space, Step, Term, Variable};
use std::collections::BTreeSet;

/// How far steps are taken apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Apart {
    /// The most parts of one step.
    pub most_parts: usize,
    /// Cells with more values are not divided by.
    pub most_values: u64,
    /// Steps with more atoms and connectives, written as trees, stay as they are.
    pub largest: usize,
    /// Cells are not tried where that number of atoms and connectives times that of values is larger.
    pub most_work: u64,
}

impl Default for Apart {
    fn default() -> Self {
        Apart { most_parts: 512, most_values: 64, largest: 1 << 16, most_work: 1 << 20 }
    }
}

impl Lowered {
    /// Takes the moves apart, as far as that pays; the variables of each part are then what is used together.
    ///
    /// # Errors
    /// If the budget ends the work.
    pub fn take_apart(&mut self, limits: &Apart, budget: &Budget<'_>) -> Limited<()> {
        for one in &mut self.moves {
            one.parts = apart(&one.step, &self.space, limits, budget)?;
        }
        self.space.couplings = coupled(&self.moves);
        Ok(())
    }
}

/// A division pays if it leaves so many variables fewer on average.
const GAIN: usize = 2;

/// A step in parts whose union it is, each of which mentions few variables. A step that should stay whole is its own only part.
///
/// # Errors
/// If the budget ends the work.
pub fn apart(step: &Step, space: &Space, limits: &Apart, budget: &Budget<'_>) -> Limited<Vec<Step>> {
    let mut open = vec![step.clone()];
    let mut done = Vec::new();
    while let Some(part) = open.pop() {
        let room = limits.most_parts.saturating_sub(open.len() + done.len());
        match divided(&part, space, limits, room, budget)? {
            Some(parts) => open.extend(parts.into_iter().rev()),
            None => done.push(part),
        }
    }
    Ok(done)
}

/// A step divided by the best cell; nothing if no cell earns it.
fn divided(
    step: &Step,
    space: &Space,
    limits: &Apart,
    room: usize,
    budget: &Budget<'_>,
) -> Limited<Option<Vec<Step>>> {
    if step.relation.tree_size() > limits.largest {
        return Ok(None);
    }
    let own = width(step);
    let cells = Cells::new(space);
    let mut best: Option<(usize, Vec<Step>)> = None;
    for variable in selectors(&step.relation) {
        let Kind::Finite { count } = space.kind(variable) else { continue };
        if !(2..=limits.most_values).contains(&count) {
            continue;
        }
        let work = (step.relation.tree_size() as u64).saturating_mul(count);
        if work > limits.most_work {
            continue;
        }
        budget.spend(1 + (work >> 12) as usize).map_err(Halt::spent)?;
        let parts = by_value(step, variable, count, space, &cells);
        let total: usize = parts.iter().map(width).sum();
        let earns = parts.len() <= room && total + GAIN * parts.len() <= own.saturating_mul(parts.len());
        // Compared as averages, without fractions.
        let is_better = |(sum, known): &(usize, Vec<Step>)| total * known.len() < sum * parts.len();
        if earns && best.as_ref().is_none_or(is_better) {
            best = Some((total, parts));
        }
    }
    Ok(best.map(|(_, parts)| parts))
}

/// The parts of a step for the values of a variable before it, the values for which the same is left being together.
fn by_value(step: &Step, variable: Variable, count: u64, space: &Space, cells: &Cells) -> Vec<Step> {
    let mut groups: Vec<(Vec<u64>, Step)> = Vec::new();
    for code in 0..count {
        let relation = assigned(&step.relation, variable, code, space, cells);
        if relation.is_falsity() {
            continue;
        }
        let part = without_kept(Step { changed: step.changed.clone(), relation }, (variable, code));
        if part.relation.is_falsity() {
            continue;
        }
        match groups.iter_mut().find(|(_, known)| *known == part) {
            Some((codes, _)) => codes.push(code),
            None => groups.push((vec![code], part)),
        }
    }
    let with = |(codes, part): (Vec<u64>, Step)| {
        let chosen = Formula::Member(Cell::now(variable), codes);
        Step { changed: part.changed, relation: chosen.and(part.relation) }
    };
    groups.into_iter().map(with).collect()
}

/// How many variables a step mentions.
fn width(step: &Step) -> usize {
    let mut all = variables(&step.relation);
    all.extend(&step.changed);
    all.len()
}

/// The variables that more than atoms speak of: what is decided by cases may depend on their values.
fn selectors(relation: &Formula) -> BTreeSet<Variable> {
    let parts = match relation {
        Formula::And(parts) => parts.iter().collect(),
        other => vec![other],
    };
    parts.into_iter().filter(|part| !is_atom(part)).flat_map(variables).collect()
}

fn is_atom(formula: &Formula) -> bool {
    let is_plain = |sum: &Linear| sum.terms.iter().all(|(_, term)| matches!(term, Term::Cell(_)));
    match formula {
        Formula::Member(..) | Formula::Same(..) => true,
        Formula::Compare(sum, _) | Formula::Divides(_, sum) => is_plain(sum),
        Formula::Not(inner) => is_atom(inner),
        Formula::And(_) | Formula::Or(_) | Formula::Exists(..) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use state_sets::{Declaration, Evaluator, Point};

    /// Four processes with a bit each, and a reference to one of them.
    fn space() -> Space {
        let declare = |number: u32| Declaration {
            name: format!("v{number}"),
            kind: Kind::Finite { count: if number == 4 { 4 } else { 2 } },
            cluster: None,
        };
        Space { variables: (0..5).map(declare).collect(), couplings: Vec::new() }
    }

    fn now(number: u32) -> Cell {
        Cell::now(Variable(number))
    }

    fn next(number: u32) -> Cell {
        Cell::next(Variable(number))
    }

    /// `v[v4] := v0`, as it is lowered: a case for each variable that may be meant.
    fn chained() -> Step {
        let write = |number: u32| {
            let chosen = Formula::is(now(4), u64::from(number));
            let written = chosen.clone().and(Formula::Same(next(number), now(0)));
            written.or(chosen.negated().and(Formula::Same(next(number), now(number))))
        };
        Step { changed: (0..4).map(Variable).collect(), relation: Formula::all((0..4).map(write)) }
    }

    fn holds(step: &Step, before: &[i128], after: &[i128]) -> bool {
        let evaluator = Evaluator { integers: 0..=0 };
        evaluator.leads(&space(), step, &Point(before.to_vec()), &Point(after.to_vec()))
    }

    #[test]
    fn the_parts_are_the_step_and_change_little() {
        let parts = apart(&chained(), &space(), &Apart::default(), &Budget::unlimited()).expect("no limit");
        assert_eq!(parts.len(), 4);
        assert!(parts.iter().all(|part| part.changed.len() <= 1), "{parts:?}");
        let values = |code: u64| -> Vec<i128> {
            let bits = (0..4).map(|place| i128::from(code >> place & 1));
            bits.chain([i128::from(code >> 4)]).collect()
        };
        for (before, after) in (0..64).flat_map(|one| (0..64).map(move |other| (one, other))) {
            let (before, after) = (values(before), values(after));
            let counted = parts.iter().filter(|part| holds(part, &before, &after)).count();
            assert_eq!(counted, usize::from(holds(&chained(), &before, &after)), "{before:?} {after:?}");
        }
    }

    #[test]
    fn what_would_give_too_many_parts_stays_whole() {
        let limits = Apart { most_parts: 2, ..Apart::default() };
        let parts = apart(&chained(), &space(), &limits, &Budget::unlimited()).expect("no limit");
        assert_eq!(parts, [chained()]);
    }
}
