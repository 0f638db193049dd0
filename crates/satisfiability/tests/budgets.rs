//! Budgets end questions early, and nothing else.

mod support;

use budget::Budget;
use satisfiability::{Literal, Solver, Stopped};
use support::{Formula, Random, Shape, Told};

/// Pigeons in too few holes: impossible, and long to see.
fn pigeons(solver: &mut Solver, holes: usize) -> Literal {
    let sitting: Vec<Vec<Literal>> =
        (0..=holes).map(|_| (0..holes).map(|_| solver.boolean()).collect()).collect();
    let mut parts = Vec::new();
    for pigeon in &sitting {
        parts.push(solver.or(pigeon));
    }
    for (place, first) in sitting.iter().enumerate() {
        for second in &sitting[..place] {
            for (&one, &other) in first.iter().zip(second) {
                parts.push(solver.or(&[!one, !other]));
            }
        }
    }
    solver.and(&parts)
}

#[test]
fn a_small_budget_ends_a_long_question_and_the_solver_stays_usable() {
    let mut solver = Solver::new();
    let hard = pigeons(&mut solver, 11);
    let a = solver.boolean();
    for operations in [0, 1, 10, 1_000, 100_000] {
        let budget = Budget::operations(operations);
        assert_eq!(solver.solve(&[hard], &budget), Err(Stopped::Budget));
        assert!(budget.spent() < 2 * operations + 10_000, "{} of {operations}", budget.spent());
        assert_eq!(solver.solve(&[a], &Budget::unlimited()), Ok(true));
        assert!(solver.value(a));
    }
    let easy = pigeons(&mut solver, 4);
    assert_eq!(solver.solve(&[easy, a], &Budget::unlimited()), Ok(false));
    assert_eq!(solver.core(), &[easy]);
}

#[test]
fn interrupted_questions_are_answered_as_others_when_asked_again() {
    let shape = Shape { booleans: 4, integers: 4, depth: 2, coefficient: 3, constant: 10, modulus: 6 };
    for seed in 0..60 {
        let mut random = Random::new(seed);
        let (mut told, mut calm) = (Told::new(&shape), Told::new(&shape));
        for question in 0..6 {
            let assumptions: Vec<Formula> = (0..3).map(|_| random.formula(&shape, 2)).collect();
            let literals: Vec<Literal> = assumptions.iter().map(|formula| told.literal(formula)).collect();
            for operations in [1, 5, 20, 60, 150, 400, 1_000] {
                match told.solver.solve(&literals, &Budget::operations(operations)) {
                    Ok(_) | Err(Stopped::Budget) => {}
                    Err(other) => panic!("{other}"),
                }
            }
            assert_eq!(told.ask(&assumptions), calm.ask(&assumptions), "seed {seed}, question {question}");
            let formula = random.formula(&shape, 2);
            told.demand(&formula);
            calm.demand(&formula);
        }
    }
}
