//! What is left of an expression once the value of a variable is known.
//!
//! Whatever can be computed beforehand is, but for what would fault or overflow: that stays, and does so when it is evaluated.

use super::compile::{compared, negated};
use super::{Address, Code, Select, Target, Values};

impl Code {
    /// The expression where a variable has a certain value: it has the same value in all such states, and the same
    /// faults.
    pub fn given(&self, variable: u32, value: i64) -> Code {
        let known = |code: &Code| code.given(variable, value);
        let all = |all: &[Code]| all.iter().map(known).collect::<Box<[Code]>>();
        let pair = |pair: &[Code; 2]| Box::new([known(&pair[0]), known(&pair[1])]);
        let computed = match self {
            Code::Read(read) if *read == variable => return Code::Constant(value),
            Code::Is(read, _) | Code::IsNot(read, _) | Code::Bounded(_, read, _) if *read == variable => {
                return self.over_constant(value);
            }
            Code::ReadAt(address) => match address.given(variable, value) {
                Target::Fixed(read) => return Code::Read(read).given(variable, value),
                Target::Selected(address) => return Code::ReadAt(Box::new(address)),
            },
            Code::Not(a) => return not(known(a)),
            Code::And(parts) => return junction(parts.iter().map(known), true),
            Code::Or(parts) => return junction(parts.iter().map(known), false),
            Code::Implies(pair) => {
                return junction([not(known(&pair[0])), known(&pair[1])].into_iter(), false);
            }
            Code::If(parts) => match known(&parts[0]) {
                Code::Constant(0) => return known(&parts[2]),
                Code::Constant(_) => return known(&parts[1]),
                condition => return Code::If(Box::new([condition, known(&parts[1]), known(&parts[2])])),
            },
            Code::Compare(comparison, both) => compared(*comparison, pair(both)),
            Code::Arithmetic(operation, both, span) => Code::Arithmetic(*operation, pair(both), *span),
            Code::Negate(a, span) => Code::Negate(Box::new(known(a)), *span),
            Code::Absolute(a, span) => Code::Absolute(Box::new(known(a)), *span),
            Code::Sum(parts, span) => Code::Sum(all(parts), *span),
            Code::Count(parts) => Code::Count(all(parts)),
            Code::IndexOf(a, first, span) => Code::IndexOf(Box::new(known(a)), *first, *span),
            Code::InstanceAt(a, first, count) => Code::InstanceAt(Box::new(known(a)), *first, *count),
            Code::Reach(ways) => Code::Reach(Box::new(ways.with(known))),
            other => return other.clone(),
        };
        computed.folded()
    }

    /// A test of one variable, which has this value.
    fn over_constant(&self, value: i64) -> Code {
        let moved = match self {
            Code::Is(_, wanted) => Code::Is(0, *wanted),
            Code::IsNot(_, wanted) => Code::IsNot(0, *wanted),
            Code::Bounded(comparison, _, limit) => Code::Bounded(*comparison, 0, *limit),
            other => return other.clone(),
        };
        moved.value(Values::of(&[value])).map_or(moved, Code::Constant)
    }

    /// The constant that it is, if its parts are constants and it has a value.
    fn folded(self) -> Code {
        let is_constant = |code: &Code| matches!(code, Code::Constant(_));
        let is_known = match &self {
            Code::Compare(_, pair) | Code::Arithmetic(_, pair, _) => pair.iter().all(is_constant),
            Code::Negate(a, _) | Code::Absolute(a, _) | Code::IndexOf(a, ..) | Code::InstanceAt(a, ..) => {
                is_constant(a)
            }
            Code::Sum(all, _) | Code::Count(all) => all.iter().all(is_constant),
            Code::Reach(ways) => ways.parts().all(is_constant),
            _ => false,
        };
        match is_known.then(|| self.value(Values::of(&[]))) {
            Some(Ok(value)) => Code::Constant(value),
            _ => self,
        }
    }
}

fn not(code: Code) -> Code {
    match code {
        Code::Constant(value) => Code::Constant((value == 0).into()),
        other => negated(other),
    }
}

/// A conjunction, or else a disjunction. What comes behind a part that decides it is not reached; such a part alone is
/// left if nothing before it can fault.
fn junction(parts: impl Iterator<Item = Code>, is_and: bool) -> Code {
    let mut open = Vec::new();
    let mut decision = is_and;
    for part in parts {
        match part {
            Code::Constant(value) if (value != 0) == is_and => {}
            Code::Constant(_) => {
                decision = !is_and;
                break;
            }
            other => open.push(other),
        }
    }
    if decision != is_and {
        if !open.iter().any(Code::can_fault) {
            return Code::Constant(decision.into());
        }
        open.push(Code::Constant(decision.into()));
    }
    match (open.len(), is_and) {
        (0, _) => Code::Constant(decision.into()),
        (1, _) => open.remove(0),
        (_, true) => Code::And(open.into()),
        (_, false) => Code::Or(open.into()),
    }
}

impl Address {
    /// The place where a variable has a certain value: a fixed one if the state selects no more.
    fn given(&self, variable: u32, value: i64) -> Target {
        let select =
            |select: &Select| Select { index: select.index.given(variable, value), ..select.clone() };
        let address = Address { first: self.first, selectors: self.selectors.iter().map(select).collect() };
        let is_fixed = address.selectors.iter().all(|select| matches!(select.index, Code::Constant(_)));
        match is_fixed.then(|| address.locate(Values::of(&[]))) {
            Some(Ok(fixed)) => Target::Fixed(fixed),
            _ => Target::Selected(address),
        }
    }
}

impl Target {
    /// The place where a variable has a certain value.
    pub fn given(&self, variable: u32, value: i64) -> Target {
        match self {
            Target::Fixed(_) => self.clone(),
            Target::Selected(address) => address.given(variable, value),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Ways;
    use super::*;
    use diagnostics::Span;
    use system::{Comparison, Operation};

    fn boxed(a: Code, b: Code) -> Box<[Code; 2]> {
        Box::new([a, b])
    }

    /// Expressions over three variables, the first of which indexes the other two.
    fn expressions() -> Vec<Code> {
        let at = Span::default();
        let index = Select { index: Code::Read(0), low: 1, count: 2, stride: 1 };
        let read_at = Code::ReadAt(Box::new(Address { first: 1, selectors: Box::new([index]) }));
        let quotient = Code::Arithmetic(Operation::Div, boxed(Code::Constant(6), Code::Read(0)), at);
        let mut all = vec![
            Code::Read(0),
            Code::Read(1),
            Code::Is(0, 2),
            Code::IsNot(0, 2),
            Code::Bounded(Comparison::Lt, 0, 2),
            Code::CountIs(Box::new([0, 1, 2]), 1),
            read_at.clone(),
            quotient.clone(),
            Code::Negate(Box::new(read_at.clone()), at),
            Code::Absolute(Box::new(Code::Read(0)), at),
            Code::Sum(Box::new([Code::Read(0), read_at.clone(), quotient.clone()]), at),
            Code::IndexOf(Box::new(Code::Read(0)), 5, at),
            Code::InstanceAt(Box::new(Code::Read(0)), 1, 2),
            Code::Reach(Box::new(Ways {
                start: Code::Read(0),
                goal: Code::Read(1),
                links: Box::new([Code::Read(1), Code::Read(2), Code::Read(0)]),
                width: 1,
            })),
            Code::Compare(Comparison::Ge, boxed(Code::Read(1), Code::Read(0))),
            Code::Compare(Comparison::Eq, boxed(quotient.clone(), read_at.clone())),
        ];
        let conditions: Vec<Code> = vec![
            Code::Is(0, 1),
            Code::IsNot(1, 1),
            Code::Bounded(Comparison::Ge, 0, 2),
            Code::Compare(Comparison::Lt, boxed(read_at, Code::Constant(2))),
            Code::Compare(Comparison::Ne, boxed(quotient, Code::Constant(3))),
        ];
        for a in &conditions {
            all.push(Code::Not(Box::new(a.clone())));
            for b in &conditions {
                all.push(Code::Implies(boxed(a.clone(), b.clone())));
                for c in &conditions {
                    let three = || Box::new([a.clone(), b.clone(), c.clone()]);
                    all.extend([
                        Code::And(three()),
                        Code::Or(three()),
                        Code::Count(three()),
                        Code::If(three()),
                    ]);
                }
            }
        }
        all
    }

    #[test]
    fn what_is_left_has_the_same_value_and_the_same_faults() {
        for code in expressions() {
            for number in 0..64 {
                let state = [number % 4, number / 4 % 4, number / 16];
                for variable in 0..3 {
                    let left = code.given(variable, state[variable as usize]);
                    let values = Values::of(&state);
                    assert_eq!(left.value(values), code.value(values), "{code:?} {state:?} {variable}");
                }
            }
        }
    }

    #[test]
    fn what_is_known_is_gone() {
        let index = Select { index: Code::Read(0), low: 1, count: 2, stride: 1 };
        let address = Address { first: 1, selectors: Box::new([index]) };
        assert_eq!(Target::Selected(address.clone()).given(0, 2), Target::Fixed(2));
        let read = Code::ReadAt(Box::new(address));
        let larger = Code::Compare(Comparison::Lt, boxed(read, Code::Read(0)));
        assert_eq!(larger.given(0, 1), Code::Bounded(Comparison::Lt, 1, 1));
        assert!(matches!(larger.given(0, 3), Code::Compare(..)), "an index outside stays a fault");
    }
}
