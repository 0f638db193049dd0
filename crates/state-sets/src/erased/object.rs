//! The operations of a domain on sets whose type is found out when they are called.

use super::{Erased, ErasedRelation, ErasedSet};
use crate::{
    Close, Closure, Complement, Descent, Describe, Domain, Formula, Limited, Passage, Point, Rank, Side,
    Size, Space, Step, Widen,
};
use std::any::Any;
use std::rc::Rc;

/// What all domains for systems without bound can do, in a form of which there can be a table. The methods are those of the
/// traits with the same names.
pub(super) trait Object {
    fn space(&self) -> &Space;
    fn empty(&self) -> ErasedSet;
    fn whole(&self) -> Limited<ErasedSet>;
    fn set(&self, formula: &Formula) -> Limited<ErasedSet>;
    fn relation(&self, step: &Step) -> Limited<ErasedRelation>;
    fn union(&self, left: &ErasedSet, right: &ErasedSet) -> Limited<ErasedSet>;
    fn intersection(&self, left: &ErasedSet, right: &ErasedSet) -> Limited<ErasedSet>;
    fn is_empty(&self, set: &ErasedSet) -> Limited<bool>;
    fn is_subset(&self, inner: &ErasedSet, outer: &ErasedSet) -> Limited<bool>;
    fn is_equal(&self, left: &ErasedSet, right: &ErasedSet) -> Limited<bool>;
    fn post(&self, set: &ErasedSet, relation: &ErasedRelation) -> Limited<ErasedSet>;
    fn pre(&self, set: &ErasedSet, relation: &ErasedRelation) -> Limited<ErasedSet>;
    fn contains(&self, set: &ErasedSet, point: &Point) -> Limited<bool>;
    fn pick(&self, set: &ErasedSet) -> Limited<Option<Point>>;
    fn singleton(&self, point: &Point) -> Limited<ErasedSet>;
    fn size(&self, set: &ErasedSet) -> Limited<Size>;
    fn weight(&self, set: &ErasedSet) -> usize;
    fn parts(&self, set: &ErasedSet) -> usize;
    fn relation_weight(&self, relation: &ErasedRelation) -> usize;
    fn bytes(&self) -> u64;
    fn difference(&self, left: &ErasedSet, right: &ErasedSet) -> Limited<ErasedSet>;
    fn fresh(&self, found: &ErasedSet, known: &ErasedSet) -> Limited<ErasedSet>;
    fn complement(&self, set: &ErasedSet) -> Limited<ErasedSet>;
    fn widen(&self, earlier: &ErasedSet, later: &ErasedSet, seed: u32) -> Limited<ErasedSet>;
    fn closure(&self, relation: &ErasedRelation, side: Side) -> Limited<Closure<ErasedRelation>>;
    fn descent(&self, passages: &[Passage<'_, Erased<'_>>], places: usize) -> Limited<Option<Descent>>;
    fn describe(&self, set: &ErasedSet) -> Limited<Option<Formula>>;
    fn formula(&self, set: &ErasedSet) -> Limited<Option<Formula>>;
}

/// What an operand is in the domain of this type.
///
/// # Panics
/// If it was made by a domain of another type, which is a mistake of the caller.
fn typed<T: 'static>(operand: &Rc<dyn Any>) -> &T {
    operand.downcast_ref().unwrap_or_else(|| unreachable!("a set belongs to the domain that made it"))
}

fn erased<T: 'static>(result: Limited<T>) -> Limited<ErasedSet> {
    Ok(ErasedSet(Rc::new(result?)))
}

impl<D> Object for D
where
    D: Complement + Widen + Close + Rank + Describe,
    D::Set: 'static,
    D::Relation: 'static,
{
    fn space(&self) -> &Space {
        Domain::space(self)
    }

    fn empty(&self) -> ErasedSet {
        ErasedSet(Rc::new(Domain::empty(self)))
    }

    fn whole(&self) -> Limited<ErasedSet> {
        erased(Domain::whole(self))
    }

    fn set(&self, formula: &Formula) -> Limited<ErasedSet> {
        erased(Domain::set(self, formula))
    }

    fn relation(&self, step: &Step) -> Limited<ErasedRelation> {
        Ok(ErasedRelation(Rc::new(Domain::relation(self, step)?)))
    }

    fn union(&self, left: &ErasedSet, right: &ErasedSet) -> Limited<ErasedSet> {
        erased(Domain::union(self, typed(&left.0), typed(&right.0)))
    }

    fn intersection(&self, left: &ErasedSet, right: &ErasedSet) -> Limited<ErasedSet> {
        erased(Domain::intersection(self, typed(&left.0), typed(&right.0)))
    }

    fn is_empty(&self, set: &ErasedSet) -> Limited<bool> {
        Domain::is_empty(self, typed(&set.0))
    }

    fn is_subset(&self, inner: &ErasedSet, outer: &ErasedSet) -> Limited<bool> {
        Domain::is_subset(self, typed(&inner.0), typed(&outer.0))
    }

    fn is_equal(&self, left: &ErasedSet, right: &ErasedSet) -> Limited<bool> {
        Domain::is_equal(self, typed(&left.0), typed(&right.0))
    }

    fn post(&self, set: &ErasedSet, relation: &ErasedRelation) -> Limited<ErasedSet> {
        erased(Domain::post(self, typed(&set.0), typed(&relation.0)))
    }

    fn pre(&self, set: &ErasedSet, relation: &ErasedRelation) -> Limited<ErasedSet> {
        erased(Domain::pre(self, typed(&set.0), typed(&relation.0)))
    }

    fn contains(&self, set: &ErasedSet, point: &Point) -> Limited<bool> {
        Domain::contains(self, typed(&set.0), point)
    }

    fn pick(&self, set: &ErasedSet) -> Limited<Option<Point>> {
        Domain::pick(self, typed(&set.0))
    }

    fn singleton(&self, point: &Point) -> Limited<ErasedSet> {
        erased(Domain::singleton(self, point))
    }

    fn size(&self, set: &ErasedSet) -> Limited<Size> {
        Domain::size(self, typed(&set.0))
    }

    fn weight(&self, set: &ErasedSet) -> usize {
        Domain::weight(self, typed(&set.0))
    }

    fn parts(&self, set: &ErasedSet) -> usize {
        Domain::parts(self, typed(&set.0))
    }

    fn relation_weight(&self, relation: &ErasedRelation) -> usize {
        Domain::relation_weight(self, typed(&relation.0))
    }

    fn bytes(&self) -> u64 {
        Domain::bytes(self)
    }

    fn difference(&self, left: &ErasedSet, right: &ErasedSet) -> Limited<ErasedSet> {
        erased(Complement::difference(self, typed(&left.0), typed(&right.0)))
    }

    fn fresh(&self, found: &ErasedSet, known: &ErasedSet) -> Limited<ErasedSet> {
        erased(Complement::fresh(self, typed(&found.0), typed(&known.0)))
    }

    fn complement(&self, set: &ErasedSet) -> Limited<ErasedSet> {
        erased(Complement::complement(self, typed(&set.0)))
    }

    fn widen(&self, earlier: &ErasedSet, later: &ErasedSet, seed: u32) -> Limited<ErasedSet> {
        erased(Widen::widen(self, typed(&earlier.0), typed(&later.0), seed))
    }

    fn closure(&self, relation: &ErasedRelation, side: Side) -> Limited<Closure<ErasedRelation>> {
        let Closure { relation, exact } = Close::closure(self, typed(&relation.0), side)?;
        Ok(Closure { relation: ErasedRelation(Rc::new(relation)), exact })
    }

    fn descent(&self, passages: &[Passage<'_, Erased<'_>>], places: usize) -> Limited<Option<Descent>> {
        let mut inside: Vec<Passage<'_, D>> = Vec::with_capacity(passages.len());
        for Passage { relation, from, to, places } in passages {
            let (relation, from, to) = (typed(&relation.0), typed(&from.0), typed(&to.0));
            inside.push(Passage { relation, from, to, places: places.clone() });
        }
        Rank::descent(self, &inside, places)
    }

    fn describe(&self, set: &ErasedSet) -> Limited<Option<Formula>> {
        Describe::describe(self, typed(&set.0))
    }

    fn formula(&self, set: &ErasedSet) -> Limited<Option<Formula>> {
        Describe::formula(self, typed(&set.0))
    }
}
