//! Random models: what holds for every size holds for those that can be searched, and views contain whatever is
//! seen of their states.

mod support;

use budget::Budget;
use certificates::{ViewsOf, check_views};
use language::{Overrides, load_parameterized};
use parameterized::{Outcome, check};
use random_numbers::Xorshift;
use system::Unlimited;

/// One of several texts.
fn pick<'t>(random: &mut Xorshift, all: &[&'t str]) -> &'t str {
    all[random.below(all.len() as u64) as usize]
}

/// A condition about an instance that a term denotes.
fn about(random: &mut Xorshift, who: &str) -> String {
    match random.below(9) {
        0 => format!("{who}->b"),
        1 => format!("!{who}->b"),
        2 => format!("{who}->r = null"),
        3 => format!("{who}->r != null"),
        4 => format!("{who}->r = g"),
        5 => format!("{who} = g"),
        6 => format!("{who} at {}", pick(random, &["l0", "l1", "l2"])),
        7 => format!("flag[index({who})] = {}", pick(random, &["red", "blue"])),
        _ => format!("({who}->r != null && {who}->r->b)"),
    }
}

fn condition(random: &mut Xorshift, is_own: bool, depth: u32) -> String {
    if depth > 0 && random.below(3) == 0 {
        let (left, right) = (condition(random, is_own, depth - 1), condition(random, is_own, depth - 1));
        return format!("({left} {} {right})", pick(random, &["&&", "||", "=>", "<=>"]));
    }
    match random.below(10) {
        0 => "g = null".to_owned(),
        1 => "g != null".to_owned(),
        2 => pick(random, &["h = g", "n > 0", "n = 1", "m = 0", "m > 1", "t = 0", "t != 0"]).to_owned(),
        3 => format!("(g != null && {})", about(random, "g")),
        4 => {
            let body = about(random, "p");
            format!("(exists p in P: {}{body})", if is_own { "p != self && " } else { "" })
        }
        5 => {
            let body = about(random, "p");
            format!("(forall p in P: {}{body})", if is_own { "p = self || " } else { "" })
        }
        6 => format!(
            "count(P at {}) {} {}",
            pick(random, &["l0", "l1", "l2"]),
            pick(random, &["<=", "=", ">=", "<"]),
            random.below(3)
        ),
        7 if is_own => "t = i".to_owned(),
        _ if is_own => about(random, "self"),
        _ => "h = null".to_owned(),
    }
}

fn value(random: &mut Xorshift, is_own: bool) -> &'static str {
    if is_own {
        pick(random, &["null", "self", "g", "h", "r", "self", "g"])
    } else {
        pick(random, &["null", "g", "h", "g"])
    }
}

fn statement(random: &mut Xorshift, is_own: bool, number: u64) -> String {
    let owner = if is_own { pick(random, &["", "", "g->", "r->"]) } else { "g->" };
    match number {
        0 => format!("g := {}", value(random, is_own)),
        1 => format!("h := {}", value(random, is_own)),
        2 => format!("{owner}r := {}", value(random, is_own)),
        3 => format!("{owner}b := {}", pick(random, &["true", "false", "h = g", "any"])),
        4 => pick(random, &["n := 1", "n := 0", "n := 1 - n"]).to_owned(),
        5 => pick(random, &["m := m + 1", "m := 0", "m := m - 1"]).to_owned(),
        6 if is_own => pick(random, &["t := i", "t := 0"]).to_owned(),
        6 => "t := 0".to_owned(),
        7 if is_own => pick(random, &["flag[i] := red", "flag[i] := blue"]).to_owned(),
        7 => "if g = null { h := null } else { h := g->r }".to_owned(),
        8 => format!("forall p in P: p->c' = p->{}", pick(random, &["b", "c"])),
        _ => "skip".to_owned(),
    }
}

fn action(random: &mut Xorshift, is_own: bool) -> String {
    let mut numbers: Vec<u64> = (0..1 + random.below(3)).map(|_| random.below(10)).collect();
    numbers.sort_unstable();
    numbers.dedup();
    // The two ways to write h exclude each other.
    numbers.retain(|number| is_own || *number != 1);
    if numbers.is_empty() {
        numbers.push(9);
    }
    let separator = if random.below(4) == 0 { "; " } else { ", " };
    let all: Vec<String> = numbers.into_iter().map(|number| statement(random, is_own, number)).collect();
    format!("{{ {} }}", all.join(separator))
}

/// Edges that synchronise: of an instance, or of a process that there is once.
fn synchronising(random: &mut Xorshift, is_own: bool, text: &mut String) {
    let place = |random: &mut Xorshift| pick(random, &["l0", "l1", "l2"]);
    for role in ["meet!", "meet?", "call!!"] {
        for _ in 0..random.below(2) {
            let (from, to) = (place(random), place(random));
            let (guard, action) = (condition(random, is_own, 1), action(random, is_own));
            text.push_str(&format!("  {from} -> {to} when {guard} sync {role} do {action}\n"));
        }
    }
    for from in ["l0", "l1"] {
        if random.below(3) == 0 {
            let (to, guard) = (place(random), condition(random, is_own, 1));
            text.push_str(&format!("  {from} -> {to} when {guard} sync call??\n"));
        }
    }
}

fn model(random: &mut Xorshift) -> String {
    let mut text = String::from(
        "const N := 3\nsync meet\nbroadcast call\nvar g, h: ref P := null\nvar n: 0..1 := 0\nvar m: 0..N := 0\nvar t: 0..N := 0\n\
         var flag: array [1..N] of {red, blue} := red\nprocess P[i in 1..N] {\n  var r: ref P := null\n  var b, c: bool := false\n  loc l0, l1, l2\n",
    );
    for _ in 0..3 + random.below(4) {
        let (from, to) = (pick(random, &["l0", "l1", "l2"]), pick(random, &["l0", "l1", "l2"]));
        let (guard, action) = (condition(random, true, 2), action(random, true));
        text.push_str(&format!("  {from} -> {to} when {guard} do {action}\n"));
    }
    let synchronises = random.below(2) == 0;
    if synchronises {
        synchronising(random, true, &mut text);
    }
    text.push_str("}\n");
    if synchronises && random.below(2) == 0 {
        text.push_str("process Single {\n  loc l0, l1, l2\n  l0 -> l1\n");
        synchronising(random, false, &mut text);
        text.push_str("}\n");
    }
    if random.below(2) == 0 {
        let (guard, action) = (condition(random, false, 1), action(random, false));
        text.push_str(&format!("event e when {guard} do {action}\n"));
    }
    text.push_str("invariant one: n = n\n");
    text.push_str("invariant two: forall p, q in P: p = q || p != q\n");
    for number in 0..3 {
        text.push_str(&format!("invariant some{number}: {}\n", condition(random, false, 2)));
    }
    let property = about(random, "p");
    text.push_str(&format!("invariant all: forall p in P: {property}\n"));
    text
}

#[test]
fn what_holds_for_every_size_holds_for_each() {
    let mut proved = 0;
    let (mut read, mut proofs_of_two) = (0, 0);
    let seeds = std::env::var("SEEDS").ok().and_then(|seeds| seeds.parse().ok()).unwrap_or(60);
    for seed in 0..seeds {
        let mut random = Xorshift::scattered(seed);
        let source = model(&mut random);
        let Ok(system) = load_parameterized(&source, &Overrides::default(), "N", None) else {
            continue;
        };
        read += 1;
        for property in 0..system.properties.len() {
            if let Outcome::Holds(proof) = check(&system, property, &Budget::operations(20_000)) {
                proved += 1;
                proofs_of_two += usize::from(proof.k >= 2);
                let confirmed =
                    std::panic::catch_unwind(|| support::confirm(&system, property, &proof, 4, 6_000));
                let name = &system.properties[property].name;
                let certificate = ViewsOf {
                    instances: proof.k,
                    facts: proof.facts,
                    views: proof.views,
                    smaller: proof.smaller,
                };
                let checked = check_views(&system, name, &certificate, &Unlimited);
                assert_eq!(checked, Ok(()), "{seed}, {name}:\n{source}");
                assert!(confirmed.is_ok(), "{seed}, {}:\n{source}", system.properties[property].name);
            }
        }
    }
    println!("{read} models, {proved} proofs, {proofs_of_two} with two processes or more");
    assert!(read > seeds / 2 && proved > 0);
}

/// The text with what stands in the brackets after `flag` written otherwise, and what follows it up to the value.
fn respelled(source: &str, spell: impl Fn(&str, &str, &str) -> String) -> String {
    let mut text = String::new();
    let mut rest = source;
    while let Some(at) = rest.find("flag[") {
        text.push_str(&rest[..at]);
        let (index, behind) = rest[at + 5..].split_once(']').unwrap();
        let behind = behind.trim_start();
        let (operator, behind) = behind.split_once(' ').unwrap();
        let end = behind.find(|letter: char| !letter.is_alphabetic()).unwrap_or(behind.len());
        text.push_str(&spell(index, operator, &behind[..end]));
        rest = &behind[end..];
    }
    text + rest
}

/// The same model with its flags in records, and with a set of the instances whose flag is red.
fn other_spellings(source: &str) -> [String; 2] {
    let declared = "var flag: array [1..N] of {red, blue} := red";
    assert!(source.contains(declared));
    let record = "var box: array [1..N] of record { inner: record { flag: {red, blue} } } := red";
    let records = respelled(&source.replace(declared, record), |index, operator, value| {
        format!("box[{index}].inner.flag {operator} {value}")
    });
    let set = "var reds: set of 1..N\ninit forall j in 1..N: j in reds";
    let sets = respelled(&source.replace(declared, set), |index, operator, value| match (operator, value) {
        ("=", "red") => format!("({index} in reds)"),
        ("=", _) => format!("!({index} in reds)"),
        (_, "red") => format!("reds := union(reds, {{{index}}})"),
        _ => format!("reds := minus(reds, {{{index}}})"),
    });
    [records, sets]
}

#[test]
fn values_with_parts_are_proved_as_those_without() {
    let mut proofs = 0;
    for seed in 0..40 {
        let source = model(&mut Xorshift::scattered(seed));
        let read = |source: &str| load_parameterized(source, &Overrides::default(), "N", None);
        let Ok(system) = read(&source) else { continue };
        for other in other_spellings(&source) {
            let spelled = read(&other).unwrap_or_else(|all| panic!("{all:?}\n{other}"));
            for property in 0..system.properties.len() {
                let [plain, parts] = [&system, &spelled].map(|system| {
                    match check(system, property, &Budget::operations(10_000)) {
                        Outcome::Holds(proof) => Some((proof, system)),
                        Outcome::Open(_) => None,
                    }
                });
                if let (Some((plain, _)), Some((proof, spelled))) = (plain, parts) {
                    assert_eq!(
                        (plain.k, plain.views.len()),
                        (proof.k, proof.views.len()),
                        "{seed}:\n{other}"
                    );
                    support::confirm(spelled, property, &proof, 3, 2_000);
                    proofs += 1;
                }
            }
        }
    }
    println!("{proofs} proofs");
    assert!(proofs > 20);
}
