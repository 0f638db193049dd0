//! What `fathom invariants` prints.

use crate::Console;
use crate::args::InvariantsArgs;
use crate::console::{FAINT, STRONG};
use crate::report::{json_integer, model_head};
use crate::source::Model;
use invariants::{Described, Generation, Index, describe};
use serde_json::{Value as Json, json};

/// Formulas longer than this do not move the column of rules to the right.
const WIDEST: usize = 60;

/// The invariants at their locations; what is true everywhere comes last.
pub fn text(model: &Model, generation: &Generation, console: &Console) -> String {
    let all = describe(&model.system, &generation.invariants);
    if all.is_empty() {
        return "nothing was found that is always true and that the types do not say\n".into();
    }
    let mut places: Vec<&[String]> = Vec::new();
    for one in all.iter().filter(|one| !one.at.is_empty()) {
        if !places.contains(&&one.at[..]) {
            places.push(&one.at);
        }
    }
    places.push(&[]);
    let widths = all.iter().map(|one| one.formula.chars().count()).filter(|width| *width <= WIDEST);
    let width = widths.max().unwrap_or(0);
    let mut text = String::new();
    for place in places {
        let here: Vec<&Described> = all.iter().filter(|one| one.at == place).collect();
        if here.is_empty() {
            continue;
        }
        let heading = if place.is_empty() { "everywhere".to_owned() } else { place.join(", ") };
        text.push_str(&format!("{}\n", console.paint(STRONG, &heading)));
        for one in here {
            let padding = " ".repeat(width.saturating_sub(one.formula.chars().count()));
            let why = match every(&one.indices) {
                Some(every) => format!("({}, for every {every})", one.rule),
                None => format!("({})", one.rule),
            };
            text.push_str(&format!("  {}{padding}  {}\n", one.formula, console.paint(FAINT, &why)));
        }
    }
    text
}

/// `i`, `i != j`: indices of one array are different.
fn every(indices: &[Index]) -> Option<String> {
    let mut groups: Vec<(&str, Vec<&str>)> = Vec::new();
    for index in indices {
        match groups.iter_mut().find(|(process, _)| *process == index.process) {
            Some((_, names)) => names.push(&index.name),
            None => groups.push((&index.process, vec![&index.name])),
        }
    }
    let words: Vec<String> = groups.iter().map(|(_, names)| names.join(" != ")).collect();
    (!words.is_empty()).then(|| words.join(", "))
}

/// The document for programs.
pub fn json(model: &Model, arguments: &InvariantsArgs, generation: &Generation) -> Json {
    let sizes: Vec<(String, i128)> =
        arguments.model.size.iter().map(|size| (size.name.clone(), size.size)).collect();
    let mut document = model_head(model, &sizes);
    let all = describe(&model.system, &generation.invariants);
    let each = all.iter().map(|one| {
        let mut json = json!({ "at": one.at, "formula": one.formula, "rule": one.rule.name() });
        if !one.indices.is_empty() {
            let indices = one.indices.iter().map(|index| {
                let (first, last) = (json_integer(index.first), json_integer(index.last));
                json!({ "name": index.name, "process": index.process, "first": first, "last": last })
            });
            json["for_every"] = indices.collect();
        }
        json
    });
    document.insert("invariants".into(), each.collect());
    if let Some(reason) = &generation.unfinished {
        document.insert("unfinished".into(), json!(reason));
    }
    Json::Object(document)
}
