//! A trace for people: the initial state, then only what changes at each step, then how it ends.

use super::number::grouped;
use super::place::{Places, wrapped};
use super::state::{change_items, state_lines};
use crate::Console;
use crate::console::{BAD, FAINT, STRONG};
use system::{Ending, State, System, Trace, TraceStep};

/// The most steps that are shown unless the user wants more.
const MOST_STEPS: usize = 1000;
/// The most lines of a state that are shown unless the user wants more.
const MOST_LINES: usize = 40;

/// The lines of what changed in a step; one that changes nothing says so.
pub fn change_lines(system: &System, before: &State, step: &TraceStep) -> Vec<String> {
    let items = change_items(system, before, &step.state, &system.transition_name(&step.moved));
    if items.is_empty() && before == &step.state {
        return vec!["nothing changes".into()];
    }
    wrapped(&items, "")
}

/// The lines of a trace, each with its line break, indented below a verdict.
pub fn trace_text(system: &System, places: &Places<'_>, trace: &Trace, console: &Console) -> String {
    let width = trace.steps.len().to_string().len();
    let mut lines = vec![numbered("0", width, &console.paint(STRONG, "initial state"))];
    for content in initial_lines(system, trace, console) {
        lines.push(numbered("", width, &format!("  {content}")));
    }
    lines.extend(step_lines(system, places, trace, 0, console));
    lines.iter().map(|line| format!("  {line}\n")).collect()
}

/// The lines of the steps of a trace behind the first `from` ones, and of what comes behind the last one.
pub fn step_lines(
    system: &System,
    places: &Places<'_>,
    trace: &Trace,
    from: usize,
    console: &Console,
) -> Vec<String> {
    let width = trace.steps.len().to_string().len();
    let hidden = if console.verbose { 0..0 } else { hidden_steps(from, trace.steps.len()) };
    let mut lines = Vec::new();
    let mut line = |number: &str, content: &str| lines.push(numbered(number, width, content));
    for (number, (before, step)) in trace.states().zip(&trace.steps).enumerate().skip(from) {
        if trace.ending == Ending::Loop(number) {
            line("", &console.paint(FAINT, "the loop begins here"));
        }
        if number == hidden.start && !hidden.is_empty() {
            line("", &format!("… {} more steps; -v shows all", grouped(hidden.len())));
        }
        if hidden.contains(&number) {
            continue;
        }
        let name = console.paint(STRONG, &system.transition_name(&step.moved));
        let spans = step.moved.iter().map(|edge| system.edge(*edge).span);
        let place = console.paint(FAINT, &format!("({})", places.shown(spans)));
        line(&(number + 1).to_string(), &format!("{name}  {place}"));
        for content in change_lines(system, before, step) {
            line("", &format!("  {content}"));
        }
        let has_more = before.iter().zip(&step.state).any(|(old, new)| old == new);
        if console.verbose || has_more && is_shown_whole(trace, number + 1) {
            line("", &console.paint(FAINT, &format!("state {} is", number + 1)));
            for content in limited(state_lines(system, &step.state), console) {
                line("", &format!("  {content}"));
            }
        }
    }
    for content in ending_lines(places, trace, console) {
        line("", &content);
    }
    lines
}

fn numbered(number: &str, width: usize, content: &str) -> String {
    format!("{number:>width$}  {content}").trim_end().to_string()
}

/// The steps in the middle of a long trace, counted from zero, that nobody would read.
fn hidden_steps(from: usize, count: usize) -> std::ops::Range<usize> {
    if count - from > MOST_STEPS { from + MOST_STEPS / 2..count - MOST_STEPS / 2 } else { 0..0 }
}

/// Whether the state after this many steps is shown as a whole: the last one, unless it is that of a loop or near the first.
fn is_shown_whole(trace: &Trace, steps: usize) -> bool {
    steps == trace.steps.len() && steps > 1 && !matches!(trace.ending, Ending::Loop(_))
}

fn initial_lines(system: &System, trace: &Trace, console: &Console) -> Vec<String> {
    limited(state_lines(system, &trace.initial), console)
}

/// The first lines of a state, unless the user wants all.
fn limited(mut lines: Vec<String>, console: &Console) -> Vec<String> {
    if lines.len() > MOST_LINES && !console.verbose {
        let hidden = lines.len() - MOST_LINES;
        lines.truncate(MOST_LINES);
        lines.push(format!("… and {hidden} more lines; -v shows all"));
    }
    lines
}

/// What comes behind the last step.
pub fn ending_lines(places: &Places<'_>, trace: &Trace, console: &Console) -> Vec<String> {
    match &trace.ending {
        Ending::Finite => Vec::new(),
        Ending::Loop(start) => vec![format!("the last step returns to state {start}, and so on for ever")],
        Ending::Endless => {
            vec!["from here the path can go on for ever without repeating a state".into()]
        }
        Ending::Fault(fault) => {
            let what = console.paint(BAD, &format!("{} faults: {}", fault.name, fault.reason));
            let mut lines = vec![format!("{what}  ({})", places.shown([fault.span]))];
            lines.extend(places.excerpt(fault.span).into_iter().map(|line| format!("  {line}")));
            lines
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::{ColorChoice, OutputArgs};
    use diagnostics::Span;
    use system::{
        Block, Edge, EdgeId, Expr, Movement, Owner, Role, Transition, TransitionId, Type, Value, Variable,
    };

    const SOURCE: &str = "var on: bool := false\nevent toggle do on := !on\n";

    /// A system with one switch and one event.
    fn switch() -> System {
        let span = Span::new(SOURCE.find("event").expect("it is there"), SOURCE.len() - 1);
        let variable = Variable {
            name: "on".into(),
            base: "on".into(),
            ty: Type::Bool,
            role: Role::Variable,
            owner: None,
            element: None,
            span,
        };
        let edge = Edge {
            name: "toggle".into(),
            label: Some("toggle".into()),
            owner: Owner::Event,
            movement: Movement::None,
            guard: Expr::bool(true, span),
            action: Block::default(),
            span,
        };
        let transition = Transition { sender: EdgeId(0), receivers: Vec::new() };
        System {
            source: SOURCE.into(),
            variables: vec![variable],
            edges: vec![edge],
            transitions: vec![transition],
            ..System::default()
        }
    }

    fn shown(values: &[bool], ending: Ending) -> String {
        let system = switch();
        let step = |value: &bool| TraceStep {
            transition: TransitionId(0),
            moved: vec![EdgeId(0)],
            state: vec![Value::Bool(*value)],
        };
        let steps = values[1..].iter().map(step).collect();
        let trace = Trace { initial: vec![Value::Bool(values[0])], steps, ending };
        let console = Console::new(&OutputArgs { quiet: false, verbose: false, color: ColorChoice::Never });
        trace_text(&system, &Places::new("switch.fathom", &SOURCE.into()), &trace, &console)
    }

    #[test]
    fn a_lasso_says_where_it_returns_to() {
        let expected = "  0  initial state\n       on = false\n\
                        \x20 1  toggle  (switch.fathom:2)\n       on: false -> true\n\
                        \x20    the loop begins here\n\
                        \x20 2  toggle  (switch.fathom:2)\n       on: true -> false\n\
                        \x20 3  toggle  (switch.fathom:2)\n       on: false -> true\n\
                        \x20    the last step returns to state 1, and so on for ever\n";
        assert_eq!(shown(&[false, true, false, true], Ending::Loop(1)), expected);
    }

    #[test]
    fn an_endless_path_says_so() {
        assert!(shown(&[false], Ending::Endless).ends_with("can go on for ever without repeating a state\n"));
    }

    #[test]
    fn a_long_trace_is_cut_in_the_middle() {
        let text = shown(&[false; 2001], Ending::Finite);
        assert!(text.contains("… 1,000 more steps"));
        assert!(text.contains("\n   500  toggle") && !text.contains("\n   501  toggle"));
        assert!(!text.contains("\n  1500  toggle") && text.contains("\n  1501  toggle"));
    }

    #[test]
    fn a_step_that_changes_nothing_says_so() {
        assert!(shown(&[false, false], Ending::Finite).contains("nothing changes"));
    }
}
