//! What is done for each request and notification.

mod actions;
mod checking;
mod lifecycle;
mod looks;
mod names;
mod publish;
mod reports;
mod writing;

pub(super) use checking::{check_begins, check_ended, check_told, draw_lenses, next_drawing};
pub(super) use publish::publish;

use std::sync::Arc;

use serde_json::Value as Json;

use super::document::Document;
use super::message::Failure;
use super::session::{Life, Session};
use crate::Analysis;

/// The answer to a request.
pub(super) fn answer(session: &mut Session<'_>, method: &str, params: &Json) -> Result<Json, Failure> {
    match (session.life, method) {
        (Life::New, "initialize") => return lifecycle::initialize(session, params),
        (Life::New, _) => return Err(Failure::new(Failure::NOT_INITIALIZED, "`initialize` comes first")),
        (Life::ShutDown, _) => {
            return Err(Failure::new(Failure::INVALID_REQUEST, "the server is shut down"));
        }
        (Life::Ready, "initialize") => {
            return Err(Failure::new(Failure::INVALID_REQUEST, "`initialize` comes once"));
        }
        (Life::Ready, _) => {}
    }
    match method {
        "shutdown" => Ok(lifecycle::shut_down(session)),
        "textDocument/hover" => names::hover(session, params),
        "textDocument/definition" | "textDocument/declaration" => names::definition(session, params),
        "textDocument/references" => names::references(session, params),
        "textDocument/documentHighlight" => names::highlights(session, params),
        "textDocument/prepareRename" => names::prepare_rename(session, params),
        "textDocument/rename" => names::rename(session, params),
        "textDocument/completion" => writing::completion(session, params),
        "textDocument/signatureHelp" => writing::signature(session, params),
        "textDocument/formatting" => writing::formatting(session, params),
        "textDocument/documentSymbol" => looks::symbols(session, params),
        "textDocument/foldingRange" => looks::folding(session, params),
        "textDocument/semanticTokens/full" => looks::tokens(session, params),
        "textDocument/inlayHint" => looks::inlay_hints(session, params),
        "textDocument/codeLens" => checking::lenses(session, params),
        "textDocument/codeAction" => actions::actions(session, params),
        "workspace/executeCommand" => checking::command(session, params),
        "fathom/report" => reports::report(session, params),
        _ => Err(Failure::new(Failure::UNKNOWN_METHOD, format!("`{method}` is not known"))),
    }
}

/// What follows from a notification; those that are not known do nothing.
pub(super) fn hear(session: &mut Session<'_>, method: &str, params: &Json) -> Result<(), Failure> {
    if session.life != Life::Ready {
        return Ok(());
    }
    match method {
        "textDocument/didOpen" => lifecycle::opened(session, params),
        "textDocument/didChange" => lifecycle::changed(session, params),
        "textDocument/didClose" => lifecycle::closed(session, params),
        "workspace/didChangeConfiguration" => {
            lifecycle::configured(session, params.pointer("/settings/fathom").unwrap_or(&Json::Null));
            Ok(())
        }
        "window/workDoneProgress/cancel" => {
            checking::cancelled(session, params);
            Ok(())
        }
        _ => Ok(()),
    }
}

/// The name of the text that parameters are about.
fn uri(params: &Json) -> Result<&str, Failure> {
    params.pointer("/textDocument/uri").and_then(Json::as_str).ok_or(Failure::params("textDocument.uri"))
}

/// The text that parameters are about.
fn document<'s>(session: &'s mut Session<'_>, params: &Json) -> Result<&'s mut Document, Failure> {
    let uri = uri(params)?;
    session.documents.get_mut(uri).ok_or_else(|| not_open(uri))
}

fn not_open(uri: &str) -> Failure {
    Failure::new(Failure::INVALID_PARAMS, format!("the document {uri} is not open"))
}

/// The text that parameters are about, what is known of it, and the offset of the position in them.
fn place<'s>(
    session: &'s mut Session<'_>,
    params: &Json,
) -> Result<(&'s mut Document, Arc<Analysis>, usize), Failure> {
    let document = document(session, params)?;
    let position = params.get("position").and_then(|position| document.offset(position));
    let offset = position.ok_or(Failure::params("position"))?;
    let analysis = document.analysis();
    Ok((document, analysis, offset))
}
