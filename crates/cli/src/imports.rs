//! Files that a model imports: found from the file that names them, and only where the user allows it.

use crate::file::{shown_name, similar_model};
use crate::import::Format;
use diagnostics::{ImportObstacle, Source};
use language::{ImportedText, Loader, link};
use std::collections::{HashMap, HashSet};
use std::path::{Component, Path, PathBuf};

/// The text of a model with those of the files that it imports.
///
/// They must lie in the folder of the model's own file, or below it, or in one of the folders `allowed`; links are followed before
/// that is asked.
pub fn with_imports(path: &Path, text: String, allowed: &[PathBuf]) -> Source {
    if !text.contains("import") {
        return Source::from(text);
    }
    let mut files = Files::new(path, allowed);
    let identity = identity(&files.main);
    link(text, &identity, &mut files)
}

/// The files that models import and that say nothing that could be checked: they are read where they are imported.
pub fn only_imported(models: &[PathBuf], allowed: &[PathBuf]) -> HashSet<PathBuf> {
    let mut imported = HashSet::new();
    for model in models {
        let Ok(text) = std::fs::read_to_string(model) else { continue };
        if text.contains("import") {
            let mut files = Files::new(model, allowed);
            let main = identity(&files.main);
            link(text, &main, &mut files);
            imported.extend(files.known.into_iter().filter(|(file, _)| *file != main).map(|(file, _)| file));
        }
    }
    let is_only_imported = |model: &&PathBuf| {
        let is_imported = model.canonicalize().is_ok_and(|real| imported.contains(&identity(&real)));
        is_imported && std::fs::read_to_string(model).is_ok_and(|text| !states_properties(&text))
    };
    models.iter().filter(is_only_imported).cloned().collect()
}

fn states_properties(text: &str) -> bool {
    let (model, _) = language::parse(text);
    model.items.iter().any(|item| matches!(item.kind, language::ast::ItemKind::Property(_)))
}

/// What a file is called that is called so by nobody else.
fn identity(canonical: &Path) -> String {
    canonical.to_string_lossy().into_owned()
}

/// The files that were reached so far.
struct Files {
    /// The model's own file; for standard input, a file in the current folder.
    main: PathBuf,
    /// The folders in which files may be read.
    roots: Vec<PathBuf>,
    /// For each file, its path and its name for people.
    known: HashMap<String, (PathBuf, PathBuf)>,
}

impl Files {
    fn new(path: &Path, allowed: &[PathBuf]) -> Files {
        let main = std::path::absolute(path).and_then(|path| path.canonicalize());
        let main = main.or_else(|_| std::path::absolute(path)).unwrap_or_else(|_| path.to_owned());
        let own = main.parent().map(Path::to_owned);
        let allowed = allowed.iter().filter_map(|folder| folder.canonicalize().ok());
        let roots = own.into_iter().chain(allowed).collect();
        let known = HashMap::from([(identity(&main), (main.clone(), path.to_owned()))]);
        Files { main, roots, known }
    }

    fn is_allowed(&self, path: &Path) -> bool {
        self.roots.iter().any(|root| path.starts_with(root))
    }
}

impl Loader for Files {
    fn load(&mut self, importer: &str, written: &str) -> Result<ImportedText, ImportObstacle> {
        let refused = |message: String, help: Option<String>| Err(ImportObstacle { message, help });
        let (importer, shown) = self.known.get(importer).cloned().unwrap_or_default();
        let relative = Path::new(written);
        if written.is_empty() || relative.is_absolute() || relative.has_root() {
            let help = "write it relative to the file in which the import stands".to_owned();
            return refused(format!("`{written}` is no relative path"), Some(help));
        }
        let path = plain(&importer.with_file_name("").join(relative));
        // Asked before the file is looked for, so that nobody learns which files there are elsewhere.
        if !self.is_allowed(&path) && !path.canonicalize().is_ok_and(|real| self.is_allowed(&real)) {
            return outside(written, &path);
        }
        let real = match path.canonicalize() {
            Ok(real) if !self.is_allowed(&real) => return outside(written, &real),
            Ok(real) if real.is_dir() => {
                return refused(format!("`{written}` is a folder, not a model"), None);
            }
            Ok(real) => real,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return refused(format!("there is no file `{written}` to import"), near(&path, written));
            }
            Err(error) => return refused(format!("`{written}` cannot be imported: {error}"), None),
        };
        if Format::by_name(&real).is_some() {
            let help = format!("`fathom import {written} -o FILE` writes one that can be imported");
            return refused(format!("`{written}` is not a model in this language"), Some(help));
        }
        let text = match std::fs::read(&real).map(String::from_utf8) {
            Ok(Ok(text)) => text,
            Ok(Err(_)) => {
                return refused(
                    format!("the text of `{written}` is not UTF-8"),
                    Some("convert the file".into()),
                );
            }
            Err(error) => return refused(format!("`{written}` cannot be read: {error}"), None),
        };
        let name = plain(&shown.with_file_name("").join(relative));
        let found = ImportedText { identity: identity(&real), name: shown_name(&name), text };
        self.known.entry(found.identity.clone()).or_insert((path, name));
        Ok(found)
    }
}

/// Refuses a file outside of the folders that are allowed.
fn outside<T>(written: &str, real: &Path) -> Result<T, ImportObstacle> {
    let folder = real.parent().unwrap_or(real).display();
    Err(ImportObstacle {
        message: format!("`{written}` is outside of the model's folder"),
        help: Some(format!("move it there, or allow its folder with `--include {folder}`")),
    })
}

/// A path without `.` and, as far as it has folders to leave, without `..`.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir if matches!(plain.components().next_back(), Some(Component::Normal(_))) => {
                plain.pop();
            }
            other => plain.push(other),
        }
    }
    plain
}

/// Advice if there is a file with nearly this name beside it.
fn near(path: &Path, written: &str) -> Option<String> {
    let found = Path::new(written).with_file_name(similar_model(path)?);
    Some(format!("did you mean `{}`? paths are relative to the file in which they stand", found.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_plain() {
        assert_eq!(plain(Path::new("a/./b/../c.fathom")), Path::new("a/c.fathom"));
        assert_eq!(plain(Path::new("../a/../../b")), Path::new("../../b"));
        assert_eq!(plain(Path::new("/../b")), Path::new("/../b"));
    }
}
