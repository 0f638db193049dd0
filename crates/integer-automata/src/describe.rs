//! Reading a formula off an automaton, where that is easy.
//!
//! A guess is made from some points, and believed only if its automaton is the one in question. Guessed are small finite sets and
//! their complements, and, for a single track, intervals with remainders.

use crate::automaton::{Automaton, Numbers};
use crate::count::Size;
use crate::formula::Formula;
use crate::linear::{Comparison, Linear};
use crate::store::Store;
use crate::track::Track;
use budget::{Budget, Budgeted};

/// The most vectors of a set that is listed.
const FEW: u128 = 12;
/// The numbers whose membership is looked at, on both sides of zero, and the largest divisor that is tried.
const WINDOW: i64 = 200;
const LARGEST_DIVISOR: i64 = 30;

impl Store {
    /// The set as a formula, if it is finite and small, or the complement of such a set, or an interval of one track with
    /// some remainders. Nothing otherwise.
    ///
    /// ```
    /// # use integer_automata::*;
    /// # let (mut store, budget) = (Store::new(Numbers::Integers), Budget::unlimited());
    /// let x = Linear::term(1, Track::new(0));
    /// let formula = Formula::all([Formula::divides(3, x.clone()), Linear::constant(4).at_most(&x)]);
    /// let set = store.formula(&formula, &budget).unwrap();
    /// assert_eq!(store.describe(&set, &budget).unwrap().unwrap(), "6 <= x0 and x0 mod 3 = 0");
    /// let two = store.formula(&Formula::any([x.equal_to(&Linear::constant(5)), x.equal_to(&Linear::constant(-1))]), &budget).unwrap();
    /// assert_eq!(store.describe(&two, &budget).unwrap().unwrap(), "x0 = -1 or x0 = 5");
    /// ```
    pub fn describe(&mut self, set: &Automaton, budget: &Budget) -> Budgeted<Option<String>> {
        if set.is_empty() || set.is_universe() {
            return Ok(Some(if set.is_empty() { "false" } else { "true" }.to_string()));
        }
        if let Some(text) = self.listed(set, budget)? {
            return Ok(Some(text));
        }
        let outside = self.complement(set, budget)?;
        if let Some(text) = self.listed(&outside, budget)? {
            return Ok(Some(format!("not ({text})")));
        }
        match (set.tracks(), set.boolean_tracks()) {
            (&[track], []) => self.interval(set, track, budget),
            _ => Ok(None),
        }
    }

    fn listed(&mut self, set: &Automaton, budget: &Budget) -> Budgeted<Option<String>> {
        let Size::Finite(size) = self.size(set, set.tracks(), set.boolean_tracks(), budget)? else {
            return Ok(None);
        };
        if size > FEW {
            return Ok(None);
        }
        let mut points = self.samples(set, FEW as usize, budget)?;
        points.sort_by(|a, b| (&a.booleans, &a.integers).cmp(&(&b.booleans, &b.integers)));
        let several = points.len() > 1;
        let shown = points.iter().map(|point| match point.to_string().replace(", ", " and ") {
            text if several && text.contains(" and ") => format!("({text})"),
            text => text,
        });
        Ok(Some(shown.collect::<Vec<_>>().join(" or ")))
    }

    /// An interval with remainders: guessed from the numbers of a window, then compared.
    fn interval(&mut self, set: &Automaton, track: Track, budget: &Budget) -> Budgeted<Option<String>> {
        let start = if self.numbers() == Numbers::Naturals { 0 } else { -WINDOW };
        let members: Vec<i64> =
            (start..=WINDOW).filter(|&number| self.contains(set, |_| number, |_| false)).collect();
        let (Some(&first), Some(&last)) = (members.first(), members.last()) else { return Ok(None) };
        for divisor in 1..=LARGEST_DIVISOR {
            let mut remainders: Vec<i64> = members.iter().map(|number| number.rem_euclid(divisor)).collect();
            remainders.sort_unstable();
            remainders.dedup();
            let expected =
                (first..=last).filter(|number| remainders.binary_search(&number.rem_euclid(divisor)).is_ok());
            if !expected.eq(members.iter().copied()) {
                continue;
            }
            // A bound near the edge of the window is none.
            let lower = (first > start + divisor || self.numbers() == Numbers::Naturals).then_some(first);
            let upper = (last < WINDOW - divisor).then_some(last);
            let lower = lower.filter(|&lower| self.numbers() == Numbers::Integers || lower >= divisor);
            let guess = Guess { track, lower, upper, divisor, remainders };
            if self.formula(&guess.formula(), budget)? == *set {
                return Ok(Some(guess.to_string()));
            }
        }
        Ok(None)
    }
}

struct Guess {
    track: Track,
    lower: Option<i64>,
    upper: Option<i64>,
    divisor: i64,
    remainders: Vec<i64>,
}

impl Guess {
    fn formula(&self) -> Formula {
        let x = Linear::term(1, self.track);
        let bound = |bound: i64, comparison| x.minus(&Linear::constant(bound)).compared(comparison);
        let bounds = self.lower.map(|lower| bound(lower, Comparison::AtLeast)).into_iter();
        let bounds = bounds.chain(self.upper.map(|upper| bound(upper, Comparison::AtMost)));
        let remainders = self.remainders.iter();
        let congruences =
            remainders.map(|&rest| Formula::divides(self.divisor, x.minus(&Linear::constant(rest))));
        Formula::all(bounds.chain([Formula::any(congruences)]))
    }
}

impl std::fmt::Display for Guess {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut parts = Vec::new();
        match (self.lower, self.upper) {
            (Some(lower), Some(upper)) => parts.push(format!("{lower} <= {} <= {upper}", self.track)),
            (Some(lower), None) => parts.push(format!("{lower} <= {}", self.track)),
            (None, Some(upper)) => parts.push(format!("{} <= {upper}", self.track)),
            (None, None) => {}
        }
        if self.divisor > 1 {
            let shown: Vec<String> = self.remainders.iter().map(ToString::to_string).collect();
            let relation = if shown.len() == 1 { "=" } else { "in" };
            let list = if shown.len() == 1 { shown.join("") } else { format!("{{{}}}", shown.join(", ")) };
            parts.push(format!("{} mod {} {relation} {list}", self.track, self.divisor));
        }
        formatter.write_str(&parts.join(" and "))
    }
}
