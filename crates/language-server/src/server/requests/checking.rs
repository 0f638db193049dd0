//! Checks from the editor: lenses, commands, and what comes of them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use diagnostics::Span;
use serde_json::{Value as Json, json};

use super::lifecycle::{CHECK, REPORT, STOP};
use super::reports::show_report;
use super::{document, not_open, publish, uri};
use crate::lenses as lenses_of;
use crate::server::checks::{CheckJob, CheckNews, CheckState, QueuedRun, Run, VerdictKind};
use crate::server::document::Document;
use crate::server::message::Failure;
use crate::server::session::Session;

/// How often lenses are drawn again while something is being checked.
const PAUSE: Duration = Duration::from_millis(250);

/// The property that every model has, stated or not.
const NO_FAULTS: &str = "no_faults";

/// The lenses of a text: what can be checked, what is being checked, what came of it.
pub(super) fn lenses(session: &mut Session<'_>, params: &Json) -> Result<Json, Failure> {
    let uri = uri(params)?;
    let document = document(session, params)?;
    let all = lenses_of(&document.analysis());
    let mut shown = Vec::new();
    let mut add = |range: &Json, commands: Vec<Json>| {
        shown.extend(commands.into_iter().map(|command| json!({ "range": range, "command": command })));
    };
    if let Some(first) = all.first() {
        let range = document.range(Span { end: first.item.start, ..first.item });
        add(&range, vec![offer("check all", CHECK, json!([uri]))]);
        let is_stated = all.iter().any(|lens| lens.property == NO_FAULTS);
        if let (Some(state), false) = (document.checks.get(NO_FAULTS), is_stated) {
            add(&range, state_of("no_faults: ", Some(state), json!([uri, NO_FAULTS])));
        }
    }
    for lens in all {
        let state = document.checks.get(&lens.property);
        add(&document.range(lens.at), state_of("", state, json!([uri, lens.property])));
    }
    Ok(Json::Array(shown))
}

/// What is shown beside a property.
fn state_of(prefix: &str, state: Option<&CheckState>, arguments: Json) -> Vec<Json> {
    let title = |text: String| format!("{prefix}{text}");
    match state {
        None => vec![offer(&title("check".to_owned()), CHECK, arguments)],
        Some(CheckState::Waiting) => vec![offer(&title("waiting … stop".to_owned()), STOP, arguments)],
        Some(CheckState::Running(how)) if how.is_empty() => {
            vec![offer(&title("checking … stop".to_owned()), STOP, arguments)]
        }
        Some(CheckState::Running(how)) => {
            vec![offer(&title(format!("checking: {how} … stop")), STOP, arguments)]
        }
        Some(CheckState::Refused(reason)) => {
            vec![offer(&title(format!("not checked: {reason}")), CHECK, arguments)]
        }
        Some(CheckState::Done(verdict)) => {
            let sign = match verdict.kind {
                VerdictKind::Holds => "✓",
                VerdictKind::Violated => "✗",
                VerdictKind::Unknown => "?",
            };
            let surprise = if verdict.expected == Some(false) { ", not as expected" } else { "" };
            vec![
                offer(&title(format!("{sign} {}{surprise}", verdict.summary)), REPORT, arguments.clone()),
                offer("check again", CHECK, arguments),
            ]
        }
    }
}

fn offer(title: &str, command: &str, arguments: Json) -> Json {
    json!({ "title": title, "command": command, "arguments": arguments })
}

/// Does what a command wants.
pub(super) fn command(session: &mut Session<'_>, params: &Json) -> Result<Json, Failure> {
    let name = params.get("command").and_then(Json::as_str).ok_or(Failure::params("command"))?;
    let uri = params.pointer("/arguments/0").and_then(Json::as_str);
    let uri = uri.ok_or(Failure::params("the first argument, the document,"))?;
    let property = params.pointer("/arguments/1").and_then(Json::as_str);
    if !session.documents.contains_key(uri) {
        return Err(not_open(uri));
    }
    match name {
        CHECK => begin(session, uri, property),
        STOP => {
            stop_all(session, Some(uri));
            session.lenses_due = true;
            Ok(Json::Null)
        }
        REPORT => {
            let property = property.ok_or(Failure::params("the second argument, the property,"))?;
            show_report(session, uri, property)
        }
        _ => Err(Failure::new(Failure::INVALID_PARAMS, format!("there is no command `{name}`"))),
    }
}

/// Begins to check a property, or all of them.
fn begin(session: &mut Session<'_>, uri: &str, property: Option<&str>) -> Result<Json, Failure> {
    let Some(document) = session.documents.get_mut(uri) else { return Err(not_open(uri)) };
    let mut properties: Vec<String> = match property {
        Some(property) => vec![property.to_owned()],
        None => lenses_of(&document.analysis()).into_iter().map(|lens| lens.property).collect(),
    };
    if property.is_none() && !properties.iter().any(|name| name == NO_FAULTS) {
        properties.push(NO_FAULTS.to_owned());
    }
    properties.retain(|name| !document.checks.get(name).is_some_and(CheckState::is_open));
    if properties.is_empty() {
        return Ok(Json::Null);
    }
    document.checks.extend(properties.iter().map(|name| (name.clone(), CheckState::Waiting)));
    let job = CheckJob {
        file: shown_name(uri),
        text: document.text().to_owned(),
        source: document.source(),
        properties: properties.clone(),
        limits: session.limits,
    };
    session.next_run += 1;
    let (number, stop) = (session.next_run, Arc::new(AtomicBool::new(false)));
    let token = session.client.progress.then(|| format!("fathom-check-{number}"));
    let run = Run { uri: uri.to_owned(), properties, stop: Arc::clone(&stop), token };
    session.runs.insert(number, run);
    session.lenses_due = true;
    let queued = session.runner.send(QueuedRun { number, job, stop });
    queued.map_err(|_| Failure::new(Failure::INTERNAL, "the thread that runs checks has ended"))?;
    Ok(Json::Null)
}

/// The last part of a name, as people know the file.
fn shown_name(uri: &str) -> String {
    uri.rsplit(['/', '\\', ':']).next().unwrap_or(uri).to_owned()
}

/// A check begins.
pub(in crate::server) fn check_begins(session: &mut Session<'_>, number: u64) {
    let Some(run) = session.runs.get(&number) else { return };
    let (uri, properties, token) = (run.uri.clone(), run.properties.clone(), run.token.clone());
    change(session, &uri, |document| {
        let states = properties.iter().map(|name| (name.clone(), CheckState::Running(String::new())));
        document.checks.extend(states);
    });
    if let Some(token) = token {
        session.ask_client("window/workDoneProgress/create", json!({ "token": token }));
        let title = format!("Checking {}", properties.join(", "));
        let value = json!({ "kind": "begin", "title": title, "cancellable": true });
        session.notify("$/progress", json!({ "token": token, "value": value }));
    }
}

/// A check has told something.
pub(in crate::server) fn check_told(session: &mut Session<'_>, number: u64, news: CheckNews) {
    let Some(run) = session.runs.get(&number) else { return };
    let (uri, properties, token) = (run.uri.clone(), run.properties.clone(), run.token.clone());
    let message = match &news {
        CheckNews::Progress(how) => how.clone(),
        CheckNews::Verdict(verdict) => format!("{}: {}", verdict.property, verdict.summary),
        CheckNews::Refused(reason) => reason.clone(),
    };
    change(session, &uri, |document| match news {
        CheckNews::Progress(how) => replace_open(document, &properties, &CheckState::Running(how)),
        CheckNews::Refused(reason) => replace_open(document, &properties, &CheckState::Refused(reason)),
        CheckNews::Verdict(verdict) => {
            document.checks.insert(verdict.property.clone(), CheckState::Done(verdict));
        }
    });
    if let Some(token) = token {
        let value = json!({ "kind": "report", "message": message });
        session.notify("$/progress", json!({ "token": token, "value": value }));
    }
}

/// A check has ended; what it told nothing of can be checked anew.
pub(in crate::server) fn check_ended(session: &mut Session<'_>, number: u64) {
    let Some(run) = session.runs.remove(&number) else { return };
    change(session, &run.uri, |document| close_open(document, &run.properties));
    end_progress(session, run.token, "done");
}

fn change(session: &mut Session<'_>, uri: &str, change: impl FnOnce(&mut Document)) {
    if let Some(document) = session.documents.get_mut(uri) {
        change(document);
        session.lenses_due = true;
    }
}

fn replace_open(document: &mut Document, properties: &[String], state: &CheckState) {
    for name in properties {
        if let Some(known) = document.checks.get_mut(name).filter(|known| known.is_open()) {
            *known = state.clone();
        }
    }
}

fn close_open(document: &mut Document, properties: &[String]) {
    document.checks.retain(|name, state| !state.is_open() || !properties.contains(name));
}

fn end_progress(session: &mut Session<'_>, token: Option<String>, message: &str) {
    if let Some(token) = token {
        let value = json!({ "kind": "end", "message": message });
        session.notify("$/progress", json!({ "token": token, "value": value }));
    }
}

/// Stops all checks, or those of one text. What they still say is not heard.
pub(super) fn stop_all(session: &mut Session<'_>, uri: Option<&str>) {
    let is_meant = |run: &Run| uri.is_none_or(|uri| run.uri == uri);
    let numbers = session.runs.iter().filter(|(_, run)| is_meant(run)).map(|(number, _)| *number);
    for number in numbers.collect::<Vec<_>>() {
        stop(session, number);
    }
}

fn stop(session: &mut Session<'_>, number: u64) {
    let Some(run) = session.runs.remove(&number) else { return };
    run.stop.store(true, Ordering::Relaxed);
    change(session, &run.uri, |document| close_open(document, &run.properties));
    end_progress(session, run.token, "stopped");
}

/// The client takes back a check.
pub(super) fn cancelled(session: &mut Session<'_>, params: &Json) {
    let token = params.get("token").and_then(Json::as_str);
    let is_meant = |run: &Run| run.token.is_some() && run.token.as_deref() == token;
    let number = session.runs.iter().find(|(_, run)| is_meant(run)).map(|(number, _)| *number);
    if let Some(number) = number {
        stop(session, number);
    }
}

/// When lenses are drawn again at the earliest.
pub(in crate::server) fn next_drawing(session: &Session<'_>) -> Instant {
    session.lenses_drawn.map_or_else(Instant::now, |drawn| drawn + PAUSE)
}

/// Has lenses drawn again, if that is due.
pub(in crate::server) fn draw_lenses(session: &mut Session<'_>) {
    if !session.lenses_due || next_drawing(session) > Instant::now() {
        return;
    }
    session.lenses_due = false;
    session.lenses_drawn = Some(Instant::now());
    if session.client.lens_refresh {
        return session.ask_client("workspace/codeLens/refresh", Json::Null);
    }
    // A text that is about to be published anyway says its verdicts then.
    let all = session.documents.iter().filter(|(_, document)| document.due.is_none());
    for uri in all.map(|(uri, _)| uri.clone()).collect::<Vec<_>>() {
        publish(session, &uri);
    }
}
