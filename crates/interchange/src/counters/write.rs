//! Writes a counter system as a model.
//!
//! Counters become variables of type `nat` (`0..k` where they are bounded by their nature), rules events, the targets an
//! invariant `safe`, which holds if none of them can be reached. What a file says of sums that stay as they are becomes
//! hints, which engines prove before they use them.

use super::{Constraint, CounterSystem, Effect, Range, Rule, WeightedSum};
use crate::names::{Names, name};
use std::fmt::Write;

/// The text of a model of the system.
pub fn write_counters(system: &CounterSystem) -> String {
    let writer = CounterWriter::new(system);
    let mut text = String::new();
    let _ = writeln!(text, "// {}", system.kind);
    for note in &system.notes {
        let _ = writeln!(text, "// {}", note.replace(char::is_control, " "));
    }
    let _ = writeln!(text, "model {}\n", name(&system.name));
    writer.variables(&mut text);
    text.push('\n');
    system.rules.iter().zip(&writer.labels).for_each(|(rule, label)| writer.event(rule, label, &mut text));
    if !system.sums.is_empty() {
        text.push('\n');
    }
    system.sums.iter().for_each(|sum| writer.hint(sum, &mut text));
    if !system.targets.is_empty() {
        let _ = writeln!(text, "\ninvariant safe: !({})", writer.alternatives(&system.targets));
    }
    text
}

struct CounterWriter<'a> {
    system: &'a CounterSystem,
    counters: Vec<String>,
    labels: Vec<String>,
}

impl<'a> CounterWriter<'a> {
    fn new(system: &'a CounterSystem) -> Self {
        let mut taken = Names::default();
        let counters = system.counters.iter().map(|counter| taken.give(&counter.id)).collect();
        let labels = system.rules.iter().map(|rule| taken.give(&rule.label)).collect();
        CounterWriter { system, counters, labels }
    }

    /// Writes the declarations, those that are alike on one line, and what is known of the start.
    fn variables(&self, text: &mut String) {
        let declarations: Vec<String> = self
            .system
            .counters
            .iter()
            .map(|counter| {
                let kind = counter.most.map_or("nat".to_owned(), |most| format!("0..{most}"));
                let whole = Range { least: 0, most: counter.most };
                match counter.start {
                    start if start == whole => kind,
                    Range { least, most: Some(most) } if least == most => format!("{kind} := {least}"),
                    Range { least, most: Some(most) } => format!("{kind} in {least}..{most}"),
                    Range { .. } => kind,
                }
            })
            .collect();
        let named: Vec<(&String, &String)> = declarations.iter().zip(&self.counters).collect();
        for alike in named.chunk_by(|first, second| first.0 == second.0) {
            // Lines of some length are easier to read than very long ones.
            for some in alike.chunks(12) {
                let names: Vec<&str> = some.iter().map(|(_, name)| name.as_str()).collect();
                let _ = writeln!(text, "var {}: {}", names.join(", "), some[0].0);
            }
        }
        for (counter, name) in self.system.counters.iter().zip(&self.counters) {
            if let Range { least: 1.., most: None } = counter.start {
                let _ = writeln!(text, "init {name} >= {}", counter.start.least);
            }
        }
        if !self.system.starts.is_empty() {
            let _ = writeln!(text, "init {}", self.alternatives(&self.system.starts));
        }
    }

    fn event(&self, rule: &Rule, label: &str, text: &mut String) {
        let guard: Vec<String> =
            rule.guard.iter().filter_map(|constraint| self.constraint(constraint)).collect();
        let _ = write!(text, "event {label}");
        if !guard.is_empty() {
            let _ = write!(text, " when {}", guard.join(" && "));
        }
        let changes = rule.effects.iter().filter(|effect| !effect.is_nothing());
        let changes: Vec<String> = changes.map(|effect| self.effect(effect)).collect();
        if !changes.is_empty() {
            let _ = write!(text, " do {}", changes.join(", "));
        }
        text.push('\n');
    }

    fn effect(&self, effect: &Effect) -> String {
        // The counter itself first: `x := x + y`, whatever the order in the file.
        let (own, others): (Vec<usize>, Vec<usize>) =
            effect.sources.iter().partition(|source| **source == effect.counter);
        format!("{} := {}", self.counters[effect.counter], self.sum(&[own, others].concat(), effect.constant))
    }

    /// Counters and a number, added up.
    fn sum(&self, sources: &[usize], constant: i128) -> String {
        let mut text =
            sources.iter().map(|source| self.counters[*source].as_str()).collect::<Vec<_>>().join(" + ");
        let _ = match (text.is_empty(), constant) {
            (true, _) => write!(text, "{constant}"),
            (false, 0) => Ok(()),
            (false, 1..) => write!(text, " + {constant}"),
            (false, _) => write!(text, " - {}", constant.unsigned_abs()),
        };
        text
    }

    /// One of several lists of constraints.
    fn alternatives(&self, all: &[Vec<Constraint>]) -> String {
        let alternative = |constraints: &Vec<Constraint>| {
            let parts: Vec<String> =
                constraints.iter().filter_map(|constraint| self.constraint(constraint)).collect();
            if parts.is_empty() { "true".into() } else { parts.join(" && ") }
        };
        all.iter().map(alternative).collect::<Vec<_>>().join(" || ")
    }

    /// A constraint, unless it holds always.
    fn constraint(&self, constraint: &Constraint) -> Option<String> {
        let sum = self.sum(&constraint.counters, 0);
        match constraint.range {
            Range { least: 0, most: None } => None,
            Range { least, most: None } => Some(format!("{sum} >= {least}")),
            Range { least, most: Some(most) } if least == most => Some(format!("{sum} = {least}")),
            Range { least: 0, most: Some(most) } => Some(format!("{sum} <= {most}")),
            range if range.is_empty() => Some("false".into()),
            Range { least, most: Some(most) } => Some(format!("{least} <= {sum} && {sum} <= {most}")),
        }
    }

    fn hint(&self, sum: &WeightedSum, text: &mut String) {
        let term = |(counter, factor): &(usize, u64)| match factor {
            1 => self.counters[*counter].clone(),
            _ => format!("{factor} * {}", self.counters[*counter]),
        };
        let terms = sum.terms.iter().map(term).collect::<Vec<_>>().join(" + ");
        let _ = match sum.range {
            Range { least, most: Some(most) } if least == most => writeln!(text, "hint {terms} = {least}"),
            Range { least, most: Some(most) } => {
                writeln!(text, "hint {least} <= {terms} && {terms} <= {most}")
            }
            Range { least, most: None } => writeln!(text, "hint {terms} >= {least}"),
        };
    }
}
