//! Sets: a truth value for each element that they can have.
//!
//! What is said of a set is said of its possible elements: where these are instances, by a quantifier over them or, when it is stored,
//! by a new truth value for each; otherwise for one value after the other.
//!
//! An element must be one that the set can have, whatever the state, and its evaluation must not fault: which of several elements
//! are evaluated would otherwise matter.

use diagnostics::Span;
use system::parameterized::configuration::{BELOW, NULL};
use system::parameterized::{Domain, ParameterizedStatement, Quantifier, Site, Term};
use system::{Comparison, Operation, Value};

use super::home::SetBase;
use super::place::Member;
use super::{Extraction, Open, OpenObstacle};
use crate::ast;
use crate::structures::Sort;
use crate::typed::{SetOperation, Slot, Structured, Typed, TypedKind, TypedPlace};

/// A possible element.
enum Candidate {
    /// An instance.
    Instance(Term),
    Null,
    /// The value with this number.
    Value(usize, Typed),
}

impl Extraction<'_> {
    /// What is made of values with parts, or asked of them.
    pub(super) fn structured(&mut self, structured: &Structured, span: Span) -> Open<Term> {
        match structured {
            Structured::Size(set) => self.size(set, span),
            Structured::Subset(inner, outer) => {
                self.of_all(&[inner, outer], Quantifier::Forall, span, &|parts| {
                    let [inner, outer] = two(parts);
                    Term::Or(vec![Term::Not(Box::new(inner)), outer])
                })
            }
            _ => Err(OpenObstacle::new("a value with parts", span)),
        }
    }

    pub(super) fn same_sets(&mut self, left: &Typed, right: &Typed, span: Span) -> Open<Term> {
        self.of_all(&[left, right], Quantifier::Forall, span, &|parts| {
            let [left, right] = two(parts);
            Term::Compare(Comparison::Eq, Box::new(left), Box::new(right))
        })
    }

    fn size(&mut self, set: &Typed, span: Span) -> Open<Term> {
        self.of_all(&[set], Quantifier::Count, span, &|mut parts| parts.remove(0))
    }

    /// What holds of all possible elements, or of how many, where it is made of whether they are in some sets.
    fn of_all(
        &mut self,
        sets: &[&Typed],
        quantifier: Quantifier,
        span: Span,
        made: &dyn Fn(Vec<Term>) -> Term,
    ) -> Open<Term> {
        let base = self.common_base(sets, span)?;
        let asked = |extraction: &mut Self, candidate: &Candidate| {
            let held = sets.iter().map(|set| extraction.holds(set, &base, candidate));
            held.collect::<Open<Vec<Term>>>().map(made)
        };
        let mut parts = Vec::new();
        for candidate in self.others(&base, span) {
            parts.push(asked(self, &candidate)?);
        }
        if !matches!(base, SetBase::Values(_)) {
            let bound = self.depth;
            self.depth += 1;
            let body = asked(self, &Candidate::Instance(Term::Bound(bound)));
            self.depth -= 1;
            let over_all = self.quantified(quantifier, bound, body?);
            if parts.is_empty() {
                return Ok(over_all);
            }
            if quantifier == Quantifier::Count {
                return Ok(sum(parts.into_iter().map(number).chain([over_all]).collect()));
            }
            parts.push(over_all);
        } else if quantifier == Quantifier::Count {
            return Ok(sum(parts.into_iter().map(number).collect()));
        }
        Ok(if quantifier == Quantifier::Exists { Term::Or(parts) } else { Term::And(parts) })
    }

    /// `e in S`
    pub(super) fn is_element(&mut self, element: &Typed, set: &Typed, span: Span) -> Open<Term> {
        let base = self.common_base(&[set], span)?;
        match &base {
            SetBase::Values(_) => {
                let mut ways = Vec::new();
                for candidate in self.others(&base, span) {
                    let Candidate::Value(_, value) = &candidate else { continue };
                    let is_it = self.comparison(Comparison::Eq, element, value, span)?;
                    ways.push(Term::And(vec![is_it, self.holds(set, &base, &candidate)?]));
                }
                Ok(Term::Or(ways))
            }
            SetBase::Indices => {
                let index = self.index(element)?;
                let mut parts = self.leads_to_somebody(&index, span)?;
                parts.push(self.holds(set, &base, &Candidate::Instance(index))?);
                Ok(Term::And(parts))
            }
            SetBase::References(..) => {
                let pointer = self.pointer(element)?;
                let is_null = Term::Same(Box::new(pointer.clone()), Box::new(Term::Nowhere(NULL)));
                let null = self.holds(set, &base, &Candidate::Null)?;
                let instance = self.holds(set, &base, &Candidate::Instance(pointer))?;
                Ok(Term::If(Box::new(is_null), Box::new(null), Box::new(instance)))
            }
        }
    }

    /// That an index is one of an instance, as far as it may be another.
    fn leads_to_somebody(&self, index: &Term, span: Span) -> Open<Vec<Term>> {
        let below = match index {
            Term::Bound(_) | Term::Instance(_) => 0,
            Term::Nowhere(_) => return Ok(vec![Term::bool(false)]),
            Term::Read(Site { variable, owner, .. }) => {
                let variables = if owner.is_some() { &self.system.locals } else { &self.system.globals };
                match variables[*variable].domain {
                    Domain::Pointer { null: false, below } => below,
                    _ => return Err(OpenObstacle::new("an element of this form", span)),
                }
            }
            _ => return Err(OpenObstacle::new("an element of this form", span)),
        };
        let other = |at: i16| {
            let same = Term::Same(Box::new(index.clone()), Box::new(Term::Nowhere(BELOW - at)));
            Term::Not(Box::new(same))
        };
        Ok((0..below).map(other).collect())
    }

    /// The candidates that are no instances.
    fn others(&self, base: &SetBase, span: Span) -> Vec<Candidate> {
        let typed = |value: &Value| {
            let sort = match value {
                Value::Bool(_) => Some(Sort::Bool),
                Value::Int(_) => Some(Sort::Int),
                _ => None,
            };
            Typed::new(TypedKind::Constant(*value), sort, span)
        };
        match base {
            SetBase::Indices => Vec::new(),
            SetBase::References(..) => vec![Candidate::Null],
            SetBase::Values(values) => {
                (0..).zip(values).map(|(number, value)| Candidate::Value(number, typed(value))).collect()
            }
        }
    }

    /// What sets can hold that are compared or combined: the same, since all values of other types would count otherwise.
    fn common_base(&self, sets: &[&Typed], span: Span) -> Open<SetBase> {
        let mut found = None;
        for set in sets {
            self.bases(set, &mut found)?;
        }
        found.ok_or_else(|| OpenObstacle::new("a set without a variable", span))
    }

    fn bases(&self, set: &Typed, found: &mut Option<SetBase>) -> Open<()> {
        match &set.kind {
            TypedKind::Read { place, next: false } => {
                let base = self.home(place).and_then(|home| home.set.clone());
                let base = base.ok_or_else(|| OpenObstacle::new("a set of this form", set.span))?;
                let is_same = match (&base, found.as_ref()) {
                    (_, None) => true,
                    (SetBase::References(one, _), Some(SetBase::References(other, _))) => one == other,
                    (one, Some(other)) => one == other,
                };
                if !is_same {
                    return Err(OpenObstacle::new("sets of different values", set.span));
                }
                found.get_or_insert(base);
                Ok(())
            }
            TypedKind::If(_, left, right) => {
                self.bases(left, found)?;
                self.bases(right, found)
            }
            TypedKind::Structured(structured) => match &**structured {
                Structured::Combined(_, left, right) => {
                    self.bases(left, found)?;
                    self.bases(right, found)
                }
                Structured::Set(_) => Ok(()),
                _ => Err(OpenObstacle::new("a set of this form", set.span)),
            },
            _ => Err(OpenObstacle::new("a set of this form", set.span)),
        }
    }

    /// Whether a candidate is in a set.
    fn holds(&mut self, set: &Typed, base: &SetBase, candidate: &Candidate) -> Open<Term> {
        let form = || OpenObstacle::new("a set of this form", set.span);
        match &set.kind {
            TypedKind::Read { place, next: false } => self.flag(place, candidate).map(Term::Read),
            TypedKind::If(condition, then, otherwise) => {
                let condition = self.term(condition)?;
                let then = self.holds(then, base, candidate)?;
                let otherwise = self.holds(otherwise, base, candidate)?;
                Ok(Term::If(Box::new(condition), Box::new(then), Box::new(otherwise)))
            }
            TypedKind::Structured(structured) => match &**structured {
                Structured::Combined(operation, left, right) => {
                    let left_held = self.holds(left, base, candidate)?;
                    let right_held = self.holds(right, base, candidate)?;
                    if may_fault(&left_held) || may_fault(&right_held) {
                        return Err(form());
                    }
                    Ok(match operation {
                        SetOperation::Union => Term::Or(vec![left_held, right_held]),
                        SetOperation::Intersection => Term::And(vec![left_held, right_held]),
                        SetOperation::Difference => {
                            Term::And(vec![left_held, Term::Not(Box::new(right_held))])
                        }
                    })
                }
                Structured::Set(elements) => {
                    let held = elements.iter().map(|element| self.is_candidate(element, base, candidate));
                    held.collect::<Open<Vec<Term>>>().map(Term::Or)
                }
                _ => Err(form()),
            },
            _ => Err(form()),
        }
    }

    /// Whether an element that is written is a candidate.
    fn is_candidate(&mut self, element: &Typed, base: &SetBase, candidate: &Candidate) -> Open<Term> {
        let span = element.span;
        let is_it = match (base, candidate) {
            (SetBase::Indices, Candidate::Instance(instance)) => {
                let index = self.index(element)?;
                if !self.leads_to_somebody(&index, span)?.is_empty() {
                    return Err(OpenObstacle::new("an element that a set may not hold", span));
                }
                Term::Same(Box::new(index), Box::new(instance.clone()))
            }
            (SetBase::References(..), Candidate::Instance(instance)) => {
                Term::Same(Box::new(self.pointer(element)?), Box::new(instance.clone()))
            }
            (SetBase::References(..), Candidate::Null) => {
                Term::Same(Box::new(self.pointer(element)?), Box::new(Term::Nowhere(NULL)))
            }
            (SetBase::Values(values), Candidate::Value(_, value)) => {
                self.fits(element, values)?;
                self.comparison(Comparison::Eq, element, value, span)?
            }
            _ => return Err(OpenObstacle::new("a set of this form", span)),
        };
        if may_fault(&is_it) {
            return Err(OpenObstacle::new("an element whose evaluation may fault", span));
        }
        Ok(is_it)
    }

    /// That an element is one of some values, whatever the state.
    fn fits(&mut self, element: &Typed, values: &[Value]) -> Open<()> {
        let outside = || OpenObstacle::new("an element that a set may not hold", element.span);
        if element.sort != Some(Sort::Int) {
            return Ok(());
        }
        let (low, high) = match self.term(element)? {
            Term::Const(value) => (value, value),
            Term::Read(Site { variable, owner, element: None }) => {
                let variables = if owner.is_some() { &self.system.locals } else { &self.system.globals };
                match variables[variable].domain {
                    Domain::Range(low, high) => (i64::from(low), i64::from(high)),
                    _ => return Err(outside()),
                }
            }
            _ => return Err(outside()),
        };
        let is_there = |value: i64| values.contains(&Value::Int(i128::from(value)));
        (low..=high).all(is_there).then_some(()).ok_or_else(outside)
    }

    /// The truth value that says whether a candidate is in a set that is stored.
    fn flag(&mut self, place: &TypedPlace, candidate: &Candidate) -> Open<Site> {
        let home = self.home(place).cloned();
        let home = home.ok_or_else(|| OpenObstacle::new("a set of this form", place.span))?;
        match (candidate, &home.set) {
            (Candidate::Instance(instance), _) => self.site_in(&home, place, &Member::Instance(instance)),
            (Candidate::Value(number, _), _) => self.site_in(&home, place, &Member::Value(*number)),
            (Candidate::Null, Some(SetBase::References(_, null))) if home.path.len() == 1 => {
                Ok(Site::global(*null))
            }
            (Candidate::Null, _) => Err(OpenObstacle::new("a set of references that is a part", place.span)),
        }
    }

    /// `S := e`
    pub(super) fn stored_set(
        &mut self,
        place: &TypedPlace,
        base: &SetBase,
        value: &Typed,
        all: &mut Vec<ParameterizedStatement>,
    ) -> Open<()> {
        let mut found = Some(base.clone());
        self.bases(value, &mut found)?;
        for candidate in self.others(base, place.span) {
            let site = self.flag(place, &candidate)?;
            all.push(ParameterizedStatement::Assign(site, self.holds(value, base, &candidate)?));
        }
        if matches!(base, SetBase::Values(_)) {
            return Ok(());
        }
        let bound = self.depth;
        self.depth += 1;
        let candidate = Candidate::Instance(Term::Bound(bound));
        let parts =
            self.flag(place, &candidate).and_then(|site| Ok((site, self.holds(value, base, &candidate)?)));
        self.depth -= 1;
        let (site, value) = parts?;
        let form = || OpenObstacle::new("a set of this form", place.span);
        all.push(self.for_everybody(&site, value, bound).ok_or_else(form)?);
        Ok(())
    }

    /// A quantifier over the elements of a set.
    pub(super) fn over_elements(
        &mut self,
        quantifier: ast::Quantifier,
        slots: &[(Slot, String)],
        set: &Typed,
        body: &Typed,
    ) -> Open<Term> {
        let span = set.span;
        let [(slot, _)] = slots else {
            return Err(OpenObstacle::new("a quantifier over pairs of elements", span));
        };
        let base = self.common_base(&[set], span)?;
        if base != SetBase::Indices {
            return Err(OpenObstacle::new("a quantifier over the elements of this set", span));
        }
        let bound = self.depth;
        self.meanings.insert(*slot, Term::Bound(bound));
        self.depth += 1;
        let candidate = Candidate::Instance(Term::Bound(bound));
        let parts = self.holds(set, &base, &candidate).and_then(|held| Ok((held, self.term(body)?)));
        self.depth -= 1;
        let (held, body) = parts?;
        Ok(match quantifier {
            ast::Quantifier::Forall => {
                let body = Term::Or(vec![Term::Not(Box::new(held)), body]);
                self.quantified(Quantifier::Forall, bound, body)
            }
            ast::Quantifier::Exists => {
                self.quantified(Quantifier::Exists, bound, Term::And(vec![held, body]))
            }
            ast::Quantifier::Count => self.quantified(Quantifier::Count, bound, Term::And(vec![held, body])),
            ast::Quantifier::Sum => return Err(OpenObstacle::new("a sum over instances", span)),
        })
    }
}

/// Whether the evaluation of a term may fault: it follows a pointer, or computes.
pub(super) fn may_fault(term: &Term) -> bool {
    term.any(&mut |term| match term {
        Term::Read(Site { owner, element, .. }) => {
            let is_safe = owner.as_deref().is_none_or(|owner| matches!(owner, Term::Bound(_)));
            element.is_some() || !is_safe
        }
        Term::Instance(_) | Term::Arithmetic(..) | Term::Negate(_) | Term::Absolute(_) => true,
        _ => false,
    })
}

fn two(parts: Vec<Term>) -> [Term; 2] {
    <[Term; 2]>::try_from(parts).unwrap_or([Term::bool(false), Term::bool(true)])
}

fn number(truth: Term) -> Term {
    Term::If(Box::new(truth), Box::new(Term::Const(1)), Box::new(Term::Const(0)))
}

fn sum(parts: Vec<Term>) -> Term {
    let add = |sum: Term, part: Term| Term::Arithmetic(Operation::Add, Box::new(sum), Box::new(part));
    parts.into_iter().reduce(add).unwrap_or(Term::Const(0))
}
