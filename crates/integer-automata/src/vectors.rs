//! A table that numbers vectors of integers in the order in which they come.

use crate::memo::mix;

const NOBODY: u32 = u32::MAX;

/// Different vectors of one width, each with its number.
pub(crate) struct Vectors {
    width: usize,
    data: Vec<i64>,
    table: Vec<u32>,
    count: usize,
}

#[inline]
fn hash(vector: &[i64]) -> usize {
    vector.iter().fold(0, |hash: u64, &word| mix(hash.rotate_left(7) ^ word as u64)) as usize
}

impl Vectors {
    pub(crate) fn new(width: usize) -> Vectors {
        Vectors { width, data: Vec::new(), table: vec![NOBODY; 64], count: 0 }
    }

    pub(crate) fn len(&self) -> usize {
        self.count
    }

    /// About how many bytes it takes.
    pub(crate) fn bytes(&self) -> u64 {
        (self.data.len() as u64).saturating_mul(8).saturating_add((self.table.len() as u64).saturating_mul(4))
    }

    #[inline]
    pub(crate) fn get(&self, index: usize) -> &[i64] {
        &self.data[index * self.width..(index + 1) * self.width]
    }

    /// The number of a vector, and whether it is new. A vector has the width of the table.
    #[inline]
    pub(crate) fn number(&mut self, vector: &[i64]) -> (u32, bool) {
        if self.count * 2 >= self.table.len() {
            self.grow();
        }
        let mask = self.table.len() - 1;
        let mut place = hash(vector) & mask;
        loop {
            let index = self.table[place];
            if index == NOBODY {
                break;
            }
            if self.get(index as usize) == vector {
                return (index, false);
            }
            place = (place + 1) & mask;
        }
        let index = self.count as u32;
        self.table[place] = index;
        self.data.extend_from_slice(vector);
        self.count += 1;
        (index, true)
    }

    fn grow(&mut self) {
        self.table = vec![NOBODY; self.table.len() * 4];
        let mask = self.table.len() - 1;
        for index in 0..self.count {
            let mut place = hash(self.get(index)) & mask;
            while self.table[place] != NOBODY {
                place = (place + 1) & mask;
            }
            self.table[place] = index as u32;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_vectors_get_equal_numbers() {
        let mut vectors = Vectors::new(2);
        for i in 0..1000 {
            assert_eq!(vectors.number(&[i, -i]), (i as u32, true));
        }
        for i in 0..1000 {
            assert_eq!(vectors.number(&[i, -i]), (i as u32, false));
        }
        assert_eq!((vectors.len(), vectors.get(17)), (1000, [17, -17].as_slice()));
    }
}
