//! Whether a tableau accepts an ultimately periodic word, by fixpoints.
//!
//! Among the pairs of a position and a node that fits its letter, the largest set is sought from each pair of which, for
//! every acceptance set, a pair of it can be reached in one step or more without leaving the set. The word is accepted
//! if an initial pair is in it or reaches it; the former follows from the latter, since such a pair is in the set itself.
//!
//! # Reference
//!
//! Emerson, Lei: *Efficient Model Checking in Fragments of the Propositional Mu-Calculus*, LICS 1986.

use super::Tableau;
use crate::lasso::Lasso;

impl Tableau {
    /// Whether some path of the tableau reads the word and is accepted.
    pub fn accepts(&self, word: &Lasso) -> bool {
        let mut alive: Vec<Vec<bool>> = (0..word.positions()).map(|at| self.fitting(word, at)).collect();
        loop {
            let before = alive.clone();
            // Without any acceptance set, an infinite path is all that is asked for.
            alive = self.predecessors(word, &alive, &alive);
            for set in 0..self.sets {
                alive = self.reaching(word, &alive, set);
            }
            if alive == before {
                return self.initial.iter().any(|&node| alive[0][node]);
            }
        }
    }

    fn fitting(&self, word: &Lasso, position: usize) -> Vec<bool> {
        let fits = |&(proposition, value): &(u32, bool)| word.is_true(proposition, position) == value;
        self.nodes.iter().map(|node| node.literals.iter().all(fits)).collect()
    }

    /// The pairs within a set that have a successor in the target.
    fn predecessors(&self, word: &Lasso, within: &[Vec<bool>], target: &[Vec<bool>]) -> Vec<Vec<bool>> {
        let leads = |position: usize, node: usize| {
            let next = &target[word.next(position)];
            within[position][node] && self.nodes[node].successors.iter().any(|&successor| next[successor])
        };
        let row = |position| (0..self.nodes.len()).map(|node| leads(position, node)).collect();
        (0..word.positions()).map(row).collect()
    }

    /// The pairs within a set that reach a pair of the acceptance set in one step or more.
    fn reaching(&self, word: &Lasso, within: &[Vec<bool>], set: usize) -> Vec<Vec<bool>> {
        let mut goal = within.to_vec();
        for row in &mut goal {
            for (node, reached) in row.iter_mut().enumerate() {
                *reached &= self.nodes[node].accepting[set];
            }
        }
        let mut reaching = self.predecessors(word, within, &goal);
        loop {
            let more = self.predecessors(word, within, &reaching);
            let mut grown = false;
            for (row, more) in reaching.iter_mut().zip(more) {
                for (known, new) in row.iter_mut().zip(more) {
                    grown |= new && !*known;
                    *known |= new;
                }
            }
            if !grown {
                return reaching;
            }
        }
    }
}
