//! ARCHITECTURE.md is true: its table has every crate with what it depends on, and its rules are kept.

use crate::dependencies::{metadata, needs, short};
use conformance::models::{files_below, read, root};
use std::collections::{BTreeMap, BTreeSet};

/// The names between backquotes.
fn quoted(text: &str) -> BTreeSet<String> {
    text.split('`').skip(1).step_by(2).map(String::from).collect()
}

/// The rows of the table of crates: what each crate depends on, by its name.
fn table(page: &str) -> BTreeMap<String, BTreeSet<String>> {
    let section = page.split("\n## Crates\n").nth(1).expect("there is a section on crates");
    let rows = section.lines().skip_while(|line| !line.starts_with("| ---")).skip(1);
    rows.take_while(|line| line.starts_with('|'))
        .map(|row| {
            let cells: Vec<&str> = row.trim_matches('|').split(" | ").collect();
            let [name, _, needs] = cells[..] else { panic!("three cells: {row}") };
            let name = quoted(name).into_iter().next().unwrap_or_else(|| panic!("a name: {row}"));
            assert!(needs.contains('`') != needs.contains("nothing of ours"), "{row}");
            (name, quoted(needs))
        })
        .collect()
}

/// What each crate of the project depends on, tests aside.
fn truth() -> BTreeMap<String, BTreeSet<String>> {
    let packages = metadata().packages;
    packages
        .iter()
        .map(|package| (short(&package.name).to_string(), needs(package).into_iter().collect()))
        .collect()
}

#[test]
fn the_table_of_crates_is_that_of_cargo() {
    let (table, truth) = (table(&read(&root().join("ARCHITECTURE.md"))), truth());
    let names = |map: &BTreeMap<String, BTreeSet<String>>| map.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&table), names(&truth), "the table of ARCHITECTURE.md (left) has every crate (right)");
    for (name, needs) in &truth {
        assert_eq!(
            &table[name], needs,
            "what {name} depends on, by ARCHITECTURE.md (left) and by cargo (right)"
        );
    }
}

#[test]
fn the_table_is_read() {
    let page = "# A\n\n## Crates\n\n| crate | what it is | depends on |\n| --- | --- | --- |\n\
                | `a` | first | nothing of ours |\n| `b` | second, of `a` | `a`, `c` |\n\ntext `d`\n";
    let found = table(page);
    assert_eq!(found["a"], BTreeSet::new());
    assert_eq!(found["b"], quoted("`a` `c`"));
    assert_eq!(found.len(), 2);
}

/// Every crate that a crate depends on, directly or through others.
fn reached(truth: &BTreeMap<String, BTreeSet<String>>, name: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut open = vec![name.to_string()];
    while let Some(next) = open.pop() {
        for need in &truth[&next] {
            if found.insert(need.clone()) {
                open.push(need.clone());
            }
        }
    }
    found
}

/// The libraries of sets.
const SETS: [&str; 4] = ["presburger", "integer-automata", "decision-diagrams", "composite-sets"];

/// What some crates must not even reach through others, and why.
const UNREACHED: [(&[&str], &[&str], &str); 5] = [
    (&SETS, &["system", "language"], "sets know nothing of systems"),
    (&["state-sets"], &["system", "language"], "the traits of sets know nothing of systems"),
    (&["symbolic"], &SETS, "the symbolic engine works with any domain that keeps the laws"),
    (&["interchange", "language"], &["engines", "explicit", "symbolic"], "models know nothing of engines"),
    (&["certificates"], &UNTRUSTED, "certificates are checked without whatever made them"),
];

/// What the checker of certificates must not share code with.
const UNTRUSTED: [&str; 14] = [
    "analysis",
    "composite-sets",
    "decision-diagrams",
    "encoding",
    "engines",
    "explicit",
    "graphs",
    "integer-automata",
    "interchange",
    "language",
    "omega-automata",
    "presburger",
    "state-sets",
    "symbolic",
];

#[test]
fn what_must_be_apart_is_apart() {
    let truth = truth();
    for (crates, unreached, why) in UNREACHED {
        for name in crates {
            let wrong: Vec<String> =
                reached(&truth, name).into_iter().filter(|need| unreached.contains(&need.as_str())).collect();
            assert!(wrong.is_empty(), "{name} depends on {wrong:?}, but {why}");
            assert!(
                unreached.iter().all(|need| truth.contains_key(*need)),
                "a crate of {unreached:?} is gone"
            );
        }
    }
}

/// The engines that `engines` knows are crates of their own.
#[test]
fn every_engine_is_a_crate() {
    let crates = truth();
    for engine in engines::available() {
        assert!(crates.contains_key(engine), "the engine {engine} is no crate of its own");
        assert!(crates["engines"].contains(engine), "engines does not depend on {engine}");
    }
}

/// Whether something of this name is in the project; `*` stands for anything.
fn exists(path: &str) -> bool {
    let Some((before, behind)) = path.split_once('*') else { return root().join(path).exists() };
    let (folder, start) = before.rsplit_once('/').unwrap_or(("", before));
    let end = behind.rsplit('*').next().unwrap_or(behind);
    files_below(folder, end).iter().any(|file| {
        let name = file.strip_prefix(root().join(folder)).map(|name| name.display().to_string());
        name.is_ok_and(|name| name.starts_with(start))
    })
}

/// Paths and modules that ARCHITECTURE.md names are there.
#[test]
fn what_the_page_names_exists() {
    let page = read(&root().join("ARCHITECTURE.md"));
    let mut wrong = Vec::new();
    for name in page.lines().flat_map(quoted) {
        let is_path = name.contains('/') && !name.contains(' ');
        if is_path && !exists(&name) {
            wrong.push(name);
        }
    }
    assert!(wrong.is_empty(), "ARCHITECTURE.md names what is not there: {wrong:#?}");
    assert!(exists("conformance/tests/semantics_*.rs") && !exists("conformance/tests/syntax_*.rs"));
}

/// The paragraph of a crate names modules of that crate, where it names modules at all.
#[test]
fn modules_that_the_page_names_are_modules() {
    let page = read(&root().join("ARCHITECTURE.md"));
    let mut wrong = Vec::new();
    let mut named = 0;
    for paragraph in page.split("\n\n") {
        let Some((name, text)) = paragraph.strip_prefix("**`").and_then(|rest| rest.split_once("`**")) else {
            continue;
        };
        let sources = root().join("crates").join(name).join("src");
        // Modules stand between parentheses; everything else is a name of another kind.
        for group in text.split('(').skip(1).filter_map(|rest| rest.split(')').next()) {
            let modules =
                quoted(group).into_iter().filter(|word| word.chars().all(|c| c.is_lowercase() || c == '_'));
            for module in modules {
                named += 1;
                if !sources.join(&module).is_dir() && !sources.join(format!("{module}.rs")).is_file() {
                    wrong.push(format!("{name}: {module}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "ARCHITECTURE.md names modules that are not there: {wrong:#?}");
    assert!(named > 6, "only {named} modules are named");
}
