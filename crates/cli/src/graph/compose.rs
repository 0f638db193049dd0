//! From states and transitions to texts and marks.

use super::explore::{Cut, StateGraph};
use super::labels;
use crate::args::LabelChoice;
use crate::report::grouped;
use crate::source::Model;
use drawing::{Arrow, Chart, Highlight, Outline, Spot};
use system::{Obstacle, Stop, System};

/// The chart of a graph of the model's states.
pub fn compose(
    model: &Model,
    graph: &StateGraph,
    choice: LabelChoice,
    mark: Option<(Highlight, Vec<bool>)>,
) -> Chart {
    let system = &model.system;
    let labels = labels::labels(system, &graph.states, choice);
    let (highlight, marked) = match mark {
        Some((highlight, marked)) => (Some(highlight), marked),
        None => (None, Vec::new()),
    };
    let spot = |(state, lines): (usize, Vec<String>)| Spot {
        lines,
        details: details(system, graph, state),
        initial: state < graph.initial,
        dead_end: graph.is_dead_end(state),
        open: graph.open[state],
        highlighted: marked.get(state).copied().unwrap_or(false),
        faults: graph.faults[state].iter().map(|fault| format!("{}: {}", fault.name, fault.reason)).collect(),
        outline: Outline::Rounded,
    };
    let arrow = |edge: &super::explore::StateEdge| Arrow {
        from: edge.from,
        to: edge.to,
        names: edge.names.clone(),
        is_optional: false,
    };
    Chart {
        title: system.name.clone().unwrap_or_else(|| model.file.clone()),
        caption: caption(graph),
        spots: labels.into_iter().enumerate().map(spot).collect(),
        arrows: graph.edges.iter().map(arrow).collect(),
        highlight,
    }
}

/// The whole state with its number and its distance from the initial states.
fn details(system: &System, graph: &StateGraph, state: usize) -> Vec<String> {
    let place = match graph.depths[state] {
        0 => "initial".to_string(),
        1 => "1 step from the start".to_string(),
        depth => format!("{depth} steps from the start"),
    };
    let heading = format!("state {state}, {place}");
    std::iter::once(heading).chain(labels::details(system, &graph.states[state])).collect()
}

/// How much is in the graph.
fn caption(graph: &StateGraph) -> String {
    let plural =
        |count: usize, noun: &str| format!("{} {noun}{}", grouped(count), if count == 1 { "" } else { "s" });
    let mut caption =
        format!("{}, {}", plural(graph.states.len(), "state"), plural(graph.transitions, "transition"));
    for cut in &graph.cuts {
        caption.push_str(&format!("; {}", reason(cut)));
    }
    caption
}

/// Why states are missing, in words.
pub fn reason(cut: &Cut) -> String {
    match cut {
        Cut::Limit(limit) => format!("cut at {} states", grouped(limit)),
        Cut::Transitions(limit) => format!("cut at {} transitions", grouped(limit)),
        Cut::Obstacle(Obstacle::Stopped(Stop::Interrupted)) => "cut when interrupted".to_string(),
        Cut::Obstacle(Obstacle::Stopped(stop)) => format!("cut by the {stop}"),
        Cut::Obstacle(obstacle) => format!("cut where {obstacle}"),
    }
}

/// What to do about it.
pub fn advice(cut: &Cut) -> &'static str {
    match cut {
        Cut::Limit(_) => "; --max-states draws more",
        Cut::Transitions(_) => "; --max-transitions draws more",
        Cut::Obstacle(_) => "",
    }
}
