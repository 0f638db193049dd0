//! The symbolic engine on systems with unbounded integers: which sets, in which layout and partition.

mod asked;
mod pursuit;
mod schedule;
mod share;

pub use asked::Asked;
pub(crate) use pursuit::is_common;
pub use schedule::pursue;

use crate::symbolic_options::{Layout, Partition, Sets, SymbolicOptions};
use composite_sets::{Automata, Composite, Memoised, Parallel, Partitioned, Polyhedra, Serially};
use decision_diagrams::{Diagrams, Options};
use state_sets::{Cell, Erased, Formula, Halt, Kind, Limited, Space};
use std::rc::Rc;
use symbolic::{Budget, Failure, Lowered, Prepared, Representation, Represented, Setup, Strategy};
use system::{Observer, Watch};

/// About how many bytes the diagrams of one domain may take, however much the whole process may; at most an eighth of
/// that, since several domains exist at a time.
const BYTES: u64 = 1 << 30;

/// Ranges with more values than this stay integers.
const MOST_CODES: u64 = 1 << 6;

/// More classes of finite states than this are not kept apart where everything is in one automaton.
const MOST_CLASSES: u64 = 1 << 10;

/// Answers properties of a system with integer sets, and tells each answer when it falls.
pub(crate) fn check(
    prepared: &Prepared<'_>,
    properties: &[usize],
    options: &SymbolicOptions,
    watch: &dyn Watch,
    observer: &dyn Observer,
) -> Result<(), Failure> {
    let budget = Rc::new(Budget::new(watch));
    let strategy = options.strategy();
    let (disjuncts, several) = (options.dnf, strategy.is_none());
    let setup = Setup { prepared, budget: &budget, observer, disjuncts, several };
    let ways: Vec<_> = Way::all(options).into_iter().map(|way| way.representation(&budget)).collect();
    pursue(&Asked { setup, strategy }, properties, &ways)
}

/// Polyhedra beside decision diagrams, whose sets can be written as formulas.
pub(crate) fn polyhedra<'a>(budget: &Rc<Budget<'a>>) -> Rc<dyn Representation<'a> + 'a> {
    Way::new(&SymbolicOptions::default()).representation(budget)
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
    fn all(options: &SymbolicOptions) -> Vec<Way> {
        let usual = Way::new(options);
        if options.sets.is_some() || options.layout.is_some() {
            return vec![usual];
        }
        let automata = Way { sets: Sets::Automata, ..usual };
        let widens = |strategy: Strategy| strategy.seed.is_some() || strategy.restrict;
        match options.strategy().is_some_and(widens) {
            true => vec![usual, automata],
            false => vec![automata, usual],
        }
    }

    /// What is wished, with the usual choice where it is left open.
    fn new(options: &SymbolicOptions) -> Way {
        let layout = options.layout.unwrap_or(Layout::Composite);
        // One automaton for all variables is the only layout of its kind.
        let (sets, partition) = match layout {
            Layout::Composite => (Sets::Polyhedra, Partition::Control),
            Layout::Unified => (Sets::Automata, Partition::None),
        };
        Way { sets: options.sets.unwrap_or(sets), layout, partition: options.partition.unwrap_or(partition) }
    }

    /// The domains of this way.
    fn representation<'a>(self, budget: &Rc<Budget<'a>>) -> Rc<dyn Representation<'a> + 'a> {
        let budget = budget.clone();
        let make = move |lowered: &Lowered| self.domain(lowered, &budget);
        Rc::new(Represented { name: self.name(), most_codes: self.most_codes(), make })
    }

    /// Ranges with at most this many values are finite: none where finite variables are integers like others.
    fn most_codes(self) -> u64 {
        if self.is_composite() && self.partition == Partition::None { 0 } else { MOST_CODES }
    }

    /// Whether finite variables, where there are any, stand in diagrams beside the integer sets.
    fn is_composite(self) -> bool {
        self.layout == Layout::Composite || self.sets == Sets::Polyhedra
    }

    /// A domain for a system. Its type is erased, so that the checker is compiled once for all of them.
    fn domain<'a>(self, lowered: &Lowered, budget: &Rc<Budget<'a>>) -> Limited<Erased<'a>> {
        let space = lowered.space.clone();
        match (self.partition, self.is_composite()) {
            (Partition::None, _) => self.integers(space, budget),
            (Partition::Control, true) => self.beside_diagrams(space, budget),
            (Partition::Control, false) => {
                let classes = finite_states(&space)?;
                Ok(Erased::new(Partitioned::new(self.integers(space, budget)?, &classes)?))
            }
            (Partition::EventDomain, is_composite) => {
                let sets = match is_composite {
                    true => self.beside_diagrams(space, budget)?,
                    false => self.integers(space, budget)?,
                };
                Ok(Erased::new(Partitioned::by_conditions(sets, &lowered.guards())?))
            }
        }
    }

    /// The integer sets alone, which remember what they have computed; automata can have finite variables too.
    fn integers<'a>(self, space: Space, budget: &Rc<Budget<'a>>) -> Limited<Erased<'a>> {
        let budget = budget.clone();
        Ok(match self.sets {
            Sets::Polyhedra => Erased::new(Memoised::new(Polyhedra::with_budget(space, budget)?)),
            Sets::Automata => Erased::new(Memoised::new(Automata::<Parallel>::with_budget(space, budget)?)),
            Sets::AutomataSerial => {
                Erased::new(Memoised::new(Automata::<Serially>::with_budget(space, budget)?))
            }
        })
    }

    /// Finite variables in diagrams beside the integer sets.
    fn beside_diagrams<'a>(self, space: Space, budget: &Rc<Budget<'a>>) -> Limited<Erased<'a>> {
        let bytes = budget.most_bytes().map_or(BYTES, |most| BYTES.min(most / 8));
        let diagrams =
            |space| Diagrams::new(space, Options { bytes, budget: budget.clone(), ..Options::default() });
        let integers = |space| self.integers(space, budget);
        Ok(Erased::new(Composite::new(space, diagrams, integers)?))
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

    fn order(options: SymbolicOptions) -> Vec<Sets> {
        Way::all(&options).into_iter().map(|way| way.sets).collect()
    }

    #[test]
    fn what_is_widened_begins_with_polyhedra() {
        let open = SymbolicOptions::default();
        let widened = [
            SymbolicOptions { approximate: Some(true), ..open },
            SymbolicOptions { widening_seed: Some(4), ..open },
            SymbolicOptions { restrict_reachable: true, ..open },
        ];
        for options in widened {
            assert_eq!(order(options), [Sets::Polyhedra, Sets::Automata], "{options:?}");
        }
        let exact = [open, SymbolicOptions { accelerate: true, ..open }];
        for options in exact {
            assert_eq!(order(options), [Sets::Automata, Sets::Polyhedra], "{options:?}");
        }
        assert_eq!(
            order(SymbolicOptions { sets: Some(Sets::AutomataSerial), ..open }),
            [Sets::AutomataSerial]
        );
    }
}
