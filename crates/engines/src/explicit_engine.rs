//! The explicit engine behind the common interface.

use crate::{Engine, Failure, Options, Subject, Unsupported};
use system::{Coverage, Observer, System, Watch};

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

    /// One search serves all.
    fn groups(&self, _: &System, properties: &[usize], _: &Options) -> Vec<Vec<usize>> {
        if properties.is_empty() { Vec::new() } else { vec![properties.to_vec()] }
    }

    fn run(
        &self,
        subject: &Subject<'_>,
        properties: &[usize],
        options: &Options,
        watch: &dyn Watch,
        observer: &dyn Observer,
    ) -> Result<Option<Coverage>, Failure> {
        let settings = explicit::Settings {
            coverage: options.coverage,
            partial_order: options.partial_order,
            symmetry: options.symmetry,
            form: options.form,
            inactive: options.inactive,
            ..explicit::Settings::default()
        };
        let checked = explicit::check_observed(subject.system, properties, &settings, watch, observer);
        checked.map_err(|failure| match failure {
            explicit::Failure::NoInitialState => Failure::NoInitialState,
            explicit::Failure::Internal(reason) => Failure::Internal { engine: self.name(), reason },
        })
    }
}
