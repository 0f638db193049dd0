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
use system::{Ctl, Ending, Explanation, Path, System, Trace, UntilKind};

/// The most characters of a formula that are shown.
const LONGEST: usize = 160;

/// The lines of a tree of paths, each with its line break, indented below a verdict.
pub fn explanation_text(
    system: &System,
    places: &Places<'_>,
    trace: &Trace,
    explanation: &Explanation,
    console: &Console,
) -> String {
    let start = Trace { initial: trace.initial.clone(), steps: Vec::new(), ending: Ending::Finite };
    if count_paths(explanation) <= 1 {
        let mut tree = Tree { system, places, console, shows_paths: false, lines: Vec::new() };
        tree.node(explanation, &start, "");
        return trace_text(system, places, trace, console) + &joined(&tree.lines);
    }
    let mut tree = Tree { system, places, console, shows_paths: true, lines: Vec::new() };
    tree.node(explanation, &start, "");
    trace_text(system, places, &start, console) + &joined(&tree.lines)
}

fn joined(lines: &[String]) -> String {
    lines.iter().map(|line| format!("  {line}\n")).collect()
}

fn count_paths(explanation: &Explanation) -> usize {
    usize::from(explanation.path.is_some()) + explanation.parts.iter().map(count_paths).sum::<usize>()
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
    fn node(&mut self, explanation: &Explanation, before: &Trace, indent: &str) {
        let at = before.steps.len();
        let path = explanation.path.as_ref().map(|path| continued(before, path));
        match (&explanation.formula, path) {
            (Ctl::State(_), _) => self.condition(explanation, at, indent),
            (_, Some(path)) if self.shows_paths => {
                let head = format!("in state {at}, {}:", self.text(explanation));
                self.say(indent, &head);
                let indent = format!("{indent}  ");
                for line in step_lines(self.system, self.places, &path, at, self.console) {
                    self.say(&indent, &line);
                }
                self.end(explanation, &path, &indent);
            }
            (_, Some(path)) => self.end(explanation, &path, indent),
            (_, None) if explanation.parts.is_empty() => {
                let text = format!("in state {at}, {}", self.text(explanation));
                self.say(indent, &text);
            }
            (_, None) => explanation.parts.iter().for_each(|part| self.node(part, before, indent)),
        }
    }

    /// What a path shows: a condition that never changes on it, or what is the case in its last state.
    fn end(&mut self, explanation: &Explanation, path: &Trace, indent: &str) {
        if explanation.parts.is_empty() {
            if path.ending == Ending::Finite {
                dead_end(self.system, path).iter().for_each(|line| self.say(indent, line));
            }
            if let Some(constant) = constant(&explanation.formula) {
                let word = if explanation.value { "always true" } else { "never true" };
                let text = shortened(self.system.show_ctl(constant));
                self.say(indent, &format!("on this path this is {word}: {text}"));
            }
            let fair = fairness_lines(self.system, path, self.console.verbose);
            fair.iter().for_each(|line| self.say(indent, line));
        }
        explanation.parts.iter().for_each(|part| self.node(part, path, indent));
    }

    /// The value of a state expression, down to the variables that it reads.
    fn condition(&mut self, explanation: &Explanation, at: usize, indent: &str) {
        if let [only] = explanation.reasons.as_slice() {
            return self.say(indent, &format!("in state {at}, {}", only.text));
        }
        let text = shortened(self.system.show_ctl(&explanation.formula));
        self.say(indent, &format!("in state {at} this is {}: {text}", explanation.value));
        for reason in &explanation.reasons {
            self.say(indent, &format!("{}{}", "  ".repeat(reason.depth + 1), reason.text));
        }
    }

    fn text(&self, explanation: &Explanation) -> String {
        format!("`{}` is {}", shortened(self.system.show_ctl(&explanation.formula)), explanation.value)
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
