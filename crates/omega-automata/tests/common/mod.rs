//! Random formulas and words from fixed seeds, and the corpus of formulas.
#![allow(dead_code)]

pub mod agreement;
#[path = "../../../../tests/corpora/locate.rs"]
pub mod corpora;

use omega_automata::{Formula, Formulas, Lasso};
use random_numbers::SplitMix;
use std::path::{Path, PathBuf};

/// Pseudo-random numbers, the same on all machines.
pub struct Random(SplitMix);

impl Random {
    /// The sequence of a seed.
    pub fn new(seed: u64) -> Random {
        Random(SplitMix::new(seed))
    }

    /// The next number.
    pub fn next(&mut self) -> u64 {
        self.0.bits()
    }

    /// A number below `limit`.
    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }
}

/// A random formula with about so many operators.
pub fn random_formula(
    random: &mut Random,
    formulas: &mut Formulas,
    propositions: u32,
    size: usize,
) -> Formula {
    if size == 0 {
        let proposition = random.below(propositions as usize) as u32;
        let literal = formulas.proposition(proposition);
        return if random.below(2) == 0 { literal } else { formulas.not(literal) };
    }
    let left_size = random.below(size);
    let operand = |random: &mut Random, formulas: &mut Formulas, size| {
        random_formula(random, formulas, propositions, size)
    };
    match random.below(12) {
        operator @ 0..=2 => {
            let f = operand(random, formulas, size - 1);
            [Formulas::next, Formulas::finally, Formulas::globally][operator](formulas, f)
        }
        operator => {
            let f = operand(random, formulas, left_size);
            let g = operand(random, formulas, size - 1 - left_size);
            combine(formulas, operator, f, g)
        }
    }
}

fn combine(formulas: &mut Formulas, operator: usize, f: Formula, g: Formula) -> Formula {
    match operator {
        3 | 4 => formulas.and([f, g]),
        5 | 6 => formulas.or([f, g]),
        7 | 8 => formulas.until(f, g),
        9 => formulas.release(f, g),
        10 => formulas.weak(f, g),
        _ => formulas.strong(f, g),
    }
}

/// A formula of a few operators over operands that often recur, so that rules that compare operands match.
pub fn formula_from_pool(random: &mut Random, formulas: &mut Formulas) -> Formula {
    let mut pool: Vec<Formula> = (0..2).map(|proposition| formulas.proposition(proposition)).collect();
    if random.below(2) == 0 {
        let (a, b) = (pool[0], pool[1]);
        pool.extend([formulas.finally(a), formulas.globally(a), formulas.globally(b)]);
        let last = pool[4];
        pool.push(formulas.finally(last));
    }
    for _ in 0..random.below(8) + 1 {
        let f = pool[random.below(pool.len())];
        let g = pool[random.below(pool.len())];
        let made = match random.below(13) {
            0 => formulas.not(f),
            1 => formulas.next(f),
            2 => formulas.finally(f),
            12 => formulas.globally(f),
            operator => combine(formulas, operator, f, g),
        };
        pool.push(made);
    }
    pool[pool.len() - 1]
}

/// A random word over so many propositions.
pub fn random_lasso(random: &mut Random, propositions: u32) -> Lasso {
    let words = (propositions as usize).div_ceil(64).max(1);
    let stem = random.below(5);
    let cycle = random.below(5) + 1;
    // Sparse and dense letters, too: with many propositions most formulas are decided by few of them.
    let mode = random.below(3);
    let mut letter = |_| {
        let mut word = || match mode {
            0 => random.next(),
            1 => random.next() & random.next() & random.next(),
            _ => random.next() | random.next() | random.next(),
        };
        (0..words).map(|_| word()).collect()
    };
    let stem = (0..stem).map(&mut letter).collect();
    let cycle = (0..cycle).map(letter).collect();
    Lasso::new(stem, cycle).expect("the cycle is not empty")
}

/// Whether case number `number` is to be tried: all are with optimisation, a quarter without, where tests are slow.
pub fn is_tried(number: usize) -> bool {
    !cfg!(debug_assertions) || number.is_multiple_of(4)
}

/// The formulas of a folder, by file.
pub fn formulas_in(folder: &Path) -> Vec<(String, Vec<String>)> {
    let entries = std::fs::read_dir(folder).expect("the folder can be read");
    let mut files: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.retain(|path| path.extension().is_some_and(|end| end == "ltl"));
    files.sort();
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).expect("a file of the corpus should be readable");
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_string);
        (path.file_stem().unwrap_or_default().to_string_lossy().into_owned(), lines.collect())
    };
    files.into_iter().map(read).collect()
}

/// The project's own formulas, and those of the literature where they are at hand.
pub fn corpus() -> Vec<(String, Vec<String>)> {
    let mut files = formulas_in(&corpora::own("ltl"));
    files.extend(corpora::foreign("ltl").iter().flat_map(|folder| formulas_in(folder)));
    files
}
