//! Conjunctions: one polyhedron with divisibility.
//!
//! A conjunction is a list of linear equalities and inequalities over the visible columns (parameters, then
//! dimensions) and over *divisions*, each of which is defined as `⌊e/d⌋` of earlier columns.
//!
//! ```text
//! row:    constant | parameters | dimensions | divisions
//! ```
//!
//! # Why defined divisions
//!
//! An existentially quantified unknown that is a function of the visible columns can stay where it is when the
//! constraints around it are negated: ¬∃q (q = ⌊e/d⌋ ∧ C) is ∃q (q = ⌊e/d⌋ ∧ ¬C). So complement and difference
//! need no quantifier elimination, and `x` is even is the single equality `x = 2·⌊x/2⌋`. All work with quantifiers
//! is done once, in projection.

use crate::integer::Integer;
use crate::row::{self, Row};
use crate::system::System;

/// The definition of a division: the floor of `numerator / denominator`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Division {
    /// An expression of visible columns and earlier divisions, as wide as every row of its conjunction.
    pub numerator: Row,
    /// The divisor, above zero.
    pub denominator: Integer,
}

/// A conjunction of linear constraints over visible columns and divisions.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Conjunction {
    pub(crate) visible: usize,
    pub(crate) divisions: Vec<Division>,
    pub(crate) equalities: Vec<Row>,
    pub(crate) inequalities: Vec<Row>,
}

impl Conjunction {
    /// The conjunction of no constraints.
    pub fn universe(visible: usize) -> Conjunction {
        Conjunction { visible, divisions: Vec::new(), equalities: Vec::new(), inequalities: Vec::new() }
    }

    /// The number of visible columns.
    pub fn visible(&self) -> usize {
        self.visible
    }

    /// The divisions, each over the columns before it.
    pub fn divisions(&self) -> &[Division] {
        &self.divisions
    }

    /// The rows that are zero.
    pub fn equalities(&self) -> &[Row] {
        &self.equalities
    }

    /// The rows that are not negative.
    pub fn inequalities(&self) -> &[Row] {
        &self.inequalities
    }

    /// The width of every row.
    pub(crate) fn width(&self) -> usize {
        1 + self.visible + self.divisions.len()
    }

    /// Demands that the row be zero. Missing columns are taken as zero.
    pub fn add_equality(&mut self, mut equality: Row) {
        equality.resize(self.width(), Integer::ZERO);
        self.equalities.push(equality);
    }

    /// Demands that the row not be negative. Missing columns are taken as zero.
    pub fn add_inequality(&mut self, mut inequality: Row) {
        inequality.resize(self.width(), Integer::ZERO);
        self.inequalities.push(inequality);
    }

    /// The column that is the floor of `numerator / denominator`, added unless it is there already.
    ///
    /// # Panics
    ///
    /// If the denominator is not positive.
    pub fn add_division(&mut self, mut numerator: Row, denominator: Integer) -> usize {
        assert!(denominator.is_positive(), "a division needs a positive denominator");
        numerator.resize(self.width(), Integer::ZERO);
        let same = |d: &Division| d.denominator == denominator && d.numerator == numerator;
        if let Some(index) = self.divisions.iter().position(same) {
            return 1 + self.visible + index;
        }
        self.divisions.push(Division { numerator, denominator });
        for row in self.rows_mut() {
            row.push(Integer::ZERO);
        }
        self.width() - 1
    }

    /// All rows, those of the divisions included.
    pub(crate) fn rows_mut(&mut self) -> impl Iterator<Item = &mut Row> {
        self.divisions
            .iter_mut()
            .map(|division| &mut division.numerator)
            .chain(&mut self.equalities)
            .chain(&mut self.inequalities)
    }

    /// The two inequalities `0 <= numerator − denominator·q <= denominator − 1` of a division.
    pub(crate) fn division_bounds(&self, index: usize) -> [Row; 2] {
        division_bounds(&self.divisions[index], 1 + self.visible + index)
    }

    /// The constraints with each division as an unknown between its bounds.
    pub(crate) fn system(&self) -> System {
        let mut inequalities = self.inequalities.clone();
        for index in 0..self.divisions.len() {
            inequalities.extend(self.division_bounds(index));
        }
        System { width: self.width(), equalities: self.equalities.clone(), inequalities }
    }

    /// The values of the divisions after those of the visible columns.
    pub(crate) fn extend_point(&self, visible: &[Integer]) -> Vec<Integer> {
        let mut point = visible.to_vec();
        for division in &self.divisions {
            let value = row::value_at(&division.numerator, &point).floor_divide(&division.denominator);
            point.push(value);
        }
        point
    }

    /// Does the point, one value for each visible column, satisfy the constraints?
    pub fn contains(&self, visible: &[Integer]) -> bool {
        let point = self.extend_point(visible);
        self.equalities.iter().all(|e| row::value_at(e, &point).is_zero())
            && self.inequalities.iter().all(|e| !row::value_at(e, &point).is_negative())
    }

    /// Adds the other's divisions and returns, for each column of the other, its column here.
    pub(crate) fn import_divisions(&mut self, other: &Conjunction) -> Vec<usize> {
        let columns: Vec<usize> = (0..=self.visible).collect();
        self.import_divisions_at(other, columns)
    }

    /// As [`Conjunction::import_divisions`], where the constant and the visible columns of the other have these places.
    fn import_divisions_at(&mut self, other: &Conjunction, mut columns: Vec<usize>) -> Vec<usize> {
        for division in &other.divisions {
            let numerator = self.import_row(&division.numerator, &columns);
            let column = self.add_division(numerator, division.denominator.clone());
            columns.push(column);
        }
        columns
    }

    /// A row of another conjunction over this one's columns.
    pub(crate) fn import_row(&self, row: &[Integer], columns: &[usize]) -> Row {
        let mut result = row::zero(self.width());
        for (coefficient, &column) in row.iter().zip(columns) {
            if !coefficient.is_zero() {
                result[column] += coefficient;
            }
        }
        result
    }

    /// The conjunction with both constraints.
    pub fn intersection(&self, other: &Conjunction) -> Conjunction {
        self.clone().joined(other, (0..=self.visible).collect())
    }

    /// The conjunction with the other's constraints, whose constant and visible columns have these places here.
    pub(crate) fn joined(self, other: &Conjunction, columns: Vec<usize>) -> Conjunction {
        let mut result = self;
        let columns = result.import_divisions_at(other, columns);
        for equality in &other.equalities {
            let row = result.import_row(equality, &columns);
            result.equalities.push(row);
        }
        for inequality in &other.inequalities {
            let row = result.import_row(inequality, &columns);
            result.inequalities.push(row);
        }
        result
    }

    /// The same constraints over other visible columns: new column `j` is the old column `order[j]`.
    ///
    /// Every old column that some constraint mentions must occur in the order.
    pub(crate) fn rearranged(&self, order: &[Option<usize>]) -> Conjunction {
        let mut order = order.to_vec();
        let visible = order.len();
        order.extend((0..self.divisions.len()).map(|i| Some(1 + self.visible + i)));
        let mut result = self.clone();
        result.visible = visible;
        for row in result.rows_mut() {
            *row = row::rearranged(row, &order);
        }
        result
    }
}

/// The two inequalities that make a column the floor that the division defines.
pub(crate) fn division_bounds(division: &Division, column: usize) -> [Row; 2] {
    let mut lower = division.numerator.clone();
    lower[column] -= &division.denominator;
    let mut upper = row::negated(&lower);
    upper[0] += &(&division.denominator - &Integer::ONE);
    [lower, upper]
}
