//! Bound variables that are equal to something else: the formula speaks of that instead.

#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

use state_sets::{Cell, Comparison, Formula, Kind, Linear, Local, Part, Shared, Term};
use std::collections::HashMap;

/// The formula without those bound variables that a conjunct defines.
pub(crate) fn without_locals(formula: &Formula) -> Formula {
    Simplified::default().formula(formula)
}

/// The bound variables that no conjunct defines, and the formula without the others.
pub(crate) fn without_defined(locals: &[(Local, Kind)], body: &Formula) -> (Vec<(Local, Kind)>, Formula) {
    Simplified::default().definitions(locals, body)
}

/// What became of the parts: a formula of an action has many more parts than nodes. The nodes belong to a formula that is kept
/// meanwhile, so that their addresses are theirs.
#[derive(Default)]
struct Simplified(HashMap<usize, Formula>);

impl Simplified {
    fn formula(&mut self, formula: &Formula) -> Formula {
        let address = match formula {
            // Without bound variables there is nothing to do, and the node stays shared.
            _ if !formula.has_quantifier() => return formula.clone(),
            Formula::And(parts) => parts.address(),
            // Nodes are aligned, so that these are the addresses of no others.
            Formula::Or(parts) => parts.address() | 1,
            Formula::Not(inner) => inner.address() | 2,
            Formula::Exists(locals, body) => {
                let (left, body) = self.definitions(locals, body);
                return Formula::exists(left, body);
            }
            other => return other.clone(),
        };
        if let Some(known) = self.0.get(&address) {
            return known.clone();
        }
        let simpler = match formula {
            Formula::And(parts) => Formula::all(parts.iter().map(|part| self.formula(part))),
            Formula::Or(parts) => Formula::any(parts.iter().map(|part| self.formula(part))),
            Formula::Not(inner) => self.formula(inner).negated(),
            other => other.clone(),
        };
        self.0.insert(address, simpler.clone());
        simpler
    }

    fn definitions(&mut self, locals: &[(Local, Kind)], body: &Formula) -> (Vec<(Local, Kind)>, Formula) {
        let mut body = self.formula(body);
        let mut left = Vec::new();
        for (local, kind) in locals.iter().rev() {
            match eliminated(&body, *local, *kind) {
                Some(simpler) => body = simpler,
                None => left.push((*local, *kind)),
            }
        }
        left.reverse();
        (left, body)
    }
}

/// The formula without the bound variable, if it does not occur or a conjunct defines it.
fn eliminated(body: &Formula, local: Local, kind: Kind) -> Option<Formula> {
    let alone = [body.clone()];
    let parts: &[Formula] = match body {
        Formula::And(parts) => parts,
        Formula::Or(parts) => {
            let each = parts.iter().map(|part| eliminated(part, local, kind));
            return each.collect::<Option<Vec<_>>>().map(Formula::any);
        }
        _ => &alone,
    };
    if !parts.iter().any(|part| mentions(part, local)) {
        return Some(if has_values(kind) { body.clone() } else { Formula::falsity() });
    }
    for (place, part) in parts.iter().enumerate() {
        let Some(meaning) = defined(part, local) else { continue };
        let others = parts.iter().enumerate().filter(|(other, _)| *other != place);
        let replaced: Option<Vec<Formula>> =
            others.map(|(_, other)| replace(other, local, &meaning)).collect();
        return Some(Formula::all(replaced?.into_iter().chain(in_kind(&meaning, kind)?)));
    }
    None
}

/// Whether there is a value of the kind at all.
fn has_values(kind: Kind) -> bool {
    match kind {
        Kind::Finite { count } => count > 0,
        Kind::Integer { low, high } => low.zip(high).is_none_or(|(low, high)| low <= high),
    }
}

/// What a bound variable is equal to.
enum Definition {
    Cell(Cell),
    Code(u64),
    Sum(Linear),
}

fn defined(part: &Formula, local: Local) -> Option<Definition> {
    let own = Cell::Local(local);
    match part {
        Formula::Same(a, b) if *a == own && *b != own => Some(Definition::Cell(*b)),
        Formula::Same(a, b) if *b == own && *a != own => Some(Definition::Cell(*a)),
        Formula::Member(cell, codes) if *cell == own => match codes[..] {
            [code] => Some(Definition::Code(code)),
            _ => None,
        },
        Formula::Compare(sum, Comparison::Zero) => {
            let is_own = |(_, term): &&(i128, Term)| *term == Term::Cell(own);
            let mut own_terms = sum.terms.iter().filter(is_own);
            let factor = own_terms.try_fold(0_i128, |so_far, (factor, _)| so_far.checked_add(*factor))?;
            let others = sum.terms.iter().filter(|term| !is_own(term)).cloned().collect();
            let rest = Linear { terms: others, constant: sum.constant };
            match factor {
                1 => rest.times(-1).filter(|rest| !sum_mentions(rest, local)).map(Definition::Sum),
                -1 => Some(rest).filter(|rest| !sum_mentions(rest, local)).map(Definition::Sum),
                _ => None,
            }
        }
        _ => None,
    }
}

/// That the meaning is a value of the kind.
fn in_kind(meaning: &Definition, kind: Kind) -> Option<Vec<Formula>> {
    match (meaning, kind) {
        (Definition::Code(code), Kind::Finite { count }) => Some(vec![Formula::plain(*code < count)]),
        (Definition::Cell(cell), Kind::Finite { count }) => {
            Some(vec![Formula::Member(*cell, (0..count).collect())])
        }
        (Definition::Sum(sum), Kind::Integer { low, high }) => {
            let mut found = Vec::new();
            if let Some(low) = low {
                found.push(Formula::not_positive(Linear::constant(low).minus(sum)?));
            }
            if let Some(high) = high {
                found.push(Formula::not_positive(sum.minus(&Linear::constant(high))?));
            }
            Some(found)
        }
        _ => None,
    }
}

/// Whether a formula speaks of a bound variable.
pub(crate) fn mentions(formula: &Formula, local: Local) -> bool {
    match formula {
        Formula::And(parts) | Formula::Or(parts) => parts.free().contains(&local),
        Formula::Not(inner) => inner.free().contains(&local),
        Formula::Exists(_, body) => body.free().contains(&local),
        Formula::Member(cell, _) => *cell == Cell::Local(local),
        Formula::Same(a, b) => *a == Cell::Local(local) || *b == Cell::Local(local),
        Formula::Compare(sum, _) | Formula::Divides(_, sum) => sum_mentions(sum, local),
    }
}

fn sum_mentions(sum: &Linear, local: Local) -> bool {
    sum.terms.iter().any(|(_, term)| match term {
        Term::Cell(cell) => *cell == Cell::Local(local),
        Term::Indicator(formula) => mentions(formula, local),
    })
}

/// The formula for one code of a bound variable; nothing if a number is too large.
pub(crate) fn replace_code(formula: &Formula, local: Local, code: u64) -> Option<Formula> {
    replace(formula, local, &Definition::Code(code))
}

/// A comparison or divisibility in which a condition that is counted has this value; nothing if a number is too large.
pub(crate) fn replace_indicator(formula: &Formula, condition: &Formula, holds: bool) -> Option<Formula> {
    let decided = |sum: &Linear| {
        let is_own = |term: &Term| matches!(term, Term::Indicator(inner) if **inner == *condition);
        let (own, others): (Vec<_>, Vec<_>) = sum.terms.iter().cloned().partition(|(_, term)| is_own(term));
        let mut counted = own.iter().filter(|_| holds).map(|(factor, _)| *factor);
        let constant = counted.try_fold(sum.constant, i128::checked_add)?;
        Some(Linear { terms: others, constant })
    };
    Some(match formula {
        Formula::Compare(sum, comparison) => Formula::Compare(decided(sum)?, *comparison),
        Formula::Divides(divisor, sum) => Formula::Divides(*divisor, decided(sum)?),
        other => other.clone(),
    })
}

fn replace(formula: &Formula, local: Local, meaning: &Definition) -> Option<Formula> {
    if !mentions(formula, local) {
        return Some(formula.clone());
    }
    let own = Cell::Local(local);
    let all = |parts: &[Formula]| -> Option<Vec<Formula>> {
        parts.iter().map(|part| replace(part, local, meaning)).collect()
    };
    match formula {
        Formula::And(parts) => all(parts).map(Formula::all),
        Formula::Or(parts) => all(parts).map(Formula::any),
        Formula::Not(inner) => replace(inner, local, meaning).map(Formula::negated),
        Formula::Exists(locals, body) => {
            Some(Formula::exists(locals.clone(), replace(body, local, meaning)?))
        }
        Formula::Member(_, codes) => match meaning {
            Definition::Cell(cell) => Some(Formula::Member(*cell, codes.clone())),
            Definition::Code(code) => Some(Formula::plain(codes.contains(code))),
            Definition::Sum(_) => None,
        },
        Formula::Same(a, b) => {
            let other = if *a == own { *b } else { *a };
            match meaning {
                Definition::Cell(cell) => Some(Formula::Same(*cell, other)),
                Definition::Code(code) => Some(Formula::Member(other, vec![*code])),
                Definition::Sum(_) => None,
            }
        }
        Formula::Compare(sum, comparison) => {
            let sum = in_sum(sum, local, meaning)?;
            Some(match comparison {
                Comparison::Zero => Formula::zero(sum),
                Comparison::NotPositive => Formula::not_positive(sum),
            })
        }
        Formula::Divides(divisor, sum) => Some(Formula::Divides(*divisor, in_sum(sum, local, meaning)?)),
    }
}

fn in_sum(sum: &Linear, local: Local, meaning: &Definition) -> Option<Linear> {
    let mut result = Linear::constant(sum.constant);
    for (factor, term) in &sum.terms {
        let value = match term {
            Term::Cell(cell) if *cell == Cell::Local(local) => match meaning {
                Definition::Sum(value) => value.clone(),
                Definition::Cell(cell) => Linear::cell(*cell),
                Definition::Code(code) => Linear::constant(i128::from(*code)),
            },
            Term::Cell(cell) => Linear::cell(*cell),
            Term::Indicator(formula) => {
                let formula = replace(formula, local, meaning)?;
                Linear { terms: vec![(1, Term::Indicator(Shared::new(formula)))], constant: 0 }
            }
        };
        result = result.plus(&value.times(*factor)?)?;
    }
    Some(result)
}

#[cfg(test)]
mod tests {
    use super::*;
    use state_sets::Variable;

    /// Written as a tree, this formula has more parts than anybody can look at.
    #[test]
    fn what_is_shared_is_looked_at_once() {
        let cell = |number| Cell::now(Variable(number));
        let local = Local(0);
        let defined = Formula::Same(Cell::Local(local), cell(0));
        let chosen = defined.and(Formula::Member(Cell::Local(local), vec![1]));
        let mut formula = Formula::exists(vec![(local, Kind::Finite { count: 3 })], chosen);
        for number in 1..80 {
            let other = |code| Formula::Member(cell(number), vec![code]);
            formula = formula.clone().or(other(0)).and(formula.or(other(1)));
        }
        assert!(!without_locals(&formula).has_quantifier());
    }
}
