//! Unions of sets of markings between bounds, without those that are parts of others.
//!
//! A cube is part of another if it demands nowhere less and allows nowhere more. Cubes with the same upper bounds are demands in a trie of their
//! own; the tries are looked through one after the other, since upper bounds are few where they are kept for few places.

#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

use super::demand::Demand;
use super::trie::DemandTrie;
use budget::{Budget, Budgeted};
use nets::{Cube, Place};
use std::collections::BTreeMap;

/// Cubes with a number each.
#[derive(Debug, Clone, Default)]
pub struct Cubes {
    /// By their upper bounds.
    tries: BTreeMap<Vec<(Place, u64)>, DemandTrie>,
}

impl Cubes {
    /// Whether one of the cubes contains all of the given one.
    pub fn contains(&self, cube: &Cube, budget: &Budget<'_>) -> Budgeted<bool> {
        for (most, trie) in &self.tries {
            budget.spend(1)?;
            if allows(most, &cube.at_most) {
                let (below, visited) = trie.find_below(&cube.at_least);
                budget.spend(visited)?;
                if below.is_some() {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Adds a cube, and removes those that it contains; their numbers.
    pub fn add(&mut self, cube: &Cube, number: u32, budget: &Budget<'_>) -> Budgeted<Vec<u32>> {
        let mut removed = Vec::new();
        for (most, trie) in &mut self.tries {
            budget.spend(1)?;
            if allows(&cube.at_most, most) {
                let (above, visited) = trie.remove_above(&cube.at_least);
                budget.spend(visited)?;
                removed.extend(above);
            }
        }
        self.tries.retain(|_, trie| !trie.is_empty());
        let own = self.tries.entry(cube.at_most.clone()).or_default();
        own.insert(&Demand::of_cube(cube), number);
        Ok(removed)
    }
}

/// Whether upper bounds allow all that others allow.
fn allows(more: &[(Place, u64)], less: &[(Place, u64)]) -> bool {
    let within = |(place, most): &(Place, u64)| {
        let own = less.binary_search_by_key(place, |(own, _)| *own);
        own.is_ok_and(|at| less[at].1 <= *most)
    };
    more.iter().all(within)
}

#[cfg(test)]
mod tests {
    use super::*;
    use random_numbers::Xorshift;

    fn is_part(small: &Cube, large: &Cube) -> bool {
        Demand::of_cube(large).is_below(&Demand::of_cube(small)) && allows(&large.at_most, &small.at_most)
    }

    #[test]
    fn tries_find_what_a_list_finds() {
        let mut random = Xorshift::scattered(11);
        for _ in 0..60 {
            let (mut cubes, mut list): (Cubes, Vec<(Cube, u32)>) = (Cubes::default(), Vec::new());
            for number in 0..60 {
                let mut bounds = |chance| {
                    let mut found = Vec::new();
                    for place in 0..4 {
                        if random.below(chance) == 0 {
                            found.push((place, random.below(3)));
                        }
                    }
                    found
                };
                let (mut at_least, at_most) = (bounds(2), bounds(3));
                at_least.retain(|(_, tokens)| *tokens > 0);
                let cube = Cube { at_least, at_most };
                let known = list.iter().any(|(other, _)| is_part(&cube, other));
                assert_eq!(cubes.contains(&cube, &Budget::unlimited()), Ok(known));
                if known {
                    continue;
                }
                let mut removed = cubes.add(&cube, number, &Budget::unlimited()).unwrap();
                removed.sort_unstable();
                let (parts, rest): (Vec<_>, Vec<_>) =
                    list.into_iter().partition(|(other, _)| is_part(other, &cube));
                assert_eq!(removed, parts.iter().map(|(_, number)| *number).collect::<Vec<_>>());
                list = rest;
                list.push((cube, number));
            }
        }
    }
}
