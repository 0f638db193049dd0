//! Taking a formula apart into finite and integer conditions.
//!
//! Every formula becomes a disjunction of pairs (finite condition, integer condition). Only what mixes both sides is
//! taken apart; what speaks of one side stays whole, whatever its form.

use super::sides::{Nature, Sides};
use super::{mixed_sums, too_large, too_many_cases};
use crate::codes::with_code;
use state_sets::{Formula, Halt, Kind, Limited, Local};
use std::collections::BTreeMap;

/// A finite and an integer condition that hold together.
pub type Case = (Formula, Formula);

/// More cases than this are refused.
const MOST: usize = 1 << 12;
/// The conditions of all cases together join no more parts than this.
const WIDEST: usize = 1 << 18;

/// The cases whose disjunction the formula is, each side under its own numbers of variables.
pub fn split(formula: &Formula, sides: &Sides) -> Limited<Vec<Case>> {
    let mut splitter = Splitter { sides, locals: BTreeMap::new() };
    let cases = splitter.cases(formula, true)?;
    let own = |(finite, integer): Case| (sides.renumbered(&finite), sides.renumbered(&integer));
    Ok(cases.into_iter().map(own).collect())
}

/// Takes formulas apart.
pub struct Splitter<'a> {
    /// The sides of the variables.
    pub sides: &'a Sides,
    /// The variables bound so far.
    pub locals: BTreeMap<Local, Kind>,
}

impl Splitter<'_> {
    /// The cases in which the formula has this truth value.
    pub fn cases(&mut self, formula: &Formula, wanted: bool) -> Limited<Vec<Case>> {
        let plain = || if wanted { formula.clone() } else { formula.clone().negated() };
        match self.sides.nature(formula, &mut self.locals) {
            None | Some(Nature::Finite) => return Ok(kept([(plain(), Formula::truth())])),
            Some(Nature::Integer) => return Ok(kept([(Formula::truth(), plain())])),
            Some(Nature::Mixed) => {}
        }
        match formula {
            Formula::Not(inner) => self.cases(inner, !wanted),
            Formula::And(parts) if wanted => self.all(parts, wanted),
            Formula::Or(parts) if !wanted => self.all(parts, wanted),
            Formula::And(parts) | Formula::Or(parts) => self.any(parts, wanted),
            Formula::Member(..) | Formula::Same(..) => {
                Err(Halt::Unsupported("a code is compared with an integer".into()))
            }
            Formula::Compare(sum, comparison) => {
                mixed_sums::cases(self, sum, wanted, |rest| Formula::Compare(rest, *comparison))
            }
            Formula::Divides(divisor, sum) => {
                mixed_sums::cases(self, sum, wanted, |rest| Formula::Divides(*divisor, rest))
            }
            Formula::Exists(locals, body) => self.exists(locals, body, wanted),
        }
    }

    /// The cases in which all parts have the truth value.
    fn all(&mut self, parts: &[Formula], wanted: bool) -> Limited<Vec<Case>> {
        let mut found = vec![(Formula::truth(), Formula::truth())];
        for part in parts {
            found = conjoined(&found, &self.cases(part, wanted)?)?;
        }
        Ok(found)
    }

    /// The cases in which some part has the truth value.
    fn any(&mut self, parts: &[Formula], wanted: bool) -> Limited<Vec<Case>> {
        let mut found = Vec::new();
        for part in parts {
            found.extend(self.cases(part, wanted)?);
        }
        joined(found)
    }

    fn exists(&mut self, locals: &[(Local, Kind)], body: &Formula, wanted: bool) -> Limited<Vec<Case>> {
        let finite = locals.iter().find_map(|(local, kind)| match kind {
            Kind::Finite { count } => Some((*local, *count)),
            Kind::Integer { .. } => None,
        });
        if let Some((local, count)) = finite {
            return self.any_code(locals, body, (local, count), wanted);
        }
        let inside = self.cases(body, true)?;
        let bound = |(finite, integer): Case| (finite, Formula::exists(locals.to_vec(), integer));
        let cases: Vec<Case> = inside.into_iter().map(bound).collect();
        if wanted { Ok(cases) } else { excluded(&cases) }
    }

    /// The same as `exists`, with one finite variable replaced by each of its codes.
    fn any_code(
        &mut self,
        locals: &[(Local, Kind)],
        body: &Formula,
        (local, count): (Local, u64),
        wanted: bool,
    ) -> Limited<Vec<Case>> {
        if count > MOST as u64 {
            return Err(too_many_cases());
        }
        let others: Vec<(Local, Kind)> = locals.iter().copied().filter(|(own, _)| *own != local).collect();
        let with_code = |code| {
            let body = with_code(body, local, code)?;
            Some(Formula::exists(others.clone(), body))
        };
        let parts: Option<Vec<Formula>> = (0..count).map(with_code).collect();
        let parts = Formula::any(parts.ok_or_else(too_large)?);
        self.cases(&parts, wanted)
    }
}

/// The cases that are not plainly impossible.
fn kept(cases: impl IntoIterator<Item = Case>) -> Vec<Case> {
    cases.into_iter().filter(|(finite, integer)| !finite.is_falsity() && !integer.is_falsity()).collect()
}

/// The cases in which both hold.
pub fn conjoined(left: &[Case], right: &[Case]) -> Limited<Vec<Case>> {
    if left.len().saturating_mul(right.len()) > MOST {
        return Err(too_many_cases());
    }
    let both = |a: &Case, b: &Case| (a.0.clone().and(b.0.clone()), a.1.clone().and(b.1.clone()));
    joined(left.iter().flat_map(|a| right.iter().map(move |b| both(a, b))).collect())
}

/// The same cases, those with the same condition on one side made one.
fn joined(cases: Vec<Case>) -> Limited<Vec<Case>> {
    let mut found: Vec<Case> = Vec::new();
    let mut width = 0_usize;
    for (finite, integer) in kept(cases) {
        // Few cases can have many parts each, once others have been joined to them.
        width = width.saturating_add(parts(&finite)).saturating_add(parts(&integer));
        if width > WIDEST {
            return Err(too_many_cases());
        }
        if let Some(case) = found.iter_mut().find(|case| case.1 == integer) {
            case.0 = std::mem::replace(&mut case.0, Formula::truth()).or(finite);
        } else if let Some(case) = found.iter_mut().find(|case| case.0 == finite) {
            case.1 = std::mem::replace(&mut case.1, Formula::truth()).or(integer);
        } else {
            found.push((finite, integer));
        }
    }
    if found.len() > MOST { Err(too_many_cases()) } else { Ok(found) }
}

/// How many parts a formula joins.
fn parts(formula: &Formula) -> usize {
    match formula {
        Formula::And(parts) | Formula::Or(parts) => parts.len(),
        _ => 1,
    }
}

/// The cases in which none of these holds.
fn excluded(cases: &[Case]) -> Limited<Vec<Case>> {
    let mut found = vec![(Formula::truth(), Formula::truth())];
    for (finite, integer) in cases {
        let not = [(finite.clone().negated(), Formula::truth()), (finite.clone(), integer.clone().negated())];
        found = conjoined(&found, &not)?;
    }
    Ok(found)
}
