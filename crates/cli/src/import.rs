//! `fathom import`: Petri nets, counter systems, threads, counter automata, integer programs, Horn clauses, transition systems and models of Murphi, as models.

mod companions;
mod counters;
mod net;
mod programs;

pub use companions::Companions;

use crate::args::ImportArgs;
use crate::file::{read_foreign, read_source};
use crate::refusal::{Position, Problem, Refusal};
use crate::{Console, Exit};
use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::path::Path;

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
    let source = read_any(&arguments.file)?;
    let Some(format) = Format::of(&arguments.file, &source) else {
        let help = "these can be imported: Petri nets in PNML (.pnml), counter systems of mist (.spec), threads of bfc (.tts), \
                    automata of FAST (.fst), programs of T2 (.t2), linear Horn clauses (.smt2), transition systems in VMT (.vmt), models of Murphi (.m)";
        let file = arguments.file.display().to_string();
        return Err(Refusal::of_file(&file, "the format of this file is not known", Some(help.into())));
    };
    let companions = Companions { formulas: &arguments.formulas, start: arguments.init.as_ref() };
    format.converted(&arguments.file, &source, &companions)
}

/// A format that is read as a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// A Petri net in PNML.
    Net,
    /// A counter system of mist.
    Counters,
    /// A thread transition system of bfc.
    Threads,
    /// A counter automaton of FAST.
    Automaton,
    /// An integer program of T2.
    Program,
    /// Linear Horn clauses in SMT-LIB.
    Horn,
    /// A transition system in VMT.
    Transitions,
    /// A model of Murphi.
    Murphi,
}

impl Format {
    /// The format of a file by the end of its name, or since it is XML, which no model is; none for a model.
    pub fn of(path: &Path, source: &str) -> Option<Self> {
        let is_xml = || source.trim_start_matches('\u{feff}').trim_start().starts_with('<');
        Self::by_name(path).or_else(|| is_xml().then_some(Format::Net))
    }

    /// The format that a file has by the end of its name.
    pub fn by_name(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "pnml" => Some(Format::Net),
            "spec" => Some(Format::Counters),
            "tts" => Some(Format::Threads),
            "fst" => Some(Format::Automaton),
            "t2" => Some(Format::Program),
            "smt2" => Some(Format::Horn),
            "vmt" => Some(Format::Transitions),
            "m" => Some(Format::Murphi),
            _ => None,
        }
    }

    /// The text of the model, in its usual shape.
    pub fn converted(
        self,
        path: &Path,
        source: &str,
        companions: &Companions<'_>,
    ) -> Result<String, Refusal> {
        let file = path.display().to_string();
        if self != Format::Threads {
            companions.refuse_start(&file)?;
        }
        let itself = match self {
            Format::Net | Format::Program | Format::Threads => None,
            Format::Automaton => Some("the strategy in the file"),
            Format::Counters | Format::Horn | Format::Transitions | Format::Murphi => Some("the file itself"),
        };
        if let Some(itself) = itself {
            let help = format!("{itself} says what is checked; `fathom import` writes a model to add to");
            companions.refuse_formulas(&file, &help)?;
        }
        match self {
            Format::Net => net::net(path, source, companions.formulas),
            Format::Counters => counters::counters(path, source),
            Format::Threads => counters::threads(path, source, companions),
            Format::Automaton => programs::automaton(path, source),
            Format::Program => programs::program(path, source, companions.formulas),
            Format::Horn => programs::horn(path, source),
            Format::Transitions => programs::transitions(path, source),
            Format::Murphi => programs::murphi(path, source),
        }
    }
}

/// The name of a file without its folder and ending, for the model.
fn stem(path: &Path) -> String {
    path.file_stem().map_or("program".into(), |stem| stem.to_string_lossy().into_owned())
}

/// The text of a model or of a file of another format, or why it cannot be read.
pub fn read_any(path: &Path) -> Result<String, Refusal> {
    if Format::by_name(path).is_some() { read_foreign(path) } else { read_source(path) }
}

/// The text in its usual shape.
fn formatted(file: &str, text: String) -> Result<String, Refusal> {
    language::format(&text).map_err(|diagnostics| Refusal {
        file: Some(format!("{file}, as a model")),
        source: text.into(),
        diagnostics,
        problems: Vec::new(),
    })
}

/// What is wrong with a file that was to become a model.
fn wrong(file: &str, problems: Vec<interchange::Problem>) -> Refusal {
    let place = |(line, column): (u32, u32)| Position { line: line as usize, column: column as usize };
    let problem = |problem: interchange::Problem| {
        let position = problem.position.map(place);
        Problem { message: problem.message, help: problem.help, position }
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
