//! Models of Murphi get the recorded verdicts and numbers of states, without symmetry and with it.

#[path = "../../../tests/corpora/locate.rs"]
mod corpora;

use corpora::{foreign, own};
use serde_json::Value;
use std::path::Path;
use std::process::Command;

/// The verdict on everything, and the most states that a property took.
fn checked(file: &Path, symmetry: &str) -> (&'static str, u64) {
    let output = Command::new(env!("CARGO_BIN_EXE_fathom"))
        .args(["check", "--json", "--trace", "none", "--engine", "explicit", "--partial-order", "off"])
        .args(["--inactive-variables", "off", "--slicing", "off", "--symmetry", symmetry])
        .arg(file)
        .output()
        .expect("fathom runs");
    let document: Value = serde_json::from_slice(&output.stdout).expect("the output is JSON");
    let properties = document["properties"].as_array().unwrap_or_else(|| panic!("{document}"));
    let verdicts: Vec<&str> = properties.iter().filter_map(|property| property["verdict"].as_str()).collect();
    let states = properties.iter().filter_map(|property| property["stats"]["states"].as_u64()).max();
    let verdict = ["violated", "unknown"].into_iter().find(|wrong| verdicts.contains(wrong));
    (verdict.unwrap_or("holds"), states.expect("states are counted"))
}

#[test]
fn our_own() {
    let folder = own("murphi");
    let rows = std::fs::read_to_string(folder.join("VERDICTS.tsv")).expect("the verdicts are recorded");
    for row in rows.lines().filter(|row| !row.starts_with('#')) {
        let [name, verdict, all, orbits] = row.split('\t').collect::<Vec<_>>()[..] else { panic!("{row}") };
        let path = folder.join(name);
        assert_eq!(checked(&path, "off"), (verdict_of(verdict), all.parse().expect("a number")), "{name}");
        assert_eq!(checked(&path, "on"), (verdict_of(verdict), orbits.parse().expect("a number")), "{name}");
    }
}

fn verdict_of(word: &str) -> &'static str {
    if word == "holds" { "holds" } else { "violated" }
}

/// Small classics, with the counts that stand in the files or that rumur finds.
#[test]
fn classics() {
    let Some(folder) = foreign("murphi") else { return };
    for (name, verdict, states) in
        [("mux/2_peterson.m", "holds", 26), ("others/cache3.m", "holds", 577), ("others/dp4.m", "holds", 112)]
    {
        assert_eq!(checked(&folder.join(name), "off"), (verdict, states), "{name}");
    }
    assert_eq!(checked(&folder.join("mux/2_peterson.m"), "on"), ("holds", 13));
}
