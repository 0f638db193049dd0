//! How to search, as the caller wishes.

use crate::reduce::symmetry::Form;

/// How to search.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Settings {
    /// Stop when more states than this have been found; what is open then is unknown.
    pub state_limit: Option<u64>,
    /// How to look for violations of linear-time properties.
    pub linear_search: LinearSearch,
    /// Whether to find out what never happens, if the search is complete.
    pub coverage: bool,
    /// Whether to leave out interleavings that cannot matter.
    pub partial_order: Use,
    /// Whether to search states that differ by an exchange of instances once.
    pub symmetry: Use,
    /// Which of these states is taken.
    pub form: Form,
    /// Whether to set variables to a fixed value that nobody will read.
    pub inactive: Use,
}

impl Settings {
    /// Whether a reduction is to be used like this.
    pub(crate) fn has_reduction(&self, when: Use) -> bool {
        [self.partial_order, self.symmetry, self.inactive].contains(&when)
    }
}

/// How to look for an accepting run of the product of a system and an automaton.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum LinearSearch {
    /// By strongly connected components.
    #[default]
    Components,
    /// By nested depth-first search, where there is neither strong fairness nor compassion.
    Nested,
}

/// Whether a reduction is used.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Use {
    /// It is not.
    #[default]
    Never,
    /// Where it is sound and the states are many.
    Auto,
    /// Wherever it is sound.
    Always,
}
