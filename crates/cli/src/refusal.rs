//! Why nothing can be checked, and how that is said.

use crate::Console;
use diagnostics::{Diagnostic, Source};

/// Why nothing can be checked.
#[derive(Debug, Clone, Default)]
pub struct Refusal {
    /// The file as the user named it.
    pub file: Option<String>,
    /// Its text, if it was read.
    pub source: Source,
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

    /// What is wrong, one message a line.
    pub fn summary(&self) -> String {
        let problems = self.problems.iter().map(|problem| problem.message.as_str());
        let errors = self.diagnostics.iter().filter(|finding| finding.is_error());
        problems.chain(errors.map(|finding| finding.message.as_str())).collect::<Vec<_>>().join("\n")
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

/// Prints findings with the lines they concern on standard error.
pub fn report_diagnostics(console: &Console, diagnostics: &[Diagnostic], source: &Source, file: &str) {
    if !diagnostics.is_empty() {
        console.print_error(&diagnostics::render_source(diagnostics, source, file, console.error_color));
    }
}
