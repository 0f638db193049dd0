//! Certificates for every size by counting: what engines find is accepted, also when it was written and read; forgeries, and
//! certificates of models with a mistake in them, are refused.

use certificates::{
    CountsOf, Header, Refusal, SizesCertificate, SizesDocument, SizesProof, check_counts, read_sizes,
    write_sizes,
};
use engines::{Attempt, Choice, Options, proofs};
use language::{Overrides, load, load_parameterized};
use serde_json::{Value as Json, json};
use std::sync::OnceLock;
use system::parameterized::ParameterizedSystem;
use system::{Question, Unlimited};

const SEMAPHORE: &str = "
    const N := 3
    const SEATS := 2
    var free: 0..SEATS := SEATS
    process Worker[i in 1..N] {
      var went: bool := false
      loc outside, waiting, inside
      outside -> waiting
      waiting -> inside when free > 0 do { went := true; free := free - 1 }
      inside -> outside do free := free + 1
    }
    event reset when free = SEATS do forall w in Worker: !w->went'
    invariant counted: free + count(Worker at inside) = SEATS
    invariant visited: forall w in Worker: w at inside => w->went
    reachable someone: exists w in Worker: w->went
    reachable empty: forall w in Worker: w at outside";

fn open(source: &str) -> ParameterizedSystem {
    load_parameterized(source, &Overrides::default(), "N", None).unwrap_or_else(|all| panic!("{all:?}"))
}

/// What shows the properties that counting proves, by their names.
fn shown(source: &str, open: &ParameterizedSystem) -> Vec<(String, CountsOf)> {
    let system = load(source, &Overrides::default()).system.expect("it loads");
    let questions: Vec<(String, Question)> =
        system.properties.iter().map(|one| (one.name.clone(), one.question.clone())).collect();
    let mut all = proofs(open, &questions, Choice::Auto, Options::default(), true);
    let counting = &mut all[0];
    let mut found = Vec::new();
    for (number, (name, _)) in questions.iter().enumerate() {
        let attempts = counting.attempt(&[number], &Unlimited).expect("engines agree");
        if let [(_, Attempt::Proved(_))] = attempts.as_slice() {
            match counting.shown(number, &Unlimited) {
                Some(Ok(SizesProof::Counts(counts))) => found.push((name.clone(), counts)),
                other => panic!("{name}: {other:?}"),
            }
        }
    }
    found
}

/// What shows the properties of the semaphore; found once.
fn of_the_semaphore() -> &'static [(String, CountsOf)] {
    static FOUND: OnceLock<Vec<(String, CountsOf)>> = OnceLock::new();
    FOUND.get_or_init(|| shown(SEMAPHORE, &open(SEMAPHORE)))
}

fn written_and_read(property: &str, counts: &CountsOf) -> CountsOf {
    let header = Header {
        fathom: "0".into(),
        model: None,
        hash: "0".into(),
        constants: Vec::new(),
        sizes: Vec::new(),
    };
    let certificate = SizesCertificate {
        property: property.into(),
        kind: "invariant".into(),
        holds: true,
        proof: Ok(SizesProof::Counts(counts.clone())),
    };
    let document = SizesDocument { header, constant: "N".into(), least: 1, certificates: vec![certificate] };
    let again = read_sizes(&write_sizes(&document).to_string()).expect("it was written");
    assert_eq!(again, document);
    match again.certificates.into_iter().next().map(|one| one.proof) {
        Some(Ok(SizesProof::Counts(counts))) => counts,
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_engines_find_is_accepted() {
    let open = open(SEMAPHORE);
    let found = of_the_semaphore();
    let names: Vec<&str> = found.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["counted", "visited", "someone", "empty", "no_faults"]);
    for (name, counts) in found {
        let read = written_and_read(name, counts);
        assert_eq!(check_counts(&open, name, &read, &Unlimited), Ok(()), "{name}");
    }
}

/// A proof that says less, counts fewer instances or others, or is of another kind.
#[test]
fn forgeries_are_refused() {
    let open = open(SEMAPHORE);
    for (name, counts) in of_the_semaphore() {
        let refused = |forged: &CountsOf, what: &str| {
            let said = check_counts(&open, name, forged, &Unlimited);
            assert!(
                matches!(said, Err(Refusal::Failed { .. } | Refusal::Malformed(_))),
                "{name} {what}: {said:?}"
            );
        };
        for place in 0..counts.counters.len() {
            let mut fewer = counts.clone();
            fewer.counters.remove(place);
            refused(&fewer, "without a counter");
            let mut twice = counts.clone();
            twice.counters[place].1 = counts.counters[(place + 1) % counts.counters.len()].1.clone();
            refused(&twice, "with a counter twice");
            let mut outside = counts.clone();
            outside.counters[place].1[0] = 7;
            refused(&outside, "with a value outside");
        }
        let mut nothing = counts.clone();
        nothing.shown.remove("proof");
        refused(&nothing, "without a proof");
        let mut empty = counts.clone();
        empty.shown["proof"] = json!({ "invariant": "false" });
        refused(&empty, "with an empty set");
        let mut broken = counts.clone();
        broken.shown["proof"] = json!({ "invariant": "`nobody has this name`" });
        refused(&broken, "with a formula about nothing");
        let mut path = counts.clone();
        path.shown["proof"] = json!({ "path": { "initial": {}, "steps": [] } });
        refused(&path, "with a path");
        // What is only true because of other things does not show itself.
        if name != "no_faults" {
            let mut all = counts.clone();
            all.shown["proof"] = json!({ "invariant": "true" });
            refused(&all, "with all states");
        }
    }
}

/// A combination that no instance starts with must not be left out: the checker follows those who get there.
#[test]
fn instances_that_are_not_counted_are_missed() {
    let source = "
        const N := 2
        process P[i in 1..N] { loc a, b, c  a -> b  b -> c }
        invariant nobody: !(exists p in P: p at c)";
    let open = open(source);
    let counters =
        |names: &[(&str, i64)]| names.iter().map(|(name, at)| ((*name).into(), vec![*at])).collect();
    let proof = |counters: Vec<(String, Vec<i64>)>| CountsOf {
        counters,
        shown: [("proof".to_owned(), json!({ "invariant": "true" }))].into_iter().collect(),
    };
    for places in [&[("a", 0), ("b", 1)][..], &[("a", 0)], &[("b", 1), ("c", 2)], &[]] {
        let said = check_counts(&open, "nobody", &proof(counters(places)), &Unlimited);
        assert!(matches!(said, Err(Refusal::Failed { .. })), "{places:?}: {said:?}");
    }
    // The name of what the checker itself declares opens nothing.
    let mut flagged = proof(counters(&[("a", 0), ("b", 1)]));
    let formula = "`somebody is not counted` || !`somebody is not counted`";
    flagged.shown.insert("proof".into(), json!({ "invariant": formula }));
    assert!(matches!(check_counts(&open, "nobody", &flagged, &Unlimited), Err(Refusal::Failed { .. })));
}

/// The certificates of a model, presented for a model with one thing changed in which the property is wrong.
#[test]
fn certificates_of_another_model_are_refused() {
    let found = of_the_semaphore();
    let changed = |from: &str, to: &str| {
        assert!(SEMAPHORE.contains(from));
        open(&SEMAPHORE.replace(from, to))
    };
    for (name, system) in [
        ("counted", changed("free := free - 1 }", "skip }")),
        ("counted", changed("var free: 0..SEATS := SEATS", "var free: 0..SEATS := 1")),
        ("visited", changed("went := true;", "skip;")),
        ("visited", changed("event reset when free = SEATS", "event reset when free >= 0")),
        ("visited", changed("var went: bool := false", "var went: bool := false\n start outside, inside")),
        ("someone", changed("when free > 0", "when free > 2")),
        ("empty", changed("inside -> outside do free := free + 1", "")),
        ("no_faults", changed("waiting -> inside when free > 0", "waiting -> inside when free >= 0")),
    ] {
        let (_, counts) = found.iter().find(|(known, _)| known == name).expect("it was proved");
        let said = check_counts(&system, name, counts, &Unlimited);
        assert!(matches!(said, Err(Refusal::Failed { .. })), "{name}: {said:?}");
    }
}

#[test]
fn documents_are_read_strictly() {
    let (name, counts) = of_the_semaphore()[0].clone();
    let whole = |counts: &CountsOf| {
        let header = Header {
            fathom: "0".into(),
            model: None,
            hash: "0".into(),
            constants: Vec::new(),
            sizes: Vec::new(),
        };
        write_sizes(&SizesDocument {
            header,
            constant: "N".into(),
            least: 1,
            certificates: vec![SizesCertificate {
                property: name.clone(),
                kind: "invariant".into(),
                holds: true,
                proof: Ok(SizesProof::Counts(counts.clone())),
            }],
        })
    };
    let mut changes: Vec<(&str, Json)> = Vec::new();
    let change = |what: fn(&mut Json)| {
        let mut document = whole(&counts);
        what(&mut document["certificates"][0]["proof"]);
        document
    };
    changes.push(("another key", change(|proof| proof["counts"]["more"] = json!(1))));
    changes.push(("both kinds", change(|proof| proof["views"] = json!({}))));
    changes.push((
        "no counters",
        change(|proof| drop(proof["counts"].as_object_mut().map(|all| all.remove("counters")))),
    ));
    changes.push((
        "no proof",
        change(|proof| drop(proof["counts"].as_object_mut().map(|all| all.remove("proof")))),
    ));
    changes.push((
        "a value that is none",
        change(|proof| proof["counts"]["counters"][0]["values"][0] = json!("x")),
    ));
    for (what, document) in changes {
        assert!(matches!(read_sizes(&document.to_string()), Err(Refusal::Malformed(_))), "{what}");
    }
}
