//! The findings of a check: collected without repetition, since one text may be expanded many times.

use std::collections::HashSet;

use diagnostics::{Code, Diagnostic, Span};

/// Findings about one model.
#[derive(Debug, Default)]
pub struct Findings {
    list: Vec<Diagnostic>,
    seen: HashSet<(Code, Span)>,
    names_are_incomplete: bool,
    muted: u32,
}

impl Findings {
    /// The findings of the parser. After an error, names may be missing because their declarations could not
    /// be read, so those that are not known stay unreported, and so do warnings.
    pub fn after_parsing(list: Vec<Diagnostic>) -> Findings {
        let names_are_incomplete = list.iter().any(Diagnostic::is_error);
        Findings { list, names_are_incomplete, ..Findings::default() }
    }

    /// Adds a finding, unless there is one of the same kind at the same place.
    pub fn report(&mut self, finding: Diagnostic) {
        let is_error = finding.is_error();
        let cascades = matches!(finding.code, Code::UnknownName | Code::NoSuchPart) || !is_error;
        if (self.names_are_incomplete && cascades) || (self.muted > 0 && !is_error) {
            return;
        }
        if self.seen.insert((finding.code, finding.at)) {
            self.list.push(finding);
        }
    }

    /// How many findings there are, to come back to.
    pub fn mark(&self) -> usize {
        self.list.len()
    }

    /// Takes out all findings since a mark.
    pub fn take_since(&mut self, mark: usize) -> Vec<Diagnostic> {
        let taken: Vec<Diagnostic> = self.list.drain(mark..).collect();
        for finding in &taken {
            self.seen.remove(&(finding.code, finding.at));
        }
        taken
    }

    /// Adds findings that were taken out.
    pub fn put_back(&mut self, taken: Vec<Diagnostic>) {
        for finding in taken {
            self.report(finding);
        }
    }

    /// Leaves out warnings until `unmute`, for text that cannot be reached.
    pub fn mute(&mut self) {
        self.muted += 1;
    }

    /// Ends the innermost `mute`.
    pub fn unmute(&mut self) {
        self.muted -= 1;
    }

    /// Whether there is an error.
    pub fn has_errors(&self) -> bool {
        self.list.iter().any(Diagnostic::is_error)
    }

    /// All findings, in the order of the text.
    pub fn into_sorted(mut self) -> Vec<Diagnostic> {
        self.list.sort_by_key(|finding| (finding.at, finding.code));
        self.list
    }
}
