//! The parts of a condition that make it false in a state.

use serde_json::{Value as Json, json};
use studio::Positions;
use system::{Expr, ExprKind, Interpreter, State, System};

/// The most parts.
const MOST: usize = 16;

/// The smallest parts of a false condition without which it might be true, each with its place in the text.
pub fn false_parts(system: &System, condition: &Expr, state: &State, positions: &Positions<'_>) -> Vec<Json> {
    let mut found = Vec::new();
    gather(&Interpreter::new(system), condition, state, &mut found);
    let part = |expr: &&Expr| {
        let mut json = if expr.span.end > 0 { positions.part(expr.span) } else { json!({}) };
        json["text"] = json!(system.show_expr(expr));
        json
    };
    let mut parts: Vec<Json> = Vec::new();
    for json in found.iter().take(MOST).map(part) {
        if !parts.contains(&json) {
            parts.push(json);
        }
    }
    parts
}

fn gather<'e>(interpreter: &Interpreter<'_>, expr: &'e Expr, state: &State, found: &mut Vec<&'e Expr>) {
    if interpreter.holds(expr, state) != Ok(false) || found.len() >= MOST {
        return;
    }
    match &expr.kind {
        ExprKind::And(parts) => parts.iter().for_each(|part| gather(interpreter, part, state, found)),
        ExprKind::Implies(_, right) => gather(interpreter, right, state, found),
        _ => found.push(expr),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::{initial_states, model};
    use system::Question;

    #[test]
    fn only_false_parts_are_named() {
        let text =
            "model M\nvar x, y: 0..3 := 0\ninvariant all: x = 0 && (y = 0 => x > 1 && y < 4) && y = 2\n";
        let model = model(text);
        let Question::Invariant(condition) = &model.system.properties[0].question else {
            panic!("an invariant")
        };
        let state = &initial_states(&model)[0];
        let parts = false_parts(&model.system, condition, state, &Positions::new(text));
        let texts: Vec<&str> = parts.iter().map(|part| part["text"].as_str().expect("a text")).collect();
        assert_eq!(texts, ["x > 1", "y = 2"]);
        let from = parts[1]["from"].as_u64().expect("a place") as usize;
        assert_eq!(&text[from..from + 5], "y = 2");
    }
}
