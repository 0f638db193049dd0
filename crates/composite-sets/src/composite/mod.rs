//! Finite and integer variables side by side.
//!
//! A set is a map from finite states to integer sets, written as a list of parts (finite set × integer set) whose
//! finite sets are disjoint and whose integer sets are different. So equal finite parts and equal integer parts
//! are merged by construction, inclusion is decided part by part without a complement, and each class of finite
//! states keeps an integer set of its own, as in a partition by control points. A relation is a list of pairs of
//! a finite and an integer relation that need not be disjoint.
//!
//! # Reference
//!
//! Yavuz-Kahveci, Tuncer, Bultan: *A Library for Composite Symbolic Representations*, TACAS 2001,
//! doi:10.1007/3-540-45319-9_5. Departure: the finite parts of a set are disjoint; the disjuncts there may overlap.

mod close;
mod describe;
mod mixed_sums;
mod parts;
mod rank;
mod sides;
mod split;

use sides::Sides;
use state_sets::{Complement, Domain, Formula, Halt, Limited, Point, Size, Space, Step, UBig, Widen};

/// A domain of finite variables and one of integer variables as one domain.
pub struct Composite<F, N> {
    space: Space,
    sides: Sides,
    finite: F,
    integer: N,
}

/// A map from finite states to integer sets.
#[derive(Debug, Clone)]
pub struct CompositeSet<A, B> {
    /// Disjoint sets of finite states, each with the integer set that belongs to it; none of them is empty.
    parts: Vec<(A, B)>,
}

/// Pairs of a finite and an integer relation, any of which can be taken.
#[derive(Debug, Clone)]
pub struct CompositeRelation<A, B> {
    pairs: Vec<(A, B)>,
    /// Whether no step changes a finite variable.
    keeps_finite: bool,
}

type SetOf<F, N> = CompositeSet<<F as Domain>::Set, <N as Domain>::Set>;

impl<F: Domain, N: Domain> Composite<F, N> {
    /// The domain over the space, made of a domain for its finite variables and one for its integer variables.
    pub fn new(
        space: Space,
        finite: impl FnOnce(Space) -> Limited<F>,
        integer: impl FnOnce(Space) -> Limited<N>,
    ) -> Limited<Composite<F, N>> {
        let sides = Sides::new(&space);
        let (finite, integer) = (finite(sides.finite_space(&space))?, integer(sides.integer_space(&space))?);
        Ok(Composite { space, sides, finite, integer })
    }

    /// The domain of the finite variables.
    pub fn finite(&self) -> &F {
        &self.finite
    }

    /// The domain of the integer variables.
    pub fn integer(&self) -> &N {
        &self.integer
    }
}

impl<A, B> CompositeSet<A, B> {
    /// The parts: disjoint sets of finite states, each with its integer set.
    pub fn parts(&self) -> &[(A, B)] {
        &self.parts
    }
}

impl<F: Complement, N: Complement> Domain for Composite<F, N> {
    type Set = CompositeSet<F::Set, N::Set>;
    type Relation = CompositeRelation<F::Relation, N::Relation>;

    fn space(&self) -> &Space {
        &self.space
    }

    fn empty(&self) -> Self::Set {
        CompositeSet { parts: Vec::new() }
    }

    fn whole(&self) -> Limited<Self::Set> {
        self.collected([(self.finite.whole()?, self.integer.whole()?)])
    }

    fn set(&self, formula: &Formula) -> Limited<Self::Set> {
        let mut parts = Vec::new();
        for (finite, integer) in split::split(formula, &self.sides)? {
            parts.push((self.finite.set(&finite)?, self.integer.set(&integer)?));
        }
        self.collected(parts)
    }

    fn relation(&self, step: &Step) -> Limited<Self::Relation> {
        let (finite_changed, integer_changed) = self.sides.changed(&step.changed);
        let mut pairs = Vec::new();
        for (finite, integer) in split::split(&step.relation, &self.sides)? {
            let finite = self.finite.relation(&Step { changed: finite_changed.clone(), relation: finite })?;
            let integer =
                self.integer.relation(&Step { changed: integer_changed.clone(), relation: integer })?;
            // A pair that leads nowhere would be tried in every image.
            if self.leads_somewhere(&finite, &integer)? {
                pairs.push((finite, integer));
            }
        }
        Ok(CompositeRelation { pairs, keeps_finite: finite_changed.is_empty() })
    }

    fn union(&self, left: &Self::Set, right: &Self::Set) -> Limited<Self::Set> {
        if left.parts.is_empty() {
            return Ok(right.clone());
        }
        let mut parts = left.parts.clone();
        for part in &right.parts {
            self.add(&mut parts, part.clone())?;
        }
        self.merged(parts)
    }

    fn intersection(&self, left: &Self::Set, right: &Self::Set) -> Limited<Self::Set> {
        let mut parts = Vec::new();
        for (finite, integer) in &left.parts {
            for (other_finite, other_integer) in &right.parts {
                let finite = self.finite.intersection(finite, other_finite)?;
                if self.finite.is_empty(&finite)? {
                    continue;
                }
                let integer = self.integer.intersection(integer, other_integer)?;
                if !self.integer.is_empty(&integer)? {
                    parts.push((finite, integer));
                }
            }
        }
        self.merged(parts)
    }

    fn is_empty(&self, set: &Self::Set) -> Limited<bool> {
        Ok(set.parts.is_empty())
    }

    fn is_subset(&self, inner: &Self::Set, outer: &Self::Set) -> Limited<bool> {
        for (finite, integer) in &inner.parts {
            let mut left = finite.clone();
            for (other_finite, other_integer) in &outer.parts {
                let common = self.finite.intersection(&left, other_finite)?;
                if self.finite.is_empty(&common)? {
                    continue;
                }
                if !self.integer.is_subset(integer, other_integer)? {
                    return Ok(false);
                }
                left = self.finite.difference(&left, other_finite)?;
            }
            if !self.finite.is_empty(&left)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn post(&self, set: &Self::Set, relation: &Self::Relation) -> Limited<Self::Set> {
        self.image(
            set,
            relation,
            |domain, set, relation| domain.post(set, relation),
            |domain, set, relation| domain.post(set, relation),
        )
    }

    fn pre(&self, set: &Self::Set, relation: &Self::Relation) -> Limited<Self::Set> {
        self.image(
            set,
            relation,
            |domain, set, relation| domain.pre(set, relation),
            |domain, set, relation| domain.pre(set, relation),
        )
    }

    fn contains(&self, set: &Self::Set, point: &Point) -> Limited<bool> {
        let (finite, integer) = self.sides.halves(point);
        for part in &set.parts {
            if self.finite.contains(&part.0, &finite)? {
                return self.integer.contains(&part.1, &integer);
            }
        }
        Ok(false)
    }

    fn pick(&self, set: &Self::Set) -> Limited<Option<Point>> {
        let Some((finite, integer)) = set.parts.first() else { return Ok(None) };
        let picked = self.finite.pick(finite)?.zip(self.integer.pick(integer)?);
        Ok(picked.map(|(finite, integer)| self.sides.whole(&finite, &integer)))
    }

    fn singleton(&self, point: &Point) -> Limited<Self::Set> {
        let (finite, integer) = self.sides.halves(point);
        self.collected([(self.finite.singleton(&finite)?, self.integer.singleton(&integer)?)])
    }

    fn size(&self, set: &Self::Set) -> Limited<Size> {
        let mut total = Size::Finite(UBig::ZERO);
        for (finite, integer) in &set.parts {
            total = total.plus(self.finite.size(finite)?.times(self.integer.size(integer)?));
        }
        Ok(total)
    }

    fn weight(&self, set: &Self::Set) -> usize {
        set.parts.iter().map(|part| self.finite.weight(&part.0) + self.integer.weight(&part.1)).sum()
    }

    fn parts(&self, set: &Self::Set) -> usize {
        set.parts.iter().map(|part| self.integer.parts(&part.1)).sum()
    }

    fn relation_weight(&self, relation: &Self::Relation) -> usize {
        let weight = |pair: &(F::Relation, N::Relation)| {
            self.finite.relation_weight(&pair.0) + self.integer.relation_weight(&pair.1)
        };
        relation.pairs.iter().map(weight).sum()
    }

    fn bytes(&self) -> u64 {
        self.finite.bytes() + self.integer.bytes()
    }
}

impl<F: Complement, N: Complement> Complement for Composite<F, N> {
    fn difference(&self, left: &Self::Set, right: &Self::Set) -> Limited<Self::Set> {
        self.remaining(left, right, |integer, other| self.integer.difference(integer, other))
    }

    /// Where both have a finite state, its integer set is the fresh part of the first one's.
    fn fresh(&self, found: &Self::Set, known: &Self::Set) -> Limited<Self::Set> {
        self.remaining(found, known, |integer, other| self.integer.fresh(integer, other))
    }
}

impl<F: Complement, N: Complement + Widen> Widen for Composite<F, N> {
    /// Each class of finite states is widened by itself: there are finitely many of them, so that every sequence
    /// becomes stationary if it does in the integer domain.
    fn widen(&self, earlier: &Self::Set, later: &Self::Set, seed: u32) -> Limited<Self::Set> {
        let mut parts = self.difference_of_finite(later, earlier)?;
        parts.extend(self.difference_of_finite(earlier, later)?);
        for (finite, integer) in &earlier.parts {
            for (other_finite, other_integer) in &later.parts {
                let common = self.finite.intersection(finite, other_finite)?;
                if !self.finite.is_empty(&common)? {
                    parts.push((common, self.integer.widen(integer, other_integer, seed)?));
                }
            }
        }
        self.merged(parts)
    }
}

/// What is said where a formula has too many cases.
fn too_large() -> Halt {
    Halt::Unsupported("a number is too large".into())
}

fn too_many_cases() -> Halt {
    Halt::Unsupported("a condition that mixes finite and integer variables has too many cases".into())
}
