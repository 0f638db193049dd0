//! Quantifiers over infinitely many values.
//!
//! `exists k in int: e` binds a local. Where everything that is compared with `k` has finitely many values, so has
//! `k` in effect: beyond all the values at which an atom changes, comparisons with `k` are constant and divisions
//! repeat with the least common multiple of the divisors, so a solution beyond them can be moved to within one
//! period of them. The local then becomes finite, and finite domains can decide it.
//!
//! A value of `k` for which the body faults does not satisfy it; a part without bound variables that faults is a
//! fault of the whole.
//!
//! # Reference
//! Cooper: *Theorem Proving in Arithmetic without Multiplication*, Machine Intelligence 7, 1972: the argument about
//! one period beyond the last boundary. It is used here to bound a variable, not to eliminate it.

use super::cells::number_of_codes;
use super::conjunction::{both, either};
use super::environment::Scope;
use super::interval::Interval;
use super::number::Truth;
use super::rewrite::replaced;
use super::{Lowerer, Lowering};
use state_sets::{Cell, Formula, Kind, Linear, Local, Part, Term, greatest_common_divisor};
use system::{BoundId, Expr, ExprKind};

/// A period longer than this is not used.
const MOST_PERIOD: i128 = 1 << 12;

impl Lowerer<'_> {
    /// `forall bound: body` or `exists bound: body`.
    pub(super) fn quantified(
        &mut self,
        universal: bool,
        bound: BoundId,
        body: &Expr,
        scope: Scope<'_>,
    ) -> Lowering<Truth> {
        let natural = self.system.bound(bound).natural;
        let kind = Kind::Integer { low: natural.then_some(0), high: None };
        let local = self.cells.local(kind);
        let outer = self.bounds.insert(bound, Linear::cell(Cell::Local(local)));
        let inner = self.truth(body, scope);
        let fault = self.certain_fault(body, scope);
        match outer {
            Some(outer) => drop(self.bounds.insert(bound, outer)),
            None => drop(self.bounds.remove(&bound)),
        }
        let (inner, fault) = (inner?.truth, fault?);
        let inner = if universal { inner.negated() } else { inner };
        let exists = self.exists(local, natural, inner);
        let truth = if universal { exists.negated() } else { exists };
        Ok(Truth { truth: both(&truth, &fault.clone().negated()), fault })
    }

    fn exists(&mut self, local: Local, natural: bool, body: Formula) -> Formula {
        if !body.free_locals().contains(&local) {
            return body;
        }
        let wide = Formula::exists(vec![(local, self.cells.local_kind(local))], body.clone());
        let Some(boundary) = self.boundary(&body, local) else { return wide };
        let zero = if natural { Interval::new(0, 0) } else { boundary.roots };
        let roots = boundary.roots.hull(zero).hull(Interval::new(0, 0));
        let period = Interval::new(boundary.period.saturating_neg(), boundary.period);
        let Some((low, high)) = roots.plus(period).listed(self.most_codes()) else { return wide };
        let low = if natural { low.max(0) } else { low };
        let finite = Kind::Finite { count: number_of_codes(low, high) };
        let code = self.cells.local(finite);
        match replaced(&body, local, Cell::Local(code), low) {
            Some(body) => Formula::exists(vec![(code, finite)], body),
            None => wide,
        }
    }

    /// Where the atoms that mention the local can change, and how often they repeat beyond; nothing if that is
    /// not known.
    fn boundary(&self, formula: &Formula, local: Local) -> Option<Boundary> {
        match formula {
            Formula::And(parts) | Formula::Or(parts) => {
                parts.iter().try_fold(Boundary::NONE, |sum, part| sum.with(self.boundary(part, local)?))
            }
            Formula::Not(inner) => self.boundary(inner, local),
            Formula::Member(..) | Formula::Same(..) => Some(Boundary::NONE),
            Formula::Compare(sum, _) => {
                let inner = self.indicators(sum, local)?;
                match split(sum, local)? {
                    (0, _) => Some(inner),
                    (factor, rest) => {
                        let roots = roots(factor, self.cells.interval(&rest))?;
                        inner.with(Boundary { roots, period: 1 })
                    }
                }
            }
            Formula::Divides(divisor, sum) => {
                let inner = self.indicators(sum, local)?;
                match split(sum, local)?.0 {
                    0 => Some(inner),
                    _ => inner.with(Boundary { roots: Interval::new(0, 0), period: *divisor }),
                }
            }
            // Values bound inside may depend on this one, so that nothing repeats.
            Formula::Exists(..) => (!formula.free_locals().contains(&local)).then_some(Boundary::NONE),
        }
    }

    fn indicators(&self, sum: &Linear, local: Local) -> Option<Boundary> {
        sum.terms.iter().try_fold(Boundary::NONE, |found, (_, term)| match term {
            Term::Indicator(formula) => found.with(self.boundary(formula, local)?),
            Term::Cell(_) => Some(found),
        })
    }

    /// Where a part of the body that does not depend on bound variables faults, if it is looked at.
    fn certain_fault(&mut self, expr: &Expr, scope: Scope<'_>) -> Lowering<Formula> {
        if !has_bound(expr) {
            return Ok(self.truth_or_fault(expr, scope)?.fault);
        }
        match &expr.kind {
            ExprKind::And(all) => self.certain_faults(all, true, scope),
            ExprKind::Or(all) => self.certain_faults(all, false, scope),
            ExprKind::Implies(a, b) => {
                let first = self.certain_fault(a, scope)?;
                let second = self.certain_fault(b, scope)?;
                let reached = if has_bound(a) { Formula::truth() } else { self.truth(a, scope)?.truth };
                Ok(either(&first, &both(&reached, &second)))
            }
            ExprKind::If(condition, a, b) if !has_bound(condition) => {
                let decided = self.truth(condition, scope)?;
                let first = both(&decided.truth, &self.certain_fault(a, scope)?);
                let second = both(&decided.falsehood(), &self.certain_fault(b, scope)?);
                Ok(either(&decided.fault, &either(&first, &second)))
            }
            _ => {
                let mut fault = Formula::falsity();
                for child in expr.children() {
                    fault = either(&fault, &self.certain_fault(child, scope)?);
                }
                Ok(fault)
            }
        }
    }

    fn certain_faults(&mut self, all: &[Expr], conjunction: bool, scope: Scope<'_>) -> Lowering<Formula> {
        let mut reached = Formula::truth();
        let mut fault = Formula::falsity();
        for one in all {
            fault = either(&fault, &both(&reached, &self.certain_fault(one, scope)?));
            if !has_bound(one) {
                let truth = self.truth(one, scope)?;
                reached = both(&reached, &if conjunction { truth.truth } else { truth.falsehood() });
            }
        }
        Ok(fault)
    }

    /// The faults of an expression of any sort.
    fn truth_or_fault(&mut self, expr: &Expr, scope: Scope<'_>) -> Lowering<Truth> {
        let number = self.number(expr, scope)?;
        Ok(Truth { truth: Formula::falsity(), fault: number.fault })
    }
}

/// Where atoms change.
#[derive(Debug, Clone, Copy)]
struct Boundary {
    roots: Interval,
    period: i128,
}

impl Boundary {
    const NONE: Boundary = Boundary { roots: Interval { low: Some(0), high: Some(0) }, period: 1 };

    fn with(self, other: Boundary) -> Option<Boundary> {
        let (a, b) = (self.period, other.period);
        let period = a.checked_mul(b.checked_div(greatest_common_divisor(a, b))?)?;
        (period <= MOST_PERIOD).then(|| Boundary { roots: self.roots.hull(other.roots), period })
    }
}

/// Where `factor · k + rest` can change its sign, for a rest in the interval: around `-rest / factor`. Nothing if that is
/// not known, or too large.
fn roots(factor: i128, rest: Interval) -> Option<Interval> {
    let root = |end: i128| {
        let quotient = end.checked_neg()?.checked_div_euclid(factor.checked_abs()?)?;
        if factor > 0 { Some(quotient) } else { quotient.checked_neg() }
    };
    let (first, second) = (root(rest.low?)?, root(rest.high?)?);
    Some(Interval::new(first.min(second).checked_sub(1)?, first.max(second).checked_add(1)?))
}

/// The factor of the local in a sum, and the rest of the sum; nothing if the factor is too large.
fn split(sum: &Linear, local: Local) -> Option<(i128, Linear)> {
    let is_local = |term: &Term| *term == Term::Cell(Cell::Local(local));
    let mut factors = sum.terms.iter().filter(|(_, term)| is_local(term)).map(|(factor, _)| factor);
    let factor = factors.try_fold(0_i128, |sum, factor| sum.checked_add(*factor))?;
    let terms = sum.terms.iter().filter(|(_, term)| !is_local(term)).cloned().collect();
    Some((factor, Linear { terms, constant: sum.constant }))
}

fn has_bound(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Bound(_)) || expr.children().into_iter().any(has_bound)
}
