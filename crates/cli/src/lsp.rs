//! `fathom lsp`: an editor's server on standard input and output, with the engines behind it.

use crate::args::{CheckArgs, Cli, Command, MemoryLimit, TimeLimit};
use crate::check::{Selection, execute, job_of};
use crate::imports::with_imports;
use crate::outcome::{Checked, Ended, Outcome};
use crate::progress::{ProgressDisplay, how_far};
use crate::report::TextReport;
use crate::source::model_of;
use crate::supervise::Limits;
use crate::threads::Threads;
use crate::{Console, Exit, Interrupt};
use clap::Parser;
use diagnostics::Source;
use engines::{Choice, Options};
use language_server::{CheckJob, CheckNews, PropertyVerdict, VerdictKind, Verifier, serve};
use std::cell::RefCell;
use std::io::BufReader;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use system::{Expectation, Progress, Verdict};

/// How often an editor hears how far a check is.
const INTERVAL: Duration = Duration::from_millis(500);

/// Serves an editor until it goes.
pub fn run(console: &Console) -> Exit {
    let input = BufReader::new(std::io::stdin());
    let said_goodbye = serve(input, &mut std::io::stdout(), Arc::new(Engines));
    if said_goodbye {
        return Exit::Success;
    }
    console.error("the editor went away without saying so", Some("`fathom lsp` is started by editors"));
    Exit::Wrong
}

/// Properties are checked as `fathom check` does.
struct Engines;

impl Verifier for Engines {
    fn link(&self, path: &str, text: &str) -> Source {
        with_imports(Path::new(path), text.to_owned(), &[])
    }

    fn verify(&self, job: &CheckJob, stop: &Arc<AtomicBool>, tell: &mut dyn FnMut(CheckNews)) {
        let tell = RefCell::new(tell);
        let arguments = arguments(job);
        let console = Console::plain();
        let limits = Limits {
            time: arguments.timeout,
            memory: arguments.memory.or_else(Limits::default_memory),
            threads: Some(Threads::available()),
            ..Limits::default()
        };
        let selection = Selection {
            names: &arguments.property,
            faults: true,
            choice: Choice::Auto,
            options: Options::default(),
            every: None,
            sharing: None,
            is_certified: false,
        };
        let model = model_of(&job.file, job.source.clone(), &arguments.model);
        let ready = match model.and_then(|model| job_of(model, &arguments.model, &selection)) {
            Ok(ready) => ready,
            Err(refusal) => return (tell.borrow_mut())(CheckNews::Refused(first_line(&refusal.summary()))),
        };
        let mut text = TextReport::new(&arguments, &console);
        text.begin(&ready.model, &ready.properties);
        let mut hear = |outcome: &Outcome, result: &Checked| {
            (tell.borrow_mut())(CheckNews::Verdict(verdict(&mut text, outcome, result)));
        };
        let told = Told { tell: &tell, last: Instant::now(), before: Progress::default() };
        match execute(ready, &limits, &Interrupt::of(stop), &RefCell::new(told), &mut hear) {
            Ended::Checked(_) => {}
            Ended::Refused(refusal) => {
                (tell.borrow_mut())(CheckNews::Refused(first_line(&refusal.summary())))
            }
            Ended::Broken { message, .. } => (tell.borrow_mut())(CheckNews::Refused(first_line(&message))),
        }
    }
}

/// The check as the command line would ask for it.
fn arguments(job: &CheckJob) -> CheckArgs {
    let Ok(Cli { command: Command::Check(mut arguments), .. }) =
        Cli::try_parse_from(["fathom", "check", "--", &job.file])
    else {
        unreachable!("what stands behind `--` is a file")
    };
    arguments.property.clone_from(&job.properties);
    arguments.timeout = Some(TimeLimit(Duration::from_secs(job.limits.seconds)));
    arguments.memory = job.limits.mebibytes.map(|mebibytes| MemoryLimit(mebibytes.saturating_mul(1 << 20)));
    *arguments
}

fn verdict(text: &mut TextReport<'_>, outcome: &Outcome, result: &Checked) -> PropertyVerdict {
    let property = outcome.property(result);
    let (kind, met) = match result.answer.verdict() {
        Verdict::Holds => (VerdictKind::Holds, Expectation::Holds),
        Verdict::Violated => (VerdictKind::Violated, Expectation::Violated),
        Verdict::Unknown(_) => (VerdictKind::Unknown, Expectation::Unknown),
    };
    PropertyVerdict {
        property: property.name.clone(),
        kind,
        summary: TextReport::short_verdict(outcome, result),
        expected: property.expect.map(|expected| expected == met),
        report: text.verdict(outcome, result),
    }
}

/// A lens has room for a line.
fn first_line(text: &str) -> String {
    text.lines().next().unwrap_or("the model is wrong").to_owned()
}

/// Progress that is told to the editor.
struct Told<'t, 'f> {
    tell: &'t RefCell<&'f mut dyn FnMut(CheckNews)>,
    last: Instant,
    before: Progress,
}

impl ProgressDisplay for Told<'_, '_> {
    fn show(&mut self, _: &str, progress: &Progress, time: Duration) {
        if self.last.elapsed() >= INTERVAL {
            self.last = Instant::now();
            (self.tell.borrow_mut())(CheckNews::Progress(how_far(progress, &self.before, time)));
            self.before = *progress;
        }
    }

    fn clear(&mut self) {}
}
