//! A condition by cases: in each of them, the values of what is split are known, and sums of counters compare with zero.
//!
//! A formula becomes a disjunction of [`Alternative`]s, each a conjunction. What speaks of values is decided here, and tests of
//! sums in which values and indicators occur are taken apart: a test that more can only make true is a choice of the least values that do,
//! so that "at least two of ten processes are there" has 45 cases and not 1,024.

#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

use super::sum::Sum;
use super::unfit::Unfit;
use super::view::{Shape, View};
use budget::Budget;
use state_sets::{Cell, Comparison, Formula, Halt, Kind, Linear, Local, Term};
use std::collections::BTreeMap;

/// One case of a condition.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Alternative {
    /// The codes that cells may have, sorted; cells that are not listed may have any.
    pub values: BTreeMap<Cell, Vec<u64>>,
    /// Sums of counters that compare with zero.
    pub sums: Vec<(Sum, Comparison)>,
    /// The kinds of bound integers.
    pub integers: BTreeMap<Local, Kind>,
    /// How many codes bound finite cells have.
    locals: BTreeMap<Local, u64>,
}

/// The relation of a step with more cases is not taken apart.
pub(super) const MOST_OF_STEPS: usize = 1 << 12;

/// A condition on states with more cases is not taken apart.
pub(super) const MOST_OF_STATES: usize = 1 << 17;

/// The cases of a formula, or of its negation, if there are at most so many.
pub(super) fn alternatives(
    view: &View,
    formula: &Formula,
    positive: bool,
    most: usize,
    budget: &Budget<'_>,
) -> Result<Vec<Alternative>, Unfit> {
    Cases { view, most, budget }.assume(formula, positive, Alternative::default())
}

struct Cases<'a> {
    view: &'a View,
    most: usize,
    budget: &'a Budget<'a>,
}

/// What a cell that is split into values contributes to a sum, by its codes.
type Contribution = (Cell, Vec<(u64, i128)>);

impl Cases<'_> {
    fn assume(
        &self,
        formula: &Formula,
        positive: bool,
        given: Alternative,
    ) -> Result<Vec<Alternative>, Unfit> {
        self.budget.spend(1).map_err(|spent| Unfit::Interrupted(Halt::spent(spent)))?;
        match (formula, positive) {
            (Formula::Not(inner), _) => self.assume(inner, !positive, given),
            (Formula::And(parts), true) | (Formula::Or(parts), false) => self.all(parts, positive, given),
            (Formula::Or(parts), true) | (Formula::And(parts), false) => self.some(parts, positive, &given),
            (Formula::Member(cell, codes), _) => {
                Ok(self.restrict(given, *cell, |code| codes.binary_search(&code).is_ok() == positive)?)
            }
            (Formula::Same(left, right), _) => self.same(*left, *right, positive, &given),
            (Formula::Compare(sum, comparison), _) => self.compare(sum, *comparison, positive, given),
            (Formula::Exists(locals, body), true) => {
                let mut given = given;
                for (local, kind) in locals {
                    match kind {
                        Kind::Finite { count } => drop(given.locals.insert(*local, *count)),
                        Kind::Integer { .. } => drop(given.integers.insert(*local, *kind)),
                    }
                }
                self.assume(body, true, given)
            }
            (Formula::Exists(..), false) => {
                Err(Unfit::Unsupported("a quantifier under a negation is beyond nets".into()))
            }
            (Formula::Divides(_, sum), _) => Err(self.entangled(sum)),
        }
    }

    /// All parts; what has one case comes first, so that the others find values known.
    fn all(&self, parts: &[Formula], positive: bool, given: Alternative) -> Result<Vec<Alternative>, Unfit> {
        let is_atom = |part: &&Formula| match part {
            Formula::Member(..) => true,
            Formula::Compare(sum, _) => {
                sum.terms.iter().all(|(_, term)| matches!(term, Term::Cell(_))) && positive
            }
            _ => false,
        };
        let ordered = parts.iter().filter(is_atom).chain(parts.iter().filter(|part| !is_atom(part)));
        let mut found = vec![given];
        for part in ordered {
            let mut longer = Vec::new();
            for one in found {
                longer.extend(self.assume(part, positive, one)?);
                if longer.len() > self.most {
                    return Err(Unfit::too_many());
                }
            }
            found = longer;
        }
        Ok(found)
    }

    fn some(
        &self,
        parts: &[Formula],
        positive: bool,
        given: &Alternative,
    ) -> Result<Vec<Alternative>, Unfit> {
        let mut found = Vec::new();
        for part in parts {
            found.extend(self.assume(part, positive, given.clone())?);
            if found.len() > self.most {
                return Err(Unfit::too_many());
            }
        }
        Ok(found)
    }

    /// The codes that a cell may have.
    fn codes(&self, given: &Alternative, cell: Cell) -> Result<Vec<u64>, Unfit> {
        if let Some(known) = given.values.get(&cell) {
            return Ok(known.clone());
        }
        Ok((0..self.count(given, cell)?).collect())
    }

    fn count(&self, given: &Alternative, cell: Cell) -> Result<u64, Unfit> {
        let known = match cell {
            Cell::Local(local) => given.locals.get(&local).copied(),
            Cell::Variable(..) => self.view.values(cell).map(|(count, _)| count),
        };
        known.ok_or_else(|| Unfit::Unsupported("a number is used as a code".into()))
    }

    /// The alternative with only those codes of a cell; none if there is none left.
    fn restrict(
        &self,
        mut given: Alternative,
        cell: Cell,
        keep: impl Fn(u64) -> bool,
    ) -> Result<Vec<Alternative>, Unfit> {
        let mut codes = self.codes(&given, cell)?;
        codes.retain(|code| keep(*code));
        if codes.is_empty() {
            return Ok(Vec::new());
        }
        given.values.insert(cell, codes);
        Ok(vec![given])
    }

    fn same(
        &self,
        left: Cell,
        right: Cell,
        positive: bool,
        given: &Alternative,
    ) -> Result<Vec<Alternative>, Unfit> {
        let mut found = Vec::new();
        for code in self.codes(given, left)? {
            for one in self.restrict(given.clone(), left, |own| own == code)? {
                found.extend(self.restrict(one, right, |own| (own == code) == positive)?);
            }
        }
        Ok(found)
    }

    fn compare(
        &self,
        linear: &Linear,
        comparison: Comparison,
        positive: bool,
        given: Alternative,
    ) -> Result<Vec<Alternative>, Unfit> {
        let mut found = Vec::new();
        for (one, sum, cells) in self.sums(linear, given)? {
            match (comparison, positive) {
                (Comparison::NotPositive, true) => found.extend(self.not_positive(sum, cells, one)?),
                (Comparison::NotPositive, false) => {
                    let (sum, cells) = opposite(&sum, &cells, 1)?;
                    found.extend(self.not_positive(sum, cells, one)?);
                }
                (Comparison::Zero, true) => found.extend(self.zero(sum, cells, one)?),
                (Comparison::Zero, false) => {
                    let (above, cells_above) = opposite(&sum, &cells, 1)?;
                    found.extend(self.not_positive(above, cells_above, one.clone())?);
                    let mut below = sum;
                    below.shift(1)?;
                    found.extend(self.not_positive(below, cells, one)?);
                }
            }
        }
        Ok(found)
    }

    /// A sum without indicators of anything but values, by cases: its counters, and what the values of cells contribute.
    fn sums(
        &self,
        linear: &Linear,
        given: Alternative,
    ) -> Result<Vec<(Alternative, Sum, Vec<Contribution>)>, Unfit> {
        let first = Sum { terms: Vec::new(), constant: linear.constant };
        let mut found = vec![(given, first, Vec::new())];
        for (factor, term) in &linear.terms {
            let mut longer = Vec::new();
            for (one, sum, cells) in found {
                longer.extend(self.with_term(*factor, term, one, sum, cells)?);
            }
            found = longer;
            if found.len() > self.most {
                return Err(Unfit::too_many());
            }
        }
        Ok(found)
    }

    fn with_term(
        &self,
        factor: i128,
        term: &Term,
        given: Alternative,
        mut sum: Sum,
        mut cells: Vec<Contribution>,
    ) -> Result<Vec<(Alternative, Sum, Vec<Contribution>)>, Unfit> {
        let scaled = |number: i128| number.checked_mul(factor).ok_or_else(Unfit::overflow);
        match term {
            Term::Cell(cell) => {
                if let Some((_, low)) = self.valued(&given, *cell) {
                    let codes = self.codes(&given, *cell)?;
                    let number = |code: u64| low.checked_add(i128::from(code)).ok_or_else(Unfit::overflow);
                    let contribution: Result<Vec<(u64, i128)>, Unfit> =
                        codes.iter().map(|code| Ok((*code, scaled(number(*code)?)?))).collect();
                    contribute(&mut cells, *cell, contribution?)?;
                } else {
                    sum.add(factor, *cell)?;
                    sum.shift(scaled(self.low(*cell))?)?;
                }
                Ok(vec![(given, sum, cells)])
            }
            Term::Indicator(formula) => {
                if let Formula::Member(cell, members) = &**formula {
                    let one = |code: u64| i128::from(members.binary_search(&code).is_ok());
                    let codes = self.codes(&given, *cell)?;
                    let contribution: Result<Vec<(u64, i128)>, Unfit> =
                        codes.iter().map(|code| Ok((*code, scaled(one(*code))?))).collect();
                    contribute(&mut cells, *cell, contribution?)?;
                    return Ok(vec![(given, sum, cells)]);
                }
                let mut found = Vec::new();
                for one in self.assume(formula, true, given.clone())? {
                    let mut sum = sum.clone();
                    sum.shift(factor)?;
                    found.push((one, sum, cells.clone()));
                }
                for one in self.assume(formula, false, given)? {
                    found.push((one, sum.clone(), cells.clone()));
                }
                Ok(found)
            }
        }
    }

    fn valued(&self, given: &Alternative, cell: Cell) -> Option<(u64, i128)> {
        match cell {
            Cell::Local(local) => given.locals.get(&local).map(|count| (*count, 0)),
            Cell::Variable(..) => self.view.values(cell),
        }
    }

    /// The least value of a counter.
    fn low(&self, cell: Cell) -> i128 {
        match cell {
            Cell::Variable(variable, _) => match self.view.shape(variable) {
                Shape::Counter { low, .. } | Shape::Values { low, .. } => *low,
            },
            Cell::Local(_) => 0,
        }
    }

    fn zero(
        &self,
        sum: Sum,
        cells: Vec<Contribution>,
        given: Alternative,
    ) -> Result<Vec<Alternative>, Unfit> {
        self.branch(sum, cells, given, Comparison::Zero)
    }

    fn not_positive(
        &self,
        sum: Sum,
        cells: Vec<Contribution>,
        given: Alternative,
    ) -> Result<Vec<Alternative>, Unfit> {
        let cells = narrowed(&given, cells);
        let falls = |(_, contribution): &Contribution| contribution.iter().all(|(_, number)| *number <= 0);
        if cells.len() > 1 && cells.iter().all(falls) && sum.terms.iter().all(|(factor, _)| *factor <= 0) {
            return self.raised(&sum, &cells, given);
        }
        self.branch(sum, cells, given, Comparison::NotPositive)
    }

    /// The sum plus the contributions, none of which is positive, is not positive: cells are restricted one after the other to the codes that
    /// contribute at least so much, until what is left is true anyway or is for the counters to decide.
    fn raised(
        &self,
        sum: &Sum,
        cells: &[Contribution],
        given: Alternative,
    ) -> Result<Vec<Alternative>, Unfit> {
        self.budget.spend(1).map_err(|spent| Unfit::Interrupted(Halt::spent(spent)))?;
        if sum.constant <= 0 {
            return Ok(vec![given]);
        }
        let Some(((cell, contribution), rest)) = cells.split_first() else {
            return self.branch(sum.clone(), Vec::new(), given, Comparison::NotPositive);
        };
        if sum.terms.is_empty() && !self.can_be_met(sum.constant, cells) {
            return Ok(Vec::new());
        }
        let mut levels: Vec<i128> = contribution.iter().map(|(_, number)| *number).collect();
        levels.sort_unstable();
        levels.dedup();
        let mut found = Vec::new();
        for level in levels {
            let has = |code: u64| contribution.iter().any(|(own, number)| *own == code && *number <= level);
            let mut lower = sum.clone();
            lower.shift(level)?;
            let restricted =
                if level == 0 { vec![given.clone()] } else { self.restrict(given.clone(), *cell, has)? };
            for one in restricted {
                found.extend(self.raised(&lower, rest, one)?);
            }
            if found.len() > self.most {
                return Err(Unfit::too_many());
            }
        }
        Ok(found)
    }

    /// Whether the least contributions of the cells reach the constant.
    fn can_be_met(&self, constant: i128, cells: &[Contribution]) -> bool {
        let least = |(_, contribution): &Contribution| contribution.iter().map(|(_, number)| *number).min();
        let sum = cells.iter().filter_map(least).fold(constant, i128::saturating_add);
        sum <= 0
    }

    /// Decides cells one after the other; what is left speaks of counters only.
    fn branch(
        &self,
        mut sum: Sum,
        cells: Vec<Contribution>,
        given: Alternative,
        comparison: Comparison,
    ) -> Result<Vec<Alternative>, Unfit> {
        self.budget.spend(1).map_err(|spent| Unfit::Interrupted(Halt::spent(spent)))?;
        let holds = |number: i128| match comparison {
            Comparison::Zero => number == 0,
            Comparison::NotPositive => number <= 0,
        };
        let mut cells = narrowed(&given, cells);
        cells.sort_by_key(|(_, contribution)| std::cmp::Reverse(contribution.len()));
        let Some((cell, contribution)) = cells.pop() else {
            if sum.terms.is_empty() {
                return Ok(if holds(sum.constant) { vec![given] } else { Vec::new() });
            }
            let mut given = given;
            given.sums.push((sum, comparison));
            return Ok(vec![given]);
        };
        if cells.is_empty() && sum.terms.is_empty() {
            let fits = |code: u64| {
                let number = contribution.iter().find(|(own, _)| *own == code).map(|(_, number)| *number);
                number.and_then(|number| number.checked_add(sum.constant)).is_some_and(holds)
            };
            return self.restrict(given, cell, fits);
        }
        if let Some((_, number)) = constant(&contribution) {
            sum.shift(number)?;
            return self.branch(sum, cells, given, comparison);
        }
        let mut found = Vec::new();
        for (code, number) in contribution {
            let mut shifted = sum.clone();
            shifted.shift(number)?;
            for one in self.restrict(given.clone(), cell, |own| own == code)? {
                found.extend(self.branch(shifted.clone(), cells.clone(), one, comparison)?);
            }
            if found.len() > self.most {
                return Err(Unfit::too_many());
            }
        }
        Ok(found)
    }

    fn entangled(&self, sum: &Linear) -> Unfit {
        let variables = sum.terms.iter().filter_map(|(_, term)| match term {
            Term::Cell(Cell::Variable(variable, _)) => Some(*variable),
            _ => None,
        });
        Unfit::Entangled(variables.collect())
    }
}

/// The one number that all codes contribute, if it is one.
fn constant(contribution: &[(u64, i128)]) -> Option<(u64, i128)> {
    let first = *contribution.first()?;
    contribution.iter().all(|(_, number)| *number == first.1).then_some(first)
}

/// The contributions of the codes that are still possible.
fn narrowed(given: &Alternative, mut cells: Vec<Contribution>) -> Vec<Contribution> {
    for (cell, contribution) in &mut cells {
        if let Some(known) = given.values.get(cell) {
            contribution.retain(|(code, _)| known.binary_search(code).is_ok());
        }
    }
    cells
}

fn contribute(cells: &mut Vec<Contribution>, cell: Cell, new: Vec<(u64, i128)>) -> Result<(), Unfit> {
    match cells.iter_mut().find(|(own, _)| *own == cell) {
        Some((_, known)) => {
            known.retain(|(code, _)| new.iter().any(|(own, _)| own == code));
            for (code, number) in known {
                let more = new.iter().find(|(own, _)| own == code).map_or(0, |(_, more)| *more);
                *number = number.checked_add(more).ok_or_else(Unfit::overflow)?;
            }
        }
        None => cells.push((cell, new)),
    }
    Ok(())
}

/// The opposite of a sum, shifted by a constant.
fn opposite(sum: &Sum, cells: &[Contribution], shift: i128) -> Result<(Sum, Vec<Contribution>), Unfit> {
    let mut negated = sum.negated()?;
    negated.shift(shift)?;
    let turned =
        |(code, number): &(u64, i128)| Ok((*code, number.checked_neg().ok_or_else(Unfit::overflow)?));
    let turned = |(cell, contribution): &Contribution| {
        Ok((*cell, contribution.iter().map(turned).collect::<Result<Vec<_>, Unfit>>()?))
    };
    Ok((negated, cells.iter().map(turned).collect::<Result<Vec<_>, Unfit>>()?))
}
