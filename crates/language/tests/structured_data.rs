//! What models with records, nested arrays, sets, queues and `for` mean: every reachable state, by the interpreter.

use std::collections::{BTreeMap, BTreeSet};

use language::{Overrides, load};
use system::{Datum, Interpreter, Question, State, System, Unlimited, Verdict};

/// All that can happen in a model.
struct Explored {
    system: System,
    states: BTreeSet<State>,
    faults: BTreeSet<String>,
}

fn system(source: &str) -> System {
    let loaded = load(source, &Overrides::default());
    let findings: Vec<String> = loaded
        .diagnostics
        .iter()
        .map(|finding| format!("{}: {}", finding.code.as_str(), finding.message))
        .collect();
    loaded.system.unwrap_or_else(|| panic!("{findings:#?}"))
}

fn explore(source: &str) -> Explored {
    let system = system(source);
    let interpreter = Interpreter::new(&system);
    let mut open: Vec<State> = interpreter.initial_states(&Unlimited).expect("initial states can be listed");
    let mut states: BTreeSet<State> = open.iter().cloned().collect();
    let mut faults = BTreeSet::new();
    while let Some(state) = open.pop() {
        let successors = interpreter.successors(&state).expect("successors can be listed");
        faults.extend(successors.faults.into_iter().map(|fault| format!("{}: {}", fault.name, fault.reason)));
        for step in successors.steps {
            if states.insert(step.state.clone()) {
                open.push(step.state);
            }
        }
    }
    Explored { system, states, faults }
}

fn names(system: &System) -> Vec<&str> {
    system.variables.iter().map(|variable| variable.name.as_str()).collect()
}

#[test]
fn parts_are_variables_with_names() {
    let system = system(
        "type Msg = record { kind: {req, ack}, data: 0..3 }
         var last: Msg  var grid: array [1..2] of array [0..1] of bool  var seen: set of 1..3  var box: fifo 2 of Msg
         event e when true",
    );
    assert_eq!(
        names(&system),
        [
            "last.kind",
            "last.data",
            "grid[1][0]",
            "grid[1][1]",
            "grid[2][0]",
            "grid[2][1]",
            "1 in seen",
            "2 in seen",
            "3 in seen",
            "len(box)",
            "box[0].kind",
            "box[0].data",
            "box[1].kind",
            "box[1].data"
        ]
    );
    let _ = (Verdict::Holds, BTreeMap::<u8, Datum>::new());
    let _ = Question::NoFaults;
}

#[test]
fn a_queue_keeps_its_order() {
    let explored = explore(
        "var c: fifo 2 of 0..2  var x: 0..2 := 0  var n: 0..3 := 0
         event put when n < 3 do c ! n % 3, n := n + 1
         event take do c ? x",
    );
    // n puts, of which n - len(c) were taken, the last of them being x.
    assert_eq!(explored.states.len(), 1 + 2 + 3 + 3);
    assert!(explored.faults.is_empty(), "{:?}", explored.faults);
    let structured = &explored.system.structured[0];
    for state in &explored.states {
        let Datum::Queue(entries) = structured.shape.read(structured.first, state) else { panic!() };
        assert!(entries.windows(2).all(|pair| pair[0] < pair[1]), "{entries:?}");
    }
}
