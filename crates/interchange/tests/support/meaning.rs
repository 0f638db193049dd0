//! What a model means, by the reference interpreter.

use interchange::{CounterSystem, write_counters};
use language::Overrides;
use system::{Interpreter, State, System, TransitionId, Value};

/// The system of a counter system's model, which must be legal and mean the same when it is formatted.
pub fn system_of(counters: &CounterSystem) -> System {
    let text = write_counters(counters);
    let formatted = language::format(&text).unwrap_or_else(|found| panic!("{found:?}\n{text}"));
    assert_eq!(language::format(&formatted).as_ref(), Ok(&formatted));
    let loaded = language::load(&formatted, &Overrides::default());
    assert_eq!(loaded.diagnostics.iter().find(|found| found.is_error()), None, "{formatted}");
    loaded.system.expect("a model without errors has a system")
}

/// The states to which a transition leads, and whether it faults.
pub fn fired(system: &System, numbers: &[u64], transition: usize) -> (Vec<Vec<u64>>, bool) {
    let interpreter = Interpreter::new(system);
    let found =
        interpreter.fire(&state(numbers), TransitionId::from_index(transition)).expect("numbers are small");
    (found.steps.iter().map(|step| numbers_of(&step.state)).collect(), !found.faults.is_empty())
}

/// Whether a state is initial.
pub fn is_initial(system: &System, numbers: &[u64]) -> bool {
    Interpreter::new(system).is_initial(&state(numbers)).expect("numbers are small")
}

/// Whether the condition of the property `safe` holds.
pub fn is_safe(system: &System, numbers: &[u64]) -> bool {
    let property =
        system.properties.iter().find(|property| property.name == "safe").expect("there is `safe`");
    let system::Question::Invariant(condition) = &property.question else { panic!("`safe` is an invariant") };
    Interpreter::new(system).holds(condition, &state(numbers)).expect("numbers are small")
}

fn state(numbers: &[u64]) -> State {
    numbers.iter().map(|number| Value::Int(i128::from(*number))).collect()
}

fn numbers_of(state: &State) -> Vec<u64> {
    let number = |value: &Value| match value {
        Value::Int(number) => u64::try_from(*number).expect("counters are natural numbers"),
        other => panic!("{other:?} is no number"),
    };
    state.iter().map(number).collect()
}
