//! The counter automata and integer programs at hand become models, or are refused for a reason that is listed.
//!
//! The project's own files are always read, those of others where they are at hand.

#[path = "../../../tests/corpora/locate.rs"]
mod corpora;

use corpora::{foreign, own};
use interchange::{Program, read_fast, read_t2, read_t2_formulas, write_program};
use language::Overrides;
use std::path::{Path, PathBuf};

/// What multiplies variables cannot be said in the language.
const NOT_LINEAR: [&str; 9] = [
    "gulwani2",
    "gulwani2_alt",
    "interleaving1",
    "interleaving2",
    "interleaving3",
    "multcounters3",
    "multcounters4",
    "nested",
    "speedometer",
];

fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("the folder can be read");
    let files = entries.map(|entry| entry.expect("the folder can be read").path());
    let mut files: Vec<PathBuf> =
        files.filter(|file| file.extension().is_some_and(|e| e == ending)).collect();
    files.sort();
    files
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).expect("the file can be read")
}

fn stem(path: &Path) -> String {
    path.file_stem().expect("a file has a name").to_string_lossy().into_owned()
}

/// Everything that a system says, but for places in its text.
fn meaning(text: &str) -> String {
    let loaded = language::load(text, &Overrides::default());
    assert_eq!(loaded.diagnostics.iter().find(|found| found.is_error()), None, "{text}");
    let mut system = loaded.system.expect("a model without errors has a system");
    system.source = "".into();
    let shown = format!("{system:?}");
    let mut parts = shown.split("Span {");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |all, part| all + part.split_once('}').map_or(part, |(_, rest)| rest))
}

/// A program's text is legal, is not changed by formatting again, and means the same then.
fn assert_good(name: &str, program: &Program) {
    let text = write_program(program);
    let formatted = language::format(&text).unwrap_or_else(|found| panic!("{name}: {found:?}\n{text}"));
    assert_eq!(language::format(&formatted).as_ref(), Ok(&formatted), "{name}");
    assert_eq!(meaning(&text), meaning(&formatted), "{name}");
    let system = language::load(&formatted, &Overrides::default()).system.expect("it was loaded before");
    assert_eq!(system.transitions.len(), program.edges.len(), "{name}");
}

/// What became of the counter automata of a folder.
#[derive(Debug, PartialEq, Eq)]
struct Outcome {
    with_claims: usize,
    without: usize,
    refused: Vec<String>,
}

/// Reads every counter automaton of a folder.
fn read_automata(folder: &Path) -> Outcome {
    let mut outcome = Outcome { with_claims: 0, without: 0, refused: Vec::new() };
    for path in files(folder, "fst") {
        let name = stem(&path);
        match read_fast(&read(&path)) {
            Ok(program) => {
                assert_good(&name, &program);
                *(if program.claims.is_empty() { &mut outcome.without } else { &mut outcome.with_claims }) +=
                    1;
            }
            Err(problems) => {
                let all_linear = problems.iter().all(|problem| problem.message.contains("not linear"));
                assert!(all_linear, "{name}: {problems:?}");
                outcome.refused.push(name);
            }
        }
    }
    outcome
}

#[test]
fn our_own_counter_automata_become_models() {
    let refused = vec!["growth".to_string()];
    assert_eq!(read_automata(&own("fast")), Outcome { with_claims: 6, without: 1, refused });
}

#[test]
fn every_linear_counter_automaton_becomes_a_model() {
    let Some(folder) = foreign("fast") else { return };
    let refused = NOT_LINEAR.map(String::from).to_vec();
    assert_eq!(read_automata(&folder), Outcome { with_claims: 56, without: 43, refused });
}

/// Whether automata have a bad region is as the record of a folder says.
fn compare_bad_regions(folder: &Path, record: &str) {
    for line in read(&folder.join(record)).lines() {
        let (file, verdict) = line.split_once(' ').expect("a file and a verdict");
        let name = stem(Path::new(file));
        if let Ok(program) = read_fast(&read(&folder.join(format!("{name}.fst")))) {
            assert_eq!(program.claims.is_empty(), verdict == "no-bad-region", "{name}");
        }
    }
}

#[test]
fn whether_there_is_a_bad_region_agrees_with_the_record() {
    compare_bad_regions(&own("fast"), "VERDICTS.txt");
    let Some(folder) = foreign("fast") else { return };
    compare_bad_regions(&folder, "ORACLE_z3_spacer.txt");
}

/// Reads every integer program of a folder with its formula; returns how many there are.
fn read_programs(folder: &Path) -> usize {
    let records = read(&folder.join("EXPECTED_TEMPORAL.tsv"));
    let programs = files(&folder.join("ctl"), "t2");
    for path in &programs {
        let name = stem(path);
        let mut program =
            read_t2(&read(path), &name).unwrap_or_else(|problems| panic!("{name}: {problems:?}"));
        read_t2_formulas(&records, &mut program).unwrap_or_else(|problems| panic!("{name}: {problems:?}"));
        assert_eq!(program.claims.len(), 1, "{name}");
        assert_eq!(program.claims[0].expected, Some(true), "{name}");
        assert_good(&name, &program);
    }
    programs.len()
}

#[test]
fn our_own_programs_become_models_with_their_formulas() {
    assert_eq!(read_programs(&own("t2")), 3);
}

#[test]
fn every_integer_program_becomes_a_model_with_its_formula() {
    let Some(folder) = foreign("t2") else { return };
    assert_eq!(read_programs(&folder), 8);
}
