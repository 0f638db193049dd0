//! The text of the model that a counter system or a thread transition system is.

use super::{Companions, formatted, stem, wrong};
use crate::file::read_source;
use crate::refusal::Refusal;
use interchange::{
    ThreadState, read_mist, read_thread_targets, read_threads, threads_as_counters, write_counters,
};
use std::path::{Path, PathBuf};

/// A counter system of mist as a model that has the name of the file. Its targets are what is checked.
pub fn counters(path: &Path, source: &str) -> Result<String, Refusal> {
    let file = path.display().to_string();
    let system = read_mist(source, &stem(path)).map_err(|problems| wrong(&file, problems))?;
    formatted(&file, write_counters(&system))
}

/// A thread transition system as a model that has the name of the file. Its targets are those of the files that were named, or of
/// the file with the ending `.prop` beside it (`courier.prop` or `courier.tts.prop`), and those that it lists itself.
pub fn threads(path: &Path, source: &str, companions: &Companions<'_>) -> Result<String, Refusal> {
    let file = path.display().to_string();
    let system = read_threads(source).map_err(|problems| wrong(&file, problems))?;
    let mut targets = Vec::new();
    for path in target_files(path, companions.formulas) {
        let read = read_thread_targets(&read_source(&path)?);
        targets.extend(read.map_err(|problems| wrong(&path.display().to_string(), problems))?);
    }
    let start = companions.start.cloned().unwrap_or_else(ThreadState::unbounded);
    let system = threads_as_counters(&system, &stem(path), &start, &targets);
    let system = system.map_err(|problem| wrong(&file, vec![problem]))?;
    formatted(&file, write_counters(&system))
}

/// The files with targets.
fn target_files(path: &Path, named: &[PathBuf]) -> Vec<PathBuf> {
    if !named.is_empty() {
        return named.to_vec();
    }
    let longer = path.file_name().map(|name| {
        let mut name = name.to_owned();
        name.push(".prop");
        path.with_file_name(name)
    });
    let beside = [Some(path.with_extension("prop")), longer];
    beside.into_iter().flatten().find(|file| file.is_file()).into_iter().collect()
}
