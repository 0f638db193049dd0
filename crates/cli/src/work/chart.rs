//! A path as a sequence chart: who acts in each step, and whom it concerns.

use crate::report::Lifelines;
use serde_json::{Value as Json, json};
use system::{System, Trace};

/// The chart of a path: its columns, and the arrows of each step between them.
pub fn chart_json(system: &System, trace: &Trace) -> Json {
    let lifelines = Lifelines::of(system, trace, usize::MAX);
    let rows = trace.states().zip(&trace.steps).enumerate().map(|(number, (before, step))| {
        let arrows = lifelines.arrows(before, step);
        let arrow = |arrow: &crate::report::Arrow| {
            json!({ "from": arrow.from, "to": arrow.to, "label": arrow.label })
        };
        json!({
            "step": number + 1,
            "actor": lifelines.actor(step),
            "arrows": arrows.iter().map(arrow).collect::<Json>(),
        })
    });
    json!({ "lifelines": lifelines.names(), "rows": rows.collect::<Json>() })
}
