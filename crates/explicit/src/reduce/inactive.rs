//! Inactive variables: values that nobody will read are set to a fixed one. Which these are is found by `analysis`; here they become
//! machine numbers.

use crate::program::Program;
use crate::value::encode;
use system::{Property, Value, VariableId};

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
        let known = analysis::inactive(program.system(), properties)?;
        let number = |(variable, value): &(VariableId, Value)| {
            let code = encode(*value)?;
            program.domains[variable.index()].contains(code).then_some((variable.0, code))
        };
        let coded = |resets: &analysis::Resets| resets.iter().filter_map(number).collect();
        let resets = known.resets.iter().map(|(location, all)| (location.0, all.iter().map(coded).collect()));
        let resets: Vec<(u32, Vec<Resets>)> = resets.collect();
        let is_any = |(_, all): &(u32, Vec<Resets>)| all.iter().any(|resets| !resets.is_empty());
        resets.iter().any(is_any).then_some(Inactive { resets })
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
