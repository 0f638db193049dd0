//! Options that ask for engines, and what is refused among them.

use crate::args::{CheckArgs, Representatives, Toggle};
use crate::refusal::Refusal;
use engines::{Availability, Choice, Form, Use};

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

impl From<Representatives> for Form {
    fn from(representatives: Representatives) -> Self {
        match representatives {
            Representatives::Canonical => Form::Canonical,
            Representatives::Normal => Form::Normal,
        }
    }
}

fn not_yet(name: &str, purpose: &str) -> Refusal {
    Refusal::of_command_line(
        format!("the {name} engine, for {purpose}, is not available yet"),
        Some("use --engine explicit for models with finitely many states, or --engine auto".into()),
    )
}
