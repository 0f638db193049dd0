//! What is known of each property while sizes and proofs take turns.

use system::{Answer, Stop};

/// A property that may be open.
#[derive(Debug, Clone)]
pub(super) struct Standing {
    /// Its place in the list of the system of any size.
    pub property: usize,
    /// The size that is asked next: below it, nothing is wrong.
    pub next: i128,
    /// Why the next size cannot be decided, however much is spent on it.
    pub stuck: Option<String>,
    /// Whether it has no answer yet.
    pub is_open: bool,
    /// The microseconds that were spent on it.
    pub microseconds: u64,
    /// What proofs say, by their places.
    pub proofs: Vec<Option<Said>>,
}

/// What a proof says of a property that it has not proved.
#[derive(Debug, Clone)]
pub(super) struct Said {
    /// Why.
    pub reason: String,
    /// Whether more work would not help.
    pub is_final: bool,
}

impl Standing {
    /// A property before anything was done, with so many proofs to come.
    pub fn new(property: usize, least: i128, proofs: usize) -> Self {
        let proofs = vec![None; proofs];
        Standing { property, next: least, stuck: None, is_open: true, microseconds: 0, proofs }
    }

    /// The largest size up to which nothing is wrong.
    pub fn cleared(&self, least: i128) -> Option<i128> {
        (self.next > least).then(|| self.next.saturating_sub(1))
    }

    /// Whether a proof may still come.
    pub fn is_provable(&self) -> bool {
        self.proofs.iter().any(|said| said.as_ref().is_none_or(|said| !said.is_final))
    }

    /// Whether this proof is to be asked for it.
    pub fn wants(&self, proof: usize) -> bool {
        self.is_open && self.proofs[proof].as_ref().is_none_or(|said| !said.is_final)
    }

    /// That it is unknown: what ended the work, up to which size nothing is wrong, and why it is not proved.
    pub fn unknown(
        &self,
        constant: &str,
        least: i128,
        names: &[&'static str],
        stop: Option<&Stop>,
    ) -> Answer {
        let mut parts: Vec<String> = stop.iter().map(ToString::to_string).collect();
        parts.push(match self.cleared(least) {
            Some(size) => format!("nothing is wrong up to {constant} = {size}"),
            None => format!("not decided for {constant} = {least}"),
        });
        parts.extend(self.stuck.as_ref().map(|reason| format!("{constant} = {}: {reason}", self.next)));
        let said = names.iter().zip(&self.proofs);
        parts.extend(said.filter_map(|(name, said)| Some(reason(name, &said.as_ref()?.reason))));
        Answer::unknown(parts.join("; "), "", "")
    }
}

/// A reason with who gives it; nobody's name stands before what is said of the model itself.
fn reason(name: &str, reason: &str) -> String {
    if name.is_empty() { reason.to_owned() } else { format!("{name}: {reason}") }
}
