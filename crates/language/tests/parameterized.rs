//! Systems with an open constant, with all their instances known, are what the ordinary systems of each size are:
//! state by state, step by step, faults included.

use std::collections::{BTreeMap, BTreeSet};

use language::{Overrides, load, load_parameterized};
use system::parameterized::configuration::{BELOW, ConfigurationShape, NULL};
use system::parameterized::evaluate::Scene;
use system::parameterized::initial::initial_configurations;
use system::parameterized::run::{Outcome, Said, outcomes, truths};
use system::parameterized::{Domain, ParameterizedQuestion, ParameterizedSystem};
use system::{ConstantValue, Interpreter, Question, State, System, TransitionId, Value};

/// How many states are compared for each size.
const STATES: usize = 3_000;

/// The configuration that a state is.
fn configuration(
    parameterized: &ParameterizedSystem,
    system: &System,
    constant: i128,
    state: &State,
) -> Vec<i16> {
    let position: BTreeMap<&str, usize> =
        system.variables.iter().enumerate().map(|(at, variable)| (variable.name.as_str(), at)).collect();
    let coded = |name: &str, domain: &Domain| match (state[position[name]], domain) {
        (Value::Bool(value), _) => i16::from(value),
        (Value::Int(value), Domain::Pointer { .. }) => {
            let at = i16::try_from(value - parameterized.first_index).unwrap();
            if at >= 0 { at } else { BELOW + at + 1 }
        }
        (Value::Int(value), _) => i16::try_from(value).unwrap(),
        (Value::Member(value) | Value::Location(value), _) => i16::try_from(value).unwrap(),
        (Value::Reference(None), _) => NULL,
        (Value::Reference(Some(at)), _) => i16::try_from(at).unwrap(),
    };
    let mut data: Vec<i16> =
        parameterized.globals.iter().map(|variable| coded(&variable.name, &variable.domain)).collect();
    for instance in 0..parameterized.instances(constant).unwrap() {
        let index = parameterized.first_index + instance as i128;
        let instances = parameterized.instances(constant).unwrap();
        data.extend(parameterized.locals.iter().map(|variable| match (variable.role, variable.neighbour) {
            (Some(role), _) => i16::from(role.holds(index, constant)),
            (_, Some(neighbour)) => neighbour.of(instance, instances),
            _ => coded(&variable.of_instance(index), &variable.domain),
        }));
    }
    data
}

fn compare(
    source: &str,
    constant: &str,
    sizes: std::ops::RangeInclusive<i128>,
    others: &[(&str, i128)],
) -> usize {
    let set = |all: &[(&str, i128)]| Overrides {
        constants: all.iter().map(|(name, value)| ((*name).to_owned(), ConstantValue::Int(*value))).collect(),
        sizes: Vec::new(),
    };
    let parameterized =
        load_parameterized(source, &set(others), constant, None).unwrap_or_else(|all| panic!("{all:?}"));
    let mut compared = 0;
    for size in sizes {
        let mut all = others.to_vec();
        all.push((constant, size));
        let system = load(source, &set(&all)).system;
        let system = system.unwrap_or_else(|| panic!("errors for {size}:\n{source}"));
        compared += compare_size(&parameterized, &system, size);
    }
    compared
}

fn compare_size(parameterized: &ParameterizedSystem, system: &System, size: i128) -> usize {
    let shape = ConfigurationShape::new(parameterized, 0);
    let scene = Scene {
        system: parameterized,
        shape: &shape,
        facts: &[],
        constant: Some(size),
        has_room: false,
        witnesses: None,
        is_blind: false,
        commitments: &[],
    };
    let instances = parameterized.instances(size).unwrap();
    let coded = |state: &State| configuration(parameterized, system, size, state);
    let interpreter = Interpreter::new(system);
    let initial = interpreter.initial_states(&system::Unlimited).unwrap();
    let expected: BTreeSet<Vec<i16>> = initial.iter().map(coded).collect();
    assert_eq!(initial_configurations(parameterized, &shape, &[], instances, Some(size)).unwrap(), expected);
    let mut seen: BTreeSet<State> = initial.iter().cloned().collect();
    let mut pending: Vec<State> = initial;
    let mut compared = 0;
    while let Some(state) = pending.pop() {
        if compared == STATES {
            break;
        }
        compared += 1;
        let data = coded(&state);
        let (mut next, mut faults) = (BTreeSet::new(), false);
        for transition in 0..system.transitions.len() {
            let found = interpreter.fire(&state, TransitionId::from_index(transition)).unwrap();
            faults |= !found.faults.is_empty();
            for step in found.steps {
                next.insert(coded(&step.state));
                if seen.insert(step.state.clone()) {
                    pending.push(step.state);
                }
            }
        }
        let (mut ours, mut our_faults) = (BTreeSet::new(), false);
        for rule in &parameterized.rules {
            let movers: Vec<Option<usize>> =
                if rule.has_mover { (0..instances).map(Some).collect() } else { vec![None] };
            for mover in movers {
                for outcome in outcomes(scene, &data, rule, mover) {
                    match outcome {
                        Outcome::Next(data) => drop(ours.insert(data)),
                        Outcome::Fault => our_faults = true,
                        other => panic!("{} with everything known: {other:?}", rule.name),
                    }
                }
            }
        }
        assert_eq!(ours, next, "successors of {data:?} for {size}");
        assert_eq!(our_faults, faults, "faults of {data:?} for {size}");
        for (property, theirs) in parameterized.properties.iter().zip(&system.properties) {
            let ((ParameterizedQuestion::Invariant(term), Question::Invariant(expr))
            | (ParameterizedQuestion::Reachable(term), Question::Reachable(expr))) =
                (&property.question, &theirs.question)
            else {
                continue;
            };
            let holds = interpreter.holds(expr, &state).unwrap();
            assert_eq!(truths(scene, &data, term), [Said::Truth(holds)], "{} of {data:?}", property.name);
        }
    }
    compared
}

fn example(path: &str) -> String {
    let path = format!("{}/../../examples/{path}.fathom", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

#[test]
fn examples_are_what_they_are_for_each_size() {
    assert!(compare(&example("pointers/mcs_lock"), "N", 1..=4, &[]) > 1_000);
    compare(&example("pointers/leader_election"), "N", 1..=4, &[]);
    compare(&example("pointers/doubly_linked_cycle"), "N", 1..=4, &[]);
    compare(&example("pointers/conditional_critical_region"), "N", 1..=3, &[]);
    compare(&example("pointers/bounded_buffer"), "PRODUCERS", 1..=2, &[]);
    compare(&example("pointers/readers_writers"), "READERS", 1..=2, &[]);
    compare(&example("broken/mcs_lock_hasty"), "N", 1..=3, &[]);
    compare(&example("broken/doubly_linked_cycle"), "N", 1..=4, &[]);
}

#[test]
fn indices_arrays_and_relations_over_all() {
    let source = "
        const N := 2
        const M := N - 1
        type Flag = { down, up }
        var turn: 0..N := 0
        var flag: array [1..M + 1] of Flag := down
        var last: ref P := null
        var inside: 0..N := 0
        process Single { var b: bool := false  loc one, two  one -> two do b := true  two -> one when turn = 0 do b := any }
        process P[i in 1..N] {
          var x: bool
          loc a, c
          start a, c
          go: a -> c when turn = 0 && (forall j in 1..N: j != i => flag[j] = down) do turn := i, flag[i] := up, inside := inside + 1
          back: c -> a when turn = i || i = 1 do { turn := 0; flag[i] := down; last := self; inside := inside - 1 }
          a -> a when last != null && count(j in 1..N: flag[j] = up) < 2 do last->x := !x, if last = self { last := null }
          c -> c do choose { when x do flag[i] := down } or { turn := any in 1..N } or { assert inside < 2 }
        }
        event all[i in 1..N] when flag[i] = up && i <= M do forall p in P: p->x' = (p at a), flag[turn] := down
        invariant one: count(P at c) <= 1
        invariant some: exists p in P: p->x || p = last
        reachable both: count(i in 1..N: flag[i] = up) = 2";
    assert!(compare(source, "N", 1..=3, &[]) > 1_000);
}

/// All ways of writing neighbours in a ring, for both first indices.
#[test]
fn rings_are_what_they_are_for_each_size() {
    let nodes = |range: &str, next: &str, previous: &str| {
        format!(
            "const N := 3
             var token: array [{range}] of bool
             init forall i in {range}: token[i] <=> i = {first}
             var seen: array [{range}] of 0..2 := 0
             var turn: {range}
             process P[i in {range}] {{
               let next = {next}
               let previous = {previous}
               var friend: {range} := next
               loc a, b
               a -> b when token[i] && turn = i do token[i] := false, token[next] := true, turn := next
               b -> a when seen[previous] < 2 && (next != previous || friend = next) do seen[previous] := seen[i]
               a -> a when seen[next] = seen[i] do seen[i] := (seen[previous] + 1) % 3
             }}
             invariant one: count(i in {range}: token[i]) = 1
             invariant apart: forall i in {range}: !(P[i] at b && P[{next}] at b)",
            first = range.split('.').next().unwrap()
        )
    };
    let zero = [
        ("(i + 1) % N", "(i + N - 1) % N"),
        ("(1 + i) % N", "(i - 1) % N"),
        ("(i + 2 * N + 1) % N", "(N + i - 1) % N"),
        ("if i = N - 1 then 0 else i + 1", "if i = 0 then N - 1 else i - 1"),
        ("if i < N - 1 then i + 1 else 0", "if i > 0 then i - 1 else N - 1"),
        ("if !(i >= N - 1) then i + 1 else 0", "if 1 <= i then i - 1 else N - 1"),
    ];
    let one = [
        ("i % N + 1", "(i + N - 2) % N + 1"),
        ("1 + i % N", "(i - 2) % N + 1"),
        ("if i = N then 1 else i + 1", "if i = 1 then N else i - 1"),
        ("if i + 1 <= N then i + 1 else 1", "if i - 1 < 1 then N else i - 1"),
    ];
    for (range, all) in [("0..N - 1", &zero[..]), ("1..N", &one[..])] {
        for (next, previous) in all {
            let source = nodes(range, next, previous);
            if next.contains("2 * N") || next.contains("i + 1 <=") {
                // Right, but not recognised.
                assert!(load_parameterized(&source, &Overrides::default(), "N", None).is_err(), "{next}");
            } else {
                // One node alone cannot take the token from itself and give it to itself.
                compare(&source, "N", 2..=4, &[]);
            }
        }
    }
}

#[test]
fn lines_are_what_they_are_for_each_size() {
    let source = "
        const N := 3
        var v: array [1..N] of 0..2
        var hand: 0..N := 0
        process P[i in 1..N] {
          loc a, b
          a -> b when i < N && v[i] != v[i + 1] do v[i + 1] := v[i]
          b -> a when i = 1 || v[i - 1] = v[i] do hand := i - 1
          a -> a when i + 1 <= N && hand = i do hand := i + 1
          b -> b when hand = i - 1 do hand := i
          b -> b when v[i] = 2 && v[i + 1] = 0 do hand := i + 1
        }
        invariant sorted: forall i in 1..N: i = N || v[i] <= v[i + 1]
        invariant no_faults";
    compare(source, "N", 1..=4, &[]);
}

#[test]
fn examples_with_neighbours_are_what_they_are_for_each_size() {
    for (path, least) in [
        ("protocols/martin_ring", 2),
        ("protocols/token_ring", 1),
        ("cookbook/ring", 2),
        ("liveness/dining_philosophers", 2),
        ("broken/dining_philosophers", 2),
    ] {
        compare(&example(path), "N", least..=5, &[]);
    }
}

#[test]
fn other_arithmetic_on_indices_is_an_obstacle() {
    let all = [
        "(i + 1) % (N - 1)",
        "i % N",
        "i % N + 2",
        "(i * 2) % N + 1",
        "if i = N then 2 else i + 1",
        "if i = 1 then 1 else i + 1",
        "if i <= N then 1 else i + 1",
        "if i = N then 1 else i - 1",
        "(j + i) % N + 1",
        "min(i, i % N + 2)",
        "N - i",
    ];
    for index in all {
        let source = format!(
            "const N := 3 var b: array [1..N] of bool := false
             process P[i in 1..N] {{ loc a  a -> a do b[i] := forall j in 1..N: j != i || b[{index}] }}"
        );
        let found = load_parameterized(&source, &Overrides::default(), "N", None);
        assert!(found.is_err(), "{index}");
    }
}

/// Instances and single processes that synchronise, in each role, with guards that fault and actions that block.
#[test]
fn rendezvous_are_what_they_are_for_each_size() {
    let source = "
        const N := 2
        sync ask, give, meet
        var free: 0..N := 0
        var k: 0..2 := 0
        var last: ref P := null
        process Server {
          var served: 0..2 := 0
          loc ready, busy
          ready -> busy when k < 2 sync ask? do served := min(served + 1, 2), k := k + 1
          busy -> ready when 2 / (2 - k) > 0 sync give! do k := max(k - 1, 0)
          busy -> busy when k = 2 do k := 0
        }
        process Other {
          loc here, there
          here -> there sync ask? do assert k < 2
          there -> here sync give! do k := k
        }
        process P[i in 1..N] {
          var x: bool := false
          loc a, b, c
          a -> b sync ask! do x := true
          b -> c when x sync give? do { last := self; free := free + 1 }
          c -> a sync meet! do { x := exists p in P: p != self && p at c && p->x; free := free - 1 }
          {b, c} -> c when k != 1 sync meet? do if x { x := false } else { free := free + 1 }
        }
        process Q[j in 1..N] {
          var y: bool := false
          loc u, v
          u -> v when !P[j].x sync meet? do { y := P[j].x; P[j].x := true }
          v -> u sync ask! do y := (count(P at c) >= 1)
        }
        invariant one: forall p in P: p at c => k <= 1
        reachable all: forall p in P: p->x";
    assert!(compare(source, "N", 1..=3, &[]) > 1_000);
}

/// Broadcasts of instances and single processes, heard by both.
#[test]
fn broadcasts_are_what_they_are_for_each_size() {
    let source = "
        const N := 2
        broadcast wake, calm
        var k: 0..3 := 1
        var hit: bool := false
        process Alarm {
          loc set, rung, late
          set -> rung when k > 0 sync wake!! do k := k - 1
          rung -> set sync calm?? do k := min(k + 1, 3)
          {set, late} -> late when 3 / k > 1 sync wake?? do hit := true
          late -> set
        }
        process Ear {
          loc quiet, loud
          quiet -> loud when !hit sync wake?? do k := k + 1
          loud -> quiet sync calm!! do hit := false
        }
        process P[i in 1..N] {
          var x: bool := false
          loc asleep, up, out
          asleep -> up when !x || k = 0 sync wake??
          up -> out when hit sync wake??
          out -> asleep sync wake!! do x := !x
          up -> out sync calm!! do k := max(k - 1, 0)
          out -> up when count(p in P: p->x) < 2 sync calm??
        }
        process Q[j in 1..N] {
          loc u, v
          u -> v when P[j] at up sync calm??
          v -> u sync wake!! do hit := !hit
        }
        invariant quiet: forall p in P: p at up => k >= 1
        reachable all: forall p in P: p at out";
    assert!(compare(source, "N", 1..=3, &[]) > 300);
}

/// Records, arrays in each other, and loops.
#[test]
fn values_with_parts_are_what_they_are_for_each_size() {
    let source = "
        const N := 2
        type Kind = { none, ask, grant }
        type Msg = record { kind: Kind, from: 0..N }
        type Mine = record { tag: 0..2, its: record { who: ref P, ok: bool } }
        var box: array [1..N] of Msg := Msg{kind: none, from: 0}
        var last: Msg := Msg{kind: ask, from: 0}
        var grid: array [0..1] of array [1..N] of 0..2 := 0
        var pair: array [1..N] of array [0..1] of bool := false
        var places: array [0..1] of record { used: bool, by: ref P }
        var k: 0..1 := 0
        init forall m in 0..1: !places[m].used && places[m].by = null
        process P[i in 1..N] {
          var mine: Mine
          init mine.tag = 0 && mine.its.who = null && !mine.its.ok
          loc a, b
          ask: a -> b when box[i].kind = none do box[i] := Msg{kind: ask, from: i}, mine.tag := 1
          put: a -> a when !places[k].used do { places[k].used := true, places[k].by := self; k := 1 - k }
          take: b -> a when places[0].by != null && places[0] != places[1] do
            mine := places[0].by->mine, places[0] := places[1], grid[0][i] := grid[1][i] + 1
          copy: b -> b when last = box[i] do
            mine.its.who := places[1].by, mine.its.ok := pair[i][k], pair[i][k] := !pair[i][0]
          over: a -> a when pair[i][1] do places[1 - k].by->mine.tag := mine.tag + 1
        }
        event serve[j in 1..N] when box[j].kind = ask && last.from = 0 do
          box[j] := if j = box[j].from then Msg{kind: grant, from: 0} else last, last := box[j]
        event clear when last.from != 0 do {
          for j in 1..N { box[j].kind := none, pair[j][0] := (box[j] = last) };
          for m in 0..1 { places[m].used := false }, k := 0;
          for p in P { p->mine.its.who := null };
          last.from := 0 }
        event wild when grid[0][box[last.from].from] = 1 do last.kind := any
        invariant one: count(j in 1..N: box[j].kind = grant) <= 1
        invariant same: forall p in P: p->mine.its.who = null || p->mine.tag > 0
        invariant last: last = Msg{kind: ask, from: 0} || exists j in 1..N: box[j] = last";
    assert!(compare(source, "N", 1..=3, &[]) > 1_000);
}

/// Sets of instances, of references and of fixed values.
#[test]
fn sets_are_what_they_are_for_each_size() {
    let source = "
        const N := 2
        type Colour = { red, green }
        var sharers, waiting: set of 1..N := {}
        var known: set of ref P := {null}
        var owner: 0..N := 0
        var friend: ref P := null
        var seen: set of Colour := {red}
        process P[i in 1..N] {
          var mine: record { has: set of 0..2, c: Colour }
          init mine.c = green && mine.has = {}
          loc a, b, c
          read: a -> b when !(owner in sharers) && card(waiting) < 2 do
            sharers := union(sharers, {i}), waiting := minus(waiting, {i}), friend := self
          wait: a -> c do waiting := union(waiting, {i}), known := union(known, {friend, self})
          back: {b, c} -> a when i in sharers || friend in known do
            sharers := minus(sharers, {i}), mine.has := union({0}, minus(mine.has, {1})), owner := i
          count: c -> c when 0 in mine.has && subset(waiting, sharers) do
            mine.has := if owner in waiting then {1, 2} else inter(mine.has, {0, 1}), seen := {mine.c}
          all: b -> a when forall j in sharers: j = i || P[j] at a do { sharers := {}; known := {}; owner := 0 }
          some: a -> a when (exists j in sharers: P[j].mine.c in seen) && sharers != waiting do
            waiting := if 1 in mine.has then sharers else {i}, mine.c := red
          fault: c -> a when green in seen do mine.has := friend->mine.has
        }
        event forget when card(known) >= 2 && count(j in sharers: P[j] at b) = 1 do known := {null}, friend := null
        event whole when seen = {red} && sharers = {} do for j in 1..N { P[j].mine.c := red }
        invariant held: forall p in P: p at b => index(p) in sharers
        invariant card: card(sharers) <= 2 && card(seen) = 1
        invariant nobody: null in known || friend in known";
    assert!(compare(source, "N", 1..=3, &[]) > 1_000);
}

#[test]
fn values_with_parts_that_do_not_fit_are_named() {
    let all = [
        ("var q: fifo 2 of 1..N", "skip", "is a queue"),
        (
            "process Q[j in 1..N] { var s: set of 1..N  loc l }",
            "skip",
            "an element for each pair of instances",
        ),
        ("var s: set of record { a: bool }", "skip", "is a set of values with parts"),
        ("var s: set of 0..N", "skip", "a range over some of the instances"),
        ("var s: set of 1..N  var k: 0..N", "s := {k}", "an element that a set may not hold"),
        ("var s: set of 0..2  var k: 0..3", "s := {k}", "an element that a set may not hold"),
        ("var s: set of 0..2  var t: set of 0..3", "t := s", "sets of different values"),
        ("var d: array [0..1] of array [0..1] of bool", "d[z][z] := true", "chosen by the state"),
        ("var s: set of 1..N", "z := any in s", "a set"),
    ];
    for (declarations, action, expected) in all {
        let source = format!(
            "const N := 3 var z: 0..1 := 0 {declarations}
             process P[i in 1..N] {{ loc a  a -> a do {action} }}"
        );
        let found = load_parameterized(&source, &Overrides::default(), "N", None);
        let obstacles = found.expect_err(&source);
        assert!(obstacles[0].message.contains(expected), "{source}: {obstacles:?}");
    }
}
