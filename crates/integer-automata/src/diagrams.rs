//! Decision diagrams with many terminals, shared by all automata of a store.
//!
//! A diagram is a function from the bits of a letter to a number. It tests tracks in increasing order: a branch has one
//! child for bit 0 and one for bit 1, which differ, and no two branches are equal, so equal functions are equal
//! [`Diagram`]s.
//!
//! ```text
//!   track 0          (0)            ordinary lines: bit 0, double lines: bit 1
//!                   /   \\
//!   track 1       (1)   |           letters 00 and 1* lead to state 3,
//!                /   \\ |           letter 01 leads to state 5
//!               3     5 3
//! ```
//!
//! A terminal is a tagged number and takes no memory. Branches live in one vector and are found by a table with open
//! addressing, both made of 32-bit numbers. What an operation computes at terminals is given by its caller, as in
//! the `apply` of the literature. Garbage is collected by marking and sweeping, between operations only: the branches in use are
//! those below the roots that the caller names.
//!
//! # Reference
//!
//! R. Bryant: *Graph-Based Algorithms for Boolean Function Manipulation*, IEEE Transactions on Computers 35(8), 1986,
//! doi:10.1109/TC.1986.1676819. N. Klarlund, T. Rauhe: *BDD Algorithms and Cache Misses*, BRICS RS-96-5, 1996, for automata whose
//! transition functions share one table. Departure: terminals are not stored, and the table of results forgets.

use crate::limits::allow_nodes;
use crate::memo::{Memo, mix};
use budget::{Budget, Budgeted};

/// The bit that tells a terminal from a branch.
const TERMINAL: u32 = 1 << 31;
const NOBODY: u32 = u32::MAX;
/// The track of a branch that has been swept away.
const SWEPT: u32 = u32::MAX;

/// A function from letters to numbers. Equal functions of one table are equal diagrams.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Diagram(pub(crate) u32);

/// What stands on top of a diagram.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum View {
    /// The same number for all letters.
    Terminal(u32),
    /// A test of one track: the first child for bit 0, the second for bit 1.
    Branch(u32, Diagram, Diagram),
}

#[derive(Debug, Clone, Copy)]
struct Branch {
    track: u32,
    low: Diagram,
    high: Diagram,
}

/// The table of all branches.
///
/// ```
/// use integer_automata::{Budget, Diagram, Diagrams, Memo};
/// let (mut table, budget) = (Diagrams::new(), Budget::unlimited());
/// let x = table.branch(0, Diagram::terminal(0), Diagram::terminal(1), &budget).unwrap();
/// let y = table.branch(1, Diagram::terminal(0), Diagram::terminal(2), &budget).unwrap();
/// let mut sum = |a: Diagram, b: Diagram| Ok(a.value().zip(b.value()).map(|(a, b)| Diagram::terminal(a + b)));
/// let both = table.apply(x, y, &mut Memo::new(), &mut sum, &budget).unwrap();
/// assert_eq!(table.at(both, |track| track == 1), 2);
/// assert_eq!(table.at(both, |_| true), 3);
/// ```
pub struct Diagrams {
    branches: Vec<Branch>,
    table: Vec<u32>,
    free: Vec<u32>,
    /// For each branch, when a pass over diagrams saw it last, and what it became there.
    seen: Vec<(u32, Diagram)>,
    pass: u32,
}

impl Diagram {
    /// The diagram that gives the same number for all letters. The number is below 2³¹.
    #[inline]
    pub const fn terminal(number: u32) -> Diagram {
        Diagram(number | TERMINAL)
    }

    /// The number that the diagram gives for all letters, if it does.
    #[inline]
    pub const fn value(self) -> Option<u32> {
        if self.0 & TERMINAL != 0 { Some(self.0 & !TERMINAL) } else { None }
    }
}

#[inline]
fn hash(track: u32, low: Diagram, high: Diagram) -> usize {
    let children = u64::from(low.0).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ u64::from(high.0);
    mix(children.wrapping_add(u64::from(track) << 48).wrapping_mul(0xD6E8_FEB8_6659_FD93)) as usize
}

impl Default for Diagrams {
    fn default() -> Diagrams {
        Diagrams::new()
    }
}

impl Diagrams {
    /// A table without branches.
    pub fn new() -> Diagrams {
        Diagrams {
            branches: Vec::new(),
            table: vec![NOBODY; 1 << 10],
            free: Vec::new(),
            seen: Vec::new(),
            pass: 0,
        }
    }

    /// The number of branches, garbage included.
    pub fn len(&self) -> usize {
        self.branches.len() - self.free.len()
    }

    /// Whether there is no branch.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What stands on top of a diagram.
    #[inline]
    pub fn view(&self, diagram: Diagram) -> View {
        match diagram.value() {
            Some(number) => View::Terminal(number),
            None => {
                let Branch { track, low, high } = self.branches[diagram.0 as usize];
                View::Branch(track, low, high)
            }
        }
    }

    /// The track that is tested first; larger than all tracks for a terminal.
    #[inline]
    pub(crate) fn track(&self, diagram: Diagram) -> u32 {
        if diagram.0 & TERMINAL != 0 { u32::MAX } else { self.branches[diagram.0 as usize].track }
    }

    /// The children of a diagram under a track that it does not test earlier.
    #[inline]
    pub(crate) fn children(&self, diagram: Diagram, track: u32) -> (Diagram, Diagram) {
        if diagram.0 & TERMINAL != 0 {
            return (diagram, diagram);
        }
        let branch = &self.branches[diagram.0 as usize];
        if branch.track == track { (branch.low, branch.high) } else { (diagram, diagram) }
    }

    /// The diagram that tests a track first. The children test later tracks only.
    #[inline]
    pub fn branch(&mut self, track: u32, low: Diagram, high: Diagram, budget: &Budget) -> Budgeted<Diagram> {
        if low == high {
            return Ok(low);
        }
        let mask = self.table.len() - 1;
        let mut place = hash(track, low, high) & mask;
        loop {
            let index = self.table[place];
            if index == NOBODY {
                break;
            }
            let branch = &self.branches[index as usize];
            if branch.low == low && branch.high == high && branch.track == track {
                return Ok(Diagram(index));
            }
            place = (place + 1) & mask;
        }
        budget.spend(1)?;
        self.insert(Branch { track, low, high }, place, budget)
    }

    fn insert(&mut self, branch: Branch, place: usize, budget: &Budget) -> Budgeted<Diagram> {
        allow_nodes(budget, self.len() + 1)?;
        let index = match self.free.pop() {
            Some(index) => {
                self.branches[index as usize] = branch;
                index
            }
            None => {
                self.branches.push(branch);
                (self.branches.len() - 1) as u32
            }
        };
        self.table[place] = index;
        if self.len() * 2 > self.table.len() {
            self.fill_table(self.table.len() * 2);
        }
        Ok(Diagram(index))
    }

    fn fill_table(&mut self, size: usize) {
        self.table.clear();
        self.table.resize(size, NOBODY);
        for (index, branch) in self.branches.iter().enumerate() {
            if branch.track == SWEPT {
                continue;
            }
            let mut place = hash(branch.track, branch.low, branch.high) & (size - 1);
            while self.table[place] != NOBODY {
                place = (place + 1) & (size - 1);
            }
            self.table[place] = index as u32;
        }
    }

    /// The number that a diagram gives for a letter.
    #[inline]
    pub fn at(&self, mut diagram: Diagram, mut letter: impl FnMut(u32) -> bool) -> u32 {
        loop {
            match self.view(diagram) {
                View::Terminal(number) => return number,
                View::Branch(track, low, high) => diagram = if letter(track) { high } else { low },
            }
        }
    }

    /// Combines two diagrams. `leaf` gives the result where it is known without looking further, which it must be for
    /// two terminals; one memo serves any number of calls with one meaning of `leaf`.
    pub fn apply(
        &mut self,
        a: Diagram,
        b: Diagram,
        memo: &mut Memo,
        leaf: &mut impl FnMut(Diagram, Diagram) -> Budgeted<Option<Diagram>>,
        budget: &Budget,
    ) -> Budgeted<Diagram> {
        if let Some(known) = leaf(a, b)? {
            return Ok(known);
        }
        let key = [a.0, b.0, 0];
        if let Some(known) = memo.get(key) {
            return Ok(Diagram(known));
        }
        budget.spend(1)?;
        let track = self.track(a).min(self.track(b));
        let ((a0, a1), (b0, b1)) = (self.children(a, track), self.children(b, track));
        let low = self.apply(a0, b0, memo, leaf, budget)?;
        let high = self.apply(a1, b1, memo, leaf, budget)?;
        let result = self.branch(track, low, high, budget)?;
        memo.put(key, result.0);
        Ok(result)
    }

    /// The diagram that is `low` where a track has bit 0 and `high` where it has bit 1, in whatever order the three
    /// test tracks.
    pub fn choose(
        &mut self,
        track: u32,
        low: Diagram,
        high: Diagram,
        memo: &mut Memo,
        budget: &Budget,
    ) -> Budgeted<Diagram> {
        if low == high && self.track(low) > track {
            return Ok(low);
        }
        let top = self.track(low).min(self.track(high)).min(track);
        if top == track {
            let (low, high) = (self.children(low, track).0, self.children(high, track).1);
            return self.branch(track, low, high, budget);
        }
        let key = [track, low.0, high.0];
        if let Some(known) = memo.get(key) {
            return Ok(Diagram(known));
        }
        let ((l0, l1), (h0, h1)) = (self.children(low, top), self.children(high, top));
        let zero = self.choose(track, l0, h0, memo, budget)?;
        let one = self.choose(track, l1, h1, memo, budget)?;
        let result = self.branch(top, zero, one, budget)?;
        memo.put(key, result.0);
        Ok(result)
    }

    /// Begins a pass, in which each branch is visited once.
    pub(crate) fn begin_pass(&mut self) {
        self.pass = self.pass.wrapping_add(1);
        if self.pass == 0 {
            self.seen.clear();
            self.pass = 1;
        }
        self.seen.resize(self.branches.len(), (0, Diagram(0)));
    }

    /// Lets the pass know branches that were made after it began.
    pub(crate) fn extend_pass(&mut self) {
        self.seen.resize(self.branches.len(), (0, Diagram(0)));
    }

    /// What a branch became in this pass.
    #[inline]
    pub(crate) fn seen(&self, diagram: Diagram) -> Option<Diagram> {
        let (pass, result) = self.seen[diagram.0 as usize];
        (pass == self.pass).then_some(result)
    }

    #[inline]
    pub(crate) fn see(&mut self, diagram: Diagram, result: Diagram) {
        self.seen[diagram.0 as usize] = (self.pass, result);
    }

    /// Replaces the terminals of diagrams. `leaf` is asked for the terminals of each diagram from left to right.
    pub fn map(
        &mut self,
        roots: &[Diagram],
        leaf: &mut impl FnMut(u32) -> Budgeted<Diagram>,
        budget: &Budget,
    ) -> Budgeted<Vec<Diagram>> {
        self.begin_pass();
        roots.iter().map(|&root| self.map_one(root, leaf, budget)).collect()
    }

    fn map_one(
        &mut self,
        diagram: Diagram,
        leaf: &mut impl FnMut(u32) -> Budgeted<Diagram>,
        budget: &Budget,
    ) -> Budgeted<Diagram> {
        let Branch { track, low, high } = match diagram.value() {
            Some(number) => return leaf(number),
            None => self.branches[diagram.0 as usize],
        };
        if let Some(known) = self.seen(diagram) {
            return Ok(known);
        }
        let low = self.map_one(low, leaf, budget)?;
        let high = self.map_one(high, leaf, budget)?;
        let result = self.branch(track, low, high, budget)?;
        self.see(diagram, result);
        Ok(result)
    }

    /// Fixes the bit of one track.
    pub fn restrict(
        &mut self,
        diagram: Diagram,
        track: u32,
        bit: bool,
        memo: &mut Memo,
        budget: &Budget,
    ) -> Budgeted<Diagram> {
        let View::Branch(top, low, high) = self.view(diagram) else { return Ok(diagram) };
        if top >= track {
            return Ok(if top > track {
                diagram
            } else if bit {
                high
            } else {
                low
            });
        }
        let key = [diagram.0, track, u32::from(bit)];
        if let Some(known) = memo.get(key) {
            return Ok(Diagram(known));
        }
        let low = self.restrict(low, track, bit, memo, budget)?;
        let high = self.restrict(high, track, bit, memo, budget)?;
        let result = self.branch(top, low, high, budget)?;
        memo.put(key, result.0);
        Ok(result)
    }

    /// Visits each branch and each occurrence of a terminal below diagrams that this pass has not visited, bit 0
    /// before bit 1 and each branch before its children.
    pub(crate) fn visit(&mut self, diagram: Diagram, found: &mut impl FnMut(View)) {
        let view = self.view(diagram);
        if let View::Branch(_, low, high) = view {
            if self.seen(diagram).is_some() {
                return;
            }
            self.see(diagram, diagram);
            found(view);
            self.visit(low, found);
            self.visit(high, found);
        } else {
            found(view);
        }
    }

    /// Sweeps away all branches that are not below these roots. Memos of before must not be used again.
    pub fn collect(&mut self, roots: impl Iterator<Item = Diagram>) {
        self.begin_pass();
        for root in roots {
            self.visit(root, &mut |_| {});
        }
        self.free.clear();
        for index in (0..self.branches.len()).rev() {
            if self.seen(Diagram(index as u32)).is_none() {
                self.branches[index].track = SWEPT;
                self.free.push(index as u32);
            }
        }
        let size = (self.len() * 4).next_power_of_two().max(1 << 10);
        self.fill_table(size);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use budget::Limits;

    fn unlimited() -> Budget<'static> {
        Budget::unlimited()
    }

    /// The diagram of a function from letters of `tracks` bits, built from its table of values.
    fn diagram(table: &mut Diagrams, tracks: u32, values: &[u32]) -> Diagram {
        fn below(table: &mut Diagrams, track: u32, tracks: u32, values: &[u32]) -> Diagram {
            if track == tracks {
                return Diagram::terminal(values[0]);
            }
            let (low, high) = values.split_at(values.len() / 2);
            let low = below(table, track + 1, tracks, low);
            let high = below(table, track + 1, tracks, high);
            table.branch(track, low, high, &Budget::unlimited()).unwrap()
        }
        below(table, 0, tracks, values)
    }

    fn values(table: &Diagrams, tracks: u32, diagram: Diagram) -> Vec<u32> {
        let letters = 0..1u32 << tracks;
        letters.map(|letter| table.at(diagram, |track| letter >> (tracks - 1 - track) & 1 == 1)).collect()
    }

    fn random(count: usize, seed: u64, kinds: u64) -> Vec<u32> {
        (0..count).map(|i| (mix(seed * 1000 + i as u64) % kinds) as u32).collect()
    }

    #[test]
    fn equal_functions_are_equal_diagrams() {
        let mut table = Diagrams::new();
        for seed in 0..200 {
            let numbers = random(16, seed, 3);
            let first = diagram(&mut table, 4, &numbers);
            assert_eq!(values(&table, 4, first), numbers);
            assert_eq!(diagram(&mut table, 4, &numbers), first);
        }
    }

    #[test]
    fn apply_map_restrict_and_choose_work_letter_by_letter() {
        let mut table = Diagrams::new();
        for seed in 0..200 {
            let (left, right) = (random(16, seed, 3), random(16, seed + 999, 4));
            let (a, b) = (diagram(&mut table, 4, &left), diagram(&mut table, 4, &right));
            let mut product = |a: Diagram, b: Diagram| {
                Ok(a.value().zip(b.value()).map(|(a, b)| Diagram::terminal(a * 7 + b)))
            };
            let c = table.apply(a, b, &mut Memo::new(), &mut product, &unlimited()).unwrap();
            let expected: Vec<u32> = left.iter().zip(&right).map(|(a, b)| a * 7 + b).collect();
            assert_eq!(values(&table, 4, c), expected);

            let mapped = table.map(&[a], &mut |n| Ok(Diagram::terminal(n / 2)), &unlimited()).unwrap()[0];
            assert_eq!(values(&table, 4, mapped), left.iter().map(|n| n / 2).collect::<Vec<_>>());

            for track in 0..4 {
                let bit = 1usize << (3 - track);
                let fixed = table.restrict(a, track, true, &mut Memo::new(), &unlimited()).unwrap();
                assert_eq!(values(&table, 4, fixed), (0..16).map(|i| left[i | bit]).collect::<Vec<_>>());
                let chosen = table.choose(track, a, b, &mut Memo::new(), &unlimited()).unwrap();
                let expected: Vec<u32> =
                    (0..16).map(|i| if i & bit == 0 { left[i] } else { right[i] }).collect();
                assert_eq!(values(&table, 4, chosen), expected);
            }
        }
    }

    #[test]
    fn garbage_goes_and_the_rest_stays() {
        let mut table = Diagrams::new();
        let kept: Vec<(Vec<u32>, Diagram)> = (0..20)
            .map(|seed| {
                let numbers = random(32, seed, 5);
                let root = diagram(&mut table, 5, &numbers);
                (numbers, root)
            })
            .collect();
        for seed in 100..400 {
            diagram(&mut table, 5, &random(32, seed, 5));
        }
        let before = table.len();
        table.collect(kept.iter().map(|(_, root)| *root));
        assert!(table.len() < before / 4);
        for seed in 500..520 {
            diagram(&mut table, 5, &random(32, seed, 5));
        }
        for (numbers, root) in kept {
            assert_eq!(values(&table, 5, root), numbers);
            assert_eq!(diagram(&mut table, 5, &numbers), root);
        }
    }

    #[test]
    fn budgets_end_operations() {
        let mut table = Diagrams::new();
        let few = Budget::unlimited().with_limits(Limits { nodes: 2, ..Limits::default() });
        let mut last = Diagram::terminal(0);
        for track in (0..2).rev() {
            last = table.branch(track, last, Diagram::terminal(1), &few).unwrap();
        }
        assert!(table.branch(0, Diagram::terminal(5), last, &few).is_err());
        assert!(Budget::operations(0).spend(1).is_err());
    }
}
