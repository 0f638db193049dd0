//! The names of a text: what declares each, where it is used, and what may stand at a place. For editors.
//!
//! [`inspect`] checks a text as [`crate::load`] does, but expands and lowers nothing, so its time depends on the length of the
//! text alone. What it finds wrong is found by `load` too, which finds more. The checker itself says what each name stands
//! for, so that an editor never has another opinion than the verdicts.

mod declare;
mod inspect;
mod one_line;
mod resolve;
mod spot;

pub use inspect::{Inspection, inspect, inspect_at, inspect_source};
pub use spot::Spot;

use diagnostics::Span;
use system::{ConstantValue, Sort};

/// All names of a text.
#[derive(Debug, Clone, Default)]
pub struct NameTable {
    /// What is declared, what belongs to a process behind the process.
    pub declarations: Vec<Declaration>,
    /// Where names stand, in the order of the text.
    pub occurrences: Vec<Occurrence>,
}

/// The place of a declaration in its table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DeclarationId(pub usize);

/// Something that has a name.
#[derive(Debug, Clone)]
pub struct Declaration {
    /// The name, without backquotes.
    pub name: String,
    /// What it is.
    pub kind: DeclarationKind,
    /// The names that declare it, the first one first. A label may stand at several edges, and a member or a field in
    /// several types that are equal.
    pub at: Vec<Span>,
    /// The whole item that declares it first.
    pub item: Span,
    /// The lines of the item's doc comment.
    pub doc: Vec<String>,
    /// The process or population that it belongs to; for a parameter of a definition, the definition.
    pub owner: Option<DeclarationId>,
    /// The declaration in one line, as it is written.
    pub text: String,
    /// The sort of its values, or of its elements or instances.
    pub sort: Option<Sort>,
    /// The value of a constant.
    pub value: Option<ConstantValue>,
    /// The least and the greatest value of a variable's range, of an index, or the indices of a process array, as far as
    /// constants tell.
    pub range: Option<(i128, i128)>,
    /// The parameters of a definition.
    pub parameters: Vec<String>,
}

/// What a name can be declared as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum DeclarationKind {
    /// The name of the model.
    Model,
    /// A constant.
    Constant,
    /// A symbolic parameter.
    Parameter,
    /// A type.
    Type,
    /// A variable.
    Variable,
    /// A definition.
    Definition,
    /// A single process.
    Process,
    /// A process array.
    ProcessArray,
    /// A population.
    Population,
    /// An event.
    Event,
    /// A rendezvous.
    Rendezvous,
    /// A broadcast.
    Broadcast,
    /// A location.
    Location,
    /// A label of edges.
    Label,
    /// A member of an enumeration.
    Member,
    /// A field of a record.
    Field,
    /// A property.
    Property,
    /// A predicate for abstractions.
    Predicate,
    /// The index of a process array or event.
    Index,
    /// A name that a quantifier binds.
    BoundName,
    /// A parameter of a definition.
    Argument,
}

/// A place where a name stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Occurrence {
    /// The name, with its backquotes.
    pub span: Span,
    /// What it stands for; several where a definition is used with different things.
    pub declarations: Vec<DeclarationId>,
    /// Whether it declares what it stands for.
    pub declares: bool,
}

impl NameTable {
    /// The declaration with this number.
    pub fn declaration(&self, id: DeclarationId) -> &Declaration {
        &self.declarations[id.0]
    }

    /// All numbers with their declarations.
    pub fn all(&self) -> impl Iterator<Item = (DeclarationId, &Declaration)> {
        self.declarations.iter().enumerate().map(|(number, declaration)| (DeclarationId(number), declaration))
    }

    /// The name that stands at an offset, or ends there.
    pub fn at(&self, offset: u32) -> Option<&Occurrence> {
        let behind = self.occurrences.partition_point(|occurrence| occurrence.span.start <= offset);
        let found = &self.occurrences[behind.checked_sub(1)?];
        (offset <= found.span.end).then_some(found)
    }

    /// The places where names stand for a declaration, in the order of the text.
    pub fn places(&self, id: DeclarationId) -> impl Iterator<Item = &Occurrence> {
        self.occurrences.iter().filter(move |occurrence| occurrence.declarations.contains(&id))
    }
}
