//! How a fixpoint goes, told by the sizes of its iterates.
//!
//! A least fixpoint that ends finds less and less that is new, mostly after few iterations in which it finds more and more. One that
//! counts for ever finds about as much in each iteration, and has many. Where a greatest fixpoint does not end, what is left becomes more and more
//! complicated. No size proves anything: a trend only decides who works first.

/// Where the sizes of iterates lead.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Trend {
    /// It looks as if it would go on for ever.
    Endless,
    /// It is too early to tell.
    #[default]
    Open,
    /// It looks as if it would end soon.
    Ending,
}

/// Between which iterations sizes are compared to see whether they grow.
const APART: usize = 3;
/// What is new becomes more and more if it has at least this many times the size.
const MORE: usize = 2;
/// What is left becomes more complicated if it has at least this many times the size.
const COMPLICATED: usize = 3;
/// What shrinks has at most this part of the largest size.
const SHRUNK: (usize, usize) = (3, 5);
/// What is not over after so many iterations looks endless, whatever their sizes are.
const MANY: usize = 24;

impl Trend {
    /// The trend of a least fixpoint, by the sizes of what was new in each iteration.
    pub(crate) fn of_new(sizes: &[usize]) -> Trend {
        Trend::of(sizes, |growth| growth < MORE)
    }

    /// The trend of a greatest fixpoint, by the sizes of what was left after each iteration.
    pub(crate) fn of_left(sizes: &[usize]) -> Trend {
        Trend::of(sizes, |growth| growth >= COMPLICATED)
    }

    fn of(sizes: &[usize], is_endless: impl Fn(usize) -> bool) -> Trend {
        let Some((last, before)) = sizes.split_last() else { return Trend::default() };
        if sizes.len() >= MANY {
            return Trend::Endless;
        }
        let peak = before.iter().max().copied().unwrap_or(0);
        if *last < peak && last.saturating_mul(SHRUNK.1) <= peak.saturating_mul(SHRUNK.0) {
            return Trend::Ending;
        }
        let earlier = sizes.len().checked_sub(APART + 1).map(|place| sizes[place].max(1));
        match earlier {
            Some(earlier) if is_endless(last / earlier) => Trend::Endless,
            _ => Trend::Open,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_ends_shrinks_before() {
        // From the property of BAKERY4, from the initial states of TICKET6, as automata.
        assert_eq!(Trend::of_new(&[3298, 4112, 1211]), Trend::Ending);
        assert_eq!(Trend::of_new(&[144, 894, 4005, 9530, 19953]), Trend::Open);
        assert_eq!(Trend::of_new(&[144, 894, 4005, 9530, 19953, 17105, 10378]), Trend::Ending);
    }

    #[test]
    fn what_counts_for_ever_finds_as_much_again() {
        // From the initial states of BAKERY4.
        assert_eq!(Trend::of_new(&[66, 218, 375]), Trend::Open);
        assert_eq!(Trend::of_new(&[66, 218, 375, 433, 392]), Trend::Endless);
        assert_eq!(Trend::of_new(&[1, 1, 1, 1]), Trend::Endless);
    }

    #[test]
    fn what_is_left_does_not_become_complicated() {
        // The second property of BAKERY4, and of TICKET4 among all states and among those that can be reached.
        assert_eq!(Trend::of_left(&[136, 235, 284, 372, 521, 477]), Trend::Open);
        assert_eq!(Trend::of_left(&[128, 611, 1335, 3550, 5479]), Trend::Endless);
        assert_eq!(Trend::of_left(&[2755, 2692, 2488, 2341, 2242, 2005, 1564]), Trend::Ending);
    }

    #[test]
    fn what_takes_long_looks_endless() {
        assert_eq!(Trend::of_left(&[7; MANY - 1]), Trend::Open);
        assert_eq!(Trend::of_left(&[7; MANY]), Trend::Endless);
    }

    #[test]
    fn the_beginning_tells_nothing() {
        assert_eq!(Trend::of_new(&[]), Trend::Open);
        assert_eq!(Trend::of_left(&[7, 6, 5]), Trend::Open);
        assert_eq!(Trend::of_new(&[usize::MAX, usize::MAX]), Trend::Open);
    }
}
