//! The affine hull of the integer points of a set.
//!
//! # The algorithm
//!
//! Start with the equations of a single sample point. Take them one after the other: if some point `q` of the set
//! violates equation `e`, then remove `e` and replace every other equation `f` by `e(q)·f − f(q)·e`, which
//! vanishes on everything it vanished on before and on `q` too. If no point violates `e`, it stays.
//!
//! # Why it is right
//!
//! The equations always describe the affine span of the points found so far, which lies in the hull; at the end
//! every equation holds on the whole set, so the span is the hull. Each step settles one equation.
//!
//! # Reference
//!
//! Karr: *Affine Relationships Among Variables of a Program*, Acta Informatica 1976, doi:10.1007/BF00268497.

use crate::conjunction::Conjunction;
use crate::integer::Integer;
use crate::row::{self, Row};
use crate::sample;
use crate::set::Set;
use budget::{Budget, Budgeted};

impl Set {
    /// The smallest set that contains this one and is described by equalities alone, parameters included.
    ///
    /// ```
    /// use presburger::{Budget, Set};
    /// let set = Set::parse("{ [x, y] : x = 0 and y = 1 or x = 2 and y = 5 }").unwrap();
    /// let hull = set.affine_hull(&Budget::unlimited()).unwrap();
    /// assert_eq!(hull.to_string(), "{ [x, y] : 2x + 1 = y }");
    /// ```
    pub fn affine_hull(&self, budget: &Budget) -> Budgeted<Set> {
        let Some(equalities) = affine_hull(&self.disjuncts, self.space.visible(), budget)? else {
            return Ok(Set::empty(self.space.clone()));
        };
        let mut hull = Conjunction::universe(self.space.visible());
        equalities.into_iter().for_each(|equality| hull.add_equality(equality));
        Ok(Set::from_conjunction(self.space.clone(), hull))
    }
}

/// The equalities over the visible columns that hold at every point of the union; none if it is empty.
pub(crate) fn affine_hull(
    disjuncts: &[Conjunction],
    visible: usize,
    budget: &Budget,
) -> Budgeted<Option<Vec<Row>>> {
    let mut first = None;
    for disjunct in disjuncts {
        first = sample::sample(disjunct.system(), budget)?;
        if first.is_some() {
            break;
        }
    }
    let Some(point) = first else { return Ok(None) };
    let mut open: Vec<Row> = (0..visible).map(|i| coordinate_equation(visible, i, &point[i])).collect();
    let mut settled = Vec::new();
    while let Some(equation) = open.pop() {
        match violating_point(disjuncts, &equation, budget)? {
            None => settled.push(equation),
            Some(point) => {
                let value = row::value_at(&equation, &point);
                for other in &mut open {
                    let factor = -&row::value_at(other, &point);
                    *other = reduced(row::combination(&value, other, &factor, &equation));
                }
            }
        }
    }
    Ok(Some(settled))
}

/// `x_i − value = 0`.
fn coordinate_equation(visible: usize, index: usize, value: &Integer) -> Row {
    let mut row = row::zero(visible + 1);
    row[0] = -value;
    row[index + 1] = Integer::ONE;
    row
}

/// Some point of the union at which the equation does not hold.
fn violating_point(
    disjuncts: &[Conjunction],
    equation: &Row,
    budget: &Budget,
) -> Budgeted<Option<Vec<Integer>>> {
    for disjunct in disjuncts {
        for mut side in [equation.clone(), row::negated(equation)] {
            side[0] -= &Integer::ONE;
            let mut system = disjunct.system();
            side.resize(system.width, Integer::ZERO);
            system.inequalities.push(side);
            if let Some(mut point) = sample::sample(system, budget)? {
                point.truncate(disjunct.visible);
                return Ok(Some(point));
            }
        }
    }
    Ok(None)
}

/// The equation divided by the greatest common divisor of all its numbers.
fn reduced(mut equation: Row) -> Row {
    let divisor = row::content(&equation).gcd(&equation[0]);
    if !divisor.is_zero() && !divisor.is_one() {
        equation.iter_mut().for_each(|c| *c = c.floor_divide(&divisor));
    }
    equation
}
