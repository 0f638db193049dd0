//! Systems as formulas against the reference interpreter, on random models and on the examples.
//!
//! `FATHOM_SLOW=1` runs many more models; `FATHOM_SEEDS=5..9` runs those with these seeds.

use conformance::lowering::{ComparedSteps, compare_lowering};
use conformance::{generate, is_slow, models, seeds, shrink};
use encoding::LowerOptions;

#[derive(Debug, Default)]
struct Tally {
    models: usize,
    wrong: usize,
    unsupported: Vec<String>,
    sum: ComparedSteps,
}

impl Tally {
    fn add(&mut self, compared: ComparedSteps) {
        self.models += 1;
        self.sum.states += compared.states;
        self.sum.successors += compared.successors;
        self.sum.faults += compared.faults;
        self.sum.conditions += compared.conditions;
        self.sum.skipped += compared.skipped;
    }
}

/// Ranges as codes, ranges as integers, and alternatives put together early.
fn options(seed: u64) -> LowerOptions {
    let plain = LowerOptions::default();
    match seed % 4 {
        0 => LowerOptions { most_codes: 0, ..plain },
        1 => LowerOptions { most_moves: 4, ..plain },
        _ => plain,
    }
}

/// What differs between a model and its lowering, by its first word.
fn difference(text: &str, seed: u64, tally: &mut Tally) -> Option<String> {
    let loaded = models::load(text);
    let Some(system) = loaded.system.filter(|_| loaded.problems.is_empty()) else {
        tally.wrong += 1;
        return None;
    };
    match compare_lowering(&system, &options(seed), seed, 16) {
        Ok(Ok(compared)) => tally.add(compared),
        Ok(Err(unsupported)) => tally.unsupported.push(unsupported.to_string()),
        Err(detail) => return Some(detail),
    }
    None
}

fn kind(detail: &str) -> &str {
    detail.split(':').next().unwrap_or_default()
}

#[test]
fn random_models_are_lowered_rightly() {
    let mut tally = Tally::default();
    let mut failures = Vec::new();
    for seed in seeds(0, 300, 20_000) {
        let Some(detail) = difference(&generate(seed).print(), seed, &mut tally) else { continue };
        println!("seed {seed}: {detail}");
        let kind = kind(&detail).to_string();
        let mut none = Tally::default();
        let differs = |text: &str, tally: &mut Tally| {
            difference(text, seed, tally).is_some_and(|detail| self::kind(&detail) == kind)
        };
        let smallest = shrink(&generate(seed), &mut |text| differs(text, &mut none)).print();
        let detail = difference(&smallest, seed, &mut none).unwrap_or_default();
        failures.push(format!("seed {seed}: {detail}\n{smallest}"));
        if failures.len() >= 3 {
            break;
        }
    }
    println!("{tally:#?}");
    assert!(failures.is_empty(), "{} models differ:\n{}", failures.len(), failures.join("\n"));
    if tally.models >= 200 {
        let sum = tally.sum;
        assert!(sum.successors > 5_000 && sum.faults > 500 && sum.conditions > 5_000, "{sum:?}");
    }
}

#[test]
fn examples_are_lowered_rightly() {
    let mut tally = Tally::default();
    let states = if is_slow() { 400 } else { 30 };
    for path in models::files_below("examples", ".fathom") {
        let loaded = models::load(&models::read(&path));
        let Some(system) = loaded.system else { continue };
        match compare_lowering(&system, &LowerOptions::default(), 1, states) {
            Ok(Ok(compared)) => tally.add(compared),
            Ok(Err(unsupported)) => {
                tally.unsupported.push(format!("{}: {unsupported}", path.display()));
            }
            Err(detail) => panic!("{}: {detail}", path.display()),
        }
    }
    println!("{tally:#?}");
    assert!(tally.models >= 10, "there are examples");
}

#[test]
fn quantifiers_whose_body_faults_are_lowered_rightly() {
    let pointers = "process P[i in 1..2] { var x: 0..3 := 1 loc a } var p: ref P var z: 0..3 := 0 ";
    let arrays = "var a: array [0..1] of 0..1 var z: 0..3 := 0 ";
    let guards = [
        (pointers, "exists k in int: k >= 0 && p != null && p->x = k"),
        (pointers, "forall k in int: k < 0 || p = null || p->x = k"),
        (pointers, "exists k in int: (if p = null then k = 1 else p->x = k)"),
        (pointers, "exists k in int: p->x = k"),
        (arrays, "exists k in int: !(a[k] = 0)"),
        (arrays, "exists k in int: (a[k] = 0) = false"),
        (arrays, "forall k in int: 0 <= k <= 1 => !(a[k] = 1)"),
    ];
    for (declarations, guard) in guards {
        let mut tally = Tally::default();
        let text = format!("{declarations} event e when {guard} do z := 1\nreachable r: {guard}\n");
        for seed in 0..4 {
            assert_eq!(difference(&text, seed, &mut tally), None, "{guard}");
        }
        assert!(tally.models > 0, "{guard}: {:?}", tally.unsupported);
    }
}
