//! Automata that read the bits of the variables in turn; codes are numbers like others.
//!
//! All variables of an encoding take turns, so each set is kept in the encoding that has no more of them than it needs: states
//! in one of the variables alone, what a step relates in one with further turns, and formulas in one with turns for
//! bound variables.

use super::builder::{self, Builder, Built};
use super::encoding::{Move, TrackEncoding};
use super::tracks::{Codes, Tracks};
use budget::{Budget, Budgeted, OutOfBudget};
use integer_automata::{
    Comparison, Encoding, Formula as Plain, Linear, Serial, SerialSet, Size as Count, Track,
};
use state_sets::{Formula, Local, Moment, Point, Size, Term, UBig, Variable};
use std::collections::BTreeSet;

/// Sets of states, each a machine by itself.
pub struct Serially {
    tracks: Tracks,
    states: Serial,
}

impl Serially {
    fn variables(&self) -> impl Iterator<Item = Variable> + use<> {
        (0..self.tracks.len() as u32).map(Variable)
    }

    /// The tracks of the variables, each of the free ones followed by its value after the step.
    fn pairs(&self, free: &[Variable]) -> Vec<Track> {
        let both = |variable: Variable| {
            let next = free.contains(&variable).then(|| self.tracks.track(variable, Moment::Next));
            [Some(self.tracks.track(variable, Moment::Now)), next]
        };
        self.variables().flat_map(both).flatten().collect()
    }

    fn encoding(&self, tracks: Vec<Track>) -> Serial {
        Serial::new(self.tracks.numbers(), tracks)
    }

    /// The set of a formula in an encoding of these tracks.
    fn written(&self, formula: &Formula, tracks: Vec<Track>, budget: &Budget) -> Built<SerialSet> {
        let mut longer = tracks.clone();
        for local in bound(formula) {
            longer.extend(self.tracks.of_local(local).ok_or_else(builder::too_many)?);
        }
        let mut writer = SerialWriter { tracks: &self.tracks, serial: self.encoding(longer), budget };
        let set = builder::write(&mut writer, formula)?;
        let kept = |track: Track| tracks.contains(&track).then_some(track);
        Ok(self.encoding(tracks.clone()).carried(&writer.serial, &set, kept, budget)?)
    }

    fn renamed(&self, free: &[Variable], from: Moment, to: Moment) -> impl Fn(Track) -> Track + use<> {
        let pairs: Vec<(Track, Track)> = free
            .iter()
            .map(|variable| (self.tracks.track(*variable, from), self.tracks.track(*variable, to)))
            .collect();
        move |track| pairs.iter().find(|pair| pair.0 == track).map_or(track, |pair| pair.1)
    }
}

impl TrackEncoding for Serially {
    type Set = SerialSet;

    const CODES: Codes = Codes::Numbers;

    fn new(tracks: Tracks) -> Serially {
        let states = (0..tracks.len() as u32).map(|number| tracks.track(Variable(number), Moment::Now));
        Serially { states: Serial::new(tracks.numbers(), states.collect()), tracks }
    }

    fn tracks(&self) -> &Tracks {
        &self.tracks
    }

    fn set(&mut self, formula: &Formula, budget: &Budget) -> Built<SerialSet> {
        self.written(formula, self.pairs(&[]), budget)
    }

    fn link(&mut self, formula: &Formula, free: &[Variable], budget: &Budget) -> Built<SerialSet> {
        self.written(formula, self.pairs(free), budget)
    }

    fn before(&mut self, set: &SerialSet, step: &Move<SerialSet>, budget: &Budget) -> Budgeted<SerialSet> {
        let mut wide = self.encoding(self.pairs(&step.free));
        let next = self.renamed(&step.free, Moment::Now, Moment::Next);
        let mut result = wide.carried(&self.states, set, |track| Some(next(track)), budget)?;
        if step.assigned.is_empty() {
            result = wide.intersection(&result, &step.link, budget)?;
        } else {
            result = wide.pre_image(&step.link, &step.assigned, &result, budget)?;
        }
        let new = step.free.iter().map(|variable| self.tracks.track(*variable, Moment::Next));
        let result = wide.project_all(&result, &new.collect::<Vec<Track>>(), budget)?;
        let own = |track: Track| self.states_have(track).then_some(track);
        self.states.carried(&wide, &result, own, budget)
    }

    fn after(&mut self, set: &SerialSet, step: &Move<SerialSet>, budget: &Budget) -> Budgeted<SerialSet> {
        let mut wide = self.encoding(self.pairs(&step.free));
        let mut result = wide.carried(&self.states, set, Some, budget)?;
        if step.assigned.is_empty() {
            result = wide.intersection(&result, &step.link, budget)?;
        } else {
            result = wide.post_image(&step.link, &step.assigned, &result, budget)?;
        }
        let gone: Vec<Track> =
            step.free.iter().map(|variable| self.tracks.track(*variable, Moment::Now)).collect();
        let result = wide.project_all(&result, &gone, budget)?;
        let now = self.renamed(&step.free, Moment::Next, Moment::Now);
        let own = |track: Track| (!gone.contains(&track)).then(|| now(track));
        self.states.carried(&wide, &result, own, budget)
    }

    fn empty(&mut self) -> SerialSet {
        self.states.empty()
    }

    fn union(&mut self, left: &SerialSet, right: &SerialSet, budget: &Budget) -> Budgeted<SerialSet> {
        self.states.union(left, right, budget)
    }

    fn intersection(&mut self, left: &SerialSet, right: &SerialSet, budget: &Budget) -> Budgeted<SerialSet> {
        self.states.intersection(left, right, budget)
    }

    fn difference(&mut self, left: &SerialSet, right: &SerialSet, budget: &Budget) -> Budgeted<SerialSet> {
        self.states.difference(left, right, budget)
    }

    fn is_empty(&self, set: &SerialSet) -> bool {
        self.states.is_empty(set)
    }

    fn is_subset(&mut self, inner: &SerialSet, outer: &SerialSet, budget: &Budget) -> Budgeted<bool> {
        self.states.is_subset(inner, outer, budget)
    }

    fn widen(
        &mut self,
        earlier: &SerialSet,
        later: &SerialSet,
        most: usize,
        budget: &Budget,
    ) -> Budgeted<SerialSet> {
        self.states.widen(earlier, later, most, budget)
    }

    fn pick(&mut self, set: &SerialSet, budget: &Budget) -> Budgeted<Option<Point>> {
        let found = self.states.sample(set, budget)?;
        // Variables take turns in their order.
        Ok(found.map(|values| Point(values.into_iter().map(|(_, value)| value).collect())))
    }

    fn size(&mut self, set: &SerialSet, budget: &Budget) -> Budgeted<Size> {
        Ok(match self.states.size(set, budget)? {
            // The count stops at the largest number.
            Count::Finite(u128::MAX) => Size::Many,
            Count::Finite(count) => Size::Finite(UBig::from(count)),
            Count::Infinite => Size::Infinite,
        })
    }

    fn weight(&self, set: &SerialSet) -> usize {
        self.states.nodes(set)
    }

    fn bytes(&self) -> u64 {
        0
    }
}

impl Serially {
    fn states_have(&self, track: Track) -> bool {
        self.variables().any(|variable| self.tracks.track(variable, Moment::Now) == track)
    }
}

/// The variables that a formula binds.
fn bound(formula: &Formula) -> BTreeSet<Local> {
    let all = |parts: &[Formula]| parts.iter().flat_map(bound).collect();
    match formula {
        Formula::And(parts) | Formula::Or(parts) => all(parts),
        Formula::Not(inner) => bound(inner),
        Formula::Member(..) | Formula::Same(..) => BTreeSet::new(),
        Formula::Compare(sum, _) | Formula::Divides(_, sum) => {
            let inside = |(_, term): &(i128, Term)| match term {
                Term::Cell(_) => BTreeSet::new(),
                Term::Indicator(condition) => bound(condition),
            };
            sum.terms.iter().flat_map(inside).collect()
        }
        Formula::Exists(locals, body) => {
            let own = locals.iter().map(|(local, _)| *local);
            own.chain(bound(body)).collect()
        }
    }
}

/// Writes formulas in one encoding.
struct SerialWriter<'a, 'q> {
    tracks: &'a Tracks,
    serial: Serial,
    budget: &'a Budget<'q>,
}

impl SerialWriter<'_, '_> {
    fn all(&mut self, parts: &[Plain], wanted: bool) -> Budgeted<SerialSet> {
        let mut result = self.constant(wanted)?;
        for part in parts {
            let part = self.plain(part)?;
            result = match wanted {
                true => self.serial.intersection(&result, &part, self.budget)?,
                false => self.serial.union(&result, &part, self.budget)?,
            };
        }
        Ok(result)
    }

    fn constant(&mut self, value: bool) -> Budgeted<SerialSet> {
        let comparison = if value { Comparison::Equal } else { Comparison::NotEqual };
        self.serial.constraint(&Linear::constant(0), comparison, self.budget)
    }
}

impl Builder for SerialWriter<'_, '_> {
    type Set = SerialSet;

    fn tracks(&self) -> &Tracks {
        self.tracks
    }

    fn plain(&mut self, formula: &Plain) -> Budgeted<SerialSet> {
        match formula {
            Plain::Constant(value) => self.constant(*value),
            Plain::Compare(linear, comparison) => self.serial.constraint(linear, *comparison, self.budget),
            Plain::Divides(number, linear) => self.serial.divisible(*number, linear, self.budget),
            Plain::Not(inner) => {
                let inner = self.plain(inner)?;
                self.serial.complement(&inner, self.budget)
            }
            Plain::All(parts) => self.all(parts, true),
            Plain::Any(parts) => self.all(parts, false),
            Plain::Exists(tracks, body) => {
                let body = self.plain(body)?;
                self.project(&body, tracks)
            }
            Plain::ForAll(tracks, body) => {
                let body = self.plain(body)?;
                tracks.iter().try_fold(body, |set, track| self.serial.for_all(&set, *track, self.budget))
            }
            // Codes are numbers here, and nothing else makes these.
            Plain::Boolean(_) | Plain::PowerOfTwo(_) | Plain::Set(_) => Err(OutOfBudget),
        }
    }

    fn intersection(&mut self, left: &SerialSet, right: &SerialSet) -> Budgeted<SerialSet> {
        self.serial.intersection(left, right, self.budget)
    }

    fn union(&mut self, left: &SerialSet, right: &SerialSet) -> Budgeted<SerialSet> {
        self.serial.union(left, right, self.budget)
    }

    fn complement(&mut self, set: &SerialSet) -> Budgeted<SerialSet> {
        self.serial.complement(set, self.budget)
    }

    fn is_empty(&self, set: &SerialSet) -> bool {
        self.serial.is_empty(set)
    }

    fn project(&mut self, set: &SerialSet, tracks: &[Track]) -> Budgeted<SerialSet> {
        self.serial.project_all(set, tracks, self.budget)
    }
}
