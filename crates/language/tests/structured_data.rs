//! What models with records, nested arrays, sets, queues and `for` mean: every reachable state, by the interpreter.

use std::collections::BTreeSet;

use language::{Overrides, load};
use system::{Datum, Interpreter, Question, State, System, Unlimited};

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
fn null_alone_in_an_array_is_of_the_type_that_is_wanted() {
    let found = explore(
        "process P[i in 1..2] { loc a } process Q[i in 1..2] { loc b }
         type Links = record { all: array [1..2] of ref Q }
         var x: array [1..1] of ref Q := [null]  var links: Links := Links{all: [null, null]}
         event one when x[1] = null do x := [Q[1]], links := Links{all: [Q[2], null]}
         event none when x[1] != null do x := [null]",
    );
    assert_eq!((found.states.len(), found.faults.len()), (3, 0));
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

/// Every state as text: what is shown under which name.
fn shown(explored: &Explored) -> BTreeSet<String> {
    let all = explored.system.shown();
    let text = |state: &State| {
        let items: Vec<String> = all
            .iter()
            .map(|one| format!("{}={}", one.name, explored.system.show_shown(one, state)))
            .collect();
        items.join(" ")
    };
    explored.states.iter().map(text).collect()
}

/// The states of a model are as many as those of its twin, under the same names and values where both have them.
fn same(source: &str, twin: &str) {
    let (one, other) = (explore(source), explore(twin));
    assert_eq!(shown(&one), shown(&other), "\n{source}\n{twin}");
    assert_eq!(one.faults.len(), other.faults.len(), "{:?} {:?}", one.faults, other.faults);
}

#[test]
fn records_are_assigned_part_by_part() {
    same(
        "type Msg = record { kind: {req, ack}, data: 0..2 }
         var a: Msg := Msg{kind: req, data: 0}  var b: Msg := Msg{data: 2, kind: ack}
         event swap do a := b, b := a
         event raise when a.data < 2 do a.data := a.data + 1
         event choice do a := if a = b then Msg{kind: ack, data: 0} else b
         event differ when a != b do b.kind := a.kind",
        "type K = {req, ack}
         var `a.kind`: K := req  var `a.data`: 0..2 := 0  var `b.kind`: K := ack  var `b.data`: 0..2 := 2
         event swap do `a.kind` := `b.kind`, `a.data` := `b.data`, `b.kind` := `a.kind`, `b.data` := `a.data`
         event raise when `a.data` < 2 do `a.data` := `a.data` + 1
         event choice do if `a.kind` = `b.kind` && `a.data` = `b.data` { `a.kind` := ack, `a.data` := 0 }
           else { `a.kind` := `b.kind`, `a.data` := `b.data` }
         event differ when `a.kind` != `b.kind` || `a.data` != `b.data` do `b.kind` := `a.kind`",
    );
}

#[test]
fn nested_arrays_take_an_index_each() {
    let explored = explore(
        "var grid: array [1..2] of array [0..2] of 0..1 := 0  var i: 1..2  var j: 0..2
         event set do grid[i][j] := 1 - grid[i][j]
         event row when i = 1 do grid[i] := grid[2]
         event all do for k in 0..2 { grid[2][k] := 1 }",
    );
    // For `i = 2`, four values of the second row for each j; for `i = 1`, two of the first row, and four once the second is full.
    assert_eq!(explored.states.len(), 3 * 4 + 3 * (2 + 4));
    assert!(explored.faults.is_empty());
    let wrong = explore(
        "var grid: array [1..2] of array [0..2] of bool := false  var i: 0..3 := 3  event set do grid[i][i] := true",
    );
    assert_eq!(
        wrong.faults.into_iter().collect::<Vec<_>>(),
        ["set: index 3 is outside the array: grid[i][i]"]
    );
}

#[test]
fn sets_have_functions_and_are_domains() {
    let explored = explore(
        "var s: set of 1..3 := {}  var t: set of 1..3 := {2}  var x: 1..3 := 1  var n: 0..3 := 0
         event add do s := union(s, {x})
         event drop do s := minus(s, {x})
         event keep do s := inter(s, t)
         event pick do x := any in {1, 2, 3}
         event from do x := any in s
         event count_them do n := card(s)
         event sum_up when subset(s, t) do n := sum(v in s: v)
         event some when exists v in s: v = x do n := count(v in s: v != x)",
    );
    assert_eq!(explored.states.len(), 8 * 3 * 4);
    assert!(explored.faults.is_empty(), "{:?}", explored.faults);
    let fault = explore(
        "var s: set of 1..3 := {}  var x: 0..4 := 0  event up when x < 4 do x := x + 1  event add do s := union(s, {x})",
    );
    assert_eq!(fault.faults.len(), 1, "{:?}", fault.faults);
    assert_eq!(fault.states.len(), 5 + 8 * 5 - 5 - (7 + 6 + 4), "{:#?}", shown(&fault));
}

#[test]
fn a_queue_blocks_and_faults_as_it_should() {
    let explored = explore(
        "var c: fifo 2 of 0..1  var x: 0..1 := 0
         event put do c ! x
         event take do c ? _
         event flip do x := 1 - x
         event peek when !empty(c) && head(c) = x do skip
         event wrong do x := c[1]
         event first do x := head(c)",
    );
    assert_eq!(explored.states.len(), 2 * (1 + 2 + 4));
    assert_eq!(
        explored.faults.into_iter().collect::<Vec<_>>(),
        ["first: the queue has no entry 0: c[0]", "wrong: the queue has no entry 1: c[1]"]
    );
}

#[test]
fn blocking_comes_before_anything_else_is_read() {
    // The value sent would fault, but the queue is full.
    let explored = explore("var c: fifo 1 of 0..1  var z: 0..1 := 0  event put do c ! 1 / z");
    assert_eq!(explored.faults.len(), 1);
    let full = explore("var c: fifo 0 of 0..1  var z: 0..1 := 0  event put do c ! 1 / z");
    assert!(full.faults.is_empty(), "{:?}", full.faults);
}

#[test]
fn parts_outside_their_types_are_faults_when_stored() {
    let explored = explore(
        "type R = record { a: 0..1, b: 0..9 }  var r: R := R{a: 0, b: 5}  var wide: record { a: 0..9, b: 0..9 } := R{a: 1, b: 2}
         event ok do r := wide
         event more when wide.a < 3 do wide.a := wide.a + 1
         event equal when r = wide do skip",
    );
    assert_eq!(
        explored.faults.into_iter().collect::<Vec<_>>(),
        ["ok: 2 is outside the type 0..1 of r.a", "ok: 3 is outside the type 0..1 of r.a"]
    );
}

#[test]
fn primes_release_what_they_select_in() {
    let whole =
        explore("type R = record { a: 0..2, b: 0..2 }  var r: R := R{a: 0, b: 0}  event e do r'.a = 1");
    assert_eq!(whole.states.len(), 1 + 3, "{:?}", shown(&whole));
    let part =
        explore("type R = record { a: 0..2, b: 0..2 }  var r: R := R{a: 0, b: 0}  event e do r.a' = 1");
    assert_eq!(part.states.len(), 2, "{:?}", shown(&part));
    let queue = explore("var c: fifo 2 of 0..1  event e do len(c') = 1");
    assert_eq!(shown(&queue), ["c=[0]", "c=[1]", "c=[]"].map(String::from).into());
    let any = explore("var c: fifo 2 of 0..1  event e do c := any");
    assert_eq!(any.states.len(), 7);
}

#[test]
fn initial_values_fit_the_whole_or_each_element() {
    same(
        "var a: array [0..1] of array [0..1] of 0..3 := 2  var b: array [0..1] of 0..3 := [1, 3]
         var c: array [0..1] of array [0..1] of 0..3 := [0, 1]  event e when false",
        "var `a[0][0]`, `a[0][1]`, `a[1][0]`, `a[1][1]`: 0..3 := 2  var `b[0]`: 0..3 := 1  var `b[1]`: 0..3 := 3
         var `c[0][0]`: 0..3 := 0  var `c[0][1]`: 0..3 := 1  var `c[1][0]`: 0..3 := 0  var `c[1][1]`: 0..3 := 1  event e when false",
    );
    let sets = explore("var s: set of 0..1 in {{0}, {0, 1}}  var t: set of 0..1  event e when false");
    assert_eq!(sets.states.len(), 2 * 4);
}

#[test]
fn references_and_processes_in_sets_and_queues() {
    let explored = explore(
        "var waiting: fifo 2 of ref Client  var seen: set of ref Client := {}
         process Client[i in 1..2] {
           var mine: set of 1..2 := {}
           loc idle, queued, done
           idle -> queued do waiting ! self, mine := union(mine, {i})
           queued -> done when !empty(waiting) && head(waiting) = self do { waiting ? _; seen := union(seen, {self}) }
         }
         invariant all_seen: forall p in seen: p != null && p at done && index(p) in p.mine",
    );
    assert_eq!(explored.states.len(), 10, "{:#?}", shown(&explored));
    assert!(explored.faults.is_empty(), "{:?}", explored.faults);
    let interpreter = Interpreter::new(&explored.system);
    let property = explored.system.property("all_seen").expect("it is there");
    let Question::Invariant(condition) = &property.question else { panic!() };
    assert!(explored.states.iter().all(|state| interpreter.holds(condition, state).expect("no obstacle")));
}

/// The codes of all errors of a model.
fn errors(source: &str) -> Vec<String> {
    let loaded = load(source, &Overrides::default());
    let errors = loaded.diagnostics.iter().filter(|finding| finding.is_error());
    errors.map(|finding| format!("{} {}", finding.code.as_str(), finding.message)).collect()
}

#[test]
fn what_is_refused_and_why() {
    let declared = "type M = record { a: 0..3, b: bool }  var m: M  var n: record { b: bool, a: 0..3 }
        var c, d: fifo 2 of 0..3  var s: set of 0..3  var g: array [0..1] of 0..3  var h: array [1..2] of 0..3  var x: 0..3\n";
    let cases: &[(&str, &[&str])] = &[
        (
            "type A = record { b: B }  type B = array [0..1] of A  event e do x := 1",
            &["E103 the meaning of `A` leads back to itself: `A` → `B` → `A`"],
        ),
        ("event e do m := M{a: 1}", &["E107 the field `b` of `M` is missing"]),
        ("event e do m := M{a: 1, b: true, a: 2}", &["E102 `a` is declared twice"]),
        ("event e do m := M{a: 1, bb: true, b: true}", &["E107 this record has no field `bb`"]),
        ("event e do m.c := 1", &["E107 this record has no field `c`"]),
        ("invariant i: c.len = 1", &["E107 a fifo 2 of int has no field `len`"]),
        ("invariant i: s.card = 1", &["E107 a set of int has no field `card`"]),
        ("var y: channel of 0..3", &["E004 `channel` is not supported yet"]),
        (
            "event e do m := n",
            &["E201 this is a record { b: bool, a: int }, but a record { a: int, b: bool } is needed"],
        ),
        ("event e do g := h", &["E201 this is an array [1..2] of int, but an array [0..1] of int is needed"]),
        (
            "event e do x := [1, 2][0]",
            &["E206 an array literal has no range, so it is not clear which element this is"],
        ),
        ("event e do m := m, m.a := 1", &["E302 the same variable is written twice in one step"]),
        ("event e do c ! 1, c ! 1", &["E302 the same variable is written twice in one step"]),
        ("event e do c ? x, c ! 1", &["E302 the same variable is written twice in one step"]),
        ("event e do for i in 0..1 { x := i }", &["E302 the same variable is written twice in one step"]),
        ("event e do c[0] := 1", &["E301 only variables and their parts can be assigned to"]),
        (
            "let q = c  event e do q ! 1",
            &["E301 a definition stands for a value, not for a queue that can be written"],
        ),
        ("event e do x ! 1", &["E201 only queues are sent to and received from, and this is an integer"]),
        (
            "event e do for i in s { x := i }",
            &["E207 the set that `for` goes through cannot depend on the state"],
        ),
        ("var t: set of int  event e do x := 1", &["E207 the elements of a set must have a finite type"]),
        (
            "event e when {} = {} do x := 1",
            &["E104 it is not clear which elements this empty set could have"],
        ),
        (
            "event e when len(s) = 1 do x := 1",
            &["E201 the argument of `len` must be a queue, but this is a set of int"],
        ),
        (
            "event e when exists y in c: y = 1 do x := 1",
            &["E201 a name ranges over a range, a type or a set, not over a fifo 2 of int"],
        ),
        ("event e do c' = c && head(c)' = 1", &["E303 a prime can only follow a variable or a part of one"]),
    ];
    for (text, wanted) in cases {
        let found = errors(&format!("{declared}{text}"));
        assert_eq!(found, *wanted, "{text}");
    }
    assert_eq!(
        errors(&format!(
            "{declared}let full_of(q, v) = len(q) = 2 && head(q) = v  event e when full_of(c, x) do c ? _"
        )),
        [""; 0]
    );
}

#[test]
fn sets_change_under_quantifiers_and_temporal_operators() {
    let system = system(
        "var s: set of 0..2 := {0}  event e when card(s) < 3 do s := union(s, {card(s)})
         ctl now: forall x in s: AG x in s
         ctl later: AG (forall x in s: AG x in s)
         invariant pairs: forall x, y in s: x = y || x != y
         invariant twice: count(x in {0, 0, card(s)}: true) <= 2",
    );
    assert_eq!(system.properties.len(), 5);
    let explored = explore("var s: set of 0..2 := {0}  event e when card(s) < 3 do s := union(s, {card(s)})");
    assert_eq!(shown(&explored), ["s={0}", "s={0, 1}", "s={0, 1, 2}"].map(String::from).into());
}

#[test]
fn any_takes_an_element() {
    let explored = explore(
        "type M = record { a: 0..1, b: bool }  var m: M := M{a: 0, b: false}  var sent: set of M := {}  var x: 0..1 := 0
         event send do sent := union(sent, {M{a: x, b: x = 1}})
         event other do x := 1
         event take do m := any in sent
         event some do m := any in {M{a: 1, b: false}, m} where m'.a >= m.a
         event none do m := any in {}",
    );
    assert!(explored.faults.is_empty(), "{:?}", explored.faults);
    let values: BTreeSet<String> = shown(&explored)
        .iter()
        .map(|state| state.split(" sent").next().unwrap_or_default().to_owned())
        .collect();
    assert_eq!(values, ["m.a=0 m.b=false", "m.a=1 m.b=false", "m.a=1 m.b=true"].map(String::from).into());
    let outside = explore("var s: set of 0..5 := {1, 5}  var x: 0..3 := 0  event e do x := any in s");
    assert_eq!(outside.faults.into_iter().collect::<Vec<_>>(), ["e: 5 is outside the type 0..3 of x"]);
    assert_eq!(outside.states.len(), 2);
    // A set without elements blocks only when everything else of the step has been read.
    let late = explore("var s: set of 0..3 := {}  var x, y: 0..3 := 0  event e do x := any in s, y := 1 / y");
    assert_eq!(late.faults.len(), 1);
}

#[test]
fn types_that_grow_without_end_are_refused() {
    let deep: Vec<String> = (1..3000).map(|at| format!("type A{at} = array [0..0] of A{}", at - 1)).collect();
    let wide: Vec<String> =
        (1..60).rev().map(|at| format!("type A{at} = record {{ a: A{0}, b: A{0} }}", at - 1)).collect();
    let nested = |types: &[String], last: usize| {
        format!(
            "type A0 = 0..1\n{}\nvar x: A{last}\nprocess P[i in 1..2] {{ var y: A{last} }}",
            types.join("\n")
        )
    };
    for text in [
        nested(&deep, 2999),
        nested(&wide, 59),
        "var s: set of array [1..4000000] of bool".to_owned(),
        "var s: set of fifo 4000000 of 0..0".to_owned(),
        "var a: array [-170141183460469231731687303715884105727..170141183460469231731687303715884105727] of bool := [true]".to_owned(),
        "var c: fifo 170141183460469231731687303715884105727 of bool".to_owned(),
    ] {
        let found = errors(&text);
        assert!(found.first().is_some_and(|error| error.starts_with("E501")), "{found:?}");
    }
}
