//! An exact simplex method for questions that differ in their lower bounds only.
//!
//! # The algorithm
//!
//! Some variables, the basic ones, are written as sums over the others; these stand at their lower bounds. As long as the
//! objective, which is minimised, has no negative coefficient, the dual simplex method keeps it so: a basic variable below its
//! bound leaves for one that can raise it at the least cost. If nothing can raise it, its row is a proof that the bounds cannot
//! be met. Neither depends on the bounds: after a change of bounds the search goes on from where it is, which is what makes many
//! similar questions cheap.
//!
//! A row is `denominator · basic = constant + Σ coefficient · variable`, all integers, divided by their common divisor. On
//! machine words an overflow ends the question; see [`super::number`].
//!
//! Rows are chosen by the largest deficit at first, and after some exchanges by the least variable with ties of the entering
//! variable broken in the same way, which is Bland's rule for the dual problem and ends.
//!
//! # Reference
//!
//! Lemke: *The dual method of solving the linear programming problem*, Naval Research Logistics Quarterly 1, 1954,
//! doi:10.1002/nav.3800010107. Bland: *New finite pivoting rules for the simplex method*, Mathematics of Operations Research 2,
//! 1977, doi:10.1287/moor.2.2.103. Bounds as in Dutertre, de Moura: *A Fast Linear-Arithmetic Solver for DPLL(T)*, CAV 2006,
//! doi:10.1007/11817963_11.

use super::number::Number;
use crate::interrupted::Interrupted;
use budget::Budget;
use std::cmp::Ordering;

/// How many exchanges are chosen for speed, before the rule that ends for sure.
const FREE_EXCHANGES: usize = 300;

/// A variable of a dictionary.
pub type Variable = u32;

/// A sum of variables with their coefficients; sorted by variable, none zero.
pub type Terms<N> = Vec<(Variable, N)>;

/// Variables with lower bounds, some as sums of others, and an objective to be minimised.
#[derive(Debug, Clone)]
pub struct Dictionary<N> {
    rows: Vec<DictionaryRow<N>>,
    /// The row of a basic variable.
    row_of: Vec<Option<usize>>,
    lower: Vec<N>,
    /// Its basic variable means nothing.
    objective: DictionaryRow<N>,
    /// Scratch for a row that is being computed.
    scratch: Terms<N>,
}

#[derive(Debug, Clone)]
struct DictionaryRow<N> {
    basic: Variable,
    denominator: N,
    constant: N,
    terms: Terms<N>,
    /// `constant + Σ coefficient · lower bound`.
    numerator: N,
}

impl<N: Number> Dictionary<N> {
    /// That many variables with bound zero, and the costs of some; costs are not negative.
    pub fn new(variables: usize, costs: Terms<N>) -> Dictionary<N> {
        Dictionary {
            rows: Vec::new(),
            row_of: vec![None; variables],
            lower: vec![N::ZERO; variables],
            objective: DictionaryRow {
                basic: Variable::MAX,
                denominator: N::ONE,
                constant: N::ZERO,
                terms: costs,
                numerator: N::ZERO,
            },
            scratch: Vec::new(),
        }
    }

    /// A new variable that is the constant and a sum of variables, basic or not.
    pub fn define(&mut self, constant: N, terms: &[(Variable, N)]) -> Result<Variable, Interrupted> {
        let variable = self.row_of.len() as Variable;
        let mut row = DictionaryRow {
            basic: variable,
            denominator: N::ONE,
            constant,
            terms: terms.to_vec(),
            numerator: N::ZERO,
        };
        for (other, _) in terms {
            if let Some(at) = self.row_of[*other as usize] {
                substitute(&mut row, *other, &self.rows[at], &mut self.scratch)?;
            }
        }
        self.row_of.push(Some(self.rows.len()));
        self.lower.push(N::ZERO);
        evaluate(&mut row, &self.lower)?;
        self.rows.push(row);
        Ok(variable)
    }

    /// Changes the lower bounds of some variables.
    pub fn set_bounds(
        &mut self,
        bounds: impl IntoIterator<Item = (Variable, N)>,
        budget: &Budget<'_>,
    ) -> Result<(), Interrupted> {
        let mut moved = Vec::new();
        for (variable, bound) in bounds {
            let old = &mut self.lower[variable as usize];
            if *old != bound {
                let more = bound.combine(&N::ONE, &N::of(-1), old).ok_or(Interrupted::Overflow)?;
                *old = bound;
                if self.row_of[variable as usize].is_none() {
                    moved.push((variable, more));
                }
            }
        }
        for row in &mut self.rows {
            for (variable, more) in &moved {
                if let Some(coefficient) = coefficient_of(&row.terms, *variable) {
                    let moved = row.numerator.combine(&N::ONE, coefficient, more);
                    row.numerator = moved.ok_or(Interrupted::Overflow)?;
                }
            }
        }
        Ok(budget.spend(self.rows.len().saturating_mul(moved.len()))?)
    }

    /// The least value of the objective, rounded down, where all bounds are met; or else variables with positive weights whose
    /// weighted sum is at most that of their constants, and below that of their bounds.
    pub fn minimise(&mut self, budget: &Budget<'_>) -> Result<Result<N, Terms<N>>, Interrupted> {
        let mut exchanges = 0usize;
        loop {
            budget.spend(self.rows.len())?;
            let Some(leaving) = self.leaving(exchanges >= FREE_EXCHANGES)? else {
                evaluate(&mut self.objective, &self.lower)?;
                return Ok(Ok(self.objective.numerator.floor_divide(&self.objective.denominator)));
            };
            match self.entering(leaving) {
                Some(entering) => self.exchange(leaving, entering, budget)?,
                None => return Ok(Err(self.proof(leaving)?)),
            }
            exchanges += 1;
        }
    }

    /// By how much a row is below its bound, times its denominator.
    fn deficit(&self, row: &DictionaryRow<N>) -> Option<N> {
        let bound = &self.lower[row.basic as usize];
        row.numerator.combine(&N::of(-1), &row.denominator, bound)
    }

    /// A row whose variable is below its bound.
    fn leaving(&self, least: bool) -> Result<Option<usize>, Interrupted> {
        let mut best: Option<(usize, N)> = None;
        for (at, row) in self.rows.iter().enumerate() {
            let deficit = self.deficit(row).ok_or(Interrupted::Overflow)?;
            if deficit.sign() <= 0 {
                continue;
            }
            let better = best.as_ref().is_none_or(|(other, most)| {
                let other = &self.rows[*other];
                if least {
                    row.basic < other.basic
                } else {
                    N::compare_products(&deficit, &other.denominator, most, &row.denominator).is_gt()
                }
            });
            if better {
                best = Some((at, deficit));
            }
        }
        Ok(best.map(|(at, _)| at))
    }

    /// The variable that raises a row at the least cost.
    fn entering(&self, at: usize) -> Option<Variable> {
        let mut best: Option<(Variable, &N, &N)> = None;
        let zero = N::ZERO;
        let costs = &self.objective.terms;
        for (variable, coefficient) in self.rows[at].terms.iter().filter(|(_, number)| number.sign() > 0) {
            let cost = coefficient_of(costs, *variable).unwrap_or(&zero);
            let better = best.is_none_or(|(_, other_cost, other)| {
                N::compare_products(cost, other, other_cost, coefficient).is_lt()
            });
            if better {
                if cost.sign() == 0 {
                    return Some(*variable);
                }
                best = Some((*variable, coefficient_of(costs, *variable)?, coefficient));
            }
        }
        best.map(|(variable, _, _)| variable)
    }

    fn proof(&self, at: usize) -> Result<Terms<N>, Interrupted> {
        let row = &self.rows[at];
        let mut weights = vec![(row.basic, row.denominator.clone())];
        for (variable, coefficient) in &row.terms {
            weights.push((*variable, coefficient.negated().ok_or(Interrupted::Overflow)?));
        }
        weights.sort_unstable_by_key(|(variable, _)| *variable);
        Ok(weights)
    }

    /// Makes a variable of a row basic instead of its own.
    fn exchange(&mut self, at: usize, entering: Variable, budget: &Budget<'_>) -> Result<(), Interrupted> {
        let mut pivot = self.rows[at].clone();
        let leaving = pivot.basic;
        solve_for(&mut pivot, entering).ok_or(Interrupted::Overflow)?;
        evaluate(&mut pivot, &self.lower)?;
        let mut work = pivot.terms.len();
        for (other, row) in self.rows.iter_mut().enumerate() {
            if other != at && substitute(row, entering, &pivot, &mut self.scratch)? {
                work = work.saturating_add(row.terms.len().saturating_add(pivot.terms.len()));
                evaluate(row, &self.lower)?;
            }
        }
        substitute(&mut self.objective, entering, &pivot, &mut self.scratch)?;
        self.rows[at] = pivot;
        self.row_of[leaving as usize] = None;
        self.row_of[entering as usize] = Some(at);
        Ok(budget.spend(work)?)
    }

    /// Whether the variable is above zero.
    pub fn is_positive(&self, variable: Variable) -> bool {
        match self.row_of[variable as usize] {
            Some(at) => self.rows[at].numerator.sign() > 0,
            None => self.lower[variable as usize].sign() > 0,
        }
    }

    /// Whether the variable is above its bound.
    pub fn is_above(&self, variable: Variable) -> bool {
        self.row_of[variable as usize].is_some_and(|at| {
            let row = &self.rows[at];
            let bound = &self.lower[variable as usize];
            N::compare_products(&row.numerator, &N::ONE, &row.denominator, bound).is_gt()
        })
    }

    /// Which of some variables can be above their bounds, among all values that meet the bounds? The bounds are met when this is
    /// asked; the objective is lost.
    ///
    /// Solutions have a mean that is above a bound wherever one of them is. So the sum of all variables that were never above
    /// theirs is maximised, by the primal method with Bland's rule; each that comes above, in a solution or along an unbounded
    /// direction, leaves the sum.
    pub fn can_be_above(
        &mut self,
        variables: &[Variable],
        budget: &Budget<'_>,
    ) -> Result<Vec<bool>, Interrupted> {
        let mut above = vec![false; self.row_of.len()];
        let mut changed = true;
        loop {
            for variable in variables {
                if !above[*variable as usize] && self.is_above(*variable) {
                    (above[*variable as usize], changed) = (true, true);
                }
            }
            if changed {
                let open = variables.iter().copied().filter(|variable| !above[*variable as usize]);
                self.maximise_sum(open.collect(), budget)?;
                changed = false;
            }
            let improving = self.objective.terms.iter().find(|(_, coefficient)| coefficient.sign() > 0);
            let Some(entering) = improving.map(|(variable, _)| *variable) else {
                return Ok(variables.iter().map(|variable| above[*variable as usize]).collect());
            };
            budget.spend(self.rows.len())?;
            match self.blocking(entering)? {
                Some(at) => self.exchange(at, entering, budget)?,
                None => {
                    let rises = |row: &&DictionaryRow<N>| {
                        coefficient_of(&row.terms, entering).is_some_and(|number| number.sign() > 0)
                    };
                    for variable in self.rows.iter().filter(rises).map(|row| row.basic).chain([entering]) {
                        above[variable as usize] = true;
                    }
                    changed = true;
                }
            }
        }
    }

    fn maximise_sum(&mut self, mut variables: Vec<Variable>, budget: &Budget<'_>) -> Result<(), Interrupted> {
        variables.sort_unstable();
        self.objective.terms = variables.into_iter().map(|variable| (variable, N::ONE)).collect();
        self.objective.denominator = N::ONE;
        self.objective.constant = N::ZERO;
        for at in 0..self.rows.len() {
            let row = &self.rows[at];
            if substitute(&mut self.objective, row.basic, row, &mut self.scratch)? {
                budget.spend(self.objective.terms.len())?;
            }
        }
        Ok(())
    }

    /// The row whose variable comes to its bound first when a variable rises.
    fn blocking(&self, entering: Variable) -> Result<Option<usize>, Interrupted> {
        let mut best: Option<(usize, N, &N)> = None;
        for (at, row) in self.rows.iter().enumerate() {
            let Some(coefficient) = coefficient_of(&row.terms, entering).filter(|number| number.sign() < 0)
            else {
                continue;
            };
            // The negative of how far it can go down.
            let room = self.deficit(row).ok_or(Interrupted::Overflow)?;
            let better = best.as_ref().is_none_or(|(other, least, other_coefficient)| {
                match N::compare_products(&room, other_coefficient, least, coefficient) {
                    Ordering::Less => true,
                    Ordering::Equal => row.basic < self.rows[*other].basic,
                    Ordering::Greater => false,
                }
            });
            if better {
                best = Some((at, room, coefficient));
            }
        }
        Ok(best.map(|(at, _, _)| at))
    }
}

fn evaluate<N: Number>(row: &mut DictionaryRow<N>, lower: &[N]) -> Result<(), Interrupted> {
    let mut numerator = row.constant.clone();
    for (variable, coefficient) in &row.terms {
        let bound = &lower[*variable as usize];
        if bound.sign() != 0 {
            numerator = numerator.combine(&N::ONE, coefficient, bound).ok_or(Interrupted::Overflow)?;
        }
    }
    row.numerator = numerator;
    Ok(())
}

fn coefficient_of<N>(terms: &[(Variable, N)], variable: Variable) -> Option<&N> {
    let at = terms.binary_search_by_key(&variable, |(own, _)| *own).ok()?;
    Some(&terms[at].1)
}

/// Rewrites `d·b = c + a·n + …` as `a·n = d·b − c − …`, with a positive denominator.
fn solve_for<N: Number>(row: &mut DictionaryRow<N>, variable: Variable) -> Option<()> {
    let at = row.terms.binary_search_by_key(&variable, |(own, _)| *own).ok()?;
    let (_, coefficient) = row.terms.remove(at);
    let positive = coefficient.sign() > 0;
    let (basic, denominator) = (row.basic, row.denominator.clone());
    if positive {
        for (_, own) in &mut row.terms {
            *own = own.negated()?;
        }
        row.constant = row.constant.negated()?;
    }
    let at = row.terms.partition_point(|(own, _)| *own < basic);
    row.terms.insert(at, (basic, if positive { denominator } else { denominator.negated()? }));
    row.denominator = if positive { coefficient } else { coefficient.negated()? };
    row.basic = variable;
    Some(())
}

/// Replaces a variable in a row by what another row says it is; whether it was there.
fn substitute<N: Number>(
    row: &mut DictionaryRow<N>,
    variable: Variable,
    definition: &DictionaryRow<N>,
    scratch: &mut Terms<N>,
) -> Result<bool, Interrupted> {
    let Ok(at) = row.terms.binary_search_by_key(&variable, |(own, _)| *own) else { return Ok(false) };
    let (_, factor) = row.terms.remove(at);
    merge(row, &factor, definition, scratch).ok_or(Interrupted::Overflow)?;
    Ok(true)
}

/// Adds a multiple of a definition to a row from which its variable was removed.
fn merge<N: Number>(
    row: &mut DictionaryRow<N>,
    factor: &N,
    definition: &DictionaryRow<N>,
    scratch: &mut Terms<N>,
) -> Option<()> {
    let scale = &definition.denominator;
    let (own, other) = (&row.terms, &definition.terms);
    let (mut left, mut right) = (0, 0);
    scratch.clear();
    while left < own.len() || right < other.len() {
        let here = own.get(left).map_or(Variable::MAX, |(variable, _)| *variable);
        let there = other.get(right).map_or(Variable::MAX, |(variable, _)| *variable);
        if here < there {
            scratch.push((here, own[left].1.times(scale)?));
            left += 1;
        } else if there < here {
            scratch.push((there, other[right].1.times(factor)?));
            right += 1;
        } else {
            let sum = own[left].1.combine(scale, factor, &other[right].1)?;
            if sum.sign() != 0 {
                scratch.push((here, sum));
            }
            (left, right) = (left + 1, right + 1);
        }
    }
    std::mem::swap(&mut row.terms, scratch);
    row.constant = row.constant.combine(scale, factor, &definition.constant)?;
    row.denominator = row.denominator.times(scale)?;
    reduce(row);
    Some(())
}

/// Divides a row by the common divisor of all its numbers.
fn reduce<N: Number>(row: &mut DictionaryRow<N>) {
    let mut divisor = row.denominator.clone();
    let numbers = std::iter::once(&row.constant).chain(row.terms.iter().map(|(_, coefficient)| coefficient));
    for number in numbers {
        if divisor == N::ONE {
            return;
        }
        divisor = divisor.common_divisor(number);
    }
    if divisor == N::ONE {
        return;
    }
    row.denominator = row.denominator.floor_divide(&divisor);
    row.constant = row.constant.floor_divide(&divisor);
    row.terms.iter_mut().for_each(|(_, coefficient)| *coefficient = coefficient.floor_divide(&divisor));
}

#[cfg(test)]
mod tests {
    use super::*;
    use presburger::Integer;
    use random_numbers::Xorshift;

    const VARIABLES: usize = 3;

    /// Rows over three variables: constants, coefficients.
    fn random_rows(random: &mut Xorshift) -> Vec<(i64, Vec<i64>)> {
        let number = |random: &mut Xorshift| random.below(7) as i64 - 3;
        (0..4).map(|_| (number(random), (0..VARIABLES).map(|_| number(random)).collect())).collect()
    }

    fn dictionary<N: Number>(rows: &[(i64, Vec<i64>)]) -> Dictionary<N> {
        let mut dictionary =
            Dictionary::new(VARIABLES, (0..VARIABLES as u32).map(|at| (at, N::ONE)).collect());
        for (constant, coefficients) in rows {
            let terms = coefficients.iter().enumerate().filter(|(_, number)| **number != 0);
            let terms: Vec<_> = terms.map(|(at, number)| (at as Variable, N::of(*number))).collect();
            dictionary.define(N::of(*constant), &terms).unwrap();
        }
        dictionary
    }

    /// The least sum of variables among small integers that meet all bounds, and which variables and rows can be above them there.
    fn enumerate(rows: &[(i64, Vec<i64>)], bounds: &[i64]) -> Option<(i64, Vec<bool>)> {
        let (mut least, mut above) = (None, vec![false; VARIABLES + rows.len()]);
        for code in 0..1000 {
            let values = [code % 10, code / 10 % 10, code / 100];
            let value = |(constant, row): &(i64, Vec<i64>)| -> i64 {
                constant + row.iter().zip(values).map(|(number, value)| number * value).sum::<i64>()
            };
            if rows.iter().zip(bounds).all(|(row, bound)| value(row) >= *bound) {
                let sum: i64 = values.iter().sum();
                least = Some(least.map_or(sum, |least: i64| least.min(sum)));
                (0..VARIABLES).for_each(|at| above[at] |= values[at] > 0);
                let slack = |at: usize| value(&rows[at]) > bounds[at];
                (0..rows.len()).for_each(|at| above[VARIABLES + at] |= slack(at));
            }
        }
        least.map(|least| (least, above))
    }

    /// A proof: weights that are not negative, under which no variable of the sum remains, and whose bounds exceed the constants.
    fn check_proof(rows: &[(i64, Vec<i64>)], bounds: &[i64], proof: &[(Variable, i64)]) {
        let weight = |variable: usize| coefficient_of(proof, variable as Variable).copied().unwrap_or(0);
        assert!(proof.iter().all(|(_, weight)| *weight >= 0));
        for at in 0..VARIABLES {
            let terms = rows.iter().enumerate().map(|(row, (_, terms))| weight(VARIABLES + row) * terms[at]);
            assert_eq!(terms.sum::<i64>() + weight(at), 0);
        }
        let constants =
            rows.iter().enumerate().map(|(row, (constant, _))| weight(VARIABLES + row) * constant);
        let wanted = bounds.iter().enumerate().map(|(row, bound)| weight(VARIABLES + row) * bound);
        assert!(wanted.sum::<i64>() > constants.sum::<i64>());
    }

    #[test]
    fn later_questions_have_the_answers_of_first_ones() {
        let mut random = Xorshift::scattered(3);
        let budget = Budget::unlimited();
        for _ in 0..300 {
            let rows = random_rows(&mut random);
            let mut kept: Dictionary<i64> = dictionary(&rows);
            for _ in 0..6 {
                let bounds: Vec<i64> = rows.iter().map(|_| random.below(6) as i64 - 2).collect();
                let set = |at: usize| (VARIABLES + at) as Variable;
                kept.set_bounds(bounds.iter().enumerate().map(|(at, bound)| (set(at), *bound)), &budget)
                    .unwrap();
                let mut fresh: Dictionary<Integer> = dictionary(&rows);
                let big = bounds.iter().enumerate().map(|(at, bound)| (set(at), Integer::from(*bound)));
                fresh.set_bounds(big, &budget).unwrap();
                let (answer, other) = (kept.minimise(&budget).unwrap(), fresh.minimise(&budget).unwrap());
                let points = enumerate(&rows, &bounds);
                match (&answer, &other) {
                    (Ok(least), Ok(same)) => {
                        assert_eq!(Some(*least), same.to_i64());
                        let variables: Vec<Variable> = (0..(VARIABLES + rows.len()) as Variable).collect();
                        let above = kept.clone().can_be_above(&variables, &budget).unwrap();
                        if let Some((sum, seen)) = points {
                            assert!(*least <= sum);
                            assert!(above.iter().zip(seen).all(|(above, seen)| *above || !seen));
                        }
                    }
                    (Err(proof), Err(_)) => {
                        assert_eq!(points, None);
                        check_proof(&rows, &bounds, proof);
                    }
                    _ => panic!("{rows:?} {bounds:?} {answer:?} {other:?}"),
                }
            }
        }
    }
}
