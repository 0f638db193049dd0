//! The open constant in checked trees: it is a slot without a value, and so is whatever is computed from it.

use diagnostics::Span;
use system::Operation;

use crate::check::{Checker, Context, Denotation};
use crate::scope::Scope;
use crate::slots::Slots;
use crate::structures::Sort;
use crate::typed::{Slot, Typed, TypedKind};
use crate::{evaluate, symbols::Symbol};

impl<'a> Checker<'a> {
    /// Leaves a constant without a value; false if there is none of this name.
    pub(crate) fn open(&mut self, name: &str) -> Option<Slot> {
        let Some(Symbol::Constant(index)) = self.symbols.values.get(name).copied() else { return None };
        let slot = self.fresh_slot();
        self.open_constant = Some((index, slot));
        Some(slot)
    }

    /// Whether a constant is the open one or is computed from it.
    pub(crate) fn is_open(&self, index: usize) -> bool {
        let Some((open, _)) = self.open_constant else { return false };
        index == open || {
            let mut pending = vec![index];
            let mut seen = vec![index];
            let mut is_open = false;
            while let Some(next) = pending.pop() {
                is_open |= next == open;
                for used in self.constants_in(next) {
                    if !seen.contains(&used) {
                        seen.push(used);
                        pending.push(used);
                    }
                }
            }
            is_open
        }
    }

    /// The constants that a constant's value names.
    fn constants_in(&self, index: usize) -> Vec<usize> {
        let value = self.symbols.constants[index].value;
        let text = &self.source[value.span.range()];
        let words = text.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
        let constant = |word: &str| match self.symbols.values.get(word) {
            Some(Symbol::Constant(index)) => Some(*index),
            _ => None,
        };
        words.filter_map(constant).collect()
    }

    /// The open constant, or what is computed from it.
    pub(crate) fn open_constant(&mut self, index: usize, span: Span) -> Denotation {
        if let Some((open, slot)) = self.open_constant
            && open == index
        {
            return Denotation::Value(Typed::int(TypedKind::Slot(slot), span));
        }
        let value = self.symbols.constants[index].value;
        let typed = self.expression(value, &Scope::default(), Context::STATE.constant());
        Denotation::Value(Typed { span, ..typed })
    }
}

/// An integer that is computed from constants: how often the open one is in it, and what else.
pub(super) fn linear(typed: &Typed, open: Slot, slots: &mut Slots) -> Option<(i128, i128)> {
    if typed.sort != Some(Sort::Int) || !typed.is_constant() {
        return None;
    }
    if let Ok(system::Value::Int(value)) = evaluate::evaluate(typed, slots) {
        return Some((0, value));
    }
    match &typed.kind {
        TypedKind::Slot(slot) if *slot == open => Some((1, 0)),
        TypedKind::Negate(operand) => {
            let (factor, offset) = linear(operand, open, slots)?;
            Some((factor.checked_neg()?, offset.checked_neg()?))
        }
        TypedKind::Sum(terms) => terms.iter().try_fold((0i128, 0i128), |sum, (subtracted, term)| {
            let (factor, offset) = linear(term, open, slots)?;
            match subtracted {
                true => Some((sum.0.checked_sub(factor)?, sum.1.checked_sub(offset)?)),
                false => Some((sum.0.checked_add(factor)?, sum.1.checked_add(offset)?)),
            }
        }),
        TypedKind::Arithmetic(operation, left, right) => {
            let (left, right) = (linear(left, open, slots)?, linear(right, open, slots)?);
            match operation {
                Operation::Add => Some((left.0.checked_add(right.0)?, left.1.checked_add(right.1)?)),
                Operation::Sub => Some((left.0.checked_sub(right.0)?, left.1.checked_sub(right.1)?)),
                _ => None,
            }
        }
        _ => None,
    }
}
