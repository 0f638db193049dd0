//! The automaton of what a property forbids.

use crate::automaton::Automaton;
use crate::formula::{Atoms, Formula, Formulas, from_system};
use crate::limits::{Ending, Limits, Refusable};
use crate::translate::{translate, translate_with_state_acceptance};
use system::{Expr, Ltl};

/// The automaton of a negated formula: it accepts the paths that violate the formula.
#[derive(Debug, Clone)]
pub struct Negation {
    /// The automaton.
    pub automaton: Automaton,
    /// What its propositions mean.
    pub atoms: Vec<Expr>,
}

impl Negation {
    /// The automaton of the negation of this formula, or why there is none; others may say that it comes too late.
    pub fn of(formula: &Ltl, ending: Ending) -> Refusable<Negation> {
        Negation::by(translate, formula, ending)
    }

    /// The same with state acceptance.
    pub fn with_state_acceptance(formula: &Ltl, ending: Ending) -> Refusable<Negation> {
        Negation::by(translate_with_state_acceptance, formula, ending)
    }

    fn by(translate: Translation, formula: &Ltl, ending: Ending) -> Refusable<Negation> {
        let mut formulas = Formulas::new();
        let mut atoms = Atoms::default();
        let positive = from_system(formula, &mut formulas, &mut |e| atoms.number(e))?;
        let negative = formulas.not(positive);
        let propositions = atoms.expressions().len() as u32;
        let limits = Limits { ending, ..Limits::default() };
        let automaton = translate(&mut formulas, negative, propositions, &limits)?;
        Ok(Negation { automaton, atoms: atoms.expressions().to_vec() })
    }
}

/// One of the two translations.
type Translation = fn(&mut Formulas, Formula, u32, &Limits) -> Refusable<Automaton>;
