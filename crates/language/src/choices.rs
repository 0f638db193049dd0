//! The values of finite domains, and all ways to choose some for several names.

use system::{Datum, Value};

use crate::limits;
use crate::slots::Slots;
use crate::typed::Slot;

/// The values of a finite domain.
#[derive(Debug, Clone)]
pub enum Values {
    /// All integers between two bounds.
    Range(i128, i128),
    /// These.
    List(Vec<Datum>),
}

impl Values {
    /// The value at a position, if there are so many.
    fn at(&self, position: u128) -> Option<Datum> {
        match self {
            Values::Range(low, high) => {
                let value = low.checked_add(i128::try_from(position).ok()?)?;
                (value <= *high).then_some(Datum::Scalar(Value::Int(value)))
            }
            Values::List(values) => values.get(usize::try_from(position).ok()?).cloned(),
        }
    }
}

/// All choices of one value for each of several names, the last name changing fastest.
#[derive(Debug)]
pub struct Choices {
    values: Values,
    positions: Vec<u128>,
    started: bool,
}

impl Choices {
    /// The choices for this many names, each of which has these values.
    pub fn new(values: Values, names: usize) -> Choices {
        Choices { values, positions: vec![0; names], started: false }
    }

    /// How many choices there are; none if they cannot be counted.
    pub fn count(&self) -> Option<u128> {
        let values = match &self.values {
            Values::Range(low, high) if low > high => 0,
            Values::Range(low, high) => high.checked_sub(*low)?.unsigned_abs().checked_add(1)?,
            Values::List(values) => values.len() as u128,
        };
        values.checked_pow(u32::try_from(self.positions.len()).ok()?)
    }

    /// Whether there are more choices than can ever be made.
    pub fn are_too_many(&self) -> bool {
        self.count().is_none_or(|count| count > limits::STEPS as u128)
    }

    /// Moves to the next choice and gives the names' slots their values; false when there is none.
    pub fn next_into(&mut self, names: &[(Slot, String)], slots: &mut Slots) -> bool {
        if !self.started {
            self.started = true;
            let Some(first) = self.values.at(0) else { return self.positions.is_empty() };
            for (slot, _) in names {
                slots.set_datum(*slot, &first);
            }
            return true;
        }
        for (position, (slot, _)) in self.positions.iter_mut().zip(names).rev() {
            *position += 1;
            if let Some(value) = self.values.at(*position) {
                slots.set_datum(*slot, &value);
                return true;
            }
            *position = 0;
            if let Some(first) = self.values.at(0) {
                slots.set_datum(*slot, &first);
            }
        }
        false
    }
}
