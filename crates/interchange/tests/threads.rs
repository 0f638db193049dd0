//! Thread transition systems of bfc become readable models that mean what the files say; what cannot be read gets clear problems.

#[path = "support/meaning.rs"]
mod meaning;

use interchange::{
    Active, CounterSystem, Problem, ThreadState, ThreadStep, ThreadSystem, read_thread_targets, read_threads,
    threads_as_counters, write_counters,
};
use meaning::{fired, is_initial, is_safe, system_of};
use random_numbers::Xorshift;
use std::collections::BTreeSet;

const SYSTEM: &str = "\
# Shared and local states.
2 5
0 0 -> 1 1   # one thread moves
1 1 -> 0 2 0 ~> 2 2 ~> 0
0 2 +> 0 0
1 0 ~> 1 3
0 1 ~> 0 2
1 3 ~> 1 3
1 2 ~> 1 0
1 3 -> 1 1 1 ~> 1 1 ~> 2 3 ~> 1
0 3 -> 0 3
1|2,2
";

fn state(text: &str) -> ThreadState {
    text.parse().unwrap_or_else(|problem| panic!("{problem}"))
}

fn model(source: &str, start: &str, targets: &str) -> CounterSystem {
    let system = read_threads(source).unwrap_or_else(|problems| panic!("{problems:?}"));
    let targets = read_thread_targets(targets).unwrap_or_default();
    threads_as_counters(&system, "threads", &state(start), &targets).expect("the states are there")
}

fn problems<T: std::fmt::Debug>(result: Result<T, Vec<Problem>>) -> Vec<String> {
    result.expect_err("the text is wrong").iter().map(ToString::to_string).collect()
}

#[test]
fn a_thread_transition_system_becomes_a_readable_model() {
    let text = write_counters(&model(SYSTEM, "0|1,1/0,2", "0B3"));
    let text = language::format(&text).unwrap_or_else(|found| panic!("{found:?}\n{text}"));
    let expected = "\
// A thread transition system in the format of bfc.
// `shared` is the shared state, `l1` counts the threads in local state 1.
// From 2 on, `shared` means that threads choose where to go; `w1` counts those of local state 1 that may still choose.
model threads

var shared: 0..2 := 0
var l0: nat
var l1: nat := 2
var l2: nat
var l3, w1: nat := 0

event `0 0 -> 1 1` when shared = 0 && l0 >= 1 do shared := 1, l0 := l0 - 1, l1 := l1 + 1
event `1 1 -> 0 2` when shared = 1 && l1 >= 1 do shared := 0, l0 := l2, l1 := l1 - 1, l2 := l0 + 1
event `0 2 +> 0 0` when shared = 0 && l2 >= 1 do l0 := l0 + 1
event `1 0 ~> 1 3` when shared = 1 do l0 := l2, l2 := 0, l3 := l3 + l0
event `0 1 ~> 0 2` when shared = 0 do l1 := 0, l2 := l2 + l1
event `1 3 -> 1 1` when shared = 1 && l3 >= 1 do shared := 2, l1 := l3, l3 := 0, w1 := l1
event `0 3 -> 0 3` when shared = 0 && l3 >= 1
event `1 ~> 2 in 2` when shared = 2 && w1 >= 1 do w1 := w1 - 1, l2 := l2 + 1
event `all chosen 2` when shared = 2 do shared := 1, w1 := 0, l1 := l1 + w1

invariant safe: !(shared = 1 && l2 >= 2 || shared = 0 && l3 >= 1)
";
    assert_eq!(text, expected);
}

#[test]
fn states_are_read_in_all_their_forms() {
    let expect = |text: &str, shared: u64, threads: &[u64], many: &[u64]| {
        let expected = ThreadState { shared, threads: threads.to_vec(), many: many.to_vec() };
        assert_eq!(state(text), expected, "{text}");
    };
    expect("3|1,2", 3, &[1, 2], &[]);
    expect("3/1,2", 3, &[], &[1, 2]);
    expect("3|1/2", 3, &[1], &[2]);
    expect("3B1U2", 3, &[1], &[2]);
    expect("3|/2", 3, &[], &[2]);
    expect("3|", 3, &[], &[]);
    expect("single", 0, &[0], &[]);
    expect("unbounded", 0, &[], &[0]);
    for text in ["", "3", "|1", "3|1,", "3|-1", "3|1/2/3", "3|1|2", "3|99999999999999999999", "a|b", "3,1|2"]
    {
        assert!(text.parse::<ThreadState>().is_err(), "{text}");
    }
    for text in ["3|1,2", "3/1", "3|1/2", "3|"] {
        assert_eq!(state(text).to_string(), text);
    }
}

#[test]
fn mistakes_have_places_and_help() {
    let lines = "2 3\n0 0\n0 3 -> 0 0\n2 0 -> 0 0\n0 0 => 1 1\n0 0 -> 1 1 2\n0 0 -> 1 1 2 -> 1\n0 0 +> 1 1 2 ~> 1\n1|x\n1|1/2\n";
    let expected = [
        "2:3: this transition is not complete",
        "3:3: there is no local state 3, they go from 0 to 2",
        "4:1: there is no shared state 2, they go from 0 to 1",
        "5:5: `->`, `+>` or `~>` was expected, found `=>`",
        "6:12: this move of other threads is not complete",
        "7:14: `~>` was expected, found `->`",
        "8:12: behind `+>` nothing more may follow",
        "9:1: `1|x` is no state of threads",
        "10:1: a target has exact threads only, no part behind `/`",
    ];
    assert_eq!(problems(read_threads(lines)), expected);
    assert_eq!(problems(read_threads(" \n# 2 3\n")), ["1:1: this file is empty"]);
    assert_eq!(problems(read_threads("0 3")), ["1:1: there must be at least one state"]);
    assert_eq!(
        problems(read_threads("x 3")),
        ["1:1: the number of shared and that of local states was expected, found `x`"]
    );
    assert_eq!(problems(read_thread_targets("")), ["there is no target in this file"]);
    assert_eq!(problems(read_thread_targets("0|1\n 2/1")).len(), 1);
    let system = read_threads("2 3").expect("a system without transitions");
    let found = threads_as_counters(&system, "x", &state("0|3"), &[]).expect_err("there is no such state");
    assert_eq!(found.message, "the state `0|3` has the local state 3");
    assert!(found.help.is_some());
    assert!(threads_as_counters(&system, "x", &state("0/0"), &[state("2|0")]).is_err());
}

const LOCALS: u64 = 3;
const SHARED: u64 = 2;

/// A file with random transitions.
fn random_file(random: &mut Xorshift) -> String {
    let mut text = format!("{SHARED} {LOCALS}\n");
    for _ in 0..=random.below(4) {
        let mut number = |limit: u64| random.below(limit);
        let arrow = ["->", "->", "->", "+>", "~>"][number(5) as usize];
        text +=
            &format!("{} {} {arrow} {} {}", number(SHARED), number(LOCALS), number(SHARED), number(LOCALS));
        if arrow == "->" {
            for _ in 0..number(5) {
                text += &format!(" {} ~> {}", number(LOCALS), number(LOCALS));
            }
        }
        text.push('\n');
    }
    text
}

/// All states to which a step leads, thread by thread. A state is the shared one, then the number of threads in each local one.
fn after(step: &ThreadStep, state: &[u64]) -> BTreeSet<Vec<u64>> {
    let mut found = BTreeSet::new();
    if state[0] != step.shared.0 {
        return found;
    }
    let mut passive = state[1..].to_vec();
    let mut next = vec![0; passive.len()];
    match step.active {
        Some(Active::Moves(from, _) | Active::Starts(from, _)) if passive[from as usize] == 0 => {
            return found;
        }
        Some(Active::Moves(from, to)) => {
            passive[from as usize] -= 1;
            next[to as usize] += 1;
        }
        Some(Active::Starts(_, to)) => next[to as usize] += 1,
        None => {}
    }
    // One thread after the other.
    let threads: Vec<u64> =
        (0..LOCALS).flat_map(|local| std::iter::repeat_n(local, passive[local as usize] as usize)).collect();
    let mut all = BTreeSet::from([next]);
    for local in threads {
        let places = step.passive.get(&local).cloned().unwrap_or_else(|| BTreeSet::from([local]));
        let moved = |before: &Vec<u64>, to: &u64| {
            let mut after = before.clone();
            after[*to as usize] += 1;
            after
        };
        all = all.iter().flat_map(|before| places.iter().map(move |to| moved(before, to))).collect();
    }
    found.extend(all.into_iter().map(|locals| [vec![step.shared.1], locals].concat()));
    found
}

/// The same in the model: through its phases of choice.
fn after_in_model(
    system: &system::System,
    counters: &CounterSystem,
    rule: usize,
    state: &[u64],
) -> BTreeSet<Vec<u64>> {
    let place = |id: &str| counters.counters.iter().position(|counter| counter.id == id);
    let mut numbers = vec![0; counters.counters.len()];
    numbers[0] = state[0];
    for local in 0..LOCALS {
        if let Some(place) = place(&format!("l{local}")) {
            numbers[place] = state[local as usize + 1];
        }
    }
    let (mut open, mut seen, mut found) = (Vec::new(), BTreeSet::new(), BTreeSet::new());
    let add = |(states, is_fault): (Vec<Vec<u64>>, bool), open: &mut Vec<Vec<u64>>| {
        assert!(!is_fault);
        open.extend(states);
    };
    add(fired(system, &numbers, rule), &mut open);
    while let Some(numbers) = open.pop() {
        if !seen.insert(numbers.clone()) {
            continue;
        }
        if numbers[0] >= SHARED {
            (0..counters.rules.len()).for_each(|rule| add(fired(system, &numbers, rule), &mut open));
            continue;
        }
        // Nobody waits any more.
        let waits = |at: usize| counters.counters[at].id.starts_with('w') && numbers[at] > 0;
        assert!(!(0..numbers.len()).any(waits), "{numbers:?}");
        let local = |local: u64| {
            place(&format!("l{local}")).map_or(state[local as usize + 1], |place| numbers[place])
        };
        found.insert([vec![numbers[0]], (0..LOCALS).map(local).collect()].concat());
    }
    found
}

#[test]
fn random_systems_mean_what_they_say() {
    let mut random = Xorshift::new(0xbfc);
    let (mut choices, mut taken) = (0, 0);
    for _ in 0..100 {
        let text = random_file(&mut random);
        let threads: ThreadSystem = read_threads(&text).unwrap_or_else(|found| panic!("{found:?}\n{text}"));
        let counters = threads_as_counters(&threads, "random", &state("0|1/0"), &[state("1|1,1,2")])
            .expect("it is legal");
        let system = system_of(&counters);
        for _ in 0..8 {
            let before: Vec<u64> =
                [vec![random.below(SHARED)], (0..LOCALS).map(|_| random.below(4)).collect()].concat();
            for (rule, step) in threads.steps.iter().enumerate() {
                let expected = after(step, &before);
                taken += usize::from(!expected.is_empty());
                choices += usize::from(expected.len() > 1);
                assert_eq!(after_in_model(&system, &counters, rule, &before), expected, "{before:?}\n{text}");
            }
        }
    }
    assert!(choices > 50 && taken > 300, "{choices} choices in {taken} steps");
}

#[test]
fn starts_and_targets_mean_what_they_say() {
    let counters = model("2 3\n0 0 -> 1 1 1 ~> 2\n", "0|1/0,1", "1|1,1,2\n0|2");
    let system = system_of(&counters);
    for shared in 0..2 {
        for locals in (0..64_u64).map(|all| [all % 4, all / 4 % 4, all / 16]) {
            let state = [vec![shared], locals.to_vec()].concat();
            let [_, b, c] = locals;
            assert_eq!(is_initial(&system, &state), shared == 0 && b >= 1 && c == 0, "{state:?}");
            let covered = shared == 1 && b >= 2 && c >= 1 || shared == 0 && c >= 1;
            assert_eq!(is_safe(&system, &state), !covered, "{state:?}");
        }
    }
}

#[test]
fn damaged_files_are_read_or_refused() {
    const WORDS: [&str; 12] =
        ["0", "1", "4", "999999999999", "->", "~>", "+>", "#", "1|2", "0/1", "\u{7f}é", "-1"];
    let mut random = Xorshift::new(0x5eed);
    let mut read = 0;
    for round in 0..3_000 {
        let mut pieces: Vec<&str> = SYSTEM.split_inclusive([' ', '\n']).collect();
        for _ in 0..=random.below(2) {
            let at = random.below(pieces.len() as u64) as usize;
            match random.below(3) {
                0 => drop(pieces.remove(at)),
                1 => pieces.insert(at, pieces[random.below(pieces.len() as u64) as usize]),
                _ => pieces[at] = WORDS[random.below(12) as usize],
            }
        }
        let Ok(threads) = read_threads(&pieces.concat()) else { continue };
        let Ok(counters) = threads_as_counters(&threads, "damaged", &state("0|0/1"), &[]) else { continue };
        read += 1;
        if round % 20 == 0 {
            system_of(&counters);
        }
    }
    assert!(read > 100, "only {read} of the damaged files could be read");
    for end in (0..SYSTEM.len()).filter(|end| SYSTEM.is_char_boundary(*end)) {
        let _ =
            (read_threads(&SYSTEM[..end]), read_threads(&SYSTEM[end..]), read_thread_targets(&SYSTEM[end..]));
    }
}
