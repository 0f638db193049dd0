//! Deep and long texts neither overflow the stack nor take long.

mod syntax_support;

use std::thread;

use diagnostics::Code;

/// The codes of a text, parsed and formatted with a small stack.
fn codes_with_small_stack(source: String) -> Vec<Code> {
    let run = move || {
        let (model, findings) = language::parse(&source);
        let formatted = language::format(&source);
        assert_eq!(formatted.is_ok(), findings.is_empty());
        // Walks over the tree and drops it on this stack too.
        assert!(!format!("{:?}", model.clone()).is_empty());
        findings.into_iter().map(|finding| finding.code).collect()
    };
    let thread = thread::Builder::new().stack_size(2 << 20).spawn(run);
    thread.expect("a thread should start").join().expect("no stack should overflow")
}

/// `before` so many times, `middle`, and `after` as often.
fn repeated(head: &str, before: &str, middle: &str, after: &str, times: usize) -> String {
    format!("{head}{}{middle}{}", before.repeat(times), after.repeat(times))
}

const NESTED: &[(&str, &str, &str, &str)] = &[
    ("init ", "(", "x", ")"),
    ("init ", "!", "x", ""),
    ("init ", "- ", "x", ""),
    ("init ", "if x then y else ", "x", ""),
    ("init ", "if ", "x", " then y else z"),
    ("init ", "a[", "x", "]"),
    ("init ", "f(", "x", ")"),
    ("init ", "forall i in 1..2: ", "x", ""),
    ("init ", "sum(i in 1..2: ", "x", ")"),
    ("init ", "x => ", "x", ""),
    ("init ", "x in {", "x", "}"),
    ("init ", "x => (y + ", "x", ")"),
    ("init ", "x <=> ", "x", ""),
    ("init ", "x - ", "x", ""),
    ("init x", "", "", "'"),
    ("init x", "", "", ".y"),
    ("ctl p: ", "AG ", "x", ""),
    ("ctl p: ", "A[x U ", "x", "]"),
    ("ltl p: ", "x U ", "x", ""),
    ("var x: ", "array [1..2] of ", "int", ""),
    ("event e do ", "choose { ", "skip", " }"),
    ("event e do ", "if x { ", "skip", " }"),
    ("event e do ", "if x { skip } else ", "{ skip }", ""),
];

#[test]
fn moderate_nesting_is_accepted() {
    for (head, before, middle, after) in NESTED {
        let source = repeated(head, before, middle, after, 60);
        assert_eq!(codes_with_small_stack(source.clone()), [], "{source}");
    }
}

#[test]
fn deep_nesting_is_one_error() {
    for (head, before, middle, after) in NESTED {
        for times in [150, 200, 400, 5_000] {
            let source = repeated(head, before, middle, after, times);
            let codes = codes_with_small_stack(source);
            assert!(codes.is_empty() || codes == [Code::TooDeep], "{before}…: {codes:?}");
            assert!(times < 400 || !codes.is_empty(), "{before}… should be too deep");
        }
    }
}

#[test]
fn unclosed_nesting_is_one_error() {
    for opening in ["(", "a[", "f(", "x in {", "!", "if x then ", "forall i in 1..2: (", "A[", "{", "[", "-"]
    {
        let codes = codes_with_small_stack(format!("init {}", opening.repeat(5_000)));
        assert_eq!(codes.len(), 1, "{opening}…: {codes:?}");
    }
    for opening in ["choose { ", "if x { ", "{ "] {
        let codes = codes_with_small_stack(format!("event e do {}", opening.repeat(5_000)));
        assert!(codes.len() <= 2, "{opening}…: {} findings", codes.len());
    }
}

#[test]
fn long_chains_are_accepted() {
    for (operator, times) in [("&&", 100_000), ("||", 10_000), ("+", 100_000), ("*", 10_000), ("=", 10_000)] {
        let source = format!("init x{}", format!(" {operator} x").repeat(times));
        assert_eq!(codes_with_small_stack(source), [], "{operator}");
    }
    let signs = format!("init x{}", " + x - y".repeat(10_000));
    assert_eq!(codes_with_small_stack(signs), []);
}

#[test]
fn long_lists_are_accepted() {
    let names: Vec<String> = (0..5_000).map(|number| format!("n{number}")).collect();
    let source = format!(
        "process P {{ loc {} {} }} type T = {{ {} }} init x in {{{}}} event e do {}",
        names.join(", "),
        names.iter().map(|name| format!("{name} -> n0 ")).collect::<String>(),
        names.join(", "),
        names.join(", "),
        names.iter().map(|name| format!("{name} := 1")).collect::<Vec<String>>().join(", "),
    );
    assert_eq!(codes_with_small_stack(source), []);
}
