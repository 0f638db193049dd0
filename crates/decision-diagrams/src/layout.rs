//! Variables in bits, and bits on levels.
//!
//! A variable with `n` values has the fewest bits that can number them, the most significant first; the number of a
//! value is its distance from the least one. Each bit has two levels, its old version and directly below it its new
//! one. Numbers that stand for no value occur in no set.

use crate::image::levels;
use crate::order::{Order, arrange};
use crate::store::{Diagram, Work};
use state_sets::{Halt, Kind, Limited, Moment, Point, Space, Variable};

/// More bits than this are refused: operations go down the levels by recursion, and the stack must suffice. Saturation
/// needs most, about half a kilobyte for a bit when optimised: four megabytes in all.
const MOST_BITS: u32 = 8192;

/// Where the variables of a space are.
#[derive(Debug)]
pub(crate) struct Layout {
    fields: Vec<Field>,
    /// The variables, the topmost first.
    order: Vec<Variable>,
    bits: u32,
}

/// Where a variable is.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Field {
    /// The value that all bits zero stand for.
    pub(crate) low: i128,
    /// The largest number that stands for a value; nothing if there is no value.
    pub(crate) last: Option<u64>,
    /// Its most significant bit.
    pub(crate) first: u32,
    /// How many bits it has.
    pub(crate) width: u32,
}

impl Layout {
    /// The layout of the space's variables in an order; those that are listed come first.
    pub(crate) fn new(space: &Space, order: Order, listed: &[Variable]) -> Limited<Layout> {
        let own = arrange(space, order);
        let mut is_placed = vec![false; space.variables.len()];
        let mut is_new = |variable: &Variable| {
            is_placed.get_mut(variable.index()).is_some_and(|placed| !std::mem::replace(placed, true))
        };
        let order: Vec<Variable> = listed.iter().copied().chain(own).filter(|own| is_new(own)).collect();
        let mut fields = vec![Field { low: 0, last: None, first: 0, width: 0 }; space.variables.len()];
        let mut bits = 0;
        for &variable in &order {
            let (low, last) = values(space.kind(variable)).ok_or_else(|| {
                beyond(format!("`{}` has infinitely many values", space.declaration(variable).name))
            })?;
            let width = last.map_or(0, |last| u64::BITS - last.leading_zeros());
            fields[variable.index()] = Field { low, last, first: bits, width };
            bits += width;
            if bits > MOST_BITS {
                return Err(beyond(format!("the variables need more than {MOST_BITS} bits")));
            }
        }
        Ok(Layout { fields, order, bits })
    }

    /// Where the variable is.
    pub(crate) fn field(&self, variable: Variable) -> Limited<Field> {
        let missing = || beyond(format!("there is no variable {}", variable.0));
        self.fields.get(variable.index()).copied().ok_or_else(missing)
    }

    /// How many bits there are.
    pub(crate) fn bits(&self) -> u32 {
        self.bits
    }

    /// The variables, the topmost first.
    pub(crate) fn order(&self) -> &[Variable] {
        &self.order
    }

    /// The numbers that the state's variables have; nothing if a value is outside its type.
    pub(crate) fn numbers(&self, point: &Point) -> Option<Vec<u64>> {
        let number = |(field, value): (&Field, &i128)| field.number(*value);
        (point.0.len() == self.fields.len())
            .then(|| self.fields.iter().zip(&point.0).map(number).collect())
            .flatten()
    }
}

impl Field {
    /// The number of a value, if it has one.
    pub(crate) fn number(&self, value: i128) -> Option<u64> {
        let number = u64::try_from(value.checked_sub(self.low)?).ok()?;
        (number <= self.last?).then_some(number)
    }

    /// The bits, the most significant first, each with its place in the number.
    pub(crate) fn places(self) -> impl DoubleEndedIterator<Item = (u32, u32)> {
        (self.first..self.first + self.width).zip((0..self.width).rev())
    }
}

/// The level of a bit at a moment.
pub(crate) fn level(bit: u32, moment: Moment) -> u32 {
    let (old, new) = levels(bit);
    match moment {
        Moment::Now => old,
        Moment::Next => new,
    }
}

/// The least value, and the largest number that stands for one.
pub(crate) fn values(kind: Kind) -> Option<(i128, Option<u64>)> {
    match kind {
        Kind::Finite { count } => Some((0, count.checked_sub(1))),
        Kind::Integer { low, high } => {
            let (low, high) = (low?, high?);
            let last = if high < low { None } else { Some(u64::try_from(high.checked_sub(low)?).ok()?) };
            Some((low, last))
        }
    }
}

pub(crate) fn beyond(what: String) -> Halt {
    Halt::Unsupported(what)
}

impl<'a, 'id> Work<'a, 'id> {
    /// The diagram of one bit.
    pub(crate) fn bit(&self, level: u32) -> Limited<Diagram<'a, 'id>> {
        self.node(level, self.falsity(), self.truth())
    }

    /// The variable's number stands for a value.
    pub(crate) fn valid(&self, field: Field, moment: Moment) -> Limited<Diagram<'a, 'id>> {
        let Some(last) = field.last else {
            return Ok(self.falsity());
        };
        let mut at_most = self.truth();
        for (bit, place) in field.places().rev() {
            at_most = match last >> place & 1 {
                1 => self.node(level(bit, moment), self.truth(), at_most)?,
                _ => self.node(level(bit, moment), at_most, self.falsity())?,
            };
        }
        Ok(at_most)
    }
}
