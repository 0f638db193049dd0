//! Minimal deterministic automata for obligations.
//!
//! # The algorithm
//!
//! An obligation is a Boolean combination of safety properties; its language is recognised by a deterministic
//! automaton in which each component accepts all or none of the words that stay in it (a weak one), and there is a
//! smallest such automaton, as with finite words. It is found without knowing whether the formula is an obligation:
//!
//! 1. Determinise by subsets, forgetting acceptance.
//! 2. A component of the result accepts if some word that stays in it is accepted by the original automaton from the
//!    states of the set: an accepting cycle in the product of the two.
//! 3. Colour the components from the last to the first: accepting ones even, rejecting ones odd, no less than their
//!    successors; components without cycle like their largest successor. Merge states of equal parity by refining
//!    partitions.
//! 4. If the formula is an obligation the result is right. So the result is compared with the automata of the
//!    formula and of its negation; if it shares no word with the negation, nor its complement with the formula, it is
//!    right in any case, and otherwise the formula is no obligation.
//!
//! # Reference
//!
//! Dax, Eisinger, Klaedtke: *Mechanizing the Powerset Construction for Restricted Classes of ω-Automata*, ATVA 2007,
//! doi:10.1007/978-3-540-75596-8_17. Löding: *Efficient Minimization of Deterministic Weak ω-Automata*, Information
//! Processing Letters 79(3), 2001, doi:10.1016/S0020-0190(00)00183-6.

use super::bisimulation::merge_bisimilar;
use super::subsets::subsets;
use crate::automaton::Components;
use crate::automaton::{Automaton, StateId};
use crate::limits::{Limits, Refusable};
use crate::product::{intersection, intersection_of_pairs, is_empty};

/// The most states of the subset construction; larger ones seldom minimise to less than simulation gives.
const MOST_SUBSETS: usize = 2_000;

/// The minimal weak deterministic automaton of a language, or `None` if it has none. The second automaton is to
/// accept exactly the words that the first one does not.
pub(crate) fn minimal_obligation(
    automaton: &Automaton,
    complement: &Automaton,
    limits: &Limits,
) -> Refusable<Option<Automaton>> {
    let mut deterministic = coloured_subsets(automaton, limits)?;
    merge_bisimilar(&mut deterministic)?;
    let mut opposite = deterministic.clone();
    for edge in opposite.states.iter_mut().flatten() {
        edge.marks ^= 1;
    }
    let right = is_empty(&intersection(&deterministic, complement, limits)?)
        && is_empty(&intersection(&opposite, automaton, limits)?);
    if !right {
        return Ok(None);
    }
    deterministic.state_acceptance = true;
    remove_hopeless(&mut deterministic);
    Ok(Some(deterministic))
}

/// The subset construction with one acceptance set: the edges out of states with an even colour.
fn coloured_subsets(automaton: &Automaton, limits: &Limits) -> Refusable<Automaton> {
    let mut result = subsets(automaton, limits.states.min(MOST_SUBSETS), limits.steps)?;
    result.guards.grant(limits.steps);
    let components = Components::of(&result);
    let accepting = accepting_components(&result, &components, automaton, limits)?;
    let mut colours = vec![0; components.count()];
    for component in 0..components.count() as u32 {
        let states =
            (0..result.state_count() as StateId).filter(|&state| components.number(state) == component);
        let followers = states.flat_map(|state| result.edges(state));
        let largest: u32 =
            followers.map(|edge| colours[components.number(edge.target) as usize]).max().unwrap_or(0);
        colours[component as usize] = match (components.has_cycle(component), accepting[component as usize]) {
            (false, _) => largest,
            (true, true) => largest.next_multiple_of(2),
            (true, false) => largest | 1,
        };
    }
    result.sets = 1;
    for (state, edges) in result.states.iter_mut().enumerate() {
        let even = colours[components.number(state as StateId) as usize].is_multiple_of(2);
        edges.iter_mut().for_each(|edge| edge.marks = u64::from(even));
    }
    Ok(result)
}

/// For each component whether some word that stays in it is accepted by the original automaton.
fn accepting_components(
    deterministic: &Automaton,
    components: &Components,
    automaton: &Automaton,
    limits: &Limits,
) -> Refusable<Vec<bool>> {
    let (product, pairs) = intersection_of_pairs(deterministic, automaton, limits)?;
    let of_product = Components::of(&product);
    let mut accepting = vec![false; components.count()];
    for (state, &(set, _)) in pairs.iter().enumerate() {
        if of_product.is_accepting(of_product.number(state as StateId)) {
            accepting[components.number(set) as usize] = true;
        }
    }
    Ok(accepting)
}

/// Drops the state from which nothing is accepted; there is at most one in a minimal automaton.
fn remove_hopeless(automaton: &mut Automaton) {
    let hopeless = |state: StateId| {
        automaton.edges(state).iter().all(|edge| edge.target == state && edge.marks != automaton.all_marks())
    };
    let keep: Vec<bool> = (0..automaton.state_count() as StateId).map(|state| !hopeless(state)).collect();
    automaton.retain_reachable(|state| keep[state as usize]);
}
