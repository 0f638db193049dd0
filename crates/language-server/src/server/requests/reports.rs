//! Reports of checks, as documents.

use serde_json::{Value as Json, json};

use super::{document, not_open};
use crate::server::checks::CheckState;
use crate::server::document::Document;
use crate::server::message::Failure;
use crate::server::session::Session;

/// What came of checking a property, for a client that shows it itself.
pub(super) fn report(session: &mut Session<'_>, params: &Json) -> Result<Json, Failure> {
    let property = params.get("property").and_then(Json::as_str).ok_or(Failure::params("property"))?;
    let text = text_of(document(session, params)?, property)?;
    Ok(json!({ "text": text }))
}

fn text_of(document: &Document, property: &str) -> Result<String, Failure> {
    match document.checks.get(property) {
        Some(CheckState::Done(verdict)) => Ok(verdict.report.clone()),
        Some(CheckState::Refused(reason)) => Ok(format!("{property} was not checked: {reason}\n")),
        Some(CheckState::Waiting | CheckState::Running(_)) => {
            Err(Failure::refused(format!("`{property}` is still being checked")))
        }
        None => {
            let message = format!("`{property}` has not been checked since the text was changed");
            Err(Failure::refused(message))
        }
    }
}

/// Writes what came of checking a property into a file for the client to show, where it can do that.
pub(super) fn show_report(session: &mut Session<'_>, uri: &str, property: &str) -> Result<Json, Failure> {
    let document = session.documents.get(uri).ok_or_else(|| not_open(uri))?;
    let text = text_of(document, property)?;
    if session.client.show_document {
        let file = write(property, &text)
            .map_err(|error| Failure::refused(format!("the report cannot be written: {error}")))?;
        session.ask_client("window/showDocument", json!({ "uri": file, "takeFocus": true }));
    }
    Ok(json!({ "text": text }))
}

/// Writes a report into the folder for passing files; its name as clients want it.
fn write(property: &str, text: &str) -> std::io::Result<String> {
    let folder = std::env::temp_dir().join(format!("fathom-lsp-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let plain = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '_' };
    let name: String = property.chars().map(plain).take(80).collect();
    let path = folder.join(format!("{name}.txt"));
    std::fs::write(&path, text)?;
    Ok(uri_of(&path.to_string_lossy()))
}

/// A path as the name of a document.
fn uri_of(path: &str) -> String {
    let mut uri = String::from("file://");
    let path = path.replace('\\', "/");
    if !path.starts_with('/') {
        uri.push('/');
    }
    for byte in path.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                uri.push(char::from(byte));
            }
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::uri_of;

    #[test]
    fn paths_become_names_of_documents() {
        assert_eq!(uri_of("/tmp/a b/ü.txt"), "file:///tmp/a%20b/%C3%BC.txt");
        assert_eq!(uri_of("C:\\x.txt"), "file:///C%3A/x.txt");
    }
}
