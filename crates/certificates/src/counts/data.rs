//! What a certificate by counting says.

use crate::write::certificate as written;
use crate::{Certificate, Names};
use serde_json::{Map, Value as Json};
use system::System;

/// A proof about how many instances have which values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CountsOf {
    /// The counters: their names in formulas, and the values of the variables of those instances that each one counts.
    pub counters: Vec<(String, Vec<i64>)>,
    /// The keys of a certificate of one size, from `extras` to `proof`, whose formulas are about the variables beside the instances
    /// and the counters. They can be read only where those are known.
    pub shown: Map<String, Json>,
}

/// The keys that the certificate of a property has around a proof.
const AROUND: [&str; 3] = ["property", "kind", "verdict"];

impl CountsOf {
    /// The certificate of a property of a system of counters. Its last variables count instances, each those with these values.
    ///
    /// # Errors
    /// Why it has no proof.
    pub fn new(
        system: &System,
        combinations: &[Vec<i64>],
        certificate: &Certificate,
    ) -> Result<CountsOf, String> {
        certificate.proof.as_ref().map_err(Clone::clone)?;
        let beside = system.variables.len().saturating_sub(combinations.len());
        let names = system.variables.iter().skip(beside).map(|variable| variable.name.clone());
        let counters = names.zip(combinations.iter().cloned()).collect();
        let Json::Object(mut shown) = written(&mut Names::new(system), certificate) else {
            return Err("the certificate is no object".into());
        };
        shown.retain(|key, _| !AROUND.contains(&key.as_str()));
        Ok(CountsOf { counters, shown })
    }
}
