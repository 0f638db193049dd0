//! Counter systems: natural numbers that rules change, as mist's specifications and bfc's thread transition systems
//! have them.
//!
//! A rule may be taken where all its constraints hold; it then gives counters new values, each a sum of old values and
//! a number, all at once. Counters never become negative: a rule that would make one negative cannot be taken. That
//! is what the tools with these formats mean, and [`Rule::protected`] says it in the guard.

#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

mod write;

pub use write::write_counters;

/// A counter system with its question: whether one of the targets can be reached.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CounterSystem {
    /// What the system is, in a sentence for the head of the model.
    pub kind: &'static str,
    /// The name of the model.
    pub name: String,
    /// What a reader of the model should know.
    pub notes: Vec<String>,
    /// The counters.
    pub counters: Vec<Counter>,
    /// How the system starts beyond what the counters say: one of these. Empty if nothing more is said.
    pub starts: Vec<Vec<Constraint>>,
    /// The rules.
    pub rules: Vec<Rule>,
    /// What must not be reached: states where all constraints of one of these hold.
    pub targets: Vec<Vec<Constraint>>,
    /// Sums of tokens that are said to stay in a range: counters with their factors, the least and the largest value.
    pub sums: Vec<WeightedSum>,
}

/// A counter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counter {
    /// Its identifier.
    pub id: String,
    /// The largest value that it can have, where it is bounded by its nature.
    pub most: Option<u64>,
    /// The values that it may start with.
    pub start: Range,
}

/// Natural numbers from the least to the largest; all from the least on if there is no largest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Range {
    /// The least number.
    pub least: u64,
    /// The largest number.
    pub most: Option<u64>,
}

/// The value of a counter, or the sum of several, is in a range.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Constraint {
    /// The counters that are added up, by their places in the list.
    pub counters: Vec<usize>,
    /// The values of the sum.
    pub range: Range,
}

/// A guarded change of counters.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Rule {
    /// Its identifier.
    pub label: String,
    /// When it may be taken.
    pub guard: Vec<Constraint>,
    /// The new values; counters that are not listed keep theirs.
    pub effects: Vec<Effect>,
}

/// The new value of a counter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Effect {
    /// The counter.
    pub counter: usize,
    /// The counters whose old values are added up.
    pub sources: Vec<usize>,
    /// What is added to that.
    pub constant: i128,
}

/// A sum of counters with factors, and the range that it is said to stay in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WeightedSum {
    /// The counters with their factors.
    pub terms: Vec<(usize, u64)>,
    /// The range.
    pub range: Range,
}

impl Range {
    /// All natural numbers.
    pub const ALL: Range = Range { least: 0, most: None };

    /// One number.
    pub fn exactly(value: u64) -> Self {
        Range { least: value, most: Some(value) }
    }

    /// The numbers from this one on.
    pub fn at_least(least: u64) -> Self {
        Range { least, most: None }
    }

    /// The numbers in both.
    pub fn both(self, other: Self) -> Self {
        let most = [self.most, other.most].into_iter().flatten().min();
        Range { least: self.least.max(other.least), most }
    }

    /// Whether there is no number in it.
    pub fn is_empty(self) -> bool {
        self.most.is_some_and(|most| most < self.least)
    }
}

impl Constraint {
    /// The value of one counter is in a range.
    pub fn of(counter: usize, range: Range) -> Self {
        Constraint { counters: vec![counter], range }
    }

    /// The only counter, unless several are added up.
    pub fn counter(&self) -> Option<usize> {
        <[usize; 1]>::try_from(self.counters.as_slice()).ok().map(|[counter]| counter)
    }
}

impl Effect {
    /// Whether the counter keeps its value.
    pub fn is_nothing(&self) -> bool {
        self.constant == 0 && self.sources == [self.counter]
    }
}

impl Rule {
    /// The rule with a guard that keeps every counter from becoming negative.
    #[must_use]
    pub fn protected(mut self) -> Self {
        for effect in &self.effects {
            let Some(needed) = effect.constant.checked_neg().and_then(|value| u64::try_from(value).ok())
            else {
                continue;
            };
            let sure =
                effect.sources.iter().fold(0_u64, |sum, source| sum.saturating_add(self.guard_of(*source)));
            if sure >= needed {
                continue;
            }
            match effect.sources.as_slice() {
                [source] => raise(&mut self.guard, *source, needed),
                sources => {
                    let range = Range::at_least(needed);
                    self.guard.push(Constraint { counters: sources.to_vec(), range });
                }
            }
        }
        self
    }

    /// The least value of a counter that the guard admits.
    fn guard_of(&self, counter: usize) -> u64 {
        let about = self.guard.iter().filter(|constraint| constraint.counter() == Some(counter));
        about.map(|constraint| constraint.range.least).max().unwrap_or(0)
    }
}

/// Adds that a counter is at least a number.
fn raise(guard: &mut Vec<Constraint>, counter: usize, least: u64) {
    let open = |found: &&mut Constraint| found.counter() == Some(counter) && found.range.most.is_none();
    match guard.iter_mut().find(open) {
        Some(constraint) => constraint.range.least = constraint.range.least.max(least),
        None => guard.push(Constraint::of(counter, Range::at_least(least))),
    }
}
