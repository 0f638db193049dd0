//! Builds the automaton of some inequalities and prints its size: the program that `bench/automata` measures.
//!
//!     measure naturals|integers [exists=N,N…] [pairwise] ROW...
//!
//! A row `3,-2,5:10` is the inequality 3x0 - 2x1 + 5x2 <= 10. With `exists`, the named variables are quantified.

use integer_automata::{Budget, Formula, Linear, Numbers, Store, Track};

fn row(text: &str) -> Option<Formula> {
    let (coefficients, bound) = text.split_once(':')?;
    let mut sum = Linear::constant(-bound.parse().ok()?);
    for (place, coefficient) in coefficients.split(',').enumerate() {
        sum = sum.plus(&Linear::term(coefficient.parse().ok()?, Track::new(u16::try_from(place).ok()?)));
    }
    Some(sum.at_most(&Linear::constant(0)))
}

fn main() {
    let mut numbers = Numbers::Naturals;
    let (mut rows, mut removed, mut pairwise) = (Vec::new(), Vec::new(), false);
    for argument in std::env::args().skip(1) {
        match argument.as_str() {
            "naturals" => numbers = Numbers::Naturals,
            "integers" => numbers = Numbers::Integers,
            "pairwise" => pairwise = true,
            text => {
                if let Some(tracks) = text.strip_prefix("exists=") {
                    removed.extend(tracks.split(',').filter_map(|n| n.parse().ok()).map(Track::new));
                } else if let Some(row) = row(text) {
                    rows.push(row);
                } else {
                    eprintln!("not a row: {text}");
                    std::process::exit(2);
                }
            }
        }
    }
    let (mut store, budget) = (Store::new(numbers), Budget::unlimited());
    let set = if pairwise {
        let mut set = store.universe();
        for row in &rows {
            let next = store.formula(row, &budget).expect("the budget has no limit");
            set = store.intersection(&set, &next, &budget).expect("the budget has no limit");
        }
        set
    } else {
        store.formula(&Formula::All(rows), &budget).expect("the budget has no limit")
    };
    let set = store.project(&set, &removed, &budget).expect("the budget has no limit");
    println!("{} states, {} nodes, {} diagrams", set.states(), set.nodes(), set.diagrams());
}
