//! Relations: sets of pairs of points.
//!
//! A relation is a set whose first dimensions are the argument and whose other dimensions are the result. Every
//! operation here is a product, an intersection and a projection of such sets, so all are exact.

use crate::conjunction::Conjunction;
use crate::integer::Integer;
use crate::print::write_set;
use crate::row;
use crate::set::Set;
use crate::space::Space;
use budget::{Budget, Budgeted};
use std::fmt;

/// A relation between integer points.
///
/// ```
/// use presburger::{Budget, Relation, Set};
/// let budget = Budget::unlimited();
/// let step = Relation::parse("{ [x] -> [x + 2] : x >= 0 }").unwrap();
/// let start = Set::parse("{ [x] : -5 <= x <= 1 }").unwrap();
/// let expected = Set::parse("{ [x] : 2 <= x <= 3 }").unwrap();
/// assert!(step.image(&start, &budget).unwrap().is_equal(&expected, &budget).unwrap());
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Relation {
    pub(crate) inputs: usize,
    pub(crate) pairs: Set,
}

impl Relation {
    /// The relation whose pairs are the points of a set, the first dimensions being the argument.
    ///
    /// ```
    /// use presburger::{Relation, Set};
    /// let pairs = Set::parse("{ [x, y] : y = 2x }").unwrap();
    /// assert_eq!(Relation::from_set(1, pairs).input_count(), 1);
    /// ```
    ///
    /// # Panics
    ///
    /// If the set has fewer dimensions.
    pub fn from_set(inputs: usize, pairs: Set) -> Relation {
        assert!(inputs <= pairs.dimension_count(), "the argument is a part of the pair");
        Relation { inputs, pairs }
    }

    /// The relation of every point with itself.
    ///
    /// ```
    /// use presburger::Relation;
    /// let identity = Relation::identity(&[], &["x".to_string()]);
    /// assert!(identity.pairs().contains(&[3, 3]) && !identity.pairs().contains(&[3, 4]));
    /// ```
    pub fn identity(parameters: &[String], dimensions: &[String]) -> Relation {
        let mut names = dimensions.to_vec();
        names.extend(dimensions.iter().map(|name| format!("{name}'")));
        let space = Space::from_names(parameters.to_vec(), names);
        let mut conjunction = Conjunction::universe(space.visible());
        for i in 0..dimensions.len() {
            let mut equality = row::zero(conjunction.width());
            equality[space.dimension_column(i)] = Integer::ONE;
            equality[space.dimension_column(dimensions.len() + i)] = Integer::from(-1);
            conjunction.add_equality(equality);
        }
        Relation { inputs: dimensions.len(), pairs: Set::from_conjunction(space, conjunction) }
    }

    /// The number of dimensions of the argument.
    pub fn input_count(&self) -> usize {
        self.inputs
    }

    /// The number of dimensions of the result.
    pub fn output_count(&self) -> usize {
        self.pairs.dimension_count() - self.inputs
    }

    /// The pairs, as a set.
    pub fn pairs(&self) -> &Set {
        &self.pairs
    }

    fn outputs(&self) -> Vec<usize> {
        (self.inputs..self.pairs.dimension_count()).collect()
    }

    fn names(&self, range: std::ops::Range<usize>) -> Vec<&str> {
        self.pairs.space.dimensions()[range].iter().map(String::as_str).collect()
    }

    /// The points that are related to some point.
    ///
    /// ```
    /// use presburger::{Budget, Relation, Set};
    /// let budget = Budget::unlimited();
    /// let halve = Relation::parse("{ [x] -> [y] : x = 2y and y >= 0 }").unwrap();
    /// let expected = Set::parse("{ [x] : x >= 0 and x mod 2 = 0 }").unwrap();
    /// assert!(halve.domain(&budget).unwrap().is_equal(&expected, &budget).unwrap());
    /// ```
    pub fn domain(&self, budget: &Budget) -> Budgeted<Set> {
        self.pairs.project_out(&self.outputs(), budget)
    }

    /// The points that some point is related to.
    ///
    /// ```
    /// use presburger::{Budget, Relation, Set};
    /// let budget = Budget::unlimited();
    /// let triple = Relation::parse("{ [x] -> [3x] : x >= 2 }").unwrap();
    /// let expected = Set::parse("{ [x] : x >= 6 and x mod 3 = 0 }").unwrap();
    /// assert!(triple.range(&budget).unwrap().is_equal(&expected, &budget).unwrap());
    /// ```
    pub fn range(&self, budget: &Budget) -> Budgeted<Set> {
        let inputs: Vec<usize> = (0..self.inputs).collect();
        self.pairs.project_out(&inputs, budget)
    }

    /// The relation with each pair turned round.
    ///
    /// ```
    /// use presburger::Relation;
    /// let step = Relation::parse("{ [x, y] -> [x + y] }").unwrap();
    /// let back = step.inverse();
    /// assert_eq!((back.input_count(), back.output_count()), (1, 2));
    /// assert!(back.pairs().contains(&[5, 2, 3]));
    /// ```
    pub fn inverse(&self) -> Relation {
        let mut order = self.outputs();
        order.extend(0..self.inputs);
        Relation { inputs: self.output_count(), pairs: self.pairs.permuted(&order) }
    }

    /// This relation first, then the other: `x` and `z` are related if some `y` lies between them.
    ///
    /// ```
    /// use presburger::{Budget, Relation};
    /// let budget = Budget::unlimited();
    /// let double = Relation::parse("{ [x] -> [2x] }").unwrap();
    /// let next = Relation::parse("{ [x] -> [x + 1] }").unwrap();
    /// let both = double.then(&next, &budget).unwrap();
    /// assert!(both.pairs().contains(&[5, 11]) && !both.pairs().contains(&[5, 12]));
    /// ```
    ///
    /// # Panics
    ///
    /// If the result of this relation has other dimensions than the argument of the other.
    pub fn then(&self, other: &Relation, budget: &Budget) -> Budgeted<Relation> {
        assert_eq!(self.output_count(), other.inputs, "relations compose where result and argument fit");
        let total = self.pairs.dimension_count();
        let left = self.pairs.cylinder(total, &other.names(other.inputs..other.pairs.dimension_count()));
        let pairs = if left.space.parameters() == other.pairs.space.parameters() {
            left.joined_without(&other.pairs, self.inputs..left.dimension_count(), &self.outputs(), budget)?
        } else {
            let right = other.pairs.cylinder(0, &self.names(0..self.inputs));
            left.intersection(&right, budget)?.project_out(&self.outputs(), budget)?
        };
        Ok(Relation { inputs: self.inputs, pairs })
    }

    /// The points that some point of the set is related to.
    ///
    /// ```
    /// use presburger::{Budget, Relation, Set};
    /// let budget = Budget::unlimited();
    /// let swap = Relation::parse("{ [x, y] -> [y, x] }").unwrap();
    /// let set = Set::parse("{ [x, y] : x < y }").unwrap();
    /// let expected = Set::parse("{ [x, y] : y < x }").unwrap();
    /// assert!(swap.image(&set, &budget).unwrap().is_equal(&expected, &budget).unwrap());
    /// ```
    pub fn image(&self, set: &Set, budget: &Budget) -> Budgeted<Set> {
        self.shadow_over(set, 0..self.inputs, budget)
    }

    /// The points that are related to some point of the set.
    ///
    /// ```
    /// use presburger::{Budget, Relation, Set};
    /// let budget = Budget::unlimited();
    /// let step = Relation::parse("{ [p, c] -> [p, c + 1] : c < p }").unwrap();
    /// let target = Set::parse("{ [p, c] : p = c }").unwrap();
    /// let expected = Set::parse("{ [p, c] : p = c + 1 }").unwrap();
    /// assert!(step.pre_image(&target, &budget).unwrap().is_equal(&expected, &budget).unwrap());
    /// ```
    pub fn pre_image(&self, set: &Set, budget: &Budget) -> Budgeted<Set> {
        self.shadow_over(set, self.inputs..self.pairs.dimension_count(), budget)
    }

    /// The pairs whose dimensions in the range form a point of the set, without those dimensions.
    fn shadow_over(&self, set: &Set, range: std::ops::Range<usize>, budget: &Budget) -> Budgeted<Set> {
        assert_eq!(
            set.dimension_count(),
            range.len(),
            "a set must fit the side of the relation it is joined with"
        );
        if self.pairs.space.parameters() != set.space.parameters() {
            let space = self.pairs.space.with_parameters_of(&set.space);
            let narrow = Space::from_names(space.parameters().to_vec(), set.space.dimensions().to_vec());
            let wide = self.with_pairs(self.pairs.with_space(&space));
            return wide.shadow_over(&set.with_space(&narrow), range, budget);
        }
        let removed: Vec<usize> = range.clone().collect();
        self.pairs.joined_without(set, range, &removed, budget)
    }

    /// The pairs whose argument is in the set.
    ///
    /// ```
    /// use presburger::{Budget, Relation, Set};
    /// let step = Relation::parse("{ [x] -> [x + 1] }").unwrap();
    /// let guarded = step.restrict_domain(&Set::parse("{ [x] : x < 5 }").unwrap(), &Budget::unlimited()).unwrap();
    /// assert!(guarded.pairs().contains(&[4, 5]) && !guarded.pairs().contains(&[5, 6]));
    /// ```
    pub fn restrict_domain(&self, set: &Set, budget: &Budget) -> Budgeted<Relation> {
        let names = self.names(self.inputs..self.pairs.dimension_count());
        let pairs = self.pairs.intersection(&set.cylinder(self.inputs, &names), budget)?;
        Ok(Relation { inputs: self.inputs, pairs })
    }

    /// The pairs whose result is in the set.
    ///
    /// ```
    /// use presburger::{Budget, Relation, Set};
    /// let step = Relation::parse("{ [x] -> [x + 1] }").unwrap();
    /// let inside = step.restrict_range(&Set::parse("{ [x] : x < 5 }").unwrap(), &Budget::unlimited()).unwrap();
    /// assert!(inside.pairs().contains(&[3, 4]) && !inside.pairs().contains(&[4, 5]));
    /// ```
    pub fn restrict_range(&self, set: &Set, budget: &Budget) -> Budgeted<Relation> {
        let pairs = self.pairs.intersection(&set.cylinder(0, &self.names(0..self.inputs)), budget)?;
        Ok(Relation { inputs: self.inputs, pairs })
    }

    /// The pairs of either relation.
    ///
    /// ```
    /// use presburger::{Budget, Relation};
    /// let up = Relation::parse("{ [x] -> [x + 1] }").unwrap();
    /// let down = Relation::parse("{ [x] -> [x - 1] }").unwrap();
    /// let either = up.union(&down, &Budget::unlimited()).unwrap();
    /// assert!(either.pairs().contains(&[4, 5]) && either.pairs().contains(&[4, 3]));
    /// ```
    pub fn union(&self, other: &Relation, budget: &Budget) -> Budgeted<Relation> {
        Ok(self.with_pairs(self.pairs.union(&other.pairs, budget)?))
    }

    /// The pairs of both relations.
    ///
    /// ```
    /// use presburger::{Budget, Relation};
    /// let budget = Budget::unlimited();
    /// let greater = Relation::parse("{ [x] -> [y] : y > x }").unwrap();
    /// let near = Relation::parse("{ [x] -> [y] : y <= x + 1 }").unwrap();
    /// let next = Relation::parse("{ [x] -> [x + 1] }").unwrap();
    /// assert!(greater.intersection(&near, &budget).unwrap().is_equal(&next, &budget).unwrap());
    /// ```
    pub fn intersection(&self, other: &Relation, budget: &Budget) -> Budgeted<Relation> {
        Ok(self.with_pairs(self.pairs.intersection(&other.pairs, budget)?))
    }

    /// Is every pair of this relation a pair of the other?
    ///
    /// ```
    /// use presburger::{Budget, Relation};
    /// let next = Relation::parse("{ [x] -> [x + 1] }").unwrap();
    /// let greater = Relation::parse("{ [x] -> [y] : y > x }").unwrap();
    /// assert!(next.is_subset(&greater, &Budget::unlimited()).unwrap());
    /// ```
    pub fn is_subset(&self, other: &Relation, budget: &Budget) -> Budgeted<bool> {
        self.pairs.is_subset(&other.pairs, budget)
    }

    /// Do the two relations have the same pairs?
    ///
    /// ```
    /// use presburger::{Budget, Relation};
    /// let one = Relation::parse("{ [x] -> [y] : x < y < x + 2 }").unwrap();
    /// let other = Relation::parse("{ [x] -> [x + 1] }").unwrap();
    /// assert!(one.is_equal(&other, &Budget::unlimited()).unwrap());
    /// ```
    pub fn is_equal(&self, other: &Relation, budget: &Budget) -> Budgeted<bool> {
        self.pairs.is_equal(&other.pairs, budget)
    }

    /// The relation with the same argument and these pairs.
    pub(crate) fn with_pairs(&self, pairs: Set) -> Relation {
        Relation { inputs: self.inputs, pairs }
    }
}

impl fmt::Display for Relation {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let total = self.pairs.dimension_count();
        // Reading the text back needs names that tell the coordinates apart.
        let mut names = self.pairs.space.dimensions().to_vec();
        for i in 0..total {
            while names[..i].contains(&names[i]) || self.pairs.space.parameters().contains(&names[i]) {
                names[i].push('\'');
            }
        }
        let (inputs, outputs) = names.split_at(self.inputs);
        let tuple = format!("[{}] -> [{}]", inputs.join(", "), outputs.join(", "));
        let space = Space::from_names(self.pairs.space.parameters().to_vec(), names.clone());
        let renamed = Set { space, disjuncts: self.pairs.disjuncts.clone() };
        write_set(&renamed, &tuple, formatter)
    }
}
