//! Whether two places are different variables, as a condition on the state.

use std::collections::BTreeSet;

use diagnostics::Span;
use system::{Comparison, Expr, ExprKind, Operation, Place, Selector, SelectorKind, Sort, Value, VariableId};

use super::Lowerer;
use super::write::same;

/// Places that can be more variables than this may be any.
const MOST_TARGETS: u64 = 10_000;

impl Lowerer<'_, '_> {
    /// That two places are different variables.
    pub(super) fn different(&mut self, first: &Place, second: &Place, span: Span) -> Expr {
        if let Some(parts) = self.different_selections(first, second, span) {
            return self.some(parts, span);
        }
        let (first, second) = (self.address(first, span), self.address(second, span));
        self.compare(Comparison::Ne, first, second, span)
    }

    /// The same, selection by selection, where both are chosen alike or one of them is fixed.
    fn different_selections(&mut self, first: &Place, second: &Place, span: Span) -> Option<Vec<Expr>> {
        let (fixed, open) = match (first.fixed(), second.fixed()) {
            (Some(fixed), _) => (fixed, second),
            (_, Some(fixed)) => (fixed, first),
            _ => {
                let alike =
                    |(a, b): (&Selector, &Selector)| (a.low, a.count, a.stride) == (b.low, b.count, b.stride);
                let mut pairs = first.selectors.iter().zip(&second.selectors);
                if first.first != second.first
                    || first.selectors.len() != second.selectors.len()
                    || !pairs.all(alike)
                {
                    return None;
                }
                let pairs = first.selectors.iter().zip(&second.selectors);
                let open = pairs.filter(|(a, b)| a.kind != b.kind || !same(&a.index, &b.index));
                return Some(open.map(|(a, b)| self.selected_apart(a, b, span)).collect());
            }
        };
        let mut rest = fixed.0.checked_sub(open.first.0)?;
        let mut parts = Vec::new();
        for selector in &open.selectors {
            let position = rest.checked_div(selector.stride)?;
            rest = rest.checked_rem(selector.stride)?;
            if position >= selector.count {
                return None;
            }
            let value = match selector.kind {
                SelectorKind::Reference(process) => {
                    let value = Value::Reference(Some(position));
                    Expr::new(ExprKind::Const(value, Sort::Reference(process)), span)
                }
                _ => Expr::int(selector.low.saturating_add(i128::from(position)), span),
            };
            parts.push(self.compare(Comparison::Ne, selector.index.clone(), value, span));
        }
        (rest == 0).then_some(parts)
    }

    /// That two selections are different; one may be by a reference and the other by an index.
    fn selected_apart(&mut self, first: &Selector, second: &Selector, span: Span) -> Expr {
        let (left, right) = if first.kind == second.kind {
            (first.index.clone(), second.index.clone())
        } else {
            (self.index_in(first, span), self.index_in(second, span))
        };
        self.compare(Comparison::Ne, left, right, span)
    }

    /// The index that a selector selects.
    fn index_in(&mut self, selector: &Selector, span: Span) -> Expr {
        match selector.kind {
            SelectorKind::Reference(_) => self.index_of(selector.index.clone(), span),
            _ => selector.index.clone(),
        }
    }

    /// The number of the variable that a place is.
    fn address(&mut self, place: &Place, span: Span) -> Expr {
        let mut offset = i128::from(place.first.0);
        let mut terms = Vec::new();
        for selector in &place.selectors {
            let stride = i128::from(selector.stride);
            offset = offset.saturating_sub(selector.low.saturating_mul(stride));
            let index = self.index_in(selector, span);
            terms.push(self.arithmetic(Operation::Mul, Expr::int(stride, span), index, span));
        }
        terms.push(Expr::int(offset, span));
        self.sum(terms, span)
    }
}

/// The variables that a place can be.
pub(super) fn targets(place: &Place) -> Option<BTreeSet<u32>> {
    let count = place.selectors.iter().try_fold(1u64, |all, one| all.checked_mul(u64::from(one.count)))?;
    if count > MOST_TARGETS {
        return None;
    }
    let mut all = BTreeSet::from([place.first.0]);
    for selector in &place.selectors {
        let from = |first: u32| {
            (0..selector.count).map(move |position| selector.variable(VariableId(first), position).0)
        };
        all = all.into_iter().flat_map(from).collect();
    }
    Some(all)
}
