//! The JSON document of `fathom check`; described in `docs/json.md`.

use super::certificate::{add_certificate_statistics, json_certificate};
use super::every_note::json_every_notes;
use super::fairness::json_fairness;
use super::hint::json_hints;
use super::json_trace::{json_integer, json_trace};
use super::place::Places;
use super::reason::reason_lines;
use super::vacuity::{json_vacuity, unasked_dead_ends};
use crate::args::{CheckArgs, TraceStyle};
use crate::outcome::{Checked, Ended, OpenConstant, Outcome};
use crate::refusal::{Problem, Refusal};
use crate::source::Model;
use diagnostics::{Diagnostic, LineIndex, Source};
use serde_json::{Map, Value as Json, json};
use system::{BoundValue, ConstantValue, Expectation, System, Verdict};

/// The version of the documents' form.
pub const SCHEMA: u32 = 1;

/// The text of the documents: a document, or an array if there were several files.
pub fn printed(mut documents: Vec<Json>, several: bool) -> String {
    let whole = match (several, documents.len()) {
        (false, 1) => documents.remove(0),
        _ => Json::Array(documents),
    };
    format!("{whole:#}\n")
}

/// The document for a model.
pub fn document(ended: &Ended, arguments: &CheckArgs, peak: Option<u64>) -> Json {
    match ended {
        Ended::Checked(outcome) => outcome_document(outcome, arguments, peak),
        Ended::Refused(refusal) => refusal_document(refusal),
        Ended::Broken { file, message } => {
            let mut document = head(Some(file));
            document.insert("errors".into(), json!([{ "message": format!("internal error: {message}") }]));
            Json::Object(document)
        }
    }
}

/// The document that says why nothing was checked.
pub fn refusal_document(refusal: &Refusal) -> Json {
    let mut document = head(refusal.file.as_deref());
    let lines = LineIndex::new(&refusal.source);
    let finding = |diagnostic: &Diagnostic| json_finding(diagnostic, &lines, &refusal.source);
    let errors = refusal.diagnostics.iter().filter(|diagnostic| diagnostic.is_error()).map(finding);
    let errors: Vec<Json> = errors.chain(refusal.problems.iter().map(json_problem)).collect();
    document.insert("errors".into(), Json::Array(errors));
    Json::Object(document)
}

fn head(file: Option<&str>) -> Map<String, Json> {
    let mut document = Map::new();
    document.insert("schema".into(), json!(SCHEMA));
    document.insert("fathom".into(), json!(env!("CARGO_PKG_VERSION")));
    if let Some(file) = file {
        document.insert("file".into(), json!(file));
    }
    document
}

/// The beginning of a document about a model: its name, its constants, and the sizes that the user fixed.
pub fn model_head(model: &Model, sizes: &[(String, i128)]) -> Map<String, Json> {
    let system = &model.system;
    let mut document = head(Some(&model.file));
    document.insert("model".into(), json!(system.name));
    document.insert("constants".into(), json_constants(system));
    if !sizes.is_empty() {
        let sizes = sizes.iter().map(|(name, size)| (name.clone(), json_integer(*size)));
        document.insert("sizes".into(), Json::Object(sizes.collect()));
    }
    document
}

/// The beginning of the document about an outcome: a constant that stays open has no value, but a least one.
fn outcome_head(outcome: &Outcome) -> Map<String, Json> {
    let mut document = model_head(&outcome.model, &outcome.sizes);
    if let Some(open) = &outcome.every {
        if let Some(Json::Object(constants)) = document.get_mut("constants") {
            constants.remove(&open.name);
        }
        document.insert("for_every".into(), json_size(open, open.least));
    }
    document
}

/// An open constant with a value of it.
pub fn json_size(open: &OpenConstant, size: i128) -> Json {
    Json::Object([(open.name.clone(), json_integer(size))].into_iter().collect())
}

/// The constants with their values.
pub fn json_constants(system: &System) -> Json {
    let constants = system.constants.iter().map(|constant| {
        let value = match constant.value {
            ConstantValue::Int(value) => json_integer(value),
            ConstantValue::Bool(value) => json!(value),
        };
        (constant.name.clone(), value)
    });
    Json::Object(constants.collect())
}

fn json_finding(diagnostic: &Diagnostic, lines: &LineIndex, source: &Source) -> Json {
    let at = lines.position(source, diagnostic.at.start);
    let end = lines.position(source, diagnostic.at.end);
    let mut finding = json!({
        "code": diagnostic.code.as_str(),
        "message": diagnostic.message,
        "line": at.line,
        "column": at.column,
        "end_line": end.line,
        "end_column": end.column,
    });
    if let Some(file) = source.name(source.file_at(diagnostic.at.start)) {
        finding["file"] = json!(file);
    }
    if let Some(help) = &diagnostic.help {
        finding["help"] = json!(help);
    }
    finding
}

fn json_problem(problem: &Problem) -> Json {
    let mut json = json!({ "message": problem.message });
    if let Some(at) = problem.position {
        json["line"] = json!(at.line);
        json["column"] = json!(at.column);
    }
    if let Some(help) = &problem.help {
        json["help"] = json!(help);
    }
    json
}

fn outcome_document(outcome: &Outcome, arguments: &CheckArgs, peak: Option<u64>) -> Json {
    let mut document = outcome_head(outcome);
    let properties = outcome.results.iter().map(|result| property_json(outcome, result, arguments, peak));
    document.insert("properties".into(), Json::Array(properties.collect()));
    if let Some(vacuity) = json_vacuity(outcome) {
        document.insert("vacuity".into(), vacuity);
    }
    if let Some(dead_ends) = unasked_dead_ends(outcome) {
        document.insert("dead_ends".into(), json!({ "states": dead_ends.count }));
    }
    if let Some(hints) = json_hints(outcome) {
        document.insert("misleading_hints".into(), hints);
    }
    if let Some(notes) = json_every_notes(outcome) {
        document.insert("every_size".into(), notes);
    }
    let lines = LineIndex::new(&outcome.model.system.source);
    let warnings = outcome.model.warnings.iter();
    let warnings: Vec<Json> =
        warnings.map(|warning| json_finding(warning, &lines, &outcome.model.system.source)).collect();
    if !warnings.is_empty() {
        document.insert("diagnostics".into(), Json::Array(warnings));
    }
    Json::Object(document)
}

/// The line for one verdict.
pub fn line(outcome: &Outcome, result: &Checked, arguments: &CheckArgs, peak: Option<u64>) -> Json {
    let mut line = outcome_head(outcome);
    if let Json::Object(about) = property_json(outcome, result, arguments, peak) {
        line.extend(about);
    }
    Json::Object(line)
}

/// What is known of a property, as a member of `properties`.
pub fn property_json(outcome: &Outcome, result: &Checked, arguments: &CheckArgs, peak: Option<u64>) -> Json {
    let property = outcome.property(result);
    let answer = &result.answer;
    let verdict = match answer.verdict() {
        Verdict::Holds => "holds",
        Verdict::Violated => "violated",
        Verdict::Unknown(_) => "unknown",
    };
    let mut json = json!({ "name": property.name, "kind": property.question.kind(), "verdict": verdict });
    let model = outcome.model_of(result);
    let places = Places::new(&model.file, &model.system.source);
    if property.span.end > 0 {
        json["line"] = json!(places.line(property.span));
    }
    if let Some(expected) = property.expect {
        json["expected"] = json!(expected_word(expected));
    }
    if let Some(at) = &result.at {
        json["constants"] = json_constants(&at.system);
    }
    if let (Some(open), Some(cleared)) = (&outcome.every, result.cleared) {
        json["checked_up_to"] = json_size(open, cleared);
    }
    if !answer.engine.is_empty() {
        json["engine"] = json!(answer.engine);
        json["strategy"] = json!(answer.strategy);
    }
    json["seconds"] = json!((result.seconds * 1e6).round() / 1e6);
    json["stats"] = json_statistics(result, peak);
    if let Some(evidence) = answer.evidence() {
        json["evidence"] = json!(evidence.name());
    }
    if let Some(certified) = &result.certified {
        json["certificate"] = json_certificate(certified);
    }
    if let Verdict::Unknown(reason) = answer.verdict() {
        json["reason"] = json!(reason);
    } else if let Some(reason) = &answer.reason {
        json["reason"] = json!(reason);
    }
    add_value(&mut json, answer.value());
    if arguments.trace != TraceStyle::None {
        if !result.further.is_empty() {
            let further = result.further.iter().map(|trace| json_trace(&model.system, trace));
            json["further"] = further.collect();
        }
        for (key, trace) in [("trace", answer.trace()), ("witness", answer.witness())] {
            if let Some(trace) = trace {
                json[key] = json_trace(&model.system, trace);
                let why = reason_lines(&model.system, &places, property, answer.verdict(), trace);
                if !why.is_empty() {
                    json["why"] = json!(why);
                }
                if let Some(fairness) = json_fairness(&model.system, trace) {
                    json["fairness"] = fairness;
                }
            }
        }
    }
    json
}

/// The verdict that a model expects, as it writes it.
pub fn expected_word(expected: Expectation) -> &'static str {
    match expected {
        Expectation::Holds => "holds",
        Expectation::Violated => "violated",
        Expectation::Unknown => "unknown",
    }
}

fn json_statistics(result: &Checked, peak: Option<u64>) -> Json {
    let mut statistics = Map::new();
    for (name, count) in &result.answer.statistics {
        let word = count.word().and_then(|word| i128::try_from(word).ok());
        let count = word.map_or_else(|| json!(count.to_string()), json_integer);
        statistics.insert(name.to_string(), count);
    }
    if let Some(peak) = peak {
        statistics.insert("peak_mib".into(), json!(peak.div_ceil(1 << 20)));
    }
    if let Some(certified) = &result.certified {
        add_certificate_statistics(&mut statistics, certified);
    }
    Json::Object(statistics)
}

fn add_value(json: &mut Json, value: Option<BoundValue>) {
    match value {
        None => {}
        Some(BoundValue::Exact(value)) => json["value"] = json_integer(value),
        Some(BoundValue::Unbounded) => json["value"] = json!("unbounded"),
        Some(BoundValue::Between { at_least, at_most }) => {
            if let Some(value) = at_least {
                json["at_least"] = json_integer(value);
            }
            if let Some(value) = at_most {
                json["at_most"] = json_integer(value);
            }
        }
    }
}
