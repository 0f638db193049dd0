//! The Fathom language: text in, a checked `System` and findings out; and the formatter.

pub mod ast;
mod check;
mod checked;
mod collect;
mod constants;
mod evaluate;
mod findings;
mod format;
mod layout;
mod lexer;
mod limits;
mod load;
mod lower;
mod overrides;
mod parser;
mod scope;
mod symbols;
mod token;
mod typed;
mod typed_action;
mod types;

pub use format::format;
pub use load::{Loaded, load};
pub use overrides::Overrides;
pub use parser::parse;
