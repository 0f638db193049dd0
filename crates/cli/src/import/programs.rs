//! The text of the model that a counter automaton, an integer program, Horn clauses, a transition system or a model of Murphi are.

use super::{formatted, stem, wrong};
use crate::file::read_source;
use crate::refusal::Refusal;
use interchange::{
    Problem, Program, read_fast, read_horn, read_murphi, read_t2, read_t2_formulas, read_vmt, write_program,
};
use std::path::{Path, PathBuf};

/// A counter automaton of FAST as a model. The file says itself what is to be checked.
pub fn automaton(path: &Path, source: &str) -> Result<String, Refusal> {
    let file = path.display().to_string();
    let program = read_fast(source).map_err(|problems| wrong(&file, problems))?;
    written(&file, &program)
}

/// An integer program of T2, with formulas about it, as a model that has the name of the file.
pub fn program(path: &Path, source: &str, formulas: &[PathBuf]) -> Result<String, Refusal> {
    let file = path.display().to_string();
    let mut program = read_t2(source, &stem(path)).map_err(|problems| wrong(&file, problems))?;
    for path in formulas {
        let text = read_source(path)?;
        let read = read_t2_formulas(&text, &mut program);
        read.map_err(|problems| wrong(&path.display().to_string(), problems))?;
    }
    written(&file, &program)
}

/// Linear Horn clauses as a model that has the name of the file. Their queries are what is checked.
pub fn horn(path: &Path, source: &str) -> Result<String, Refusal> {
    converted(path, source, read_horn)
}

/// A transition system in VMT as a model that has the name of the file. Its invariant properties are what is checked.
pub fn transitions(path: &Path, source: &str) -> Result<String, Refusal> {
    converted(path, source, read_vmt)
}

/// A model of Murphi as a model that has the name of the file. Its invariants are what is checked, and that something can always change.
pub fn murphi(path: &Path, source: &str) -> Result<String, Refusal> {
    converted(path, source, read_murphi)
}

fn converted(
    path: &Path,
    source: &str,
    read: fn(&str, &str) -> Result<String, Vec<Problem>>,
) -> Result<String, Refusal> {
    let file = path.display().to_string();
    let text = read(source, &stem(path)).map_err(|problems| wrong(&file, problems))?;
    formatted(&file, text)
}

fn written(file: &str, program: &Program) -> Result<String, Refusal> {
    formatted(file, write_program(program))
}
