//! Models from files and texts, with the options that a comment at their head asks for.

use diagnostics::Diagnostic;
use language::{Loaded, Overrides};
use std::path::{Path, PathBuf};
use system::System;

/// The root of the project.
///
/// # Panics
/// If this crate is not where it belongs.
pub fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().expect("the crate stands in the root of the project").to_path_buf()
}

/// All files below a folder of the project whose names end like this, in order.
///
/// # Panics
/// If a folder cannot be read.
pub fn files_below(folder: &str, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        if !folder.exists() {
            continue;
        }
        let entries = std::fs::read_dir(&folder).expect("a folder of the project can be read");
        for entry in entries {
            let path = entry.expect("an entry of a folder can be read").path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if path.is_dir() && name != "target" && name != "node_modules" && !name.starts_with('.') {
                folders.push(path);
            } else if path.is_file() && name.ends_with(ending) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// The text of a file.
///
/// # Panics
/// If it cannot be read as text.
pub fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Loads a model with the options of its head: `// with --size Cache=3 --set N=2`.
pub fn load(text: &str) -> Loaded {
    language::load(text, &options(text))
}

/// The system of a model, if the model is right.
pub fn system_of(text: &str) -> Option<System> {
    let loaded = load(text);
    let is_right = loaded.problems.is_empty() && !loaded.diagnostics.iter().any(Diagnostic::is_error);
    loaded.system.filter(|_| is_right)
}

/// The system of a model that must be right.
///
/// # Panics
/// If the model has errors; they are shown.
pub fn load_right(text: &str) -> System {
    let loaded = load(text);
    let errors: Vec<Diagnostic> = loaded.diagnostics.into_iter().filter(Diagnostic::is_error).collect();
    assert!(errors.is_empty(), "{text}\n{}", diagnostics::render(&errors, text, "model", false));
    assert!(loaded.problems.is_empty(), "{text}\n{:?}", loaded.problems);
    loaded.system.expect("a model without errors has a system")
}

/// The options in the comments that begin with `// with`.
///
/// # Panics
/// If an option has no number.
pub fn options(text: &str) -> Overrides {
    let mut overrides = Overrides::default();
    for line in text.lines().filter_map(|line| line.strip_prefix("// with ")) {
        let mut words = line.split_whitespace();
        while let Some(option) = words.next() {
            let Some((name, value)) = words.next().and_then(|word| word.split_once('=')) else { continue };
            match option {
                "--size" => {
                    let size = value.parse().expect("a size is a number");
                    overrides.sizes.push((name.to_string(), size));
                }
                _ => {
                    let value = value.parse().expect("a constant is a number here");
                    overrides.constants.push((name.to_string(), system::ConstantValue::Int(value)));
                }
            }
        }
    }
    overrides
}
