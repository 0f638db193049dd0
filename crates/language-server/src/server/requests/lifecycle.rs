//! The life of the server and of texts.

use std::sync::Arc;

use serde_json::{Value as Json, json};

use super::looks::{TOKEN_MODIFIERS, TOKEN_TYPES};
use super::{not_open, uri};
use crate::server::checks::CheckLimits;
use crate::server::document::{Document, Linker};
use crate::server::encoding::Encoding;
use crate::server::message::Failure;
use crate::server::session::{ClientAbilities, Life, Session};
use crate::server::uri::path_of;

/// The commands that clients can give.
pub(super) const CHECK: &str = "fathom.check";
pub(super) const STOP: &str = "fathom.stop";
pub(super) const REPORT: &str = "fathom.report";

/// Learns what the client can do, and says what the server can.
pub(super) fn initialize(session: &mut Session<'_>, params: &Json) -> Result<Json, Failure> {
    let can = |path: &str| params.pointer(&format!("/capabilities/{path}"));
    let is_able = |path: &str| can(path).and_then(Json::as_bool).unwrap_or(false);
    let strings = |path: &str| -> Vec<&str> {
        can(path).and_then(Json::as_array).into_iter().flatten().filter_map(Json::as_str).collect()
    };
    session.encoding = Encoding::agreed(&strings("general/positionEncodings"));
    let options = params.get("initializationOptions").unwrap_or(&Json::Null);
    session.client = ClientAbilities {
        snippets: is_able("textDocument/completion/completionItem/snippetSupport"),
        tree: is_able("textDocument/documentSymbol/hierarchicalDocumentSymbolSupport"),
        markdown: strings("textDocument/hover/contentFormat").contains(&"markdown"),
        lens_refresh: is_able("workspace/codeLens/refreshSupport"),
        progress: is_able("window/workDoneProgress"),
        show_document: is_able("window/showDocument/support"),
        shows_reports: options.get("showsReports").and_then(Json::as_bool).unwrap_or(false),
    };
    configured(session, options);
    session.life = Life::Ready;
    Ok(json!({
        "capabilities": capabilities(session),
        "serverInfo": { "name": "fathom", "version": env!("CARGO_PKG_VERSION") },
    }))
}

fn capabilities(session: &Session<'_>) -> Json {
    let mut commands = vec![CHECK, STOP];
    // A client that shows reports itself has a command of this name.
    if !session.client.shows_reports {
        commands.push(REPORT);
    }
    json!({
        "positionEncoding": session.encoding.name(),
        "textDocumentSync": { "openClose": true, "change": 2 },
        "hoverProvider": true,
        "definitionProvider": true,
        "declarationProvider": true,
        "referencesProvider": true,
        "documentHighlightProvider": true,
        "renameProvider": { "prepareProvider": true },
        "completionProvider": { "triggerCharacters": [".", ">", "@", "`"] },
        "signatureHelpProvider": { "triggerCharacters": ["(", ","] },
        "documentFormattingProvider": true,
        "documentSymbolProvider": true,
        "foldingRangeProvider": true,
        "semanticTokensProvider": {
            "legend": { "tokenTypes": TOKEN_TYPES, "tokenModifiers": TOKEN_MODIFIERS },
            "full": true,
        },
        "inlayHintProvider": true,
        "codeLensProvider": { "resolveProvider": false },
        "codeActionProvider": { "codeActionKinds": ["quickfix"] },
        "executeCommandProvider": { "commands": commands },
    })
}

/// Takes settings: how much a check may use.
pub(super) fn configured(session: &mut Session<'_>, settings: &Json) {
    let number = |name: &str| settings.get(name).and_then(Json::as_u64);
    let CheckLimits { seconds, mebibytes } = session.limits;
    session.limits = CheckLimits {
        seconds: number("timeoutSeconds").unwrap_or(seconds),
        mebibytes: number("memoryMebibytes").or(mebibytes),
    };
}

/// Ends everything that is going on.
pub(super) fn shut_down(session: &mut Session<'_>) -> Json {
    session.life = Life::ShutDown;
    super::checking::stop_all(session, None);
    Json::Null
}

/// A text was opened.
pub(super) fn opened(session: &mut Session<'_>, params: &Json) -> Result<(), Failure> {
    let uri = uri(params)?;
    let text = params.pointer("/textDocument/text").and_then(Json::as_str);
    let text = text.ok_or(Failure::params("textDocument.text"))?;
    let linker = Linker { verifier: Arc::clone(&session.verifier), path: path_of(uri) };
    let document = Document::new(text.to_owned(), version(params), session.encoding, linker);
    session.documents.insert(uri.to_owned(), document);
    session.has_changed(uri);
    Ok(())
}

/// A text has changed: what was found out of it is no longer so.
pub(super) fn changed(session: &mut Session<'_>, params: &Json) -> Result<(), Failure> {
    let uri = uri(params)?;
    let changes = params.get("contentChanges").and_then(Json::as_array);
    let changes = changes.ok_or(Failure::params("contentChanges"))?;
    let document = session.documents.get_mut(uri).ok_or_else(|| not_open(uri))?;
    let had_checks = !document.checks.is_empty();
    let changed = document.change(version(params), changes);
    super::checking::stop_all(session, Some(uri));
    if had_checks {
        session.lenses_due = true;
    }
    session.has_changed(uri);
    changed
}

/// A text was closed.
pub(super) fn closed(session: &mut Session<'_>, params: &Json) -> Result<(), Failure> {
    let uri = uri(params)?;
    super::checking::stop_all(session, Some(uri));
    session.forget(uri);
    Ok(())
}

fn version(params: &Json) -> i64 {
    params.pointer("/textDocument/version").and_then(Json::as_i64).unwrap_or(0)
}
