//! Identifiers of other formats as names of the language.

use std::collections::HashSet;

/// Words that cannot be names as they are: keywords, words kept for later, operators of formulas, functions.
const WORDS: &str = "\
    any array assert at bool bound broadcast choose compassion const ctl do else event exists fair false \
    forall if in init int invariant justice let loc ltl model nat null of or param population process \
    reachable ref self skip start strong sync then true type var when where channel lossy clock stack \
    push pop module import prove hint rank predicate A E G F X U W R AG AF AX EG EF EX min max abs sum \
    count index";

/// Names that are taken, each of them as it is written in a model.
#[derive(Debug, Default)]
pub(crate) struct Names(HashSet<String>);

impl Names {
    /// A name for an identifier that no other one has: the identifier itself, in backquotes where it needs them,
    /// or something close to it.
    pub fn give(&mut self, id: &str) -> String {
        let mut id = id.to_owned();
        loop {
            let name = name(&id);
            if self.0.insert(name.clone()) {
                return name;
            }
            id.push('_');
        }
    }
}

/// The identifier as a name, in backquotes where it needs them. Characters that cannot stand between
/// backquotes become `_`.
pub(crate) fn name(id: &str) -> String {
    let is_plain = id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        && id.bytes().next().is_some_and(|byte| !byte.is_ascii_digit());
    if is_plain && !WORDS.split(' ').any(|word| word == id) {
        return id.to_owned();
    }
    let safe: String = id.chars().map(|c| if c == '`' || c.is_control() { '_' } else { c }).collect();
    format!("`{safe}`")
}

/// The text as the name of a property: an identifier or a string.
pub(crate) fn quoted(id: &str) -> String {
    let safe: String = id.chars().map(|c| if c == '"' || c.is_control() { '_' } else { c }).collect();
    format!("\"{safe}\"")
}
