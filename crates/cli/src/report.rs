//! What is printed about verdicts: for people, and as JSON.

mod explanation;
mod fairness;
mod json;
mod json_trace;
mod number;
mod place;
mod reason;
mod state;
mod stats;
mod text;
mod trace;
mod vacuity;

pub use json::{SCHEMA, document, line, model_head, printed, refusal_document};
pub use json_trace::{json_state, json_trace, json_value};
pub use number::{duration, grouped};
pub use place::{Places, wrapped};
pub use state::state_lines;
pub use text::TextReport;
pub use trace::{change_lines, trace_text};
