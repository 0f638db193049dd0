//! The text of the model that a net and its formulas are.

use crate::source::{Position, Problem, Refusal, read_source};
use interchange::{Property, read_formulas, read_net, write_model};
use std::path::{Path, PathBuf};

/// Whether a file is to be read as a net: by the end of its name, or since it is XML, which no model is.
pub fn is_net(path: &Path, source: &str) -> bool {
    let is_named = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("pnml"));
    is_named || source.trim_start_matches('\u{feff}').trim_start().starts_with('<')
}

/// The text of the model, in its usual shape.
pub fn converted(path: &Path, source: &str, formulas: &[PathBuf]) -> Result<String, Refusal> {
    let file = path.display().to_string();
    let net = read_net(source).map_err(|problem| wrong(&file, problem))?;
    let mut properties: Vec<Property> = Vec::new();
    // How many properties there are up to the end of each file.
    let mut ends: Vec<usize> = Vec::new();
    for path in formulas {
        let text = read_source(path)?;
        let more = read_formulas(&text).map_err(|problem| wrong(&path.display().to_string(), problem))?;
        properties.extend(more);
        ends.push(properties.len());
    }
    let text = write_model(&net, &properties).map_err(|unfit| {
        let from = ends.iter().position(|end| unfit.property < *end);
        let from = from.map_or(file.clone(), |at| formulas[at].display().to_string());
        wrong(&from, unfit.problem)
    })?;
    language::format(&text).map_err(|diagnostics| Refusal {
        file: Some(format!("{file}, as a model")),
        source: text,
        diagnostics,
        problems: Vec::new(),
    })
}

fn wrong(file: &str, problem: interchange::Problem) -> Refusal {
    let position =
        problem.position.map(|(line, column)| Position { line: line as usize, column: column as usize });
    let problem = Problem { message: problem.message, help: None, position };
    Refusal { file: Some(file.to_string()), problems: vec![problem], ..Refusal::default() }
}
