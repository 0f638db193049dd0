//! The family of instances, and where variables are.

use diagnostics::Span;
use std::collections::HashSet;
use system::ProcessId;
use system::parameterized::Domain;

use super::open_constant::linear;
use super::variable::fields_of;
use super::walk::each_of_model;
use super::{Extraction, Open, OpenObstacle};
use crate::checked::CheckedModel;
use crate::scope::Scope;
use crate::symbols::{BodyIndex, BodyKind};
use crate::typed::{Typed, TypedKind, TypedSet, VariableIndex};
use crate::types::{DeclaredType, Form};
use system::Comparison;

/// Bounds of ranges from here on are too large.
const LARGE: i128 = 1 << 40;

impl<'a> Extraction<'a> {
    /// Finds the one range of indices whose end is open.
    pub(super) fn family(&mut self, _: &CheckedModel<'a>) -> Open<()> {
        let mut found: Option<(i128, i128, String)> = None;
        let mut note = |range: Option<(i128, i128)>, name: &str, span: Span| match (range, &found) {
            (None, _) => Ok(()),
            (Some((low, offset)), Some((first, last, _))) if (low, offset) == (*first, *last) => Ok(()),
            (Some((low, offset)), None) => {
                found = Some((low, offset, name.to_owned()));
                Ok(())
            }
            (Some(_), Some((_, _, other))) => {
                let message =
                    format!("`{name}` and `{other}` have different ranges of indices that are open");
                Err(OpenObstacle::new(message, span))
            }
        };
        for number in 0..self.checker.symbols.bodies.len() {
            let body = self.checker.symbols.body(BodyIndex(number));
            let (name, span) = (body.name().to_owned(), body.declaration.name.span);
            match body.kind {
                BodyKind::Population(_) => {
                    let message = format!("`{name}` is a population, whose size is open already");
                    return Err(OpenObstacle::new(message, span));
                }
                BodyKind::Single(_) => {}
                BodyKind::Array(_) => {
                    let range = self.body_range(BodyIndex(number))?;
                    if range.is_none() {
                        let message =
                            format!("`{name}` is a process array of fixed size beside the open one");
                        return Err(OpenObstacle::new(message, span));
                    }
                    note(range, &name, span)?;
                }
            }
        }
        for number in 0..self.checker.symbols.variables.len() {
            let symbol = self.checker.symbols.variable(VariableIndex(number));
            let (name, span, is_global) = (symbol.name.text.clone(), symbol.name.span, symbol.body.is_none());
            let declared = self.checker.variable_type(VariableIndex(number));
            let mut bounds = Vec::new();
            arrays(&declared, &mut bounds);
            for (low, high) in bounds {
                let range = self.open_range(low, high, span)?;
                if range.is_some() && !is_global {
                    let message = format!("`{name}` has an element for each pair of instances");
                    return Err(OpenObstacle::new(message, span));
                }
                note(range, &name, span)?;
            }
        }
        let Some((first, last, name)) = found else {
            let message = format!("`{}` is not the end of a range of indices", self.system.constant);
            return Err(OpenObstacle::new(message, Span::default()));
        };
        (self.system.first_index, self.system.last_offset, self.system.family) = (first, last, name);
        Ok(())
    }

    fn body_range(&mut self, body: BodyIndex) -> Open<Option<(i128, i128)>> {
        let Some(binder) = self.checker.symbols.body(body).declaration.index.as_ref() else {
            return Ok(None);
        };
        match self.checker.index_range(binder, &Scope::default()) {
            Some((low, high)) => self.open_range(&low, &high, binder.name.span),
            None => Ok(None),
        }
    }

    /// The first index and what is added to the open constant for the last one; none if the range is fixed.
    pub(super) fn open_range(&mut self, low: &Typed, high: &Typed, span: Span) -> Open<Option<(i128, i128)>> {
        let (open, slots) = (self.open, &mut self.slots);
        match (linear(low, open, slots), linear(high, open, slots)) {
            (Some((0, _)), Some((0, _))) => Ok(None),
            (Some((0, low)), Some((1, offset)))
                if (-LARGE..LARGE).contains(&low) && (-LARGE..LARGE).contains(&offset) =>
            {
                Ok(Some((low, offset)))
            }
            _ => Err(OpenObstacle::new("a range that does not run from a number to the open constant", span)),
        }
    }

    /// Whether a range is that of the family; an open range that is not is an obstacle.
    pub(super) fn is_family(&mut self, low: &Typed, high: &Typed, span: Span) -> Open<bool> {
        match self.open_range(low, high, span)? {
            None => Ok(false),
            Some(range) if range == (self.system.first_index, self.system.last_offset) => Ok(true),
            Some(_) => Err(OpenObstacle::new("a range over some of the instances only", span)),
        }
    }

    /// Gives each variable and each location a home.
    pub(super) fn declarations(&mut self, checked: &CheckedModel<'a>) -> Open<()> {
        self.numbers = self.numbers(checked);
        for number in 0..self.checker.symbols.bodies.len() {
            let body = self.checker.symbols.body(BodyIndex(number));
            let is_local = matches!(body.kind, BodyKind::Array(_));
            let names: Vec<String> = body.locations.iter().map(|name| name.text.clone()).collect();
            let name = body.name().to_owned();
            let home =
                (!names.is_empty()).then(|| self.declare(is_local, name, Domain::Locations(names), false));
            self.locations.push(home.map(|first| (is_local, first)));
        }
        for number in 0..self.checker.symbols.variables.len() {
            let homes = self.variable(VariableIndex(number))?;
            self.homes.push(homes);
        }
        Ok(())
    }

    /// The value of an integer that no instance and no open constant is part of.
    pub(super) fn constant(&mut self, typed: &Typed) -> Option<i128> {
        match linear(typed, self.open, &mut self.slots)? {
            (0, value) => Some(value).filter(|value| value.abs() < 1 << 40),
            _ => None,
        }
    }

    /// That a process array belongs to the family; there is no other.
    pub(super) fn in_family(&self, process: ProcessId, span: Span) -> Open<()> {
        match self.checker.symbols.process(process).kind {
            BodyKind::Array(_) => Ok(()),
            _ => Err(OpenObstacle::new("a reference to a process that is no array", span)),
        }
    }

    /// The parts of variables that are computed with or compared by size, each with the fields that lead to it: these are
    /// numbers, and no indices.
    fn numbers(&mut self, checked: &CheckedModel<'a>) -> HashSet<(VariableIndex, Vec<usize>)> {
        let mut numbers = HashSet::new();
        let mut note = |typed: &Typed| {
            if let TypedKind::Read { place, .. } = &typed.kind {
                numbers.insert((place.variable, fields_of(place)));
            }
        };
        each_of_model(checked, &mut |typed| match &typed.kind {
            TypedKind::Sum(terms) => terms.iter().for_each(|(_, term)| note(term)),
            TypedKind::Arithmetic(_, a, b) => [a, b].into_iter().for_each(|term| note(term)),
            TypedKind::Negate(a) | TypedKind::Absolute(a) => note(a),
            TypedKind::Within(element, set) if matches!(**set, TypedSet::Range(..)) => note(element),
            TypedKind::Chain(operands, comparisons) => {
                for (pair, comparison) in operands.windows(2).zip(comparisons) {
                    if !matches!(comparison, Comparison::Eq | Comparison::Ne) {
                        pair.iter().for_each(&mut note);
                    }
                }
            }
            _ => {}
        });
        numbers
    }
}

/// The arrays of which a type is made, with their bounds.
fn arrays<'t>(declared: &'t DeclaredType, all: &mut Vec<(&'t Typed, &'t Typed)>) {
    if let Form::Array(low, high, _) = &declared.form {
        all.push((low, high));
    }
    declared.form.parts().into_iter().for_each(|part| arrays(part, all));
}
