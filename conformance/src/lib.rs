//! Test-only: what every front end and every engine of Fathom must pass.
//!
//! * random models that use the whole language: [`generate`], as a [`Tree`] that [`shrink`] makes smaller; and with numbers
//!   at the ends of machine arithmetic: [`wide_model`];
//! * what is true of a model, found naively: [`survey`]; a path walked step by step: [`replay`];
//! * the explicit engine against both: [`compare`]; with reductions: [`compare_reduced`];
//! * the front end and the interpreter against a second reading of the language: [`Oracle`],
//!   [`compare_readings`];
//! * what tiny models do, stated by hand: [`steps`], [`starts`], [`values`], [`verdicts`],
//!   [`errors`];
//! * temporal properties by their definitions, and the engine against them: [`temporal`];
//! * the laws of domains of state sets: [`laws`]; a domain that breaks them: [`Liar`];
//! * a system as formulas against the interpreter, state by state: [`lowering`];
//! * a system as a net against the interpreter, marking by marking, and random systems that are nets: [`nets`];
//! * the symbolic engine against the explicit one: [`compare_engines`]; random programs of processes with references: [`pointer_program`];
//! * pointer programs in diagrams, state by state: [`compare_references`];
//! * the engine for unbounded systems against the explicit one: [`compare_twins`];
//! * slices and bounds against the whole: [`compare_slices`];
//! * what engines answer within a time: [`auto()`], [`verdicts_within`];
//! * certificates from beginning to end: [`certify_model`], [`certify_answer`], [`round_trip`]; with changes: [`certificate_mutants`];
//! * two texts of one model: [`without_spans`]; broken texts: [`mutate`]; large ones: [`large`].

mod auto;
mod bounded_twins;
pub mod certificate_mutants;
mod certification;
mod compare;
mod erase;
mod generate;
pub mod large;
pub mod laws;
mod liar;
pub mod lowering;
pub mod models;
mod mutate;
mod naive;
pub mod nets;
mod oracle;
mod pointer_programs;
mod random;
mod readings;
mod reductions;
mod references;
mod replay;
mod seeds;
mod shrink;
mod slices;
mod steps;
mod symbolic_engine;
pub mod temporal;
mod translation;
mod tree;
mod words;

pub use auto::{Clock, answers_within, auto, verdicts_within};
pub use bounded_twins::{Known, Twins, compare_twins};
pub use certification::{
    Certified, certificates_of, certify_answer, certify_model, certify_system, round_trip,
};
pub use compare::{Disagreement, MOST_STATES, Outcome, compare, compare_answer, compare_system};
pub use erase::{erased, without_spans};
pub use generate::{generate, wide_model};
pub use liar::{LIES, Liar, Lie};
pub use mutate::mutate;
pub use naive::{GivenUp, Survey, Truth, survey};
pub use oracle::{Happenings, Oracle, Stop};
pub use pointer_programs::pointer_program;
pub use random::Random;
pub use readings::{Readings, compare_readings};
pub use reductions::{Reduced, SETTINGS, compare_reduced, reduced_settings};
pub use references::{ComparedReferences, compare_references, pointer_model};
pub use replay::replay;
pub use seeds::{is_slow, seeds};
pub use shrink::{shrink, shrink_text};
pub use slices::{SliceOutcome, compare_slices};
pub use steps::{engine_agrees, errors, starts, steps, values, verdicts};
pub use symbolic_engine::{Compared, compare_engines};
pub use translation::{ComparedTranslation, compare_translation};
pub use tree::{Kind, Level, Node, Tree};
