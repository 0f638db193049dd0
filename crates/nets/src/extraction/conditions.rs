//! What is known of a system's markings, as conditions over the variables of the system.

#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

use super::SystemNet;
use super::view::Shape;
use crate::invariants::{PlaceInvariant, place_invariants};
use crate::{Amount, Cube, Place};
use budget::{Budget, Budgeted};
use encoding::Codes;
use std::collections::BTreeMap;
use system::{Comparison, Expr, ExprKind, Operation, System, Type, Value, VariableId};

/// A sum over more places than this tells nobody much.
const MOST_PLACES: usize = 256;

/// More sums than this are more work than help.
const MOST_SUMS: usize = 64;

/// What the tokens of a place are in the system.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Term {
    /// The number that the variable is.
    Number(VariableId),
    /// One where the variable has the value at this place of its codes, zero elsewhere.
    Has(VariableId, Place),
}

/// A sum of terms with factors, and a constant.
type Weighted = (BTreeMap<Term, i128>, i128);

impl SystemNet {
    /// The weighted sums of tokens that never change, with their values, as far as they are the same wherever the system starts. They say
    /// something that the types of the variables do not.
    ///
    /// # Errors
    /// If the budget ends it.
    pub fn conserved(&self, system: &System, budget: &Budget<'_>) -> Budgeted<Vec<Expr>> {
        let sums = place_invariants(&self.net, budget)?;
        Ok(sums.iter().filter_map(|sum| self.conservation(system, sum)).take(MOST_SUMS).collect())
    }

    fn conservation(&self, system: &System, sum: &PlaceInvariant) -> Option<Expr> {
        let is_known =
            |place: &Place| self.net.starts.iter().all(|start| matches!(start.0[*place], Amount::Exactly(_)));
        if sum.weights.len() > MOST_PLACES || !sum.weights.iter().all(|(place, _)| is_known(place)) {
            return None;
        }
        let values: Option<Vec<u64>> =
            self.net.starts.iter().map(|start| sum.value(&start.least())).collect();
        let (value, others) = values.as_ref()?.split_first()?;
        let (terms, constant) = self.weighted(&sum.weights)?;
        if others.iter().any(|other| other != value) || variables(&terms) < 2 {
            return None;
        }
        let right = i128::from(*value).checked_sub(constant)?;
        self.compared(system, &terms, Comparison::Eq, right)
    }

    /// That a weighted sum of tokens is at most a number; nothing if that cannot be said.
    pub fn never_above(&self, system: &System, weights: &[(Place, u64)], most: u64) -> Option<Expr> {
        let (terms, constant) = self.weighted(weights)?;
        self.compared(system, &terms, Comparison::Le, i128::from(most).checked_sub(constant)?)
    }

    /// That a marking is not in a cube; nothing if that cannot be said.
    pub fn never_inside(&self, system: &System, cube: &Cube) -> Option<Expr> {
        let below =
            |(place, tokens): &(Place, u64)| self.never_above(system, &[(*place, 1)], tokens.checked_sub(1)?);
        let above = |(place, tokens): &(Place, u64)| self.more_than(system, *place, *tokens);
        let parts: Option<Vec<Expr>> =
            cube.at_least.iter().map(below).chain(cube.at_most.iter().map(above)).collect();
        match parts?.as_slice() {
            [] => None,
            [one] => Some(one.clone()),
            several => Some(Expr::new(ExprKind::Or(several.to_vec()), several.first()?.span)),
        }
    }

    /// That some of these places hold a token; nothing if that cannot be said.
    pub fn some_of(&self, system: &System, places: &[Place]) -> Option<Expr> {
        let weights: Vec<(Place, u64)> = places.iter().map(|place| (*place, 1)).collect();
        let (terms, constant) = self.weighted(&weights)?;
        self.compared(system, &terms, Comparison::Gt, constant.checked_neg()?)
    }

    fn more_than(&self, system: &System, place: Place, tokens: u64) -> Option<Expr> {
        let (terms, constant) = self.weighted(&[(place, 1)])?;
        let right = i128::from(tokens).checked_sub(constant)?;
        self.compared(system, &terms, Comparison::Gt, right)
    }

    /// A weighted sum of tokens over the variables. Places with what is missing on others are written as these.
    fn weighted(&self, weights: &[(Place, u64)]) -> Option<Weighted> {
        let (mut terms, mut constant) = (BTreeMap::new(), 0_i128);
        for (place, weight) in weights {
            let weight = i128::from(*weight);
            let missing = self.complements.iter().find(|(_, (other, _))| other == place);
            let (place, factor) = match missing {
                Some((own, (_, most))) => {
                    constant = constant.checked_add(i128::from(*most).checked_mul(weight)?)?;
                    (*own, weight.checked_neg()?)
                }
                None => (*place, weight),
            };
            let (term, shift) = self.term(place)?;
            constant = constant.checked_sub(shift.checked_mul(factor)?)?;
            let own: &mut i128 = terms.entry(term).or_insert(0);
            *own = own.checked_add(factor)?;
        }
        terms.retain(|_, factor| *factor != 0);
        Some((terms, constant))
    }

    /// What the tokens of a place are: a term, from which a number is taken.
    fn term(&self, place: Place) -> Option<(Term, i128)> {
        let (number, shape) = self.view.shapes.iter().enumerate().find(|(_, shape)| match shape {
            Shape::Counter { place: own, .. } => *own == place,
            Shape::Values { first, count, .. } => {
                place.checked_sub(*first).is_some_and(|code| (code as u64) < *count)
            }
        })?;
        let variable = VariableId(u32::try_from(number).ok()?);
        match (shape, self.coding.codes.get(number)?) {
            (Shape::Counter { low, .. }, Codes::Itself) => Some((Term::Number(variable), *low)),
            (Shape::Counter { low, .. }, Codes::From(first)) => {
                Some((Term::Number(variable), low.checked_add(*first)?))
            }
            (Shape::Counter { .. }, Codes::Values(_)) => None,
            (Shape::Values { .. }, _) => Some((Term::Has(variable, place), 0)),
        }
    }

    /// A sum compared with a number.
    fn compared(
        &self,
        system: &System,
        terms: &BTreeMap<Term, i128>,
        comparison: Comparison,
        right: i128,
    ) -> Option<Expr> {
        let span = system.variables.first()?.span;
        if let [(Term::Has(variable, place), 1)] = terms.iter().map(|(t, f)| (*t, *f)).collect::<Vec<_>>()[..]
        {
            let has = self.has(system, variable, place)?;
            match (comparison, right) {
                (Comparison::Le, 0) => return Some(Expr::new(ExprKind::Not(Box::new(has)), span)),
                (Comparison::Gt, 0) => return Some(has),
                _ => {}
            }
        }
        let parts: Option<Vec<Expr>> =
            terms.iter().map(|(term, factor)| self.product(system, *term, *factor)).collect();
        let left = match parts?.as_slice() {
            [] => Expr::int(0, span),
            [one] => one.clone(),
            several => Expr::new(ExprKind::Sum(several.to_vec()), span),
        };
        Some(Expr::compare(comparison, left, Expr::int(right, span), span))
    }

    fn product(&self, system: &System, term: Term, factor: i128) -> Option<Expr> {
        let kind = match term {
            Term::Number(id) => {
                let variable = system.variable(id);
                let read = Expr::read(id, variable.ty, variable.span);
                if factor == 1 {
                    return Some(read);
                }
                let factor = Box::new(Expr::int(factor, variable.span));
                ExprKind::Arithmetic(Operation::Mul, factor, Box::new(read))
            }
            Term::Has(id, place) => {
                let span = system.variable(id).span;
                let number = |value| Box::new(Expr::int(value, span));
                ExprKind::If(Box::new(self.has(system, id, place)?), number(factor), number(0))
            }
        };
        Some(Expr::new(kind, system.variables.first()?.span))
    }

    /// That a variable has the value that a place stands for.
    fn has(&self, system: &System, id: VariableId, place: Place) -> Option<Expr> {
        let Shape::Values { first, low, .. } = self.view.shapes.get(id.index())? else { return None };
        let code = low.checked_add(i128::try_from(place.checked_sub(*first)?).ok()?)?;
        let value = self.coding.codes.get(id.index())?.value(code);
        let variable = system.variable(id);
        let read = Expr::read(id, variable.ty, variable.span);
        Some(match (variable.ty, value) {
            (Type::Bool, Value::Bool(true)) => read,
            (Type::Bool, _) => Expr::new(ExprKind::Not(Box::new(read)), variable.span),
            _ => {
                let value = Expr::new(ExprKind::Const(value, variable.ty.sort()), variable.span);
                Expr::compare(Comparison::Eq, read, value, variable.span)
            }
        })
    }
}

/// How many variables there are in a sum.
fn variables(terms: &BTreeMap<Term, i128>) -> usize {
    let mut all: Vec<VariableId> = terms
        .keys()
        .map(|term| match term {
            Term::Number(variable) | Term::Has(variable, _) => *variable,
        })
        .collect();
    all.sort_unstable();
    all.dedup();
    all.len()
}
