//! Systems in which one constant stays open: how many instances of a process there are.
//!
//! A [`crate::System`] has its instances written out; here they are not, and quantifiers over them are kept.
//! All arrays of processes and of variables whose indices run from a constant to the open one are one family:
//! an instance has the locations and variables of all of them, and an index or a reference to any of them is a
//! pointer to an instance.
//!
//! * [`ParameterizedSystem`] is the data, [`Term`] and [`ParameterizedStatement`] what its rules are made of;
//! * [`neighbour`] has pointers to whoever comes next in a ring or line of instances;
//! * [`configuration`] says what is known of some of the instances, the others being outside;
//! * [`run`] is what a rule can do there, whatever is outside: with nothing outside it is what the rule does.

pub mod configuration;
pub mod counted;
mod data;
pub mod evaluate;
pub mod inactive;
pub mod initial;
pub mod neighbour;
pub mod oracle;
pub mod run;
mod term;

pub use data::{
    Counted, Domain, INSTANCE, IndexRole, LocationChange, ParameterizedProperty, ParameterizedQuestion,
    ParameterizedSystem, ParameterizedVariable, Partner, Rule,
};
pub use term::{
    Choices, ElementOf, ParameterizedStatement, Quantification, Quantifier, Site, Steps, Term, Way,
};
