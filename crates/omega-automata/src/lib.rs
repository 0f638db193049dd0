//! Linear-time formulas and their translation into Büchi automata.
//!
//! * formulas: [`Formulas`], [`Formula`], [`parse`], [`from_system`], [`simplify()`];
//! * automata: [`Automaton`], [`Edge`]; [`translate()`] makes them, [`Negation`] those of what a property forbids; [`to_hoa`] and [`to_dot`] show them;
//! * a second, plain translation to compare with: [`Tableau`];
//! * words to compare on: [`Lasso`]; products: [`intersection`], [`is_empty`];
//! * what bounds the work: [`Limits`], [`Refusal`].

mod automaton;
mod limits;

mod decision;
mod export;
mod formula;
mod hashing;
mod lasso;
mod negation;
mod product;
mod reduce;
mod simplify;
mod tableau;
mod translate;

pub use automaton::{Automaton, Edge, Guard, Marks, Properties, StateId};
pub use decision::Cube;
pub use export::{to_dot, to_hoa};
pub use formula::{
    Atoms, Facts, Formula, Formulas, MAX_DEPTH, Node, ParseError, Proposition, Shown, from_system, parse,
};
pub use lasso::{Lasso, Letter, accepts, satisfies};
pub use limits::{Ending, Limits, Refusable, Refusal};
pub use negation::Negation;
pub use product::{intersection, is_empty};
pub use simplify::{apply_rule, rule_names, simplify};
pub use tableau::Tableau;
pub use translate::{translate, translate_with_state_acceptance};
