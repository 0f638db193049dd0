//! Generated invariants: true in all states that are reached, accepted by the checker of certificates, and enough for what they should prove.
//!
//! `FATHOM_SLOW=1` runs many more models; `FATHOM_SEEDS=5..9` runs those with these seeds.

use certificates::{Certificate, Names, Proof, Term, check, write_term};
use conformance::models::{files_below, load_right, options, read, root, system_of};
use conformance::{generate, is_slow, seeds, survey};
use invariants::{Generation, Rule, condition, describe, expression};
use std::collections::BTreeSet;
use system::{Expr, Property, Question, System, Unlimited};

/// States that are visited to see whether an invariant is true.
const MOST_STATES: usize = 400;

fn whole(generation: &Generation) -> Term {
    Term::And(generation.invariants.iter().map(invariants::Generated::term).collect())
}

/// Whether the checker accepts the set as a proof of the property.
fn proves(system: &System, property: &str, set: Term) -> Result<(), String> {
    let certificate = Certificate {
        property: property.to_string(),
        kind: "invariant".to_string(),
        holds: true,
        extras: Vec::new(),
        order: Vec::new(),
        definitions: Vec::new(),
        proof: Ok(Proof::Invariant(set)),
    };
    check(system, &certificate, &Unlimited).map_err(|refusal| refusal.to_string())
}

/// Whether the checker accepts the conjunction as a set that has the initial states and that no step leaves.
fn is_inductive(system: &System, generation: &Generation) -> Result<(), String> {
    let mut system = system.clone();
    let Some(sample) = system.properties.first().cloned() else { return Ok(()) };
    let question = Question::Invariant(Expr::bool(true, sample.span));
    system.properties.push(Property { name: "generated".into(), question, ..sample });
    proves(&system, "generated", whole(generation))
}

/// The model with each invariant as one of its own.
fn with_invariants(text: &str, system: &System, generation: &Generation) -> String {
    let names = Names::new(system);
    let mut text = format!("{text}\n");
    for (number, one) in generation.invariants.iter().enumerate() {
        text.push_str(&format!("invariant generated_{number}: {}\n", expression(&names, one)));
    }
    text
}

/// How many invariants there are, and how many of them were seen in all states.
fn look_at(text: &str, system: &System) -> Result<(usize, usize), String> {
    let generation = invariants::generate(system, &Unlimited);
    // What the checker cannot translate has no invariants either.
    if generation.invariants.is_empty() {
        return Ok((0, 0));
    }
    is_inductive(system, &generation)?;
    let count = generation.invariants.len();
    let Ok(all) = survey(system, MOST_STATES) else { return Ok((count, 0)) };
    for one in &generation.invariants {
        let truth = all.truth(system, &Question::Invariant(condition(system, one)));
        if !truth.as_ref().is_ok_and(|truth| truth.as_ref().is_some_and(|truth| truth.holds)) {
            return Err(format!("{one:?} is {truth:?}"));
        }
    }
    let longer = with_invariants(text, system, &generation);
    let loaded = conformance::models::load(&longer);
    let Some(longer_system) = loaded.system else {
        let report = diagnostics::render(&loaded.diagnostics, &longer, "model", false);
        return Err(format!("the invariants are no text of the language: {report}"));
    };
    for property in longer_system.properties.iter().filter(|property| property.name.starts_with("generated_"))
    {
        match all.truth(&longer_system, &property.question) {
            Ok(Some(truth)) if truth.holds => {}
            other => return Err(format!("{} is {other:?}:\n{longer}", property.name)),
        }
    }
    Ok((count, count))
}

#[test]
fn invariants_of_random_models_are_true_and_inductive() {
    let (mut found, mut seen) = (0, 0);
    let mut wrong = Vec::new();
    for seed in seeds(0, 60, 5_000) {
        let text = generate(seed).print();
        let Some(system) = system_of(&text) else { continue };
        match look_at(&text, &system) {
            Ok((one, other)) => (found, seen) = (found + one, seen + other),
            Err(why) => wrong.push(format!("seed {seed}: {why}")),
        }
    }
    println!("{found} invariants, {seen} of them seen in all states");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(found > 50 && seen > 30, "only {found} invariants, {seen} of them looked at");
}

#[test]
fn invariants_of_the_examples_are_inductive() {
    let mut files = files_below("examples", ".fathom");
    if !is_slow() {
        files.retain(|file| !file.display().to_string().contains("/pointers/"));
    }
    for file in files {
        let text = read(&file);
        let Some(system) = language::load(&text, &options(&text)).system else { continue };
        let generation = invariants::generate(&system, &Unlimited);
        let accepted = is_inductive(&system, &generation);
        assert_eq!(accepted, Ok(()), "{}", file.display());
    }
}

/// Properties that the generated invariants prove alone.
const PROVED: [(&str, &[&str]); 10] = [
    ("mutual-exclusion/bakery.fathom", &["mutex"]),
    ("mutual-exclusion/bakery_asymmetric.fathom", &["mutex", "idle_is_zero", "tickets_differ"]),
    ("mutual-exclusion/bakery_many.fathom", &["mutex", "distinct"]),
    ("mutual-exclusion/ticket.fathom", &["mutex", "queue"]),
    ("mutual-exclusion/peterson.fathom", &["mutex"]),
    ("mutual-exclusion/readers_writers.fathom", &["exclusive", "one_writer", "counted"]),
    ("mutual-exclusion/fischer.fathom", &["mutex"]),
    ("populations/readers_writers.fathom", &["exclusive"]),
    ("protocols/alternating_bit_numbers.fathom", &["in_step"]),
    (
        "protocols/bounded_retransmission_numbers.fathom",
        &["confirmed_is_true", "failed_is_true", "unsure_is_near"],
    ),
];

#[test]
fn generated_invariants_prove_properties() {
    let mut wrong = Vec::new();
    for (file, properties) in PROVED {
        let system = load_right(&read(&root().join("examples").join(file)));
        let generation = invariants::generate(&system, &Unlimited);
        for property in properties {
            if let Err(why) = proves(&system, property, whole(&generation)) {
                wrong.push(format!("{file}, {property}: {why}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// What the paper finds for its example, at the locations of the first program: by the rules of the paper.
#[test]
fn the_bakery_of_the_paper_gets_the_invariants_of_the_paper() {
    let system = load_right(&read(&root().join("examples/mutual-exclusion/bakery_asymmetric.fathom")));
    let candidates = invariants::compositional(&system);
    let names = Names::new(&system);
    let parts = |text: &str| text.split(" || ").map(String::from).collect::<BTreeSet<String>>();
    let has = |rule: Rule, text: &str| {
        let is_same = |term: &Term| parts(&write_term(&names, term)) == parts(text);
        candidates.iter().any(|one| one.rule == rule && is_same(&one.term()))
    };
    assert!(has(Rule::Reaffirmed, "!(First at think) || First.y = 0"));
    assert!(has(Rule::Reaffirmed, "!(First at wait) || First.y = Second.y + 1"));
    assert!(has(Rule::Propagated, "!(First at crit) || First.y = Second.y + 1"));
    let context = "!(First at wait) || First.y = Second.y + 1 || Second.y = 0 || First.y = Second.y - 1";
    assert!(has(Rule::Context, context));
}

#[test]
fn what_holds_of_every_instance_is_said_once() {
    let system = load_right(&read(&root().join("examples/mutual-exclusion/bakery.fathom")));
    let generation = invariants::generate(&system, &Unlimited);
    let described = describe(&system, &generation.invariants);
    assert!(described.iter().all(|one| !one.indices.is_empty()), "{described:#?}");
    let has = |at: &str, formula: &str| described.iter().any(|one| one.at == [at] && one.formula == formula);
    assert!(has("Client[i] at wait", "Client[i].ticket >= 1"));
    assert!(has("Client[i] at wait", "Client[i].ticket != Client[j].ticket"));
}
