//! The model's text, with numbers that the rest of the page refers to.

use super::tag::{folded, text};
use crate::source::Model;
use drawing::svg::escaped;
use serde_json::Value as Json;

/// The text; lines with what never happens are marked.
pub fn source(section: usize, model: &Model, document: &Json) -> String {
    let vacuity = document["vacuity"].as_array().into_iter().flatten();
    let marked: Vec<u64> = vacuity.filter_map(|own| own["line"].as_u64()).collect();
    let mut html = String::from("<pre>");
    for (number, line) in (1..).zip(model.system.source.main().lines()) {
        let line = escaped(line);
        let line =
            if marked.contains(&number) { format!("<span class=\"marked\">{line}</span>") } else { line };
        let own = text("span", "line-number", &format!("{number:5}  "));
        html.push_str(&format!("<span id=\"m{section}-{number}\">{own}{line}</span>\n"));
    }
    html.push_str("</pre>\n");
    folded("The model", false, &html)
}
