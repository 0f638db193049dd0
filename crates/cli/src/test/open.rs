//! The list of properties that may still be unknown.
//!
//! Each line `- path: name, name` names a model, relative to the list's own folder, and properties of it.
//! Everything else is for people.

use crate::file::read_source;
use crate::refusal::Refusal;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// The properties that may still be unknown, by model.
#[derive(Debug, Default)]
pub struct OpenList {
    models: HashMap<PathBuf, Vec<String>>,
}

impl OpenList {
    /// Reads a list; a model that does not exist is an error, so that the list cannot grow stale.
    pub fn read(file: &Path) -> Result<Self, Refusal> {
        let text = read_source(file)?;
        let folder = file.parent().unwrap_or(Path::new(""));
        let mut list = OpenList::default();
        for (number, line) in text.lines().enumerate() {
            let Some((path, names)) = entry(line) else { continue };
            let Ok(model) = folder.join(path).canonicalize() else {
                let message = format!("line {}: there is no model '{path}'", number + 1);
                let help = "paths are relative to the folder of the list".to_string();
                return Err(Refusal::of_file(&file.display().to_string(), message, Some(help)));
            };
            list.models.entry(model).or_default().extend(names);
        }
        Ok(list)
    }

    /// Whether the property of this model may still be unknown.
    pub fn contains(&self, model: &Path, property: &str) -> bool {
        let Ok(model) = model.canonicalize() else { return false };
        self.models.get(&model).is_some_and(|names| names.iter().any(|name| name == property))
    }
}

/// The path and the names of a line of the list's form; backquotes around either do not count.
fn entry(line: &str) -> Option<(&str, Vec<String>)> {
    let (path, names) = line.trim().strip_prefix("- ")?.rsplit_once(": ")?;
    let path = path.trim().trim_matches('`');
    let names = names.split(',').map(|name| name.trim().trim_matches('`').to_string());
    path.ends_with(".fathom").then(|| (path, names.filter(|name| !name.is_empty()).collect()))
}

#[cfg(test)]
mod tests {
    use super::entry;

    #[test]
    fn only_lines_that_name_a_model_count() {
        let names = |line| entry(line).map(|(path, names)| (path.to_string(), names.join("+")));
        assert_eq!(names("- a/b.fathom: live, fair"), Some(("a/b.fathom".into(), "live+fair".into())));
        assert_eq!(names("- `a.fathom`: `live`"), Some(("a.fathom".into(), "live".into())));
        assert_eq!(names("- remember: this is prose"), None);
        assert_eq!(names("# a.fathom: live"), None);
    }
}
