//! `fathom certify`: certificates that `check --certificate` wrote, checked without any engine.

mod documents;
mod report;
mod sizes;
mod smt;

use crate::args::CertifyArgs;
use crate::certified::{Acceptance, AnyCertificate, CertificateCounts};
use crate::file::read_text_file;
use crate::progress::{ProgressDisplay, ProgressLine};
use crate::refusal::{Refusal, report_diagnostics};
use crate::source::read_text;
use crate::supervise::{Limits, Lost, Monitor, supervise_telling};
use crate::{Console, Exit, Interrupt};
use documents::{Claims, claims};
use report::{accept_json, judged_text};
use sizes::{judge, size_claims};
use std::cell::RefCell;
use std::sync::Arc;
use std::time::{Duration, Instant};
use system::{Progress, Watch};

/// Checks the certificates, or writes their obligations.
pub fn run(arguments: &CertifyArgs, console: &Console) -> Exit {
    let claims = match read(arguments) {
        Ok(claims) => Arc::new(claims),
        Err(refusal) => return refuse(&refusal, arguments, console),
    };
    if !console.quiet {
        let model = &claims.model;
        report_diagnostics(console, &model.warnings, &model.system.source, &model.file);
    }
    if !claims.taken.is_empty() {
        console.note(&format!("the certificates are for {}", claims.taken.join(", ")));
    }
    match &arguments.smt2 {
        Some(folder) => smt::run(&claims, folder, arguments, console),
        None => judge_all(&claims, arguments, console),
    }
}

/// Reads the model and the document.
fn read(arguments: &CertifyArgs) -> Result<Claims, Refusal> {
    if arguments.file == arguments.certificate {
        let message = "the model and the certificates are the same file";
        return Err(Refusal::of_command_line(message, None));
    }
    let source = read_text(&arguments.file, &arguments.model)?;
    let text = read_text_file(&arguments.certificate)?;
    match certificates::is_for_every_size(&text) {
        true => size_claims(arguments, &source, &text),
        false => claims(arguments, &source, &text),
    }
}

/// Says why nothing is checked; where JSON is wanted, there too.
fn refuse(refusal: &Refusal, arguments: &CertifyArgs, console: &Console) -> Exit {
    refusal.report(console);
    if arguments.json {
        let document = crate::report::refusal_document(refusal);
        console.print(&crate::report::printed(vec![document], false));
    }
    Exit::Wrong
}

/// What came of a certificate.
pub struct Judged {
    /// What the checker says.
    pub acceptance: Acceptance,
    /// How long it took.
    pub time: Duration,
}

fn judge_all(claims: &Arc<Claims>, arguments: &CertifyArgs, console: &Console) -> Exit {
    let mut all: Vec<Judged> = Vec::new();
    let take = |all: &mut Vec<Judged>, judged: Judged| {
        if !arguments.json {
            console.print(&judged_text(claims, all.len(), &judged, console));
        }
        all.push(judged);
    };
    let mut hear = |judged| take(&mut all, judged);
    let done = for_each(claims, arguments, console, &mut hear, |claims, certificate, watch| {
        let start = Instant::now();
        let acceptance = accepted(claims, certificate, watch);
        Judged { acceptance, time: start.elapsed() }
    });
    match done {
        Ok(()) => {}
        Err(Lost::Panicked) => return Exit::Internal,
        Err(Lost::Unresponsive(stop)) => {
            while all.len() < claims.wanted.len() {
                let acceptance = Acceptance::Undecided(stop.to_string());
                take(&mut all, Judged { acceptance, time: Duration::ZERO });
            }
        }
    }
    let mut counts = CertificateCounts::default();
    all.iter().for_each(|judged| counts.add(&judged.acceptance));
    match arguments.json {
        true => console.print(&format!("{:#}\n", accept_json(claims, &all, &counts))),
        false if console.quiet => {}
        false => console.print(&format!("\n{counts}\n")),
    }
    counts.exit()
}

/// What the checker says of a certificate.
fn accepted(claims: &Claims, certificate: &AnyCertificate, watch: &dyn Watch) -> Acceptance {
    let system = &claims.model.system;
    match (certificate, &claims.open) {
        (certificate, _) if certificate.missing().is_some() => Acceptance::Unasked,
        (AnyCertificate::OfModel(certificate), _) => certificates::check(system, certificate, watch).into(),
        (AnyCertificate::OfSizes(certificate), Some(open)) => judge(system, open, certificate, watch),
        (AnyCertificate::OfSizes(_), None) => Acceptance::Unasked,
    }
}

/// Does some work on each certificate, under the limits; `hear` gets what comes of it.
fn for_each<T: Send + 'static>(
    claims: &Arc<Claims>,
    arguments: &CertifyArgs,
    console: &Console,
    hear: &mut dyn FnMut(T),
    work: impl Fn(&Claims, &AnyCertificate, &dyn Watch) -> T + Send + 'static,
) -> Result<(), Lost> {
    let limits = Limits {
        time: arguments.timeout,
        memory: arguments.memory.or_else(Limits::default_memory),
        notes: console.verbose,
        ..Limits::default()
    };
    let progress = ProgressLine::new(!arguments.no_progress && !console.quiet && !console.verbose);
    let progress = RefCell::new(progress);
    let mut show = |at: &Progress, time| progress.borrow_mut().show(&claims.model.file, at, time);
    let mut take = |result: T| {
        progress.borrow_mut().clear();
        hear(result);
    };
    let shared = Arc::clone(claims);
    let all = move |monitor: &Monitor, tell: &dyn Fn(T)| {
        for number in 0..shared.wanted.len() {
            tell(work(&shared, shared.certificate(number), monitor));
        }
    };
    let done = supervise_telling(&limits, &Interrupt::listen(), &mut show, &mut take, all);
    progress.borrow_mut().clear();
    done
}
