//! The value of compiled expressions.
//!
//! Everything is evaluated from the left; `&&`, `||`, `=>` and `if` stop early. An evaluation has no value if
//! it faults, or if a number leaves the 64-bit integers; the second is never taken for an answer.

use super::{Address, Code, Target};
use diagnostics::Span;
use system::{Comparison, Operation};

/// Why an evaluation has no value. One machine word, so that results travel in registers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Trap(u64);

impl Trap {
    /// The expression faults.
    pub const FAULT: Trap = Trap(u64::MAX);

    /// A number is too large for the machine.
    pub fn overflow(span: Span) -> Self {
        Trap(u64::from(span.start) << 32 | u64::from(span.end.min(u32::MAX - 1)))
    }

    /// Where a number was too large; nothing for a fault.
    pub fn overflow_span(self) -> Option<Span> {
        (self != Trap::FAULT).then_some(Span { start: (self.0 >> 32) as u32, end: self.0 as u32 })
    }
}

/// The values that an evaluation reads.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Values<'a> {
    /// Those of the state.
    pub old: &'a [i64],
    /// Those of the state behind the step; the same as `old` where primes cannot occur.
    pub new: &'a [i64],
}

impl<'a> Values<'a> {
    /// Values without new ones.
    #[inline]
    pub fn of(state: &'a [i64]) -> Self {
        Values { old: state, new: state }
    }
}

impl Code {
    /// Whether the condition is true.
    #[inline]
    pub fn test(&self, values: Values<'_>) -> Result<bool, Trap> {
        match self {
            Code::Is(variable, value) => Ok(values.old[*variable as usize] == *value),
            Code::IsNot(variable, value) => Ok(values.old[*variable as usize] != *value),
            Code::Bounded(comparison, variable, value) => {
                Ok(compare(*comparison, values.old[*variable as usize], *value))
            }
            other => Ok(other.value(values)? != 0),
        }
    }

    /// The value of the expression.
    pub fn value(&self, values: Values<'_>) -> Result<i64, Trap> {
        match self {
            Code::Constant(value) => Ok(*value),
            Code::TooLarge(span) => Err(Trap::overflow(*span)),
            Code::Read(variable) => Ok(values.old[*variable as usize]),
            Code::ReadNext(variable) => Ok(values.new[*variable as usize]),
            Code::ReadAt(address) => Ok(values.old[address.locate(values)? as usize]),
            Code::ReadNextAt(address) => Ok(values.new[address.locate(values)? as usize]),
            Code::Is(..) | Code::IsNot(..) | Code::Bounded(..) => self.test(values).map(i64::from),
            Code::Not(a) => Ok(i64::from(!a.test(values)?)),
            Code::And(all) => all_are(all, true, values).map(i64::from),
            Code::Or(all) => all_are(all, false, values).map(|all_false| i64::from(!all_false)),
            Code::Implies(pair) => Ok(i64::from(!pair[0].test(values)? || pair[1].test(values)?)),
            Code::Compare(comparison, pair) => {
                let (a, b) = (pair[0].value(values)?, pair[1].value(values)?);
                Ok(i64::from(compare(*comparison, a, b)))
            }
            Code::Arithmetic(operation, pair, span) => {
                let (a, b) = (pair[0].value(values)?, pair[1].value(values)?);
                operate(*operation, a, b, *span)
            }
            Code::If(parts) => {
                let taken = if parts[0].test(values)? { &parts[1] } else { &parts[2] };
                taken.value(values)
            }
            _ => self.rarer_value(values),
        }
    }

    fn rarer_value(&self, values: Values<'_>) -> Result<i64, Trap> {
        match self {
            Code::Negate(a, span) => a.value(values)?.checked_neg().ok_or(Trap::overflow(*span)),
            Code::Absolute(a, span) => a.value(values)?.checked_abs().ok_or(Trap::overflow(*span)),
            Code::Sum(all, span) => all.iter().try_fold(0i64, |sum, term| {
                sum.checked_add(term.value(values)?).ok_or(Trap::overflow(*span))
            }),
            Code::Count(all) => all
                .iter()
                .try_fold(0i64, |count, term| Ok(count.saturating_add(i64::from(term.test(values)?)))),
            Code::CountIs(variables, wanted) => {
                let found = variables.iter().filter(|variable| values.old[**variable as usize] == *wanted);
                Ok(found.count() as i64)
            }
            Code::IndexOf(reference, first, span) => match reference.value(values)? {
                0 => Err(Trap::FAULT),
                ordinal => first.checked_add(ordinal.saturating_sub(1)).ok_or(Trap::overflow(*span)),
            },
            Code::InstanceAt(index, first, count) => position(index.value(values)?, *first, *count)
                .map(|ordinal| i64::from(ordinal).saturating_add(1)),
            Code::Reach(ways) => ways.is_met(values).map(i64::from),
            _ => unreachable!("the common nodes are evaluated by `value`"),
        }
    }
}

impl Address {
    /// The variable that the state selects.
    pub fn locate(&self, values: Values<'_>) -> Result<u32, Trap> {
        let mut variable = self.first;
        for select in &self.selectors {
            let index = select.index.value(values)?;
            // The variables of all positions exist, so their numbers fit.
            let offset = position(index, select.low, select.count)?.wrapping_mul(select.stride);
            variable = variable.wrapping_add(offset);
        }
        Ok(variable)
    }
}

impl Target {
    /// The variable that is written.
    #[inline]
    pub fn locate(&self, values: Values<'_>) -> Result<u32, Trap> {
        match self {
            Target::Fixed(variable) => Ok(*variable),
            Target::Selected(address) => address.locate(values),
        }
    }
}

#[inline]
fn position(index: i64, low: i64, count: u32) -> Result<u32, Trap> {
    match index.checked_sub(low) {
        Some(position) if (0..i64::from(count)).contains(&position) => Ok(position as u32),
        _ => Err(Trap::FAULT),
    }
}

fn all_are(all: &[Code], wanted: bool, values: Values<'_>) -> Result<bool, Trap> {
    for code in all {
        if code.test(values)? != wanted {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Compares two values.
#[inline]
pub(crate) fn compare(comparison: Comparison, a: i64, b: i64) -> bool {
    match comparison {
        Comparison::Eq => a == b,
        Comparison::Ne => a != b,
        Comparison::Lt => a < b,
        Comparison::Le => a <= b,
        Comparison::Gt => a > b,
        Comparison::Ge => a >= b,
    }
}

fn operate(operation: Operation, a: i64, b: i64, span: Span) -> Result<i64, Trap> {
    let result = match operation {
        Operation::Add => a.checked_add(b),
        Operation::Sub => a.checked_sub(b),
        Operation::Mul => a.checked_mul(b),
        Operation::Div | Operation::Mod if b == 0 => return Err(Trap::FAULT),
        Operation::Div => floor_division(a, b),
        Operation::Mod => floor_remainder(a, b),
        Operation::Min => Some(a.min(b)),
        Operation::Max => Some(a.max(b)),
    };
    result.ok_or(Trap::overflow(span))
}

/// The largest integer that is not above `a / b`, if it fits.
fn floor_division(a: i64, b: i64) -> Option<i64> {
    let quotient = a.checked_div(b)?;
    let is_rounded_up = remainder(a, b) != 0 && (a < 0) != (b < 0);
    quotient.checked_sub(i64::from(is_rounded_up))
}

/// What is left where the quotient is rounded towards zero; nothing is, if that does not fit. `b` is not zero.
fn remainder(a: i64, b: i64) -> i64 {
    a.checked_rem(b).unwrap_or(0)
}

/// What `a` exceeds `b` times that quotient by: it has the sign of `b`.
fn floor_remainder(a: i64, b: i64) -> Option<i64> {
    let remainder = remainder(a, b);
    let is_rounded_up = remainder != 0 && (a < 0) != (b < 0);
    if is_rounded_up { remainder.checked_add(b) } else { Some(remainder) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn division_rounds_down_and_never_wraps() {
        let at = Span::default();
        assert_eq!(operate(Operation::Div, -7, 2, at), Ok(-4));
        assert_eq!(operate(Operation::Mod, -7, 2, at), Ok(1));
        assert_eq!(operate(Operation::Mod, 7, -2, at), Ok(-1));
        assert_eq!(operate(Operation::Div, i64::MIN, -1, at), Err(Trap::overflow(at)));
        assert_eq!(operate(Operation::Mod, i64::MIN, -1, at), Ok(0));
        assert_eq!(operate(Operation::Div, 1, 0, at), Err(Trap::FAULT));
    }

    #[test]
    fn evaluation_stops_early() {
        let fault = || {
            Code::Arithmetic(
                Operation::Div,
                Box::new([Code::Constant(1), Code::Constant(0)]),
                Span::default(),
            )
        };
        let state = [0, 5];
        let values = Values::of(&state);
        assert_eq!(Code::And(Box::new([Code::Is(0, 1), fault()])).test(values), Ok(false));
        assert_eq!(Code::And(Box::new([fault(), Code::Is(0, 1)])).test(values), Err(Trap::FAULT));
        assert_eq!(Code::Or(Box::new([Code::Is(1, 5), fault()])).test(values), Ok(true));
        assert_eq!(Code::Implies(Box::new([Code::Is(0, 1), fault()])).test(values), Ok(true));
    }

    #[test]
    fn an_overflow_says_where() {
        let span = Span::new(3, 9);
        assert_eq!(Trap::overflow(span).overflow_span(), Some(span));
        assert_eq!(Trap::FAULT.overflow_span(), None);
    }
}
