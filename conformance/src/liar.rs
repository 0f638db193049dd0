//! A domain of state sets that breaks its laws: what an engine with a known error computes with.
//!
//! It does all that another domain does, but for one operation, which is wrong whenever its turn comes. Nobody shall believe what is
//! computed like this without a certificate.

use state_sets::{
    Close, Closure, Complement, Descent, Describe, Domain, Formula, Halt, Limited, Linear, Passage, Point,
    Rank, Saturate, Side, Size, Space, Step, Widen,
};
use std::cell::Cell;

/// What a domain does wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Lie {
    /// The image under one of the relations has no state.
    ForgetsImage,
    /// The image of sets against one of the relations has no state.
    ForgetsPreimage,
    /// What is reached lacks a state.
    ReachesLess,
    /// A difference lacks a state.
    LosesInDifference,
    /// A union lacks a state.
    LosesInUnion,
    /// An intersection lacks a state.
    LosesInIntersection,
    /// An intersection is all of its left side.
    KeepsInIntersection,
    /// The states of a formula lack one.
    LosesOfFormula,
    /// A set with one state counts as empty.
    OverlooksState,
    /// A set counts as part of every other.
    SeesInclusion,
    /// A widened set is only the earlier one.
    Shrinks,
    /// One step counts as the closure of a relation.
    ClosesTooSoon,
    /// A sum falls where it does not.
    InventsDescent,
    /// The formula of a set lacks a state.
    DescribesLess,
    /// The formula of a set is that of all states.
    DescribesAll,
}

/// All lies.
pub const LIES: [Lie; 15] = [
    Lie::ForgetsImage,
    Lie::ForgetsPreimage,
    Lie::ReachesLess,
    Lie::LosesInDifference,
    Lie::LosesInUnion,
    Lie::LosesInIntersection,
    Lie::KeepsInIntersection,
    Lie::LosesOfFormula,
    Lie::OverlooksState,
    Lie::SeesInclusion,
    Lie::Shrinks,
    Lie::ClosesTooSoon,
    Lie::InventsDescent,
    Lie::DescribesLess,
    Lie::DescribesAll,
];

/// A domain that lies every so many times; relations with such a number are those that are forgotten.
pub struct Liar<D> {
    honest: D,
    lie: Lie,
    every: usize,
    asked: Cell<usize>,
    relations: Cell<usize>,
    work: Cell<usize>,
}

/// A fixpoint of lies may never end: after so many operations the domain gives up.
const MOST_WORK: usize = 20_000;

impl<D> Liar<D> {
    /// The domain, which tells this lie whenever it could have told it so many times.
    pub fn new(honest: D, lie: Lie, every: usize) -> Self {
        let (asked, relations, work) = (Cell::new(0), Cell::new(0), Cell::new(0));
        Liar { honest, lie, every: every.max(1), asked, relations, work }
    }

    /// Takes from the work that there is.
    fn spend(&self) -> Limited<()> {
        self.work.set(self.work.get() + 1);
        if self.work.get() > MOST_WORK { Err(Halt::Interrupted) } else { Ok(()) }
    }

    /// Whether this lie is told now.
    fn lies(&self, lie: Lie) -> bool {
        if self.lie != lie {
            return false;
        }
        self.asked.set(self.asked.get() + 1);
        self.asked.get().is_multiple_of(self.every)
    }

    fn forgets(&self, lie: Lie, number: usize) -> bool {
        self.lie == lie && number.is_multiple_of(self.every)
    }
}

impl<D: Complement> Liar<D> {
    /// The set without one of its states.
    fn less(&self, set: D::Set) -> Limited<D::Set> {
        match self.honest.pick(&set)? {
            Some(point) => self.honest.difference(&set, &self.honest.singleton(&point)?),
            None => Ok(set),
        }
    }
}

/// A relation, with its number.
type Numbered<R> = (R, usize);

impl<D: Complement> Domain for Liar<D> {
    type Set = D::Set;
    type Relation = Numbered<D::Relation>;

    fn space(&self) -> &Space {
        self.honest.space()
    }

    fn empty(&self) -> D::Set {
        self.honest.empty()
    }

    fn whole(&self) -> Limited<D::Set> {
        self.honest.whole()
    }

    fn set(&self, formula: &Formula) -> Limited<D::Set> {
        let set = self.honest.set(formula)?;
        if self.lies(Lie::LosesOfFormula) { self.less(set) } else { Ok(set) }
    }

    fn relation(&self, step: &Step) -> Limited<Self::Relation> {
        self.relations.set(self.relations.get() + 1);
        Ok((self.honest.relation(step)?, self.relations.get()))
    }

    fn union(&self, left: &D::Set, right: &D::Set) -> Limited<D::Set> {
        self.spend()?;
        let union = self.honest.union(left, right)?;
        if self.lies(Lie::LosesInUnion) { self.less(union) } else { Ok(union) }
    }

    fn intersection(&self, left: &D::Set, right: &D::Set) -> Limited<D::Set> {
        self.spend()?;
        if self.lies(Lie::KeepsInIntersection) {
            return Ok(left.clone());
        }
        let intersection = self.honest.intersection(left, right)?;
        if self.lies(Lie::LosesInIntersection) { self.less(intersection) } else { Ok(intersection) }
    }

    fn is_empty(&self, set: &D::Set) -> Limited<bool> {
        self.spend()?;
        if self.lies(Lie::OverlooksState)
            && let Some(point) = self.honest.pick(set)?
        {
            let only = self.honest.singleton(&point)?;
            return self.honest.is_empty(&self.honest.difference(set, &only)?);
        }
        self.honest.is_empty(set)
    }

    fn is_subset(&self, inner: &D::Set, outer: &D::Set) -> Limited<bool> {
        self.spend()?;
        Ok(self.lies(Lie::SeesInclusion) || self.honest.is_subset(inner, outer)?)
    }

    fn is_equal(&self, left: &D::Set, right: &D::Set) -> Limited<bool> {
        self.spend()?;
        Ok(self.lies(Lie::SeesInclusion) || self.honest.is_equal(left, right)?)
    }

    fn post(&self, set: &D::Set, relation: &Self::Relation) -> Limited<D::Set> {
        self.spend()?;
        if self.forgets(Lie::ForgetsImage, relation.1) {
            return Ok(self.honest.empty());
        }
        self.honest.post(set, &relation.0)
    }

    fn pre(&self, set: &D::Set, relation: &Self::Relation) -> Limited<D::Set> {
        self.spend()?;
        if self.forgets(Lie::ForgetsPreimage, relation.1) {
            return Ok(self.honest.empty());
        }
        self.honest.pre(set, &relation.0)
    }

    fn contains(&self, set: &D::Set, point: &Point) -> Limited<bool> {
        self.spend()?;
        self.honest.contains(set, point)
    }

    fn pick(&self, set: &D::Set) -> Limited<Option<Point>> {
        self.spend()?;
        self.honest.pick(set)
    }

    fn singleton(&self, point: &Point) -> Limited<D::Set> {
        self.honest.singleton(point)
    }

    fn size(&self, set: &D::Set) -> Limited<Size> {
        self.honest.size(set)
    }

    fn weight(&self, set: &D::Set) -> usize {
        self.honest.weight(set)
    }

    fn parts(&self, set: &D::Set) -> usize {
        self.honest.parts(set)
    }

    fn relation_weight(&self, relation: &Self::Relation) -> usize {
        self.honest.relation_weight(&relation.0)
    }

    fn bytes(&self) -> u64 {
        self.honest.bytes()
    }
}

impl<D: Complement> Complement for Liar<D> {
    fn difference(&self, left: &D::Set, right: &D::Set) -> Limited<D::Set> {
        self.spend()?;
        let difference = self.honest.difference(left, right)?;
        if self.lies(Lie::LosesInDifference) { self.less(difference) } else { Ok(difference) }
    }
}

impl<D: Complement + Saturate> Saturate for Liar<D> {
    fn reach(&self, from: &D::Set, relations: &[&Self::Relation]) -> Limited<D::Set> {
        let kept = relations.iter().filter(|relation| !self.forgets(Lie::ForgetsImage, relation.1));
        let kept: Vec<&D::Relation> = kept.map(|relation| &relation.0).collect();
        let reached = self.honest.reach(from, &kept)?;
        if self.lies(Lie::ReachesLess) { self.less(reached) } else { Ok(reached) }
    }

    fn reach_back(&self, to: &D::Set, relations: &[&Self::Relation]) -> Limited<D::Set> {
        let kept = relations.iter().filter(|relation| !self.forgets(Lie::ForgetsPreimage, relation.1));
        let kept: Vec<&D::Relation> = kept.map(|relation| &relation.0).collect();
        let reached = self.honest.reach_back(to, &kept)?;
        if self.lies(Lie::ReachesLess) { self.less(reached) } else { Ok(reached) }
    }
}

impl<D: Complement + Widen> Widen for Liar<D> {
    fn widen(&self, earlier: &D::Set, later: &D::Set, seed: u32) -> Limited<D::Set> {
        if self.lies(Lie::Shrinks) {
            return Ok(earlier.clone());
        }
        self.honest.widen(earlier, later, seed)
    }
}

impl<D: Complement + Close> Close for Liar<D> {
    fn closure(&self, relation: &Self::Relation, side: Side) -> Limited<Closure<Self::Relation>> {
        if self.lies(Lie::ClosesTooSoon) {
            return Ok(Closure { relation: relation.clone(), exact: true });
        }
        let Closure { relation: closed, exact } = self.honest.closure(&relation.0, side)?;
        Ok(Closure { relation: (closed, relation.1), exact })
    }
}

impl<D: Complement + Rank> Rank for Liar<D> {
    fn descent(&self, passages: &[Passage<'_, Self>], places: usize) -> Limited<Option<Descent>> {
        let inner = passages.iter().map(|passage| Passage {
            relation: &passage.relation.0,
            from: passage.from,
            to: passage.to,
            places: passage.places.clone(),
        });
        let found = self.honest.descent(&inner.collect::<Vec<_>>(), places)?;
        if self.lies(Lie::InventsDescent) {
            let invented = Descent { sum: Linear::constant(0), places: vec![1; places], least: 0 };
            return Ok(Some(Descent { least: 0, ..found.unwrap_or(invented) }));
        }
        Ok(found)
    }
}

impl<D: Complement + Describe> Describe for Liar<D> {
    fn describe(&self, set: &D::Set) -> Limited<Option<Formula>> {
        self.honest.describe(set)
    }

    fn formula(&self, set: &D::Set) -> Limited<Option<Formula>> {
        if self.lies(Lie::DescribesAll) {
            return self.honest.formula(&self.honest.whole()?);
        }
        let described = if self.lies(Lie::DescribesLess) { self.less(set.clone())? } else { set.clone() };
        self.honest.formula(&described)
    }
}
