//! Counter automata of FAST and integer programs of T2 get the recorded verdicts, by `auto`.
//!
//! The project's own files are always checked, those of others where they are at hand: `FATHOM_SLOW=1` checks all of them that
//! are linear, otherwise a few are checked.

#[path = "../../tests/corpora/locate.rs"]
mod corpora;

use conformance::models::{files_below, load_right, read};
use conformance::{auto, is_slow};
use corpora::{foreign, own};
use interchange::{read_fast, read_t2, read_t2_formulas, write_program};
use std::path::Path;
use std::time::Duration;
use system::Verdict;

/// What one file may take; a debug build is some twenty times slower than a release.
const LIMIT: Duration = Duration::from_secs(120);

/// Automata that different strategies settle.
const FEW: [&str; 21] = [
    "bakery",
    "bardin",
    "berkeley",
    "car",
    "counters1",
    "counters3",
    "forward",
    "gasburner",
    "gonnord5",
    "gulwani1",
    "gulwani4",
    "halbwachs6",
    "halbwachs7",
    "jeannet2",
    "jeannet4",
    "jeannet6",
    "microsoftex2",
    "microsoftex4",
    "microsoftex5",
    "slam",
    "ticket",
];

/// Automata of which the record says nothing, and what is known: the holding ones were shown with polyhedra, and all but
/// `gasburner_alt` and `halbwachs6` with automata as well; a violation has a path that was replayed.
const NOT_RECORDED: [(&str, Verdict); 7] = [
    ("gasburner", Verdict::Holds),
    ("gasburner_alt", Verdict::Holds),
    ("gulwani1", Verdict::Holds),
    ("gulwani1_alt", Verdict::Holds),
    ("halbwachs6", Verdict::Holds),
    ("halbwachs8", Verdict::Holds),
    ("henry", Verdict::Violated),
];

/// The verdict on the first property of a model.
fn verdict(name: &str, model: &str) -> Verdict {
    let found = auto(&load_right(model), &[0], LIMIT).unwrap_or_else(|wrong| panic!("{name}: {wrong}"));
    found.into_iter().next().expect("one property was asked")
}

fn automaton(name: &str, path: &Path) -> Option<String> {
    let program = read_fast(&read(path)).ok()?;
    assert!(!program.claims.is_empty(), "{name} has a bad region");
    Some(write_program(&program))
}

#[test]
fn the_automata_of_the_project_hold() {
    let paths = files_below("bench/fast/models", ".fst");
    assert_eq!(paths.len(), 2);
    for path in paths {
        let name = path.display().to_string();
        let model = automaton(&name, &path).expect("the automaton is linear");
        assert_eq!(verdict(&name, &model), Verdict::Holds, "{name}");
    }
}

/// Checks the automata of a folder of which something is known and that are chosen; returns how many there are.
fn check_automata(folder: &Path, record: &str, is_chosen: &dyn Fn(&str) -> bool) -> usize {
    let mut checked = 0;
    for line in read(&folder.join(record)).lines() {
        let (file, record) = line.split_once(' ').expect("a file and a verdict");
        let name = Path::new(file).file_stem().expect("a file has a name").to_string_lossy().into_owned();
        let expected = match record {
            "SAFE" => Some(Verdict::Holds),
            "UNSAFE" => Some(Verdict::Violated),
            _ => NOT_RECORDED.iter().find(|(own, _)| *own == name).map(|(_, verdict)| verdict.clone()),
        };
        let Some(expected) = expected.filter(|_| is_chosen(&name)) else { continue };
        // What multiplies variables is refused.
        if let Some(model) = automaton(&name, &folder.join(format!("{name}.fst"))) {
            assert_eq!(verdict(&name, &model), expected, "{name}");
            checked += 1;
        }
    }
    checked
}

#[test]
fn our_own_automata_get_their_recorded_verdicts() {
    assert_eq!(check_automata(&own("fast"), "VERDICTS.txt", &|_| true), 6);
}

#[test]
fn automata_get_their_recorded_verdicts() {
    let Some(folder) = foreign("fast") else { return };
    let is_chosen = |name: &str| is_slow() || FEW.contains(&name);
    let checked = check_automata(&folder, "ORACLE_z3_spacer.txt", &is_chosen);
    assert_eq!(checked, if is_slow() { 56 } else { FEW.len() });
}

#[test]
fn our_own_programs_get_their_recorded_verdicts() {
    let folder = own("t2");
    let records = read(&folder.join("EXPECTED_TEMPORAL.tsv"));
    for name in ["kettle", "lottery", "savings"] {
        let mut program =
            read_t2(&read(&folder.join(format!("ctl/{name}.t2"))), name).expect("the program is linear");
        read_t2_formulas(&records, &mut program).expect("the records can be read");
        assert_eq!(verdict(name, &write_program(&program)), Verdict::Holds, "{name}");
    }
}

#[test]
fn programs_get_their_recorded_verdicts() {
    let Some(folder) = foreign("t2") else { return };
    let records = read(&folder.join("EXPECTED_TEMPORAL.tsv"));
    for number in 1..=8 {
        let name = format!("P{number}");
        let mut program =
            read_t2(&read(&folder.join(format!("ctl/{name}.t2"))), &name).expect("the program is linear");
        read_t2_formulas(&records, &mut program).expect("the records can be read");
        assert_eq!(program.claims[0].expected, Some(true), "{name}");
        // The record of P8 does not fit its file: from every state in which `varS` is 1 a path makes `varU` 1, since
        // the block that does so assumes nothing.
        let expected = if name == "P8" { Verdict::Violated } else { Verdict::Holds };
        assert_eq!(verdict(&name, &write_program(&program)), expected, "{name}");
    }
}

#[test]
fn the_record_of_p8_is_contradicted_by_explicit_search() {
    let Some(folder) = foreign("t2") else { return };
    let program = read_t2(&read(&folder.join("ctl/P8.t2")), "P8").expect("the program is linear");
    let model = write_program(&program).replace("param varX: int", "param varX: int where 0 <= varX <= 1");
    let model = model.replace("param varP: int", "param varP: int where 0 <= varP <= 2");
    let model = model.replace("var varI: int", "var varI: int\ninit 0 <= varI <= 2");
    let system =
        load_right(&format!("{model}\nctl claim: AG (varS = 1 => EF varU = 1)\nreachable once: varS = 1\n"));
    let answers = explicit::check(&system, &[0, 1], &explicit::Settings::default(), &system::Unlimited)
        .expect("it is finite");
    assert!(answers.iter().all(|answer| *answer.verdict() == Verdict::Holds), "{answers:?}");
}
