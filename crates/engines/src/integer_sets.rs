//! The symbolic engine on systems with unbounded integers: which sets, in which layout and partition.

use crate::symbolic_wishes::{Layout, Partition, Sets, SymbolicWishes};
use composite_sets::{Automata, Composite, Parallel, Partitioned, Polyhedra, Remembered, Serially};
use decision_diagrams::{Diagrams, Options};
use state_sets::{Cell, Close, Complement, Formula, Halt, Kind, Limited, Space, Widen};
use std::rc::Rc;
use symbolic::{Failure, Heartbeat, Lowered, Ration, UnboundedSettings, check_unbounded};
use system::{Answer, System, Watch};

/// About how many bytes the diagrams may take.
const BYTES: u64 = 1 << 30;

/// Ranges with more values than this stay integers.
const MOST_CODES: u64 = 1 << 6;

/// More classes of finite states than this are not kept apart where everything is in one automaton.
const MOST_CLASSES: u64 = 1 << 10;

/// Answers properties of a system with integer sets.
pub(crate) fn check(
    system: &System,
    properties: &[usize],
    wishes: &SymbolicWishes,
    watch: &dyn Watch,
) -> Result<Vec<Answer>, Failure> {
    let heartbeat = Heartbeat::new(watch);
    let way = Way::new(wishes);
    let job = Job {
        system,
        properties,
        settings: UnboundedSettings {
            sets: way.name(),
            most_codes: if way.partition == Partition::None && way.layout == Layout::Composite {
                0
            } else {
                MOST_CODES
            },
            // Parts of a transition have closures more often than the whole.
            disjuncts: wishes.dnf || !wishes.is_any(),
            tactic: wishes.tactic(),
        },
        heartbeat: &heartbeat,
        ration: Rc::new(Ration::new(&heartbeat)),
    };
    let pulse = || job.ration.clone();
    let polyhedra =
        |space: Space| -> Limited<_> { Ok(Remembered::new(Polyhedra::with_pulse(space, pulse())?)) };
    let automata = |space: Space| Automata::<Parallel>::with_pulse(space, pulse());
    let serial = |space: Space| Automata::<Serially>::with_pulse(space, pulse());
    match (way.sets, way.layout) {
        (Sets::Polyhedra, _) => job.beside_diagrams(way.partition, polyhedra),
        (Sets::Automata, Layout::Composite) => job.beside_diagrams(way.partition, automata),
        (Sets::AutomataSerial, Layout::Composite) => job.beside_diagrams(way.partition, serial),
        (Sets::Automata, Layout::Unified) => job.unified(way.partition, automata),
        (Sets::AutomataSerial, Layout::Unified) => job.unified(way.partition, serial),
    }
}

/// How sets are stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Way {
    sets: Sets,
    layout: Layout,
    partition: Partition,
}

impl Way {
    /// What is wished, with the usual choice where it is left open.
    fn new(wishes: &SymbolicWishes) -> Way {
        let layout = wishes.layout.unwrap_or(Layout::Composite);
        // One automaton for all variables is the only layout of its kind.
        let (sets, partition) = match layout {
            Layout::Composite => (Sets::Polyhedra, Partition::Control),
            Layout::Unified => (Sets::Automata, Partition::None),
        };
        Way { sets: wishes.sets.unwrap_or(sets), layout, partition: wishes.partition.unwrap_or(partition) }
    }

    fn name(self) -> String {
        let sets = match self.sets {
            Sets::Polyhedra => "polyhedra",
            Sets::Automata => "automata",
            Sets::AutomataSerial => "serial automata",
        };
        let layout = match self.layout {
            Layout::Composite => "",
            Layout::Unified => ", unified",
        };
        let partition = match self.partition {
            Partition::None if self.layout == Layout::Unified => "",
            Partition::None => ", no partition",
            Partition::Control => ", control",
            Partition::EventDomain => ", event domains",
        };
        format!("{sets}{layout}{partition}")
    }
}

/// What is asked, and within which limits.
struct Job<'a> {
    system: &'a System,
    properties: &'a [usize],
    settings: UnboundedSettings,
    heartbeat: &'a Heartbeat<'a>,
    ration: Rc<Ration<'a>>,
}

impl Job<'_> {
    /// Finite variables in diagrams beside the integer sets; without a partition they are integers like others.
    fn beside_diagrams<N: Complement + Widen + Close>(
        &self,
        partition: Partition,
        integers: impl Fn(Space) -> Limited<N>,
    ) -> Result<Vec<Answer>, Failure> {
        let diagrams = |space: Space| {
            Diagrams::new(space, Options { bytes: BYTES, pulse: self.ration.clone(), ..Options::default() })
        };
        let composite =
            |lowered: &Lowered| -> Limited<_> { Composite::new(lowered.space.clone(), diagrams, &integers) };
        match partition {
            Partition::None => self.run(|lowered| integers(lowered.space.clone())),
            Partition::Control => self.run(composite),
            Partition::EventDomain => {
                self.run(|lowered| Partitioned::by_conditions(composite(lowered)?, &lowered.guards()))
            }
        }
    }

    /// All variables in one automaton.
    fn unified<N: Complement + Widen + Close>(
        &self,
        partition: Partition,
        sets: impl Fn(Space) -> Limited<N>,
    ) -> Result<Vec<Answer>, Failure> {
        let domain = |lowered: &Lowered| sets(lowered.space.clone());
        match partition {
            Partition::None => self.run(domain),
            Partition::Control => self.run(|lowered| {
                let classes = finite_states(&lowered.space)?;
                Partitioned::new(domain(lowered)?, &classes)
            }),
            Partition::EventDomain => {
                self.run(|lowered| Partitioned::by_conditions(domain(lowered)?, &lowered.guards()))
            }
        }
    }

    fn run<D: Complement + Widen + Close>(
        &self,
        make: impl Fn(&Lowered) -> Limited<D>,
    ) -> Result<Vec<Answer>, Failure> {
        check_unbounded(self.system, self.properties, &self.settings, self.heartbeat, &self.ration, &make)
    }
}

/// The states of the finite variables, one by one.
fn finite_states(space: &Space) -> Limited<Vec<Formula>> {
    let mut states = vec![Formula::truth()];
    for variable in space.all() {
        let Kind::Finite { count } = space.kind(variable) else { continue };
        if count.saturating_mul(states.len() as u64) > MOST_CLASSES {
            return Err(Halt::Beyond(format!("there are more than {MOST_CLASSES} classes of finite states")));
        }
        let with = |state: &Formula| {
            let state = state.clone();
            (0..count).map(move |code| state.clone().and(Formula::is(Cell::now(variable), code)))
        };
        states = states.iter().flat_map(with).collect();
    }
    Ok(states)
}
