//! From rational values between bounds to integer ones.
//!
//! # The algorithm
//!
//! 1. *Divisors*: in a row whose fixed columns contribute what the divisor of the others does not divide, there are no integers.
//! 2. *Branch and bound*: a column with a fraction is tried below and above it. Where both sides are impossible, so is the whole,
//!    for the reasons of both without the two bounds that were tried. These cases are distinguished here and not by new literals,
//!    so that what is learnt is about the literals of the question.
//! 3. After some cases the conjunction is given to [`presburger`], which decides it by the Omega test, whatever its shape. Only
//!    the part that hangs together with a fraction is asked about. Reasons are left out one at a time, where that is cheap, until
//!    each is needed.
//!
//! # Reference
//!
//! Dutertre, de Moura: *Integrating Simplex with DPLL(T)*, SRI technical report SRI-CSL-06-01, 2006.
//! Pugh: *The Omega Test: a Fast and Practical Integer Programming Algorithm for Dependence Analysis*, Supercomputing 1991,
//! doi:10.1145/125826.125848.

use crate::literal::Literal;
use crate::simplex::{Bound, Conflict, Reason, Side, Simplex};
use budget::{Budget, Budgeted};
use presburger::{Conjunction, Integer as Number, Set, Space};

/// How many cases are tried, and how many operations the Omega test may then take, round by round; in the end it may take all.
const ROUNDS: [(usize, u64); 3] = [(64, 4_000), (400, 200_000), (1_000, u64::MAX)];

/// The most constraints of a conflict that is made smaller one by one.
const SHRINK: usize = 40;

/// What became of a question for integers.
pub(crate) enum Solution {
    /// The values of the columns that are variables; those of others mean nothing.
    Values(Vec<Number>),
    /// These reasons have no integer solution.
    Conflict(Conflict),
}

enum Branching {
    Found(Vec<Number>),
    Closed(Conflict),
    Open,
}

/// Integer values between all bounds, or the reasons why there are none. The simplex method has just found rational ones.
pub(crate) fn solve(simplex: &mut Simplex, budget: &Budget<'_>) -> Budgeted<Solution> {
    if let Some(conflict) = divisors(simplex) {
        return Ok(Solution::Conflict(conflict));
    }
    for (mut cases, operations) in ROUNDS {
        let mark = simplex.mark();
        let result = branch(simplex, 0, &mut cases, budget);
        simplex.restore(mark);
        match result? {
            Branching::Found(values) => return Ok(Solution::Values(values)),
            Branching::Closed(conflict) => return Ok(Solution::Conflict(conflict)),
            Branching::Open => {}
        }
        // The cases left the simplex method somewhere between; it comes back to values between the bounds.
        if let Err(conflict) = simplex.check(budget)? {
            return Ok(Solution::Conflict(conflict));
        }
        if operations == u64::MAX {
            break;
        }
        if let Some(solution) = budget.attempt(operations, |share| decide(simplex, share))? {
            return Ok(solution);
        }
    }
    decide(simplex, budget)
}

/// The basic column with a fraction whose place is least.
fn fraction(simplex: &Simplex) -> Option<(usize, Number)> {
    let mut found: Option<(usize, Number)> = None;
    for row in &simplex.tableau.rows {
        if !row.scale.is_one()
            && found.as_ref().is_none_or(|(column, _)| row.basic < *column)
            && let (floor, false) = simplex.tableau.floor(row.basic)
        {
            found = Some((row.basic, floor));
        }
    }
    found
}

fn branch(
    simplex: &mut Simplex,
    depth: usize,
    cases: &mut usize,
    budget: &Budget<'_>,
) -> Budgeted<Branching> {
    if let Err(conflict) = simplex.check(budget)? {
        return Ok(Branching::Closed(conflict));
    }
    let Some((column, floor)) = fraction(simplex) else {
        return Ok(Branching::Found(values(simplex)));
    };
    if *cases == 0 {
        return Ok(Branching::Open);
    }
    *cases -= 1;
    let above = &floor + &Number::ONE;
    let mut reasons: Conflict = Vec::new();
    for (side, value) in [(Side::Upper, &floor), (Side::Lower, &above)] {
        let mark = simplex.mark();
        let closed = match simplex.assert(column, side, value, Reason::Tried(depth)) {
            Err(conflict) => Branching::Closed(conflict),
            Ok(()) => branch(simplex, depth + 1, cases, budget)?,
        };
        simplex.restore(mark);
        let Branching::Closed(mut conflict) = closed else { return Ok(closed) };
        let length = conflict.len();
        conflict.retain(|reason| *reason != Reason::Tried(depth));
        if conflict.len() == length {
            return Ok(Branching::Closed(conflict));
        }
        reasons.append(&mut conflict);
    }
    reasons.sort_unstable();
    reasons.dedup();
    Ok(Branching::Closed(reasons))
}

/// The values of all columns, which are integers.
fn values(simplex: &Simplex) -> Vec<Number> {
    (0..simplex.column_count()).map(|column| simplex.tableau.floor(column).0).collect()
}

/// The reasons of a row that no integers satisfy.
fn divisors(simplex: &Simplex) -> Option<Conflict> {
    let fixed = |column: usize| {
        let (lower, upper) = (simplex.bound(column, Side::Lower)?, simplex.bound(column, Side::Upper)?);
        (lower.value == upper.value).then_some((lower, upper))
    };
    for row in simplex.tableau.rows.iter().filter(|row| !row.scale.is_one()) {
        let (mut divisor, mut rest) = (Number::ZERO, Number::ZERO);
        let mut conflict = Vec::new();
        let negative = -&row.scale;
        for (column, coefficient) in
            row.terms.iter().map(|term| (term.0, &term.1)).chain([(row.basic, &negative)])
        {
            if let Some((lower, upper)) = fixed(column) {
                rest += &(coefficient * &lower.value);
                conflict.extend([lower.reason, upper.reason]);
            } else {
                divisor = divisor.gcd(coefficient);
                if divisor.is_one() {
                    break;
                }
            }
        }
        if !divisor.is_one() && !divisor.divides(&rest) {
            return Some(conflict);
        }
    }
    None
}

/// A bound as a constraint over variables: `terms − value` is not negative, or not positive.
struct Constraint<'s> {
    column: usize,
    side: Side,
    bound: &'s Bound,
}

/// Decides the parts of the conjunction in which there are fractions by the Omega test.
fn decide(simplex: &Simplex, budget: &Budget<'_>) -> Budgeted<Solution> {
    let parts = Parts::new(simplex);
    let mut result: Vec<Number> = values(simplex);
    let mut decided: Vec<usize> = Vec::new();
    for row in &simplex.tableau.rows {
        if row.scale.is_one() || simplex.tableau.floor(row.basic).1 {
            continue;
        }
        let part = parts.of_column(simplex, row.basic);
        if decided.contains(&part) {
            continue;
        }
        decided.push(part);
        let constraints = parts.constraints(simplex, part);
        let variables = parts.variables(simplex, part);
        match sample(simplex, &variables, &constraints, budget)? {
            Some(point) => {
                for (column, value) in variables.iter().zip(point) {
                    result[*column] = value;
                }
            }
            None => {
                let reasons = shrink(simplex, &variables, constraints, budget)?;
                return Ok(Solution::Conflict(reasons));
            }
        }
    }
    Ok(Solution::Values(result))
}

/// A point that satisfies the constraints.
fn sample(
    simplex: &Simplex,
    variables: &[usize],
    constraints: &[Constraint<'_>],
    budget: &Budget<'_>,
) -> Budgeted<Option<Vec<Number>>> {
    let mut conjunction = Conjunction::universe(variables.len());
    for constraint in constraints {
        let up = constraint.side == Side::Upper;
        let mut row = vec![Number::ZERO; variables.len() + 1];
        row[0] = if up { constraint.bound.value.clone() } else { -&constraint.bound.value };
        let mut put = |column: usize, coefficient: &Number| {
            let at = variables.binary_search(&column).expect("all variables of a part are in it");
            row[at + 1] = if up { -coefficient } else { coefficient.clone() };
        };
        match simplex.definition(constraint.column) {
            None => put(constraint.column, &Number::ONE),
            Some(terms) => terms.iter().for_each(|(column, coefficient)| put(*column, coefficient)),
        }
        conjunction.add_inequality(row);
    }
    let names = (0..variables.len()).map(|at| format!("x{at}")).collect();
    Set::from_conjunction(Space::from_names(Vec::new(), names), conjunction).sample(budget)
}

/// The reasons of the constraints, without those that are not needed as far as that is cheap to know.
fn shrink(
    simplex: &Simplex,
    variables: &[usize],
    mut constraints: Vec<Constraint<'_>>,
    budget: &Budget<'_>,
) -> Budgeted<Conflict> {
    if constraints.len() <= SHRINK {
        let mut at = 0;
        while at < constraints.len() {
            let left_out = constraints.remove(at);
            let empty = budget.attempt(5_000, |share| sample(simplex, variables, &constraints, share))?;
            if !matches!(empty, Some(None)) {
                constraints.insert(at, left_out);
                at += 1;
            }
        }
    }
    Ok(constraints.iter().map(|constraint| constraint.bound.reason).collect())
}

/// Which variables hang together by bounded forms.
struct Parts {
    /// For each column another one of its part, or itself.
    parent: Vec<usize>,
}

impl Parts {
    fn new(simplex: &Simplex) -> Parts {
        let mut parts = Parts { parent: (0..simplex.column_count()).collect() };
        for column in 0..simplex.column_count() {
            let bounded =
                [Side::Lower, Side::Upper].iter().any(|&side| simplex.bound(column, side).is_some());
            if let Some(terms) = simplex.definition(column).filter(|_| bounded) {
                for (other, _) in terms {
                    let (a, b) = (parts.root(column), parts.root(*other));
                    parts.parent[a] = b;
                }
            }
        }
        parts
    }

    fn root(&self, mut column: usize) -> usize {
        while self.parent[column] != column {
            column = self.parent[column];
        }
        column
    }

    /// The part of a column; that of a form without bounds is the part of one of its variables.
    fn of_column(&self, simplex: &Simplex, column: usize) -> usize {
        let variable = simplex.definition(column).and_then(|terms| {
            terms.iter().map(|term| term.0).find(|&variable| !simplex.tableau.floor(variable).1)
        });
        self.root(variable.unwrap_or(column))
    }

    fn variables(&self, simplex: &Simplex, part: usize) -> Vec<usize> {
        let variable = |column: &usize| simplex.definition(*column).is_none();
        (0..self.parent.len()).filter(variable).filter(|&column| self.root(column) == part).collect()
    }

    fn constraints<'s>(&self, simplex: &'s Simplex, part: usize) -> Vec<Constraint<'s>> {
        let columns = (0..self.parent.len()).filter(|&column| self.root(column) == part);
        columns
            .flat_map(|column| [(column, Side::Lower), (column, Side::Upper)])
            .filter_map(|(column, side)| {
                simplex.bound(column, side).map(|bound| Constraint { column, side, bound })
            })
            .collect()
    }
}

/// The literals of a conflict in which nothing is tried any more.
pub(crate) fn literals(conflict: Conflict) -> Vec<Literal> {
    let mut literals: Vec<Literal> = conflict
        .into_iter()
        .map(|reason| match reason {
            Reason::Holds(literal) => literal,
            Reason::Tried(_) => unreachable!("what was tried is not part of a conflict of the whole"),
        })
        .collect();
    literals.sort_unstable();
    literals.dedup();
    literals
}
