//! What may stand at a place, by declarations.

use system::Sort;

use super::DeclarationId;
use super::declare::Known;
use crate::referents::{Expected, Referent};
use crate::symbols::BodyIndex;

/// What may stand at a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Spot {
    /// A value.
    Value {
        /// The names that are bound around the place, innermost first.
        locals: Vec<DeclarationId>,
        /// The process around it, whose names can be used plainly.
        body: Option<DeclarationId>,
        /// The sort that is wanted, where that is known.
        sort: Option<Sort>,
    },
    /// A variable or definition of this process, or of any.
    Field(Option<DeclarationId>),
    /// One of these fields of a record.
    Part(Vec<DeclarationId>),
    /// A location of this process, or of any.
    Location(Option<DeclarationId>),
    /// A variable that `reach` may follow, of this process or of any.
    Link(Option<DeclarationId>),
    /// A process or population.
    Counted,
    /// A type.
    Type,
    /// A process array, behind `ref`.
    Reference,
    /// A rendezvous or a broadcast, where it is known which.
    Sync(Option<bool>),
    /// An event, a process or a population, behind `fair` or `strong`.
    Mover,
    /// A label of this process.
    Label(Option<DeclarationId>),
}

pub(super) fn spot(expected: &Expected, known: &Known) -> Spot {
    let body = |index: &BodyIndex| known.get(&Referent::Body(*index)).copied();
    let any = |index: &Option<BodyIndex>| index.as_ref().and_then(body);
    match expected {
        Expected::Value { locals, body, sort } => {
            let locals = locals.iter().filter_map(|span| known.get(&Referent::Local(*span)).copied());
            Spot::Value {
                locals: locals.collect(),
                body: any(body),
                sort: sort.and_then(crate::structures::Sort::scalar),
            }
        }
        Expected::Field(owner) => Spot::Field(any(owner)),
        Expected::Part(record) => {
            let fields = (0..).map_while(|number| known.get(&Referent::Field(*record, number)).copied());
            Spot::Part(fields.collect())
        }
        Expected::Location(owner) => Spot::Location(any(owner)),
        Expected::Link(owner) => Spot::Link(any(owner)),
        Expected::Counted => Spot::Counted,
        Expected::Type => Spot::Type,
        Expected::Reference => Spot::Reference,
        Expected::Sync(broadcast) => Spot::Sync(*broadcast),
        Expected::Mover => Spot::Mover,
        Expected::Label(owner) => Spot::Label(body(owner)),
    }
}
