//! Searches that stop at any moment say the same when they go on from their checkpoints, with other numbers of workers, in memory and on disk.

mod support;
#[allow(dead_code, reason = "only a part of it is used here")]
#[path = "../../state-storage/tests/support/volatile.rs"]
mod volatile;

use cluster::{CheckpointNews, Job, Keeping, StorageMaker, Writing};
use explicit::{Settings, Use};
use random_numbers::Xorshift;
use state_storage::checkpoint::{Checkpoint, CheckpointFailure, Identity};
use state_storage::{Compressed, Files, InMemory, OnDisk};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use support::{Heard, Said, said, shared_properties, system};
use system::{Answer, System, Unlimited, Verdict};
use volatile::Volatile;

const TEXTS: [&str; 6] = [
    "var x, y: nat := 0 event a when x < 9 do x := x + 1 event b when y < 300 do y := y + 21
     invariant small: x + y < 100 reachable far: x = 8 && y = 315 invariant deadlock_free",
    "var x: array [1..4] of 0..4 := 0 event up[i in 1..4] do x[i] := (x[i] + 1) % 5
     invariant low: x[1] + x[2] + x[3] < 9 reachable odd: x[4] = 4 && x[1] = 3 invariant early: x[1] < 2",
    "var x: 0..20 := 0 event up when x < 20 do x := x + 1 event down when x > 3 do x := x - 3 bound most: x * (30 - x)",
    "var x: 0..9 init x > 3 event divide when x > 4 do x := 12 / (x - 5) invariant never: x != 4",
    "var x: int := 0 event down when x > -700 do x := x - 61 event up when x < 300 do x := x + 20 bound most: x",
    "process P[i in 1..4] { var n: 0..3 := 0 loc a, b a -> b do n := (n + 1) % 4 b -> a }
     invariant apart: !(forall i in 1..4: P[i] at b && P[i].n = 3) reachable all: forall i in 1..4: P[i].n = 2",
];

/// What is told of checkpoints.
#[derive(Default)]
struct Told(Mutex<Vec<CheckpointNews>>);

fn storage(kind: u64) -> StorageMaker {
    match kind {
        0 => Arc::new(|_, shape| Ok(Box::new(InMemory::new(shape)))),
        1 => Arc::new(|_, shape| Ok(Box::new(Compressed::new(shape)))),
        _ => Arc::new(|owner, shape| {
            let files = Arc::new(Volatile::new());
            Ok(Box::new(OnDisk::new(shape, files, &format!("owner-{owner}"), 3000)?))
        }),
    }
}

/// Answers of a search with so many threads.
fn answers(job: &Job, threads: usize) -> Vec<Answer> {
    let heard = Heard::default();
    cluster::check_with_threads(job, threads, &Unlimited, &heard).expect("the search answers");
    let mut heard = heard.0.into_inner();
    job.properties
        .iter()
        .map(|property| heard.remove(property).expect("each property has an answer"))
        .collect()
}

fn compared(answers: &[Answer]) -> Vec<Said> {
    let is_complete = answers.iter().all(|answer| answer.trace().is_none() && answer.witness().is_none());
    answers.iter().map(|answer| said(answer, is_complete)).collect()
}

/// Why there is no verdict; nothing where there is one.
fn reason(answer: &Answer) -> &str {
    match answer.verdict() {
        Verdict::Unknown(reason) => reason,
        _ => "",
    }
}

/// Searches, stops, and goes on, until nothing stops it any more; returns how often it stopped, and how often it went on from a checkpoint.
fn with_stops(system: &Arc<System>, settings: &Settings, random: &mut Xorshift) -> (u64, u64) {
    let properties = shared_properties(system);
    let mut job = Job::in_memory(Arc::clone(system), properties, settings.clone());
    let expected = compared(&answers(&job, 1));
    let (mut files, mut stops, mut resumed) = (Volatile::new(), 0, 0);
    loop {
        let shared: Arc<dyn Files> = Arc::new(files.clone());
        let checkpoint = match Checkpoint::open(Arc::clone(&shared)) {
            Ok(checkpoint) => Some(Arc::new(checkpoint)),
            Err(CheckpointFailure::Missing) => None,
            Err(other) => panic!("{other}"),
        };
        resumed += u64::from(checkpoint.is_some());
        let told = Arc::new(Told::default());
        let hears = Arc::clone(&told);
        let tell = move |news: &CheckpointNews| hears.0.lock().unwrap().push(news.clone());
        let (every, identity) = (Duration::ZERO, Identity::default());
        let writing = Some(Writing { files: shared, every, identity, tell: Arc::new(tell) });
        job.keeping = Keeping { writing, resumed: checkpoint };
        job.storage = storage(random.below(3));
        if random.below(5) > 0 {
            files.stop_after(random.below(120 * (1 + stops)));
        }
        let found = answers(&job, 1 + random.below(4) as usize);
        let is_unread = found.iter().any(|answer| reason(answer).contains("the machine has stopped"));
        assert!(
            is_unread || compared(&found) == expected,
            "with or without checkpoints, the answers are the same: {found:?}"
        );
        let has_stopped = told.0.lock().unwrap().iter().any(|news| matches!(news, CheckpointNews::Failed(_)));
        if !has_stopped && !is_unread {
            return (stops, resumed);
        }
        stops += 1;
        files = files.after_stop(random);
    }
}

#[test]
fn stops_at_any_moment_change_nothing() {
    let mut random = Xorshift::scattered(22);
    let rounds = if std::env::var_os("FATHOM_SLOW").is_some() { 40 } else { 4 };
    let (mut stops, mut resumed) = (0, 0);
    let plain = Settings::default();
    let reduced = Settings { symmetry: Use::Always, inactive: Use::Always, ..plain.clone() };
    for text in TEXTS {
        let system = Arc::new(system(text));
        for settings in [&plain, &reduced] {
            for _ in 0..rounds {
                let (some_stops, some_resumed) = with_stops(&system, settings, &mut random);
                stops += some_stops;
                resumed += some_resumed;
            }
        }
    }
    assert!(stops > 20 * rounds && resumed > 15 * rounds, "{stops} stops, {resumed} times resumed");
}

/// A checkpoint whose states are damaged gives no verdict, but the reason.
#[test]
fn a_damaged_checkpoint_is_a_reason() {
    let system = Arc::new(system(TEXTS[0]));
    let files = Volatile::new();
    let mut job = Job::in_memory(Arc::clone(&system), shared_properties(&system), Settings::default());
    let shared: Arc<dyn Files> = Arc::new(files.clone());
    let tell =
        Arc::new(|news: &CheckpointNews| assert!(matches!(news, CheckpointNews::Written(_)), "{news:?}"));
    let writing = Writing { files: shared, every: Duration::ZERO, identity: Identity::default(), tell };
    job.keeping.writing = Some(writing);
    answers(&job, 2);
    let name = files.list().unwrap().into_iter().find(|name| name.starts_with("states-1-")).unwrap();
    let mut bytes = files.bytes(&name);
    let middle = bytes.len() / 2;
    bytes[middle] ^= 4;
    files.set_bytes(&name, bytes);
    let checkpoint = Checkpoint::open(Arc::new(files)).unwrap();
    job.keeping = Keeping { writing: None, resumed: Some(Arc::new(checkpoint)) };
    for answer in answers(&job, 3) {
        let reason = reason(&answer);
        assert!(reason.contains("damaged") && reason.contains(&name), "{reason}");
    }
}
