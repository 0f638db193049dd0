//! The Fathom language: text in, a checked `System` and findings out; and the formatter.
//!
//! * text and tree: [`ast`], [`parse`], [`format()`]
//! * names: `symbols`, `collect`, `scope`
//! * checks: `check`, `types`, `constants` and `evaluate`; their result: `checked`, `typed`, `typed_action`
//! * the system: `layout` of its variables, `lower` for everything else
//! * several files: [`link`]
//! * the whole way: [`load`]
//! * with one constant left open: [`load_parameterized`]
//! * for editors: [`names`], [`lexemes()`], [`reserved_words`], [`is_plain_name`]

pub mod ast;
mod check;
mod checked;
mod choices;
mod collect;
mod constants;
mod evaluate;
mod findings;
mod format;
mod layout;
mod lexemes;
mod lexer;
mod limits;
mod link;
mod load;
mod lower;
pub mod names;
mod overrides;
mod parameterized;
mod parser;
mod referents;
mod scope;
mod slots;
mod structures;
mod symbols;
mod token;
mod typed;
mod typed_action;
mod typed_traits;
mod types;

pub use format::format;
pub use lexemes::{Lexeme, LexemeKind, lexemes};
pub use link::{ImportedText, Loader, link};
pub use load::{Loaded, load, load_source};
pub use names::{Inspection, inspect, inspect_at, inspect_source};
pub use overrides::Overrides;
pub use parameterized::{OpenObstacle, load_parameterized};
pub use parser::{is_plain_name, parse};
pub use token::reserved_words;
