//! Checks properties by fixpoints over sets of states, in any domain that can represent them.
//!
//! * A system becomes formulas (by the crate `encoding`): its variables a space, its transitions steps, its conditions formulas.
//! * The formulas become sets and relations of a domain, which [`check_in`] is given.
//! * Fixpoints of these decide properties: what single states decide, CTL, and LTL by a product, all with fairness.

mod between;
mod bounds;
mod can_check;
mod check;
mod closure;
mod condition;
mod ctl;
mod fair_states;
mod fairness;
mod forgetting;
mod job;
mod journal;
mod largest;
mod layers;
mod ltl;
mod meter;
mod model;
mod proofs;
mod ranking;
mod reach;
mod region;
mod representatives;
mod resumed;
mod safety;
mod sequence;
mod shortcuts;
mod shortest;
mod steps;
mod tour;
mod trend;
mod unbounded;
mod walk;
mod words;

pub use between::Between;
pub use budget::Budget;
pub use can_check::can_check;
pub use check::{
    Exploration, Failure, Settings, ShareOutcome, Turns, check_in, check_observed_in, check_within,
};
// The interface speaks of systems as `encoding` writes them.
pub use encoding::{
    Codes, Coding, LowerOptions, Lowered, LoweringError, Move, Prepared, Quantity, Unsupported, lower,
};
pub use forgetting::may_forget;
pub use proofs::{Asked, Proved, proof_of_invariant, prove_in};
pub use representatives::{
    Reduced, check_representatives_in, has_representatives, may_have_representatives, representatives_in,
};
pub use trend::Trend;
pub use unbounded::{
    AttemptOutcome, Countless, Direction, Encoded, Numbered, Representation, Represented, STRATEGIES, Setup,
    Strategy, WITH_KNOWN, restored, rigid_variables, stripped,
};
