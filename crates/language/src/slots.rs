//! The values that names in constant expressions have for the time being.

use system::Value;

use crate::typed::Slot;

/// The values of slots.
#[derive(Debug, Clone, Default)]
pub struct Slots {
    values: Vec<Option<Value>>,
    /// How many subexpressions have been evaluated.
    pub steps: usize,
}

impl Slots {
    /// The value of a slot.
    pub fn get(&self, slot: Slot) -> Option<Value> {
        self.values.get(slot.0 as usize).copied().flatten()
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
