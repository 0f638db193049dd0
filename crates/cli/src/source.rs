//! Models from files: reading and loading.

use crate::args::ModelArgs;
use crate::file::shown_name;
use crate::import::{Companions, Format, read_any};
use crate::imports::with_imports;
use crate::refusal::{Problem, Refusal, report_diagnostics};
use crate::{Console, Exit};
use diagnostics::{Diagnostic, Source};
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
    let source = read_text(path, arguments)?;
    let model = model_of(&shown_name(path), source, arguments)?;
    Ok(Model { load_time: start.elapsed(), ..model })
}

/// The model with this text, which was read from `file`.
pub fn model_of(file: &str, source: Source, arguments: &ModelArgs) -> Result<Model, Refusal> {
    let start = Instant::now();
    let file = file.to_string();
    let loaded = language::load_source(&source, &overrides(arguments));
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

/// What the arguments decide instead of the model.
pub fn overrides(arguments: &ModelArgs) -> language::Overrides {
    language::Overrides {
        constants: arguments.set.iter().map(|set| (set.name.clone(), set.value)).collect(),
        sizes: arguments.size.iter().map(|size| (size.name.clone(), size.size)).collect(),
    }
}

/// The text of a model: that of its file with those that it imports, or what a file of another format becomes.
pub fn read_text(path: &Path, arguments: &ModelArgs) -> Result<Source, Refusal> {
    let source = read_any(path)?;
    let companions = Companions { formulas: &arguments.formulas, start: arguments.init.as_ref() };
    if let Some(format) = Format::of(path, &source) {
        return format.converted(path, &source, &companions).map(Source::from);
    }
    let file = path.display().to_string();
    companions.refuse_formulas(&file, "write the properties into the model itself")?;
    companions.refuse_start(&file)?;
    Ok(with_imports(path, source, &arguments.include))
}
