//! A diagram for programs; described in `docs/json.md`.

use super::words::{NamedEdge, Words, origin};
use crate::args::GraphArgs;
use crate::report::model_head;
use crate::source::Model;
use engines::{DiagramPredicate, Splitting};
use serde_json::{Map, Value as Json, json};

/// The document of a diagram.
pub fn document(model: &Model, arguments: &GraphArgs, words: &Words<'_>) -> Json {
    let sizes: Vec<(String, i128)> =
        arguments.model.size.iter().map(|size| (size.name.clone(), size.size)).collect();
    let mut document = model_head(model, &sizes);
    let (drawn, diagram) = (words.drawn, &words.drawn.diagram);
    let mut add = |key: &str, value: Json| document.insert(key.into(), value);
    add("predicates", diagram.predicates.iter().map(|one| predicate(words, one)).collect());
    add("nodes", (0..diagram.nodes.len()).map(|number| node(words, number)).collect());
    add("edges", words.edges().iter().map(edge).collect());
    add("conditions", conditions(words));
    add("equivalent", json!(diagram.is_equivalent()));
    add("rounds", json!(drawn.rounds));
    add("choices", drawn.splittings.iter().map(|one| choice(words, one)).collect());
    if let Some(count) = drawn.configurations {
        add("configurations", json!(count));
    }
    if let Some(unreached) = &drawn.unreached {
        add("unreached", unreached.iter().map(|one| configuration(words, one)).collect());
    }
    Json::Object(document)
}

fn configuration(words: &Words<'_>, configuration: &[u64]) -> Json {
    let locations = words.locations(configuration);
    Json::Object(locations.map(|(name, value)| (name.to_owned(), json!(value))).collect::<Map<_, _>>())
}

fn predicate(words: &Words<'_>, predicate: &DiagramPredicate) -> Json {
    let mut json = json!({ "text": predicate.text, "origin": origin(predicate).0 });
    if let Some(meaning) = words.meaning(predicate) {
        json["condition"] = json!(meaning);
    }
    if let Some(scope) = &predicate.scope {
        json["at"] = scope.iter().map(|one| configuration(words, one)).collect();
    }
    json
}

fn node(words: &Words<'_>, number: usize) -> Json {
    let diagram = &words.drawn.diagram;
    let node = &diagram.nodes[number];
    let dead_end = match (diagram.dead_ends[number], diagram.surely_dead[number]) {
        (true, true) => "always",
        (true, false) => "possibly",
        (false, _) => "never",
    };
    json!({
        "configuration": configuration(words, &node.configuration),
        "values": node.values,
        "initial": diagram.initial.contains(&number),
        "dead_end": dead_end,
    })
}

fn edge(edge: &NamedEdge) -> Json {
    json!({
        "from": edge.from,
        "to": edge.to,
        "transition": edge.name,
        "witnessed": edge.is_witnessed,
        "forced": edge.is_forced,
    })
}

fn conditions(words: &Words<'_>) -> Json {
    let diagram = &words.drawn.diagram;
    let consecution = diagram.conditions.iter().map(|condition| {
        json!({
            "from": condition.from,
            "transition": words.transition(condition.transition),
            "to": condition.to,
            "exact": condition.is_exact,
        })
    });
    json!({
        "initialisation": { "to": diagram.initial, "exact": diagram.is_initial_exact },
        "consecution": consecution.collect::<Json>(),
    })
}

fn choice(words: &Words<'_>, choice: &Splitting) -> Json {
    json!({
        "node": choice.node,
        "transition": words.transition(choice.transition),
        "to": choice.to,
        "predicates": choice.predicates.iter().map(|one| one.text.as_str()).collect::<Json>(),
    })
}
