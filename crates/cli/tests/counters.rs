//! The recorded verdicts about counter systems of mist and threads of bfc are ours, where they fall soon.
//!
//! The project's own files are always checked, those of others where they are at hand. `bench/coverability` compares all of them.

#[path = "../../../tests/corpora/locate.rs"]
mod corpora;
mod support;

use corpora::{foreign, own};
use serde_json::Value as Json;
use std::path::Path;
use support::Workplace;

/// Files of others whose verdicts fall at once.
const SOON: [&str; 12] = [
    "benchmarks/PN/basicME.spec",
    "benchmarks/PN/pncsasemiliv.spec",
    "benchmarks/PN+TRANS/basicextransfer.spec",
    "benchmarks/PN+ZEROTEST/rw.spec",
    "benchmarks/broad_inhib/futurebus.spec",
    "benchmarks/boundedPN/lamport.spec",
    "regression-tests/not_petri_net.spec",
    "memleak_01",
    "passive_update_1_vf",
    "spawn_vf_02",
    "ticket_segf",
    "unsafe_send__sending_to_non-pid__depth_0_vf_minimized",
];

/// What `fathom check` says of `safe`; a file that cannot be checked is a failure.
fn checked(workplace: &Workplace, arguments: &[&str], timeout: &str) -> String {
    let options = ["check", "--json", "--trace", "none", "--property", "safe", "--timeout", timeout];
    let output = workplace.fathom(&[&options[..], arguments].concat());
    let document: Json =
        serde_json::from_str(&output.stdout).unwrap_or_else(|error| panic!("{arguments:?}: {error}"));
    let verdict = document["properties"][0]["verdict"].as_str();
    verdict.unwrap_or_else(|| panic!("{arguments:?}: {document:#} {}", output.stderr)).to_owned()
}

/// Compares the verdicts on the files of a folder that are wanted; returns how many were compared.
fn compare(folder: &Path, name: &str, timeout: &str, is_wanted: impl Fn(&str) -> bool) -> usize {
    let workplace = Workplace::new(name);
    let is_threads = folder.ends_with("tts");
    let record = std::fs::read_to_string(folder.join("VERDICTS.tsv")).expect("the record can be read");
    let (mut compared, mut differences) = (0, Vec::new());
    for line in record.lines().filter(|line| !line.starts_with('#')) {
        let row: Vec<&str> = line.split('\t').collect();
        if !is_wanted(row[0]) {
            continue;
        }
        let file = if is_threads { folder.join(row[0]).join("main.tts") } else { folder.join(row[0]) };
        let file = file.display().to_string();
        let start = row[2].split_whitespace().next().unwrap_or_default();
        let arguments = if is_threads { vec![file.as_str(), "--init", start] } else { vec![file.as_str()] };
        let expected = match row[1] {
            "safe" => "holds",
            "unsafe" => "violated",
            _ => "",
        };
        let verdict = checked(&workplace, &arguments, timeout);
        if verdict != "unknown" && !expected.is_empty() {
            compared += 1;
            if verdict != expected {
                differences.push(format!("{}: {expected} is recorded, found {verdict}", row[0]));
            }
        }
    }
    assert!(differences.is_empty(), "{differences:#?}");
    compared
}

#[test]
fn our_own_files_have_the_recorded_verdicts() {
    assert_eq!(compare(&own("mist"), "counters-own-mist", "60s", |_| true), 3);
    assert_eq!(compare(&own("tts"), "counters-own-tts", "60s", |_| true), 3);
}

#[test]
fn counter_systems_and_threads_have_the_recorded_verdicts() {
    let (Some(mist), Some(tts)) = (foreign("mist"), foreign("tts")) else { return };
    let is_soon = |name: &str| SOON.contains(&name);
    assert_eq!(
        compare(&mist, "counters-mist", "60s", is_soon) + compare(&tts, "counters-tts", "60s", is_soon),
        SOON.len()
    );
}

/// All files, with a small limit.
#[test]
fn no_verdict_differs_from_a_recorded_one() {
    if std::env::var_os("FATHOM_SLOW").is_none() {
        return;
    }
    let (Some(mist), Some(tts)) = (foreign("mist"), foreign("tts")) else { return };
    let compared = compare(&mist, "counters-all-mist", "5s", |_| true)
        + compare(&tts, "counters-all-tts", "5s", |_| true);
    assert!(compared >= 40, "only {compared} files were settled");
}

#[test]
fn threads_start_where_they_are_told_to() {
    let workplace = Workplace::new("counters-init");
    let file = own("tts").join("vote/main.tts").display().to_string();
    assert_eq!(checked(&workplace, &[&file, "--init", "0|0/1"], "60s"), "violated");
    assert_eq!(checked(&workplace, &[&file, "--init", "0|0,1,1"], "60s"), "holds");
    let refused = workplace.fathom(&["check", &file, "--init", "0|9"]);
    assert!(refused.stderr.contains("the system has 4 local states"), "{}", refused.stderr);
    let spec = own("mist").join("tank.spec").display().to_string();
    let refused = workplace.fathom(&["check", &spec, "--init", "0|1"]);
    assert!(refused.stderr.contains("--init is for threads"), "{}", refused.stderr);
    let refused = workplace.fathom(&["check", &spec, "--formulas", &spec]);
    assert!(refused.stderr.contains("--formulas is for Petri nets, threads"), "{}", refused.stderr);
}
