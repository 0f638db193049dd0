//! The sets that `any` chooses from.

/// The values of an `any`, all read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ChosenSet {
    /// From the first to the second.
    Range(i64, i64),
    /// These, in order and without repetition.
    Members(Vec<i64>),
}

impl ChosenSet {
    /// Whether the set has this value.
    pub fn contains(&self, value: i64) -> bool {
        match self {
            ChosenSet::Range(low, high) => (*low..=*high).contains(&value),
            ChosenSet::Members(members) => members.contains(&value),
        }
    }

    /// The value of a set that has just one.
    pub fn only(&self) -> Option<i64> {
        match self {
            ChosenSet::Range(low, high) => (low == high).then_some(*low),
            ChosenSet::Members(members) => {
                if let [only] = members[..] {
                    Some(only)
                } else {
                    None
                }
            }
        }
    }

    /// Whether the set has a value other than this one.
    pub fn has_other_than(&self, value: i64) -> bool {
        match self {
            ChosenSet::Range(low, high) => low <= high && (low != high || *low != value),
            ChosenSet::Members(members) => members.iter().any(|member| *member != value),
        }
    }

    /// The values that both sets have.
    pub fn intersection(self, other: &ChosenSet) -> ChosenSet {
        match (self, other) {
            (ChosenSet::Range(low, high), ChosenSet::Range(other_low, other_high)) => {
                ChosenSet::Range(low.max(*other_low), high.min(*other_high))
            }
            (ChosenSet::Members(mut members), other) => {
                members.retain(|member| other.contains(*member));
                ChosenSet::Members(members)
            }
            (range, ChosenSet::Members(members)) => {
                ChosenSet::Members(members.iter().copied().filter(|member| range.contains(*member)).collect())
            }
        }
    }
}
