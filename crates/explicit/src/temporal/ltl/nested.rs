//! Looks for an accepting run by nested depth-first search.
//!
//! # The algorithm
//! The first search visits all product states; when it leaves an accepting one, a second search looks for a way
//! from there back to a state on the way of the first. The second search never visits a state twice, in all its
//! runs together, which is right because the first one leaves states in postorder. Several Büchi conditions are
//! met one after the other: a counter says which one is waited for, and it begins anew when all have been met.
//! Streett conditions cannot be treated so, and are refused.
//!
//! # Reference
//! Courcoubetis, Vardi, Wolper, Yannakakis: *Memory-Efficient Algorithms for the Verification of Temporal
//! Properties*, Formal Methods in System Design 1, 1992, doi:10.1007/BF00121128; the second search ends on the first
//! one's way as in Holzmann, Peled, Yannakakis: *On Nested Depth First Search*, SPIN 1996.

use super::components::Emptiness;
use super::product::{Cursor, Explored, Product, ProductEdge};
use std::collections::{BTreeSet, HashSet};

/// A product state with the condition that is waited for.
type Counted = (u32, u32);

struct NestedDepthFirstSearch<'p, 'a, E: Explored> {
    product: &'p mut Product<'a, E>,
    first: HashSet<Counted>,
    on_the_way: HashSet<Counted>,
    second: HashSet<Counted>,
    conditions: u32,
    has_obligations: bool,
}

/// Looks for an accepting run of the product; nothing if there are obligations.
pub(crate) fn nested_search<E: Explored>(
    product: &mut Product<'_, E>,
    initial: &[u32],
) -> Result<Option<Emptiness>, E::End> {
    let conditions = product.all_repeated.count_ones();
    let mut search = NestedDepthFirstSearch {
        product,
        first: HashSet::new(),
        on_the_way: HashSet::new(),
        second: HashSet::new(),
        conditions,
        has_obligations: false,
    };
    let mut is_accepting = false;
    for start in initial {
        is_accepting = is_accepting || search.search_first((*start, 0))?;
    }
    if search.has_obligations {
        return Ok(None);
    }
    let reached: BTreeSet<u32> = search.first.iter().map(|(number, _)| *number).collect();
    Ok(Some(Emptiness { is_accepting, reached: reached.into_iter().collect() }))
}

impl<E: Explored> NestedDepthFirstSearch<'_, '_, E> {
    /// The product state that an edge leads to, with the counter moved over all conditions that the edge meets.
    /// A counter that has passed the last condition is the mark of acceptance, and begins anew behind it.
    fn target(&mut self, counter: u32, edge: &ProductEdge) -> Result<Counted, E::End> {
        self.has_obligations |= edge.marks.obliging != 0;
        let mut counter = if counter == self.conditions { 0 } else { counter };
        while counter < self.conditions && edge.marks.repeated >> counter & 1 == 1 {
            counter += 1;
        }
        Ok((self.product.number(edge.target)?, counter))
    }

    fn search_first(&mut self, start: Counted) -> Result<bool, E::End> {
        if !self.first.insert(start) {
            return Ok(false);
        }
        self.on_the_way.insert(start);
        let mut calls: Vec<(Counted, Cursor)> = vec![(start, self.product.cursor(start.0)?)];
        while let Some((state, cursor)) = calls.last_mut() {
            let state = *state;
            if let Some(edge) = self.product.next(cursor) {
                let target = self.target(state.1, &edge)?;
                if self.first.insert(target) {
                    self.on_the_way.insert(target);
                    calls.push((target, self.product.cursor(target.0)?));
                }
                continue;
            }
            if state.1 == self.conditions && self.search_second(state)? {
                return Ok(true);
            }
            self.on_the_way.remove(&state);
            calls.pop();
        }
        Ok(false)
    }

    fn search_second(&mut self, start: Counted) -> Result<bool, E::End> {
        let mut open = vec![start];
        while let Some(state) = open.pop() {
            let mut cursor = self.product.cursor(state.0)?;
            while let Some(edge) = self.product.next(&mut cursor) {
                let target = self.target(state.1, &edge)?;
                if self.on_the_way.contains(&target) {
                    return Ok(true);
                }
                if self.second.insert(target) {
                    open.push(target);
                }
            }
        }
        Ok(false)
    }
}
