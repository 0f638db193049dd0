//! What a search leaves out because it cannot matter.

use crate::layout::Layout;
use crate::monitor::Monitors;
use crate::program::Program;
use crate::stubborn::Stubborn;
use crate::successors::Successors;
use system::TransitionId;

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

/// The reductions of one search.
#[derive(Debug)]
pub(crate) struct Reduction {
    stubborn: Stubborn,
    values: Vec<i64>,
    enabled: Vec<TransitionId>,
    /// Successors that were left out.
    pub left_out: u64,
}

impl Reduction {
    /// Leaves out interleavings; nothing if that cannot be done.
    pub fn new(program: &Program<'_>) -> Option<Self> {
        let stubborn = Stubborn::new(program)?;
        Some(Reduction { stubborn, values: vec![0; program.domains.len()], enabled: Vec::new(), left_out: 0 })
    }

    /// Drops successors of the state that was expanded last, so far as the monitors do not need them.
    pub fn thin_out(
        &mut self,
        layout: &Layout,
        words: &[u64],
        monitors: &Monitors,
        successors: &mut Successors,
    ) -> u64 {
        self.enabled.clear();
        self.enabled.extend_from_slice(successors.of_last());
        self.enabled.dedup();
        layout.unpack(words, &mut self.values);
        let goals = monitors.goals();
        let Some(taken) = self.stubborn.towards_goals(&self.values, &self.enabled, goals) else { return 0 };
        let dropped = successors.keep_of_last(|transition| taken.binary_search(&transition.0).is_ok());
        self.left_out += dropped;
        dropped
    }
}
