//! What a transition of a reduced net stands for: a word of transitions of the net before.
//!
//! Words share their parts, so a word may be far longer than its representation; [`LONGEST`] keeps it from being too long to be spelt.

use budget::{Budget, Budgeted};

/// The most letters of a word that a rule may make.
pub(super) const LONGEST: u64 = 1 << 16;

/// Words by their number. The first ones are the letters: the transitions of the net before.
#[derive(Debug, Clone)]
pub(super) struct Words {
    letters: usize,
    /// The parts of those that are no letters: earlier words, each so many times.
    parts: Vec<Vec<(usize, u64)>>,
    lengths: Vec<u64>,
}

impl Words {
    /// Only letters.
    pub(super) fn letters(letters: usize) -> Words {
        Words { letters, parts: Vec::new(), lengths: Vec::new() }
    }

    fn length(&self, word: usize) -> u64 {
        word.checked_sub(self.letters).map_or(1, |at| self.lengths[at])
    }

    /// How many letters a word of these parts has; `u64::MAX` for more than can be counted.
    pub(super) fn length_of(&self, parts: &[(usize, u64)]) -> u64 {
        let lengths = parts.iter().map(|(word, times)| self.length(*word).saturating_mul(*times));
        lengths.fold(0, u64::saturating_add)
    }

    /// A new word of these parts.
    pub(super) fn join(&mut self, parts: Vec<(usize, u64)>) -> usize {
        self.lengths.push(self.length_of(&parts));
        self.parts.push(parts);
        self.letters.saturating_add(self.parts.len()).saturating_sub(1)
    }

    /// Appends the letters of the word, so many times.
    pub(super) fn spell(
        &self,
        word: usize,
        times: u64,
        into: &mut Vec<usize>,
        budget: &Budget,
    ) -> Budgeted<()> {
        let mut open = vec![(word, times)];
        while let Some((word, times)) = open.pop() {
            budget.spend(1)?;
            let Some(times) = times.checked_sub(1) else { continue };
            open.push((word, times));
            match word.checked_sub(self.letters) {
                None => into.push(word),
                Some(at) => open.extend(self.parts[at].iter().rev().copied()),
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_spelt_in_order() {
        let mut words = Words::letters(3);
        let inner = words.join(vec![(2, 2), (0, 1)]);
        let outer = words.join(vec![(1, 1), (inner, 2)]);
        let mut letters = Vec::new();
        words.spell(outer, 2, &mut letters, &Budget::unlimited()).unwrap();
        assert_eq!(letters, [1, 2, 2, 0, 2, 2, 0, 1, 2, 2, 0, 2, 2, 0]);
        assert_eq!(words.length_of(&[(outer, 2)]), letters.len() as u64);
        assert_eq!(words.length_of(&[(outer, u64::MAX)]), u64::MAX);
    }
}
