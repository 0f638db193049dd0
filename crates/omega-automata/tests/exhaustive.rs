//! All small formulas over two propositions, on all short words.

mod common;

use common::agreement::{all_automata, check_disjoint, check_on_word};
use common::is_tried;
use omega_automata::{Formula, Formulas, Lasso};
use std::collections::BTreeSet;

/// All formulas of at most two operators over `a`, `b` and their negations, and the temporal ones over these.
fn small_formulas(formulas: &mut Formulas) -> Vec<Formula> {
    let literals: Vec<Formula> = [(0, true), (0, false), (1, true), (1, false)]
        .into_iter()
        .map(|(proposition, positive)| formulas.literal(proposition, positive))
        .collect();
    let once = compose(formulas, &literals, &literals);
    let some: Vec<Formula> = literals.iter().chain(&once).copied().collect();
    let mut all: BTreeSet<Formula> = compose(formulas, &some, &literals).into_iter().collect();
    all.extend(compose(formulas, &literals, &some));
    all.extend(some);
    // A formula is checked together with its negation.
    all.iter().copied().filter(|&formula| formula < formulas.not(formula)).collect()
}

/// All formulas with one operator on top of these operands.
fn compose(formulas: &mut Formulas, left: &[Formula], right: &[Formula]) -> Vec<Formula> {
    let mut made = BTreeSet::new();
    for &f in left {
        made.insert(formulas.next(f));
        made.insert(formulas.finally(f));
        made.insert(formulas.globally(f));
        for &g in right {
            made.insert(formulas.and([f, g]));
            made.insert(formulas.or([f, g]));
            made.insert(formulas.until(f, g));
            made.insert(formulas.release(f, g));
            made.insert(formulas.weak(f, g));
            made.insert(formulas.strong(f, g));
        }
    }
    made.into_iter().collect()
}

/// All words over two propositions with at most three positions.
fn short_words() -> Vec<Lasso> {
    let mut words = Vec::new();
    for length in 1..=3_u32 {
        for code in 0..4_u64.pow(length) {
            let letters: Vec<Vec<u64>> = (0..length).map(|at| vec![code >> (2 * at) & 3]).collect();
            for stem in 0..letters.len() {
                let (stem, cycle) = letters.split_at(stem);
                words.extend(Lasso::new(stem.to_vec(), cycle.to_vec()));
            }
        }
    }
    words
}

#[test]
fn all_small_formulas_translate_rightly() {
    let mut formulas = Formulas::new();
    let all = small_formulas(&mut formulas);
    let words = short_words();
    println!("{} formulas on {} words", all.len(), words.len());
    for (number, formula) in all.into_iter().enumerate() {
        if !is_tried(number) {
            continue;
        }
        let automata = all_automata(&mut formulas, formula, 2);
        check_disjoint(&automata, &formulas, formula);
        for word in &words {
            check_on_word(&automata, &formulas, formula, word);
        }
    }
}
