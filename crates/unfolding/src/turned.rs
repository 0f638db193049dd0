//! Rows of a matrix of bits turned into columns, 32 rows at a time.
//!
//! Blocks with few members are turned over member by member, the others by exchanging halves: of 16 rows and columns, then of 8,
//! and so on.
//!
//! # Reference
//!
//! Warren: *Hacker's Delight*, second edition, Addison-Wesley 2012, section 7-3.

use crate::blocks::{BLOCK, Blocks, members};

/// Some rows, by blocks of columns.
#[derive(Debug, Default)]
pub(crate) struct Turned {
    /// For each block of columns its part of each row.
    parts: Vec<[u32; BLOCK as usize]>,
    /// The blocks of columns that are not empty.
    touched: Vec<u32>,
    rows: usize,
}

/// A block with fewer members is turned over one by one.
const FEW: u32 = 64;

impl Turned {
    /// Adds the next row, of at most 32.
    pub(crate) fn push(&mut self, row: &Blocks) {
        for (key, members) in row.parts() {
            if self.parts.len() <= key as usize {
                self.parts.resize(key as usize + 1, [0; BLOCK as usize]);
            }
            let part = &mut self.parts[key as usize];
            if *part == [0; BLOCK as usize] {
                self.touched.push(key);
            }
            part[self.rows] = members;
        }
        self.rows += 1;
    }

    /// Gives each column that is not empty, with the rows that it is in, and forgets the rows.
    pub(crate) fn drain(&mut self, mut take: impl FnMut(u32, u32)) {
        for key in self.touched.drain(..) {
            let part = &mut self.parts[key as usize];
            turn_over(part);
            for (column, rows) in part.iter_mut().enumerate() {
                if *rows != 0 {
                    take(key * BLOCK + column as u32, std::mem::take(rows));
                }
            }
        }
        self.rows = 0;
    }
}

/// Exchanges rows and columns.
fn turn_over(part: &mut [u32; BLOCK as usize]) {
    if part.iter().map(|row| row.count_ones()).sum::<u32>() < FEW {
        let rows = std::mem::replace(part, [0; BLOCK as usize]);
        for (number, row) in rows.iter().enumerate().filter(|(_, row)| **row != 0) {
            members(u64::from(*row)).for_each(|column| part[column as usize] |= 1 << number);
        }
        return;
    }
    let (mut half, mut mask) = (16, 0x0000_ffff_u32);
    while half != 0 {
        for low in (0..part.len()).filter(|low| low & half == 0) {
            let exchanged = (part[low] >> half ^ part[low | half]) & mask;
            part[low] ^= exchanged << half;
            part[low | half] ^= exchanged;
        }
        half /= 2;
        mask ^= mask << half;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use random_numbers::Xorshift;

    #[test]
    fn columns_are_what_rows_say() {
        let mut random = Xorshift::scattered(3);
        for round in 0..40 {
            let some = [3, 40, 300][round % 3];
            let rows: Vec<Vec<u32>> = (0..BLOCK)
                .map(|_| {
                    let mut row: Vec<u32> = (0..some).map(|_| random.below(400) as u32).collect();
                    row.sort_unstable();
                    row.dedup();
                    row
                })
                .collect();
            let mut turned = Turned::default();
            for row in &rows {
                let mut blocks = Blocks::default();
                row.iter().for_each(|column| blocks.push(*column));
                turned.push(&blocks);
            }
            let mut found = vec![0; 400];
            turned.drain(|column, rows| found[column as usize] = rows);
            for (column, found) in found.into_iter().enumerate() {
                let has = |row: &Vec<u32>| row.binary_search(&(column as u32)).is_ok();
                let expected = rows.iter().rev().fold(0, |all, row| all << 1 | u32::from(has(row)));
                assert_eq!(found, expected);
            }
        }
    }
}
