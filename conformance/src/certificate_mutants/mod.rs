//! Certificates with one change, and what is true of a model, found without any certificate.
//!
//! * one random change of a certificate: [`mutant`]; of the text of a model: [`changed_model`];
//! * the value of a formula of a certificate in a state, by its definition: `Formulas`;
//! * whether a set is what an invariant must be, state by state: [`examine`];
//! * random certificates of any verdict: [`Forger`];
//! * what is true of the properties of a model, by the naive checkers: [`Facts`];
//! * what the checker says of a claim, against that: [`MutantJudge`].

mod aim;
mod automata;
mod evaluate;
mod examine;
mod facts;
mod forge;
mod formulas;
mod instances;
mod judge;
mod models;
mod paths;
mod proofs;
mod regions;
mod shape;

pub use aim::{Part, mutant};
pub use examine::{Examined, examine};
pub use facts::Facts;
pub use forge::Forger;
pub use judge::{Judgement, MutantJudge, Tally};
pub use models::changed_model;
