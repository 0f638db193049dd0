//! References and indices: both are pointers to instances.

use diagnostics::Span;
use system::parameterized::configuration::{BELOW, NULL};
use system::parameterized::{Domain, IndexRole, ParameterizedVariable, Site, Term};
use system::{Comparison, Operation, Value};

use super::open_constant::linear;
use super::{Extraction, Open, OpenObstacle};
use crate::structures::Sort;
use crate::typed::{Dispatch, Typed, TypedKind};

impl Extraction<'_> {
    /// A reference.
    pub(super) fn pointer(&mut self, typed: &Typed) -> Open<Term> {
        Ok(match &typed.kind {
            TypedKind::Constant(Value::Reference(None)) => Term::Nowhere(NULL),
            TypedKind::Slot(slot) => match self.meanings.get(slot) {
                Some(term) => term.clone(),
                None => return Err(OpenObstacle::new("a reference of unknown meaning", typed.span)),
            },
            TypedKind::Read { place, next: false } => Term::Read(self.site(place)?),
            TypedKind::If(a, b, c) => {
                Term::If(Box::new(self.term(a)?), Box::new(self.pointer(b)?), Box::new(self.pointer(c)?))
            }
            TypedKind::InstanceAt(process, index) => {
                self.in_family(*process, typed.span)?;
                Term::Instance(Box::new(self.index(index)?))
            }
            TypedKind::Dispatch(dispatch) => self.dispatch(dispatch)?,
            _ => return Err(OpenObstacle::new("a reference of this form", typed.span)),
        })
    }

    /// An integer that is an index of an instance, or lies just below the first one.
    pub(super) fn index(&mut self, typed: &Typed) -> Open<Term> {
        if let Some(value) = self.constant(typed) {
            return self.fixed_index(value, typed.span);
        }
        if let Some(neighbour) = self.neighbour(typed)? {
            return Ok(neighbour);
        }
        Ok(match &typed.kind {
            TypedKind::Slot(slot) if self.meanings.contains_key(slot) => self.meanings[slot].clone(),
            TypedKind::IndexOf(reference) => Term::Instance(Box::new(self.pointer(reference)?)),
            TypedKind::Read { place, next: false } if self.holds_index(place) => {
                Term::Read(self.site(place)?)
            }
            TypedKind::If(a, b, c) => {
                Term::If(Box::new(self.term(a)?), Box::new(self.index(b)?), Box::new(self.index(c)?))
            }
            _ => return Err(OpenObstacle::new("arithmetic on the indices of instances", typed.span)),
        })
    }

    fn fixed_index(&mut self, value: i128, span: Span) -> Open<Term> {
        let below = self.system.first_index - 1 - value;
        match i16::try_from(below) {
            Ok(below) if (0..1000).contains(&below) => Ok(Term::Nowhere(BELOW - below)),
            _ => Err(OpenObstacle::new(format!("one instance is singled out by its index {value}"), span)),
        }
    }

    /// Whether an integer is an index.
    pub(super) fn is_index(&mut self, typed: &Typed) -> bool {
        typed.sort == Some(Sort::Int)
            && match &typed.kind {
                TypedKind::Slot(slot) => self.meanings.contains_key(slot),
                TypedKind::IndexOf(_) => true,
                TypedKind::Read { place, .. } => self.holds_index(place),
                TypedKind::If(_, then, otherwise) => self.is_index(then) || self.is_index(otherwise),
                TypedKind::Arithmetic(Operation::Min | Operation::Max, a, b) => {
                    self.is_index(a) && self.is_index(b)
                }
                TypedKind::Sum(_) | TypedKind::Arithmetic(..) => {
                    self.sum_of(typed, &Self::is_instance).is_some() || self.round(typed).is_some()
                }
                _ => false,
            }
    }

    /// The comparison of an instance's index with a number: it never changes, so it is a variable of the
    /// instance. Numbers just below the first index are values of their own.
    pub(super) fn role(&mut self, comparison: Comparison, left: &Typed, right: &Typed) -> Open<Option<Term>> {
        let (index, mut number, comparison) = match (self.number(left), self.number(right)) {
            (None, Some(number)) => (left, number, comparison),
            (Some(number), None) => (right, number, mirrored(comparison)),
            _ => return Ok(None),
        };
        let is_equality = matches!(comparison, Comparison::Eq | Comparison::Ne);
        // `i + 1 <= N` says `i <= N - 1`.
        let mut index = index;
        if let Some((base, factor, offset)) = self.sum_of(index, &Self::is_instance) {
            index = base;
            number = (number.0.saturating_sub(factor), number.1.saturating_sub(offset));
        }
        if is_equality && number.0 == 0 && number.1 < self.system.first_index {
            return Ok(None);
        }
        let owner = match &index.kind {
            TypedKind::Slot(_) | TypedKind::IndexOf(_) => self.index(index)?,
            _ => {
                let message = "a variable that holds an index is compared with a number";
                return Err(OpenObstacle::new(message, index.span));
            }
        };
        let is_negated = comparison == Comparison::Ne;
        let comparison = if is_negated { Comparison::Eq } else { comparison };
        let role = IndexRole { comparison, factor: number.0, offset: number.1 };
        let variable = self.role_variable(role);
        let read = Term::Read(Site::local(variable, owner));
        Ok(Some(if is_negated { Term::Not(Box::new(read)) } else { read }))
    }

    fn number(&mut self, typed: &Typed) -> Option<(i128, i128)> {
        linear(typed, self.open, &mut self.slots)
    }

    pub(super) fn role_variable(&mut self, role: IndexRole) -> usize {
        if let Some(known) = self.system.locals.iter().position(|variable| variable.role == Some(role)) {
            return known;
        }
        let name = format!(
            "index {} {}*{} + {}",
            shown(role.comparison),
            role.factor,
            self.system.constant,
            role.offset
        );
        let variable = ParameterizedVariable {
            name,
            domain: Domain::Bool,
            role: Some(role),
            neighbour: None,
            is_element: false,
        };
        self.system.locals.push(variable);
        self.system.locals.len() - 1
    }

    /// A definition of a process for the instance that a reference leads to.
    pub(super) fn dispatch(&mut self, dispatch: &Dispatch) -> Open<Term> {
        let reference = Term::Instance(Box::new(self.pointer(&dispatch.reference)?));
        self.meanings.insert(dispatch.own, reference.clone());
        self.meanings.insert(dispatch.index, reference.clone());
        let body = self.any(&dispatch.body)?;
        // Whichever part of the body is evaluated, the reference is followed.
        let exists = Term::Same(Box::new(reference.clone()), Box::new(reference));
        Ok(Term::If(Box::new(exists), Box::new(body.clone()), Box::new(body)))
    }
}

pub(super) fn mirrored(comparison: Comparison) -> Comparison {
    match comparison {
        Comparison::Lt => Comparison::Gt,
        Comparison::Le => Comparison::Ge,
        Comparison::Gt => Comparison::Lt,
        Comparison::Ge => Comparison::Le,
        same => same,
    }
}

fn shown(comparison: Comparison) -> &'static str {
    match comparison {
        Comparison::Eq => "=",
        Comparison::Ne => "!=",
        Comparison::Lt => "<",
        Comparison::Le => "<=",
        Comparison::Gt => ">",
        Comparison::Ge => ">=",
    }
}
