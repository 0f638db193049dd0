//! Why a path decides a property.

use super::place::{Places, wrapped};
use system::{Ending, Interpreter, Lasso, Ltl, Property, Question, System, Trace, Verdict};

/// The lines that say what the last state of the path shows.
pub fn reason_lines(
    system: &System,
    places: &Places<'_>,
    property: &Property,
    verdict: &Verdict,
    path: &Trace,
) -> Vec<String> {
    let last = path.steps.len();
    match (&property.question, verdict) {
        (Question::Invariant(condition), Verdict::Violated) => {
            let head = format!("in state {last} this is false: {}", places.text(condition.span));
            with_explanation(head, system, condition, path)
        }
        (Question::Reachable(condition), Verdict::Holds) => {
            let head = format!("in state {last} this is true: {}", places.text(condition.span));
            with_explanation(head, system, condition, path)
        }
        (Question::Bound(expression), Verdict::Holds) => {
            vec![format!("in state {last} the value is reached: {}", places.text(expression.span))]
        }
        (Question::DeadlockFree, Verdict::Violated) => dead_end(system, path),
        (Question::Ltl(formula), Verdict::Violated) => {
            let ends = if path.ending == Ending::Finite { dead_end(system, path) } else { Vec::new() };
            ends.into_iter().chain(why_violated(system, formula, path)).collect()
        }
        _ => Vec::new(),
    }
}

fn with_explanation(head: String, system: &System, condition: &system::Expr, path: &Trace) -> Vec<String> {
    let reasons = system::explain(system, condition, path.last());
    let explained =
        reasons.into_iter().map(|reason| format!("{}{}", "  ".repeat(reason.depth + 1), reason.text));
    std::iter::once(head).chain(explained).collect()
}

/// Which part of a linear-time formula the path violates, and from which state on; nothing where that cannot be said.
pub fn why_violated(system: &System, formula: &Ltl, path: &Trace) -> Vec<String> {
    let why = Lasso::new(system, path).map(|lasso| lasso.why(formula));
    let reasons = why.and_then(Result::ok).flatten().unwrap_or_default();
    reasons.into_iter().map(|reason| format!("{}{}", "  ".repeat(reason.depth), reason.text)).collect()
}

/// No transition is possible, and those that would fault say why not.
pub fn dead_end(system: &System, path: &Trace) -> Vec<String> {
    let mut lines = vec![format!("in state {} no transition is possible", path.steps.len())];
    if let Ok(successors) = Interpreter::new(system).successors(path.last()) {
        let faults: Vec<String> = successors
            .faults
            .iter()
            .map(|fault| format!("{} faults: {}", fault.name, fault.reason))
            .collect();
        lines.extend(wrapped(&faults, "  "));
    }
    lines
}
