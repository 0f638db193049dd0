//! Formulas, lists of them and sums as parts of formulas: how large they are, what they leave unbound, when they are the same.

use crate::shared::{Pairs, Part, Shared};
use crate::{Cell, Formula, Linear, Local, Term};

impl FromIterator<Formula> for Shared<Vec<Formula>> {
    fn from_iter<I: IntoIterator<Item = Formula>>(parts: I) -> Self {
        Shared::new(parts.into_iter().collect())
    }
}

impl<'a> IntoIterator for &'a Shared<Vec<Formula>> {
    type Item = &'a Formula;
    type IntoIter = std::slice::Iter<'a, Formula>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl Part for Vec<Formula> {
    fn tree_size(&self) -> usize {
        self.iter().fold(0, |sum, part| sum.saturating_add(part.tree_size()))
    }

    fn has_quantifier(&self) -> bool {
        self.iter().any(Part::has_quantifier)
    }

    fn collect_free(&self, free: &mut Vec<Local>) {
        self.iter().for_each(|part| part.collect_free(free));
    }

    fn is_same(&self, other: &Self, known: &mut Pairs) -> bool {
        self.len() == other.len() && self.iter().zip(other).all(|(left, right)| left.is_same(right, known))
    }
}

impl Part for Formula {
    fn tree_size(&self) -> usize {
        match self {
            Formula::And(parts) | Formula::Or(parts) => parts.size().saturating_add(1),
            Formula::Not(inner) | Formula::Exists(_, inner) => inner.size().saturating_add(1),
            Formula::Member(..) | Formula::Same(..) => 1,
            Formula::Compare(sum, _) | Formula::Divides(_, sum) => sum.tree_size(),
        }
    }

    fn has_quantifier(&self) -> bool {
        match self {
            Formula::And(parts) | Formula::Or(parts) => parts.binds(),
            Formula::Not(inner) => inner.binds(),
            Formula::Exists(..) => true,
            Formula::Member(..) | Formula::Same(..) => false,
            Formula::Compare(sum, _) | Formula::Divides(_, sum) => sum.has_quantifier(),
        }
    }

    fn collect_free(&self, free: &mut Vec<Local>) {
        let mut cell = |cell: &Cell| {
            if let Cell::Local(local) = cell {
                free.push(*local);
            }
        };
        match self {
            Formula::And(parts) | Formula::Or(parts) => free.extend(parts.free()),
            Formula::Not(inner) => free.extend(inner.free()),
            Formula::Exists(bound, body) => {
                let is_bound = |local: &Local| bound.iter().any(|(own, _)| own == local);
                free.extend(body.free().iter().filter(|local| !is_bound(local)));
            }
            Formula::Member(own, _) => cell(own),
            Formula::Same(left, right) => [left, right].into_iter().for_each(cell),
            Formula::Compare(sum, _) | Formula::Divides(_, sum) => sum.collect_free(free),
        }
    }

    fn is_same(&self, other: &Self, known: &mut Pairs) -> bool {
        match (self, other) {
            (Formula::And(left), Formula::And(right)) | (Formula::Or(left), Formula::Or(right)) => {
                left.same(right, known)
            }
            (Formula::Not(left), Formula::Not(right)) => left.same(right, known),
            (Formula::Exists(bound, left), Formula::Exists(other, right)) => {
                bound == other && left.same(right, known)
            }
            (Formula::Compare(left, how), Formula::Compare(right, other)) => {
                how == other && left.is_same(right, known)
            }
            (Formula::Divides(divisor, left), Formula::Divides(other, right)) => {
                divisor == other && left.is_same(right, known)
            }
            (Formula::Member(cell, codes), Formula::Member(other, others)) => {
                cell == other && codes == others
            }
            (Formula::Same(a, b), Formula::Same(c, d)) => (a, b) == (c, d),
            _ => false,
        }
    }
}

impl Part for Linear {
    fn tree_size(&self) -> usize {
        self.terms.iter().fold(1, |sum, (_, term)| match term {
            Term::Cell(_) => sum.saturating_add(1),
            Term::Indicator(formula) => sum.saturating_add(1).saturating_add(formula.size()),
        })
    }

    fn has_quantifier(&self) -> bool {
        self.terms.iter().any(|(_, term)| matches!(term, Term::Indicator(formula) if formula.binds()))
    }

    fn collect_free(&self, free: &mut Vec<Local>) {
        for (_, term) in &self.terms {
            match term {
                Term::Cell(Cell::Local(local)) => free.push(*local),
                Term::Cell(Cell::Variable(..)) => {}
                Term::Indicator(formula) => free.extend(formula.free()),
            }
        }
    }

    fn is_same(&self, other: &Self, known: &mut Pairs) -> bool {
        let same = |((left, own), (right, other)): (&(i128, Term), &(i128, Term))| {
            left == right
                && match (own, other) {
                    (Term::Cell(own), Term::Cell(other)) => own == other,
                    (Term::Indicator(own), Term::Indicator(other)) => own.same(other, known),
                    _ => false,
                }
        };
        self.constant == other.constant
            && self.terms.len() == other.terms.len()
            && self.terms.iter().zip(&other.terms).all(same)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Variable;

    /// A formula of 2^depth atoms in as many nodes as it is deep.
    fn doubled(depth: usize) -> Formula {
        let atom = Formula::is(Cell::now(Variable(0)), 1);
        (0..depth).fold(atom, |inner, at| {
            let parts = vec![inner.clone().negated(), inner];
            if at % 2 == 0 { Formula::And(parts.into()) } else { Formula::Or(parts.into()) }
        })
    }

    #[test]
    fn large_formulas_with_few_parts_are_measured_and_compared_at_once() {
        let (one, other) = (doubled(200), doubled(200));
        assert_eq!(one.tree_size(), usize::MAX);
        assert_eq!(one, other);
        assert_ne!(one, doubled(199));
        assert_ne!(one, one.clone().negated());
    }
}
