//! Sums of counters: what is left of arithmetic when values are known by cases.

#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

use super::unfit::Unfit;
use state_sets::Cell;

/// A constant plus multiples of counters, each counted from its least value, and of bound integers.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Sum {
    /// The cells with their factors, none of which is zero; each cell once.
    pub terms: Vec<(i128, Cell)>,
    /// The constant.
    pub constant: i128,
}

impl Sum {
    /// Adds a multiple of a cell.
    pub fn add(&mut self, factor: i128, cell: Cell) -> Result<(), Unfit> {
        match self.terms.iter().position(|(_, own)| *own == cell) {
            Some(place) => {
                let sum = self.terms[place].0.checked_add(factor).ok_or_else(Unfit::overflow)?;
                match sum {
                    0 => drop(self.terms.swap_remove(place)),
                    _ => self.terms[place].0 = sum,
                }
            }
            None if factor != 0 => self.terms.push((factor, cell)),
            None => {}
        }
        Ok(())
    }

    /// Adds a constant.
    pub fn shift(&mut self, constant: i128) -> Result<(), Unfit> {
        self.constant = self.constant.checked_add(constant).ok_or_else(Unfit::overflow)?;
        Ok(())
    }

    /// Adds a multiple of another sum.
    pub fn add_sum(&mut self, factor: i128, other: &Sum) -> Result<(), Unfit> {
        for (own, cell) in &other.terms {
            self.add(own.checked_mul(factor).ok_or_else(Unfit::overflow)?, *cell)?;
        }
        self.shift(other.constant.checked_mul(factor).ok_or_else(Unfit::overflow)?)
    }

    /// The opposite.
    pub fn negated(&self) -> Result<Sum, Unfit> {
        let mut negated = Sum::default();
        negated.add_sum(-1, self)?;
        Ok(negated)
    }

    /// The factor of a cell.
    pub fn factor(&self, cell: Cell) -> i128 {
        self.terms.iter().find(|(_, own)| *own == cell).map_or(0, |(factor, _)| *factor)
    }

    /// The same with a sum in place of a cell.
    pub fn with(&self, cell: Cell, value: &Sum) -> Result<Sum, Unfit> {
        let factor = self.factor(cell);
        let mut replaced = self.clone();
        replaced.terms.retain(|(_, own)| *own != cell);
        replaced.add_sum(factor, value)?;
        Ok(replaced)
    }
}
