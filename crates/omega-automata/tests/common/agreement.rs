//! What every translation of a formula must satisfy.

use super::{Random, random_lasso};
use omega_automata::{
    Automaton, Formula, Formulas, Limits, Tableau, accepts, intersection, is_empty, satisfies, translate,
    translate_with_state_acceptance,
};

/// The automata of a formula and of its negation.
pub struct Automata {
    pub generalised: [Automaton; 2],
    pub state_based: [Automaton; 2],
    /// The tableaux, where they are small.
    pub tableaux: Option<[Tableau; 2]>,
}

/// Translates a formula and its negation in all ways.
pub fn all_automata(formulas: &mut Formulas, formula: Formula, propositions: u32) -> Automata {
    let limits = Limits::default();
    let both = [formula, formulas.not(formula)];
    let tableau_limits = Limits::of(300, 10_000, 100_000);
    let tableau = |formula| Tableau::new(formulas, formula, &tableau_limits).ok();
    let tableaux = both.map(tableau);
    let generalised =
        both.map(|formula| translate(formulas, formula, propositions, &limits).expect("within limits"));
    let state_based = both.map(|formula| {
        translate_with_state_acceptance(formulas, formula, propositions, &limits).expect("within limits")
    });
    let tableaux = match tableaux {
        [Some(positive), Some(negative)] => Some([positive, negative]),
        _ => None,
    };
    Automata { generalised, state_based, tableaux }
}

/// Exactly one of the two automata accepts each word, and it is the one that the semantics says.
pub fn check_on_words(
    automata: &Automata,
    formulas: &Formulas,
    formula: Formula,
    propositions: u32,
    random: &mut Random,
    words: usize,
) {
    for _ in 0..words {
        let word = random_lasso(random, propositions);
        check_on_word(automata, formulas, formula, &word);
    }
}

/// The same for one word.
pub fn check_on_word(
    automata: &Automata,
    formulas: &Formulas,
    formula: Formula,
    word: &omega_automata::Lasso,
) {
    let expected = satisfies(word, formulas, formula);
    let shown = || format!("{} on {word:?}", formulas.show(formula, &[]));
    for (sign, expected) in [expected, !expected].into_iter().enumerate() {
        assert_eq!(accepts(&automata.generalised[sign], word), expected, "generalised {sign}: {}", shown());
        assert_eq!(accepts(&automata.state_based[sign], word), expected, "state-based {sign}: {}", shown());
        if let Some(tableaux) = &automata.tableaux {
            assert_eq!(tableaux[sign].accepts(word), expected, "tableau {sign}: {}", shown());
        }
    }
}

/// No word is accepted by the automata of both the formula and its negation; nor by one of them and the other's tableau.
pub fn check_disjoint(automata: &Automata, formulas: &Formulas, formula: Formula) {
    let limits = Limits::of(200_000, 2_000_000, 50_000_000);
    let empty = |left: &Automaton, right: &Automaton, what: &str| {
        let product = intersection(left, right, &limits).expect("within limits");
        assert!(is_empty(&product), "{what}: {}", formulas.show(formula, &[]));
    };
    let [positive, negative] = &automata.generalised;
    let [state_positive, state_negative] = &automata.state_based;
    empty(positive, negative, "generalised");
    empty(state_positive, state_negative, "state-based");
    if let Some([first, second]) = &automata.tableaux {
        if let Ok(second) = second.to_automaton(&limits) {
            empty(positive, &second, "automaton and tableau");
            empty(state_positive, &second, "state-based and tableau");
        }
        if let Ok(first) = first.to_automaton(&limits) {
            empty(&first, negative, "tableau and automaton");
            empty(&first, state_negative, "tableau and state-based");
        }
    }
}
