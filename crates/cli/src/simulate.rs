//! `fathom simulate`: a walk through a model, at random or as the user says.

mod ask;
mod command;
mod interactive;
mod itf;
mod lines;
mod load;
mod random;
mod random_walk;
mod report_walk;
mod session;
mod standing;
mod view;

pub use ask::{condition_of, value as value_of};
pub use load::{load as load_trace, state as read_state};
pub use standing::{Standing, standing};

use crate::args::SimulateArgs;
use crate::refusal::{Refusal, report_diagnostics};
use crate::report::{self, Places, printed, refusal_document};
use crate::source::{Model, read_model};
use crate::{Console, Exit, initial};
use lines::{EditedLines, PlainLines};
use random::Random;
use random_walk::WalkEnd;
use std::io::IsTerminal;
use system::{State, Unlimited};
use view::View;

/// The seed of a walk unless the user gives one; fixed, so that the same command shows the same walk.
const SEED: u64 = 1;
/// The number of steps of a walk unless the user gives one.
const STEPS: u64 = 20;

/// Walks through a model.
///
/// The exit code says only whether the model can be walked: a walk checks nothing, even if it meets a violation.
pub fn run(arguments: &SimulateArgs, console: &Console) -> Exit {
    let start = read_model(&arguments.file, &arguments.model).and_then(|model| {
        let initial = initial::states(&model, &Unlimited)?;
        Ok((model, initial))
    });
    let (model, initial) = match start {
        Ok(start) => start,
        Err(refusal) => return refuse(&refusal, arguments, console),
    };
    if !console.quiet {
        report_diagnostics(console, &model.warnings, &model.system.source, &model.file);
    }
    if is_interactive(arguments) {
        converse(&model, initial, arguments.seed.unwrap_or(SEED), console)
    } else {
        wander(&model, &initial, arguments, console)
    }
}

fn refuse(refusal: &Refusal, arguments: &SimulateArgs, console: &Console) -> Exit {
    refusal.report(console);
    if arguments.json {
        console.print(&printed(vec![refusal_document(refusal)], false));
    }
    Exit::Wrong
}

/// Whether the user steers: if asked for, or if nothing asks for a random walk and somebody can answer.
fn is_interactive(arguments: &SimulateArgs) -> bool {
    let random = arguments.seed.is_some() || arguments.steps.is_some() || arguments.json;
    arguments.interactive || !random && std::io::stdin().is_terminal() && std::io::stdout().is_terminal()
}

fn converse(model: &Model, initial: Vec<State>, seed: u64, console: &Console) -> Exit {
    let view =
        View { system: &model.system, places: Places::new(&model.file, &model.system.source), console };
    let mut output = std::io::stdout().lock();
    let edited = if std::io::stdin().is_terminal() { EditedLines::new() } else { None };
    let conversation = match edited {
        Some(mut lines) => interactive::converse(&view, initial, seed, &mut lines, &mut output),
        None => {
            let mut input = std::io::stdin().lock();
            interactive::converse(&view, initial, seed, &mut PlainLines(&mut input), &mut output)
        }
    };
    match conversation {
        Ok(()) => Exit::Success,
        // A reader that went away, as `head` does, is no failure.
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Exit::Success,
        Err(error) => {
            console.error(&format!("the conversation broke off: {error}"), None);
            Exit::Wrong
        }
    }
}

fn wander(model: &Model, initial: &[State], arguments: &SimulateArgs, console: &Console) -> Exit {
    let seed = arguments.seed.unwrap_or(SEED);
    let steps = arguments.steps.unwrap_or(STEPS);
    let walk = random_walk::walk(&model.system, initial, steps, &mut Random::new(seed));
    if arguments.json {
        let document = report_walk::document(model, &arguments.model, &walk, seed);
        console.print(&report::printed(vec![document], false));
    } else {
        console.print(&report_walk::text(model, &walk, seed, console));
    }
    match walk.end {
        WalkEnd::Done | WalkEnd::DeadEnd => Exit::Success,
        WalkEnd::Obstacle(_) => Exit::Wrong,
    }
}
