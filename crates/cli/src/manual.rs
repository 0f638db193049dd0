//! `fathom man`: the manual pages, made from the arguments' own descriptions.

use crate::args::{Cli, ManArgs};
use crate::{Console, Exit};
use clap::CommandFactory;
use clap_mangen::Man;
use std::path::Path;

/// Prints the page of `fathom`, or writes one page for each verb into a folder.
pub fn run(arguments: &ManArgs, console: &Console) -> Exit {
    let written = match &arguments.output {
        None => page(Cli::command()).map(|text| console.print(&text)),
        Some(folder) => write_pages(folder),
    };
    match written {
        Ok(()) => Exit::Success,
        Err(error) => {
            console.error(&format!("the manual pages cannot be written: {error}"), None);
            Exit::Wrong
        }
    }
}

fn page(command: clap::Command) -> std::io::Result<String> {
    let mut text = Vec::new();
    Man::new(command).render(&mut text)?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

fn write_pages(folder: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)?;
    let mut command = Cli::command();
    command.build();
    for verb in command.get_subcommands().filter(|verb| !verb.is_hide_set()) {
        let name = format!("fathom-{}", verb.get_name());
        let verb = verb.clone().name(name.clone()).bin_name(format!("fathom {}", verb.get_name()));
        std::fs::write(folder.join(format!("{name}.1")), page(verb)?)?;
    }
    std::fs::write(folder.join("fathom.1"), page(Cli::command())?)
}
