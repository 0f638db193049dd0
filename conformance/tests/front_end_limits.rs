//! Deep and long texts: an error or an answer, never a crash, on a thread with an ordinary stack.

use conformance::is_slow;
use conformance::models::load;

/// The ordinary size of a thread's stack.
const STACK: usize = 2 << 20;

/// Loads and formats on a thread of its own, and returns the codes of the errors.
fn codes_of(text: String) -> Vec<&'static str> {
    let work = move || {
        let loaded = load(&text);
        let _ = language::format(&text);
        diagnostics::render(&loaded.diagnostics, &text, "text", false);
        let mut codes: Vec<&str> =
            loaded.diagnostics.iter().filter(|finding| finding.is_error()).map(|f| f.code.as_str()).collect();
        codes.sort();
        codes.dedup();
        codes
    };
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(work);
    thread.expect("a thread can be started").join().expect("no panic")
}

#[test]
fn deep_nesting_is_an_error() {
    let depth = 3000;
    let repeated = |open: &str, middle: &str, close: &str| {
        format!("{}{middle}{}", open.repeat(depth), close.repeat(depth))
    };
    let expressions = [
        repeated("(", "x", ")"),
        repeated("!", "b", ""),
        repeated("-", "x", "") + " = 0",
        repeated("- ", "x", "") + " = 0",
        repeated("min(x, ", "x", ")") + " = 0",
        repeated("a[", "0", "]") + " = 0",
        repeated("if b then ", "b", " else b"),
        repeated("forall i in 0..1: ", "b", ""),
        repeated("b => ", "b", ""),
        repeated("x in {", "x", "}"),
        repeated("p->", "p", ""),
        repeated("count(i in 0..1: b && 0 < ", "1", ")") + " = 0",
    ];
    for expression in expressions {
        let head =
            "var x: int := 0 var b: bool var a: array [0..1] of 0..1 var p: ref P process P[i in 0..1] {}";
        for item in ["invariant i:", "event e when", "init", "let f ="] {
            let codes = codes_of(format!("{head}\n{item} {expression}\n"));
            assert!(codes.contains(&"E009"), "{codes:?}: {item} {}", &expression[..40]);
        }
    }
}

#[test]
fn deep_formulas_actions_and_types_are_errors() {
    let depth = 3000;
    let texts = [
        format!("ctl f: {}true", "AG ".repeat(depth)),
        format!("ctl f: {}true U true{}", "A[".repeat(depth), "]".repeat(depth)),
        format!("ltl f: {}true", "X ".repeat(depth)),
        format!("ltl f: {}true", "true U ".repeat(depth)),
        format!("event e do {}skip{}", "if true { ".repeat(depth), " }".repeat(depth)),
        format!("event e do {}skip{}", "choose { ".repeat(depth), " }".repeat(depth)),
        format!("event e do if true {{ skip }}{}", " else if true { skip }".repeat(depth)),
        format!("var x: {}0..1", "array [0..1] of ".repeat(depth)),
        format!("type T = {}bool", "array [0..1] of ".repeat(depth)),
    ];
    for text in texts {
        assert!(codes_of(text.clone()).contains(&"E009"), "{:?}: {}", codes_of(text.clone()), &text[..60]);
    }
}

#[test]
fn unclosed_brackets_are_errors() {
    for open in ["(", "[", "{", "x[", "min(", "a[x[", "forall i in 0..", "{ when ", "if ", "/*", "`", "\""] {
        for item in ["invariant i: ", "event e do ", "process P { loc a a -> a when ", "var x: ", ""] {
            let codes = codes_of(format!("{item}{}", open.repeat(2000)));
            assert!(!codes.is_empty(), "{item}{open}");
        }
    }
}

#[test]
fn long_chains_are_read() {
    let count = 5000;
    let head = "var x: 0..1 := 0 var b: bool := true\n";
    let chain = |operator: &str, operand: &str| vec![operand; count].join(operator);
    let texts = [
        format!("{head}invariant i: {}", chain(" && ", "b")),
        format!("{head}invariant i: {}", chain(" || ", "x = 0")),
        format!("{head}invariant i: {} >= 0", chain(" + ", "x")),
        format!("{head}invariant i: {}", chain(" <= ", "x")),
        format!("{head}invariant i: x in {{{}}}", chain(", ", "x")),
        format!("{head}event e do {{ {} }}", chain("; ", "x := 1 - x")),
        format!("{head}event e do {}", chain(" , ", "assert b")),
        format!("{head}event e do choose {}", chain(" or ", "{ x := 0 }")),
        format!("var c: {{ {} }}", (0..count).map(|n| format!("M{n}")).collect::<Vec<_>>().join(", ")),
        format!("process P {{ loc {} }}", (0..count).map(|n| format!("l{n}")).collect::<Vec<_>>().join(", ")),
    ];
    for text in texts {
        assert_eq!(codes_of(text.clone()), Vec::<&str>::new(), "{}", &text[..60]);
    }
}

#[test]
fn chains_that_cannot_be_balanced_are_errors_or_read() {
    let count = 5000;
    let head = "var x: 0..1 := 0 var b: bool := true\n";
    let texts = [
        format!("{head}invariant i: {}", vec!["b"; count].join(" <=> ")),
        format!("{head}invariant i: {}", vec!["b"; count].join(" => ")),
        format!("{head}invariant i: {} = 0", vec!["x"; count].join(" - ")),
        format!("{head}invariant i: {} = 0", vec!["1"; count].join(" / ")),
        format!("{head}invariant i: {} = 0", vec!["x"; count].join(" % ")),
    ];
    for text in texts {
        let codes = codes_of(text);
        assert!(codes.is_empty() || codes.contains(&"E009"), "{codes:?}");
    }
}

#[test]
fn definitions_that_grow_without_bounds_are_errors() {
    let mut doubling = String::from("var x: int := 0\nlet f0 = x + x\n");
    for number in 1..60 {
        doubling += &format!("let f{number} = f{} + f{}\n", number - 1, number - 1);
    }
    doubling += "invariant i: f59 = 0\n";
    assert!(!codes_of(doubling).is_empty());
    let mut deep = String::from("var x: int := 0\nlet f0 = x\n");
    for number in 1..5000 {
        deep += &format!("let f{number} = -f{}\n", number - 1);
    }
    deep += "invariant i: f4999 = 0\n";
    assert!(!codes_of(deep).is_empty());
}

#[test]
fn models_that_grow_without_bounds_are_errors() {
    let huge = "99999999999999999999";
    for text in [
        format!("var a: array [0..{huge}] of bool"),
        format!("process P[i in 0..{huge}] {{ loc a }}"),
        format!("event e[i in 0..{huge}] do skip"),
        format!("invariant i: forall i in 0..{huge}: i >= 0"),
        "invariant i: sum(i, j, k, l in 0..9999: i) >= 0".to_owned(),
        "sync m process P[i in 1..100000] { loc a  a -> a sync m!  a -> a sync m? }".to_string(),
        "broadcast m process P[i in 1..100000] { loc a  a -> a sync m!!  a -> a sync m?? }".to_string(),
    ] {
        let codes = codes_of(text.clone());
        assert!(!codes.is_empty(), "{text} should be too large");
    }
}

#[test]
fn huge_numbers_are_errors_or_exact() {
    assert_eq!(codes_of(format!("const N := {}", "9".repeat(5000))), ["E005"]);
    let largest = "170141183460469231731687303715884105727";
    assert!(codes_of(format!("const N := {largest}")).is_empty());
    assert!(!codes_of(format!("const N := {largest} + 1")).is_empty());
    codes_of(format!("var x: 0..1 := 0 invariant i: x < {largest} * 2 * {largest}"));
}

#[test]
fn long_quantifiers_over_constants_end() {
    if cfg!(debug_assertions) && !is_slow() {
        return;
    }
    for text in [
        "invariant i: forall i in 0..99999999999999999999: i >= 0",
        "invariant i: forall i in 0..25000000: i >= 0 && i <= 99999999",
        "invariant i: exists i, j, k in 0..250: i + j + k > 9999",
        "const N := sum(i, j in 0..9999: i * j)",
        "var a: array [0..9] of bool invariant i: forall i in 0..25000000: i > 9 || a[i]",
        "ctl f: forall i in 0..25000000: AG i >= 0",
        "event e when count(i, j in 0..9999: i = j) = 0",
    ] {
        assert!(!codes_of(text.to_string()).is_empty(), "{text} should be too large");
    }
}
