//! States from which a fair path stays in a set, exact or from one side.
//!
//! The fair core of a set is found by taking out states again and again, as for exact sets. Every set on the way
//! contains it, so that one may stop at any time for an upper bound. For a lower bound inner fixpoints are taken from
//! below, and what is taken out is widened: where nothing more is taken out, every state has what it needs.

use super::{Bounds, Enough};
use state_sets::{Bounded, Complement, Limited, Rank, Side, Widen};

impl<D: Complement + Widen + Rank> Bounds<'_, D> {
    /// EG of this set on fair paths.
    pub(super) fn fair_always(
        &self,
        within: &D::Set,
        side: Side,
        enough: &Enough<'_, D::Set>,
    ) -> Limited<Bounded<D::Set>> {
        let domain = self.steps.domain();
        if side == Side::Below {
            let core = self.core_below(within)?;
            return Ok(Bounded { side, ..self.until(within, &core, side, enough)? });
        }
        // Inner fixpoints must not be too small, or the core loses states that begin a fair path.
        let inner = if side == Side::Exact { Side::Exact } else { Side::Above };
        let never = Enough::never();
        let mut core = Bounded::exact(domain.intersection(within, &self.steps.states)?);
        for round in 0.. {
            let before = core.set.clone();
            self.pruned(&mut core, inner)?;
            self.steps.model.meter.round(domain, &core.set)?;
            if domain.is_subset(&before, &core.set)? {
                break;
            }
            let reaching = self.until(within, &core.set, inner, &never)?;
            if side.is_above() && reaching.side.is_above() && enough.is_met(&reaching.set, Side::Above)? {
                return Ok(Bounded { set: reaching.set, side: Side::Above });
            }
            if round >= self.settings.rounds && side != Side::Exact {
                core.side = Side::Above;
                break;
            }
        }
        let reaching = self.until(within, &core.set, side, enough)?;
        Ok(Bounded { side: core.side.with(reaching.side).unwrap_or(side), ..reaching })
    }

    /// A set of states of `within` from each of which a fair path stays in this set.
    pub fn core_below(&self, within: &D::Set) -> Limited<D::Set> {
        let domain = self.steps.domain();
        let states = &self.steps.states;
        let mut core = domain.intersection(within, states)?;
        if self.fair.is_empty() {
            return Ok(self.always(&core, Side::Below, &Enough::never())?.set);
        }
        for round in 0.. {
            let mut next = Bounded::exact(core.clone());
            self.pruned(&mut next, Side::Below)?;
            if domain.is_subset(&core, &next.set)? {
                break;
            }
            if self.settings.seed.is_some_and(|seed| round >= seed) {
                let outside = |set: &D::Set| domain.difference(states, set);
                let removed = domain.widen(&outside(&core)?, &outside(&next.set)?, self.settings.width)?;
                next.set = domain.difference(&next.set, &removed)?;
            }
            core = next.set;
            self.steps.model.meter.round(domain, &core)?;
        }
        Ok(core)
    }

    /// Takes out of the core what cannot stay in it.
    fn pruned(&self, core: &mut Bounded<D::Set>, side: Side) -> Limited<()> {
        let domain = self.steps.domain();
        core.set = domain.intersection(&core.set, &self.steps.pre(&core.set)?)?;
        for condition in &self.fair.repeated {
            let goal = domain.intersection(&core.set, &condition.pre(self.steps, &core.set)?)?;
            self.keep_reaching(core, &goal, side, None)?;
        }
        for obligation in &self.fair.obligations {
            let obliging = domain.intersection(&core.set, &obligation.states)?;
            if !domain.is_empty(&obliging)? {
                let goal = domain.intersection(&core.set, &obligation.met.pre(self.steps, &core.set)?)?;
                self.keep_reaching(core, &goal, side, Some(&obliging))?;
            }
        }
        Ok(())
    }

    /// Keeps the states of the core that reach the goal within it, and those that are not concerned.
    fn keep_reaching(
        &self,
        core: &mut Bounded<D::Set>,
        goal: &D::Set,
        side: Side,
        concerned: Option<&D::Set>,
    ) -> Limited<()> {
        let domain = self.steps.domain();
        let never = Enough::never();
        let reaching = self.until(&core.set, goal, side, &never)?;
        let concerned = concerned.unwrap_or(&core.set);
        let stuck = domain.difference(concerned, &reaching.set)?;
        core.set = domain.difference(&core.set, &stuck)?;
        core.side = core.side.with(reaching.side).unwrap_or(side);
        Ok(())
    }
}
