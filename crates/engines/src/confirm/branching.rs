//! Does a tree of paths show the value of a branching-time formula?
//!
//! The tree is walked along the formula. A state expression must have its value, a connective must follow from the
//! parts that are given, and a path must do what its operator says: `E` is shown true and `A` is shown false by a
//! path to states where the subformulas are true (false), or by a maximal one that stays among such states.
//! On the way only what has no path quantifier can be evaluated. That `A` is true and `E` is false in a state no path
//! can show, so that stands.

use super::maximal::expect_maximal;
use system::{Answer, Ctl, Ending, Explanation, Expr, Interpreter, Path, State, System, Trace, UntilKind};

/// Whether a formula that holds has a path to show: its outermost operator is `E…`.
pub(super) fn has_witness(formula: &Ctl) -> bool {
    quantifier(formula) == Some(Path::Some)
}

/// The answer's explanation must show that the formula has this value where the path begins, and the path must be
/// that of the explanation.
pub(super) fn confirm(
    system: &System,
    formula: &Ctl,
    value: bool,
    path: &Trace,
    answer: &Answer,
) -> Result<(), String> {
    let explanation = answer.explanation().ok_or("there is no explanation")?;
    if explanation.formula != *formula || explanation.value != value {
        return Err("the explanation is about something else".into());
    }
    if explanation.path.as_ref().is_some_and(|shown| !begins_with(path, shown)) {
        return Err("the explanation has another path".into());
    }
    claim(system, explanation, &path.initial)
}

fn begins_with(path: &Trace, beginning: &Trace) -> bool {
    let goes_on = beginning.ending == Ending::Finite || beginning.ending == path.ending;
    goes_on && path.initial == beginning.initial && path.steps.starts_with(&beginning.steps)
}

fn quantifier(formula: &Ctl) -> Option<Path> {
    match formula {
        Ctl::Next(path, _) | Ctl::Finally(path, _) | Ctl::Globally(path, _) | Ctl::Until(path, ..) => {
            Some(*path)
        }
        _ => None,
    }
}

/// The explanation must show what it says about a state.
fn claim(system: &System, explanation: &Explanation, state: &State) -> Result<(), String> {
    match (&explanation.formula, quantifier(&explanation.formula)) {
        (Ctl::State(_), _) => expect(system, &explanation.formula, state, explanation.value),
        (Ctl::Rigid { .. }, _) => Ok(()),
        (_, Some(path)) if explanation.value != (path == Path::Some) => Ok(()),
        (_, Some(_)) => path_shows(system, explanation, state),
        (_, None) => connective(system, explanation, state),
    }
}

/// The value must follow from the parts, and each part must be shown.
fn connective(system: &System, explanation: &Explanation, state: &State) -> Result<(), String> {
    let value = explanation.value;
    let has = |formula: &Ctl, value: bool| has_part(explanation, formula, value);
    let follows = match &explanation.formula {
        Ctl::Not(f) => has(f, !value),
        Ctl::And(all) if value => all.iter().all(|f| has(f, true)),
        Ctl::Or(all) if !value => all.iter().all(|f| has(f, false)),
        Ctl::And(all) | Ctl::Or(all) => all.iter().any(|f| has(f, value)),
        Ctl::Implies(f, g) if value => has(f, false) || has(g, true),
        Ctl::Implies(f, g) => has(f, true) && has(g, false),
        Ctl::Iff(f, g) => [false, true].into_iter().any(|left| has(f, left) && has(g, left == value)),
        _ => true,
    };
    if !follows {
        return Err(format!("`{}` is {value} does not follow", system.show_ctl(&explanation.formula)));
    }
    explanation.parts.iter().try_for_each(|part| claim(system, part, state))
}

fn has_part(explanation: &Explanation, formula: &Ctl, value: bool) -> bool {
    explanation.parts.iter().any(|part| part.formula == *formula && part.value == value)
}

/// The path must do what the operator says.
fn path_shows(system: &System, explanation: &Explanation, state: &State) -> Result<(), String> {
    let states: Vec<&State> = match &explanation.path {
        Some(path) => path.states().collect(),
        // A path that could not be walked has nothing behind it either.
        None if explanation.parts.is_empty() => return Ok(()),
        None => vec![state],
    };
    let (Some(first), Some((last, before))) = (states.first(), states.split_last()) else { return Ok(()) };
    if *first != state {
        return Err("a path begins in another state than it should".into());
    }
    match &explanation.path {
        Some(path) if explanation.parts.is_empty() => {
            let within = stays_within(&explanation.formula).ok_or("a path shows nothing")?;
            states.iter().try_for_each(|state| expect(system, within, state, explanation.value))?;
            expect_maximal(system, path)
        }
        _ => {
            let (within, goals) = leads_to(&explanation.formula).ok_or("a path shows nothing")?;
            if matches!(explanation.formula, Ctl::Next(..)) && before.len() != 1 {
                return Err("the next state is one step away".into());
            }
            if let Some(within) = within {
                before.iter().try_for_each(|state| expect(system, within, state, explanation.value))?;
            }
            if goals.iter().any(|goal| !has_part(explanation, goal, explanation.value)) {
                return Err("a path leads to nothing".into());
            }
            explanation.parts.iter().try_for_each(|part| claim(system, part, last))
        }
    }
}

/// The formula whose value is the same in all states of a maximal path that shows the operator's value.
fn stays_within(formula: &Ctl) -> Option<&Ctl> {
    match formula {
        Ctl::Finally(Path::All, f) | Ctl::Globally(Path::Some, f) => Some(f),
        Ctl::Until(Path::Some, UntilKind::Weak, f, _) => Some(f),
        Ctl::Until(Path::Some, UntilKind::Release, _, g) => Some(g),
        Ctl::Until(Path::All, UntilKind::Until, _, g) => Some(g),
        _ => None,
    }
}

/// The formula that has the operator's value on the way of a finite path that shows it, and those that have it at
/// its end.
fn leads_to(formula: &Ctl) -> Option<(Option<&Ctl>, Vec<&Ctl>)> {
    match formula {
        Ctl::Next(_, f) | Ctl::Finally(Path::Some, f) | Ctl::Globally(Path::All, f) => Some((None, vec![f])),
        Ctl::Until(Path::Some, UntilKind::Until | UntilKind::Weak, f, g)
        | Ctl::Until(Path::All, UntilKind::Release, f, g) => Some((Some(f), vec![g])),
        Ctl::Until(Path::Some, UntilKind::Release, f, g)
        | Ctl::Until(Path::All, UntilKind::Until | UntilKind::Weak, f, g) => Some((Some(g), vec![f, g])),
        _ => None,
    }
}

/// A formula without path quantifiers must have this value in the state; others are not decided by a state.
fn expect(system: &System, formula: &Ctl, state: &State, value: bool) -> Result<(), String> {
    match truth(system, formula, state) {
        Some(found) if found != value => {
            Err(format!("`{}` is {found} where it should be {value}", system.show_ctl(formula)))
        }
        _ => Ok(()),
    }
}

fn truth(system: &System, formula: &Ctl, state: &State) -> Option<bool> {
    let of = |formula: &Ctl| truth(system, formula, state);
    let holds = |condition: &Expr| Interpreter::new(system).holds(condition, state).ok();
    match formula {
        Ctl::State(condition) => holds(condition),
        Ctl::Not(f) => of(f).map(|value| !value),
        Ctl::And(all) => all.iter().map(of).try_fold(true, |sum, value| Some(sum && value?)),
        Ctl::Or(all) => all.iter().map(of).try_fold(false, |sum, value| Some(sum || value?)),
        Ctl::Implies(f, g) => Some(!of(f)? || of(g)?),
        Ctl::Iff(f, g) => Some(of(f)? == of(g)?),
        _ => None,
    }
}
