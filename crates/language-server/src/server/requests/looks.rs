//! How a text is shown: symbols, folds, colours, remarks.

use language::names::DeclarationKind;
use serde_json::{Value as Json, json};

use super::{document, uri};
use crate::server::document::Document;
use crate::server::message::Failure;
use crate::server::session::Session;
use crate::{ColourKind, FoldKind, OutlineNode, colours, folds, hints, outline};

/// The kinds of words in the protocol.
pub(super) const TOKEN_TYPES: [&str; 13] = [
    "keyword",
    "number",
    "string",
    "comment",
    "function",
    "variable",
    "property",
    "parameter",
    "type",
    "class",
    "event",
    "enumMember",
    "macro",
];

/// What else can be said of words.
pub(super) const TOKEN_MODIFIERS: [&str; 3] = ["declaration", "readonly", "documentation"];

/// What a text declares.
pub(super) fn symbols(session: &mut Session<'_>, params: &Json) -> Result<Json, Failure> {
    let is_tree = session.client.tree;
    let document = document(session, params)?;
    let nodes = outline(&document.analysis());
    if is_tree {
        return Ok(nodes.iter().map(|node| branch(document, node)).collect());
    }
    let uri = uri(params)?;
    let mut all = Vec::new();
    for node in &nodes {
        all.push(leaf(document, uri, node, None));
        all.extend(node.children.iter().map(|child| leaf(document, uri, child, Some(&node.name))));
    }
    Ok(Json::Array(all))
}

fn branch(document: &Document, node: &OutlineNode) -> Json {
    let children: Vec<Json> = node.children.iter().map(|child| branch(document, child)).collect();
    json!({
        "name": node.name,
        "detail": node.detail,
        "kind": symbol_kind(node.kind),
        "range": document.range(node.item.to(node.at)),
        "selectionRange": document.range(node.at),
        "children": children,
    })
}

fn leaf(document: &Document, uri: &str, node: &OutlineNode, container: Option<&str>) -> Json {
    let mut symbol = json!({
        "name": node.name,
        "kind": symbol_kind(node.kind),
        "location": { "uri": uri, "range": document.range(node.item.to(node.at)) },
    });
    if let Some(container) = container {
        symbol["containerName"] = json!(container);
    }
    symbol
}

/// The number of a kind in the protocol.
fn symbol_kind(kind: DeclarationKind) -> u8 {
    match kind {
        DeclarationKind::Model => 2,
        DeclarationKind::Process | DeclarationKind::ProcessArray | DeclarationKind::Population => 5,
        DeclarationKind::Property | DeclarationKind::Predicate => 17,
        DeclarationKind::Type => 10,
        DeclarationKind::Definition => 12,
        DeclarationKind::Variable | DeclarationKind::Index => 13,
        DeclarationKind::BoundName | DeclarationKind::Argument => 13,
        DeclarationKind::Constant | DeclarationKind::Parameter => 14,
        DeclarationKind::Location | DeclarationKind::Member => 22,
        DeclarationKind::Event | DeclarationKind::Rendezvous | DeclarationKind::Broadcast => 24,
        DeclarationKind::Label => 20,
        DeclarationKind::Field => 8,
    }
}

/// What can be hidden.
pub(super) fn folding(session: &mut Session<'_>, params: &Json) -> Result<Json, Failure> {
    let analysis = document(session, params)?.analysis();
    let shown = folds(&analysis).into_iter().map(|fold| {
        let kind = if fold.kind == FoldKind::Comment { "comment" } else { "region" };
        json!({ "startLine": fold.first, "endLine": fold.last, "kind": kind })
    });
    Ok(shown.collect())
}

/// What each word is: for each five numbers, relative to the one before.
pub(super) fn tokens(session: &mut Session<'_>, params: &Json) -> Result<Json, Failure> {
    let document = document(session, params)?;
    let analysis = document.analysis();
    let mut data: Vec<usize> = Vec::new();
    let (mut last_line, mut last_column) = (0, 0);
    for colour in colours(&analysis) {
        let (kind, modifiers) = token(colour.kind, colour.declares);
        // A token stays on its line, so a comment of several lines is several.
        let mut start = colour.span.start as usize;
        for part in analysis.slice(colour.span).split_inclusive('\n') {
            let shown = part.trim_end_matches(['\n', '\r']);
            let (line, column) = document.line_and_column(start);
            let (_, end) = document.line_and_column(start + shown.len());
            let (down, right) = match line - last_line {
                0 => (0, column - last_column),
                down => (down, column),
            };
            if end > column {
                data.extend([down, right, end - column, kind, modifiers]);
                (last_line, last_column) = (line, column);
            }
            start += part.len();
        }
    }
    Ok(json!({ "data": data }))
}

/// The number of a kind of word, and what else is said of it, as bits.
fn token(kind: ColourKind, declares: bool) -> (usize, usize) {
    const READ_ONLY: usize = 2;
    const DOCUMENTATION: usize = 4;
    let (name, modifiers) = match kind {
        ColourKind::Keyword => ("keyword", 0),
        ColourKind::Number => ("number", 0),
        ColourKind::Text => ("string", 0),
        ColourKind::Comment => ("comment", 0),
        ColourKind::DocComment => ("comment", DOCUMENTATION),
        ColourKind::Function => ("function", 0),
        ColourKind::Name { kind, local } => match kind {
            DeclarationKind::Constant | DeclarationKind::Parameter => ("variable", READ_ONLY),
            DeclarationKind::Variable if local => ("property", 0),
            DeclarationKind::Field => ("property", 0),
            DeclarationKind::Variable => ("variable", 0),
            DeclarationKind::Definition => ("macro", 0),
            DeclarationKind::Property | DeclarationKind::Predicate => ("function", 0),
            DeclarationKind::Index | DeclarationKind::BoundName | DeclarationKind::Argument => {
                ("parameter", READ_ONLY)
            }
            DeclarationKind::Type => ("type", 0),
            DeclarationKind::Process | DeclarationKind::ProcessArray | DeclarationKind::Population => {
                ("class", 0)
            }
            DeclarationKind::Model => ("class", 0),
            DeclarationKind::Event | DeclarationKind::Rendezvous | DeclarationKind::Broadcast => ("event", 0),
            DeclarationKind::Label => ("event", 0),
            DeclarationKind::Location | DeclarationKind::Member => ("enumMember", READ_ONLY),
        },
    };
    let number = TOKEN_TYPES.iter().position(|known| *known == name).unwrap_or(0);
    (number, modifiers | usize::from(declares))
}

/// Remarks inside lines.
pub(super) fn inlay_hints(session: &mut Session<'_>, params: &Json) -> Result<Json, Failure> {
    let document = document(session, params)?;
    let wanted = params.get("range").and_then(|range| document.span(range));
    let analysis = document.analysis();
    let shown = hints(&analysis).into_iter().filter(|hint| {
        wanted.is_none_or(|wanted| wanted.range().start <= hint.at && hint.at <= wanted.range().end)
    });
    let shown = shown.map(|hint| {
        json!({
            "position": document.position(hint.at),
            "label": hint.text,
            "tooltip": hint.explanation,
            "paddingLeft": true,
        })
    });
    Ok(shown.collect())
}
