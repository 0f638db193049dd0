//! The symbolic engine behind the common interface: decision diagrams where everything is finite, integer sets where it
//! is not.

use crate::{Engine, Extent, Failure, Report, Unsupported, Wishes, integer_sets};
use decision_diagrams::{Diagrams, Options};
use std::rc::Rc;
use symbolic::{Heartbeat, Settings, check_in, rigid_variables};
use system::{Answer, System, Watch};

/// Computes with sets of states.
pub struct SymbolicEngine;

/// About how many bytes the diagrams may take, whatever the limit of the whole process.
const BYTES: u64 = 2 << 30;

/// Ranges of more values are not coded in bits.
const MOST_CODES: u64 = 1 << 32;

impl Engine for SymbolicEngine {
    fn name(&self) -> &'static str {
        "symbolic"
    }

    fn can_check(&self, system: &System, properties: &[usize]) -> Vec<Result<(), Unsupported>> {
        let unsupported = |refused: symbolic::Unsupported| Unsupported {
            engine: self.name(),
            feature: refused.to_string(),
            suggestion: None,
        };
        let ability = |number: &usize| {
            let finite = settings(is_finite(system, *number));
            symbolic::can_check(system, &[*number], &finite).remove(0).map_err(unsupported)
        };
        properties.iter().map(ability).collect()
    }

    fn check(
        &self,
        system: &System,
        properties: &[usize],
        wishes: &Wishes,
        watch: &dyn Watch,
    ) -> Result<Report, Failure> {
        let wishes = &wishes.symbolic;
        let by_diagrams = |number: &usize| !wishes.is_any() && is_finite(system, *number);
        let (finite, others): (Vec<usize>, Vec<usize>) =
            properties.iter().partition(|number| by_diagrams(number));
        let failed = |failure| match failure {
            symbolic::Failure::NoInitialState => Failure::NoInitialState,
            symbolic::Failure::Internal(reason) => Failure::Internal { engine: self.name(), reason },
        };
        let mut by_sets = integer_sets::check(system, &others, wishes, watch).map_err(failed)?.into_iter();
        let mut by_diagrams_answers = diagrams(system, &finite, watch).map_err(failed)?.into_iter();
        let answer = |number: &usize| match by_diagrams(number) {
            true => by_diagrams_answers.next(),
            false => by_sets.next(),
        };
        Ok(Report { answers: properties.iter().filter_map(answer).collect(), coverage: None })
    }
}

/// Whether decision diagrams can represent all that the property needs.
fn is_finite(system: &System, property: usize) -> bool {
    Extent::of(system) != Extent::Infinite
        && rigid_variables(&system.properties[property].question).is_empty()
}

fn settings(only_finite: bool) -> Settings {
    Settings { sets: "decision diagrams", most_codes: MOST_CODES, only_finite, ..Settings::default() }
}

fn diagrams(
    system: &System,
    properties: &[usize],
    watch: &dyn Watch,
) -> Result<Vec<Answer>, symbolic::Failure> {
    if properties.is_empty() {
        return Ok(Vec::new());
    }
    let heartbeat = Rc::new(Heartbeat::new(watch));
    check_in(system, properties, &settings(true), &heartbeat, |space| {
        let pulse = heartbeat.clone();
        Diagrams::new(space, Options { bytes: BYTES, pulse, ..Options::default() })
    })
}
