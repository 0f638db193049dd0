//! Checkpoints of a search that is shared: all workers write one in the same round, between two levels, and go on from one together.
//!
//! The first worker's clock says when; it says so in its report at the end of a level, so that all workers know. Each saves its own states, and sends what
//! it saved to the first worker, who publishes all of it as one checkpoint. The others do not wait for that.
//!
//! A checkpoint that cannot be written is told, and nothing else: the one before still counts.

use super::notes::Notes;
use super::{Search, Trouble};
use crate::keeping::{CheckpointNews, Writing};
use crate::parcel::Kind;
use crate::report::Tagged;
use crate::wire::{Reader, write_bytes, write_number};
use explicit::Ended;
use state_storage::checkpoint::{Checkpoint, CheckpointWriter, OwnerPart, publish};
use state_storage::owner;
use std::sync::Arc;
use std::time::Instant;

/// What a search needs to write checkpoints.
pub(super) struct Saver {
    writing: Writing,
    /// Nothing until the first one.
    writer: Option<CheckpointWriter>,
    last: Instant,
}

impl Saver {
    /// For checkpoints as they are asked for.
    pub fn new(writing: Writing) -> Self {
        Saver { writing, writer: None, last: Instant::now() }
    }

    /// Whether it is time for another one.
    pub fn is_time(&self) -> bool {
        self.last.elapsed() >= self.writing.every
    }
}

impl Search<'_, '_, '_> {
    /// Writes a checkpoint, if the report of the level says that it is time.
    pub(super) fn save_if_due(&mut self) -> Result<(), Trouble> {
        if !self.last.is_save_due {
            return Ok(());
        }
        let Some(mut saver) = self.saver.take() else { return Ok(()) };
        let saved = self.save(&mut saver);
        let mut contents = Vec::new();
        write_number(saved.is_ok().into(), &mut contents);
        match &saved {
            Ok(part) => write_bytes(&part.to_bytes(), &mut contents),
            Err(reason) => write_bytes(reason.as_bytes(), &mut contents),
        }
        self.link.send(Kind::Saved, 0, contents);
        let mut parts = Vec::new();
        self.link.finish(&mut |parcel| {
            let part = read_saved(parcel.contents());
            let is_read = parcel.kind == Kind::Saved && part.is_some();
            parts.extend(part.map(|part| (parcel.from, part)));
            is_read
        })?;
        if self.link.index() == 0 {
            let notes = self.notes().write();
            let news = match published(&saver.writing, parts, &notes) {
                Ok(()) => CheckpointNews::Written(self.counts.states),
                Err(reason) => CheckpointNews::Failed(reason),
            };
            (saver.writing.tell)(&news);
        }
        saver.last = Instant::now();
        self.saver = Some(saver);
        Ok(())
    }

    /// Saves this worker's states.
    fn save(&mut self, saver: &mut Saver) -> Result<OwnerPart, String> {
        let writer = match saver.writer.take() {
            Some(writer) => saver.writer.insert(writer),
            None => {
                let files = Arc::clone(&saver.writing.files);
                let writer = CheckpointWriter::new(files, self.link.index() as u64);
                saver.writer.insert(writer.map_err(|failure| failure.to_string())?)
            }
        };
        writer.save(&mut *self.storage, &[], self.watch).map_err(|failure| failure.to_string())
    }

    /// Goes on from a checkpoint, up to where its last level is expanded; an error in words if that cannot be. All workers hear the same.
    pub(super) fn take_up(
        &mut self,
        checkpoint: &Checkpoint,
        notes: &Notes,
    ) -> Result<Result<usize, String>, Trouble> {
        let restored = self.restore(checkpoint, notes);
        if let Some(reason) = self.failure_of_any(restored)? {
            // Nothing is known of what had been answered.
            self.questions.iter_mut().for_each(|asked| asked.is_answered = false);
            return Ok(Err(reason));
        }
        let level = self.totals.len() - 1;
        self.answer_again()?;
        let tags = self.tags_of(level)?;
        self.ranks = self.ranked(&tags, level)?;
        Ok(Ok(level))
    }

    /// Tells all workers how many states this one has restored, or why it could not; returns why one of them could not, if so.
    fn failure_of_any(&mut self, restored: Result<u64, String>) -> Result<Option<String>, Trouble> {
        let mut contents = Vec::new();
        write_number(restored.is_ok().into(), &mut contents);
        match &restored {
            Ok(count) => write_bytes(&count.to_le_bytes(), &mut contents),
            Err(reason) => write_bytes(reason.as_bytes(), &mut contents),
        }
        self.link.send_all(Kind::Saved, &contents);
        let mut failed = vec![None; self.link.peers()];
        let shares = &mut self.shares;
        self.link.finish(&mut |parcel| {
            let mut reader = Reader(parcel.contents());
            let (Some(flag), Some(bytes)) = (reader.number(), reader.bytes()) else { return false };
            match (flag, bytes.try_into()) {
                (1, Ok(count)) => shares[parcel.from] = u64::from_le_bytes(count),
                _ => failed[parcel.from] = Some(String::from_utf8_lossy(bytes).into_owned()),
            }
            parcel.kind == Kind::Saved
        })?;
        let is_short = self.shares.iter().sum::<u64>() != self.counts.states;
        let short =
            is_short.then(|| "the checkpoint is damaged: it has not as many states as it says".to_owned());
        Ok(failed.into_iter().flatten().next().or(short))
    }

    /// Puts this worker's states where they belong, and says how many there are.
    fn restore(&mut self, checkpoint: &Checkpoint, notes: &Notes) -> Result<u64, String> {
        let is_fitting = self.take_notes(notes) && checkpoint.shape() == self.shape;
        if !is_fitting || checkpoint.parts()[0].levels.len() != notes.totals.len() + 1 {
            return Err("the checkpoint is damaged: what it notes does not fit the model".to_owned());
        }
        if let Some(failure) = &self.lost {
            return Err(failure.to_string());
        }
        let (me, peers) = (self.link.index(), self.link.peers());
        let belongs = |hash: u64| owner(peers, hash) == me;
        let restored = checkpoint.restore(&mut *self.storage, &belongs, self.watch);
        restored.map_err(|failure| failure.to_string())?;
        Ok(self.storage.count())
    }

    /// Tells again what had been answered before the checkpoint.
    fn answer_again(&mut self) -> Result<(), Trouble> {
        let decided: Vec<(usize, (usize, Tagged))> = self
            .questions
            .iter()
            .enumerate()
            .filter_map(|(question, asked)| asked.decided.clone().map(|end| (question, end)))
            .collect();
        let ends: Vec<_> = decided.iter().map(|(_, end)| end.clone()).collect();
        let paths = self.paths(&ends)?;
        decided
            .into_iter()
            .zip(paths)
            .try_for_each(|((question, _), path)| self.answer(question, Ended::Decided(path)))
    }
}

/// What a worker saved, or why it could not.
fn read_saved(contents: &[u8]) -> Option<Result<OwnerPart, String>> {
    let mut reader = Reader(contents);
    let (flag, bytes) = (reader.number()?, reader.bytes()?);
    match flag {
        1 => OwnerPart::from_bytes(bytes).map(Ok),
        _ => Some(Err(String::from_utf8_lossy(bytes).into_owned())),
    }
}

/// Publishes what all workers saved, if they could.
fn published(
    writing: &Writing,
    mut parts: Vec<(usize, Result<OwnerPart, String>)>,
    notes: &[u8],
) -> Result<(), String> {
    parts.sort_by_key(|(worker, _)| *worker);
    let parts: Vec<OwnerPart> = parts.into_iter().map(|(_, part)| part).collect::<Result<_, _>>()?;
    publish(&*writing.files, &writing.identity, &parts, notes).map_err(|failure| failure.to_string())
}
