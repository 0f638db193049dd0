//! Sorts in words.

use super::Checker;
use crate::structures::{Extent, Sort, Structure, StructureId};

impl Checker<'_> {
    /// A value of the sort: "an integer".
    pub(crate) fn show_sort(&self, sort: Sort) -> String {
        match sort {
            Sort::Bool => "a Boolean".to_owned(),
            Sort::Int => "an integer".to_owned(),
            Sort::Enumeration(id) => format!("a member of `{}`", self.symbols.enumerations.show(id)),
            Sort::Reference(id) => format!("a reference to `{}`", self.symbols.process(id).name()),
            Sort::Structure(id) => {
                format!("{} {}", article(self.symbols.structures.get(id)), self.structure_name(id))
            }
        }
    }

    /// Values of the sort: "integers".
    pub(crate) fn show_sorts(&self, sort: Sort) -> String {
        match sort {
            Sort::Bool => "Booleans".to_owned(),
            Sort::Int => "integers".to_owned(),
            Sort::Enumeration(id) => format!("members of `{}`", self.symbols.enumerations.show(id)),
            Sort::Reference(id) => format!("references to `{}`", self.symbols.process(id).name()),
            Sort::Structure(id) => self.structure_name(id),
        }
    }

    /// The kind of a value with parts, as its type would be written.
    fn structure_name(&self, id: StructureId) -> String {
        match self.symbols.structures.get(id) {
            Structure::Record(fields) => {
                let fields: Vec<String> =
                    fields.iter().map(|(name, sort)| format!("{name}: {}", self.sort_name(*sort))).collect();
                format!("record {{ {} }}", fields.join(", "))
            }
            Structure::Array(Extent::Range(low, high), part) => {
                format!("array [{low}..{high}] of {}", self.sort_name(*part))
            }
            Structure::Array(Extent::Length(length), part) => {
                format!("array of {length} of {}", self.sort_name(*part))
            }
            Structure::Array(Extent::Open, part) => format!("array of {}", self.sort_name(*part)),
            Structure::Set(part) => format!("set of {}", self.sort_name(*part)),
            Structure::Queue(Some(most), part) => format!("fifo {most} of {}", self.sort_name(*part)),
            Structure::Queue(None, part) => format!("fifo of {}", self.sort_name(*part)),
        }
    }

    fn sort_name(&self, sort: Sort) -> String {
        match sort {
            Sort::Bool => "bool".to_owned(),
            Sort::Int => "int".to_owned(),
            Sort::Enumeration(id) => self.symbols.enumerations.show(id),
            Sort::Reference(id) => format!("ref {}", self.symbols.process(id).name()),
            Sort::Structure(id) => self.structure_name(id),
        }
    }
}

fn article(structure: &Structure) -> &'static str {
    if matches!(structure, Structure::Array(..)) { "an" } else { "a" }
}
