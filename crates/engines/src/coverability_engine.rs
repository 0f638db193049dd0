//! The engine of covers behind the common interface.

use crate::solver_budget::search_budget;
use crate::{Engine, Failure, Options, Subject, Unsupported};
use coverability::{can_check, check_observed};
use system::{Coverage, Observer, Question, System, Watch};

/// Asks which markings of a net can be covered, for any number of tokens.
pub struct CoverabilityEngine;

impl Engine for CoverabilityEngine {
    fn name(&self) -> &'static str {
        "coverability"
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

    /// Largest values are read off one set; others have targets of their own. The net is the same for all.
    fn groups(&self, system: &System, properties: &[usize], _: &Options) -> Vec<Vec<usize>> {
        let is_bound = |number: &usize| matches!(system.properties[*number].question, Question::Bound(_));
        let (bounds, others): (Vec<usize>, Vec<usize>) = properties.iter().copied().partition(is_bound);
        let mut groups: Vec<Vec<usize>> = others.into_iter().map(|number| vec![number]).collect();
        groups.extend((!bounds.is_empty()).then_some(bounds));
        groups
    }

    fn run(
        &self,
        subject: &Subject<'_>,
        properties: &[usize],
        options: &Options,
        watch: &dyn Watch,
        observer: &dyn Observer,
    ) -> Result<Option<Coverage>, Failure> {
        let net = subject.net(watch);
        let budget = search_budget(watch);
        let checked =
            check_observed(subject.system, &net, properties, options.coverability, &budget, observer);
        checked.map(|()| None).map_err(|failure| match failure {
            coverability::Failure::NoInitialState => Failure::NoInitialState,
            coverability::Failure::Internal(reason) => Failure::Internal { engine: self.name(), reason },
        })
    }
}
