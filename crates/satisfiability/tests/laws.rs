//! Laws of gates and atoms: what is the same is one literal, and what follows cannot be denied.

use budget::Budget;
use satisfiability::{Integer, Literal, Solver, Stopped, Sum};

fn sum(terms: &[(Integer, i128)], constant: i128) -> Sum {
    Sum { terms: terms.to_vec(), constant }
}

fn possible(solver: &mut Solver, assumptions: &[Literal]) -> bool {
    solver.solve(assumptions, &Budget::operations(1_000_000)).expect("laws are small")
}

#[test]
fn gates_are_simplified_and_made_once() {
    let mut solver = Solver::new();
    let [a, b, c] = [(); 3].map(|()| solver.boolean());
    let (t, f) = (Literal::TRUE, Literal::FALSE);
    assert_eq!(!t, f);
    assert_eq!([solver.and(&[]), solver.or(&[])], [t, f]);
    assert_eq!(
        [solver.and(&[a, t]), solver.and(&[a, f]), solver.and(&[a, !a]), solver.and(&[a, a])],
        [a, f, f, a]
    );
    assert_eq!(solver.and(&[a, b]), solver.and(&[b, a, t, b]));
    assert_eq!(solver.or(&[a, b]), !solver.and(&[!b, !a]));
    assert_eq!([solver.iff(a, a), solver.iff(a, !a), solver.iff(a, t), solver.iff(f, a)], [t, f, a, !a]);
    assert_eq!(solver.iff(a, b), !solver.iff(!b, a));
    assert_eq!([solver.choose(t, a, b), solver.choose(f, a, b), solver.choose(c, a, a)], [a, b, a]);
    assert_eq!(solver.choose(c, a, b), solver.choose(!c, b, a));
    assert_eq!(solver.choose(c, !a, !b), !solver.choose(c, a, b));
    assert_eq!(solver.choose(c, a, !a), solver.iff(c, a));
    assert_eq!(solver.choose(c, t, b), solver.or(&[c, b]));
    assert_eq!(solver.choose(c, a, f), solver.and(&[c, a]));
    assert_eq!(solver.choose(c, c, b), solver.or(&[c, b]));
    assert_eq!(solver.choose(c, a, c), solver.and(&[c, a]));
}

#[test]
fn gates_mean_what_they_say() {
    for code in 0..8 {
        let mut solver = Solver::new();
        let parts = [(); 3].map(|()| solver.boolean());
        let [a, b, c] = parts;
        let gates = [solver.and(&[a, b, c]), solver.or(&[a, b, c]), solver.iff(a, b), solver.choose(a, b, c)];
        let values = [0, 1, 2].map(|bit| code >> bit & 1 == 1);
        let [x, y, z] = values;
        let expected = [x && y && z, x || y || z, x == y, if x { y } else { z }];
        let assumed: Vec<Literal> =
            parts.iter().zip(values).map(|(&part, value)| if value { part } else { !part }).collect();
        assert!(possible(&mut solver, &assumed));
        for (gate, value) in gates.into_iter().zip(expected) {
            assert_eq!(solver.value(gate), value);
        }
        for (gate, value) in gates.into_iter().zip(expected) {
            let denied = if value { !gate } else { gate };
            let all: Vec<Literal> = assumed.iter().copied().chain([denied]).collect();
            assert!(!possible(&mut solver, &all));
        }
    }
}

#[test]
fn atoms_are_normalised() {
    let mut solver = Solver::new();
    let (x, y) = (solver.integer(), solver.integer());
    assert_eq!(solver.not_positive(&Sum::constant(0)), Literal::TRUE);
    assert_eq!(solver.not_positive(&Sum::constant(1)), Literal::FALSE);
    // 2x + 4y <= 5 is x + 2y <= 2, and its negation is −x − 2y <= −3.
    let first = solver.not_positive(&sum(&[(x, 2), (y, 4)], -5));
    assert_eq!(solver.not_positive(&sum(&[(x, 1), (y, 2)], -2)), first);
    assert_eq!(solver.not_positive(&sum(&[(x, -1), (y, -2)], 3)), !first);
    // 2x = 1 has no solution, and every number is divided by one.
    assert_eq!(solver.zero(&sum(&[(x, 2)], -1)), Literal::FALSE);
    assert_eq!(solver.divides(1, &sum(&[(x, 5)], 3)), Literal::TRUE);
    assert_eq!(solver.divides(4, &sum(&[(x, 2)], 1)), Literal::FALSE);
    assert_eq!(solver.divides(4, &sum(&[(x, 6)], 2)), solver.divides(2, &sum(&[(x, 1)], 1)));
    assert_eq!(solver.divides(5, &sum(&[(x, 3)], 1)), solver.divides(5, &sum(&[(x, -8)], 9)));
}

#[test]
fn smaller_bounds_imply_larger_ones() {
    let mut solver = Solver::new();
    let x = solver.integer();
    let bounds = [7, 3, 5, -2].map(|bound| solver.not_positive(&sum(&[(x, 1)], -bound)));
    assert!(!possible(&mut solver, &[bounds[1], !bounds[2]]));
    let mut core = solver.core().to_vec();
    core.sort_unstable();
    let mut expected = vec![bounds[1], !bounds[2]];
    expected.sort_unstable();
    assert_eq!(core, expected);
    assert!(possible(&mut solver, &[bounds[2], !bounds[1]]));
    assert!((4..=5).contains(&solver.number(x)));
    assert!(solver.value(bounds[0]) && !solver.value(bounds[3]));
}

#[test]
fn unbounded_integers_are_decided() {
    let mut solver = Solver::new();
    let [x, y, z] = [(); 3].map(|()| solver.integer());
    // 3x + 6y + 1 = 9z has no solution; 4x − 6y + 10z = 2 has many.
    assert_eq!(solver.zero(&sum(&[(x, 3), (y, 6), (z, -9)], 1)), Literal::FALSE);
    let many = solver.zero(&sum(&[(x, 4), (y, -6), (z, 10)], -2));
    assert!(possible(&mut solver, &[many]));
    // Twice x is between 2y + 1 and 2y + 1: all rational solutions have a half.
    let low = solver.not_positive(&sum(&[(x, -6), (y, 9), (z, 12)], 1));
    let high = solver.not_positive(&sum(&[(x, 6), (y, -9), (z, -12)], -2));
    assert!(!possible(&mut solver, &[low, high]));
    // x is even and x + y is even and y is odd.
    let parts = [
        solver.divides(2, &Sum::of(x)),
        solver.divides(2, &sum(&[(x, 1), (y, 1)], 0)),
        !solver.divides(2, &Sum::of(y)),
    ];
    assert!(!possible(&mut solver, &parts));
    assert!(possible(&mut solver, &parts[..2]));
    assert!(solver.number(x) % 2 == 0 && solver.number(y) % 2 == 0);
}

#[test]
fn equations_of_a_flat_cone_are_decided() {
    // 0 < 3x − 5y < 1 never; 0 < 7x − 5y < 2 with x > 1000 somewhere.
    let mut solver = Solver::new();
    let (x, y) = (solver.integer(), solver.integer());
    let above = solver.not_positive(&sum(&[(x, -7), (y, 5)], 1));
    let below = solver.not_positive(&sum(&[(x, 7), (y, -5)], -1));
    let far = solver.not_positive(&sum(&[(x, -1)], 1_000));
    assert!(possible(&mut solver, &[above, below, far]));
    assert_eq!(7 * solver.number(x) - 5 * solver.number(y), 1);
    assert!(solver.number(x) >= 1_000);
}

#[test]
fn clauses_stay_and_assumptions_do_not() {
    let mut solver = Solver::new();
    let (a, b) = (solver.boolean(), solver.boolean());
    solver.clause(&[a, b]);
    assert!(!possible(&mut solver, &[!a, !b]));
    assert!(possible(&mut solver, &[!a]));
    assert!(solver.value(b));
    solver.clause(&[!b]);
    assert!(!possible(&mut solver, &[!a]));
    assert_eq!(solver.core(), &[!a]);
    assert!(possible(&mut solver, &[]));
    assert!(!possible(&mut solver, &[Literal::FALSE]));
    assert_eq!(solver.core(), &[Literal::FALSE]);
    assert!(!possible(&mut solver, &[a, !a]));
    solver.clause(&[!a]);
    assert!(!possible(&mut solver, &[]));
    assert!(solver.core().is_empty());
    assert!(!possible(&mut solver, &[b]));
}

#[test]
fn a_model_with_a_number_that_is_too_large_is_refused() {
    let mut solver = Solver::new();
    let (x, y) = (solver.integer(), solver.integer());
    let large = solver.not_positive(&sum(&[(x, -1)], i128::MAX));
    let larger = solver.not_positive(&sum(&[(x, 4), (y, -1)], i128::MIN));
    assert_eq!(solver.solve(&[large, larger], &Budget::unlimited()), Err(Stopped::Overflow));
    assert_eq!(solver.solve(&[large], &Budget::unlimited()), Ok(true));
    assert_eq!(solver.number(x), i128::MAX);
}
