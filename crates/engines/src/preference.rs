//! Which engines are asked for which question, and in which order: the whole of `auto`, as data.

use system::Question;

/// The kinds of questions, each with the names of the engines that are asked, the most promising first.
///
/// A name that is not in the registry yet is passed over.
const PREFERENCES: &[(&str, &[&str])] = &[
    ("invariant", &["explicit"]),
    ("reachable", &["explicit"]),
    ("bound", &["explicit"]),
    ("ctl", &["explicit"]),
    ("ltl", &["explicit"]),
];

/// The engines to ask for this question, the most promising first.
pub fn preference(question: &Question) -> &'static [&'static str] {
    let kind = question.kind();
    PREFERENCES.iter().find(|(name, _)| *name == kind).map_or(&[], |(_, engines)| engines)
}

#[cfg(test)]
mod tests {
    use super::PREFERENCES;
    use crate::{Availability, find};

    #[test]
    fn every_preferred_engine_is_known() {
        for name in PREFERENCES.iter().flat_map(|(_, engines)| *engines) {
            assert!(!matches!(find(name), Availability::Unheard), "{name}");
        }
    }
}
