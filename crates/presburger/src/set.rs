//! Sets: finite unions of conjunctions over one space.
//!
//! The data type and the operations that need no algorithm: building, union, intersection, membership, product,
//! renaming. Every other operation has a file of its own.

use crate::conjunction::Conjunction;
use crate::integer::Integer;
use crate::space::Space;
use budget::{Budget, Budgeted};

/// A set of integer points, as a union of conjunctions.
///
/// ```
/// use presburger::{Budget, Set};
/// let budget = Budget::unlimited();
/// let even = Set::parse("{ [x] : exists k: x = 2k }").unwrap();
/// let small = Set::parse("{ [x] : 0 <= x <= 5 }").unwrap();
/// let both = even.intersection(&small, &budget).unwrap();
/// assert!(both.contains(&[4]) && !both.contains(&[3]) && !both.contains(&[6]));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Set {
    pub(crate) space: Space,
    pub(crate) disjuncts: Vec<Conjunction>,
}

impl Set {
    /// The set with no point.
    ///
    /// ```
    /// use presburger::{Budget, Set, Space};
    /// assert!(Set::empty(Space::new(&[], &["x"])).is_empty(&Budget::unlimited()).unwrap());
    /// ```
    pub fn empty(space: Space) -> Set {
        Set { space, disjuncts: Vec::new() }
    }

    /// The set of all points.
    ///
    /// ```
    /// use presburger::{Set, Space};
    /// assert!(Set::universe(Space::new(&["n"], &["x"])).contains(&[3, -7]));
    /// ```
    pub fn universe(space: Space) -> Set {
        let disjuncts = vec![Conjunction::universe(space.visible())];
        Set { space, disjuncts }
    }

    /// The set of the points that satisfy the conjunction.
    ///
    /// ```
    /// use presburger::{Conjunction, Set, Space};
    /// let mut conjunction = Conjunction::universe(1);
    /// // x - 2 >= 0: the constant first, then one coefficient for each column.
    /// conjunction.add_inequality(vec![(-2).into(), 1.into()]);
    /// let set = Set::from_conjunction(Space::new(&[], &["x"]), conjunction);
    /// assert!(set.contains(&[2]) && !set.contains(&[1]));
    /// ```
    ///
    /// # Panics
    ///
    /// If the conjunction has another number of visible columns than the space.
    pub fn from_conjunction(space: Space, conjunction: Conjunction) -> Set {
        assert_eq!(space.visible(), conjunction.visible, "a conjunction must fit the space of its set");
        Set { space, disjuncts: conjunction.normalized().into_iter().collect() }
    }

    /// The union of conjunctions, each brought into normal form.
    pub(crate) fn from_disjuncts(
        space: Space,
        disjuncts: impl IntoIterator<Item = Conjunction>,
        budget: &Budget,
    ) -> Budgeted<Set> {
        let mut set = Set::empty(space);
        for disjunct in disjuncts {
            set.push(disjunct, budget)?;
        }
        Ok(set)
    }

    /// Adds a disjunct, unless it is seen to be empty or to be there already.
    pub(crate) fn push(&mut self, disjunct: Conjunction, budget: &Budget) -> Budgeted<()> {
        budget.spend(1 + disjunct.inequalities.len() + disjunct.equalities.len())?;
        if let Some(disjunct) = disjunct.normalized()
            && !self.disjuncts.contains(&disjunct)
        {
            self.disjuncts.push(disjunct);
            budget.limits().allow_disjuncts(self.disjuncts.len())?;
        }
        Ok(())
    }

    /// The names of the parameters and dimensions.
    pub fn space(&self) -> &Space {
        &self.space
    }

    /// The conjunctions whose union this set is.
    pub fn disjuncts(&self) -> &[Conjunction] {
        &self.disjuncts
    }

    /// The number of dimensions.
    pub fn dimension_count(&self) -> usize {
        self.space.dimensions().len()
    }

    /// The same set with the other space's parameters added and in its order.
    pub(crate) fn with_space(&self, space: &Space) -> Set {
        if self.space.parameters() == space.parameters() {
            return Set { space: space.clone(), disjuncts: self.disjuncts.clone() };
        }
        let order = self.space.order_for(space);
        let disjuncts = self.disjuncts.iter().map(|d| d.rearranged(&order)).collect();
        Set { space: space.clone(), disjuncts }
    }

    /// Both sets over one space: the names of `self` and the parameters of both.
    pub(crate) fn aligned(&self, other: &Set) -> (Set, Set) {
        assert_eq!(
            self.dimension_count(),
            other.dimension_count(),
            "sets can be combined only if they have the same number of dimensions"
        );
        let space = self.space.with_parameters_of(&other.space);
        (self.with_space(&space), other.with_space(&space))
    }

    /// The points of either set.
    ///
    /// ```
    /// use presburger::{Budget, Set};
    /// let budget = Budget::unlimited();
    /// let low = Set::parse("{ [x] : x <= 1 }").unwrap();
    /// let high = Set::parse("{ [x] : x >= 5 }").unwrap();
    /// let both = low.union(&high, &budget).unwrap();
    /// assert!(both.contains(&[0]) && !both.contains(&[3]) && both.contains(&[6]));
    /// ```
    ///
    /// # Panics
    ///
    /// If the numbers of dimensions differ; so do all operations on two sets.
    pub fn union(&self, other: &Set, budget: &Budget) -> Budgeted<Set> {
        let (mut left, right) = self.aligned(other);
        for disjunct in right.disjuncts {
            left.push(disjunct, budget)?;
        }
        Ok(left)
    }

    /// The points of both sets.
    ///
    /// ```
    /// use presburger::{Budget, Set};
    /// let budget = Budget::unlimited();
    /// // Parameters of the same name are the same unknown constant.
    /// let above = Set::parse("[n] -> { [x] : x >= n }").unwrap();
    /// let below = Set::parse("[n] -> { [x] : x <= n }").unwrap();
    /// let expected = Set::parse("[n] -> { [x] : x = n }").unwrap();
    /// assert!(above.intersection(&below, &budget).unwrap().is_equal(&expected, &budget).unwrap());
    /// ```
    pub fn intersection(&self, other: &Set, budget: &Budget) -> Budgeted<Set> {
        if self.space.parameters() != other.space.parameters() {
            let (left, right) = self.aligned(other);
            return left.intersection(&right, budget);
        }
        assert_eq!(
            self.dimension_count(),
            other.dimension_count(),
            "sets must have the same number of dimensions"
        );
        let (left, right) = (self, other);
        let mut result = Set::empty(left.space.clone());
        for a in &left.disjuncts {
            for b in &right.disjuncts {
                result.push(a.intersection(b), budget)?;
            }
        }
        Ok(result)
    }

    /// Is the point in the set? For sets without parameters.
    ///
    /// ```
    /// use presburger::Set;
    /// let set = Set::parse("{ [x, y] : x < y and x mod 3 = 1 }").unwrap();
    /// assert!(set.contains(&[4, 5]) && !set.contains(&[3, 5]) && !set.contains(&[4, 4]));
    /// ```
    ///
    /// # Panics
    ///
    /// If the point has another number of coordinates than the set has dimensions and parameters.
    pub fn contains(&self, point: &[i64]) -> bool {
        let point: Vec<Integer> = point.iter().map(|&x| Integer::from(x)).collect();
        self.contains_point(&point)
    }

    /// Is the point in the set? First the values of the parameters, then the coordinates.
    ///
    /// ```
    /// use presburger::{Integer, Set};
    /// let set = Set::parse("[n] -> { [x] : x > n }").unwrap();
    /// let large = Integer::parse("9223372036854775808").unwrap();
    /// assert!(set.contains_point(&[Integer::from(i64::MAX), large]));
    /// ```
    ///
    /// # Panics
    ///
    /// If the point has another number of values.
    pub fn contains_point(&self, point: &[Integer]) -> bool {
        assert_eq!(point.len(), self.space.visible(), "a point has a value for each parameter and dimension");
        self.disjuncts.iter().any(|d| d.contains(point))
    }

    /// The same points with other names for the dimensions.
    ///
    /// ```
    /// use presburger::Set;
    /// let set = Set::parse("{ [x, y] : x < y }").unwrap();
    /// assert_eq!(set.renamed(&["low", "high"]).to_string(), "{ [low, high] : high >= low + 1 }");
    /// ```
    ///
    /// # Panics
    ///
    /// If the number of names is not the number of dimensions.
    pub fn renamed(&self, dimensions: &[&str]) -> Set {
        assert_eq!(dimensions.len(), self.dimension_count(), "renaming keeps the number of dimensions");
        let dimensions = dimensions.iter().map(|name| (*name).to_string()).collect();
        let space = Space::from_names(self.space.parameters().to_vec(), dimensions);
        Set { space, disjuncts: self.disjuncts.clone() }
    }

    /// The pairs of a point of this set and a point of the other.
    ///
    /// ```
    /// use presburger::{Budget, Set};
    /// let left = Set::parse("{ [x] : x >= 1 }").unwrap();
    /// let right = Set::parse("{ [y] : y <= 0 }").unwrap();
    /// let pairs = left.product(&right, &Budget::unlimited()).unwrap();
    /// assert!(pairs.contains(&[1, 0]) && !pairs.contains(&[0, 1]));
    /// ```
    pub fn product(&self, other: &Set, budget: &Budget) -> Budgeted<Set> {
        let here = self.dimension_count();
        let there: Vec<&str> = other.space.dimensions().iter().map(String::as_str).collect();
        let names: Vec<&str> = self.space.dimensions().iter().map(String::as_str).collect();
        self.cylinder(here, &there).intersection(&other.cylinder(0, &names), budget)
    }

    /// The cylinder over this set: new dimensions, in which every value is allowed, inserted at a position.
    ///
    /// ```
    /// use presburger::Set;
    /// let set = Set::parse("{ [x, y] : x < y }").unwrap();
    /// let wide = set.cylinder(1, &["between"]);
    /// assert!(wide.contains(&[1, 77, 2]) && !wide.contains(&[2, 77, 1]));
    /// ```
    ///
    /// # Panics
    ///
    /// If the position is beyond the last dimension.
    pub fn cylinder(&self, position: usize, names: &[&str]) -> Set {
        let parameters = self.space.parameters().to_vec();
        let mut dimensions = self.space.dimensions().to_vec();
        dimensions.splice(position..position, names.iter().map(|name| (*name).to_string()));
        let mut order: Vec<Option<usize>> = (1..=self.space.visible()).map(Some).collect();
        let place = parameters.len() + position;
        order.splice(place..place, names.iter().map(|_| None));
        let disjuncts = self.disjuncts.iter().map(|d| d.rearranged(&order)).collect();
        Set { space: Space::from_names(parameters, dimensions), disjuncts }
    }

    /// The set with its dimensions in another order: new dimension `i` is the old dimension `order[i]`.
    ///
    /// ```
    /// use presburger::Set;
    /// let set = Set::parse("{ [x, y, z] : x = 1 and y = 2 and z = 3 }").unwrap();
    /// assert!(set.permuted(&[2, 0, 1]).contains(&[3, 1, 2]));
    /// ```
    ///
    /// # Panics
    ///
    /// If the order is not a permutation of the dimensions.
    pub fn permuted(&self, order: &[usize]) -> Set {
        let mut seen = vec![false; self.dimension_count()];
        order.iter().for_each(|&i| seen[i] = true);
        assert!(order.len() == seen.len() && seen.iter().all(|s| *s), "the order must be a permutation");
        let dimensions = order.iter().map(|&i| self.space.dimensions()[i].clone()).collect();
        let parameters = (1..=self.space.parameters().len()).map(Some);
        let columns: Vec<Option<usize>> =
            parameters.chain(order.iter().map(|&i| Some(self.space.dimension_column(i)))).collect();
        let disjuncts = self.disjuncts.iter().map(|d| d.rearranged(&columns)).collect();
        Set { space: Space::from_names(self.space.parameters().to_vec(), dimensions), disjuncts }
    }
}
