//! What `docs/cli.md` and `--help` say of the engines is what the engines do.

mod support;

use serde_json::Value as Json;
use support::{Workplace, root};

/// A property of every kind, two of which a few states decide.
const QUESTIONS: &str = "invariant never_less: n >= 0\ninvariant small: n < 2\nreachable there: n = 2\n\
                         ctl back: AG EF n = 0\nltl returns: G F n = 0\nbound most: n\n";
const FINITE: &str = "var n: 0..3 := 0\nevent up when n < 3 do n := n + 1\n";
const UNBOUNDED: &str = "var n: int := 0\nevent up do n := n + 1\n";
const DOWN: &str = "event down when n > 0 do n := n - 1\n";

/// The verdicts on the questions, as they are.
const RIGHT: [(&str, &str); 6] = [
    ("never_less", "holds"),
    ("small", "violated"),
    ("there", "holds"),
    ("back", "holds"),
    ("returns", "violated"),
    ("most", "holds"),
];

/// The table of engines: name, what it does where there are finitely many states, and where there are not.
fn table() -> Vec<[String; 3]> {
    let page = std::fs::read_to_string(root().join("docs/cli.md")).expect("the page can be read");
    let section = page.split("\n### Engines\n").nth(1).expect("there is a section on engines");
    let rows = section.lines().skip_while(|line| !line.starts_with("| ---")).skip(1);
    rows.take_while(|line| line.starts_with('|'))
        .map(|row| {
            let cells: Vec<&str> = row.trim_matches('|').split(" | ").map(str::trim).collect();
            let [name, _, finite, unbounded] = cells[..] else { panic!("four cells: {row}") };
            [name.split('`').nth(1).unwrap_or(name), finite, unbounded].map(String::from)
        })
        .collect()
}

/// Checks that an engine refuses integers, as is said of it, and does with natural numbers what else is said.
fn assert_true_without_integers(workplace: &Workplace, engine: &str, claim: &str, start: &str) {
    let claim = match claim.strip_suffix("; no `int`") {
        Some(claim) => claim,
        None if claim == "settles what reductions bound" => claim,
        None => return assert_true(workplace, engine, claim, start),
    };
    std::fs::write(workplace.path().join("n.fathom"), format!("{start}{DOWN}{QUESTIONS}"))
        .expect("the model can be written");
    let output = workplace.fathom(&["check", "n.fathom", "--engine", engine]);
    assert_eq!(output.code, 2, "{engine}: {output:?}");
    assert_true(workplace, engine, claim, &start.replace("int", "nat"));
}

/// Checks that an engine does on a model what is said of it.
fn assert_true(workplace: &Workplace, engine: &str, claim: &str, start: &str) {
    std::fs::write(workplace.path().join("n.fathom"), format!("{start}{DOWN}{QUESTIONS}"))
        .expect("the model can be written");
    // An engine that claims to settle has all the time it needs; one that does not must not be waited for.
    let limit =
        if claim.starts_with("settles") && !claim.starts_with("settles what") { "60s" } else { "300ms" };
    let output = workplace.fathom(&[
        "check",
        "n.fathom",
        "--json",
        "--trace",
        "none",
        "--no-faults-check",
        "--engine",
        engine,
        "--timeout",
        limit,
    ]);
    let document: Json = serde_json::from_str(&output.stdout).expect("the output is JSON");
    let found = document["properties"].as_array().expect("properties were checked");
    for (name, right) in RIGHT {
        let property = found.iter().find(|property| property["name"] == name).expect("it was asked");
        let near = name == "small" || name == "there";
        let expected = match claim {
            "settles" => right,
            "settles what is near" if near => right,
            "settles what is near" => "unknown",
            "settles all but `bound`" if name == "most" => "unknown",
            "settles all but `ctl` and `ltl`" if name == "back" || name == "returns" => "unknown",
            "settles all but `ctl` and `bound`" if name == "most" || name == "back" => "unknown",
            "settles all but `bound`"
            | "settles all but `ctl` and `ltl`"
            | "settles all but `ctl` and `bound`" => right,
            "settles what reductions bound" if name == "never_less" => right,
            "settles what reductions bound" => "unknown",
            _ => panic!("{engine}: `{claim}` is not among the words of this test"),
        };
        assert_eq!(property["verdict"], expected, "{engine}, {claim}: {property:#}");
    }
    assert_eq!(found.len(), RIGHT.len());
}

#[test]
fn engines_do_what_the_page_says() {
    let workplace = Workplace::new("engines");
    for [engine, finite, unbounded] in table() {
        assert_true(&workplace, &engine, &finite, FINITE);
        assert_true_without_integers(&workplace, &engine, &unbounded, UNBOUNDED);
    }
}

#[test]
fn the_page_the_help_and_the_registry_name_the_same_engines() {
    let mut listed: Vec<String> = table().into_iter().map(|[name, ..]| name).collect();
    listed.sort();
    let mut known: Vec<String> = engines::available().map(String::from).collect();
    known.sort();
    assert_eq!(listed, known, "the page (left) and the registry (right)");
    let help = Workplace::new("engines-help").fathom(&["check", "--help"]).stdout;
    let values = help.split("--engine <ENGINE>").nth(1).expect("the option is explained");
    let values = values.split("[default:").next().unwrap_or_default();
    for engine in engines::available() {
        assert!(values.contains(&format!("- {engine}:")), "--help does not name {engine}");
    }
}
