//! Parts of formulas that are stored once however often they occur.
//!
//! The formula of an action repeats what was read and decided in it many times over: written as a tree it can grow
//! exponentially with the length of the action, while it has few different parts. A part therefore is a node that clones
//! share. Its hash and the size of its tree are computed once, from those of the parts below, so that different formulas
//! are told apart and measured without looking into them.

use crate::Local;
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;

/// A part of a formula; clones are the same node.
#[derive(Debug)]
pub struct Shared<T>(Arc<Node<T>>);

#[derive(Debug)]
struct Node<T> {
    hash: u64,
    size: usize,
    binds: bool,
    /// The bound variables that it does not bind itself, sorted.
    free: Box<[Local]>,
    content: T,
}

/// What can be a part of a formula.
pub trait Part: Hash {
    /// How many atoms and connectives it has, written as a tree.
    fn tree_size(&self) -> usize;

    /// Whether there is a quantifier in it.
    fn has_quantifier(&self) -> bool;

    /// Adds the bound variables that it does not bind itself.
    fn collect_free(&self, free: &mut Vec<Local>);

    /// The bound variables that it does not bind itself, sorted.
    fn free_locals(&self) -> Vec<Local> {
        let mut free = Vec::new();
        self.collect_free(&mut free);
        free.sort_unstable();
        free.dedup();
        free
    }

    /// Whether it is the same as another; pairs of nodes that have been found the same are not compared again.
    fn is_same(&self, other: &Self, known: &mut Pairs) -> bool;
}

/// Pairs of nodes, by their addresses, that are the same.
pub type Pairs = HashSet<(usize, usize)>;

impl<T: Part> Shared<T> {
    /// A new node.
    pub fn new(content: T) -> Shared<T> {
        let mut hasher = DefaultHasher::new();
        content.hash(&mut hasher);
        let (hash, size, binds) = (hasher.finish(), content.tree_size(), content.has_quantifier());
        let free = content.free_locals().into_boxed_slice();
        Shared(Arc::new(Node { hash, size, binds, free, content }))
    }

    /// The number of the node: different nodes that exist at the same time have different ones.
    pub fn address(&self) -> usize {
        Arc::as_ptr(&self.0) as usize
    }

    /// The bound variables that it does not bind itself, sorted.
    pub fn free(&self) -> &[Local] {
        &self.0.free
    }

    /// How many atoms and connectives it has, written as a tree.
    pub(crate) fn size(&self) -> usize {
        self.0.size
    }

    /// Whether there is a quantifier in it.
    pub(crate) fn binds(&self) -> bool {
        self.0.binds
    }

    /// Whether it is the same as another; pairs of nodes that have been found the same are not compared again.
    pub(crate) fn same(&self, other: &Self, known: &mut Pairs) -> bool {
        if Arc::ptr_eq(&self.0, &other.0) {
            return true;
        }
        if self.0.hash != other.0.hash || self.0.size != other.0.size {
            return false;
        }
        let pair = (self.address(), other.address());
        if known.contains(&pair) {
            return true;
        }
        let same = self.0.content.is_same(&other.0.content, known);
        if same {
            known.insert(pair);
        }
        same
    }
}

impl<T> Deref for Shared<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0.content
    }
}

impl<T> Clone for Shared<T> {
    fn clone(&self) -> Self {
        Shared(Arc::clone(&self.0))
    }
}

impl<T: Part> PartialEq for Shared<T> {
    fn eq(&self, other: &Self) -> bool {
        self.same(other, &mut Pairs::new())
    }
}

impl<T: Part> Eq for Shared<T> {}

impl<T> Hash for Shared<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0.hash);
    }
}

impl<T: Part> From<T> for Shared<T> {
    fn from(content: T) -> Self {
        Shared::new(content)
    }
}
