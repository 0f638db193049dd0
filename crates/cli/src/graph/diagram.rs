//! The abstract state graph of a model, or predicate diagram: control configurations with the values of predicates.
//!
//! * which choices to refine, asked of the user: `question`
//! * in the words of the model: `words`, with the opposite of a condition from `opposite`
//! * as a drawing, for people and for programs: `chart`, `text`, `json`

mod chart;
mod json;
mod opposite;
mod question;
mod text;
mod words;

use super::write_file;
use crate::args::{GraphArgs, GraphFormat, Refinement};
use crate::progress::{ProgressDisplay, ProgressLine};
use crate::refusal::Refusal;
use crate::report::printed;
use crate::simulate::condition_of;
use crate::source::Model;
use crate::supervise::{Limits, Lost, supervise};
use crate::{Console, Exit, Interrupt};
use engines::{DiagramRequest, Drawn};
use question::{Answer, ask};
use std::sync::Arc;
use std::time::{Duration, Instant};
use system::{Obstacle, Progress};
use words::Words;

/// How often a diagram is refined where the user names no predicate: each round decides the choices that the last one left open.
const ROUNDS: usize = 2;

/// Draws the diagram of a model.
pub fn draw(model: &Arc<Model>, arguments: &GraphArgs, most: usize, console: &Console) -> Result<(), Exit> {
    let request = request(model, arguments, most).map_err(|refusal| {
        refusal.report(console);
        Exit::Wrong
    })?;
    let drawn = match arguments.refine {
        Some(Refinement::Ask) => refined_by_hand(model, arguments, request, console)?,
        _ => construct(model, arguments, &request, &mut Duration::default(), console)?,
    };
    print(model, arguments, &drawn, console)
}

/// What the arguments ask for, or what is wrong with a predicate.
fn request(model: &Model, arguments: &GraphArgs, most: usize) -> Result<DiagramRequest, Refusal> {
    let mut predicates = Vec::new();
    for text in &arguments.predicate {
        let condition = condition_of(&model.system, text).map_err(|message| {
            let message = format!("'{text}' is no condition of the model: {message}");
            Refusal::of_file(&model.file, message, Some("write it as an `invariant` is written".into()))
        })?;
        predicates.push((condition, text.trim().to_owned()));
    }
    let guards = predicates.is_empty();
    let rounds = match arguments.refine {
        Some(Refinement::Rounds(rounds)) => rounds,
        Some(Refinement::Ask) => 0,
        None if guards => ROUNDS,
        None => 0,
    };
    Ok(DiagramRequest { predicates, guards, found: Vec::new(), rounds, most })
}

/// The diagram when the user has no more wishes, or there is nothing left to decide.
fn refined_by_hand(
    model: &Arc<Model>,
    arguments: &GraphArgs,
    mut request: DiagramRequest,
    console: &Console,
) -> Result<Drawn, Exit> {
    let mut spent = Duration::default();
    let mut input = std::io::stdin().lock();
    loop {
        let drawn = construct(model, arguments, &request, &mut spent, console)?;
        let words = Words { system: &model.system, drawn: &drawn };
        console.print_error(&format!("{}\n", words.caption()));
        if drawn.splittings.is_empty() {
            return Ok(drawn);
        }
        if arguments.output.is_some() {
            // The user sees what the choices are about.
            print(model, arguments, &drawn, console)?;
        }
        match ask(&words, &mut input, console) {
            Answer::Stop => return Ok(drawn),
            Answer::Refine(numbers) => {
                let chosen = numbers.iter().flat_map(|number| drawn.splittings[*number].predicates.clone());
                request.found.extend(chosen);
            }
        }
    }
}

/// The diagram under the limits that were given, less the time that was spent before.
fn construct(
    model: &Arc<Model>,
    arguments: &GraphArgs,
    request: &DiagramRequest,
    spent: &mut Duration,
    console: &Console,
) -> Result<Drawn, Exit> {
    let memory = arguments.memory.or_else(Limits::default_memory);
    let before = model.load_time.saturating_add(*spent);
    let limits = Limits { time: arguments.timeout, spent: before, memory, ..Limits::default() };
    let (shared, wanted) = (Arc::clone(model), request.clone());
    let mut progress = ProgressLine::new(!console.quiet);
    let mut show = |at: &Progress, time| progress.show(&model.file, at, time);
    let start = Instant::now();
    let drawn = supervise(&limits, &Interrupt::listen(), &mut show, move |monitor| {
        engines::diagram(&shared.system, &wanted, monitor)
    });
    progress.clear();
    *spent = spent.saturating_add(start.elapsed());
    let reason = match drawn {
        Ok(Ok(drawn)) => return Ok(drawn),
        Ok(Err(reason)) => reason,
        Err(Lost::Panicked) => return Err(Exit::Internal),
        Err(Lost::Unresponsive(stop)) => Obstacle::Stopped(stop).to_string(),
    };
    let help = reason.contains("more than").then_some(
        "fewer predicates or rounds of refinement make a smaller graph; --max-states allows a larger one",
    );
    console.error(&format!("{}: {reason}", model.file), help);
    Err(Exit::Unknown)
}

/// The chart of a diagram.
pub fn chart_of(model: &Model, drawn: &Drawn) -> drawing::Chart {
    let words = Words { system: &model.system, drawn };
    chart::chart(&words, model.system.name.clone().unwrap_or_else(|| model.file.clone()))
}

fn print(model: &Model, arguments: &GraphArgs, drawn: &Drawn, console: &Console) -> Result<(), Exit> {
    let words = Words { system: &model.system, drawn };
    let title = model.system.name.clone().unwrap_or_else(|| model.file.clone());
    let text = match arguments.format {
        GraphFormat::Svg => drawing::svg::write(&chart::chart(&words, title)),
        GraphFormat::Json => printed(vec![json::document(model, arguments, &words)], false),
        GraphFormat::Text => text::report(&words, &title),
        GraphFormat::Dot | GraphFormat::Pnml => drawing::dot::write(&chart::chart(&words, title)),
    };
    match &arguments.output {
        Some(file) => write_file(file, &text, console),
        None => {
            console.print(&text);
            Ok(())
        }
    }
}
