//! `fathom import`: Petri nets, counter automata, integer programs, Horn clauses and transition systems, as models.

mod net;
mod programs;

use crate::args::ImportArgs;
use crate::file::read_source;
use crate::refusal::{Position, Problem, Refusal};
use crate::{Console, Exit};
use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

/// Writes the file, with the formulas as its properties, as a model.
pub fn run(arguments: &ImportArgs, console: &Console) -> Exit {
    let done = import(arguments).and_then(|text| match &arguments.output {
        None => {
            console.print(&text);
            Ok(())
        }
        Some(path) => write(path, &text, arguments.force)
            .map(|()| console.note(&format!("{} was written", path.display()))),
    });
    match done {
        Ok(()) => Exit::Success,
        Err(refusal) => {
            refusal.report(console);
            Exit::Wrong
        }
    }
}

fn import(arguments: &ImportArgs) -> Result<String, Refusal> {
    let source = read_source(&arguments.file)?;
    let Some(format) = Format::of(&arguments.file, &source) else {
        let help = "these can be imported: Petri nets in PNML (.pnml), automata of FAST (.fst), programs of T2 (.t2), \
                    linear Horn clauses (.smt2), transition systems in VMT (.vmt)";
        let file = arguments.file.display().to_string();
        return Err(Refusal::of_file(&file, "the format of this file is not known", Some(help.into())));
    };
    format.converted(&arguments.file, &source, &arguments.formulas)
}

/// A format that is read as a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// A place/transition net in PNML.
    Net,
    /// A counter automaton of FAST.
    Automaton,
    /// An integer program of T2.
    Program,
    /// Linear Horn clauses in SMT-LIB.
    Horn,
    /// A transition system in VMT.
    Transitions,
}

impl Format {
    /// The format of a file by the end of its name, or since it is XML, which no model is; none for a model.
    pub fn of(path: &Path, source: &str) -> Option<Self> {
        let is_named = |ending: &str| path.extension().is_some_and(|own| own.eq_ignore_ascii_case(ending));
        let is_xml = || source.trim_start_matches('\u{feff}').trim_start().starts_with('<');
        match () {
            () if is_named("pnml") => Some(Format::Net),
            () if is_named("fst") => Some(Format::Automaton),
            () if is_named("t2") => Some(Format::Program),
            () if is_named("smt2") => Some(Format::Horn),
            () if is_named("vmt") => Some(Format::Transitions),
            () if is_xml() => Some(Format::Net),
            () => None,
        }
    }

    /// The text of the model, in its usual shape.
    pub fn converted(self, path: &Path, source: &str, formulas: &[PathBuf]) -> Result<String, Refusal> {
        match self {
            Format::Net => net::net(path, source, formulas),
            Format::Automaton => programs::automaton(path, source, formulas),
            Format::Program => programs::program(path, source, formulas),
            Format::Horn => programs::horn(path, source, formulas),
            Format::Transitions => programs::transitions(path, source, formulas),
        }
    }
}

/// The text in its usual shape.
fn formatted(file: &str, text: String) -> Result<String, Refusal> {
    language::format(&text).map_err(|diagnostics| Refusal {
        file: Some(format!("{file}, as a model")),
        source: text,
        diagnostics,
        problems: Vec::new(),
    })
}

/// What is wrong with a file that was to become a model.
fn wrong(file: &str, problems: Vec<interchange::Problem>) -> Refusal {
    let place = |(line, column): (u32, u32)| Position { line: line as usize, column: column as usize };
    let problem = |problem: interchange::Problem| {
        let position = problem.position.map(place);
        Problem { message: problem.message, help: None, position }
    };
    let problems = problems.into_iter().map(problem).collect();
    Refusal { file: Some(file.to_string()), problems, ..Refusal::default() }
}

/// Writes a file that must be new, unless it may be replaced.
fn write(path: &Path, text: &str, force: bool) -> Result<(), Refusal> {
    let file = path.display().to_string();
    let mut options = OpenOptions::new();
    let options = if force {
        options.write(true).create(true).truncate(true)
    } else {
        options.write(true).create_new(true)
    };
    let written = options.open(path).and_then(|mut output| output.write_all(text.as_bytes()));
    written.map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => {
            Refusal::of_file(&file, "the file exists already", Some("--force replaces it".into()))
        }
        _ => Refusal::of_file(&file, format!("the file cannot be written: {error}"), None),
    })
}
