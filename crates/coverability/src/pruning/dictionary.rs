//! An exact simplex method for questions that differ in their lower bounds only.
//!
//! # The algorithm
//!
//! Some variables, the basic ones, are written as sums over the others; these stand at their lower bounds. As long as the objective,
//! which is minimised, has no negative coefficient, the dual simplex method keeps it so: a basic variable below its bound leaves for one
//! that can raise it at the least cost. If nothing can raise it, its row is a proof that the bounds cannot be met. Neither depends
//! on the bounds: after a change of bounds the search goes on from where it is, which is what makes many similar questions cheap.
//!
//! A row is `denominator · basic = constant + Σ coefficient · variable`, all integers of any size, divided by their common divisor.
//!
//! Rows are chosen by the largest deficit at first, and after some exchanges by the least variable with ties of the entering variable
//! broken in the same way, which is Bland's rule for the dual problem and ends.
//!
//! # Reference
//!
//! Lemke: *The dual method of solving the linear programming problem*, Naval Research Logistics Quarterly 1, 1954,
//! doi:10.1002/nav.3800010107. Bland: *New finite pivoting rules for the simplex method*, Mathematics of Operations Research 2, 1977,
//! doi:10.1287/moor.2.2.103. Bounds as in Dutertre, de Moura: *A Fast Linear-Arithmetic Solver for DPLL(T)*, CAV 2006,
//! doi:10.1007/11817963_11.

use budget::{Budget, Budgeted};
use presburger::Integer;
use std::cmp::Ordering;

/// How many exchanges are chosen for speed, before the rule that ends for sure.
const FREE_EXCHANGES: usize = 300;

/// A sum of variables with their coefficients; sorted by variable, none zero.
pub type Terms = Vec<(usize, Integer)>;

/// Variables with lower bounds, some as sums of others, and an objective to be minimised.
#[derive(Debug, Clone)]
pub struct Dictionary {
    rows: Vec<DictionaryRow>,
    /// The row of a basic variable.
    row_of: Vec<Option<usize>>,
    lower: Vec<Integer>,
    /// Its basic variable means nothing.
    objective: DictionaryRow,
}

#[derive(Debug, Clone)]
struct DictionaryRow {
    basic: usize,
    denominator: Integer,
    constant: Integer,
    terms: Terms,
    /// `constant + Σ coefficient · lower bound`.
    numerator: Integer,
}

impl Dictionary {
    /// That many variables with bound zero, and the costs of some; costs are not negative.
    pub fn new(variables: usize, costs: Terms) -> Dictionary {
        let objective = DictionaryRow {
            basic: usize::MAX,
            denominator: Integer::ONE,
            constant: Integer::ZERO,
            terms: costs,
            numerator: Integer::ZERO,
        };
        Dictionary {
            rows: Vec::new(),
            row_of: vec![None; variables],
            lower: vec![Integer::ZERO; variables],
            objective,
        }
    }

    /// A new variable that is the constant and a sum of variables, basic or not.
    pub fn define(&mut self, constant: Integer, terms: &[(usize, Integer)]) -> usize {
        let variable = self.row_of.len();
        let mut row = DictionaryRow {
            basic: variable,
            denominator: Integer::ONE,
            constant,
            terms: terms.to_vec(),
            numerator: Integer::ZERO,
        };
        for (other, _) in terms {
            if let Some(at) = self.row_of[*other] {
                substitute(&mut row, *other, &self.rows[at]);
            }
        }
        self.row_of.push(Some(self.rows.len()));
        self.lower.push(Integer::ZERO);
        self.evaluate(&mut row);
        self.rows.push(row);
        variable
    }

    fn evaluate(&self, row: &mut DictionaryRow) {
        let mut numerator = row.constant.clone();
        for (variable, coefficient) in &row.terms {
            let lower = &self.lower[*variable];
            if !lower.is_zero() {
                numerator += &(coefficient * lower);
            }
        }
        row.numerator = numerator;
    }

    /// Changes the lower bounds of some variables.
    pub fn set_bounds(&mut self, bounds: impl IntoIterator<Item = (usize, Integer)>) {
        let mut moved = false;
        for (variable, bound) in bounds {
            if self.lower[variable] != bound {
                self.lower[variable] = bound;
                moved |= self.row_of[variable].is_none();
            }
        }
        if moved {
            let mut rows = std::mem::take(&mut self.rows);
            rows.iter_mut().for_each(|row| self.evaluate(row));
            self.rows = rows;
        }
    }

    /// The lower bound of a variable.
    pub fn bound(&self, variable: usize) -> &Integer {
        &self.lower[variable]
    }

    /// The least value of the objective, rounded down, where all bounds are met; or else variables with positive weights whose weighted
    /// sum is at most that of their constants, and below that of their bounds.
    pub fn minimise(&mut self, budget: &Budget<'_>) -> Budgeted<Result<Integer, Terms>> {
        let mut exchanges = 0usize;
        loop {
            budget.spend(self.rows.len())?;
            let Some(leaving) = self.leaving(exchanges >= FREE_EXCHANGES) else {
                let mut objective = self.objective.clone();
                self.evaluate(&mut objective);
                return Ok(Ok(objective.numerator.floor_divide(&objective.denominator)));
            };
            match self.entering(leaving) {
                Some(entering) => self.exchange(leaving, entering, budget)?,
                None => return Ok(Err(self.proof(leaving))),
            }
            exchanges += 1;
        }
    }

    /// A row whose variable is below its bound.
    fn leaving(&self, least: bool) -> Option<usize> {
        let mut best: Option<(usize, Integer)> = None;
        for (at, row) in self.rows.iter().enumerate() {
            let deficit = &(&row.denominator * &self.lower[row.basic]) - &row.numerator;
            if !deficit.is_positive() {
                continue;
            }
            let better = best.as_ref().is_none_or(|(other, most)| {
                let other = &self.rows[*other];
                if least {
                    row.basic < other.basic
                } else {
                    &deficit * &other.denominator > most * &row.denominator
                }
            });
            if better {
                best = Some((at, deficit));
            }
        }
        best.map(|(at, _)| at)
    }

    /// The variable that raises a row at the least cost.
    fn entering(&self, at: usize) -> Option<usize> {
        let mut best: Option<(usize, &Integer, &Integer)> = None;
        for (variable, coefficient) in &self.rows[at].terms {
            if !coefficient.is_positive() {
                continue;
            }
            let cost = coefficient_of(&self.objective.terms, *variable);
            let better = best.is_none_or(|(_, other_cost, other)| {
                (cost * other).cmp(&(other_cost * coefficient)) == Ordering::Less
            });
            if better {
                best = Some((*variable, cost, coefficient));
            }
        }
        best.map(|(variable, _, _)| variable)
    }

    fn proof(&self, at: usize) -> Terms {
        let row = &self.rows[at];
        let mut weights: Terms =
            row.terms.iter().map(|(variable, coefficient)| (*variable, -coefficient)).collect();
        weights.push((row.basic, row.denominator.clone()));
        weights.sort_unstable_by_key(|(variable, _)| *variable);
        weights
    }

    /// Makes a variable of a row basic instead of its own.
    fn exchange(&mut self, at: usize, entering: usize, budget: &Budget<'_>) -> Budgeted<()> {
        let mut pivot = self.rows[at].clone();
        let leaving = pivot.basic;
        solve_for(&mut pivot, entering);
        self.evaluate(&mut pivot);
        let mut rows = std::mem::take(&mut self.rows);
        let mut work = pivot.terms.len();
        for (other, row) in rows.iter_mut().enumerate() {
            if other != at && substitute(row, entering, &pivot) {
                work = work.saturating_add(row.terms.len().saturating_add(pivot.terms.len()));
                self.evaluate(row);
            }
        }
        substitute(&mut self.objective, entering, &pivot);
        rows[at] = pivot;
        self.rows = rows;
        self.row_of[leaving] = None;
        self.row_of[entering] = Some(at);
        budget.spend(work)
    }

    /// The value of a variable as a fraction, the denominator positive.
    pub fn value(&self, variable: usize) -> (Integer, Integer) {
        match self.row_of[variable] {
            Some(at) => (self.rows[at].numerator.clone(), self.rows[at].denominator.clone()),
            None => (self.lower[variable].clone(), Integer::ONE),
        }
    }

    /// Whether the variable is above zero.
    pub fn is_positive(&self, variable: usize) -> bool {
        match self.row_of[variable] {
            Some(at) => self.rows[at].numerator.is_positive(),
            None => self.lower[variable].is_positive(),
        }
    }

    /// Whether the variable is above its bound.
    pub fn is_above(&self, variable: usize) -> bool {
        self.row_of[variable].is_some_and(|at| {
            let row = &self.rows[at];
            row.numerator > &row.denominator * &self.lower[variable]
        })
    }

    /// Which of some variables can be above their bounds, among all values that meet the bounds? The bounds are met when this is
    /// asked; the objective is lost.
    ///
    /// Solutions have a mean that is above a bound wherever one of them is. So the sum of all variables that were never above theirs is
    /// maximised, by the primal method with Bland's rule; each that comes above, in a solution or along an unbounded direction, leaves the sum.
    pub fn can_be_above(&mut self, variables: &[usize], budget: &Budget<'_>) -> Budgeted<Vec<bool>> {
        let mut above = vec![false; self.row_of.len()];
        let mut changed = true;
        loop {
            for variable in variables {
                if !above[*variable] && self.is_above(*variable) {
                    (above[*variable], changed) = (true, true);
                }
            }
            if changed {
                self.maximise_sum(variables.iter().copied().filter(|variable| !above[*variable]), budget)?;
                changed = false;
            }
            let improving = self.objective.terms.iter().find(|(_, coefficient)| coefficient.is_positive());
            let Some(entering) = improving.map(|(variable, _)| *variable) else {
                return Ok(variables.iter().map(|variable| above[*variable]).collect());
            };
            budget.spend(self.rows.len())?;
            match self.blocking(entering) {
                Some(at) => self.exchange(at, entering, budget)?,
                None => {
                    let raised =
                        self.rows.iter().filter(|row| coefficient_of(&row.terms, entering).is_positive());
                    for variable in raised.map(|row| row.basic).chain([entering]) {
                        above[variable] = true;
                    }
                    changed = true;
                }
            }
        }
    }

    fn maximise_sum(&mut self, variables: impl Iterator<Item = usize>, budget: &Budget<'_>) -> Budgeted<()> {
        self.objective.terms = variables.map(|variable| (variable, Integer::ONE)).collect();
        self.objective.terms.sort_unstable_by_key(|(variable, _)| *variable);
        self.objective.denominator = Integer::ONE;
        self.objective.constant = Integer::ZERO;
        for at in 0..self.rows.len() {
            if substitute(&mut self.objective, self.rows[at].basic, &self.rows[at]) {
                budget.spend(self.objective.terms.len())?;
            }
        }
        Ok(())
    }

    /// The row whose variable comes to its bound first when a variable rises.
    fn blocking(&self, entering: usize) -> Option<usize> {
        let mut best: Option<(usize, Integer, &Integer)> = None;
        for (at, row) in self.rows.iter().enumerate() {
            let coefficient = coefficient_of(&row.terms, entering);
            if !coefficient.is_negative() {
                continue;
            }
            let room = &row.numerator - &(&row.denominator * &self.lower[row.basic]);
            let better = best.as_ref().is_none_or(|(other, least, other_coefficient)| {
                // Both coefficients are negative: room/|a| < least/|b| where room·b > least·a.
                match (&room * other_coefficient).cmp(&(least * coefficient)) {
                    Ordering::Greater => true,
                    Ordering::Equal => row.basic < self.rows[*other].basic,
                    Ordering::Less => false,
                }
            });
            if better {
                best = Some((at, room, coefficient));
            }
        }
        best.map(|(at, _, _)| at)
    }
}

fn coefficient_of(terms: &[(usize, Integer)], variable: usize) -> &Integer {
    match terms.binary_search_by_key(&variable, |(own, _)| *own) {
        Ok(at) => &terms[at].1,
        Err(_) => &Integer::ZERO,
    }
}

/// Rewrites `d·b = c + a·n + …` as `a·n = d·b − c − …`, with a positive denominator.
fn solve_for(row: &mut DictionaryRow, variable: usize) {
    let Ok(at) = row.terms.binary_search_by_key(&variable, |(own, _)| *own) else { return };
    let (_, coefficient) = row.terms.remove(at);
    let positive = coefficient.is_positive();
    let (basic, denominator) = (row.basic, row.denominator.clone());
    if positive {
        row.terms.iter_mut().for_each(|(_, own)| *own = -&*own);
        row.constant = -&row.constant;
    }
    let at = row.terms.partition_point(|(own, _)| *own < basic);
    row.terms.insert(at, (basic, if positive { denominator } else { -&denominator }));
    row.denominator = coefficient.abs();
    row.basic = variable;
}

/// Replaces a variable in a row by what another row says it is; whether it was there.
fn substitute(row: &mut DictionaryRow, variable: usize, definition: &DictionaryRow) -> bool {
    let Ok(at) = row.terms.binary_search_by_key(&variable, |(own, _)| *own) else { return false };
    let (_, factor) = row.terms.remove(at);
    let scale = &definition.denominator;
    let mut terms = Vec::with_capacity(row.terms.len() + definition.terms.len());
    let (mut left, mut right) = (row.terms.iter().peekable(), definition.terms.iter().peekable());
    loop {
        let order = match (left.peek(), right.peek()) {
            (Some((own, _)), Some((other, _))) => own.cmp(other),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (None, None) => break,
        };
        let zero = (usize::MAX, Integer::ZERO);
        let own = if order.is_le() { left.next().unwrap_or(&zero) } else { &zero };
        let other = if order.is_ge() { right.next().unwrap_or(&zero) } else { &zero };
        let sum = own.1.combine(scale, &factor, &other.1);
        if !sum.is_zero() {
            terms.push((own.0.min(other.0), sum));
        }
    }
    row.terms = terms;
    row.constant = row.constant.combine(scale, &factor, &definition.constant);
    row.denominator = &row.denominator * scale;
    reduce(row);
    true
}

/// Divides a row by the common divisor of all its numbers.
fn reduce(row: &mut DictionaryRow) {
    let mut divisor = row.denominator.clone();
    let numbers = std::iter::once(&row.constant).chain(row.terms.iter().map(|(_, coefficient)| coefficient));
    for number in numbers {
        if divisor.is_one() {
            return;
        }
        divisor = divisor.gcd(number);
    }
    if divisor.is_one() {
        return;
    }
    row.denominator = row.denominator.floor_divide(&divisor);
    row.constant = row.constant.floor_divide(&divisor);
    row.terms.iter_mut().for_each(|(_, coefficient)| *coefficient = coefficient.floor_divide(&divisor));
}
