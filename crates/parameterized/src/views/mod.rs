//! View abstraction: what can be seen of a few processes, whatever their number.
//!
//! # What
//! A view is what is known of a reachable state when only k instances are looked at: the global variables, the
//! variables of the k instances up to their order, and of pointers to others only that they lead to an instance
//! outside. [`check`] computes a set of views that contains the views of all reachable states of all sizes, and
//! looks whether any of its members contradicts the property; k grows until none does.
//!
//! # Why it is right
//! Let V contain the views of a state s. If an instance moves from s to s', any view of s' is one of k instances
//! S; in s, the instances S, the mover, and those that the step follows, compares or needs as witnesses make a
//! larger configuration, all of whose views are in V. `search` forms all such configurations (`extend`) and
//! runs the step there ([`system::parameterized::run`]), where whatever is still outside is chosen in all ways;
//! so the view of s' is added. A property is asked of each view with its quantifiers' witnesses among the k
//! (`demand`). Sizes with fewer than k instances are searched as they are (`small`).
//!
//! # Reference
//! P. A. Abdulla, F. Haziza, L. Holík, All for the price of few (parameterized verification through view
//! abstraction), VMCAI 2013; Parameterized verification through view abstraction, STTT 18, 2016.
//!
//! # Where we depart from it
//! Processes point to each other, so a configuration grows by whom a step touches, when the step asks for it, and
//! not by one process only. Views carry facts about all instances (that there is one with some property), as
//! contexts do in P. A. Abdulla, F. Haziza, L. Holík, Block me if you can, SAS 2014. The set is closed by a work
//! list: a configuration is formed when the last of its views is found.
//!
//! # Assumes, guarantees
//! Assumes that the system is what [`system::parameterized`] says. Guarantees that `Holds` is true of every size
//! from the least one on; everything else is `Open`, with the reason.

mod demand;
mod extend;
mod plan;
mod search;
mod small;

use budget::Budget;
use system::parameterized::inactive::forgetful;
use system::parameterized::{ParameterizedQuestion, ParameterizedSystem};

/// What came of the question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// The property holds for every size from the least one on.
    Holds(ViewsProof),
    /// Nothing was shown, for this reason.
    Open(String),
}

/// A closed set of views, which shows that a property holds for every size.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ViewsProof {
    /// How many processes a view has.
    pub k: usize,
    /// The quantifiers of which views carry facts, by their numbers.
    pub facts: Vec<u32>,
    /// The views of k processes, for all sizes that have so many, as [`system::parameterized::configuration`] has them.
    pub views: Vec<Vec<i16>>,
    /// The values of the constant with fewer than k processes, each with its reachable states.
    pub smaller: Vec<(i128, Vec<Vec<i16>>)>,
    /// What it took.
    pub statistics: Statistics,
}

/// What an attempt took.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Statistics {
    /// How many processes a view has.
    pub k: usize,
    /// How many views there are.
    pub views: usize,
    /// How many larger configurations were looked at.
    pub extended: usize,
}

/// Whether a property, by its number, holds for every size from the least one on.
pub fn check(system: &ParameterizedSystem, property: usize, budget: &Budget<'_>) -> Outcome {
    let system = forgetful(system, property);
    let Some(property) = system.properties.get(property) else {
        return Outcome::Open("there is no such property".to_owned());
    };
    match &property.question {
        ParameterizedQuestion::Invariant(_) | ParameterizedQuestion::NoFaults => {
            plan::attempts(&system, &property.question, budget)
        }
        ParameterizedQuestion::Reachable(_) => {
            Outcome::Open("views only show what is never reached".to_owned())
        }
        ParameterizedQuestion::DeadlockFree => {
            Outcome::Open("views do not show that somebody can always move".to_owned())
        }
        ParameterizedQuestion::Other(reason) => Outcome::Open(reason.clone()),
    }
}
