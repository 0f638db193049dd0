//! Widening: an upper bound of a set that grows, by guessing how its automaton will go on.
//!
//! The states of the earlier automaton `M` and of the later one `M'` are compared. A state of `M'` belongs together with a
//! state of `M` if both accept the same words, or if some word leads to both and neither is dead. States that belong
//! together, directly or through others, become one. So where the later automaton repeats what the earlier one did, a little
//! further along, the quotient has a loop.
//!
//! # Why it is sound
//!
//! The quotient follows every run of `M'`, and accepts where some member of a class does, so it accepts all that `M'`
//! accepts. If a letter leads from the members of a class to living states of different classes, these are merged as well, so that
//! the quotient is deterministic. Acceptance stands on transitions: a letter that accepts in a class accepts in a
//! member of it, and then again in the state where it leads, because the words of `M'` may go on; so words of the quotient may
//! go on, too. That they may also be shorter is what [`crate::close`] adds.
//!
//! # Why chains end
//!
//! A result with more states than the caller allows is replaced by the set of all vectors. There are only finitely many automata
//! of a given number of states over given tracks, and each result contains the one before.
//!
//! # Reference
//!
//! C. Bartzis, T. Bultan: *Widening Arithmetic Automata*, CAV 2004, doi:10.1007/978-3-540-27813-9_25, section 3. Departures: targets
//! that the definition there leaves in different classes are merged, and the number of states is bounded.

use crate::automaton::{Automaton, Data, Raw};
use crate::close;
use crate::diagrams::{Diagram, Diagrams};
use crate::limits::allow_states;
use crate::memo::Memo;
use crate::minimize::Partition;
use crate::minimize::hopcroft;
use crate::store::Store;
use crate::vectors::Vectors;
use budget::{Budget, Budgeted};
use std::collections::HashMap;

impl Store {
    /// A set that contains the later of two sets, which contains the earlier one. It is the set of all vectors if it would
    /// have more than `most` states.
    ///
    /// ```
    /// # use integer_automata::*;
    /// # let (mut store, budget) = (Store::new(Numbers::Naturals), Budget::unlimited());
    /// let x = Linear::term(1, Track::new(0));
    /// let mut up_to = |n| store.formula(&x.at_most(&Linear::constant(n)), &budget).unwrap();
    /// let (earlier, later) = (up_to(3), up_to(7));
    /// // 3 and 7 are numbers of two and of three bits; widening guesses that there will be numbers of any length.
    /// assert_eq!(store.widen(&earlier, &later, 100, &budget).unwrap(), store.universe());
    /// ```
    pub fn widen(
        &mut self,
        earlier: &Automaton,
        later: &Automaton,
        most: usize,
        budget: &Budget,
    ) -> Budgeted<Automaton> {
        if earlier == later {
            return Ok(later.clone());
        }
        self.tidy();
        let (old, new) = (self.own(earlier), self.own(later));
        let mut classes = MergedClasses::new(old.roots.len() + new.roots.len());
        same_word(&mut self.diagrams, old, new, &mut classes, budget)?;
        same_language(&mut self.diagrams, old, new, &mut classes, budget)?;
        let raw = quotient(&mut self.diagrams, new, old.roots.len(), &mut classes, budget)?;
        let numbers = self.numbers();
        let raw = close::closed(&mut self.diagrams, numbers, raw, budget)?;
        let result = self.finish(raw, budget)?;
        Ok(if result.states() > most { self.universe() } else { result })
    }
}

/// Classes of states: first those of the earlier automaton, then those of the later one.
struct MergedClasses {
    parent: Vec<u32>,
}

impl MergedClasses {
    fn new(states: usize) -> MergedClasses {
        MergedClasses { parent: (0..states as u32).collect() }
    }

    /// The state that stands for the class of a state.
    fn find(&mut self, state: u32) -> u32 {
        let mut state = state;
        while self.parent[state as usize] != state {
            let above = self.parent[self.parent[state as usize] as usize];
            self.parent[state as usize] = above;
            state = above;
        }
        state
    }

    /// Makes two classes one; says whether they were two.
    fn join(&mut self, left: u32, right: u32) -> bool {
        let (left, right) = (self.find(left), self.find(right));
        self.parent[left.max(right) as usize] = left.min(right);
        left != right
    }
}

/// Joins states to which one word leads, unless they are dead.
fn same_word(
    diagrams: &mut Diagrams,
    old: &Data,
    new: &Data,
    classes: &mut MergedClasses,
    budget: &Budget,
) -> Budgeted<()> {
    let mut pairs = Vectors::new(2);
    let leaf = |pairs: &mut Vectors, left: Diagram, right: Diagram| {
        Ok(left.value().zip(right.value()).map(|(left, right)| {
            let (left, right) = (left / 2, right / 2);
            if old.dead != Some(left) && new.dead != Some(right) {
                pairs.number(&[i64::from(left), i64::from(right)]);
            }
            Diagram::terminal(0)
        }))
    };
    // The head has a memo of its own, as Boolean tracks have the numbers of integer tracks.
    diagrams.apply(old.head, new.head, &mut Memo::new(), &mut |l, r| leaf(&mut pairs, l, r), budget)?;
    let mut memo = Memo::new();
    let mut done = 0;
    while done < pairs.len() {
        budget.spend(1)?;
        allow_states(budget, pairs.len())?;
        let (left, right) = (pairs.get(done)[0] as u32, pairs.get(done)[1] as u32);
        done += 1;
        classes.join(left, old.roots.len() as u32 + right);
        let (left, right) = (old.roots[left as usize], new.roots[right as usize]);
        diagrams.apply(left, right, &mut memo, &mut |l, r| leaf(&mut pairs, l, r), budget)?;
    }
    Ok(())
}

/// Joins states that accept the same words, unless they are dead.
fn same_language(
    diagrams: &mut Diagrams,
    old: &Data,
    new: &Data,
    classes: &mut MergedClasses,
    budget: &Budget,
) -> Budgeted<()> {
    let shift = 2 * old.roots.len() as u32;
    let shifted = diagrams.map(&new.roots, &mut |number| Ok(Diagram::terminal(number + shift)), budget)?;
    let roots: Vec<Diagram> = old.roots.iter().copied().chain(shifted).collect();
    let accepting = diagrams.map(&roots, &mut |number| Ok(Diagram::terminal(number & 1)), budget)?;
    let mut numbers = HashMap::new();
    let number = |accepts: Diagram| {
        let fresh = numbers.len() as u32;
        *numbers.entry(accepts).or_insert(fresh)
    };
    let class: Vec<u32> = accepting.into_iter().map(number).collect();
    let partition = hopcroft::stable(diagrams, &roots, Partition { class, count: numbers.len() }, budget)?;
    let dead = [old.dead, new.dead.map(|state| state + shift / 2)];
    let mut first = vec![None; partition.count];
    for (state, class) in partition.class.into_iter().enumerate() {
        let state = state as u32;
        if dead.contains(&Some(state)) {
            continue;
        }
        match first[class as usize] {
            Some(other) => drop(classes.join(other, state)),
            None => first[class as usize] = Some(state),
        }
    }
    Ok(())
}

/// The later automaton with its classes as states. Its states have numbers from `first` on among the classes.
fn quotient(
    diagrams: &mut Diagrams,
    new: &Data,
    first: usize,
    classes: &mut MergedClasses,
    budget: &Budget,
) -> Budgeted<Raw> {
    let class = |classes: &mut MergedClasses, state: u32| classes.find(first as u32 + state);
    let joined = loop {
        let mut merged = false;
        let mut joined: Vec<(u32, Diagram)> = Vec::new();
        let mut places: HashMap<u32, usize> = HashMap::new();
        for (state, &root) in new.roots.iter().enumerate() {
            budget.spend(1)?;
            let own = class(classes, state as u32);
            let Some(&place) = places.get(&own) else {
                places.insert(own, joined.len());
                joined.push((own, root));
                continue;
            };
            let leaf = &mut |left: Diagram, right: Diagram| {
                Ok(left.value().zip(right.value()).map(|(left, right)| {
                    let (target, other) = (left / 2, right / 2);
                    if new.dead == Some(target) {
                        return Diagram::terminal(right);
                    }
                    if new.dead != Some(other) {
                        merged |= classes.join(first as u32 + target, first as u32 + other);
                    }
                    Diagram::terminal(left | right & 1)
                }))
            };
            // Classes change on the way, so nothing can be remembered from one call to the next.
            joined[place].1 = diagrams.apply(joined[place].1, root, &mut Memo::new(), leaf, budget)?;
        }
        if !merged {
            break joined;
        }
    };
    let numbers: HashMap<u32, u32> =
        joined.iter().enumerate().map(|(number, (own, _))| (*own, number as u32)).collect();
    let leaf = &mut |terminal: u32| {
        let number = numbers[&class(classes, terminal / 2)];
        Ok(Diagram::terminal(2 * number + (terminal & 1)))
    };
    let roots: Vec<Diagram> = joined.into_iter().map(|(_, root)| root).collect();
    let roots = diagrams.map(&roots, leaf, budget)?;
    let head = diagrams.map(&[new.head], leaf, budget)?[0];
    Ok(Raw { head, roots })
}
