//! Quantifiers: removing tracks, and making the result deterministic again.
//!
//! Without a track, a letter may lead to several states, so the new states are sets of old ones. The diagrams of single states
//! are projected first: their terminals become sets, and where a removed track was tested the two sides are joined by
//! union. The diagram of a set is then the join of the diagrams of its members. Sets are kept
//! once, the state that accepts nothing is left out of them, and the state that accepts everything stands for every set that has
//! it. What is accepted is closed under the extension of words beforehand, see [`crate::close`].
//!
//! Several tracks are removed one after the other, with a minimal automaton after each. One determinisation for all has the same
//! worst case, and took nine and twenty times as long in the two cases that were measured.
//!
//! # Reference
//!
//! M. Rabin, D. Scott: *Finite Automata and Their Decision Problems*, IBM Journal 3(2), 1959, doi:10.1147/rd.32.0114, for the subsets; Bartzis
//! and Bultan, section 2.6, for the closure.

use crate::automaton::{Automaton, Data, Raw};
use crate::close::{self, Closure};
use crate::diagrams::{Diagram, Diagrams, View};
use crate::limits::allow_states;
use crate::memo::Memo;
use crate::store::Store;
use crate::subsets::Subsets;
use crate::track::{BooleanTrack, Track};
use budget::{Budget, Budgeted};

const UNKNOWN: u32 = u32::MAX;

impl Store {
    /// The vectors that are in the set for some values of these tracks.
    ///
    /// ```
    /// # use integer_automata::*;
    /// # let (mut store, budget) = (Store::new(Numbers::Integers), Budget::unlimited());
    /// let (x, y) = (Track::new(0), Track::new(1));
    /// let double = Linear::term(2, y).equal_to(&Linear::term(1, x));
    /// let double = store.formula(&double, &budget).unwrap();
    /// let even = store.formula(&Formula::divides(2, Linear::term(1, x)), &budget).unwrap();
    /// assert_eq!(store.project(&double, &[y], &budget).unwrap(), even);
    /// ```
    pub fn project(&mut self, set: &Automaton, tracks: &[Track], budget: &Budget) -> Budgeted<Automaton> {
        self.project_all(set, tracks, &[], budget)
    }

    /// The vectors that are in the set for some values of these integer and Boolean tracks.
    ///
    /// ```
    /// # use integer_automata::*;
    /// # let (mut store, budget) = (Store::new(Numbers::Integers), Budget::unlimited());
    /// let flag = BooleanTrack::new(0);
    /// let set = store.boolean(flag, true, &budget).unwrap();
    /// assert!(store.project_all(&set, &[], &[flag], &budget).unwrap().is_universe());
    /// ```
    pub fn project_all(
        &mut self,
        set: &Automaton,
        tracks: &[Track],
        booleans: &[BooleanTrack],
        budget: &Budget,
    ) -> Budgeted<Automaton> {
        let data = self.own(set);
        let concerned = tracks.iter().any(|track| data.tracks.contains(track))
            || booleans.iter().any(|track| data.booleans.contains(track));
        if !concerned {
            return Ok(set.clone());
        }
        if let [first, rest @ ..] = tracks
            && !rest.is_empty()
        {
            let smaller = self.project_all(set, &[*first], booleans, budget)?;
            return self.project_all(&smaller, rest, &[], budget);
        }
        self.tidy();
        let mut projection = Projection {
            subsets: Subsets::new(data.full),
            tracks: tracks.iter().map(|track| track.level()).collect(),
            booleans: booleans.iter().map(|track| track.level()).collect(),
            memo: Memo::new(),
        };
        let numbers = self.numbers();
        let raw = Raw { head: data.head, roots: data.roots.to_vec() };
        let is_removed = |level: u32| tracks.iter().any(|track| track.level() == level);
        let closure = close::closure(&mut self.diagrams, numbers, &raw, &is_removed, budget)?;
        let roots = projection.single_states(&mut self.diagrams, data, &closure, budget)?;
        let head = projection.head(&mut self.diagrams, data, &closure, budget)?;
        let raw = projection.determinise(&mut self.diagrams, head, &roots, budget)?;
        self.finish(raw, budget)
    }

    /// The vectors that are in the set for all values of these tracks.
    ///
    /// ```
    /// # use integer_automata::*;
    /// # let (mut store, budget) = (Store::new(Numbers::Integers), Budget::unlimited());
    /// let (x, y) = (Track::new(0), Track::new(1));
    /// // No integer is at least as large as all the others.
    /// let least = store.formula(&Linear::term(1, y).at_most(&Linear::term(1, x)), &budget).unwrap();
    /// assert!(store.for_all(&least, &[y], &budget).unwrap().is_empty());
    /// ```
    pub fn for_all(&mut self, set: &Automaton, tracks: &[Track], budget: &Budget) -> Budgeted<Automaton> {
        let outside = self.complement(set, budget)?;
        let some_outside = self.project(&outside, tracks, budget)?;
        self.complement(&some_outside, budget)
    }
}

struct Projection {
    subsets: Subsets,
    tracks: Vec<u32>,
    booleans: Vec<u32>,
    memo: Memo,
}

impl Projection {
    /// The terminal of a single state.
    fn single(&mut self, data: &Data, state: u32, accepts: bool) -> Diagram {
        let set = if data.dead == Some(state) { 0 } else { self.subsets.number(&[state]) };
        Diagram::terminal(2 * set + u32::from(accepts))
    }

    /// The diagrams of single states, projected and closed.
    fn single_states(
        &mut self,
        diagrams: &mut Diagrams,
        data: &Data,
        closure: &Closure,
        budget: &Budget,
    ) -> Budgeted<Vec<Diagram>> {
        let terminals: Vec<Diagram> = (0..data.roots.len())
            .map(|state| {
                let accepts = matches!(closure, Closure::States(accepts) if accepts[state]);
                self.single(data, state as u32, accepts)
            })
            .collect();
        diagrams.begin_pass();
        let mut roots = Vec::with_capacity(data.roots.len());
        let removed = std::mem::take(&mut self.tracks);
        for &root in &data.roots {
            roots.push(self.projected(diagrams, root, &terminals, &removed, budget)?);
        }
        if let Closure::Letters(letters) = closure {
            let mut memo = Memo::new();
            for (root, &accepts) in roots.iter_mut().zip(letters) {
                *root = close::accepting(diagrams, *root, accepts, &mut memo, budget)?;
            }
        }
        Ok(roots)
    }

    /// The head, projected. Over all integers the empty word is not accepted.
    fn head(
        &mut self,
        diagrams: &mut Diagrams,
        data: &Data,
        closure: &Closure,
        budget: &Budget,
    ) -> Budgeted<Diagram> {
        let terminals: Vec<Diagram> = (0..data.roots.len())
            .map(|state| {
                let accepts = matches!(closure, Closure::States(accepts) if accepts[state]);
                self.single(data, state as u32, accepts)
            })
            .collect();
        diagrams.begin_pass();
        let removed = std::mem::take(&mut self.booleans);
        // Boolean tracks have the numbers of integer tracks, so the memo is another one.
        let memo = std::mem::take(&mut self.memo);
        let head = self.projected(diagrams, data.head, &terminals, &removed, budget)?;
        self.memo = memo;
        Ok(head)
    }

    fn projected(
        &mut self,
        diagrams: &mut Diagrams,
        diagram: Diagram,
        terminals: &[Diagram],
        removed: &[u32],
        budget: &Budget,
    ) -> Budgeted<Diagram> {
        let (track, low, high) = match diagrams.view(diagram) {
            View::Terminal(number) => return Ok(terminals[number as usize / 2]),
            View::Branch(track, low, high) => (track, low, high),
        };
        if let Some(known) = diagrams.seen(diagram) {
            return Ok(known);
        }
        let low = self.projected(diagrams, low, terminals, removed, budget)?;
        let high = self.projected(diagrams, high, terminals, removed, budget)?;
        let result = if removed.contains(&track) {
            self.join(diagrams, low, high, budget)?
        } else {
            diagrams.branch(track, low, high, budget)?
        };
        diagrams.see(diagram, result);
        Ok(result)
    }

    /// The diagram that leads to the sets of two diagrams together.
    fn join(
        &mut self,
        diagrams: &mut Diagrams,
        a: Diagram,
        b: Diagram,
        budget: &Budget,
    ) -> Budgeted<Diagram> {
        let subsets = &mut self.subsets;
        let leaf = &mut |a: Diagram, b: Diagram| {
            Ok(match (a.value(), b.value()) {
                _ if a == b => Some(a),
                (Some(0), _) => Some(b),
                (_, Some(0)) => Some(a),
                (Some(left), Some(right)) => {
                    let union = subsets.union(left / 2, right / 2);
                    Some(Diagram::terminal(2 * union + ((left | right) & 1)))
                }
                _ => None,
            })
        };
        let (a, b) = (a.min(b), a.max(b));
        diagrams.apply(a, b, &mut self.memo, leaf, budget)
    }

    /// Explores the sets that can be reached.
    fn determinise(
        &mut self,
        diagrams: &mut Diagrams,
        head: Diagram,
        single: &[Diagram],
        budget: &Budget,
    ) -> Budgeted<Raw> {
        let mut number: Vec<u32> = Vec::new();
        let mut order: Vec<u32> = Vec::new();
        let mut roots = Vec::new();
        diagrams.begin_pass();
        diagrams.visit(head, &mut |view| meet(view, &mut number, &mut order));
        diagrams.begin_pass();
        while roots.len() < order.len() {
            budget.spend(1)?;
            allow_states(budget, order.len())?;
            let members = self.subsets.get(order[roots.len()]).to_vec();
            let mut root = Diagram::terminal(0);
            for &state in &members {
                root = self.join(diagrams, root, single[state as usize], budget)?;
            }
            diagrams.extend_pass();
            diagrams.visit(root, &mut |view| meet(view, &mut number, &mut order));
            roots.push(root);
        }
        allow_states(budget, self.subsets.len())?;
        let leaf = &mut |n: u32| Ok(Diagram::terminal(2 * number[n as usize / 2] + (n & 1)));
        let head = diagrams.map(&[head], leaf, budget)?[0];
        let roots = diagrams.map(&roots, leaf, budget)?;
        Ok(Raw { head, roots })
    }
}

/// Numbers the set of a terminal if it is new.
fn meet(view: View, number: &mut Vec<u32>, order: &mut Vec<u32>) {
    if let View::Terminal(terminal) = view {
        let set = terminal as usize / 2;
        if number.len() <= set {
            number.resize(set + 1, UNKNOWN);
        }
        if number[set] == UNKNOWN {
            number[set] = order.len() as u32;
            order.push(set as u32);
        }
    }
}
