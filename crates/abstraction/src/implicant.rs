//! The linear constraints that make a formula true at given states: of each disjunction one part that is true there.

#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

use state_sets::{Cell, Comparison, Formula, Kind, Linear, Local, Moment, Point, Space, Term, Variable};
use std::collections::{BTreeMap, HashMap};

/// An integer that constraints speak of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Symbol {
    /// A variable after so many steps.
    Variable(usize, Variable),
    /// Something that is chosen in a step.
    Input(usize, u32),
}

/// A sum of symbols that is at most zero, or zero.
#[derive(Debug, Clone, Default)]
pub(crate) struct Constraint {
    /// The symbols with their coefficients.
    pub terms: BTreeMap<Symbol, i128>,
    /// What is added to them.
    pub constant: i128,
    /// Whether the sum is zero.
    pub is_equality: bool,
}

/// Collects constraints of one step, or of one state.
pub(crate) struct Implicant<'p> {
    /// The variables.
    pub space: &'p Space,
    /// How many steps have been taken before.
    pub time: usize,
    /// The state before the step.
    pub now: &'p Point,
    /// The state after it.
    pub next: &'p Point,
    /// The values of bound variables.
    pub locals: &'p HashMap<Local, i128>,
    /// What has been collected.
    pub found: Vec<Constraint>,
    /// How many inputs the step has beside the bound variables.
    pub inputs: u32,
}

/// Inputs beside bound variables have numbers from here on.
const FIRST_INPUT: u32 = 1 << 24;

impl Implicant<'_> {
    /// Collects why the formula is true, or false; nothing if a number is too large.
    pub fn collect(&mut self, formula: &Formula, value: bool) -> Option<()> {
        match (formula, value) {
            (Formula::And(parts), true) | (Formula::Or(parts), false) => {
                parts.iter().try_for_each(|part| self.collect(part, value))
            }
            (Formula::And(parts), false) | (Formula::Or(parts), true) => {
                match parts.iter().find(|part| self.holds(part) == Some(value)) {
                    Some(part) => self.collect(part, value),
                    None => Some(()),
                }
            }
            (Formula::Not(inner), _) => self.collect(inner, !value),
            (Formula::Exists(_, body), true) => self.collect(body, true),
            // What no value satisfies is no constraint that could be added up.
            (Formula::Exists(..), false) | (Formula::Member(..) | Formula::Same(..), _) => Some(()),
            (Formula::Compare(sum, comparison), _) => self.compare(sum, *comparison, value),
            (Formula::Divides(divisor, sum), _) => self.divides(*divisor, sum, value),
        }
    }

    fn compare(&mut self, sum: &Linear, comparison: Comparison, value: bool) -> Option<()> {
        let mut row = self.row(sum)?;
        row.is_equality = comparison == Comparison::Zero && value;
        if !value {
            let is_positive = self.value(sum)? > 0;
            if comparison == Comparison::NotPositive || is_positive {
                row = row.negated()?;
            }
            row.constant = row.constant.checked_add(1)?;
        }
        self.found.push(row);
        Some(())
    }

    fn divides(&mut self, divisor: i128, sum: &Linear, value: bool) -> Option<()> {
        let mut row = self.row(sum)?;
        if !value {
            row.constant = row.constant.checked_sub(self.value(sum)?.rem_euclid(divisor))?;
        }
        let quotient = Symbol::Input(self.time, FIRST_INPUT.checked_add(self.inputs)?);
        self.inputs = self.inputs.checked_add(1)?;
        row.terms.insert(quotient, divisor.checked_neg()?);
        row.is_equality = true;
        self.found.push(row);
        Some(())
    }

    /// The sum, in which finite variables and indicators have the values that they have here.
    fn row(&mut self, sum: &Linear) -> Option<Constraint> {
        let mut row = Constraint { constant: sum.constant, ..Constraint::default() };
        for (factor, term) in &sum.terms {
            let symbol = match term {
                Term::Cell(cell) => self.symbol(*cell),
                Term::Indicator(formula) => {
                    let is_true = self.holds(formula)?;
                    self.collect(formula, is_true)?;
                    None
                }
            };
            match symbol {
                Some(symbol) => row.add(symbol, *factor)?,
                None => {
                    let value = self.term(term)?.checked_mul(*factor)?;
                    row.constant = row.constant.checked_add(value)?;
                }
            }
        }
        Some(row)
    }

    /// The symbol of a cell, if it is an integer.
    fn symbol(&self, cell: Cell) -> Option<Symbol> {
        match cell {
            Cell::Variable(variable, moment) => {
                let is_integer = matches!(self.space.kind(variable), Kind::Integer { .. });
                let later = usize::from(moment == Moment::Next);
                is_integer.then(|| Symbol::Variable(self.time.saturating_add(later), variable))
            }
            Cell::Local(local) => Some(Symbol::Input(self.time, local.0)),
        }
    }

    /// Whether the formula is true; nothing if that is not known.
    fn holds(&self, formula: &Formula) -> Option<bool> {
        match formula {
            Formula::And(parts) => all(parts.iter().map(|part| self.holds(part))),
            Formula::Or(parts) => {
                all(parts.iter().map(|part| self.holds(part).map(|one| !one))).map(|one| !one)
            }
            Formula::Not(inner) => self.holds(inner).map(|one| !one),
            Formula::Member(cell, codes) => {
                let code = u64::try_from(self.cell(*cell)?).ok()?;
                Some(codes.binary_search(&code).is_ok())
            }
            Formula::Same(left, right) => Some(self.cell(*left)? == self.cell(*right)?),
            Formula::Compare(sum, Comparison::Zero) => Some(self.value(sum)? == 0),
            Formula::Compare(sum, Comparison::NotPositive) => Some(self.value(sum)? <= 0),
            Formula::Divides(divisor, sum) => Some(self.value(sum)?.checked_rem_euclid(*divisor)? == 0),
            // The values of its variables are those of a way to make it true.
            Formula::Exists(_, body) => self.holds(body).filter(|value| *value),
        }
    }

    fn value(&self, sum: &Linear) -> Option<i128> {
        sum.terms.iter().try_fold(sum.constant, |so_far, (factor, term)| {
            so_far.checked_add(self.term(term)?.checked_mul(*factor)?)
        })
    }

    fn term(&self, term: &Term) -> Option<i128> {
        match term {
            Term::Cell(cell) => self.cell(*cell),
            Term::Indicator(formula) => self.holds(formula).map(i128::from),
        }
    }

    fn cell(&self, cell: Cell) -> Option<i128> {
        match cell {
            Cell::Variable(variable, Moment::Now) => Some(self.now.value(variable)),
            Cell::Variable(variable, Moment::Next) => Some(self.next.value(variable)),
            Cell::Local(local) => self.locals.get(&local).copied(),
        }
    }
}

impl Constraint {
    /// Adds a multiple of a symbol.
    pub fn add(&mut self, symbol: Symbol, factor: i128) -> Option<()> {
        let sum = self.terms.remove(&symbol).unwrap_or(0).checked_add(factor)?;
        if sum != 0 {
            self.terms.insert(symbol, sum);
        }
        Some(())
    }

    /// The sum with the other sign.
    pub fn negated(&self) -> Option<Constraint> {
        let terms = self.terms.iter().map(|(symbol, factor)| Some((*symbol, factor.checked_neg()?)));
        let (terms, constant) = (terms.collect::<Option<_>>()?, self.constant.checked_neg()?);
        Some(Constraint { terms, constant, is_equality: self.is_equality })
    }
}

/// Whether all are true; one that is false decides it even if others are not known.
fn all(parts: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    let mut result = Some(true);
    for part in parts {
        match part {
            Some(false) => return Some(false),
            Some(true) => {}
            None => result = None,
        }
    }
    result
}

/// That the other variables keep their values in a step.
pub(crate) fn kept(space: &Space, changed: &[Variable], time: usize) -> Vec<Constraint> {
    let is_kept = |variable: &Variable| {
        matches!(space.kind(*variable), Kind::Integer { .. }) && !changed.contains(variable)
    };
    let row = |variable: Variable| {
        let later = Symbol::Variable(time.saturating_add(1), variable);
        let terms = BTreeMap::from([(Symbol::Variable(time, variable), -1), (later, 1)]);
        Constraint { terms, constant: 0, is_equality: true }
    };
    space.all().filter(is_kept).map(row).collect()
}
