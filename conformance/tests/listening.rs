//! Work that cannot be asked whether it may go on ends when it is told to.

use conformance::models::load_right;
use omega_automata::{Ending, Negation, Refusal};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use system::Question;

#[test]
fn a_translation_ends_when_it_is_told_to() {
    let variables: String = (0..60).map(|number| format!("var b{number}: bool\n")).collect();
    let again: Vec<String> = (0..60).map(|number| format!("(G F b{number})")).collect();
    let system =
        load_right(&format!("{variables}\nevent e do b0 := !b0\nltl all: !({})", again.join(" && ")));
    let formulas = system.properties.iter().filter_map(|property| match &property.question {
        Question::Ltl(formula) => Some(formula),
        _ => None,
    });
    for formula in formulas {
        let ending = Ending(Some(Arc::new(AtomicBool::new(true))));
        assert_eq!(Negation::of(formula, ending).err(), Some(Refusal::Ended));
    }
}
