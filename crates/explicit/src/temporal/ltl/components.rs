//! Looks for an accepting run by strongly connected components, while the product is being explored.
//!
//! # The algorithm
//! Depth-first search keeps the components of the states on its way, each with the union of the marks of its
//! edges. An edge back to a state on the way merges the components from there on. As soon as a component has all
//! the marks that must be repeated, and meets its obligations, it contains an accepting cycle, usually long before
//! it is complete. A complete component that has all marks but unmet obligations may still contain an accepting
//! cycle that avoids the obliging states; it is decomposed again without them.
//!
//! # Reference
//! Couvreur: *On-the-Fly Verification of Linear Temporal Logic*, FM 1999, doi:10.1007/3-540-48119-2_16; for Streett
//! acceptance Duret-Lutz, Poitrenaud, Couvreur: *On-the-Fly Emptiness Check of Transition-Based Streett Automata*,
//! ATVA 2009, doi:10.1007/978-3-642-04761-9_17. Departure: obligations are resolved when a component is complete,
//! on its explicit graph.

use super::lasso::product_graph;
use super::product::{Cursor, Explored, Product};
use crate::bits::Bits;
use crate::temporal::fairness::FairMarks;
use crate::temporal::graph::fair_components;

/// A component of the states on the way of the search.
struct Root {
    /// The place of its first state on the way.
    order: u32,
    /// The marks of its edges.
    marks: FairMarks,
    /// The marks of the edge by which it was entered.
    entered: FairMarks,
}

/// The state's component is complete.
const DONE: u32 = u32::MAX;

struct ComponentSearch<'p, 'a, E: Explored> {
    product: &'p mut Product<'a, E>,
    /// The place of each product state on the way, from one; zero before, `DONE` after.
    order: Vec<u32>,
    roots: Vec<Root>,
    live: Vec<u32>,
    calls: Vec<(u32, Cursor)>,
}

/// What a search of the product found.
#[derive(Debug)]
pub(crate) struct Emptiness {
    /// Whether there is an accepting run.
    pub is_accepting: bool,
    /// The product states that were reached; if there is an accepting run, there is one through these.
    pub reached: Vec<u32>,
}

/// Looks for an accepting run of the product.
pub(crate) fn find_accepting<E: Explored>(
    product: &mut Product<'_, E>,
    initial: &[u32],
) -> Result<Emptiness, E::End> {
    let mut search = ComponentSearch {
        product,
        order: Vec::new(),
        roots: Vec::new(),
        live: Vec::new(),
        calls: Vec::new(),
    };
    let mut is_accepting = false;
    for start in initial {
        if search.order_of(*start) == 0 && search.run(*start)? {
            is_accepting = true;
            break;
        }
    }
    let reached = search.order.iter().zip(0..).filter(|(order, _)| **order != 0).map(|(_, number)| number);
    Ok(Emptiness { is_accepting, reached: reached.collect() })
}

impl<E: Explored> ComponentSearch<'_, '_, E> {
    fn order_of(&mut self, number: u32) -> u32 {
        if number as usize >= self.order.len() {
            self.order.resize((2 * self.order.len()).max(number as usize + 1), 0);
        }
        self.order[number as usize]
    }

    fn run(&mut self, start: u32) -> Result<bool, E::End> {
        self.enter(start, FairMarks::default())?;
        while let Some((number, cursor)) = self.calls.last_mut() {
            let number = *number;
            let Some(edge) = self.product.next(cursor) else {
                self.calls.pop();
                if self.leave(number)? {
                    return Ok(true);
                }
                continue;
            };
            let target = self.product.number(edge.target)?;
            match self.order_of(target) {
                0 => self.enter(target, edge.marks)?,
                DONE => {}
                order => {
                    if self.merge(order, edge.marks) {
                        return Ok(true);
                    }
                }
            }
        }
        Ok(false)
    }

    fn enter(&mut self, number: u32, entered: FairMarks) -> Result<(), E::End> {
        let cursor = self.product.cursor(number)?;
        self.live.push(number);
        let order = self.live.len() as u32;
        self.order[number as usize] = order;
        self.roots.push(Root { order, marks: FairMarks::default(), entered });
        self.calls.push((number, cursor));
        Ok(())
    }

    /// Merges the components from this place on; says whether the result has an accepting cycle.
    fn merge(&mut self, order: u32, closing: FairMarks) -> bool {
        let mut marks = closing;
        while let Some(root) = self.roots.pop() {
            marks = marks.and(root.marks);
            if root.order <= order {
                self.roots.push(Root { marks, ..root });
                break;
            }
            marks = marks.and(root.entered);
        }
        self.has_all(marks) && marks.meets_obligations()
    }

    fn has_all(&self, marks: FairMarks) -> bool {
        marks.repeated & self.product.all_repeated == self.product.all_repeated
    }

    /// Leaves a state; if it is the first of its component, that is complete.
    fn leave(&mut self, number: u32) -> Result<bool, E::End> {
        let order = self.order[number as usize];
        if self.roots.last().is_none_or(|root| root.order != order) {
            return Ok(false);
        }
        let root = self.roots.pop().expect("it was just looked at");
        let component = self.live.split_off(order as usize - 1);
        let may_accept = self.has_all(root.marks) && !root.marks.meets_obligations();
        if may_accept && self.resolve(&component)? {
            return Ok(true);
        }
        component.iter().for_each(|state| self.order[*state as usize] = DONE);
        Ok(false)
    }

    /// Whether a part of a complete component avoids what it cannot meet.
    fn resolve(&mut self, component: &[u32]) -> Result<bool, E::End> {
        let explored = product_graph(self.product, component)?;
        let all = Bits::full(explored.graph.states());
        Ok(!fair_components(&explored.graph, &all, &explored.promises).is_empty())
    }
}
