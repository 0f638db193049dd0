//! Branching-time formulas: a set for each part, from the side that counts, and why it is one.

use super::prover::{Asked, Prover};
use crate::bounds::Core;
use crate::condition::Conditions;
use certificates::{AlwaysAbove, AlwaysBelow, Attractor, Claim, Proof};
use state_sets::{Complement, Describe, Halt, Limited};
use system::Ctl;

/// The states from which a fair path begins, as far as they are needed.
struct Fair<'c, D: Complement> {
    conditions: &'c Conditions<D>,
    below: Option<(D::Set, AlwaysBelow)>,
    above: Option<(D::Set, AlwaysAbove)>,
}

/// A claim and its set; nothing if there is none.
type Claimed<S> = Option<(Claim, S)>;

impl<D: Complement + Describe> Prover<'_, '_, D> {
    /// The proof that all initial states satisfy the formula, or that one does not; nothing if none is found.
    pub fn branching(
        &mut self,
        formula: &Ctl,
        asked: &Asked<'_>,
        conditions: &Conditions<D>,
    ) -> Limited<Option<Proof>> {
        let domain = self.job.steps.domain();
        let core = Core::new(formula);
        let core = if asked.holds { core } else { core.negated() };
        let mut fair = Fair { conditions, below: None, above: None };
        let Some((claim, set)) = self.claim(&core, true, &mut fair)? else { return Ok(None) };
        let start = &self.job.steps.model.initial;
        let mut rigid = Vec::new();
        let initial = match asked.holds {
            true if domain.is_subset(start, &set)? => None,
            true => return Ok(None),
            false => match domain.pick(&domain.intersection(start, &set)?)? {
                Some(point) => {
                    let own = self.job.lowered.rigid.iter().map(|(_, variable)| point.value(*variable));
                    rigid.extend(own);
                    Some(self.state(&point))
                }
                None => return Ok(None),
            },
        };
        let states = self.states.clone();
        let invariant = self.write(&states)?;
        let claim = Box::new(claim);
        let (fair_below, fair_above) =
            (fair.below.map(|(_, shown)| shown), fair.above.map(|(_, shown)| shown));
        Ok(Some(Proof::Branching { invariant, fair_below, fair_above, claim, initial, rigid }))
    }

    fn claim(&mut self, core: &Core, below: bool, fair: &mut Fair<'_, D>) -> Limited<Claimed<D::Set>> {
        let domain = self.job.steps.domain();
        let states = self.states.clone();
        match core {
            Core::State(e) => {
                let truth = domain.set(&self.job.condition(e)?)?;
                Ok(Some((Claim::State, domain.intersection(&truth, &states)?)))
            }
            Core::Not(inner) => {
                let Some((claim, set)) = self.claim(inner, !below, fair)? else { return Ok(None) };
                Ok(Some((Claim::Not(Box::new(claim)), domain.difference(&states, &set)?)))
            }
            Core::And(parts) => {
                let mut all = states;
                let mut claims = Vec::with_capacity(parts.len());
                for part in parts {
                    let Some((claim, set)) = self.claim(part, below, fair)? else { return Ok(None) };
                    all = domain.intersection(&all, &set)?;
                    claims.push(claim);
                }
                Ok(Some((Claim::And(claims), all)))
            }
            Core::Next(inner) => {
                let Some((claim, set)) = self.claim(inner, below, fair)? else { return Ok(None) };
                let Some(set) = self.fairly(&set, below, fair)? else { return Ok(None) };
                let before = domain.intersection(&self.job.steps.model.pre(&set)?, &states)?;
                let set = self.write(&before)?;
                Ok(Some((Claim::Next { inner: Box::new(claim), set }, before)))
            }
            Core::Until(left, right) => self.until(left, right, below, fair),
            Core::Always(inner) => self.always(inner, below, fair),
            Core::Exists(..) => {
                Err(Halt::Unsupported("a rigid variable is quantified inside the formula".into()))
            }
        }
    }

    fn until(
        &mut self,
        left: &Core,
        right: &Core,
        below: bool,
        fair: &mut Fair<'_, D>,
    ) -> Limited<Claimed<D::Set>> {
        let Some((left, within)) = self.claim(left, below, fair)? else { return Ok(None) };
        let Some((right, goal)) = self.claim(right, below, fair)? else { return Ok(None) };
        let Some(goal) = self.fairly(&goal, below, fair)? else { return Ok(None) };
        let (left, right) = (Box::new(left), Box::new(right));
        if below {
            let (attractor, set) = self.attractor(&self.job.steps, &within, goal)?;
            return Ok(Some((Claim::UntilBelow { left, right, attractor }, set)));
        }
        let set = self.fixpoints.reaching(&self.job.steps, &within, &goal)?;
        let written = self.write(&set)?;
        Ok(Some((Claim::UntilAbove { left, right, set: written }, set)))
    }

    fn always(&mut self, inner: &Core, below: bool, fair: &mut Fair<'_, D>) -> Limited<Claimed<D::Set>> {
        let Some((inner, within)) = self.claim(inner, below, fair)? else { return Ok(None) };
        let inner = Box::new(inner);
        match below {
            true => {
                let (set, shown) = self.staying_below(&within, fair.conditions)?;
                Ok(Some((Claim::AlwaysBelow { inner, shown }, set)))
            }
            false => {
                let Some((set, shown)) = self.staying(&within, fair.conditions)? else { return Ok(None) };
                Ok(Some((Claim::AlwaysAbove { inner, shown }, set)))
            }
        }
    }

    /// Those of the states from which a fair path begins, from below or from above.
    fn fairly(&mut self, set: &D::Set, below: bool, fair: &mut Fair<'_, D>) -> Limited<Option<D::Set>> {
        let domain = self.job.steps.domain();
        if fair.conditions.is_empty() {
            return Ok(Some(set.clone()));
        }
        let states = self.states.clone();
        if below {
            if fair.below.is_none() {
                fair.below = Some(self.staying_below(&states, fair.conditions)?);
            }
        } else if fair.above.is_none() {
            fair.above = self.staying(&states, fair.conditions)?;
        }
        let known = match below {
            true => fair.below.as_ref().map(|(set, _)| set),
            false => fair.above.as_ref().map(|(set, _)| set),
        };
        known.map(|known| domain.intersection(set, known)).transpose()
    }

    fn staying(
        &mut self,
        within: &D::Set,
        conditions: &Conditions<D>,
    ) -> Limited<Option<(D::Set, AlwaysAbove)>> {
        let found = self.fixpoints.staying_above(&self.job.steps, conditions, within)?;
        let Some((set, argument)) = found else { return Ok(None) };
        let region = self.argument(&argument, &self.job.steps)?;
        let written = self.write(&set)?;
        Ok(Some((set, AlwaysAbove { set: written, region })))
    }

    fn staying_below(
        &mut self,
        within: &D::Set,
        conditions: &Conditions<D>,
    ) -> Limited<(D::Set, AlwaysBelow)> {
        let domain = self.job.steps.domain();
        let core = self.fixpoints.core_below(&self.job.steps, conditions, within)?;
        if domain.is_empty(&core)? {
            return Ok((core, AlwaysBelow { recurring: Vec::new(), attractor: Attractor::default() }));
        }
        let recurring = vec![self.recurring(&self.job.steps, &core, conditions)?];
        let (attractor, set) = self.attractor(&self.job.steps, within, core)?;
        Ok((set, AlwaysBelow { recurring, attractor }))
    }
}
