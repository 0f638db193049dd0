//! Paths from files and for files.

use super::order::Order;
use super::reply::Reply;
use super::view::trace_view;
use crate::Console;
use crate::refusal::Refusal;
use crate::report::{Places, itf_trace, json_trace, trace_text};
use crate::simulate::load_trace;
use crate::source::Model;
use serde_json::{Value as Json, json};
use system::{Question, Trace, Verdict};

/// A path that somebody saved, replayed.
pub fn load(order: &Order) -> Reply {
    let text = order.text("text").unwrap_or_default().to_owned();
    let name = order.text("property").map(str::to_owned);
    with_trace(order, text, name, |model, trace, name| {
        let property = name.and_then(|name| model.system.property(name));
        // What the path shows of the property is what it must show, if it shows anything.
        let decided = property.map(|property| match property.question {
            Question::Reachable(_) | Question::Bound(_) => (property, Verdict::Holds),
            _ => (property, Verdict::Violated),
        });
        let decided = decided.as_ref().map(|(property, verdict)| (*property, verdict));
        json!({
            "trace": json_trace(&model.system, trace),
            "view": trace_view(model, trace, decided),
            "property": name,
        })
    })
}

/// A path in the format of Apalache.
pub fn itf(order: &Order) -> Reply {
    let name = order.text("property").unwrap_or("path").to_owned();
    with_trace(
        order,
        given(order),
        None,
        move |model, trace, _| json!({ "text": format!("{:#}\n", itf_trace(&model.system, &model.file, &name, trace)) }),
    )
}

/// A path as the command line prints it.
pub fn text(order: &Order) -> Reply {
    with_trace(order, given(order), None, |model, trace, _| {
        let places = Places::new(&model.file, &model.system.source);
        json!({ "text": trace_text(&model.system, &places, trace, &Console::plain()) })
    })
}

/// The path that the page sent, as a document.
fn given(order: &Order) -> String {
    json!({ "trace": order.member("trace") }).to_string()
}

fn with_trace(
    order: &Order,
    text: String,
    name: Option<String>,
    answer: impl FnOnce(&Model, &Trace, Option<&str>) -> Json + Send + 'static,
) -> Reply {
    let model = match order.model() {
        Ok(model) => model,
        Err(refusal) => return refusal.into(),
    };
    order.within_limits(move |_| {
        let loaded = load_trace(&model.system, &text, name.as_deref());
        let refused = |message| Refusal::of_file(&model.file, message, None);
        loaded.map_err(refused).map(|trace| answer(&model, &trace, name.as_deref())).into()
    })
}
