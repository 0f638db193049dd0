//! The lexicographic minimum, as a function of the parameters.
//!
//! # The algorithm
//!
//! One dimension after the other: among the points that agree on the parameters and the earlier dimensions, keep
//! those whose next coordinate is least. A coordinate is not least if the projection of the set on the dimensions
//! so far has a point with the same prefix and a smaller coordinate:
//!
//! ```text
//! worse = { (p, v) : ∃w. w < v ∧ (p, w) ∈ projection }        least = projection \ worse
//! ```
//!
//! # Why it is right
//!
//! Projection and difference are exact. Where a coordinate has no lower bound every value is worse than another,
//! so such parameters have no point in the result, as they should.
//!
//! # Reference
//!
//! Feautrier: *Parametric Integer Programming*, RAIRO 1988, doi:10.1051/ro/1988220302431, which computes the same
//! function by parametric dual simplex with cuts. The definition is used here as it stands.

use crate::conjunction::Conjunction;
use crate::integer::Integer;
use crate::row;
use crate::set::Set;
use crate::space::Space;
use budget::{Budget, Budgeted};

impl Set {
    /// For each value of the parameters, the lexicographically least point, where there is one.
    ///
    /// ```
    /// use presburger::{Budget, Set};
    /// let budget = Budget::unlimited();
    /// let set = Set::parse("[n] -> { [x, y] : x >= 0 and y >= 3 and x + y >= n }").unwrap();
    /// let least = set.lexicographic_minimum(&budget).unwrap();
    /// let expected = Set::parse("[n] -> { [x, y] : x = 0 and (y = 3 and n <= 3 or y = n and n > 3) }").unwrap();
    /// assert!(least.is_equal(&expected, &budget).unwrap());
    /// ```
    pub fn lexicographic_minimum(&self, budget: &Budget) -> Budgeted<Set> {
        let count = self.dimension_count();
        let mut current = self.clone();
        for position in 0..count {
            let later: Vec<usize> = (position + 1..count).collect();
            let prefix = current.project_out(&later, budget)?.simplified(budget)?;
            let least = prefix.difference(&worse(&prefix, position, budget)?, budget)?;
            let names: Vec<&str> = later.iter().map(|&i| self.space.dimensions()[i].as_str()).collect();
            current = current.intersection(&least.cylinder(position + 1, &names), budget)?;
            current = current.simplified(budget)?;
        }
        Ok(current)
    }

    /// For each value of the parameters, the lexicographically greatest point, where there is one.
    ///
    /// ```
    /// use presburger::{Budget, Set};
    /// let set = Set::parse("{ [x, y] : 0 <= x <= 4 and 2y <= 9 - x }").unwrap();
    /// let greatest = set.lexicographic_maximum(&Budget::unlimited()).unwrap();
    /// assert!(greatest.contains(&[4, 2]) && !greatest.contains(&[4, 1]));
    /// ```
    pub fn lexicographic_maximum(&self, budget: &Budget) -> Budgeted<Set> {
        Ok(self.reflected().lexicographic_minimum(budget)?.reflected())
    }

    /// The set of the points whose opposite is in this set, with the same parameters.
    fn reflected(&self) -> Set {
        let mut result = self.clone();
        for disjunct in &mut result.disjuncts {
            let first = 1 + self.space.parameters().len();
            let end = 1 + self.space.visible();
            for row in disjunct.rows_mut() {
                for coefficient in &mut row[first..end] {
                    *coefficient = -&*coefficient;
                }
            }
        }
        result
    }
}

/// The points whose coordinate in the last dimension is above that of another point of the set.
fn worse(set: &Set, last: usize, budget: &Budget) -> Budgeted<Set> {
    let wide = set.cylinder(last + 1, &["value"]);
    let mut above = Conjunction::universe(wide.space.visible());
    let mut inequality = row::zero(above.width());
    inequality[0] = Integer::from(-1);
    inequality[wide.space.dimension_column(last)] = Integer::from(-1);
    inequality[wide.space.dimension_column(last + 1)] = Integer::ONE;
    above.add_inequality(inequality);
    let condition = Set::from_conjunction(wide.space.clone(), above);
    let shadow = wide.intersection(&condition, budget)?.project_out(&[last], budget)?;
    let space = Space::from_names(set.space.parameters().to_vec(), set.space.dimensions().to_vec());
    Ok(Set { space, disjuncts: shadow.disjuncts })
}
