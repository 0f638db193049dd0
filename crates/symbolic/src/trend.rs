//! How a fixpoint goes, told by the sizes of what is new in its iterates.
//!
//! A fixpoint that ends finds less and less that is new, mostly after few iterations in which it finds more and more. One that
//! counts for ever finds about as much in each iteration. No size proves anything: a trend only decides who works first.

/// Where the sizes of what is new lead.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Trend {
    /// About as much is new as some iterations ago.
    Creeping,
    /// More and more is new, or it is too early to tell.
    #[default]
    Growing,
    /// Much less is new than once was.
    Shrinking,
}

/// Between which iterations sizes are compared to see whether they grow.
const APART: usize = 3;
/// What grows has at least this many times the size.
const GROWTH: usize = 2;
/// What shrinks has at most this part of the largest size.
const SHRUNK: (usize, usize) = (3, 5);

impl Trend {
    /// The trend of the sizes of what was new in each iteration.
    pub fn of(sizes: &[usize]) -> Trend {
        let Some((last, before)) = sizes.split_last() else { return Trend::default() };
        let peak = before.iter().max().copied().unwrap_or(0);
        if last.saturating_mul(SHRUNK.1) <= peak.saturating_mul(SHRUNK.0) {
            return Trend::Shrinking;
        }
        let earlier = sizes.len().checked_sub(APART + 1).map(|place| sizes[place]);
        match earlier {
            Some(earlier) if *last < earlier.saturating_mul(GROWTH) => Trend::Creeping,
            _ => Trend::Growing,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_ends_shrinks_before() {
        // From the property of BAKERY4, from the initial states of TICKET6, as automata.
        assert_eq!(Trend::of(&[3298, 4112, 1211]), Trend::Shrinking);
        assert_eq!(Trend::of(&[144, 894, 4005, 9530, 19953]), Trend::Growing);
        assert_eq!(Trend::of(&[144, 894, 4005, 9530, 19953, 17105, 10378]), Trend::Shrinking);
    }

    #[test]
    fn what_counts_for_ever_creeps() {
        // From the initial states of BAKERY4.
        assert_eq!(Trend::of(&[66, 218, 375]), Trend::Growing);
        assert_eq!(Trend::of(&[66, 218, 375, 433, 392]), Trend::Creeping);
        assert_eq!(Trend::of(&[1, 1, 1, 1]), Trend::Creeping);
    }

    #[test]
    fn the_beginning_tells_nothing() {
        assert_eq!(Trend::of(&[]), Trend::Growing);
        assert_eq!(Trend::of(&[7, 6, 5]), Trend::Growing);
        assert_eq!(Trend::of(&[usize::MAX, usize::MAX]), Trend::Growing);
    }
}
