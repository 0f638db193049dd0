//! From formulas to diagrams.
//!
//! A formula is read from the inside out; each atom has a diagram of its own that is built directly. Bound
//! variables are given their values one after the other: they have few, and what does not depend on them is
//! taken out first.

use crate::connect::Connective;
use crate::layout::{Field, Layout, beyond, level, values};
use crate::store::{Diagram, Work};
use crate::sum::Question;
use oxidd::bdd::BDDFunction;
use state_sets::{Cell, Comparison, Formula, Kind, Limited, Linear, Local, Moment, Part, Term, Variable};
use std::cell::{Cell as Mutable, RefCell};
use std::collections::HashMap;

/// A bound variable with more values than this is refused.
const MOST_VALUES: u64 = 1 << 20;
/// Formulas that are nested deeper than this are refused.
const DEEPEST: u32 = 1000;

/// More diagrams of parts than this are not remembered.
const MOST_KNOWN: usize = 1 << 14;

/// Reads formulas about a state, or about the states before and after a step.
pub(crate) struct Reader<'w, 'a, 'id: 'a> {
    work: &'w Work<'a, 'id>,
    layout: &'w Layout,
    /// The variables that may differ after the step; the others are as before.
    changed: &'w [Variable],
    bound: RefCell<Vec<(Local, i128)>>,
    depth: Mutable<u32>,
    /// The only states that matter: the diagrams of parts with quantifiers say nothing of others.
    care: Option<&'w BDDFunction>,
    /// The diagrams of parts that may come again.
    known: RefCell<HashMap<Occurrence, Diagram<'a, 'id>>>,
}

/// A part of a formula, by its address, and the values of the bound variables that it mentions.
type Occurrence = (usize, Vec<i128>);

/// Parts with fewer atoms and connectives than this are read again each time.
const SMALL: usize = 8;

/// What a cell has.
enum Content {
    /// This value.
    Constant(i128),
    /// The value that these bits stand for at that moment.
    Bits(Field, Moment),
}

impl<'w, 'a, 'id> Reader<'w, 'a, 'id> {
    pub(crate) fn new(work: &'w Work<'a, 'id>, layout: &'w Layout, changed: &'w [Variable]) -> Self {
        Reader {
            work,
            layout,
            changed,
            bound: RefCell::new(Vec::new()),
            depth: Mutable::new(0),
            care: None,
            known: RefCell::new(HashMap::new()),
        }
    }

    /// Reads formulas about the states of a set.
    pub(crate) fn within(work: &'w Work<'a, 'id>, layout: &'w Layout, set: &'w BDDFunction) -> Self {
        Reader { care: Some(set), ..Reader::new(work, layout, &[]) }
    }

    /// The diagram of a formula. Numbers that stand for no value are not excluded.
    pub(crate) fn read(&self, formula: &Formula) -> Limited<Diagram<'a, 'id>> {
        self.work.step()?;
        let depth = self.depth.get();
        if depth >= DEEPEST {
            return Err(beyond(format!("a formula is nested deeper than {DEEPEST}")));
        }
        let occurrence = self.occurrence(formula);
        if let Some(known) = occurrence.as_ref().and_then(|own| self.recalled(own)) {
            return Ok(known);
        }
        self.depth.set(depth + 1);
        let result = self.read_parts(formula).and_then(|diagram| match self.care {
            Some(care) if formula.has_quantifier() => {
                self.work.and(diagram.borrowed(), self.work.import(care))
            }
            _ => Ok(diagram),
        });
        self.depth.set(depth);
        if let (Ok(diagram), Some(occurrence)) = (&result, occurrence) {
            let kept = self.work.keep(diagram.borrowed());
            let mut known = self.known.borrow_mut();
            // What is remembered keeps its nodes, so it must not become much.
            if known.len() >= MOST_KNOWN {
                known.clear();
            }
            known.insert(occurrence, kept);
        }
        result
    }

    /// The formula with the values on which it depends, if it is worth remembering: its parts may be shared.
    fn occurrence(&self, formula: &Formula) -> Option<Occurrence> {
        let (address, free) = match formula {
            Formula::And(parts) => (parts.address(), parts.free()),
            // Nodes are aligned, so that this is the address of no other.
            Formula::Or(parts) => (parts.address() | 1, parts.free()),
            _ => return None,
        };
        if formula.tree_size() < SMALL {
            return None;
        }
        let bound = self.bound.borrow();
        let value = |local: &Local| bound.iter().rev().find(|(own, _)| own == local).map(|(_, value)| *value);
        Some((address, free.iter().map(value).collect::<Option<Vec<i128>>>()?))
    }

    fn recalled(&self, occurrence: &Occurrence) -> Option<Diagram<'a, 'id>> {
        let known = self.known.borrow();
        Some(self.work.keep(known.get(occurrence)?.borrowed()))
    }

    fn read_parts(&self, formula: &Formula) -> Limited<Diagram<'a, 'id>> {
        match formula {
            Formula::And(parts) => self.work.fold(Connective::And, self.read_all(parts)?),
            Formula::Or(parts) => self.work.fold(Connective::Or, self.read_all(parts)?),
            Formula::Not(inner) => self.work.not(self.read(inner)?.borrowed()),
            Formula::Member(cell, codes) => self.member(*cell, codes),
            Formula::Same(left, right) => self.same(*left, *right),
            Formula::Compare(sum, Comparison::Zero) => self.sum(Question::Zero, sum),
            Formula::Compare(sum, Comparison::NotPositive) => self.sum(Question::NotPositive, sum),
            Formula::Divides(divisor, sum) if *divisor >= 1 => self.sum(Question::Multiple(*divisor), sum),
            Formula::Divides(..) => Err(beyond("a divisor is not positive".into())),
            Formula::Exists(locals, body) => self.exists(locals, &[&**body]),
        }
    }

    fn read_all(&self, parts: &[Formula]) -> Limited<Vec<Diagram<'a, 'id>>> {
        parts.iter().map(|part| self.read(part)).collect()
    }

    fn content(&self, cell: Cell) -> Limited<Content> {
        match cell {
            Cell::Variable(variable, moment) => {
                let moment = if self.changed.contains(&variable) { moment } else { Moment::Now };
                Ok(Content::Bits(self.layout.field(variable)?, moment))
            }
            Cell::Local(local) => {
                let bound = self.bound.borrow();
                let found = bound.iter().rev().find(|(own, _)| *own == local);
                let free =
                    || beyond(format!("the bound variable {} is used outside its quantifier", local.0));
                found.map(|(_, value)| Content::Constant(*value)).ok_or_else(free)
            }
        }
    }

    fn member(&self, cell: Cell, codes: &[u64]) -> Limited<Diagram<'a, 'id>> {
        match self.content(cell)? {
            Content::Constant(value) => {
                let found = codes.iter().any(|&code| i128::from(code) == value);
                Ok(if found { self.work.truth() } else { self.work.falsity() })
            }
            Content::Bits(field, moment) => {
                let number = |&code: &u64| field.number(i128::from(code));
                let mut numbers: Vec<u64> = codes.iter().filter_map(number).collect();
                numbers.sort_unstable();
                numbers.dedup();
                let places: Vec<(u32, u32)> = field.places().collect();
                self.one_of(&numbers, &places, moment)
            }
        }
    }

    /// The bits stand for one of the sorted numbers, all of which have the same higher bits.
    fn one_of(&self, numbers: &[u64], places: &[(u32, u32)], moment: Moment) -> Limited<Diagram<'a, 'id>> {
        if numbers.is_empty() {
            return Ok(self.work.falsity());
        }
        let Some(((bit, place), lower)) = places.split_first() else {
            return Ok(self.work.truth());
        };
        let ones = numbers.partition_point(|number| number >> place & 1 == 0);
        let zero = self.one_of(&numbers[..ones], lower, moment)?;
        let one = self.one_of(&numbers[ones..], lower, moment)?;
        self.work.node(level(*bit, moment), zero, one)
    }

    fn same(&self, left: Cell, right: Cell) -> Limited<Diagram<'a, 'id>> {
        let (Content::Bits(own, own_moment), Content::Bits(other, other_moment)) =
            (self.content(left)?, self.content(right)?)
        else {
            return self.difference_is_zero(left, right);
        };
        if own.low != other.low {
            return self.difference_is_zero(left, right);
        }
        let levels = |field: Field, moment| field.places().rev().map(move |(bit, _)| level(bit, moment));
        let (mut own, mut other) = (levels(own, own_moment), levels(other, other_moment));
        let mut equal = Vec::new();
        loop {
            equal.push(match (own.next(), other.next()) {
                (Some(left), Some(right)) if left == right => continue,
                (Some(left), Some(right)) => {
                    let right = self.work.bit(right)?;
                    let differs = self.work.not(right.borrowed())?;
                    self.work.choice(self.work.bit(left)?.borrowed(), right.borrowed(), differs.borrowed())?
                }
                (Some(surplus), None) | (None, Some(surplus)) => {
                    self.work.not(self.work.bit(surplus)?.borrowed())?
                }
                (None, None) => return self.work.fold(Connective::And, equal),
            });
        }
    }

    fn difference_is_zero(&self, left: Cell, right: Cell) -> Limited<Diagram<'a, 'id>> {
        let terms = vec![(1, Term::Cell(left)), (-1, Term::Cell(right))];
        self.sum(Question::Zero, &Linear { terms, constant: 0 })
    }

    fn sum(&self, question: Question, sum: &Linear) -> Limited<Diagram<'a, 'id>> {
        let too_large = || beyond("a number in a sum is too large".into());
        let mut constant = sum.constant;
        let mut terms = Vec::new();
        let add = |constant: i128, factor: i128, value: i128| {
            factor.checked_mul(value).and_then(|product| constant.checked_add(product)).ok_or_else(too_large)
        };
        for (factor, term) in &sum.terms {
            match term {
                Term::Indicator(formula) => terms.push((*factor, self.read(formula)?)),
                Term::Cell(cell) => match self.content(*cell)? {
                    Content::Constant(value) => constant = add(constant, *factor, value)?,
                    Content::Bits(field, moment) => {
                        constant = add(constant, *factor, field.low)?;
                        for (bit, place) in field.places() {
                            let weight = factor.checked_mul(1_i128 << place).ok_or_else(too_large)?;
                            terms.push((weight, self.work.bit(level(bit, moment))?));
                        }
                    }
                },
            }
        }
        self.work.sum(question, constant, terms)
    }

    /// There are values for the locals with which all parts hold.
    fn exists(&self, locals: &[(Local, Kind)], parts: &[&Formula]) -> Limited<Diagram<'a, 'id>> {
        let flat = parts.iter().flat_map(|part| conjuncts(part));
        let depends = |part: &&Formula| {
            let free = part.free_locals();
            locals.iter().any(|(local, _)| free.contains(local))
        };
        let (inner, outer): (Vec<&Formula>, Vec<&Formula>) = flat.partition(depends);
        let mut all = outer.into_iter().map(|part| self.read(part)).collect::<Limited<Vec<_>>>()?;
        if let Some((first, rest)) = locals.split_first() {
            all.push(self.some_value(*first, rest, &inner)?);
        }
        self.work.fold(Connective::And, all)
    }

    /// There is a value for the first local with which the others have values with which all parts hold.
    fn some_value(
        &self,
        (local, kind): (Local, Kind),
        rest: &[(Local, Kind)],
        parts: &[&Formula],
    ) -> Limited<Diagram<'a, 'id>> {
        let infinite = || beyond("a bound variable has infinitely many values".into());
        let (low, last) = values(kind).ok_or_else(infinite)?;
        if last.is_some_and(|last| last >= MOST_VALUES) {
            return Err(beyond(format!("a bound variable has more than {MOST_VALUES} values")));
        }
        let mut found = Vec::new();
        for number in last.map(|last| 0..=last).into_iter().flatten() {
            // No more than the greatest value.
            self.bound.borrow_mut().push((local, low.saturating_add(i128::from(number))));
            let result = self.exists(rest, parts);
            self.bound.borrow_mut().pop();
            found.push(result?);
            if parts.is_empty() {
                break;
            }
        }
        self.work.fold(Connective::Or, found)
    }
}

fn conjuncts(formula: &Formula) -> Vec<&Formula> {
    match formula {
        Formula::And(parts) => parts.iter().collect(),
        other => vec![other],
    }
}
