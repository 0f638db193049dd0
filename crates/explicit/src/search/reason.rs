//! Why a property is unknown, and what the user can do about it.

use crate::search::Hindrance;
use diagnostics::{LineIndex, Span};
use system::{Obstacle, Role, System};

/// The reason for a search that is not complete.
pub(crate) fn reason(system: &System, extent: &str, hindrance: &Hindrance) -> String {
    match hindrance {
        Hindrance::Obstacle(Obstacle::Stopped(stop)) => format!("{stop}; {extent}"),
        Hindrance::Obstacle(Obstacle::Infinite { variables, span: None }) => {
            let help = help_for_start(system, variables);
            format!("infinitely many initial states: {} unbounded at the start; {help}", are(variables))
        }
        Hindrance::Obstacle(Obstacle::Infinite { variables, span: Some(span) }) => format!(
            "infinitely many successors: {}{} unbounded behind a transition; bound the new value; {extent}",
            line(system, *span),
            are(variables)
        ),
        Hindrance::Obstacle(Obstacle::TooMany { variables, span }) => {
            let at = span.map(|span| line(system, span)).unwrap_or_default();
            format!("too many values to list: {at}{}; {extent}", list(variables))
        }
        Hindrance::Obstacle(Obstacle::Overflow { span }) => overflow(system, *span),
        Hindrance::StateLimit(limit) => format!("the limit of {limit} states was reached; {extent}"),
        Hindrance::Numbers => format!("more than 2^32 states; {extent}"),
    }
}

/// The reason where a number is too large.
pub(crate) fn overflow(system: &System, span: Span) -> String {
    format!(
        "{}a number does not fit into 64 bits, which the explicit engine computes with",
        line(system, span)
    )
}

fn line(system: &System, span: Span) -> String {
    if span == Span::default() || system.source.text().is_empty() {
        return String::new();
    }
    let position = LineIndex::new(&system.source).position(&system.source, span.start);
    format!("line {}: ", position.line)
}

fn list(names: &[String]) -> String {
    const SHOWN: usize = 5;
    let shown: Vec<String> = names.iter().take(SHOWN).map(|name| format!("`{name}`")).collect();
    let more = names.len().saturating_sub(SHOWN);
    if more > 0 { format!("{} and {more} more", shown.join(", ")) } else { shown.join(", ") }
}

fn are(names: &[String]) -> String {
    format!("{} {}", list(names), if names.len() == 1 { "is" } else { "are" })
}

/// What to do about variables without bounds at the start.
fn help_for_start(system: &System, names: &[String]) -> String {
    let roles = system.variables.iter().filter(|variable| names.contains(&variable.name));
    let mut help: Vec<String> = Vec::new();
    for role in roles.map(|variable| variable.role) {
        let advice = match role {
            Role::Counter(population) => {
                format!("choose a size, `--size {}=3`", system.population(population).name)
            }
            Role::Param => "bound the parameter with `where`".to_owned(),
            Role::Variable | Role::Location => {
                "give an initial value (`:= 0`) or a range (`in 0..9`)".to_owned()
            }
        };
        if !help.contains(&advice) {
            help.push(advice);
        }
    }
    help.join(", or ")
}
