//! Sizes of the automata of lists of formulas, as a table by file.
//!
//! `cargo run --release -p fathom-omega-automata --example table -- FOLDER [--each]`: reads every `.ltl` file of the
//! folder, one formula a line; with `--each` one row for each formula.

use omega_automata::{
    Automaton, Formulas, Limits, Refusable, parse, translate, translate_with_state_acceptance,
};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// States and edges of both kinds of automata, and times, summed up.
#[derive(Debug, Default, Clone, Copy)]
struct Sizes {
    formulas: usize,
    refused: usize,
    states: usize,
    edges: usize,
    seconds: f64,
    state_based_states: usize,
    state_based_edges: usize,
    state_based_seconds: f64,
    slowest: f64,
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let Some(folder) = arguments.next() else {
        eprintln!("usage: table FOLDER [--each]");
        std::process::exit(2);
    };
    let each = arguments.next().is_some_and(|flag| flag == "--each");
    println!(
        "| file | formulas | refused | -B states / edges | default states / edges | s -B / default | slowest |"
    );
    println!("|---|---|---|---|---|---|---|");
    let mut total = Sizes::default();
    for file in files(Path::new(&folder)) {
        let name = file.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        let text = std::fs::read_to_string(&file).expect("the file should be readable text");
        let mut sum = Sizes::default();
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            let sizes = measure(line);
            if each {
                row(line, &sizes);
            }
            add(&mut sum, &sizes);
        }
        row(&name, &sum);
        add(&mut total, &sum);
    }
    row("**total**", &total);
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("the folder should be readable");
    let paths = entries.map(|entry| entry.expect("the folder should be readable").path());
    let mut files: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|end| end == "ltl")).collect();
    files.sort();
    files
}

fn measure(text: &str) -> Sizes {
    let mut formulas = Formulas::new();
    let mut names = Vec::new();
    let formula = parse(text, &mut formulas, &mut names).expect("the corpus consists of formulas");
    let count = names.len() as u32;
    let limits = Limits::default();
    let (default, seconds) = timed(|| translate(&mut formulas.clone(), formula, count, &limits));
    let (state_based, state_based_seconds) =
        timed(|| translate_with_state_acceptance(&mut formulas.clone(), formula, count, &limits));
    let (Ok(default), Ok(state_based)) = (default, state_based) else {
        return Sizes { formulas: 1, refused: 1, ..Sizes::default() };
    };
    Sizes {
        formulas: 1,
        refused: 0,
        states: default.state_count(),
        edges: default.edge_count(),
        seconds,
        state_based_states: state_based.state_count(),
        state_based_edges: state_based.edge_count(),
        state_based_seconds,
        slowest: seconds.max(state_based_seconds),
    }
}

fn timed(work: impl FnOnce() -> Refusable<Automaton>) -> (Refusable<Automaton>, f64) {
    let start = Instant::now();
    let result = work();
    let elapsed: Duration = start.elapsed();
    (result, elapsed.as_secs_f64())
}

fn add(sum: &mut Sizes, one: &Sizes) {
    sum.formulas += one.formulas;
    sum.refused += one.refused;
    sum.states += one.states;
    sum.edges += one.edges;
    sum.seconds += one.seconds;
    sum.state_based_states += one.state_based_states;
    sum.state_based_edges += one.state_based_edges;
    sum.state_based_seconds += one.state_based_seconds;
    sum.slowest = sum.slowest.max(one.slowest);
}

fn row(name: &str, sizes: &Sizes) {
    println!(
        "| {name} | {} | {} | {} / {} | {} / {} | {:.2} / {:.2} | {:.3} |",
        sizes.formulas,
        sizes.refused,
        sizes.state_based_states,
        sizes.state_based_edges,
        sizes.states,
        sizes.edges,
        sizes.state_based_seconds,
        sizes.seconds,
        sizes.slowest,
    );
}
