//! Files: their texts, or why they cannot be read or written.

use crate::refusal::Refusal;
use diagnostics::nearest;
use std::path::Path;

/// The text of a model's file, or why it cannot be read.
pub fn read_source(path: &Path) -> Result<String, Refusal> {
    let file = shown_name(path);
    if is_standard_input(path) {
        let read = std::io::read_to_string(std::io::stdin());
        return read.map_err(|error| Refusal::of_file(&file, unreadable(&error), None));
    }
    if path.is_dir() {
        let help = format!("`fathom test {file}` checks every model below a folder");
        return Err(Refusal::of_file(&file, "this is a folder, not a model", Some(help)));
    }
    let bytes = read_bytes(path)?;
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let line = error.as_bytes()[..at].iter().filter(|byte| **byte == b'\n').count() + 1;
        let message = format!("the text is not UTF-8: line {line}, byte {at} of the file");
        Refusal::of_file(&file, message, Some("models are UTF-8 text; convert the file".into()))
    })
}

/// The text of a file of another format, or why it cannot be read. Old ones were written in many encodings; what is not UTF-8 is taken
/// for ISO 8859-1, in which every byte is a character: outside of comments these formats have only those that are the same in all.
pub fn read_foreign(path: &Path) -> Result<String, Refusal> {
    if is_standard_input(path) || path.is_dir() {
        return read_source(path);
    }
    let text = String::from_utf8(read_bytes(path)?);
    Ok(text.unwrap_or_else(|error| error.as_bytes().iter().map(|byte| char::from(*byte)).collect()))
}

fn read_bytes(path: &Path) -> Result<Vec<u8>, Refusal> {
    std::fs::read(path)
        .map_err(|error| Refusal::of_file(&shown_name(path), unreadable(&error), similar_file(path)))
}

/// The text of a file that is no model, or why it cannot be read.
pub fn read_text_file(path: &Path) -> Result<String, Refusal> {
    let read = match is_standard_input(path) {
        true => std::io::read_to_string(std::io::stdin()),
        false => std::fs::read_to_string(path),
    };
    read.map_err(|error| Refusal::of_file(&shown_name(path), unreadable(&error), None))
}

/// Writes a text to a file.
///
/// # Errors
/// In words, if it cannot be written.
pub fn write_text(file: &Path, text: &str) -> Result<(), String> {
    std::fs::write(file, text)
        .map_err(|error| format!("{}: the file cannot be written: {error}", file.display()))
}

/// Whether a path stands for standard input.
fn is_standard_input(path: &Path) -> bool {
    path == Path::new("-")
}

/// The name of a file in messages.
pub fn shown_name(path: &Path) -> String {
    if is_standard_input(path) { "stdin".into() } else { path.display().to_string() }
}

fn unreadable(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::NotFound => "there is no such file".into(),
        std::io::ErrorKind::PermissionDenied => "the file may not be read".into(),
        _ => format!("the file cannot be read: {error}"),
    }
}

/// Advice if a file with nearly this name is in the same folder.
fn similar_file(path: &Path) -> Option<String> {
    Some(format!("did you mean {}?", path.with_file_name(similar_model(path)?).display()))
}

/// The name of a model in the same folder, if it is nearly this one.
pub fn similar_model(path: &Path) -> Option<String> {
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let name = path.file_name()?.to_str()?;
    let mut names: Vec<String> = std::fs::read_dir(parent)
        .ok()?
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| name.ends_with(".fathom"))
        .collect();
    names.sort();
    let with_ending = format!("{name}.fathom");
    let found = names
        .iter()
        .find(|candidate| **candidate == with_ending)
        .map(String::as_str)
        .or_else(|| nearest_file(name, &names))?;
    Some(found.to_owned())
}

/// The file with the nearest name. Endings are left out: they would make any two short names alike.
fn nearest_file<'n>(name: &str, names: &'n [String]) -> Option<&'n str> {
    let stem = |name: &'n str| name.strip_suffix(".fathom").unwrap_or(name);
    let near = match name.strip_suffix(".fathom") {
        Some(wanted) => nearest(wanted, names.iter().map(|name| stem(name)))?,
        None => return nearest(name, names.iter().map(String::as_str)),
    };
    names.iter().map(String::as_str).find(|name| stem(name) == near)
}
