//! States on disk, more of them than memory holds.
//!
//! What was found lately, and the candidates of the level at hand, are in memory, as much as there is room for (`young`). When it is
//! full the states go to a sorted list in a file, a run ([`run`]), and the candidates to a run of their own. Whether a candidate is
//! new is found out at the end of its level: all its candidates, sorted, are compared with all runs in one pass. So states are read
//! and written in large pieces only, never sought one by one.
//!
//! Most new states need no look at the runs: a filter in memory ([`filter`]) knows that they are in none.
//!
//! Beside the runs all states stand in the order of their numbers, with their tags, in another file ([`archive`]), from which the
//! frontier is read, paths are rebuilt, and checkpoints are written.
//!
//! Runs are merged when the younger is more than half as large as the older: there are only logarithmically many, and each state is
//! rewritten only so often.
//!
//! # Why it is right
//! A state of a closed level is in a run or in `young`; what is in `young` from before the level at hand began is known, what came
//! later is a candidate. A candidate that is not among what is known is kept, once in each of the places to which it was moved, with
//! its tag; the merge puts equal ones together under their least tag. What is found in a run is a state of an earlier level; what
//! was in `young` when the candidate came was recognised then, and what left `young` before that went into a run.
//!
//! # Reference
//! Stern, Dill: *Using magnetic disk instead of main memory in the Murφ verifier*, CAV 1998, doi:10.1007/BFb0028743 (duplicates are
//! looked for at the end of each level); Korf: *Delayed duplicate detection*, IJCAI 2003; runs in levels of growing size: O'Neil,
//! Cheng, Gawlick, O'Neil: *The log-structured merge-tree*, Acta Informatica 33(4), 1996, doi:10.1007/s002360050048.

mod archive;
mod filter;
mod key;
mod merge;
mod order;
mod run;
mod temporary;

use crate::batch::Batch;
use crate::disk::archive::Archive;
use crate::disk::filter::Filter;
use crate::disk::key::read_key;
use crate::disk::merge::{InOrder, Sorted, merge};
use crate::disk::order::{bytes_to_sort, order};
use crate::disk::run::{BUFFERS, Run, RunCursor, RunForm, RunWriter};
use crate::files::{FileFailure, Files};
use crate::hash::hash;
use crate::in_memory::InMemory;
use crate::shape::Shape;
use crate::storage::{StateStorage, StorageFailure, Usage};
use budget::Watch;
use std::ops::Range;
use std::sync::Arc;

/// States of which the table in memory, its growth included, takes so many bytes each, beside the state and its tag.
const TABLE_BYTES: u64 = 8;

/// Which part of the memory the filter gets.
const FILTER_SHARE: u64 = 6;

/// The fewest states that are kept in memory.
const FEWEST: usize = 16;

/// States on disk.
pub struct OnDisk {
    shape: Shape,
    files: Arc<dyn Files>,
    prefix: String,
    /// How many states and candidates are kept in memory.
    capacity: usize,
    young: InMemory,
    /// Which of the states in memory are in a run as well.
    in_run: Vec<bool>,
    archive: Archive,
    /// Sorted lists of states of closed levels, the oldest first.
    runs: Vec<Run>,
    /// Which states may be in them; nothing until there is a run.
    filter: Option<Filter>,
    /// The bytes that the filter may take.
    filter_bytes: u64,
    /// Sorted lists of candidates of the level at hand.
    spilled: Vec<Run>,
    levels: Vec<u64>,
    /// How many runs were begun.
    named: u64,
}

impl OnDisk {
    /// None yet. The names of all files begin with a prefix; what is there under such a name is overwritten. About so many bytes of
    /// memory may be used.
    pub fn new(shape: Shape, files: Arc<dyn Files>, prefix: &str, memory: u64) -> Result<Self, FileFailure> {
        let each = shape.bytes as u64 + 8 + TABLE_BYTES + bytes_to_sort(shape) + 1;
        let filter_bytes = memory / FILTER_SHARE;
        let archive = Archive::create(Arc::clone(&files), format!("{prefix}.states"), shape)?;
        Ok(OnDisk {
            shape,
            files,
            prefix: prefix.to_owned(),
            capacity: usize::try_from((memory - filter_bytes) / each)
                .unwrap_or(usize::MAX)
                .clamp(FEWEST, 1 << 31),
            young: InMemory::new(shape),
            in_run: Vec::new(),
            archive,
            runs: Vec::new(),
            filter: None,
            filter_bytes,
            spilled: Vec::new(),
            levels: vec![0],
            named: 0,
        })
    }

    fn begin_run(&mut self, has_tags: bool) -> Result<RunWriter, FileFailure> {
        self.named += 1;
        let name = format!("{}.{}", self.prefix, self.named);
        RunWriter::create(Arc::clone(&self.files), name, RunForm { key: self.shape.bytes, has_tags })
    }

    /// Moves everything from memory to files.
    fn empty_memory(&mut self, watch: &dyn Watch) -> Result<(), StorageFailure> {
        let known = self.young.count() as u32;
        let all = self.young.store().len() as u32;
        let order_of = |some: Range<u32>| {
            let some: Vec<u32> = some.filter(|number| !self.in_run(*number)).collect();
            order(self.shape, self.young.store(), &some)
        };
        let (states, candidates) = (order_of(0..known), order_of(known..all));
        if !states.is_empty() {
            self.add_to_filter(&states);
            let run = self.write(&states, false, watch)?;
            self.runs.push(run);
        }
        if !candidates.is_empty() {
            let run = self.write(&candidates, true, watch)?;
            self.spilled.push(run);
        }
        self.young = InMemory::new(self.shape);
        self.in_run.clear();
        self.merge_runs(watch)
    }

    fn add_to_filter(&mut self, numbers: &[u32]) {
        let filter = self.filter.get_or_insert_with(|| Filter::new(self.filter_bytes));
        let (store, mut words) = (self.young.store(), vec![0; self.shape.words]);
        for number in numbers {
            store.read(*number, &mut words);
            filter.add(hash(&words));
        }
    }

    fn in_run(&self, number: u32) -> bool {
        self.in_run.get(number as usize).copied().unwrap_or(false)
    }

    fn write(&mut self, numbers: &[u32], has_tags: bool, watch: &dyn Watch) -> Result<Run, StorageFailure> {
        let mut writer = self.begin_run(has_tags)?;
        let list: Box<dyn Sorted> = Box::new(InOrder::new(self.shape, self.young.store(), numbers));
        merge(self.shape.bytes, vec![list], watch, &mut |key, tag| Ok(writer.push(key, tag)?))?;
        Ok(writer.finish()?)
    }

    /// Merges the youngest runs while the last is more than half as large as the one before.
    fn merge_runs(&mut self, watch: &dyn Watch) -> Result<(), StorageFailure> {
        let mut from = self.runs.len().saturating_sub(1);
        let mut size = self.runs.last().map_or(0, |run| run.count);
        while from > 0 && 2 * size > self.runs[from - 1].count {
            from -= 1;
            size += self.runs[from].count;
        }
        if self.runs.len() - from < 2 {
            return Ok(());
        }
        let mut writer = self.begin_run(false)?;
        let lists = self.runs[from..].iter().map(|run| Box::new(run.cursor()) as Box<dyn Sorted>);
        merge(self.shape.bytes, lists.collect(), watch, &mut |key, _| Ok(writer.push(key, 0)?))?;
        let merged = writer.finish()?;
        self.runs.truncate(from);
        self.runs.push(merged);
        Ok(())
    }

    /// Ends a level of which all candidates are in memory.
    fn close_in_memory(&mut self, watch: &dyn Watch) -> Result<(), StorageFailure> {
        let store = self.young.store();
        let new = self.young.count() as u32..store.len() as u32;
        let mut words = vec![0; self.shape.words];
        let mut unsure = Vec::new();
        for number in new {
            store.read(number, &mut words);
            match &self.filter {
                Some(filter) if filter.may_have(hash(&words)) => unsure.push(number),
                _ => self.archive.push(&words, store.link(number))?,
            }
        }
        self.in_run.resize(store.len(), false);
        let unsure = order(self.shape, store, &unsure);
        let mut numbers = unsure.iter();
        let list: Box<dyn Sorted> = Box::new(InOrder::new(self.shape, store, &unsure));
        let mut cursors: Vec<_> = self.runs.iter().rev().map(Run::cursor).collect();
        let (archive, in_run) = (&mut self.archive, &mut self.in_run);
        merge(self.shape.bytes, vec![list], watch, &mut |key, tag| {
            let number = numbers.next();
            if is_in(&mut cursors, key)? {
                number.into_iter().for_each(|number| in_run[*number as usize] = true);
                return Ok(());
            }
            read_key(key, &mut words);
            Ok(archive.push(&words, tag)?)
        })
    }

    /// Ends a level some of whose candidates are in files.
    fn close_spilled(&mut self, watch: &dyn Watch) -> Result<(), StorageFailure> {
        self.empty_memory(watch)?;
        let mut writer = self.begin_run(false)?;
        let mut words = vec![0; self.shape.words];
        let mut cursors: Vec<_> = self.runs.iter().rev().map(Run::cursor).collect();
        let lists = self.spilled.iter().map(|run| Box::new(run.cursor()) as Box<dyn Sorted>);
        let archive = &mut self.archive;
        let filter = self.filter.get_or_insert_with(|| Filter::new(self.filter_bytes));
        merge(self.shape.bytes, lists.collect(), watch, &mut |key, tag| {
            read_key(key, &mut words);
            let of_words = hash(&words);
            if filter.may_have(of_words) && is_in(&mut cursors, key)? {
                return Ok(());
            }
            filter.add(of_words);
            archive.push(&words, tag)?;
            Ok(writer.push(key, tag)?)
        })?;
        drop(cursors);
        self.spilled.clear();
        let run = writer.finish()?;
        if run.count > 0 {
            self.runs.push(run);
        }
        self.merge_runs(watch)
    }
}

/// Whether a state, which is greater than all that were asked for before, is in one of these runs.
#[inline]
fn is_in(cursors: &mut [RunCursor<'_>], key: &[u8]) -> Result<bool, FileFailure> {
    for cursor in cursors {
        if cursor.seek(key)? && *cursor.key == *key {
            return Ok(true);
        }
    }
    Ok(false)
}

impl StateStorage for OnDisk {
    fn shape(&self) -> Shape {
        self.shape
    }

    fn offer(&mut self, candidates: &Batch, watch: &dyn Watch) -> Result<(), StorageFailure> {
        let mut start = 0;
        while start < candidates.len() {
            let room = self.capacity.saturating_sub(self.young.store().len());
            if room == 0 {
                self.empty_memory(watch)?;
                continue;
            }
            let end = candidates.len().min(start + room);
            self.young.offer_some(candidates, start..end, watch)?;
            start = end;
        }
        Ok(())
    }

    fn close_level(&mut self, watch: &dyn Watch) -> Result<Range<u64>, StorageFailure> {
        match self.spilled.is_empty() {
            true => self.close_in_memory(watch)?,
            false => self.close_spilled(watch)?,
        }
        self.young.close_level(watch)?;
        self.archive.flush()?;
        let new = self.count()..self.archive.len();
        self.levels.push(new.end);
        Ok(new)
    }

    fn read(&mut self, from: u64, most: usize, into: &mut Batch) -> Result<(), StorageFailure> {
        Ok(self.archive.read(from, most, into)?)
    }

    fn levels(&self) -> &[u64] {
        &self.levels
    }

    fn usage(&self) -> Usage {
        let runs = || self.runs.iter().chain(&self.spilled);
        let filter = self.filter.as_ref().map_or(0, Filter::memory);
        let buffers = BUFFERS * (runs().count() as u64 + 1);
        let memory = self.young.usage().memory + self.in_run.len() as u64 + self.archive.memory() + buffers;
        Usage {
            memory: memory + filter + runs().map(Run::memory).sum::<u64>(),
            disk: self.archive.bytes() + runs().map(Run::bytes).sum::<u64>(),
        }
    }
}
