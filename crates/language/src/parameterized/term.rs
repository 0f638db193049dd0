//! Expressions that are truth values, numbers or members.

use diagnostics::Span;
use system::parameterized::{Quantifier, Site, Term};
use system::{Comparison, Operation, Value};

use super::open_constant::linear;
use super::{Extraction, Open, OpenObstacle};
use crate::evaluate::evaluate;
use crate::structures::Sort;
use crate::typed::{Instance, Typed, TypedKind, TypedSet};

/// `a => b`
pub(super) fn implies(premise: Term, conclusion: Term) -> Term {
    Term::Or(vec![Term::Not(Box::new(premise)), conclusion])
}

fn compared(comparison: Comparison, left: Term, right: Term) -> Term {
    Term::Compare(comparison, Box::new(left), Box::new(right))
}

impl Extraction<'_> {
    /// An expression of any sort.
    pub(super) fn any(&mut self, typed: &Typed) -> Open<Term> {
        match typed.sort {
            Some(Sort::Reference(_)) => self.pointer(typed),
            _ => self.term(typed),
        }
    }

    /// An expression that is no pointer.
    pub(super) fn term(&mut self, typed: &Typed) -> Open<Term> {
        if let Some(constant) = self.constant_term(typed)? {
            return Ok(constant);
        }
        let span = typed.span;
        Ok(match &typed.kind {
            TypedKind::Read { next: true, .. } => return Err(OpenObstacle::new("a relation", span)),
            TypedKind::Read { place, .. } => {
                if self.holds_index(place) {
                    return Err(OpenObstacle::new("an index that is used as a number", span));
                }
                Term::Read(self.site(place)?)
            }
            TypedKind::Not(a) => Term::Not(Box::new(self.term(a)?)),
            TypedKind::And(all) => Term::And(self.terms(all)?),
            TypedKind::Or(all) => Term::Or(self.terms(all)?),
            TypedKind::Implies(a, b) => implies(self.term(a)?, self.term(b)?),
            TypedKind::Iff(a, b) => compared(Comparison::Eq, self.term(a)?, self.term(b)?),
            TypedKind::Chain(operands, comparisons) => {
                let mut parts = Vec::new();
                for (pair, comparison) in operands.windows(2).zip(comparisons) {
                    parts.push(self.comparison(*comparison, &pair[0], &pair[1], span)?);
                }
                if parts.len() == 1 { parts.swap_remove(0) } else { Term::And(parts) }
            }
            TypedKind::Within(element, set) => self.within(element, set, span)?,
            TypedKind::Negate(a) => Term::Negate(Box::new(self.term(a)?)),
            TypedKind::Absolute(a) => Term::Absolute(Box::new(self.term(a)?)),
            TypedKind::Arithmetic(operation, a, b) => {
                Term::Arithmetic(*operation, Box::new(self.term(a)?), Box::new(self.term(b)?))
            }
            TypedKind::Sum(terms) => self.sum(terms)?,
            TypedKind::If(a, b, c) => {
                Term::If(Box::new(self.term(a)?), Box::new(self.term(b)?), Box::new(self.term(c)?))
            }
            TypedKind::At(instance, locations) => self.at(instance, locations, span)?,
            TypedKind::CountInstances(process, locations) => {
                let bound = self.depth;
                self.in_family(*process, span)?;
                let body = self.located(*process, Some(Term::Bound(bound)), locations, span)?;
                self.quantified(Quantifier::Count, bound, body)
            }
            TypedKind::Quantifier { .. } => self.quantifier(typed)?,
            TypedKind::Structured(structured) => self.structured(structured, span)?,
            TypedKind::Dispatch(dispatch) => self.dispatch(dispatch)?,
            _ => return Err(OpenObstacle::new(obstacle_of(&typed.kind), span)),
        })
    }

    fn terms(&mut self, all: &[Typed]) -> Open<Vec<Term>> {
        all.iter().map(|typed| self.term(typed)).collect()
    }

    fn constant_term(&mut self, typed: &Typed) -> Open<Option<Term>> {
        if !typed.is_constant() {
            return Ok(None);
        }
        let too_large = || OpenObstacle::new("a number that is too large", typed.span);
        if let Ok(value) = evaluate(typed, &mut self.slots) {
            return Ok(Some(match value {
                Value::Bool(value) => Term::bool(value),
                Value::Int(value) => match i64::try_from(value).ok().filter(|value| value.abs() < 1 << 36) {
                    Some(value) => Term::Const(value),
                    None => return Err(too_large()),
                },
                Value::Member(value) | Value::Location(value) => Term::Const(i64::from(value)),
                Value::Reference(_) => return Ok(None),
            }));
        }
        match linear(typed, self.open, &mut self.slots) {
            Some((1, offset)) => match i64::try_from(offset).ok().filter(|offset| offset.abs() < 1 << 36) {
                Some(offset) => Ok(Some(Term::Size(offset))),
                None => Err(too_large()),
            },
            _ => Ok(None),
        }
    }

    fn sum(&mut self, terms: &[(bool, Typed)]) -> Open<Term> {
        let mut sum: Option<Term> = None;
        for (subtracted, term) in terms {
            let term = self.term(term)?;
            sum = Some(match (sum, subtracted) {
                (None, false) => term,
                (None, true) => Term::Negate(Box::new(term)),
                (Some(sum), false) => Term::Arithmetic(Operation::Add, Box::new(sum), Box::new(term)),
                (Some(sum), true) => Term::Arithmetic(Operation::Sub, Box::new(sum), Box::new(term)),
            });
        }
        Ok(sum.unwrap_or(Term::Const(0)))
    }

    /// `left < right` and its like.
    pub(super) fn comparison(
        &mut self,
        comparison: Comparison,
        left: &Typed,
        right: &Typed,
        span: Span,
    ) -> Open<Term> {
        let is_equality = matches!(comparison, Comparison::Eq | Comparison::Ne);
        let same = |left: Term, right: Term| {
            let same = Term::Same(Box::new(left), Box::new(right));
            if comparison == Comparison::Eq { same } else { Term::Not(Box::new(same)) }
        };
        if let (Some(Sort::Structure(_)), true) = (left.sort, is_equality) {
            let equal = self.equal_parts(left, right, span)?;
            return Ok(if comparison == Comparison::Eq { equal } else { Term::Not(Box::new(equal)) });
        }
        if let Some(Sort::Reference(_)) = left.sort {
            return Ok(same(self.pointer(left)?, self.pointer(right)?));
        }
        if !self.is_index(left) && !self.is_index(right) {
            return Ok(compared(comparison, self.term(left)?, self.term(right)?));
        }
        if let Some(role) = self.role(comparison, left, right)? {
            return Ok(role);
        }
        if is_equality {
            return Ok(same(self.index(left)?, self.index(right)?));
        }
        Err(OpenObstacle::new("an order between the indices of instances", span))
    }

    fn within(&mut self, element: &Typed, set: &TypedSet, span: Span) -> Open<Term> {
        match set {
            TypedSet::Range(low, high) => Ok(Term::And(vec![
                self.comparison(Comparison::Le, low, element, span)?,
                self.comparison(Comparison::Le, element, high, span)?,
            ])),
            TypedSet::Members(members) => {
                let part = |member| self.comparison(Comparison::Eq, element, member, span);
                members.iter().map(part).collect::<Open<Vec<Term>>>().map(Term::Or)
            }
            TypedSet::Value(set) => self.is_element(element, set, span),
        }
    }

    fn at(&mut self, instance: &Instance, locations: &[u32], span: Span) -> Open<Term> {
        let owner = match instance {
            Instance::Single(_) => None,
            Instance::Reference(_, reference) => Some(self.pointer(reference)?),
            Instance::Index(_, index) => Some(self.index(index)?),
        };
        self.located(instance.process(), owner, locations, span)
    }

    /// Whether a process, or the one that an array's instance belongs to, is at one of these locations.
    fn located(
        &mut self,
        process: system::ProcessId,
        owner: Option<Term>,
        locations: &[u32],
        span: Span,
    ) -> Open<Term> {
        let body = self.checker.symbols.process_bodies[process.index()];
        let Some((_, variable)) = self.locations[body.0] else {
            return Err(OpenObstacle::new("a process without locations", span));
        };
        let site = match owner {
            None => Site::global(variable),
            Some(owner) => Site::local(variable, owner),
        };
        let part = |location: &u32| {
            compared(Comparison::Eq, Term::Read(site.clone()), Term::Const(i64::from(*location)))
        };
        let mut parts: Vec<Term> = locations.iter().map(part).collect();
        Ok(if parts.len() == 1 { parts.swap_remove(0) } else { Term::Or(parts) })
    }
}

fn obstacle_of(kind: &TypedKind) -> &'static str {
    match kind {
        TypedKind::Reach(_) => "`reach`",
        TypedKind::CountPopulation(..) => "a population",
        TypedKind::Rigid(_) => "a quantifier over all integers",
        TypedKind::Slot(_) | TypedKind::IndexOf(_) => "an index that is used as a number",
        TypedKind::Temporal(..) | TypedKind::Until(..) | TypedKind::PathUntil(..) => "a temporal operator",
        _ => "an expression of this form",
    }
}
