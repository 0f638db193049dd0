//! A check, told event by event while it goes on.

use super::order::Order;
use super::reply::refusal_findings;
use super::say;
use super::unused::unused;
use super::view::trace_view;
use crate::args::CheckArgs;
use crate::check::{Certifying, Further, Selection, add_further, every_notes, execute, job_of, wishes};
use crate::outcome::{Checked, Ended, Outcome};
use crate::progress::{ProgressDisplay, how_far};
use crate::refusal::Refusal;
use crate::report::{self, TextReport, explained};
use crate::supervise::Limits;
use crate::threads::Threads;
use crate::{Console, Exit, memory};
use engines::Choice;
use serde_json::{Value as Json, json};
use std::cell::RefCell;
use std::num::NonZero;
use std::time::{Duration, Instant};
use studio::{Positions, findings_json};
use system::Progress;

/// Checks a model.
pub fn check(order: &Order) -> Exit {
    match checked(order) {
        Ok(ended) => {
            let document = report::document(&ended.0, &ended.1, memory::peak_resident());
            say(&json!({ "event": "document", "document": document }));
            end(&ended.0)
        }
        Err(refusal) => refused(&refusal),
    }
}

fn refused(refusal: &Refusal) -> Exit {
    say(&json!({ "event": "refused", "errors": refusal_findings(refusal) }));
    say(&json!({ "event": "ended", "how": "refused", "message": refusal.summary() }));
    Exit::Wrong
}

fn end(ended: &Ended) -> Exit {
    match ended {
        Ended::Checked(_) => say(&json!({ "event": "ended", "how": "done" })),
        Ended::Refused(refusal) => {
            refused(refusal);
        }
        Ended::Broken { message, .. } => {
            say(&json!({ "event": "ended", "how": "broken", "message": message }));
        }
    }
    ended.exit()
}

fn checked(order: &Order) -> Result<(Ended, CheckArgs), Refusal> {
    let arguments = order.check_arguments()?;
    let (choice, options) = wishes(&arguments, true)?;
    let selection = Selection {
        names: &arguments.property,
        faults: !arguments.no_faults_check,
        choice,
        options,
        every: arguments.for_every.as_ref(),
        sharing: None,
        is_certified: arguments.certificates.certify,
    };
    let job = job_of(order.model()?, &arguments.model, &selection)?;
    tell_model(&job);
    let limits = Limits {
        time: arguments.timeout,
        memory: arguments.memory.or_else(Limits::default_memory),
        threads: Some(arguments.threads.map_or_else(Threads::available, NonZero::get)),
        ..Limits::default()
    };
    let progress = RefCell::new(ToldProgress::default());
    let interrupt = &order.interrupt;
    let (choice, options, is_open) = (job.choice, job.options, job.every.is_none());
    let wanted = arguments.traces.get();
    let further = Further { wanted, choice, options, limits: &limits, interrupt, progress: &progress };
    let mut hear = |outcome: &Outcome, result: &Checked| tell_verdict(outcome, result, &arguments);
    let mut ended = execute(job, &limits, interrupt, &progress, &mut hear);
    if let Ended::Checked(outcome) = &mut ended {
        if let Some(coverage) = &outcome.coverage {
            say(&json!({ "event": "coverage", "items": unused(&outcome.model.system, coverage) }));
        }
        if is_open && matches!(choice, Choice::Auto) {
            outcome.notes = every_notes(outcome, &arguments.model, options, &limits, interrupt);
        }
        add_further(outcome, &further);
        if arguments.certificates.certify {
            let certifying = Certifying { check: true, limits: &limits, interrupt, progress: &progress };
            certify(outcome, &certifying, &arguments);
        }
    }
    Ok((ended, arguments))
}

/// Makes and checks certificates, and tells what comes of each.
fn certify(outcome: &mut Outcome, certifying: &Certifying<'_>, arguments: &CheckArgs) {
    let mut hear = |outcome: &Outcome, result: &Checked| {
        let Some(certified) = &result.certified else { return };
        let system = &outcome.model_of(result).system;
        let words = certified.certificate.of_model().map(|certificate| explained(system, certificate));
        say(&json!({
            "event": "certificate",
            "name": outcome.property(result).name,
            "certificate": report::json_certificate(certified),
            "words": words.unwrap_or_default(),
        }));
    };
    let done = match outcome.every.is_some() {
        true => certifying.certify_sizes(outcome, &arguments.model, &mut hear),
        false => certifying.certify(outcome, &mut hear),
    };
    if let Err(message) = done {
        say(&json!({ "event": "notice", "text": message }));
    }
}

fn tell_model(job: &crate::check::Job) {
    let system = &job.model.system;
    let positions = Positions::of(&system.source);
    let property = |number: &usize| {
        let property = &system.properties[*number];
        let is_written = property.span.end > 0;
        json!({
            "name": property.name,
            "kind": property.question.kind(),
            "line": is_written.then(|| positions.part(property.span)["line"].clone()),
            "expected": property.expect.map(report::expected_word),
            "doc": property.doc.join("\n"),
        })
    };
    let mut event = json!({ "event": "model" });
    event["model"] = json!(system.name);
    event["constants"] = report::json_constants(system);
    event["properties"] = job.properties.iter().map(property).collect();
    event["warnings"] = findings_json(&job.model.warnings, &positions);
    say(&event);
}

/// How often the studio hears how far a check is.
const INTERVAL: Duration = Duration::from_millis(200);

/// Progress that the studio hears.
#[derive(Default)]
struct ToldProgress {
    last: Option<Instant>,
    before: Progress,
}

impl ProgressDisplay for ToldProgress {
    fn show(&mut self, _: &str, progress: &Progress, time: Duration) {
        if self.last.is_some_and(|last| last.elapsed() < INTERVAL) {
            return;
        }
        self.last = Some(Instant::now());
        let bytes = memory::resident().unwrap_or(progress.bytes);
        say(&json!({
            "event": "progress",
            "text": how_far(progress, &self.before, time),
            "seconds": (time.as_secs_f64() * 1e3).round() / 1e3,
            "states": progress.states,
            "frontier": progress.frontier,
            "depth": progress.depth,
            "iteration": progress.iteration,
            "size": progress.size,
            "mib": bytes >> 20,
        }));
        self.before = *progress;
    }

    fn clear(&mut self) {}
}

/// A verdict, with what people and the page need to see why.
fn tell_verdict(outcome: &Outcome, result: &Checked, arguments: &CheckArgs) {
    let model = outcome.model_of(result);
    let property = outcome.property(result);
    let console = Console::plain();
    let mut text = TextReport::new(arguments, &console).verdict(outcome, result);
    let lines = text.find('\n').map(|end| text.split_off(end + 1));
    let mut event = json!({
        "event": "verdict",
        "property": report::property_json(outcome, result, arguments, None),
        "summary": text.split_whitespace().collect::<Vec<_>>().join(" "),
        "text": lines.unwrap_or_default(),
    });
    let answer = &result.answer;
    if let Some(trace) = answer.trace().or(answer.witness()) {
        let view: Json = trace_view(model, trace, Some((property, answer.verdict())));
        event["view"] = json!({ "trace": view });
    }
    say(&event);
}
