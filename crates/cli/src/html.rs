//! Verdicts as one page that opens without a server: nothing in it comes from elsewhere, and nothing in it runs.
//!
//! * the whole, with its colours: `sheet`; a table of verdicts and what stands below each: `verdicts`
//! * a path as a table, and as a `sequence` of who acts; graphs: `graphs`; the model's text: `source`
//! * writing HTML so that no name can be anything but text: `tag`

mod graphs;
mod sequence;
mod sheet;
mod source;
mod tag;
mod trace;
mod verdicts;

pub use sheet::page;

use crate::source::Model;
use serde_json::Value as Json;
use std::sync::Arc;

/// What the page says of one model.
pub struct Section {
    /// What `fathom check --json` prints of it.
    pub document: Json,
    /// The model, if it could be read.
    pub model: Option<Arc<Model>>,
}
