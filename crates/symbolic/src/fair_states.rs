//! States from which a fair path begins.
//!
//! # The algorithm
//! The core of a set is its greatest subset `Z` such that every state of `Z` has a step into `Z`; from every state of
//! `Z` a path in `Z` leads to each step that must be repeated; and from every state of `Z` that obliges, one leads to a
//! step that meets the obligation. It is found by taking out what violates this until nothing does.
//!
//! From each state of the core there is a fair path: serve the conditions in turn, and leave out the obligations that
//! cannot be met any more, since no later state of the core then obliges. And the states of a fair path that it visits
//! behind the last of those that it visits finitely often form a subset like `Z`. So a fair path begins exactly where
//! the core can be reached; nothing of this needs finitely many states, only the iteration does.
//!
//! # Reference
//! Emerson, Lei: *Efficient Model Checking in Fragments of the Propositional Mu-Calculus*, LICS 1986; for Streett
//! conditions Kesten, Pnueli, Raviv: *Algorithmic Verification of Linear Temporal Logic Specifications*, ICALP 1998,
//! doi:10.1007/BFb0055036. Departure: conditions are sets of steps, not of states, and dead ends are repeated, so that
//! finite maximal paths are fair.

use crate::condition::Conditions;
use crate::journal::{Iterate, Which};
use crate::steps::Steps;
use state_sets::{Complement, Limited};

impl<D: Complement> Steps<'_, D> {
    /// The states of `within` from which a fair path stays within.
    pub fn fair_states(&self, within: &D::Set, conditions: &Conditions<D>) -> Limited<D::Set> {
        let core = self.fair_core(within, conditions)?;
        self.backward(within, &core)
    }

    /// The core of `within`: not empty if a fair path stays within, and all its states begin one that stays in the core.
    pub fn fair_core(&self, within: &D::Set, conditions: &Conditions<D>) -> Limited<D::Set> {
        let domain = self.domain();
        let start = domain.intersection(within, &self.states)?;
        self.model.resumed(Which::FairCore, &start, &[], |first, noting| {
            let Iterate { set: mut core, mut is_last, .. } = first;
            while !is_last {
                let next = self.fairer(core.clone(), conditions)?;
                is_last = domain.is_empty(&next)? || domain.is_equal(&next, &core)?;
                core = next;
                noting(&Iterate { is_last, ..Iterate::plain(&core, 0) })?;
            }
            Ok(core)
        })
    }

    /// The set without states that violate a condition; the same set if there are none.
    fn fairer(&self, set: D::Set, conditions: &Conditions<D>) -> Limited<D::Set> {
        let domain = self.domain();
        let mut core = set;
        // A condition that is met by a step into the core implies that there is such a step.
        if conditions.repeated.is_empty() {
            core = self.staying(core)?;
        }
        for condition in &conditions.repeated {
            let goal = domain.intersection(&core, &condition.pre(self, &core)?)?;
            core = self.backward(&core, &goal)?;
        }
        for obligation in &conditions.obligations {
            let obliging = domain.intersection(&core, &obligation.states)?;
            if domain.is_empty(&obliging)? {
                continue;
            }
            let goal = domain.intersection(&core, &obligation.met.pre(self, &core)?)?;
            let meeting = self.backward(&core, &goal)?;
            core = domain.difference(&core, &domain.difference(&obliging, &meeting)?)?;
        }
        Ok(core)
    }

    /// The states of the set from which some path never leaves it.
    fn staying(&self, set: D::Set) -> Limited<D::Set> {
        let domain = self.domain();
        self.model.resumed(Which::Staying, &set, &[], |first, noting| {
            let Iterate { set: mut left, mut is_last, .. } = first;
            while !is_last {
                let next = domain.intersection(&left, &self.pre(&left)?)?;
                is_last = domain.is_equal(&next, &left)?;
                left = next;
                noting(&Iterate { is_last, ..Iterate::plain(&left, 0) })?;
            }
            Ok(left)
        })
    }
}
