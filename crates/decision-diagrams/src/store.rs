//! The table of nodes, and the limits under which it is worked on.
//!
//! # The table
//!
//! Nodes are kept by the `oxidd` crate: it makes equal nodes one, counts references, and collects nodes without
//! any. Its table has a fixed capacity, for which only address space is taken at first, so a small model costs
//! little. We follow how many nodes there can be at most, collect in time, and give up with [`Halt::Memory`] before
//! the table is full; `oxidd` itself would only fail to make a node, and never ends the program.
//!
//! # Numbers
//!
//! All work happens within [`Store::work`], where diagrams are edges that free themselves ([`Diagram`]) or are
//! borrowed ([`Link`]). Outside, a diagram is a function of `oxidd`, which keeps its nodes alive.

use crate::cache::{Cache, Key};
use budget::Budget;
use oxidd::bdd::{BDDFunction, BDDManagerRef};
use oxidd::{BooleanFunction, Function, HasLevel, InnerNode, LevelNo, ManagerRef, Node};
use oxidd_core::util::{EdgeDropGuard, Ref};
use oxidd_core::{LevelView, Manager as _};
use state_sets::{Halt, Limited};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

pub(crate) type Manager<'id> = <BDDManagerRef as ManagerRef>::Manager<'id>;
pub(crate) type Edge<'id> = <Manager<'id> as oxidd::Manager>::Edge;
/// A borrowed diagram.
pub(crate) type Link<'x, 'id> = Ref<'x, Edge<'id>>;
/// A diagram that is kept alive.
pub(crate) type Diagram<'a, 'id> = EdgeDropGuard<'a, Manager<'id>>;

/// The bytes that a node takes: its slot, and its place in the table of its level, which may be half empty.
const NODE_BYTES: u64 = 40;
/// At least how many nodes there may be before the first collection.
const FIRST_COLLECTION: usize = 1 << 20;
/// Which part of the table is filled before the first collection. Results that are remembered are lost with it, and sets that
/// differ little, as those of a search do from one layer to the next, live on them.
const FIRST_SHARE: usize = 8;
/// How many steps are done between two questions to the outer budget.
const PAUSE: u64 = (1 << 12) - 1;
/// The table never gets more nodes than this: their numbers have 32 bits.
const MOST_NODES: u64 = 1 << 31;
const FEWEST_NODES: u64 = 1 << 10;

/// What a store needs beside its nodes: the stack of a thread, and what the allocator takes for one.
const ADDRESSES_BESIDE: usize = 256 << 20;

/// The largest number of nodes, halved as often as it must be, whose addresses are to be had: the table takes all of them at
/// once and would end the program if there are none, as under `ulimit -v`.
fn affordable(wanted: usize, has_addresses: impl Fn(usize) -> bool) -> Option<usize> {
    let mut capacity = wanted;
    while !has_addresses(capacity * NODE_BYTES as usize + ADDRESSES_BESIDE) {
        capacity /= 2;
        if capacity < FEWEST_NODES as usize {
            return None;
        }
    }
    Some(capacity)
}

fn has_addresses(bytes: usize) -> bool {
    Vec::<u8>::new().try_reserve_exact(bytes).is_ok()
}

pub(crate) struct Store<'p> {
    manager: BDDManagerRef,
    cache: RefCell<Cache>,
    budget: Budget<'p>,
    capacity: usize,
    /// How many nodes can be made before they must be counted.
    room: Cell<usize>,
    /// How many nodes there may be before those without use are collected.
    enough: Cell<usize>,
    /// The number that the next relation or list of relations gets.
    next_context: Cell<u64>,
    falsity: usize,
    truth: usize,
}

impl<'p> Store<'p> {
    /// A table with so many levels for diagrams within so many bytes.
    pub(crate) fn new(levels: u32, bytes: u64, outer: Rc<Budget<'p>>) -> Limited<Store<'p>> {
        let wanted = (bytes / 4 * 3 / NODE_BYTES).clamp(FEWEST_NODES, MOST_NODES) as usize;
        let capacity = affordable(wanted, has_addresses).ok_or(Halt::Memory)?;
        let manager = BDDManagerRef::new_manager(capacity, 2, 1, 1);
        manager.with_manager_exclusive(|manager| manager.add_vars(levels));
        let number = |function: BDDFunction| {
            manager.with_manager_shared(|manager| function.as_edge(manager).node_id())
        };
        let falsity = number(manager.with_manager_shared(|manager| BDDFunction::f(manager)));
        let truth = number(manager.with_manager_shared(|manager| BDDFunction::t(manager)));
        let store = Store {
            manager,
            cache: RefCell::new(Cache::new(bytes / 4)),
            budget: Budget::within(outer, PAUSE),
            capacity,
            room: Cell::new(0),
            enough: Cell::new(first_collection(capacity)),
            next_context: Cell::new(1),
            falsity,
            truth,
        };
        store.work(|work| work.make_room())?;
        Ok(store)
    }

    /// Works on the diagrams.
    pub(crate) fn work<T>(&self, action: impl for<'a, 'id> FnOnce(&Work<'a, 'id>) -> T) -> T {
        self.manager.with_manager_shared(|manager| action(&Work { manager, store: self }))
    }

    /// So many numbers that no relation or list of relations has had before; the first of them.
    pub(crate) fn contexts(&self, count: usize) -> u64 {
        let first = self.next_context.get();
        self.next_context.set(first + count as u64);
        first
    }

    /// The bytes that nodes and remembered results take, about.
    pub(crate) fn bytes(&self) -> u64 {
        self.work(|work| work.bytes(work.manager.num_inner_nodes()))
    }
}

/// Access to the nodes of a store.
pub(crate) struct Work<'a, 'id: 'a> {
    pub(crate) manager: &'a Manager<'id>,
    store: &'a Store<'a>,
}

impl<'a, 'id> Work<'a, 'id> {
    /// The diagram of no state.
    pub(crate) fn falsity(&self) -> Diagram<'a, 'id> {
        EdgeDropGuard::new(self.manager, BDDFunction::f_edge(self.manager))
    }

    /// The diagram of everything.
    pub(crate) fn truth(&self) -> Diagram<'a, 'id> {
        EdgeDropGuard::new(self.manager, BDDFunction::t_edge(self.manager))
    }

    pub(crate) fn is_false(&self, link: Link<'_, 'id>) -> bool {
        link.node_id() == self.store.falsity
    }

    pub(crate) fn is_true(&self, link: Link<'_, 'id>) -> bool {
        link.node_id() == self.store.truth
    }

    /// Another reference to the diagram.
    pub(crate) fn keep(&self, link: Link<'_, 'id>) -> Diagram<'a, 'id> {
        EdgeDropGuard::new(self.manager, self.manager.clone_edge(link))
    }

    /// The diagram as it is kept outside.
    pub(crate) fn export(&self, diagram: Diagram<'a, 'id>) -> BDDFunction {
        BDDFunction::from_edge(self.manager, diagram.into_edge())
    }

    /// A diagram from outside.
    pub(crate) fn import<'x>(&self, function: &'x BDDFunction) -> Link<'x, 'id> {
        function.as_edge(self.manager)
    }

    /// The level of the topmost node, larger than all others if there is none.
    pub(crate) fn level(&self, link: Link<'_, 'id>) -> LevelNo {
        self.manager.get_node(link).level()
    }

    /// What remains of the diagram, at whose level or below it lies, if the bit of the level is zero, and if it is
    /// one.
    pub(crate) fn parts<'x>(&self, link: Link<'x, 'id>, level: LevelNo) -> (Link<'x, 'id>, Link<'x, 'id>)
    where
        'a: 'x,
    {
        match self.manager.get_node(link) {
            Node::Inner(node) if node.level() == level => (node.child(1), node.child(0)),
            _ => (link, link),
        }
    }

    /// The diagram that decides on the bit of a level, which is above both parts.
    pub(crate) fn node(
        &self,
        level: LevelNo,
        zero: Diagram<'a, 'id>,
        one: Diagram<'a, 'id>,
    ) -> Limited<Diagram<'a, 'id>> {
        if zero.raw() == one.raw() {
            return Ok(zero);
        }
        match self.store.room.get() {
            0 => self.make_room()?,
            room => self.store.room.set(room - 1),
        }
        let node = InnerNode::new(level, [one.into_edge(), zero.into_edge()]);
        let edge = self.manager.level(level).get_or_insert(node).map_err(|_| Halt::Memory)?;
        Ok(EdgeDropGuard::new(self.manager, edge))
    }

    /// The result of an operation, if it is remembered.
    pub(crate) fn recall(&self, key: Key) -> Option<Diagram<'a, 'id>> {
        let mut cache = self.store.cache.borrow_mut();
        let found = cache.get(key, self.manager.gc_count())?;
        Some(self.keep(self.import(found)))
    }

    /// Remembers the result of an operation.
    pub(crate) fn remember(&self, key: Key, result: Link<'_, 'id>) {
        let result = BDDFunction::from_edge_ref(self.manager, result);
        self.store.cache.borrow_mut().put(key, result, self.manager.gc_count());
    }

    /// Pays for a step.
    pub(crate) fn step(&self) -> Limited<()> {
        let bytes = || self.bytes(self.manager.approx_num_inner_nodes());
        self.store.budget.spend_holding(1, bytes).map_err(Halt::spent)
    }

    fn bytes(&self, nodes: usize) -> u64 {
        nodes as u64 * NODE_BYTES + self.store.cache.borrow().bytes()
    }

    /// How many nodes the table may have.
    pub(crate) fn capacity(&self) -> usize {
        self.store.capacity
    }

    /// Counts the nodes, collects those that are not needed if there are many, and says how many more there can be.
    #[cold]
    fn make_room(&self) -> Limited<()> {
        let capacity = self.store.capacity;
        let mut nodes = self.manager.num_inner_nodes();
        // Close to the limit, counting again and again would cost more than collecting.
        if nodes >= self.store.enough.get() / 16 * 15 {
            self.store.cache.borrow_mut().clear();
            self.manager.gc();
            nodes = self.manager.num_inner_nodes();
            self.store.enough.set((nodes * 2).max(first_collection(capacity)).min(capacity / 10 * 9));
        }
        if nodes >= capacity / 20 * 17 {
            return Err(Halt::Memory);
        }
        self.store.room.set(self.store.enough.get() - nodes);
        Ok(())
    }
}

/// How many nodes of a table of this capacity there may be before those without use are collected, at least.
fn first_collection(capacity: usize) -> usize {
    (capacity / FIRST_SHARE).max(FIRST_COLLECTION).min(capacity / 10 * 9)
}

/// The key of an operation on two diagrams.
pub(crate) fn key<'id>(operation: u8, context: u64, first: Link<'_, 'id>, second: Link<'_, 'id>) -> Key {
    // Numbers of nodes are below 2^31, so nothing is lost.
    Key {
        operation: context << 8 | u64::from(operation),
        first: first.node_id() as u32,
        second: second.node_id() as u32,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_as_large_as_the_addresses_allow() {
        let bytes = NODE_BYTES as usize;
        assert_eq!(affordable(1 << 20, |_| true), Some(1 << 20));
        let limit = (1 << 18) * bytes + ADDRESSES_BESIDE;
        assert_eq!(affordable(1 << 20, |asked| asked <= limit), Some(1 << 18));
        assert_eq!(affordable(1 << 20, |asked| asked <= ADDRESSES_BESIDE), None, "no room for a thread");
    }
}
