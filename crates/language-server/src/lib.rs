//! What editors ask about models, and the server that answers them.
//!
//! The services are functions of an [`Analysis`] of a text and of offsets in it, counted in bytes of UTF-8. They know no
//! protocol, so that the page of the studio and the server have the same answers.
//!
//! * what is wrong, and changes that mend it: [`findings`], [`all_findings`]
//! * what a name is and where it stands: [`hover`], [`definition`], [`references`], [`rename`]
//! * what to write: [`complete`], [`signature`], [`format_edits`]
//! * how the text is shown: [`colours`], [`outline`], [`folds`], [`hints`], [`lenses`]
//!
//! The server is [`serve`]. It checks properties by a [`Verifier`], which knows the engines.

mod analysis;
mod colours;
mod completion;
mod edit;
mod findings;
mod folds;
mod hints;
mod hover;
mod lenses;
mod missing;
mod navigate;
mod outline;
mod own;
mod rename;
mod server;
mod shape;
mod signature;
mod words;

pub use analysis::Analysis;
pub use colours::{Colour, ColourKind, colours};
pub use completion::{Completion, CompletionKind, complete};
pub use edit::{Edit, Place, apply};
pub use findings::{all_findings, findings};
pub use folds::{Fold, FoldKind, folds};
pub use hints::{Hint, hints};
pub use hover::{Hover, hover};
pub use lenses::{Lens, lenses};
pub use navigate::{definition, references};
pub use outline::{OutlineNode, outline};
pub use rename::{renamable, rename};
pub use server::{CheckJob, CheckLimits, CheckNews, PropertyVerdict, VerdictKind, Verifier, serve};
pub use shape::format_edits;
pub use signature::{Signature, signature};
