//! The studio: a server on this machine, for one page that edits, checks, walks and looks.
//!
//! * what it is started with: [`Settings`], [`StudioLimits`]; the server: [`Studio`]
//! * who may ask: `guard`; which files there are: [`Folder`], and which of them texts import: [`linked`]; what is embedded: `bundle`,
//!   `gallery`
//! * what is answered at once: `editor`, with `recent` texts
//! * what takes longer is done by processes of their own: `worker`; checks among them are `runs`, each of which is a `run` with a
//!   `log` of what it told
//! * how places and findings are written for the page: [`Positions`], [`findings_json`]
//!
//! The interface is described in `docs/studio-interface.md`.

mod body;
mod browser;
mod bundle;
mod editor;
mod failure;
mod findings;
mod folder;
mod gallery;
mod guard;
mod imports;
mod log;
mod positions;
mod recent;
mod run;
mod runs;
mod server;
mod settings;
mod worker;

pub use findings::findings_json;
pub use folder::Folder;
pub use imports::linked;
pub use positions::Positions;
pub use server::Studio;
pub use settings::{Settings, StudioLimits};
