//! All ways to raise some counters up to their limits, by each kind of storage alone: `grid memory|compressed|disk COUNTERS LIMIT MEBIBYTES [FOLDER]`.
//!
//! A state has 16 bytes, twelve bits for each counter. Nothing is done but to offer successors and to close levels, so the times are those of the
//! storage. `bench/disk` runs it.

#[allow(dead_code, reason = "only a part of it is used here")]
#[path = "../../cli/src/folder.rs"]
mod folder;

use budget::Unlimited;
use folder::Folder;
use state_storage::{Batch, Compressed, InMemory, OnDisk, Shape, StateStorage};
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

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
            let folder = Folder::temporary(&folder).expect("a folder can be made");
            Box::new(OnDisk::new(shape, Arc::new(folder), "grid", memory).expect("files can be made"))
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
