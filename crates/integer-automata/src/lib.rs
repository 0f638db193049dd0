//! Sets of integer vectors as minimal automata over shared decision diagrams.
//!
//! A [`Store`] owns [`Automaton`]s that read vectors of integers, least significant bits first, with one [`Track`] for each
//! variable, and Boolean tracks before them. Automata are minimal and kept once, so equality is comparison of handles. Every set that
//! a formula of Presburger arithmetic defines can be expressed, and some more; every operation is exact, and
//! takes a [`Budget`].
//!
//! ```
//! use integer_automata::{Budget, Comparison, Linear, Numbers, Store, Track, Update};
//! let (mut store, budget) = (Store::new(Numbers::Integers), Budget::unlimited());
//! let (produced, consumed) = (Track::new(0), Track::new(1));
//! let left = Linear::term(1, produced).minus(&Linear::term(1, consumed));
//! let safe = store.constraint(&left, Comparison::AtLeast, &budget).unwrap();
//! let some_left = store.constraint(&left, Comparison::Greater, &budget).unwrap();
//! // A consumer that takes only what is there never overtakes the producer.
//! let take = Update::new(some_left).assign(consumed, Linear::term(1, consumed).plus(&Linear::constant(1)));
//! let after = store.post_image(&take, &safe, &budget).unwrap();
//! assert_eq!(after, safe);
//! ```
//!
//! * Building: [`Store::constraint`], [`Store::formula`], [`Store::boolean`], [`Store::power_of_two`].
//! * Boolean operations: [`Store::union`], [`Store::intersection`], [`Store::difference`], [`Store::complement`].
//! * Quantifiers and names: [`Store::project`], [`Store::for_all`], [`Store::rename`], [`Store::substitute`].
//! * Questions: [`Automaton::is_empty`], [`Store::is_subset`], [`Store::contains`], [`Store::sample`], [`Store::size`].
//! * Images: [`Update`], [`Store::pre_image`], [`Store::post_image`], [`Store::pre_image_of_relation`].
//! * Bounds of growing sets: [`Store::widen`].
//! * Reading: [`Store::table`], [`Store::dot`], [`Store::describe`].
//! * The kernel of diagrams: [`Diagrams`]; another encoding to compare with: [`Serial`], behind the trait [`Encoding`].

mod atom;
mod automaton;
mod basic;
mod canonical;
mod carries;
mod close;
mod combine;
mod compare;
mod count;
mod describe;
mod diagrams;
mod encoding;
mod formula;
mod image;
mod limits;
mod linear;
mod memo;
mod minimize;
mod print;
mod project;
mod rename;
mod sample;
mod serial;
mod store;
mod subsets;
mod substitute;
mod track;
mod vectors;
mod widen;

pub use automaton::{Automaton, Numbers};
pub use budget::{Budget, Budgeted, Limits, OutOfBudget};
pub use count::Size;
pub use diagrams::{Diagram, Diagrams, View};
pub use encoding::Encoding;
pub use formula::Formula;
pub use image::Update;
pub use limits::NODE_BYTES;
pub use linear::{Comparison, Linear};
pub use memo::Memo;
pub use print::Listing;
pub use sample::Point;
pub use serial::{Serial, SerialSet};
pub use store::Store;
pub use track::{BooleanTrack, Track};
