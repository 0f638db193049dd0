//! Where inputs in other people's formats are. The tests of several crates include this file.
//!
//! The project's own inputs are below `tests/corpora`, always. Those that others wrote are not part of the project: they are in
//! the folder that `FATHOM_CORPORA` names, or in `../shared/corpora` beside the project, if somebody put them there.

use std::io::Write;
use std::path::{Path, PathBuf};

/// The project's own inputs of one kind.
#[allow(dead_code, reason = "each test that includes this file uses a part of it")]
pub fn own(kind: &str) -> PathBuf {
    let folder = project().join("tests/corpora").join(kind);
    assert!(folder.is_dir(), "{} belongs to the project", folder.display());
    folder
}

/// The inputs of one kind that others wrote, if they are there.
///
/// Where they are not, a line says so that the capture of tests does not swallow, unlike what `eprintln!` writes.
///
/// # Panics
/// If `FATHOM_CORPORA` names a folder that does not have them: who names one wants it to be tested.
#[allow(dead_code, reason = "each test that includes this file uses a part of it")]
pub fn foreign(kind: &str) -> Option<PathBuf> {
    let named = std::env::var_os("FATHOM_CORPORA").map(PathBuf::from);
    let folder = named.clone().unwrap_or_else(|| project().join("../shared/corpora")).join(kind);
    if folder.is_dir() {
        return Some(folder.canonicalize().expect("a folder has a path"));
    }
    assert!(named.is_none(), "FATHOM_CORPORA is set, but there is no folder {}", folder.display());
    let thread = std::thread::current();
    let line = format!(
        "\nSKIPPED {}: other people's inputs are absent; only those of tests/corpora/{kind} are tested. Name their folder \
         with FATHOM_CORPORA.\n",
        thread.name().unwrap_or("a test"),
    );
    std::io::stderr().write_all(line.as_bytes()).expect("standard error can be written");
    None
}

/// The root of the project: the nearest folder above the crate that has `tests/corpora`.
fn project() -> &'static Path {
    let above = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    above
        .into_iter()
        .find(|folder| folder.join("tests/corpora").is_dir())
        .expect("the crate is in the project")
}
