//! Properties, each with the place where an editor can offer to check it.

use diagnostics::Span;
use language::ast::{Expect, ItemKind};

use crate::Analysis;

/// A property that can be checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lens {
    /// The name by which `check --property` knows it.
    pub property: String,
    /// Its name in the text.
    pub at: Span,
    /// The whole item.
    pub item: Span,
    /// The verdict that the text states, in a word.
    pub expected: Option<&'static str>,
}

/// The properties of a text, in its order.
pub fn lenses(analysis: &Analysis) -> Vec<Lens> {
    let properties = analysis.inspection().model.items.iter().filter_map(|item| match &item.kind {
        ItemKind::Property(property) => Some((item, property)),
        _ => None,
    });
    properties
        .map(|(item, property)| Lens {
            property: property.name.text.clone(),
            at: property.name.span,
            item: item.span,
            expected: property.expect.map(|expect| match expect {
                Expect::Holds => "holds",
                Expect::Violated => "violated",
                Expect::Unknown => "unknown",
            }),
        })
        .collect()
}
