//! What a term of a system with an open constant means over counters: a number that is known, or an expression.

use diagnostics::Span;
use system::{Comparison, Expr, ExprKind, Operation};

/// Why a system, or a part of it, cannot be counted, in words.
pub type Obstacle = String;

/// The meaning of a term. Truth values are 0 and 1 where they are known; members of enumerations and locations are numbers.
#[derive(Debug, Clone, PartialEq)]
pub enum Meaning {
    /// This number or truth value.
    Known(i64),
    /// A Boolean expression.
    Truth(Expr),
    /// An integer expression.
    Number(Expr),
}

impl Meaning {
    /// The meaning of a truth value.
    pub fn bool(value: bool) -> Meaning {
        Meaning::Known(i64::from(value))
    }

    /// As a Boolean expression.
    pub fn truth(self) -> Expr {
        match self {
            Meaning::Known(value) => Expr::bool(value != 0, Span::default()),
            Meaning::Truth(expr) => expr,
            // A choice between two constants is a number until it is known what it is used as.
            Meaning::Number(number) => compare(Comparison::Ne, number, int(0)),
        }
    }

    /// As an integer expression.
    pub fn number(self) -> Expr {
        match self {
            Meaning::Known(value) => int(value),
            Meaning::Number(expr) => expr,
            Meaning::Truth(truth) => expr(ExprKind::If(Box::new(truth), Box::new(int(1)), Box::new(int(0)))),
        }
    }
}

/// An expression without a place in any text.
pub fn expr(kind: ExprKind) -> Expr {
    Expr::new(kind, Span::default())
}

/// An integer.
pub fn int(value: i64) -> Expr {
    Expr::int(i128::from(value), Span::default())
}

/// A comparison.
pub fn compare(comparison: Comparison, left: Expr, right: Expr) -> Expr {
    Expr::compare(comparison, left, right, Span::default())
}

/// The negation of a meaning.
pub fn not(meaning: Meaning) -> Meaning {
    match meaning {
        Meaning::Known(value) => Meaning::bool(value == 0),
        open => Meaning::Truth(expr(ExprKind::Not(Box::new(open.truth())))),
    }
}

/// A conjunction (or a disjunction, if `stop` is true), evaluated from the left up to the first that decides.
pub fn connective(
    parts: impl IntoIterator<Item = Result<Meaning, Obstacle>>,
    stop: bool,
) -> Result<Meaning, Obstacle> {
    let mut open = Vec::new();
    for part in parts {
        match part? {
            Meaning::Known(value) if (value != 0) == stop => {
                if !open.iter().any(may_fault) {
                    return Ok(Meaning::bool(stop));
                }
                open.push(Expr::bool(stop, Span::default()));
                break;
            }
            Meaning::Known(_) => {}
            part => open.push(part.truth()),
        }
    }
    Ok(match open.len() {
        0 => Meaning::bool(!stop),
        1 => Meaning::Truth(open.remove(0)),
        _ => Meaning::Truth(expr(if stop { ExprKind::Or(open) } else { ExprKind::And(open) })),
    })
}

/// A comparison of two meanings.
pub fn compared(comparison: Comparison, left: Meaning, right: Meaning) -> Meaning {
    let is_equality = matches!(comparison, Comparison::Eq | Comparison::Ne);
    match (left, right) {
        (Meaning::Known(left), Meaning::Known(right)) => Meaning::bool(decided(comparison, left, right)),
        (Meaning::Truth(open), Meaning::Known(value)) | (Meaning::Known(value), Meaning::Truth(open))
            if is_equality =>
        {
            let is_same = (comparison == Comparison::Eq) == (value != 0);
            if is_same { Meaning::Truth(open) } else { not(Meaning::Truth(open)) }
        }
        (Meaning::Truth(left), Meaning::Truth(right)) if is_equality => {
            Meaning::Truth(compare(comparison, left, right))
        }
        (left, right) => Meaning::Truth(compare(comparison, left.number(), right.number())),
    }
}

fn decided(comparison: Comparison, left: i64, right: i64) -> bool {
    match comparison {
        Comparison::Eq => left == right,
        Comparison::Ne => left != right,
        Comparison::Lt => left < right,
        Comparison::Le => left <= right,
        Comparison::Gt => left > right,
        Comparison::Ge => left >= right,
    }
}

/// Arithmetic on two meanings; a division by zero stays, and faults where it is evaluated.
pub fn arithmetic(operation: Operation, left: Meaning, right: Meaning) -> Meaning {
    if let (Meaning::Known(left), Meaning::Known(right)) = (&left, &right) {
        let (left, right) = (*left, *right);
        let result = match operation {
            Operation::Add => left.checked_add(right),
            Operation::Sub => left.checked_sub(right),
            Operation::Mul => left.checked_mul(right),
            Operation::Div | Operation::Mod if right <= 0 => None,
            Operation::Div => left.checked_div_euclid(right),
            Operation::Mod => left.checked_rem_euclid(right),
            Operation::Min => Some(left.min(right)),
            Operation::Max => Some(left.max(right)),
        };
        if let Some(result) = result {
            return Meaning::Known(result);
        }
    }
    let (left, right) = (Box::new(left.number()), Box::new(right.number()));
    Meaning::Number(expr(ExprKind::Arithmetic(operation, left, right)))
}

/// Whether evaluating an expression may fault: it divides, or selects an element.
pub fn may_fault(open: &Expr) -> bool {
    let itself = match &open.kind {
        ExprKind::Arithmetic(Operation::Div | Operation::Mod, _, divisor) => {
            divisor.constant().is_none_or(|value| value == system::Value::Int(0))
        }
        ExprKind::Read(place) => !place.selectors.is_empty(),
        _ => false,
    };
    itself || open.children().into_iter().any(may_fault)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open() -> Meaning {
        Meaning::Truth(Expr::read(system::VariableId(0), system::Type::Bool, Span::default()))
    }

    #[test]
    fn what_is_known_decides_at_once() {
        let and = |parts: Vec<Meaning>| connective(parts.into_iter().map(Ok), false);
        assert_eq!(and(vec![open(), Meaning::Known(0)]), Ok(Meaning::Known(0)));
        assert_eq!(and(vec![Meaning::Known(1), open()]), Ok(open()));
        assert_eq!(and(Vec::new()), Ok(Meaning::Known(1)));
    }

    #[test]
    fn what_may_fault_is_evaluated_first() {
        let zero = Meaning::Number(int(0));
        let fault = arithmetic(Operation::Div, Meaning::Known(1), zero);
        let compared = compared(Comparison::Eq, fault, Meaning::Known(1));
        let both = connective([Ok(compared), Ok(Meaning::Known(0))], false).expect("they are truth values");
        assert!(matches!(both, Meaning::Truth(_)));
    }

    #[test]
    fn arithmetic_is_checked_and_rounds_down() {
        let known =
            |operation, left, right| arithmetic(operation, Meaning::Known(left), Meaning::Known(right));
        assert_eq!(known(Operation::Div, -7, 2), Meaning::Known(-4));
        assert_eq!(known(Operation::Mod, -7, 2), Meaning::Known(1));
        assert!(matches!(known(Operation::Add, i64::MAX, 1), Meaning::Number(_)));
        assert!(matches!(known(Operation::Div, 1, 0), Meaning::Number(_)));
    }
}
