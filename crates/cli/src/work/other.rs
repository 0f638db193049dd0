//! Tasks of a few lines: findings that need the whole model, files of other formats, reports.

use super::order::Order;
use super::reply::Reply;
use crate::html::{Section, page};
use crate::import::{Companions, Format};
use crate::refusal::Refusal;
use language_server::{Analysis, all_findings};
use serde_json::json;
use std::path::Path;
use std::sync::Arc;
use studio::{Positions, findings_json};

/// Everything that `fathom check` would report of a text.
pub fn findings(order: &Order) -> Reply {
    let (name, text) = (order.text("path").unwrap_or_default(), order.text("text").unwrap_or_default());
    let source = match order.linked(name, text) {
        Ok(source) => source,
        Err(refusal) => return refusal.into(),
    };
    order.within_limits(move |_| {
        let analysis = Analysis::of(source);
        let found = all_findings(&analysis);
        Reply::Answer(json!({ "diagnostics": findings_json(&found, &Positions::of(analysis.source())) }))
    })
}

/// A file of another format as a model.
pub fn import(order: &Order) -> Reply {
    let name = order.text("name").unwrap_or_default().to_owned();
    let text = order.text("text").unwrap_or_default().to_owned();
    order.within_limits(move |_| {
        let path = Path::new(&name);
        let companions = Companions { formulas: &[], start: None };
        let imported = match Format::of(path, &text) {
            Some(format) => format.converted(path, &text, &companions),
            None => Err(Refusal::of_file(&name, "the format of this file is not known", None)),
        };
        imported.map(|text| json!({ "text": text })).into()
    })
}

/// A page with the verdicts of a check.
pub fn report(order: &Order) -> Reply {
    let model = match order.model() {
        Ok(model) => Some(Arc::new(model)),
        Err(refusal) => return refusal.into(),
    };
    let document = order.member("document").clone();
    order.within_limits(move |_| Reply::Answer(json!({ "html": page(&[Section { document, model }]) })))
}
