//! Every domain of state sets with integers keeps the laws of the traits that it implements.

use composite_sets::{
    Automata, Composite, Memoised, Parallel, Partitioned, Polyhedra, Serially, TrackEncoding,
};
use conformance::laws::{Universe, close_laws, complement_laws, domain_laws, universes, widen_laws};
use decision_diagrams::{Diagrams, Options};
use state_sets::{Cell, Close, Complement, Erased, Formula, Kind, Limited, Linear, Space, Widen};

/// Few points, unless `FATHOM_SLOW` asks for long tests.
fn few() -> usize {
    if std::env::var_os("FATHOM_SLOW").is_some() { usize::MAX } else { 12 }
}

/// All laws of a domain, over every universe.
fn laws<D: Complement + Widen + Close>(make: impl Fn(&Space) -> Limited<D>) {
    laws_up_to(usize::MAX, make);
}

/// All laws of a domain that is slow on many points without a pattern, over universes with at most so many.
fn laws_up_to<D: Complement + Widen + Close>(most: usize, make: impl Fn(&Space) -> Limited<D>) {
    for universe in universes().into_iter().filter(|universe| universe.points.len() <= most) {
        let domain = make(&universe.space).expect("the universe is small");
        domain_laws(&universe, &domain);
        complement_laws(&universe, &domain);
        widen_laws(&universe, &domain);
        if has_integers(&universe) {
            close_laws(&universe, &domain);
        }
    }
}

fn has_integers(universe: &Universe) -> bool {
    universe.space.all().any(|variable| matches!(universe.space.kind(variable), Kind::Integer { .. }))
}

fn diagrams(space: Space) -> Limited<Diagrams<'static>> {
    Diagrams::new(space, Options::default())
}

fn beside_diagrams<T: TrackEncoding>(
    space: &Space,
) -> Limited<Composite<Diagrams<'static>, Automata<'static, T>>> {
    Composite::new(space.clone(), diagrams, Automata::new)
}

#[test]
fn polyhedra() {
    laws_up_to(few(), |space| Polyhedra::new(space.clone()));
}

#[test]
fn polyhedra_beside_diagrams() {
    laws(|space| Composite::new(space.clone(), diagrams, Polyhedra::new));
}

#[test]
fn automata_with_codes_as_booleans() {
    laws(|space| Automata::<Parallel>::new(space.clone()));
}

#[test]
fn serial_automata_with_codes_as_numbers() {
    laws_up_to(few(), |space| Automata::<Serially>::new(space.clone()));
}

#[test]
fn automata_beside_diagrams() {
    laws(beside_diagrams::<Parallel>);
}

#[test]
fn serial_automata_beside_diagrams() {
    laws_up_to(few(), beside_diagrams::<Serially>);
}

#[test]
fn partitions() {
    laws(|space| {
        let small = |variable| Formula::not_positive(Linear::cell(Cell::now(variable)));
        let conditions: Vec<Formula> = space.all().map(small).collect();
        Partitioned::by_conditions(beside_diagrams::<Parallel>(space)?, &conditions)
    });
}

#[test]
fn memoised_sets_of_any_type_beside_diagrams() {
    laws_up_to(few(), |space| {
        let integers = |space| Ok(Erased::new(Memoised::new(Polyhedra::new(space)?)));
        Ok(Erased::new(Composite::new(space.clone(), diagrams, integers)?))
    });
    laws_up_to(few(), |space| {
        let integers = |space| Ok(Erased::new(Memoised::new(Automata::<Parallel>::new(space)?)));
        Ok(Erased::new(Composite::new(space.clone(), diagrams, integers)?))
    });
}

#[test]
fn memoised_sets_of_any_type_with_a_partition() {
    laws_up_to(few(), |space| {
        let small = |variable| Formula::not_positive(Linear::cell(Cell::now(variable)));
        let conditions: Vec<Formula> = space.all().map(small).collect();
        let sets = Erased::new(Memoised::new(Automata::<Parallel>::new(space.clone())?));
        Ok(Erased::new(Partitioned::by_conditions(sets, &conditions)?))
    });
}
