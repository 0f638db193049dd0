//! From formulas to automata.
//!
//! [`translate`] simplifies the formula, unfolds it in two ways (see [`explore`]), reduces the automata and keeps the
//! smallest; where the language is an obligation the minimal deterministic automaton is another candidate. The
//! automaton has several acceptance sets on edges, which suits emptiness checks by components;
//! [`translate_with_state_acceptance`] gives one acceptance set of states, which suits nested depth-first search.

mod expand;
mod explore;
mod recurrence;

use crate::automaton::Automaton;
use crate::decision::MOST_VARIABLES;
use crate::formula::{Formula, Formulas, MAX_DEPTH, Node};
use crate::limits::{Ending, Limits, Refusable, Refusal};
use crate::reduce::{degeneralise, minimal_obligation, reduce, reduce_cheaply, reduce_with_state_acceptance};
use crate::simplify::simplify;
use explore::{Choice, explore};
use recurrence::infinitely_often;

/// The automaton that accepts exactly the words that satisfy the formula, over the propositions `0..propositions`.
///
/// A proposition of the formula beyond these is taken in, too. Refused where the formula is too deep or the
/// automaton, before it is reduced, exceeds the limits.
pub fn translate(
    formulas: &mut Formulas,
    formula: Formula,
    propositions: u32,
    limits: &Limits,
) -> Refusable<Automaton> {
    let mut best = candidates(formulas, formula, propositions, limits)?.swap_remove(0);
    best.guards.grant(limits.steps);
    best.find_properties()?;
    best.guards.listen(Ending::default());
    Ok(best)
}

/// The automaton with state acceptance for the same language as that of [`translate`].
pub fn translate_with_state_acceptance(
    formulas: &mut Formulas,
    formula: Formula,
    propositions: u32,
    limits: &Limits,
) -> Refusable<Automaton> {
    let mut best: Option<Automaton> = None;
    for candidate in candidates(formulas, formula, propositions, limits)? {
        for one in with_state_acceptance(&candidate, limits)? {
            if best.as_ref().is_none_or(|best| one.size() < best.size()) {
                best = Some(one);
            }
        }
    }
    let mut best = best.expect("there is at least one candidate, and each has at least one order of sets");
    best.guards.grant(limits.steps);
    best.find_properties()?;
    best.guards.listen(Ending::default());
    Ok(best)
}

/// Automata for the formula, the smallest one first.
fn candidates(
    formulas: &mut Formulas,
    formula: Formula,
    propositions: u32,
    limits: &Limits,
) -> Refusable<Vec<Automaton>> {
    if formulas.depth(formula) > MAX_DEPTH {
        return Err(Refusal::TooDeep);
    }
    let formula = simplify(formulas, formula)?;
    let propositions = propositions.max(formulas.facts(formula).propositions);
    if propositions >= MOST_VARIABLES {
        return Err(Refusal::TooManyPropositions);
    }
    let mut automata = unfolded(formulas, formula, propositions, limits)?;
    if let Ok(Some(minimal)) = obligation(formulas, formula, &automata[0], limits) {
        automata.push(minimal);
    }
    if let Ok(Some(recurrence)) = recurrence(formulas, formula, propositions, limits) {
        automata.push(recurrence);
    }
    let stutter_invariant = formulas.facts(formula).next_free;
    for automaton in &mut automata {
        automaton.stutter_invariant = stutter_invariant;
    }
    automata.sort_by_key(Automaton::size);
    Ok(automata)
}

/// The minimal deterministic automaton of the formula if it is an obligation; one of its automata is given.
fn obligation(
    formulas: &mut Formulas,
    formula: Formula,
    automaton: &Automaton,
    limits: &Limits,
) -> Refusable<Option<Automaton>> {
    let limits = limits.at_most(OPTIONAL);
    let negation = simplify(formulas, formulas.not(formula))?;
    let mut complement = explore(formulas, negation, automaton.propositions, Choice::Classes, &limits)?;
    reduce_cheaply(&mut complement, &limits)?;
    minimal_obligation(automaton, &complement, &limits)
}

/// The automaton of `G F f` that starts anew whenever `f` has been seen, if a finite prefix shows `F f`.
fn recurrence(
    formulas: &mut Formulas,
    formula: Formula,
    propositions: u32,
    limits: &Limits,
) -> Refusable<Option<Automaton>> {
    let limits = limits.at_most(OPTIONAL);
    let &Node::Globally(finally) = formulas.node(formula) else { return Ok(None) };
    let &Node::Finally(_) = formulas.node(finally) else { return Ok(None) };
    let finally = simplify(formulas, finally)?;
    let mut automaton = explore(formulas, finally, propositions, Choice::Classes, &limits)?;
    reduce(&mut automaton, &limits)?;
    let Some(once) = obligation(formulas, finally, &automaton, &limits)? else { return Ok(None) };
    let Some(mut result) = infinitely_often(&once)? else { return Ok(None) };
    reduce(&mut result, &limits)?;
    Ok(Some(result))
}

/// The most work that goes into another candidate once there is one.
const OPTIONAL: Limits = Limits::of(5_000, 50_000, 500_000);

/// The reduced automata of the two ways of unfolding, the smallest one first; one of them may be out of limits.
fn unfolded(
    formulas: &Formulas,
    formula: Formula,
    propositions: u32,
    limits: &Limits,
) -> Refusable<Vec<Automaton>> {
    let mut automata = Vec::new();
    let mut refusal = Refusal::TooManySteps;
    for choice in [Choice::Classes, Choice::Primes] {
        let limits = if automata.is_empty() { limits.clone() } else { limits.at_most(OPTIONAL) };
        let unfolded = explore(formulas, formula, propositions, choice, &limits);
        match unfolded.and_then(|mut automaton| reduce(&mut automaton, &limits).map(|()| automaton)) {
            Ok(automaton) => automata.push(automaton),
            Err(reason) => refusal = reason,
        }
    }
    automata.sort_by_key(Automaton::size);
    if automata.is_empty() { Err(refusal) } else { Ok(automata) }
}

/// Automata with state acceptance for the same language, for several orders of the acceptance sets.
fn with_state_acceptance(automaton: &Automaton, limits: &Limits) -> Refusable<Vec<Automaton>> {
    if automaton.state_acceptance {
        let mut result = automaton.clone();
        reduce_with_state_acceptance(&mut result, limits)?;
        return Ok(vec![result]);
    }
    let mut results = Vec::new();
    let mut edges = 0;
    for order in orders(automaton.sets) {
        // Other orders seldom help large automata, for which they take long.
        if edges > MOST_EDGES_IN_ORDERS {
            break;
        }
        let mut result = degeneralise(automaton, &order, limits)?;
        edges += result.edge_count();
        reduce_with_state_acceptance(&mut result, limits)?;
        results.push(result);
    }
    Ok(results)
}

/// Orders of so many sets: the rotations of the numerical order, of its reverse, and of odd before even, up to a few.
fn orders(sets: u32) -> Vec<Vec<u32>> {
    let numerical: Vec<u32> = (0..sets).collect();
    let reverse = numerical.iter().rev().copied().collect();
    let parted = (0..sets).filter(|set| set % 2 == 1).chain((0..sets).filter(|set| set % 2 == 0)).collect();
    let mut orders = vec![numerical];
    for base in [orders[0].clone(), reverse, parted] {
        let rotations = (0..sets.min(MOST_ROTATIONS) as usize).map(|by| {
            let mut order = base.clone();
            order.rotate_left(by);
            order
        });
        orders.extend(rotations);
    }
    orders.sort();
    orders.dedup();
    orders
}

/// No further order is tried once the automata for the orders before have more edges than this.
const MOST_EDGES_IN_ORDERS: usize = 1_000;

/// The most rotations of one order that are tried.
const MOST_ROTATIONS: u32 = 4;
