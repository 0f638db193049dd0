//! From formulas to automata.
//!
//! [`translate`] simplifies the formula, unfolds it in two ways (see [`explore`]), reduces the automata and keeps the
//! smallest; where the language is an obligation the minimal deterministic automaton is another candidate. The
//! automaton has several acceptance sets on edges, which suits emptiness checks by components;
//! [`translate_with_state_acceptance`] gives one acceptance set of states, which suits nested depth-first search.

mod expand;
mod explore;

use crate::automaton::Automaton;
use crate::budget::{Budget, Budgeted, Refusal};
use crate::formula::{Formula, Formulas, MAX_DEPTH};
use crate::reduce::{degeneralise, minimal_obligation, reduce, reduce_with_state_acceptance};
use crate::simplify::simplify;
use explore::{Choice, explore};

/// The automaton that accepts exactly the words that satisfy the formula, over the propositions `0..propositions`.
///
/// A proposition of the formula beyond these is taken in, too. Refused where the formula is too deep or the
/// automaton, before it is reduced, exceeds the budget.
pub fn translate(
    formulas: &mut Formulas,
    formula: Formula,
    propositions: u32,
    budget: &Budget,
) -> Budgeted<Automaton> {
    let mut best = candidates(formulas, formula, propositions, budget)?.swap_remove(0);
    best.guards.grant(budget.steps);
    best.find_properties()?;
    Ok(best)
}

/// The automaton with state acceptance for the same language as that of [`translate`].
pub fn translate_with_state_acceptance(
    formulas: &mut Formulas,
    formula: Formula,
    propositions: u32,
    budget: &Budget,
) -> Budgeted<Automaton> {
    let mut best: Option<Automaton> = None;
    for candidate in candidates(formulas, formula, propositions, budget)? {
        for one in with_state_acceptance(&candidate, budget)? {
            if best.as_ref().is_none_or(|best| one.size() < best.size()) {
                best = Some(one);
            }
        }
    }
    let mut best = best.expect("there is at least one candidate, and each has at least one order of sets");
    best.guards.grant(budget.steps);
    best.find_properties()?;
    Ok(best)
}

/// Automata for the formula, the smallest one first.
fn candidates(
    formulas: &mut Formulas,
    formula: Formula,
    propositions: u32,
    budget: &Budget,
) -> Budgeted<Vec<Automaton>> {
    if formulas.depth(formula) > MAX_DEPTH {
        return Err(Refusal::TooDeep);
    }
    let formula = simplify(formulas, formula)?;
    let propositions = propositions.max(formulas.facts(formula).propositions);
    let mut automata = unfolded(formulas, formula, propositions, budget)?;
    let negation = simplify(formulas, formulas.not(formula))?;
    if let Ok(complements) = unfolded(formulas, negation, propositions, budget)
        && let Ok(Some(minimal)) = minimal_obligation(&automata[0], &complements[0], budget)
    {
        automata.push(minimal);
    }
    let stutter_invariant = formulas.facts(formula).next_free;
    for automaton in &mut automata {
        automaton.stutter_invariant = stutter_invariant;
    }
    automata.sort_by_key(Automaton::size);
    Ok(automata)
}

/// The reduced automata of the two ways of unfolding, the smallest one first; one of them may be out of budget.
fn unfolded(
    formulas: &Formulas,
    formula: Formula,
    propositions: u32,
    budget: &Budget,
) -> Budgeted<Vec<Automaton>> {
    let mut automata = Vec::new();
    let mut refusal = Refusal::TooManySteps;
    for choice in [Choice::Classes, Choice::Primes] {
        let unfolded = explore(formulas, formula, propositions, choice, budget);
        match unfolded.and_then(|mut automaton| reduce(&mut automaton, budget).map(|()| automaton)) {
            Ok(automaton) => automata.push(automaton),
            Err(reason) => refusal = reason,
        }
    }
    automata.sort_by_key(Automaton::size);
    if automata.is_empty() { Err(refusal) } else { Ok(automata) }
}

/// Automata with state acceptance for the same language, for several orders of the acceptance sets.
fn with_state_acceptance(automaton: &Automaton, budget: &Budget) -> Budgeted<Vec<Automaton>> {
    if automaton.state_acceptance {
        return Ok(vec![automaton.clone()]);
    }
    let mut order: Vec<u32> = (0..automaton.sets).collect();
    let mut results = Vec::new();
    for _ in 0..automaton.sets.clamp(1, 4) {
        let mut result = degeneralise(automaton, &order, budget)?;
        reduce_with_state_acceptance(&mut result, budget)?;
        results.push(result);
        if !order.is_empty() {
            order.rotate_left(1);
        }
    }
    Ok(results)
}

#[cfg(test)]
mod debugging {
    use super::*;
    use crate::lasso::{Lasso, accepts};
    #[test]
    fn stages() {
        let mut formulas = Formulas::new();
        let mut names = Vec::new();
        let f = crate::parse("!(FG(a | b) | FG(!a | Xb) | FG(a | XXb))", &mut formulas, &mut names).unwrap();
        let budget = Budget::default();
        let w = Lasso::new([11463004890925866634u64, 3893855591692662727, 6083071538936848919].iter().map(|x| vec![x & 3]).collect(),
            [11897927403586246855u64, 651174387267708556].iter().map(|x| vec![x & 3]).collect()).unwrap();
        println!("{:?}", w);
        let f = simplify(&mut formulas, f).unwrap();
        println!("{}", formulas.show(f, &names));
        for choice in [Choice::Classes, Choice::Primes] {
            let a = explore(&formulas, f, 2, choice, &budget).unwrap();
            println!("{choice:?} raw {} {:?}", accepts(&a, &w), a.size());
            let mut b = a.clone();
            reduce(&mut b, &budget).unwrap();
            println!("{choice:?} reduced {} {:?} sets {}", accepts(&b, &w), b.size(), b.sets);
            let mut order: Vec<u32> = (0..b.sets).collect();
            for _ in 0..b.sets {
                let mut c = degeneralise(&b, &order, &budget).unwrap();
                println!("degen {} {:?}", accepts(&c, &w), c.size());
                reduce_with_state_acceptance(&mut c, &budget).unwrap();
                println!("degen red {} {:?}", accepts(&c, &w), c.size());
                order.rotate_left(1);
            }
        }
    }
}
