//! The counter automata and integer programs at hand become models, or are refused for a reason that is listed.
//!
//! The files are not part of the project: they are read from the folders `fast` and `t2` below the environment's
//! `FATHOM_CORPORA`, or below `../shared/corpora` beside the project, and without them nothing is tested.

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

fn corpus(folder: &str) -> Option<PathBuf> {
    let corpora = std::env::var_os("FATHOM_CORPORA").map(PathBuf::from);
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpora");
    let path = corpora.unwrap_or_else(beside).join(folder);
    if !path.is_dir() {
        eprintln!("skipped: there is no folder {}", path.display());
    }
    path.is_dir().then_some(path)
}

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
    system.source = String::new();
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

#[test]
fn every_linear_counter_automaton_becomes_a_model() {
    let Some(folder) = corpus("fast") else { return };
    let (mut with_claims, mut without, mut refused) = (0, 0, Vec::new());
    for path in files(&folder, "fst") {
        let name = stem(&path);
        match read_fast(&read(&path)) {
            Ok(program) => {
                assert_good(&name, &program);
                *(if program.claims.is_empty() { &mut without } else { &mut with_claims }) += 1;
            }
            Err(problems) => {
                let all_linear = problems.iter().all(|problem| problem.message.contains("not linear"));
                assert!(all_linear, "{name}: {problems:?}");
                refused.push(name);
            }
        }
    }
    assert_eq!(refused, NOT_LINEAR);
    assert_eq!((with_claims, without), (56, 43));
}

#[test]
fn whether_there_is_a_bad_region_agrees_with_the_record() {
    let Some(folder) = corpus("fast") else { return };
    for line in read(&folder.join("ORACLE_z3_spacer.txt")).lines() {
        let (file, verdict) = line.split_once(' ').expect("a file and a verdict");
        let name = stem(Path::new(file));
        if let Ok(program) = read_fast(&read(&folder.join(format!("{name}.fst")))) {
            assert_eq!(program.claims.is_empty(), verdict == "no-bad-region", "{name}");
        }
    }
}

#[test]
fn every_integer_program_becomes_a_model_with_its_formula() {
    let Some(folder) = corpus("t2") else { return };
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
    assert_eq!(programs.len(), 8);
}
