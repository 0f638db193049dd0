//! How large a model may become.
//!
//! Definitions, quantifiers, arrays and synchronisations can make a short text arbitrarily large. The limits
//! turn that into an error at the place that is too large, long before memory or the stack runs out.

use diagnostics::{Code, Diagnostic, Span};

/// The most nodes of expressions, and variables, edges and transitions beside them.
pub const NODES: usize = 5_000_000;

/// The most nodes that the expansion of definitions may add.
pub const EXPANSION: usize = 2_000_000;

/// The most evaluations of a subexpression while constants are computed and quantifiers expanded.
pub const STEPS: usize = 30_000_000;

/// The longest path from the root of an expression to a leaf, after definitions are expanded.
///
/// In an unoptimised build a level costs the checker at most 4 KiB of stack, so a thread with 2 MiB has room
/// for it.
pub const DEPTH: u32 = 350;

/// The most types that one is written with when all names of types are replaced.
pub const TYPE_WEIGHT: usize = 20_000;

/// How deeply types can be nested in each other when all names of types are replaced.
pub const TYPE_DEPTH: u32 = 100;

/// The most instances of a process array whose references `reach` can follow. Formulas about it have one quantifier inside the
/// other for each step, so this limits their depth; a model has all links of all instances wherever it says `reach`.
pub const REACHED: u32 = 64;

/// The model is too large.
pub fn too_large(at: Span) -> Diagnostic {
    let message = "the model becomes too large when this is expanded";
    Diagnostic::new(Code::TooLarge, message, at, "too large from here on")
        .with_help("make the ranges or the numbers of processes smaller, or use `int` and `population`")
}
