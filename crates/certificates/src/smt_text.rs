//! The text of an obligation in SMT-LIB.
//!
//! Clark Barrett, Pascal Fontaine, Cesare Tinelli, *The SMT-LIB Standard, Version 2.6*, smt-lib.org.
//!
//! A finite variable is an integer from zero up to its number of codes. An obligation is met if the solver answers `unsat`. Parts
//! that occur more than once, and parts that nest deeply, get a definition. Where a definition mentions variables that are
//! quantified somewhere in the obligation it has these as parameters, so that it may be used inside and outside of a quantifier.
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

use crate::{Kind, Linear, Variable};
use std::collections::{BTreeMap, BTreeSet};

/// Deeper parts get a definition.
const DEEPEST: u32 = 40;

/// The number of a condition that is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Written(pub(crate) u32);

/// A condition; its parts have smaller numbers.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Shape {
    Is(Variable, u32),
    AtMostZero(Linear),
    Divides(i128, Linear),
    Not(Written),
    And(Vec<Written>),
    Or(Vec<Written>),
    Exists(Variable, Written),
}

impl Shape {
    fn parts(&self) -> &[Written] {
        match self {
            Shape::And(parts) | Shape::Or(parts) => parts,
            Shape::Not(inner) | Shape::Exists(_, inner) => std::slice::from_ref(inner),
            _ => &[],
        }
    }

    /// The variables of a literal.
    fn variables(&self) -> Vec<Variable> {
        match self {
            Shape::Is(variable, _) => vec![*variable],
            Shape::AtMostZero(sum) | Shape::Divides(_, sum) => sum.terms.keys().copied().collect(),
            _ => Vec::new(),
        }
    }
}

/// What is known of a part of the condition.
#[derive(Debug, Default)]
struct Known {
    uses: u32,
    depth: u32,
    /// The variables that are quantified somewhere in the condition, and free here.
    free: BTreeSet<Variable>,
    text: String,
}

/// The text of an obligation.
pub(crate) fn text(
    variables: &[(String, Kind)],
    shapes: &[Shape],
    obligation: &str,
    condition: Written,
) -> String {
    let mut writer = Writer { variables, shapes, known: BTreeMap::new(), quantified: BTreeSet::new() };
    writer.count_uses(condition);
    let definitions = writer.definitions(condition);
    let logic = if writer.quantified.is_empty() { "QF_LIA" } else { "LIA" };
    let mut text: String = obligation.lines().map(|line| format!("; {line}\n")).collect();
    text += &format!("(set-logic {logic})\n(set-info :status unsat)\n");
    for variable in writer.constants(condition) {
        text += &format!("(declare-const {} Int)\n", writer.name(variable));
        text.extend(writer.bounds(variable).into_iter().map(|bound| format!("(assert {bound})\n")));
    }
    text + &definitions + &format!("(assert {})\n(check-sat)\n", writer.text(condition))
}

struct Writer<'a> {
    variables: &'a [(String, Kind)],
    shapes: &'a [Shape],
    known: BTreeMap<Written, Known>,
    /// The variables that are quantified somewhere.
    quantified: BTreeSet<Variable>,
}

impl<'a> Writer<'a> {
    fn shape(&self, condition: Written) -> Option<&'a Shape> {
        self.shapes.get(condition.0 as usize)
    }

    fn count_uses(&mut self, condition: Written) {
        let mut open = vec![condition];
        while let Some(part) = open.pop() {
            let known = self.known.entry(part).or_default();
            known.uses = known.uses.saturating_add(1);
            if known.uses == 1 {
                open.extend(self.shape(part).map_or(&[] as &[_], Shape::parts));
            }
            if let Some(Shape::Exists(variable, _)) = self.shape(part) {
                self.quantified.insert(*variable);
            }
        }
    }

    /// Finds the text of each part, smaller numbers first; returns the definitions that these need.
    fn definitions(&mut self, condition: Written) -> String {
        let mut definitions = String::new();
        for part in self.known.keys().copied().collect::<Vec<_>>() {
            let Some(shape) = self.shape(part) else { continue };
            let mut free: BTreeSet<_> =
                shape.variables().into_iter().filter(|own| self.quantified.contains(own)).collect();
            let mut depth = 0;
            for known in shape.parts().iter().filter_map(|part| self.known.get(part)) {
                free.extend(&known.free);
                depth = depth.max(known.depth.saturating_add(1));
            }
            if let Shape::Exists(variable, _) = shape {
                free.remove(variable);
            }
            let mut text = self.body(shape);
            let uses = self.known.get(&part).map_or(0, |known| known.uses);
            if part != condition && !shape.parts().is_empty() && (uses > 1 || depth >= DEEPEST) {
                let names: Vec<_> = free.iter().map(|variable| self.name(*variable)).collect();
                let parameters: Vec<_> = names.iter().map(|name| format!("({name} Int)")).collect();
                definitions += &format!("(define-fun n{} ({}) Bool {text})\n", part.0, parameters.join(" "));
                text = match names.is_empty() {
                    true => format!("n{}", part.0),
                    false => format!("(n{} {})", part.0, names.join(" ")),
                };
                depth = 0;
            }
            self.known.insert(part, Known { uses, depth, free, text });
        }
        definitions
    }

    fn text(&self, part: Written) -> &str {
        self.known.get(&part).map_or("", |known| &known.text)
    }

    /// The variables that are not quantified, or not everywhere.
    fn constants(&self, condition: Written) -> BTreeSet<Variable> {
        let all = self.known.keys().filter_map(|part| self.shape(*part)).flat_map(Shape::variables);
        let free = self.known.get(&condition).map(|known| &known.free);
        let is_free = |own: &Variable| free.is_some_and(|free| free.contains(own));
        all.filter(|own| !self.quantified.contains(own) || is_free(own)).collect()
    }

    /// The text of a condition, with the texts of its parts.
    fn body(&self, shape: &Shape) -> String {
        let list = |word: &str, parts: &[Written]| {
            let texts: Vec<_> = parts.iter().map(|part| self.text(*part)).collect();
            format!("({word} {})", texts.join(" "))
        };
        match shape {
            Shape::Is(variable, code) => format!("(= {} {code})", self.name(*variable)),
            Shape::AtMostZero(sum) => format!("(<= {} 0)", self.sum(sum)),
            Shape::Divides(divisor, sum) => format!("(= (mod {} {divisor}) 0)", self.sum(sum)),
            Shape::Not(inner) => list("not", &[*inner]),
            Shape::And(parts) if parts.is_empty() => String::from("true"),
            Shape::Or(parts) if parts.is_empty() => String::from("false"),
            Shape::And(parts) => list("and", parts),
            Shape::Or(parts) => list("or", parts),
            Shape::Exists(variable, inner) => {
                let bounds = self.bounds(*variable).join(" ");
                format!("(exists (({} Int)) (and true {bounds} {}))", self.name(*variable), self.text(*inner))
            }
        }
    }

    /// The name of a variable, which its number makes unique.
    fn name(&self, variable: Variable) -> String {
        let name = self.variables.get(variable.0 as usize).map_or("", |(name, _)| name);
        let plain = |symbol: &char| (' '..='~').contains(symbol) && !"|\\".contains(*symbol);
        format!("|{}#{}|", name.chars().filter(plain).collect::<String>(), variable.0)
    }

    /// That a variable has a value of its kind.
    fn bounds(&self, variable: Variable) -> Vec<String> {
        let name = self.name(variable);
        let (least, most) = match self.variables.get(variable.0 as usize) {
            Some((_, Kind::Finite(codes))) => (Some(0), Some(i128::from(*codes).saturating_sub(1))),
            Some((_, Kind::Integer(least, most))) => (*least, *most),
            None => (None, None),
        };
        let least = least.map(|least| format!("(<= {} {name})", number(least)));
        let most = most.map(|most| format!("(<= {name} {})", number(most)));
        least.into_iter().chain(most).collect()
    }

    fn sum(&self, sum: &Linear) -> String {
        let terms = sum.terms.iter().map(|(variable, factor)| match factor {
            1 => self.name(*variable),
            _ => format!("(* {} {})", number(*factor), self.name(*variable)),
        });
        let terms: Vec<_> = terms.chain([number(sum.constant)]).collect();
        if terms.len() == 1 { terms.join("") } else { format!("(+ {})", terms.join(" ")) }
    }
}

fn number(number: i128) -> String {
    if number < 0 { format!("(- {})", number.unsigned_abs()) } else { number.to_string() }
}
