//! Quantifiers: those over instances are kept, all others are written out.

use system::Operation;
use system::parameterized::configuration::NULL;
use system::parameterized::{Domain, ParameterizedSystem, Quantification, Quantifier, Site, Term};

use super::{Extraction, Open, OpenObstacle};
use crate::ast;
use crate::choices::Choices;
use crate::evaluate::values;
use crate::typed::{Slot, Typed, TypedDomain, TypedKind};

/// More values than this are not written out.
const WRITTEN_OUT: u128 = 256;

impl Extraction<'_> {
    pub(super) fn quantifier(&mut self, typed: &Typed) -> Open<Term> {
        let TypedKind::Quantifier { quantifier, slots, domain, body } = &typed.kind else {
            return Err(OpenObstacle::new("an expression of this form", typed.span));
        };
        if let TypedDomain::Elements(set) = &**domain {
            return self.over_elements(*quantifier, slots, set, body);
        }
        let is_over_instances = match &**domain {
            TypedDomain::Instances(process) => self.in_family(*process, typed.span).map(|()| true)?,
            TypedDomain::Range(low, high) => self.is_family(low, high, typed.span)?,
            _ => false,
        };
        if !is_over_instances {
            return self.written_out(*quantifier, slots, domain, body, typed);
        }
        let kept = match quantifier {
            ast::Quantifier::Forall => Quantifier::Forall,
            ast::Quantifier::Exists => Quantifier::Exists,
            ast::Quantifier::Count if slots.len() == 1 => Quantifier::Count,
            _ => return Err(OpenObstacle::new("a sum, or a count of pairs, over instances", typed.span)),
        };
        self.over_instances(kept, slots, body)
    }

    fn over_instances(
        &mut self,
        quantifier: Quantifier,
        slots: &[(Slot, String)],
        body: &Typed,
    ) -> Open<Term> {
        let Some(((slot, _), rest)) = slots.split_first() else { return self.term(body) };
        let bound = self.depth;
        self.meanings.insert(*slot, Term::Bound(bound));
        self.depth += 1;
        let body = self.over_instances(quantifier, rest, body);
        self.depth -= 1;
        let body = body?;
        Ok(match at_one_point(quantifier, bound, &body, &self.system) {
            Some(term) => term,
            None => self.quantified(quantifier, bound, body),
        })
    }

    /// A quantifier over instances with a number of its own.
    pub(super) fn quantified(&mut self, quantifier: Quantifier, bound: usize, body: Term) -> Term {
        let number = self.system.quantifiers;
        self.system.quantifiers += 1;
        Term::Quantified(Box::new(Quantification { number, quantifier, bound, body }))
    }

    fn written_out(
        &mut self,
        quantifier: ast::Quantifier,
        slots: &[(Slot, String)],
        domain: &TypedDomain,
        body: &Typed,
        typed: &Typed,
    ) -> Open<Term> {
        let Ok(Some(values)) = values(domain, &mut self.slots) else {
            return Err(OpenObstacle::new("a quantifier over this domain", typed.span));
        };
        let mut choices = Choices::new(values, slots.len());
        if choices.count().is_none_or(|count| count > WRITTEN_OUT) {
            return Err(OpenObstacle::new("a quantifier over too many values", typed.span));
        }
        let mut parts = Vec::new();
        while choices.next_into(slots, &mut self.slots) {
            parts.push(self.term(body)?);
        }
        let number =
            |part: Term| Term::If(Box::new(part), Box::new(Term::Const(1)), Box::new(Term::Const(0)));
        let add = |sum: Term, part: Term| Term::Arithmetic(Operation::Add, Box::new(sum), Box::new(part));
        Ok(match quantifier {
            ast::Quantifier::Forall => Term::And(parts),
            ast::Quantifier::Exists => Term::Or(parts),
            ast::Quantifier::Sum => parts.into_iter().fold(Term::Const(0), add),
            ast::Quantifier::Count => parts.into_iter().map(number).fold(Term::Const(0), add),
        })
    }
}

/// `exists c: x = c && f(c)` is `x != null && f(x)` for a global reference x, and `forall c: x != c || f(c)` is
/// `x = null || f(x)`, where no part of f can fault.
fn at_one_point(
    quantifier: Quantifier,
    bound: usize,
    body: &Term,
    system: &ParameterizedSystem,
) -> Option<Term> {
    let (parts, wanted) = match (quantifier, body) {
        (Quantifier::Exists, Term::And(parts)) => (flat(parts, true), true),
        (Quantifier::Forall, Term::Or(parts)) => (flat(parts, false), false),
        _ => return None,
    };
    let is_simple = |part: &Term| {
        !part.any(&mut |term| match term {
            Term::Quantified(_) | Term::Instance(_) | Term::Arithmetic(..) | Term::Size(_) => true,
            Term::Read(site) => {
                site.element.is_some()
                    || site.owner.as_deref().is_some_and(|owner| !matches!(owner, Term::Bound(_)))
            }
            _ => false,
        })
    };
    if !parts.iter().all(is_simple) {
        return None;
    }
    let point = |part: &Term| match (part, wanted) {
        (Term::Same(a, b), true) => one_point(a, b, bound, system),
        (Term::Not(not), false) => match &**not {
            Term::Same(a, b) => one_point(a, b, bound, system),
            _ => None,
        },
        _ => None,
    };
    let (at, point) = parts.iter().enumerate().find_map(|(at, part)| Some((at, point(part)?)))?;
    let mut all = vec![Term::Same(Box::new(point.clone()), Box::new(Term::Nowhere(NULL)))];
    if wanted {
        all = vec![Term::Not(Box::new(all.swap_remove(0)))];
    }
    let others = parts.iter().enumerate().filter(|(other, _)| *other != at);
    all.extend(others.map(|(_, part)| replaced(part, bound, &point)));
    Some(if wanted { Term::And(all) } else { Term::Or(all) })
}

fn flat(parts: &[Term], conjunction: bool) -> Vec<Term> {
    let inner = |part: &Term| match (part, conjunction) {
        (Term::And(inner), true) | (Term::Or(inner), false) => flat(inner, conjunction),
        _ => vec![part.clone()],
    };
    parts.iter().flat_map(inner).collect()
}

/// The global reference that is compared with a bound name.
fn one_point(a: &Term, b: &Term, bound: usize, system: &ParameterizedSystem) -> Option<Term> {
    let (name, other) = if matches!(a, Term::Bound(_)) { (a, b) } else { (b, a) };
    let Term::Read(Site { owner: None, element: None, variable }) = other else { return None };
    let is_reference = matches!(system.globals[*variable].domain, Domain::Pointer { null: true, .. });
    (*name == Term::Bound(bound) && is_reference).then(|| other.clone())
}

/// A term without quantifiers in which a bound name is replaced.
fn replaced(term: &Term, bound: usize, by: &Term) -> Term {
    let new = |term: &Term| Box::new(replaced(term, bound, by));
    let all = |terms: &[Term]| terms.iter().map(|term| replaced(term, bound, by)).collect();
    match term {
        Term::Bound(number) if *number == bound => by.clone(),
        Term::Read(site) => Term::Read(Site { owner: site.owner.as_deref().map(new), ..site.clone() }),
        Term::Not(a) => Term::Not(new(a)),
        Term::Instance(a) => Term::Instance(new(a)),
        Term::Negate(a) => Term::Negate(new(a)),
        Term::Absolute(a) => Term::Absolute(new(a)),
        Term::And(terms) => Term::And(all(terms)),
        Term::Or(terms) => Term::Or(all(terms)),
        Term::Compare(comparison, a, b) => Term::Compare(*comparison, new(a), new(b)),
        Term::Same(a, b) => Term::Same(new(a), new(b)),
        Term::Arithmetic(operation, a, b) => Term::Arithmetic(*operation, new(a), new(b)),
        Term::If(a, b, c) => Term::If(new(a), new(b), new(c)),
        Term::Const(_) | Term::Nowhere(_) | Term::Bound(_) | Term::Size(_) | Term::Quantified(_) => {
            term.clone()
        }
    }
}
