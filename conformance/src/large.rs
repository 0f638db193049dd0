//! Large models, in several shapes, for measuring how fast they are read.

use std::fmt::Write;

/// A shape of large models.
#[derive(Debug, Clone, Copy)]
pub struct Shape {
    /// Its name.
    pub name: &'static str,
    /// The text of a model of this shape with so many transitions.
    pub text: fn(usize) -> String,
}

/// All shapes.
pub const SHAPES: [Shape; 8] = [
    Shape { name: "edges of one process", text: edges },
    Shape { name: "instances of an array", text: instances },
    Shape { name: "events with names", text: events },
    Shape { name: "an indexed event", text: indexed_event },
    Shape { name: "pairs of a rendezvous", text: rendezvous },
    Shape { name: "receivers of broadcasts", text: broadcasts },
    Shape { name: "a net in the manner of importers", text: net },
    Shape { name: "records, sets and queues", text: structured },
];

macro_rules! put {
    ($text:expr, $($arguments:tt)*) => {
        writeln!($text, $($arguments)*).expect("writing to a string cannot fail")
    };
}

fn edges(count: usize) -> String {
    let locations = (count / 100).max(2);
    let mut text = String::from("model Edges\nvar x, y: 0..9 := 0\nprocess P {\n");
    let names: Vec<String> = (0..locations).map(|number| format!("at{number}")).collect();
    put!(text, "  loc {}", names.join(", "));
    for number in 0..count {
        let (from, to) = (number % locations, (number * 7 + 1) % locations);
        put!(text, "  at{from} -> at{to} when x + y < {} do x := (x + {number}) % 10, y := x", number % 19);
    }
    text.push_str("}\ninvariant safe: x < 10 && P at {at0, at1}\n");
    text
}

fn instances(count: usize) -> String {
    let instances = (count / 5).max(1);
    let mut text = String::from("model Instances\n");
    put!(text, "const N := {instances}");
    text.push_str("var turn: ref Node := null\nvar next: int := 0\n");
    text.push_str("process Node[i in 1..N] {\n  var ticket: int := 0\n  var seen: bool := false\n");
    text.push_str("  loc idle, wait, crit\n");
    text.push_str("  idle -> wait do ticket := next, next := next + 1\n");
    text.push_str("  wait -> crit when turn = null || turn->ticket <= ticket do turn := self\n");
    text.push_str("  wait -> idle when i > 1 && Node[i - 1].seen do seen := true\n");
    text.push_str("  crit -> idle when turn = self do turn := null, seen := !seen\n");
    text.push_str("  crit -> crit do if seen { seen := false } else { seen := true }\n}\n");
    text.push_str("invariant mutex: count(Node at crit) <= 1\n");
    text
}

fn events(count: usize) -> String {
    let mut text = String::from("model Events\n");
    for number in 0..count {
        put!(text, "var x{number}: bool := false");
        put!(
            text,
            "event flip{number} when !x{number} do x{number} := true, x{} := false",
            (number + 1) % count
        );
    }
    text.push_str("invariant first: x0 => x0\n");
    text
}

fn structured(count: usize) -> String {
    let mut text = String::from("model Structured\ntype Msg = record { kind: { req, ack }, from: 0..7 }\n");
    text.push_str("var last: Msg := Msg{kind: ack, from: 0}\nvar seen: set of 0..7 := {}\n");
    text.push_str(
        "var box: array [0..7] of fifo 2 of Msg\nvar grid: array [0..7] of array [0..7] of bool := false\n",
    );
    text.push_str("var i: 0..7 := 0\n");
    for number in 0..count {
        let one = number % 8;
        let line = match number % 5 {
            0 => format!("event e{number} when !full(box[{one}]) do box[{one}] ! Msg{{kind: req, from: i}}"),
            1 => format!("event e{number} when head(box[{one}]).from in seen do box[{one}] ? last"),
            2 => format!("event e{number} when i != {one} do seen := union(seen, {{i, last.from}})"),
            3 => {
                format!("event e{number} when grid[i][{one}] do grid[{one}][i] := false, last.from := {one}")
            }
            _ => format!(
                "event e{number} when last = Msg{{kind: req, from: i}} do for j in 0..7 {{ grid[{one}][j] := j in seen }}"
            ),
        };
        put!(text, "{line}");
    }
    text.push_str("invariant known: forall x in seen: x <= 7\n");
    text
}

fn indexed_event(count: usize) -> String {
    let mut text = String::from("model IndexedEvent\n");
    put!(text, "const N := {count}");
    text.push_str("var slot: array [1..N] of 0..3 := 0\nvar chosen: 1..N := 1\n");
    text.push_str(
        "event put[i in 1..N] when slot[i] < 3 && chosen != i do slot[i] := slot[i] + 1, chosen := i\n",
    );
    text.push_str("invariant small: forall i in 1..N: slot[i] <= 3\n");
    text
}

fn rendezvous(count: usize) -> String {
    let side = (1..).find(|side| side * side >= count).unwrap_or(1);
    let mut text = String::from("model Rendezvous\nsync meet\nvar last: int := 0\n");
    put!(text, "process Left[i in 1..{side}] {{\n  loc a, b\n  a -> b sync meet! do last := i\n  b -> a\n}}");
    put!(
        text,
        "process Right[i in 1..{side}] {{\n  loc a, b\n  a -> b when last != i sync meet?\n  b -> a\n}}"
    );
    text.push_str("invariant some: count(Left at b) >= 0\n");
    text
}

fn broadcasts(count: usize) -> String {
    let side = (1..).find(|side| side * side >= count).unwrap_or(1);
    let mut text = String::from("model Broadcasts\nbroadcast all\n");
    put!(text, "process Cache[i in 1..{side}] {{\n  var data: 0..3 := 0\n  loc invalid, valid");
    text.push_str("  invalid -> valid sync all!! do data := (data + 1) % 4\n");
    text.push_str("  valid -> invalid sync all??\n  valid -> valid do data := 0\n}\n");
    text.push_str("invariant one: count(Cache at valid) <= 1\n");
    text
}

fn net(count: usize) -> String {
    let places = (count / 2).max(3);
    let mut text = String::from("model `a net`\n");
    for place in 0..places {
        put!(text, "var `place {place}`: nat := {}", place % 3);
    }
    for number in 0..count {
        let (a, b, c) = (number % places, (number * 3 + 1) % places, (number * 5 + 2) % places);
        if a == b || b == c || a == c {
            put!(text, "event `t {number}` when `place {a}` >= 1 do `place {a}` := `place {a}` - 1");
            continue;
        }
        put!(text, "event `t {number}` when `place {a}` >= 1 && `place {b}` >= 2");
        put!(
            text,
            "  do `place {a}` := `place {a}` - 1, `place {b}` := `place {b}` - 2, `place {c}` := `place {c}` + 1"
        );
    }
    text.push_str("invariant \"P-1\": `place 0` <= 9\n");
    text
}
