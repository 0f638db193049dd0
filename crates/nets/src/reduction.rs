//! Structural reductions: smaller nets that share chosen properties with the original, and runs led back from them.
//!
//! * [`reduce`]: rules until none matches; [`reduce_by`]: some of the rules only, which are in [`Rule`];
//! * what must be preserved: [`Preserve`];
//! * the result: [`Reduced`], with [`Reduced::lift`], [`Reduced::lift_dead_end`], [`Reduced::lift_lasso`], and [`Statistics`].
//!
//! | rule | reachability | dead ends | linear time, stuttering | everything |
//! | --- | --- | --- | --- | --- |
//! | `dead_transitions` | yes | yes | yes | yes |
//! | `constant_places` (and those that nobody needs) | yes | yes | yes | yes |
//! | `redundant_transitions` | yes | yes | yes | yes |
//! | `implicit_places` | yes | yes | yes | yes |
//! | `flow_implicit_places` | yes | yes | yes | yes |
//! | `unaffordable_transitions` | yes | yes | yes | yes |
//! | `equivalent_places` | yes | yes | yes | yes |
//! | `identity_transitions` | yes | beside a rival | | |
//! | `source_transitions` | yes | yes | yes | |
//! | `post_agglomeration` | yes | yes | yes | |
//! | `pre_agglomeration` | yes | yes | yes | |
//! | `free_components` | yes | yes, with a loop | yes, with a loop | |
//! | `cone_of_influence` | yes | | | |
//! | `dominated_transitions` | yes | | | |
//! | `free_agglomeration` | yes | | | |
//!
//! Visible places are never removed. A place or transition that a limit or a transfer names is left alone, except where a rule says
//! otherwise. Each rule is a module, whose head says what it matches and why it is right.
//!
//! ```
//! use budget::Budget;
//! use nets::reduction::{Preserve, reduce};
//! use nets::{Amount, Net, Run, Start, Transition};
//! // A token goes from a to b to c, where it is seen.
//! let step = |name: &str, from, to| Transition {
//!     name: name.into(),
//!     takes: vec![(from, 1)],
//!     gives: vec![(to, 1)],
//!     ..Transition::default()
//! };
//! let net = Net {
//!     places: ["a", "b", "c"].map(String::from).to_vec(),
//!     starts: vec![Start([1, 0, 0].map(Amount::Exactly).to_vec())],
//!     transitions: vec![step("first", 0, 1), step("second", 1, 2)],
//! };
//! let budget = Budget::unlimited();
//! let reduced = reduce(&net, &[2], Preserve::Stuttering, &budget)?;
//! assert_eq!(reduced.net.transitions.len(), 1);
//! let run = Run { start: reduced.net.starts[0].least(), fired: vec![0] };
//! let lifted = reduced.lift(&run, &budget)?;
//! assert_eq!(lifted, Some(Run { start: vec![1, 0, 0], fired: vec![0, 1] }));
//! # Ok::<(), budget::OutOfBudget>(())
//! ```
//!
//! # Reference
//!
//! Berthelot: *Transformations and decompositions of nets*, Advances in Petri Nets 1986, LNCS 254.
//! Murata: *Petri nets: properties, analysis and applications*, Proceedings of the IEEE 77(4), 1989.
//! Bønneland, Dyhr, Jensen, Johannsen, Srba: *Stubborn versus structural reductions for Petri nets*, JLAMP 102, 2019.
//! Thierry-Mieg: *Structural reductions revisited*, Petri Nets 2020, LNCS 12152.

#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

mod agglomeration;
mod arcs;
mod cone_of_influence;
mod constant_places;
mod dead_transitions;
mod dominated_transitions;
mod draft;
mod equivalent_places;
mod expansion;
mod flow_implicit_places;
mod free_agglomeration;
mod free_components;
mod fusion;
mod identity_transitions;
mod implicit_places;
mod marking;
mod post_agglomeration;
mod pre_agglomeration;
mod preserve;
mod quotient;
mod reduce;
mod reduced;
mod redundant_transitions;
mod rule;
mod source_transitions;
mod sums;
mod unaffordable_transitions;
mod words;

pub use preserve::Preserve;
pub use reduce::{reduce, reduce_by};
pub use reduced::{Lasso, Reduced, Statistics};
pub use rule::Rule;
