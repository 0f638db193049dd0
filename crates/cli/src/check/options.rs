//! Options that ask for engines, and what is refused among them.

use crate::args::{CheckArgs, CoversChoice, EngineChoice, Representatives, StrategyChoice, Toggle};
use crate::refusal::Refusal;
use clap::ValueEnum;
use engines::{
    Availability, Choice, CoverabilityOptions, CoverabilityStrategy, Form, Means, Representation, Use,
};
use std::path::Path;

/// The engine that the options ask for, or why they cannot be met.
pub fn engine_choice(arguments: &CheckArgs) -> Result<Choice, Refusal> {
    let mut engine = arguments.engine;
    if let Some(strategy) = arguments.strategy {
        engine = narrowed(engine, owner(strategy), &format!("--strategy {}", word(strategy)))?;
    }
    if let Some(covers) = arguments.covers {
        engine = narrowed(engine, EngineChoice::Coverability, &format!("--covers {}", word(covers)))?;
    }
    let name = engine.name();
    let choice = match name {
        "auto" => Choice::Auto,
        name => match engines::find(name) {
            Availability::Here(engine) => Choice::Only(engine),
            Availability::Unheard => unreachable!("the argument parser knows the names of the engines"),
        },
    };
    Ok(choice)
}

/// The engine that a strategy belongs to.
fn owner(strategy: StrategyChoice) -> EngineChoice {
    match strategy {
        StrategyChoice::Bounded
        | StrategyChoice::Induction
        | StrategyChoice::Predicates
        | StrategyChoice::Diagram => EngineChoice::Abstraction,
        StrategyChoice::Backward | StrategyChoice::KarpMiller | StrategyChoice::ExpandEnlarge => {
            EngineChoice::Coverability
        }
    }
}

/// The engine that was asked for, or the one that an option needs.
fn narrowed(asked: EngineChoice, owner: EngineChoice, option: &str) -> Result<EngineChoice, Refusal> {
    if asked == EngineChoice::Auto || asked == owner {
        return Ok(owner);
    }
    let (asked, owner) = (asked.name(), owner.name());
    Err(Refusal::of_command_line(
        format!("{option} concerns the {owner} engine, and --engine {asked} was asked for"),
        Some(format!("leave it out, or use --engine {owner}")),
    ))
}

/// A choice as the user writes it.
fn word(choice: impl ValueEnum) -> String {
    choice.to_possible_value().map_or_else(String::new, |value| value.get_name().to_string())
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

/// Whether the other options fit `--for-every`, or what is wrong with them.
pub fn for_every(arguments: &CheckArgs) -> Result<(), Refusal> {
    let Some(every) = &arguments.for_every else { return Ok(()) };
    let name = &every.name;
    if arguments.model.set.iter().any(|set| set.name == *name) {
        let message = format!("--for-every {name} leaves `{name}` open, and --set gives it a value");
        return Err(Refusal::of_command_line(message, Some("leave one of them out".into())));
    }
    let one_size = [("--traces", arguments.traces.get() > 1), ("--another", arguments.another)];
    if let Some((option, _)) = one_size.into_iter().find(|(_, is_given)| *is_given) {
        let message = format!("{option} is for one size, and --for-every {name} asks about all of them");
        let help = format!("leave one of them out, or give `{name}` a value with --set");
        return Err(Refusal::of_command_line(message, Some(help)));
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
        None
        | Some(StrategyChoice::Backward | StrategyChoice::KarpMiller | StrategyChoice::ExpandEnlarge) => {
            Means::All
        }
        Some(StrategyChoice::Bounded) => Means::Bounded,
        Some(StrategyChoice::Induction) => Means::Induction,
        Some(StrategyChoice::Predicates) => Means::Predicates,
        Some(StrategyChoice::Diagram) => Means::Diagram,
    }
}

/// How the engine of covers is to work.
pub fn coverability(arguments: &CheckArgs) -> CoverabilityOptions {
    CoverabilityOptions {
        strategy: match arguments.strategy {
            Some(StrategyChoice::Backward) => CoverabilityStrategy::Backward,
            Some(StrategyChoice::KarpMiller) => CoverabilityStrategy::KarpMiller,
            Some(StrategyChoice::ExpandEnlarge) => CoverabilityStrategy::ExpandEnlarge,
            _ => CoverabilityStrategy::All,
        },
        representation: match arguments.covers {
            None => Representation::Auto,
            Some(CoversChoice::Antichains) => Representation::Antichain,
            Some(CoversChoice::SharingTrees) => Representation::SharingTree,
            Some(CoversChoice::Sums) => Representation::SumConstraints,
        },
    }
}
