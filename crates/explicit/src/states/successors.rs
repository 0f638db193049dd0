//! States that were reached but not yet looked up.

use system::TransitionId;

/// Packed states, one after the other, with the states that they were reached from.
#[derive(Debug, Default)]
pub(crate) struct Successors {
    /// Their words.
    pub words: Vec<u64>,
    /// For each state that some were reached from, in order: its number, and where its successors end.
    runs: Vec<(u32, u32)>,
    width: usize,
    /// The transitions that lead to them, where they are noted.
    pub transitions: Vec<TransitionId>,
}

impl Successors {
    /// None yet, of states with this many words.
    pub fn new(width: usize) -> Self {
        Successors { words: Vec::new(), runs: Vec::new(), width, transitions: Vec::new() }
    }

    /// How many there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.words.len() / self.width
    }

    /// The words of one.
    #[inline]
    pub fn get(&self, at: usize) -> &[u64] {
        &self.words[at * self.width..(at + 1) * self.width]
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &[u64]> {
        self.words.chunks_exact(self.width)
    }

    /// Says that what was added since the last call was reached by this transition.
    #[inline]
    pub fn note(&mut self, transition: TransitionId) {
        self.transitions.resize(self.len(), transition);
    }

    /// Says that what was added since the last call was reached from this state.
    #[inline]
    pub fn end_of(&mut self, parent: u32) {
        self.runs.push((parent, self.len() as u32));
    }

    /// Of the successors of the last state, keeps those by certain transitions, which must be noted;
    /// returns how many were dropped.
    pub fn keep_of_last(&mut self, mut keeps: impl FnMut(TransitionId) -> bool) -> u64 {
        let Some((parent, end)) = self.runs.pop() else { return 0 };
        let start = self.runs.last().map_or(0, |(_, end)| *end as usize);
        let mut kept = start;
        for at in start..end as usize {
            if keeps(self.transitions[at]) {
                self.words.copy_within(at * self.width..(at + 1) * self.width, kept * self.width);
                self.transitions[kept] = self.transitions[at];
                kept += 1;
            }
        }
        self.words.truncate(kept * self.width);
        self.transitions.truncate(kept);
        self.runs.push((parent, kept as u32));
        u64::from(end) - kept as u64
    }

    /// The words of each successor of the last state.
    pub fn words_of_last(&mut self) -> impl Iterator<Item = &mut [u64]> {
        let start = self.runs.len().checked_sub(2).map_or(0, |at| self.runs[at].1 as usize);
        self.words[start * self.width..].chunks_exact_mut(self.width)
    }

    /// The same to read.
    pub fn words_of_the_last(&self) -> impl Iterator<Item = &[u64]> {
        let start = self.runs.len().checked_sub(2).map_or(0, |at| self.runs[at].1 as usize);
        self.words[start * self.width..].chunks_exact(self.width)
    }

    /// The transitions that lead from the last state to its successors, which must be noted.
    pub fn of_last(&self) -> &[TransitionId] {
        let start = self.runs.len().checked_sub(2).map_or(0, |at| self.runs[at].1 as usize);
        &self.transitions[start..]
    }

    /// The states that the successors at these rising positions were reached from.
    pub fn parents<'a>(&'a self) -> impl FnMut(usize) -> u32 + use<'a> {
        let mut run = 0;
        move |at| {
            while self.runs[run].1 as usize <= at {
                run += 1;
            }
            self.runs[run].0
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.words.clear();
        self.runs.clear();
        self.transitions.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parents_are_found_for_rising_positions() {
        let mut successors = Successors::new(2);
        successors.words.extend([1, 1, 2, 2]);
        successors.end_of(7);
        successors.end_of(8);
        successors.words.extend([3, 3]);
        successors.end_of(9);
        assert_eq!((successors.len(), successors.get(2)), (3, &[3, 3][..]));
        let mut parent = successors.parents();
        assert_eq!([parent(0), parent(1), parent(2)], [7, 7, 9]);
    }
}
