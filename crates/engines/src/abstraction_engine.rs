//! The engine of predicates behind the common interface.

use crate::solver_budget::solver_budget;
use crate::{Engine, Failure, Options, Subject, Unsupported};
use abstraction::{can_check, check_observed};
use system::{Coverage, Observer, System, Watch};

/// Asks a solver, by predicates and by bounded search.
pub struct AbstractionEngine;

impl Engine for AbstractionEngine {
    fn name(&self) -> &'static str {
        "abstraction"
    }

    fn can_check(&self, system: &System, properties: &[usize]) -> Vec<Result<(), Unsupported>> {
        let ability = |number: &usize| {
            can_check(&system.properties[*number].question).map_err(|feature| Unsupported {
                engine: self.name(),
                feature,
                suggestion: None,
            })
        };
        properties.iter().map(ability).collect()
    }

    /// Each has predicates of its own.
    fn groups(&self, _: &System, properties: &[usize], _: &Options) -> Vec<Vec<usize>> {
        properties.iter().map(|number| vec![*number]).collect()
    }

    fn run(
        &self,
        subject: &Subject<'_>,
        properties: &[usize],
        options: &Options,
        watch: &dyn Watch,
        observer: &dyn Observer,
    ) -> Result<Option<Coverage>, Failure> {
        let budget = solver_budget(watch);
        let generated = || subject.generated(&observer.proved(), watch);
        let checked =
            check_observed(&subject.formulas, properties, options.means, &generated, &budget, observer);
        checked.map(|()| None).map_err(|failure| match failure {
            abstraction::Failure::NoInitialState => Failure::NoInitialState,
            abstraction::Failure::Internal(reason) => Failure::Internal { engine: self.name(), reason },
        })
    }
}
