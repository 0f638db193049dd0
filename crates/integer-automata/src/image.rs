//! Images under guarded updates and under relations.
//!
//! The pre-image of an assignment is a substitution, see [`crate::substitute`], which needs no projection. The post-image of
//! `x := ±x + …` is a substitution of the inverse; that of an expression without `x` forgets `x` and constrains it
//! anew; other assignments remember the old value in a track of its own, and project it away. A relation is an automaton over current
//! and next tracks, and its images are a conjunction and a projection.
//!
//! # Reference
//!
//! C. Bartzis, T. Bultan: *Efficient Symbolic Representations for Arithmetic Constraints in Verification*, International Journal of
//! Foundations of Computer Science 14(4), 2003, doi:10.1142/S0129054103001911, section 6.

use crate::automaton::Automaton;
use crate::linear::Linear;
use crate::store::Store;
use crate::track::Track;
use budget::{Budget, Budgeted, OutOfBudget};

/// Assignments that happen at once where a guard holds. All other tracks keep their values.
///
/// ```
/// use integer_automata::{Budget, Comparison, Linear, Numbers, Store, Track, Update};
/// let (mut store, budget) = (Store::new(Numbers::Integers), Budget::unlimited());
/// let x = Track::new(0);
/// let positive = store.constraint(&Linear::term(1, x), Comparison::Greater, &budget).unwrap();
/// let zero = store.constraint(&Linear::term(1, x), Comparison::Equal, &budget).unwrap();
/// // if x > 0: x := x - 1
/// let down = Update::new(positive).assign(x, Linear::term(1, x).minus(&Linear::constant(1)));
/// let before = store.pre_image(&down, &zero, &budget).unwrap();
/// assert_eq!(store.post_image(&down, &before, &budget).unwrap(), zero);
/// ```
#[derive(Debug, Clone)]
pub struct Update {
    guard: Automaton,
    assignments: Vec<(Track, Linear)>,
}

impl Update {
    /// An update that changes nothing, where the guard holds.
    pub fn new(guard: Automaton) -> Update {
        Update { guard, assignments: Vec::new() }
    }

    /// The same update with one more assignment, which reads the old values. It replaces an assignment to the same track.
    pub fn assign(mut self, track: Track, value: Linear) -> Update {
        self.assignments.retain(|known| known.0 != track);
        self.assignments.push((track, value));
        self
    }
}

impl Store {
    /// The vectors from which the update leads into the set.
    pub fn pre_image(&mut self, update: &Update, set: &Automaton, budget: &Budget) -> Budgeted<Automaton> {
        let mut result = set.clone();
        let mut waiting = update.assignments.clone();
        // A value may be put in once no other waiting track occurs in it, as that one would be replaced in it too.
        while !waiting.is_empty() {
            let others = |own: Track| waiting.iter().map(|known| known.0).filter(move |track| *track != own);
            let next = waiting
                .iter()
                .position(|(track, value)| others(*track).all(|other| value.coefficient(other) == 0));
            match next {
                Some(place) => {
                    let (track, value) = waiting.swap_remove(place);
                    result = self.substitute(&result, track, &value, budget)?;
                }
                None => {
                    // They depend on each other in a circle: one of them gets another name for the time being.
                    let used = [set.tracks(), update.guard.tracks(), result.tracks()].concat();
                    let fresh = fresh(&used, &waiting)?;
                    let old = waiting[0].0;
                    let name = |track| if track == old { fresh } else { track };
                    result = self.rename(&result, name, budget)?;
                    waiting[0].0 = fresh;
                }
            }
        }
        self.intersection(&result, &update.guard, budget)
    }

    /// The vectors to which the update leads from the set.
    pub fn post_image(&mut self, update: &Update, set: &Automaton, budget: &Budget) -> Budgeted<Automaton> {
        let source = self.intersection(set, &update.guard, budget)?;
        match update.assignments.as_slice() {
            [] => Ok(source),
            [(track, value)] => self.assigned(&source, *track, value, budget),
            all => self.assigned_at_once(&source, all, budget),
        }
    }

    /// The vectors of a set after one assignment.
    fn assigned(
        &mut self,
        source: &Automaton,
        track: Track,
        value: &Linear,
        budget: &Budget,
    ) -> Budgeted<Automaton> {
        let own = value.coefficient(track);
        if own == 0 {
            let forgotten = self.project(source, &[track], budget)?;
            let new = self.formula(&Linear::term(1, track).equal_to(value), budget)?;
            return self.intersection(&forgotten, &new, budget);
        }
        if own.abs() == 1 {
            // y = ax + r with a = ±1 means x = ay - ar.
            let sign = own as i64;
            let rest = value.minus(&Linear::term(sign, track));
            let inverse = Linear::term(sign, track).minus(&rest.times(sign));
            return self.substitute(source, track, &inverse, budget);
        }
        self.assigned_at_once(source, &[(track, value.clone())], budget)
    }

    /// The vectors of a set after several assignments at once: old values move to tracks of their own.
    fn assigned_at_once(
        &mut self,
        source: &Automaton,
        assignments: &[(Track, Linear)],
        budget: &Budget,
    ) -> Budgeted<Automaton> {
        let mut names: Vec<(Track, Track)> = Vec::new();
        for &(track, _) in assignments {
            let used: Vec<Track> = names.iter().map(|name| name.1).chain(source.tracks().to_vec()).collect();
            names.push((track, fresh(&used, assignments)?));
        }
        let old = |track: Track| names.iter().find(|name| name.0 == track).map_or(track, |name| name.1);
        let mut result = self.rename(source, old, budget)?;
        for (track, value) in assignments {
            let terms = value.terms().iter().map(|&(track, a)| (old(track), a)).collect();
            let value = Linear::from_terms(terms, value.constant_term());
            let new = self.formula(&Linear::term(1, *track).equal_to(&value), budget)?;
            result = self.intersection(&result, &new, budget)?;
        }
        let old_tracks: Vec<Track> = names.iter().map(|name| name.1).collect();
        self.project(&result, &old_tracks, budget)
    }

    /// The vectors from which a relation leads into the set. The relation is an automaton over current and next
    /// tracks, which are given in pairs; the set is over current tracks.
    ///
    /// ```
    /// # use integer_automata::*;
    /// # let (mut store, budget) = (Store::new(Numbers::Integers), Budget::unlimited());
    /// let (now, next) = (Track::new(0), Track::new(1));
    /// // Up to three steps upwards.
    /// let up = Linear::term(1, next).minus(&Linear::term(1, now));
    /// let relation = Formula::all([Linear::constant(0).less_than(&up), up.at_most(&Linear::constant(3))]);
    /// let relation = store.formula(&relation, &budget).unwrap();
    /// let zero = store.constraint(&Linear::term(1, now), Comparison::Equal, &budget).unwrap();
    /// let before = store.pre_image_of_relation(&relation, &[(now, next)], &zero, &budget).unwrap();
    /// let found: Vec<i64> = (-9..9).filter(|&x| store.contains(&before, |_| x, |_| false)).collect();
    /// assert_eq!(found, [-3, -2, -1]);
    /// ```
    pub fn pre_image_of_relation(
        &mut self,
        relation: &Automaton,
        pairs: &[(Track, Track)],
        set: &Automaton,
        budget: &Budget,
    ) -> Budgeted<Automaton> {
        let next = |track| pairs.iter().find(|pair| pair.0 == track).map_or(track, |pair| pair.1);
        let target = self.rename(set, next, budget)?;
        let both = self.intersection(relation, &target, budget)?;
        let next_tracks: Vec<Track> = pairs.iter().map(|pair| pair.1).collect();
        self.project(&both, &next_tracks, budget)
    }

    /// The vectors to which a relation leads from the set.
    ///
    /// ```
    /// # use integer_automata::*;
    /// # let (mut store, budget) = (Store::new(Numbers::Integers), Budget::unlimited());
    /// let (now, next) = (Track::new(0), Track::new(1));
    /// let relation = Linear::term(1, next).equal_to(&Linear::term(2, now));
    /// let relation = store.formula(&relation, &budget).unwrap();
    /// let all = store.universe();
    /// let even = store.formula(&Formula::divides(2, Linear::term(1, now)), &budget).unwrap();
    /// assert_eq!(store.post_image_of_relation(&relation, &[(now, next)], &all, &budget).unwrap(), even);
    /// ```
    pub fn post_image_of_relation(
        &mut self,
        relation: &Automaton,
        pairs: &[(Track, Track)],
        set: &Automaton,
        budget: &Budget,
    ) -> Budgeted<Automaton> {
        let both = self.intersection(relation, set, budget)?;
        let tracks: Vec<Track> = pairs.iter().map(|pair| pair.0).collect();
        let after = self.project(&both, &tracks, budget)?;
        let now = |track| pairs.iter().find(|pair| pair.1 == track).map_or(track, |pair| pair.0);
        self.rename(&after, now, budget)
    }
}

/// A track that nobody uses.
fn fresh(used: &[Track], assignments: &[(Track, Linear)]) -> Budgeted<Track> {
    let in_values =
        assignments.iter().flat_map(|(track, value)| value.terms().iter().map(|term| term.0).chain([*track]));
    let largest = used.iter().copied().chain(in_values).map(Track::number).max();
    let next = largest.map_or(Some(0), |number| number.checked_add(1));
    next.map(Track::new).ok_or(OutOfBudget)
}
