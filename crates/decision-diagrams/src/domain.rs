//! Diagrams behind the traits of state sets.

use crate::exchange::Exchanged;
use crate::formula::Reader;
use crate::image::{Changes, Direction};
use crate::layout::{Layout, beyond};
use crate::order::Order;
use crate::reach::{Request, Strategy, reach};
use crate::relation::Relation;
use crate::store::{Diagram, Store, Work};
use budget::Budget;
use oxidd::Function;
use oxidd::bdd::BDDFunction;
use state_sets::{
    Complement, Domain, Exchange, Formula, Limited, Moment, Part, Point, Saturate, Size, Space, Step, Swap,
    Variable,
};
use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt;
use std::rc::Rc;

/// Finite state sets as binary decision diagrams.
///
/// Sets and relations belong to the domain that made them.
///
/// # Panics
///
/// Every operation panics if it is given a set or a relation of another domain.
pub struct Diagrams<'p> {
    space: Space,
    layout: Layout,
    store: Store<'p>,
    strategy: Strategy,
    whole: BDDFunction,
    empty: BDDFunction,
    /// The numbers of lists of changed variables, and of lists of relations with a direction.
    changes: RefCell<HashMap<Vec<Variable>, u64>>,
    lists: RefCell<HashMap<(bool, Vec<u64>), u64>>,
    /// The exchanges that were asked for.
    exchanges: RefCell<HashMap<Swap, Rc<Exchanged>>>,
}

/// The choices that a domain leaves to whoever makes it.
#[derive(Clone)]
pub struct Options<'p> {
    /// The order of the variables.
    pub order: Order,
    /// Variables that come first, in this order.
    pub listed: Vec<Variable>,
    /// How reachable states are found.
    pub strategy: Strategy,
    /// About how many bytes nodes and remembered results may take.
    pub bytes: u64,
    /// Asked again and again whether work may go on.
    pub budget: Rc<Budget<'p>>,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Options {
            order: Order::default(),
            listed: Vec::new(),
            strategy: Strategy::default(),
            bytes: 1 << 30,
            budget: Rc::new(Budget::unlimited()),
        }
    }
}

impl fmt::Debug for Options<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Options { order, strategy, bytes, .. } = self;
        write!(formatter, "{order:?}, {strategy:?}, {bytes} bytes")
    }
}

/// A set of states.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Set(BDDFunction);

impl Set {
    pub(crate) fn diagram(&self) -> &BDDFunction {
        &self.0
    }
}

impl fmt::Debug for Set {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "a set of {} nodes", self.0.node_count())
    }
}

impl<'p> Diagrams<'p> {
    /// The sets over the space, in which each variable has finitely many values.
    pub fn new(space: Space, options: Options<'p>) -> Limited<Diagrams<'p>> {
        let layout = Layout::new(&space, options.order, &options.listed)?;
        let store = Store::new(2 * layout.bits(), options.bytes, options.budget)?;
        let whole = store.work(|work| Ok(work.export(work.all_valid(&layout)?)))?;
        let empty = store.work(|work| work.export(work.falsity()));
        let (changes, lists, exchanges) = Default::default();
        let strategy = options.strategy;
        Ok(Diagrams { space, layout, store, strategy, whole, empty, changes, lists, exchanges })
    }

    /// How reachable states are found from now on.
    pub fn set_strategy(&mut self, strategy: Strategy) {
        self.strategy = strategy;
    }

    /// The variables in the order that the diagrams have, the topmost first.
    pub fn order(&self) -> &[Variable] {
        self.layout.order()
    }

    pub(crate) fn layout(&self) -> &Layout {
        &self.layout
    }

    pub(crate) fn working<T>(&self, action: impl for<'a, 'id> FnOnce(&Work<'a, 'id>) -> T) -> T {
        self.store.work(action)
    }

    fn make(
        &self,
        build: impl for<'a, 'id> FnOnce(&Work<'a, 'id>) -> Limited<Diagram<'a, 'id>>,
    ) -> Limited<Set> {
        Ok(Set(self.store.work(|work| Ok(work.export(build(work)?)))?))
    }

    fn step(&self, direction: Direction, set: &Set, relation: &Relation) -> Limited<Set> {
        self.make(|work| {
            work.image(direction, &relation.changes, work.import(&set.0), work.import(&relation.diagram))
        })
    }

    fn steps(&self, direction: Direction, set: &Set, relations: &[&Relation]) -> Limited<Set> {
        let numbers = relations.iter().map(|relation| relation.number).collect();
        let mut lists = self.lists.borrow_mut();
        let fresh = || self.store.contexts(2 * relations.len());
        let context = *lists.entry((direction == Direction::Forward, numbers)).or_insert_with(fresh);
        drop(lists);
        let (strategy, bits) = (self.strategy, self.layout.bits());
        let request = Request { strategy, direction, relations, bits, context };
        self.make(|work| reach(work, &self.store, &request, work.import(&set.0)))
    }

    /// The bits of these variables, as a relation changes them.
    fn changes(&self, changed: &[Variable]) -> Limited<Changes> {
        let mut known = self.changes.borrow_mut();
        let context = *known.entry(changed.to_vec()).or_insert_with(|| self.store.contexts(1));
        let mut bits = Vec::new();
        for &variable in changed {
            bits.extend(self.layout.field(variable)?.places().map(|(bit, _)| bit));
        }
        Ok(Changes::new(bits, context))
    }
}

impl Domain for Diagrams<'_> {
    type Set = Set;
    type Relation = Relation;

    fn space(&self) -> &Space {
        &self.space
    }

    fn empty(&self) -> Set {
        Set(self.empty.clone())
    }

    fn whole(&self) -> Limited<Set> {
        Ok(Set(self.whole.clone()))
    }

    fn set(&self, formula: &Formula) -> Limited<Set> {
        self.make(|work| {
            let diagram = Reader::new(work, &self.layout, &[]).read(formula)?;
            work.and(diagram.borrowed(), work.import(&self.whole))
        })
    }

    fn relation(&self, step: &Step) -> Limited<Relation> {
        let changes = self.changes(&step.changed)?;
        let diagram = self.store.work(|work| {
            let mut diagram = Reader::new(work, &self.layout, &step.changed).read(&step.relation)?;
            for &variable in step.changed.iter().rev() {
                for moment in [Moment::Next, Moment::Now] {
                    let valid = work.valid(self.layout.field(variable)?, moment)?;
                    diagram = work.and(valid.borrowed(), diagram.borrowed())?;
                }
            }
            Ok(work.export(diagram))
        })?;
        Ok(Relation { diagram, changes: Rc::new(changes), number: self.store.contexts(1) })
    }

    fn union(&self, left: &Set, right: &Set) -> Limited<Set> {
        self.make(|work| work.or(work.import(&left.0), work.import(&right.0)))
    }

    fn intersection(&self, left: &Set, right: &Set) -> Limited<Set> {
        self.make(|work| work.and(work.import(&left.0), work.import(&right.0)))
    }

    fn within(&self, set: &Set, formula: &Formula) -> Limited<Set> {
        // Only parts that are hard to say of all states are worth being said of few.
        if !formula.has_quantifier() {
            return self.intersection(set, &self.set(formula)?);
        }
        self.make(|work| {
            let diagram = Reader::within(work, &self.layout, &set.0).read(formula)?;
            work.and(diagram.borrowed(), work.import(&set.0))
        })
    }

    fn is_empty(&self, set: &Set) -> Limited<bool> {
        Ok(set.0 == self.empty)
    }

    fn is_subset(&self, inner: &Set, outer: &Set) -> Limited<bool> {
        self.store.work(|work| work.is_subset(work.import(&inner.0), work.import(&outer.0)))
    }

    fn is_equal(&self, left: &Set, right: &Set) -> Limited<bool> {
        Ok(left.0 == right.0)
    }

    fn post(&self, set: &Set, relation: &Relation) -> Limited<Set> {
        self.step(Direction::Forward, set, relation)
    }

    fn pre(&self, set: &Set, relation: &Relation) -> Limited<Set> {
        self.step(Direction::Backward, set, relation)
    }

    fn contains(&self, set: &Set, point: &Point) -> Limited<bool> {
        match self.layout.numbers(point) {
            Some(numbers) => self.store.work(|work| work.has(work.import(&set.0), &self.layout, &numbers)),
            None => Ok(false),
        }
    }

    fn pick(&self, set: &Set) -> Limited<Option<Point>> {
        self.store.work(|work| work.first(work.import(&set.0), &self.layout))
    }

    fn singleton(&self, point: &Point) -> Limited<Set> {
        let outside = || beyond("a state has a value outside its variable's type".into());
        let numbers = self.layout.numbers(point).ok_or_else(outside)?;
        self.make(|work| work.only(&self.layout, &numbers))
    }

    fn size(&self, set: &Set) -> Limited<Size> {
        let count = self.store.work(|work| work.count(work.import(&set.0), self.layout.bits()))?;
        Ok(Size::Finite(count))
    }

    fn weight(&self, set: &Set) -> usize {
        set.0.node_count()
    }

    fn relation_weight(&self, relation: &Relation) -> usize {
        relation.diagram.node_count()
    }

    fn bytes(&self) -> u64 {
        self.store.bytes()
    }
}

impl Complement for Diagrams<'_> {
    fn difference(&self, left: &Set, right: &Set) -> Limited<Set> {
        self.make(|work| work.without(work.import(&left.0), work.import(&right.0)))
    }
}

impl Saturate for Diagrams<'_> {
    fn reach(&self, from: &Set, relations: &[&Relation]) -> Limited<Set> {
        self.steps(Direction::Forward, from, relations)
    }

    fn reach_back(&self, to: &Set, relations: &[&Relation]) -> Limited<Set> {
        self.steps(Direction::Backward, to, relations)
    }
}

impl Exchange for Diagrams<'_> {
    fn exchange(&self, set: &Set, swap: &Swap) -> Limited<Set> {
        let known = self.exchanges.borrow().get(swap).cloned();
        let exchanged = match known {
            Some(known) => known,
            None => {
                let new = Rc::new(Exchanged::new(&self.layout, swap, self.store.contexts(1))?);
                self.exchanges.borrow_mut().insert(swap.clone(), new.clone());
                new
            }
        };
        self.make(|work| work.exchanged(work.import(&set.0), &exchanged))
    }
}
