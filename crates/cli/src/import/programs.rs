//! The text of the model that a counter automaton or an integer program is.

use super::{formatted, wrong};
use crate::file::read_source;
use crate::refusal::Refusal;
use interchange::{Program, read_fast, read_t2, read_t2_formulas, write_program};
use std::path::{Path, PathBuf};

/// A counter automaton of FAST as a model. The file says itself what is to be checked.
pub fn automaton(path: &Path, source: &str, formulas: &[PathBuf]) -> Result<String, Refusal> {
    let file = path.display().to_string();
    if !formulas.is_empty() {
        let message = "--formulas is for Petri nets and programs of T2, and this is none";
        let help = "the strategy in the file says what is checked; `fathom import` writes a model to add to";
        return Err(Refusal::of_file(&file, message, Some(help.into())));
    }
    let program = read_fast(source).map_err(|problems| wrong(&file, problems))?;
    written(&file, &program)
}

/// An integer program of T2, with formulas about it, as a model that has the name of the file.
pub fn program(path: &Path, source: &str, formulas: &[PathBuf]) -> Result<String, Refusal> {
    let file = path.display().to_string();
    let name = path.file_stem().map_or("program".into(), |stem| stem.to_string_lossy());
    let mut program = read_t2(source, &name).map_err(|problems| wrong(&file, problems))?;
    for path in formulas {
        let text = read_source(path)?;
        let read = read_t2_formulas(&text, &mut program);
        read.map_err(|problems| wrong(&path.display().to_string(), problems))?;
    }
    written(&file, &program)
}

fn written(file: &str, program: &Program) -> Result<String, Refusal> {
    formatted(file, write_program(program))
}
