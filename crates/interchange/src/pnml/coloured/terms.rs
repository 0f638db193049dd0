//! Terms: multisets of colours that depend on variables.

use super::sorts::{ColourSort, Declarations, integer, range};
use crate::Problem;
use crate::xml::{attribute, elements, name, number, only_child, problem};
use roxmltree::Node;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// A multiset: colours with how often they occur. A colour may be listed several times.
pub(super) type Multiset = Vec<(usize, u64)>;

/// A term. A colour is the multiset with that colour once.
#[derive(Debug)]
pub(super) enum ColourTerm {
    Colour(usize),
    Variable(usize),
    /// A colour that many steps further, in a sort with so many colours, from the last to the first.
    Shifted(Box<ColourTerm>, usize, usize),
    /// The part of a partition to which a colour belongs.
    Part(Box<ColourTerm>, Rc<Vec<usize>>),
    /// Tuples of these, each with the number of colours that it could be.
    Tuple(Vec<(ColourTerm, usize)>),
    /// All colours of a sort with so many of them.
    All(usize),
    /// That many times.
    Times(u64, Box<ColourTerm>),
    Sum(Vec<ColourTerm>),
    /// The first without the others.
    Difference(Vec<ColourTerm>),
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
    pub fn term(&self, node: Node<'_, '_>) -> Result<(ColourTerm, Rc<ColourSort>), Problem> {
        match name(node) {
            "useroperator" => {
                let id = attribute(node, "declaration")?;
                let found = self.constants.get(id);
                let (sort, colour) =
                    found.ok_or_else(|| problem(node, format!("there is no constant `{id}`")))?;
                Ok((ColourTerm::Colour(*colour), Rc::clone(sort)))
            }
            "variable" => {
                let id = attribute(node, "refvariable")?;
                let found = self.variable_ids.get(id);
                let variable = *found.ok_or_else(|| problem(node, format!("there is no variable `{id}`")))?;
                Ok((ColourTerm::Variable(variable), Rc::clone(&self.variables[variable].sort)))
            }
            "dotconstant" => Ok((ColourTerm::Colour(0), Rc::new(ColourSort::Dot))),
            "booleanconstant" => {
                let names = vec!["false".into(), "true".into()];
                let value = attribute(node, "value")? == "true";
                Ok((
                    ColourTerm::Colour(usize::from(value)),
                    Rc::new(ColourSort::Enumeration("bool".into(), names)),
                ))
            }
            "finiteintrangeconstant" => range_constant(node),
            "successor" => self.shifted(node, |_| 1),
            "predecessor" => self.shifted(node, |size| size - 1),
            "partitionelementof" => self.part(node),
            "tuple" => {
                let parts = self.subterms(node)?;
                let sort = ColourSort::Product(parts.iter().map(|(_, sort)| Rc::clone(sort)).collect());
                let parts = parts.into_iter().map(|(term, sort)| (term, sort.size())).collect();
                Ok((ColourTerm::Tuple(parts), Rc::new(sort)))
            }
            "all" => self.sort(only_child(node)?).map(|sort| (ColourTerm::All(sort.size()), sort)),
            "empty" => self.sort(only_child(node)?).map(|sort| (ColourTerm::Sum(Vec::new()), sort)),
            "numberof" | "scalarproduct" => self.times(node),
            "add" => self.list(node).map(|(terms, sort)| (ColourTerm::Sum(terms), sort)),
            "subtract" => self.list(node).map(|(terms, sort)| (ColourTerm::Difference(terms), sort)),
            other => Err(problem(node, format!("<{other}> is not supported in a term"))),
        }
    }

    /// The terms inside the `<subterm>` elements of a node.
    pub fn subterms(&self, node: Node<'_, '_>) -> Result<Vec<(ColourTerm, Rc<ColourSort>)>, Problem> {
        subnodes(node)?.into_iter().map(|inner| self.term(inner)).collect()
    }

    /// Terms of one sort.
    fn list(&self, node: Node<'_, '_>) -> Result<(Vec<ColourTerm>, Rc<ColourSort>), Problem> {
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

    fn times(&self, node: Node<'_, '_>) -> Result<(ColourTerm, Rc<ColourSort>), Problem> {
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
        Ok((if count == 1 { term } else { ColourTerm::Times(count, Box::new(term)) }, sort))
    }

    fn shifted(
        &self,
        node: Node<'_, '_>,
        steps: fn(usize) -> usize,
    ) -> Result<(ColourTerm, Rc<ColourSort>), Problem> {
        let inner = subnodes(node)?;
        let [inner] = inner.as_slice() else {
            return Err(problem(node, format!("<{}> needs exactly one <subterm>", name(node))));
        };
        let (term, sort) = self.term(*inner)?;
        if !sort.is_ordered() {
            return Err(problem(node, "the colours of this sort have no order"));
        }
        let size = sort.size();
        Ok((ColourTerm::Shifted(Box::new(term), steps(size), size), sort))
    }

    fn part(&self, node: Node<'_, '_>) -> Result<(ColourTerm, Rc<ColourSort>), Problem> {
        let id = attribute(node, "refpartition")?;
        let partition = self.partitions.get(id);
        let partition = partition.ok_or_else(|| problem(node, format!("there is no partition `{id}`")))?;
        match self.subterms(node)?.into_iter().next() {
            Some((term, sort)) if sort == partition.of => Ok((
                ColourTerm::Part(Box::new(term), Rc::clone(&partition.table)),
                Rc::clone(&partition.parts),
            )),
            _ => Err(problem(node, format!("the partition `{id}` divides another sort"))),
        }
    }
}

/// What stands inside the `<subterm>` elements of a node.
pub(super) fn subnodes<'a, 'i: 'a>(node: Node<'a, 'i>) -> Result<Vec<Node<'a, 'i>>, Problem> {
    elements(node).filter(|inner| name(*inner) == "subterm").map(only_child).collect()
}

fn range_constant(node: Node<'_, '_>) -> Result<(ColourTerm, Rc<ColourSort>), Problem> {
    let sort = range(only_child(node)?)?;
    let value = integer(node, "value")?;
    let ColourSort::Range(start, end) = sort else {
        return Err(problem(node, "a <finiteintrangeconstant> has a <finiteintrange>"));
    };
    let colour = value.checked_sub(start).and_then(|colour| usize::try_from(colour).ok());
    match colour.filter(|_| value <= end) {
        Some(colour) => Ok((ColourTerm::Colour(colour), Rc::new(sort))),
        None => Err(problem(node, format!("{value} is not in the range from {start} to {end}"))),
    }
}

impl ColourTerm {
    /// Whether it is always one colour.
    pub fn is_colour(&self) -> bool {
        match self {
            ColourTerm::Colour(_) | ColourTerm::Variable(_) => true,
            ColourTerm::Shifted(inner, ..) | ColourTerm::Part(inner, _) => inner.is_colour(),
            ColourTerm::Tuple(parts) => parts.iter().all(|(part, _)| part.is_colour()),
            ColourTerm::All(_) | ColourTerm::Times(..) | ColourTerm::Sum(_) | ColourTerm::Difference(_) => {
                false
            }
        }
    }

    /// The variables in it.
    pub fn variables(&self, found: &mut BTreeSet<usize>) {
        match self {
            ColourTerm::Colour(_) | ColourTerm::All(_) => {}
            ColourTerm::Variable(variable) => drop(found.insert(*variable)),
            ColourTerm::Shifted(inner, ..) | ColourTerm::Part(inner, _) | ColourTerm::Times(_, inner) => {
                inner.variables(found)
            }
            ColourTerm::Tuple(parts) => parts.iter().for_each(|(part, _)| part.variables(found)),
            ColourTerm::Sum(parts) | ColourTerm::Difference(parts) => {
                parts.iter().for_each(|part| part.variables(found))
            }
        }
    }

    /// Its value where variables have these values.
    pub fn value(&self, values: &[usize], work: &mut Work) -> Result<Multiset, Valueless> {
        work.spend(1)?;
        Ok(match self {
            ColourTerm::Colour(colour) => vec![(*colour, 1)],
            ColourTerm::Variable(variable) => vec![(values[*variable], 1)],
            ColourTerm::Shifted(inner, steps, size) => {
                let mut value = inner.value(values, work)?;
                value.iter_mut().for_each(|(colour, _)| *colour = (*colour + steps) % size);
                value
            }
            ColourTerm::Part(inner, table) => {
                let mut value = inner.value(values, work)?;
                value.iter_mut().for_each(|(colour, _)| *colour = table[*colour]);
                value
            }
            ColourTerm::Tuple(parts) => tuples(parts, values, work)?,
            ColourTerm::All(size) => {
                work.spend(*size)?;
                (0..*size).map(|colour| (colour, 1)).collect()
            }
            ColourTerm::Times(count, inner) => {
                let mut value = inner.value(values, work)?;
                for (_, number) in &mut value {
                    *number = number.checked_mul(*count).ok_or(Valueless::TooLarge)?;
                }
                value
            }
            ColourTerm::Sum(parts) => {
                let mut total = Multiset::new();
                for part in parts {
                    total.extend(part.value(values, work)?);
                }
                total
            }
            ColourTerm::Difference(parts) => difference(parts, values, work)?,
        })
    }

    /// The one colour that it is.
    pub fn colour(&self, values: &[usize], work: &mut Work) -> Result<usize, Valueless> {
        match self {
            ColourTerm::Variable(variable) => Ok(values[*variable]),
            _ => self.value(values, work).map(|value| value.first().map_or(0, |(colour, _)| *colour)),
        }
    }
}

/// All tuples of what the parts may be.
fn tuples(parts: &[(ColourTerm, usize)], values: &[usize], work: &mut Work) -> Result<Multiset, Valueless> {
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

fn difference(parts: &[ColourTerm], values: &[usize], work: &mut Work) -> Result<Multiset, Valueless> {
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
