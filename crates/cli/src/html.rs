//! Verdicts as one page that opens without a server.

use serde_json::Value as Json;

/// The page.
pub fn page(document: &Json, _text: &str) -> String {
    document.to_string()
}
