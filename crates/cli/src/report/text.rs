//! Verdicts for people.

use super::certificate::{certificate_lines, certificate_notes};
use super::chart::chart_text;
use super::every_note::every_notes;
use super::explanation::explanation_text;
use super::fairness::fairness_lines;
use super::hint::hint_notes;
use super::number::{counted, duration, grouped, with_groups};
use super::place::{Places, filled};
use super::reason::reason_lines;
use super::stats::stats_text;
use super::trace::trace_text;
use super::vacuity::{dead_end_note, vacuity_notes};
use crate::Console;
use crate::args::{CheckArgs, TraceStyle};
use crate::certified::Acceptance;
use crate::console::{BAD, FAINT, GOOD, OPEN, STRONG};
use crate::outcome::{Checked, Outcome};
use crate::source::Model;
use anstyle::Style;
use system::{Answer, BoundValue, Expectation, Property, Question, System, Trace, Verdict};

/// The most names in the last line.
const MOST_NAMES: usize = 8;

/// Prints one model after the other, and a summary at the end.
pub struct TextReport<'a> {
    arguments: &'a CheckArgs,
    console: &'a Console,
    models: usize,
    holding: usize,
    /// The names of the violated properties.
    violated: Vec<String>,
    unknown: usize,
    /// The width of the longest name of the model at hand.
    width: usize,
    /// What stands before its next verdict.
    gap: &'static str,
}

impl<'a> TextReport<'a> {
    /// A report in the style that the arguments ask for.
    pub fn new(arguments: &'a CheckArgs, console: &'a Console) -> Self {
        TextReport {
            arguments,
            console,
            models: 0,
            holding: 0,
            violated: Vec::new(),
            unknown: 0,
            width: 0,
            gap: "",
        }
    }

    /// The text before the first verdict of a model.
    pub fn begin(&mut self, model: &Model, properties: &[usize]) -> String {
        let properties = properties.iter().map(|number| &model.system.properties[*number]);
        self.width = properties.map(|property| property.name.chars().count()).max().unwrap_or(0);
        self.gap = "";
        let several = self.arguments.files.len() > 1;
        let separator = if self.models > 0 && !self.console.quiet { "\n" } else { "" };
        match several {
            true => format!("{separator}{}\n", self.console.paint(STRONG, &model.file)),
            false => String::new(),
        }
    }

    /// The text for a verdict.
    pub fn verdict(&mut self, outcome: &Outcome, result: &Checked) -> String {
        self.count(outcome.property(result), result.answer.verdict());
        let line = self.verdict_line(outcome, result);
        let support = if self.console.quiet { String::new() } else { self.support(outcome, result) };
        let gap = self.gap;
        self.gap = if support.lines().count() > 3 { "\n" } else { "" };
        format!("{gap}{line}{support}")
    }

    /// The text behind the last verdict of a model.
    pub fn end(&mut self, outcome: &Outcome) -> String {
        self.models += 1;
        let further = if self.console.quiet { String::new() } else { self.further(outcome) };
        let remarks = if self.console.quiet { String::new() } else { self.remarks(outcome) };
        let gap = if remarks.is_empty() { "" } else { self.gap };
        let mut text = format!("{further}{gap}{remarks}");
        if self.arguments.stats {
            text.push_str(&format!("\n{}", stats_text(outcome)));
        }
        text
    }

    /// The last line: how many properties hold, are violated, are unknown.
    pub fn summary(&self) -> String {
        if self.console.quiet || self.models == 0 {
            return String::new();
        }
        let total = self.holding + self.violated.len() + self.unknown;
        let models =
            if self.models > 1 { format!("{} models, ", grouped(self.models)) } else { String::new() };
        let properties = if total == 1 { "property" } else { "properties" };
        let parts: Vec<String> =
            [(self.holding, "hold"), (self.violated.len(), "violated"), (self.unknown, "unknown")]
                .into_iter()
                .filter(|(count, _)| *count > 0)
                .map(|(count, word)| {
                    if (count, word) == (1, "hold") {
                        "1 holds".into()
                    } else if word == "violated" {
                        format!("{} {word} ({})", grouped(count), self.violated_names())
                    } else {
                        format!("{} {word}", grouped(count))
                    }
                })
                .collect();
        match parts.is_empty() {
            true => format!("{models}no properties to check\n"),
            false => format!("\n{models}{} {properties}: {}\n", grouped(total), parts.join(", ")),
        }
    }

    /// The names of the violated properties, as far as a line has room.
    fn violated_names(&self) -> String {
        let shown = self.violated.iter().take(MOST_NAMES).cloned().collect::<Vec<_>>().join(", ");
        let more = self.violated.len().saturating_sub(MOST_NAMES);
        if more > 0 { format!("{shown}, and {} more", grouped(more)) } else { shown }
    }

    fn count(&mut self, property: &Property, verdict: &Verdict) {
        match verdict {
            Verdict::Holds => self.holding += 1,
            Verdict::Violated => self.violated.push(property.name.clone()),
            Verdict::Unknown(_) => self.unknown += 1,
        }
    }

    /// `holds     mutex  (invariant, explicit breadth-first, 1,234 states, 0.01 s)`
    fn verdict_line(&self, outcome: &Outcome, result: &Checked) -> String {
        let property = outcome.property(result);
        let (word, style) = verdict_style(result.answer.verdict());
        let verdict = format!("{}{}", self.console.paint(style, word), " ".repeat(10 - word.len()));
        let name = title(property, &result.answer);
        if self.console.quiet {
            return format!("{verdict}{name}\n");
        }
        let padding = " ".repeat(self.width.saturating_sub(name.chars().count()));
        let details = self.console.paint(FAINT, &format!("({})", details(property, outcome, result)));
        format!("{verdict}{}{padding}  {details}\n", self.console.paint(STRONG, &name))
    }

    /// The same in a few words, where the name stands beside it: `holds (explicit breadth-first, 1,234 states, 0.01 s)`
    pub fn short_verdict(outcome: &Outcome, result: &Checked) -> String {
        let (word, _) = verdict_style(result.answer.verdict());
        format!("{word} ({})", details(outcome.property(result), outcome, result))
    }

    /// What stands below a verdict: the path, and the reason.
    fn support(&self, outcome: &Outcome, result: &Checked) -> String {
        let property = outcome.property(result);
        let mut text = String::new();
        if self.console.verbose {
            text.extend(property.doc.iter().map(|line| format!("  /// {}\n", line.trim())));
        }
        if let Verdict::Unknown(reason) = result.answer.verdict() {
            text.extend(filled(&with_groups(reason), "  ").iter().map(|line| format!("{line}\n")));
        }
        let answer = &result.answer;
        // The path to the largest value is rarely of interest.
        let is_wanted = self.console.verbose || !matches!(property.question, Question::Bound(_));
        for path in [answer.trace(), answer.witness()].into_iter().flatten().filter(|_| is_wanted) {
            text.push_str(&self.path(outcome.model_of(result), property, answer, path));
        }
        if let Some(reason) = &answer.reason {
            text.extend(filled(reason, "  ").iter().map(|line| format!("{line}\n")));
        }
        if let Some(expected) = mismatch(property.expect, answer.verdict()) {
            let note = self.console.paint(OPEN, "note");
            text.push_str(&format!("  {note}: the model says @expect({expected})\n"));
        }
        if let Some(certified) = &result.certified {
            for line in certificate_lines(&outcome.model_of(result).system, certified, self.console.verbose) {
                text.extend(filled(&line, "  ").iter().map(|line| format!("{line}\n")));
            }
        }
        text
    }

    fn path(&self, model: &Model, property: &Property, answer: &Answer, path: &Trace) -> String {
        let system: &System = &model.system;
        let places = Places::new(&model.file, &system.source);
        match (self.arguments.trace, answer.explanation()) {
            (TraceStyle::Text, Some(explanation)) => {
                explanation_text(system, &places, path, explanation, self.console)
            }
            _ => self.plain_path(model, property, answer, path),
        }
    }

    /// Further paths, below all verdicts.
    fn further(&self, outcome: &Outcome) -> String {
        let mut text = String::new();
        let wanted = if self.arguments.another { 2 } else { self.arguments.traces.get() };
        for result in outcome.results.iter().filter(|_| wanted > 1) {
            let property = outcome.property(result);
            if result.answer.trace().or(result.answer.witness()).is_none() {
                continue;
            }
            for (number, path) in result.further.iter().enumerate() {
                let head = format!("{}, another path ({} of {wanted})", property.name, number + 2);
                text.push_str(&format!("\n{}\n", self.console.paint(STRONG, &head)));
                text.push_str(&self.plain_path(outcome.model_of(result), property, &result.answer, path));
            }
            if result.further.len() + 1 < wanted {
                let note = self.console.paint(OPEN, "note");
                text.push_str(&format!("{note}: no further path was found for {}\n", property.name));
            }
        }
        text
    }

    fn plain_path(&self, model: &Model, property: &Property, answer: &Answer, path: &Trace) -> String {
        let system: &System = &model.system;
        let places = Places::new(&model.file, &system.source);
        let text = match self.arguments.trace {
            TraceStyle::None => return String::new(),
            TraceStyle::Json => return format!("{:#}\n", super::json_trace(system, path)),
            TraceStyle::Chart => chart_text(system, &places, path, self.console),
            TraceStyle::Text => trace_text(system, &places, path, self.console),
        };
        let mut lines = reason_lines(system, &places, property, answer.verdict(), path);
        lines.extend(fairness_lines(system, path, self.console.verbose));
        text + &lines.iter().map(|line| format!("  {line}\n")).collect::<String>()
    }

    /// What is worth saying about the whole model.
    fn remarks(&self, outcome: &Outcome) -> String {
        let note = self.console.paint(OPEN, "note");
        let mut notes = vacuity_notes(outcome, self.console.verbose);
        let dead_ends = dead_end_note(outcome, self.console.verbose);
        notes.extend(dead_ends.map(|note| filled(&note, "").join("\n  ")));
        notes.extend(hint_notes(outcome));
        notes.extend(every_notes(outcome));
        if !self.arguments.certificates.certify {
            notes.extend(certificate_notes(outcome, self.console.verbose));
        }
        let mut text: String = notes.iter().map(|line| format!("{note}: {line}\n")).collect();
        let stated = outcome.model.system.properties.iter().any(|property| property.span.end > 0);
        if !stated && self.arguments.property.is_empty() {
            let what = if outcome.results.is_empty() { "" } else { "; only no_faults was checked" };
            let warning = self.console.paint(OPEN, "warning");
            let system = &outcome.model.system;
            let says = match system.variables.is_empty() && system.transitions.is_empty() {
                true => "declares nothing: it has one state and no properties",
                false => "states no properties",
            };
            text.push_str(&format!("{warning}: {} {says}{what}\n", outcome.model.file));
        }
        text
    }
}

fn verdict_style(verdict: &Verdict) -> (&'static str, Style) {
    match verdict {
        Verdict::Holds => ("holds", GOOD),
        Verdict::Violated => ("violated", BAD),
        Verdict::Unknown(_) => ("unknown", OPEN),
    }
}

/// The name of a property, with what is known of the value of a `bound`.
fn title(property: &Property, answer: &Answer) -> String {
    let name = &property.name;
    match answer.value() {
        None => name.clone(),
        Some(BoundValue::Exact(value)) => format!("{name}: largest value {}", grouped_value(value)),
        Some(BoundValue::Unbounded) => format!("{name}: no largest value"),
        Some(BoundValue::Between { at_least: Some(low), at_most: Some(high) }) => {
            format!("{name}: largest value {} to {}", grouped_value(low), grouped_value(high))
        }
        Some(BoundValue::Between { at_least: Some(low), at_most: None }) => {
            format!("{name}: largest value at least {}", grouped_value(low))
        }
        Some(BoundValue::Between { at_least: None, at_most: Some(high) }) => {
            format!("{name}: largest value at most {}", grouped_value(high))
        }
        Some(BoundValue::Between { at_least: None, at_most: None }) => name.clone(),
    }
}

fn grouped_value(value: i128) -> String {
    let sign = if value < 0 { "-" } else { "" };
    format!("{sign}{}", grouped(value.unsigned_abs()))
}

/// The kind, the engine and how it worked, the size of the search, the time.
fn details(property: &Property, outcome: &Outcome, result: &Checked) -> String {
    let answer = &result.answer;
    let mut parts = vec![property.question.kind().to_string()];
    if matches!(property.question, Question::NoFaults | Question::DeadlockFree) {
        parts[0] = "predefined invariant".into();
    }
    parts.extend(size_words(outcome, result));
    for (name, size) in &outcome.sizes {
        parts.push(format!("{name} of size {size}"));
    }
    if !answer.engine.is_empty() {
        parts.push(format!("{} {}", answer.engine, answer.strategy).trim_end().to_string());
    }
    if let Some((name, count)) = answer.statistics.first() {
        parts.push(counted(count, name));
    }
    if !answer.engine.is_empty() {
        parts.push(duration(result.seconds));
    }
    if result.certified.as_ref().is_some_and(|certified| certified.acceptance == Acceptance::Accepted) {
        parts.push("certificate accepted".into());
    }
    parts.join(", ")
}

/// Which sizes the verdict is about, where a constant stays open.
fn size_words(outcome: &Outcome, result: &Checked) -> Option<String> {
    let open = outcome.every.as_ref()?;
    let (name, least) = (&open.name, open.least);
    Some(match (&result.at, result.answer.is_unknown()) {
        (Some(model), _) => format!("for {name} = {}", open.value_in(&model.system)?),
        (None, false) => format!("for every {name} >= {least}"),
        (None, true) => return None,
    })
}

/// The verdict that the model states, if another one was found.
fn mismatch(expected: Option<Expectation>, verdict: &Verdict) -> Option<&'static str> {
    match (expected?, verdict) {
        // An unknown verdict contradicts nothing; its reason is what matters.
        (_, Verdict::Unknown(_))
        | (Expectation::Holds, Verdict::Holds)
        | (Expectation::Violated, Verdict::Violated) => None,
        (Expectation::Holds, _) => Some("holds"),
        (Expectation::Violated, _) => Some("violated"),
        (Expectation::Unknown, _) => Some("unknown"),
    }
}
