//! Disjunctions of conjunctions of literals, with variables hidden.
//!
//! A variable is hidden by elimination: an equality that determines it is used in the others, else each lower bound is combined with each
//! upper bound. Over the integers the result can be weaker than it need be, never stronger; what cannot be combined is left out.
//!
//! # Reference
//! Fourier 1826 and Motzkin 1936, as in Schrijver: *Theory of Linear and Integer Programming*, Wiley 1986, section 12.2.

use crate::rows::{Literal, Row};
use certificates::Term;
use std::collections::BTreeSet;
use system::{Comparison, Value, VariableId};

/// Literals that are all true.
pub type Cube = BTreeSet<Literal>;

/// Disjunctions of more cubes than this are taken to be true.
pub const MOST_CUBES: usize = 8;
/// Cubes with more literals than this lose some.
const MOST_LITERALS: usize = 24;

/// The disjunction of cubes that a formula means; nothing if it is not understood or too large.
pub fn cubes(term: &Term, truth: bool) -> Option<Vec<Cube>> {
    match (term, truth) {
        (Term::Constant(Value::Bool(value)), _) => {
            Some(if *value == truth { vec![Cube::new()] } else { Vec::new() })
        }
        (Term::Not(inner), _) => cubes(inner, !truth),
        (Term::And(all), true) | (Term::Or(all), false) => {
            let mut result = vec![Cube::new()];
            // A conjunct that is not understood is left out where that makes the whole weaker.
            for one in all {
                if let Some(more) = cubes(one, truth) {
                    result = conjunction(&result, &more)?;
                }
            }
            Some(result)
        }
        (Term::Or(all), true) | (Term::And(all), false) => {
            let mut result = Vec::new();
            for one in all {
                result.extend(cubes(one, truth)?);
            }
            (result.len() <= MOST_CUBES).then_some(result)
        }
        _ => {
            let literal = Literal::of(term)?;
            let literal = if truth { literal } else { literal.negated()? };
            Some(vec![Cube::from([literal])])
        }
    }
}

/// The conjunction of two disjunctions; nothing if it is too large.
pub fn conjunction(one: &[Cube], other: &[Cube]) -> Option<Vec<Cube>> {
    let mut result: Vec<Cube> = Vec::new();
    for left in one {
        for right in other {
            let both: Cube = left.union(right).cloned().collect();
            if !is_plainly_false(&both) && !result.contains(&both) {
                result.push(both);
            }
        }
    }
    (result.len() <= MOST_CUBES).then_some(result)
}

/// Whether a literal is false, or contradicts another.
fn is_plainly_false(cube: &Cube) -> bool {
    cube.iter().any(|literal| match literal {
        Literal::AtLeastZero(row) => row.terms.is_empty() && row.constant < 0,
        Literal::Zero(row) => row.terms.is_empty() && row.constant != 0,
        Literal::NotZero(row) => row.terms.is_empty() && row.constant == 0,
        Literal::Is(variable, value, true) => cube.iter().any(|other| {
            matches!(other, Literal::Is(same, another, truth)
                if same == variable && (*truth != (another == value)))
        }),
        Literal::Is(..) => false,
    })
}

/// The cube with some variables hidden; `least` gives a lower bound of a variable that its type has.
pub fn hidden(
    cube: &Cube,
    variables: &BTreeSet<VariableId>,
    least: &dyn Fn(VariableId) -> Option<i128>,
) -> Cube {
    let mut result = cube.clone();
    for variable in variables {
        result = without(&result, *variable, least(*variable));
    }
    result
}

fn without(cube: &Cube, variable: VariableId, least: Option<i128>) -> Cube {
    let (own, rest): (Vec<Literal>, Vec<Literal>) =
        cube.iter().cloned().partition(|literal| literal.variables().contains(&variable));
    let mut result: Cube = rest.into_iter().collect();
    if own.is_empty() {
        return result;
    }
    let solved = own.iter().find_map(|literal| match literal {
        Literal::Zero(row) if row.factor(variable).abs() == 1 => Some(row.clone()),
        _ => None,
    });
    let bound = least.and_then(|least| Row::variable(variable).plus(1, &Row::constant(least.checked_neg()?)));
    let bound = bound.map(Literal::AtLeastZero);
    if let Some(row) = solved {
        let value = (|| {
            let mut rest = row.clone();
            let factor = rest.terms.remove(&variable)?;
            rest.times(factor.checked_neg()?)
        })();
        let Some(value) = value else { return result };
        result.extend(own.iter().chain(&bound).filter_map(|literal| replaced(literal, variable, &value)));
    } else {
        let rows: Vec<Row> = own.iter().chain(&bound).flat_map(inequalities).collect();
        for lower in rows.iter().filter(|row| row.factor(variable) > 0) {
            for upper in rows.iter().filter(|row| row.factor(variable) < 0) {
                let (a, b) = (lower.factor(variable), upper.factor(variable).saturating_neg());
                let sum = lower.times(b).and_then(|row| row.plus(a, upper));
                result.extend(sum.map(|row| Literal::AtLeastZero(row.tightened())));
            }
        }
    }
    result.retain(|literal| !is_plainly_true(literal));
    while result.len() > MOST_LITERALS {
        result.pop_last();
    }
    result
}

fn replaced(literal: &Literal, variable: VariableId, value: &Row) -> Option<Literal> {
    match literal {
        Literal::AtLeastZero(row) => Literal::linear(Comparison::Ge, &row.with(variable, value)?),
        Literal::Zero(row) => Literal::linear(Comparison::Eq, &row.with(variable, value)?),
        Literal::NotZero(row) => Literal::linear(Comparison::Ne, &row.with(variable, value)?),
        Literal::Is(..) => None,
    }
}

/// The rows that are at least zero.
fn inequalities(literal: &Literal) -> Vec<Row> {
    match literal {
        Literal::AtLeastZero(row) => vec![row.clone()],
        Literal::Zero(row) => row.times(-1).into_iter().chain([row.clone()]).collect(),
        Literal::NotZero(_) | Literal::Is(..) => Vec::new(),
    }
}

fn is_plainly_true(literal: &Literal) -> bool {
    match literal {
        Literal::AtLeastZero(row) => row.terms.is_empty() && row.constant >= 0,
        Literal::Zero(row) => row.terms.is_empty() && row.constant == 0,
        Literal::NotZero(row) => row.terms.is_empty() && row.constant != 0,
        Literal::Is(..) => false,
    }
}

/// The clauses of a disjunction of cubes: in each, one literal of each cube. Only if there are few.
pub fn clauses(all: &[Cube]) -> Vec<Cube> {
    let mut result: Vec<Cube> = vec![Cube::new()];
    for cube in all {
        let longer = result.iter().flat_map(|clause| {
            cube.iter().map(|literal| clause.iter().cloned().chain([literal.clone()]).collect::<Cube>())
        });
        result = longer.take(64).collect();
    }
    let is_valid =
        |clause: &Cube| clause.iter().any(|one| one.negated().is_some_and(|other| clause.contains(&other)));
    result.retain(|clause| !is_valid(clause));
    // `row >= 0 || row = 0` says no more than its first part.
    for clause in &mut result {
        let whole = clause.clone();
        let is_said = |row: &Row| whole.contains(&Literal::AtLeastZero(row.clone()));
        clause.retain(|literal| match literal {
            Literal::Zero(row) => !is_said(row) && !row.times(-1).is_some_and(|other| is_said(&other)),
            _ => true,
        });
    }
    result.dedup();
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of figure 1 of the paper: `(x = y + 1 && y >= 1) || (x = y + 2 && y >= 0)` without `y` is `x >= 2`.
    #[test]
    fn a_hidden_variable_leaves_what_it_implied() {
        let [x, y] = [VariableId(0), VariableId(1)].map(Row::variable);
        let sum = |row: Option<Row>, constant| row.and_then(|row| row.plus(1, &Row::constant(constant)));
        let shifted = |by: i128, least: i128| -> Option<Cube> {
            let equal = Literal::linear(Comparison::Eq, &sum(x.plus(-1, &y), -by)?)?;
            let bound = Literal::linear(Comparison::Ge, &sum(Some(y.clone()), -least)?)?;
            Some(Cube::from([equal, bound]))
        };
        let gone = BTreeSet::from([VariableId(1)]);
        let expected = Literal::linear(Comparison::Ge, &sum(Some(x.clone()), -2).unwrap()).unwrap();
        for cube in [shifted(1, 1), shifted(2, 0)] {
            let rest = hidden(&cube.unwrap(), &gone, &|_| None);
            assert_eq!(rest, Cube::from([expected.clone()]));
        }
    }

    #[test]
    fn bounds_are_combined_where_nothing_determines_a_variable() {
        let [x, y] = [VariableId(0), VariableId(1)].map(Row::variable);
        // y <= x and y >= 3
        let upper = Literal::AtLeastZero(x.plus(-1, &y).unwrap());
        let lower = Literal::AtLeastZero(y.plus(1, &Row::constant(-3)).unwrap());
        let rest = hidden(&Cube::from([upper, lower]), &BTreeSet::from([VariableId(1)]), &|_| None);
        assert_eq!(rest, Cube::from([Literal::AtLeastZero(x.plus(1, &Row::constant(-3)).unwrap())]));
    }

    #[test]
    fn clauses_have_a_literal_of_each_cube() {
        let is = |id: u32, truth| Literal::Is(VariableId(id), Value::Bool(true), truth);
        let cubes = [Cube::from([is(0, true), is(1, true)]), Cube::from([is(0, false)])];
        assert_eq!(clauses(&cubes), [Cube::from([is(0, false), is(1, true)])]);
    }
}
