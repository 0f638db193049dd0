//! Formulas as text, in the syntax that [`parse`](super::parse) reads.

use super::{Formula, Formulas, Node};
use std::fmt;

impl Formulas {
    /// The formula as text, with the names of its propositions; those without a name are written `p0`, `p1`, ….
    pub fn show<'a>(&'a self, formula: Formula, names: &'a [String]) -> Shown<'a> {
        Shown { formulas: self, formula, names }
    }
}

/// A formula to be displayed.
#[derive(Debug, Clone, Copy)]
pub struct Shown<'a> {
    formulas: &'a Formulas,
    formula: Formula,
    names: &'a [String],
}

/// A piece of text that is still to be written.
enum Piece {
    Text(&'static str),
    Formula(Formula),
}

impl fmt::Display for Shown<'_> {
    /// Writes from a stack of pieces instead of recurring, so that any depth can be shown.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = vec![Piece::Formula(self.formula)];
        while let Some(piece) = rest.pop() {
            match piece {
                Piece::Text(text) => out.write_str(text)?,
                Piece::Formula(formula) => self.open(formula, &mut rest, out)?,
            }
        }
        Ok(())
    }
}

impl Shown<'_> {
    fn open(&self, formula: Formula, rest: &mut Vec<Piece>, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.formulas.node(formula) {
            Node::True => out.write_str("true"),
            Node::False => out.write_str("false"),
            &Node::Literal { proposition, positive } => self.literal(proposition as usize, positive, out),
            Node::And(operands) => infix(" & ", operands, rest, out),
            Node::Or(operands) => infix(" | ", operands, rest, out),
            &Node::Next(f) => prefix("X ", f, rest, out),
            &Node::Finally(f) => prefix("F ", f, rest, out),
            &Node::Globally(f) => prefix("G ", f, rest, out),
            &Node::Until(f, g) => infix(" U ", &[f, g], rest, out),
            &Node::Release(f, g) => infix(" R ", &[f, g], rest, out),
            &Node::Weak(f, g) => infix(" W ", &[f, g], rest, out),
            &Node::Strong(f, g) => infix(" M ", &[f, g], rest, out),
        }
    }

    fn literal(&self, proposition: usize, positive: bool, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if positive { "" } else { "!" };
        match self.names.get(proposition) {
            Some(name) if super::parse::is_plain_name(name) => write!(out, "{sign}{name}"),
            Some(name) => write!(out, "{sign}\"{name}\""),
            None => write!(out, "{sign}p{proposition}"),
        }
    }
}

fn prefix(operator: &str, f: Formula, rest: &mut Vec<Piece>, out: &mut fmt::Formatter<'_>) -> fmt::Result {
    rest.push(Piece::Formula(f));
    out.write_str(operator)
}

fn infix(
    operator: &'static str,
    operands: &[Formula],
    rest: &mut Vec<Piece>,
    out: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    rest.push(Piece::Text(")"));
    for (position, &operand) in operands.iter().enumerate().rev() {
        rest.push(Piece::Formula(operand));
        if position > 0 {
            rest.push(Piece::Text(operator));
        }
    }
    out.write_str("(")
}
