//! Deep and large formulas are refused, not endured.

mod common;

use common::{Random, formula_from_pool};
use omega_automata::{
    Formula, Formulas, Limits, MAX_DEPTH, Refusal, Tableau, intersection, parse, simplify, translate,
    translate_with_state_acceptance,
};

/// A chain of operators, each around the last.
fn chain(
    formulas: &mut Formulas,
    depth: u32,
    step: impl Fn(&mut Formulas, Formula, Formula) -> Formula,
) -> Formula {
    let operands = [0, 1, 2].map(|proposition| formulas.proposition(proposition));
    (1..depth).fold(operands[0], |inner, level| step(formulas, inner, operands[(level % 3) as usize]))
}

type Step = fn(&mut Formulas, Formula, Formula) -> Formula;

const STEPS: [(&str, Step); 7] = [
    ("X", |formulas, inner, _| formulas.next(inner)),
    ("left U", |formulas, inner, other| formulas.until(inner, other)),
    ("right U", |formulas, inner, other| formulas.until(other, inner)),
    ("left R", |formulas, inner, other| formulas.release(inner, other)),
    ("right W", |formulas, inner, other| formulas.weak(other, inner)),
    ("F &", |formulas, inner, other| {
        let finally = formulas.finally(inner);
        formulas.and([finally, other])
    }),
    ("X |", |formulas, inner, other| {
        let next = formulas.next(inner);
        formulas.or([next, other])
    }),
];

#[test]
fn deep_formulas_are_refused_or_translated_but_never_overflow() {
    // Refusal by depth is what matters here; less work is enough where tests are slow.
    let scale = if cfg!(debug_assertions) { 10 } else { 1 };
    let limits = Limits::of(1_000 / scale, 5_000 / scale, 200_000 / scale as u64);
    for (name, step) in STEPS {
        for depth in [MAX_DEPTH / 2, MAX_DEPTH, 20 * MAX_DEPTH] {
            let mut formulas = Formulas::new();
            let formula = chain(&mut formulas, depth, step);
            let translated = translate(&mut formulas, formula, 3, &limits);
            let state_based = translate_with_state_acceptance(&mut formulas, formula, 3, &limits);
            if depth <= MAX_DEPTH {
                let _ = Tableau::new(&formulas, formula, &limits);
            }
            let _ = formulas.show(formula, &[]).to_string();
            if formulas.depth(formula) > MAX_DEPTH {
                assert_eq!(translated.err(), Some(Refusal::TooDeep), "{name}");
                assert_eq!(state_based.err(), Some(Refusal::TooDeep), "{name}");
                assert_eq!(simplify(&mut formulas, formula), Err(Refusal::TooDeep), "{name}");
            }
        }
    }
}

#[test]
fn deep_texts_are_refused() {
    for (open, close) in [("(", ")"), ("!", ""), ("X", ""), ("a U ", ""), ("a -> ", ""), ("(a <-> ", ")")] {
        let text = format!("{}a{}", open.repeat(100_000), close.repeat(100_000));
        assert!(parse(&text, &mut Formulas::new(), &mut Vec::new()).is_err());
    }
    let nested = format!("{}a{}", "(a <-> X".repeat(100), ")".repeat(100));
    let mut formulas = Formulas::new();
    let formula = parse(&nested, &mut formulas, &mut Vec::new()).expect("not too deep");
    let _ = translate(&mut formulas, formula, 1, &Limits::of(500, 5_000, 200_000));
}

#[test]
fn small_budgets_are_respected() {
    let mut random = Random::new(8);
    for round in 0..300 {
        let mut formulas = Formulas::new();
        let formula = formula_from_pool(&mut random, &mut formulas);
        let limits = Limits::of(1 + round % 4, 1 + round % 7, (round * round) as u64);
        for result in [
            translate(&mut formulas, formula, 2, &limits),
            translate_with_state_acceptance(&mut formulas, formula, 2, &limits),
        ] {
            let Ok(automaton) = result else { continue };
            let _ = intersection(&automaton, &automaton, &limits);
        }
    }
}

#[test]
fn many_eventualities_are_refused() {
    let mut formulas = Formulas::new();
    let eventualities: Vec<Formula> = (0..70)
        .map(|proposition| {
            let proposition = formulas.proposition(proposition);
            let finally = formulas.finally(proposition);
            formulas.globally(finally)
        })
        .collect();
    let formula = formulas.and(eventualities);
    assert!(translate(&mut formulas, formula, 70, &Limits::default()).is_err());
}

#[test]
fn propositions_without_end_are_refused() {
    let mut formulas = Formulas::new();
    let largest = formulas.proposition(u32::MAX);
    let formula = formulas.finally(largest);
    let refusal = translate(&mut formulas, formula, 0, &Limits::default()).err();
    assert_eq!(refusal, Some(Refusal::TooManyPropositions));
}

#[test]
fn constants_have_automata_of_one_state() {
    let mut formulas = Formulas::new();
    let empty = translate(&mut formulas, Formulas::FALSE, 0, &Limits::default()).expect("within limits");
    assert_eq!((empty.state_count(), empty.edge_count()), (1, 0));
    let full = translate(&mut formulas, Formulas::TRUE, 0, &Limits::default()).expect("within limits");
    assert_eq!((full.state_count(), full.edge_count()), (1, 1));
}
