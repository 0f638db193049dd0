//! What a step does, in the form in which automata compute images best.
//!
//! A piece of a step assigns sums to some integer variables, and relates the others that it changes, which are *free*, to
//! the state before by a condition. Assignments are done by an adder beside the automaton and cost little; free
//! variables need tracks of their own and a projection.
//!
//! # Reference
//!
//! C. Bartzis, T. Bultan: *Efficient Symbolic Representations for Arithmetic Constraints in Verification*, International Journal of
//! Foundations of Computer Science 14(4), 2003, doi:10.1142/S0129054103001911, section 6, on updates whose pre-images stay small.

use state_sets::{Cell, Comparison, Formula, Linear, Moment, Step, Term, Variable};
use std::collections::BTreeMap;

/// A part of what a step does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// The sums over the state before that integer variables get.
    pub assigned: BTreeMap<Variable, Linear>,
    /// The other variables that change, sorted.
    pub free: Vec<Variable>,
    /// What holds between the state before and the free variables after.
    pub condition: Formula,
}

/// More pieces than this are kept together.
const MOST: usize = 64;

/// The pieces of which the step is the union.
pub fn pieces(step: &Step, is_integer: &dyn Fn(Variable) -> bool) -> Vec<Piece> {
    cases(&step.relation).iter().map(|case| piece(case, &step.changed, is_integer)).collect()
}

/// Conjunctions of which the formula is the disjunction. Only what speaks of the state after is taken apart.
fn cases(formula: &Formula) -> Vec<Vec<Formula>> {
    match formula {
        Formula::Or(parts) if speaks_of_next(formula) && parts.len() <= MOST => {
            parts.iter().flat_map(cases).collect()
        }
        Formula::And(parts) => {
            let mut found = vec![Vec::new()];
            for part in parts {
                let inner = cases(part);
                if found.len() * inner.len() > MOST {
                    found.iter_mut().for_each(|case| case.push(part.clone()));
                    continue;
                }
                let with = |case: &Vec<Formula>| {
                    inner.iter().map(|more| [case.as_slice(), more].concat()).collect::<Vec<_>>()
                };
                found = found.iter().flat_map(with).collect();
            }
            found
        }
        other => vec![vec![other.clone()]],
    }
}

fn piece(parts: &[Formula], changed: &[Variable], is_integer: &dyn Fn(Variable) -> bool) -> Piece {
    let mut assigned = BTreeMap::new();
    let mut rest = Vec::new();
    for part in parts {
        match assignment(part, is_integer) {
            Some((variable, value)) if !assigned.contains_key(&variable) => {
                assigned.insert(variable, value);
            }
            _ => rest.push(part.clone()),
        }
    }
    match rest.iter().map(|part| substituted(part, &assigned)).collect::<Option<Vec<Formula>>>() {
        Some(rest) => {
            let free = changed.iter().copied().filter(|variable| !assigned.contains_key(variable)).collect();
            let moves =
                |variable: &Variable, value: &mut Linear| *value != Linear::cell(Cell::now(*variable));
            assigned.retain(moves);
            Piece { assigned, free, condition: Formula::all(rest) }
        }
        // A number grows too large, so nothing is taken as an assignment.
        None => Piece {
            assigned: BTreeMap::new(),
            free: changed.to_vec(),
            condition: Formula::all(parts.iter().cloned()),
        },
    }
}

/// The variable and the sum over the state before that a condition says to be its value after.
fn assignment(part: &Formula, is_integer: &dyn Fn(Variable) -> bool) -> Option<(Variable, Linear)> {
    let Formula::Compare(sum, Comparison::Zero) = part else { return None };
    let mut target = None;
    let mut value = Linear::constant(sum.constant);
    for (factor, term) in &sum.terms {
        match term {
            Term::Cell(Cell::Variable(variable, Moment::Next)) if target.is_none() => {
                target = Some((*variable, *factor));
            }
            Term::Cell(Cell::Variable(variable, Moment::Now)) if is_integer(*variable) => {
                value.terms.push((*factor, term.clone()));
            }
            _ => return None,
        }
    }
    let (variable, factor) = target?;
    match factor {
        1 if is_integer(variable) => Some((variable, value.times(-1)?)),
        -1 if is_integer(variable) => Some((variable, value)),
        _ => None,
    }
}

/// The formula with sums in place of the variables after the step that they are assigned to; nothing if a number grows too
/// large.
fn substituted(formula: &Formula, assigned: &BTreeMap<Variable, Linear>) -> Option<Formula> {
    let all =
        |parts: &[Formula]| parts.iter().map(|part| substituted(part, assigned)).collect::<Option<Vec<_>>>();
    Some(match formula {
        Formula::And(parts) => Formula::all(all(parts)?),
        Formula::Or(parts) => Formula::any(all(parts)?),
        Formula::Not(inner) => substituted(inner, assigned)?.negated(),
        Formula::Member(..) | Formula::Same(..) => formula.clone(),
        Formula::Compare(sum, Comparison::Zero) => Formula::zero(substituted_sum(sum, assigned)?),
        Formula::Compare(sum, Comparison::NotPositive) => {
            Formula::not_positive(substituted_sum(sum, assigned)?)
        }
        Formula::Divides(divisor, sum) => Formula::Divides(*divisor, substituted_sum(sum, assigned)?),
        Formula::Exists(locals, body) => Formula::exists(locals.clone(), substituted(body, assigned)?),
    })
}

fn substituted_sum(sum: &Linear, assigned: &BTreeMap<Variable, Linear>) -> Option<Linear> {
    let mut result = Linear::constant(sum.constant);
    for (factor, term) in &sum.terms {
        let term = match term {
            Term::Cell(Cell::Variable(variable, Moment::Next)) if assigned.contains_key(variable) => {
                assigned[variable].clone()
            }
            Term::Cell(cell) => Linear::cell(*cell),
            Term::Indicator(condition) => Linear::indicator(substituted(condition, assigned)?),
        };
        result = result.plus(&term.times(*factor)?)?;
    }
    Some(result)
}

fn speaks_of_next(formula: &Formula) -> bool {
    let next = |cell: &Cell| matches!(cell, Cell::Variable(_, Moment::Next));
    let of_sum = |sum: &Linear| {
        sum.terms.iter().any(|(_, term)| match term {
            Term::Cell(cell) => next(cell),
            Term::Indicator(condition) => speaks_of_next(condition),
        })
    };
    match formula {
        Formula::And(parts) | Formula::Or(parts) => parts.iter().any(speaks_of_next),
        Formula::Not(inner) => speaks_of_next(inner),
        Formula::Member(cell, _) => next(cell),
        Formula::Same(left, right) => next(left) || next(right),
        Formula::Compare(sum, _) | Formula::Divides(_, sum) => of_sum(sum),
        Formula::Exists(_, body) => speaks_of_next(body),
    }
}
