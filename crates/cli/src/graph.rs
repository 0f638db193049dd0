//! `fathom graph`: the reachable states, abstract ones, the automaton of a process, or a path as a drawing.
//!
//! * states and transitions: `explore`; those of a path: `along`; of a process: `automaton`
//! * many states as one: `cluster`; by predicates: `diagram`
//! * the net that the model is, and its unfolding: `net`, `unfolding`
//! * texts and marks for them: `labels`, `highlight`, `compose`
//! * all of them for whoever draws them: `charts`
//! * writers: those of the crate `drawing`

mod along;
mod automaton;
mod charts;
mod cluster;
mod compose;
mod diagram;
mod explore;
mod highlight;
mod labels;
mod net;
mod unfolding;

pub use charts::{Charted, GraphKind, chart};

use crate::args::{GraphArgs, GraphFormat, Toggle};
use crate::file::read_source;
use crate::progress::{ProgressDisplay, ProgressLine};
use crate::refusal::Refusal;
use crate::simulate::load_trace;
use crate::source::{Model, load_model};
use crate::supervise::{Limits, Lost, supervise};
use crate::{Console, Exit, Interrupt, initial};
use drawing::{Chart, dot, svg};
use explore::{Extent, StateGraph};
use std::path::Path;
use std::sync::Arc;
use system::{Obstacle, Progress, Trace};

/// The number of states that are drawn unless the user says otherwise; more make an unreadable drawing.
const SVG_STATES: usize = 500;
/// The number of states that are written as DOT unless the user says otherwise.
const DOT_STATES: usize = 10_000;
/// The number of transitions that are drawn unless the user says otherwise.
const SVG_TRANSITIONS: usize = 1_000;
/// The number of transitions that are written as DOT unless the user says otherwise.
const DOT_TRANSITIONS: usize = 50_000;
/// Graphs of more states are drawn by locations, unless the user says otherwise.
const CLUSTERED: usize = 50;

/// Explores a model and writes the graph.
pub fn run(arguments: &GraphArgs, console: &Console) -> Exit {
    match draw(arguments, console) {
        Ok(()) => Exit::Success,
        Err(exit) => exit,
    }
}

fn draw(arguments: &GraphArgs, console: &Console) -> Result<(), Exit> {
    let model = Arc::new(load_model(&arguments.file, &arguments.model, console)?);
    if arguments.is_abstract {
        let formats = [GraphFormat::Dot, GraphFormat::Svg, GraphFormat::Json, GraphFormat::Text];
        check_format(arguments, &formats, "an abstract graph", console)?;
        return diagram::draw(&model, arguments, extent(arguments).states, console);
    }
    if arguments.net {
        return net::draw(&model, arguments, console);
    }
    if arguments.unfolding {
        return unfolding::draw(&model, arguments, console);
    }
    let refused = |refusal: Refusal| {
        refusal.report(console);
        Exit::Wrong
    };
    check_format(arguments, &[GraphFormat::Dot, GraphFormat::Svg], "a graph of states", console)?;
    if let Some(name) = &arguments.of {
        let chart = automaton::automaton(&model, name).map_err(refused)?;
        return print(&chart, arguments, console);
    }
    let trace = arguments.trace.as_ref().map(|file| path(&model, file, arguments.property.as_deref()));
    let trace = trace.transpose().map_err(refused)?;
    let name = arguments.property.as_ref().filter(|_| trace.is_none());
    let property = name.map(|name| highlight::find(&model.system, &model.file, name));
    let property = property.transpose().map_err(refused)?;
    let mut graph = explore_model(&model, arguments, console)?;
    let mut mark = property.map(|property| highlight::mark(&model.system, &graph, &property));
    if let Some(trace) = &trace {
        let (drawn, marked) = along::along(&model.system, graph, trace, CLUSTERED);
        (graph, mark) = (drawn, Some((along::meaning(), marked)));
    }
    let mut chart = compose::compose(&model, &graph, arguments.labels, mark);
    let is_large = graph.states.len() > CLUSTERED && trace.is_none();
    if arguments.clusters == Toggle::On || arguments.clusters == Toggle::Auto && is_large {
        chart = cluster::clustered(&model.system, &graph, &chart).unwrap_or(chart);
    }
    print(&chart, arguments, console)?;
    for cut in &graph.cuts {
        console.warning(&format!(
            "the graph is not complete: {}{}",
            compose::reason(cut),
            compose::advice(cut)
        ));
    }
    Ok(())
}

/// Refuses a format that is none of these.
fn check_format(
    arguments: &GraphArgs,
    formats: &[GraphFormat],
    what: &str,
    console: &Console,
) -> Result<(), Exit> {
    if formats.contains(&arguments.format) {
        return Ok(());
    }
    let names: Vec<&str> = formats.iter().map(|format| format.name()).collect();
    let (last, others) = names.split_last().unwrap_or((&"dot", &[]));
    let message =
        format!("{what} is written as {} or {last}, not as {}", others.join(", "), arguments.format.name());
    let help = match arguments.format {
        GraphFormat::Json | GraphFormat::Text => Some("json and text are for --abstract and --unfolding"),
        GraphFormat::Pnml => Some("pnml is for --net"),
        _ => None,
    };
    Refusal::of_command_line(message, help.map(String::from)).report(console);
    Err(Exit::Wrong)
}

/// The path in a file, replayed in the model.
fn path(model: &Model, file: &Path, property: Option<&str>) -> Result<Trace, Refusal> {
    let text = read_source(file)?;
    load_trace(&model.system, &text, property)
        .map_err(|message| Refusal::of_file(&file.display().to_string(), message, None))
}

fn print(chart: &Chart, arguments: &GraphArgs, console: &Console) -> Result<(), Exit> {
    let text = match arguments.format {
        GraphFormat::Svg => svg::write(chart),
        _ => dot::write(chart),
    };
    put(&text, arguments, console)
}

/// Writes a text to where it is wanted.
fn put(text: &str, arguments: &GraphArgs, console: &Console) -> Result<(), Exit> {
    match &arguments.output {
        Some(file) => write_file(file, text, console),
        None => {
            console.print(text);
            Ok(())
        }
    }
}

/// How much is drawn at most.
fn extent(arguments: &GraphArgs) -> Extent {
    let (states, transitions) = match arguments.format {
        GraphFormat::Svg => (SVG_STATES, SVG_TRANSITIONS),
        _ => (DOT_STATES, DOT_TRANSITIONS),
    };
    Extent {
        states: arguments.max_states.unwrap_or(states).max(1),
        transitions: arguments.max_transitions.unwrap_or(transitions),
    }
}

/// The reachable states under the limits that were given.
fn explore_model(model: &Arc<Model>, arguments: &GraphArgs, console: &Console) -> Result<StateGraph, Exit> {
    let extent = extent(arguments);
    let memory = arguments.memory.or_else(Limits::default_memory);
    let limits = Limits { time: arguments.timeout, spent: model.load_time, memory, ..Limits::default() };
    let shared = Arc::clone(model);
    let mut progress = ProgressLine::new(!console.quiet);
    let mut show = |at: &Progress, time| progress.show(&model.file, at, time);
    let explored = supervise(&limits, &Interrupt::listen(), &mut show, move |monitor| {
        let initial = initial::states(&shared, monitor)?;
        Ok(explore::explore(&shared.system, initial, extent, monitor))
    });
    progress.clear();
    match explored {
        Ok(Ok(graph)) => Ok(graph),
        Ok(Err(refusal)) => {
            Refusal::report(&refusal, console);
            Err(Exit::Wrong)
        }
        Err(Lost::Panicked) => Err(Exit::Internal),
        Err(Lost::Unresponsive(stop)) => {
            let message = Obstacle::Stopped(stop).to_string();
            console.error(&format!("{}: {message}", model.file), None);
            Err(Exit::Unknown)
        }
    }
}

fn write_file(file: &Path, text: &str, console: &Console) -> Result<(), Exit> {
    std::fs::write(file, text).map_err(|error| {
        console.error(&format!("{}: the file cannot be written: {error}", file.display()), None);
        Exit::Wrong
    })
}
