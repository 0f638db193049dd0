//! Projection: removing dimensions, exactly.
//!
//! # The algorithm
//!
//! The columns that go, and the divisions defined through them, become unknowns; all other columns are known.
//! Unknowns are removed one at a time:
//!
//! * An unknown whose definition mentions only known columns becomes a division again.
//! * An **equality** is brought by Euclid's steps to the form `g·u + e = 0` with a single unknown. Then `u` is
//!   `−⌊e/g⌋`, where the division is known, under the condition that `g` divides `e`.
//! * Where `u` has unit coefficients on one side, the real shadow is exact. (No bound on one side is a case.)
//! * If the bounds of `u` mention no other unknown, then an integer lies between `α/a` and `β/b` if and only if
//!   `b·⌈α/a⌉ <= β`. The rounded bound is a division, so **one conjunction is enough**, without a grey shadow:
//!
//! ```text
//!     ∃u. α_i <= a_i·u, b_j·u <= β_j      is      ⋀ over i, j of  b_j·⌊(α_i + a_i − 1)/a_i⌋ <= β_j
//! ```
//!
//! * Otherwise the dark shadow and the splinters of the grey one, each a conjunction of its own.
//!
//! # Why it is right
//!
//! Each step is an equivalence over the integers: for the rounded bounds because the greatest of the rounded
//! lower bounds is a solution if there is one. Each step has one unknown fewer; a splinter has its equality,
//! which removes one next.
//!
//! # Reference
//!
//! Pugh: *A Practical Algorithm for Exact Array Dependence Analysis*, CACM 1992, doi:10.1145/135226.135233.
//! Departure: results are expressed by defined divisions, not by quantified unknowns, and rounded bounds replace
//! splinters wherever the last unknown of a group is removed.

use crate::conjunction::{Conjunction, Division, division_bounds};
use crate::eliminate::{self, Shadow};
use crate::integer::Integer;
use crate::row::{self, Row};
use crate::set::Set;
use crate::simplex::rationally_empty;
use crate::space::Space;
use crate::system::{self, System};
use budget::{Budget, Budgeted};

impl Set {
    /// The set of the points without the given dimensions: there are values for those that lie in this set.
    ///
    /// ```
    /// use presburger::{Budget, Set};
    /// let budget = Budget::unlimited();
    /// let set = Set::parse("{ [x, y] : 2x <= 3y <= 2x + 1 }").unwrap();
    /// let shadow = set.project_out(&[1], &budget).unwrap();
    /// let expected = Set::parse("{ [x] : x mod 3 = 0 or x mod 3 = 1 }").unwrap();
    /// assert!(shadow.is_equal(&expected, &budget).unwrap());
    /// ```
    pub fn project_out(&self, dimensions: &[usize], budget: &Budget) -> Budgeted<Set> {
        let columns: Vec<usize> = dimensions.iter().map(|&i| self.space.dimension_column(i)).collect();
        let kept = |i: &usize| !dimensions.contains(i);
        let names =
            (0..self.dimension_count()).filter(kept).map(|i| self.space.dimensions()[i].clone()).collect();
        let mut result = Set::empty(Space::from_names(self.space.parameters().to_vec(), names));
        for disjunct in &self.disjuncts {
            for part in project(disjunct, &columns, budget)? {
                result.push(part, budget)?;
            }
        }
        Ok(result)
    }

    /// The points whose dimensions in the range form a point of the other set, without the removed dimensions.
    ///
    /// Both must have the same parameters.
    pub(crate) fn joined_without(
        &self,
        other: &Set,
        range: std::ops::Range<usize>,
        removed: &[usize],
        budget: &Budget,
    ) -> Budgeted<Set> {
        let parameters = self.space.parameters();
        let column = |i: usize| self.space.dimension_column(i);
        let places: Vec<usize> = (0..=parameters.len()).chain(range.map(column)).collect();
        let columns: Vec<usize> = removed.iter().map(|&i| column(i)).collect();
        let kept = (0..self.dimension_count()).filter(|i| !removed.contains(i));
        let names = kept.map(|i| self.space.dimensions()[i].clone()).collect();
        let mut result = Set::empty(Space::from_names(parameters.to_vec(), names));
        for here in &self.disjuncts {
            for there in &other.disjuncts {
                let joined = here.clone().joined(there, places.clone());
                for part in project(&joined, &columns, budget)? {
                    result.push(part, budget)?;
                }
            }
        }
        Ok(result)
    }

    /// The set of the values of the parameters for which this set has a point.
    ///
    /// ```
    /// use presburger::{Budget, Set};
    /// let budget = Budget::unlimited();
    /// let set = Set::parse("[n] -> { [x] : 2 <= 3x <= n }").unwrap();
    /// let expected = Set::parse("[n] -> { [] : n >= 3 }").unwrap();
    /// assert!(set.parameter_domain(&budget).unwrap().is_equal(&expected, &budget).unwrap());
    /// ```
    pub fn parameter_domain(&self, budget: &Budget) -> Budgeted<Set> {
        let all: Vec<usize> = (0..self.dimension_count()).collect();
        self.project_out(&all, budget)
    }
}

/// The conjunction without some of its visible columns, as a union of conjunctions.
pub(crate) fn project(
    conjunction: &Conjunction,
    columns: &[usize],
    budget: &Budget,
) -> Budgeted<Vec<Conjunction>> {
    let mut done = Vec::new();
    let mut open = vec![Elimination::new(conjunction, columns)];
    while let Some(elimination) = open.pop() {
        elimination.run(&mut open, &mut done, budget)?;
    }
    Ok(done)
}

/// A projection under way: known visible columns, divisions, then unknowns.
#[derive(Clone)]
struct Elimination {
    visible: usize,
    divisions: Vec<Division>,
    /// The unknowns, each with its definition where it is a division of the columns as they are now.
    unknowns: Vec<Option<Division>>,
    equalities: Vec<Row>,
    inequalities: Vec<Row>,
}

impl Elimination {
    fn new(conjunction: &Conjunction, columns: &[usize]) -> Elimination {
        let visible = conjunction.visible;
        let mut unknown = vec![false; conjunction.width()];
        columns.iter().for_each(|&j| unknown[j] = true);
        for (index, division) in conjunction.divisions.iter().enumerate() {
            unknown[1 + visible + index] =
                (1..division.numerator.len()).any(|j| unknown[j] && !division.numerator[j].is_zero());
        }
        let known = (1..conjunction.width()).filter(|&j| !unknown[j]);
        let order: Vec<Option<usize>> =
            known.chain((1..conjunction.width()).filter(|&j| unknown[j])).map(Some).collect();
        let definition = |column: usize| {
            (column > visible).then(|| {
                let division = &conjunction.divisions[column - visible - 1];
                Division {
                    numerator: row::rearranged(&division.numerator, &order),
                    denominator: division.denominator.clone(),
                }
            })
        };
        let mut result = Elimination {
            visible: visible - columns.len(),
            divisions: Vec::new(),
            unknowns: Vec::new(),
            equalities: conjunction.equalities.iter().map(|r| row::rearranged(r, &order)).collect(),
            inequalities: conjunction.inequalities.iter().map(|r| row::rearranged(r, &order)).collect(),
        };
        for (place, column) in order.iter().enumerate() {
            let column = column.expect("every column has a place");
            if unknown[column] {
                let definition = definition(column);
                if let Some(division) = &definition {
                    result.inequalities.extend(division_bounds(division, place + 1));
                }
                result.unknowns.push(definition);
            } else if let Some(division) = definition(column) {
                result.divisions.push(division);
            }
        }
        result
    }

    fn known_end(&self) -> usize {
        1 + self.visible + self.divisions.len()
    }

    fn width(&self) -> usize {
        self.known_end() + self.unknowns.len()
    }

    fn rows_mut(&mut self) -> impl Iterator<Item = &mut Row> {
        self.divisions
            .iter_mut()
            .chain(self.unknowns.iter_mut().flatten())
            .map(|division| &mut division.numerator)
            .chain(&mut self.equalities)
            .chain(&mut self.inequalities)
    }

    /// Removes unknowns until none is left or the problem splits; parts go to `open`, results to `done`.
    fn run(
        mut self,
        open: &mut Vec<Elimination>,
        done: &mut Vec<Conjunction>,
        budget: &Budget,
    ) -> Budgeted<()> {
        loop {
            budget.spend(1 + self.inequalities.len() + self.equalities.len())?;
            if !system::tighten_equalities(&mut self.equalities) {
                return Ok(());
            }
            if self.promote() || self.step_equality() {
                continue;
            }
            if self.unknowns.is_empty() {
                done.push(self.finished());
                return Ok(());
            }
            let known = self.equalities.len();
            if !system::tighten_inequalities(&mut self.equalities, &mut self.inequalities) {
                return Ok(());
            }
            if self.equalities.len() > known {
                continue;
            }
            let Some(choice) = eliminate::choose(&self.inequalities, self.known_end()..self.width()) else {
                self.unknowns.clear();
                let width = self.known_end();
                self.rows_mut().for_each(|row| row.truncate(width));
                continue;
            };
            if choice.exact {
                self.inequalities =
                    eliminate::shadow(&self.inequalities, choice.column, Shadow::Real, budget)?;
                self.remove_unknown(choice.column);
            } else if let Some(column) = self.lonely_unknown() {
                self.round_bounds(column, budget)?;
            } else {
                return self.split(choice.column, open, budget);
            }
        }
    }

    fn finished(self) -> Conjunction {
        Conjunction {
            visible: self.visible,
            divisions: self.divisions,
            equalities: self.equalities,
            inequalities: self.inequalities,
        }
    }

    /// Deletes the column of an unknown that no constraint mentions.
    fn remove_unknown(&mut self, column: usize) {
        let end = self.known_end();
        self.unknowns.remove(column - end);
        for definition in &mut self.unknowns {
            if definition.as_ref().is_some_and(|d| !d.numerator[column].is_zero()) {
                *definition = None;
            }
        }
        self.rows_mut().for_each(|row| {
            row.remove(column);
        });
    }

    /// Adds a division of known columns and returns its column.
    fn add_division(&mut self, mut numerator: Row, denominator: Integer) -> usize {
        let column = self.known_end();
        numerator.insert(column, Integer::ZERO);
        self.rows_mut().for_each(|row| row.insert(column, Integer::ZERO));
        self.divisions.push(Division { numerator, denominator });
        column
    }

    /// Turns an unknown whose definition is known into a division; true if there was one.
    fn promote(&mut self) -> bool {
        let end = self.known_end();
        let known = |d: &Option<Division>| {
            d.as_ref().is_some_and(|d| d.numerator[end..].iter().all(Integer::is_zero))
        };
        let Some(index) = self.unknowns.iter().position(known) else { return false };
        let division = self.unknowns[index].take().expect("the definition is known");
        let column = self.add_division(division.numerator, division.denominator);
        let mut value = row::zero(self.width());
        value[column] = Integer::ONE;
        self.substitute(end + 1 + index, &value);
        true
    }

    /// Replaces an unknown by an expression and deletes its column.
    fn substitute(&mut self, column: usize, value: &[Integer]) {
        let index = column - self.known_end();
        self.unknowns[index] = None;
        self.rows_mut().for_each(|row| row::substitute(row, column, value));
        self.remove_unknown(column);
    }

    /// Makes one step on an equality that mentions an unknown; true if there was one.
    fn step_equality(&mut self) -> bool {
        let unknowns = self.known_end()..self.width();
        let price = |row: &Row| {
            let sizes = unknowns.clone().filter(|&j| !row[j].is_zero()).map(|j| row[j].abs());
            sizes.min()
        };
        let best =
            (0..self.equalities.len()).filter_map(|i| price(&self.equalities[i]).map(|p| (p, i))).min();
        let Some((least, place)) = best else { return false };
        let equality = self.equalities[place].clone();
        let single = unknowns.clone().filter(|&j| !equality[j].is_zero()).count() == 1;
        if single && !least.is_one() {
            self.solve_single(place);
            return true;
        }
        let (column, value, solved) = eliminate::euclid_step(&equality, unknowns.clone());
        if solved {
            self.equalities.swap_remove(place);
            self.substitute(column, &value);
        } else {
            // The column now stands for another quantity, of which nothing is known but the constraints.
            self.unknowns[column - unknowns.start] = None;
            self.rows_mut().for_each(|row| row::substitute(row, column, &value));
        }
        true
    }

    /// Solves `g·u + e = 0` for its only unknown: `u = −⌊e/g⌋`, where `e = g·⌊e/g⌋`.
    fn solve_single(&mut self, place: usize) {
        let mut equality = self.equalities.swap_remove(place);
        let unknown = (self.known_end()..self.width())
            .find(|&j| !equality[j].is_zero())
            .expect("the equality mentions an unknown");
        if equality[unknown].is_negative() {
            equality = row::negated(&equality);
        }
        let divisor = std::mem::take(&mut equality[unknown]);
        // As g divides e, −⌊e/g⌋ is ⌊−e/g⌋. Of the two, that is taken whose coefficients are smaller modulo g: else
        // x = g·u would become a division of (g − 1)·x, and its huge coefficients would spread to other rows.
        let opposite = row::negated(&equality);
        let weight = |row: &Row| {
            row[1..].iter().fold(Integer::ZERO, |sum, coefficient| &sum + &coefficient.modulo(&divisor))
        };
        let turned = weight(&opposite) < weight(&equality);
        if turned {
            equality = opposite;
        }
        let column = self.add_division(equality.clone(), divisor.clone());
        equality.insert(column, -&divisor);
        self.equalities.push(equality);
        let mut value = row::zero(self.width());
        value[column] = Integer::from(if turned { 1 } else { -1 });
        self.substitute(unknown + 1, &value);
    }

    /// An unknown whose inequalities mention no other unknown.
    fn lonely_unknown(&self) -> Option<usize> {
        (self.known_end()..self.width()).find(|&column| {
            let mut rows = self.inequalities.iter().filter(|row| !row[column].is_zero());
            rows.all(|row| (self.known_end()..self.width()).all(|j| j == column || row[j].is_zero()))
        })
    }

    /// Removes an unknown by rounding its bounds on the side that needs fewer divisions.
    fn round_bounds(&mut self, column: usize, budget: &Budget) -> Budgeted<()> {
        let count = |sign: i32| {
            self.inequalities.iter().filter(|r| r[column].signum() == sign && !r[column].is_unit()).count()
        };
        let side = if count(1) <= count(-1) { 1 } else { -1 };
        let mut column = column;
        for place in 0..self.inequalities.len() {
            budget.spend(1)?;
            let bound = &self.inequalities[place];
            if bound[column].signum() != side || bound[column].is_unit() {
                continue;
            }
            // a·u + e >= 0 says u >= −⌊e/a⌋; for −a·u + e >= 0 it says u <= ⌊e/a⌋.
            let mut rest = bound.clone();
            let divisor = std::mem::take(&mut rest[column]).abs();
            let division = self.add_division(rest, divisor);
            column += 1;
            let mut rounded = row::zero(self.width());
            rounded[division] = Integer::ONE;
            rounded[column] = Integer::from(side);
            self.inequalities[place] = rounded;
        }
        self.inequalities = eliminate::shadow(&self.inequalities, column, Shadow::Real, budget)?;
        self.remove_unknown(column);
        Ok(())
    }

    /// The constraints with known columns and unknowns alike as unknowns.
    fn system(&self) -> System {
        let bounds = |(index, division)| division_bounds(division, 1 + self.visible + index);
        let mut inequalities = self.inequalities.clone();
        inequalities.extend(self.divisions.iter().enumerate().flat_map(bounds));
        System { width: self.width(), equalities: self.equalities.clone(), inequalities }
    }

    /// Splits into the dark shadow and the splinters of the grey one.
    ///
    /// Parts without a rational point are common among splinters of splinters, so they are dropped first.
    fn split(self, column: usize, open: &mut Vec<Elimination>, budget: &Budget) -> Budgeted<()> {
        if rationally_empty(&self.system(), budget)? {
            return Ok(());
        }
        for equality in eliminate::splinters(&self.inequalities, column, budget)? {
            budget.spend(1 + self.inequalities.len() + self.equalities.len())?;
            let mut part = self.clone();
            part.equalities.push(equality);
            open.push(part);
            budget.limits().allow_disjuncts(open.len())?;
        }
        let mut dark = self;
        dark.inequalities = eliminate::shadow(&dark.inequalities, column, Shadow::Dark, budget)?;
        dark.remove_unknown(column);
        open.push(dark);
        Ok(())
    }
}
