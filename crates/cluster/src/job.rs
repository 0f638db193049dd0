//! What is to be searched, and for what.

use crate::keeping::Keeping;
use explicit::{Settings, Use, read_processes};
use state_storage::{InMemory, Shape, StateStorage, StorageFailure};
use std::fmt;
use std::sync::Arc;
use system::{Question, System};

/// Makes the place where an owner, given by its number, keeps states that are so large; an earlier one of the same owner is no longer used.
pub type StorageMaker =
    Arc<dyn Fn(usize, Shape) -> Result<Box<dyn StateStorage>, StorageFailure> + Send + Sync>;

/// A search that may be reduced is tried without reduction on so many states, as the ordinary one is.
const PLAIN_STATES: u64 = 100_000;

/// Parcels that a worker may be ahead of another one: some two megabytes.
const MOST_AHEAD: u64 = 64;

/// A search: the same one for all workers.
#[derive(Clone)]
pub struct Job {
    /// The system.
    pub system: Arc<System>,
    /// The properties that are asked, by their places in the system's list. All are about single states.
    pub properties: Vec<usize>,
    /// How to search.
    pub settings: Settings,
    /// Whether to end at the first violation.
    pub fail_fast: bool,
    /// After how many states reductions are tried that are used where they help.
    pub plain_states: u64,
    /// How many parcels of candidates, of 32 KiB each, a worker sends another one before that one has told to have taken them.
    pub most_ahead: u64,
    /// Where states are kept.
    pub storage: StorageMaker,
    /// What becomes of checkpoints.
    pub keeping: Keeping,
}

impl fmt::Debug for Job {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Job").field("properties", &self.properties).field("settings", &self.settings).finish()
    }
}

/// Properties that are searched for together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    /// The properties.
    pub properties: Vec<usize>,
    /// Which reductions are used from the beginning.
    pub reduced: Option<Use>,
    /// Whether the search begins again with all reductions when there are many states.
    pub may_pause: bool,
}

impl Job {
    /// A search that keeps its states in memory.
    pub fn in_memory(system: Arc<System>, properties: Vec<usize>, settings: Settings) -> Self {
        let storage: StorageMaker = Arc::new(|_, shape| Ok(Box::new(InMemory::new(shape))));
        Job {
            system,
            properties,
            settings,
            fail_fast: false,
            storage,
            keeping: Keeping::default(),
            plain_states: PLAIN_STATES,
            most_ahead: MOST_AHEAD,
        }
    }

    /// The properties in groups, where reductions are wished for: as the ordinary search has them. Largest values are sought in all states.
    pub fn groups(&self) -> Vec<Group> {
        let seeks_largest =
            |number: &usize| matches!(self.system.properties[*number].question, Question::Bound(_));
        let wishes = [self.settings.symmetry, self.settings.inactive];
        if wishes.contains(&Use::Always) {
            let reads = read_processes(&self.system, &self.properties);
            let of_kind = |is_largest: bool, wanted: Option<bool>| -> Vec<usize> {
                let all = self.properties.iter().copied().zip(&reads);
                let fits = |(number, reads): &(usize, &bool)| {
                    seeks_largest(number) == is_largest && wanted.is_none_or(|wanted| wanted == **reads)
                };
                all.filter(fits).map(|(number, _)| number).collect()
            };
            let group = |properties, reduced| Group { properties, reduced, may_pause: false };
            let groups = vec![
                group(of_kind(false, Some(false)), Some(Use::Always)),
                group(of_kind(false, Some(true)), Some(Use::Always)),
                group(of_kind(true, None), None),
            ];
            return groups.into_iter().filter(|group| !group.properties.is_empty()).collect();
        }
        let may_pause = wishes.contains(&Use::Auto) && !self.properties.iter().any(seeks_largest);
        vec![Group { properties: self.properties.clone(), reduced: None, may_pause }]
    }
}
