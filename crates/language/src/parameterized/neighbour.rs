//! Indices of neighbours: `i % N + 1`, `(i + N - 1) % N`, `if i = N then 1 else i + 1`, `i - 1` and the like.
//!
//! All of them are recognised by how they are written, for any first index f and number of instances n: with
//! `A = i + a*n + c`, `f + A mod n` is the instance that is `c + f` places further round the ring. Without a
//! remainder `i + 1` and `i - 1` are places in a line, beyond whose ends there is no instance.

use system::parameterized::neighbour::Neighbour;
use system::parameterized::{Domain, IndexRole, ParameterizedVariable, Site, Term};
use system::{Comparison, Operation};

use super::open_constant::linear;
use super::{Extraction, Open};
use crate::typed::{Typed, TypedKind};

/// Neighbours of neighbours are followed so far.
const FARTHEST: i128 = 3;

/// An expression, with how often the open constant is added to it, and what else.
type Sum<'t> = (&'t Typed, i128, i128);

impl Extraction<'_> {
    /// The neighbour whose index this is; none if it is not that of one.
    pub(super) fn neighbour(&mut self, typed: &Typed) -> Open<Option<Term>> {
        if let Some((base, shift)) = self.round(typed) {
            let base = self.index(base)?;
            return Ok(Some(self.far(base, shift, true)));
        }
        if let Some(term) = self.nearer(typed)? {
            return Ok(Some(term));
        }
        match self.sum_of(typed, &Self::is_instance) {
            Some((base, 0, shift)) if shift.abs() == 1 => {
                let base = self.index(base)?;
                Ok(Some(self.far(base, shift, false)))
            }
            _ => Ok(None),
        }
    }

    /// The instance so many places after this one, or before it.
    fn far(&mut self, base: Term, shift: i128, is_ring: bool) -> Term {
        let neighbour = Neighbour { is_next: shift > 0, is_ring };
        (0..shift.abs()).fold(base, |term, _| {
            let variable = self.neighbour_variable(neighbour);
            Term::Read(Site::local(variable, term))
        })
    }

    fn neighbour_variable(&mut self, neighbour: Neighbour) -> usize {
        let known = self.system.locals.iter().position(|variable| variable.neighbour == Some(neighbour));
        if let Some(known) = known {
            return known;
        }
        let side = if neighbour.is_next { "next" } else { "previous" };
        let name = format!("{side} in the {}", if neighbour.is_ring { "ring" } else { "line" });
        let domain = neighbour.domain();
        let neighbour = Some(neighbour);
        let variable = ParameterizedVariable { name, domain, role: None, neighbour, is_element: false };
        self.system.locals.push(variable);
        self.system.locals.len() - 1
    }

    /// An index, and how many places further round the ring this one is.
    pub(super) fn round<'t>(&mut self, typed: &'t Typed) -> Option<(&'t Typed, i128)> {
        let found = self.by_remainder(typed).or_else(|| self.by_cases(typed));
        found.filter(|(_, shift)| *shift != 0 && shift.abs() <= FARTHEST)
    }

    fn by_remainder<'t>(&mut self, typed: &'t Typed) -> Option<(&'t Typed, i128)> {
        let first = self.system.first_index;
        let is_remainder =
            |_: &Self, typed: &Typed| matches!(typed.kind, TypedKind::Arithmetic(Operation::Mod, ..));
        let (remainder, factor, offset) = self.sum_of(typed, &is_remainder)?;
        let TypedKind::Arithmetic(Operation::Mod, dividend, divisor) = &remainder.kind else { return None };
        // How many instances there are, less the open constant.
        let more = self.system.last_offset.checked_sub(first)?.checked_add(1)?;
        if (factor, offset) != (0, first) || linear(divisor, self.open, &mut self.slots) != Some((1, more)) {
            return None;
        }
        let (base, factor, offset) = self.sum_of(dividend, &Self::is_within)?;
        Some((base, offset.checked_sub(factor.checked_mul(more)?)?.checked_add(first)?))
    }

    /// `if i = last then first else i + 1`, `if i > first then i - 1 else last`, and so on.
    fn by_cases<'t>(&mut self, typed: &'t Typed) -> Option<(&'t Typed, i128)> {
        let TypedKind::If(condition, then, otherwise) = &typed.kind else { return None };
        let (index, is_last, is_there) = self.end(condition)?;
        let (there, elsewhere) = if is_there { (then, otherwise) } else { (otherwise, then) };
        let opposite = self.bound(!is_last);
        let shift = if is_last { 1 } else { -1 };
        let (base, factor, offset) = self.sum_of(elsewhere, &Self::is_within)?;
        let is_same = self.index(base).ok()? == self.index(index).ok()?;
        let wraps = linear(there, self.open, &mut self.slots) == Some(opposite);
        (is_same && wraps && (factor, offset) == (0, shift)).then_some((base, shift))
    }

    /// The last index, or the first one.
    fn bound(&self, is_last: bool) -> (i128, i128) {
        if is_last { (1, self.system.last_offset) } else { (0, self.system.first_index) }
    }

    /// The index of which a condition says that it is the last (or the first) one, or that it is not.
    fn end<'t>(&mut self, condition: &'t Typed) -> Option<(&'t Typed, bool, bool)> {
        if let TypedKind::Not(inner) = &condition.kind {
            let (index, is_last, is_there) = self.end(inner)?;
            return Some((index, is_last, !is_there));
        }
        let TypedKind::Chain(operands, comparisons) = &condition.kind else { return None };
        let ([left, right], [comparison]) = (&operands[..], &comparisons[..]) else { return None };
        let (index, number, comparison) = match linear(right, self.open, &mut self.slots) {
            Some(number) => (left, number, *comparison),
            None => {
                let number = linear(left, self.open, &mut self.slots)?;
                (right, number, super::pointer::mirrored(*comparison))
            }
        };
        if !self.is_within(index) {
            return None;
        }
        let one_less = |(factor, offset): (i128, i128)| (factor, offset - 1);
        let one_more = |(factor, offset): (i128, i128)| (factor, offset + 1);
        let (first, last) = (self.bound(false), self.bound(true));
        [(true, last, one_less(last)), (false, first, one_more(first))].into_iter().find_map(
            |(is_last, end, inner)| {
                let (outwards, beyond, inwards, up_to) = match is_last {
                    true => (Comparison::Ge, Comparison::Gt, Comparison::Lt, Comparison::Le),
                    false => (Comparison::Le, Comparison::Lt, Comparison::Gt, Comparison::Ge),
                };
                let at = |one: Comparison, bound| comparison == one && number == bound;
                if at(Comparison::Eq, end) || at(outwards, end) || at(beyond, inner) {
                    Some((index, is_last, true))
                } else if at(Comparison::Ne, end) || at(inwards, end) || at(up_to, inner) {
                    Some((index, is_last, false))
                } else {
                    None
                }
            },
        )
    }

    /// The smaller or larger one of an index and that of a neighbour in the ring: only at the ends the
    /// neighbour's is on the other side.
    fn nearer(&mut self, typed: &Typed) -> Open<Option<Term>> {
        let TypedKind::Arithmetic(operation @ (Operation::Min | Operation::Max), left, right) = &typed.kind
        else {
            return Ok(None);
        };
        let (own, other) = if self.is_within(left) { (left, right) } else { (right, left) };
        if !self.is_within(own) {
            return Ok(None);
        }
        let Some((base, shift)) = self.round(other).filter(|(_, shift)| shift.abs() == 1) else {
            return Ok(None);
        };
        let (own, base) = (self.index(own)?, self.index(base)?);
        if own != base {
            return Ok(None);
        }
        let (factor, offset) = self.bound(shift > 0);
        let end = self.role_variable(IndexRole { comparison: Comparison::Eq, factor, offset });
        let is_end = Term::Read(Site::local(end, own.clone()));
        let neighbour = self.far(base, shift, true);
        let is_neighbour_there = (*operation == Operation::Min) == (shift > 0);
        let (there, elsewhere) = if is_neighbour_there { (neighbour, own) } else { (own, neighbour) };
        Ok(Some(Term::If(Box::new(is_end), Box::new(there), Box::new(elsewhere))))
    }

    /// An expression of which exactly one part is the base, to which multiples of the open constant and numbers are added.
    pub(super) fn sum_of<'t>(
        &mut self,
        typed: &'t Typed,
        is_base: &dyn Fn(&Self, &Typed) -> bool,
    ) -> Option<Sum<'t>> {
        if is_base(self, typed) {
            return Some((typed, 0, 0));
        }
        let parts: Vec<(bool, &Typed)> = match &typed.kind {
            TypedKind::Sum(terms) => terms.iter().map(|(subtracted, term)| (*subtracted, term)).collect(),
            TypedKind::Arithmetic(Operation::Add, left, right) => vec![(false, left), (false, right)],
            TypedKind::Arithmetic(Operation::Sub, left, right) => vec![(false, left), (true, right)],
            _ => return None,
        };
        let mut found = None;
        let mut sum = (0i128, 0i128);
        for (subtracted, part) in parts {
            let (factor, offset) = match linear(part, self.open, &mut self.slots) {
                Some(number) => number,
                None if subtracted || found.is_some() => return None,
                None => {
                    let (base, factor, offset) = self.sum_of(part, is_base)?;
                    found = Some(base);
                    (factor, offset)
                }
            };
            let (factor, offset) = match subtracted {
                true => (factor.checked_neg()?, offset.checked_neg()?),
                false => (factor, offset),
            };
            sum = (sum.0.checked_add(factor)?, sum.1.checked_add(offset)?);
        }
        found.map(|base| (base, sum.0, sum.1))
    }

    /// Whether an expression is the index of an instance, whatever the state.
    pub(super) fn is_instance(&self, typed: &Typed) -> bool {
        match &typed.kind {
            TypedKind::Slot(slot) => self.meanings.contains_key(slot),
            TypedKind::IndexOf(_) => true,
            _ => false,
        }
    }

    /// Whether an expression is the index of an instance in every state: also a variable that holds nothing else.
    fn is_within(&self, typed: &Typed) -> bool {
        let TypedKind::Read { place, next: false } = &typed.kind else { return self.is_instance(typed) };
        let Some(home) = self.home(place) else { return false };
        let variables = if home.is_local { &self.system.locals } else { &self.system.globals };
        home.is_index && variables[home.first].domain == Domain::Pointer { null: false, below: 0 }
    }
}
