//! All steps of many relations, in one of several ways.
//!
//! # Reference
//!
//! Burch, Clarke, Long: *Symbolic Model Checking with Partitioned Transition Relations*, VLSI 1991 (breadth-first
//! search with one relation or with many). Roig, Cortadella, Pastor: *Verification of Asynchronous Circuits by
//! BDD-based Model Checking of Petri Nets*, Application and Theory of Petri Nets 1995, doi:10.1007/3-540-60029-9_50
//! (chaining: each relation is applied to what the one before it left). Saturation has its own module.

use crate::connect::Connective;
use crate::image::{Changes, Direction, levels};
use crate::relation::Relation;
use crate::saturate::Groups;
use crate::store::{Diagram, Link, Store, Work};
use state_sets::Limited;

/// How all reachable states are found. All ways find the same set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Strategy {
    /// Breadth first, with the union of all relations.
    Monolithic,
    /// Breadth first, with one relation after the other on each layer.
    Partitioned,
    /// One relation after the other, each on all that was found so far.
    Chained,
    /// From the bottom of the diagram upwards.
    #[default]
    Saturated,
}

/// The least set that contains this one and is closed under the relations, or under their inverses.
pub(crate) fn reach<'a, 'id>(
    work: &Work<'a, 'id>,
    store: &Store<'_>,
    request: &Request<'_>,
    set: Link<'_, 'id>,
) -> Limited<Diagram<'a, 'id>> {
    let Request { strategy, direction, relations, .. } = *request;
    match strategy {
        Strategy::Saturated => work.saturated(set, &request.groups(work)),
        Strategy::Chained => chained(work, direction, relations, set),
        Strategy::Partitioned => breadth_first(work, set, |layer| {
            let images = relations.iter().map(|relation| {
                work.image(direction, &relation.changes, layer, work.import(&relation.diagram))
            });
            work.fold(Connective::Or, images.collect::<Limited<_>>()?)
        }),
        Strategy::Monolithic => {
            let (changes, union) = monolithic(work, store, relations)?;
            breadth_first(work, set, |layer| work.image(direction, &changes, layer, union.borrowed()))
        }
    }
}

/// What is to be reached how.
pub(crate) struct Request<'r> {
    pub(crate) strategy: Strategy,
    pub(crate) direction: Direction,
    pub(crate) relations: &'r [&'r Relation],
    pub(crate) bits: u32,
    /// The first of twice as many numbers as there are relations, for this list and this direction alone.
    pub(crate) context: u64,
}

impl<'r> Request<'r> {
    fn groups(&self, work: &Work<'_, '_>) -> Groups<'r> {
        let with_top = |relation: &&'r Relation| {
            let top = work.level(work.import(&relation.diagram)) / 2;
            let top = relation.changes.first.map_or(top, |first| first.min(top));
            (top, &relation.diagram, &*relation.changes)
        };
        // A relation that does nothing but hold everywhere has no topmost bit, and adds nothing.
        let relations = self.relations.iter().map(with_top).filter(|(top, ..)| *top < self.bits);
        Groups::new(self.direction, relations.collect(), self.bits, self.context)
    }
}

fn breadth_first<'a, 'id>(
    work: &Work<'a, 'id>,
    set: Link<'_, 'id>,
    image: impl Fn(Link<'_, 'id>) -> Limited<Diagram<'a, 'id>>,
) -> Limited<Diagram<'a, 'id>> {
    let mut reached = work.keep(set);
    let mut layer = work.keep(set);
    while !work.is_false(layer.borrowed()) {
        let next = image(layer.borrowed())?;
        layer = work.without(next.borrowed(), reached.borrowed())?;
        reached = work.or(reached.borrowed(), layer.borrowed())?;
    }
    Ok(reached)
}

fn chained<'a, 'id>(
    work: &Work<'a, 'id>,
    direction: Direction,
    relations: &[&Relation],
    set: Link<'_, 'id>,
) -> Limited<Diagram<'a, 'id>> {
    let mut reached = work.keep(set);
    loop {
        let before = work.keep(reached.borrowed());
        for relation in relations {
            let diagram = work.import(&relation.diagram);
            let next = work.image(direction, &relation.changes, reached.borrowed(), diagram)?;
            reached = work.or(reached.borrowed(), next.borrowed())?;
        }
        if before.raw() == reached.raw() {
            return Ok(reached);
        }
    }
}

/// The union of the relations, each of which keeps what only others change.
fn monolithic<'a, 'id>(
    work: &Work<'a, 'id>,
    store: &Store<'_>,
    relations: &[&Relation],
) -> Limited<(Changes, Diagram<'a, 'id>)> {
    let changed = relations.iter().flat_map(|relation| relation.changes.bits());
    let all = Changes::new(changed, store.contexts(1));
    let mut framed = Vec::new();
    for relation in relations {
        let mut frame = work.truth();
        for bit in all.bits().collect::<Vec<_>>().into_iter().rev() {
            if !relation.changes.has(bit) {
                let (old, new) = levels(bit);
                let zero = work.node(new, work.keep(frame.borrowed()), work.falsity())?;
                let one = work.node(new, work.falsity(), frame)?;
                frame = work.node(old, zero, one)?;
            }
        }
        framed.push(work.and(frame.borrowed(), work.import(&relation.diagram))?);
    }
    Ok((all, work.fold(Connective::Or, framed)?))
}
