//! Damaged, deep and doubling files of clauses are read or refused, never more; and whatever is read becomes a legal model.

use interchange::{read_horn, read_vmt};
use language::Overrides;
use random_numbers::Xorshift;

const HORN: &str = include_str!("../../../tests/corpora/chc/savings.smt2");
const RULES: &str = include_str!("../../../tests/corpora/chc/parity.smt2");
const VMT: &str = include_str!("../../../tests/corpora/vmt/lamp.vmt");

/// Words that are put in the place of others.
const WORDS: [&str; 34] = [
    "and",
    "or",
    "not",
    "=>",
    "=",
    "distinct",
    "ite",
    "+",
    "-",
    "*",
    "div",
    "mod",
    "<",
    "true",
    "false",
    "0",
    "3",
    "-1",
    "999999999999999999",
    "(",
    ")",
    "|",
    "\"",
    ";",
    "forall",
    "exists",
    "let",
    "Int",
    "Bool",
    "balance",
    "years",
    "left",
    ":next",
    "!",
];

fn pieces(text: &str) -> Vec<&str> {
    let is_word = |c: char| !c.is_whitespace() && c != '(' && c != ')';
    let mut pieces = Vec::new();
    let mut start = 0;
    let mut before = None;
    for (at, c) in text.char_indices() {
        if before.is_some_and(|before| before != is_word(c)) || (!is_word(c) && at > start) {
            pieces.push(&text[start..at]);
            start = at;
        }
        before = Some(is_word(c));
    }
    pieces.push(&text[start..]);
    pieces
}

fn mutated(text: &str, random: &mut Xorshift) -> String {
    let mut pieces = pieces(text);
    let mut below = |limit: usize| (random.bits() % limit as u64) as usize;
    for _ in 0..1 + below(3) {
        let (at, other) = (below(pieces.len()), below(pieces.len()));
        match below(8) {
            0 => drop(pieces.remove(at)),
            1 => pieces.insert(at, pieces[other]),
            2 => pieces.swap(at, other),
            3 => pieces[at] = pieces[other],
            _ => pieces[at] = WORDS[below(WORDS.len())],
        }
    }
    pieces.concat()
}

#[test]
fn whatever_is_read_becomes_a_legal_model() {
    let mut random = Xorshift::new(0x5eed);
    let mut written = 0;
    for round in 0..1_500 {
        let source = [HORN, RULES, VMT][round % 3];
        let source = mutated(source, &mut random);
        let read = if round % 3 == 2 { read_vmt(&source, "m") } else { read_horn(&source, "m") };
        let Ok(text) = read else { continue };
        let loaded = language::load(&text, &Overrides::default());
        let error = loaded.diagnostics.iter().find(|diagnostic| diagnostic.is_error());
        assert_eq!(error, None, "{source}\n{text}");
        assert!(loaded.system.is_some(), "{source}\n{text}");
        written += 1;
    }
    assert!(written > 100, "only {written} of the damaged files could be read");
}

/// Clauses become a legal model.
fn assert_legal(source: &str) {
    let text = read_horn(source, "m").expect("the clauses are legal");
    let loaded = language::load(&text, &Overrides::default());
    assert_eq!(loaded.diagnostics.iter().find(|found| found.is_error()), None);
}

#[test]
fn any_cut_is_survived() {
    for text in [HORN, RULES, VMT] {
        for end in (0..text.len()).filter(|end| text.is_char_boundary(*end)) {
            let _ = (read_horn(&text[..end], "m"), read_vmt(&text[..end], "m"), read_horn(&text[end..], "m"));
        }
    }
}

#[test]
fn deep_and_doubling_terms_do_not_exhaust_anything() {
    let wrap = |body: &str| {
        format!("(declare-fun p (Int) Bool)(assert (p 0))(assert (forall ((x Int) (y Int)) (=> (and (p x) {body}) (p y))))
                 (assert (forall ((x Int)) (=> (p x) (< x 9))))")
    };
    let deep = format!("{}(= y x){}", "(not (and (< x 7) ".repeat(20_000), "))".repeat(20_000));
    assert_legal(&wrap(&deep));
    let lets = format!("{}(= y a){}", "(let ((a (+ x 1))) ".repeat(20_000), ")".repeat(20_000));
    assert!(read_horn(&wrap(&lets), "m").is_ok_and(|text| text.contains("x := x + 1")));
    // Each definition has the one before it twice, so written out the last one has 2^60 parts.
    let mut doubling = String::from("(let ((a0 x)) ");
    for step in 1..60 {
        doubling += &format!("(let ((a{step} (ite (< a{0} {step}) (+ a{0} 1) (mod a{0} 7)))) ", step - 1);
    }
    doubling += &format!("(= y a59){}", ")".repeat(60));
    assert_legal(&wrap(&doubling));
    let steps: String = (0..500).map(|step| format!("(not (and (< x {step}) ")).collect();
    assert_legal(&wrap(&format!("{steps}(= y x){}", "))".repeat(500))));
    let open = "(".repeat(200_000);
    assert!(read_horn(&open, "m").is_err());
    assert!(read_horn(&format!("{open}{}", ")".repeat(200_000)), "m").is_err());
}
