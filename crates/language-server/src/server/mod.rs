//! The server: a client's messages in, answers and findings out.
//!
//! One thread reads what the client sends, one does what it wants, one reads whole models, one runs checks. All of them
//! tell the second one, which alone knows the texts and alone writes. So nothing is shared, and a request that was taken
//! back before its turn is never begun.
//!
//! # Reference
//!
//! Microsoft: *Language Server Protocol Specification*, version 3.17, 2022.

mod checks;
mod document;
mod encoding;
mod message;
mod reader;
mod requests;
mod session;
mod uri;
mod wire;

pub use checks::{CheckJob, CheckLimits, CheckNews, PropertyVerdict, VerdictKind, Verifier};

use std::io::{BufRead, Write};
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};

use message::{Failure, Incoming};
use session::{Event, Session};
use wire::Frame;

/// Serves a client until it goes; whether it said goodbye as the protocol wants.
pub fn serve(
    input: impl BufRead + Send + 'static,
    output: &mut dyn Write,
    verifier: Arc<dyn Verifier>,
) -> bool {
    let (sender, receiver) = channel();
    let mut session = Session::new(output, verifier, &sender);
    std::thread::spawn(move || listen(input, &sender));
    session.serve(&receiver)
}

/// Reads what the client sends until it goes.
fn listen(mut input: impl BufRead, events: &Sender<Event>) {
    loop {
        let event = match wire::read(&mut input) {
            Ok(Some(Frame::Message(text))) => Event::Client(message::parse(&text)),
            Ok(Some(Frame::TooLong(length))) => {
                let message = format!("a message of {length} bytes is too long");
                let failure = Failure::new(Failure::INVALID_REQUEST, message);
                Event::Client(Incoming::Invalid { id: serde_json::Value::Null, failure })
            }
            Ok(None) => Event::Gone(None),
            Err(reason) => Event::Gone(Some(reason)),
        };
        let is_last = matches!(event, Event::Gone(_));
        if events.send(event).is_err() || is_last {
            return;
        }
    }
}
