//! Intervals of integers: what is known of a sum from the kinds of its cells.

use state_sets::Kind;

/// A least and a greatest value; an absent end is infinite.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Interval {
    pub low: Option<i128>,
    pub high: Option<i128>,
}

impl Interval {
    /// All integers.
    pub const ALL: Interval = Interval { low: None, high: None };

    /// From the first to the second.
    pub fn new(low: i128, high: i128) -> Interval {
        Interval { low: Some(low), high: Some(high) }
    }

    /// The values of a kind.
    pub fn of(kind: Kind) -> Interval {
        match kind {
            Kind::Finite { count } => Interval::new(0, i128::from(count).saturating_sub(1)),
            Kind::Integer { low, high } => Interval { low, high },
        }
    }

    /// The sums of a value of each; an end that grows too large is infinite.
    pub fn plus(self, other: Interval) -> Interval {
        let add = |a: Option<i128>, b: Option<i128>| a?.checked_add(b?);
        Interval { low: add(self.low, other.low), high: add(self.high, other.high) }
    }

    /// The multiples of the values.
    pub fn times(self, factor: i128) -> Interval {
        let scale = |end: Option<i128>| end?.checked_mul(factor);
        match factor {
            0 => Interval::new(0, 0),
            1.. => Interval { low: scale(self.low), high: scale(self.high) },
            _ => Interval { low: scale(self.high), high: scale(self.low) },
        }
    }

    /// The smallest interval around both.
    pub fn hull(self, other: Interval) -> Interval {
        let low = self.low.zip(other.low).map(|(a, b)| a.min(b));
        let high = self.high.zip(other.high).map(|(a, b)| a.max(b));
        Interval { low, high }
    }

    /// Whether all values of the other interval lie in this one.
    pub fn contains(self, other: Interval) -> bool {
        let above = self.low.is_none_or(|low| other.low.is_some_and(|other| low <= other));
        let below = self.high.is_none_or(|high| other.high.is_some_and(|other| other <= high));
        above && below
    }

    /// Whether the value lies in the interval.
    pub fn has(self, value: i128) -> bool {
        self.contains(Interval::new(value, value))
    }

    /// Both ends, if there are at most so many values.
    pub fn listed(self, most: i128) -> Option<(i128, i128)> {
        let (low, high) = (self.low?, self.high?);
        (high.checked_sub(low)? < most).then_some((low, high))
    }
}
