//! Why a branching-time formula is true or false: a tree of paths.
//!
//! Where there is only one path it is shown like any other, with what it shows below it. Otherwise each formula that
//! needs a path stands above it, and what matters at the end of the path stands below, further to the right. States are
//! numbered along the way from the initial one.

use super::fairness::fairness_lines;
use super::place::Places;
use super::reason::dead_end;
use super::trace::{step_lines, trace_text};
use crate::Console;
use system::{Ctl, Ending, Evidence, Path, System, Trace, UntilKind};

/// The most characters of a formula that are shown.
const LONGEST: usize = 160;

/// The lines of a tree of paths, each with its line break, indented below a verdict.
pub fn evidence_text(
    system: &System,
    places: &Places<'_>,
    trace: &Trace,
    evidence: &Evidence,
    console: &Console,
) -> String {
    let start = Trace { initial: trace.initial.clone(), steps: Vec::new(), ending: Ending::Finite };
    if count_paths(evidence) <= 1 {
        let mut tree = Tree { system, places, console, shows_paths: false, lines: Vec::new() };
        tree.node(evidence, &start, "");
        return trace_text(system, places, trace, console) + &joined(&tree.lines);
    }
    let mut tree = Tree { system, places, console, shows_paths: true, lines: Vec::new() };
    tree.node(evidence, &start, "");
    trace_text(system, places, &start, console) + &joined(&tree.lines)
}

fn joined(lines: &[String]) -> String {
    lines.iter().map(|line| format!("  {line}\n")).collect()
}

fn count_paths(evidence: &Evidence) -> usize {
    usize::from(evidence.path.is_some()) + evidence.parts.iter().map(count_paths).sum::<usize>()
}

struct Tree<'a> {
    system: &'a System,
    places: &'a Places<'a>,
    console: &'a Console,
    /// Whether paths are shown where they are needed, or have been shown already.
    shows_paths: bool,
    lines: Vec<String>,
}

impl Tree<'_> {
    fn say(&mut self, indent: &str, text: &str) {
        self.lines.push(format!("{indent}{text}").trim_end().to_string());
    }

    /// Why a formula has its value at the end of a path from the initial state.
    fn node(&mut self, evidence: &Evidence, before: &Trace, indent: &str) {
        let at = before.steps.len();
        let path = evidence.path.as_ref().map(|path| continued(before, path));
        match (&evidence.formula, path) {
            (Ctl::State(_), _) => self.condition(evidence, at, indent),
            (_, Some(path)) if self.shows_paths => {
                let head = format!("in state {at}, {}:", self.text(evidence));
                self.say(indent, &head);
                let indent = format!("{indent}  ");
                for line in step_lines(self.system, self.places, &path, at, self.console) {
                    self.say(&indent, &line);
                }
                self.end(evidence, &path, &indent);
            }
            (_, Some(path)) => self.end(evidence, &path, indent),
            (_, None) if evidence.parts.is_empty() => {
                let text = format!("in state {at}, {}", self.text(evidence));
                self.say(indent, &text);
            }
            (_, None) => evidence.parts.iter().for_each(|part| self.node(part, before, indent)),
        }
    }

    /// What a path shows: a condition that never changes on it, or what is the case in its last state.
    fn end(&mut self, evidence: &Evidence, path: &Trace, indent: &str) {
        if evidence.parts.is_empty() {
            if path.ending == Ending::Finite {
                dead_end(self.system, path).iter().for_each(|line| self.say(indent, line));
            }
            if let Some(constant) = constant(&evidence.formula) {
                let word = if evidence.value { "always true" } else { "never true" };
                let text = shortened(self.system.show_ctl(constant));
                self.say(indent, &format!("on this path this is {word}: {text}"));
            }
            let fair = fairness_lines(self.system, path, self.console.verbose);
            fair.iter().for_each(|line| self.say(indent, line));
        }
        evidence.parts.iter().for_each(|part| self.node(part, path, indent));
    }

    /// The value of a state expression, down to the variables that it reads.
    fn condition(&mut self, evidence: &Evidence, at: usize, indent: &str) {
        if let [only] = evidence.reasons.as_slice() {
            return self.say(indent, &format!("in state {at}, {}", only.text));
        }
        let text = shortened(self.system.show_ctl(&evidence.formula));
        self.say(indent, &format!("in state {at} this is {}: {text}", evidence.value));
        for reason in &evidence.reasons {
            self.say(indent, &format!("{}{}", "  ".repeat(reason.depth + 1), reason.text));
        }
    }

    fn text(&self, evidence: &Evidence) -> String {
        format!("`{}` is {}", shortened(self.system.show_ctl(&evidence.formula)), evidence.value)
    }
}

/// A path continued by another one that begins in its last state.
fn continued(before: &Trace, path: &Trace) -> Trace {
    let ending = match path.ending {
        Ending::Loop(start) => Ending::Loop(before.steps.len() + start),
        ref other => other.clone(),
    };
    let steps = before.steps.iter().chain(&path.steps).cloned().collect();
    Trace { initial: before.initial.clone(), steps, ending }
}

/// The formula whose value is the same in all states of a maximal path that shows the operator's value.
fn constant(formula: &Ctl) -> Option<&Ctl> {
    match formula {
        Ctl::Finally(_, f) | Ctl::Globally(_, f) => Some(f),
        Ctl::Until(Path::Some, UntilKind::Weak, f, _) => Some(f),
        Ctl::Until(_, _, _, g) => Some(g),
        _ => None,
    }
}

fn shortened(text: String) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}
