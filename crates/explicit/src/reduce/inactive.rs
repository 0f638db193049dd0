//! Inactive variables of packed states: what nobody will read is set to a fixed value, as [`analysis::inactive()`] finds it.

use crate::program::Program;
use crate::value::encode;
use system::Property;

/// Which variables are inactive where.
#[derive(Debug)]
pub(crate) struct Inactive {
    /// For each location variable, for each location: the variables that are inactive there, with what they are set to.
    resets: Vec<(u32, Vec<Resets>)>,
}

/// Variables, with what they are set to.
type Resets = Vec<(u32, i64)>;

impl Inactive {
    /// What is inactive for these properties; nothing if nothing ever is.
    pub fn new(program: &Program<'_>, properties: &[&Property]) -> Option<Self> {
        let found = analysis::inactive(program.system(), properties)?;
        let set = |resets: analysis::Resets| -> Resets {
            resets.into_iter().filter_map(|(variable, value)| Some((variable.0, encode(value)?))).collect()
        };
        let resets = found
            .resets
            .into_iter()
            .map(|(location, resets)| (location.0, resets.into_iter().map(set).collect()));
        Some(Inactive { resets: resets.collect() })
    }

    /// Sets what is inactive in a state to its fixed value.
    pub fn reset(&self, state: &mut [i64]) {
        for (location, resets) in &self.resets {
            let at = usize::try_from(state[*location as usize]).unwrap_or(usize::MAX);
            for (variable, value) in resets.get(at).into_iter().flatten() {
                state[*variable as usize] = *value;
            }
        }
    }
}
