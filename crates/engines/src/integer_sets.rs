//! The symbolic engine on systems with unbounded integers: which sets, in which layout and partition.

use crate::symbolic_wishes::{Layout, Partition, Sets, SymbolicWishes};
use composite_sets::{Automata, Composite, Memoised, Parallel, Partitioned, Polyhedra, Serially};
use decision_diagrams::{Diagrams, Options};
use state_sets::{Cell, Formula, Halt, Kind, Limited, Space};
use std::rc::Rc;
use symbolic::{
    Countless, Failure, Heartbeat, Lowered, Ration, Storage, Stored, Tactic, UnboundedSettings,
    check_unbounded,
};
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
    let ration = Rc::new(Ration::new(&heartbeat));
    let settings = UnboundedSettings { disjuncts: wishes.dnf, tactic: wishes.tactic() };
    let storages: Vec<_> = Way::all(wishes).into_iter().map(|way| way.storage(&ration)).collect();
    check_unbounded(system, properties, &settings, &heartbeat, &ration, &storages)
}

/// How sets are stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Way {
    sets: Sets,
    layout: Layout,
    partition: Partition,
}

impl Way {
    /// The ways that are tried. Automata come first where fixpoints are exact: they are faster where they are good, and
    /// soon known not to be where they are not. Bounds by widening begin with polyhedra: those keep the constraints that do
    /// not change from one iterate to the next, while automata that are widened often lose them all.
    fn all(wishes: &SymbolicWishes) -> Vec<Way> {
        let usual = Way::new(wishes);
        if wishes.sets.is_some() || wishes.layout.is_some() {
            return vec![usual];
        }
        let automata = Way { sets: Sets::Automata, ..usual };
        let widens = |tactic: Tactic| tactic.seed.is_some() || tactic.restrict;
        match wishes.tactic().is_some_and(widens) {
            true => vec![usual, automata],
            false => vec![automata, usual],
        }
    }

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

    /// The domains of this way.
    fn storage<'a>(self, ration: &Rc<Ration<'a>>) -> Rc<dyn Storage<'a> + 'a> {
        let pulse = ration.clone();
        let polyhedra =
            move |space| -> Limited<_> { Ok(Memoised::new(Polyhedra::with_pulse(space, pulse.clone())?)) };
        let pulse = ration.clone();
        let automata = move |space| -> Limited<_> {
            Ok(Memoised::new(Automata::<Parallel>::with_pulse(space, pulse.clone())?))
        };
        let pulse = ration.clone();
        let serial = move |space| -> Limited<_> {
            Ok(Memoised::new(Automata::<Serially>::with_pulse(space, pulse.clone())?))
        };
        match (self.sets, self.layout) {
            (Sets::Polyhedra, _) => self.beside_diagrams(polyhedra, ration.clone()),
            (Sets::Automata, Layout::Composite) => self.beside_diagrams(automata, ration.clone()),
            (Sets::AutomataSerial, Layout::Composite) => self.beside_diagrams(serial, ration.clone()),
            (Sets::Automata, Layout::Unified) => self.unified(automata),
            (Sets::AutomataSerial, Layout::Unified) => self.unified(serial),
        }
    }

    /// Finite variables in diagrams beside the integer sets; without a partition they are integers like others.
    fn beside_diagrams<'a, N: Countless + 'a>(
        self,
        integers: impl Fn(Space) -> Limited<N> + 'a,
        ration: Rc<Ration<'a>>,
    ) -> Rc<dyn Storage<'a> + 'a> {
        let diagrams = move |space: Space| {
            Diagrams::new(space, Options { bytes: BYTES, pulse: ration.clone(), ..Options::default() })
        };
        match self.partition {
            Partition::None => self.stored(0, move |lowered| integers(lowered.space.clone())),
            Partition::Control => self.stored(MOST_CODES, move |lowered| {
                Composite::new(lowered.space.clone(), &diagrams, &integers)
            }),
            Partition::EventDomain => self.stored(MOST_CODES, move |lowered| {
                let composite = Composite::new(lowered.space.clone(), &diagrams, &integers)?;
                Partitioned::by_conditions(composite, &lowered.guards())
            }),
        }
    }

    /// All variables in one automaton.
    fn unified<'a, N: Countless + 'a>(
        self,
        sets: impl Fn(Space) -> Limited<N> + 'a,
    ) -> Rc<dyn Storage<'a> + 'a> {
        match self.partition {
            Partition::None => self.stored(MOST_CODES, move |lowered| sets(lowered.space.clone())),
            Partition::Control => self.stored(MOST_CODES, move |lowered| {
                let classes = finite_states(&lowered.space)?;
                Partitioned::new(sets(lowered.space.clone())?, &classes)
            }),
            Partition::EventDomain => self.stored(MOST_CODES, move |lowered| {
                Partitioned::by_conditions(sets(lowered.space.clone())?, &lowered.guards())
            }),
        }
    }

    fn stored<'a, D: Countless + 'a>(
        self,
        most_codes: u64,
        make: impl Fn(&Lowered) -> Limited<D> + 'a,
    ) -> Rc<dyn Storage<'a> + 'a> {
        Rc::new(Stored { name: self.name(), most_codes, make })
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

/// The states of the finite variables, one by one.
fn finite_states(space: &Space) -> Limited<Vec<Formula>> {
    let mut states = vec![Formula::truth()];
    for variable in space.all() {
        let Kind::Finite { count } = space.kind(variable) else { continue };
        if count.saturating_mul(states.len() as u64) > MOST_CLASSES {
            return Err(Halt::Unsupported(format!(
                "there are more than {MOST_CLASSES} classes of finite states"
            )));
        }
        let with = |state: &Formula| {
            let state = state.clone();
            (0..count).map(move |code| state.clone().and(Formula::is(Cell::now(variable), code)))
        };
        states = states.iter().flat_map(with).collect();
    }
    Ok(states)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(wishes: SymbolicWishes) -> Vec<Sets> {
        Way::all(&wishes).into_iter().map(|way| way.sets).collect()
    }

    #[test]
    fn what_is_widened_begins_with_polyhedra() {
        let open = SymbolicWishes::default();
        let widened = [
            SymbolicWishes { approximate: Some(true), ..open },
            SymbolicWishes { widening_seed: Some(4), ..open },
            SymbolicWishes { restrict_reachable: true, ..open },
        ];
        for wishes in widened {
            assert_eq!(order(wishes), [Sets::Polyhedra, Sets::Automata], "{wishes:?}");
        }
        let exact = [open, SymbolicWishes { accelerate: true, ..open }];
        for wishes in exact {
            assert_eq!(order(wishes), [Sets::Automata, Sets::Polyhedra], "{wishes:?}");
        }
        assert_eq!(
            order(SymbolicWishes { sets: Some(Sets::AutomataSerial), ..open }),
            [Sets::AutomataSerial]
        );
    }
}
