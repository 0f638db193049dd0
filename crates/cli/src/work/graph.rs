//! Graphs with the places of everything, so that the page only draws.

use super::order::Order;
use super::reply::Reply;
use crate::args::LabelChoice;
use crate::graph::{Charted, GraphKind, chart};
use crate::refusal::Refusal;
use crate::report::json_state;
use crate::simulate::load_trace;
use crate::source::Model;
use drawing::svg::{Placed, PlacedLabel, place};
use drawing::{Chart, Outline, Spot};
use serde_json::{Value as Json, json};

/// The nodes of a graph, where the page does not say.
const NODES: u64 = 300;
/// How often choices are decided in abstract graphs, where the page does not say.
const ROUNDS: u64 = 2;

/// A graph of a model.
pub fn graph(order: &Order) -> Reply {
    let asked = order.model().and_then(|model| {
        let kind = kind(order, &model)?;
        Ok((model, kind))
    });
    let (model, kind) = match asked {
        Ok(asked) => asked,
        Err(refusal) => return refusal.into(),
    };
    let most = order.number("max_nodes", NODES).clamp(1, order.number("most_nodes", 5000));
    let most = usize::try_from(most).unwrap_or(usize::MAX);
    order.within_limits(move |monitor| {
        chart(&model, kind, most, monitor).map(|found| json_of(&model, &found)).into()
    })
}

fn kind(order: &Order, model: &Model) -> Result<GraphKind, Refusal> {
    let refused = |message: String| Refusal::of_file(&model.file, message, None);
    let kind = order.text("kind").unwrap_or("states");
    match kind {
        "states" | "quotient" => {
            let labels = match order.text("labels").unwrap_or("changed") {
                "full" => LabelChoice::Full,
                "none" => LabelChoice::None,
                _ => LabelChoice::Changed,
            };
            let trace = match order.member("trace") {
                Json::Null => None,
                given => {
                    let text = json!({ "trace": given }).to_string();
                    Some(Box::new(load_trace(&model.system, &text, None).map_err(refused)?))
                }
            };
            let property = order.text("property").map(str::to_owned);
            Ok(GraphKind::States { by_locations: kind == "quotient", labels, property, trace })
        }
        "process" => Ok(GraphKind::Process(
            order.text("of").ok_or_else(|| refused("`of` names the process".into()))?.to_owned(),
        )),
        "abstract" => {
            let list = order.member("predicates").as_array();
            let predicates = list.into_iter().flatten().filter_map(Json::as_str).map(str::to_owned).collect();
            let rounds = usize::try_from(order.number("rounds", ROUNDS).min(20)).unwrap_or(0);
            Ok(GraphKind::Abstract { predicates, rounds })
        }
        "net" => Ok(GraphKind::Net),
        "unfolding" => Ok(GraphKind::Unfolding),
        other => Err(refused(format!("there is no graph of the kind '{other}'"))),
    }
}

fn json_of(model: &Model, found: &Charted) -> Json {
    let (chart, placed) = (&found.chart, place(&found.chart));
    let strokes = placed.strokes.iter().map(|stroke| {
        json!({
            "path": stroke.path,
            "edges": stroke.arrows,
            "arrow": stroke.has_head,
            "double": stroke.is_double,
            "up": stroke.is_up,
        })
    });
    let loops = placed.loops.iter().map(|own| {
        let mut json = label(&own.label);
        json["node"] = json!(own.node);
        json["edge"] = json!(own.arrow);
        json["path"] = json!(own.path);
        json["names"] = json!(chart.arrows[own.arrow].names);
        json
    });
    let highlight = chart.highlight.as_ref();
    json!({
        "title": chart.title,
        "caption": chart.caption,
        "width": tenths(placed.width),
        "height": tenths(placed.height),
        "nodes": (0..chart.spots.len()).map(|number| node(model, found, &placed, number)).collect::<Json>(),
        "edges": edges(chart, &placed),
        "strokes": strokes.collect::<Json>(),
        "loops": loops.collect::<Json>(),
        "highlight": highlight.map(|mark| json!({ "meaning": mark.meaning, "bad": mark.bad })),
        "notes": found.notes,
    })
}

fn edges(chart: &Chart, placed: &Placed) -> Json {
    let edges = chart.arrows.iter().zip(&placed.labels).map(|(arrow, beside)| {
        json!({
            "from": arrow.from,
            "to": arrow.to,
            "names": arrow.names,
            "optional": arrow.is_optional,
            "label": beside.as_ref().map(label),
        })
    });
    edges.collect()
}

fn node(model: &Model, found: &Charted, placed: &Placed, number: usize) -> Json {
    let (spot, at): (&Spot, _) = (&found.chart.spots[number], &placed.nodes[number]);
    let outline = match spot.outline {
        Outline::Rounded => "rounded",
        Outline::Circle => "circle",
        Outline::Sharp => "sharp",
    };
    json!({
        "x": tenths(at.x),
        "y": tenths(at.y),
        "width": tenths(at.width),
        "height": tenths(at.height),
        "lines": at.lines,
        "details": spot.details,
        "initial": spot.initial,
        "dead_end": spot.dead_end,
        "open": spot.open,
        "highlighted": spot.highlighted,
        "faults": spot.faults,
        "outline": outline,
        "state": found.states.get(number).map(|state| json_state(&model.system, state)),
    })
}

fn label(label: &PlacedLabel) -> Json {
    json!({ "x": tenths(label.x), "y": tenths(label.y), "lines": label.lines })
}

fn tenths(number: f64) -> Json {
    json!((number * 10.0).round() / 10.0)
}
