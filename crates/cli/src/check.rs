//! `fathom check`: the main job.

mod another;
mod certificates;
mod children;
mod every;
mod files;
mod first_turn;
mod for_every_note;
mod job;
mod options;
mod reports;
mod select;
mod shared;
mod size_certificates;
mod stored;
mod symbolic;

pub use another::Further;
pub use certificates::Certifying;
pub use every::{at_size, open_system, without_open};
pub use files::{WrittenFiles, write_build_server};
pub use for_every_note::notes as every_notes;
pub use job::{Job, execute};
pub use select::{Selection, job_of, prepare};
pub use shared::Sharing;

use crate::args::{CheckArgs, MemoryLimit};
use crate::outcome::{Checked, Ended, Outcome};
use crate::progress::{ProgressDisplay, ProgressLine};
use crate::progress_json::ProgressJson;
use crate::refusal::Refusal;
use crate::report;
use crate::supervise::Limits;
use crate::threads::Threads;
use crate::{Console, Exit, Interrupt, bug};
use engines::{Choice, Options};
use reports::CheckReports;
use std::cell::RefCell;
use std::num::NonZero;
use system::Trace;

/// Checks the models and prints the verdicts.
///
/// All models are read before the first one is checked: if one of them is wrong, none is.
pub fn run(arguments: &CheckArgs, console: &Console) -> Exit {
    let coverage = !arguments.no_vacuity
        && (arguments.json || arguments.report.is_some() || !console.quiet)
        && !arguments.json_lines;
    let wished = wishes(arguments, coverage).and_then(|wishes| Ok((wishes, shared::sharing(arguments)?)));
    let ((choice, options), sharing) = match wished {
        Ok(wished) => wished,
        Err(refusal) => return refuse(vec![Err(refusal)], arguments, console),
    };
    let choice = if sharing.is_some() { shared::engine() } else { choice };
    let faults = !arguments.no_faults_check;
    let every = arguments.for_every.as_ref();
    let is_certified = arguments.certificates.certify || arguments.certificates.certificate.is_some();
    let sharing = sharing.as_ref();
    let selection =
        Selection { names: &arguments.property, faults, choice, options, every, is_certified, sharing };
    let jobs: Vec<Result<Job, Refusal>> =
        arguments.files.iter().map(|file| prepare(file, &arguments.model, &selection)).collect();
    if jobs.iter().any(Result::is_err) {
        return refuse(jobs, arguments, console);
    }
    check_all(jobs.into_iter().flatten().collect(), arguments, console)
}

/// Who chooses the engines, and what is wanted beside verdicts; or why that cannot be had.
pub fn wishes(arguments: &CheckArgs, coverage: bool) -> Result<(Choice, Options), Refusal> {
    let symbolic = symbolic::options(arguments.engine, &arguments.symbolic);
    let choice = options::engine_choice(arguments)?;
    let symbolic = symbolic?;
    options::certificates(arguments)?;
    options::for_every(arguments)?;
    let options = Options {
        coverage,
        partial_order: arguments.partial_order.into(),
        symmetry: arguments.symmetry.into(),
        form: arguments.representatives.into(),
        inactive: arguments.inactive_variables.into(),
        slicing: arguments.slicing.into(),
        symbolic,
        means: options::means(arguments),
        coverability: options::coverability(arguments),
        fail_fast: arguments.fail_fast,
    };
    Ok((symbolic::engine(choice, &options.symbolic), options))
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
    let processes = jobs.iter().filter_map(|job| job.sharing.as_ref()).map(Sharing::processes_here).max();
    let memory = arguments.memory.or_else(Limits::default_memory);
    let limits = Limits {
        time: arguments.timeout,
        memory: memory.map(|limit| MemoryLimit(limit.0 / processes.unwrap_or(1) as u64)),
        threads: arguments.threads.map(NonZero::get).or_else(|| Some(Threads::available())),
        notes: console.verbose,
        ..Limits::default()
    };
    let progress = progress_display(arguments, console);
    let progress = &*progress;
    let mut reports = CheckReports::new(arguments, console);
    let is_certified_first = arguments.certificates.certify;
    for job in jobs {
        reports.begin(&job);
        let wanted = if arguments.another { 2 } else { arguments.traces.get() };
        let further = Further {
            wanted,
            choice: job.choice,
            options: job.options,
            limits: &limits,
            interrupt: &interrupt,
            progress,
        };
        let mut hear = |outcome: &Outcome, result: &Checked| {
            if !is_certified_first {
                reports.verdict(outcome, result);
            }
        };
        let is_open_asked = job.every.is_none() && matches!(job.choice, Choice::Auto) && !console.quiet;
        let options = job.options;
        let mut ended = execute(job, &limits, &interrupt, progress, &mut hear);
        if let Ended::Checked(outcome) = &mut ended
            && is_open_asked
            && !arguments.json_lines
        {
            outcome.notes = for_every_note::notes(outcome, &arguments.model, options, &limits, &interrupt);
        }
        if let Ended::Checked(outcome) = &mut ended {
            add_further(outcome, &further);
        }
        let certifying =
            Certifying { check: is_certified_first, limits: &limits, interrupt: &interrupt, progress };
        let ended = with_certificates(ended, &certifying, arguments, &mut reports);
        progress.borrow_mut().clear();
        reports.end(&ended);
    }
    reports.finish()
}

/// Where it is shown how far checks are.
fn progress_display(arguments: &CheckArgs, console: &Console) -> Box<RefCell<dyn ProgressDisplay>> {
    if arguments.progress_json {
        return Box::new(RefCell::new(ProgressJson::default()));
    }
    Box::new(RefCell::new(ProgressLine::new(!arguments.no_progress && !console.quiet && !console.verbose)))
}

/// Makes the certificates that are asked for; those that are checked come before the verdicts are told.
fn with_certificates(
    ended: Ended,
    certifying: &Certifying<'_>,
    arguments: &CheckArgs,
    reports: &mut CheckReports<'_>,
) -> Ended {
    let wishes = &arguments.certificates;
    let mut outcome = match ended {
        Ended::Checked(outcome) if wishes.certify || wishes.certificate.is_some() => outcome,
        ended => return ended,
    };
    let broken = |outcome: &Outcome, message| Ended::Broken { file: outcome.model.file.clone(), message };
    let mut hear = |outcome: &Outcome, result: &Checked| {
        if wishes.certify && result.contradiction().is_none() {
            reports.verdict(outcome, result);
        }
    };
    let certified = match outcome.every.is_some() {
        true => certifying.certify_sizes(&mut outcome, &arguments.model, &mut hear),
        false => certifying.certify(&mut outcome, &mut hear),
    };
    if let Err(message) = certified {
        return broken(&outcome, message);
    }
    if let Some(result) = outcome.results.iter().find(|result| result.contradiction().is_some())
        && let Some(contradiction) = result.contradiction()
    {
        let name = &outcome.property(result).name;
        let message = format!("the certificate of the verdict on '{name}' is refused: {contradiction}");
        bug::print(&message);
        return broken(&outcome, message);
    }
    reports.certificates(&mut outcome);
    Ended::Checked(outcome)
}

/// Looks for further paths of each property that has one.
pub fn add_further(outcome: &mut Outcome, further: &Further<'_>) {
    if further.wanted < 2 {
        return;
    }
    let found: Vec<Vec<Trace>> =
        outcome.results.iter().map(|result| further.paths(outcome, result)).collect();
    for (result, paths) in outcome.results.iter_mut().zip(found) {
        result.further = paths;
    }
}
