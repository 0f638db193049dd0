//! Candidates that were missed lately.
//!
//! Most candidates that are equal come soon after each other. Of these, all but the first in the order of the search can be
//! forgotten: by the time that they would be taken in, the first one has been.

use state_storage::home_in;

/// Remembers candidates that were missed, as long as their places are not taken by others.
#[derive(Debug, Default)]
pub(crate) struct Recent {
    words: Vec<u64>,
    width: usize,
    /// For each place, whether it is taken.
    is_taken: Vec<bool>,
    /// The first state of those whose successors came last, if anything is remembered.
    first: Option<u32>,
}

/// How many words are remembered.
const WORDS: usize = 1 << 14;

impl Recent {
    /// Remembers candidates with so many words. What follows are successors of states from this one on.
    pub fn begin(&mut self, first: u32, width: usize) {
        if self.width != width {
            let places = (WORDS / width).max(1);
            (self.words, self.is_taken, self.width) = (vec![0; places * width], vec![false; places], width);
        }
        // What was remembered of later states is of no use.
        if self.first.is_none_or(|last| last >= first) {
            self.is_taken.fill(false);
        }
        self.first = Some(first);
    }

    /// Remembers nothing from now on.
    pub fn stop(&mut self) {
        self.first = None;
    }

    /// Whether this candidate is remembered; if not, it is from now on.
    #[inline]
    pub fn has(&mut self, hash: u64, words: &[u64]) -> bool {
        if self.first.is_none() {
            return false;
        }
        let place = home_in(self.is_taken.len(), hash);
        let known = &mut self.words[place * self.width..(place + 1) * self.width];
        let is_known = self.is_taken[place] && known.iter().zip(words).all(|(a, b)| a == b);
        if !is_known {
            self.is_taken[place] = true;
            known.iter_mut().zip(words).for_each(|(to, from)| *to = *from);
        }
        is_known
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use state_storage::hash;

    #[test]
    fn only_what_comes_later_is_forgotten() {
        let mut recent = Recent::default();
        let (one, other) = ([3, 4], [3, 5]);
        let has = |recent: &mut Recent, words: &[u64]| recent.has(hash(words), words);
        assert!(!has(&mut recent, &one) && !has(&mut recent, &one));
        recent.begin(100, 2);
        assert!(!has(&mut recent, &one) && has(&mut recent, &one) && !has(&mut recent, &other));
        recent.begin(200, 2);
        assert!(has(&mut recent, &one) && has(&mut recent, &other));
        recent.begin(150, 2);
        assert!(!has(&mut recent, &one) && !has(&mut recent, &other) && has(&mut recent, &other));
    }
}
