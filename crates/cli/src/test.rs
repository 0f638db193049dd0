//! `fathom test`: every model below some paths, compared with its `@expect` annotations.

mod compare;
mod open;
mod report;

use crate::args::{ModelArgs, TestArgs};
use crate::check::{Certifying, Selection, execute, prepare, write_build_server};
use crate::imports::only_imported;
use crate::outcome::{Ended, Outcome};
use crate::progress::{ProgressDisplay, ProgressLine};
use crate::refusal::Refusal;
use crate::report::Places;
use crate::supervise::Limits;
use crate::walk::models_below;
use crate::{Console, Exit, Interrupt};
use compare::{Compared, compare};
use engines::{Choice, Options, Use};
use open::OpenList;
use report::Summary;
use std::cell::RefCell;
use std::path::Path;

/// Checks every model and prints what differs, and a summary.
pub fn run(arguments: &TestArgs, console: &Console) -> Exit {
    match find(arguments) {
        Ok((models, open)) => test_all(&models, &open, arguments, console),
        Err(refusal) => {
            refusal.report(console);
            if arguments.json {
                console
                    .print(&crate::report::printed(vec![crate::report::refusal_document(&refusal)], false));
            }
            Exit::Wrong
        }
    }
}

fn find(arguments: &TestArgs) -> Result<(Vec<std::path::PathBuf>, OpenList), Refusal> {
    let open = match &arguments.open {
        Some(file) => OpenList::read(file)?,
        None => OpenList::default(),
    };
    let mut models = models_below(&arguments.paths)?;
    let only_imported = only_imported(&models, &arguments.include);
    models.retain(|model| !only_imported.contains(model) || arguments.paths.contains(model));
    Ok((models, open))
}

/// What came of a model.
pub struct Tested {
    /// The file as it was found.
    pub file: String,
    /// The properties, or why there are none.
    pub result: Result<Vec<Compared>, Failed>,
}

/// Why a model could not be tested.
pub enum Failed {
    /// The model is wrong.
    Refused(Refusal),
    /// Fathom is wrong.
    Broken(String),
}

fn test_all(models: &[std::path::PathBuf], open: &OpenList, arguments: &TestArgs, console: &Console) -> Exit {
    let interrupt = Interrupt::listen();
    let limits = Limits {
        time: Some(arguments.timeout),
        memory: arguments.memory.or_else(Limits::default_memory),
        ..Limits::default()
    };
    let progress = ProgressLine::new(!arguments.no_progress && !console.quiet);
    let progress = RefCell::new(progress);
    let mut summary = Summary::default();
    let mut cases = Vec::new();
    let mut documents = Vec::new();
    for path in models {
        if interrupt.happened() {
            console.note("interrupted: the remaining models were not tested");
            break;
        }
        let certifying =
            Certifying { check: true, limits: &limits, interrupt: &interrupt, progress: &progress };
        let certifying = Some(certifying).filter(|_| arguments.certify);
        let tested = match checked(path, arguments, &limits, &interrupt, &progress, certifying.as_ref()) {
            Ended::Checked(outcome) => Ok(compared(&outcome, path, open)),
            Ended::Refused(refusal) => Err(Failed::Refused(refusal)),
            Ended::Broken { message, .. } => Err(Failed::Broken(message)),
        };
        let tested = Tested { file: path.display().to_string(), result: tested };
        progress.borrow_mut().clear();
        summary.count(&tested);
        cases.extend(report::cases(&tested));
        match arguments.json {
            true => documents.push(report::document(&tested)),
            false => report::print(&tested, console),
        }
    }
    match arguments.json {
        true => console.print(&format!("{:#}\n", report::whole_document(documents, &summary))),
        false => console.print(&format!("{summary}\n")),
    }
    if let Err(failed) = write_build_server(&cases, &arguments.build_server) {
        console.error(&failed, None);
        return Exit::Wrong;
    }
    if interrupt.happened() { summary.exit().max(Exit::Unknown) } else { summary.exit() }
}

/// What comes of checking a model, with certificates if they are wished for.
fn checked(
    path: &Path,
    arguments: &TestArgs,
    limits: &Limits,
    interrupt: &Interrupt,
    progress: &RefCell<ProgressLine>,
    certifying: Option<&Certifying<'_>>,
) -> Ended {
    let options = Options {
        partial_order: Use::Auto,
        symmetry: Use::Auto,
        inactive: Use::Auto,
        slicing: Use::Auto,
        ..Options::default()
    };
    let selection = Selection {
        names: &[],
        faults: true,
        choice: Choice::Auto,
        options,
        every: None,
        sharing: None,
        is_certified: false,
    };
    let job = match prepare(
        path,
        &ModelArgs { include: arguments.include.clone(), ..ModelArgs::default() },
        &selection,
    ) {
        Ok(job) => job,
        Err(refusal) => return Ended::Refused(refusal),
    };
    let mut ended = execute(job, limits, interrupt, progress, &mut |_, _| {});
    if let (Ended::Checked(outcome), Some(certifying)) = (&mut ended, certifying)
        && let Err(message) = certifying.certify(outcome, &mut |_, _| {})
    {
        return Ended::Broken { file: outcome.model.file.clone(), message };
    }
    ended
}

/// The verdicts beside what the model says.
fn compared(outcome: &Outcome, path: &Path, open: &OpenList) -> Vec<Compared> {
    let places = Places::new(&outcome.model.file, &outcome.model.system.source);
    let compared = |result| {
        let property = outcome.property(result);
        let line = (property.span.end > 0).then(|| places.line(property.span));
        Compared { line, ..compare(property, result, path, open) }
    };
    outcome.results.iter().map(compared).collect()
}
