//! Putting a linear expression in place of a track.
//!
//! The bits of `Σ aᵢxᵢ + c` come out of an adder one after the other, least significant bit first, so the automaton of a
//! set can read them in place of a track's bits: a state is a state of the set's automaton with a carry of the adder. Nothing
//! is guessed, so nothing has to be made deterministic; this is why pre-images of assignments do not blow up. It
//! covers `x := c`, whose carries are the layers of the paper, `x := x + c` and `x := Σ aᵢxᵢ + c`.
//!
//! The new value may have more bits than the tracks that are left, so what is accepted is closed at the end, see
//! [`crate::close`]: over natural numbers a word is accepted once the carry is 0, over all integers once it stays the same.
//!
//! # Reference
//!
//! C. Bartzis, T. Bultan: *Efficient Symbolic Representations for Arithmetic Constraints in Verification*, International Journal of
//! Foundations of Computer Science 14(4), 2003, doi:10.1142/S0129054103001911, section 6. Departure: the set is given as an automaton,
//! not as constraints, so the adder is run beside it.

use crate::automaton::{Automaton, Data, Numbers, Raw};
use crate::close;
use crate::diagrams::{Diagram, Diagrams, View};
use crate::limits::allow_states;
use crate::linear::Linear;
use crate::memo::Memo;
use crate::store::Store;
use crate::track::{MOST_TRACKS, Track};
use crate::vectors::Vectors;
use budget::{Budget, Budgeted, OutOfBudget};
use std::collections::HashMap;

impl Store {
    /// The vectors that are in the set once a track has been given the value of an expression. Over natural numbers, those for
    /// which the expression is negative are not in the result.
    ///
    /// ```
    /// # use integer_automata::*;
    /// # let (mut store, budget) = (Store::new(Numbers::Integers), Budget::unlimited());
    /// let (x, y) = (Track::new(0), Track::new(1));
    /// let positive = store.constraint(&Linear::term(1, x), Comparison::Greater, &budget).unwrap();
    /// let sum = Linear::term(1, x).plus(&Linear::term(-2, y));
    /// let expected = store.constraint(&sum, Comparison::Greater, &budget).unwrap();
    /// assert_eq!(store.substitute(&positive, x, &sum, &budget).unwrap(), expected);
    /// ```
    pub fn substitute(
        &mut self,
        set: &Automaton,
        track: Track,
        value: &Linear,
        budget: &Budget,
    ) -> Budgeted<Automaton> {
        let data = self.own(set);
        if !data.tracks.contains(&track) && self.numbers() == Numbers::Integers {
            return Ok(set.clone());
        }
        self.tidy();
        let numbers = self.numbers();
        let mut adder = Adder::new(numbers, value)?;
        let mut memo = Memo::new();
        let start = adder.start;
        let states = &mut Vectors::new(2);
        let head = self.diagrams.map(
            &[data.head],
            &mut |number| {
                let accepts = number & 1 == 1 && start == 0;
                Ok(terminal(states, number / 2, start, accepts))
            },
            budget,
        )?[0];
        let mut roots = Vec::new();
        let mut run =
            Run { diagrams: &mut self.diagrams, data, adder: &mut adder, states, memo: Memo::new() };
        while roots.len() < run.states.len() {
            budget.spend(1)?;
            allow_states(budget, run.states.len())?;
            let &[state, carry] = run.states.get(roots.len()) else { unreachable!("a state is a pair") };
            let root = run.data.roots[state as usize];
            let low = run.diagrams.restrict(root, track.level(), false, &mut memo, budget)?;
            let high = run.diagrams.restrict(root, track.level(), true, &mut memo, budget)?;
            let sum = run.adder.sum(run.diagrams, carry, budget)?;
            roots.push(run.selected(sum, low, high, budget)?);
        }
        let raw = close::closed(&mut self.diagrams, numbers, Raw { head, roots }, budget)?;
        self.finish(raw, budget)
    }
}

fn terminal(states: &mut Vectors, state: u32, carry: i64, accepts: bool) -> Diagram {
    let (number, _) = states.number(&[i64::from(state), carry]);
    Diagram::terminal(2 * number + u32::from(accepts))
}

/// An adder for one expression.
struct Adder {
    numbers: Numbers,
    terms: Vec<(u32, i64)>,
    start: i64,
    /// What a letter does: the bit that comes out, the next carry, and whether a word may end here.
    effects: Vectors,
    sums: HashMap<i64, Diagram>,
}

impl Adder {
    fn new(numbers: Numbers, value: &Linear) -> Budgeted<Adder> {
        let size = value.terms().iter().fold(value.constant_term().saturating_abs(), |sum, term| {
            sum.saturating_add(term.1.saturating_abs())
        });
        if size >= 1 << 60 || value.terms().len() > MOST_TRACKS {
            return Err(OutOfBudget);
        }
        Ok(Adder {
            numbers,
            terms: value.terms().iter().map(|&(track, a)| (track.level(), a as i64)).collect(),
            start: value.constant_term() as i64,
            effects: Vectors::new(3),
            sums: HashMap::new(),
        })
    }

    /// The effects of all letters on a carry.
    fn sum(&mut self, diagrams: &mut Diagrams, carry: i64, budget: &Budget) -> Budgeted<Diagram> {
        if let Some(&known) = self.sums.get(&carry) {
            return Ok(known);
        }
        let result = self.below(diagrams, 0, carry, carry, &mut HashMap::new(), budget)?;
        self.sums.insert(carry, result);
        Ok(result)
    }

    fn below(
        &mut self,
        diagrams: &mut Diagrams,
        level: usize,
        sum: i64,
        carry: i64,
        memo: &mut HashMap<(usize, i64), Diagram>,
        budget: &Budget,
    ) -> Budgeted<Diagram> {
        let Some(&(track, a)) = self.terms.get(level) else {
            let next = sum >> 1;
            let may_end = match self.numbers {
                Numbers::Naturals => next == 0,
                Numbers::Integers => next == carry,
            };
            let (effect, _) = self.effects.number(&[sum & 1, next, i64::from(may_end)]);
            return Ok(Diagram::terminal(effect));
        };
        if let Some(&known) = memo.get(&(level, sum)) {
            return Ok(known);
        }
        let low = self.below(diagrams, level + 1, sum, carry, memo, budget)?;
        let high = self.below(diagrams, level + 1, sum + a, carry, memo, budget)?;
        let result = diagrams.branch(track, low, high, budget)?;
        memo.insert((level, sum), result);
        Ok(result)
    }
}

struct Run<'a> {
    diagrams: &'a mut Diagrams,
    data: &'a Data,
    adder: &'a mut Adder,
    states: &'a mut Vectors,
    memo: Memo,
}

impl Run<'_> {
    /// The transitions of a pair: where the bit that comes out is 0 those of `low`, elsewhere those of `high`.
    fn selected(
        &mut self,
        sum: Diagram,
        mut low: Diagram,
        mut high: Diagram,
        budget: &Budget,
    ) -> Budgeted<Diagram> {
        if let View::Terminal(effect) = self.diagrams.view(sum) {
            let &[bit, carry, may_end] = self.adder.effects.get(effect as usize) else {
                unreachable!("an effect has three parts")
            };
            (low, high) = if bit == 0 { (low, low) } else { (high, high) };
            if let Some(number) = low.value() {
                let accepts = number & 1 == 1 && may_end == 1;
                return Ok(terminal(self.states, number / 2, carry, accepts));
            }
        }
        let key = [sum.0, low.0, high.0];
        if let Some(known) = self.memo.get(key) {
            return Ok(Diagram(known));
        }
        budget.spend(1)?;
        let track = self.diagrams.track(sum).min(self.diagrams.track(low)).min(self.diagrams.track(high));
        let (s0, s1) = self.diagrams.children(sum, track);
        let (l0, l1) = self.diagrams.children(low, track);
        let (h0, h1) = self.diagrams.children(high, track);
        let zero = self.selected(s0, l0, h0, budget)?;
        let one = self.selected(s1, l1, h1, budget)?;
        let result = self.diagrams.branch(track, zero, one, budget)?;
        self.memo.put(key, result.0);
        Ok(result)
    }
}
