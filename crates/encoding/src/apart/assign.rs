//! A value in the place of a variable.

use crate::lower::{Cells, both, either};
use state_sets::{Cell, Comparison, Formula, Kind, Linear, Shared, Space, Term, Variable};
use std::collections::HashMap;

/// The formula with a code in the place of a finite variable before the step, and what that decides decided.
pub(super) fn assigned(
    formula: &Formula,
    variable: Variable,
    code: u64,
    space: &Space,
    cells: &Cells,
) -> Formula {
    Assignment { cell: Cell::now(variable), code, space, cells, known: HashMap::new() }.formula(formula)
}

struct Assignment<'a> {
    cell: Cell,
    code: u64,
    space: &'a Space,
    cells: &'a Cells,
    /// What nodes have become, by their addresses.
    known: HashMap<usize, Formula>,
}

impl Assignment<'_> {
    fn formula(&mut self, formula: &Formula) -> Formula {
        match formula {
            Formula::And(parts) => self.once(parts.address(), |own| {
                parts.iter().fold(Formula::truth(), |all, part| {
                    if all.is_falsity() { all } else { both(&all, &own.formula(part)) }
                })
            }),
            // Nodes are aligned, so that this is the address of no other.
            Formula::Or(parts) => self.once(parts.address() | 1, |own| {
                parts.iter().fold(Formula::falsity(), |some, part| {
                    if some.is_truth() { some } else { either(&some, &own.formula(part)) }
                })
            }),
            Formula::Not(inner) => self.formula(inner).negated(),
            Formula::Member(cell, codes) if *cell == self.cell => Formula::plain(codes.contains(&self.code)),
            Formula::Same(left, right) if left == right => Formula::truth(),
            Formula::Same(left, right) if *left == self.cell => self.is_code(*right),
            Formula::Same(left, right) if *right == self.cell => self.is_code(*left),
            Formula::Member(..) | Formula::Same(..) => formula.clone(),
            Formula::Compare(sum, comparison) => self.comparison(sum, *comparison),
            Formula::Divides(divisor, sum) => match self.sum(sum) {
                Some(sum) if *divisor >= 1 && !has_local(&sum) => self.cells.divides(*divisor, sum),
                Some(sum) => Formula::Divides(*divisor, sum),
                None => formula.clone(),
            },
            Formula::Exists(locals, body) => match self.formula(body) {
                body if body.is_falsity() => body,
                body => Formula::exists(locals.clone(), body),
            },
        }
    }

    fn comparison(&mut self, sum: &Linear, comparison: Comparison) -> Formula {
        match self.sum(sum) {
            Some(sum) if !has_local(&sum) => self.cells.open(sum, comparison),
            Some(sum) => Formula::Compare(sum, comparison),
            // With the cell it says the same, where the cell has the code.
            None => Formula::Compare(sum.clone(), comparison),
        }
    }

    /// The sum with what is known added up; nothing if a number gets too large.
    fn sum(&mut self, sum: &Linear) -> Option<Linear> {
        let mut result = Linear::constant(sum.constant);
        for (factor, term) in &sum.terms {
            let term = match term {
                Term::Cell(cell) if *cell == self.cell => Linear::constant(i128::from(self.code)),
                Term::Cell(cell) => Linear::cell(*cell),
                Term::Indicator(formula) => match self.formula(formula) {
                    one if one.is_truth() => Linear::constant(1),
                    zero if zero.is_falsity() => Linear::constant(0),
                    open => Linear { terms: vec![(1, Term::Indicator(Shared::new(open)))], constant: 0 },
                },
            };
            result = result.plus(&term.times(*factor)?)?;
        }
        Some(result)
    }

    fn once(&mut self, address: usize, change: impl FnOnce(&mut Self) -> Formula) -> Formula {
        if let Some(known) = self.known.get(&address) {
            return known.clone();
        }
        let changed = change(self);
        self.known.insert(address, changed.clone());
        changed
    }

    /// The cell has the code.
    fn is_code(&self, cell: Cell) -> Formula {
        let Cell::Variable(variable, _) = cell else { return Formula::is(cell, self.code) };
        match self.space.kind(variable) {
            Kind::Finite { count } if self.code >= count => Formula::falsity(),
            Kind::Finite { .. } => Formula::is(cell, self.code),
            Kind::Integer { .. } => Formula::Same(cell, self.cell),
        }
    }
}

/// Whether the sum counts a bound variable, of which the cells of the space know nothing.
fn has_local(sum: &Linear) -> bool {
    sum.terms.iter().any(|(_, term)| matches!(term, Term::Cell(Cell::Local(_))))
}
