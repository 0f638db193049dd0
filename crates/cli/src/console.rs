//! Where text goes: standard output for results, standard error for everything else, both in colour or not.

use crate::Exit;
use crate::args::{ColorChoice, OutputArgs};
use anstyle::{AnsiColor, Style};
use std::io::{ErrorKind, Write};
use std::sync::Mutex;

/// The two output streams with the user's wishes.
#[derive(Debug)]
pub struct Console {
    /// Whether only verdicts and errors are wanted.
    pub quiet: bool,
    /// Whether more than usual is wanted.
    pub verbose: bool,
    /// Whether results are coloured.
    pub color: bool,
    /// Whether messages on standard error are coloured.
    pub error_color: bool,
    /// Why results could not be written, if that happened.
    failure: Mutex<Option<std::io::Error>>,
}

/// The style of a verdict that holds.
pub const GOOD: Style = AnsiColor::Green.on_default().bold();
/// The style of a violation or an error.
pub const BAD: Style = AnsiColor::Red.on_default().bold();
/// The style of what needs attention.
pub const OPEN: Style = AnsiColor::Yellow.on_default().bold();
/// The style of names and headings.
pub const STRONG: Style = Style::new().bold();
/// The style of details.
pub const FAINT: Style = Style::new().dimmed();

impl Console {
    /// The console that these options ask for.
    pub fn new(options: &OutputArgs) -> Self {
        let detect = |choice: anstream::ColorChoice| choice != anstream::ColorChoice::Never;
        let (color, error_color) = match options.color {
            ColorChoice::Always => (true, true),
            ColorChoice::Never => (false, false),
            ColorChoice::Auto => (
                detect(anstream::AutoStream::choice(&std::io::stdout())),
                detect(anstream::AutoStream::choice(&std::io::stderr())),
            ),
        };
        Console {
            quiet: options.quiet,
            verbose: options.verbose,
            color,
            error_color,
            failure: Mutex::new(None),
        }
    }

    /// A console without colours.
    pub fn plain() -> Self {
        Console::new(&OutputArgs { quiet: false, verbose: false, color: ColorChoice::Never })
    }

    /// `text` in this style, as it is to appear among the results.
    pub fn paint(&self, style: Style, text: &str) -> String {
        paint(self.color, style, text)
    }

    /// Writes results as they are, line breaks included.
    ///
    /// A reader that went away, as `head` does, is no failure; any other one is reported by [`Self::finish`].
    pub fn print(&self, text: &str) {
        let mut failure = self.failure.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if failure.is_some() {
            return;
        }
        let mut out = std::io::stdout().lock();
        if let Err(error) = out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
            *failure = Some(error);
        }
    }

    /// Writes to standard error as it is. There is nobody to tell if that fails.
    pub fn print_error(&self, text: &str) {
        let _ = std::io::stderr().lock().write_all(text.as_bytes());
    }

    /// `error: …` on standard error, with advice in a line of its own.
    pub fn error(&self, message: &str, help: Option<&str>) {
        self.message("error", BAD, message);
        if let Some(help) = help {
            self.message("  help", STRONG, help);
        }
    }

    /// `warning: …` on standard error, unless the user wants little.
    pub fn warning(&self, message: &str) {
        if !self.quiet {
            self.message("warning", OPEN, message);
        }
    }

    /// `note: …` on standard error, unless the user wants little.
    pub fn note(&self, message: &str) {
        if !self.quiet {
            self.message("note", STRONG, message);
        }
    }

    fn message(&self, kind: &str, style: Style, message: &str) {
        self.print_error(&format!("{}: {message}\n", paint(self.error_color, style, kind)));
    }

    /// The exit code of the process: what was found, unless the results could not be written.
    pub fn finish(&self, exit: Exit) -> Exit {
        let failure = self.failure.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).take();
        match failure {
            Some(error) if error.kind() != ErrorKind::BrokenPipe => {
                self.error(&format!("cannot write to standard output: {error}"), None);
                exit.max(Exit::Wrong)
            }
            _ => exit,
        }
    }
}

/// `text` in this style if `color` is wanted.
pub fn paint(color: bool, style: Style, text: &str) -> String {
    if color && !text.is_empty() { format!("{style}{text}{style:#}") } else { text.to_string() }
}
