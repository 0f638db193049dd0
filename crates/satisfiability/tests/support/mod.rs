//! Random formulas: how they are made, what they mean, and how they are told to solvers.

#![allow(dead_code, reason = "each test uses a part of this")]

use budget::Budget;
use random_numbers::SplitMix;
use satisfiability::{Integer, Literal, Solver, Stopped, Sum};
use std::fmt::Write;

/// A formula over numbered variables.
#[derive(Debug, Clone)]
pub enum Formula {
    Boolean(usize),
    NotPositive(Vec<i128>, i128),
    Zero(Vec<i128>, i128),
    Divides(i128, Vec<i128>, i128),
    Not(Box<Formula>),
    And(Vec<Formula>),
    Or(Vec<Formula>),
    Iff(Box<Formula>, Box<Formula>),
    Choose(Box<Formula>, Box<Formula>, Box<Formula>),
}

/// How formulas are made.
#[derive(Debug, Clone, Copy)]
pub struct Shape {
    pub booleans: usize,
    pub integers: usize,
    pub depth: usize,
    /// Coefficients and constants are at most this far from zero.
    pub coefficient: u64,
    pub constant: u64,
    pub modulus: u64,
}

pub struct Random(SplitMix);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(SplitMix::new(seed))
    }

    pub fn below(&mut self, limit: u64) -> u64 {
        (self.0.bits() >> 8) % limit
    }

    fn around(&mut self, most: u64) -> i128 {
        i128::from(self.below(2 * most + 1)) - i128::from(most)
    }

    fn sum(&mut self, shape: &Shape) -> (Vec<i128>, i128) {
        let mut coefficients = vec![0; shape.integers];
        for _ in 0..1 + self.below(3) {
            let at = self.below(shape.integers as u64) as usize;
            coefficients[at] = self.around(shape.coefficient);
        }
        (coefficients, self.around(shape.constant))
    }

    pub fn formula(&mut self, shape: &Shape, depth: usize) -> Formula {
        let choice = if depth == 0 { self.below(10) } else { 6 + self.below(14) };
        let many = |random: &mut Random| {
            (0..2 + random.below(3)).map(|_| random.formula(shape, depth - 1)).collect()
        };
        match choice {
            0..=2 => Formula::Boolean(self.below(shape.booleans as u64) as usize),
            3..=6 => {
                let (sum, constant) = self.sum(shape);
                Formula::NotPositive(sum, constant)
            }
            7..=8 => {
                let (sum, constant) = self.sum(shape);
                Formula::Zero(sum, constant)
            }
            9 => {
                let (sum, constant) = self.sum(shape);
                Formula::Divides(1 + i128::from(self.below(shape.modulus)), sum, constant)
            }
            10..=11 => Formula::Not(Box::new(self.formula(shape, depth - 1))),
            12..=14 => Formula::And(many(self)),
            15..=17 => Formula::Or(many(self)),
            18 => Formula::Iff(
                Box::new(self.formula(shape, depth - 1)),
                Box::new(self.formula(shape, depth - 1)),
            ),
            _ => {
                let mut part = || Box::new(self.formula(shape, depth - 1));
                Formula::Choose(part(), part(), part())
            }
        }
    }
}

/// The value of a sum at a point.
fn at(sum: &[i128], constant: i128, numbers: &[i128]) -> i128 {
    sum.iter().zip(numbers).map(|(a, b)| a * b).sum::<i128>() + constant
}

impl Formula {
    pub fn holds(&self, booleans: &[bool], numbers: &[i128]) -> bool {
        match self {
            Formula::Boolean(place) => booleans[*place],
            Formula::NotPositive(sum, constant) => at(sum, *constant, numbers) <= 0,
            Formula::Zero(sum, constant) => at(sum, *constant, numbers) == 0,
            Formula::Divides(modulus, sum, constant) => at(sum, *constant, numbers) % modulus == 0,
            Formula::Not(part) => !part.holds(booleans, numbers),
            Formula::And(parts) => parts.iter().all(|part| part.holds(booleans, numbers)),
            Formula::Or(parts) => parts.iter().any(|part| part.holds(booleans, numbers)),
            Formula::Iff(a, b) => a.holds(booleans, numbers) == b.holds(booleans, numbers),
            Formula::Choose(condition, a, b) => match condition.holds(booleans, numbers) {
                true => a.holds(booleans, numbers),
                false => b.holds(booleans, numbers),
            },
        }
    }

    /// The formula in SMT-LIB.
    pub fn write(&self, out: &mut String) {
        let list = |out: &mut String, name: &str, parts: &[&Formula]| {
            write!(out, "({name}").unwrap();
            for part in parts {
                out.push(' ');
                part.write(out);
            }
            out.push(')');
        };
        let sum = |sum: &[i128], constant: i128| {
            let number = |value: i128| if value < 0 { format!("(- {})", -value) } else { value.to_string() };
            let mut text = format!("(+ 0 {}", number(constant));
            for (place, &coefficient) in sum.iter().enumerate().filter(|(_, c)| **c != 0) {
                write!(text, " (* {} x{place})", number(coefficient)).unwrap();
            }
            text + ")"
        };
        match self {
            Formula::Boolean(place) => write!(out, "b{place}").unwrap(),
            Formula::NotPositive(a, c) => write!(out, "(<= {} 0)", sum(a, *c)).unwrap(),
            Formula::Zero(a, c) => write!(out, "(= {} 0)", sum(a, *c)).unwrap(),
            Formula::Divides(m, a, c) => write!(out, "(= 0 (mod {} {m}))", sum(a, *c)).unwrap(),
            Formula::Not(part) => list(out, "not", &[part]),
            Formula::And(parts) => list(out, "and", &parts.iter().collect::<Vec<_>>()),
            Formula::Or(parts) => list(out, "or", &parts.iter().collect::<Vec<_>>()),
            Formula::Iff(a, b) => list(out, "=", &[a, b]),
            Formula::Choose(a, b, c) => list(out, "ite", &[a, b, c]),
        }
    }
}

/// A solver with numbered variables.
pub struct Told {
    pub solver: Solver,
    pub booleans: Vec<Literal>,
    pub integers: Vec<Integer>,
    /// All formulas that were told, with their literals.
    pub literals: Vec<(Formula, Literal)>,
    /// Those that must hold.
    pub asserted: Vec<Formula>,
}

impl Told {
    pub fn new(shape: &Shape) -> Told {
        let mut solver = Solver::new();
        let booleans = (0..shape.booleans).map(|_| solver.boolean()).collect();
        let integers = (0..shape.integers).map(|_| solver.integer()).collect();
        Told { solver, booleans, integers, literals: Vec::new(), asserted: Vec::new() }
    }

    fn sum(&self, sum: &[i128], constant: i128) -> Sum {
        let terms =
            self.integers.iter().copied().zip(sum.iter().copied()).filter(|term| term.1 != 0).collect();
        Sum { terms, constant }
    }

    pub fn literal(&mut self, formula: &Formula) -> Literal {
        let literal = match formula {
            Formula::Boolean(place) => self.booleans[*place],
            Formula::NotPositive(a, c) => self.solver.not_positive(&self.sum(a, *c)),
            Formula::Zero(a, c) => self.solver.zero(&self.sum(a, *c)),
            Formula::Divides(m, a, c) => self.solver.divides(*m, &self.sum(a, *c)),
            Formula::Not(part) => !self.literal(part),
            Formula::And(parts) => {
                let parts: Vec<Literal> = parts.iter().map(|part| self.literal(part)).collect();
                self.solver.and(&parts)
            }
            Formula::Or(parts) => {
                let parts: Vec<Literal> = parts.iter().map(|part| self.literal(part)).collect();
                self.solver.or(&parts)
            }
            Formula::Iff(a, b) => {
                let (a, b) = (self.literal(a), self.literal(b));
                self.solver.iff(a, b)
            }
            Formula::Choose(a, b, c) => {
                let (a, b, c) = (self.literal(a), self.literal(b), self.literal(c));
                self.solver.choose(a, b, c)
            }
        };
        self.literals.push((formula.clone(), literal));
        literal
    }

    /// Demands a formula, as a clause where it is a disjunction.
    pub fn demand(&mut self, formula: &Formula) {
        match formula {
            Formula::Or(parts) => {
                let parts: Vec<Literal> = parts.iter().map(|part| self.literal(part)).collect();
                self.solver.clause(&parts);
            }
            _ => {
                let literal = self.literal(formula);
                self.solver.clause(&[literal]);
            }
        }
        self.asserted.push(formula.clone());
    }

    /// Asks under assumptions, and checks the model or the core.
    pub fn ask(&mut self, assumptions: &[Formula]) -> bool {
        let assumed: Vec<Literal> = assumptions.iter().map(|formula| self.literal(formula)).collect();
        let budget = Budget::operations(20_000_000);
        let answer = match self.solver.solve(&assumed, &budget) {
            Ok(answer) => answer,
            // There is a model, with numbers that do not fit.
            Err(Stopped::Overflow) => return true,
            Err(stopped) => panic!("small questions are decided: {stopped}"),
        };
        if answer {
            let booleans: Vec<bool> = self.booleans.iter().map(|&b| self.solver.value(b)).collect();
            let numbers: Vec<i128> = self.integers.iter().map(|&x| self.solver.number(x)).collect();
            for formula in self.asserted.iter().chain(assumptions) {
                assert!(formula.holds(&booleans, &numbers), "{formula:?} fails at {booleans:?} {numbers:?}");
            }
            for (formula, literal) in &self.literals {
                assert_eq!(self.solver.value(*literal), formula.holds(&booleans, &numbers), "{formula:?}");
                assert_eq!(self.solver.value(!*literal), !formula.holds(&booleans, &numbers), "{formula:?}");
            }
        } else {
            let core = self.solver.core().to_vec();
            assert!(core.iter().all(|literal| assumed.contains(literal)), "{core:?} of {assumed:?}");
            assert_eq!(self.solver.solve(&core, &budget), Ok(false), "{core:?}");
        }
        answer
    }
}
