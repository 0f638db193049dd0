//! The files that a check writes beside what it prints: traces for viewers, verdicts for build servers, a page for people.

use crate::args::{BuildServerArgs, CheckArgs};
use crate::file::write_text;
use crate::html::{Section, page};
use crate::outcome::{Checked, Ended, Outcome};
use crate::report::{Case, CaseResult, Places, document, itf_trace, junit, reason_lines, sarif};
use std::path::Path;
use std::sync::Arc;
use system::Verdict;

/// What has been gathered for files so far.
#[derive(Default)]
pub struct WrittenFiles {
    cases: Vec<Case>,
    /// For the page, where one is wished.
    sections: Vec<Section>,
}

impl WrittenFiles {
    /// Takes what came of a model, and writes its traces where that is wished.
    ///
    /// # Errors
    /// In words, if a file cannot be written.
    pub fn take(&mut self, ended: &Ended, arguments: &CheckArgs) -> Result<(), String> {
        let broken = |file: &str, text: String| Case {
            file: file.to_owned(),
            name: None,
            line: None,
            seconds: 0.0,
            result: CaseResult::Broken(text),
        };
        if arguments.report.is_some() {
            let model = match ended {
                Ended::Checked(outcome) => Some(Arc::clone(&outcome.model)),
                Ended::Refused(_) | Ended::Broken { .. } => None,
            };
            self.sections.push(Section { document: document(ended, arguments, None), model });
        }
        match ended {
            Ended::Checked(outcome) => {
                self.cases.extend(outcome.results.iter().map(|result| case(outcome, result)));
                match &arguments.itf {
                    Some(folder) => write_traces(outcome, folder, arguments.files.len() > 1),
                    None => Ok(()),
                }
            }
            Ended::Refused(refusal) => {
                let file = refusal.file.clone().unwrap_or_default();
                self.cases.push(broken(&file, refusal.summary()));
                Ok(())
            }
            Ended::Broken { file, message } => {
                self.cases.push(broken(file, message.clone()));
                Ok(())
            }
        }
    }

    /// Writes the reports for build servers and for people.
    ///
    /// # Errors
    /// In words, if a file cannot be written.
    pub fn finish(&self, arguments: &CheckArgs) -> Result<(), String> {
        write_build_server(&self.cases, &arguments.build_server)?;
        match &arguments.report {
            Some(file) => write_text(file, &page(&self.sections)),
            None => Ok(()),
        }
    }
}

/// Writes the reports for build servers that are wished for.
///
/// # Errors
/// In words, if a file cannot be written.
pub fn write_build_server(cases: &[Case], arguments: &BuildServerArgs) -> Result<(), String> {
    if let Some(file) = &arguments.junit {
        write_text(file, &junit(cases))?;
    }
    match &arguments.sarif {
        Some(file) => write_text(file, &sarif(cases)),
        None => Ok(()),
    }
}

fn case(outcome: &Outcome, result: &Checked) -> Case {
    let (property, system) = (outcome.property(result), &outcome.model_of(result).system);
    let places = Places::new(&outcome.model.file, &system.source);
    let answer = &result.answer;
    let case_result = match answer.verdict() {
        Verdict::Holds => CaseResult::Passed,
        Verdict::Unknown(reason) => CaseResult::Open(format!("unknown: {reason}")),
        Verdict::Violated => {
            let mut lines = vec!["violated".to_owned()];
            if let Some(trace) = answer.trace() {
                lines.extend(reason_lines(system, &places, property, answer.verdict(), trace));
                let names = trace.steps.iter().map(|step| system.transition_name(&step.moved));
                lines.extend(names.enumerate().map(|(at, name)| format!("{}. {name}", at + 1)));
            }
            CaseResult::Failed(lines.join("\n"))
        }
    };
    Case {
        file: outcome.model.file.clone(),
        name: Some(property.name.clone()),
        line: (property.span.end > 0).then(|| places.line(property.span)),
        seconds: result.seconds,
        result: case_result,
    }
}

/// Writes each path of a model as a file of its own.
fn write_traces(outcome: &Outcome, folder: &Path, several: bool) -> Result<(), String> {
    let cannot = |error: std::io::Error| format!("{}: cannot be written: {error}", folder.display());
    std::fs::create_dir_all(folder).map_err(cannot)?;
    let stem = Path::new(&outcome.model.file).file_stem().and_then(|stem| stem.to_str()).unwrap_or("model");
    for result in &outcome.results {
        let name = &outcome.property(result).name;
        let first = result.answer.trace().or(result.answer.witness()).into_iter();
        for (number, trace) in first.chain(&result.further).enumerate() {
            let text = itf_trace(&outcome.model_of(result).system, &outcome.model.file, name, trace);
            let number = if number == 0 { String::new() } else { format!(".{}", number + 1) };
            let prefix = if several { format!("{stem}.") } else { String::new() };
            let file = folder.join(format!("{prefix}{name}{number}.itf.json"));
            write_text(&file, &format!("{text:#}\n"))?;
        }
    }
    Ok(())
}
