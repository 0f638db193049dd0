//! The ranks of the states of a level, whose tags are spread over all owners.
//!
//! Tags are cut into as many ranges as there are workers. Each owner sorts its own and sends each worker those of its range; the worker merges what it gets,
//! and says of each tag how many of the range are less. With the numbers of tags in the ranges before, that is the rank. Both ways take a
//! few bytes a state: sorted tags, and ranks in their order, are sent as differences.

use crate::tag::{parent, place, tag};
use crate::wire::{Reader, write_number};

/// The contents of parcels are not much longer than this.
pub const PARCEL: usize = 1 << 15;

/// How the tags of a level are cut.
#[derive(Debug, Clone, Copy)]
pub struct Ranges {
    /// How many ranges there are.
    pub count: usize,
    /// The number of states of the level before, or of initial states that were listed.
    pub before: u64,
    /// Whether the states are initial ones.
    pub is_first: bool,
}

impl Ranges {
    /// The range of a tag.
    pub fn of(self, tag: u64) -> usize {
        let at = if self.is_first { tag } else { parent(tag) };
        let range = u128::from(at) * self.count as u128 / u128::from(self.before.max(1));
        usize::try_from(range).unwrap_or(usize::MAX).min(self.count - 1)
    }
}

/// Numbers written as differences, in parcels of some length.
#[derive(Debug, Default)]
pub struct Ascending {
    bytes: Vec<u8>,
    last: u64,
}

impl Ascending {
    /// Adds a tag that is larger than the last one; returns the contents of a parcel when it is full.
    pub fn push_tag(&mut self, tag: u64) -> Option<Vec<u8>> {
        write_number(parent(tag) - self.last, &mut self.bytes);
        write_number(place(tag), &mut self.bytes);
        self.last = parent(tag);
        self.full()
    }

    /// Adds a number that is larger than the last one; returns the contents of a parcel when it is full.
    pub fn push(&mut self, number: u64) -> Option<Vec<u8>> {
        write_number(number - self.last, &mut self.bytes);
        self.last = number;
        self.full()
    }

    /// What is left.
    pub fn rest(self) -> Option<Vec<u8>> {
        Some(self.bytes).filter(|bytes| !bytes.is_empty())
    }

    fn full(&mut self) -> Option<Vec<u8>> {
        (self.bytes.len() >= PARCEL).then(|| std::mem::take(&mut self.bytes))
    }
}

/// Adds the tags of a parcel to those of the parcels before it.
pub fn read_tags(contents: &[u8], into: &mut Vec<u64>) -> Option<()> {
    let mut reader = Reader(contents);
    let mut last = into.last().map_or(0, |tag| parent(*tag));
    while !reader.is_empty() {
        last = last.checked_add(reader.number()?)?;
        into.push(tag(last, reader.number()?));
    }
    Some(())
}

/// Adds the numbers of a parcel to those of the parcels before it.
pub fn read_ascending(contents: &[u8], into: &mut Vec<u64>) -> Option<()> {
    let mut reader = Reader(contents);
    let mut last = into.last().copied().unwrap_or(0);
    while !reader.is_empty() {
        last = last.checked_add(reader.number()?)?;
        into.push(last);
    }
    Some(())
}

/// For the sorted tags of each owner, how many of all of them are less.
pub fn merged_ranks(tags: &[Vec<u64>]) -> Vec<Vec<u64>> {
    let owned = tags.iter().enumerate().flat_map(|(owner, tags)| tags.iter().map(move |tag| (*tag, owner)));
    let mut all: Vec<(u64, usize)> = owned.collect();
    // Sorted pieces are found and merged.
    all.sort();
    let mut ranks: Vec<Vec<u64>> = tags.iter().map(|tags| Vec::with_capacity(tags.len())).collect();
    for (rank, (_, owner)) in all.into_iter().enumerate() {
        ranks[owner].push(rank as u64);
    }
    ranks
}

/// The places of tags in the order of the tags.
pub fn sorted_places(tags: &[u64]) -> Vec<u32> {
    let mut places: Vec<u32> = (0..tags.len() as u32).collect();
    if !tags.is_sorted() {
        places.sort_by_key(|place| tags[*place as usize]);
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_those_of_one_sorted_list() {
        let tags = vec![vec![tag(0, 1), tag(4, 0), tag(9, 2)], Vec::new(), vec![tag(0, 0), tag(4, 7)]];
        assert_eq!(merged_ranks(&tags), vec![vec![1, 2, 4], Vec::new(), vec![0, 3]]);
        assert_eq!(sorted_places(&[5, 1, 3]), [1, 2, 0]);
    }

    #[test]
    fn ranges_are_ascending_and_all_are_used() {
        let ranges = Ranges { count: 3, before: 10, is_first: false };
        let of: Vec<usize> = (0..10).map(|rank| ranges.of(tag(rank, 5))).collect();
        assert_eq!(of, [0, 0, 0, 0, 1, 1, 1, 2, 2, 2]);
        assert_eq!(Ranges { count: 2, before: 4, is_first: true }.of(2), 1);
        assert_eq!(Ranges { count: 2, before: 0, is_first: true }.of(7), 1);
    }

    #[test]
    fn sorted_lists_come_back_from_several_parcels() {
        let tags: Vec<u64> = (0..40_000).map(|at| tag(at * 3, at % 5)).collect();
        let (mut ascending, mut back) = (Ascending::default(), Vec::new());
        let mut parcels: Vec<Vec<u8>> = tags.iter().filter_map(|tag| ascending.push_tag(*tag)).collect();
        parcels.extend(ascending.rest());
        assert!(parcels.len() > 1);
        parcels.iter().for_each(|contents| read_tags(contents, &mut back).unwrap());
        assert_eq!(back, tags);
        let (mut ascending, mut back) = (Ascending::default(), Vec::new());
        let mut parcels: Vec<Vec<u8>> = tags.iter().filter_map(|tag| ascending.push(*tag)).collect();
        parcels.extend(ascending.rest());
        parcels.iter().for_each(|contents| read_ascending(contents, &mut back).unwrap());
        assert_eq!(back, tags);
    }
}
