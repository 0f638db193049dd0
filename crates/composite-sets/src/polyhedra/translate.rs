//! From the formulas of state sets to those of integer sets.

use crate::codes::{ranges, within};
use presburger::{Comparison as Relates, Formula as Integers, Integer, Set, Term as Sum};
use state_sets::{Cell, Comparison, Formula, Halt, Limited, Linear, Local, Moment, Term, Variable};

/// The name of a variable before the step.
pub fn now_name(variable: Variable) -> String {
    format!("v{}", variable.0)
}

/// The name of a variable after the step.
pub fn next_name(variable: Variable) -> String {
    format!("v{}'", variable.0)
}

/// The name of a cell.
fn name(cell: Cell) -> String {
    match cell {
        Cell::Variable(variable, Moment::Now) => now_name(variable),
        Cell::Variable(variable, Moment::Next) => next_name(variable),
        Cell::Local(Local(number)) => format!("l{number}"),
    }
}

/// The same number.
pub fn integer(value: i128) -> Integer {
    match i64::try_from(value) {
        Ok(small) => Integer::from(small),
        Err(_) => Integer::parse(&value.to_string()).expect("digits are a number"),
    }
}

/// The same number, if it is not too large.
pub fn small(value: &Integer) -> Option<i128> {
    value.to_i64().map(i128::from)
}

/// How much is written down for a set: its constraints and disjuncts.
pub fn weight(set: &Set) -> usize {
    let disjunct = |part: &presburger::Conjunction| {
        1 + part.equalities().len() + part.inequalities().len() + part.divisions().len()
    };
    set.disjuncts().iter().map(disjunct).sum()
}

/// The formula over the names of its cells.
pub fn formula(formula: &Formula) -> Limited<Integers> {
    let all = |parts: &[Formula]| parts.iter().map(self::formula).collect::<Limited<Vec<_>>>();
    Ok(match formula {
        Formula::And(parts) => Integers::And(all(parts)?),
        Formula::Or(parts) => Integers::Or(all(parts)?),
        Formula::Not(inner) => Integers::Not(Box::new(self::formula(inner)?)),
        Formula::Member(cell, codes) => {
            Integers::Or(ranges(codes).map(|range| between(*cell, range)).collect())
        }
        Formula::Same(left, right) => {
            let difference = Linear::cell(*left).minus(&Linear::cell(*right)).ok_or_else(too_large)?;
            compare(&difference, Relates::Equal)
        }
        Formula::Compare(sum, comparison) => match split(sum) {
            Some((condition, with, without)) => {
                let with = Formula::Compare(with.ok_or_else(too_large)?, *comparison);
                let without = Formula::Compare(without, *comparison);
                cases(condition, &with, &without)?
            }
            None => compare(sum, relates(*comparison)),
        },
        Formula::Divides(divisor, sum) => match split(sum) {
            Some((condition, with, without)) => {
                let with = Formula::Divides(*divisor, with.ok_or_else(too_large)?);
                cases(condition, &with, &Formula::Divides(*divisor, without))?
            }
            None => Integers::Compare(
                Sum::Remainder(Box::new(term(sum)), integer(*divisor)),
                Relates::Equal,
                Sum::Constant(Integer::ZERO),
            ),
        },
        Formula::Exists(locals, body) => {
            let names = locals.iter().map(|(local, _)| name(Cell::Local(*local))).collect();
            let types = locals.iter().map(|(local, kind)| within(Cell::Local(*local), *kind));
            let body = Formula::all(types.chain([(**body).clone()]));
            Integers::Exists(names, Box::new(self::formula(&body)?))
        }
    })
}

fn too_large() -> Halt {
    Halt::Unsupported("a number is too large".into())
}

fn relates(comparison: Comparison) -> Relates {
    match comparison {
        Comparison::Zero => Relates::Equal,
        Comparison::NotPositive => Relates::AtMost,
    }
}

fn compare(sum: &Linear, relates: Relates) -> Integers {
    Integers::Compare(term(sum), relates, Sum::Constant(Integer::ZERO))
}

/// The sum, whose terms are all cells.
fn term(sum: &Linear) -> Sum {
    let mut parts = vec![Sum::Constant(integer(sum.constant))];
    for (factor, term) in &sum.terms {
        if let Term::Cell(cell) = term {
            parts.push(Sum::Scaled(integer(*factor), Box::new(Sum::Variable(name(*cell)))));
        }
    }
    Sum::Sum(parts)
}

/// The condition of the first indicator of a sum, and the rest of the sum where it is true and where it is not.
fn split(sum: &Linear) -> Option<(&Formula, Option<Linear>, Linear)> {
    let place = sum.terms.iter().position(|(_, term)| matches!(term, Term::Indicator(_)))?;
    let (factor, Term::Indicator(condition)) = &sum.terms[place] else { return None };
    let mut without = sum.clone();
    without.terms.remove(place);
    let with = without.constant.checked_add(*factor).map(|constant| Linear { constant, ..without.clone() });
    Some((condition, with, without))
}

fn cases(condition: &Formula, with: &Formula, without: &Formula) -> Limited<Integers> {
    let condition = formula(condition)?;
    let not = Integers::Not(Box::new(condition.clone()));
    Ok(Integers::Or(vec![
        Integers::And(vec![condition, formula(with)?]),
        Integers::And(vec![not, formula(without)?]),
    ]))
}

fn between(cell: Cell, (low, high): (u64, u64)) -> Integers {
    let variable = || Sum::Variable(name(cell));
    let constant = |code: u64| Sum::Constant(integer(i128::from(code)));
    Integers::And(vec![
        Integers::Compare(variable(), Relates::AtLeast, constant(low)),
        Integers::Compare(variable(), Relates::AtMost, constant(high)),
    ])
}
