//! Sets as formulas: for each part the values of its finite variables, and the formula of its integer set.

use super::{Composite, SetOf};
use state_sets::{Cell, Complement, Describe, Formula, Kind, Limited, Local, Variable};

/// A finite set that consists of more cases than this is not written down.
const MOST: usize = 24;

impl<F: Complement + Describe, N: Complement + Describe> Describe for Composite<F, N> {
    fn describe(&self, set: &SetOf<F, N>) -> Limited<Option<Formula>> {
        let mut parts = Vec::new();
        for (finite, integer) in &set.parts {
            let mut cases = Vec::new();
            if !self.cases(finite, &mut cases)? {
                return Ok(None);
            }
            let Some(integer) = self.integer.describe(integer)? else { return Ok(None) };
            let finite = outside(&Formula::any(cases), |own| self.sides.finite(own), 0);
            let bound = parts.iter().filter_map(Formula::last_local).max().map_or(0, |local| local.0 + 1);
            parts.push(finite.and(outside(&integer, |own| self.sides.integer(own), bound)));
        }
        Ok(Some(Formula::any(parts)))
    }

    fn formula(&self, set: &SetOf<F, N>) -> Limited<Option<Formula>> {
        let mut parts = Vec::new();
        let mut bound = 0;
        for (finite, integer) in &set.parts {
            let (finite, integer) = (self.finite.formula(finite)?, self.integer.formula(integer)?);
            let (Some(finite), Some(integer)) = (finite, integer) else { return Ok(None) };
            let finite = outside(&finite, |own| self.sides.finite(own), 0);
            let integer = outside(&integer, |own| self.sides.integer(own), bound);
            bound = integer.last_local().map_or(bound, |local| local.0.saturating_add(1));
            parts.push(finite.and(integer));
        }
        Ok(Some(Formula::any(parts)))
    }
}

impl<F: Complement, N: Complement> Composite<F, N> {
    /// Adds formulas of boxes that together are the set; false if there are too many.
    fn cases(&self, set: &F::Set, found: &mut Vec<Formula>) -> Limited<bool> {
        if self.finite.is_empty(set)? {
            return Ok(true);
        }
        if found.len() >= MOST {
            return Ok(false);
        }
        let space = self.finite.space();
        let mut bounds = Vec::new();
        let mut split = None;
        for variable in space.all() {
            let Kind::Finite { count } = space.kind(variable) else { continue };
            let mut codes = Vec::new();
            for code in 0..count {
                let with = self.finite.set(&Formula::is(Cell::now(variable), code))?;
                if !self.finite.is_empty(&self.finite.intersection(set, &with)?)? {
                    codes.push(code);
                }
            }
            if codes.len() > 1 && split.is_none() {
                split = Some((variable, codes[0]));
            }
            if codes.len() < count as usize {
                bounds.push(Formula::Member(Cell::now(variable), codes));
            }
        }
        let box_around = Formula::all(bounds);
        let is_box = self.finite.is_subset(&self.finite.set(&box_around)?, set)?;
        match split {
            Some((variable, code)) if !is_box => {
                let with = self.finite.set(&Formula::is(Cell::now(variable), code))?;
                let (inside, rest) =
                    (self.finite.intersection(set, &with)?, self.finite.difference(set, &with)?);
                Ok(self.cases(&inside, found)? && self.cases(&rest, found)?)
            }
            _ => {
                found.push(box_around);
                Ok(true)
            }
        }
    }
}

/// The formula under the numbers that its variables have in the whole space; bound variables get numbers from one on.
fn outside(formula: &Formula, place: impl Fn(Variable) -> Variable, first: u32) -> Formula {
    formula.with_cells(&|cell| match cell {
        Cell::Variable(variable, moment) => Cell::Variable(place(variable), moment),
        Cell::Local(Local(number)) => Cell::Local(Local(number + first)),
    })
}
