//! What the editor asks about a text: the services of `language_server`, with places as the page counts them.

use crate::failure::Failure;
use crate::findings::{edit_json, findings_json};
use crate::positions::Positions;
use diagnostics::Code;
use language::ast::{ItemKind, PropertyKind};
use language::names::{Declaration, DeclarationKind};
use language_server as services;
use language_server::{Analysis, Colour, ColourKind, CompletionKind, Edit, FoldKind, OutlineNode, Place};
use serde_json::{Value as Json, json};
use system::ConstantValue;

/// The answer to a question about a text; nothing if there is no such question.
///
/// # Errors
/// If the question is not as it must be, or has no answer for this text.
pub fn answer(question: &str, analysis: &Analysis, body: &Json) -> Option<Result<Json, Failure>> {
    let positions = Positions::of(analysis.source());
    let asked = Asked { analysis, positions, body };
    Some(match question {
        "analyse" => Ok(asked.analyse()),
        "complete" => asked.at().map(|at| asked.complete(at)),
        "hover" => asked.at().map(|at| asked.hover(at)),
        "signature" => asked.at().map(|at| asked.signature(at)),
        "definition" => asked.at().map(|at| asked.places(&services::definition(analysis, at))),
        "references" => asked.at().map(|at| asked.places(&services::references(analysis, at, true))),
        "rename" => asked.at().and_then(|at| asked.rename(at)),
        "format" => asked.format(),
        _ => return None,
    })
}

/// The page about a code.
///
/// # Errors
/// If there is no such code.
pub fn explain(body: &Json) -> Result<Json, Failure> {
    let code = body["code"].as_str().unwrap_or_default();
    let found = Code::parse(code).ok_or_else(|| Failure::bad_request(format!("there is no code {code}")))?;
    Ok(json!({ "code": found.as_str(), "markdown": found.page() }))
}

/// A question about a text.
struct Asked<'a> {
    analysis: &'a Analysis,
    positions: Positions<'a>,
    body: &'a Json,
}

impl Asked<'_> {
    /// The place that the question is about, as an offset in bytes.
    fn at(&self) -> Result<usize, Failure> {
        let unit = self.body["at"].as_u64().and_then(|at| usize::try_from(at).ok());
        unit.map(|unit| self.positions.byte(unit)).ok_or_else(|| Failure::bad_request("`at` is missing"))
    }

    fn analyse(&self) -> Json {
        let (analysis, at) = (self.analysis, &self.positions);
        let hints = services::hints(analysis).into_iter();
        let folds = services::folds(analysis).into_iter().map(|fold| {
            // From the end of the first line to the beginning of the last one.
            let from = at.unit(at.line_start(fold.first + 2).saturating_sub(1));
            let kind = if fold.kind == FoldKind::Comment { "comment" } else { "block" };
            json!({ "from": from, "to": at.unit(at.line_start(fold.last + 2).saturating_sub(1)), "kind": kind })
        });
        let declarations = analysis.names().declarations.iter();
        let named = |kind: fn(&Declaration) -> bool| declarations.clone().filter(move |one| kind(one));
        let constants = named(|one| one.kind == DeclarationKind::Constant);
        let processes = named(|one| {
            matches!(
                one.kind,
                DeclarationKind::Process | DeclarationKind::ProcessArray | DeclarationKind::Population
            )
        });
        json!({
            "diagnostics": findings_json(&services::findings(analysis), at),
            "colours": services::colours(analysis).iter().map(|colour| self.colour(colour)).collect::<Json>(),
            "properties": self.properties(),
            "outline": services::outline(analysis).iter().map(|node| self.outline(node)).collect::<Json>(),
            "hints": hints.map(|hint| json!({ "at": at.unit(hint.at), "text": hint.text, "title": hint.explanation })).collect::<Json>(),
            "folds": folds.collect::<Json>(),
            "constants": constants.map(|one| json!({ "name": one.name, "value": one.value.map(constant) })).collect::<Json>(),
            "processes": processes.map(|one| one.name.as_str()).collect::<Json>(),
        })
    }

    fn colour(&self, colour: &Colour) -> Json {
        let range = colour.span.range();
        let word = match colour.kind {
            ColourKind::Keyword => "keyword",
            ColourKind::Number => "number",
            ColourKind::Text => "text",
            ColourKind::Comment => "comment",
            ColourKind::DocComment => "doc",
            ColourKind::Function => "function",
            ColourKind::Name { kind: DeclarationKind::Variable, local: true } => "local",
            ColourKind::Name { kind, .. } => kind_word(kind),
        };
        let mut json = json!([self.positions.unit(range.start), self.positions.unit(range.end), word]);
        if let (true, Some(list)) = (colour.declares, json.as_array_mut()) {
            list.push(json!(1));
        }
        json
    }

    fn properties(&self) -> Json {
        let items = self.analysis.inspection().model.items.iter();
        let kinds = items.filter_map(|item| match &item.kind {
            ItemKind::Property(property) => Some(property.kind),
            _ => None,
        });
        let all = services::lenses(self.analysis).into_iter().zip(kinds);
        let one = |(lens, kind): (services::Lens, PropertyKind)| {
            let mut json = self.positions.part(lens.at);
            let item = lens.item.range();
            json["name"] = json!(lens.property);
            json["kind"] = json!(property_word(kind));
            json["item"] = json!([self.positions.unit(item.start), self.positions.unit(item.end)]);
            json["expected"] = json!(lens.expected);
            json
        };
        all.map(one).collect()
    }

    fn outline(&self, node: &OutlineNode) -> Json {
        let mut json = self.positions.part(node.at);
        let item = node.item.range();
        json["name"] = json!(node.name);
        json["kind"] = json!(kind_word(node.kind));
        json["detail"] = json!(node.detail);
        json["item"] = json!([self.positions.unit(item.start), self.positions.unit(item.end)]);
        json["children"] = node.children.iter().map(|child| self.outline(child)).collect();
        json
    }

    fn complete(&self, at: usize) -> Json {
        let all = services::complete(self.analysis, at);
        let here = self.positions.unit(at);
        let (from, to) = all.first().map_or((here, here), |first| {
            let range = first.replaces.range();
            (self.positions.unit(range.start), self.positions.unit(range.end))
        });
        let items = all.iter().map(|one| {
            let kind = match one.kind {
                CompletionKind::Name(kind) => kind_word(kind),
                CompletionKind::Keyword => "keyword",
                CompletionKind::Function => "function",
                CompletionKind::Form => "form",
            };
            json!({
                "label": one.label,
                "kind": kind,
                "detail": one.detail,
                "doc": one.documentation,
                "insert": one.snippet.as_ref().unwrap_or(&one.insert),
                "snippet": one.snippet.is_some(),
                "rank": one.rank,
            })
        });
        json!({ "from": from, "to": to, "items": items.collect::<Json>() })
    }

    fn hover(&self, at: usize) -> Json {
        let Some(hover) = services::hover(self.analysis, at) else { return Json::Null };
        let mut json = self.positions.part(hover.span);
        json["markdown"] = json!(hover.markdown);
        json
    }

    fn signature(&self, at: usize) -> Json {
        let Some(found) = services::signature(self.analysis, at) else { return Json::Null };
        let (label, doc) = (found.label, found.documentation);
        json!({ "label": label, "parameters": found.parameters, "active": found.active, "doc": doc })
    }

    fn places(&self, places: &[Place]) -> Json {
        let one = |place: &Place| {
            let mut json = match &place.file {
                // The text of another file is not at hand; its places are in bytes.
                Some(_) => json!({ "from": place.span.start, "to": place.span.end }),
                None => self.positions.part(place.span),
            };
            json["file"] = json!(place.file);
            json
        };
        json!({ "places": places.iter().map(one).collect::<Json>() })
    }

    fn rename(&self, at: usize) -> Result<Json, Failure> {
        let name = self.body["name"].as_str().ok_or_else(|| Failure::bad_request("`name` is missing"))?;
        let edits = services::rename(self.analysis, at, name).map_err(Failure::refused)?;
        Ok(self.edits(&edits))
    }

    fn format(&self) -> Result<Json, Failure> {
        let edits = services::format_edits(self.analysis).map_err(|found| {
            let found = findings_json(&found, &self.positions);
            Failure::refused("the text cannot be read as a model").with(json!({ "findings": found }))
        })?;
        Ok(self.edits(&edits))
    }

    fn edits(&self, edits: &[Edit]) -> Json {
        let one = |edit: &Edit| edit_json(edit.span, &edit.text, &self.positions);
        json!({ "edits": edits.iter().map(one).collect::<Json>() })
    }
}

fn property_word(kind: PropertyKind) -> &'static str {
    match kind {
        PropertyKind::Invariant => "invariant",
        PropertyKind::Reachable => "reachable",
        PropertyKind::Ctl => "ctl",
        PropertyKind::Ltl => "ltl",
        PropertyKind::Bound => "bound",
    }
}

fn kind_word(kind: DeclarationKind) -> &'static str {
    match kind {
        DeclarationKind::Model => "model",
        DeclarationKind::Constant => "constant",
        DeclarationKind::Parameter => "param",
        DeclarationKind::Type => "type",
        DeclarationKind::Variable => "variable",
        DeclarationKind::Definition => "definition",
        DeclarationKind::Process | DeclarationKind::ProcessArray | DeclarationKind::Population => "process",
        DeclarationKind::Event => "event",
        DeclarationKind::Rendezvous | DeclarationKind::Broadcast => "channel",
        DeclarationKind::Location => "location",
        DeclarationKind::Label => "label",
        DeclarationKind::Member => "member",
        DeclarationKind::Field => "field",
        DeclarationKind::Property => "property",
        DeclarationKind::Predicate => "predicate",
        DeclarationKind::Index => "index",
        DeclarationKind::BoundName => "bound",
        DeclarationKind::Argument => "argument",
    }
}

/// A constant's value; an integer that not every reader of JSON keeps exactly is a text.
fn constant(value: ConstantValue) -> Json {
    match value {
        ConstantValue::Bool(value) => json!(value),
        ConstantValue::Int(value) if value.unsigned_abs() < 1 << 53 => json!(value as i64),
        ConstantValue::Int(value) => json!(value.to_string()),
    }
}
