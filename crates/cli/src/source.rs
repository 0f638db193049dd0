//! Models from files: reading, loading, and saying what is wrong with them.

use crate::args::ModelArgs;
use crate::import::Format;
use crate::{Console, Exit};
use diagnostics::{Diagnostic, nearest};
use std::path::Path;
use std::time::{Duration, Instant};
use system::System;

/// A model that can be checked.
#[derive(Debug)]
pub struct Model {
    /// The file as the user named it.
    pub file: String,
    /// The model.
    pub system: System,
    /// What is worth knowing about it although it can be checked.
    pub warnings: Vec<Diagnostic>,
    /// How long reading and loading took.
    pub load_time: Duration,
}

/// Why nothing can be checked.
#[derive(Debug, Clone, Default)]
pub struct Refusal {
    /// The file as the user named it.
    pub file: Option<String>,
    /// Its text, if it was read.
    pub source: String,
    /// What is wrong with places in the text; may hold warnings beside the errors.
    pub diagnostics: Vec<Diagnostic>,
    /// What is wrong otherwise.
    pub problems: Vec<Problem>,
}

/// Something wrong that has no place in a model's text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
    /// Where it is in the file, where that can be said.
    pub position: Option<Position>,
}

/// A place in a file; both numbers are counted from one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Position {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

impl Refusal {
    /// Something is wrong with a file, or with what was asked of it.
    pub fn of_file(file: &str, message: impl Into<String>, help: Option<String>) -> Self {
        let problems = vec![Problem { message: message.into(), help, position: None }];
        Refusal { file: Some(file.to_string()), problems, ..Refusal::default() }
    }

    /// Something is wrong with the command line alone.
    pub fn of_command_line(message: impl Into<String>, help: Option<String>) -> Self {
        let problems = vec![Problem { message: message.into(), help, position: None }];
        Refusal { problems, ..Refusal::default() }
    }

    /// Prints everything on standard error.
    pub fn report(&self, console: &Console) {
        // What is wrong with the command line may be the cause of what is wrong with the text.
        for problem in &self.problems {
            let message = match (&self.file, problem.position) {
                (Some(file), Some(at)) => format!("{file}:{}:{}: {}", at.line, at.column, problem.message),
                (Some(file), None) => format!("{file}: {}", problem.message),
                (None, _) => problem.message.clone(),
            };
            console.error(&message, problem.help.as_deref());
        }
        if let Some(file) = &self.file {
            report_diagnostics(console, &self.diagnostics, &self.source, file);
        }
    }
}

/// Reads and loads a model; prints what is to be said about it on standard error.
///
/// If the model cannot be checked, the messages are printed too, and the exit code is returned.
pub fn load_model(path: &Path, arguments: &ModelArgs, console: &Console) -> Result<Model, Exit> {
    match read_model(path, arguments) {
        Ok(model) => {
            if !console.quiet {
                report_diagnostics(console, &model.warnings, &model.system.source, &model.file);
            }
            Ok(model)
        }
        Err(refusal) => {
            refusal.report(console);
            Err(Exit::Wrong)
        }
    }
}

/// Reads and loads a model without printing anything.
pub fn read_model(path: &Path, arguments: &ModelArgs) -> Result<Model, Refusal> {
    let start = Instant::now();
    let file = path.display().to_string();
    let source = read_text(path, arguments)?;
    let overrides = language::Overrides {
        constants: arguments.set.iter().map(|set| (set.name.clone(), set.value)).collect(),
        sizes: arguments.size.iter().map(|size| (size.name.clone(), size.size)).collect(),
    };
    let loaded = language::load(&source, &overrides);
    let refused = !loaded.problems.is_empty() || loaded.diagnostics.iter().any(Diagnostic::is_error);
    match loaded.system {
        Some(system) if !refused => {
            Ok(Model { file, system, warnings: loaded.diagnostics, load_time: start.elapsed() })
        }
        _ => {
            let problems =
                loaded.problems.into_iter().map(|message| Problem { message, help: None, position: None });
            let problems = problems.collect();
            Err(Refusal { file: Some(file), source, diagnostics: loaded.diagnostics, problems })
        }
    }
}

/// The text of a model: that of its file, or what a file of another format becomes.
fn read_text(path: &Path, arguments: &ModelArgs) -> Result<String, Refusal> {
    let source = read_source(path)?;
    if let Some(format) = Format::of(path, &source) {
        return format.converted(path, &source, &arguments.formulas);
    }
    if arguments.formulas.is_empty() {
        return Ok(source);
    }
    let message = "--formulas is for Petri nets and programs of T2, and this is none";
    let help = "write the properties into the model itself".to_string();
    Err(Refusal::of_file(&path.display().to_string(), message, Some(help)))
}

/// The text of a model's file, or why it cannot be read.
pub fn read_source(path: &Path) -> Result<String, Refusal> {
    let file = path.display().to_string();
    if path.is_dir() {
        let help = format!("`fathom test {file}` checks every model below a folder");
        return Err(Refusal::of_file(&file, "this is a folder, not a model", Some(help)));
    }
    let bytes = std::fs::read(path)
        .map_err(|error| Refusal::of_file(&file, unreadable(&error), similar_file(path)))?;
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let line = error.as_bytes()[..at].iter().filter(|byte| **byte == b'\n').count() + 1;
        let message = format!("the text is not UTF-8: line {line}, byte {at} of the file");
        Refusal::of_file(&file, message, Some("models are UTF-8 text; convert the file".into()))
    })
}

fn unreadable(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::NotFound => "there is no such file".into(),
        std::io::ErrorKind::PermissionDenied => "the file may not be read".into(),
        _ => format!("the file cannot be read: {error}"),
    }
}

/// Advice if a file with nearly this name is in the same folder.
fn similar_file(path: &Path) -> Option<String> {
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let name = path.file_name()?.to_str()?;
    let mut names: Vec<String> = std::fs::read_dir(parent)
        .ok()?
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| name.ends_with(".fathom"))
        .collect();
    names.sort();
    let with_ending = format!("{name}.fathom");
    let found = names
        .iter()
        .find(|candidate| **candidate == with_ending)
        .map(String::as_str)
        .or_else(|| nearest(name, names.iter().map(String::as_str)))?;
    Some(format!("did you mean {}?", path.with_file_name(found).display()))
}

/// Prints findings with the lines they concern on standard error.
pub fn report_diagnostics(console: &Console, diagnostics: &[Diagnostic], source: &str, file: &str) {
    if !diagnostics.is_empty() {
        console.print_error(&diagnostics::render(diagnostics, source, file, console.error_color));
    }
}
