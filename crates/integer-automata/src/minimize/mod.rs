//! Minimal automata, by refining a partition of the states on their diagrams.
//!
//! Three methods take turns, from cheap to safe:
//!
//! 1. *Samples*. Each state gets a signature: a hash of what it does on a few letters, some of them chosen at random,
//!    and of the signatures that it had and that its successors on those letters had in the round before. States that are
//!    equivalent have equal signatures, so different signatures prove that states differ. If all of them differ, which is the
//!    usual case for automata made from constraints, the automaton is minimal, and no diagram was built.
//! 2. *Rounds* after Moore. All diagrams are mapped at once through the partition; states of one class whose mapped diagrams
//!    differ are separated. A round in which nothing changes proves that the partition is right, and its diagrams are
//!    those of the minimal automaton. After the samples, one round is mostly enough.
//! 3. *Smaller halves* after Hopcroft, see [`hopcroft`], if a few rounds have not ended. This bounds the work to a
//!    logarithm of the number of states times the number of transitions.
//!
//! # Reference
//!
//! E. F. Moore: *Gedanken-Experiments on Sequential Machines*, Automata Studies, Princeton 1956. J. Hopcroft: *An n log n Algorithm
//! for Minimizing States in a Finite Automaton*, Theory of Machines and Computations, Academic Press 1971. The samples are our own.

pub(crate) mod hopcroft;

use crate::automaton::Raw;
use crate::diagrams::{Diagram, Diagrams, View};
use crate::memo::mix;
use budget::{Budget, Budgeted};
use std::collections::HashMap;

/// The letters on which a round of samples compares states.
const LETTERS: u64 = 7;
/// The most rounds of samples, and how many of them may find nothing new.
const SAMPLE_ROUNDS: u64 = 200;
const IDLE_ROUNDS: usize = 3;
/// The rounds on all diagrams before smaller halves are tried.
const ROUNDS: usize = 6;

/// Classes of states, numbered from 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Partition {
    pub(crate) class: Vec<u32>,
    pub(crate) count: usize,
}

/// The minimal automaton that is equivalent to one whose states can all be reached.
pub(crate) fn minimal(diagrams: &mut Diagrams, raw: Raw, budget: &Budget) -> Budgeted<Raw> {
    let partition = samples(diagrams, &raw.roots, budget)?;
    if partition.count == raw.roots.len() {
        return Ok(raw);
    }
    refined(diagrams, raw, partition, ROUNDS, budget)
}

/// The quotient by the coarsest stable partition that refines a given one, which separates no equivalent states.
fn refined(
    diagrams: &mut Diagrams,
    raw: Raw,
    mut partition: Partition,
    rounds: usize,
    budget: &Budget,
) -> Budgeted<Raw> {
    for round in 0.. {
        let mapped = map_all(diagrams, &raw, &partition, budget)?;
        let next = split(&partition, &mapped);
        if next.count == partition.count {
            return Ok(quotient(&partition, &mapped));
        }
        if next.count == raw.roots.len() {
            break;
        }
        partition = next;
        if round >= rounds {
            partition = hopcroft::stable(diagrams, &raw.roots, partition, budget)?;
        }
    }
    Ok(raw)
}

/// The diagrams of all states and the head, with classes in place of states.
fn map_all(
    diagrams: &mut Diagrams,
    raw: &Raw,
    partition: &Partition,
    budget: &Budget,
) -> Budgeted<Vec<Diagram>> {
    let mut roots = raw.roots.clone();
    roots.push(raw.head);
    let class = &partition.class;
    let leaf = &mut |number: u32| Ok(Diagram::terminal(2 * class[number as usize / 2] + (number & 1)));
    diagrams.map(&roots, leaf, budget)
}

/// The partition that separates states by class and by mapped diagram.
fn split(partition: &Partition, mapped: &[Diagram]) -> Partition {
    let mut numbers = HashMap::with_capacity(partition.count);
    let class = partition.class.iter().zip(mapped).map(|(&class, &diagram)| {
        let next = numbers.len() as u32;
        *numbers.entry((class, diagram)).or_insert(next)
    });
    let class = class.collect();
    Partition { class, count: numbers.len() }
}

/// The automaton whose states are the classes. The head is the last of the mapped diagrams.
fn quotient(partition: &Partition, mapped: &[Diagram]) -> Raw {
    let mut roots = vec![mapped[0]; partition.count];
    for (&class, &diagram) in partition.class.iter().zip(mapped) {
        roots[class as usize] = diagram;
    }
    Raw { head: mapped[mapped.len() - 1], roots }
}

/// A partition by samples. It never separates equivalent states.
fn samples(diagrams: &Diagrams, roots: &[Diagram], budget: &Budget) -> Budgeted<Partition> {
    let mut signatures = vec![0u64; roots.len()];
    let mut next = signatures.clone();
    let (mut count, mut idle) = (1, 0);
    for round in 0..SAMPLE_ROUNDS {
        if count == roots.len() || idle > IDLE_ROUNDS {
            break;
        }
        budget.spend(1)?;
        for (state, &root) in roots.iter().enumerate() {
            let mut signature = signatures[state];
            for letter in 0..LETTERS {
                let number = walk(diagrams, root, round, letter);
                let seen = signatures[number as usize / 2] ^ u64::from(number & 1);
                signature = mix(signature.rotate_left(5) ^ seen);
            }
            next[state] = signature;
        }
        std::mem::swap(&mut signatures, &mut next);
        next.copy_from_slice(&signatures);
        next.sort_unstable();
        let now = 1 + next.windows(2).filter(|pair| pair[0] != pair[1]).count();
        idle = if now > count { 0 } else { idle + 1 };
        count = now;
    }
    let mut numbers = HashMap::with_capacity(count);
    let class: Vec<u32> = signatures
        .iter()
        .map(|&signature| {
            let next = numbers.len() as u32;
            *numbers.entry(signature).or_insert(next)
        })
        .collect();
    Ok(Partition { count: numbers.len(), class })
}

/// Where a diagram leads on one of the letters of a round: all zeros, all ones, and some at random.
#[inline]
fn walk(diagrams: &Diagrams, mut diagram: Diagram, round: u64, letter: u64) -> u32 {
    let bits = match letter {
        0 => 0,
        1 => u64::MAX,
        _ => mix(mix(mix(round * LETTERS + letter)).rotate_left(17)),
    };
    loop {
        match diagrams.view(diagram) {
            View::Terminal(number) => return number,
            View::Branch(track, low, high) => {
                diagram = if bits >> (track & 63) & 1 == 1 { high } else { low };
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A random automaton over three tracks with few different behaviours.
    fn random(diagrams: &mut Diagrams, states: u32, seed: u64) -> Raw {
        let budget = Budget::unlimited();
        let mut next = seed * 1_000_003;
        let mut number = |limit: u32| {
            next += 1;
            (mix(next) % u64::from(limit)) as u32
        };
        let mut roots = Vec::new();
        for _ in 0..states {
            let mut level: Vec<Diagram> =
                (0..8).map(|_| Diagram::terminal(2 * number(states) + u32::from(number(9) == 0))).collect();
            for track in (0..3).rev() {
                level = level
                    .chunks(2)
                    .map(|pair| diagrams.branch(track, pair[0], pair[1], &budget).unwrap())
                    .collect();
            }
            roots.push(level[0]);
        }
        // Copies of states, so that there is something to merge.
        for state in 0..states as usize {
            roots.push(roots[state]);
        }
        Raw { head: Diagram::terminal(0), roots }
    }

    fn one_class(states: usize) -> Partition {
        Partition { class: vec![0; states], count: 1 }
    }

    #[test]
    fn the_three_methods_agree() {
        let mut diagrams = Diagrams::new();
        let budget = Budget::unlimited();
        for seed in 0..60 {
            let states = 2 + (seed % 17) as u32;
            let sizes: Vec<usize> = [0, usize::MAX]
                .into_iter()
                .map(|rounds| {
                    let raw = random(&mut diagrams, states, seed);
                    let start = one_class(raw.roots.len());
                    refined(&mut diagrams, raw, start, rounds, &budget).unwrap().roots.len()
                })
                .collect();
            let raw = random(&mut diagrams, states, seed);
            let all = minimal(&mut diagrams, raw, &budget).unwrap().roots.len();
            assert_eq!(sizes, [all, all], "seed {seed}");
        }
    }

    #[test]
    fn a_long_chain_is_minimised_by_halves() {
        // State i leads to state i + 1 on every letter, and only the last transition accepts: all states differ.
        let mut diagrams = Diagrams::new();
        let budget = Budget::unlimited();
        let states = 3000u32;
        let chain =
            |state: u32| Diagram::terminal(2 * (state + 1).min(states - 1) + u32::from(state == states - 2));
        let mut roots: Vec<Diagram> = (0..states).map(chain).collect();
        roots.extend((0..states).map(chain));
        let raw = Raw { head: Diagram::terminal(0), roots };
        assert_eq!(minimal(&mut diagrams, raw, &budget).unwrap().roots.len(), states as usize);
    }

    /// A chain of states in which the last transition accepts, twice, so that half of the states are merged.
    fn chain(states: u32) -> Raw {
        let next =
            |state: u32| Diagram::terminal(2 * (state + 1).min(states - 1) + u32::from(state == states - 2));
        Raw { head: Diagram::terminal(0), roots: (0..states).chain(0..states).map(next).collect() }
    }

    /// The steps that a method takes on a chain of so many states. Prints a line with the time as well.
    fn steps(name: &str, states: u32, rounds: usize) -> u64 {
        let (mut diagrams, budget) = (Diagrams::new(), Budget::unlimited());
        let raw = chain(states);
        let start = one_class(raw.roots.len());
        let clock = std::time::Instant::now();
        let found = refined(&mut diagrams, raw, start, rounds, &budget).unwrap().roots.len();
        assert_eq!(found, states as usize);
        let milliseconds = clock.elapsed().as_secs_f64() * 1000.0;
        println!("{name}: {} states, {milliseconds:.1} ms, {} steps", 2 * states, budget.spent());
        budget.spent()
    }

    #[test]
    fn smaller_halves_grow_with_n_log_n() {
        let small = steps("halves", 500, 0);
        for states in [5_000, 50_000] {
            let ratio = f64::from(states) / 500.0;
            let bound = ratio * f64::from(2 * states).log2() / 1000f64.log2() * 1.1;
            let growth = steps("halves", states, 0) as f64 / small as f64;
            assert!(growth <= bound, "{growth} times the steps for {ratio} times the states");
        }
        // Moore's rounds are as many as the chain is long, and look at all states each.
        for states in [250, 500, 1_000] {
            steps("rounds", states, usize::MAX);
        }
    }
}
