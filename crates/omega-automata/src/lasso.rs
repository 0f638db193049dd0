//! Ultimately periodic words, on which formulas and automata can be compared.
//!
//! Two ω-regular languages are equal if they contain the same of these words, so that they are all that tests need.

mod accept;
mod evaluate;

pub use accept::accepts;
pub use evaluate::satisfies;

/// A letter: the true propositions, `p` being bit `p % 64` of word `p / 64`.
pub type Letter = Vec<u64>;

/// A finite stem followed by a cycle that is repeated for ever.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Lasso {
    letters: Vec<Letter>,
    stem: usize,
}

impl Lasso {
    /// The word `stem cycle cycle …`, or `None` if the cycle is empty.
    pub fn new(stem: Vec<Letter>, cycle: Vec<Letter>) -> Option<Self> {
        if cycle.is_empty() {
            return None;
        }
        let length = stem.len();
        let letters = stem.into_iter().chain(cycle).collect();
        Some(Lasso { letters, stem: length })
    }

    /// How many different positions there are: those of the stem and those of one round of the cycle.
    pub fn positions(&self) -> usize {
        self.letters.len()
    }

    /// The letter at a position.
    pub fn letter(&self, position: usize) -> &[u64] {
        &self.letters[position]
    }

    /// The position that follows: behind the last one comes the first of the cycle.
    pub fn next(&self, position: usize) -> usize {
        if position + 1 < self.letters.len() { position + 1 } else { self.stem }
    }

    /// Whether a proposition is true at a position.
    pub fn is_true(&self, proposition: u32, position: usize) -> bool {
        let word = self.letters[position].get(proposition as usize / 64).copied().unwrap_or(0);
        word >> (proposition % 64) & 1 == 1
    }
}
