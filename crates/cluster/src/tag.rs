//! The order of candidates: by the rank of the state that they come from within its level, and by their place among its successors.
//!
//! The ordinary search numbers states as it finds them, so within a level by the number of the first state that leads to them, and by their place
//! among its successors. That is the order of tags, if ranks are those of the level before. So the least tag of a state names its parent in the
//! ordinary search, and the rank of a state is the number of least tags of its level that are less than its own. Neither depends on who owns what.

/// Bits for the place among the successors.
pub const PLACE_BITS: u32 = 24;

/// The most successors of a state.
pub const MOST_SUCCESSORS: u64 = 1 << PLACE_BITS;

/// The tag of a successor. An initial state has its place in their list alone.
#[inline]
pub fn tag(rank: u64, place: u64) -> u64 {
    rank << PLACE_BITS | place
}

/// The rank of the state that a candidate comes from.
#[inline]
pub fn parent(tag: u64) -> u64 {
    tag >> PLACE_BITS
}

/// The place among the successors of that state.
#[inline]
pub fn place(tag: u64) -> u64 {
    tag & (MOST_SUCCESSORS - 1)
}
