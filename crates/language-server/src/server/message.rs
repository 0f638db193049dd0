//! Messages: requests, notifications and responses.
//!
//! # Reference
//!
//! JSON-RPC 2.0, and Language Server Protocol 3.17 for further codes of errors.

use serde_json::{Value as Json, json};

/// What the client sends.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Incoming {
    /// Something that wants an answer.
    Request {
        /// By which the answer is known.
        id: Json,
        /// What is asked.
        method: String,
        /// About what.
        params: Json,
    },
    /// Something that wants none.
    Notification {
        /// What happened.
        method: String,
        /// To what.
        params: Json,
    },
    /// An answer to what the server asked; whether it succeeded is seldom of interest.
    Response {
        /// The request.
        id: Json,
    },
    /// A message that is none of these.
    Invalid {
        /// The request, if that is known.
        id: Json,
        /// What is wrong.
        failure: Failure,
    },
}

/// Why a request has no result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Failure {
    /// The kind of error.
    pub code: i64,
    /// What is wrong, in a sentence.
    pub message: String,
}

impl Failure {
    pub const PARSE: i64 = -32700;
    pub const INVALID_REQUEST: i64 = -32600;
    pub const UNKNOWN_METHOD: i64 = -32601;
    pub const INVALID_PARAMS: i64 = -32602;
    pub const INTERNAL: i64 = -32603;
    pub const NOT_INITIALIZED: i64 = -32002;
    pub const CANCELLED: i64 = -32800;
    pub const FAILED: i64 = -32803;

    pub fn new(code: i64, message: impl Into<String>) -> Failure {
        Failure { code, message: message.into() }
    }

    /// The parameters lack something or have it in another form.
    pub fn params(what: &str) -> Failure {
        Failure::new(Failure::INVALID_PARAMS, format!("{what} is missing or has another form"))
    }

    /// The request is right, and cannot be fulfilled.
    pub fn refused(message: impl Into<String>) -> Failure {
        Failure::new(Failure::FAILED, message)
    }
}

/// The message in a text.
pub(super) fn parse(text: &[u8]) -> Incoming {
    let invalid =
        |id: Json, code, message: &str| Incoming::Invalid { id, failure: Failure::new(code, message) };
    let Ok(mut message) = serde_json::from_slice::<Json>(text) else {
        return invalid(Json::Null, Failure::PARSE, "the message is not JSON");
    };
    let Some(object) = message.as_object_mut() else {
        return invalid(Json::Null, Failure::INVALID_REQUEST, "the message is no object");
    };
    let id = object.remove("id");
    let params = object.remove("params").unwrap_or(Json::Null);
    let is_id = |id: &Json| id.is_string() || id.is_number();
    match (object.remove("method"), id) {
        (Some(Json::String(method)), None) => Incoming::Notification { method, params },
        (Some(Json::String(method)), Some(id)) if is_id(&id) => Incoming::Request { id, method, params },
        (None, Some(id)) if object.contains_key("result") || object.contains_key("error") => {
            Incoming::Response { id }
        }
        (_, id) => {
            let id = id.filter(is_id).unwrap_or(Json::Null);
            invalid(id, Failure::INVALID_REQUEST, "the message is no request, notification or response")
        }
    }
}

/// The answer to a request.
pub(super) fn response(id: &Json, result: Result<Json, Failure>) -> Json {
    match result {
        Ok(result) => json!({ "jsonrpc": "2.0", "id": id, "result": result }),
        Err(Failure { code, message }) => {
            json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code, "message": message } })
        }
    }
}

/// A notification to the client.
pub(super) fn notification(method: &str, params: Json) -> Json {
    json!({ "jsonrpc": "2.0", "method": method, "params": params })
}

/// A request to the client.
pub(super) fn request(id: &str, method: &str, params: Json) -> Json {
    json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_told_apart() {
        let method = |text: &str| parse(text.as_bytes());
        assert!(matches!(method(r#"{"id":1,"method":"a"}"#), Incoming::Request { .. }));
        assert!(matches!(method(r#"{"id":"x","method":"a","params":[]}"#), Incoming::Request { .. }));
        assert!(matches!(method(r#"{"method":"a"}"#), Incoming::Notification { .. }));
        assert!(matches!(method(r#"{"id":1,"result":null}"#), Incoming::Response { .. }));
        for text in
            ["", "[]", "1", "{}", r#"{"id":{},"method":"a"}"#, r#"{"id":1,"method":2}"#, r#"{"id":1}"#]
        {
            assert!(matches!(method(text), Incoming::Invalid { .. }), "{text}");
        }
    }
}
