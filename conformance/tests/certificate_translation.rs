//! Models as conditions, which certificates are checked with, against the reference interpreter.
//!
//! `FATHOM_SLOW=1` runs many more models; `FATHOM_SEEDS=5..9` runs those with these seeds.

use conformance::{ComparedTranslation, compare_translation, generate, models, seeds, shrink};
use std::collections::BTreeMap;

#[derive(Debug, Default)]
struct Tally {
    models: usize,
    states: usize,
    successors: usize,
    faults: usize,
    conditions: usize,
    skipped: usize,
    refused: BTreeMap<String, usize>,
}

impl Tally {
    fn add(&mut self, compared: ComparedTranslation) {
        self.models += 1;
        self.states += compared.states;
        self.successors += compared.successors;
        self.faults += compared.faults;
        self.conditions += compared.conditions;
        self.skipped += compared.skipped;
        for reason in compared.refused {
            *self.refused.entry(reason).or_default() += 1;
        }
    }
}

/// What differs between a model and its translation.
fn difference(text: &str, seed: u64, states: usize, tally: &mut Tally) -> Option<String> {
    let loaded = models::load(text);
    let system = loaded.system.filter(|_| loaded.problems.is_empty())?;
    match compare_translation(&system, seed, states) {
        Ok(compared) => tally.add(compared),
        Err(detail) => return Some(detail),
    }
    None
}

fn kind(detail: &str) -> String {
    detail.split(':').next().unwrap_or_default().to_string()
}

#[test]
fn random_models_are_translated_rightly() {
    let mut tally = Tally::default();
    let mut failures = Vec::new();
    for seed in seeds(0, 150, 20_000) {
        let Some(detail) = difference(&generate(seed).print(), seed, 12, &mut tally) else { continue };
        let kind = kind(&detail);
        let differs = |text: &str| difference(text, seed, 12, &mut Tally::default());
        let smallest = shrink(&generate(seed), &mut |text| {
            differs(text).is_some_and(|detail| self::kind(&detail) == kind)
        });
        let smallest = smallest.print();
        failures.push(format!("seed {seed}: {}\n{smallest}", differs(&smallest).unwrap_or_default()));
        if failures.len() >= 3 {
            break;
        }
    }
    println!("{tally:#?}");
    assert!(failures.is_empty(), "{} models differ:\n{}", failures.len(), failures.join("\n"));
    if tally.models >= 200 {
        assert!(tally.successors > 3_000 && tally.faults > 300 && tally.conditions > 600, "{tally:#?}");
    }
}

/// Models whose every state is compared, each for one kind of statement or fault.
const MODELS: &[&str] = &[
    // Assignments and types.
    "var x: 0..3 var y: -1..1 event e do x := x + y event f do x := x * y, y := x - 1",
    "var x: 0..1 var n: nat event e do n := n - 1 event f when n / 3 = x do n := n + n % 4 - 2",
    "var a: array [1..3] of 0..2 var i: 0..4 event e do a[i] := a[i] + 1 event f do a[a[i]] := i",
    "var a: array [0..1] of 0..2 var i, j: 0..1 event e do a[i] := j, a[j] := i event f do { a[i] := 2; a[j] := a[i] }",
    // References.
    "var p: ref P var q: ref P process P[i in 2..3] { var x: 0..1 var next: ref P }
     event e do p->x := 1 - p->x event f do p->next := q, q->next := p event g do p := p->next->next
     event h when index(p) = 2 do q := P[index(p) + q->x]",
    // Ranges that depend on the instance.
    "process P[i in 1..2] { var x: 0..i } var p: ref P event e do p->x := p->x + 1",
    // Short circuits, division, conditionals.
    "var x, y: 0..2 event e when y != 0 && x / y = 1 do x := x % y event f when x / y = 1 || y = 0 do skip",
    "var x, y: 0..2 event e when y = 0 => x / y = 0 do x := if y = 0 then 1 else x / y",
    "var x: 0..1 var b, c: bool event e when (b <=> 1 / x = 1) do b := !c, c := b",
    "var x, y: -2..2 event e do x := max(x, y) - min(abs(x), abs(y)), y := -x",
    "var x: int var y: 0..2 event e when x > -9 && x < 9 do x := (x - 5) / 3 + x % 4 + y % (y - 1)",
    // Choices and nested blocks.
    "var x, y: 0..2 event e do choose { when x > 0 do x := x - 1 } or { x := 2; y := x } or { when 1 / y = 1 do y := 0 }",
    "var a: array [0..1] of 0..2 var i, j: 0..1
     event e do choose { a[i] := 1 } or { a[i] := 2 }, choose { a[j] := 1 } or { i := 1 }",
    "var x, y: 0..2 event e do if x > y { x := y; y := x + 1 } else { when x < 2 do y := x }, assert x + y < 4",
    "var x, y: 0..2 event e do if 1 / x = 1 { choose { when false do skip } or { when y = 0 do skip } }, if 1 / y = 1 { skip }",
    "var a: array [0..1] of 0..2 var i, j: 0..1
     event e do choose { when i = 0 do a[i] := 1 }, choose { a[j]' = 2; a[j] := 1 } or { a[j] := a[1] }",
    "var x, y: 0..2 event e do { x := y; choose { assert x > 0; x := 0 } or { x' > x, assert y != 1 }; y := x }",
    // Relations and `any`.
    "var x, y: 0..2 event e do x' + y' = 2 * x, x' >= y event f do x' = 1 / y event g do 1 / y' = x'",
    "var x, y: 0..2 event e do x := 1, x' > y' event f do true || x' = 1 event g do x := any where x' != y",
    "var x, y: 0..2 event e do x := any in y..2 * y event f do x := any in {y + 1, 0} where x' != 2 || 1 / y = 1",
    "var x, y: 0..2 event e do x := any in 1..y where x' = 1 / (y - 1) event f do x := any in 2..y where 1 / x' = 1 / y",
    "var x, y: 0..2 event e do x := any in 2..y where 1 / y + x' = 1 event f do x := any in 2..y where x' = 1 / y",
    "var a: array [0..1] of 0..1 var i, j: 0..1 event e do a[i] := any in {0, i}, a[j] := any in j..1
     event f do a[i]' = a[j]' event g do a[i] := 1, a[j] := any event h do a[i] := any, a[j]' = 1 - a[i]'
     event k do a[i] := any in {j}, a[j] := any in i..i",
    "var a: array [0..1] of 0..1 var i: 0..2 event e do a[i]' = 1 || i = 2 event f do a[i] := any in {i} where a[0]' = 1",
    "var x: int var y: 0..1 event e when -4 < x && x < 4 do x' in x..x + 2 event f when x in 0..3 do 2 * x' = x + y",
    "var e: { A, B, C } var p: ref P process P[i in 0..1] {} event go do e := any in {A, C} event f do e' != e, p' != null",
    // Synchronisation.
    "sync b broadcast a var x: 0..2
     process S { loc s, t s -> t sync b! do x := x + 1 t -> s when 1 / x = 1 sync a!! do x := 0 }
     process R[i in 1..2] { var y: 0..1 loc u, v u -> v when x != i sync b? do y := x - 1
        {u, v} -> u when 1 / y = 1 sync a?? do x := i }",
    "broadcast a var x: 0..1 process S { loc s s -> s sync a!! }
     process R[i in 1..3] { loc u, v u -> v when x = 0 || i = 2 sync a?? }",
    // Populations.
    "sync b broadcast a var x: 0..1
     population P { loc s, t, u start s: any s -> t when x = 0 s -> u sync b! {s, t} -> s sync b? do x := 1 - x
        u -> s sync a!! {s, u} -> t when count(P at t) < 3 sync a?? do x := 1 }",
    // Quantifiers.
    "var x: 0..5 event e when exists k in nat: 2 * k + 1 = x do x := x - 1
     event f when forall k in int: k > x => k / 2 >= x / 2 do x := 0",
];

#[test]
fn each_statement_is_translated_rightly() {
    for text in MODELS {
        let mut tally = Tally::default();
        let system = models::load_right(text);
        assert!(!system.transitions.is_empty(), "{text}");
        if let Some(detail) = difference(text, 1, 150, &mut tally) {
            panic!("{detail}\n{text}");
        }
        assert!(tally.refused.is_empty() && tally.successors + tally.faults > 0, "{tally:?}\n{text}");
    }
}
