//! The beginning and the end of the process: arguments in, a verb, an exit code out.

use crate::args::{Cli, Command};
use crate::{
    Console, Exit, bug, certify, check, completions, explain, fmt, graph, import, invariants, lsp, manual,
    simulate, studio_verb, supervise, test, work,
};
use clap::Parser;
use clap::error::ErrorKind;
use serde_json::json;
use std::ffi::OsString;
use std::process::ExitCode;

/// Runs `fathom` with the arguments of the process.
///
/// Everything happens in a thread with a large stack, so that no depth of a model can exhaust it.
pub fn run() -> ExitCode {
    bug::explain_panics();
    match supervise::spawn(start).join() {
        Ok(exit) => exit.into(),
        Err(_) => Exit::Internal.into(),
    }
}

fn start() -> Exit {
    let cli = match Cli::try_parse_from(with_help_as_option(std::env::args_os().collect())) {
        Ok(cli) => cli,
        Err(error) => return refuse(&error),
    };
    let console = Console::new(&cli.output);
    let exit = match &cli.command {
        Command::Check(arguments) => check::run(arguments, &console),
        Command::Simulate(arguments) => simulate::run(arguments, &console),
        Command::Graph(arguments) => graph::run(arguments, &console),
        Command::Fmt(arguments) => fmt::run(arguments, &console),
        Command::Import(arguments) => import::run(arguments, &console),
        Command::Test(arguments) => test::run(arguments, &console),
        Command::Certify(arguments) => certify::run(arguments, &console),
        Command::Invariants(arguments) => invariants::run(arguments, &console),
        Command::Studio(arguments) => studio_verb::run(arguments, &console),
        Command::Work => work::run(),
        Command::Lsp(_) => lsp::run(&console),
        Command::Explain(arguments) => explain::run(arguments, &console),
        Command::Completions(arguments) => completions::run(arguments, &console),
        Command::Man(arguments) => manual::run(arguments, &console),
    };
    console.finish(exit)
}

/// `fathom help verb` asks for the same as `fathom verb --help`.
fn with_help_as_option(mut arguments: Vec<OsString>) -> Vec<OsString> {
    if arguments.get(1).is_some_and(|verb| verb == "help") {
        arguments.remove(1);
        arguments.push("--help".into());
    }
    arguments
}

/// Prints what is wrong with the arguments, or the help or version that was asked for.
fn refuse(error: &clap::Error) -> Exit {
    // A reader that went away does not matter.
    let _ = error.print();
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => Exit::Success,
        _ => {
            if std::env::args_os().any(|argument| argument == "--json") {
                print_as_json(error);
            }
            Exit::Wrong
        }
    }
}

/// Whoever asked for JSON gets JSON, even where the rest of the command line is wrong.
fn print_as_json(error: &clap::Error) {
    use std::io::Write;
    let text = error.to_string();
    let paragraph = text.split("\n\n").next().unwrap_or("").trim_start_matches("error: ");
    let message = paragraph.split_whitespace().collect::<Vec<_>>().join(" ");
    let document = json!({
        "schema": crate::report::SCHEMA,
        "fathom": env!("CARGO_PKG_VERSION"),
        "errors": [{ "message": message }],
    });
    let _ = writeln!(std::io::stdout(), "{document:#}");
}

#[cfg(test)]
mod tests {
    use super::with_help_as_option;
    use std::ffi::OsString;

    #[test]
    fn help_is_also_a_verb() {
        let words = |text: &str| text.split(' ').map(OsString::from).collect::<Vec<_>>();
        assert_eq!(with_help_as_option(words("fathom help")), words("fathom --help"));
        assert_eq!(with_help_as_option(words("fathom help check")), words("fathom check --help"));
        assert_eq!(with_help_as_option(words("fathom check help")), words("fathom check help"));
    }
}
