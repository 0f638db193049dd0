//! Random formulas, translated in all ways and compared.

mod common;

use common::agreement::{all_automata, check_disjoint, check_on_words};
use common::{Random, formula_from_pool, is_tried, random_formula};
use omega_automata::Formulas;

#[test]
fn random_formulas_translate_rightly() {
    let mut random = Random::new(2);
    for round in (0..600).filter(|&round| is_tried(round)) {
        let mut formulas = Formulas::new();
        let size = 2 + round / 4 % 9;
        let formula = random_formula(&mut random, &mut formulas, 3, size);
        let automata = all_automata(&mut formulas, formula, 3);
        check_disjoint(&automata, &formulas, formula);
        check_on_words(&automata, &formulas, formula, 3, &mut random, 30);
    }
}

#[test]
fn random_formulas_with_recurring_operands_translate_rightly() {
    let mut random = Random::new(3);
    for _ in (0..400).filter(|&round| is_tried(round)) {
        let mut formulas = Formulas::new();
        let formula = formula_from_pool(&mut random, &mut formulas);
        let automata = all_automata(&mut formulas, formula, 2);
        check_disjoint(&automata, &formulas, formula);
        check_on_words(&automata, &formulas, formula, 2, &mut random, 30);
    }
}
