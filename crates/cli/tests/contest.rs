//! The answers recorded by the Model Checking Contest are ours, too, for a few small nets and all kinds of formulas.
//!
//! The project's own nets are always checked, those of the contest where they are at hand. `bench/contest` compares all
//! of them.

#[path = "../../../tests/corpora/locate.rs"]
mod corpora;
mod support;

use corpora::{foreign, own};

use serde_json::Value as Json;
use std::collections::BTreeMap;
use std::path::Path;
use support::Workplace;

/// Small nets that between them have dead markings, weights, several tokens on a place, and none of these.
const NETS: [&str; 6] = [
    "Eratosthenes-PT-010",
    "HouseConstruction-PT-00002",
    "Philosophers-PT-000005",
    "ResAllocation-PT-R003C002",
    "SimpleLoadBal-PT-02",
    "TokenRing-PT-005",
];

/// The kinds of formulas, with the files that hold them.
const KINDS: [(&str, &str); 7] = [
    ("RC", "ReachabilityCardinality.xml"),
    ("RF", "ReachabilityFireability.xml"),
    ("CTLC", "CTLCardinality.xml"),
    ("CTLF", "CTLFireability.xml"),
    ("LTLC", "LTLCardinality.xml"),
    ("LTLF", "LTLFireability.xml"),
    ("UB", "UpperBounds.xml"),
];

/// The project's own nets, with the number of their formulas.
const OWN: ([&str; 2], usize) = (["Bakehouse-PT-4", "Bridge-PT-3"], 47);

/// The project's own coloured nets, with the number of their formulas.
const OWN_COLOURED: ([&str; 4], usize) =
    (["Diners-COL-5", "Ferry-COL-3", "Memories-COL-5", "Ring-COL-5"], 37);

/// The recorded answers, by formula: TRUE, FALSE or a number.
fn recorded(corpus: &Path, net: &str, kind: &str) -> BTreeMap<String, String> {
    let file = corpus.join(format!("oracle/{net}-{kind}.out"));
    let text = std::fs::read_to_string(&file).unwrap_or_default();
    let answers = text.lines().filter_map(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["FORMULA", name, answer, ..] => Some((name.to_string(), answer.to_string())),
            ["STATE_SPACE", "STATES", answer, ..] => Some(("states".into(), answer.to_string())),
            _ => None,
        }
    });
    answers.collect()
}

/// The nets of the corpus with at most so many reachable markings, as the contest counted them.
fn nets_with_at_most(corpus: &Path, most: u64) -> Vec<String> {
    let folders = std::fs::read_dir(corpus.join("models")).expect("the corpus has nets");
    let names = folders.map(|folder| folder.expect("it can be listed").file_name().display().to_string());
    let is_small = |net: &String| {
        let counts = recorded(corpus, net, "SS");
        counts.get("states").and_then(|states| states.parse().ok()).is_some_and(|states: u64| states <= most)
    };
    let mut nets: Vec<String> = names.filter(is_small).collect();
    nets.sort();
    nets
}

fn is_slow() -> bool {
    std::env::var_os("FATHOM_SLOW").is_some()
}

/// What `fathom check` says about the properties of a net.
fn checked(workplace: &Workplace, arguments: &[&str]) -> Vec<Json> {
    let output =
        workplace.fathom(&[&["check", "--json", "--trace", "none", "--timeout", "60s"], arguments].concat());
    let document: Json = serde_json::from_str(&output.stdout).expect("the output is JSON");
    document["properties"].as_array().unwrap_or_else(|| panic!("{arguments:?}: {document:#}")).clone()
}

/// A verdict in the contest's words.
fn answer(property: &Json) -> String {
    match (property["kind"].as_str(), property["verdict"].as_str()) {
        (Some("bound"), _) => property["value"].to_string(),
        (_, Some("holds")) => "TRUE".into(),
        (_, Some("violated")) => "FALSE".into(),
        (_, verdict) => format!("{verdict:?}, {}", property["reason"]),
    }
}

/// Compares the answers to formulas of some kinds, under further options; returns how many were compared.
fn compare(corpus: &Path, name: &str, nets: &[&str], kinds: &[(&str, &str)], options: &[&str]) -> usize {
    let workplace = Workplace::new(name);
    let (mut compared, mut differences) = (0, Vec::new());
    for net in nets {
        let folder = corpus.join("models").join(net).display().to_string();
        for (kind, file) in kinds {
            let expected = recorded(corpus, net, kind);
            let (net, formulas) = (format!("{folder}/model.pnml"), format!("{folder}/{file}"));
            let arguments = [&[&net, "--formulas", &formulas, "--no-faults-check"], options].concat();
            for property in checked(&workplace, &arguments) {
                let name = property["name"].as_str().expect("a property has a name");
                let Some(expected) = expected.get(name) else { continue };
                compared += 1;
                if answer(&property) != *expected {
                    differences.push(format!("{name}: {expected} is recorded, found {}", answer(&property)));
                }
            }
        }
    }
    assert!(differences.is_empty(), "{options:?}: {differences:#?}");
    compared
}

/// Compares whether a net has a dead marking.
fn compare_dead_markings(corpus: &Path, workplace: &Workplace, net: &str, options: &[&str]) {
    let file = corpus.join("models").join(net).join("model.pnml").display().to_string();
    let arguments = [&[&file, "--property", "deadlock_free"], options].concat();
    let deadlock_free = answer(&checked(workplace, &arguments)[0]);
    let recorded = recorded(corpus, net, "RD").remove("ReachabilityDeadlock");
    let expected = recorded.map(|dead| if dead == "TRUE" { "FALSE" } else { "TRUE" });
    assert_eq!(Some(deadlock_free.as_str()), expected, "{net}: deadlock_free");
}

/// Compares the number of reachable markings of a net.
fn compare_states(corpus: &Path, workplace: &Workplace, net: &str) {
    let file = corpus.join("models").join(net).join("model.pnml").display().to_string();
    let all = ["--engine", "explicit", "--partial-order", "off", "--symmetry", "off"];
    let states = &checked(workplace, &[&[&file, "--property", "no_faults"], &all[..]].concat())[0];
    assert_eq!(answer(states), "TRUE", "{net}: a net has no faults");
    let expected = recorded(corpus, net, "SS");
    assert_eq!(Some(&states["stats"]["states"].to_string()), expected.get("states"), "{net}: markings");
}

/// Our own nets with all kinds of formulas, by each engine and with each reduction; dead markings and numbers of markings.
#[test]
fn our_own_nets_have_the_recorded_answers() {
    let (corpus, (nets, formulas)) = (own("mcc"), OWN);
    let workplace = Workplace::new("contest-own");
    let choices: [&[&str]; 5] = [
        &[],
        &["--engine", "explicit"],
        &["--engine", "symbolic"],
        &["--partial-order", "on"],
        &["--symmetry", "on", "--inactive-variables", "on"],
    ];
    for options in choices {
        assert_eq!(compare(&corpus, "contest-own-formulas", &nets, &KINDS, options), formulas);
        nets.iter().for_each(|net| compare_dead_markings(&corpus, &workplace, net, options));
    }
    nets.iter().for_each(|net| compare_states(&corpus, &workplace, net));
}

/// Coloured nets are unfolded, and formulas speak of all instances of a place or transition.
#[test]
fn our_own_coloured_nets_have_the_recorded_answers() {
    let (corpus, (nets, formulas)) = (own("mcc"), OWN_COLOURED);
    let kinds: Vec<_> = KINDS.into_iter().filter(|(kind, _)| ["RC", "RF", "UB"].contains(kind)).collect();
    let workplace = Workplace::new("contest-coloured");
    assert_eq!(compare(&corpus, "contest-coloured-formulas", &nets, &kinds, &[]), formulas);
    for net in nets {
        compare_dead_markings(&corpus, &workplace, net, &[]);
        compare_states(&corpus, &workplace, net);
    }
}

#[test]
fn formulas_have_the_recorded_answers() {
    let Some(corpus) = foreign("mcc") else { return };
    assert_eq!(compare(&corpus, "contest-formulas", &NETS, &KINDS, &[]), NETS.len() * KINDS.len() * 16);
}

/// Nets have no processes, so that leaving out interleavings is the reduction that they know.
#[test]
fn reduced_searches_have_the_recorded_answers() {
    let Some(corpus) = foreign("mcc") else { return };
    let kinds: Vec<_> =
        KINDS.into_iter().filter(|(kind, _)| kind.starts_with('R') || kind.starts_with("LTL")).collect();
    let options = ["--partial-order", "on"];
    let compared = compare(&corpus, "contest-reduced", &NETS, &kinds, &options);
    assert_eq!(compared, NETS.len() * kinds.len() * 16);
    let workplace = Workplace::new("contest-reduced-dead");
    NETS.iter().for_each(|net| compare_dead_markings(&corpus, &workplace, net, &options));
}

/// Nets have neither processes nor locations, so that symmetry and inactive variables leave out nothing; they must not
/// change anything either. `FATHOM_SLOW=1` takes all nets with at most 20,000 markings.
#[test]
fn pairs_of_reductions_have_the_recorded_answers() {
    let Some(corpus) = foreign("mcc") else { return };
    let (partial_order, symmetry, inactive) = ("--partial-order", "--symmetry", "--inactive-variables");
    let small = nets_with_at_most(&corpus, 20_000);
    assert!(small.len() >= 10, "small nets are many: {small:?}");
    let mut small: Vec<&str> = small.iter().map(String::as_str).collect();
    small.retain(|net| is_slow() || NETS[..3].contains(net));
    let kinds: Vec<_> = KINDS.into_iter().filter(|(kind, _)| kind.starts_with('R')).collect();
    for pair in [[partial_order, symmetry], [partial_order, inactive], [symmetry, inactive]] {
        let options = [pair[0], "on", pair[1], "on"];
        assert!(compare(&corpus, "contest-pairs", &small, &kinds, &options) > 0);
    }
}

/// The contest's numbers of reachable markings are ours, for each net with at most 10,000 of them; `FATHOM_SLOW=1` takes
/// all nets.
#[test]
fn dead_markings_and_numbers_of_states_are_as_recorded() {
    let Some(corpus) = foreign("mcc") else { return };
    let workplace = Workplace::new("contest-states");
    let nets = nets_with_at_most(&corpus, if is_slow() { u64::MAX } else { 10_000 });
    assert!(nets.len() >= 10, "small nets are many: {nets:?}");
    for net in &nets {
        compare_states(&corpus, &workplace, net);
        compare_dead_markings(&corpus, &workplace, net, &[]);
    }
}
