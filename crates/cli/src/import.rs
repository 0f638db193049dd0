//! `fathom import`: Petri nets and the formulas of the Model Checking Contest, as models.

mod net;

pub use net::{converted, is_net};

use crate::args::ImportArgs;
use crate::source::{Refusal, read_source};
use crate::{Console, Exit};
use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::path::Path;

/// Writes the net, with the formulas as its properties, as a model.
pub fn run(arguments: &ImportArgs, console: &Console) -> Exit {
    let done = import(arguments).and_then(|text| match &arguments.output {
        None => {
            console.print(&text);
            Ok(())
        }
        Some(path) => write(path, &text, arguments.force)
            .map(|()| console.note(&format!("{} was written", path.display()))),
    });
    match done {
        Ok(()) => Exit::Success,
        Err(refusal) => {
            refusal.report(console);
            Exit::Wrong
        }
    }
}

fn import(arguments: &ImportArgs) -> Result<String, Refusal> {
    let source = read_source(&arguments.file)?;
    if !is_net(&arguments.file, &source) {
        let help = "only Petri nets in PNML can be imported".to_string();
        let file = arguments.file.display().to_string();
        return Err(Refusal::of_file(&file, "this is not a PNML document", Some(help)));
    }
    converted(&arguments.file, &source, &arguments.formulas)
}

/// Writes a file that must be new, unless it may be replaced.
fn write(path: &Path, text: &str, force: bool) -> Result<(), Refusal> {
    let file = path.display().to_string();
    let mut options = OpenOptions::new();
    let options = if force {
        options.write(true).create(true).truncate(true)
    } else {
        options.write(true).create_new(true)
    };
    let written = options.open(path).and_then(|mut output| output.write_all(text.as_bytes()));
    written.map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => {
            Refusal::of_file(&file, "the file exists already", Some("--force replaces it".into()))
        }
        _ => Refusal::of_file(&file, format!("the file cannot be written: {error}"), None),
    })
}
