//! What to say about a model without an initial state.
//!
//! Every property would hold of such a model, so it is wrong. A variable whose type is empty is reason enough.
//! Otherwise some of the initial conditions contradict each other: a single one that nothing satisfies, or else
//! a set of which none can be left out, found by leaving out one after the other as long as there is still no
//! initial state. So of several contradictions one is named, with nothing that does not belong to it.
//!
//! Whether some conditions can be satisfied together does not depend on the variables that none of them
//! mentions. These are fixed, so that neither infinite types nor many values stand in the way.

use super::mentioned::mentioned;
use crate::refusal::Refusal;
use crate::report::Places;
use crate::source::Model;
use std::cell::Cell;
use system::{Comparison, Expr, ExprKind, Interpreter, Progress, Stop, System, Type, Value, Variable, Watch};

/// The most conditions that are tried; a larger model gets the plain message.
const MOST_CONDITIONS: usize = 200;
/// The most characters of a condition that are shown.
const LONGEST: usize = 60;
/// The most conditions that are shown.
const MOST_SHOWN: usize = 4;
/// How often the searches for initial states may ask whether to go on, all together.
const PATIENCE: u32 = 2000;

/// The refusal of a model that has no initial state.
pub fn no_initial_state(model: &Model) -> Refusal {
    let message = "the model has no initial state, so every property would hold of it";
    Refusal::of_file(&model.file, message, Some(help(&model.system, &model.file)))
}

fn help(system: &System, file: &str) -> String {
    let places = Places::new(file, &system.source);
    if let Some(variable) = system.variables.iter().find(|variable| is_empty(variable.ty)) {
        let (ty, line) = (system.show_type(variable.ty), places.line(variable.span));
        return format!("`{}` (line {line}) has no possible value: its type `{ty}` is empty", variable.name);
    }
    let conditions = contradiction(system);
    let mut shown: Vec<String> = conditions
        .iter()
        .map(|condition| format!("`{}` (line {})", shortened(system, condition), places.line(condition.span)))
        .take(MOST_SHOWN)
        .collect();
    if conditions.len() > MOST_SHOWN {
        shown.push(format!("and {} more", conditions.len() - MOST_SHOWN));
    }
    match shown.as_slice() {
        [] => "an `init` condition, a start location or an initial value contradicts another one; \
               values outside a variable's type are no initial states"
            .to_string(),
        [only] => format!("nothing satisfies {only}"),
        _ => format!("these contradict each other: {}", shown.join(", ")),
    }
}

/// The text of a condition, as far as it fits into a line.
fn shortened(system: &System, condition: &Expr) -> String {
    let text = system.show_expr(condition);
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

fn is_empty(ty: Type) -> bool {
    matches!(ty, Type::Range { low, high } if high < low)
}

/// Conditions that cannot be satisfied together, and none of them can be left out as far as is known; nothing
/// if there are too many to try.
fn contradiction(system: &System) -> Vec<&Expr> {
    let mut kept: Vec<&Expr> = system.initial.iter().collect();
    if kept.len() > MOST_CONDITIONS {
        return Vec::new();
    }
    let search = Search::of(system);
    if let Some(alone) = kept.iter().find(|condition| search.is_contradictory(&[condition])) {
        return vec![alone];
    }
    let mut position = 0;
    while position < kept.len() {
        let mut fewer = kept.clone();
        fewer.remove(position);
        if search.is_contradictory(&fewer) {
            kept = fewer;
        } else {
            position += 1;
        }
    }
    kept
}

/// Searches for states that satisfy some of the conditions.
struct Search {
    /// The system without its conditions and without what it does.
    bare: System,
    watch: Patience,
}

impl Search {
    fn of(system: &System) -> Search {
        let bare = System {
            constants: system.constants.clone(),
            enumerations: system.enumerations.clone(),
            processes: system.processes.clone(),
            populations: system.populations.clone(),
            bounds: system.bounds.clone(),
            variables: system.variables.clone(),
            ..System::default()
        };
        Search { bare, watch: Patience(Cell::new(PATIENCE)) }
    }

    /// Whether it is known that no state satisfies all of these.
    fn is_contradictory(&self, conditions: &[&Expr]) -> bool {
        let mentioned = mentioned(conditions);
        let mut system = self.bare.clone();
        for (index, variable) in self.bare.variables.iter().enumerate() {
            let id = system::VariableId::from_index(index);
            if !mentioned.contains(&id) {
                system.initial.push(fixed(id, variable));
            }
        }
        system.initial.extend(conditions.iter().copied().cloned());
        matches!(Interpreter::new(&system).initial_states(&self.watch), Ok(states) if states.is_empty())
    }
}

/// The condition that a variable has some value of its type.
fn fixed(id: system::VariableId, variable: &Variable) -> Expr {
    let value = match variable.ty {
        Type::Bool => Value::Bool(false),
        Type::Range { low, .. } => Value::Int(low),
        Type::Nat | Type::Int => Value::Int(0),
        Type::Enumeration(_) => Value::Member(0),
        Type::Reference(_) => Value::Reference(None),
        Type::Location(_) => Value::Location(0),
    };
    let span = variable.span;
    let value = Expr::new(ExprKind::Const(value, variable.ty.sort()), span);
    Expr::compare(Comparison::Eq, Expr::read(id, variable.ty, span), value, span)
}

/// Stops a search that takes too long for a message, or that has found a state already.
struct Patience(Cell<u32>);

impl Watch for Patience {
    fn check(&self, progress: &Progress) -> Result<(), Stop> {
        let left = self.0.get();
        self.0.set(left.saturating_sub(1));
        if left == 0 || progress.states > 0 { Err(Stop::Interrupted) } else { Ok(()) }
    }

    fn may_allocate(&self, progress: &Progress, _: u64) -> Result<(), Stop> {
        self.check(progress)
    }
}

#[cfg(test)]
mod tests {
    use super::help;

    fn help_with(source: &str) -> String {
        let system = language::load(source, &language::Overrides::default()).system;
        help(&system.expect("the model should have no errors"), "model.fathom")
    }

    #[test]
    fn a_condition_that_nothing_satisfies() {
        let model = "var x: int\nvar n: int := 0\nvar m: 0..99999\ninit x > 3 && x < 2";
        assert_eq!(help_with(model), "nothing satisfies `x > 3 && x < 2` (line 4)");
        assert_eq!(help_with("var x: 0..3 := 7"), "nothing satisfies `x = 7` (line 1)");
    }

    #[test]
    fn one_of_two_contradictions() {
        let model = "var x, y: 0..9\nvar z: int := 0\ninit x > 3\ninit x < 2\ninit y = 1\ninit y = 2";
        assert_eq!(help_with(model), "these contradict each other: `y = 1` (line 5), `y = 2` (line 6)");
    }

    #[test]
    fn conditions_through_references() {
        let model = "process P[i in 1..2] { var v: 0..3 := i }\nvar q: ref P\ninit q != null && q->v = 0";
        let shown = help_with(model);
        assert!(shown.ends_with("`q != null && q->v = 0` (line 3)"), "{shown}");
    }

    #[test]
    fn an_empty_type() {
        assert_eq!(
            help_with("var a: 3..2\nvar b: bool := true"),
            "`a` (line 1) has no possible value: its type `3..2` is empty"
        );
    }
}
