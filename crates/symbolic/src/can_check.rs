//! What the engine can check, as far as a look at the text tells.
//!
//! Only the types of variables and the shape of properties are looked at, in time linear in the system. What formulas
//! cannot say, such as a product of two variables, turns up when the system is lowered, and is then the reason why a
//! property is unknown.

use crate::{Settings, Unsupported};
use encoding::kinds;
use state_sets::Kind;
use system::{Ctl, Ltl, Property, Question, System};

/// For each of these properties, given by their numbers, whether the engine can check it with the sets of some domain;
/// an error says why not.
pub fn can_check(system: &System, properties: &[usize], settings: &Settings) -> Vec<Result<(), Unsupported>> {
    let fits = match settings.only_finite {
        true => finite(system, settings),
        false => Ok(()),
    };
    let ability = |number: &usize| {
        fits.clone()?;
        has_formula(&system.properties[*number], settings.only_finite)
    };
    properties.iter().map(ability).collect()
}

/// Why a domain of finite variables does not do, if it does not.
fn finite(system: &System, settings: &Settings) -> Result<(), Unsupported> {
    let kinds = kinds(system, &settings.lowering());
    match kinds.iter().position(|kind| matches!(kind, Kind::Integer { .. })) {
        None => Ok(()),
        Some(place) => {
            let variable = &system.variables[place];
            let what = format!("`{}` has no finite range", variable.name);
            Err(Unsupported::at(variable.span, what, "give it one, such as `0..99`"))
        }
    }
}

fn has_formula(property: &Property, only_finite: bool) -> Result<(), Unsupported> {
    let refused = match &property.question {
        Question::Invariant(_) | Question::Reachable(_) | Question::Bound(_) => false,
        Question::DeadlockFree | Question::NoFaults => false,
        Question::Ctl(formula) => only_finite && branches_over_integers(formula),
        Question::Ltl(formula) => {
            let mut body = formula;
            while let Ltl::Rigid { universal: true, body: inner, .. } = body
                && !only_finite
            {
                body = inner;
            }
            speaks_of_integers(body)
        }
    };
    if refused {
        let what = "a rigid variable ranges over all integers";
        return Err(Unsupported::at(property.span, what, "give it a finite range"));
    }
    Ok(())
}

/// Whether there is a rigid variable in the formula.
fn branches_over_integers(formula: &Ctl) -> bool {
    let inner = branches_over_integers;
    match formula {
        Ctl::State(_) => false,
        Ctl::Not(f) | Ctl::Next(_, f) | Ctl::Finally(_, f) | Ctl::Globally(_, f) => inner(f),
        Ctl::And(all) | Ctl::Or(all) => all.iter().any(inner),
        Ctl::Implies(f, g) | Ctl::Iff(f, g) | Ctl::Until(_, _, f, g) => inner(f) || inner(g),
        Ctl::Rigid { .. } => true,
    }
}

/// Whether there is a rigid variable in the formula.
fn speaks_of_integers(formula: &Ltl) -> bool {
    let inner = speaks_of_integers;
    match formula {
        Ltl::State(_) => false,
        Ltl::Not(f) | Ltl::Next(f) | Ltl::Finally(f) | Ltl::Globally(f) => inner(f),
        Ltl::And(all) | Ltl::Or(all) => all.iter().any(inner),
        Ltl::Implies(f, g) | Ltl::Iff(f, g) | Ltl::Until(_, f, g) => inner(f) || inner(g),
        Ltl::Rigid { .. } => true,
    }
}
