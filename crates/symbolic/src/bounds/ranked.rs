//! Upper bounds of `EG` by sums that decrease: what no path does for ever need not be followed for ever.

use super::{Bounds, Enough};
use crate::ranking::leftover;
use state_sets::{Bounded, Complement, Limited, Rank, Side, Widen};

impl<D: Complement + Widen + Rank> Bounds<'_, D> {
    /// EG of this set on fair paths. An upper bound may be found by sums: a fair path that stays in the set comes to what
    /// they leave over.
    pub(super) fn ranked_always(
        &self,
        within: &D::Set,
        side: Side,
        enough: &Enough<'_, D::Set>,
    ) -> Limited<Bounded<D::Set>> {
        let domain = self.steps.domain();
        if !self.settings.ranked || side != Side::Above {
            return self.always(within, side, enough);
        }
        let Some(left) = leftover(self.steps, self.fair, within)? else {
            return self.always(within, side, enough);
        };
        self.measures.borrow_mut().extend(left.measures);
        if domain.is_empty(&left.states)? {
            return Ok(Bounded::exact(left.states));
        }
        let reaching = self.until(within, &left.states, side, &Enough::never())?;
        if enough.is_met(&reaching.set, Side::Above)? {
            return Ok(Bounded { set: reaching.set, side: Side::Above });
        }
        self.always(&domain.intersection(within, &reaching.set)?, side, enough)
    }
}
