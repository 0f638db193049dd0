//! Reading, printing and exporting.

mod common;

use common::{Random, corpus, random_formula};
use omega_automata::{
    Formula, Formulas, Limits, parse, to_dot, to_hoa, translate, translate_with_state_acceptance,
};

fn read(text: &str) -> (Formulas, Formula, Vec<String>) {
    let mut formulas = Formulas::new();
    let mut names = Vec::new();
    let formula = parse(text, &mut formulas, &mut names).expect("the text is a formula");
    (formulas, formula, names)
}

fn shown(text: &str) -> String {
    let (formulas, formula, names) = read(text);
    formulas.show(formula, &names).to_string()
}

#[test]
fn operators_bind_as_usual() {
    assert_eq!(shown("GFa"), "G F a");
    assert_eq!(shown("a U b U c"), "(a U (b U c))");
    assert_eq!(shown("Ga U b"), "(G a U b)");
    assert_eq!(shown("a & b | c"), shown("(a && b) || c"));
    assert_eq!(shown("a -> b -> c"), shown("!a | (!b | c)"));
    assert_eq!(shown("a xor b"), shown("!(a <-> b)"));
    assert_eq!(shown("[]<>a"), "G F a");
    assert_eq!(shown("!(a W b)"), "(!a M !b)");
    assert_eq!(shown("!(a U X b)"), "(!a R X !b)");
    assert_eq!(shown("\"G 1\" & Req"), "(\"G 1\" & Req)");
    assert_eq!(shown("tt U (0 | b)"), "F b");
}

#[test]
fn malformed_texts_are_refused_with_a_place() {
    for (text, offset) in [("", 0), ("a b", 2), ("(a", 2), ("a U", 3), ("a & & b", 4), ("\"a", 0), ("é", 0)]
    {
        let error = parse(text, &mut Formulas::new(), &mut Vec::new()).expect_err(text);
        assert_eq!(error.offset, offset, "{text}: {error}");
    }
}

#[test]
fn random_bytes_never_make_the_parser_panic() {
    let mut random = Random::new(6);
    let alphabet: Vec<char> = "abGFXUWRM!&|<->=()01 \"^é".chars().collect();
    for _ in 0..20_000 {
        let length = random.below(16);
        let text: String = (0..length).map(|_| alphabet[random.below(alphabet.len())]).collect();
        let _ = parse(&text, &mut Formulas::new(), &mut Vec::new());
    }
}

#[test]
fn printed_formulas_read_back() {
    let mut random = Random::new(7);
    let mut formulas = Formulas::new();
    let names: Vec<String> = ["a", "b", "F1"].map(str::to_string).to_vec();
    for _ in 0..500 {
        let formula = random_formula(&mut random, &mut formulas, 3, 8);
        let text = formulas.show(formula, &names).to_string();
        let again = parse(&text, &mut formulas, &mut names.clone());
        assert_eq!(again, Ok(formula), "{text}");
    }
    for line in corpus().iter().flat_map(|(_, lines)| lines) {
        let (mut formulas, formula, mut names) = read(line);
        let text = formulas.show(formula, &names).to_string();
        assert_eq!(parse(&text, &mut formulas, &mut names), Ok(formula), "{line}");
    }
}

#[test]
fn hoa_of_a_response() {
    let (mut formulas, formula, names) = read("G(a -> F b)");
    let automaton = translate(&mut formulas, formula, 2, &Limits::default()).expect("within limits");
    let expected = "\
HOA: v1
States: 2
Start: 0
AP: 2 \"a\" \"b\"
acc-name: Buchi
Acceptance: 1 Inf(0)
properties: trans-labels explicit-labels trans-acc deterministic stutter-invariant
--BODY--
State: 0
[1 | !0] 0 {0}
[0&!1] 1
State: 1
[1] 0 {0}
[!1] 1
--END--
";
    assert_eq!(to_hoa(&automaton, &names), expected);
}

#[test]
fn hoa_and_dot_with_state_acceptance() {
    let (mut formulas, formula, names) = read("F a");
    let automaton = translate_with_state_acceptance(&mut formulas, formula, 1, &Limits::default())
        .expect("within limits");
    assert!(automaton.has_state_acceptance() && automaton.is_weak() && automaton.is_terminal());
    assert!(to_hoa(&automaton, &names).contains("State: 1 {0}\n[t] 1\n"));
    assert!(to_dot(&automaton, &names).contains("1 [shape=doublecircle]"));
}
