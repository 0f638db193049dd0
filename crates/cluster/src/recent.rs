//! Candidates that were sent lately, so that they are not sent again.
//!
//! A candidate need not be sent if it was sent for an earlier level, or with a lesser tag for the same one. Each state has one place in a table that
//! fits into the cache; what stands there is forgotten when another state needs it.

/// How many states are remembered.
const PLACES: usize = 1 << 13;

/// What was sent lately.
#[derive(Debug)]
pub struct Recent {
    width: usize,
    words: Vec<u64>,
    /// The level, one more than it is, and the tag; zero where nothing stands.
    sent: Vec<(u32, u64)>,
}

impl Recent {
    /// Nothing yet, of states of so many words.
    pub fn new(width: usize) -> Self {
        Recent { width, words: vec![0; width * PLACES], sent: vec![(0, 0); PLACES] }
    }

    /// Whether a candidate must be sent; then it counts as sent.
    #[inline]
    pub fn is_news(&mut self, hash: u64, words: &[u64], level: u32, tag: u64) -> bool {
        let place = hash as usize % PLACES;
        let (known, key) = (&mut self.words[place * self.width..(place + 1) * self.width], (level + 1, tag));
        let sent = &mut self.sent[place];
        if sent.0 > 0 && *known == *words {
            if *sent <= key {
                return false;
            }
        } else {
            known.copy_from_slice(words);
        }
        *sent = key;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_known_is_left_out() {
        let mut recent = Recent::new(2);
        assert!(recent.is_news(5, &[0, 0], 0, 9));
        assert!(!recent.is_news(5, &[0, 0], 0, 9) && !recent.is_news(5, &[0, 0], 1, 3));
        assert!(recent.is_news(5, &[0, 0], 0, 8), "a lesser tag of the same level is news");
        assert!(recent.is_news(5 + PLACES as u64, &[0, 1], 0, 9), "another state at the same place");
        assert!(recent.is_news(5, &[0, 0], 2, 9), "the first one is forgotten");
    }
}
