//! Domains whose type is not known where they are used.
//!
//! A checker that is generic in its domain is compiled once for every domain that it is used with, and domains are made of
//! each other: integer sets of several kinds, beside diagrams or not, partitioned or not. [`Erased`] stands for any of them,
//! so that the checker is compiled for it alone, and so is what is built around integer sets. Every operation costs a call
//! through a table, a test of the type of each operand, and a small allocation for the result, which is little beside an
//! operation on sets.
//!
//! # Why it is right
//!
//! Each operation is that of the domain inside, defaults included; so the laws are kept if they are kept there. A set belongs to
//! the domain that made it, as it does without erasure, where the compiler sees to it for domains of different types.

mod object;

use crate::{
    Close, Closure, Complement, Descent, Describe, Domain, Formula, Limited, Passage, Point, Rank, Side,
    Size, Space, Step, Widen,
};
use object::Object;
use std::any::Any;
use std::rc::Rc;

/// A domain of any type that can do all that systems without bound ask for.
pub struct Erased<'d>(Box<dyn Object + 'd>);

/// A set of a domain of any type; clones share it.
#[derive(Debug, Clone)]
pub struct ErasedSet(Rc<dyn Any>);

/// A relation of a domain of any type; clones share it.
#[derive(Debug, Clone)]
pub struct ErasedRelation(Rc<dyn Any>);

impl<'d> Erased<'d> {
    /// The domain without its type.
    pub fn new<D>(domain: D) -> Erased<'d>
    where
        D: Complement + Widen + Close + Rank + Describe + 'd,
        D::Set: 'static,
        D::Relation: 'static,
    {
        Erased(Box::new(domain))
    }
}

impl Domain for Erased<'_> {
    type Set = ErasedSet;
    type Relation = ErasedRelation;

    fn space(&self) -> &Space {
        self.0.space()
    }

    fn empty(&self) -> ErasedSet {
        self.0.empty()
    }

    fn whole(&self) -> Limited<ErasedSet> {
        self.0.whole()
    }

    fn set(&self, formula: &Formula) -> Limited<ErasedSet> {
        self.0.set(formula)
    }

    fn relation(&self, step: &Step) -> Limited<ErasedRelation> {
        self.0.relation(step)
    }

    fn union(&self, left: &ErasedSet, right: &ErasedSet) -> Limited<ErasedSet> {
        self.0.union(left, right)
    }

    fn intersection(&self, left: &ErasedSet, right: &ErasedSet) -> Limited<ErasedSet> {
        self.0.intersection(left, right)
    }

    fn is_empty(&self, set: &ErasedSet) -> Limited<bool> {
        self.0.is_empty(set)
    }

    fn is_subset(&self, inner: &ErasedSet, outer: &ErasedSet) -> Limited<bool> {
        self.0.is_subset(inner, outer)
    }

    fn is_equal(&self, left: &ErasedSet, right: &ErasedSet) -> Limited<bool> {
        self.0.is_equal(left, right)
    }

    fn post(&self, set: &ErasedSet, relation: &ErasedRelation) -> Limited<ErasedSet> {
        self.0.post(set, relation)
    }

    fn pre(&self, set: &ErasedSet, relation: &ErasedRelation) -> Limited<ErasedSet> {
        self.0.pre(set, relation)
    }

    fn contains(&self, set: &ErasedSet, point: &Point) -> Limited<bool> {
        self.0.contains(set, point)
    }

    fn pick(&self, set: &ErasedSet) -> Limited<Option<Point>> {
        self.0.pick(set)
    }

    fn singleton(&self, point: &Point) -> Limited<ErasedSet> {
        self.0.singleton(point)
    }

    fn size(&self, set: &ErasedSet) -> Limited<Size> {
        self.0.size(set)
    }

    fn weight(&self, set: &ErasedSet) -> usize {
        self.0.weight(set)
    }

    fn parts(&self, set: &ErasedSet) -> usize {
        self.0.parts(set)
    }

    fn relation_weight(&self, relation: &ErasedRelation) -> usize {
        self.0.relation_weight(relation)
    }

    fn bytes(&self) -> u64 {
        self.0.bytes()
    }
}

impl Complement for Erased<'_> {
    fn difference(&self, left: &ErasedSet, right: &ErasedSet) -> Limited<ErasedSet> {
        self.0.difference(left, right)
    }

    fn fresh(&self, found: &ErasedSet, known: &ErasedSet) -> Limited<ErasedSet> {
        self.0.fresh(found, known)
    }

    fn complement(&self, set: &ErasedSet) -> Limited<ErasedSet> {
        self.0.complement(set)
    }
}

impl Widen for Erased<'_> {
    fn widen(&self, earlier: &ErasedSet, later: &ErasedSet, seed: u32) -> Limited<ErasedSet> {
        self.0.widen(earlier, later, seed)
    }
}

impl Close for Erased<'_> {
    fn closure(&self, relation: &ErasedRelation, side: Side) -> Limited<Closure<ErasedRelation>> {
        self.0.closure(relation, side)
    }
}

impl Rank for Erased<'_> {
    fn descent(&self, passages: &[Passage<'_, Self>], places: usize) -> Limited<Option<Descent>> {
        self.0.descent(passages, places)
    }
}

impl Describe for Erased<'_> {
    fn describe(&self, set: &ErasedSet) -> Limited<Option<Formula>> {
        self.0.describe(set)
    }

    fn formula(&self, set: &ErasedSet) -> Limited<Option<Formula>> {
        self.0.formula(set)
    }
}
