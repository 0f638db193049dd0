//! Sums of integer variables that steps never increase: finite parts only say which integer parts follow each other.

use super::{Composite, Sides};
use state_sets::{Cell, Complement, Descent, Limited, Linear, Passage, Rank};

impl<F: Complement, N: Complement + Rank> Rank for Composite<F, N> {
    fn descent(&self, passages: &[Passage<'_, Self>], places: usize) -> Limited<Option<Descent>> {
        let mut inner: Vec<Passage<'_, N>> = Vec::new();
        for passage in passages {
            for (finite, integer) in &passage.relation.pairs {
                for (from, from_integer) in &passage.from.parts {
                    let reached = self.finite.post(from, finite)?;
                    for (to, to_integer) in &passage.to.parts {
                        if !self.finite.is_empty(&self.finite.intersection(&reached, to)?)? {
                            inner.push(Passage {
                                relation: integer,
                                from: from_integer,
                                to: to_integer,
                                places: passage.places.clone(),
                            });
                        }
                    }
                }
            }
        }
        let found = self.integer.descent(&inner, places)?;
        Ok(found.map(|descent| Descent { sum: outside(&descent.sum, &self.sides), ..descent }))
    }
}

/// The sum under the numbers that its variables have in the whole space.
fn outside(sum: &Linear, sides: &Sides) -> Linear {
    sum.with_cells(&|cell| match cell {
        Cell::Variable(variable, moment) => Cell::Variable(sides.integer(variable), moment),
        other => other,
    })
}
