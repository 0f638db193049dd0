//! Operands of formulas, and how larger ones are made of them: with the right sorts, not too deep, and with numbers that fit.

use crate::names::shortened;
use crate::{Names, Term};
use std::borrow::Cow;
use system::{Comparison, Sort, Value};

/// How deep a term may be, so that walking through it needs little stack.
const DEEPEST: u32 = 2_000;

/// The largest number of parts of a term that is written once and stands in a formula several times, so that what is read is at
/// most so many times as large as its text.
const LARGEST_COPY: usize = 64;

/// What is wrong, and where.
pub(crate) type Wrong = (usize, String);

/// A term with what is known of it.
#[derive(Debug)]
pub(crate) struct Operand<'t> {
    /// The term.
    pub term: Term,
    /// Not known of `null`, and of a name that is none of a variable's.
    pub sort: Option<Sort>,
    /// How deep the term is.
    pub depth: u32,
    /// Where it begins.
    pub at: usize,
    /// The name, if it is one, which may be that of a value, too.
    pub name: Option<Cow<'t, str>>,
}

/// Makes operands of operands.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Combiner<'n> {
    /// The names that there are.
    pub names: &'n Names<'n>,
}

impl<'n> Combiner<'n> {
    fn made<'t>(self, term: Term, sort: Sort, below: u32, at: usize) -> Result<Operand<'t>, Wrong> {
        let depth = below.saturating_add(1);
        if depth > DEEPEST {
            return Err((at, "the formula is nested too deeply".into()));
        }
        Ok(Operand { term, sort: Some(sort), depth, at, name: None })
    }

    /// Whether an operand has this sort, or can be read so that it has.
    fn fits(self, operand: &mut Operand<'_>, sort: Sort) -> bool {
        if operand.sort == Some(sort) {
            return true;
        }
        let is_null = operand.sort.is_none() && operand.name.is_none() && matches!(sort, Sort::Reference(_));
        match operand.name.as_ref().and_then(|name| self.names.constant(sort, name)) {
            Some(value) => operand.term = Term::Constant(value),
            None if is_null => {}
            None => return false,
        }
        operand.sort = Some(sort);
        true
    }

    /// Why an operand is of no use, whose sort is not known or not the wanted one.
    pub fn unknown(self, operand: &Operand<'_>, wanted: Option<Sort>) -> Wrong {
        let words = |sort| match sort {
            Sort::Bool => "a Boolean",
            Sort::Int => "an integer",
            Sort::Enumeration(_) => "a member of an enumeration",
            Sort::Reference(_) => "a reference",
            Sort::Location(_) => "a location",
        };
        let needed = wanted.map_or_else(String::new, |sort| format!(" where {} is needed", words(sort)));
        let what = match (&operand.name, operand.sort) {
            (_, Some(sort)) => format!("{} stands{needed}", words(sort)),
            (None, None) => format!("`null` stands{}", if needed.is_empty() { " alone" } else { &needed }),
            (Some(name), None) => match self.names.similar(name) {
                Some(near) => format!("`{name}` is no name here; is `{near}` meant?"),
                None => format!("`{}` is no name here", shortened(name)),
            },
        };
        (operand.at, what)
    }

    /// The operand, which must have this sort.
    pub fn wanted<'t>(self, mut operand: Operand<'t>, sort: Sort) -> Result<Operand<'t>, Wrong> {
        if self.fits(&mut operand, sort) { Ok(operand) } else { Err(self.unknown(&operand, Some(sort))) }
    }

    /// The common sort of two operands.
    fn common(self, left: &mut Operand<'_>, right: &mut Operand<'_>) -> Result<Sort, Wrong> {
        match (left.sort, right.sort) {
            (Some(sort), _) if self.fits(right, sort) => Ok(sort),
            (_, Some(sort)) if self.fits(left, sort) => Ok(sort),
            (None, _) => Err(self.unknown(left, right.sort)),
            (sort, _) => Err(self.unknown(right, sort)),
        }
    }

    /// Another operand like this one.
    pub fn copied<'t>(self, operand: &Operand<'t>) -> Result<Operand<'t>, Wrong> {
        if size(&operand.term, LARGEST_COPY) > LARGEST_COPY {
            return Err((
                operand.at,
                "what is compared with several things is too large; a definition can name it".into(),
            ));
        }
        let Operand { term, sort, depth, at, name } = operand;
        Ok(Operand { term: term.clone(), sort: *sort, depth: *depth, at: *at, name: name.clone() })
    }

    /// A comparison.
    pub fn compare<'t>(
        self,
        comparison: Comparison,
        mut left: Operand<'t>,
        mut right: Operand<'t>,
    ) -> Result<Operand<'t>, Wrong> {
        let sort = self.common(&mut left, &mut right)?;
        if sort != Sort::Int && !matches!(comparison, Comparison::Eq | Comparison::Ne) {
            return Err(self.unknown(&left, Some(Sort::Int)));
        }
        let below = left.depth.max(right.depth);
        self.made(Term::compare(comparison, left.term, right.term), Sort::Bool, below, left.at)
    }

    /// A conjunction or disjunction; one operand is itself.
    pub fn row<'t>(
        self,
        mut all: Vec<Operand<'t>>,
        make: fn(Vec<Term>) -> Term,
    ) -> Result<Operand<'t>, Wrong> {
        if all.len() == 1 {
            return self.wanted(all.remove(0), Sort::Bool);
        }
        let (at, below) = extent(&all);
        let terms = all.into_iter().map(|one| Ok(self.wanted(one, Sort::Bool)?.term));
        self.made(make(terms.collect::<Result<_, _>>()?), Sort::Bool, below, at)
    }

    /// `!e`
    pub fn not<'t>(self, operand: Operand<'t>) -> Result<Operand<'t>, Wrong> {
        let Operand { term, depth, at, .. } = self.wanted(operand, Sort::Bool)?;
        self.made(Term::Not(Box::new(term)), Sort::Bool, depth, at)
    }

    /// `-e`: of a constant and of a multiple, that with the opposite sign.
    pub fn negate<'t>(self, operand: Operand<'t>) -> Result<Operand<'t>, Wrong> {
        let Operand { term, depth, at, .. } = self.wanted(operand, Sort::Int)?;
        let opposite = |number: i128| number.checked_neg().ok_or_else(|| too_large(at));
        let term = match term {
            Term::Constant(Value::Int(value)) => Term::int(opposite(value)?),
            Term::Times(factor, inner) => Term::Times(opposite(factor)?, inner),
            other => Term::Times(-1, Box::new(other)),
        };
        self.made(term, Sort::Int, depth, at)
    }

    /// A sum; one of constants is computed.
    pub fn sum<'t>(self, all: Vec<Operand<'t>>) -> Result<Operand<'t>, Wrong> {
        let (at, below) = extent(&all);
        let mut total = Some(0_i128);
        let mut terms = Vec::with_capacity(all.len());
        for one in all {
            let term = self.wanted(one, Sort::Int)?.term;
            total = match (total, constant(&term)) {
                (Some(total), Some(value)) => Some(total.checked_add(value).ok_or_else(|| too_large(at))?),
                _ => None,
            };
            terms.push(term);
        }
        self.made(total.map_or(Term::Sum(terms), Term::int), Sort::Int, below, at)
    }

    /// A product, one side of which is a constant; that of two is computed.
    pub fn times<'t>(self, left: Operand<'t>, right: Operand<'t>) -> Result<Operand<'t>, Wrong> {
        let (left, right) = (self.wanted(left, Sort::Int)?, self.wanted(right, Sort::Int)?);
        let (at, below) = (left.at, left.depth.max(right.depth));
        let term = match (constant(&left.term), constant(&right.term)) {
            (Some(a), Some(b)) => Term::int(a.checked_mul(b).ok_or_else(|| too_large(at))?),
            (Some(factor), None) => Term::Times(factor, Box::new(right.term)),
            (None, Some(factor)) => Term::Times(factor, Box::new(left.term)),
            (None, None) => return Err((at, "neither side of the product is a constant".into())),
        };
        self.made(term, Sort::Int, below, at)
    }

    /// A quotient or remainder.
    pub fn divide<'t>(
        self,
        left: Operand<'t>,
        right: Operand<'t>,
        make: fn(Box<Term>, i128) -> Term,
    ) -> Result<Operand<'t>, Wrong> {
        let (left, right) = (self.wanted(left, Sort::Int)?, self.wanted(right, Sort::Int)?);
        match constant(&right.term) {
            Some(divisor) if divisor > 0 => {
                self.made(make(Box::new(left.term), divisor), Sort::Int, left.depth, left.at)
            }
            _ => Err((right.at, "the divisor is not a positive constant".into())),
        }
    }

    /// `if c then a else b`
    pub fn conditional<'t>(
        self,
        condition: Operand<'t>,
        mut then: Operand<'t>,
        mut otherwise: Operand<'t>,
    ) -> Result<Operand<'t>, Wrong> {
        let condition = self.wanted(condition, Sort::Bool)?;
        let sort = self.common(&mut then, &mut otherwise)?;
        let below = condition.depth.max(then.depth).max(otherwise.depth);
        let term = Term::If(Box::new(condition.term), Box::new(then.term), Box::new(otherwise.term));
        self.made(term, sort, below, condition.at)
    }
}

/// Where operands begin, and how deep they are.
fn extent(all: &[Operand<'_>]) -> (usize, u32) {
    (all.first().map_or(0, |one| one.at), all.iter().map(|one| one.depth).max().unwrap_or(0))
}

fn constant(term: &Term) -> Option<i128> {
    match term {
        Term::Constant(Value::Int(value)) => Some(*value),
        _ => None,
    }
}

fn too_large(at: usize) -> Wrong {
    (at, "the number is too large".into())
}

/// How many parts a term has; counting stops beyond a limit.
fn size(term: &Term, limit: usize) -> usize {
    let mut open = vec![term];
    let mut count = 0_usize;
    while let Some(term) = open.pop() {
        count = count.saturating_add(1);
        if count > limit {
            break;
        }
        match term {
            Term::Constant(_) | Term::Variable(_) | Term::Extra(_) | Term::Name(_) => {}
            Term::Not(a) | Term::Times(_, a) | Term::Divide(a, _) | Term::Modulo(a, _) => open.push(a),
            Term::And(all) | Term::Or(all) | Term::Sum(all) => open.extend(all),
            Term::Compare(_, a, b) => open.extend([&**a, &**b]),
            Term::If(a, b, c) => open.extend([&**a, &**b, &**c]),
        }
    }
    count
}
