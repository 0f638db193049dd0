//! Multisets, as arrays of slots.
//!
//! A slot has a Boolean that tells whether an element is there, and the element, which has no value in a free one. What is added takes the first
//! free slot; `choose` is a ruleset over the slots in which something is.

use super::place::longer;
use super::{NameMeaning, Resolved, Resolver, fold, mismatch};
use crate::Problem;
use crate::murphi::model::{Designator, Expr, Instruction, Selector, Type};
use crate::murphi::run::leaf_places;
use crate::murphi::token::At;
use crate::murphi::tree::{Identifier, Syntax, TypeTerm};
use std::rc::Rc;

/// The most slots.
const MOST_SLOTS: i128 = 50;

/// The fields of a slot; no field of a model has such a name.
const HELD: &str = "is held";
const ELEMENT: &str = "element in it";

/// A variable that is a multiset.
#[derive(Debug, Clone)]
pub(super) struct SlotMultiset {
    place: Designator,
    slots: i128,
}

impl SlotMultiset {
    /// The multiset at a place, if one is there.
    pub fn at(place: &Designator) -> Option<SlotMultiset> {
        let Type::Array(index, slot) = &place.ty else { return None };
        let (Type::Range(1, slots), Type::Record(fields)) = (&**index, &**slot) else { return None };
        let is_slot = fields.first().is_some_and(|(name, _)| name == HELD);
        is_slot.then(|| SlotMultiset { place: place.clone(), slots: *slots })
    }

    /// What the slots are counted by.
    pub fn index(&self) -> Type {
        Type::Range(1, self.slots)
    }

    fn part(&self, slot: Expr, field: &str) -> Designator {
        let mut place = self.place.clone();
        for part in [Selector::Index(Box::new(slot)), Selector::Field(field.to_owned())] {
            let ty = place.ty.part(&part).cloned().unwrap_or(Type::Bool);
            place = longer(place, part, ty);
        }
        place
    }

    /// The element in a slot.
    pub fn element(&self, slot: Expr) -> Designator {
        self.part(slot, ELEMENT)
    }

    fn held(&self, slot: Expr) -> Designator {
        self.part(slot, HELD)
    }

    /// Whether something is in a slot.
    pub fn is_held(&self, slot: Expr) -> Expr {
        Expr::Read(self.held(slot))
    }

    fn free(&self, slot: Expr) -> Vec<Instruction> {
        let gone = Instruction::Assign(self.held(slot.clone()), Expr::bool(false));
        vec![gone, Instruction::Undefine(self.element(slot))]
    }
}

impl Resolver {
    /// `multiset [N] of T`
    pub(super) fn multiset_type(&mut self, size: &Syntax, element: &TypeTerm) -> Resolved<Type> {
        let slots = self.number(size)?;
        if !(1..=MOST_SLOTS).contains(&slots) {
            let message = format!("a multiset of {slots} elements cannot be expressed");
            return Err(Problem::new(message, Some(size.at))
                .with_help(format!("it must have at least one and at most {MOST_SLOTS}")));
        }
        let element = self.named_type(None, element)?;
        let fields = vec![(HELD.to_owned(), Type::Bool), (ELEMENT.to_owned(), element)];
        let slot = Rc::new(fields);
        self.tables.record_names.push((Rc::as_ptr(&slot) as usize, "Slot".to_owned()));
        Ok(Type::Array(Rc::new(Type::Range(1, slots)), Rc::new(Type::Record(slot))))
    }

    /// The multiset that a term means.
    pub(super) fn multiset(&mut self, term: &Syntax) -> Resolved<SlotMultiset> {
        let place = self.place(term)?;
        let place = self.captured(place, term.at)?;
        SlotMultiset::at(&place).ok_or_else(|| mismatch("a multiset", term.at))
    }

    /// `multisetadd(e, m)`
    pub(super) fn add_element(&mut self, value: &Syntax, into: &Syntax, at: At) -> Resolved<()> {
        let into_set = self.multiset(into)?;
        let value = self.expression(value)?;
        let full = Instruction::Assert(Expr::bool(false), "the multiset is full".to_owned());
        let mut steps = vec![full];
        for slot in (1..=into_set.slots).rev().map(Expr::int) {
            let mut here = vec![Instruction::Assign(into_set.held(slot.clone()), Expr::bool(true))];
            here.extend(self.assigned(into_set.element(slot.clone()), value.clone(), at)?);
            steps = vec![Instruction::If(fold::not(into_set.is_held(slot)), here, steps)];
        }
        steps.into_iter().try_for_each(|step| self.step(step, at))
    }

    /// `multisetremove(i, m)`
    pub(super) fn remove_element(&mut self, slot: &Syntax, from: &Syntax, at: At) -> Resolved<()> {
        let slot = self.integer(slot)?;
        let slot = match slot {
            Expr::Value(..) | Expr::Bound(..) => slot,
            other => self.kept("slot", other, at)?,
        };
        let from = self.multiset(from)?;
        self.step(Instruction::Assert(from.is_held(slot.clone()), "nothing is there".to_owned()), at)?;
        from.free(slot).into_iter().try_for_each(|step| self.step(step, at))
    }

    /// `multisetremovepred(i: m, e)`
    pub(super) fn remove_elements(
        &mut self,
        name: &Identifier,
        from: &Syntax,
        condition: &Syntax,
        at: At,
    ) -> Resolved<()> {
        let from = self.multiset(from)?;
        for slot in 1..=from.slots {
            let is_meant = self.of_slot(name, slot, condition)?;
            let slot = Expr::int(slot);
            let is_meant = fold::binary("&", from.is_held(slot.clone()), is_meant);
            self.step(Instruction::If(is_meant, from.free(slot), Vec::new()), at)?;
        }
        Ok(())
    }

    /// `multisetcount(i: m, e)`
    pub(super) fn count_elements(
        &mut self,
        name: &Identifier,
        of: &Syntax,
        condition: &Syntax,
    ) -> Resolved<Expr> {
        let place = self.place(of)?;
        let of = SlotMultiset::at(&place).ok_or_else(|| mismatch("a multiset", of.at))?;
        let mut count = Expr::int(0);
        for slot in 1..=of.slots {
            let is_meant = self.of_slot(name, slot, condition)?;
            let is_meant = fold::binary("&", of.is_held(Expr::int(slot)), is_meant);
            count = fold::binary("+", count, fold::choice(is_meant, Expr::int(1), Expr::int(0)));
        }
        Ok(count)
    }

    /// A condition for a slot.
    fn of_slot(&mut self, name: &Identifier, slot: i128, condition: &Syntax) -> Resolved<Expr> {
        self.enter();
        self.declare(&name.text, NameMeaning::Value(Expr::int(slot)));
        let pending = self.pending.take();
        let found = self.boolean(condition);
        self.pending = pending;
        self.leave();
        found
    }

    /// The steps that make all multisets at a place empty, whatever else became of it.
    pub(super) fn emptied(&self, place: &Designator) -> Vec<Instruction> {
        let is_in = |leaf: &Designator, wanted: &str| {
            leaf.parts.iter().any(|part| matches!(part, Selector::Field(name) if name == wanted))
        };
        let leaves = leaf_places(place, &self.tables).into_iter();
        leaves
            .filter_map(|leaf| match (is_in(&leaf, ELEMENT), is_in(&leaf, HELD)) {
                (true, _) => Some(Instruction::Undefine(leaf)),
                (false, true) => Some(Instruction::Assign(leaf, Expr::bool(false))),
                _ => None,
            })
            .collect()
    }

    /// The steps that make all multisets of the model empty.
    pub(super) fn all_emptied(&self) -> Vec<Instruction> {
        let globals = self.tables.roots.iter().enumerate().filter(|(_, root)| root.is_global);
        globals
            .flat_map(|(root, of)| self.emptied(&Designator { root, parts: Vec::new(), ty: of.ty.clone() }))
            .collect()
    }
}
