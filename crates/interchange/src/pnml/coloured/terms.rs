//! Terms: multisets of colours that depend on variables.

use super::sorts::{Declarations, Sort, integer, range};
use crate::Problem;
use crate::xml::{attribute, elements, name, number, only_child, problem};
use roxmltree::Node;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// A multiset: colours with how often they occur. A colour may be listed several times.
pub(super) type Multiset = Vec<(usize, u64)>;

/// A term. A colour is the multiset with that colour once.
#[derive(Debug)]
pub(super) enum Term {
    Colour(usize),
    Variable(usize),
    /// A colour that many steps further, in a sort with so many colours, from the last to the first.
    Shifted(Box<Term>, usize, usize),
    /// The part of a partition to which a colour belongs.
    Part(Box<Term>, Rc<Vec<usize>>),
    /// Tuples of these, each with the number of colours that it could be.
    Tuple(Vec<(Term, usize)>),
    /// All colours of a sort with so many of them.
    All(usize),
    /// That many times.
    Times(u64, Box<Term>),
    Sum(Vec<Term>),
    /// The first without the others.
    Difference(Vec<Term>),
}

/// Why a term has no value.
#[derive(Debug, Clone, Copy)]
pub(super) enum Valueless {
    /// More is subtracted than there is.
    Negative,
    /// A number is too large.
    TooLarge,
    /// Too much would have to be computed.
    TooMuch,
}

/// How many colours may still be looked at.
pub(super) struct Work(pub u64);

impl Work {
    pub fn spend(&mut self, amount: usize) -> Result<(), Valueless> {
        self.0 = self.0.checked_sub(amount as u64).ok_or(Valueless::TooMuch)?;
        Ok(())
    }
}

impl Declarations {
    /// A term, and the sort of its colours.
    pub fn term(&self, node: Node<'_, '_>) -> Result<(Term, Rc<Sort>), Problem> {
        match name(node) {
            "useroperator" => {
                let id = attribute(node, "declaration")?;
                let found = self.constants.get(id);
                let (sort, colour) =
                    found.ok_or_else(|| problem(node, format!("there is no constant `{id}`")))?;
                Ok((Term::Colour(*colour), Rc::clone(sort)))
            }
            "variable" => {
                let id = attribute(node, "refvariable")?;
                let found = self.variable_ids.get(id);
                let variable = *found.ok_or_else(|| problem(node, format!("there is no variable `{id}`")))?;
                Ok((Term::Variable(variable), Rc::clone(&self.variables[variable].sort)))
            }
            "dotconstant" => Ok((Term::Colour(0), Rc::new(Sort::Dot))),
            "booleanconstant" => {
                let names = vec!["false".into(), "true".into()];
                let value = attribute(node, "value")? == "true";
                Ok((Term::Colour(usize::from(value)), Rc::new(Sort::Enumeration("bool".into(), names))))
            }
            "finiteintrangeconstant" => range_constant(node),
            "successor" => self.shifted(node, |_| 1),
            "predecessor" => self.shifted(node, |size| size - 1),
            "partitionelementof" => self.part(node),
            "tuple" => {
                let parts = self.subterms(node)?;
                let sort = Sort::Product(parts.iter().map(|(_, sort)| Rc::clone(sort)).collect());
                let parts = parts.into_iter().map(|(term, sort)| (term, sort.size())).collect();
                Ok((Term::Tuple(parts), Rc::new(sort)))
            }
            "all" => self.sort(only_child(node)?).map(|sort| (Term::All(sort.size()), sort)),
            "empty" => self.sort(only_child(node)?).map(|sort| (Term::Sum(Vec::new()), sort)),
            "numberof" | "scalarproduct" => self.times(node),
            "add" => self.list(node).map(|(terms, sort)| (Term::Sum(terms), sort)),
            "subtract" => self.list(node).map(|(terms, sort)| (Term::Difference(terms), sort)),
            other => Err(problem(node, format!("<{other}> is not supported in a term"))),
        }
    }

    /// The terms inside the `<subterm>` elements of a node.
    pub fn subterms(&self, node: Node<'_, '_>) -> Result<Vec<(Term, Rc<Sort>)>, Problem> {
        subnodes(node)?.into_iter().map(|inner| self.term(inner)).collect()
    }

    /// Terms of one sort.
    fn list(&self, node: Node<'_, '_>) -> Result<(Vec<Term>, Rc<Sort>), Problem> {
        let terms = self.subterms(node)?;
        let Some((_, sort)) = terms.first() else {
            return Err(problem(node, format!("<{}> needs a <subterm>", name(node))));
        };
        let sort = Rc::clone(sort);
        if terms.iter().any(|(_, other)| *other != sort) {
            return Err(problem(node, format!("the parts of this <{}> have different sorts", name(node))));
        }
        Ok((terms.into_iter().map(|(term, _)| term).collect(), sort))
    }

    fn times(&self, node: Node<'_, '_>) -> Result<(Term, Rc<Sort>), Problem> {
        let inner = subnodes(node)?;
        let (count, term) = match inner.as_slice() {
            [only] => (1, *only),
            [count, term] if name(*count) == "numberconstant" => {
                (number(*count, attribute(*count, "value")?)?, *term)
            }
            _ => {
                let message = format!("<{}> needs a <numberconstant> and a term", name(node));
                return Err(problem(node, message));
            }
        };
        let (term, sort) = self.term(term)?;
        Ok((if count == 1 { term } else { Term::Times(count, Box::new(term)) }, sort))
    }

    fn shifted(&self, node: Node<'_, '_>, steps: fn(usize) -> usize) -> Result<(Term, Rc<Sort>), Problem> {
        let inner = subnodes(node)?;
        let [inner] = inner.as_slice() else {
            return Err(problem(node, format!("<{}> needs exactly one <subterm>", name(node))));
        };
        let (term, sort) = self.term(*inner)?;
        if !sort.is_ordered() {
            return Err(problem(node, "the colours of this sort have no order"));
        }
        let size = sort.size();
        Ok((Term::Shifted(Box::new(term), steps(size), size), sort))
    }

    fn part(&self, node: Node<'_, '_>) -> Result<(Term, Rc<Sort>), Problem> {
        let id = attribute(node, "refpartition")?;
        let partition = self.partitions.get(id);
        let partition = partition.ok_or_else(|| problem(node, format!("there is no partition `{id}`")))?;
        match self.subterms(node)?.into_iter().next() {
            Some((term, sort)) if sort == partition.of => {
                Ok((Term::Part(Box::new(term), Rc::clone(&partition.table)), Rc::clone(&partition.parts)))
            }
            _ => Err(problem(node, format!("the partition `{id}` divides another sort"))),
        }
    }
}

/// What stands inside the `<subterm>` elements of a node.
pub(super) fn subnodes<'a, 'i: 'a>(node: Node<'a, 'i>) -> Result<Vec<Node<'a, 'i>>, Problem> {
    elements(node).filter(|inner| name(*inner) == "subterm").map(only_child).collect()
}

fn range_constant(node: Node<'_, '_>) -> Result<(Term, Rc<Sort>), Problem> {
    let sort = range(only_child(node)?)?;
    let value = integer(node, "value")?;
    let Sort::Range(start, end) = sort else {
        return Err(problem(node, "a <finiteintrangeconstant> has a <finiteintrange>"));
    };
    let colour = value.checked_sub(start).and_then(|colour| usize::try_from(colour).ok());
    match colour.filter(|_| value <= end) {
        Some(colour) => Ok((Term::Colour(colour), Rc::new(sort))),
        None => Err(problem(node, format!("{value} is not in the range from {start} to {end}"))),
    }
}

impl Term {
    /// Whether it is always one colour.
    pub fn is_colour(&self) -> bool {
        match self {
            Term::Colour(_) | Term::Variable(_) => true,
            Term::Shifted(inner, ..) | Term::Part(inner, _) => inner.is_colour(),
            Term::Tuple(parts) => parts.iter().all(|(part, _)| part.is_colour()),
            Term::All(_) | Term::Times(..) | Term::Sum(_) | Term::Difference(_) => false,
        }
    }

    /// The variables in it.
    pub fn variables(&self, found: &mut BTreeSet<usize>) {
        match self {
            Term::Colour(_) | Term::All(_) => {}
            Term::Variable(variable) => drop(found.insert(*variable)),
            Term::Shifted(inner, ..) | Term::Part(inner, _) | Term::Times(_, inner) => inner.variables(found),
            Term::Tuple(parts) => parts.iter().for_each(|(part, _)| part.variables(found)),
            Term::Sum(parts) | Term::Difference(parts) => parts.iter().for_each(|part| part.variables(found)),
        }
    }

    /// Its value where variables have these values.
    pub fn value(&self, values: &[usize], work: &mut Work) -> Result<Multiset, Valueless> {
        work.spend(1)?;
        Ok(match self {
            Term::Colour(colour) => vec![(*colour, 1)],
            Term::Variable(variable) => vec![(values[*variable], 1)],
            Term::Shifted(inner, steps, size) => {
                let mut value = inner.value(values, work)?;
                value.iter_mut().for_each(|(colour, _)| *colour = (*colour + steps) % size);
                value
            }
            Term::Part(inner, table) => {
                let mut value = inner.value(values, work)?;
                value.iter_mut().for_each(|(colour, _)| *colour = table[*colour]);
                value
            }
            Term::Tuple(parts) => tuples(parts, values, work)?,
            Term::All(size) => {
                work.spend(*size)?;
                (0..*size).map(|colour| (colour, 1)).collect()
            }
            Term::Times(count, inner) => {
                let mut value = inner.value(values, work)?;
                for (_, number) in &mut value {
                    *number = number.checked_mul(*count).ok_or(Valueless::TooLarge)?;
                }
                value
            }
            Term::Sum(parts) => {
                let mut total = Multiset::new();
                for part in parts {
                    total.extend(part.value(values, work)?);
                }
                total
            }
            Term::Difference(parts) => difference(parts, values, work)?,
        })
    }

    /// The one colour that it is.
    pub fn colour(&self, values: &[usize], work: &mut Work) -> Result<usize, Valueless> {
        match self {
            Term::Variable(variable) => Ok(values[*variable]),
            _ => self.value(values, work).map(|value| value.first().map_or(0, |(colour, _)| *colour)),
        }
    }
}

/// All tuples of what the parts may be.
fn tuples(parts: &[(Term, usize)], values: &[usize], work: &mut Work) -> Result<Multiset, Valueless> {
    let mut total: Multiset = vec![(0, 1)];
    for (part, size) in parts {
        let value = part.value(values, work)?;
        work.spend(total.len().saturating_mul(value.len()))?;
        let mut longer = Multiset::with_capacity(total.len() * value.len());
        for (front, times) in &total {
            for (colour, number) in &value {
                let both = times.checked_mul(*number).ok_or(Valueless::TooLarge)?;
                longer.push((front * size + colour, both));
            }
        }
        total = longer;
    }
    Ok(total)
}

fn difference(parts: &[Term], values: &[usize], work: &mut Work) -> Result<Multiset, Valueless> {
    let mut left: BTreeMap<usize, u64> = BTreeMap::new();
    for (at, part) in parts.iter().enumerate() {
        for (colour, number) in part.value(values, work)? {
            let entry = left.entry(colour).or_insert(0);
            *entry = match at {
                0 => entry.checked_add(number).ok_or(Valueless::TooLarge)?,
                _ => entry.checked_sub(number).ok_or(Valueless::Negative)?,
            };
        }
    }
    Ok(left.into_iter().filter(|(_, number)| *number > 0).collect())
}
