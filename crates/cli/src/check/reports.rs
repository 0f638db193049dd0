//! What a check prints and writes, model by model.

use super::certificates::document;
use super::size_certificates::sizes_document;
use super::{Job, WrittenFiles};
use crate::args::CheckArgs;
use crate::file::write_text;
use crate::outcome::{Checked, Ended, Outcome};
use crate::refusal::report_diagnostics;
use crate::report::{self, TextReport};
use crate::{Console, Exit, memory};
use serde_json::Value as Json;
use std::path::Path;

/// Everything that a check prints and writes.
pub struct CheckReports<'a> {
    arguments: &'a CheckArgs,
    console: &'a Console,
    text: TextReport<'a>,
    documents: Vec<Json>,
    written: WrittenFiles,
    /// The gravest outcome so far.
    exit: Exit,
}

impl<'a> CheckReports<'a> {
    /// Nothing has been said yet.
    pub fn new(arguments: &'a CheckArgs, console: &'a Console) -> Self {
        CheckReports {
            arguments,
            console,
            text: TextReport::new(arguments, console),
            documents: Vec::new(),
            written: WrittenFiles::default(),
            exit: Exit::Success,
        }
    }

    fn is_text(&self) -> bool {
        !self.arguments.json && !self.arguments.json_lines
    }

    /// Prints text for people; it makes room where standard output is for certificates.
    fn print(&self, text: &str) {
        match self.arguments.certificates.certificate.as_deref() == Some(Path::new("-")) {
            true => self.console.print_error(text),
            false => self.console.print(text),
        }
    }

    /// What stands before the verdicts of a model.
    pub fn begin(&mut self, job: &Job) {
        let model = &job.model;
        if !self.console.quiet {
            report_diagnostics(self.console, &model.warnings, &model.system.source, &model.file);
        }
        if self.is_text() {
            let text = self.text.begin(model, &job.properties);
            self.print(&text);
        }
    }

    /// A verdict, as soon as it may be told.
    pub fn verdict(&mut self, outcome: &Outcome, result: &Checked) {
        if self.is_text() {
            let text = self.text.verdict(outcome, result);
            self.print(&text);
        } else if self.arguments.json_lines {
            let line = report::line(outcome, result, self.arguments, memory::peak_resident());
            self.console.print(&format!("{line}\n"));
        }
    }

    /// Writes the certificates of a model where that is wished.
    pub fn certificates(&mut self, outcome: &mut Outcome) {
        let wish = &self.arguments.certificates.certificate;
        if wish.is_none() && !self.arguments.json && !self.arguments.stats {
            return;
        }
        let text = match outcome.every.is_some() {
            true => sizes_document(outcome, &self.arguments.model),
            false => document(outcome),
        };
        match wish.as_deref() {
            None => return,
            Some(file) if file == Path::new("-") => self.console.print(&text),
            Some(file) => {
                if let Err(failed) = write_text(file, &text) {
                    return self.failed(&failed);
                }
            }
        }
        for certified in outcome.results.iter_mut().filter_map(|result| result.certified.as_mut()) {
            certified.written = certified.certificate.missing().is_none();
        }
    }

    /// What stands behind the verdicts of a model.
    pub fn end(&mut self, ended: &Ended) {
        self.exit = self.exit.max(ended.exit());
        if let Ended::Refused(refusal) = ended {
            refusal.report(self.console);
        }
        if self.arguments.json {
            self.documents.push(report::document(ended, self.arguments, memory::peak_resident()));
        } else if self.arguments.json_lines && !matches!(ended, Ended::Checked(_)) {
            self.console.print(&format!("{}\n", report::document(ended, self.arguments, None)));
        } else if self.is_text()
            && let Ended::Checked(outcome) = ended
        {
            let text = self.text.end(outcome);
            self.print(&text);
        }
        if let Err(failed) = self.written.take(ended, self.arguments) {
            self.failed(&failed);
        }
    }

    /// What stands behind all models, and the exit code.
    pub fn finish(mut self) -> Exit {
        if self.arguments.json {
            let documents = std::mem::take(&mut self.documents);
            self.console.print(&report::printed(documents, self.arguments.files.len() > 1));
        } else if self.is_text() {
            self.print(&self.text.summary());
        }
        if let Err(failed) = self.written.finish(self.arguments) {
            self.failed(&failed);
        }
        self.exit
    }

    /// A file could not be written.
    fn failed(&mut self, message: &str) {
        self.console.error(message, None);
        self.exit = self.exit.max(Exit::Wrong);
    }
}
