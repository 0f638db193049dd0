//! `fathom invariants`: what is always true at which location.

mod report;

use crate::args::InvariantsArgs;
use crate::progress::{ProgressDisplay, ProgressLine};
use crate::refusal::{Refusal, report_diagnostics};
use crate::report::{printed, refusal_document};
use crate::source::{Model, read_model};
use crate::supervise::{Limits, Lost, supervise};
use crate::{Console, Exit, Interrupt};
use invariants::{Generation, generate};
use std::sync::Arc;
use system::Progress;

/// Finds, proves and prints invariants.
pub fn run(arguments: &InvariantsArgs, console: &Console) -> Exit {
    let model = match read_model(&arguments.file, &arguments.model) {
        Ok(model) => Arc::new(model),
        Err(refusal) => return refuse(&refusal, arguments, console),
    };
    if !console.quiet {
        report_diagnostics(console, &model.warnings, &model.system.source, &model.file);
    }
    let generation = match generated(&model, arguments, console) {
        Ok(generation) => generation,
        Err(Lost::Panicked) => return Exit::Internal,
        Err(Lost::Unresponsive(stop)) => {
            Generation { invariants: Vec::new(), unfinished: Some(stop.to_string()) }
        }
    };
    match arguments.json {
        true => console.print(&printed(vec![report::json(&model, arguments, &generation)], false)),
        false => console.print(&report::text(&model, &generation, console)),
    }
    if let Some(reason) = &generation.unfinished {
        console.warning(&format!("there may be more: {reason}"));
        return Exit::Unknown;
    }
    Exit::Success
}

/// Says why nothing is looked for; where JSON is wanted, there too.
fn refuse(refusal: &Refusal, arguments: &InvariantsArgs, console: &Console) -> Exit {
    refusal.report(console);
    if arguments.json {
        console.print(&printed(vec![refusal_document(refusal)], false));
    }
    Exit::Wrong
}

/// The invariants that are found under the limits.
fn generated(model: &Arc<Model>, arguments: &InvariantsArgs, console: &Console) -> Result<Generation, Lost> {
    let memory = arguments.memory.or_else(Limits::default_memory);
    let limits = Limits { time: arguments.timeout, spent: model.load_time, memory, ..Limits::default() };
    let mut progress = ProgressLine::new(!console.quiet && !arguments.json);
    let mut show = |at: &Progress, time| progress.show(&model.file, at, time);
    let shared = Arc::clone(model);
    let generation =
        supervise(&limits, &Interrupt::listen(), &mut show, move |monitor| generate(&shared.system, monitor));
    progress.clear();
    generation
}
