//! Replaces bound variables in formulas, and gives each quantifier variables of its own.

use state_sets::{Cell, Formula, Linear, Local, Term, Variable};
use std::collections::{BTreeMap, BTreeSet};

/// The formula with the local replaced by another cell plus an offset. With an offset, the local is an integer
/// and occurs in sums only.
pub(super) fn replaced(formula: &Formula, local: Local, cell: Cell, offset: i128) -> Option<Formula> {
    let swap = |own: Cell| if own == Cell::Local(local) { cell } else { own };
    let go = |formula: &Formula| replaced(formula, local, cell, offset);
    Some(match formula {
        Formula::And(parts) => Formula::And(parts.iter().map(go).collect::<Option<_>>()?),
        Formula::Or(parts) => Formula::Or(parts.iter().map(go).collect::<Option<_>>()?),
        Formula::Not(inner) => Formula::Not(Box::new(go(inner)?)),
        Formula::Member(own, codes) => Formula::Member(swap(*own), codes.clone()),
        Formula::Same(left, right) => Formula::Same(swap(*left), swap(*right)),
        Formula::Compare(sum, comparison) => {
            Formula::Compare(replaced_sum(sum, local, cell, offset)?, *comparison)
        }
        Formula::Divides(divisor, sum) => Formula::Divides(*divisor, replaced_sum(sum, local, cell, offset)?),
        Formula::Exists(locals, body) => Formula::Exists(locals.clone(), Box::new(go(body)?)),
    })
}

fn replaced_sum(sum: &Linear, local: Local, cell: Cell, offset: i128) -> Option<Linear> {
    let mut result = Linear::constant(sum.constant);
    for (factor, term) in &sum.terms {
        let own = match term {
            Term::Cell(own) if *own == Cell::Local(local) => {
                result.constant = result.constant.checked_add(factor.checked_mul(offset)?)?;
                Term::Cell(cell)
            }
            Term::Cell(own) => Term::Cell(*own),
            Term::Indicator(formula) => Term::Indicator(Box::new(replaced(formula, local, cell, offset)?)),
        };
        result = result.plus(&Linear { terms: vec![(*factor, own)], constant: 0 })?;
    }
    Some(result)
}

/// The formula with the bound variables numbered from zero, a different number for each quantifier.
pub(super) fn numbered(formula: &Formula) -> Formula {
    Numbering { next: 0, scope: BTreeMap::new() }.formula(formula)
}

struct Numbering {
    next: u32,
    scope: BTreeMap<Local, Local>,
}

impl Numbering {
    fn formula(&mut self, formula: &Formula) -> Formula {
        match formula {
            Formula::And(parts) => Formula::And(parts.iter().map(|part| self.formula(part)).collect()),
            Formula::Or(parts) => Formula::Or(parts.iter().map(|part| self.formula(part)).collect()),
            Formula::Not(inner) => Formula::Not(Box::new(self.formula(inner))),
            Formula::Member(cell, codes) => Formula::Member(self.cell(*cell), codes.clone()),
            Formula::Same(left, right) => Formula::Same(self.cell(*left), self.cell(*right)),
            Formula::Compare(sum, comparison) => Formula::Compare(self.sum(sum), *comparison),
            Formula::Divides(divisor, sum) => Formula::Divides(*divisor, self.sum(sum)),
            Formula::Exists(locals, body) => {
                let outer = self.scope.clone();
                let mut new = Vec::new();
                for (local, kind) in locals {
                    let fresh = Local(self.next);
                    self.next = self.next.saturating_add(1);
                    self.scope.insert(*local, fresh);
                    new.push((fresh, *kind));
                }
                let body = self.formula(body);
                self.scope = outer;
                Formula::Exists(new, Box::new(body))
            }
        }
    }

    fn sum(&mut self, sum: &Linear) -> Linear {
        let term = |term: &Term| match term {
            Term::Cell(cell) => Term::Cell(self.cell(*cell)),
            Term::Indicator(formula) => Term::Indicator(Box::new(self.formula(formula))),
        };
        let mut term = term;
        let terms = sum.terms.iter().map(|(factor, own)| (*factor, term(own))).collect();
        Linear { terms, constant: sum.constant }
    }

    fn cell(&self, cell: Cell) -> Cell {
        match cell {
            Cell::Local(local) => Cell::Local(*self.scope.get(&local).unwrap_or(&local)),
            variable => variable,
        }
    }
}

/// Calls the visitor with every cell of the formula that it does not bind itself.
pub(super) fn free_cells(formula: &Formula) -> BTreeSet<Cell> {
    let mut cells = BTreeSet::new();
    collect(formula, &mut cells);
    cells
}

fn collect(formula: &Formula, cells: &mut BTreeSet<Cell>) {
    match formula {
        Formula::And(parts) | Formula::Or(parts) => parts.iter().for_each(|part| collect(part, cells)),
        Formula::Not(inner) => collect(inner, cells),
        Formula::Member(cell, _) => drop(cells.insert(*cell)),
        Formula::Same(left, right) => cells.extend([*left, *right]),
        Formula::Compare(sum, _) | Formula::Divides(_, sum) => collect_sum(sum, cells),
        Formula::Exists(locals, body) => {
            let mut inner = free_cells(body);
            for (local, _) in locals {
                inner.remove(&Cell::Local(*local));
            }
            cells.extend(inner);
        }
    }
}

fn collect_sum(sum: &Linear, cells: &mut BTreeSet<Cell>) {
    for (_, term) in &sum.terms {
        match term {
            Term::Cell(cell) => drop(cells.insert(*cell)),
            Term::Indicator(formula) => collect(formula, cells),
        }
    }
}

/// The variables of the space that the formula mentions.
pub(super) fn variables(formula: &Formula) -> BTreeSet<Variable> {
    let of = |cell: Cell| match cell {
        Cell::Variable(variable, _) => Some(variable),
        Cell::Local(_) => None,
    };
    free_cells(formula).into_iter().filter_map(of).collect()
}

/// How many atoms and connectives the formula has.
pub(super) fn size(formula: &Formula) -> usize {
    match formula {
        Formula::And(parts) | Formula::Or(parts) => total(parts.iter().map(size)),
        Formula::Not(inner) | Formula::Exists(_, inner) => total([size(inner)]),
        Formula::Member(..) | Formula::Same(..) => 1,
        Formula::Compare(sum, _) | Formula::Divides(_, sum) => size_of_sum(sum),
    }
}

/// The same of a sum.
pub(super) fn size_of_sum(sum: &Linear) -> usize {
    let inside = sum.terms.iter().map(|(_, term)| match term {
        Term::Cell(_) => 1,
        Term::Indicator(formula) => total([size(formula)]),
    });
    total(inside)
}

/// One more than the sum of the sizes.
pub(super) fn total(sizes: impl IntoIterator<Item = usize>) -> usize {
    sizes.into_iter().fold(1, usize::saturating_add)
}
