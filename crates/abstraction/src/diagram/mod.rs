//! Abstract state graphs, also known as predicate diagrams.
//!
//! * the data: `graph`; in words: `wording`
//! * building one: `construction`, by questions about single steps (`probe`); what people ask for: `request`
//! * refinement: `splitting`, with the `literals` of formulas that are `undecided`

mod answer;
mod branching_time;
mod construction;
mod fair_cycles;
mod fairness;
mod graph;
mod linear_time;
mod literals;
mod measure;
mod probe;
mod request;
mod splitting;
mod temporal;
mod tour;
mod undecided;
mod walk;
mod witness;
mod wording;

pub(crate) use answer::temporal_answer;
pub use graph::{Configuration, Consecution, Control, Diagram, DiagramEdge, DiagramPredicate, Node, Origin};
pub use request::{DiagramRequest, Drawn, draw};
pub use splitting::Splitting;
