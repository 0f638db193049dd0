//! The domains that the symbolic engine works with, which remember their results, keep the laws too: when they compute a result,
//! when they remember it, and when they have forgotten it in between.

use composite_sets::{
    Automata, Composite, Memoised, Parallel, Partitioned, Polyhedra, Serially, TrackEncoding,
};
use conformance::is_slow;
use conformance::laws::{Universe, close_laws, complement_laws, domain_laws, universes, widen_laws};
use decision_diagrams::{Diagrams, Options};
use state_sets::{Cell, Close, Complement, Domain, Formula, Kind, Limited, Linear, Space, Widen};
use std::hash::Hash;

/// How much the tables hold.
#[derive(Clone, Copy)]
enum Memory {
    /// As much as in production.
    Usual,
    /// So little that they are emptied again and again.
    Short,
}

impl Memory {
    fn of<D>(self, domain: Limited<D>) -> Limited<Memoised<D>>
    where
        D: Domain,
        D::Set: Eq + Hash,
        D::Relation: Eq + Hash,
    {
        Ok(match self {
            Memory::Usual => Memoised::new(domain?),
            Memory::Short => Memoised::with_limits(domain?, 40, 7),
        })
    }
}

/// All laws of a domain over universes with at most so many points, twice, so that the second time results are remembered.
fn laws_up_to<D: Complement + Widen + Close>(most: usize, make: impl Fn(&Space) -> Limited<D>) {
    let mut judged = 0;
    for universe in universes().into_iter().filter(|universe| is_slow() || universe.points.len() <= most) {
        let domain = make(&universe.space).expect("the universe is small");
        for _ in 0..2 {
            domain_laws(&universe, &domain);
            complement_laws(&universe, &domain);
            widen_laws(&universe, &domain);
            if has_integers(&universe) {
                close_laws(&universe, &domain);
            }
        }
        judged += 1;
    }
    assert!(judged >= 4, "only {judged} universes have at most {most} points");
}

fn has_integers(universe: &Universe) -> bool {
    universe.space.all().any(|variable| matches!(universe.space.kind(variable), Kind::Integer { .. }))
}

/// Points beyond which domains are slow without optimisation.
const FEW: usize = 12;
const FEWER: usize = 7;

fn polyhedra(memory: Memory) -> impl Fn(Space) -> Limited<Memoised<Polyhedra<'static>>> {
    move |space| memory.of(Polyhedra::new(space))
}

fn automata<T: TrackEncoding>(memory: Memory) -> impl Fn(Space) -> Limited<Memoised<Automata<'static, T>>>
where
    Automata<'static, T>: Domain<Set: Eq + Hash, Relation: Eq + Hash>,
{
    move |space| memory.of(Automata::new(space))
}

fn beside_diagrams<N: Domain>(
    integers: impl Fn(Space) -> Limited<N>,
) -> impl Fn(&Space) -> Limited<Composite<Diagrams<'static>, N>> {
    let diagrams = |space| Diagrams::new(space, Options::default());
    move |space| Composite::new(space.clone(), diagrams, &integers)
}

/// States apart by whether each variable is positive.
fn by_sign<D: Complement>(domain: D) -> Limited<Partitioned<D>> {
    let small = |variable| Formula::not_positive(Linear::cell(Cell::now(variable)));
    let conditions: Vec<Formula> = domain.space().all().map(small).collect();
    Partitioned::by_conditions(domain, &conditions)
}

#[test]
fn polyhedra_that_remember() {
    laws_up_to(FEW, |space| polyhedra(Memory::Usual)(space.clone()));
}

#[test]
fn automata_that_remember() {
    laws_up_to(FEW, |space| automata::<Parallel>(Memory::Usual)(space.clone()));
}

#[test]
fn serial_automata_that_remember() {
    laws_up_to(FEWER, |space| automata::<Serially>(Memory::Usual)(space.clone()));
}

#[test]
fn polyhedra_that_remember_beside_diagrams() {
    laws_up_to(FEW, beside_diagrams(polyhedra(Memory::Usual)));
}

#[test]
fn automata_that_remember_beside_diagrams() {
    laws_up_to(FEW, beside_diagrams(automata::<Parallel>(Memory::Usual)));
}

#[test]
fn serial_automata_that_remember_beside_diagrams() {
    laws_up_to(FEWER, beside_diagrams(automata::<Serially>(Memory::Usual)));
}

#[test]
fn partitions_of_what_remembers() {
    laws_up_to(FEWER, |space| by_sign(beside_diagrams(polyhedra(Memory::Usual))(space)?));
    laws_up_to(FEWER, |space| by_sign(beside_diagrams(automata::<Parallel>(Memory::Usual))(space)?));
    laws_up_to(FEWER, |space| by_sign(automata::<Parallel>(Memory::Usual)(space.clone())?));
}

#[test]
fn what_forgets_early_keeps_the_laws() {
    laws_up_to(FEWER, |space| polyhedra(Memory::Short)(space.clone()));
    laws_up_to(FEWER, |space| automata::<Parallel>(Memory::Short)(space.clone()));
    laws_up_to(FEWER, beside_diagrams(polyhedra(Memory::Short)));
    laws_up_to(FEWER, beside_diagrams(automata::<Serially>(Memory::Short)));
}
