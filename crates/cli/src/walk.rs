//! Finds the models below folders.

use crate::refusal::Refusal;
use std::path::{Path, PathBuf};

/// The models that these paths name: each file itself, and for a folder every `.fathom` file below it.
///
/// The models of a folder are sorted by path, hidden folders and files are left out, and none comes twice.
pub fn models_below(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Refusal> {
    let mut models = Vec::new();
    for path in paths {
        let before = models.len();
        if path.is_dir() {
            collect(path, &mut models)
                .map_err(|error| Refusal::of_file(&path.display().to_string(), error.to_string(), None))?;
            models[before..].sort();
            if models.len() == before {
                let help = "models are files whose names end in .fathom".to_string();
                let folder = path.display().to_string();
                return Err(Refusal::of_file(&folder, "there is no model below this folder", Some(help)));
            }
        } else {
            models.push(path.clone());
        }
    }
    let mut seen = std::collections::HashSet::new();
    models.retain(|model| seen.insert(model.clone()));
    Ok(models)
}

fn collect(folder: &Path, models: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        if entry.file_name().to_string_lossy().starts_with('.') {
            continue;
        }
        // A link to a folder is not followed, since it may lead in circles; a link to a file is a file.
        if entry.file_type()?.is_dir() {
            collect(&path, models)?;
        } else if path.extension().is_some_and(|ending| ending == "fathom") && path.is_file() {
            models.push(path);
        }
    }
    Ok(())
}
