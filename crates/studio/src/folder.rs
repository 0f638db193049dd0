//! The files below a folder, and no others.
//!
//! A name is a path of plain names below the folder: no `..`, nothing absolute, no drive, nothing hidden. No part of it may be a
//! symbolic link, so that nothing leads out of the folder; what was opened is asked once more where it is. Only models, traces and
//! what can be imported is read, and only models and traces are written. A file is replaced as a whole or not at all.

use crate::failure::Failure;
use hyper::StatusCode;
use serde_json::{Value as Json, json};
use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Read, Write};
use std::path::{Component, Path, PathBuf};

/// The most files that are listed.
const MOST_FILES: usize = 5000;
/// The most entries of folders that are looked at for that.
const MOST_ENTRIES: usize = 100_000;
/// The most folders inside each other.
const DEEPEST: usize = 24;
/// Folders that are not looked into: what they hold is made from other files.
const SKIPPED: &[&str] = &["target", "node_modules"];

/// A folder whose files may be read and written.
#[derive(Debug)]
pub struct Folder {
    root: PathBuf,
    /// The most bytes of a file.
    most: usize,
}

/// What a file is by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileKind {
    /// A model.
    Model,
    /// What can be made a model.
    Import,
    /// A trace.
    Trace,
}

impl FileKind {
    /// What a file with this name is, if it is of use here.
    pub fn of(path: &Path) -> Option<FileKind> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "fathom" => Some(FileKind::Model),
            "pnml" | "spec" | "tts" | "fst" | "t2" | "smt2" | "vmt" | "prop" | "xml" => {
                Some(FileKind::Import)
            }
            "json" => Some(FileKind::Trace),
            _ => None,
        }
    }

    fn word(self) -> &'static str {
        match self {
            FileKind::Model => "model",
            FileKind::Import => "import",
            FileKind::Trace => "trace",
        }
    }
}

impl Folder {
    /// The folder with this path.
    ///
    /// # Errors
    /// In words, if it is none.
    pub fn new(root: &Path, most: usize) -> Result<Folder, String> {
        let unreadable = |error| format!("{}: the folder cannot be read: {error}", root.display());
        let root = root.canonicalize().map_err(unreadable)?;
        fs::read_dir(&root).map_err(unreadable)?;
        Ok(Folder { root, most })
    }

    /// Its own name.
    pub fn name(&self) -> String {
        self.root.file_name().map_or_else(|| "/".into(), |name| name.to_string_lossy().into_owned())
    }

    /// The files that are of use, by their names.
    pub fn list(&self) -> Json {
        let mut listing = Listing { files: Vec::new(), looked: 0, truncated: false };
        listing.add(&self.root, "", 0);
        listing.files.sort_by(|left, right| left.0.cmp(&right.0));
        listing.truncated |= listing.files.len() > MOST_FILES;
        listing.files.truncate(MOST_FILES);
        let file = |(path, kind, bytes): &(String, FileKind, u64)| json!({ "path": path, "kind": kind.word(), "bytes": bytes });
        let files: Json = listing.files.iter().map(file).collect();
        json!({ "files": files, "truncated": listing.truncated })
    }

    /// The text of a file, and its version.
    ///
    /// # Errors
    /// If the name is none of a file that may be read.
    pub fn read(&self, name: &str) -> Result<Json, Failure> {
        let (path, kind) = self.path(name)?;
        let text = self.text(name, &path)?;
        Ok(json!({ "path": name, "kind": kind.word(), "version": version(&text), "text": text }))
    }

    /// The text of a file.
    ///
    /// # Errors
    /// If the name is none of a file that may be read.
    pub fn text_of(&self, name: &str) -> Result<String, Failure> {
        let (path, _) = self.path(name)?;
        self.text(name, &path)
    }

    /// Where it is.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Writes a file, if it has the version that is expected; the new version. `Null` expects that there is no such file yet.
    ///
    /// # Errors
    /// If the name is none of a file that may be written, or somebody else has changed the file.
    pub fn write(&self, name: &str, text: &str, expected: Option<&Json>) -> Result<Json, Failure> {
        let (path, kind) = self.path(name)?;
        if kind == FileKind::Import {
            return Err(Failure::forbidden(format!(
                "{name}: only models (.fathom) and traces (.json) are written"
            )));
        }
        if text.len() > self.most {
            return Err(too_large(name));
        }
        let present =
            if path.exists() { Json::String(version(&self.text(name, &path)?)) } else { Json::Null };
        if expected.is_some_and(|expected| *expected != present) {
            let what = match (&present, expected) {
                (Json::Null, _) => "there is no such file any more",
                (_, Some(Json::Null)) => "there is such a file already",
                _ => "somebody else has changed the file",
            };
            let failure = Failure::new(StatusCode::CONFLICT, "changed", format!("{name}: {what}"));
            return Err(failure.with(json!({ "version": present })));
        }
        replace(&path, text)
            .map_err(|error| Failure::refused(format!("{name}: the file cannot be written: {error}")))?;
        Ok(json!({ "version": version(text) }))
    }

    /// Where the file with this name is, or would be.
    ///
    /// # Errors
    /// If the name leads out of the folder, or to a file that is nobody's business.
    pub fn path(&self, name: &str) -> Result<(PathBuf, FileKind), Failure> {
        let outside = || {
            Failure::forbidden(format!("{name}: only files below the folder may be named, by plain names"))
        };
        let is_plain = !name.is_empty() && name.len() < 1000 && !name.contains(['\\', '\0', ':']);
        let relative = Path::new(name);
        let parts: Option<Vec<&str>> = relative
            .components()
            .map(|part| match part {
                Component::Normal(part) => part.to_str().filter(|part| !part.starts_with('.')),
                _ => None,
            })
            .collect();
        let parts = parts.filter(|parts| is_plain && parts.join("/") == name).ok_or_else(outside)?;
        let kind = FileKind::of(relative).ok_or_else(|| {
            Failure::forbidden(format!(
                "{name}: this is neither a model, nor a trace, nor can it be imported"
            ))
        })?;
        let mut path = self.root.clone();
        for (place, part) in parts.iter().enumerate() {
            path.push(part);
            let is_last = place + 1 == parts.len();
            match fs::symlink_metadata(&path) {
                Ok(found) if found.is_symlink() => return Err(outside()),
                Ok(found) if is_last && !found.is_file() => return Err(missing(name)),
                Ok(found) if !is_last && !found.is_dir() => return Err(missing(name)),
                Err(_) if !is_last => return Err(missing(name)),
                Ok(_) | Err(_) => {}
            }
        }
        Ok((path, kind))
    }

    fn text(&self, name: &str, path: &Path) -> Result<String, Failure> {
        let unreadable = |error: std::io::Error| match error.kind() {
            ErrorKind::NotFound => missing(name),
            _ => Failure::refused(format!("{name}: the file cannot be read: {error}")),
        };
        let file = File::open(path).map_err(unreadable)?;
        // Between the look at the parts of the path and now, one of them may have become a link.
        let really = path.canonicalize().map_err(unreadable)?;
        if really != path {
            return Err(Failure::forbidden(format!("{name}: the file is not below the folder")));
        }
        let mut bytes = Vec::new();
        file.take(self.most as u64 + 1).read_to_end(&mut bytes).map_err(unreadable)?;
        if bytes.len() > self.most {
            return Err(too_large(name));
        }
        match String::from_utf8(bytes) {
            Ok(text) => Ok(text),
            Err(error) if FileKind::of(path) == Some(FileKind::Import) => {
                // Old formats were written in many encodings; outside of comments they have only what is the same in all.
                Ok(error.as_bytes().iter().map(|byte| char::from(*byte)).collect())
            }
            Err(_) => Err(Failure::refused(format!("{name}: the text is not UTF-8"))),
        }
    }
}

fn missing(name: &str) -> Failure {
    Failure::new(StatusCode::NOT_FOUND, "no-such-file", format!("{name}: there is no such file"))
}

fn too_large(name: &str) -> Failure {
    Failure::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large", format!("{name}: the file is too large"))
}

/// What tells two texts apart (FNV-1a, and the length).
fn version(text: &str) -> String {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    format!("{:016x}-{:x}", text.bytes().fold(0xcbf2_9ce4_8422_2325, step), text.len())
}

/// Puts a text in the place of a file, as a whole.
fn replace(path: &Path, text: &str) -> std::io::Result<()> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let beside = path.with_file_name(format!(".{name}.{}.new", std::process::id()));
    let written = OpenOptions::new().write(true).create_new(true).open(&beside).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        if let Ok(old) = fs::metadata(path) {
            file.set_permissions(old.permissions())?;
        }
        fs::rename(&beside, path)
    });
    if written.is_err() {
        let _ = fs::remove_file(&beside);
    }
    written
}

/// Files found so far.
struct Listing {
    files: Vec<(String, FileKind, u64)>,
    looked: usize,
    truncated: bool,
}

impl Listing {
    fn add(&mut self, folder: &Path, prefix: &str, depth: usize) {
        // A folder that may not be read has no files for us.
        let Ok(entries) = fs::read_dir(folder) else { return };
        for entry in entries.flatten() {
            self.looked += 1;
            if self.looked > MOST_ENTRIES || self.files.len() > MOST_FILES {
                self.truncated = true;
                return;
            }
            let Some(name) = entry.file_name().to_str().map(str::to_owned) else { continue };
            let Ok(kind) = entry.file_type() else { continue };
            if name.starts_with('.') || kind.is_symlink() {
                continue;
            }
            let path = format!("{prefix}{name}");
            if kind.is_dir() && depth < DEEPEST && !SKIPPED.contains(&name.as_str()) {
                self.add(&entry.path(), &format!("{path}/"), depth + 1);
            } else if let (true, Some(found)) = (kind.is_file(), FileKind::of(Path::new(&name))) {
                let bytes = entry.metadata().map_or(0, |data| data.len());
                self.files.push((path, found, bytes));
            }
        }
    }
}
