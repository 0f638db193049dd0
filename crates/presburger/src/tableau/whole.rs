//! Integer points at the vertex, and cuts where it is none.

use super::{Halting, Quantity, Tableau, slack};
use crate::integer::Integer;
use crate::scalar::Scalar;

impl<S: Scalar> Tableau<S> {
    /// Is the vertex an integer point?
    pub fn is_whole(&self) -> bool {
        let whole = |row: usize| self.constant(row).remainder(&self.denominator).sign() == 0;
        (0..self.basic.len()).all(|i| !matches!(self.basic[i], Quantity::Unknown(_)) || whole(i))
    }

    /// The integer point at the vertex, if its coordinates are integers.
    pub fn integer_point(&self, unknowns: usize) -> Option<Vec<Integer>> {
        self.is_whole().then(|| self.point(unknowns))
    }

    /// The vertex, as numerators over one positive denominator.
    pub fn rational_point(&self, unknowns: usize) -> (Vec<Integer>, Integer) {
        let mut point = vec![Integer::ZERO; unknowns];
        for row in 0..self.basic.len() {
            if let Quantity::Unknown(unknown) = self.basic[row] {
                point[unknown] = self.constant(row).to_integer();
            }
        }
        (point, self.denominator.to_integer())
    }

    /// The vertex, rounded down in every coordinate.
    pub fn point(&self, unknowns: usize) -> Vec<Integer> {
        let mut point = vec![Integer::ZERO; unknowns];
        let denominator = self.denominator.to_integer();
        for row in 0..self.basic.len() {
            if let Quantity::Unknown(unknown) = self.basic[row] {
                point[unknown] = self.constant(row).to_integer().floor_divide(&denominator);
            }
        }
        point
    }

    /// An unknown that is not whole at the vertex, and its value rounded down.
    pub fn fractional_unknown(&self) -> Option<(usize, Integer)> {
        (0..self.basic.len()).find_map(|row| match self.basic[row] {
            Quantity::Unknown(unknown) if self.constant(row).remainder(&self.denominator).sign() != 0 => {
                let value = self.constant(row).to_integer();
                Some((unknown, value.floor_divide(&self.denominator.to_integer())))
            }
            _ => None,
        })
    }

    /// Adds the cut of Gomory that a fractional unknown gives; false if every unknown is whole.
    ///
    /// With `d·x = b + Σ aⱼ·sⱼ` and whole slacks `sⱼ >= 0`, the sum `Σ (aⱼ mod d)·sⱼ` is not negative and is
    /// `−b` modulo `d`, so it is at least `−b mod d`. The slack of that inequality, divided by `d`, is whole.
    pub fn cut(&mut self) -> Halting<bool> {
        let fractional = |row: &usize| {
            matches!(self.basic[*row], Quantity::Unknown(_))
                && self.constant(*row).remainder(&self.denominator).sign() != 0
        };
        let usable = |row: &usize| {
            // A column without a sign cannot take part in a cut.
            (0..self.columns.len())
                .all(|j| slack(self.columns[j]).is_some() || self.entry(*row, j).sign() == 0)
        };
        let Some(row) = (0..self.basic.len()).filter(fractional).find(usable) else { return Ok(false) };
        let mut cut = vec![S::zero(); self.stride];
        for (place, entry) in self.row(row).iter().enumerate() {
            cut[place] = if place == 0 {
                entry.negated().remainder(&self.denominator).negated()
            } else {
                entry.remainder(&self.denominator)
            };
        }
        self.entries.extend(cut);
        self.basic.push(Quantity::Slack(self.next));
        self.next += 1;
        Ok(true)
    }
}
