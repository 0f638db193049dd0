//! Intervals of integers whose ends may be infinite.
//!
//! What does not fit a number becomes infinite, which only makes an interval larger.

#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

/// An end of an interval.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum End {
    /// Below every integer.
    Below,
    /// This integer.
    At(i128),
    /// Above every integer.
    Above,
}

impl End {
    /// The integer, if it is one.
    pub fn number(self) -> Option<i128> {
        match self {
            End::At(number) => Some(number),
            End::Below | End::Above => None,
        }
    }

    /// The negation; only that of the least number does not fit.
    fn negated(self) -> End {
        match self {
            End::Below => End::Above,
            End::Above => End::Below,
            End::At(number) => number.checked_neg().map_or(End::Above, End::At),
        }
    }

    /// As a lower end: beyond all numbers there is at least the largest one.
    fn as_low(self) -> End {
        if self == End::Above { End::At(i128::MAX) } else { self }
    }

    /// As an upper end.
    fn as_high(self) -> End {
        if self == End::Below { End::At(i128::MIN) } else { self }
    }

    /// The sum; where it does not fit a number, the infinity on this side of the interval.
    fn plus(self, other: End, outside: End) -> End {
        match (self, other) {
            (End::At(one), End::At(two)) => one.checked_add(two).map_or(outside, End::At),
            (End::At(_), infinite) => infinite,
            (infinite, _) => infinite,
        }
    }

    fn signum(self) -> i32 {
        match self {
            End::Below => -1,
            End::Above => 1,
            End::At(number) => number.signum() as i32,
        }
    }

    fn times(self, other: End) -> End {
        let sign = self.signum().saturating_mul(other.signum());
        let infinite = if sign < 0 { End::Below } else { End::Above };
        match (self, other) {
            _ if sign == 0 => End::At(0),
            (End::At(one), End::At(two)) => one.checked_mul(two).map_or(infinite, End::At),
            _ => infinite,
        }
    }

    /// The floor of the quotient by a number that is not zero.
    fn divided(self, divisor: i128) -> End {
        match self {
            End::At(number) => floor_div(number, divisor).map_or(End::Above, End::At),
            infinite if divisor < 0 => infinite.negated(),
            infinite => infinite,
        }
    }
}

/// The floor of a quotient; nothing if it does not fit.
fn floor_div(number: i128, divisor: i128) -> Option<i128> {
    let quotient = number.checked_div(divisor)?;
    let rest = number.checked_rem(divisor)?;
    if rest != 0 && (rest < 0) != (divisor < 0) { quotient.checked_sub(1) } else { Some(quotient) }
}

/// All integers from one end to another; none if the ends are the wrong way round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Interval {
    /// The lower end.
    pub low: End,
    /// The upper end.
    pub high: End,
}

impl Interval {
    /// All integers.
    pub const ALL: Interval = Interval { low: End::Below, high: End::Above };
    /// None.
    pub const NONE: Interval = Interval { low: End::Above, high: End::Below };
    /// Zero and all that is larger.
    pub const NATURAL: Interval = Interval { low: End::At(0), high: End::Above };

    /// From one number to another, both included.
    pub fn between(low: i128, high: i128) -> Interval {
        if low <= high { Interval { low: End::At(low), high: End::At(high) } } else { Interval::NONE }
    }

    /// This number alone.
    pub fn only(number: i128) -> Interval {
        Interval::between(number, number)
    }

    /// Whether there is no integer in it.
    pub fn is_empty(self) -> bool {
        self.low > self.high
    }

    /// The only integer in it, if there is just one.
    pub fn single(self) -> Option<i128> {
        (self.low == self.high).then(|| self.low.number()).flatten()
    }

    /// What lies next to its lower end, inside.
    pub fn low_plus_one(self) -> End {
        self.low.plus(End::At(1), End::At(i128::MAX))
    }

    /// What lies next to its upper end, inside.
    pub fn high_minus_one(self) -> End {
        self.high.plus(End::At(-1), End::At(i128::MIN))
    }

    /// Whether an integer is in it.
    pub fn contains(self, number: i128) -> bool {
        self.low <= End::At(number) && End::At(number) <= self.high
    }

    /// The smallest interval around both.
    pub fn join(self, other: Interval) -> Interval {
        match (self.is_empty(), other.is_empty()) {
            (true, _) => other,
            (_, true) => self,
            _ => Interval { low: self.low.min(other.low), high: self.high.max(other.high) },
        }
    }

    /// What is in both.
    pub fn meet(self, other: Interval) -> Interval {
        let met = Interval { low: self.low.max(other.low), high: self.high.min(other.high) };
        if met.is_empty() { Interval::NONE } else { met }
    }

    /// `-a`
    pub fn negated(self) -> Interval {
        self.or_none(|all| around([all.high.negated(), all.low.negated()]))
    }

    /// `a + b`
    pub fn plus(self, other: Interval) -> Interval {
        self.with(other, |one, two| Interval {
            low: one.low.plus(two.low, End::Below),
            high: one.high.plus(two.high, End::Above),
        })
    }

    /// `a - b`
    pub fn minus(self, other: Interval) -> Interval {
        self.plus(other.negated())
    }

    /// `a * b`
    pub fn times(self, other: Interval) -> Interval {
        self.with(other, |one, two| {
            let corners =
                [(one.low, two.low), (one.low, two.high), (one.high, two.low), (one.high, two.high)];
            around(corners.map(|(left, right)| left.times(right)))
        })
    }

    /// The floor of `a / b`; what divides by zero has no value.
    pub fn divided(self, other: Interval) -> Interval {
        self.with(other, |one, two| match two.single() {
            Some(0) => Interval::NONE,
            Some(divisor) => around([one.low.divided(divisor), one.high.divided(divisor)]),
            // No quotient by an integer is further from zero than the dividend.
            None => one.join(one.negated()).join(Interval::only(0)),
        })
    }

    /// The remainder of the floor of `a / b`, which has the sign of `b` or is zero.
    pub fn modulo(self, other: Interval) -> Interval {
        self.with(other, |one, two| {
            let low = two.low.plus(End::At(1), End::Below).min(End::At(0));
            let high = two.high.plus(End::At(-1), End::Above).max(End::At(0));
            let rests = Interval { low, high };
            match two.single() {
                Some(0) => Interval::NONE,
                Some(_) if rests.meet(one) == one => one,
                _ => rests,
            }
        })
    }

    /// `min(a, b)`
    pub fn least(self, other: Interval) -> Interval {
        self.with(other, |one, two| Interval { low: one.low.min(two.low), high: one.high.min(two.high) })
    }

    /// `max(a, b)`
    pub fn most(self, other: Interval) -> Interval {
        self.with(other, |one, two| Interval { low: one.low.max(two.low), high: one.high.max(two.high) })
    }

    /// `abs(a)`
    pub fn absolute(self) -> Interval {
        self.or_none(|all| {
            let both = all.join(all.negated());
            match all.contains(0) {
                true => both.meet(Interval::NATURAL),
                false => Interval { low: all.low.max(all.high.negated().as_low()), high: both.high },
            }
        })
    }

    fn or_none(self, of: impl FnOnce(Interval) -> Interval) -> Interval {
        if self.is_empty() { Interval::NONE } else { of(self) }
    }

    fn with(self, other: Interval, of: impl FnOnce(Interval, Interval) -> Interval) -> Interval {
        if self.is_empty() || other.is_empty() { Interval::NONE } else { of(self, other) }
    }
}

/// The smallest interval around these ends, which may have become infinite since they do not fit.
fn around<const COUNT: usize>(ends: [End; COUNT]) -> Interval {
    let low = ends.iter().copied().min().unwrap_or(End::Above);
    let high = ends.iter().copied().max().unwrap_or(End::Below);
    Interval { low: low.as_low(), high: high.as_high() }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NUMBERS: [i128; 9] = [-4, -3, -2, -1, 0, 1, 2, 3, 4];

    fn intervals() -> Vec<Interval> {
        let pairs = NUMBERS.iter().flat_map(|low| NUMBERS.iter().map(|high| (*low, *high)));
        pairs.filter(|(low, high)| low <= high).map(|(low, high)| Interval::between(low, high)).collect()
    }

    fn members(interval: Interval) -> Vec<i128> {
        NUMBERS.into_iter().filter(|number| interval.contains(*number)).collect()
    }

    type Binary = (fn(Interval, Interval) -> Interval, fn(i128, i128) -> Option<i128>);

    /// Every result of single numbers is in the result of the intervals.
    #[test]
    fn operations_contain_those_of_all_members() {
        let operations: [Binary; 7] = [
            (Interval::plus, i128::checked_add),
            (Interval::minus, i128::checked_sub),
            (Interval::times, i128::checked_mul),
            (Interval::divided, |a, b| if b == 0 { None } else { floor_div(a, b) }),
            (Interval::modulo, |a, b| if b == 0 { None } else { Some(a - b * floor_div(a, b).unwrap()) }),
            (Interval::least, |a, b| Some(a.min(b))),
            (Interval::most, |a, b| Some(a.max(b))),
        ];
        for (abstractly, concretely) in operations {
            for one in intervals() {
                for two in intervals() {
                    let result = abstractly(one, two);
                    for a in members(one) {
                        for value in members(two).into_iter().filter_map(|b| concretely(a, b)) {
                            assert!(result.contains(value), "{one:?} {two:?} {value}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn sums_products_and_extremes_are_the_smallest_intervals() {
        let (one, two) = (Interval::between(-2, 3), Interval::between(1, 4));
        assert_eq!(one.plus(two), Interval::between(-1, 7));
        assert_eq!(one.minus(two), Interval::between(-6, 2));
        assert_eq!(one.times(two), Interval::between(-8, 12));
        assert_eq!(one.absolute(), Interval::between(0, 3));
        assert_eq!(Interval::between(-5, -2).absolute(), Interval::between(2, 5));
        assert_eq!(Interval::between(3, 9).modulo(Interval::only(4)), Interval::between(0, 3));
        assert_eq!(
            Interval::NATURAL.minus(Interval::only(1)),
            Interval { low: End::At(-1), high: End::Above }
        );
    }

    #[test]
    fn what_does_not_fit_becomes_infinite() {
        let (least, largest) = (Interval::only(i128::MIN), Interval::only(i128::MAX));
        assert_eq!(largest.plus(Interval::only(1)).high, End::Above);
        assert_eq!(least.negated(), Interval { low: End::At(i128::MAX), high: End::Above });
        assert_eq!(least.times(Interval::only(-1)), Interval { low: End::At(i128::MAX), high: End::Above });
        assert_eq!(least.divided(Interval::only(-1)).high, End::Above);
        assert_eq!(least.minus(Interval::only(1)).low, End::Below);
        assert!(!least.absolute().is_empty());
    }
}
