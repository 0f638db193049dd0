//! Limits are results.

use budget::{Budget, Progress, Stop, Watch};
use decision_diagrams::{Diagrams, Options, Order, Strategy};
use state_sets::{
    Cell, Comparison, Complement, Declaration, Domain, Formula, Halt, Kind, Limited, Linear, Local, Saturate,
    Shared, Size, Space, Step, Term, UBig, Variable,
};
use std::cell::Cell as Mutable;
use std::rc::Rc;

fn space(count: u32, codes: u64) -> Space {
    let declare = |number| Declaration {
        name: format!("x{number}"),
        kind: Kind::Finite { count: codes },
        cluster: None,
    };
    Space { variables: (0..count).map(declare).collect(), couplings: Vec::new() }
}

/// The first half of the variables are the same as the second half: exponential in the declared order.
fn mirrored(count: u32) -> Formula {
    let pair = |number| Formula::Same(Cell::now(Variable(number)), Cell::now(Variable(number + count / 2)));
    Formula::all((0..count / 2).map(pair))
}

#[test]
fn a_full_table_is_a_result_and_the_domain_goes_on() {
    let options = Options { bytes: 1 << 20, order: Order::Declared, ..Options::default() };
    let domain = Diagrams::new(space(60, 2), options).unwrap();
    for _ in 0..3 {
        assert!(matches!(domain.set(&mirrored(60)), Err(Halt::Memory)));
        let small = domain.set(&mirrored(2)).unwrap();
        assert_eq!(domain.size(&small), Ok(Size::Finite(UBig::from(1u8) << 59)));
    }
}

#[test]
fn nodes_without_use_are_collected() {
    let options = Options { bytes: 1 << 20, order: Order::Declared, ..Options::default() };
    let domain = Diagrams::new(space(60, 2), options).unwrap();
    // Each set needs a good part of the table.
    for round in 0..40 {
        let set = domain.set(&mirrored(16)).unwrap();
        let rest = domain.complement(&set).unwrap();
        let both = domain.intersection(&set, &rest).unwrap();
        assert_eq!(domain.is_empty(&both), Ok(true), "round {round}");
        assert!(domain.bytes() < 4 << 20);
    }
}

/// Says no after so many questions.
struct Patience(Mutable<u32>);

impl Watch for Patience {
    fn check(&self, _: &Progress) -> Result<(), Stop> {
        let left = self.0.get();
        self.0.set(left.saturating_sub(1));
        if left == 0 { Err(Stop::Interrupted) } else { Ok(()) }
    }

    fn may_allocate(&self, _: &Progress, _: u64) -> Result<(), Stop> {
        Ok(())
    }
}

#[test]
fn every_long_operation_can_be_told_to_stop() {
    let patience = Patience(Mutable::new(20));
    let budget = Rc::new(Budget::new(&patience));
    let options = Options { budget, order: Order::Declared, ..Options::default() };
    let domain = Diagrams::new(space(60, 2), options).unwrap();
    assert_eq!(domain.set(&mirrored(60)).err(), Some(Halt::Interrupted));
    assert_eq!(domain.set(&mirrored(60)).err(), Some(Halt::Interrupted));
}

#[test]
fn searches_can_be_told_to_stop() {
    for strategy in [Strategy::Monolithic, Strategy::Partitioned, Strategy::Chained, Strategy::Saturated] {
        let patience = Patience(Mutable::new(u32::MAX));
        let options = Options { budget: Rc::new(Budget::new(&patience)), strategy, ..Options::default() };
        let domain = Diagrams::new(space(1, 1 << 20), options).unwrap();
        let (now, next) = (Cell::now(Variable(0)), Cell::next(Variable(0)));
        let sum = Linear { terms: vec![(1, Term::Cell(next)), (-1, Term::Cell(now))], constant: -1 };
        let relation = Formula::Compare(sum, Comparison::Zero);
        let relation = domain.relation(&Step { changed: vec![Variable(0)], relation }).unwrap();
        let start = domain.set(&Formula::is(now, 0)).unwrap();
        patience.0.set(2);
        assert_eq!(domain.reach(&start, &[&relation]).err(), Some(Halt::Interrupted), "{strategy:?}");
        patience.0.set(2);
        assert_eq!(domain.reach_back(&start, &[&relation]).map(|_| ()), Ok(()), "{strategy:?}");
    }
}

/// Unoptimised code needs about two kilobytes of stack for a bit, optimised code a quarter of it.
#[test]
fn many_bits_do_not_exhaust_the_stack() {
    let large = std::thread::Builder::new().stack_size(32 << 20);
    large.spawn(|| many_bits(8000)).expect("a thread starts").join().expect("nothing panics");
}

fn many_bits(count: u32) {
    let domain = Diagrams::new(space(count, 2), Options::default()).unwrap();
    let set = domain.set(&mirrored(2)).unwrap();
    let variables: Vec<Variable> = (0..count).map(Variable).collect();
    let all = Step { changed: variables.clone(), relation: Formula::truth() };
    let everything = domain.post(&set, &domain.relation(&all).unwrap()).unwrap();
    assert_eq!(domain.is_equal(&everything, &domain.whole().unwrap()), Ok(true));
    let origin = Formula::all(variables.iter().map(|&variable| Formula::is(Cell::now(variable), 0)));
    let origin = domain.set(&origin).unwrap();
    assert_eq!(domain.size(&origin), Ok(Size::Finite(UBig::ONE)));
    let single = |&variable: &Variable| {
        let change = Formula::is(Cell::now(variable), 0).and(Formula::is(Cell::next(variable), 1));
        domain.relation(&Step { changed: vec![variable], relation: change })
    };
    let singles: Vec<_> = variables.iter().map(single).collect::<Limited<_>>().unwrap();
    let reached = domain.reach(&origin, &singles.iter().collect::<Vec<_>>()).unwrap();
    assert_eq!(domain.is_equal(&reached, &domain.whole().unwrap()), Ok(true));
    assert_eq!(domain.size(&reached), Ok(Size::Finite(UBig::ONE << count as usize)));
}

#[test]
fn what_cannot_be_represented_is_refused() {
    let beyond = |result: Limited<Diagrams<'_>>| matches!(result, Err(Halt::Unsupported(_)));
    assert!(beyond(Diagrams::new(space(100_000, 2), Options::default())));
    let mut unbounded = space(1, 2);
    unbounded.variables[0].kind = Kind::Integer { low: Some(0), high: None };
    assert!(beyond(Diagrams::new(unbounded, Options::default())));
    let domain = Diagrams::new(space(1, 2), Options::default()).unwrap();
    let bound = Formula::is(Cell::Local(Local(0)), 0);
    let infinite = Formula::Exists(vec![(Local(0), Kind::INTEGER)], Shared::new(bound.clone()));
    let missing = Formula::is(Cell::now(Variable(7)), 0);
    let deep =
        (0..5000).fold(Formula::is(Cell::now(Variable(0)), 0), |inner, _| Formula::Not(Shared::new(inner)));
    for formula in [bound, infinite, missing, deep] {
        assert!(matches!(domain.set(&formula), Err(Halt::Unsupported(_))));
    }
}
