//! The answers recorded by the Model Checking Contest are ours, too, for a few small nets and all kinds of formulas.
//!
//! The nets are not part of the project: they are read from the folder `mcc` below the environment's
//! `FATHOM_CORPORA`, or below `../shared/corpora` beside the project, and without it nothing is tested.
//! `bench/contest` compares all of them.

mod support;

use serde_json::Value as Json;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use support::{Workplace, root};

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

fn corpus() -> Option<PathBuf> {
    let corpora = std::env::var_os("FATHOM_CORPORA").map(PathBuf::from);
    let folder = corpora.unwrap_or_else(|| root().join("../shared/corpora")).join("mcc");
    if folder.is_dir() {
        return Some(folder.canonicalize().expect("a folder has a path"));
    }
    eprintln!("skipped: there is no folder {}", folder.display());
    None
}

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
    assert!(nets.len() >= 10, "small nets are many: {nets:?}");
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

/// Compares the answers to formulas of some kinds, under further options.
fn compare(name: &str, kinds: &[(&str, &str)], options: &[&str]) {
    let nets: Vec<String> = NETS.iter().map(|net| (*net).to_owned()).collect();
    let compared = compare_nets(name, &nets, kinds, options);
    assert!(compared.is_none_or(|compared| compared == NETS.len() * kinds.len() * 16));
}

/// The same for some nets; returns how many answers were compared, if the nets are there.
fn compare_nets(name: &str, nets: &[String], kinds: &[(&str, &str)], options: &[&str]) -> Option<usize> {
    let corpus = corpus()?;
    let workplace = Workplace::new(name);
    let (mut compared, mut differences) = (0, Vec::new());
    for net in nets {
        let folder = corpus.join("models").join(net).display().to_string();
        for (kind, file) in kinds {
            let expected = recorded(&corpus, net, kind);
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
    Some(compared)
}

#[test]
fn formulas_have_the_recorded_answers() {
    compare("contest-formulas", &KINDS, &[]);
}

/// Nets have no processes, so that leaving out interleavings is the reduction that they know.
#[test]
fn reduced_searches_have_the_recorded_answers() {
    let kinds: Vec<_> =
        KINDS.into_iter().filter(|(kind, _)| kind.starts_with('R') || kind.starts_with("LTL")).collect();
    compare("contest-reduced", &kinds, &["--partial-order", "on"]);
    let Some(corpus) = corpus() else { return };
    let workplace = Workplace::new("contest-reduced-dead");
    for net in NETS {
        let file = corpus.join("models").join(net).join("model.pnml").display().to_string();
        let arguments = [&file, "--property", "deadlock_free", "--partial-order", "on"];
        let deadlock_free = answer(&checked(&workplace, &arguments)[0]);
        let recorded = recorded(&corpus, net, "RD").remove("ReachabilityDeadlock");
        let expected = recorded.map(|dead| if dead == "TRUE" { "FALSE" } else { "TRUE" });
        assert_eq!(Some(deadlock_free.as_str()), expected, "{net}: deadlock_free");
    }
}

/// Nets have neither processes nor locations, so that symmetry and inactive variables leave out nothing; they must not
/// change anything either. `FATHOM_SLOW=1` takes all nets with at most 20,000 markings.
#[test]
fn pairs_of_reductions_have_the_recorded_answers() {
    let Some(corpus) = corpus() else { return };
    let (partial_order, symmetry, inactive) = ("--partial-order", "--symmetry", "--inactive-variables");
    let mut small = nets_with_at_most(&corpus, 20_000);
    small.retain(|net| is_slow() || NETS[..3].contains(&net.as_str()));
    let kinds: Vec<_> = KINDS.into_iter().filter(|(kind, _)| kind.starts_with('R')).collect();
    for pair in [[partial_order, symmetry], [partial_order, inactive], [symmetry, inactive]] {
        let options = [pair[0], "on", pair[1], "on"];
        let compared = compare_nets("contest-pairs", &small, &kinds, &options);
        assert!(small.is_empty() || compared.is_some_and(|compared| compared > 0));
    }
}

/// The contest's numbers of reachable markings are ours, for each net with at most 10,000 of them; `FATHOM_SLOW=1` takes
/// all nets.
#[test]
fn dead_markings_and_numbers_of_states_are_as_recorded() {
    let Some(corpus) = corpus() else { return };
    let workplace = Workplace::new("contest-states");
    let nets = nets_with_at_most(&corpus, if is_slow() { u64::MAX } else { 10_000 });
    for net in &nets {
        let file = corpus.join("models").join(net).join("model.pnml").display().to_string();
        let all = ["--engine", "explicit", "--partial-order", "off", "--symmetry", "off"];
        let states = &checked(&workplace, &[&[&file, "--property", "no_faults"], &all[..]].concat())[0];
        assert_eq!(answer(states), "TRUE", "{net}: a net has no faults");
        let expected = recorded(&corpus, net, "SS");
        assert_eq!(Some(&states["stats"]["states"].to_string()), expected.get("states"), "{net}: markings");
        let deadlock_free = answer(&checked(&workplace, &[&file, "--property", "deadlock_free"])[0]);
        let recorded = recorded(&corpus, net, "RD").remove("ReachabilityDeadlock");
        let expected = recorded.map(|dead| if dead == "TRUE" { "FALSE" } else { "TRUE" });
        assert_eq!(Some(deadlock_free.as_str()), expected, "{net}: deadlock_free");
    }
}
