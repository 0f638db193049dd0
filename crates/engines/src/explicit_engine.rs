//! The explicit engine behind the common interface.

use crate::{Engine, Failure, Unsupported};
use system::{Answer, Property, System, Watch};

/// Searches the states one at a time.
pub struct ExplicitEngine;

impl Engine for ExplicitEngine {
    fn name(&self) -> &'static str {
        "explicit"
    }

    fn can_check(&self, system: &System, property: &Property) -> Result<(), Unsupported> {
        explicit::can_check(system, property).map_err(|feature| Unsupported {
            engine: self.name(),
            feature,
            suggestion: None,
        })
    }

    fn check(
        &self,
        system: &System,
        properties: &[usize],
        watch: &dyn Watch,
    ) -> Result<Vec<Answer>, Failure> {
        let settings = explicit::Settings::default();
        explicit::check(system, properties, &settings, watch).map_err(|failure| match failure {
            explicit::Failure::NoInitialState => Failure::NoInitialState,
            explicit::Failure::Internal(reason) => Failure::Internal { engine: self.name(), reason },
        })
    }
}
