//! Whether a conjunction of linear constraints has an integer solution, and which: the Omega test.
//!
//! William Pugh, *A practical algorithm for exact array dependence analysis*, Communications of the ACM 35(8), 1992,
//! doi:10.1145/135226.135233.
//!
//! * An equation whose least factor is that of `x` becomes one with smaller factors when `x` is replaced by `y` minus whole multiples of
//!   the other variables, which is a bijection of the integers; once a factor is one, the equation is solved for its variable.
//! * Without equations a variable `x` is eliminated: each pair `l <= a*x`, `b*x <= u` gives `b*l <= a*u` (the *real shadow*), which must
//!   have a solution if the constraints have one. If `a` or `b` is one in each pair, each solution of it has a value of `x` in between.
//!   Otherwise each solution of the *dark shadow* `a*u - b*l >= (a-1)*(b-1)` has. And if there is a solution but none of the dark
//!   shadow, then some lower bound is nearly met: `a*x = l + i` for a small `i`, and these are tried in turn.
//!
//! Where an elimination gives many constraints, it is first seen whether the constraints contradict each other already over the rationals,
//! or have a whole solution that is found in passing; a few times, whole numbers on either side of a fraction are tried in turn.
//!
//! A solution is built on the way back, a value for each variable that was eliminated; the caller can evaluate what it asked for.
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

use crate::Refusal;
use crate::effort::Effort;
use crate::numbers::{add, divide_down, divide_up, is_divisor, multiply, negate};
use crate::relaxation::{Relaxed, relax};
use crate::rows::{Row, add_multiple, divide_row, divisor_of_factors, get, negate_row, product, set, times};

/// Conjunctions that grow beyond so many constraints are refused.
const MOST_CONSTRAINTS: usize = 50_000;

/// An elimination that adds so many constraints, and removes fewer, is put off.
const MANY: i128 = 10;

/// How often fractions are split into the whole numbers on either side.
const MOST_SPLITS: u32 = 12;

/// Which assumptions of the caller something follows from, a bit for each.
pub(crate) type Because = u128;

/// Values that satisfy all constraints, or the assumptions under which there are none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Answer {
    /// Values of the columns.
    Values(Row),
    /// There are none.
    None(Because),
}

#[derive(Debug, Clone)]
struct Constraint {
    row: Row,
    because: Because,
}

/// Sums that are zero, and sums that are zero or less.
#[derive(Debug, Clone, Default)]
pub(crate) struct Conjunction {
    width: usize,
    equations: Vec<Constraint>,
    bounds: Vec<Constraint>,
    splits: u32,
}

/// A bound, taken apart so that parallel ones are equal but for the constant: the factors of the sum or of its opposite, the first one
/// positive, whether it is the opposite, and the constant.
struct Side {
    factors: Row,
    opposite: bool,
    constant: i128,
    because: Because,
}

impl Side {
    fn constraint(mut self) -> Result<Constraint, Refusal> {
        if self.opposite {
            negate_row(&mut self.factors)?;
        }
        set(&mut self.factors, 0, self.constant);
        Ok(Constraint { row: self.factors, because: self.because })
    }
}

/// The bounds on one column and those that do not mention it.
#[derive(Default)]
struct Parted {
    lower: Vec<Constraint>,
    upper: Vec<Constraint>,
    rest: Vec<Constraint>,
}

impl Conjunction {
    /// No constraint on so many columns, the first of which is that of the constant.
    pub(crate) fn new(width: usize) -> Conjunction {
        Conjunction { width, ..Conjunction::default() }
    }

    /// Adds that a sum is zero or less.
    pub(crate) fn at_most_zero(&mut self, row: Row, because: Because) {
        self.bounds.push(Constraint { row, because });
    }

    /// Adds that a number divides a sum, or does not: it does so with a remainder that is zero or, in a new column, less than the number.
    pub(crate) fn divides(
        &mut self,
        divisor: i128,
        mut row: Row,
        opposite: bool,
        because: Because,
    ) -> Result<(), Refusal> {
        let (quotient, remainder) = (self.width, self.width.saturating_add(1));
        self.width = self.width.saturating_add(2);
        row.resize(self.width, 0);
        set(&mut row, quotient, negate(divisor)?);
        if opposite {
            set(&mut row, remainder, -1);
            let (mut least, mut most) = (vec![0; self.width], vec![0; self.width]);
            set(&mut least, 0, 1);
            set(&mut least, remainder, -1);
            set(&mut most, 0, add(1, negate(divisor)?)?);
            set(&mut most, remainder, 1);
            self.bounds.extend([least, most].map(|row| Constraint { row, because }));
        }
        self.equations.push(Constraint { row, because });
        Ok(())
    }

    /// Solves the constraints.
    pub(crate) fn solve(mut self, effort: &mut Effort) -> Result<Answer, Refusal> {
        for constraint in self.equations.iter_mut().chain(&mut self.bounds) {
            constraint.row.resize(self.width, 0);
        }
        self.answer(effort)
    }

    fn answer(mut self, effort: &mut Effort) -> Result<Answer, Refusal> {
        effort.spend(self.bounds.len().saturating_mul(self.width).saturating_add(1))?;
        if let Some(because) = self.normalise()? {
            return Ok(Answer::None(because));
        }
        if let Some(equation) = self.equations.pop() {
            return self.without_equation(equation, effort);
        }
        match self.cheapest_column() {
            Some((inexact, growth, column)) => {
                if (inexact || growth > MANY)
                    && let Some(answer) = self.relaxed(effort)?
                {
                    return Ok(answer);
                }
                self.without_column(column, effort)
            }
            None => {
                let mut values = vec![0; self.width];
                set(&mut values, 0, 1);
                Ok(Answer::Values(values))
            }
        }
    }

    /// Divides by common divisors, keeps the tightest of parallel bounds and turns opposite ones that meet into equations. Returns what a
    /// contradiction follows from.
    fn normalise(&mut self) -> Result<Option<Because>, Refusal> {
        for mut equation in std::mem::take(&mut self.equations) {
            let divisor = divisor_of_factors(&equation.row)?;
            let constant = get(&equation.row, 0);
            match divisor {
                0 if constant == 0 => {}
                1.. if is_divisor(divisor, constant) => {
                    divide_row(&mut equation.row, divisor)?;
                    self.equations.push(equation);
                }
                _ => return Ok(Some(equation.because)),
            }
        }
        let mut sides = match self.sides()? {
            Ok(sides) => sides.into_iter().peekable(),
            Err(because) => return Ok(Some(because)),
        };
        while let Some(side) = sides.next() {
            let Some(other) = sides.next_if(|other| other.factors == side.factors) else {
                self.bounds.push(side.constraint()?);
                continue;
            };
            let because = side.because | other.because;
            match add(side.constant, other.constant)? {
                1.. => return Ok(Some(because)),
                0 => self.equations.push(Constraint { because, ..side.constraint()? }),
                _ => self.bounds.extend([side.constraint()?, other.constraint()?]),
            }
        }
        Ok(None)
    }

    /// Takes the bounds away: of each direction the tightest, opposite ones side by side. An error if a bound without variables is false.
    fn sides(&mut self) -> Result<Result<Vec<Side>, Because>, Refusal> {
        let mut sides: Vec<Side> = Vec::with_capacity(self.bounds.len());
        for Constraint { row: mut factors, because } in std::mem::take(&mut self.bounds) {
            let divisor = divisor_of_factors(&factors)?;
            if divisor == 0 {
                match get(&factors, 0) <= 0 {
                    true => continue,
                    false => return Ok(Err(because)),
                }
            }
            divide_row(&mut factors, divisor)?;
            let constant = get(&factors, 0);
            set(&mut factors, 0, 0);
            let opposite = factors.iter().find(|factor| **factor != 0).is_some_and(|factor| *factor < 0);
            if opposite {
                negate_row(&mut factors)?;
            }
            sides.push(Side { factors, opposite, constant, because });
        }
        sides.sort_unstable_by(|left, right| {
            let direction = left.factors.cmp(&right.factors).then(left.opposite.cmp(&right.opposite));
            direction.then(right.constant.cmp(&left.constant))
        });
        sides.dedup_by(|side, kept| side.opposite == kept.opposite && side.factors == kept.factors);
        Ok(Ok(sides))
    }

    /// Solves with an equation that is no longer among the constraints.
    fn without_equation(mut self, equation: Constraint, effort: &mut Effort) -> Result<Answer, Refusal> {
        let factors = equation.row.iter().copied().enumerate().skip(1).filter(|(_, factor)| *factor != 0);
        let Some((column, factor)) = factors.min_by_key(|(_, factor)| factor.unsigned_abs()) else {
            return Ok(Answer::None(equation.because));
        };
        // The column is what this sum says; its own factor, one, stands for the new variable, which is zero if the factor is a unit.
        let quotients = equation.row.iter().map(|other| negate(divide_down(*other, factor)?));
        let mut replacement = quotients.collect::<Result<Row, Refusal>>()?;
        let because = equation.because;
        let solved = factor.unsigned_abs() == 1;
        set(&mut replacement, column, i128::from(!solved));
        if !solved {
            self.equations.push(equation);
        }
        for constraint in self.equations.iter_mut().chain(&mut self.bounds) {
            let factor = get(&constraint.row, column);
            if factor != 0 {
                set(&mut constraint.row, column, 0);
                add_multiple(&mut constraint.row, factor, &replacement)?;
                constraint.because |= because;
            }
        }
        let mut answer = self.answer(effort)?;
        if let Answer::Values(values) = &mut answer {
            let value = product(&replacement, values)?;
            set(values, column, value);
        }
        Ok(answer)
    }

    /// The answer over the rationals, if it is one over the integers. What the simplex method says is checked here.
    fn relaxed(&self, effort: &mut Effort) -> Result<Option<Answer>, Refusal> {
        let rows: Vec<&[i128]> = self.bounds.iter().map(|bound| bound.row.as_slice()).collect();
        match relax(&rows, self.width, effort) {
            Ok(Relaxed::Contradiction(factors)) => self.combined(&factors),
            Ok(Relaxed::Values(values)) => {
                for bound in &self.bounds {
                    if product(&bound.row, &values)? > 0 {
                        return Ok(None);
                    }
                }
                Ok(Some(Answer::Values(values)))
            }
            Ok(Relaxed::Fraction(column, below)) if self.splits < MOST_SPLITS => {
                let mut all = 0;
                for (factor, constant) in [(1, negate(below)?), (-1, add(below, 1)?)] {
                    let mut part = self.clone();
                    part.splits = part.splits.saturating_add(1);
                    let mut row = vec![0; self.width];
                    set(&mut row, 0, constant);
                    set(&mut row, column, factor);
                    part.at_most_zero(row, 0);
                    match part.answer(effort)? {
                        Answer::None(because) => all |= because,
                        found => return Ok(Some(found)),
                    }
                }
                Ok(Some(Answer::None(all)))
            }
            // Large numbers on the way are no reason to refuse: there is another way.
            Ok(Relaxed::Fraction(..)) | Err(Refusal::Overflow) => Ok(None),
            Err(refusal) => Err(refusal),
        }
    }

    /// That bounds with factors above zero add up to a contradiction.
    fn combined(&self, factors: &[(usize, i128)]) -> Result<Option<Answer>, Refusal> {
        let (mut sum, mut because) = (vec![0; self.width], 0);
        for (place, factor) in factors.iter().filter(|(_, factor)| *factor > 0) {
            if let Some(bound) = self.bounds.get(*place) {
                add_multiple(&mut sum, *factor, &bound.row)?;
                because |= bound.because;
            }
        }
        let contradiction = get(&sum, 0) > 0 && sum.iter().skip(1).all(|factor| *factor == 0);
        Ok(contradiction.then_some(Answer::None(because)))
    }

    /// The column whose elimination adds the fewest constraints, exact ones first, with whether it is inexact and how many it adds; none
    /// if no bound has a factor.
    fn cheapest_column(&self) -> Option<(bool, i128, usize)> {
        let cost = |column: usize| {
            let (mut lower, mut upper) = ((0_usize, true), (0_usize, true));
            for constraint in &self.bounds {
                let side = match get(&constraint.row, column) {
                    0 => continue,
                    factor if factor < 0 => &mut lower,
                    _ => &mut upper,
                };
                let unit = get(&constraint.row, column).unsigned_abs() == 1;
                *side = (side.0.saturating_add(1), side.1 && unit);
            }
            let removed = lower.0.saturating_add(upper.0);
            let added = lower.0.saturating_mul(upper.0) as i128;
            let cost = (!lower.1 && !upper.1, added.saturating_sub(removed as i128), column);
            (removed > 0).then_some(cost)
        };
        (1..self.width).filter_map(cost).min()
    }

    fn without_column(self, column: usize, effort: &mut Effort) -> Result<Answer, Refusal> {
        let mut parted = Parted::default();
        for constraint in &self.bounds {
            let side = match get(&constraint.row, column) {
                0 => &mut parted.rest,
                factor if factor < 0 => &mut parted.lower,
                _ => &mut parted.upper,
            };
            side.push(constraint.clone());
        }
        for dark in [false, true] {
            let bounds = parted.shadow(column, dark, effort)?;
            let shadow =
                Conjunction { width: self.width, equations: Vec::new(), bounds, splits: self.splits };
            match shadow.answer(effort)? {
                Answer::Values(mut values) => {
                    if parted.extend(column, &mut values)? {
                        return Ok(Answer::Values(values));
                    }
                }
                Answer::None(because) if !dark => return Ok(Answer::None(because)),
                Answer::None(_) => {}
            }
        }
        self.splinters(column, &parted, effort)
    }

    /// Tries the solutions that nearly meet a lower bound `a*x = l + i`; the largest `i` is `(a*b - a - b) / b`, where `b` is the
    /// largest factor of an upper bound.
    fn splinters(&self, column: usize, parted: &Parted, effort: &mut Effort) -> Result<Answer, Refusal> {
        let largest = parted.upper.iter().map(|upper| get(&upper.row, column)).max().unwrap_or(1);
        for lower in &parted.lower {
            let factor = negate(get(&lower.row, column))?;
            let room = add(multiply(factor, largest)?, negate(add(factor, largest)?)?)?;
            for distance in 0..=divide_down(room, largest)? {
                let mut splinter = self.clone();
                let mut equation = lower.clone();
                set(&mut equation.row, 0, add(get(&lower.row, 0), distance)?);
                splinter.equations.push(equation);
                if let Answer::Values(values) = splinter.answer(effort)? {
                    return Ok(Answer::Values(values));
                }
            }
        }
        Ok(Answer::None(self.bounds.iter().fold(0, |because, bound| because | bound.because)))
    }
}

impl Parted {
    /// The shadow of the constraints when a column is eliminated, the real one or the dark one.
    fn shadow(&self, column: usize, dark: bool, effort: &mut Effort) -> Result<Vec<Constraint>, Refusal> {
        let mut bounds = self.rest.clone();
        let count = self.lower.len().saturating_mul(self.upper.len()).saturating_add(bounds.len());
        if count > MOST_CONSTRAINTS {
            return Err(Refusal::Undecided(format!("a conjunction of {count} constraints is too large")));
        }
        for lower in &self.lower {
            let below = negate(get(&lower.row, column))?;
            effort.spend(self.upper.len().saturating_mul(lower.row.len()))?;
            for upper in &self.upper {
                let above = get(&upper.row, column);
                let mut row = times(&lower.row, above)?;
                add_multiple(&mut row, below, &upper.row)?;
                if dark {
                    let gap = multiply(add(above, -1)?, add(below, -1)?)?;
                    let constant = add(get(&row, 0), gap)?;
                    set(&mut row, 0, constant);
                }
                bounds.push(Constraint { row, because: lower.because | upper.because });
            }
        }
        Ok(bounds)
    }

    /// Sets the value of the column to the one nearest to zero that its bounds allow; false if there is none.
    fn extend(&self, column: usize, values: &mut Row) -> Result<bool, Refusal> {
        set(values, column, 0);
        let (mut least, mut most) = (i128::MIN, i128::MAX);
        for Constraint { row, .. } in &self.lower {
            least = least.max(divide_up(product(row, values)?, negate(get(row, column))?)?);
        }
        for Constraint { row, .. } in &self.upper {
            most = most.min(divide_down(negate(product(row, values)?)?, get(row, column))?);
        }
        set(values, column, 0.max(least).min(most));
        Ok(least <= most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use system::Unlimited;

    /// Whether a value of each column from -6 to 6 satisfies the rows.
    fn enumerate(rows: &[Row]) -> bool {
        let range = -6..=6;
        range.clone().any(|x| {
            range.clone().any(|y| {
                range.clone().any(|z| rows.iter().all(|row| product(row, &vec![1, x, y, z]).unwrap() <= 0))
            })
        })
    }

    /// Narrow triangles: the whole points in them, if there are any, nearly meet a bound.
    #[test]
    fn all_splinters_are_tried() {
        for slope in 2..9 {
            for (other, shift) in (2..9).flat_map(|other| (-9..9).map(move |shift| (other, shift))) {
                let rows: [Row; 4] =
                    [vec![1, -slope, 3, 0], vec![shift, other, -2, 0], vec![-6, 0, 1, 0], vec![-6, 0, -1, 0]];
                let mut conjunction = Conjunction { splits: MOST_SPLITS, ..Conjunction::new(4) };
                rows.iter().for_each(|row| conjunction.at_most_zero(row.clone(), 0));
                let answer = conjunction.solve(&mut Effort::new(&Unlimited, 1000)).unwrap();
                let points = (-40..=40).flat_map(|x| (-6..=6).map(move |y| vec![1, x, y, 0]));
                let expected =
                    points.into_iter().any(|point| rows.iter().all(|row| product(row, &point).unwrap() <= 0));
                assert_eq!(matches!(answer, Answer::Values(_)), expected, "{rows:?} {answer:?}");
            }
        }
    }

    /// Without splitting of fractions, so that shadows and splinters decide.
    #[test]
    fn shadows_and_splinters_find_what_enumeration_finds() {
        let mut state = 9_u64;
        let mut number = |most: i128| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            i128::from(state >> 33) % (2 * most + 1) - most
        };
        let mut satisfied = 0;
        for _ in 0..400 {
            let mut rows: Vec<Row> =
                (0..4).map(|_| vec![number(30), number(9), number(9), number(9)]).collect();
            // A narrow strip, in which there are rational points but often no whole ones.
            let strip: Row = vec![number(20), number(13), number(13), 0];
            let mut other = times(&strip, -1).unwrap();
            other[0] -= 2;
            rows.extend([strip, other]);
            for column in 1..4 {
                for factor in [1, -1] {
                    let mut bound = vec![-6, 0, 0, 0];
                    bound[column] = factor;
                    rows.push(bound);
                }
            }
            let mut conjunction = Conjunction { splits: MOST_SPLITS, ..Conjunction::new(4) };
            rows.iter().for_each(|row| conjunction.at_most_zero(row.clone(), 1));
            match conjunction.solve(&mut Effort::new(&Unlimited, 1000)).unwrap() {
                Answer::Values(values) => {
                    satisfied += 1;
                    assert!(
                        rows.iter().all(|row| product(row, &values).unwrap() <= 0),
                        "{rows:?} {values:?}"
                    );
                }
                Answer::None(because) => {
                    assert!(!enumerate(&rows), "{rows:?}");
                    assert_eq!(because, 1);
                }
            }
        }
        assert!((40..360).contains(&satisfied), "{satisfied}");
    }

    /// The reason names constraints that have no solution by themselves.
    #[test]
    fn reasons_suffice() {
        let mut state = 4_u64;
        let mut number = |most: i128| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            i128::from(state >> 33) % (2 * most + 1) - most
        };
        let solve = |rows: &[(usize, Row)]| {
            let mut conjunction = Conjunction::new(4);
            for (place, row) in rows {
                match place % 4 {
                    0 => conjunction.divides(3, row.clone(), place % 8 == 0, 1 << place).unwrap(),
                    _ => conjunction.at_most_zero(row.clone(), 1 << place),
                }
            }
            conjunction.solve(&mut Effort::new(&Unlimited, 1000)).unwrap()
        };
        let mut refuted = 0;
        for round in 0..800 {
            let most = 2 + round % 9;
            let mut rows: Vec<(usize, Row)> =
                (0..9).map(|place| (place, vec![number(9), number(most), number(most), number(2)])).collect();
            rows[2].1 = times(&rows[1].1, -1).unwrap();
            if let Answer::None(because) = solve(&rows) {
                refuted += 1;
                rows.retain(|(place, _)| because >> place & 1 == 1);
                assert!(matches!(solve(&rows), Answer::None(_)), "{rows:?}");
            }
        }
        assert!((40..760).contains(&refuted), "{refuted}");
    }
}
