//! Random models with wide numbers and few states.
//!
//! Numbers lie near ±2³¹, ±2³², ±2⁴⁰, ±2⁶², ±2⁶³, ±2⁶⁴, ±2¹⁰⁰, ±2¹²⁶ and the ends of 128 bits: where a machine's arithmetic
//! ends, wherever an engine uses it. Variables have ranges between such numbers, most of them wider than what bits can
//! code, or are unbounded. They are written with constants of a small pool and with each other's values; what computes
//! a new number counts down a budget of steps, so that few states are reached.

use super::node::{bool_node, formula_node, int_node, statement_node};
use crate::parts;
use crate::random::Random;
use crate::tree::{Kind, Level, Tree};

/// A random model with wide numbers: the same for the same seed.
pub fn wide_model(seed: u64) -> Tree {
    let mut random = Random::new(seed ^ 0x71de);
    // Numbers of up to 64 bits are within reach of every engine.
    let most = *random.pick(&[40, 62, 62, 63, 64, 127]);
    let pool: Vec<i128> = (0..3 + random.below(3)).map(|_| number(&mut random, most)).collect();
    let mut writer = WideWriter { random, most, pool, variables: Vec::new() };
    writer.model(seed)
}

/// A number near a power of two, or a small one.
fn number(random: &mut Random, most: u32) -> i128 {
    let exponents: Vec<u32> =
        [31, 32, 40, 62, 63, 64, 100, 126, 127].into_iter().filter(|exponent| *exponent <= most).collect();
    let near = random.between(-2, 2) as i128;
    if random.percent(15) {
        return near;
    }
    let exponent = *random.pick(&exponents);
    let power = 1_i128.checked_shl(exponent).filter(|power| *power > 0).unwrap_or(i128::MAX);
    let signed = if random.percent(50) { power } else { -power };
    signed.checked_add(near).unwrap_or(signed)
}

/// A variable of the model.
struct WideVariable {
    name: &'static str,
    /// The ends of its range, if it has one.
    range: Option<(i128, i128)>,
}

struct WideWriter {
    random: Random,
    most: u32,
    /// The constants of the model.
    pool: Vec<i128>,
    variables: Vec<WideVariable>,
}

impl WideWriter {
    fn model(&mut self, seed: u64) -> Tree {
        let steps = self.random.between(1, 3);
        let mut items = vec![parts![format!("var n: 0..{steps} := {steps}")]];
        let count = 1 + self.random.weighted(&[2, 4, 2]);
        for name in ["x", "y", "z"].into_iter().take(count) {
            items.push(self.variable(name));
        }
        for event in 0..1 + self.random.below(4) {
            items.push(self.event(event));
        }
        for property in 0..3 + self.random.below(3) {
            items.push(self.property(property));
        }
        items.push("invariant no_faults".into());
        items.push("invariant deadlock_free".into());
        let name = Tree::optional(format!("model Wide{seed}\n").into());
        parts![name, Tree::list(items, "\n", 0), "\n"]
    }

    fn variable(&mut self, name: &'static str) -> Tree {
        let range = self.range();
        self.variables.push(WideVariable { name, range });
        let ty = range.map_or("int".to_string(), |(low, high)| format!("{low}..{high}"));
        let first = self.inside(range);
        let start = match self.random.percent(75) {
            true => parts![" := ", literal(first)],
            false => parts![" in {", literal(first), ", ", literal(self.inside(range)), "}"],
        };
        parts![format!("var {name}: {ty}"), start]
    }

    fn range(&mut self) -> Option<(i128, i128)> {
        let far = number(&mut self.random, self.most);
        match self.random.weighted(&[4, 2, 2, 2]) {
            0 => {
                let other = number(&mut self.random, self.most);
                Some((far.min(other), far.max(other)))
            }
            // A few numbers far away.
            1 => {
                let width = self.random.between(0, 3) as i128;
                far.checked_add(width).map(|high| (far, high))
            }
            2 => Some((far.min(0), far.max(0))),
            _ => None,
        }
    }

    /// A value of the range: an end of it, or one of the pool.
    fn inside(&mut self, range: Option<(i128, i128)>) -> i128 {
        let Some((low, high)) = range else { return *self.random.pick(&self.pool) };
        let mut values = vec![low, high, low.saturating_add(1).min(high), high.saturating_sub(1).max(low)];
        values.extend(self.pool.iter().copied().filter(|value| low <= *value && *value <= high));
        *self.random.pick(&values)
    }

    fn place(&mut self) -> usize {
        self.random.below(self.variables.len())
    }

    fn event(&mut self, number: usize) -> Tree {
        let mut statements = Vec::new();
        let mut computes = false;
        let mut written = Vec::new();
        for _ in 0..1 + self.random.below(2) {
            let place = self.place();
            if !written.contains(&place) {
                written.push(place);
                let (statement, new) = self.statement(place);
                computes |= new;
                statements.push(statement_node(statement));
            }
        }
        let mut conditions = Vec::new();
        if computes {
            conditions.push(bool_node(Level::Comparison, "n > 0".into()));
            statements.push(statement_node("n := n - 1".into()));
        }
        if self.random.percent(50) {
            conditions.push(self.condition(1).operand(Level::Until));
        }
        let guard = match conditions.is_empty() {
            true => Tree::nothing(),
            false => parts![" when ", Tree::list(conditions, " && ", 1)],
        };
        parts![format!("event e{number}"), guard, " do ", Tree::list(statements, ", ", 1)]
    }

    /// A statement that writes the variable, and whether it can make a number that was not there before.
    fn statement(&mut self, place: usize) -> (Tree, bool) {
        let (name, range) = (self.variables[place].name, self.variables[place].range);
        let other = self.place();
        let other = self.variables[other].name;
        match self.random.weighted(&[4, 3, 3, 2, 2, 2]) {
            0 => (parts![format!("{name} := "), literal(self.inside(range))], false),
            1 => (format!("{name} := {other}").into(), false),
            2 => (parts![format!("{name} := "), self.integer(2)], true),
            3 => {
                let members = vec![literal(self.inside(range)), literal(self.inside(range))];
                (parts![format!("{name} := any in {{"), Tree::list(members, ", ", 1), "}"], false)
            }
            4 => {
                let condition = self.condition(1);
                let (then, otherwise) = (literal(self.inside(range)), literal(self.inside(range)));
                (parts![format!("{name} := if "), condition, " then ", then, " else ", otherwise], false)
            }
            _ => (parts![format!("{name}' = "), self.integer(1).operand(Level::Additive)], true),
        }
    }

    /// A linear expression; what is not linear is written only over ranges.
    fn integer(&mut self, depth: usize) -> Tree {
        if depth == 0 || self.random.percent(25) {
            return match self.random.percent(65) {
                true => {
                    let place = self.place();
                    int_node(Level::Atom, self.variables[place].name.into())
                }
                false => literal(*self.random.pick(&self.pool)),
            };
        }
        let a = self.integer(depth - 1);
        match self.random.weighted(&[4, 5, 2, 3, 3, 2, 1, 1]) {
            0 => {
                let b = self.integer(depth - 1).operand(Level::Multiplicative);
                int_node(Level::Additive, parts![a.operand(Level::Additive), " + ", b])
            }
            1 => {
                let b = self.integer(depth - 1).operand(Level::Multiplicative);
                int_node(Level::Additive, parts![a.operand(Level::Additive), " - ", b])
            }
            2 => {
                let factor = *self.random.pick(&[-3, -1, 2, 5, 1 << 31, 1 << 62]);
                let factor = literal(factor).operand(Level::Negation);
                int_node(Level::Multiplicative, parts![a.operand(Level::Multiplicative), " * ", factor])
            }
            3 => {
                let divisor = match self.random.percent(60) {
                    true => *self.random.pick(&[1, 2, 3, 7, 16, 17]),
                    false => self.random.pick(&self.pool).unsigned_abs().clamp(1, i128::MAX as u128) as i128,
                };
                let operator = *self.random.pick(&[" / ", " % "]);
                let divided = a.operand(Level::Multiplicative);
                int_node(Level::Multiplicative, parts![divided, operator, divisor.to_string()])
            }
            4 => {
                let name = *self.random.pick(&["min", "max"]);
                let b = self.integer(depth - 1);
                int_node(Level::Atom, parts![name, "(", a, ", ", b, ")"])
            }
            5 => int_node(Level::Negation, parts!["-", a.operand(Level::Negation)]),
            6 => int_node(Level::Atom, parts!["abs(", a, ")"]),
            _ => {
                let (condition, b) = (self.condition(0), self.integer(depth - 1));
                int_node(Level::Iff, parts!["if ", condition, " then ", a, " else ", b])
            }
        }
    }

    fn condition(&mut self, depth: usize) -> Tree {
        match self.random.weighted(&[6, 2, depth, depth, depth]) {
            0 => {
                let (a, b) = (self.integer(depth + 1), self.integer(depth));
                let sign = *self.random.pick(&[" = ", " != ", " < ", " <= ", " > ", " >= "]);
                let (a, b) = (a.operand(Level::Additive), b.operand(Level::Additive));
                bool_node(Level::Comparison, parts![a, sign, b])
            }
            1 => {
                let mut ends = [*self.random.pick(&self.pool), *self.random.pick(&self.pool)];
                ends.sort_unstable();
                let a = self.integer(depth).operand(Level::Additive);
                let ends = parts![literal(ends[0]), "..", literal(ends[1])];
                bool_node(Level::Comparison, parts![a, " in ", ends])
            }
            2 => bool_node(Level::Prefix, parts!["!", self.condition(depth - 1).operand(Level::Prefix)]),
            3 => {
                let both = [self.condition(depth - 1), self.condition(depth - 1)];
                let both = both.map(|part| part.operand(Level::Until)).into();
                bool_node(Level::And, Tree::list(both, " && ", 1))
            }
            _ => {
                let both = [self.condition(depth - 1), self.condition(depth - 1)];
                let both = both.map(|part| part.operand(Level::And)).into();
                bool_node(Level::Or, Tree::list(both, " || ", 1))
            }
        }
    }

    fn property(&mut self, number: usize) -> Tree {
        match self.random.weighted(&[3, 3, 4, 2, 2]) {
            0 => parts![format!("invariant i{number}: "), self.condition(2)],
            1 => parts![format!("reachable r{number}: "), self.condition(2)],
            2 => parts![format!("bound b{number}: "), self.integer(2)],
            3 => {
                let operator = *self.random.pick(&["AG ", "EF ", "AF ", "EG ", "AG EF ", "EX ", "AX "]);
                let body = self.condition(1).operand(Level::Prefix);
                parts![
                    format!("ctl c{number}: "),
                    formula_node(Kind::Ctl, Level::Prefix, parts![operator, body])
                ]
            }
            _ => {
                let operator = *self.random.pick(&["G ", "F ", "G F ", "F G ", "X "]);
                let body = self.condition(1).operand(Level::Prefix);
                parts![
                    format!("ltl l{number}: "),
                    formula_node(Kind::Ltl, Level::Prefix, parts![operator, body])
                ]
            }
        }
    }
}

/// A number as it is written; the least of all has no opposite that fits.
fn literal(value: i128) -> Tree {
    match value {
        i128::MIN => int_node(Level::Additive, format!("{} - 1", i128::MIN + 1).into()),
        negative if negative < 0 => int_node(Level::Negation, negative.to_string().into()),
        other => int_node(Level::Atom, other.to_string().into()),
    }
}
