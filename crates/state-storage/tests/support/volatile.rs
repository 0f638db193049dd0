//! Files in memory, with what can go wrong: the disk is full, or the machine stops.
//!
//! When it stops, what was not yet on the disk may be there or not: of a file, whatever was written since the last time that it was
//! made sure of may be there in part, or be rubbish; each name may stand for what it stood for at any moment since names were made
//! sure of, whatever the others do.

use random_numbers::Xorshift;
use state_storage::{FileFailure, FileReader, FileWriter, Files};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard};

type Names = BTreeMap<String, usize>;

#[derive(Debug, Clone, Default)]
struct Content {
    bytes: Vec<u8>,
    synced: usize,
}

#[derive(Debug, Clone, Default)]
struct Disk {
    contents: Vec<Content>,
    names: Names,
    /// What the names were when they were last made sure of, and after each change since then.
    history: Vec<Names>,
    operations: u64,
    stops_after: Option<u64>,
    capacity: Option<usize>,
}

/// A folder in memory.
#[derive(Debug, Clone, Default)]
pub struct Volatile(Arc<Mutex<Disk>>);

impl Volatile {
    /// An empty folder.
    pub fn new() -> Self {
        let files = Volatile::default();
        files.disk().history.push(Names::new());
        files
    }

    fn disk(&self) -> MutexGuard<'_, Disk> {
        self.0.lock().unwrap()
    }

    /// From now on there is room for so many bytes only.
    pub fn limit(&self, bytes: usize) {
        self.disk().capacity = Some(bytes);
    }

    /// The machine stops after so many operations from now on.
    pub fn stop_after(&self, operations: u64) {
        let mut disk = self.disk();
        disk.stops_after = Some(disk.operations + operations);
    }

    /// How many operations there were.
    pub fn operations(&self) -> u64 {
        self.disk().operations
    }

    /// What is found when the machine starts again.
    pub fn after_stop(&self, random: &mut Xorshift) -> Volatile {
        let old = self.disk();
        let all: BTreeSet<&String> = old.history.iter().flat_map(Names::keys).collect();
        let mut survives = |name: &String| {
            let names = &old.history[random.below(old.history.len() as u64) as usize];
            names.get(name).map(|at| (name.clone(), *at))
        };
        let names: Names = all.into_iter().filter_map(&mut survives).collect();
        let mut contents = old.contents.clone();
        for content in &mut contents {
            let unsure = content.bytes.len() - content.synced;
            let kept = content.synced + random.below(unsure as u64 + 1) as usize;
            content.bytes.truncate(kept);
            if kept > content.synced && random.below(2) == 0 {
                let rubbish = content.synced + random.below((kept - content.synced) as u64) as usize;
                content.bytes[rubbish..].iter_mut().for_each(|byte| *byte = random.bits() as u8);
            }
            content.synced = kept;
        }
        drop(old);
        let files = Volatile::new();
        *files.disk() = Disk { contents, history: vec![names.clone()], names, ..Disk::default() };
        files
    }

    /// What is found after only the search has ended, and not the machine: everything that was written, on the disk or not.
    pub fn after_kill(&self) -> Volatile {
        let files = self.copy();
        files.disk().stops_after = None;
        files
    }

    /// The bytes of a file.
    pub fn bytes(&self, name: &str) -> Vec<u8> {
        let disk = self.disk();
        disk.contents[disk.names[name]].bytes.clone()
    }

    /// Changes the bytes of a file.
    pub fn set_bytes(&self, name: &str, bytes: Vec<u8>) {
        let mut disk = self.disk();
        let at = disk.names[name];
        disk.contents[at] = Content { synced: bytes.len(), bytes };
    }

    /// A copy that goes its own way.
    pub fn copy(&self) -> Volatile {
        Volatile(Arc::new(Mutex::new(self.disk().clone())))
    }

    fn operate(&self, doing: &'static str, file: &str) -> Result<MutexGuard<'_, Disk>, FileFailure> {
        let mut disk = self.disk();
        disk.operations += 1;
        if disk.stops_after.is_some_and(|last| disk.operations > last) {
            return Err(failure(doing, file, "the machine has stopped"));
        }
        Ok(disk)
    }
}

fn failure(doing: &'static str, file: &str, reason: &str) -> FileFailure {
    FileFailure { doing, file: file.to_owned(), reason: reason.to_owned() }
}

impl Disk {
    fn name_changes(&mut self) {
        let names = self.names.clone();
        self.history.push(names);
    }

    fn used(&self) -> usize {
        self.names.values().map(|at| self.contents[*at].bytes.len()).sum()
    }
}

struct Writer {
    files: Volatile,
    at: usize,
    name: String,
}

struct Reader {
    files: Volatile,
    at: usize,
    name: String,
}

impl Files for Volatile {
    fn create(&self, name: &str) -> Result<Box<dyn FileWriter>, FileFailure> {
        let mut disk = self.operate("creating", name)?;
        let at = match disk.names.get(name).copied() {
            // Whoever writes into it already goes on doing so.
            Some(at) => at,
            None => {
                disk.contents.push(Content::default());
                disk.contents.len() - 1
            }
        };
        disk.contents[at] = Content::default();
        disk.names.insert(name.to_owned(), at);
        disk.name_changes();
        Ok(Box::new(Writer { files: self.clone(), at, name: name.to_owned() }))
    }

    fn create_new(&self, name: &str) -> Result<Option<Box<dyn FileWriter>>, FileFailure> {
        let is_there = self.operate("creating", name)?.names.contains_key(name);
        if is_there { Ok(None) } else { self.create(name).map(Some) }
    }

    fn open(&self, name: &str) -> Result<Box<dyn FileReader>, FileFailure> {
        let disk = self.operate("opening", name)?;
        let at = *disk.names.get(name).ok_or_else(|| failure("opening", name, "no such file"))?;
        Ok(Box::new(Reader { files: self.clone(), at, name: name.to_owned() }))
    }

    fn rename(&self, from: &str, to: &str) -> Result<(), FileFailure> {
        let mut disk = self.operate("renaming", from)?;
        let at = disk.names.remove(from).ok_or_else(|| failure("renaming", from, "no such file"))?;
        disk.names.insert(to.to_owned(), at);
        disk.name_changes();
        Ok(())
    }

    fn remove(&self, name: &str) -> Result<(), FileFailure> {
        let mut disk = self.operate("removing", name)?;
        disk.names.remove(name);
        disk.name_changes();
        Ok(())
    }

    fn list(&self) -> Result<Vec<String>, FileFailure> {
        Ok(self.operate("listing", ".")?.names.keys().cloned().collect())
    }

    fn sync_names(&self) -> Result<(), FileFailure> {
        let mut disk = self.operate("synchronising", ".")?;
        let names = disk.names.clone();
        disk.history = vec![names];
        Ok(())
    }
}

impl FileWriter for Writer {
    fn write(&mut self, bytes: &[u8]) -> Result<(), FileFailure> {
        let mut disk = self.files.operate("writing", &self.name)?;
        let free = disk.capacity.map_or(usize::MAX, |capacity| capacity.saturating_sub(disk.used()));
        let written = bytes.len().min(free);
        disk.contents[self.at].bytes.extend_from_slice(&bytes[..written]);
        if written < bytes.len() {
            return Err(failure("writing", &self.name, "no space left on device"));
        }
        Ok(())
    }

    fn sync(&mut self) -> Result<(), FileFailure> {
        let mut disk = self.files.operate("synchronising", &self.name)?;
        let content = &mut disk.contents[self.at];
        content.synced = content.bytes.len();
        Ok(())
    }
}

impl FileReader for Reader {
    fn len(&self) -> Result<u64, FileFailure> {
        let disk = self.files.operate("reading", &self.name)?;
        Ok(disk.contents[self.at].bytes.len() as u64)
    }

    fn read(&self, from: u64, into: &mut [u8]) -> Result<(), FileFailure> {
        let disk = self.files.operate("reading", &self.name)?;
        let bytes = &disk.contents[self.at].bytes;
        let from = from as usize;
        let end = from.saturating_add(into.len());
        let found =
            bytes.get(from..end).ok_or_else(|| failure("reading", &self.name, "the file ends too early"))?;
        into.copy_from_slice(found);
        Ok(())
    }
}
