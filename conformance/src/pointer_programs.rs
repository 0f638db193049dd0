//! Random programs of like processes that are linked by references.
//!
//! They are symmetric: no process knows a number, but its own where it puts it into `turn`. Conditions and assignments go along
//! references that may be `null`, so that many of them fault.

use crate::Random;

const CONDITIONS: &[&str] = &[
    "back = null",
    "back != null",
    "next != null",
    "next = self",
    "head = self",
    "head != self",
    "head = null",
    "flag",
    "!flag",
    "turn = i",
    "turn = 0",
    "wants[i]",
    "level < 2",
    "next = back",
    "back->flag",
    "next->back = self",
    "(head != null && head->flag)",
    "(back = null || back->next = self)",
    "(forall j in 1..N: j != i => !wants[j])",
    "count(P at crit) = 0",
];

const ASSIGNMENTS: &[&str] = &[
    "head := self",
    "head := null",
    "head := next",
    "back := head",
    "next := head",
    "next := null",
    "back := null",
    "next := back",
    "back->next := self",
    "next->back := self",
    "head->flag := true",
    "next->flag := !flag",
    "back->next := next",
    "flag := true",
    "flag := !flag",
    "turn := i",
    "turn := 0",
    "wants[i] := true",
    "wants[i] := false",
    "level := (level + 1) % 3",
    "next := any where next' != self",
];

const PROPERTIES: &[&str] = &[
    "count(P at crit) <= 1",
    "forall j in 1..N: P[j] at crit => P[j].flag",
    "forall i in 1..N: P[i].next != null => P[i].next != P[i].back",
    "head = null || count(P at {wait, crit}) > 0",
    "level < 2 || turn = 0",
    "forall i in 1..N: turn = i => P[i] at {wait, crit}",
];

const LOCATIONS: &[&str] = &["idle", "wait", "crit", "done"];

/// A program of so many processes.
pub fn pointer_program(seed: u64, processes: usize) -> String {
    let random = &mut Random::new(seed);
    let mut text = format!(
        "const N := {processes}
var head: ref P := null
var turn: 0..N := 0
var level: 0..2 := 0
var wants: array [1..N] of bool := false
process P[i in 1..N] {{
  var next, back: ref P := null
  var flag: bool := false
  loc idle, wait, crit, done
"
    );
    for edge in 0..random.between(5, 8) as usize {
        // Each location can be left.
        let from = match LOCATIONS.get(edge) {
            Some(own) => *own,
            None => *random.pick(LOCATIONS),
        };
        let to = *random.pick(LOCATIONS);
        text.push_str(&format!("  {from} -> {to}"));
        // Nothing keeps a process from its first steps.
        let many = if edge < 2 { 0 } else { random.weighted(&[5, 4, 1]) };
        let conditions: Vec<&str> = (0..many).map(|_| *random.pick(CONDITIONS)).collect();
        if !conditions.is_empty() {
            text.push_str(&format!(" when {}", conditions.join(" && ")));
        }
        let assignments: Vec<&str> = (0..random.below(4)).map(|_| *random.pick(ASSIGNMENTS)).collect();
        let mut kept: Vec<&str> = Vec::new();
        for assignment in assignments {
            let place = |text: &str| text.split(":=").next().map(str::to_owned);
            if kept.iter().all(|other| place(other) != place(assignment)) {
                kept.push(assignment);
            }
        }
        if !kept.is_empty() {
            text.push_str(&format!(" do {}", kept.join(", ")));
        }
        text.push('\n');
    }
    text.push_str("}\ninvariant deadlock_free\ninvariant no_faults\n");
    for number in 0..3 {
        let kind = if random.percent(70) { "invariant" } else { "reachable" };
        text.push_str(&format!("{kind} p{number}: {}\n", random.pick(PROPERTIES)));
    }
    if random.percent(20) {
        text.push_str("invariant first: P[1] at idle || P[1].back = null\n");
    }
    text
}
