//! Other people's formats, read as models.
//!
//! * [`read_net`]: place/transition nets in PNML;
//! * [`read_formulas`]: the property files of the Model Checking Contest;
//! * [`write_model`]: both as the text of a model in the Fathom language.
//!
//! A net becomes a text, and the text is what is checked: what a reader sees is what was checked, and there is
//! one way from a net to a system.

mod bounds;
mod formula;
mod mcc;
mod names;
mod net;
mod pnml;
mod problem;
mod write;
mod xml;

pub use formula::{Formula, Property, Question, Sum};
pub use mcc::read_formulas;
pub use net::{Net, Place, Transition};
pub use pnml::read_net;
pub use problem::Problem;
pub use write::{Unfit, write_model};
