//! Candidates of fixed forms, with constants from states that were seen.
//!
//! Under a condition on locations (none, one, or two of different instances) or on one finite variable, all sampled states together say which
//! values a finite variable has, between which numbers an integer variable, a sum or a difference of two lies, and with which remainder. Each of
//! that is a candidate; a condition that no sample satisfies is a candidate for an impossible one.
//!
//! # Reference
//! Ernst, Cockrell, Griswold, Notkin: *Dynamically Discovering Likely Program Invariants to Support Program Evolution*, IEEE Transactions on
//! Software Engineering 27(2), 2001, doi:10.1109/32.908957. Departure: what is likely is proved, or dropped.

use crate::generated::{At, Generated, Rule, is_at};
use crate::vocabulary::Vocabulary;
use certificates::Term;
use std::collections::{BTreeSet, HashMap};
use system::{Comparison, State, Value, VariableId};

/// Candidates that are made at most.
const MOST_CANDIDATES: usize = 6_000;
/// Integer variables for all of which pairs are tried; of more, only pairs that occur together.
const MANY_INTEGERS: usize = 8;
/// Under a condition on a finite variable, or at two locations, this many integer variables are looked at.
const MOST_INTEGERS: usize = 24;
/// So many pairs of locations are looked at.
const MOST_PAIRS: usize = 900;

/// Under which condition something is said.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Condition {
    at: Vec<At>,
    value: Option<(VariableId, Value)>,
}

impl Condition {
    fn is_true(&self, state: &State) -> bool {
        let there = |at: &At| state[at.0.index()] == Value::Location(at.1);
        self.at.iter().all(there)
            && self.value.is_none_or(|(variable, value)| state[variable.index()] == value)
    }

    fn mentions(&self, variable: VariableId) -> bool {
        self.at.iter().any(|at| at.0 == variable) || self.value.is_some_and(|(other, _)| other == variable)
    }
}

/// The candidates of all forms, those under weaker conditions first. So many of the samples stand for one that was seen.
pub fn templates(words: &Vocabulary, samples: &[State], copies: usize) -> Vec<Generated> {
    let Some(first) = samples.first() else { return Vec::new() };
    let width = first.len();
    let mut maker = Maker { words, samples, copies, width, found: Vec::new() };
    for condition in conditions(words, samples) {
        if maker.found.len() >= MOST_CANDIDATES {
            break;
        }
        maker.under(&condition);
    }
    maker.found
}

fn conditions(words: &Vocabulary, samples: &[State]) -> Vec<Condition> {
    let mut all = vec![Condition { at: Vec::new(), value: None }];
    all.extend(words.places().map(|at| Condition { at: vec![at], value: None }));
    for variable in &words.finite {
        let values: BTreeSet<Value> = samples.iter().map(|state| state[variable.index()]).collect();
        let each =
            values.into_iter().map(|value| Condition { at: Vec::new(), value: Some((*variable, value)) });
        all.extend(each);
    }
    let mut pairs = Vec::new();
    for one in words.places() {
        pairs.extend(words.places().filter(|other| one.0 < other.0).map(|other| vec![one, other]));
    }
    if pairs.len() <= MOST_PAIRS {
        all.extend(pairs.into_iter().map(|at| Condition { at, value: None }));
    }
    all
}

struct Maker<'a> {
    words: &'a Vocabulary,
    samples: &'a [State],
    copies: usize,
    width: usize,
    found: Vec<Generated>,
}

impl Maker<'_> {
    fn under(&mut self, condition: &Condition) {
        let here: Vec<&State> = self.samples.iter().filter(|state| condition.is_true(state)).collect();
        if here.is_empty() {
            return self.add(condition, Term::bool(false), Rule::Template);
        }
        self.finite(condition, &here);
        let is_narrow = condition.at.len() == 2 || condition.value.is_some();
        if is_narrow && self.words.integers.len() > MOST_INTEGERS {
            return;
        }
        self.single(condition, &here);
        self.pairs(condition, &here);
    }

    /// Which values finite variables have.
    fn finite(&mut self, condition: &Condition, here: &[&State]) {
        let places = self.words.locations.iter().map(|(variable, _)| *variable);
        for variable in places.chain(self.words.finite.iter().copied()) {
            // Two locations exclude a third one only by what they say together, which is rare.
            let is_third = condition.at.len() == 2 && !self.words.finite.contains(&variable);
            if is_third || condition.mentions(variable) || variable.index() >= self.width {
                continue;
            }
            let values = |states: &mut dyn Iterator<Item = &State>| {
                states.map(|state| state[variable.index()]).collect::<BTreeSet<Value>>()
            };
            let all = values(&mut self.samples.iter());
            let own = values(&mut here.iter().copied());
            let is_everywhere = condition.at.is_empty() && condition.value.is_none();
            let of_type = self.count(variable);
            if (is_everywhere && own.len() < of_type) || own.len() < all.len() {
                let others = match is_everywhere {
                    true => of_type,
                    false => all.len(),
                };
                let excluded: Vec<Value> = all.difference(&own).copied().collect();
                let formula = match excluded[..] {
                    [only] if others > 2 && own.len() > 1 => differs(variable, only),
                    _ => among(variable, &own),
                };
                self.add(condition, formula, Rule::Template);
            }
        }
    }

    fn count(&self, variable: VariableId) -> usize {
        let place = self.words.locations.iter().find(|(own, _)| *own == variable);
        place.map_or(2, |(_, count)| *count as usize)
    }

    /// Bounds and remainders of single variables.
    fn single(&mut self, condition: &Condition, here: &[&State]) {
        for variable in self.words.integers.clone() {
            let numbers = here.iter().filter_map(|state| integer(state[variable.index()]));
            self.bounds(
                condition,
                numbers.collect(),
                |_| Term::Variable(variable),
                Term::int,
                Rule::Interval,
            );
        }
    }

    /// Bounds of differences and sums of two variables.
    fn pairs(&mut self, condition: &Condition, here: &[&State]) {
        let integers = self.words.integers.clone();
        for (place, one) in integers.iter().enumerate() {
            for other in &integers[place + 1..] {
                if integers.len() > MANY_INTEGERS && !self.words.related.contains(&(*one, *other)) {
                    continue;
                }
                let pair =
                    |state: &&&State| Some((integer(state[one.index()])?, integer(state[other.index()])?));
                let numbers: Vec<(i128, i128)> = here.iter().filter_map(|state| pair(&state)).collect();
                let fixed = |of: &dyn Fn(&(i128, i128)) -> i128| {
                    let values: BTreeSet<i128> = numbers.iter().map(of).collect();
                    values.len() == 1
                };
                if fixed(&|pair| pair.0) || fixed(&|pair| pair.1) {
                    continue;
                }
                let differences = numbers.iter().filter_map(|(a, b)| a.checked_sub(*b)).collect();
                let right = |constant: i128| match constant {
                    0 => Term::Variable(*other),
                    _ => Term::Sum(vec![Term::Variable(*other), Term::int(constant)]),
                };
                self.bounds(condition, differences, |_| Term::Variable(*one), right, Rule::Difference);
                let sums = numbers.iter().filter_map(|(a, b)| a.checked_add(*b)).collect();
                let left = |_| Term::Sum(vec![Term::Variable(*one), Term::Variable(*other)]);
                self.bounds(condition, sums, left, Term::int, Rule::Difference);
            }
        }
    }

    /// That a number, which had these values, is equal to one of them, is between two of them, or has a remainder.
    fn bounds(
        &mut self,
        condition: &Condition,
        numbers: Vec<i128>,
        left: impl Fn(()) -> Term,
        right: impl Fn(i128) -> Term,
        rule: Rule,
    ) {
        let mut counts: HashMap<i128, usize> = HashMap::new();
        numbers.iter().for_each(|number| *counts.entry(*number).or_default() += 1);
        let (Some(least), Some(most)) = (numbers.iter().min().copied(), numbers.iter().max().copied()) else {
            return;
        };
        let compared = |comparison, constant| Term::compare(comparison, left(()), right(constant));
        if least == most {
            return self.add(condition, compared(Comparison::Eq, least), rule);
        }
        // A number that was met once may be where the samples happen to end.
        let is_likely = |number: i128| {
            counts.get(&number).is_some_and(|count| *count > self.copies)
                || self.words.constants.contains(&number)
        };
        let (low, high) = (is_likely(least), is_likely(most));
        if low {
            self.add(condition, compared(Comparison::Ge, least), rule);
        }
        if high {
            self.add(condition, compared(Comparison::Le, most), rule);
        }
        if rule == Rule::Difference && least < 0 && most > 0 && !counts.contains_key(&0) {
            self.add(condition, compared(Comparison::Ne, 0), rule);
        }
        let step = numbers.iter().filter_map(|number| number.checked_sub(least)).fold(0, gcd);
        if rule == Rule::Interval && step > 1 {
            let remainder = Term::Modulo(Box::new(left(())), step);
            let formula = Term::compare(Comparison::Eq, remainder, Term::int(least.rem_euclid(step)));
            self.add(condition, formula, Rule::Congruence);
        }
    }

    fn add(&mut self, condition: &Condition, formula: Term, rule: Rule) {
        let at = condition.at.clone();
        let Some((variable, value)) = condition.value else {
            return self.found.push(Generated { at, formula, rule });
        };
        let unless = equals(variable, value).negated();
        let formula = match formula {
            Term::Constant(Value::Bool(false)) => unless,
            other => Term::Or(vec![unless, other]),
        };
        self.found.push(Generated { at, formula, rule: Rule::Template });
    }
}

fn integer(value: Value) -> Option<i128> {
    match value {
        Value::Int(number) => Some(number),
        _ => None,
    }
}

fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a.saturating_abs() } else { gcd(b, a % b) }
}

/// That a variable has this value.
fn equals(variable: VariableId, value: Value) -> Term {
    match value {
        Value::Bool(true) => Term::Variable(variable),
        Value::Bool(false) => Term::Variable(variable).negated(),
        Value::Location(location) => is_at((variable, location)),
        _ => Term::compare(Comparison::Eq, Term::Variable(variable), Term::Constant(value)),
    }
}

fn differs(variable: VariableId, value: Value) -> Term {
    match value {
        Value::Member(_) | Value::Reference(_) => {
            Term::compare(Comparison::Ne, Term::Variable(variable), Term::Constant(value))
        }
        _ => equals(variable, value).negated(),
    }
}

fn among(variable: VariableId, values: &BTreeSet<Value>) -> Term {
    let mut all: Vec<Term> = values.iter().map(|value| equals(variable, *value)).collect();
    match all.len() {
        1 => all.remove(0),
        _ => Term::Or(all),
    }
}
