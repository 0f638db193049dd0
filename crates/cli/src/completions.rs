//! `fathom completions`: a script that completes the command line in a shell.

use crate::args::{Cli, CompletionsArgs};
use crate::{Console, Exit};
use clap::CommandFactory;

/// Prints the script for the shell.
pub fn run(arguments: &CompletionsArgs, console: &Console) -> Exit {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Cli::command(), "fathom", &mut script);
    console.print(&String::from_utf8_lossy(&script));
    Exit::Success
}
