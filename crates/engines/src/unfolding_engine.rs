//! The engine of unfoldings behind the common interface.

use crate::solver_budget::solver_budget;
use crate::{Engine, Failure, Options, Subject, Unsupported};
use system::{Coverage, Observer, System, Watch};
use unfolding::{can_check, check_observed, groups};

/// Asks complete finite prefixes of the unfoldings of nets.
pub struct UnfoldingEngine;

impl Engine for UnfoldingEngine {
    fn name(&self) -> &'static str {
        "unfolding"
    }

    fn can_check(&self, system: &System, properties: &[usize]) -> Vec<Result<(), Unsupported>> {
        let ability = |number: &usize| {
            can_check(system, &system.properties[*number].question).map_err(|feature| Unsupported {
                engine: self.name(),
                feature,
                suggestion: None,
            })
        };
        properties.iter().map(ability).collect()
    }

    fn groups(&self, system: &System, properties: &[usize], _: &Options) -> Vec<Vec<usize>> {
        groups(system, properties)
    }

    fn run(
        &self,
        subject: &Subject<'_>,
        properties: &[usize],
        _: &Options,
        watch: &dyn Watch,
        observer: &dyn Observer,
    ) -> Result<Option<Coverage>, Failure> {
        let net = subject.net(watch);
        let budget = solver_budget(watch);
        let checked = check_observed(subject.system, &net, properties, &budget, observer);
        checked.map(|()| None).map_err(|failure| match failure {
            unfolding::Failure::NoInitialState => Failure::NoInitialState,
            unfolding::Failure::Internal(reason) => Failure::Internal { engine: self.name(), reason },
        })
    }
}
