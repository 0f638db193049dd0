//! `fathom check`: the main job.

mod job;
mod options;
mod select;
mod symbolic;

pub use job::{Job, execute};
pub use select::{Selection, prepare, property_named};

use crate::args::CheckArgs;
use crate::outcome::Ended;
use crate::progress::ProgressLine;
use crate::refusal::{Refusal, report_diagnostics};
use crate::report::{self, TextReport};
use crate::supervise::Limits;
use crate::threads::Threads;
use crate::{Console, Exit, Interrupt, memory};
use engines::Wishes;
use std::num::NonZero;

/// Checks the models and prints the verdicts.
///
/// All models are read before the first one is checked: if one of them is wrong, none is.
pub fn run(arguments: &CheckArgs, console: &Console) -> Exit {
    let wished = symbolic::wishes(arguments.engine, &arguments.symbolic);
    let chosen = options::engine_choice(arguments).and_then(|choice| Ok((choice, wished?)));
    let (choice, symbolic) = match chosen {
        Ok((choice, wishes)) => (symbolic::engine(choice, &wishes), wishes),
        Err(refusal) => return refuse(vec![Err(refusal)], arguments, console),
    };
    let wishes = Wishes {
        coverage: !arguments.no_vacuity && (arguments.json || !console.quiet),
        partial_order: arguments.partial_order.into(),
        symmetry: arguments.symmetry.into(),
        form: arguments.representatives.into(),
        inactive: arguments.inactive_variables.into(),
        symbolic,
    };
    let faults = !arguments.no_faults_check;
    let selection = Selection { names: &arguments.property, faults, choice, wishes };
    let jobs: Vec<Result<Job, Refusal>> =
        arguments.files.iter().map(|file| prepare(file, &arguments.model, &selection)).collect();
    if jobs.iter().any(Result::is_err) {
        return refuse(jobs, arguments, console);
    }
    check_all(jobs.into_iter().flatten().collect(), arguments, console)
}

/// Reports what is wrong; where JSON is wanted, there too.
fn refuse(jobs: Vec<Result<Job, Refusal>>, arguments: &CheckArgs, console: &Console) -> Exit {
    let mut documents = Vec::new();
    for job in jobs {
        match job {
            Err(refusal) => {
                refusal.report(console);
                documents.push(report::refusal_document(&refusal));
            }
            Ok(job) => {
                let spared = Refusal::of_file(&job.model.file, "not checked: another file is wrong", None);
                documents.push(report::refusal_document(&spared));
            }
        }
    }
    if arguments.json {
        console.print(&report::printed(documents, arguments.files.len() > 1));
    }
    Exit::Wrong
}

fn check_all(jobs: Vec<Job>, arguments: &CheckArgs, console: &Console) -> Exit {
    let interrupt = Interrupt::listen();
    let limits = Limits {
        time: arguments.timeout,
        memory: arguments.memory.or_else(Limits::default_memory),
        threads: arguments.threads.map(NonZero::get).or_else(|| Some(Threads::available())),
        notes: console.verbose,
        ..Limits::default()
    };
    let mut progress = ProgressLine::new(!arguments.no_progress && !console.quiet && !console.verbose);
    let mut text = TextReport::new(arguments, console);
    let mut documents = Vec::new();
    let mut exit = Exit::Success;
    for job in jobs {
        if !console.quiet {
            report_diagnostics(console, &job.model.warnings, &job.model.system.source, &job.model.file);
        }
        let ended = execute(job, &limits, &interrupt, &mut progress);
        progress.clear();
        exit = exit.max(ended.exit());
        if let Ended::Refused(refusal) = &ended {
            refusal.report(console);
        }
        if arguments.json {
            documents.push(report::document(&ended, arguments, memory::peak_resident()));
        } else if let Ended::Checked(outcome) = &ended {
            console.print(&text.outcome(outcome));
        }
    }
    match arguments.json {
        true => console.print(&report::printed(documents, arguments.files.len() > 1)),
        false => console.print(&text.summary()),
    }
    exit
}
