//! Any number of workers finds the same: verdicts, counts, and paths.

mod support;

use explicit::{Settings, Use, check};
use language::{Overrides, load};
use support::examples::{buffer, philosophers, ring};
use system::{Answer, Progress, Stop, System, Watch, Workers};

/// So many threads, and so many bytes at most.
struct Threads(usize, u64);

impl Workers for Threads {
    fn count(&self) -> usize {
        self.0
    }

    fn run(&self, task: &(dyn Fn(usize) + Sync)) {
        std::thread::scope(|scope| {
            for number in 0..self.0 {
                scope.spawn(move || task(number));
            }
        });
    }
}

impl Watch for Threads {
    fn check(&self, _: &Progress) -> Result<(), Stop> {
        Ok(())
    }

    fn may_allocate(&self, progress: &Progress, bytes: u64) -> Result<(), Stop> {
        if progress.bytes + bytes > self.1 { Err(Stop::Memory("enough".into())) } else { Ok(()) }
    }

    fn workers(&self) -> &dyn Workers {
        self
    }
}

fn answers(system: &System, properties: &[usize], settings: &Settings, workers: usize) -> Vec<Answer> {
    check(system, properties, settings, &Threads(workers, u64::MAX)).expect("the engine answers")
}

/// All properties together and each alone, with one worker and with several.
fn compare(name: &str, system: &System) {
    let plain = Settings::default();
    let reduced = Settings { partial_order: Use::Always, symmetry: Use::Always, ..plain.clone() };
    let limited = Settings { state_limit: Some(700), ..plain.clone() };
    let all: Vec<usize> = (0..system.properties.len()).collect();
    let mut groups: Vec<Vec<usize>> = all.iter().map(|number| vec![*number]).collect();
    groups.push(all);
    groups.retain(|group| {
        let can_check = |number: &usize| explicit::can_check(system, &system.properties[*number]).is_ok();
        !group.is_empty() && group.iter().all(can_check)
    });
    for settings in [plain, reduced, limited] {
        for group in &groups {
            let alone = answers(system, group, &settings, 1);
            for workers in [2, 3] {
                assert_eq!(answers(system, group, &settings, workers), alone, "{name}, {settings:?}");
            }
        }
    }
}

#[test]
fn large_searches_are_the_same() {
    compare("philosophers", &philosophers(9).system);
    compare("ring", &ring(6).system);
    compare("buffer", &buffer(2, 2, 4).system);
}

#[test]
fn violations_and_growing_values_are_the_same() {
    let texts = [
        "var x, y: nat := 0 event a when x < 400 do x := x + 1 event b when y < 300 do y := y + 7
         invariant small: x + y < 500 reachable far: x = 399 && y = 301 invariant deadlock_free",
        "var x: array [1..5] of 0..6 := 0 event up[i in 1..5] do x[i] := (x[i] + 1) % 7
         invariant low: x[1] + x[2] + x[3] < 17 reachable odd: x[5] = 6 && x[1] = 3",
        "var x: array [1..4] of 0..5 := 0 event up[i in 1..4] when x[i] < 5 do x[i] := x[i] + 1
         event jump when x[1] = 4 do x[2] := x[2] + 3 invariant deadlock_free",
    ];
    for text in texts {
        let system = load(text, &Overrides::default()).system.expect("the model is right");
        compare(text, &system);
    }
}

/// Many blocks, several sizes of the table, and ends in the midst of a block: by a limit, and for want of memory.
#[test]
fn long_searches_are_the_same_wherever_they_end() {
    let system = &ring(8).system;
    let properties: Vec<usize> = (0..system.properties.len()).collect();
    for state_limit in [None, Some(41_000)] {
        let settings = Settings { state_limit, ..Settings::default() };
        for bytes in [u64::MAX, 600_000] {
            let found = |workers| check(system, &properties, &settings, &Threads(workers, bytes));
            let alone = found(1).expect("the engine answers");
            for workers in [2, 5] {
                assert_eq!(
                    found(workers).expect("the engine answers"),
                    alone,
                    "{state_limit:?}, {bytes} bytes"
                );
            }
        }
    }
}

/// Two workers of whom the first is so fast that it does all the work.
struct Uneven;

impl Workers for Uneven {
    fn count(&self) -> usize {
        2
    }

    fn run(&self, task: &(dyn Fn(usize) + Sync)) {
        (0..2).for_each(task);
    }
}

impl Watch for Uneven {
    fn check(&self, _: &Progress) -> Result<(), Stop> {
        Ok(())
    }

    fn may_allocate(&self, _: &Progress, _: u64) -> Result<(), Stop> {
        Ok(())
    }

    fn workers(&self) -> &dyn Workers {
        self
    }
}

/// A finding is told in the midst of a block, in a piece that a worker has finished already: what it found behind that place is
/// looked for again, and must not be taken for found.
#[test]
fn no_state_is_lost_where_a_finding_is_told() {
    let text = "var is_split: bool := false var x: 0..16383 var y: 0..1 := 0
         event left when !is_split do is_split := true
         event right when !is_split do is_split := true, y := 1
         reachable late: is_split && x = 15370
         invariant all: x >= 0";
    let system = load(text, &Overrides::default()).system.expect("the model is right");
    let answers = check(&system, &[0, 1], &Settings::default(), &Uneven).expect("the engine answers");
    assert!(!answers[0].is_unknown() && !answers[1].is_unknown(), "{answers:?}");
    let states = answers[1].statistics.iter().find(|(name, _)| *name == "states");
    assert_eq!(states.and_then(|(_, count)| count.word()), Some(3 * 16384));
}
