//! What the properties say about one state.

use system::{Interpreter, Ltl, Property, Question, State, Successors, System, Trace, UntilKind, Value};

/// What a property says about a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// Its condition is true there.
    True,
    /// Its condition is false there.
    False,
    /// The expression of a `bound` has this value there.
    Value(i128),
    /// Its expression faults there, or is too hard to evaluate.
    Undefined,
    /// It is about paths.
    OfPaths,
}

/// What a property says about a state with these successors.
pub fn standing(system: &System, property: &Property, state: &State, successors: &Successors) -> Standing {
    let truth = |holds: bool| if holds { Standing::True } else { Standing::False };
    let interpreter = Interpreter::new(system);
    match &property.question {
        Question::Invariant(condition) | Question::Reachable(condition) => {
            interpreter.holds(condition, state).map_or(Standing::Undefined, truth)
        }
        Question::DeadlockFree => truth(!successors.steps.is_empty()),
        Question::NoFaults => truth(successors.faults.is_empty()),
        Question::Bound(expression) => match interpreter.evaluate(expression, state) {
            Ok(Value::Int(value)) => Standing::Value(value),
            _ => Standing::Undefined,
        },
        Question::Ctl(_) | Question::Ltl(_) => Standing::OfPaths,
    }
}

/// Whether a state is news about a property: an invariant that is false, or something reachable that is true.
///
/// Faults and dead ends are not reported here: whoever shows a state shows them anyway.
pub fn is_news(system: &System, property: &Property, state: &State) -> bool {
    let interpreter = Interpreter::new(system);
    match &property.question {
        Question::Invariant(condition) => interpreter.holds(condition, state) == Ok(false),
        Question::Reachable(condition) => interpreter.holds(condition, state) == Ok(true),
        _ => false,
    }
}

/// The properties about which `state` is news and the state before it was not.
pub fn news<'s>(system: &'s System, before: Option<&State>, state: &State) -> Vec<&'s Property> {
    let is_new = |property: &&Property| {
        is_news(system, property, state) && !before.is_some_and(|before| is_news(system, property, before))
    };
    system.properties.iter().filter(is_new).collect()
}

/// The value of a linear-time formula on every continuation of a path, if that is known already; judged operator by operator, so
/// that it may be open although all continuations agree.
pub fn on_prefix(system: &System, formula: &Ltl, path: &Trace) -> Option<bool> {
    let states: Vec<&State> = path.states().collect();
    Prefix { system, states }.value(formula, 0)
}

/// A path that may go on in any way.
struct Prefix<'a> {
    system: &'a System,
    states: Vec<&'a State>,
}

impl Prefix<'_> {
    fn value(&self, formula: &Ltl, at: usize) -> Option<bool> {
        let not = |value: Option<bool>| value.map(|value| !value);
        match formula {
            Ltl::State(condition) => Interpreter::new(self.system).holds(condition, self.states[at]).ok(),
            Ltl::Not(f) => not(self.value(f, at)),
            Ltl::And(all) => decided(all.iter().map(|f| self.value(f, at)), false),
            Ltl::Or(all) => decided(all.iter().map(|f| self.value(f, at)), true),
            Ltl::Implies(f, g) => decided([not(self.value(f, at)), self.value(g, at)].into_iter(), true),
            Ltl::Iff(f, g) => Some(self.value(f, at)? == self.value(g, at)?),
            Ltl::Next(f) => (at + 1 < self.states.len()).then(|| self.value(f, at + 1)).flatten(),
            Ltl::Finally(f) => self.at_some_time(f, at, true).then_some(true),
            Ltl::Globally(f) => self.at_some_time(f, at, false).then_some(false),
            Ltl::Until(UntilKind::Release, f, g) => not(self.until(f, g, at, false)),
            Ltl::Until(_, f, g) => self.until(f, g, at, true),
            Ltl::Rigid { .. } => None,
        }
    }

    fn at_some_time(&self, f: &Ltl, from: usize, value: bool) -> bool {
        (from..self.states.len()).any(|at| self.value(f, at) == Some(value))
    }

    /// `f U g`, or `!f U !g` if the parts are to be false.
    fn until(&self, f: &Ltl, g: &Ltl, from: usize, value: bool) -> Option<bool> {
        for at in from..self.states.len() {
            let (stays, comes) = (self.value(f, at), self.value(g, at));
            if comes == Some(value) {
                return Some(true);
            }
            if comes.is_none() || stays != Some(value) {
                return (comes == Some(!value) && stays == Some(!value)).then_some(false);
            }
        }
        None
    }
}

/// The value of a list in which one that is as `decides` says decides.
fn decided(mut values: impl Iterator<Item = Option<bool>>, decides: bool) -> Option<bool> {
    let mut known = Some(!decides);
    if values.any(|value| {
        known = known.filter(|_| value.is_some());
        value == Some(decides)
    }) {
        return Some(decides);
    }
    known
}
