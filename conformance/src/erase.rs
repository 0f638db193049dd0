//! A system as text without the places of its source, so that two texts of one model can be compared.

use diagnostics::Source;
use std::fmt::Debug;
use system::System;

/// Everything that a system says, but for its source text and the places in it.
pub fn without_spans(system: &System) -> String {
    let mut system = system.clone();
    system.source = Source::default();
    erase(&format!("{system:#?}"))
}

/// Everything that a value says, but for the places in it.
pub fn erased(value: &impl Debug) -> String {
    erase(&format!("{value:#?}"))
}

/// Leaves out every `Span { … }`.
fn erase(text: &str) -> String {
    let mut erased = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find("Span {") {
        erased.push_str(&rest[..start]);
        let end = rest[start..].find('}').map_or(rest.len(), |length| start + length + 1);
        rest = &rest[end..];
    }
    erased.push_str(rest);
    erased
}

#[cfg(test)]
mod tests {
    use super::erased;
    use diagnostics::Span;

    #[test]
    fn places_do_not_count() {
        let here = (1, Span::new(3, 4), vec![Span::new(0, 9)]);
        let there = (1, Span::new(5, 7), vec![Span::new(1, 2)]);
        assert_eq!(erased(&here), erased(&there));
        assert_ne!(erased(&here), erased(&(2, Span::new(3, 4), vec![Span::new(0, 9)])));
    }
}
