//! Between which numbers the value of an expression lies, from the types of its variables and a few tests.

#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

use crate::code::{Address, Code, Compiler};
use crate::value::Domain;
use system::{Comparison, Operation, Statement, StatementKind, Type};

/// Numbers from the first to the second, neither farther from zero than [`FAR`].
type FiniteInterval = (i128, i128);

const ENDLESS: FiniteInterval = (-FAR, FAR);
/// Stands for infinity: no 64-bit number lies as far from zero. Products of it still fit.
const FAR: i128 = (1 << 63) + 1;

/// What is known of the variables: their types, and what tests that were passed add to that.
#[derive(Debug, Clone)]
pub(super) struct Known<'d> {
    domains: &'d [Domain],
    tested: Vec<(u32, FiniteInterval)>,
}

impl<'d> Known<'d> {
    /// Only the types.
    pub fn new(domains: &'d [Domain]) -> Self {
        Known { domains, tested: Vec::new() }
    }

    /// Adds that a condition is true, as far as it is a comparison of a variable with a constant.
    pub fn learn(&mut self, condition: &Code) {
        let (variable, (low, high)) = match condition {
            Code::Is(variable, value) => (*variable, ((*value).into(), (*value).into())),
            Code::Bounded(comparison, variable, value) => {
                let value = i128::from(*value);
                let interval = match comparison {
                    Comparison::Lt => (-FAR, value.saturating_sub(1)),
                    Comparison::Le => (-FAR, value),
                    Comparison::Gt => (value.saturating_add(1), FAR),
                    Comparison::Ge => (value, FAR),
                    Comparison::Eq => (value, value),
                    Comparison::Ne => return,
                };
                (*variable, interval)
            }
            Code::And(all) => return all.iter().for_each(|part| self.learn(part)),
            _ => return,
        };
        let known = self.variable(variable);
        self.tested.push((variable, (known.0.max(low), known.1.min(high))));
    }

    /// The same condition as a comparison with a bound, where it asks for an end of a variable's type.
    pub fn as_bound(&self, condition: &Code) -> Code {
        let ends = |variable: u32| self.domains[variable as usize];
        match condition {
            Code::IsNot(variable, value) if ends(*variable).is_listed && ends(*variable).low == *value => {
                Code::Bounded(Comparison::Gt, *variable, *value)
            }
            Code::IsNot(variable, value) if ends(*variable).is_listed && ends(*variable).high == *value => {
                Code::Bounded(Comparison::Lt, *variable, *value)
            }
            other => other.clone(),
        }
    }

    /// Whether no state is like that.
    fn is_impossible(&self) -> bool {
        self.tested.iter().any(|(_, (low, high))| low > high)
    }

    fn without(&self, condition: &Code) -> Self {
        let mut other = self.clone();
        if let Code::Bounded(comparison, variable, value) = condition {
            let opposite = match comparison {
                Comparison::Lt => Comparison::Ge,
                Comparison::Le => Comparison::Gt,
                Comparison::Gt => Comparison::Le,
                Comparison::Ge => Comparison::Lt,
                Comparison::Eq | Comparison::Ne => return other,
            };
            other.learn(&Code::Bounded(opposite, *variable, *value));
        }
        other
    }

    fn variable(&self, variable: u32) -> FiniteInterval {
        let tested = self.tested.iter().rev().find(|(other, _)| *other == variable);
        tested.map_or_else(|| ends(self.domains[variable as usize]), |(_, interval)| *interval)
    }

    fn reach(&self, address: &Address) -> FiniteInterval {
        let of_variable = |variable: u32| ends(self.domains[variable as usize]);
        address.reach().into_iter().map(of_variable).reduce(around).unwrap_or(ENDLESS)
    }

    /// Whether the value of an expression always lies in the interval of a variable.
    pub fn fits_into(&self, value: &Code, variable: u32) -> bool {
        self.fits(value, self.domains[variable as usize])
    }

    fn fits(&self, value: &Code, domain: Domain) -> bool {
        let (low, high) = self.interval(value);
        let (least, most) = ends(domain);
        least <= low && high <= most
    }

    /// Whether assignments never fault by the value that is assigned.
    pub fn fit_all(&self, compiler: Compiler<'_>, assignments: &[&Statement]) -> bool {
        assignments.iter().all(|statement| {
            let StatementKind::Assign { place, value } = &statement.kind else { return false };
            let (Ok(target), Ok(value)) = (compiler.target(place), compiler.expression(value)) else {
                return false;
            };
            let is_integer = matches!(place.ty, Type::Range { .. } | Type::Nat | Type::Int);
            let fits = || target.reach().into_iter().all(|variable| self.fits_into(&value, variable));
            !self.may_fault(&value) && (!is_integer || fits())
        })
    }

    /// Whether the selectors of an address may lead out of what they select from, or fault themselves.
    pub fn may_miss(&self, address: &Address) -> bool {
        address.selectors.iter().any(|select| {
            let (low, high) = self.interval(&select.index);
            let first = i128::from(select.low);
            let end = first.saturating_add(i128::from(select.count));
            low < first || high >= end || self.may_fault(&select.index)
        })
    }

    /// Whether evaluating an expression may fault.
    pub fn may_fault(&self, code: &Code) -> bool {
        match code {
            Code::ReadAt(address) | Code::ReadNextAt(address) => self.may_miss(address),
            Code::Not(a) | Code::Negate(a, _) | Code::Absolute(a, _) => self.may_fault(a),
            Code::And(all) | Code::Or(all) | Code::Sum(all, _) | Code::Count(all) => {
                all.iter().any(|part| self.may_fault(part))
            }
            Code::Arithmetic(Operation::Div | Operation::Mod, ..) => code.can_fault(),
            Code::Implies(pair) | Code::Compare(_, pair) | Code::Arithmetic(_, pair, _) => {
                pair.iter().any(|part| self.may_fault(part))
            }
            Code::If(parts) => {
                let mut with = self.clone();
                with.learn(&parts[0]);
                let without = self.without(&parts[0]);
                self.may_fault(&parts[0])
                    || (!with.is_impossible() && with.may_fault(&parts[1]))
                    || (!without.is_impossible() && without.may_fault(&parts[2]))
            }
            Code::Reach(ways) => ways.parts().any(|part| self.may_fault(part)),
            _ => code.can_fault(),
        }
    }

    fn interval(&self, code: &Code) -> FiniteInterval {
        let (low, high) = match code {
            Code::Constant(value) => ((*value).into(), (*value).into()),
            Code::Read(variable) => self.variable(*variable),
            Code::ReadAt(address) => self.reach(address),
            Code::Is(..) | Code::IsNot(..) | Code::Bounded(..) | Code::Not(_) => (0, 1),
            Code::And(_) | Code::Or(_) | Code::Implies(_) | Code::Compare(..) | Code::Reach(_) => (0, 1),
            Code::Count(all) => (0, all.len() as i128),
            Code::CountIs(all, _) => (0, all.len() as i128),
            Code::InstanceAt(_, _, count) => (1, (*count).into()),
            Code::Sum(all, _) => all
                .iter()
                .map(|part| self.interval(part))
                .fold((0, 0), |sum, part| operate(Operation::Add, sum, part)),
            Code::Negate(a, _) => {
                let (low, high) = self.interval(a);
                (high.saturating_neg(), low.saturating_neg())
            }
            Code::If(parts) => {
                let mut with = self.clone();
                with.learn(&parts[0]);
                around(with.interval(&parts[1]), self.without(&parts[0]).interval(&parts[2]))
            }
            Code::Arithmetic(operation, pair, _) => {
                operate(*operation, self.interval(&pair[0]), self.interval(&pair[1]))
            }
            Code::TooLarge(_) | Code::ReadNext(_) | Code::ReadNextAt(_) => ENDLESS,
            Code::Absolute(..) | Code::IndexOf(..) => ENDLESS,
        };
        (low.clamp(-FAR, FAR), high.clamp(-FAR, FAR))
    }
}

fn operate(operation: Operation, a: FiniteInterval, b: FiniteInterval) -> FiniteInterval {
    match operation {
        Operation::Add => (a.0.saturating_add(b.0), a.1.saturating_add(b.1)),
        Operation::Sub => (a.0.saturating_sub(b.1), a.1.saturating_sub(b.0)),
        Operation::Mul => {
            let products = [(a.0, b.0), (a.0, b.1), (a.1, b.0), (a.1, b.1)]
                .map(|(a, b): (i128, i128)| a.saturating_mul(b));
            let least = products.iter().min().copied().unwrap_or(-FAR);
            (least, products.iter().max().copied().unwrap_or(FAR))
        }
        Operation::Min => (a.0.min(b.0), a.1.min(b.1)),
        Operation::Max => (a.0.max(b.0), a.1.max(b.1)),
        Operation::Div if b.0 > 0 && b.0 == b.1 => (a.0.div_euclid(b.0), a.1.div_euclid(b.0)),
        Operation::Mod if b.0 > 0 => (0, b.1.saturating_sub(1)),
        Operation::Div | Operation::Mod => ENDLESS,
    }
}

fn around(a: FiniteInterval, b: FiniteInterval) -> FiniteInterval {
    (a.0.min(b.0), a.1.max(b.1))
}

/// The ends of a type; an end that is not the type's own is infinitely far away.
fn ends(domain: Domain) -> FiniteInterval {
    let is_open = |end: i64, last: i64| end == last && !domain.is_listed;
    let low = if is_open(domain.low, i64::MIN) { -FAR } else { domain.low.into() };
    let high = if is_open(domain.high, i64::MAX) { FAR } else { domain.high.into() };
    (low, high)
}

#[cfg(test)]
mod tests {
    use super::*;
    use diagnostics::Span;

    fn plus(variable: u32, constant: i64) -> Code {
        let pair = [Code::Read(variable), Code::Constant(constant)];
        Code::Arithmetic(Operation::Add, Box::new(pair), Span::default())
    }

    #[test]
    fn a_test_keeps_a_sum_within_its_type() {
        let domains = [Domain { low: 0, high: 9, is_listed: true }];
        let mut known = Known::new(&domains);
        assert!(!known.fits(&plus(0, 1), domains[0]));
        let test = Code::Bounded(Comparison::Lt, 0, 9);
        let wrapped = Code::If(Box::new([test.clone(), plus(0, 1), Code::Constant(0)]));
        assert!(known.fits(&wrapped, domains[0]));
        known.learn(&test);
        assert!(known.fits(&plus(0, 1), domains[0]));
    }

    #[test]
    fn a_sum_may_leave_a_type_that_ends_far_away() {
        for high in [(1 << 62) + 9, i64::MAX - 1, i64::MAX] {
            let wide = Domain { low: -high, high, is_listed: true };
            let known = Known::new(std::slice::from_ref(&wide));
            assert!(known.fits(&plus(0, 0), wide));
            assert!(!known.fits(&plus(0, 5), wide) && !known.fits(&plus(0, -5), wide));
        }
    }

    #[test]
    fn an_open_type_ends_nowhere() {
        let nat = Domain { low: 0, high: i64::MAX, is_listed: false };
        let known = Known::new(std::slice::from_ref(&nat));
        assert!(known.fits(&plus(0, 1), nat) && !known.fits(&plus(0, -1), nat));
    }
}
