//! Exchanges of variables and values in diagrams against their definition, state by state.

use decision_diagrams::{Diagrams, Options, Order};
use state_sets::{
    Cell, Complement, Declaration, Domain, Enumerated, Exchange, Formula, Kind, Space, Swap, Variable,
};

fn space(counts: &[u64]) -> Space {
    let declare =
        |count: &u64| Declaration { name: "x".into(), kind: Kind::Finite { count: *count }, cluster: None };
    Space { variables: counts.iter().map(declare).collect(), couplings: Vec::new() }
}

/// A sequence of numbers that look random.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }
}

/// Two groups of a location, a reference and a flag, and two references and a counter that are nobody's.
const COUNTS: [u64; 9] = [3, 4, 2, 4, 3, 4, 2, 4, 5];

fn swap() -> Swap {
    let variable = |number| Variable(number);
    Swap {
        variables: [(0, 4), (1, 5), (2, 6)].map(|(one, other)| (variable(one), variable(other))).to_vec(),
        values: [1, 5, 3, 7].map(|number| (variable(number), 1, 2)).to_vec(),
    }
}

/// A set of states by chance.
fn chosen(numbers: &mut Numbers) -> Formula {
    let member = |numbers: &mut Numbers| {
        let number = numbers.below(COUNTS.len() as u64);
        let codes = (0..COUNTS[number as usize]).filter(|_| numbers.below(2) == 0).collect();
        Formula::Member(Cell::now(Variable(number as u32)), codes)
    };
    let case = |numbers: &mut Numbers| Formula::all((0..4).map(|_| member(numbers)).collect::<Vec<_>>());
    Formula::any((0..5).map(|_| case(numbers)).collect::<Vec<_>>())
}

#[test]
fn exchanges_are_what_they_do_to_each_state() {
    let listed = Enumerated::new(space(&COUNTS)).expect("the space is small");
    // Neighbours, and variables that are far from each other.
    let orders: [&[u32]; 3] = [&[0, 1, 2, 4, 5, 6], &[8, 5, 6, 4], &[]];
    for order in orders {
        let listed_first = order.iter().map(|number| Variable(*number)).collect();
        let options = Options { order: Order::Declared, listed: listed_first, ..Options::default() };
        let diagrams = Diagrams::new(space(&COUNTS), options).expect("there is room");
        let numbers = &mut Numbers(7);
        for _ in 0..12 {
            let formula = chosen(numbers);
            let (set, wanted) = (diagrams.set(&formula).unwrap(), listed.set(&formula).unwrap());
            let moved = diagrams.exchange(&set, &swap()).unwrap();
            let wanted = listed.exchange(&wanted, &swap()).unwrap();
            assert_eq!(diagrams.size(&moved), listed.size(&wanted));
            assert!(wanted.iter().all(|point| diagrams.contains(&moved, point) == Ok(true)));
            assert!(diagrams.exchange(&moved, &swap()).unwrap() == set, "it is its own inverse");
            assert_eq!(
                diagrams.is_empty(&diagrams.difference(&moved, &diagrams.whole().unwrap()).unwrap()),
                Ok(true)
            );
        }
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    let diagrams = Diagrams::new(space(&[2, 3]), Options::default()).expect("there is room");
    let whole = diagrams.whole().unwrap();
    let unlike = Swap { variables: vec![(Variable(0), Variable(1))], values: Vec::new() };
    assert!(diagrams.exchange(&whole, &unlike).is_err());
    let missing = Swap { variables: Vec::new(), values: vec![(Variable(0), 0, 2)] };
    assert!(diagrams.exchange(&whole, &missing).is_err());
}
