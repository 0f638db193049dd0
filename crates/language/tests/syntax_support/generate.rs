//! Random texts that follow the grammar, whether or not they make sense.

use super::Random;

/// A model with some items.
pub fn model(random: &mut Random) -> String {
    let mut text = String::new();
    for _ in 0..1 + random.below(6) {
        text.push_str(&item(random));
        text.push_str(random.word(&["\n", "\n\n", "; ", " // note\n", "\n/// doc\n", " /* c */ "]));
    }
    text
}

fn item(random: &mut Random) -> String {
    match random.below(12) {
        0 => format!("const {} := {}", name(random), expr(random, 2)),
        1 => format!("param {}: int where {}", name(random), expr(random, 2)),
        2 => format!("type T{} = {}", random.below(9), ty(random)),
        3 => format!("var {}, {}: {} := {}", name(random), name(random), ty(random), expr(random, 2)),
        4 => format!("init {}", expr(random, 4)),
        5 => format!("let f({}) = {}", name(random), expr(random, 3)),
        6 | 7 => process(random),
        8 => format!("event {}[i in 1..3]{}", name(random), tail(random, false)),
        9 => format!("compassion ({}, {}) fair {}", expr(random, 2), expr(random, 2), name(random)),
        10 => format!("@expect(holds) invariant {}: {}", name(random), expr(random, 4)),
        _ => {
            let (word, body) =
                *random.choose(&[("ctl", "AG "), ("ltl", "G "), ("ctl", "EF !"), ("ltl", "X F ")]);
            format!("{word} {}: {body}{}", name(random), expr(random, 3))
        }
    }
}

fn process(random: &mut Random) -> String {
    let mut text = format!("process {}[i in 1..2] {{ loc {}, {}\n", name(random), name(random), name(random));
    for _ in 0..random.below(5) {
        let label = random.word(&["", "go: ", "a_longer_label: "]).to_string();
        let from = if random.below(3) == 0 {
            format!("{{{}, {}}}", name(random), name(random))
        } else {
            name(random)
        };
        text.push_str(&format!("{label}{from} -> {}{}", name(random), tail(random, true)));
        text.push_str(random.word(&["\n", ";\n\n", " ", " // note\n", "\n// own\n"]));
    }
    text + "}"
}

fn tail(random: &mut Random, is_edge: bool) -> String {
    let mut text = String::new();
    if random.below(2) == 0 {
        text.push_str(&format!(" when {}", expr(random, 3)));
    }
    if is_edge && random.below(3) == 0 {
        text.push_str(&format!(" sync {}{}", name(random), random.word(&["!", "?", "!!", "??"])));
    }
    if random.below(3) > 0 {
        text.push_str(&format!(" do {}", action(random)));
    }
    text
}

fn action(random: &mut Random) -> String {
    if random.below(2) == 0 { step(random, 2) } else { block(random, 2, false) }
}

fn block(random: &mut Random, depth: usize, guarded: bool) -> String {
    let line = random.word(&[" ", "\n", " // note\n", "\n\n"]);
    let guard =
        if guarded && random.below(3) == 0 { format!("when {} do ", expr(random, 2)) } else { String::new() };
    let mut steps: Vec<String> = vec![step(random, depth)];
    for _ in 0..random.below(3) {
        steps.push(step(random, depth));
    }
    format!("{{{line}{guard}{}{line}}}", steps.join(&format!(";{line}")))
}

fn step(random: &mut Random, depth: usize) -> String {
    let mut statements = vec![statement(random, depth)];
    while random.below(3) == 0 {
        statements.push(statement(random, depth));
    }
    statements.join(", ")
}

fn statement(random: &mut Random, depth: usize) -> String {
    match random.below(if depth == 0 { 5 } else { 8 }) {
        0 | 1 => format!("{} := {}", name(random), expr(random, 3)),
        2 => format!("{} := any in {{{}}} where {}", name(random), expr(random, 1), expr(random, 2)),
        3 => format!("assert {}", expr(random, 2)),
        4 => format!("{}' = {}", name(random), expr(random, 3)),
        5 => format!("choose {} or {}", block(random, depth - 1, true), block(random, depth - 1, true)),
        6 => format!("if {} {}", expr(random, 2), block(random, depth - 1, true)),
        _ => format!(
            "if {} {} else if {} {} else {}",
            expr(random, 1),
            block(random, depth - 1, false),
            expr(random, 1),
            block(random, depth - 1, true),
            block(random, depth - 1, false)
        ),
    }
}

fn ty(random: &mut Random) -> String {
    match random.below(6) {
        0 => "bool".into(),
        1 => format!("({})..{}", expr(random, 2), expr(random, 0)),
        2 => "{ red, green }".into(),
        3 => format!("ref {}", name(random)),
        4 => format!("array [1..2] of {}", ty(random)),
        _ => "int".into(),
    }
}

fn expr(random: &mut Random, depth: usize) -> String {
    if depth == 0 {
        let number = random.below(100).to_string();
        return if random.below(2) == 0 { number } else { name(random) };
    }
    let mut inner = || expr(random, depth - 1);
    let (a, b) = (inner(), inner());
    match random.below(16) {
        0..=5 => {
            let op = random.word(&["&&", "||", "=>", "<=>", "+", "-", "*", "/", "%", "=", "!=", "<=", ">"]);
            format!("{a} {op} {b}")
        }
        6 => format!("({a})"),
        7 => format!("!{a}"),
        8 => format!("-{a}"),
        9 => format!("if {a} then {b} else {}", expr(random, depth - 1)),
        10 => format!("forall i, j in 1..3: {a}"),
        11 => format!("sum(i in {{red, green}}: {a}) + count({} at {{{}}})", name(random), name(random)),
        12 => format!("min({a}, {b})"),
        13 => format!("{}[{a}].{}'", name(random), name(random)),
        14 => format!("(({a}) in {{{b}}})"),
        _ => format!("{}->{} at {}", name(random), name(random), name(random)),
    }
}

fn name(random: &mut Random) -> String {
    let names = [
        "x",
        "count",
        "a_rather_long_name_for_a_variable",
        "p",
        "`odd name`",
        "`plain`",
        "y",
        "critical_section",
    ];
    random.word(&names).to_string()
}
