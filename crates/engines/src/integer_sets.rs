//! The symbolic engine on systems with unbounded integers: which sets, in which partition.

use crate::symbolic_wishes::{Partition, SymbolicWishes};
use composite_sets::{Composite, Partitioned, Polyhedra, Remembered};
use decision_diagrams::{Diagrams, Options};
use state_sets::{Limited, Space};
use std::rc::Rc;
use symbolic::{Failure, Heartbeat, Lowered, Ration, UnboundedSettings, check_unbounded};
use system::{Answer, System, Watch};

/// About how many bytes the diagrams may take.
const BYTES: u64 = 1 << 30;

/// Ranges with more values than this stay integers.
const MOST_CODES: u64 = 1 << 6;

/// Answers properties of a system with integer sets.
pub(crate) fn check(
    system: &System,
    properties: &[usize],
    wishes: &SymbolicWishes,
    watch: &dyn Watch,
) -> Result<Vec<Answer>, Failure> {
    let heartbeat = Heartbeat::new(watch);
    let ration = Rc::new(Ration::new(&heartbeat));
    let partition = wishes.partition.unwrap_or(Partition::Control);
    let settings = UnboundedSettings {
        sets: name(partition),
        most_codes: if partition == Partition::None { 0 } else { MOST_CODES },
        disjuncts: wishes.dnf,
        tactic: wishes.tactic(),
    };
    let polyhedra =
        |space: Space| -> Limited<_> { Ok(Remembered::new(Polyhedra::with_pulse(space, ration.clone())?)) };
    let diagrams = |space: Space| {
        Diagrams::new(space, Options { bytes: BYTES, pulse: ration.clone(), ..Options::default() })
    };
    let composite =
        |lowered: &Lowered| -> Limited<_> { Composite::new(lowered.space.clone(), diagrams, polyhedra) };
    match partition {
        Partition::None => {
            let make = |lowered: &Lowered| polyhedra(lowered.space.clone());
            check_unbounded(system, properties, &settings, &heartbeat, &ration, &make)
        }
        Partition::Control => check_unbounded(system, properties, &settings, &heartbeat, &ration, &composite),
        Partition::EventDomain => {
            let make = |lowered: &Lowered| Partitioned::by_conditions(composite(lowered)?, &lowered.guards());
            check_unbounded(system, properties, &settings, &heartbeat, &ration, &make)
        }
    }
}

fn name(partition: Partition) -> &'static str {
    match partition {
        Partition::None => "polyhedra, no partition",
        Partition::Control => "polyhedra, control",
        Partition::EventDomain => "polyhedra, event domains",
    }
}
