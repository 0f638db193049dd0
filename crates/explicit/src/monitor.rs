//! Watches a search on behalf of properties.

use crate::code::{Code, Compiler, Unsupported};
use crate::expand::Expansion;
use crate::layout::{Field, Layout};
use crate::packed::Condition;
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
}

/// The monitors of all properties, ready to look at packed states of one layout.
#[derive(Debug)]
pub(crate) struct Monitors {
    /// The monitors, in the order of the properties.
    pub all: Vec<Monitor>,
    /// What to evaluate in new states: the number of the monitor, the condition, the value that decides.
    conditions: Vec<(usize, Condition, bool)>,
    /// The variables that are unpacked.
    read: Vec<(u32, Field)>,
    values: Vec<i64>,
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
            Question::Ctl(_) | Question::Ltl(_) | Question::Bound(_) => {
                return Err(Unsupported(format!(
                    "the explicit engine answers `invariant` and `reachable`, not `{}`",
                    property.question.kind()
                )));
            }
        };
        Ok(Monitor { watched, finding: None, overflow: None })
    }

    /// Whether the property holds because of what was found, not in spite of it.
    pub fn seeks_witness(&self) -> bool {
        matches!(self.watched, Watched::Witness(_))
    }

    fn see_expansion(&mut self, number: u32, expansion: &Expansion) {
        if self.finding.is_some() {
            return;
        }
        let ending = match self.watched {
            Watched::DeadEnd if expansion.successors == 0 && expansion.obstacle.is_none() => {
                Some(PathEnding::DeadEnd)
            }
            Watched::Fault => expansion.fault.map(PathEnding::Fault),
            _ => None,
        };
        self.finding = ending.map(|ending| Finding { number, ending });
    }
}

impl Monitors {
    /// Monitors for states of this layout.
    pub fn new(all: Vec<Monitor>, layout: &Layout) -> Self {
        let mut monitors =
            Monitors { all, conditions: Vec::new(), read: Vec::new(), values: vec![0; layout.variables()] };
        monitors.bind(layout);
        monitors
    }

    /// Changes to another layout.
    pub fn bind(&mut self, layout: &Layout) {
        self.conditions.clear();
        let mut read = BTreeSet::new();
        for (at, monitor) in self.all.iter().enumerate() {
            let (code, wanted) = match &monitor.watched {
                Watched::Violation(code) => (code, false),
                Watched::Witness(code) => (code, true),
                Watched::DeadEnd | Watched::Fault => continue,
            };
            if monitor.finding.is_none() {
                let condition = Condition::new(code, layout);
                condition.variables(&mut read);
                self.conditions.push((at, condition, wanted));
            }
        }
        self.read = read.into_iter().map(|variable| (variable, *layout.field(variable))).collect();
    }

    /// Looks at a new state.
    pub fn see_state(&mut self, number: u32, words: &[u64]) {
        for (variable, field) in &self.read {
            self.values[*variable as usize] = field.get(words);
        }
        for (at, condition, wanted) in &self.conditions {
            let monitor = &mut self.all[*at];
            let value = match condition.holds(words, &self.values) {
                Ok(value) => value,
                Err(trap) => match trap.overflow_span() {
                    Some(span) => {
                        monitor.overflow.get_or_insert(span);
                        continue;
                    }
                    // A property that faults is false.
                    None => false,
                },
            };
            if value == *wanted && monitor.finding.is_none() {
                monitor.finding = Some(Finding { number, ending: PathEnding::Finite });
            }
        }
    }

    /// Looks at what can happen in a state.
    pub fn see_expansion(&mut self, number: u32, expansion: &Expansion) {
        self.all.iter_mut().for_each(|monitor| monitor.see_expansion(number, expansion));
    }

    /// Whether every property is decided.
    pub fn are_decided(&self) -> bool {
        self.all.iter().all(|monitor| monitor.finding.is_some())
    }
}
