//! Sorts in words.

use system::Sort;

use super::Checker;

impl Checker<'_> {
    /// A value of the sort: "an integer".
    pub(crate) fn show_sort(&self, sort: Sort) -> String {
        match sort {
            Sort::Bool => "a Boolean".to_owned(),
            Sort::Int => "an integer".to_owned(),
            Sort::Enumeration(id) => format!("a member of `{}`", self.symbols.enumerations.show(id)),
            Sort::Reference(id) => format!("a reference to `{}`", self.symbols.process(id).name()),
            Sort::Location(id) => format!("a location of `{}`", self.symbols.process(id).name()),
        }
    }

    /// Values of the sort: "integers".
    pub(crate) fn show_sorts(&self, sort: Sort) -> String {
        match sort {
            Sort::Bool => "Booleans".to_owned(),
            Sort::Int => "integers".to_owned(),
            Sort::Enumeration(id) => format!("members of `{}`", self.symbols.enumerations.show(id)),
            Sort::Reference(id) => format!("references to `{}`", self.symbols.process(id).name()),
            Sort::Location(id) => format!("locations of `{}`", self.symbols.process(id).name()),
        }
    }
}
