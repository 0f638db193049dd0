//! What is printed about verdicts: for people, and as JSON.

mod build_server;
mod certificate;
mod chart;
mod every_note;
mod explained;
mod explanation;
mod fairness;
mod hint;
mod itf;
mod json;
mod json_trace;
mod lifelines;
mod number;
mod place;
mod reason;
mod state;
mod stats;
mod text;
mod trace;
mod vacuity;

pub use build_server::{Case, CaseResult, junit, sarif};
pub use certificate::json_certificate;
pub use explained::explained;
pub use fairness::json_fairness;
pub use itf::itf_trace;
pub use json::{
    SCHEMA, document, expected_word, json_constants, json_size, line, model_head, printed, property_json,
    refusal_document,
};
pub use json_trace::{json_changes, json_integer, json_state, json_trace, json_value};
pub use lifelines::{Arrow, Lifelines};
pub use number::{duration, grouped};
pub use place::{Places, edge_text, filled, wrapped};
pub use reason::reason_lines;
pub use state::state_lines;
pub use text::TextReport;
pub use trace::{change_lines, trace_text};
pub use vacuity::{edge_name, location_name};
