//! Every domain of state sets keeps the laws of the traits that it implements.

use conformance::laws::{Universe, complement_laws, domain_laws, saturate_laws, universes};
use decision_diagrams::{Diagrams, Options, Order, Strategy};
use state_sets::{Enumerated, Halt};

fn bounded() -> impl Iterator<Item = Universe> {
    universes().into_iter().filter(Universe::is_whole)
}

#[test]
fn enumerated_sets() {
    for universe in bounded() {
        let domain = Enumerated::new(universe.space.clone()).expect("the universe is small");
        domain_laws(&universe, &domain);
        complement_laws(&universe, &domain);
        saturate_laws(&universe, &domain);
    }
}

#[test]
fn decision_diagrams_in_every_order() {
    for order in [Order::Declared, Order::Attracted] {
        for universe in bounded() {
            let domain = diagrams(&universe, Options { order, ..Options::default() });
            domain_laws(&universe, &domain);
            complement_laws(&universe, &domain);
        }
    }
}

#[test]
fn decision_diagrams_with_every_strategy() {
    let strategies = [Strategy::Monolithic, Strategy::Partitioned, Strategy::Chained, Strategy::Saturated];
    for strategy in strategies {
        for order in [Order::Declared, Order::Attracted] {
            for universe in bounded() {
                let options = Options { order, strategy, ..Options::default() };
                saturate_laws(&universe, &diagrams(&universe, options));
            }
        }
    }
}

#[test]
fn decision_diagrams_refuse_unbounded_integers() {
    for universe in universes().into_iter().filter(|universe| !universe.is_whole()) {
        let made = Diagrams::new(universe.space.clone(), Options::default());
        assert!(matches!(made, Err(Halt::Unsupported(_))), "{}", universe.name);
    }
}

fn diagrams(universe: &Universe, options: Options<'static>) -> Diagrams<'static> {
    Diagrams::new(universe.space.clone(), options).expect("the universe is small")
}
