//! The differences between the ends of a step, with parameters as far as they can be kept.
//!
//! # The algorithm
//!
//! A step from `x` to `y` satisfies rows `A·d + c >= 0` of its difference `d = y − x`, found by projecting `x` out.
//! Over `k` steps such rows add up to `A·(y − x) + k·c >= 0`. A row with parameters, `A·d + r(n) >= 0`, adds up to
//! `A·(y − x) + k·r(n) >= 0`, which is not linear. Two things help:
//!
//! * If `r(n) <= 0`, then `k·r(n) <= r(n)` for `k >= 1`, so `A·(y − x) + r(n) >= 0` holds: the row is **kept** as it
//!   is. So the steps are split by the sign of `r(n)`, where there are few such expressions.
//! * If `r(n)` has few values, the steps are split by its value, and then no parameter is left.
//!
//! For `x' = x + n` this gives `y >= x + n` where `n > 0`, `y = x` where `n = 0`, and `y <= x + n` where `n < 0`. The
//! closure itself, `y = x + k·n`, is no Presburger set.
//!
//! # Why it is right
//!
//! A parameter has one value along a path, so the closure is the union of the closures of the cases.

use crate::conjunction::Conjunction;
use crate::integer::Integer;
use crate::optimum::Optimum;
use crate::project::project;
use crate::relation::Relation;
use crate::row::{self, Row};
use crate::set::Set;
use budget::{Budget, Budgeted};

/// Steps are split by at most this many expressions.
const EXPRESSIONS: usize = 2;
/// An expression with at most this many values is split into them.
const VALUES: i64 = 8;

/// The differences of a step, or of some of its pairs.
pub(super) struct Differences {
    /// The place of the step in the relation.
    pub step: usize,
    /// Constraints over the differences alone.
    pub conjunction: Conjunction,
    /// Rows over the parameters and the differences that hold for the sum of one or more differences.
    pub kept: Vec<Row>,
}

/// The differences of all steps.
pub(super) fn differences(step: &Relation, budget: &Budget) -> Budgeted<Vec<Differences>> {
    let mut result = Vec::new();
    let parameters: Vec<usize> = (1..=step.pairs.space.parameters().len()).collect();
    for (index, disjunct) in step.pairs.disjuncts.iter().enumerate() {
        for part in with_parameters(step, disjunct, budget)? {
            let kept = kept_rows(&part, parameters.len(), budget)?;
            for free in project(&part, &parameters, budget)? {
                if let Some(conjunction) = free.simplified(budget)? {
                    result.push(Differences { step: index, conjunction, kept: kept.clone() });
                }
            }
        }
    }
    Ok(result)
}

/// The differences of a disjunct, over the parameters and the differences.
fn with_parameters(step: &Relation, disjunct: &Conjunction, budget: &Budget) -> Budgeted<Vec<Conjunction>> {
    let (n, space) = (step.inputs, &step.pairs.space);
    let mut shifted = disjunct.clone();
    for row in shifted.rows_mut() {
        for i in 0..n {
            // With y = x + d the coefficient of y is that of d and is added to that of x.
            let coefficient = row[space.dimension_column(n + i)].clone();
            row[space.dimension_column(i)] += &coefficient;
        }
    }
    let arguments: Vec<usize> = (0..n).map(|i| space.dimension_column(i)).collect();
    let mut result = Vec::new();
    for part in project(&shifted, &arguments, budget)? {
        if let Some(part) = part.simplified(budget)? {
            result.push(part);
        }
    }
    Ok(result)
}

/// The rows, equalities in both directions, that join parameters and differences and no division.
fn joining_rows(conjunction: &Conjunction, parameters: usize) -> Vec<Row> {
    let opposite = conjunction.equalities.iter().map(|row| row::negated(row));
    let rows = conjunction.inequalities.iter().chain(&conjunction.equalities).cloned().chain(opposite);
    rows.filter(|row| {
        row[1..=parameters].iter().any(|c| !c.is_zero())
            && row[parameters + 1..=conjunction.visible].iter().any(|c| !c.is_zero())
            && row[conjunction.visible + 1..].iter().all(Integer::is_zero)
    })
    .collect()
}

/// The joining rows whose part without differences is never positive.
fn kept_rows(part: &Conjunction, parameters: usize, budget: &Budget) -> Budgeted<Vec<Row>> {
    let mut result = Vec::new();
    for mut row in joining_rows(part, parameters) {
        let mut positive = row::zero(part.width());
        positive[..=parameters].clone_from_slice(&row[..=parameters]);
        positive[0] -= &Integer::ONE;
        let mut beyond = part.clone();
        beyond.add_inequality(positive);
        if beyond.is_empty(budget)? {
            row.truncate(1 + part.visible);
            result.push(row);
        }
    }
    Ok(result)
}

/// The relation, split by the expressions of parameters that its differences depend on.
pub(super) fn parameter_cases(step: &Relation, budget: &Budget) -> Budgeted<Vec<Relation>> {
    let parameters = step.pairs.space.parameters().len();
    let mut cases = vec![step.clone()];
    if parameters == 0 {
        return Ok(cases);
    }
    for expression in expressions(step, budget)? {
        let mut next = Vec::new();
        for case in cases {
            for condition in conditions(&case, &expression, budget)? {
                let pairs = case.pairs.intersection(&condition, budget)?.simplified(budget)?;
                if !pairs.disjuncts.is_empty() {
                    next.push(case.with_pairs(pairs));
                }
            }
        }
        cases = next;
    }
    Ok(cases)
}

/// The expressions of parameters beside differences, up to their sign; none if there are many.
fn expressions(step: &Relation, budget: &Budget) -> Budgeted<Vec<Row>> {
    let space = &step.pairs.space;
    let parameters = space.parameters().len();
    let mut result: Vec<Row> = Vec::new();
    for disjunct in &step.pairs.disjuncts {
        for part in with_parameters(step, disjunct, budget)? {
            for row in joining_rows(&part, parameters) {
                let mut expression = row::zero(1 + space.visible());
                expression[..=parameters].clone_from_slice(&row[..=parameters]);
                if !result.contains(&expression) && !result.contains(&row::negated(&expression)) {
                    result.push(expression);
                }
            }
        }
    }
    if result.len() > EXPRESSIONS {
        result.clear();
    }
    Ok(result)
}

/// Sets that cover all parameters: the values of the expression if they are few, else its signs.
fn conditions(case: &Relation, expression: &Row, budget: &Budget) -> Budgeted<Vec<Set>> {
    let space = &case.pairs.space;
    let make = |demand: &dyn Fn(&mut Conjunction)| {
        let mut condition = Conjunction::universe(space.visible());
        demand(&mut condition);
        Set::from_conjunction(space.clone(), condition)
    };
    let shifted = |row: &Row, by: &Integer| {
        let mut result = row.clone();
        result[0] -= by;
        result
    };
    let least = case.pairs.minimum(expression, budget)?;
    let greatest = case.pairs.maximum(expression, budget)?;
    if let (Optimum::Value(least), Optimum::Value(greatest)) = (least, greatest)
        && &greatest - &least < Integer::from(VALUES)
    {
        let mut value = least;
        let mut result = Vec::new();
        while value <= greatest {
            let row = shifted(expression, &value);
            result.push(make(&|condition| condition.add_equality(row.clone())));
            value += &Integer::ONE;
        }
        return Ok(result);
    }
    let above = shifted(expression, &Integer::ONE);
    let below = shifted(&row::negated(expression), &Integer::ONE);
    Ok(vec![
        make(&|condition| condition.add_equality(expression.clone())),
        make(&|condition| condition.add_inequality(above.clone())),
        make(&|condition| condition.add_inequality(below.clone())),
    ])
}
