//! From formulas over state sets to literals of a solver.
//!
//! Everything is linear in the size of the formula as a graph: a part that occurs several times becomes one literal. Bound variables become
//! unknowns of their own where the formula only has to be possible; where it is negated, integers are taken out of it (`choice`), all of few
//! codes are tried, and what neither helps is refused.

use crate::choice::without_integers;
use crate::instant::{Instant, Unknown, is_code, too_large};
use satisfiability::{Integer, Literal, Solver, Sum};
use state_sets::{Cell, Comparison, Formula, Halt, Kind, Limited, Linear, Local, Moment, Part, Term};
use std::collections::HashMap;

/// Bound variables with at most so many values are replaced by each of them under a negation.
const FEW: u64 = 16;

/// A formula is written out for all values of its bound variables only if it has no more parts then.
const MOST_CASES: u64 = 50_000;

/// Whether a part must be possible, or impossible, for the whole to be so.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Polarity {
    Positive,
    Negative,
    Both,
}

/// What joins parts: two formulas may share their parts and join them differently.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Connective {
    And,
    Or,
    Not,
}

/// A part by its address, what joins it, what is asked of it, and the codes of the bound variables that it mentions.
type PartKey = (usize, Connective, Polarity, Vec<Vec<Literal>>);

impl Polarity {
    fn negated(self) -> Polarity {
        match self {
            Polarity::Positive => Polarity::Negative,
            Polarity::Negative => Polarity::Positive,
            Polarity::Both => Polarity::Both,
        }
    }
}

/// Writes formulas about one or two instants.
pub(crate) struct Translation<'t> {
    /// Where literals live.
    pub solver: &'t mut Solver,
    now: &'t Instant,
    next: &'t Instant,
    locals: HashMap<Local, Unknown>,
    known: HashMap<PartKey, Literal>,
    bits: HashMap<Literal, Integer>,
    /// What formulas were replaced by. It must stay: literals are known by the addresses of formulas.
    kept: Vec<Formula>,
}

impl<'t> Translation<'t> {
    /// Formulas about a state.
    pub fn state(solver: &'t mut Solver, now: &'t Instant) -> Self {
        Translation::step(solver, now, now)
    }

    /// Formulas about a step.
    pub fn step(solver: &'t mut Solver, now: &'t Instant, next: &'t Instant) -> Self {
        let (locals, known, bits) = (HashMap::new(), HashMap::new(), HashMap::new());
        Translation { solver, now, next, locals, known, bits, kept: Vec::new() }
    }

    /// The literal of a formula that is asked for only as it is: bound variables are unknowns.
    pub fn possible(&mut self, formula: &Formula) -> Limited<Literal> {
        self.formula(formula, Polarity::Positive)
    }

    /// The literal of a formula, which may be negated.
    pub fn exact(&mut self, formula: &Formula) -> Limited<Literal> {
        self.formula(formula, Polarity::Both)
    }

    /// The unknowns of the bound variables that were met.
    pub fn locals(&self) -> HashMap<Local, Unknown> {
        self.locals.clone()
    }

    fn formula(&mut self, formula: &Formula, polarity: Polarity) -> Limited<Literal> {
        let part = match formula {
            Formula::And(parts) => Some((parts.address(), Connective::And, parts.free())),
            Formula::Or(parts) => Some((parts.address(), Connective::Or, parts.free())),
            Formula::Not(inner) => Some((inner.address(), Connective::Not, inner.free())),
            _ => None,
        };
        let key = part.and_then(|(address, connective, free)| {
            Some((address, connective, polarity, self.bound_codes(free)?))
        });
        if let Some(known) = key.as_ref().and_then(|key| self.known.get(key)) {
            return Ok(*known);
        }
        let literal = self.written(formula, polarity)?;
        if let Some(key) = key {
            self.known.insert(key, literal);
        }
        Ok(literal)
    }

    /// The codes that bound variables have here, on which a part that mentions them depends; nothing if some are integers.
    fn bound_codes(&self, free: &[Local]) -> Option<Vec<Vec<Literal>>> {
        let code = |local: &Local| match self.locals.get(local) {
            Some(Unknown::Code(bits)) => Some(bits.clone()),
            Some(Unknown::Number(_)) | None => None,
        };
        free.iter().map(code).collect()
    }

    fn written(&mut self, formula: &Formula, polarity: Polarity) -> Limited<Literal> {
        match formula {
            Formula::And(parts) => {
                let parts = self.all(parts, polarity)?;
                Ok(self.solver.and(&parts))
            }
            Formula::Or(parts) => {
                let parts = self.all(parts, polarity)?;
                Ok(self.solver.or(&parts))
            }
            Formula::Not(inner) => Ok(!self.formula(inner, polarity.negated())?),
            Formula::Member(cell, codes) => {
                let bits = self.code(*cell)?;
                let each: Vec<Literal> =
                    codes.iter().map(|code| is_code(self.solver, &bits, *code)).collect();
                Ok(self.solver.or(&each))
            }
            Formula::Same(left, right) => {
                let (left, right) = (self.code(*left)?, self.code(*right)?);
                Ok(same_code(self.solver, &left, &right))
            }
            Formula::Compare(sum, Comparison::Zero) => {
                let sum = self.sum(sum)?;
                Ok(self.solver.zero(&sum))
            }
            Formula::Compare(sum, Comparison::NotPositive) => {
                let sum = self.sum(sum)?;
                Ok(self.solver.not_positive(&sum))
            }
            Formula::Divides(divisor, sum) => {
                let sum = self.sum(sum)?;
                Ok(self.solver.divides(*divisor, &sum))
            }
            Formula::Exists(locals, body) => match polarity {
                Polarity::Positive => {
                    for (local, kind) in locals {
                        let unknown = Unknown::new(self.solver, *kind)?;
                        self.locals.insert(*local, unknown);
                    }
                    self.formula(body, polarity)
                }
                _ if locals.iter().all(|(_, kind)| matches!(kind, Kind::Finite { .. })) => {
                    if cases(locals).saturating_mul(body.tree_size() as u64) > MOST_CASES {
                        return Err(many_values());
                    }
                    self.some_value(locals, body, polarity)
                }
                _ => {
                    let simpler = without_integers(locals, body).ok_or_else(|| {
                        Halt::Unsupported("a condition that may be false has an integer choice in it".into())
                    })?;
                    self.kept.push(simpler.clone());
                    self.formula(&simpler, polarity)
                }
            },
        }
    }

    fn all(&mut self, parts: &[Formula], polarity: Polarity) -> Limited<Vec<Literal>> {
        parts.iter().map(|part| self.formula(part, polarity)).collect()
    }

    /// The formula for some of the few values of the bound variables.
    fn some_value(
        &mut self,
        locals: &[(Local, Kind)],
        body: &Formula,
        polarity: Polarity,
    ) -> Limited<Literal> {
        let Some(((local, kind), rest)) = locals.split_first() else { return self.formula(body, polarity) };
        let Kind::Finite { count } = kind else {
            return Err(Halt::Unsupported(
                "a condition that may be false has an integer choice in it".into(),
            ));
        };
        if *count > FEW {
            return Err(many_values());
        }
        let mut each = Vec::new();
        for code in 0..*count {
            let bit = |place: u32| if code >> place & 1 == 1 { Literal::TRUE } else { Literal::FALSE };
            self.locals.insert(*local, Unknown::Code((0..FEW.ilog2()).map(bit).collect()));
            each.push(self.some_value(rest, body, polarity)?);
        }
        Ok(self.solver.or(&each))
    }

    fn unknown(&self, cell: Cell) -> Limited<&Unknown> {
        let found = match cell {
            Cell::Variable(variable, Moment::Now) => self.now.0.get(variable.index()),
            Cell::Variable(variable, Moment::Next) => self.next.0.get(variable.index()),
            Cell::Local(local) => self.locals.get(&local),
        };
        found.ok_or_else(|| Halt::Unsupported("a formula speaks of a variable that there is not".into()))
    }

    fn code(&self, cell: Cell) -> Limited<Vec<Literal>> {
        match self.unknown(cell)? {
            Unknown::Code(bits) => Ok(bits.clone()),
            Unknown::Number(_) => Err(Halt::Unsupported("an integer is used as a code".into())),
        }
    }

    fn sum(&mut self, sum: &Linear) -> Limited<Sum> {
        let mut result = Sum::constant(sum.constant);
        for (factor, term) in &sum.terms {
            let value = match term {
                Term::Cell(cell) => match self.unknown(*cell)?.clone() {
                    Unknown::Number(number) => Sum::of(number),
                    Unknown::Code(bits) => self.weighted(&bits)?,
                },
                Term::Indicator(formula) => {
                    let literal = self.formula(formula, Polarity::Both)?;
                    self.indicator(literal)
                }
            };
            let added = value.times(*factor).and_then(|value| result.plus(&value));
            result = added.ok_or_else(too_large)?;
        }
        Ok(result)
    }

    fn weighted(&mut self, bits: &[Literal]) -> Limited<Sum> {
        let mut sum = Sum::constant(0);
        for (place, bit) in bits.iter().enumerate() {
            let value = self.indicator(*bit).times(1 << place.min(120));
            sum = value.and_then(|value| sum.plus(&value)).ok_or_else(too_large)?;
        }
        Ok(sum)
    }

    /// One if the literal is true, otherwise zero.
    fn indicator(&mut self, literal: Literal) -> Sum {
        match literal {
            Literal::TRUE => return Sum::constant(1),
            Literal::FALSE => return Sum::constant(0),
            _ => {}
        }
        if let Some(known) = self.bits.get(&literal) {
            return Sum::of(*known);
        }
        let number = self.solver.integer();
        let one = Sum { terms: vec![(number, 1)], constant: -1 };
        let zero = Sum::of(number);
        let (is_one, is_zero) = (self.solver.zero(&one), self.solver.zero(&zero));
        self.solver.clause(&[!literal, is_one]);
        self.solver.clause(&[literal, is_zero]);
        self.bits.insert(literal, number);
        zero
    }
}

/// How many values bound codes have together.
fn cases(locals: &[(Local, Kind)]) -> u64 {
    locals.iter().fold(1, |product: u64, (_, kind)| match kind {
        Kind::Finite { count } => product.saturating_mul(*count),
        Kind::Integer { .. } => u64::MAX,
    })
}

fn many_values() -> Halt {
    Halt::Unsupported("a condition that may be false has a choice of many values".into())
}

/// That two codes are the same; the shorter one has zeros in front.
pub(crate) fn same_code(solver: &mut Solver, left: &[Literal], right: &[Literal]) -> Literal {
    let width = left.len().max(right.len());
    let bit = |bits: &[Literal], place: usize| bits.get(place).copied().unwrap_or(Literal::FALSE);
    let each: Vec<Literal> =
        (0..width).map(|place| solver.iff(bit(left, place), bit(right, place))).collect();
    solver.and(&each)
}
