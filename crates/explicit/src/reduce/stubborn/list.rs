//! Sets of transitions: bits where there are many, numbers where there are few.

use crate::bits::Bits;

/// A set of transitions, as bits.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Marks(Bits);

/// A set of transitions that does not change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum List {
    /// Their numbers, from the smallest on.
    Sparse(Box<[u32]>),
    /// Bits, and how many are set.
    Dense(Marks, usize),
}

impl Marks {
    /// An empty set of transitions, of which there are `count`.
    pub fn new(count: usize) -> Self {
        Marks(Bits::new(count))
    }

    /// Empties the set.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Adds a transition; says whether it is new.
    #[inline]
    pub fn insert(&mut self, transition: u32) -> bool {
        self.0.add(transition as usize)
    }

    /// Whether a transition is in the set.
    #[inline]
    pub fn contains(&self, transition: u32) -> bool {
        self.0.contains(transition as usize)
    }

    /// Whether all of another set are in this one.
    pub fn covers(&self, other: &Marks) -> bool {
        self.0.covers(&other.0)
    }

    /// Copies another set.
    pub fn copy(&mut self, other: &Marks) {
        self.0.copy_from(&other.0);
    }

    /// Adds a list.
    pub(super) fn add(&mut self, list: &List) {
        self.add_telling(list, |_| {});
    }

    /// Adds a list, and tells of each transition that is new.
    #[inline]
    pub(super) fn add_telling(&mut self, list: &List, mut tell: impl FnMut(u32)) {
        match list {
            List::Sparse(all) => {
                all.iter().copied().filter(|transition| self.insert(*transition)).for_each(tell)
            }
            List::Dense(marks, _) => self.0.add_all(&marks.0, |number| tell(number as u32)),
        }
    }

    /// The transitions, from the smallest number on.
    pub fn iter(&self) -> impl Iterator<Item = u32> {
        self.0.iter().map(|number| number as u32)
    }
}

impl List {
    /// The list of some transitions, of which there are `count` in all.
    pub fn new(mut members: Vec<u32>, count: usize) -> Self {
        members.sort_unstable();
        members.dedup();
        if members.len() <= count.div_ceil(64) {
            return List::Sparse(members.into());
        }
        let mut marks = Marks::new(count);
        members.iter().for_each(|member| {
            marks.insert(*member);
        });
        List::Dense(marks, members.len())
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        match self {
            List::Sparse(all) => all.len(),
            List::Dense(_, count) => *count,
        }
    }

    /// What it costs to bring in those that are not there yet: `dear` for each enabled one, and one for each other.
    pub fn cost(&self, there: &Marks, enabled: &Marks, dear: u64) -> u64 {
        match self {
            List::Sparse(all) => {
                let new = all.iter().filter(|transition| !there.contains(**transition));
                new.map(|transition| if enabled.contains(*transition) { dear } else { 1 }).sum()
            }
            List::Dense(marks, _) => {
                let words = marks.0.words().iter().zip(there.0.words()).zip(enabled.0.words());
                let cost = words.map(|((bits, there), enabled)| {
                    let new = bits & !there;
                    let dearer = u64::from((new & enabled).count_ones());
                    dearer * dear + u64::from(new.count_ones()) - dearer
                });
                cost.sum()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sparse_and_dense_lists_do_the_same() {
        for step in 1..40 {
            let members: Vec<u32> =
                (0..200).filter(|number| (number * 7 + number * number) % step == 0).collect();
            let mut dense = Marks::new(200);
            members.iter().for_each(|member| assert!(dense.insert(*member)));
            let lists = [List::Sparse(members.clone().into()), List::Dense(dense.clone(), members.len())];
            assert!(lists.contains(&List::new(members.clone(), 200)));
            let mut there = Marks::new(200);
            (0..200).step_by(3).for_each(|number| assert!(there.insert(number)));
            let mut enabled = Marks::new(200);
            (0..200).step_by(5).for_each(|number| assert!(enabled.insert(number)));
            assert_eq!(lists[0].cost(&there, &enabled, 1000), lists[1].cost(&there, &enabled, 1000));
            for list in &lists {
                assert_eq!(list.len(), members.len());
                let (mut told, mut other) = (there.clone(), there.clone());
                let mut new = Vec::new();
                told.add_telling(list, |transition| new.push(transition));
                other.add(list);
                assert_eq!(told, other);
                let expected: Vec<u32> = members.iter().copied().filter(|m| !there.contains(*m)).collect();
                assert_eq!(new, expected);
                assert!(told.covers(&dense) && told.covers(&there));
                assert!(told.iter().all(|one| there.contains(one) || dense.contains(one)));
            }
        }
    }
}
