//! Automata that read one bit of every variable at once; codes are Booleans, which come first.

use super::builder::{self, Builder, Built};
use super::encoding::{Move, TrackEncoding};
use super::tracks::{Codes, Tracks};
use budget::{Budget, Budgeted};
use integer_automata::{
    Automaton, BooleanTrack, Formula as Plain, NODE_BYTES, Size as Count, Store, Track, Update,
};
use state_sets::{Formula, Moment, Point, Size, UBig, Variable};

/// Sets of states in one store.
pub struct Parallel {
    tracks: Tracks,
    store: Store,
}

impl TrackEncoding for Parallel {
    type Set = Automaton;

    const CODES: Codes = Codes::Bits;

    fn new(tracks: Tracks) -> Parallel {
        Parallel { store: Store::new(tracks.numbers()), tracks }
    }

    fn tracks(&self) -> &Tracks {
        &self.tracks
    }

    fn set(&mut self, formula: &Formula, budget: &Budget) -> Built<Automaton> {
        builder::write(&mut ParallelWriter { encoding: self, budget }, formula)
    }

    fn link(&mut self, formula: &Formula, _: &[Variable], budget: &Budget) -> Built<Automaton> {
        self.set(formula, budget)
    }

    fn before(&mut self, set: &Automaton, step: &Move<Automaton>, budget: &Budget) -> Budgeted<Automaton> {
        let mut result = self.moved(set, &step.free, (Moment::Now, Moment::Next), budget)?;
        if !step.assigned.is_empty() {
            let update = update(&mut self.store, step);
            result = self.store.pre_image(&update, &result, budget)?;
        }
        result = self.store.intersection(&result, &step.link, budget)?;
        self.forgotten(&result, &step.free, Moment::Next, budget)
    }

    fn after(&mut self, set: &Automaton, step: &Move<Automaton>, budget: &Budget) -> Budgeted<Automaton> {
        let mut result = self.store.intersection(set, &step.link, budget)?;
        if !step.assigned.is_empty() {
            let update = update(&mut self.store, step);
            result = self.store.post_image(&update, &result, budget)?;
        }
        result = self.forgotten(&result, &step.free, Moment::Now, budget)?;
        self.moved(&result, &step.free, (Moment::Next, Moment::Now), budget)
    }

    fn empty(&mut self) -> Automaton {
        self.store.empty()
    }

    fn union(&mut self, left: &Automaton, right: &Automaton, budget: &Budget) -> Budgeted<Automaton> {
        self.store.union(left, right, budget)
    }

    fn intersection(&mut self, left: &Automaton, right: &Automaton, budget: &Budget) -> Budgeted<Automaton> {
        self.store.intersection(left, right, budget)
    }

    fn difference(&mut self, left: &Automaton, right: &Automaton, budget: &Budget) -> Budgeted<Automaton> {
        self.store.difference(left, right, budget)
    }

    fn is_empty(&self, set: &Automaton) -> bool {
        set.is_empty()
    }

    fn is_subset(&mut self, inner: &Automaton, outer: &Automaton, budget: &Budget) -> Budgeted<bool> {
        self.store.is_subset(inner, outer, budget)
    }

    fn widen(
        &mut self,
        earlier: &Automaton,
        later: &Automaton,
        most: usize,
        budget: &Budget,
    ) -> Budgeted<Automaton> {
        self.store.widen(earlier, later, most, budget)
    }

    fn pick(&mut self, set: &Automaton, budget: &Budget) -> Budgeted<Option<Point>> {
        let Some(found) = self.store.sample(set, budget)? else { return Ok(None) };
        let integer = |variable: Variable| {
            let track = self.tracks.track(variable, Moment::Now);
            found.integers.iter().find(|(own, _)| *own == track).map_or(0, |(_, value)| *value)
        };
        let bit = |track: &BooleanTrack| found.booleans.iter().any(|(own, value)| own == track && *value);
        let value = |variable: Variable| match self.tracks.is_finite(variable) {
            true => {
                let bits = self.tracks.bits(variable, Moment::Now);
                bits.iter().rev().fold(0, |code, track| 2 * code + i128::from(bit(track)))
            }
            false => integer(variable),
        };
        Ok(Some(Point((0..self.tracks.len() as u32).map(Variable).map(value).collect())))
    }

    fn size(&mut self, set: &Automaton, budget: &Budget) -> Budgeted<Size> {
        let (mut tracks, mut bits) = (Vec::new(), Vec::new());
        for variable in (0..self.tracks.len() as u32).map(Variable) {
            match self.tracks.is_finite(variable) {
                true => bits.extend(self.tracks.bits(variable, Moment::Now)),
                false => tracks.push(self.tracks.track(variable, Moment::Now)),
            }
        }
        Ok(match self.store.size(set, &tracks, &bits, budget)? {
            // The count stops at the largest number.
            Count::Finite(u128::MAX) => Size::Many,
            Count::Finite(count) => Size::Finite(UBig::from(count)),
            Count::Infinite => Size::Infinite,
        })
    }

    fn weight(&self, set: &Automaton) -> usize {
        set.nodes()
    }

    fn bytes(&self) -> u64 {
        self.store.nodes() as u64 * NODE_BYTES
    }
}

impl Parallel {
    /// The set with the values of these variables on the tracks of another moment.
    fn moved(
        &mut self,
        set: &Automaton,
        variables: &[Variable],
        (from, to): (Moment, Moment),
        budget: &Budget,
    ) -> Budgeted<Automaton> {
        if variables.is_empty() {
            return Ok(set.clone());
        }
        let (mut numbers, mut bits) = (Vec::new(), Vec::new());
        for variable in variables {
            numbers.push((self.tracks.track(*variable, from), self.tracks.track(*variable, to)));
            bits.extend(self.tracks.bits(*variable, from).into_iter().zip(self.tracks.bits(*variable, to)));
        }
        let number = |track: Track| numbers.iter().find(|pair| pair.0 == track).map_or(track, |pair| pair.1);
        let bit = |track: BooleanTrack| bits.iter().find(|pair| pair.0 == track).map_or(track, |pair| pair.1);
        self.store.rename_all(set, number, bit, budget)
    }

    /// The set with any values of these variables at a moment.
    fn forgotten(
        &mut self,
        set: &Automaton,
        variables: &[Variable],
        moment: Moment,
        budget: &Budget,
    ) -> Budgeted<Automaton> {
        let (mut numbers, mut bits) = (Vec::new(), Vec::new());
        for variable in variables {
            match self.tracks.is_finite(*variable) {
                true => bits.extend(self.tracks.bits(*variable, moment)),
                false => numbers.push(self.tracks.track(*variable, moment)),
            }
        }
        self.store.project_all(set, &numbers, &bits, budget)
    }
}

/// The assignments of a move.
fn update(store: &mut Store, step: &Move<Automaton>) -> Update {
    let all = Update::new(store.universe());
    step.assigned.iter().fold(all, |update, (track, value)| update.assign(*track, value.clone()))
}

/// Writes formulas into the store.
struct ParallelWriter<'a, 'q> {
    encoding: &'a mut Parallel,
    budget: &'a Budget<'q>,
}

impl Builder for ParallelWriter<'_, '_> {
    type Set = Automaton;

    fn tracks(&self) -> &Tracks {
        &self.encoding.tracks
    }

    fn plain(&mut self, formula: &Plain) -> Budgeted<Automaton> {
        self.encoding.store.formula(formula, self.budget)
    }

    fn intersection(&mut self, left: &Automaton, right: &Automaton) -> Budgeted<Automaton> {
        self.encoding.store.intersection(left, right, self.budget)
    }

    fn union(&mut self, left: &Automaton, right: &Automaton) -> Budgeted<Automaton> {
        self.encoding.store.union(left, right, self.budget)
    }

    fn complement(&mut self, set: &Automaton) -> Budgeted<Automaton> {
        self.encoding.store.complement(set, self.budget)
    }

    fn is_empty(&self, set: &Automaton) -> bool {
        set.is_empty()
    }

    fn project(&mut self, set: &Automaton, tracks: &[Track]) -> Budgeted<Automaton> {
        self.encoding.store.project(set, tracks, self.budget)
    }
}
