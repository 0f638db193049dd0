//! Builds the automaton of some inequalities and prints its size: the program that `bench/automata` measures.
//!
//!     automaton_sizes naturals|integers|serial [exists=N,N…] ROW...
//!
//! A row `3,-2,5:10` is the inequality 3x0 - 2x1 + 5x2 <= 10. With `exists`, the named variables are quantified. `serial` is
//! the serial encoding of natural numbers.

use integer_automata::{Budget, Comparison, Encoding, Formula, Linear, Numbers, Serial, Store, Track};

fn row(text: &str) -> Option<Linear> {
    let (coefficients, bound) = text.split_once(':')?;
    let mut sum = Linear::constant(-bound.parse().ok()?);
    for (place, coefficient) in coefficients.split(',').enumerate() {
        sum = sum.plus(&Linear::term(coefficient.parse().ok()?, Track::new(u16::try_from(place).ok()?)));
    }
    Some(sum)
}

/// The size of the set in the serial encoding.
fn serial(rows: &[Linear], removed: &[Track], budget: &Budget) -> (usize, usize) {
    let mut tracks: Vec<Track> = rows.iter().flat_map(|row| row.terms()).map(|term| term.0).collect();
    tracks.sort_unstable();
    tracks.dedup();
    let mut encoding = Serial::new(Numbers::Naturals, tracks);
    let mut set = encoding.constraint(&Linear::constant(0), Comparison::Equal, budget).expect("no limit");
    for row in rows {
        let next = encoding.constraint(row, Comparison::AtMost, budget).expect("no limit");
        set = encoding.intersection(&set, &next, budget).expect("no limit");
    }
    for &track in removed {
        set = encoding.project(&set, track, budget).expect("no limit");
    }
    (encoding.states(&set), encoding.nodes(&set))
}

fn parallel(numbers: Numbers, rows: &[Linear], removed: &[Track], budget: &Budget) -> (usize, usize) {
    let mut store = Store::new(numbers);
    let formula = Formula::all(rows.iter().map(|row| row.compared(Comparison::AtMost)));
    let set = store.formula(&formula, budget).expect("no limit");
    let set = store.project(&set, removed, budget).expect("no limit");
    (set.states(), set.nodes())
}

fn main() {
    let (mut mode, mut rows, mut removed) = (String::new(), Vec::new(), Vec::new());
    for argument in std::env::args().skip(1) {
        if let Some(tracks) = argument.strip_prefix("exists=") {
            removed.extend(tracks.split(',').filter_map(|number| number.parse().ok()).map(Track::new));
        } else if let Some(row) = row(&argument) {
            rows.push(row);
        } else {
            mode = argument;
        }
    }
    let budget = Budget::unlimited();
    let (states, nodes) = match mode.as_str() {
        "naturals" => parallel(Numbers::Naturals, &rows, &removed, &budget),
        "integers" => parallel(Numbers::Integers, &rows, &removed, &budget),
        "serial" => serial(&rows, &removed, &budget),
        _ => {
            eprintln!("usage: automaton_sizes naturals|integers|serial [exists=N,N] ROW...");
            std::process::exit(2);
        }
    };
    println!("{states} states, {nodes} nodes");
}
