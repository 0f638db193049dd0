//! The text of the model that a net and its formulas are.

use super::{formatted, wrong};
use crate::file::read_source;
use crate::refusal::Refusal;
use interchange::{Property, read_formulas, read_net, write_model};
use std::path::{Path, PathBuf};

/// A net with formulas about it as a model.
pub fn net(path: &Path, source: &str, formulas: &[PathBuf]) -> Result<String, Refusal> {
    let file = path.display().to_string();
    let net = read_net(source).map_err(|problem| wrong(&file, vec![problem]))?;
    let mut properties: Vec<Property> = Vec::new();
    // How many properties there are up to the end of each file.
    let mut ends: Vec<usize> = Vec::new();
    for path in formulas {
        let text = read_source(path)?;
        let more =
            read_formulas(&text).map_err(|problem| wrong(&path.display().to_string(), vec![problem]))?;
        properties.extend(more);
        ends.push(properties.len());
    }
    let text = write_model(&net, &properties).map_err(|unfit| {
        let from = ends.iter().position(|end| unfit.property < *end);
        let from = from.map_or(file.clone(), |at| formulas[at].display().to_string());
        wrong(&from, vec![unfit.problem])
    })?;
    formatted(&file, text)
}
