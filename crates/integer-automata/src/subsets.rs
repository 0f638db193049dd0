//! Sets of states, each kept once.

use crate::memo::mix;

const NOBODY: u32 = u32::MAX;

/// Different sets of states, each with its number. The empty set has the number 0.
pub(crate) struct Subsets {
    members: Vec<u32>,
    ends: Vec<usize>,
    table: Vec<u32>,
    /// A state from which everything is accepted: a set that has it needs no other.
    full: Option<u32>,
}

fn hash(members: &[u32]) -> usize {
    members.iter().fold(members.len() as u64, |hash, &state| mix(hash ^ u64::from(state))) as usize
}

impl Subsets {
    pub(crate) fn new(full: Option<u32>) -> Subsets {
        let mut subsets = Subsets { members: Vec::new(), ends: Vec::new(), table: vec![NOBODY; 64], full };
        subsets.number(&[]);
        subsets
    }

    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(crate) fn get(&self, number: u32) -> &[u32] {
        let start = if number == 0 { 0 } else { self.ends[number as usize - 1] };
        &self.members[start..self.ends[number as usize]]
    }

    /// The number of a set, given in increasing order.
    pub(crate) fn number(&mut self, members: &[u32]) -> u32 {
        if self.ends.len() * 2 >= self.table.len() {
            self.grow();
        }
        let mask = self.table.len() - 1;
        let mut place = hash(members) & mask;
        while self.table[place] != NOBODY {
            if self.get(self.table[place]) == members {
                return self.table[place];
            }
            place = (place + 1) & mask;
        }
        let number = self.ends.len() as u32;
        self.members.extend_from_slice(members);
        self.ends.push(self.members.len());
        self.table[place] = number;
        number
    }

    /// The number of the union of two sets.
    pub(crate) fn union(&mut self, a: u32, b: u32) -> u32 {
        if a == b || b == 0 {
            return a;
        }
        if a == 0 {
            return b;
        }
        let (left, right) = (self.get(a), self.get(b));
        if self.full.is_some() {
            for (number, members) in [(a, left), (b, right)] {
                if members.len() == 1 && Some(members[0]) == self.full {
                    return number;
                }
            }
        }
        let mut all = Vec::with_capacity(left.len() + right.len());
        let (mut i, mut j) = (0, 0);
        while i < left.len() && j < right.len() {
            let (x, y) = (left[i], right[j]);
            all.push(x.min(y));
            i += usize::from(x <= y);
            j += usize::from(y <= x);
        }
        all.extend_from_slice(&left[i..]);
        all.extend_from_slice(&right[j..]);
        self.number(&all)
    }

    fn grow(&mut self) {
        let size = self.table.len() * 4;
        self.table = vec![NOBODY; size];
        for number in 0..self.ends.len() as u32 {
            let mut place = hash(self.get(number)) & (size - 1);
            while self.table[place] != NOBODY {
                place = (place + 1) & (size - 1);
            }
            self.table[place] = number;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unions_are_kept_once() {
        let mut subsets = Subsets::new(Some(9));
        let numbers: Vec<u32> = (0..8).map(|state| subsets.number(&[state])).collect();
        let one = subsets.union(numbers[3], numbers[1]);
        let two = subsets.union(one, numbers[5]);
        let three = subsets.union(numbers[5], numbers[3]);
        assert_eq!(subsets.get(two), [1, 3, 5]);
        assert_eq!(subsets.union(three, one), two);
        assert_eq!(subsets.union(0, two), two);
        let full = subsets.number(&[9]);
        assert_eq!(subsets.union(two, full), full);
        for state in 10..500 {
            subsets.number(&[state, state + 1]);
        }
        assert_eq!(subsets.number(&[1, 3, 5]), two);
    }
}
