//! A logic that writes: each obligation becomes a text in SMT-LIB, so that other people's solvers can check it.
//!
//! Nothing is decided here. Conditions are stored once each, with as much simplification as comes for nothing; `smt_text.rs` writes them.
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

use crate::smt_text::{Shape, Written, text};
use crate::{Kind, Linear, Logic, Refusal, Valuation, Variable};
use std::collections::{BTreeSet, HashMap};

/// Conditions that are written down. Every obligation is taken for met.
#[derive(Debug, Default)]
pub struct SmtLib {
    variables: Vec<(String, Kind)>,
    shapes: Vec<Shape>,
    numbers: HashMap<Shape, Written>,
    /// The obligations: the name of each, and its text.
    pub obligations: Vec<(String, String)>,
}

impl SmtLib {
    /// No variables and no obligations yet.
    pub fn new() -> SmtLib {
        SmtLib::default()
    }

    fn store(&mut self, shape: Shape) -> Written {
        if let Some(number) = self.numbers.get(&shape) {
            return *number;
        }
        let number = Written(self.shapes.len() as u32);
        self.numbers.insert(shape.clone(), number);
        self.shapes.push(shape);
        number
    }

    fn shape(&self, condition: Written) -> Option<&Shape> {
        self.shapes.get(condition.0 as usize)
    }

    fn opposite(&mut self, condition: Written) -> Written {
        match self.shape(condition) {
            Some(Shape::Not(inner)) => *inner,
            Some(Shape::And(parts)) if parts.is_empty() => self.store(Shape::Or(Vec::new())),
            Some(Shape::Or(parts)) if parts.is_empty() => self.store(Shape::And(Vec::new())),
            _ => self.store(Shape::Not(condition)),
        }
    }

    /// The conjunction or the disjunction: flat, without repetition, constants and plain contradictions or tautologies.
    fn join(&mut self, conjunction: bool, conditions: &[Written]) -> Written {
        let make = |parts| if conjunction { Shape::And(parts) } else { Shape::Or(parts) };
        let mut parts = BTreeSet::new();
        for condition in conditions {
            match (self.shape(*condition), conjunction) {
                (Some(Shape::And(inner)), true) | (Some(Shape::Or(inner)), false) => parts.extend(inner),
                _ => {
                    parts.insert(*condition);
                }
            }
        }
        let absorbing = if conjunction { Shape::Or(Vec::new()) } else { Shape::And(Vec::new()) };
        let mut codes = HashMap::new();
        let decided = parts.iter().any(|part| match self.shape(*part) {
            Some(Shape::Is(variable, code)) if conjunction => {
                *codes.entry(*variable).or_insert(*code) != *code
            }
            Some(Shape::Not(inner)) => parts.contains(inner),
            shape => shape == Some(&absorbing),
        });
        match (decided, parts.len(), parts.first()) {
            (true, ..) => self.store(absorbing),
            (false, 1, Some(only)) => *only,
            _ => self.store(make(parts.into_iter().collect())),
        }
    }
}

impl Logic for SmtLib {
    type Condition = Written;

    fn declare(&mut self, name: &str, kind: Kind) -> Variable {
        self.variables.push((name.to_string(), kind));
        Variable(self.variables.len().saturating_sub(1) as u32)
    }

    fn kind(&self, variable: Variable) -> Kind {
        self.variables.get(variable.0 as usize).map_or(Kind::Finite(0), |(_, kind)| *kind)
    }

    fn constant(&mut self, value: bool) -> Written {
        self.store(if value { Shape::And(Vec::new()) } else { Shape::Or(Vec::new()) })
    }

    fn is(&mut self, variable: Variable, code: u32) -> Result<Written, Refusal> {
        Ok(self.store(Shape::Is(variable, code)))
    }

    fn at_most_zero(&mut self, sum: &Linear) -> Result<Written, Refusal> {
        match sum.as_constant() {
            Some(value) => Ok(self.constant(value <= 0)),
            None => Ok(self.store(Shape::AtMostZero(sum.clone()))),
        }
    }

    fn divides(&mut self, divisor: i128, sum: &Linear) -> Result<Written, Refusal> {
        match divisor {
            1 => Ok(self.constant(true)),
            2.. => Ok(self.store(Shape::Divides(divisor, sum.clone()))),
            _ => Err(Refusal::Malformed(format!("a divisor is {divisor}"))),
        }
    }

    fn not(&mut self, condition: Written) -> Result<Written, Refusal> {
        Ok(self.opposite(condition))
    }

    fn and(&mut self, left: Written, right: Written) -> Result<Written, Refusal> {
        Ok(self.join(true, &[left, right]))
    }

    fn or(&mut self, left: Written, right: Written) -> Result<Written, Refusal> {
        Ok(self.join(false, &[left, right]))
    }

    fn exists(&mut self, variable: Variable, condition: Written) -> Result<Written, Refusal> {
        Ok(self.store(Shape::Exists(variable, condition)))
    }

    fn is_plainly_false(&self, condition: Written) -> bool {
        matches!(self.shape(condition), Some(Shape::Or(parts)) if parts.is_empty())
    }

    fn refute(
        &mut self,
        obligation: &str,
        condition: Written,
        _: &dyn Fn(&Valuation) -> String,
    ) -> Result<(), Refusal> {
        let text = text(&self.variables, &self.shapes, obligation, condition);
        self.obligations.push((obligation.to_string(), text));
        Ok(())
    }

    fn all(&mut self, conditions: &[Written]) -> Result<Written, Refusal> {
        Ok(self.join(true, conditions))
    }

    fn any(&mut self, conditions: &[Written]) -> Result<Written, Refusal> {
        Ok(self.join(false, conditions))
    }
}
