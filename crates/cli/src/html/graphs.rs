//! Graphs of a model: its automata, and its states where they are few.

use super::tag::{element, folded, text};
use crate::Interrupt;
use crate::args::LabelChoice;
use crate::graph::{Charted, GraphKind, chart};
use crate::source::Model;
use crate::supervise::{Limits, supervise};
use drawing::svg;
use std::sync::Arc;
use std::time::Duration;

/// The most states that are looked at.
const MOST_STATES: usize = 400;
/// The most boxes of a drawing that people can read.
const MOST_BOXES: usize = 80;
/// The time for each drawing.
const TIME: Duration = Duration::from_secs(2);
/// The memory for each drawing, in mebibytes.
const MEMORY: u64 = 1024;

/// The drawings, folded.
pub fn graphs(model: &Arc<Model>) -> String {
    let mut html = String::new();
    let system = &model.system;
    let processes = system.processes.iter().filter(|process| !process.locations.is_empty());
    let names = processes.map(|process| &process.name);
    for name in names.chain(system.populations.iter().map(|population| &population.name)) {
        if let Some(found) = charted(model, GraphKind::Process(name.clone())) {
            html.push_str(&folded(&format!("Process {name}"), false, &drawn(&found)));
        }
    }
    let states = |by_locations| GraphKind::States {
        by_locations,
        labels: LabelChoice::Changed,
        property: None,
        trace: None,
    };
    let all = charted(model, states(false)).filter(|found| found.chart.spots.len() <= MOST_BOXES);
    let some = all.map(|found| ("States", found)).or_else(|| {
        let found = charted(model, states(true)).filter(|found| found.chart.spots.len() <= MOST_BOXES);
        found.map(|found| ("States by locations", found))
    });
    if let Some((title, found)) = some {
        html.push_str(&folded(title, false, &drawn(&found)));
    }
    if html.is_empty() { html } else { text("h3", "", "Graphs") + &html }
}

fn drawn(found: &Charted) -> String {
    let notes: String = found.notes.iter().map(|note| text("p", "faint", note)).collect();
    element("div", "wide", &svg::write(&found.chart)) + &notes
}

/// A chart that takes little time; nothing if there is none.
fn charted(model: &Arc<Model>, kind: GraphKind) -> Option<Charted> {
    let (shared, limits) = (Arc::clone(model), Limits::of(TIME, MEMORY));
    let work = move |watch: &crate::supervise::Monitor| chart(&shared, kind, MOST_STATES, watch).ok();
    supervise(&limits, &Interrupt::default(), &mut |_, _| {}, work).ok().flatten()
}
