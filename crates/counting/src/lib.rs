//! Counting abstraction: a system of any number of instances that cannot be told apart, as a system of counters.
//!
//! Where no instance is ever named, neither by a reference nor by an index, a state is known up to an exchange of instances when it
//! is known how many of them have which values. So the system becomes another one, with a counter for each combination of values
//! that an instance can have, and the variables that belong to no instance as they are.
//!
//! # Why it is right
//! The map from states to counters is a bisimulation: instances that are exchanged take the same steps, whatever the others do. A
//! rule of an instance becomes one event for each combination that its mover can have; there, what the rule reads of its mover is
//! known. A quantifier over instances becomes a formula about counters: those that are bound already are asked one by one, and all
//! others of one combination once, since none of them differs. Nothing is approximated, so that all properties that treat instances
//! alike are the same in both systems: invariants, dead ends, faults, and temporal formulas without fairness of single instances. The
//! initial states are those of all sizes from the least one on.
//!
//! What would break the exchange is refused, in words: references and indices that are stored or compared with numbers, faults inside
//! of quantifiers (which depend on the order of instances), and local values whose number is not small.
//!
//! # Reference
//! German, Sistla: *Reasoning about Systems with Many Processes*, Journal of the ACM 39(3), 1992, doi:10.1145/146637.146681. Pnueli, Xu,
//! Zuck: *Liveness with (0,1,∞)-Counter Abstraction*, CAV 2002, doi:10.1007/3-540-45657-0_9. Basler, Mazzucchi, Wahl, Kroening:
//! *Symbolic Counter Abstraction for Concurrent Software*, CAV 2009, doi:10.1007/978-3-642-02658-4_9, who also find the combinations on
//! the way. Departures: counters are exact and without bound, since the engines behind take them; quantifiers, broadcasts and several
//! identified instances are translated, not only locations.

mod action;
mod combination;
mod initial;
mod meaning;
mod population;
mod term;

pub use population::{Counted, counted};
