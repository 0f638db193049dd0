//! Watches a search on behalf of properties.

use crate::code::{Code, Compiler, Unsupported, Values};
use crate::reduce::stubborn::StubbornGoal;
use crate::states::layout::{Field, Layout};
use crate::states::packed::Condition;
use crate::states::sieve::Observer;
use crate::step::expand::Expansion;
use diagnostics::Span;
use std::collections::BTreeSet;
use system::{PathEnding, Property, Question};

/// What is watched for a property, and what has been seen.
#[derive(Debug)]
pub(crate) struct Monitor {
    watched: Watched,
    /// The state that decides the property.
    pub finding: Option<Finding>,
    /// Where a number was too large to evaluate the property.
    pub overflow: Option<Span>,
    /// The largest value so far, and the state where it was first met.
    pub largest: Option<(i64, u32)>,
}

/// The monitors of all properties, ready to look at packed states of one layout.
#[derive(Debug)]
pub(crate) struct Monitors {
    /// How many of the states that were expanded have no successor.
    pub dead_ends: u64,
    /// The first of them.
    pub first_dead_end: Option<u32>,
    /// The monitors, in the order of the properties.
    pub all: Vec<Monitor>,
    /// Whose property was settled by somebody else.
    closed: Vec<bool>,
    /// What to evaluate in new states: the number of the monitor, the condition, the value that decides.
    conditions: Vec<(usize, Condition, bool)>,
    /// The expressions whose largest value is asked for, with the number of the monitor.
    bounds: Vec<(usize, Code)>,
    /// The variables that are unpacked.
    read: Vec<(u32, Field)>,
    values: Vec<i64>,
    /// About how many atoms are evaluated in a new state.
    weight: usize,
}

#[derive(Debug)]
enum Watched {
    /// A state in which this is false, or faults.
    Violation(Code),
    /// A state in which this is true.
    Witness(Code),
    /// A state without successor.
    DeadEnd,
    /// A state in which a transition faults.
    Fault,
    /// The largest value of this, over all states in which it does not fault.
    Largest(Code),
}

/// A state that decides a property.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Finding {
    /// The number of the state.
    pub number: u32,
    /// How a path to it ends.
    pub ending: PathEnding,
}

impl Monitor {
    /// What to watch for a property.
    pub fn new(compiler: Compiler<'_>, property: &Property) -> Result<Self, Unsupported> {
        let watched = match &property.question {
            Question::Invariant(condition) => Watched::Violation(compiler.expression(condition)?),
            Question::Reachable(condition) => Watched::Witness(compiler.expression(condition)?),
            Question::DeadlockFree => Watched::DeadEnd,
            Question::NoFaults => Watched::Fault,
            Question::Bound(value) => Watched::Largest(compiler.expression(value)?),
            Question::Ctl(_) | Question::Ltl(_) => {
                unreachable!("temporal properties are answered on the graph, not by a monitor")
            }
        };
        Ok(Monitor { watched, finding: None, overflow: None, largest: None })
    }

    /// Whether the largest value of an expression is asked for.
    pub fn seeks_largest(&self) -> bool {
        matches!(self.watched, Watched::Largest(_))
    }

    /// What decides the property, if it is not decided yet.
    fn goal(&self) -> Option<StubbornGoal<'_>> {
        if self.finding.is_some() {
            return None;
        }
        match &self.watched {
            Watched::Violation(code) => Some(StubbornGoal::Condition { code, value: false, or_fault: true }),
            Watched::Witness(code) => Some(StubbornGoal::Condition { code, value: true, or_fault: false }),
            Watched::DeadEnd => Some(StubbornGoal::DeadEnd),
            Watched::Fault => Some(StubbornGoal::Fault),
            Watched::Largest(_) => unreachable!("the largest value is sought in all states"),
        }
    }

    fn see_expansion(&mut self, number: u32, expansion: &Expansion) {
        if self.finding.is_none() {
            self.finding = self.ending(expansion).map(|ending| Finding { number, ending });
        }
    }

    /// How a path ends that leads to a state in which this can happen, if that decides the property.
    pub fn ending(&self, expansion: &Expansion) -> Option<PathEnding> {
        match self.watched {
            Watched::DeadEnd if expansion.successors == 0 && expansion.obstacle.is_none() => {
                Some(PathEnding::DeadEnd)
            }
            Watched::Fault => expansion.fault.map(PathEnding::Fault),
            _ => None,
        }
    }
}

impl Monitors {
    /// Monitors for states of this layout.
    pub fn new(all: Vec<Monitor>, layout: &Layout) -> Self {
        let mut monitors = Monitors {
            closed: vec![false; all.len()],
            dead_ends: 0,
            first_dead_end: None,
            all,
            conditions: Vec::new(),
            bounds: Vec::new(),
            read: Vec::new(),
            values: vec![0; layout.variables()],
            weight: 0,
        };
        monitors.bind(layout);
        monitors
    }

    /// Changes to another layout.
    pub fn bind(&mut self, layout: &Layout) {
        self.conditions.clear();
        self.bounds.clear();
        let mut read = BTreeSet::new();
        for (at, monitor) in self.all.iter().enumerate() {
            let (code, wanted) = match &monitor.watched {
                Watched::Violation(code) => (code, false),
                Watched::Witness(code) => (code, true),
                Watched::DeadEnd | Watched::Fault => continue,
                Watched::Largest(code) => {
                    code.variables(&mut read);
                    self.bounds.push((at, code.clone()));
                    continue;
                }
            };
            if monitor.finding.is_none() {
                let condition = Condition::new(code, layout);
                condition.variables(&mut read);
                self.conditions.push((at, condition, wanted));
            }
        }
        self.read = read.into_iter().map(|variable| (variable, *layout.field(variable))).collect();
        let conditions = self.conditions.iter().map(|(_, condition, _)| condition.weight());
        self.weight = conditions.sum::<usize>() + self.read.len();
    }

    /// About how many atoms are evaluated in a new state.
    pub fn weight(&self) -> usize {
        self.weight
    }

    /// Looks at a new state.
    pub fn see_state(&mut self, number: u32, words: &[u64]) {
        let Monitors { all, conditions, bounds, read, values, .. } = self;
        look(read, conditions, bounds, values, words, &mut |at, sight| {
            let monitor = &mut all[at];
            match sight {
                Sight::Decides if monitor.finding.is_none() => {
                    monitor.finding = Some(Finding { number, ending: PathEnding::Finite });
                }
                Sight::Value(value) if monitor.largest.is_none_or(|(largest, _)| value > largest) => {
                    monitor.largest = Some((value, number));
                }
                Sight::TooLarge(span) => {
                    monitor.overflow.get_or_insert(span);
                }
                Sight::Decides | Sight::Value(_) => {}
            }
        });
    }

    /// What the monitors, given by their numbers, see in a state; nothing is noted.
    pub fn look_at(&mut self, words: &[u64], seen: &mut dyn FnMut(usize, Sight)) {
        look(&self.read, &self.conditions, &self.bounds, &mut self.values, words, seen);
    }

    /// Whether a monitor is for a state in which this can happen.
    pub fn sees_expansion(&self, at: usize, expansion: &Expansion) -> bool {
        self.all[at].ending(expansion).is_some()
    }

    /// Looks at what can happen in a state.
    pub fn see_expansion(&mut self, number: u32, expansion: &Expansion) {
        if expansion.successors == 0 && expansion.obstacle.is_none() {
            self.dead_ends += 1;
            self.first_dead_end = self.first_dead_end.or(Some(number));
        }
        self.all.iter_mut().for_each(|monitor| monitor.see_expansion(number, expansion));
    }

    /// What decides the properties that are open. None may ask for a largest value.
    pub fn goals(&self) -> impl Iterator<Item = StubbornGoal<'_>> {
        self.all.iter().filter_map(Monitor::goal)
    }

    /// How many properties are open.
    pub fn open(&self) -> usize {
        self.all.iter().filter(|monitor| monitor.finding.is_none()).count()
    }

    /// How many properties are decided by a state that was found.
    pub fn found(&self) -> usize {
        self.all.len() - self.open()
    }

    /// Notes that a property was settled by somebody else.
    pub fn close(&mut self, at: usize) {
        self.closed[at] = true;
    }

    /// Whether every property is decided.
    pub fn are_decided(&self) -> bool {
        self.all.iter().zip(&self.closed).all(|(monitor, closed)| *closed || monitor.finding.is_some())
    }
}

/// What a monitor sees in a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sight {
    /// The state decides its property.
    Decides,
    /// The value of the expression whose largest value is asked for.
    Value(i64),
    /// A number is too large to evaluate its property.
    TooLarge(Span),
}

/// Evaluates conditions and bounds in a state.
#[inline]
fn look(
    read: &[(u32, Field)],
    conditions: &[(usize, Condition, bool)],
    bounds: &[(usize, Code)],
    values: &mut [i64],
    words: &[u64],
    seen: &mut (impl FnMut(usize, Sight) + ?Sized),
) {
    for (variable, field) in read {
        values[*variable as usize] = field.get(words);
    }
    for (at, condition, wanted) in conditions {
        match condition.holds(words, values).map_err(|trap| trap.overflow_span()) {
            Ok(value) if value == *wanted => seen(*at, Sight::Decides),
            Err(Some(span)) => seen(*at, Sight::TooLarge(span)),
            // A property that faults is false.
            Err(None) if !*wanted => seen(*at, Sight::Decides),
            Ok(_) | Err(None) => {}
        }
    }
    for (at, code) in bounds {
        match code.value(Values::of(values)) {
            Ok(value) => seen(*at, Sight::Value(value)),
            // States in which the expression faults do not count.
            Err(trap) => {
                if let Some(span) = trap.overflow_span() {
                    seen(*at, Sight::TooLarge(span));
                }
            }
        }
    }
}

impl Observer for Monitors {
    /// Whether [`Monitors::see_state`] would note anything about a state.
    fn is_notable(&self, words: &[u64], values: &mut [i64]) -> bool {
        if !self.bounds.is_empty() {
            return true;
        }
        for (variable, field) in &self.read {
            values[*variable as usize] = field.get(words);
        }
        let is_notable = |(_, condition, wanted): &(usize, Condition, bool)| {
            condition.holds(words, values).map_or(true, |value| value == *wanted)
        };
        self.conditions.iter().any(is_notable)
    }
}
