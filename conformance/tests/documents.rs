//! What the documents show is true: their models load and have the verdicts that they expect, and their lists are
//! complete. The commands that they show are run by `crates/cli/tests/transcripts.rs`.

use conformance::models::{files_below, read, root};
use conformance::{MOST_STATES, survey};
use std::path::{Path, PathBuf};
use system::{Expectation, System, Unlimited, Verdict};

/// A block of code in a document.
struct Block {
    /// The document and the line on which the block begins, for messages.
    place: String,
    /// What stands behind the three backquotes.
    tag: String,
    text: String,
}

/// The documents for users: those in the root and those directly in `docs`.
fn documents() -> Vec<PathBuf> {
    let mut files = files_below("", ".md");
    files.retain(|file| [root(), root().join("docs")].iter().any(|folder| file.parent() == Some(folder)));
    files
}

fn shown(path: &Path) -> String {
    path.strip_prefix(root()).unwrap_or(path).display().to_string()
}

/// The blocks of a document, in order.
fn blocks(path: &Path) -> Vec<Block> {
    let mut found: Vec<Block> = Vec::new();
    let mut is_open = false;
    for (number, line) in read(path).lines().enumerate() {
        match (line.trim_end().strip_prefix("```"), is_open) {
            (Some(""), true) => is_open = false,
            (Some(tag), false) => {
                let place = format!("{}:{}", shown(path), number + 1);
                found.push(Block { place, tag: tag.to_string(), text: String::new() });
                is_open = true;
            }
            (_, true) => {
                let block = found.last_mut().expect("a block is open");
                block.text.push_str(line);
                block.text.push('\n');
            }
            (_, false) => {}
        }
    }
    assert!(!is_open, "{}: a block is not closed", shown(path));
    found
}

/// The models of a document: the blocks with the tag `fathom`, with or without the name of a file behind it.
fn models(path: &Path) -> Vec<Block> {
    let mut found = blocks(path);
    found.retain(|block| block.tag.split(' ').next() == Some("fathom"));
    found
}

fn all_models() -> Vec<Block> {
    documents().iter().flat_map(|path| models(path)).collect()
}

#[test]
fn every_model_loads_without_a_finding() {
    let models = all_models();
    assert!(models.len() > 25, "only {} models were found", models.len());
    for model in models {
        let findings = language::load(&model.text, &language::Overrides::default()).diagnostics;
        let report = diagnostics::render(&findings, &model.text, &model.place, false);
        assert!(findings.is_empty(), "{report}");
    }
}

/// Every property of the language reference says what it expects, so that the next test has something to check.
#[test]
fn the_reference_states_its_verdicts() {
    for model in models(&root().join("docs/language.md")) {
        for property in &load(&model).properties {
            let implicit = property.name == "no_faults";
            assert!(implicit || property.expect.is_some(), "{}: {}", model.place, property.name);
        }
    }
}

/// The naive checker and the explicit engine give the expected verdicts, where there are finitely many states.
#[test]
fn every_expected_verdict_is_right() {
    let mut wrong = Vec::new();
    let mut decided = 0;
    for model in all_models() {
        let system = load(&model);
        let Ok(survey) = survey(&system, MOST_STATES) else { continue };
        for (number, property) in system.properties.iter().enumerate() {
            let Some(expected) = property.expect else { continue };
            let truth = survey.truth(&system, &property.question).expect("the property can be decided");
            let found = [truth.map(|truth| truth.holds), engine_says(&system, number)];
            for holds in found.into_iter().flatten() {
                decided += 1;
                if (expected == Expectation::Holds) != holds {
                    wrong.push(format!("{}: {} is expected to be {expected:?}", model.place, property.name));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(decided > 60, "only {decided} verdicts were compared");
}

fn load(model: &Block) -> System {
    let loaded = language::load(&model.text, &language::Overrides::default());
    let report = diagnostics::render(&loaded.diagnostics, &model.text, &model.place, false);
    loaded.system.unwrap_or_else(|| panic!("{report}"))
}

/// Whether the property with this number holds, if the explicit engine can tell.
fn engine_says(system: &System, number: usize) -> Option<bool> {
    explicit::can_check(system, &system.properties[number]).ok()?;
    let answers = explicit::check(system, &[number], &explicit::Settings::default(), &Unlimited);
    match answers.expect("the model can be checked")[0].verdict() {
        Verdict::Holds => Some(true),
        Verdict::Violated => Some(false),
        Verdict::Unknown(_) => None,
    }
}

#[test]
fn the_readme_opens_with_a_model_that_its_first_command_checks() {
    let readme = root().join("README.md");
    let found = blocks(&readme);
    let commands: Vec<&str> =
        found.iter().filter(|block| block.tag == "sh").map(|block| block.text.trim()).collect();
    let [first, second] = commands[..] else { panic!("two commands, not {commands:?}") };
    let example =
        first.strip_prefix("cargo run --release --bin fathom -- check ").expect("it checks an example");
    let example = read(&root().join(example));
    assert!(example.contains(&models(&readme)[0].text), "the model is that of the example");
    assert!(
        read(&root().join(".ci/run")).lines().any(|line| line == second),
        "{second} is what .ci/run does"
    );
    let manifest = read(&root().join("crates/cli/Cargo.toml"));
    assert!(manifest.contains("name = \"fathom\""), "the binary is called fathom");
    let opening = read(&readme).lines().take_while(|line| !line.starts_with("## ")).count();
    assert!(opening <= 60, "what it is, a model and its answer should fit a screen, not {opening} lines");
}

/// Commands with their output stand in blocks that the transcripts run, and nowhere else.
#[test]
fn every_command_that_is_shown_is_run() {
    for path in files_below("docs", ".md").iter().chain(&documents()) {
        for block in blocks(path).iter().filter(|block| block.tag != "console") {
            let command = block.text.lines().find(|line| line.starts_with("$ "));
            assert!(command.is_none(), "{}: {command:?} is not in a console block", block.place);
        }
    }
}

#[test]
fn the_index_of_a_folder_lists_every_page() {
    for folder in ["docs", "docs/coming-from", "docs/theory"].map(|name| root().join(name)) {
        let index = read(&folder.join("README.md"));
        for page in files_below("docs", ".md").iter().filter(|page| page.parent() == Some(&folder)) {
            let name = page.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let is_listed = name == "README.md" || index.contains(&format!("]({name})"));
            assert!(is_listed, "{} lists {name}", shown(&folder.join("README.md")));
        }
    }
}

#[test]
fn every_algorithm_with_a_reference_is_listed() {
    let page = read(&root().join("docs/algorithms.md"));
    let mut missing = Vec::new();
    for path in [files_below("crates", ".rs"), files_below("conformance", ".rs")].concat() {
        let has_reference = read(&path).lines().any(|line| line.trim_end() == "//! # Reference");
        if has_reference && !page.contains(&format!("](../{})", shown(&path))) {
            missing.push(shown(&path));
        }
    }
    assert!(missing.is_empty(), "docs/algorithms.md has no row for {missing:#?}");
}

#[test]
fn every_listed_algorithm_has_a_module_and_a_test() {
    let page = read(&root().join("docs/algorithms.md"));
    let rows: Vec<&str> =
        page.lines().filter(|line| line.starts_with("| ") && line.contains("](../")).collect();
    assert!(rows.len() > 20, "only {} rows were found", rows.len());
    for row in rows {
        let cells: Vec<&str> = row.trim_matches('|').split(" | ").collect();
        let [_, _, module, tests] = cells[..] else { panic!("four cells: {row}") };
        for cell in [module, tests] {
            let paths: Vec<&str> =
                cell.split("](../").skip(1).filter_map(|rest| rest.split(')').next()).collect();
            assert!(!paths.is_empty(), "{row}");
            for path in paths {
                assert!(root().join(path).is_file(), "{path} does not exist: {row}");
            }
        }
    }
}

#[test]
fn the_reserved_words_are_those_of_the_language() {
    let page = read(&root().join("docs/language.md"));
    let section = page.split("\n## Words\n").nth(1).expect("there is a section on words");
    let listed = |begin: &str| -> Vec<String> {
        let rest = section.split(begin).nth(1).expect("the words are listed");
        let list = rest.split('`').nth(1).expect("the list stands between backquotes");
        list.split_whitespace().map(String::from).collect()
    };
    let codes = |word: &str| -> Vec<String> {
        let (_, findings) = language::parse(&format!("var {word}: bool := true\n"));
        findings.iter().map(|finding| finding.code.as_str().to_string()).collect()
    };
    for word in listed("Reserved: ") {
        assert!(codes(&word).contains(&"E003".to_string()), "{word} is not reserved: {:?}", codes(&word));
    }
    for word in listed("Reserved for later: ") {
        assert!(codes(&word).contains(&"E004".to_string()), "{word} is not reserved: {:?}", codes(&word));
    }
}

/// Every reason for `unknown` that the page explains is one that the code gives.
#[test]
fn reasons_for_unknown_are_those_of_the_code() {
    let page = read(&root().join("docs/verdicts.md"));
    let section = page.split("\n## What to do about `unknown`\n").nth(1).expect("there is such a section");
    let rows = section.lines().skip_while(|line| !line.starts_with("| ---")).skip(1);
    let rows: Vec<&str> = rows.take_while(|line| line.starts_with('|')).collect();
    assert!(rows.len() > 4, "only {} rows were found", rows.len());
    let mut sources = files_below("crates", ".rs");
    sources.retain(|path| path.iter().any(|part| part == "src"));
    let sources: Vec<String> = sources.iter().map(|path| read(path)).collect();
    for row in rows {
        let reasons = row.split('|').nth(1).unwrap_or_default();
        for reason in reasons.split('`').skip(1).step_by(2).map(|reason| reason.trim_end_matches(" …")) {
            assert!(sources.iter().any(|text| text.contains(reason)), "no source says `{reason}`");
        }
    }
}
