//! Boolean operations.
//!
//! Two automata run side by side: a state is a pair of states, and the two diagrams of a pair are combined by `apply`. A
//! pair is one of two constant states as soon as the operation no longer depends on what follows, for example
//! where one side of an intersection accepts nothing. Complement only changes what is accepted, and keeps automata minimal
//! and their numbers canonical.

use crate::automaton::{Automaton, Data, Numbers, Raw};
use crate::canonical;
use crate::diagrams::Diagram;
use crate::limits::allow_states;
use crate::memo::Memo;
use crate::store::Store;
use crate::vectors::Vectors;
use budget::{Budget, Budgeted};

/// A Boolean operation: bit `2a + b` is its value for `a` and `b`.
#[derive(Clone, Copy)]
struct Operation(u8);

const INTERSECTION: Operation = Operation(0b1000);
const UNION: Operation = Operation(0b1110);
const DIFFERENCE: Operation = Operation(0b0100);
const SYMMETRIC_DIFFERENCE: Operation = Operation(0b0110);
/// The number under which complements are remembered.
const COMPLEMENT: u8 = 16;

impl Operation {
    fn value(self, a: u32, b: u32) -> u32 {
        u32::from(self.0) >> (2 * a + b) & 1
    }

    /// The value if it depends on the first argument only, which is given.
    fn by_first(self, a: u32) -> Option<u32> {
        (self.value(a, 0) == self.value(a, 1)).then(|| self.value(a, 0))
    }

    fn by_second(self, b: u32) -> Option<u32> {
        (self.value(0, b) == self.value(1, b)).then(|| self.value(0, b))
    }
}

impl Data {
    /// Whether everything or nothing is accepted from the state of a terminal on, if one of the two is so.
    fn constant(&self, terminal: Diagram) -> Option<u32> {
        let state = terminal.value()? / 2;
        if self.dead == Some(state) {
            Some(0)
        } else if self.full == Some(state) {
            Some(1)
        } else {
            None
        }
    }
}

impl Store {
    /// The vectors that are in both sets.
    ///
    /// ```
    /// # use integer_automata::*;
    /// # let (mut store, budget) = (Store::new(Numbers::Integers), Budget::unlimited());
    /// let x = Linear::term(1, Track::new(0));
    /// let positive = store.constraint(&x, Comparison::Greater, &budget).unwrap();
    /// let negative = store.constraint(&x, Comparison::Less, &budget).unwrap();
    /// assert_eq!(store.intersection(&positive, &negative, &budget).unwrap(), store.empty());
    /// ```
    pub fn intersection(&mut self, a: &Automaton, b: &Automaton, budget: &Budget) -> Budgeted<Automaton> {
        self.combine(INTERSECTION, a, b, budget)
    }

    /// The vectors that are in one of the sets or in both.
    ///
    /// ```
    /// # use integer_automata::*;
    /// # let (mut store, budget) = (Store::new(Numbers::Integers), Budget::unlimited());
    /// let x = Linear::term(1, Track::new(0));
    /// let positive = store.constraint(&x, Comparison::Greater, &budget).unwrap();
    /// let other = store.constraint(&x, Comparison::AtMost, &budget).unwrap();
    /// assert_eq!(store.union(&positive, &other, &budget).unwrap(), store.universe());
    /// ```
    pub fn union(&mut self, a: &Automaton, b: &Automaton, budget: &Budget) -> Budgeted<Automaton> {
        self.combine(UNION, a, b, budget)
    }

    /// The vectors of the first set that are not in the second.
    ///
    /// ```
    /// # use integer_automata::*;
    /// # let (mut store, budget) = (Store::new(Numbers::Integers), Budget::unlimited());
    /// let x = Linear::term(1, Track::new(0));
    /// let least = store.constraint(&x, Comparison::AtLeast, &budget).unwrap();
    /// let zero = store.constraint(&x, Comparison::Equal, &budget).unwrap();
    /// let positive = store.constraint(&x, Comparison::Greater, &budget).unwrap();
    /// assert_eq!(store.difference(&least, &zero, &budget).unwrap(), positive);
    /// ```
    pub fn difference(&mut self, a: &Automaton, b: &Automaton, budget: &Budget) -> Budgeted<Automaton> {
        self.combine(DIFFERENCE, a, b, budget)
    }

    /// The vectors that are in exactly one of the sets.
    ///
    /// ```
    /// # use integer_automata::*;
    /// # let (mut store, budget) = (Store::new(Numbers::Integers), Budget::unlimited());
    /// let set = store.power_of_two(Track::new(0), &budget).unwrap();
    /// assert_eq!(store.symmetric_difference(&set, &set, &budget).unwrap(), store.empty());
    /// ```
    pub fn symmetric_difference(
        &mut self,
        a: &Automaton,
        b: &Automaton,
        budget: &Budget,
    ) -> Budgeted<Automaton> {
        self.combine(SYMMETRIC_DIFFERENCE, a, b, budget)
    }

    /// The vectors that are not in the set.
    ///
    /// ```
    /// # use integer_automata::*;
    /// # let (mut store, budget) = (Store::new(Numbers::Naturals), Budget::unlimited());
    /// let all = store.universe();
    /// assert_eq!(store.complement(&all, &budget).unwrap(), store.empty());
    /// ```
    pub fn complement(&mut self, a: &Automaton, budget: &Budget) -> Budgeted<Automaton> {
        if let Some(known) = self.earlier(COMPLEMENT, a, a) {
            return Ok(known);
        }
        self.tidy();
        let data = self.own(a);
        let flip = &mut |number: u32| Ok(Diagram::terminal(number ^ 1));
        let roots = self.diagrams.map(&data.roots, flip, budget)?;
        let head = match self.numbers() {
            Numbers::Naturals => self.diagrams.map(&[data.head], flip, budget)?[0],
            Numbers::Integers => data.head,
        };
        let numbers = self.numbers();
        let survey = canonical::survey(&mut self.diagrams, numbers, head, &roots);
        let result = self.intern(Raw { head, roots }, &survey);
        self.remember(COMPLEMENT, a, a, &result);
        self.remember(COMPLEMENT, &result, &result, a);
        Ok(result)
    }

    fn combine(
        &mut self,
        operation: Operation,
        a: &Automaton,
        b: &Automaton,
        budget: &Budget,
    ) -> Budgeted<Automaton> {
        if let Some(known) = self.earlier(operation.0, a, b) {
            return Ok(known);
        }
        self.tidy();
        let raw = self.product(operation, self.own(a), self.own(b), budget)?;
        let result = self.finish(raw, budget)?;
        self.remember(operation.0, a, b, &result);
        Ok(result)
    }

    fn product(&mut self, operation: Operation, a: &Data, b: &Data, budget: &Budget) -> Budgeted<Raw> {
        let mut pairs = Vectors::new(1);
        let leaf = |pairs: &mut Vectors, left: Diagram, right: Diagram| {
            let by_first = a.constant(left).and_then(|bit| operation.by_first(bit));
            let constant = by_first.or_else(|| b.constant(right).and_then(|bit| operation.by_second(bit)));
            let (pair, bit) = match (constant, left.value(), right.value()) {
                (Some(bit), ..) => (-1 - i64::from(bit), bit),
                (None, Some(left), Some(right)) => {
                    let pair = i64::from(left / 2) << 32 | i64::from(right / 2);
                    (pair, operation.value(left & 1, right & 1))
                }
                _ => return Ok(None),
            };
            let (state, _) = pairs.number(&[pair]);
            Ok(Some(Diagram::terminal(2 * state + bit)))
        };
        // The head has a memo of its own, as Boolean tracks have the numbers of integer tracks.
        let head = self.diagrams.apply(
            a.head,
            b.head,
            &mut Memo::new(),
            &mut |left, right| leaf(&mut pairs, left, right),
            budget,
        )?;
        let mut memo = Memo::new();
        let mut roots = Vec::new();
        while roots.len() < pairs.len() {
            budget.spend(1)?;
            allow_states(budget, pairs.len())?;
            let pair = pairs.get(roots.len())[0];
            if pair < 0 {
                roots.push(Diagram::terminal(2 * roots.len() as u32 + (-1 - pair) as u32));
                continue;
            }
            let (left, right) = (a.roots[(pair >> 32) as usize], b.roots[(pair & 0xFFFF_FFFF) as usize]);
            let leaf = &mut |left, right| leaf(&mut pairs, left, right);
            roots.push(self.diagrams.apply(left, right, &mut memo, leaf, budget)?);
        }
        Ok(Raw { head, roots })
    }
}
