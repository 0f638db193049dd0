//! The explicit engine behind the common interface.

use crate::{Engine, Failure, Report, Unsupported, Wishes};
use system::{System, Watch};

/// Searches the states one at a time.
pub struct ExplicitEngine;

impl Engine for ExplicitEngine {
    fn name(&self) -> &'static str {
        "explicit"
    }

    fn can_check(&self, system: &System, properties: &[usize]) -> Vec<Result<(), Unsupported>> {
        let unsupported = |feature| Unsupported { engine: self.name(), feature, suggestion: None };
        let abilities = explicit::can_check_all(system, properties);
        abilities.into_iter().map(|ability| ability.map_err(unsupported)).collect()
    }

    fn check(
        &self,
        system: &System,
        properties: &[usize],
        wishes: &Wishes,
        watch: &dyn Watch,
    ) -> Result<Report, Failure> {
        let settings = explicit::Settings {
            coverage: wishes.coverage,
            partial_order: wishes.partial_order,
            symmetry: wishes.symmetry,
            form: wishes.form,
            inactive: wishes.inactive,
            ..explicit::Settings::default()
        };
        match explicit::check_with_coverage(system, properties, &settings, watch) {
            Ok(explicit::Report { answers, coverage }) => Ok(Report { answers, coverage }),
            Err(explicit::Failure::NoInitialState) => Err(Failure::NoInitialState),
            Err(explicit::Failure::Internal(reason)) => {
                Err(Failure::Internal { engine: self.name(), reason })
            }
        }
    }
}
