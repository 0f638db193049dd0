//! Sets of small numbers, as sorted blocks of 32 that are not empty.
//!
//! A block is one word: which block it is in its upper half, and the members in its lower half. So a set of few scattered numbers
//! costs eight bytes a number, and one of many costs a quarter of a byte.

/// How many numbers a block is for.
pub(crate) const BLOCK: u32 = 32;

/// A set of numbers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Blocks(Vec<u64>);

impl Blocks {
    /// The bytes that it holds.
    pub(crate) fn bytes(&self) -> u64 {
        (self.0.capacity() as u64).saturating_mul(8)
    }

    /// How many blocks it has.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// Adds numbers that are at least as large as all that are in the set.
    #[inline]
    pub(crate) fn push_block(&mut self, block: u64) {
        match self.0.last_mut() {
            Some(last) if key(*last) == key(block) => *last |= block,
            _ => self.0.push(block),
        }
    }

    /// Adds the members of the block that begins with a number and that has no block after it in the set.
    #[inline]
    pub(crate) fn push_members(&mut self, first: u32, members: u32) {
        self.push_block(u64::from(first / BLOCK) << 32 | u64::from(members));
    }

    /// The members of the block that begins with this number.
    pub(crate) fn block_at(&self, first: u32) -> u32 {
        let wanted = u64::from(first / BLOCK);
        let from_behind = self.0.iter().rev().take_while(|block| key(**block) >= wanted);
        from_behind.last().map_or(0, |block| members_at(&[*block], wanted) as u32)
    }

    /// Gives the block that begins with this number, which has none after it, these members.
    pub(crate) fn replace_last(&mut self, first: u32, members: u32) {
        if self.0.last().is_some_and(|last| key(*last) == u64::from(first / BLOCK)) {
            self.0.pop();
        }
        if members != 0 {
            self.push_members(first, members);
        }
    }

    /// The blocks, each with its place among all blocks and its members.
    pub(crate) fn parts(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.0.iter().map(|block| (key(*block) as u32, *block as u32))
    }

    /// How many numbers are in the set.
    pub(crate) fn count(&self) -> usize {
        self.0.iter().map(|block| (*block as u32).count_ones() as usize).sum()
    }

    /// Becomes the numbers of both sets.
    pub(crate) fn unite(&mut self, a: &Blocks, b: &Blocks) {
        self.0.clear();
        let (mut a, mut b) = (a.0.as_slice(), b.0.as_slice());
        while let (Some(one), Some(other)) = (a.first(), b.first()) {
            let (block, rest) = if key(*one) <= key(*other) { (*one, &mut a) } else { (*other, &mut b) };
            *rest = &rest[1..];
            self.push_block(block);
        }
        a.iter().chain(b).for_each(|block| self.push_block(*block));
    }

    /// The things whose numbers, which increase, are in the set.
    pub(crate) fn select<'a, T: Copy>(&'a self, things: &'a [(T, u32)]) -> impl Iterator<Item = T> + 'a {
        let mut blocks = self.0.as_slice();
        let chosen = move |(thing, number): &(T, u32)| {
            let wanted = block_of(*number);
            blocks = skip_below(blocks, key(wanted));
            (members_at(blocks, key(wanted)) & wanted & MEMBERS != 0).then_some(*thing)
        };
        things.iter().filter_map(chosen)
    }

    /// Adds a number that is larger than all that are in the set.
    pub(crate) fn push(&mut self, number: u32) {
        self.push_block(block_of(number));
    }

    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    /// An equal set without room to grow.
    pub(crate) fn compact(&self) -> Blocks {
        Blocks(self.0.as_slice().to_vec())
    }

    pub(crate) fn contains(&self, number: u32) -> bool {
        let wanted = block_of(number);
        match self.0.binary_search_by_key(&key(wanted), |block| key(*block)) {
            Ok(at) => self.0[at] & wanted & MEMBERS != 0,
            Err(_) => false,
        }
    }

    /// Keeps the numbers that are in one of two sets.
    pub(crate) fn keep_common(&mut self, a: &Blocks, b: &Blocks) {
        let (mut kept, mut low, mut high) = (0, a.0.as_slice(), b.0.as_slice());
        for at in 0..self.0.len() {
            let block = self.0[at];
            low = skip_below(low, key(block));
            high = skip_below(high, key(block));
            let members = (members_at(low, key(block)) | members_at(high, key(block))) & block & MEMBERS;
            if members != 0 {
                self.0[kept] = block & !MEMBERS | members;
                kept += 1;
            }
        }
        self.0.truncate(kept);
    }

    /// The numbers, from the smallest on.
    pub(crate) fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.0.iter().flat_map(|block| members(*block))
    }
}

const MEMBERS: u64 = 0xffff_ffff;

#[inline]
fn key(block: u64) -> u64 {
    block >> 32
}

/// The block of one number.
#[inline]
pub(crate) fn block_of(number: u32) -> u64 {
    u64::from(number >> 5) << 32 | 1 << (number & 31)
}

/// The numbers of a block.
#[inline]
pub(crate) fn members(block: u64) -> impl Iterator<Item = u32> {
    let base = (key(block) as u32) << 5;
    let mut left = block as u32;
    std::iter::from_fn(move || {
        if left == 0 {
            return None;
        }
        let number = base | left.trailing_zeros();
        left &= left - 1;
        Some(number)
    })
}

/// What is left without the blocks before the wanted one: in ever larger steps, as it may be far.
#[inline]
fn skip_below(blocks: &[u64], wanted: u64) -> &[u64] {
    if blocks.first().is_none_or(|first| key(*first) >= wanted) {
        return blocks;
    }
    let mut step = 1;
    while step < blocks.len() && key(blocks[step]) < wanted {
        step *= 2;
    }
    let from = step / 2;
    let until = blocks.len().min(step + 1);
    let at = blocks[from..until].partition_point(|block| key(*block) < wanted);
    &blocks[from + at..]
}

#[inline]
fn members_at(blocks: &[u64], wanted: u64) -> u64 {
    match blocks.first() {
        Some(first) if key(*first) == wanted => *first,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use random_numbers::Xorshift;
    use std::collections::BTreeSet;

    fn set(numbers: &BTreeSet<u32>) -> Blocks {
        let mut blocks = Blocks::default();
        numbers.iter().for_each(|number| blocks.push(*number));
        blocks
    }

    #[test]
    fn blocks_are_sets() {
        let mut random = Xorshift::scattered(7);
        for round in 0..60 {
            let range = [20, 300, 5000][round % 3];
            let mut some = || (0..random.below(200)).map(|_| random.below(range) as u32).collect();
            let (a, b): (BTreeSet<u32>, BTreeSet<u32>) = (some(), some());
            let middle = (range / 2) as u32;
            let (low, high): (BTreeSet<u32>, BTreeSet<u32>) = b.iter().partition(|number| **number < middle);
            let mut common = set(&a);
            common.keep_common(&set(&low), &set(&high));
            assert_eq!(common.iter().collect::<BTreeSet<_>>(), &a & &b);
            assert!((0..range as u32).all(|number| set(&a).contains(number) == a.contains(&number)));
        }
    }
}
