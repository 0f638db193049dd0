//! All ways to raise some counters up to their limits, by each kind of storage alone: `grid memory|compressed|disk COUNTERS LIMIT MEBIBYTES [FOLDER]`.
//!
//! A state has 16 bytes, twelve bits for each counter. Nothing is done but to offer successors and to close levels, so the times are those of the
//! storage. `bench/disk` runs it.

use budget::Unlimited;
use state_storage::{
    Batch, Compressed, FileFailure, FileReader, FileWriter, Files, InMemory, OnDisk, Shape, StateStorage,
};
use std::fs::{self, File};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Instant;

struct Folder(PathBuf);

fn failure(doing: &'static str, file: &str, error: &std::io::Error) -> FileFailure {
    FileFailure { doing, file: file.to_owned(), reason: error.to_string() }
}

struct Written(File);
struct Reading(Mutex<File>);

impl Files for Folder {
    fn create(&self, name: &str) -> Result<Box<dyn FileWriter>, FileFailure> {
        let file = File::create(self.0.join(name)).map_err(|error| failure("making", name, &error))?;
        Ok(Box::new(Written(file)))
    }

    fn open(&self, name: &str) -> Result<Box<dyn FileReader>, FileFailure> {
        let file = File::open(self.0.join(name)).map_err(|error| failure("opening", name, &error))?;
        Ok(Box::new(Reading(Mutex::new(file))))
    }

    fn rename(&self, from: &str, to: &str) -> Result<(), FileFailure> {
        let renamed = fs::rename(self.0.join(from), self.0.join(to));
        renamed.map_err(|error| failure("renaming", from, &error))
    }

    fn remove(&self, name: &str) -> Result<(), FileFailure> {
        fs::remove_file(self.0.join(name)).map_err(|error| failure("removing", name, &error))
    }

    fn list(&self) -> Result<Vec<String>, FileFailure> {
        Ok(Vec::new())
    }

    fn sync_names(&self) -> Result<(), FileFailure> {
        Ok(())
    }
}

impl FileWriter for Written {
    fn write(&mut self, bytes: &[u8]) -> Result<(), FileFailure> {
        self.0.write_all(bytes).map_err(|error| failure("writing", "a file", &error))
    }

    fn sync(&mut self) -> Result<(), FileFailure> {
        Ok(())
    }
}

impl FileReader for Reading {
    fn len(&self) -> Result<u64, FileFailure> {
        let file = self.0.lock().expect("nobody panics");
        file.metadata().map(|data| data.len()).map_err(|error| failure("reading", "a file", &error))
    }

    fn read(&self, from: u64, into: &mut [u8]) -> Result<(), FileFailure> {
        let mut file = self.0.lock().expect("nobody panics");
        let read = file.seek(SeekFrom::Start(from)).and_then(|_| file.read_exact(into));
        read.map_err(|error| failure("reading", "a file", &error))
    }
}

/// Bits of a counter.
const BITS: u32 = 12;

/// Counters of a word.
const IN_WORD: usize = 5;

/// What a counter is raised by.
const STEP: u64 = 37;

/// Adds the successors of a state.
fn expand(words: &[u64], counters: usize, limit: u64, into: &mut Batch) {
    for counter in 0..counters {
        let (word, shift) = (counter / IN_WORD, BITS * (counter % IN_WORD) as u32);
        if words[word] >> shift & 0xfff < limit * STEP {
            let mut next = [words[0], words[1]];
            next[word] += STEP << shift;
            into.push(&next, into.len() as u64);
        }
    }
}

fn line(status: &str, name: &str) -> String {
    let found = status.lines().find(|line| line.starts_with(name));
    found.map_or_else(String::new, |line| line[name.len()..].trim().to_owned())
}

/// Seconds of processor time of this process.
fn processor() -> f64 {
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks = |at: usize| fields.get(at).and_then(|field| field.parse::<f64>().ok()).unwrap_or(0.0);
    (ticks(11) + ticks(12)) / 100.0
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, kind, counters, limit, memory, rest @ ..] = &arguments[..] else {
        eprintln!("grid memory|compressed|disk COUNTERS LIMIT MEBIBYTES [FOLDER]");
        return;
    };
    let number = |text: &str| text.parse::<u64>().expect("a number");
    let (counters, limit, memory) = (number(counters) as usize, number(limit), number(memory) << 20);
    let shape = Shape { words: 2, bytes: 16 };
    let mut storage: Box<dyn StateStorage> = match kind.as_str() {
        "memory" => Box::new(InMemory::new(shape)),
        "compressed" => Box::new(Compressed::new(shape)),
        _ => {
            let folder = PathBuf::from(rest.first().expect("a folder"));
            fs::create_dir_all(&folder).expect("a folder can be made");
            Box::new(OnDisk::new(shape, Arc::new(Folder(folder)), "grid", memory).expect("files can be made"))
        }
    };
    let start = Instant::now();
    let mut batch = Batch::default();
    batch.push(&[0, 0], 0);
    storage.offer(&batch, &Unlimited).expect("there is room");
    let mut level = storage.close_level(&Unlimited).expect("there is room");
    let (mut offered, mut some) = (0, Batch::default());
    while !level.is_empty() {
        let mut from = level.start;
        while from < level.end {
            some.clear();
            storage.read(from, 1024.min((level.end - from) as usize), &mut some).expect("it is there");
            batch.clear();
            some.iter(shape).for_each(|(words, _)| expand(words, counters, limit, &mut batch));
            offered += batch.len();
            storage.offer(&batch, &Unlimited).expect("there is room");
            from += some.len() as u64;
        }
        level = storage.close_level(&Unlimited).expect("there is room");
    }
    let (seconds, used) = (start.elapsed().as_secs_f64(), processor());
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let usage = storage.usage();
    println!(
        "{{\"storage\": \"{kind}\", \"states\": {}, \"levels\": {}, \"offered\": {offered}, \"seconds\": {seconds:.1}, \"cpu\": {used:.1}, \
         \"memory\": {}, \"disk\": {}, \"peak\": \"{}\"}}",
        storage.count(),
        storage.levels().len() - 1,
        usage.memory,
        usage.disk,
        line(&status, "VmHWM:")
    );
}
