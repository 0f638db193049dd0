//! From the model's expressions to [`Code`].

use super::{Address, Code, Select, Target, Ways};
use crate::injected::{InjectedError, is_made};
use crate::value::encode;
use diagnostics::Span;
use system::{
    Comparison, Expr, ExprKind, Operation, Place, ProcessId, Reach, Selector, SelectorKind, Sort, System,
    Value,
};

/// What the explicit engine cannot compute with, in words for the user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Unsupported(pub String);

/// Compiles the expressions of one system.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Compiler<'s> {
    pub system: &'s System,
}

impl<'s> Compiler<'s> {
    /// The code of an expression.
    pub fn expression(&self, expr: &Expr) -> Result<Code, Unsupported> {
        let span = expr.span;
        let boxed = |a: &Expr| self.expression(a).map(Box::new);
        Ok(match &expr.kind {
            ExprKind::Const(value, _) => encode(*value).map_or(Code::TooLarge(span), Code::Constant),
            ExprKind::Read(place) => match self.target(place)? {
                Target::Fixed(variable) => Code::Read(variable),
                Target::Selected(address) => Code::ReadAt(Box::new(address)),
            },
            ExprKind::ReadNext(place) => match self.target(place)? {
                Target::Fixed(variable) => Code::ReadNext(variable),
                Target::Selected(address) => Code::ReadNextAt(Box::new(address)),
            },
            ExprKind::Not(a) => negated(self.expression(a)?),
            ExprKind::And(all) => Code::And(self.all(all)?),
            ExprKind::Or(all) => Code::Or(self.all(all)?),
            ExprKind::Implies(a, b) => Code::Implies(self.pair(a, b)?),
            ExprKind::Iff(a, b) => compared(Comparison::Eq, self.pair(a, b)?),
            ExprKind::Compare(comparison, a, b) => match (far(a), far(b)) {
                (None, Some(above)) => beyond(*comparison, self.expression(a)?, above),
                (Some(above), None) => beyond(mirrored(*comparison), self.expression(b)?, above),
                _ => compared(*comparison, self.pair(a, b)?),
            },
            ExprKind::Negate(a) => Code::Negate(boxed(a)?, span),
            ExprKind::Arithmetic(operation, a, b) => {
                let sum = Code::Arithmetic(*operation, self.pair(a, b)?, span);
                if is_made(InjectedError::Overflow) { wrapped(sum, span) } else { sum }
            }
            ExprKind::Absolute(a) => Code::Absolute(boxed(a)?, span),
            ExprKind::If(a, b, c) => {
                Code::If(Box::new([self.expression(a)?, self.expression(b)?, self.expression(c)?]))
            }
            ExprKind::Sum(all) => Code::Sum(self.all(all)?, span),
            ExprKind::Count(all) => counted(self.all(all)?),
            ExprKind::IndexOf(reference) => {
                let Sort::Reference(process) = reference.sort() else {
                    unreachable!("a checked system takes the index of references only")
                };
                Code::IndexOf(boxed(reference)?, self.first_index(process)?, span)
            }
            ExprKind::InstanceAt(process, index) => {
                let count = self.system.process(*process).count;
                Code::InstanceAt(boxed(index)?, self.first_index(*process)?, count)
            }
            ExprKind::Reach(reach) => Code::Reach(Box::new(self.ways(reach)?)),
            ExprKind::Bound(_) | ExprKind::Quantified { .. } => return Err(unbounded_quantifier()),
        })
    }

    /// The place as something to read or write.
    pub fn target(&self, place: &Place) -> Result<Target, Unsupported> {
        if let Some(variable) = place.fixed() {
            return Ok(Target::Fixed(variable.0));
        }
        let selectors = place.selectors.iter().map(|selector| self.select(selector));
        Ok(Target::Selected(Address {
            first: place.first.0,
            selectors: selectors.collect::<Result<_, _>>()?,
        }))
    }

    fn select(&self, selector: &Selector) -> Result<Select, Unsupported> {
        let low = match selector.kind {
            SelectorKind::Reference(_) => 1,
            SelectorKind::Element | SelectorKind::Instance(_) => small(selector.low)?,
        };
        Ok(Select {
            index: self.expression(&selector.index)?,
            low,
            count: selector.count,
            stride: selector.stride,
        })
    }

    fn ways(&self, reach: &Reach) -> Result<Ways, Unsupported> {
        let links = reach.links.iter().flatten().map(|link| self.expression(link));
        Ok(Ways {
            start: self.expression(&reach.start)?,
            goal: self.expression(&reach.goal)?,
            links: links.collect::<Result<_, _>>()?,
            width: reach.links.first().map_or(1, Vec::len),
        })
    }

    fn all(&self, all: &[Expr]) -> Result<Box<[Code]>, Unsupported> {
        all.iter().map(|one| self.expression(one)).collect()
    }

    fn pair(&self, a: &Expr, b: &Expr) -> Result<Box<[Code; 2]>, Unsupported> {
        Ok(Box::new([self.expression(a)?, self.expression(b)?]))
    }

    fn first_index(&self, process: ProcessId) -> Result<i64, Unsupported> {
        small(self.system.process(process).first_index)
    }
}

fn small(index: i128) -> Result<i64, Unsupported> {
    encode(Value::Int(index))
        .ok_or_else(|| Unsupported("the explicit engine computes with 64-bit indices only".to_owned()))
}

/// Whether a constant lies above (`true`) or below all machine numbers; nothing if it is one of them.
fn far(expr: &Expr) -> Option<bool> {
    match expr.constant() {
        Some(Value::Int(number)) if i64::try_from(number).is_err() => Some(number > 0),
        _ => None,
    }
}

/// A machine number compared with a constant above or below all of them: the number is still computed, since it may fault.
fn beyond(comparison: Comparison, code: Code, above: bool) -> Code {
    let holds = match comparison {
        Comparison::Lt | Comparison::Le => above,
        Comparison::Gt | Comparison::Ge => !above,
        Comparison::Eq => false,
        Comparison::Ne => true,
    };
    let comparison = if holds { Comparison::Eq } else { Comparison::Ne };
    Code::Compare(comparison, Box::new([code.clone(), code]))
}

/// The number modulo sixteen, from -8 to 7: the error of too few bits.
fn wrapped(sum: Code, span: Span) -> Code {
    let with = |operation, a, b| Code::Arithmetic(operation, Box::new([a, Code::Constant(b)]), span);
    let moved = with(Operation::Add, sum, 8);
    with(Operation::Sub, with(Operation::Mod, moved, 16), 8)
}

fn unbounded_quantifier() -> Unsupported {
    Unsupported(
        "the explicit engine cannot decide quantifiers over `int` or `nat`; give the bound name a finite range"
            .to_owned(),
    )
}

pub(super) fn negated(code: Code) -> Code {
    match code {
        Code::Read(variable) => Code::Is(variable, 0),
        Code::Is(variable, value) => Code::IsNot(variable, value),
        Code::IsNot(variable, value) => Code::Is(variable, value),
        other => Code::Not(Box::new(other)),
    }
}

pub(super) fn compared(comparison: Comparison, pair: Box<[Code; 2]>) -> Code {
    let simple = match &*pair {
        [Code::Read(variable), Code::Constant(value)] => Some((comparison, *variable, *value)),
        [Code::Constant(value), Code::Read(variable)] => Some((mirrored(comparison), *variable, *value)),
        _ => None,
    };
    match simple {
        Some((Comparison::Eq, variable, value)) => Code::Is(variable, value),
        Some((Comparison::Ne, variable, value)) => Code::IsNot(variable, value),
        Some((comparison, variable, value)) => Code::Bounded(comparison, variable, value),
        None => Code::Compare(comparison, pair),
    }
}

fn mirrored(comparison: Comparison) -> Comparison {
    match comparison {
        Comparison::Lt => Comparison::Gt,
        Comparison::Le => Comparison::Ge,
        Comparison::Gt => Comparison::Lt,
        Comparison::Ge => Comparison::Le,
        same => same,
    }
}

/// `count(P at L)` is a row of tests for one value, and gets a node of its own.
fn counted(all: Box<[Code]>) -> Code {
    let Some(Code::Is(_, wanted)) = all.first() else { return Code::Count(all) };
    let variables: Option<Box<[u32]>> = all
        .iter()
        .map(|code| match code {
            Code::Is(variable, value) if value == wanted => Some(*variable),
            _ => None,
        })
        .collect();
    match variables {
        Some(variables) => Code::CountIs(variables, *wanted),
        None => Code::Count(all),
    }
}
