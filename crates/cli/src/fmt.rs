//! `fathom fmt`: models in their usual shape.

use crate::args::FmtArgs;
use crate::file::read_source;
use crate::refusal::Refusal;
use crate::walk::models_below;
use crate::{Console, Exit};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

/// Formats the models in place; or lists those that would change, or prints them.
pub fn run(arguments: &FmtArgs, console: &Console) -> Exit {
    let (input, paths): (Vec<PathBuf>, Vec<PathBuf>) =
        arguments.files.iter().cloned().partition(|path| path.as_os_str() == "-");
    let mut exit = Exit::Success;
    let mut record = |outcome: Result<Exit, Refusal>| match outcome {
        Ok(outcome) => exit = exit.max(outcome),
        Err(refusal) => {
            refusal.report(console);
            exit = Exit::Wrong;
        }
    };
    if !input.is_empty() {
        record(format_input(arguments, console));
    }
    match models_below(&paths) {
        Ok(models) => models.iter().for_each(|model| record(format_file(model, arguments, console))),
        Err(refusal) => record(Err(refusal)),
    }
    exit
}

fn format_input(arguments: &FmtArgs, console: &Console) -> Result<Exit, Refusal> {
    let name = "standard input";
    let mut source = String::new();
    std::io::stdin()
        .read_to_string(&mut source)
        .map_err(|error| Refusal::of_file(name, format!("the text cannot be read: {error}"), None))?;
    let formatted = formatted(&source, name)?;
    if !arguments.check {
        console.print(&formatted);
        return Ok(Exit::Success);
    }
    Ok(listed_if(formatted != source, name, console))
}

fn format_file(path: &Path, arguments: &FmtArgs, console: &Console) -> Result<Exit, Refusal> {
    let file = path.display().to_string();
    let source = read_source(path)?;
    let formatted = formatted(&source, &file)?;
    if arguments.stdout {
        console.print(&formatted);
        return Ok(Exit::Success);
    }
    let changes = formatted != source;
    if arguments.check {
        return Ok(listed_if(changes, &file, console));
    }
    if changes {
        replace(path, &formatted)
            .map_err(|error| Refusal::of_file(&file, format!("the file cannot be written: {error}"), None))?;
        console.note(&format!("formatted {file}"));
    }
    Ok(Exit::Success)
}

fn formatted(source: &str, file: &str) -> Result<String, Refusal> {
    language::format(source).map_err(|diagnostics| Refusal {
        file: Some(file.to_string()),
        source: source.into(),
        diagnostics,
        problems: Vec::new(),
    })
}

fn listed_if(changes: bool, file: &str, console: &Console) -> Exit {
    if !changes {
        return Exit::Success;
    }
    console.print(&format!("{file}\n"));
    Exit::Violated
}

/// Puts a new text in the place of a file: it has either the old or the new one, whatever happens.
fn replace(path: &Path, text: &str) -> std::io::Result<()> {
    // The file itself is replaced, not a link to it.
    let target = path.canonicalize()?;
    let permissions = std::fs::metadata(&target)?.permissions();
    if permissions.readonly() {
        return Err(std::io::Error::new(std::io::ErrorKind::PermissionDenied, "it is read-only"));
    }
    let name = target.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let temporary = target.with_file_name(format!(".{name}.{}.tmp", std::process::id()));
    let written = write_through(&temporary, text)
        .and_then(|()| std::fs::set_permissions(&temporary, permissions))
        .and_then(|()| std::fs::rename(&temporary, &target));
    if written.is_err() {
        // The first error is the one to report.
        let _ = std::fs::remove_file(&temporary);
    }
    written
}

/// Writes a file and waits until it is stored, so that renaming it cannot lose it.
fn write_through(path: &Path, text: &str) -> std::io::Result<()> {
    let mut file = std::fs::File::create(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}
