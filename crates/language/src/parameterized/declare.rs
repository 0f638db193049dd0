//! The family of instances, and where variables are.

use diagnostics::Span;
use system::ProcessId;
use system::parameterized::{Domain, ParameterizedVariable};

use super::open_constant::linear;
use super::walk::each_of_model;
use super::{Extraction, Open, OpenObstacle, VariableHome};
use crate::checked::CheckedModel;
use crate::scope::Scope;
use crate::symbols::{BodyIndex, BodyKind};
use crate::typed::{Typed, TypedKind, TypedSet, VariableIndex};
use crate::types::{Form, Scalar};
use system::Comparison;

/// More elements than this of an array of fixed size are too many.
const ELEMENTS: i128 = 64;
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
            let Form::Array(low, high, _) = &declared.form else { continue };
            let range = self.open_range(low, high, span)?;
            if range.is_some() && !is_global {
                let message = format!("`{name}` has an element for each pair of instances");
                return Err(OpenObstacle::new(message, span));
            }
            note(range, &name, span)?;
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
        let is_number = self.numbers(checked);
        for number in 0..self.checker.symbols.bodies.len() {
            let body = self.checker.symbols.body(BodyIndex(number));
            let is_local = matches!(body.kind, BodyKind::Array(_));
            let names: Vec<String> = body.locations.iter().map(|name| name.text.clone()).collect();
            let name = body.name().to_owned();
            let home =
                (!names.is_empty()).then(|| self.declare(is_local, name, Domain::Locations(names), false));
            self.locations.push(home.map(|first| (is_local, first)));
        }
        for (number, is_number) in is_number.into_iter().enumerate() {
            let home = self.variable(VariableIndex(number), is_number)?;
            self.homes.push(home);
        }
        Ok(())
    }

    fn declare(&mut self, is_local: bool, name: String, domain: Domain, is_element: bool) -> usize {
        let variables = if is_local { &mut self.system.locals } else { &mut self.system.globals };
        variables.push(ParameterizedVariable { name, domain, role: None, neighbour: None, is_element });
        variables.len() - 1
    }

    fn variable(&mut self, index: VariableIndex, is_number: bool) -> Open<VariableHome> {
        let symbol = self.checker.symbols.variable(index);
        let span = symbol.name.span;
        let (in_array, name) = match symbol.body.map(|body| self.checker.symbols.body(body)) {
            None => (false, symbol.name.text.clone()),
            Some(body) => {
                (matches!(body.kind, BodyKind::Array(_)), format!("{}.{}", body.name(), symbol.name.text))
            }
        };
        if symbol.is_param {
            return Err(OpenObstacle::new(format!("`{name}` is a parameter"), span));
        }
        let declared = self.checker.variable_type(index);
        let element = match &declared.form {
            Form::Array(_, _, element) => element,
            _ => &declared,
        };
        let Some(scalar) = element.as_scalar() else {
            return Err(OpenObstacle::new(format!("`{name}` has parts"), span));
        };
        let domain = self.domain(scalar, is_number, &name, span)?;
        let is_index = matches!(domain, Domain::Pointer { null: false, .. });
        let Form::Array(low, high, _) = &declared.form else {
            let first = self.declare(in_array, name, domain, false);
            return Ok(VariableHome {
                is_local: in_array,
                is_indexed: false,
                first,
                elements: None,
                is_index,
            });
        };
        if self.open_range(low, high, span)?.is_some() {
            let first = self.declare(true, name, domain, true);
            return Ok(VariableHome { is_local: true, is_indexed: true, first, elements: None, is_index });
        }
        let (low, high) = (self.constant(low), self.constant(high));
        let (Some(low), Some(high)) = (low, high) else {
            return Err(OpenObstacle::new(format!("the size of `{name}` depends on the instance"), span));
        };
        if high - low >= ELEMENTS {
            return Err(OpenObstacle::new(format!("`{name}` has too many elements"), span));
        }
        let mut first = if in_array { self.system.locals.len() } else { self.system.globals.len() };
        for element in low..=high {
            let at = self.declare(in_array, format!("{name}[{element}]"), domain.clone(), false);
            first = first.min(at);
        }
        let count = usize::try_from(high - low + 1).unwrap_or(0);
        let low = i64::try_from(low).unwrap_or(0);
        Ok(VariableHome {
            is_local: in_array,
            is_indexed: false,
            first,
            elements: Some((low, count)),
            is_index,
        })
    }

    /// The value of an integer that no instance and no open constant is part of.
    pub(super) fn constant(&mut self, typed: &Typed) -> Option<i128> {
        match linear(typed, self.open, &mut self.slots)? {
            (0, value) => Some(value).filter(|value| value.abs() < 1 << 40),
            _ => None,
        }
    }

    fn domain(&mut self, scalar: &Scalar, is_number: bool, name: &str, span: Span) -> Open<Domain> {
        let small = |value: i128| i16::try_from(value).ok().filter(|value| value.abs() < 30_000);
        Ok(match scalar {
            Scalar::Bool => Domain::Bool,
            Scalar::Enumeration(id) => {
                let count = self.checker.symbols.enumerations.members[id.index()].len();
                Domain::Members(i16::try_from(count).unwrap_or(i16::MAX))
            }
            Scalar::Reference(process) => {
                self.in_family(*process, span)?;
                Domain::Pointer { null: true, below: 0 }
            }
            Scalar::Range(low, high) => {
                let too_large = || OpenObstacle::new(format!("the bounds of `{name}` are too large"), span);
                let Some((first, offset)) = self.range_of(low, high, name, span)? else {
                    let (low, high) = (self.constant(low), self.constant(high));
                    let (low, high) = (low.and_then(small), high.and_then(small));
                    return low.zip(high).map(|(low, high)| Domain::Range(low, high)).ok_or_else(too_large);
                };
                let below = self.system.first_index - first;
                if !is_number && offset == self.system.last_offset && (0..100).contains(&below) {
                    return Ok(Domain::Pointer { null: false, below: small(below).ok_or_else(too_large)? });
                }
                match small(first).filter(|low| (0..=2).contains(low)) {
                    Some(low) => Domain::UpTo(low, offset),
                    None => return Err(OpenObstacle::new(format!("the range of `{name}`"), span)),
                }
            }
            Scalar::Nat | Scalar::Int | Scalar::Unknown => {
                return Err(OpenObstacle::new(format!("`{name}` has no bounds"), span));
            }
        })
    }

    fn range_of(&mut self, low: &Typed, high: &Typed, name: &str, span: Span) -> Open<Option<(i128, i128)>> {
        let message = format!("the range of `{name}` neither is fixed nor runs up to the open constant");
        self.open_range(low, high, span).map_err(|_| OpenObstacle::new(message, span))
    }

    /// That a process array belongs to the family; there is no other.
    pub(super) fn in_family(&self, process: ProcessId, span: Span) -> Open<()> {
        match self.checker.symbols.process(process).kind {
            BodyKind::Array(_) => Ok(()),
            _ => Err(OpenObstacle::new("a reference to a process that is no array", span)),
        }
    }

    /// For each variable, whether it is computed with or compared by size: then it is a number, not an index.
    fn numbers(&mut self, checked: &CheckedModel<'a>) -> Vec<bool> {
        let mut is_number = vec![false; self.checker.symbols.variables.len()];
        let mut note = |typed: &Typed| {
            if let TypedKind::Read { place, .. } = &typed.kind {
                is_number[place.variable.0] = true;
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
        is_number
    }
}
