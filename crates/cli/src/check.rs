//! `fathom check`: the main job.

mod another;
mod files;
mod job;
mod options;
mod select;
mod symbolic;

pub use files::{WrittenFiles, write_build_server};
pub use job::{Job, execute};
pub use select::{Selection, prepare, property_named};

use crate::args::CheckArgs;
use crate::outcome::{Checked, Ended, Outcome};
use crate::progress::ProgressLine;
use crate::refusal::{Refusal, report_diagnostics};
use crate::report::{self, TextReport};
use crate::supervise::Limits;
use crate::threads::Threads;
use crate::{Console, Exit, Interrupt, memory};
use another::Further;
use engines::Options;
use std::cell::RefCell;
use std::num::NonZero;
use system::Trace;

/// Checks the models and prints the verdicts.
///
/// All models are read before the first one is checked: if one of them is wrong, none is.
pub fn run(arguments: &CheckArgs, console: &Console) -> Exit {
    let wished = symbolic::options(arguments.engine, &arguments.symbolic);
    let chosen = options::engine_choice(arguments).and_then(|choice| Ok((choice, wished?)));
    let (choice, symbolic) = match chosen {
        Ok((choice, options)) => (symbolic::engine(choice, &options), options),
        Err(refusal) => return refuse(vec![Err(refusal)], arguments, console),
    };
    let options = Options {
        coverage: !arguments.no_vacuity && (arguments.json || !console.quiet) && !arguments.json_lines,
        partial_order: arguments.partial_order.into(),
        symmetry: arguments.symmetry.into(),
        form: arguments.representatives.into(),
        inactive: arguments.inactive_variables.into(),
        slicing: arguments.slicing.into(),
        symbolic,
        fail_fast: arguments.fail_fast,
    };
    let faults = !arguments.no_faults_check;
    let selection = Selection { names: &arguments.property, faults, choice, options };
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
    match (arguments.json, arguments.json_lines) {
        (true, _) => console.print(&report::printed(documents, arguments.files.len() > 1)),
        (false, true) => documents.iter().for_each(|document| console.print(&format!("{document}\n"))),
        (false, false) => {}
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
    let progress = ProgressLine::new(!arguments.no_progress && !console.quiet && !console.verbose);
    let progress = RefCell::new(progress);
    let mut text = TextReport::new(arguments, console);
    let mut documents = Vec::new();
    let mut written = WrittenFiles::default();
    let mut exit = Exit::Success;
    for job in jobs {
        if !console.quiet {
            report_diagnostics(console, &job.model.warnings, &job.model.system.source, &job.model.file);
        }
        let is_text = !arguments.json && !arguments.json_lines;
        if is_text {
            console.print(&text.begin(&job.model, &job.properties));
        }
        let mut hear = |outcome: &Outcome, result: &Checked| {
            if is_text {
                console.print(&text.verdict(outcome, result));
            } else if arguments.json_lines {
                let line = report::line(outcome, result, arguments, memory::peak_resident());
                console.print(&format!("{line}\n"));
            }
        };
        let wanted = if arguments.another { 2 } else { arguments.traces.get() };
        let further = Further {
            wanted,
            choice: job.choice,
            options: job.options,
            limits: &limits,
            interrupt: &interrupt,
            progress: &progress,
        };
        let mut ended = execute(job, &limits, &interrupt, &progress, &mut hear);
        if let Ended::Checked(outcome) = &mut ended {
            add_further(outcome, &further);
        }
        progress.borrow_mut().clear();
        exit = exit.max(ended.exit());
        if let Ended::Refused(refusal) = &ended {
            refusal.report(console);
        }
        if arguments.json {
            documents.push(report::document(&ended, arguments, memory::peak_resident()));
        } else if arguments.json_lines && !matches!(ended, Ended::Checked(_)) {
            console.print(&format!("{}\n", report::document(&ended, arguments, None)));
        } else if is_text && let Ended::Checked(outcome) = &ended {
            console.print(&text.end(outcome));
        }
        if let Err(failed) = written.take(&ended, arguments) {
            console.error(&failed, None);
            exit = exit.max(Exit::Wrong);
        }
    }
    match (arguments.json, arguments.json_lines) {
        (true, _) => console.print(&report::printed(documents, arguments.files.len() > 1)),
        (false, true) => {}
        (false, false) => console.print(&text.summary()),
    }
    if let Err(failed) = written.finish(&arguments.build_server) {
        console.error(&failed, None);
        exit = exit.max(Exit::Wrong);
    }
    exit
}

/// Looks for further paths of each property that has one.
fn add_further(outcome: &mut Outcome, further: &Further<'_>) {
    if further.wanted < 2 {
        return;
    }
    let found: Vec<Vec<Trace>> =
        outcome.results.iter().map(|result| further.paths(outcome, result)).collect();
    for (result, paths) in outcome.results.iter_mut().zip(found) {
        result.further = paths;
    }
}
