//! A domain that remembers what it has computed.
//!
//! Sets and relations that are written alike are stored once and have a number, and the result of every operation is
//! kept under the numbers of its operands. Beside finite variables that pays twice: the same few integer sets belong
//! to many finite states and come back in every round of a fixpoint, and the moves of different processes often do
//! the same to the integers that they share.
//!
//! # Why it is right
//!
//! Operations depend on nothing but their operands, and a number never stands for two different contents: the tables
//! are emptied when they have grown too large, but numbers go on.

use state_sets::{
    Close, Closure, Complement, Descent, Describe, Domain, Formula, Limited, Passage, Point, Rank, Side,
    Size, Space, Step, Widen,
};
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::hash::{Hash, Hasher};
use std::rc::Rc;

/// The tables are emptied when the sets in them weigh more than this together.
const MOST_WEIGHT: usize = 1 << 22;

/// The tables are emptied when they have more results than this.
const MOST_RESULTS: usize = 1 << 20;

/// The table of relations is emptied when it has more of them than this.
const MOST_RELATIONS: usize = 1 << 14;

/// The bytes of a unit of weight, and of a result with its share of the tables, about.
const WEIGHT_BYTES: u64 = 64;
const RESULT_BYTES: u64 = 80;

/// A domain with a memory of its results.
pub struct Memoised<D: Domain> {
    domain: D,
    memory: RefCell<Memory<D::Set, D::Relation>>,
    most_weight: usize,
    most_results: usize,
}

/// A set or a relation with a number; clones share it.
#[derive(Debug)]
pub struct Interned<T>(Rc<Numbered<T>>);

#[derive(Debug)]
struct Numbered<T> {
    number: u64,
    content: T,
}

struct Memory<S, R> {
    /// The next number.
    next: u64,
    sets: HashSet<Interned<S>>,
    relations: HashSet<Interned<R>>,
    results: HashMap<(Operation, u64, u64), Interned<S>>,
    decisions: HashMap<(Question, u64, u64), bool>,
    /// The sum of the weights of the sets.
    weight: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Operation {
    Union,
    Intersection,
    Difference,
    Fresh,
    Post,
    Pre,
    Widen(u32),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Question {
    Empty,
    Subset,
    Equal,
}

impl<D> Memoised<D>
where
    D: Domain,
    D::Set: Eq + Hash,
    D::Relation: Eq + Hash,
{
    /// The domain, with nothing in its memory.
    pub fn new(domain: D) -> Memoised<D> {
        Memoised::with_limits(domain, MOST_WEIGHT, MOST_RESULTS)
    }

    /// The same, with tables that are emptied when their sets weigh more than this together, or when they have more results.
    pub fn with_limits(domain: D, most_weight: usize, most_results: usize) -> Memoised<D> {
        let memory = Memory {
            next: 0,
            sets: HashSet::new(),
            relations: HashSet::new(),
            results: HashMap::new(),
            decisions: HashMap::new(),
            weight: 0,
        };
        Memoised { domain, memory: RefCell::new(memory), most_weight, most_results }
    }

    /// The domain that does the work.
    pub fn domain(&self) -> &D {
        &self.domain
    }

    fn stored(&self, content: D::Set) -> Interned<D::Set> {
        let weight = self.domain.weight(&content);
        let mut memory = self.memory.borrow_mut();
        let numbered = memory.numbered(content);
        if let Some(known) = memory.sets.get(&numbered) {
            return known.clone();
        }
        memory.weight += weight + 1;
        if memory.weight > self.most_weight || memory.results.len() > self.most_results {
            memory.forget(weight + 1);
        }
        memory.sets.insert(numbered.clone());
        numbered
    }

    fn stored_relation(&self, content: D::Relation) -> Interned<D::Relation> {
        let mut memory = self.memory.borrow_mut();
        let numbered = memory.numbered(content);
        if let Some(known) = memory.relations.get(&numbered) {
            return known.clone();
        }
        if memory.relations.len() > MOST_RELATIONS {
            memory.relations = HashSet::new();
        }
        memory.relations.insert(numbered.clone());
        numbered
    }

    /// The result of an operation on two operands: the one that is remembered, or a new one.
    fn result(
        &self,
        operation: Operation,
        left: u64,
        right: u64,
        compute: impl FnOnce() -> Limited<D::Set>,
    ) -> Limited<Interned<D::Set>> {
        let key = (operation, left, right);
        if let Some(known) = self.memory.borrow().results.get(&key) {
            return Ok(known.clone());
        }
        let result = self.stored(compute()?);
        self.memory.borrow_mut().results.insert(key, result.clone());
        Ok(result)
    }

    /// The answer to a question about two operands: the one that is remembered, or a new one.
    fn decision(
        &self,
        question: Question,
        left: u64,
        right: u64,
        decide: impl FnOnce() -> Limited<bool>,
    ) -> Limited<bool> {
        let key = (question, left, right);
        if let Some(known) = self.memory.borrow().decisions.get(&key) {
            return Ok(*known);
        }
        let decided = decide()?;
        let mut memory = self.memory.borrow_mut();
        if memory.decisions.len() > MOST_RESULTS {
            memory.decisions = HashMap::new();
        }
        memory.decisions.insert(key, decided);
        Ok(decided)
    }
}

impl<S: Eq + Hash, R: Eq + Hash> Memory<S, R> {
    fn numbered<T>(&mut self, content: T) -> Interned<T> {
        self.next += 1;
        Interned(Rc::new(Numbered { number: self.next, content }))
    }

    /// Empties the tables; a set of this weight will be the first of the new ones.
    fn forget(&mut self, weight: usize) {
        self.sets = HashSet::new();
        self.results = HashMap::new();
        self.decisions = HashMap::new();
        self.weight = weight;
    }
}

impl<T> Interned<T> {
    /// What has the number.
    pub fn content(&self) -> &T {
        &self.0.content
    }

    fn number(&self) -> u64 {
        self.0.number
    }
}

impl<T> Clone for Interned<T> {
    fn clone(&self) -> Self {
        Interned(self.0.clone())
    }
}

impl<T: PartialEq> PartialEq for Interned<T> {
    fn eq(&self, other: &Self) -> bool {
        self.number() == other.number() || self.content() == other.content()
    }
}

impl<T: Eq> Eq for Interned<T> {}

impl<T: Hash> Hash for Interned<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.content().hash(state);
    }
}

impl<D> Domain for Memoised<D>
where
    D: Domain,
    D::Set: Eq + Hash,
    D::Relation: Eq + Hash,
{
    type Set = Interned<D::Set>;
    type Relation = Interned<D::Relation>;

    fn space(&self) -> &Space {
        self.domain.space()
    }

    fn empty(&self) -> Self::Set {
        self.stored(self.domain.empty())
    }

    fn whole(&self) -> Limited<Self::Set> {
        Ok(self.stored(self.domain.whole()?))
    }

    fn set(&self, formula: &Formula) -> Limited<Self::Set> {
        Ok(self.stored(self.domain.set(formula)?))
    }

    fn relation(&self, step: &Step) -> Limited<Self::Relation> {
        Ok(self.stored_relation(self.domain.relation(step)?))
    }

    fn union(&self, left: &Self::Set, right: &Self::Set) -> Limited<Self::Set> {
        if left.number() == right.number() {
            return Ok(left.clone());
        }
        let compute = || self.domain.union(left.content(), right.content());
        self.result(Operation::Union, left.number(), right.number(), compute)
    }

    fn intersection(&self, left: &Self::Set, right: &Self::Set) -> Limited<Self::Set> {
        if left.number() == right.number() {
            return Ok(left.clone());
        }
        let compute = || self.domain.intersection(left.content(), right.content());
        self.result(Operation::Intersection, left.number(), right.number(), compute)
    }

    fn is_empty(&self, set: &Self::Set) -> Limited<bool> {
        self.decision(Question::Empty, set.number(), 0, || self.domain.is_empty(set.content()))
    }

    fn is_subset(&self, inner: &Self::Set, outer: &Self::Set) -> Limited<bool> {
        if inner.number() == outer.number() {
            return Ok(true);
        }
        let decide = || self.domain.is_subset(inner.content(), outer.content());
        self.decision(Question::Subset, inner.number(), outer.number(), decide)
    }

    fn is_equal(&self, left: &Self::Set, right: &Self::Set) -> Limited<bool> {
        if left.number() == right.number() {
            return Ok(true);
        }
        let decide = || self.domain.is_equal(left.content(), right.content());
        self.decision(Question::Equal, left.number(), right.number(), decide)
    }

    fn post(&self, set: &Self::Set, relation: &Self::Relation) -> Limited<Self::Set> {
        let compute = || self.domain.post(set.content(), relation.content());
        self.result(Operation::Post, set.number(), relation.number(), compute)
    }

    fn pre(&self, set: &Self::Set, relation: &Self::Relation) -> Limited<Self::Set> {
        let compute = || self.domain.pre(set.content(), relation.content());
        self.result(Operation::Pre, set.number(), relation.number(), compute)
    }

    fn contains(&self, set: &Self::Set, point: &Point) -> Limited<bool> {
        self.domain.contains(set.content(), point)
    }

    fn pick(&self, set: &Self::Set) -> Limited<Option<Point>> {
        self.domain.pick(set.content())
    }

    fn singleton(&self, point: &Point) -> Limited<Self::Set> {
        Ok(self.stored(self.domain.singleton(point)?))
    }

    fn size(&self, set: &Self::Set) -> Limited<Size> {
        self.domain.size(set.content())
    }

    fn weight(&self, set: &Self::Set) -> usize {
        self.domain.weight(set.content())
    }

    fn parts(&self, set: &Self::Set) -> usize {
        self.domain.parts(&set.0.content)
    }

    fn relation_weight(&self, relation: &Self::Relation) -> usize {
        self.domain.relation_weight(relation.content())
    }

    fn bytes(&self) -> u64 {
        let memory = self.memory.borrow();
        let results = memory.results.len() + memory.decisions.len();
        self.domain.bytes() + memory.weight as u64 * WEIGHT_BYTES + results as u64 * RESULT_BYTES
    }
}

impl<D> Complement for Memoised<D>
where
    D: Complement,
    D::Set: Eq + Hash,
    D::Relation: Eq + Hash,
{
    fn difference(&self, left: &Self::Set, right: &Self::Set) -> Limited<Self::Set> {
        let compute = || self.domain.difference(left.content(), right.content());
        self.result(Operation::Difference, left.number(), right.number(), compute)
    }

    fn fresh(&self, found: &Self::Set, known: &Self::Set) -> Limited<Self::Set> {
        let compute = || self.domain.fresh(found.content(), known.content());
        self.result(Operation::Fresh, found.number(), known.number(), compute)
    }
}

impl<D> Widen for Memoised<D>
where
    D: Widen,
    D::Set: Eq + Hash,
    D::Relation: Eq + Hash,
{
    fn widen(&self, earlier: &Self::Set, later: &Self::Set, seed: u32) -> Limited<Self::Set> {
        let compute = || self.domain.widen(earlier.content(), later.content(), seed);
        self.result(Operation::Widen(seed), earlier.number(), later.number(), compute)
    }
}

impl<D> Close for Memoised<D>
where
    D: Close,
    D::Set: Eq + Hash,
    D::Relation: Eq + Hash,
{
    fn closure(&self, relation: &Self::Relation, side: Side) -> Limited<Closure<Self::Relation>> {
        let closure = self.domain.closure(relation.content(), side)?;
        Ok(Closure { relation: self.stored_relation(closure.relation), exact: closure.exact })
    }
}

impl<D> Rank for Memoised<D>
where
    D: Rank,
    D::Set: Eq + Hash,
    D::Relation: Eq + Hash,
{
    fn descent(&self, passages: &[Passage<'_, Self>], places: usize) -> Limited<Option<Descent>> {
        let mut inner: Vec<Passage<'_, D>> = Vec::with_capacity(passages.len());
        for Passage { relation, from, to, places } in passages {
            let (relation, from, to) = (relation.content(), from.content(), to.content());
            inner.push(Passage { relation, from, to, places: places.clone() });
        }
        self.domain.descent(&inner, places)
    }
}

impl<D> Describe for Memoised<D>
where
    D: Describe,
    D::Set: Eq + Hash,
    D::Relation: Eq + Hash,
{
    fn describe(&self, set: &Self::Set) -> Limited<Option<Formula>> {
        self.domain.describe(set.content())
    }

    fn formula(&self, set: &Self::Set) -> Limited<Option<Formula>> {
        self.domain.formula(set.content())
    }
}
