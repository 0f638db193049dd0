//! Upward-closed sets as lists of their least elements.
//!
//! No element is below another: a new one is added only if none is below it, and removes those above it. Both are questions to a
//! [`DemandTrie`].

use super::demand::Demand;
use super::predecessor::Predecessors;
use super::trie::DemandTrie;
use super::upward_closed::UpwardClosed;
use crate::interrupted::Interrupted;
use budget::Budget;
use nets::{Marking, Place, Start};

/// The least elements of an upward-closed set.
#[derive(Debug, Clone, Default)]
pub struct Antichain {
    elements: Vec<Option<Demand>>,
    trie: DemandTrie,
}

impl Antichain {
    /// Adds a demand; whether it was not in the set.
    pub fn insert(&mut self, demand: Demand, budget: &Budget<'_>) -> Result<bool, Interrupted> {
        let (below, visited) = self.trie.find_below(demand.amounts());
        budget.spend(visited)?;
        if below.is_some() {
            return Ok(false);
        }
        let (above, visited) = self.trie.remove_above(demand.amounts());
        budget.spend(visited)?;
        above.into_iter().for_each(|number| self.elements[number as usize] = None);
        let number = u32::try_from(self.elements.len()).map_err(|_| Interrupted::OutOfBudget)?;
        self.trie.insert(&demand, number);
        self.elements.push(Some(demand));
        Ok(true)
    }

    /// The least elements.
    pub fn elements(&self) -> impl Iterator<Item = &Demand> {
        self.elements.iter().flatten()
    }
}

impl UpwardClosed for Antichain {
    fn of_demands(_: usize, demands: &[Demand], budget: &Budget<'_>) -> Result<Antichain, Interrupted> {
        let mut set = Antichain::default();
        for demand in demands {
            set.insert(demand.clone(), budget)?;
        }
        Ok(set)
    }

    fn is_empty(&self) -> bool {
        self.trie.is_empty()
    }

    fn size(&self) -> usize {
        self.trie.len()
    }

    fn bytes(&self) -> u64 {
        self.elements().fold(0u64, |sum, demand| sum.saturating_add(100 + 40 * demand.amounts().len() as u64))
    }

    fn contains(&self, marking: &[u64]) -> bool {
        let amounts: Vec<(Place, u64)> = marking.iter().copied().enumerate().collect();
        self.trie.find_below(&amounts).0.is_some()
    }

    fn start_in(&self, start: &Start) -> Option<Marking> {
        self.elements().find_map(|demand| demand.least_start(start))
    }

    fn predecessors(
        &self,
        predecessors: &Predecessors<'_>,
        transition: usize,
        budget: &Budget<'_>,
    ) -> Result<Antichain, Interrupted> {
        let mut set = Antichain::default();
        for demand in self.elements() {
            for least in predecessors.of(demand, transition, budget)? {
                set.insert(least, budget)?;
            }
        }
        Ok(set)
    }

    fn useful(&self, predecessors: &Predecessors<'_>) -> Vec<usize> {
        predecessors.useful(self.elements().flat_map(|demand| demand.amounts()).map(|(place, _)| *place))
    }

    fn new_of(&self, mut other: Antichain, budget: &Budget<'_>) -> Result<Antichain, Interrupted> {
        let mut new = Antichain::default();
        for demand in other.elements.drain(..).flatten() {
            let (below, visited) = self.trie.find_below(demand.amounts());
            budget.spend(visited)?;
            if below.is_none() {
                new.insert(demand, budget)?;
            }
        }
        Ok(new)
    }

    fn add(&mut self, other: Antichain, budget: &Budget<'_>) -> Result<(), Interrupted> {
        for demand in other.elements.into_iter().flatten() {
            self.insert(demand, budget)?;
        }
        Ok(())
    }

    fn retain(
        self,
        keeps: &mut dyn FnMut(&Demand) -> Result<bool, Interrupted>,
        budget: &Budget<'_>,
    ) -> Result<Antichain, Interrupted> {
        let mut set = Antichain::default();
        for demand in self.elements.into_iter().flatten() {
            if keeps(&demand)? {
                set.insert(demand, budget)?;
            }
        }
        Ok(set)
    }

    fn basis(&self, budget: &Budget<'_>) -> Result<Vec<Demand>, Interrupted> {
        budget.spend(self.elements.len())?;
        let mut basis: Vec<Demand> = self.elements().cloned().collect();
        basis.sort_unstable();
        Ok(basis)
    }
}
