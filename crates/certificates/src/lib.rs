//! Certificates: what a verdict rests on, in formulas of the language, and a checker that accepts or refuses them.
//!
//! Nothing here shares code with an engine or a library of sets.

mod atoms;
mod automaton_run;
mod bounds;
mod certificate;
mod check;
mod components;
mod cooper;
mod counts;
mod diagram;
mod effort;
mod header;
mod inclusion;
mod json_part;
mod layout;
mod leaf;
mod lemmas;
mod linear;
mod linear_tableau;
mod logic;
mod names;
mod nodes;
mod numbers;
mod obligations;
mod omega;
mod operand;
mod parse;
mod path;
mod profile;
mod read;
mod read_path;
mod read_proof;
mod refusal;
mod relaxation;
mod rows;
mod smt;
mod smt_text;
mod tableau;
mod term;
mod tokens;
mod translation;
mod variable;
mod views;
mod write;
mod write_path;
mod write_proof;
mod write_term;

pub use atoms::atoms;
pub use certificate::{
    AlwaysAbove, AlwaysBelow, Attractor, Automaton, AutomatonEdge, Certificate, Claim, Condition, Document,
    Growth, Header, Proof, Recurring, Region, StepSet,
};
pub use check::{check, discharge};
pub use counts::{CountsOf, check_counts, system_of_counters};
pub use diagram::Diagrams;
pub use header::{concerns, hash, header};
pub use inclusion::{accepts_all_violations, accepts_only_violations};
pub use layout::layout;
pub use lemmas::fewest;
pub use linear::Linear;
pub use logic::Logic;
pub use names::Names;
pub use nodes::Diagram;
pub use parse::{parse, parse_any};
pub use path::{check_path, replay};
pub use read::read;
pub use refusal::Refusal;
pub use smt::SmtLib;
pub use smt_text::Written;
pub use term::Term;
pub use translation::{Cases, Changes, Coding, Definitions, Fired, Scalar, Translator, Way};
pub use variable::{Kind, Valuation, Variable};
pub use views::{
    SizesCertificate, SizesDocument, SizesProof, ViewsOf, check_sizes, check_views, is_for_every_size,
    read_sizes, write_sizes,
};
pub use write::write;
pub use write_term::write_term;
