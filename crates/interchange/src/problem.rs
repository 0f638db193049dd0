//! What is wrong with a file that cannot be read.

use std::fmt;

/// What is wrong with a file, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// What is wrong, in one sentence without a full stop.
    pub message: String,
    /// The line and column, counted from one, where they are known.
    pub position: Option<(u32, u32)>,
    /// What to do about it, where that is known.
    pub help: Option<String>,
}

impl Problem {
    pub(crate) fn new(message: impl Into<String>, position: Option<(u32, u32)>) -> Self {
        Problem { message: shortened(message.into()), position, help: None }
    }

    /// The problem with advice.
    pub(crate) fn with_help(self, help: impl Into<String>) -> Self {
        Problem { help: Some(help.into()), ..self }
    }
}

/// The most characters of a message: a name in the file may have millions.
const LONGEST: usize = 1_000;

fn shortened(message: String) -> String {
    match message.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &message[..end]),
        None => message,
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.position {
            Some((line, column)) => write!(f, "{line}:{column}: {}", self.message),
            None => f.write_str(&self.message),
        }
    }
}

impl std::error::Error for Problem {}
