//! Searches that stop at any moment, and go on from their checkpoints with other numbers of owners.

mod support;

use budget::Unlimited;
use random_numbers::Xorshift;
use state_storage::checkpoint::{CheckpointFailure, CheckpointWriter, Identity, publish};
use state_storage::{Batch, Files, InMemory, OnDisk, Shape, StateStorage, StorageFailure};
use std::sync::Arc;
use support::graph::{Graph, Owners, plainly};
use support::volatile::Volatile;

fn in_memory(shape: Shape, _: usize) -> Result<Box<dyn StateStorage>, StorageFailure> {
    Ok(Box::new(InMemory::new(shape)))
}

fn on_disk(shape: Shape, owner: usize) -> Result<Box<dyn StateStorage>, StorageFailure> {
    Ok(Box::new(OnDisk::new(shape, Arc::new(Volatile::new()), &format!("owner-{owner}"), 2000)?))
}

fn storage(kind: u64) -> &'static dyn Fn(Shape, usize) -> Result<Box<dyn StateStorage>, StorageFailure> {
    if kind == 0 { &in_memory } else { &on_disk }
}

fn graph(random: &mut Xorshift) -> Graph {
    let bytes = [2, 8, 12, 16][random.below(4) as usize];
    Graph { shape: Shape::of_bytes(bytes), states: 20 + random.below(3000), seed: random.bits() }
}

/// How often: more if there is time.
fn rounds(usual: u64) -> u64 {
    if std::env::var_os("FATHOM_SLOW").is_some() { 20 * usual } else { usual }
}

#[test]
fn owners_find_what_there_is() {
    let mut random = Xorshift::scattered(7);
    for round in 0..20 {
        let graph = graph(&mut random);
        let expected = plainly(graph);
        let owners = 1 + random.below(4) as usize;
        let found = Owners::begin(graph, owners, storage(round % 2)).unwrap().finish();
        assert_eq!(found, expected, "{graph:?}, {owners} owners");
    }
}

/// Searches, stops at some moment, starts again with what is found on the disk, until it is done; returns how often it stopped.
fn with_stops(random: &mut Xorshift) -> u64 {
    let graph = graph(random);
    let expected = plainly(graph);
    let (mut files, mut stops, mut published) = (Volatile::new(), 0, 0);
    loop {
        let (owners, kind) = (1 + random.below(4) as usize, random.below(2));
        let shared: Arc<dyn Files> = Arc::new(files.clone());
        let search = match Owners::resume(graph, owners, storage(kind), Arc::clone(&shared)) {
            Err(CheckpointFailure::Missing) => {
                assert_eq!(published, 0, "a checkpoint that counted is never gone");
                Owners::begin(graph, owners, storage(kind)).unwrap()
            }
            found => found.expect("a checkpoint is never torn"),
        };
        assert!(search.levels() >= published, "no more is lost than what came after the last checkpoint");
        if random.below(8) > 0 {
            files.stop_after(random.below(60 * (1 + stops)));
        }
        match until_stop(search, shared, &mut published, random.below(4)) {
            Some(found) => {
                assert_eq!(found, expected, "{graph:?}");
                return stops;
            }
            None => {
                stops += 1;
                files = if random.below(3) == 0 { files.after_kill() } else { files.after_stop(random) };
            }
        }
    }
}

fn until_stop(
    search: Owners,
    files: Arc<dyn Files>,
    published: &mut usize,
    pause: u64,
) -> Option<support::graph::Contents> {
    let mut search = search.with_checkpoints(files).ok()?;
    for round in 0.. {
        if round % (pause + 1) == 0 {
            search.save().ok()?;
            *published = search.levels();
        }
        if !search.step().expect("only checkpoints go wrong") {
            return Some(search.contents());
        }
    }
    None
}

#[test]
fn stops_at_any_moment_lose_little_and_change_nothing() {
    let mut random = Xorshift::scattered(8);
    let stops: u64 = (0..rounds(120)).map(|_| with_stops(&mut random)).sum();
    assert!(stops >= rounds(200), "{stops} stops");
}

/// A folder with a checkpoint of a search that is not done, and what comes of it.
fn half_done(random: &mut Xorshift) -> (Graph, Volatile) {
    let graph = Graph { shape: Shape::of_bytes(12), states: 300, seed: random.bits() };
    let files = Volatile::new();
    let search = Owners::begin(graph, 2, &in_memory).unwrap();
    let mut search = search.with_checkpoints(Arc::new(files.clone())).unwrap();
    for _ in 0..3 {
        search.save().unwrap();
        search.step().unwrap();
    }
    search.save().unwrap();
    (graph, files)
}

#[test]
fn whatever_is_changed_in_a_file_is_noticed() {
    let mut random = Xorshift::scattered(9);
    let (graph, files) = half_done(&mut random);
    let expected = plainly(graph);
    let resumed = |files: &Volatile| Owners::resume(graph, 3, &in_memory, Arc::new(files.clone()));
    assert_eq!(resumed(&files).unwrap().finish(), expected);
    for name in files.list().unwrap() {
        let bytes = files.bytes(&name);
        let mut changes: Vec<Vec<u8>> = (0..bytes.len()).map(|cut| bytes[..cut].to_vec()).collect();
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 1 << random.below(8);
            changes.push(changed);
        }
        changes.push([&bytes[..], b"x"].concat());
        for changed in changes {
            let copy = files.copy();
            copy.set_bytes(&name, changed);
            let failure = resumed(&copy).map(|_| ()).expect_err("a change is noticed");
            let is_clear = matches!(
                failure,
                CheckpointFailure::Damaged { .. }
                    | CheckpointFailure::Foreign { .. }
                    | CheckpointFailure::Version { .. }
            );
            assert!(is_clear, "{failure}");
        }
        let copy = files.copy();
        copy.remove(&name).unwrap();
        assert!(resumed(&copy).is_err(), "{name} is needed");
    }
}

#[test]
fn a_checkpoint_of_something_else_is_refused() {
    let mut random = Xorshift::scattered(10);
    let (graph, files) = half_done(&mut random);
    let other = Graph { states: 301, ..graph };
    let failure = Owners::resume(other, 2, &in_memory, Arc::new(files)).map(|_| ()).unwrap_err();
    assert_eq!(
        failure.to_string(),
        "the checkpoint was made for something else: states was 300, and is now 301; \
         give the same model and options, or start anew without `--resume`"
    );
    let nothing = Owners::resume(graph, 2, &in_memory, Arc::new(Volatile::new())).map(|_| ());
    assert_eq!(nothing, Err(CheckpointFailure::Missing));
}

#[test]
fn segments_of_earlier_checkpoints_stay_and_no_others() {
    let mut random = Xorshift::scattered(11);
    let (graph, files) = half_done(&mut random);
    let segments = |files: &Volatile| files.list().unwrap().len();
    let before = segments(&files);
    let search = Owners::resume(graph, 1, &in_memory, Arc::new(files.clone())).unwrap();
    let mut search = search.with_checkpoints(Arc::new(files.clone())).unwrap();
    search.save().unwrap();
    assert!(before > 2);
    assert_eq!(segments(&files), 2, "one segment and the manifest: {:?}", files.list());
}

/// Two owners write into folders of their own, as on two machines without a common one.
#[test]
fn a_checkpoint_whose_parts_are_not_together_does_not_count() {
    let shape = Shape::of_bytes(8);
    let folders = [Volatile::new(), Volatile::new()];
    let mut parts = Vec::new();
    for (owner, files) in folders.iter().enumerate() {
        let mut storage = InMemory::new(shape);
        let mut batch = Batch::default();
        (0..9).for_each(|number| batch.push(&[10 * owner as u64 + number], number));
        storage.offer(&batch, &Unlimited).unwrap();
        storage.close_level(&Unlimited).unwrap();
        let mut writer = CheckpointWriter::new(Arc::new(files.clone()), owner as u64).unwrap();
        parts.push(writer.save(&mut storage, &[], &Unlimited).unwrap());
    }
    let failure = publish(&folders[0], &Identity::default(), &parts, &[]).unwrap_err();
    assert_eq!((failure.doing, failure.file.as_str()), ("opening", "states-1-0"));
    folders[0].create("states-1-0").unwrap().write(b"short").unwrap();
    let failure = publish(&folders[0], &Identity::default(), &parts, &[]).unwrap_err();
    assert!(failure.reason.contains("it has 5 bytes"), "{failure}");
    assert!(!folders[0].list().unwrap().iter().any(|name| name.starts_with("manifest")));
}

/// A process that does not know yet that its search was killed makes a file while the next search is at work.
#[test]
fn files_of_a_process_that_lives_on_are_left_alone() {
    let mut random = Xorshift::scattered(12);
    let graph = Graph { shape: Shape::of_bytes(12), states: 300, seed: random.bits() };
    let files = Volatile::new();
    let search = Owners::begin(graph, 2, &in_memory).unwrap();
    let mut search = search.with_checkpoints(Arc::new(files.clone())).unwrap();
    search.step().unwrap();
    let mut of_another = files.create("states-1-0").unwrap();
    of_another.write(b"half of").unwrap();
    search.save().unwrap();
    of_another.write(b"something else").unwrap();
    let resumed = Owners::resume(graph, 3, &in_memory, Arc::new(files)).expect("the checkpoint is whole");
    assert_eq!(resumed.finish(), plainly(graph));
}
