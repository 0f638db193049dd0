//! Checkpoints are written.

use crate::buffers::Appender;
use crate::checkpoint::manifest::{Identity, MANIFEST, MANIFEST_IN_MAKING, Manifest, OwnerPart};
use crate::checkpoint::segment::{Segment, write};
use crate::files::{FileFailure, Files};
use crate::storage::{StateStorage, StorageFailure};
use budget::Watch;
use std::sync::Arc;

/// What the names of segments begin with.
const PREFIX: &str = "states";

/// The name of a segment of an owner.
fn name(owner: u64, serial: u64) -> String {
    format!("{PREFIX}-{owner}-{serial}")
}

/// The owner and the serial number of a segment with this name.
fn parse(name: &str) -> Option<(u64, u64)> {
    let (owner, serial) = name.strip_prefix(PREFIX)?.strip_prefix('-')?.split_once('-')?;
    Some((owner.parse().ok()?, serial.parse().ok()?))
}

/// Writes what one owner has.
pub struct CheckpointWriter {
    files: Arc<dyn Files>,
    owner: u64,
    /// The serial number of the next segment; greater than those of all that were there before.
    serial: u64,
    segments: Vec<Segment>,
}

impl CheckpointWriter {
    /// Nothing was written yet. What others have written into the same folder stays until a new checkpoint is published.
    pub fn new(files: Arc<dyn Files>, owner: u64) -> Result<Self, FileFailure> {
        let found = files.list()?;
        let own = found.iter().filter_map(|name| parse(name)).filter(|(other, _)| *other == owner);
        let serial = own.map(|(_, serial)| serial.saturating_add(1)).max().unwrap_or(0);
        Ok(CheckpointWriter { files, owner, serial, segments: Vec::new() })
    }

    /// Writes the states that were not written before, and makes sure that they are on the disk. The level must just have been
    /// closed. The storage must be the same each time.
    pub fn save(
        &mut self,
        storage: &mut dyn StateStorage,
        notes: &[u8],
        watch: &dyn Watch,
    ) -> Result<OwnerPart, StorageFailure> {
        let start = self.segments.last().map_or(0, |segment| segment.numbers.end);
        let new = start..storage.count();
        if !new.is_empty() {
            let (name, appender) = self.begin()?;
            let written = write(appender, &name, self.owner, storage, new, watch);
            if written.is_err() {
                // The disk may be full: what was written of it is of no use. If this fails as well, the next checkpoint removes it.
                let _ = self.files.remove(&name);
            }
            self.segments.push(written?);
            self.files.sync_names()?;
        }
        Ok(OwnerPart {
            owner: self.owner,
            shape: storage.shape(),
            levels: storage.levels().to_vec(),
            notes: notes.to_vec(),
            segments: self.segments.clone(),
        })
    }

    /// Makes a file for the next segment. A process of a search that was killed may not have noticed yet, and have made one meanwhile: its name
    /// is left to it.
    fn begin(&mut self) -> Result<(String, Appender), FileFailure> {
        loop {
            let name = name(self.owner, self.serial);
            self.serial += 1;
            if let Some(writer) = self.files.create_new(&name)? {
                return Ok((name, Appender::new(writer)));
            }
        }
    }
}

/// Whether the last segment of an owner is where it should be: an owner on another machine may have written it into another folder.
fn is_there(files: &dyn Files, part: &OwnerPart) -> Result<(), FileFailure> {
    let Some(last) = part.segments.last() else { return Ok(()) };
    let length = files.open(&last.name)?.len()?;
    if length == last.bytes {
        return Ok(());
    }
    let reason = format!("it has {length} bytes and not the {} that were written", last.bytes);
    Err(FileFailure { doing: "looking for", file: last.name.clone(), reason })
}

/// Makes what all owners have written the checkpoint that counts, and removes what belonged to earlier ones only. Parts are those of
/// owners 0, 1 and so on, all of the same level.
pub fn publish(
    files: &dyn Files,
    identity: &Identity,
    parts: &[OwnerPart],
    notes: &[u8],
) -> Result<(), FileFailure> {
    parts.iter().try_for_each(|part| is_there(files, part))?;
    let manifest = Manifest { identity: identity.clone(), notes: notes.to_vec(), parts: parts.to_vec() };
    let mut writer = files.create(MANIFEST_IN_MAKING)?;
    writer.write(&manifest.to_bytes())?;
    writer.sync()?;
    drop(writer);
    files.rename(MANIFEST_IN_MAKING, MANIFEST)?;
    files.sync_names()?;
    for name in files.list()? {
        let Some((owner, serial)) = parse(&name) else { continue };
        let part = parts.iter().find(|part| part.owner == owner);
        let is_used = |segment: &Segment| segment.name == name;
        // An owner may be writing its next segment already, which has a greater serial number.
        let last = |part: &OwnerPart| {
            part.segments.last().and_then(|segment| parse(&segment.name)).map(|(_, last)| last)
        };
        let is_old = part.is_none_or(|part| {
            !part.segments.iter().any(is_used) && last(part).is_some_and(|last| serial < last)
        });
        if is_old {
            files.remove(&name)?;
        }
    }
    Ok(())
}
