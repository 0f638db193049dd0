//! Checkpoints are read.

use crate::batch::Batch;
use crate::checkpoint::checksum::checksum;
use crate::checkpoint::failure::CheckpointFailure;
use crate::checkpoint::manifest::{Identity, MANIFEST, Manifest, OwnerPart};
use crate::checkpoint::segment::SegmentReader;
use crate::files::Files;
use crate::hash::hash;
use crate::shape::Shape;
use crate::storage::StateStorage;
use budget::Watch;
use std::sync::Arc;

/// No manifest has more bytes.
const LARGEST: u64 = 1 << 30;

/// A checkpoint whose manifest was read.
pub struct Checkpoint {
    files: Arc<dyn Files>,
    manifest: Manifest,
    sum: u64,
}

impl Checkpoint {
    /// Looks for the checkpoint in a folder.
    pub fn open(files: Arc<dyn Files>) -> Result<Self, CheckpointFailure> {
        if !files.list()?.iter().any(|name| name == MANIFEST) {
            return Err(CheckpointFailure::Missing);
        }
        // Whoever goes on relies on what is found: if only the search was stopped before, its names need not be on the disk.
        files.sync_names()?;
        let reader = files.open(MANIFEST)?;
        let length = reader.len()?;
        if length > LARGEST {
            return Err(CheckpointFailure::Foreign { file: MANIFEST.to_owned() });
        }
        let mut bytes = vec![0; length as usize];
        reader.read(0, &mut bytes)?;
        let manifest = Manifest::from_bytes(&bytes)?;
        Ok(Checkpoint { files, manifest, sum: checksum(&bytes) })
    }

    /// Whether it was made for this; an error says what differs.
    pub fn agrees_with(&self, identity: &Identity) -> Result<(), CheckpointFailure> {
        let what = self.manifest.identity.differences(identity);
        if what.is_empty() { Ok(()) } else { Err(CheckpointFailure::Different { what }) }
    }

    /// What it was made for.
    pub fn identity(&self) -> &Identity {
        &self.manifest.identity
    }

    /// What tells it apart from others: two with the same sum have the same states.
    pub fn sum(&self) -> u64 {
        self.sum
    }

    /// What the search noted.
    pub fn notes(&self) -> &[u8] {
        &self.manifest.notes
    }

    /// What each owner has, by number.
    pub fn parts(&self) -> &[OwnerPart] {
        &self.manifest.parts
    }

    /// How large its states are.
    pub fn shape(&self) -> Shape {
        self.manifest.parts[0].shape
    }

    /// Puts those states into an empty storage whose hashes belong there, level by level.
    pub fn restore(
        &self,
        storage: &mut dyn StateStorage,
        belongs: &dyn Fn(u64) -> bool,
        watch: &dyn Watch,
    ) -> Result<(), CheckpointFailure> {
        let shape = storage.shape();
        let mut readers = Vec::new();
        for part in &self.manifest.parts {
            if part.shape != shape {
                let what = "the size of its states is not that of the search".to_owned();
                return Err(CheckpointFailure::Damaged { file: MANIFEST.to_owned(), what });
            }
            readers.push(PartReader::new(self, part));
        }
        for level in 1..self.manifest.parts[0].levels.len() {
            let mut offered = 0;
            for reader in &mut readers {
                offered += reader.restore_level(level, storage, belongs, watch)?;
            }
            let new = storage.close_level(watch)?;
            if new.end - new.start != offered {
                let what = format!("states of level {} are there twice", level - 1);
                return Err(CheckpointFailure::Damaged { file: MANIFEST.to_owned(), what });
            }
        }
        Ok(())
    }
}

/// Reads the states of one owner.
struct PartReader<'c> {
    checkpoint: &'c Checkpoint,
    part: &'c OwnerPart,
    next_segment: usize,
    reader: Option<SegmentReader<'c>>,
    /// States that were read but belong to later levels begin at this place.
    batch: Batch,
    at: usize,
    /// The number of the next state.
    next: u64,
}

impl<'c> PartReader<'c> {
    fn new(checkpoint: &'c Checkpoint, part: &'c OwnerPart) -> Self {
        PartReader {
            checkpoint,
            part,
            next_segment: 0,
            reader: None,
            batch: Batch::default(),
            at: 0,
            next: 0,
        }
    }

    /// Offers the states of a level that belong to a storage, and says how many there are.
    fn restore_level(
        &mut self,
        level: usize,
        storage: &mut dyn StateStorage,
        belongs: &dyn Fn(u64) -> bool,
        watch: &dyn Watch,
    ) -> Result<u64, CheckpointFailure> {
        let (shape, end) = (self.part.shape, self.part.levels[level]);
        let mut offered = 0;
        while self.next < end {
            if self.at == self.batch.len() {
                self.fill()?;
            }
            let some = (self.batch.len() - self.at).min((end - self.next) as usize);
            let mut own = Batch::default();
            for at in self.at..self.at + some {
                let words = self.batch.get(shape, at);
                if belongs(hash(words)) {
                    own.push(words, self.batch.tags[at]);
                }
            }
            storage.offer(&own, watch)?;
            offered += own.len() as u64;
            self.at += some;
            self.next += some as u64;
        }
        Ok(offered)
    }

    /// Reads more states. There must be some.
    fn fill(&mut self) -> Result<(), CheckpointFailure> {
        self.batch.clear();
        self.at = 0;
        loop {
            if let Some(reader) = &mut self.reader
                && reader.next(&mut self.batch)? > 0
            {
                return Ok(());
            }
            let segment = &self.part.segments[self.next_segment];
            let (files, owner) = (&*self.checkpoint.files, self.part.owner);
            self.reader = Some(SegmentReader::open(files, owner, self.part.shape, segment)?);
            self.next_segment += 1;
        }
    }
}
