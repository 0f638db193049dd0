//! Sets kept apart by classes of states.
//!
//! What belongs to one class is stored, merged and widened by itself. That makes merging cheaper, because states of
//! different classes are unlikely to merge, and widening tighter, because a bound of one class does not touch the
//! others.
//!
//! # Reference
//!
//! Bultan, Gerber, Pugh: *Model-Checking Concurrent Systems with Unbounded Integer Variables: Symbolic
//! Representations, Approximations, and Experimental Results*, TOPLAS 1999, doi:10.1145/325478.325480, section 4.2.

use state_sets::{
    Close, Closure, Complement, Descent, Describe, Domain, Formula, Limited, Passage, Point, Rank, Side,
    Size, Space, Step, UBig, Widen,
};

/// A domain with a partition of its states.
pub struct Partitioned<D: Domain> {
    domain: D,
    /// Disjoint sets that together have all states.
    classes: Vec<D::Set>,
}

impl<D: Complement> Partitioned<D> {
    /// The domain with these classes: a state belongs to the first whose formula it satisfies, and to one more class
    /// if there is none. Empty classes are left out.
    pub fn new(domain: D, classes: &[Formula]) -> Limited<Partitioned<D>> {
        let mut rest = domain.whole()?;
        let mut found = Vec::new();
        for formula in classes {
            let set = domain.set(formula)?;
            let class = domain.intersection(&rest, &set)?;
            if !domain.is_empty(&class)? {
                rest = domain.difference(&rest, &set)?;
                found.push(class);
            }
        }
        if !domain.is_empty(&rest)? {
            found.push(rest);
        }
        Ok(Partitioned { domain, classes: found })
    }

    /// The domain whose sets are kept apart.
    pub fn domain(&self) -> &D {
        &self.domain
    }

    /// The classes of the partition by what conditions hold: states belong together if they satisfy the same ones.
    pub fn by_conditions(domain: D, conditions: &[Formula]) -> Limited<Partitioned<D>> {
        let mut classes = vec![domain.whole()?];
        for condition in conditions {
            let set = domain.set(condition)?;
            let mut finer = Vec::new();
            for class in &classes {
                let (inside, outside) = (domain.intersection(class, &set)?, domain.difference(class, &set)?);
                for part in [inside, outside] {
                    if !domain.is_empty(&part)? {
                        finer.push(part);
                    }
                }
            }
            classes = finer;
        }
        Ok(Partitioned { domain, classes })
    }

    /// How many classes there are.
    pub fn class_count(&self) -> usize {
        self.classes.len()
    }

    /// The set, cut along the classes.
    fn cut(&self, set: &D::Set) -> Limited<Vec<D::Set>> {
        self.classes.iter().map(|class| self.domain.intersection(set, class)).collect()
    }

    fn pairwise(
        &self,
        left: &[D::Set],
        right: &[D::Set],
        operation: impl Fn(&D, &D::Set, &D::Set) -> Limited<D::Set>,
    ) -> Limited<Vec<D::Set>> {
        left.iter().zip(right).map(|(left, right)| operation(&self.domain, left, right)).collect()
    }

    fn image(
        &self,
        set: &[D::Set],
        operation: impl Fn(&D, &D::Set) -> Limited<D::Set>,
    ) -> Limited<Vec<D::Set>> {
        let mut result = self.empty();
        for part in set {
            if self.domain.is_empty(part)? {
                continue;
            }
            let image = self.cut(&operation(&self.domain, part)?)?;
            result = self.union(&result, &image)?;
        }
        Ok(result)
    }
}

impl<D: Complement> Domain for Partitioned<D> {
    type Set = Vec<D::Set>;
    type Relation = D::Relation;

    fn space(&self) -> &Space {
        self.domain.space()
    }

    fn empty(&self) -> Self::Set {
        self.classes.iter().map(|_| self.domain.empty()).collect()
    }

    fn whole(&self) -> Limited<Self::Set> {
        Ok(self.classes.clone())
    }

    fn set(&self, formula: &Formula) -> Limited<Self::Set> {
        self.cut(&self.domain.set(formula)?)
    }

    fn relation(&self, step: &Step) -> Limited<Self::Relation> {
        self.domain.relation(step)
    }

    fn union(&self, left: &Self::Set, right: &Self::Set) -> Limited<Self::Set> {
        self.pairwise(left, right, D::union)
    }

    fn intersection(&self, left: &Self::Set, right: &Self::Set) -> Limited<Self::Set> {
        self.pairwise(left, right, D::intersection)
    }

    fn is_empty(&self, set: &Self::Set) -> Limited<bool> {
        for part in set {
            if !self.domain.is_empty(part)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn is_subset(&self, inner: &Self::Set, outer: &Self::Set) -> Limited<bool> {
        for (inner, outer) in inner.iter().zip(outer) {
            if !self.domain.is_subset(inner, outer)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn post(&self, set: &Self::Set, relation: &Self::Relation) -> Limited<Self::Set> {
        self.image(set, |domain, part| domain.post(part, relation))
    }

    fn pre(&self, set: &Self::Set, relation: &Self::Relation) -> Limited<Self::Set> {
        self.image(set, |domain, part| domain.pre(part, relation))
    }

    fn contains(&self, set: &Self::Set, point: &Point) -> Limited<bool> {
        for part in set {
            if self.domain.contains(part, point)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn pick(&self, set: &Self::Set) -> Limited<Option<Point>> {
        for part in set {
            if let Some(point) = self.domain.pick(part)? {
                return Ok(Some(point));
            }
        }
        Ok(None)
    }

    fn singleton(&self, point: &Point) -> Limited<Self::Set> {
        self.cut(&self.domain.singleton(point)?)
    }

    fn size(&self, set: &Self::Set) -> Limited<Size> {
        let mut total = Size::Finite(UBig::ZERO);
        for part in set {
            total = total.plus(self.domain.size(part)?);
        }
        Ok(total)
    }

    fn weight(&self, set: &Self::Set) -> usize {
        set.iter().map(|part| self.domain.weight(part)).sum()
    }

    fn parts(&self, set: &Self::Set) -> usize {
        set.iter().map(|part| self.domain.parts(part)).sum()
    }

    fn relation_weight(&self, relation: &Self::Relation) -> usize {
        self.domain.relation_weight(relation)
    }

    fn bytes(&self) -> u64 {
        self.domain.bytes()
    }
}

impl<D: Complement> Complement for Partitioned<D> {
    fn difference(&self, left: &Self::Set, right: &Self::Set) -> Limited<Self::Set> {
        self.pairwise(left, right, D::difference)
    }

    fn fresh(&self, found: &Self::Set, known: &Self::Set) -> Limited<Self::Set> {
        self.pairwise(found, known, D::fresh)
    }
}

impl<D: Complement + Widen> Widen for Partitioned<D> {
    fn widen(&self, earlier: &Self::Set, later: &Self::Set, seed: u32) -> Limited<Self::Set> {
        let widened =
            self.pairwise(earlier, later, |domain, earlier, later| domain.widen(earlier, later, seed))?;
        // A bound of one class may reach into others, where nothing of it is meant.
        self.pairwise(&widened, &self.classes, D::intersection)
    }
}

impl<D: Complement + Close> Close for Partitioned<D> {
    fn closure(&self, relation: &Self::Relation, side: Side) -> Limited<Closure<Self::Relation>> {
        self.domain.closure(relation, side)
    }
}

impl<D: Complement + Rank> Rank for Partitioned<D> {
    fn descent(&self, passages: &[Passage<'_, Self>], places: usize) -> Limited<Option<Descent>> {
        let mut inner = Vec::new();
        for passage in passages {
            for from in passage.from {
                for to in passage.to {
                    if !self.domain.is_empty(from)? && !self.domain.is_empty(to)? {
                        let (relation, places) = (passage.relation, passage.places.clone());
                        inner.push(Passage { relation, from, to, places });
                    }
                }
            }
        }
        self.domain.descent(&inner, places)
    }
}

impl<D: Complement + Describe> Describe for Partitioned<D> {
    fn describe(&self, set: &Self::Set) -> Limited<Option<Formula>> {
        let parts = set.iter().map(|part| self.domain.describe(part)).collect::<Limited<Option<Vec<_>>>>()?;
        Ok(parts.map(Formula::any))
    }

    fn formula(&self, set: &Self::Set) -> Limited<Option<Formula>> {
        let parts = set.iter().map(|part| self.domain.formula(part)).collect::<Limited<Option<Vec<_>>>>()?;
        Ok(parts.map(Formula::any))
    }
}
