//! The models of the project.

use std::path::{Path, PathBuf};

/// All models of the project, with their paths.
pub fn models() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut paths = Vec::new();
    collect(&root.join("examples"), &mut paths);
    collect(&root.join("tests/models"), &mut paths);
    assert!(paths.len() > 100, "the examples are found");
    paths.sort();
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).expect("a model can be read");
        (path.strip_prefix(&root).unwrap_or(&path).display().to_string(), text)
    };
    paths.into_iter().map(read).collect()
}

fn collect(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder can be listed").flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "fathom") {
            found.push(path);
        }
    }
}
