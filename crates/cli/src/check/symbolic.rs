//! Options that concern the symbolic engine, and what is refused among them.

use crate::args::{DirectionChoice, EngineChoice, LayoutChoice, PartitionChoice, SetsChoice, SymbolicArgs};
use crate::refusal::Refusal;
use engines::{Availability, Choice, Direction, Layout, Partition, Sets, SymbolicOptions};

/// What the options ask of the symbolic engine, or why it cannot be met.
pub fn options(engine: EngineChoice, arguments: &SymbolicArgs) -> Result<SymbolicOptions, Refusal> {
    let options = SymbolicOptions::from(arguments);
    if let Some(option) = first_given(arguments).filter(|_| is_other(engine)) {
        return Err(Refusal::of_command_line(
            format!("{option} concerns the symbolic engine, and --engine {} was asked for", engine.name()),
            Some(format!("leave {option} out, or use --engine symbolic")),
        ));
    }
    if arguments.exact && arguments.widening_seed.is_some() {
        return Err(Refusal::of_command_line(
            "--widening-seed says when widening begins, and --exact fixpoints are never widened",
            Some("use --approximate, or leave one of them out".into()),
        ));
    }
    if options.layout == Some(Layout::Unified) && options.sets == Some(Sets::Polyhedra) {
        return Err(Refusal::of_command_line(
            "--layout unified puts all variables into one automaton, and --sets polyhedra has none",
            Some("use --sets automata, or --partition none for finite variables as integers".into()),
        ));
    }
    Ok(options)
}

/// The engine that answers: options of the symbolic engine ask for it.
pub fn engine(choice: Choice, options: &SymbolicOptions) -> Choice {
    match (choice, engines::find("symbolic")) {
        (Choice::Auto, Availability::Here(engine)) if options.is_any() => Choice::Only(engine),
        (choice, _) => choice,
    }
}

fn is_other(engine: EngineChoice) -> bool {
    !matches!(engine, EngineChoice::Auto | EngineChoice::Symbolic)
}

/// The first option given that only the symbolic engine knows.
fn first_given(arguments: &SymbolicArgs) -> Option<&'static str> {
    let given = [
        ("--sets", arguments.sets.is_some()),
        ("--layout", arguments.layout.is_some()),
        ("--direction", arguments.direction.is_some()),
        ("--partition", arguments.partition.is_some()),
        ("--dnf", arguments.dnf),
        ("--approximate", arguments.approximate),
        ("--exact", arguments.exact),
        ("--widening-seed", arguments.widening_seed.is_some()),
        ("--restrict-reachable", arguments.restrict_reachable),
        ("--accelerate", arguments.accelerate),
    ];
    given.into_iter().find(|(_, given)| *given).map(|(option, _)| option)
}

impl From<&SymbolicArgs> for SymbolicOptions {
    fn from(arguments: &SymbolicArgs) -> Self {
        let approximate = match (arguments.approximate, arguments.exact) {
            (true, _) => Some(true),
            (false, true) => Some(false),
            (false, false) => None,
        };
        SymbolicOptions {
            sets: arguments.sets.map(|sets| match sets {
                SetsChoice::Polyhedra => Sets::Polyhedra,
                SetsChoice::Automata => Sets::Automata,
                SetsChoice::AutomataSerial => Sets::AutomataSerial,
            }),
            layout: arguments.layout.map(|layout| match layout {
                LayoutChoice::Composite => Layout::Composite,
                LayoutChoice::Unified => Layout::Unified,
            }),
            direction: arguments.direction.map(|direction| match direction {
                DirectionChoice::Backward => Direction::Backward,
                DirectionChoice::Forward => Direction::Forward,
            }),
            partition: arguments.partition.map(|partition| match partition {
                PartitionChoice::None => Partition::None,
                PartitionChoice::Control => Partition::Control,
                PartitionChoice::EventDomain => Partition::EventDomain,
            }),
            dnf: arguments.dnf,
            approximate,
            widening_seed: arguments.widening_seed,
            restrict_reachable: arguments.restrict_reachable,
            accelerate: arguments.accelerate,
        }
    }
}
