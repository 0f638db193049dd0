//! Random rings and lines: they are what the ordinary systems of each size are, what holds for every size holds for
//! those that can be searched, and views contain whatever is seen of their states.

mod support;

use std::collections::HashSet;

use budget::Budget;
use certificates::{ViewsOf, check_views};
use language::{Overrides, load, load_parameterized};
use parameterized::{Outcome, ParameterizedSystem, check};
use random_numbers::Xorshift;
use system::{ConstantValue, Interpreter, Question, System, TransitionId, Unlimited};

fn pick<'t>(random: &mut Xorshift, all: &[&'t str]) -> &'t str {
    all[random.below(all.len() as u64) as usize]
}

/// What surrounds an instance: texts of indices of itself and its neighbours, each with a condition that it exists.
fn sides(is_ring: bool) -> [(&'static str, &'static str); 3] {
    match is_ring {
        true => [("true", "i"), ("true", "i % N + 1"), ("true", "(i + N - 2) % N + 1")],
        false => [("true", "i"), ("i < N", "i + 1"), ("i > 1", "i - 1")],
    }
}

fn fact(random: &mut Xorshift, is_ring: bool) -> String {
    let (exists, who) = sides(is_ring)[random.below(3) as usize];
    let fact = match random.below(7) {
        0 => format!("flag[{who}]"),
        1 => format!("!flag[{who}]"),
        2 => format!("colour[{who}] = {}", pick(random, &["red", "green", "blue"])),
        3 => format!("colour[{who}] != colour[i]"),
        4 => format!("P[{who}] at {}", pick(random, &["a", "b", "c"])),
        5 => format!("g = P[{who}]"),
        _ => format!("(g != null && g != P[{who}] && g->mark)"),
    };
    match (exists, random.below(8)) {
        ("true", _) | (_, 0) => fact,
        (_, 1..=3) => format!("({exists} => {fact})"),
        _ => format!("({exists} && {fact})"),
    }
}

fn condition(random: &mut Xorshift, is_ring: bool, depth: u32) -> String {
    if depth > 0 && random.below(2) == 0 {
        let (left, right) = (condition(random, is_ring, depth - 1), condition(random, is_ring, depth - 1));
        return format!("({left} {} {right})", pick(random, &["&&", "&&", "||", "=>"]));
    }
    match random.below(8) {
        0 => "busy".to_owned(),
        1 => "!busy".to_owned(),
        2 => format!("(exists p in P: p at {})", pick(random, &["b", "c"])),
        3 => pick(random, &["g = null", "g = self", "i = 1", "i != N"]).to_owned(),
        _ => fact(random, is_ring),
    }
}

fn action(random: &mut Xorshift, is_ring: bool) -> String {
    let number = 1 + random.below(3);
    let all = (0..number).map(|_| {
        let (exists, who) = sides(is_ring)[random.below(3) as usize];
        let value = pick(random, &["true", "false", "!busy", "mark"]);
        let action = match random.below(6) {
            0 | 1 => format!("flag[{who}] := {value}"),
            2 => format!("colour[{who}] := {}", pick(random, &["red", "green", "colour[i]"])),
            3 => format!("g := {}", if is_ring { format!("P[{who}]") } else { "self".to_owned() }),
            4 => format!("busy := {value}"),
            _ => "mark := flag[i]".to_owned(),
        };
        match exists {
            "true" => action,
            _ => format!("if {exists} {{ {action} }}"),
        }
    });
    let all: Vec<String> = all.collect();
    format!("{{ {} }}", all.join("; "))
}

fn model(random: &mut Xorshift) -> String {
    let is_ring = random.below(3) > 0;
    let start = pick(random, &["null", "P[1]"]);
    let token = pick(random, &["i = 1", "false"]);
    let mut text = format!(
        "const N := 3\nvar g: ref P := {start}\nvar busy: bool := false\nvar flag: array [1..N] of bool\n\
         init forall i in 1..N: flag[i] <=> {token}\nvar colour: array [1..N] of {{red, green, blue}} := red\n\
         process P[i in 1..N] {{\n  var mark: bool := false\n  loc a, b, c\n"
    );
    for _ in 0..2 + random.below(4) {
        let (from, to) = (pick(random, &["a", "b", "c"]), pick(random, &["a", "b", "c"]));
        let (guard, action) = (condition(random, is_ring, 2), action(random, is_ring));
        text.push_str(&format!("  {from} -> {to} when {guard} do {action}\n"));
    }
    text.push_str("}\n");
    for (number, place) in ["b", "c"].into_iter().enumerate() {
        text.push_str(&format!("invariant alone{number}: count(P at {place}) <= 1\n"));
    }
    text.push_str("invariant one: count(i in 1..N: flag[i]) <= 1\n");
    for number in 0..4 {
        let condition = fact(random, is_ring);
        let other = fact(random, is_ring);
        let process = format!("invariant all{number}: forall i in 1..N: ({condition} => {other})\n");
        text.push_str(&process.replace("self", "P[i]"));
    }
    text
}

/// How many states are reachable, and which invariants hold in all of them; none if they are too many.
fn explored(system: &System, limit: usize) -> Option<(usize, Vec<(String, bool)>)> {
    let interpreter = Interpreter::new(system);
    let mut pending = interpreter.initial_states(&Unlimited).ok()?;
    let mut seen: HashSet<_> = pending.iter().cloned().collect();
    let (mut truths, mut faults) = (vec![true; system.properties.len()], false);
    while let Some(state) = pending.pop() {
        for (truth, property) in truths.iter_mut().zip(&system.properties) {
            if let Question::Invariant(condition) = &property.question {
                *truth &= interpreter.holds(condition, &state) == Ok(true);
            }
        }
        for transition in 0..system.transitions.len() {
            let found = interpreter.fire(&state, TransitionId::from_index(transition)).ok()?;
            faults |= !found.faults.is_empty();
            for step in found.steps {
                if seen.insert(step.state.clone()) {
                    pending.push(step.state);
                }
            }
        }
        if seen.len() >= limit {
            return None;
        }
    }
    let names = system.properties.iter().zip(truths).map(|(property, truth)| match property.question {
        Question::NoFaults => (property.name.clone(), !faults),
        _ => (property.name.clone(), truth),
    });
    Some((seen.len(), names.collect()))
}

fn agrees_with_each_size(source: &str, system: &ParameterizedSystem, seed: u64) -> usize {
    let mut compared = 0;
    for size in 2..=3usize {
        let constants = [("N".to_owned(), ConstantValue::Int(size as i128))].into_iter().collect();
        let Some(ordinary) = load(source, &Overrides { constants, sizes: Vec::new() }).system else {
            continue;
        };
        let Some((count, truths)) = explored(&ordinary, 1_500) else { continue };
        for (name, truth) in truths {
            let property = system.property(&name).unwrap();
            let (states, holds) = support::states(system, property, &[], size, 3_000);
            assert_eq!((states.len(), holds), (count, truth), "{seed}, {name} for {size}:\n{source}");
            compared += 1;
        }
    }
    compared
}

#[test]
fn what_holds_for_every_ring_holds_for_each() {
    let (mut read, mut proved, mut of_two, mut compared) = (0, 0, 0, 0);
    let seeds = std::env::var("SEEDS").ok().and_then(|seeds| seeds.parse().ok()).unwrap_or(40);
    let first = std::env::var("FIRST").ok().and_then(|first| first.parse().ok()).unwrap_or(0);
    for seed in first..first + seeds {
        let mut random = Xorshift::scattered(seed);
        let source = model(&mut random);
        let system = match load_parameterized(&source, &Overrides::default(), "N", None) {
            Ok(system) => system,
            Err(reason) => {
                if std::env::var("SHOW").is_ok() {
                    println!("{reason:?}\n{source}");
                }
                continue;
            }
        };
        read += 1;
        compared += agrees_with_each_size(&source, &system, seed);
        for property in 0..system.properties.len() {
            let Outcome::Holds(proof) = check(&system, property, &Budget::operations(8_000)) else {
                continue;
            };
            proved += 1;
            of_two += usize::from(proof.k >= 2);
            let name = &system.properties[property].name;
            let confirmed =
                std::panic::catch_unwind(|| support::confirm(&system, property, &proof, 6, 1_500));
            assert!(confirmed.is_ok(), "{seed}, {name}:\n{source}");
            let certificate = ViewsOf {
                instances: proof.k,
                facts: proof.facts,
                views: proof.views,
                smaller: proof.smaller,
            };
            let checked = check_views(&system, name, &certificate, &Unlimited);
            assert_eq!(checked, Ok(()), "{seed}, {name}:\n{source}");
        }
    }
    println!("{read} models, {compared} comparisons, {proved} proofs, {of_two} with two processes or more");
    assert!(read > seeds / 2 && proved > 0);
}
