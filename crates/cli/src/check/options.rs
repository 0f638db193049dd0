//! Options that ask for engines, and what is refused among them.

use crate::args::{CheckArgs, EngineChoice, Representatives, StrategyChoice, Toggle};
use crate::refusal::Refusal;
use engines::{Availability, Choice, CoverabilityOptions, Form, Means, Use};
use std::path::Path;

/// The engine that the options ask for, or why they cannot be met.
pub fn engine_choice(arguments: &CheckArgs) -> Result<Choice, Refusal> {
    let name = match (arguments.engine, arguments.strategy) {
        (EngineChoice::Auto, Some(_)) => EngineChoice::Abstraction.name(),
        (EngineChoice::Auto | EngineChoice::Abstraction, _) | (_, None) => arguments.engine.name(),
        (engine, Some(_)) => {
            return Err(Refusal::of_command_line(
                format!(
                    "--strategy concerns the engine of predicates, and --engine {} was asked for",
                    engine.name()
                ),
                Some("leave --strategy out, or use --engine abstraction".into()),
            ));
        }
    };
    let choice = match name {
        "auto" => Choice::Auto,
        name => match engines::find(name) {
            Availability::Here(engine) => Choice::Only(engine),
            Availability::Unheard => unreachable!("the argument parser knows the names of the engines"),
        },
    };
    Ok(choice)
}

/// Whether the certificates that are asked for have a place to go to, or why they have none.
pub fn certificates(arguments: &CheckArgs) -> Result<(), Refusal> {
    let Some(file) = &arguments.certificates.certificate else { return Ok(()) };
    if arguments.files.len() > 1 {
        let message = "--certificate is for one model, and several files are given";
        let help = "check them one by one, or use --certify, which writes nothing".to_string();
        return Err(Refusal::of_command_line(message, Some(help)));
    }
    let is_json = arguments.json || arguments.json_lines;
    if file == Path::new("-") && is_json {
        let message = "standard output cannot hold both the verdicts as JSON and the certificates";
        return Err(Refusal::of_command_line(message, Some("write the certificates to a file".into())));
    }
    Ok(())
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

/// The means of the engine of predicates that are asked for.
pub fn means(arguments: &CheckArgs) -> Means {
    match arguments.strategy {
        None => Means::All,
        Some(StrategyChoice::Bounded) => Means::Bounded,
        Some(StrategyChoice::Induction) => Means::Induction,
        Some(StrategyChoice::Predicates) => Means::Predicates,
        Some(StrategyChoice::Diagram) => Means::Diagram,
    }
}

/// How the engine of covers is to work.
pub fn coverability(_: &CheckArgs) -> CoverabilityOptions {
    CoverabilityOptions::default()
}
