//! Findings about a model: places in its text, codes, messages, and how they are shown to people.

mod code;
mod diagnostic;
mod fix;
mod lines;
mod render;
mod source;
mod span;
mod suggest;

pub use code::{Code, Severity};
pub use diagnostic::Diagnostic;
pub use fix::Fix;
pub use lines::{LineIndex, Position};
pub use render::{render, render_source};
pub use source::{FileId, ImportObstacle, Source};
pub use span::Span;
pub use suggest::nearest;
