//! Random models with integers that no type bounds, but mostly guards, so that most of them have few reachable states.
//!
//! The backward images of their states go on for ever, parameters have several values, and rigid variables any: what an
//! engine for unbounded systems must stand, on models that can be listed all the same.

use super::formulas::{Atoms, branching, linear, pair};
use crate::parts;
use crate::random::Random;
use crate::tree::Tree;

/// The parameter of the models, as it is declared.
pub const PARAMETER: &str = "param n: int where 1 <= n <= 3";

/// Guards with actions.
const MOVES: [(&str, &str); 26] = [
    ("x < 3", "x := x + 1"),
    ("x < 3", "x := x + 1"),
    ("x > 0", "x := x - 1"),
    ("x > -2", "x := x - 2"),
    ("y < 3", "y := y + 1"),
    ("y > 0", "y := y - 1"),
    ("x < 3 && y > 0", "x := x + 1, y := y - 1"),
    ("y < 2 && x > -2", "y := y + 1, x := x - 1"),
    ("x + y < 4", "x := x + y"),
    ("true", "x := y"),
    ("true", "x := y, y := x"),
    ("true", "x := any in 0..2"),
    ("true", "x := any where 0 <= x' && x' <= y"),
    ("true", "x' > x && x' <= 3"),
    ("true", "x' + y' = x + y && 0 <= x' <= 2 && y' in {0, 1, 2}"),
    ("x > 0", "x := x / 2"),
    ("true", "x := x % 3"),
    ("true", "y := min(x, y)"),
    ("true", "y := abs(x)"),
    ("x < 4", "{ x := x + 1; y := x }"),
    ("true", "choose { when x < 3 do x := x + 1 } or { when y < 3 do y := y + 1 }"),
    ("true", "if x > y { x := y } else { y := 0 }"),
    ("true", "assert x <= 2, y := 0"),
    ("x <= 2", "y := 2 * x"),
    ("x < 3", "y := y - 1, x := x + 1"),
    ("exists k in int: x = 2 * k", "x := x / 2"),
];

/// Guards with actions that need the parameter.
const MOVES_WITH_PARAMETER: [(&str, &str); 6] = [
    ("x < n", "x := x + 1"),
    ("x < n", "x := x + 1"),
    ("y > n", "y := y - n"),
    ("true", "x := n"),
    ("y < n && x > -n", "x := x - 1, y := y + 1"),
    ("x >= n", "x := 0"),
];

/// Properties with a rigid variable.
const RIGID: [&str; 8] = [
    "ctl #: forall k in int: AG (x = k => AX (x <= k + 1))",
    "ctl #: forall k in int: AG (x >= k => EF (x = k))",
    "ctl #: forall k in int: A[x < k W x = k]",
    "ctl #: forall k in int: AG (x = k => AF (y != k))",
    "ctl #: forall k in int: AG (x + y = k => EX (x + y <= k) || AX false)",
    "ctl #: forall k in int: (EF (x = k) => EF (y = k || x = k + 1))",
    "ltl #: forall k in int: G (x = k => X (x <= k + 1))",
    "ltl #: forall k in int: G (x = k => F (y = k || x != k))",
];

/// A random model of integers with temporal properties: the same for the same seed.
pub fn integer_model(seed: u64) -> Tree {
    let random = &mut Random::new(seed ^ 0x1e6e_0000);
    let with_parameter = random.percent(30);
    let mut items: Vec<Tree> = Vec::new();
    if with_parameter {
        items.push(PARAMETER.into());
    }
    items.push(variable(random, "x", with_parameter));
    items.push(variable(random, "y", with_parameter));
    items.push("var m: { p, q } := p".into());
    for number in 0..2 + random.below(3) {
        items.push(event(random, number, with_parameter));
    }
    for _ in 0..random.weighted(&[6, 2, 1]) {
        let assumption = *random.pick(&[
            "fair e0",
            "fair e1",
            "strong e0",
            "strong e1",
            "justice x != 1",
            "compassion (x = 0, y = 0)",
        ]);
        items.push(assumption.into());
    }
    properties(random, with_parameter, &mut items);
    parts![Tree::list(items, "\n", 0), "\n"]
}

fn variable(random: &mut Random, name: &str, with_parameter: bool) -> Tree {
    let kind = *random.pick(&["int", "int", "nat", "0..3"]);
    let start = match random.weighted(&[4, 2, 1, 1, usize::from(with_parameter) * 4]) {
        0 => " := 0",
        1 => " := 1",
        2 => " in 0..2",
        3 => " in {0, 2}",
        _ => " := n",
    };
    format!("var {name}: {kind}{start}").into()
}

fn event(random: &mut Random, number: usize, with_parameter: bool) -> Tree {
    let (guard, action) = match with_parameter && random.percent(40) {
        true => *random.pick(&MOVES_WITH_PARAMETER),
        false => *random.pick(&MOVES),
    };
    let mode = match random.below(3) {
        0 => Tree::nothing(),
        1 => " && m = p".into(),
        _ => " && m = q".into(),
    };
    let change = match random.below(4) {
        0 => ", m := p".into(),
        1 => ", m := q".into(),
        _ => Tree::nothing(),
    };
    let braced = action.starts_with('{');
    let change = if braced { Tree::nothing() } else { change };
    parts![
        format!("event e{number} when ({guard})"),
        Tree::optional(mode),
        format!(" do {action}"),
        Tree::optional(change)
    ]
}

fn properties(random: &mut Random, with_parameter: bool, items: &mut Vec<Tree>) {
    let words = |texts: &[&str]| texts.iter().map(ToString::to_string).collect::<Vec<String>>();
    let mut plain =
        words(&["x = 0", "x <= 1", "x + y >= 2", "x > y", "m = p", "x % 2 = 0", "y != 1", "y >= 0"]);
    if with_parameter {
        plain.extend(words(&["x <= n", "x + y = n", "x < n"]));
    }
    let quantified = words(&["k in 0..2: # x = k", "k in -1..1: # x + y <= k"]);
    let atoms = Atoms { plain, faulting: words(&["1 = 0"]), quantified, daring: 0 };
    for number in 0..2 {
        let formula = branching(random, &atoms, 1 + number);
        items.push(parts![format!("ctl c{number}: "), formula]);
        let formula = linear(random, &atoms, 1 + number);
        items.push(parts![format!("ltl l{number}: "), formula]);
    }
    let (one, other) = pair(random, &atoms);
    items.push(format!("ctl branching: {one}").into());
    items.push(format!("ltl linear: {other}").into());
    items.push(format!("invariant always: {}", atoms.draw(random)).into());
    items.push(format!("reachable sometimes: {} && {}", atoms.draw(random), atoms.draw(random)).into());
    items
        .push(format!("bound largest: {}", random.pick(&["x", "x - y", "2 * x + y", "-x", "abs(x)"])).into());
    for number in 0..2 {
        items.push(random.pick(&RIGID).replace('#', &format!("r{number}")).into());
    }
}
