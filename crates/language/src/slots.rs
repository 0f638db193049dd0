//! The values that names in constant expressions have for the time being.

use std::collections::HashMap;
use std::rc::Rc;

use system::{Datum, Value};

use crate::typed::Slot;

/// The values of slots.
#[derive(Debug, Clone, Default)]
pub struct Slots {
    values: Vec<Option<Value>>,
    /// The values with parts.
    structured: HashMap<Slot, Rc<Datum>>,
    /// How many subexpressions have been evaluated.
    pub steps: usize,
}

impl Slots {
    /// The value of a slot.
    pub fn get(&self, slot: Slot) -> Option<Value> {
        self.values.get(slot.0 as usize).copied().flatten()
    }

    /// The value of a slot, if it has parts.
    pub fn datum(&self, slot: Slot) -> Option<Rc<Datum>> {
        self.structured.get(&slot).cloned()
    }

    /// Gives a slot a value that may have parts.
    pub fn set_datum(&mut self, slot: Slot, datum: &Datum) {
        match datum {
            Datum::Scalar(value) => self.set(slot, *value),
            _ => {
                self.structured.insert(slot, Rc::new(datum.clone()));
            }
        }
    }

    /// Gives a slot a value.
    pub fn set(&mut self, slot: Slot, value: Value) {
        let index = slot.0 as usize;
        if index >= self.values.len() {
            self.values.resize(index + 1, None);
        }
        self.values[index] = Some(value);
    }
}
