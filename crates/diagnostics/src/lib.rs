//! Findings about a model: places in its text, codes, messages, and how they are shown to people.

mod code;
mod diagnostic;
mod fix;
mod render;
mod span;
mod suggest;

pub use code::{Code, Severity};
pub use diagnostic::Diagnostic;
pub use fix::Fix;
pub use render::render;
pub use span::{LineIndex, Position, Span};
pub use suggest::nearest;
