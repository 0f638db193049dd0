//! Other people's formats, read as models.
//!
//! * [`read_net`], [`write_pnml`]: place/transition nets in PNML, and coloured nets, which are unfolded;
//! * [`read_formulas`]: the property files of the Model Checking Contest;
//! * [`write_model`]: both as the text of a model in the Fathom language;
//! * [`read_mist`]: counter systems in the format of mist;
//! * [`read_threads`], [`read_thread_targets`], [`threads_as_counters`]: thread transition systems in the format of bfc;
//! * [`write_counters`]: either of them as the text of a model;
//! * [`read_fast`]: counter automata in the format of FAST;
//! * [`read_t2`], [`read_t2_formulas`]: integer programs in the format of T2, and formulas about them;
//! * [`write_program`]: either of them as the text of a model;
//! * [`read_horn`]: linear Horn clauses in SMT-LIB, as the text of a model;
//! * [`read_vmt`]: transition systems in the format VMT, as the text of a model;
//! * [`read_murphi`]: models of Murphi, in the dialects of CMurphi and rumur, as the text of a model.
//!
//! A file becomes a text, and the text is what is checked: what a reader sees is what was checked, and there is
//! one way from a file to a system.

mod bounds;
mod clauses;
mod counters;
mod families;
mod fast;
mod formula;
mod horn;
mod mcc;
mod mist;
mod murphi;
mod names;
mod net;
mod pnml;
mod problem;
mod program;
mod reader;
mod scan;
mod smtlib;
mod t2;
mod threads;
mod vmt;
mod write;
mod xml;

pub use counters::{Constraint, Counter, CounterSystem, Effect, Range, Rule, WeightedSum, write_counters};
pub use families::Families;
pub use fast::read_fast;
pub use formula::{Formula, Property, Question, Sum};
pub use horn::read_horn;
pub use mcc::read_formulas;
pub use mist::read_mist;
pub use murphi::read_murphi;
pub use net::{Net, Place, Transition};
pub use pnml::{read_net, write_pnml};
pub use problem::Problem;
pub use program::{Claim, Comparison, Condition, Edge, Linear, Program, Symbol, Temporal, write_program};
pub use t2::{read_t2, read_t2_formulas};
pub use threads::{
    Active, ThreadState, ThreadStep, ThreadSystem, read_thread_targets, read_threads, threads_as_counters,
};
pub use vmt::read_vmt;
pub use write::{Unfit, write_model};
