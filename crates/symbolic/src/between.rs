//! What is known of a largest value that is not settled.

/// A largest value lies between these, where they are known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Between {
    /// Some state that can be reached has this value.
    pub at_least: Option<i128>,
    /// No state that can be reached has a larger one.
    pub at_most: Option<i128>,
}

impl Between {
    /// What follows from both.
    pub fn and(self, other: Between) -> Between {
        let at_most = [self.at_most, other.at_most].into_iter().flatten().min();
        Between { at_least: self.at_least.max(other.at_least), at_most }
    }

    /// The value, if only one is possible.
    pub fn exactly(self) -> Option<i128> {
        self.at_least.filter(|value| Some(*value) == self.at_most)
    }

    /// Whether no value is possible, so that one of both is wrong.
    pub fn is_contradictory(self) -> bool {
        self.at_least.zip(self.at_most).is_some_and(|(at_least, at_most)| at_least > at_most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_better_one_of_both_sides_stays() {
        let low = Between { at_least: Some(3), at_most: None };
        let high = Between { at_least: Some(-2), at_most: Some(5) };
        let both = low.and(high);
        assert_eq!(both, Between { at_least: Some(3), at_most: Some(5) });
        assert_eq!((both.exactly(), both.is_contradictory()), (None, false));
        assert_eq!(both.and(Between { at_least: Some(5), at_most: None }).exactly(), Some(5));
        assert!(both.and(Between { at_least: Some(6), at_most: None }).is_contradictory());
        assert_eq!(Between::default().exactly(), None);
    }
}
