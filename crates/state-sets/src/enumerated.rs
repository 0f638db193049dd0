//! The simplest domain: sets as lists of their states. It is what other domains and engines are compared with.

use crate::{
    Complement, Describe, Domain, Evaluator, Exchange, Formula, Halt, Kind, Limited, Point, Rank, Saturate,
    Size, Space, Step, Swap, UBig, Variable,
};
use std::collections::BTreeSet;

/// Sets of states of a finite space, one by one.
#[derive(Debug, Clone)]
pub struct Enumerated {
    space: Space,
    evaluator: Evaluator,
    whole: BTreeSet<Point>,
}

/// Spaces with more states than this are refused.
const MOST: usize = 1 << 20;

impl Enumerated {
    /// The sets over the space, in which each variable has finitely many values.
    pub fn new(space: Space) -> Limited<Enumerated> {
        let mut whole = vec![Vec::new()];
        for variable in space.all() {
            let values = values(space.kind(variable)).ok_or_else(too_large)?;
            if whole.len().saturating_mul(values.len()) > MOST {
                return Err(too_large());
            }
            let longer = |point: &Vec<i128>| {
                let point = point.clone();
                values.clone().into_iter().map(move |value| [point.as_slice(), &[value]].concat())
            };
            whole = whole.iter().flat_map(longer).collect();
        }
        let whole = whole.into_iter().map(Point).collect();
        Ok(Enumerated { space, evaluator: Evaluator { integers: -64..=64 }, whole })
    }

    /// The states to which the relation leads from one.
    fn successors<'a>(&'a self, from: &'a Point, step: &'a Step) -> impl Iterator<Item = Point> + 'a {
        let candidates =
            step.changed.iter().fold(vec![from.clone()], |found, variable| self.varied(&found, *variable));
        candidates.into_iter().filter(move |to| self.evaluator.leads(&self.space, step, from, to))
    }

    /// The states that differ from one of these in the variable at most.
    fn varied(&self, points: &[Point], variable: Variable) -> Vec<Point> {
        let values = values(self.space.kind(variable)).unwrap_or_default();
        let with = |point: &Point, value: i128| {
            let mut point = point.clone();
            point.0[variable.index()] = value;
            point
        };
        points.iter().flat_map(|point| values.iter().map(move |&value| with(point, value))).collect()
    }
}

fn values(kind: Kind) -> Option<Vec<i128>> {
    let (low, high) = match kind {
        Kind::Finite { count } => (0, i128::from(count).saturating_sub(1)),
        Kind::Integer { low, high } => (low?, high?),
    };
    (high.checked_sub(low)? < MOST as i128).then(|| (low..=high).collect())
}

fn too_large() -> Halt {
    Halt::Unsupported("the space has too many states to list them".into())
}

impl Domain for Enumerated {
    type Set = BTreeSet<Point>;
    type Relation = Step;

    fn space(&self) -> &Space {
        &self.space
    }

    fn empty(&self) -> Self::Set {
        BTreeSet::new()
    }

    fn whole(&self) -> Limited<Self::Set> {
        Ok(self.whole.clone())
    }

    fn set(&self, formula: &Formula) -> Limited<Self::Set> {
        Ok(self.whole.iter().filter(|point| self.evaluator.holds(formula, point)).cloned().collect())
    }

    fn relation(&self, step: &Step) -> Limited<Self::Relation> {
        Ok(step.clone())
    }

    fn union(&self, left: &Self::Set, right: &Self::Set) -> Limited<Self::Set> {
        Ok(left.union(right).cloned().collect())
    }

    fn intersection(&self, left: &Self::Set, right: &Self::Set) -> Limited<Self::Set> {
        Ok(left.intersection(right).cloned().collect())
    }

    fn is_empty(&self, set: &Self::Set) -> Limited<bool> {
        Ok(set.is_empty())
    }

    fn is_subset(&self, inner: &Self::Set, outer: &Self::Set) -> Limited<bool> {
        Ok(inner.is_subset(outer))
    }

    fn post(&self, set: &Self::Set, relation: &Self::Relation) -> Limited<Self::Set> {
        Ok(set.iter().flat_map(|point| self.successors(point, relation)).collect())
    }

    fn pre(&self, set: &Self::Set, relation: &Self::Relation) -> Limited<Self::Set> {
        let leads = |point: &&Point| self.successors(point, relation).any(|next| set.contains(&next));
        Ok(self.whole.iter().filter(leads).cloned().collect())
    }

    fn contains(&self, set: &Self::Set, point: &Point) -> Limited<bool> {
        Ok(set.contains(point))
    }

    fn pick(&self, set: &Self::Set) -> Limited<Option<Point>> {
        Ok(set.first().cloned())
    }

    fn singleton(&self, point: &Point) -> Limited<Self::Set> {
        Ok(BTreeSet::from([point.clone()]))
    }

    fn size(&self, set: &Self::Set) -> Limited<Size> {
        Ok(Size::Finite(UBig::from(set.len())))
    }

    fn weight(&self, set: &Self::Set) -> usize {
        set.len()
    }

    fn relation_weight(&self, relation: &Self::Relation) -> usize {
        relation.changed.len()
    }

    fn bytes(&self) -> u64 {
        let numbers = self.whole.len().saturating_mul(self.space.variables.len());
        numbers.saturating_mul(size_of::<i128>()) as u64
    }
}

impl Exchange for Enumerated {
    fn exchange(&self, set: &Self::Set, swap: &Swap) -> Limited<Self::Set> {
        Ok(set.iter().map(|point| swap.applied(point)).collect())
    }
}

impl Complement for Enumerated {
    fn difference(&self, left: &Self::Set, right: &Self::Set) -> Limited<Self::Set> {
        Ok(left.difference(right).cloned().collect())
    }
}

impl Rank for Enumerated {}

impl Describe for Enumerated {}

impl Saturate for Enumerated {
    fn reach(&self, from: &Self::Set, relations: &[&Self::Relation]) -> Limited<Self::Set> {
        self.closed(from, |set| relations.iter().map(|relation| self.post(set, relation)).collect())
    }

    fn reach_back(&self, to: &Self::Set, relations: &[&Self::Relation]) -> Limited<Self::Set> {
        self.closed(to, |set| relations.iter().map(|relation| self.pre(set, relation)).collect())
    }
}

impl Enumerated {
    fn closed(
        &self,
        start: &BTreeSet<Point>,
        images: impl Fn(&BTreeSet<Point>) -> Limited<Vec<BTreeSet<Point>>>,
    ) -> Limited<BTreeSet<Point>> {
        let mut reached = start.clone();
        loop {
            let before = reached.len();
            for image in images(&reached)? {
                reached.extend(image);
            }
            if reached.len() == before {
                return Ok(reached);
            }
        }
    }
}
