//! Why a condition is true or false in a state: the parts that decide it, down to the variables they read.

use crate::{Expr, ExprKind, Failure, Interpreter, Sort, State, System, Value};
use std::collections::BTreeMap;

/// The most parts that are shown of one list.
const MOST: usize = 6;

/// One line of an explanation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason {
    /// How deeply the line is nested.
    pub depth: usize,
    /// What it says.
    pub text: String,
}

/// The lines that say why a condition has its value in a state, the outermost first.
pub fn explain(system: &System, condition: &Expr, state: &State) -> Vec<Reason> {
    let mut explainer = Explainer { system, state, reasons: Vec::new() };
    explainer.condition(condition, 0);
    explainer.reasons
}

struct Explainer<'a> {
    system: &'a System,
    state: &'a State,
    reasons: Vec<Reason>,
}

impl Explainer<'_> {
    fn say(&mut self, depth: usize, text: String) {
        self.reasons.push(Reason { depth, text });
    }

    fn value(&self, expr: &Expr) -> Result<Value, Failure> {
        Interpreter::new(self.system).evaluate(expr, self.state)
    }

    fn condition(&mut self, expr: &Expr, depth: usize) {
        let value = match self.value(expr) {
            Ok(value) => value == Value::Bool(true),
            Err(Failure::Fault { reason, .. }) => {
                self.say(depth, format!("`{}` has no value: {reason}", self.system.show_expr(expr)));
                return;
            }
            Err(_) => return,
        };
        match (&expr.kind, value) {
            (ExprKind::And(parts), false) | (ExprKind::Or(parts), true) => {
                let deciding = parts.iter().find(|part| self.value(part) == Ok(Value::Bool(value)));
                if let Some(part) = deciding {
                    self.condition(part, depth);
                }
            }
            (ExprKind::And(parts), true) | (ExprKind::Or(parts), false) => {
                let text = if value { "all of these are true:" } else { "all of these are false:" };
                self.say(depth, text.into());
                for part in parts.iter().take(MOST) {
                    self.condition(part, depth + 1);
                }
                if parts.len() > MOST {
                    self.say(depth + 1, format!("and {} more", parts.len() - MOST));
                }
            }
            (ExprKind::Not(inner), _) => self.condition(inner, depth),
            (ExprKind::Implies(left, right), false) => {
                self.condition(left, depth);
                self.say(depth, "so this must be true, but is not:".into());
                self.condition(right, depth + 1);
            }
            _ => self.atom(expr, value, depth),
        }
    }

    /// A condition that is not taken apart: its text, its value, and what it reads.
    fn atom(&mut self, expr: &Expr, value: bool, depth: usize) {
        let text = self.text(expr);
        let mut reads = BTreeMap::new();
        self.reads(expr, &mut reads);
        let is_itself = matches!(expr.kind, ExprKind::Read(_)) || is_location_test(expr);
        if is_itself {
            reads.clear();
        }
        let values: Vec<String> =
            reads.into_iter().map(|(name, value)| format!("{name} = {value}")).collect();
        let because = if values.is_empty() { String::new() } else { format!(": {}", values.join(", ")) };
        self.say(depth, format!("`{text}` is {value}{because}"));
    }

    /// The text of an atom; a count shows what it counts only where that is true.
    fn text(&self, expr: &Expr) -> String {
        match &expr.kind {
            ExprKind::Compare(comparison, a, b) if has_count(a) || has_count(b) => {
                let show = |side: &Expr| match &side.kind {
                    ExprKind::Count(_) => self.count_text(side),
                    _ => self.system.show_expr(side),
                };
                let operator = crate::show::comparison_text(*comparison);
                format!("{} {operator} {}", show(a), show(b))
            }
            _ => self.system.show_expr(expr),
        }
    }

    fn count_text(&self, expr: &Expr) -> String {
        let ExprKind::Count(parts) = &expr.kind else { return self.system.show_expr(expr) };
        let is_true = |part: &&Expr| self.value(part) == Ok(Value::Bool(true));
        let counted: Vec<String> = parts.iter().filter(is_true).map(|p| self.system.show_expr(p)).collect();
        let shown = counted.iter().take(MOST).cloned().collect::<Vec<_>>().join(", ");
        let more = if counted.len() > MOST { ", …" } else { "" };
        format!("{} [{shown}{more}]", counted.len())
    }

    /// The variables that an expression reads in this state, with their values.
    fn reads(&self, expr: &Expr, found: &mut BTreeMap<String, String>) {
        if let ExprKind::Read(place) = &expr.kind {
            if matches!(place.ty.sort(), Sort::Location(_)) {
                return;
            }
            if let Ok(value) = self.value(expr) {
                found.insert(self.system.show_place(place), self.system.show_value(place.ty, value));
            }
        }
        if has_count(expr) {
            return;
        }
        for child in expr.children() {
            self.reads(child, found);
        }
    }
}

fn has_count(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Count(_))
}

fn is_location_test(expr: &Expr) -> bool {
    matches!(&expr.kind, ExprKind::Compare(_, a, _) if matches!(a.sort(), Sort::Location(_)))
}
