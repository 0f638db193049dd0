//! Why a request has no answer.

use hyper::StatusCode;
use serde_json::{Value as Json, json};

/// Why a request has no answer: a word for programs, a sentence for people.
#[derive(Debug, Clone, PartialEq)]
pub struct Failure {
    /// How HTTP says it.
    pub status: StatusCode,
    /// The word.
    pub code: &'static str,
    /// The sentence.
    pub message: String,
    /// What else is known, beside `error`.
    pub more: Json,
}

impl Failure {
    /// A failure of which no more is known.
    pub fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> Failure {
        Failure { status, code, message: message.into(), more: Json::Null }
    }

    /// The request is not as it must be.
    pub fn bad_request(message: impl Into<String>) -> Failure {
        Failure::new(StatusCode::BAD_REQUEST, "bad-request", message)
    }

    /// What is asked for is nobody's business here.
    pub fn forbidden(message: impl Into<String>) -> Failure {
        Failure::new(StatusCode::FORBIDDEN, "forbidden", message)
    }

    /// A model, or what is asked of it, is wrong.
    pub fn refused(message: impl Into<String>) -> Failure {
        Failure::new(StatusCode::UNPROCESSABLE_ENTITY, "refused", message)
    }

    /// There is too much at once.
    pub fn too_many(message: impl Into<String>) -> Failure {
        Failure::new(StatusCode::TOO_MANY_REQUESTS, "too-many", message)
    }

    /// A limit was reached.
    pub fn stopped(message: impl Into<String>) -> Failure {
        Failure::new(StatusCode::SERVICE_UNAVAILABLE, "stopped", message)
    }

    /// The studio is wrong.
    pub fn internal(message: impl Into<String>) -> Failure {
        Failure::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", message)
    }

    /// The same with more members beside `error`.
    pub fn with(mut self, more: Json) -> Failure {
        self.more = more;
        self
    }

    /// What the client reads.
    pub fn json(&self) -> Json {
        let mut json = json!({ "error": { "code": self.code, "message": self.message } });
        for (key, value) in self.more.as_object().into_iter().flatten() {
            json[key] = value.clone();
        }
        json
    }
}
