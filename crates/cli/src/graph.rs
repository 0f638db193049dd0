//! `fathom graph`: the reachable states as a drawing.
//!
//! * states and transitions: `explore`
//! * texts and marks for them: `labels`, `highlight`, `compose`
//! * writers: those of the crate `drawing`

mod compose;
mod explore;
mod highlight;
mod labels;

use crate::args::{GraphArgs, GraphFormat};
use crate::progress::ProgressLine;
use crate::refusal::Refusal;
use crate::source::{Model, load_model};
use crate::supervise::{Limits, Lost, supervise};
use crate::{Console, Exit, Interrupt, initial};
use drawing::{dot, svg};
use explore::StateGraph;
use std::path::Path;
use std::sync::Arc;
use system::{Obstacle, Progress};

/// The number of states that are drawn unless the user says otherwise; more make an unreadable drawing.
const SVG_STATES: usize = 500;
/// The number of states that are written as DOT unless the user says otherwise.
const DOT_STATES: usize = 10_000;

/// Explores a model and writes the graph.
pub fn run(arguments: &GraphArgs, console: &Console) -> Exit {
    match draw(arguments, console) {
        Ok(()) => Exit::Success,
        Err(exit) => exit,
    }
}

fn draw(arguments: &GraphArgs, console: &Console) -> Result<(), Exit> {
    let model = Arc::new(load_model(&arguments.file, &arguments.model, console)?);
    let property = arguments.property.as_ref().map(|name| highlight::find(&model.system, &model.file, name));
    let property = property.transpose().map_err(|refusal| {
        refusal.report(console);
        Exit::Wrong
    })?;
    let graph = explore_model(&model, arguments, console)?;
    let chart = compose::compose(&model, &graph, arguments.labels, property.as_ref());
    let text = match arguments.format {
        GraphFormat::Dot => dot::write(&chart),
        GraphFormat::Svg => svg::write(&chart),
    };
    match &arguments.output {
        Some(file) => write_file(file, &text, console)?,
        None => console.print(&text),
    }
    for cut in &graph.cuts {
        console.warning(&format!(
            "the graph is not complete: {}{}",
            compose::reason(cut),
            compose::advice(cut)
        ));
    }
    Ok(())
}

/// The reachable states under the limits that were given.
fn explore_model(model: &Arc<Model>, arguments: &GraphArgs, console: &Console) -> Result<StateGraph, Exit> {
    let default = match arguments.format {
        GraphFormat::Svg => SVG_STATES,
        GraphFormat::Dot => DOT_STATES,
    };
    let limit = arguments.max_states.unwrap_or(default).max(1);
    let memory = arguments.memory.or_else(Limits::default_memory);
    let limits = Limits { time: arguments.timeout, spent: model.load_time, memory, ..Limits::default() };
    let shared = Arc::clone(model);
    let mut progress = ProgressLine::new(!console.quiet);
    let mut show = |at: &Progress, time| progress.show(&model.file, at, time);
    let explored = supervise(&limits, &Interrupt::listen(), &mut show, move |monitor| {
        let initial = initial::states(&shared, monitor)?;
        Ok(explore::explore(&shared.system, initial, limit, monitor))
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
