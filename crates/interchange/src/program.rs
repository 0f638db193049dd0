//! Integer programs: variables, locations, and edges between them with guards and new values.
//!
//! * [`linear`](self::Linear): sums of variables;
//! * [`condition`](self::Condition): conditions on states;
//! * [`write_program`]: a program as the text of a model.

mod condition;
mod linear;
mod write;

pub use condition::{Comparison, Condition, Temporal};
pub use linear::{Linear, Symbol};
pub use write::write_program;

/// A program over integers with properties.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Program {
    /// What the format calls it, for the first line of a comment.
    pub kind: &'static str,
    /// Its name.
    pub name: String,
    /// What a reader should know: what was left out, what was assumed.
    pub notes: Vec<String>,
    /// The names of its variables, which are unbounded integers.
    pub variables: Vec<String>,
    /// The names of its locations.
    pub locations: Vec<String>,
    /// The edges between locations.
    pub edges: Vec<Edge>,
    /// What holds of variables and location at the start.
    pub initial: Condition,
    /// What is to be checked.
    pub claims: Vec<Claim>,
}

/// An edge: at its location and where its guard holds, it may change variables and the location.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edge {
    /// The name of the edge, where it has one.
    pub label: Option<String>,
    /// The location before.
    pub from: usize,
    /// The location behind.
    pub to: usize,
    /// When the edge can be taken.
    pub guard: Condition,
    /// New values, all read before any is written; nothing stands for any value. Other variables keep theirs.
    pub changes: Vec<(usize, Option<Linear>)>,
    /// What holds between old and new values beside that.
    pub relation: Condition,
}

/// A property of a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    /// Its name.
    pub name: String,
    /// Whether the condition must hold in all reachable states; otherwise in the initial ones.
    pub is_invariant: bool,
    /// The condition.
    pub condition: Condition,
    /// Whether it is recorded to hold or not.
    pub expected: Option<bool>,
}

impl Program {
    /// Whether an edge can change a variable.
    pub(crate) fn changes(&self, variable: usize) -> bool {
        let is_next = |symbol| symbol == Symbol::Next(variable);
        self.edges.iter().any(|edge| {
            edge.changes.iter().any(|(changed, _)| *changed == variable) || edge.relation.mentions(is_next)
        })
    }
}
