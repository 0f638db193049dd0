//! Replaces bound variables in formulas, and gives each quantifier variables of its own.
//!
//! Formulas share their parts, so each part is looked at once.

use state_sets::{Cell, Formula, Linear, Local, Part, Shared, Term, Variable};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// The formula with the local replaced by another cell plus an offset. With an offset, the local is an integer
/// and occurs in sums only. Nothing if a number gets too large.
pub(super) fn replaced(formula: &Formula, local: Local, cell: Cell, offset: i128) -> Option<Formula> {
    Replacement { local, cell, offset, known: HashMap::new() }.formula(formula)
}

struct Replacement {
    local: Local,
    cell: Cell,
    offset: i128,
    /// What lists of parts have become, by their addresses.
    known: HashMap<usize, Shared<Vec<Formula>>>,
}

impl Replacement {
    fn formula(&mut self, formula: &Formula) -> Option<Formula> {
        let swap = |own: Cell| if own == Cell::Local(self.local) { self.cell } else { own };
        Some(match formula {
            Formula::And(parts) => Formula::And(self.parts(parts)?),
            Formula::Or(parts) => Formula::Or(self.parts(parts)?),
            Formula::Not(inner) => Formula::Not(Shared::new(self.formula(inner)?)),
            Formula::Member(own, codes) => Formula::Member(swap(*own), codes.clone()),
            Formula::Same(left, right) => Formula::Same(swap(*left), swap(*right)),
            Formula::Compare(sum, comparison) => Formula::Compare(self.sum(sum)?, *comparison),
            Formula::Divides(divisor, sum) => Formula::Divides(*divisor, self.sum(sum)?),
            Formula::Exists(locals, body) => Formula::exists(locals.clone(), self.formula(body)?),
        })
    }

    fn parts(&mut self, parts: &Shared<Vec<Formula>>) -> Option<Shared<Vec<Formula>>> {
        if !parts.free().contains(&self.local) {
            return Some(parts.clone());
        }
        if let Some(known) = self.known.get(&parts.address()) {
            return Some(known.clone());
        }
        let new: Shared<Vec<Formula>> =
            parts.iter().map(|part| self.formula(part)).collect::<Option<Vec<_>>>()?.into();
        self.known.insert(parts.address(), new.clone());
        Some(new)
    }

    fn sum(&mut self, sum: &Linear) -> Option<Linear> {
        let mut result = Linear::constant(sum.constant);
        for (factor, term) in &sum.terms {
            let own = match term {
                Term::Cell(own) if *own == Cell::Local(self.local) => {
                    result.constant = result.constant.checked_add(factor.checked_mul(self.offset)?)?;
                    Term::Cell(self.cell)
                }
                Term::Cell(own) => Term::Cell(*own),
                Term::Indicator(formula) => Term::Indicator(Shared::new(self.formula(formula)?)),
            };
            result = result.plus(&Linear { terms: vec![(*factor, own)], constant: 0 })?;
        }
        Some(result)
    }
}

/// The formula with the bound variables numbered from zero, a different number for each quantifier.
pub(super) fn numbered(formula: &Formula) -> Formula {
    Numbering { next: 0, scope: BTreeMap::new(), known: HashMap::new() }.formula(formula)
}

struct Numbering {
    next: u32,
    scope: BTreeMap<Local, Local>,
    /// What lists of parts without quantifiers have become in this scope, by their addresses.
    known: HashMap<usize, Shared<Vec<Formula>>>,
}

impl Numbering {
    fn formula(&mut self, formula: &Formula) -> Formula {
        match formula {
            Formula::And(parts) => Formula::And(self.parts(parts)),
            Formula::Or(parts) => Formula::Or(self.parts(parts)),
            Formula::Not(inner) => Formula::Not(Shared::new(self.formula(inner))),
            Formula::Member(cell, codes) => Formula::Member(self.cell(*cell), codes.clone()),
            Formula::Same(left, right) => Formula::Same(self.cell(*left), self.cell(*right)),
            Formula::Compare(sum, comparison) => Formula::Compare(self.sum(sum), *comparison),
            Formula::Divides(divisor, sum) => Formula::Divides(*divisor, self.sum(sum)),
            Formula::Exists(locals, body) => {
                let outer = (self.scope.clone(), std::mem::take(&mut self.known));
                let mut new = Vec::new();
                for (local, kind) in locals {
                    let fresh = Local(self.next);
                    self.next = self.next.saturating_add(1);
                    self.scope.insert(*local, fresh);
                    new.push((fresh, *kind));
                }
                let body = self.formula(body);
                (self.scope, self.known) = outer;
                Formula::exists(new, body)
            }
        }
    }

    fn parts(&mut self, parts: &Shared<Vec<Formula>>) -> Shared<Vec<Formula>> {
        // A quantifier gets new numbers wherever it occurs, so that only what has none can stay shared.
        let has_quantifier = parts.has_quantifier();
        if !has_quantifier {
            if parts.free().is_empty() {
                return parts.clone();
            }
            if let Some(known) = self.known.get(&parts.address()) {
                return known.clone();
            }
        }
        let new: Shared<Vec<Formula>> = parts.iter().map(|part| self.formula(part)).collect();
        if !has_quantifier {
            self.known.insert(parts.address(), new.clone());
        }
        new
    }

    fn sum(&mut self, sum: &Linear) -> Linear {
        let mut term = |term: &Term| match term {
            Term::Cell(cell) => Term::Cell(self.cell(*cell)),
            Term::Indicator(formula) => Term::Indicator(Shared::new(self.formula(formula))),
        };
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

/// The variables of the space that the formula mentions.
pub(crate) fn variables(formula: &Formula) -> BTreeSet<Variable> {
    let mut found = BTreeSet::new();
    Collection { found: &mut found, seen: HashSet::new() }.formula(formula);
    found
}

struct Collection<'a> {
    found: &'a mut BTreeSet<Variable>,
    /// The lists of parts that have been looked at, by their addresses.
    seen: HashSet<usize>,
}

impl Collection<'_> {
    fn formula(&mut self, formula: &Formula) {
        match formula {
            Formula::And(parts) | Formula::Or(parts) => {
                if self.seen.insert(parts.address()) {
                    parts.iter().for_each(|part| self.formula(part));
                }
            }
            Formula::Not(inner) | Formula::Exists(_, inner) => self.formula(inner),
            Formula::Member(cell, _) => self.cell(*cell),
            Formula::Same(left, right) => {
                self.cell(*left);
                self.cell(*right);
            }
            Formula::Compare(sum, _) | Formula::Divides(_, sum) => {
                for (_, term) in &sum.terms {
                    match term {
                        Term::Cell(cell) => self.cell(*cell),
                        Term::Indicator(formula) => self.formula(formula),
                    }
                }
            }
        }
    }

    fn cell(&mut self, cell: Cell) {
        if let Cell::Variable(variable, _) = cell {
            self.found.insert(variable);
        }
    }
}

/// How many atoms and connectives the formula has, written as a tree.
pub(super) fn size(formula: &Formula) -> usize {
    formula.tree_size()
}

/// The same of a sum.
pub(super) fn size_of_sum(sum: &Linear) -> usize {
    sum.tree_size()
}
