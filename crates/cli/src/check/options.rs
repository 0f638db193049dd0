//! Options that ask for engines, and what is refused among them.

use crate::args::{CheckArgs, SymbolicArgs, Toggle};
use crate::source::Refusal;
use engines::{Availability, Choice, Use};

/// The engine that the options ask for, or why they cannot be met.
pub fn engine_choice(arguments: &CheckArgs) -> Result<Choice, Refusal> {
    let choice = match arguments.engine.name() {
        "auto" => Choice::Auto,
        name => match engines::find(name) {
            Availability::Here(engine) => Choice::Only(engine),
            Availability::Planned(purpose) => return Err(not_yet(name, purpose)),
            Availability::Unheard => unreachable!("the argument parser knows the names of the engines"),
        },
    };
    if let Some(option) = symbolic_option(&arguments.symbolic) {
        return Err(Refusal::of_command_line(
            format!("{option} concerns integer sets, which no engine has yet"),
            Some("leave it out: no engine has such a choice".into()),
        ));
    }
    if arguments.symmetry == Toggle::On {
        return Err(Refusal::of_command_line(
            "--symmetry on: no engine has this reduction yet",
            Some("use --symmetry auto, which takes it where there is one, or --symmetry off".into()),
        ));
    }
    Ok(choice)
}

impl From<Toggle> for Use {
    fn from(toggle: Toggle) -> Self {
        match toggle {
            Toggle::On => Use::Always,
            Toggle::Off => Use::Never,
            Toggle::Auto => Use::Auto,
        }
    }
}

fn not_yet(name: &str, purpose: &str) -> Refusal {
    Refusal::of_command_line(
        format!("the {name} engine, for {purpose}, is not available yet"),
        Some("use --engine explicit for models with finitely many states, or --engine auto".into()),
    )
}

/// The first option given that only the symbolic engine knows.
fn symbolic_option(arguments: &SymbolicArgs) -> Option<&'static str> {
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
