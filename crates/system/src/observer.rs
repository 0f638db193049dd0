//! Who hears of answers, and of how the work is going.

use crate::{Answer, Expr};

/// Hears of answers as they fall, and knows which questions are still open.
///
/// Properties are given by their places in the system's list.
pub trait Observer {
    /// Whether the property is still to be answered: somebody else may have settled it meanwhile.
    fn is_open(&self, property: usize) -> bool {
        let _ = property;
        true
    }

    /// The invariants among the properties that are known to hold, whoever proved them, and that speak of nothing that was left out of
    /// the system that is asked about. Proofs may rest on them.
    fn proved(&self) -> Vec<usize> {
        Vec::new()
    }

    /// Conditions that are known to be true in every reachable state of the system that is asked about, though no property says so: none
    /// before somebody has looked for them. No step leaves the states in which all of them are true. Proofs may rest on them.
    fn known(&self) -> &[Expr] {
        &[]
    }

    /// Looks for such conditions, unless somebody has or is at it. It takes a while, up to about a second.
    fn look_for_known(&self) {}

    /// Says for which property work is done from now on; nothing for work that serves all of them.
    fn working_on(&self, property: Option<usize>) {
        let _ = property;
    }

    /// Takes the answer to a property.
    fn answered(&self, property: usize, answer: Answer);
}
