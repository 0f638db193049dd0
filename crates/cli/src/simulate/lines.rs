//! Where commands come from: a terminal, with a line to edit and a history, or any other input.

use std::io::{BufRead, Result, Write};

/// A source of lines.
pub trait Lines {
    /// The next line, asked for by a prompt; nothing at the end.
    fn next(&mut self, output: &mut dyn Write) -> Result<Option<String>>;
}

/// What stands before a command.
const PROMPT: &str = "> ";

/// Lines that are read as they come, and repeated in the output, so that it can be read alone.
pub struct PlainLines<'i>(pub &'i mut dyn BufRead);

impl Lines for PlainLines<'_> {
    fn next(&mut self, output: &mut dyn Write) -> Result<Option<String>> {
        write!(output, "{PROMPT}")?;
        output.flush()?;
        let mut line = String::new();
        if self.0.read_line(&mut line)? == 0 {
            writeln!(output)?;
            return Ok(None);
        }
        writeln!(output, "{}", line.trim_end())?;
        Ok(Some(line))
    }
}

/// Lines that a user types.
pub struct EditedLines(rustyline::DefaultEditor);

impl EditedLines {
    /// A terminal, if it can be used.
    pub fn new() -> Option<Self> {
        rustyline::DefaultEditor::new().ok().map(EditedLines)
    }
}

impl Lines for EditedLines {
    fn next(&mut self, output: &mut dyn Write) -> Result<Option<String>> {
        use rustyline::error::ReadlineError;
        output.flush()?;
        match self.0.readline(PROMPT) {
            Ok(line) => {
                // A line that cannot be remembered is a line all the same.
                let _ = self.0.add_history_entry(&line);
                Ok(Some(line))
            }
            Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(None),
            Err(error) => Err(std::io::Error::other(error)),
        }
    }
}
