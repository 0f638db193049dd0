//! What the search leaves open may be anything: the model satisfies what was demanded, also without assumptions.

mod support;

use budget::Budget;
use satisfiability::{Literal, Solver};
use support::Random;

/// A gate over the literals before it.
enum Gate {
    And(usize, usize),
    Iff(usize, usize),
    Choose(usize, usize, usize),
}

#[test]
fn models_satisfy_all_demands() {
    let mut found = 0;
    for seed in 0..3000 {
        let mut random = Random::new(seed);
        let mut solver = Solver::new();
        let count = 4 + random.below(6) as usize;
        let mut literals: Vec<Literal> = (0..count).map(|_| solver.boolean()).collect();
        let mut gates = Vec::new();
        for _ in 0..5 + random.below(25) {
            let mut pick = || random.below(literals.len() as u64) as usize;
            let (a, b, c) = (pick(), pick(), pick());
            let (gate, literal) = match random.below(4) {
                0 => (Gate::And(a, b), solver.and(&[literals[a], literals[b]])),
                1 => (Gate::Iff(a, b), solver.iff(literals[a], literals[b])),
                _ => (Gate::Choose(a, b, c), solver.choose(literals[a], literals[b], literals[c])),
            };
            gates.push(gate);
            literals.push(!literal);
        }
        let mut clauses = Vec::new();
        for _ in 0..1 + random.below(6) {
            let clause: Vec<(usize, bool)> = (0..1 + random.below(3))
                .map(|_| (random.below(literals.len() as u64) as usize, random.below(2) == 0))
                .collect();
            let parts =
                clause.iter().map(|(at, negated)| if *negated { !literals[*at] } else { literals[*at] });
            solver.clause(&parts.collect::<Vec<_>>());
            clauses.push(clause);
        }
        if solver.solve(&[], &Budget::unlimited()) != Ok(true) {
            continue;
        }
        found += 1;
        let mut values: Vec<bool> = literals[..count].iter().map(|literal| solver.value(*literal)).collect();
        for gate in &gates {
            values.push(!match *gate {
                Gate::And(a, b) => values[a] && values[b],
                Gate::Iff(a, b) => values[a] == values[b],
                Gate::Choose(a, b, c) => values[if values[a] { b } else { c }],
            });
        }
        let holds = |clause: &Vec<(usize, bool)>| clause.iter().any(|(at, negated)| values[*at] != *negated);
        assert!(clauses.iter().all(holds), "seed {seed}");
    }
    assert!(found > 1000, "{found}");
}
