//! The symbolic engine behind the common interface, with decision diagrams as its sets.

use crate::{Engine, Failure, Report, Unsupported, Wishes};
use decision_diagrams::{Diagrams, Options};
use std::rc::Rc;
use symbolic::{Heartbeat, Settings, check_in};
use system::{System, Watch};

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
        let abilities = symbolic::can_check(system, properties, &settings());
        abilities.into_iter().map(|ability| ability.map_err(unsupported)).collect()
    }

    fn check(
        &self,
        system: &System,
        properties: &[usize],
        _: &Wishes,
        watch: &dyn Watch,
    ) -> Result<Report, Failure> {
        let heartbeat = Rc::new(Heartbeat::new(watch));
        let answers = check_in(system, properties, &settings(), &heartbeat, |space| {
            let pulse = heartbeat.clone();
            Diagrams::new(space, Options { bytes: BYTES, pulse, ..Options::default() })
        });
        match answers {
            Ok(answers) => Ok(Report { answers, coverage: None }),
            Err(symbolic::Failure::NoInitialState) => Err(Failure::NoInitialState),
            Err(symbolic::Failure::Internal(reason)) => {
                Err(Failure::Internal { engine: self.name(), reason })
            }
        }
    }
}

fn settings() -> Settings {
    Settings { sets: "decision diagrams", most_codes: MOST_CODES, only_finite: true, ..Settings::default() }
}
