//! Sets in which a fair path can stay, and layers of states around a goal.

use super::falling::falling;
use super::prover::Prover;
use crate::condition::{Condition, Conditions};
use crate::steps::Steps;
use certificates::{Attractor, Recurring};
use state_sets::{Complement, Describe, Halt, Limited};

/// The layers after which a number is looked for that falls.
const FEW: usize = 8;

impl<D: Complement + Describe> Prover<'_, '_, D> {
    /// A set in which a fair path can stay, with the ways to what it must repeat.
    pub fn recurring(
        &mut self,
        steps: &Steps<'_, D>,
        core: &D::Set,
        conditions: &Conditions<D>,
    ) -> Limited<Recurring> {
        let domain = steps.domain();
        let mut visits = Vec::new();
        let mut visit =
            |own: &mut Self, condition: &Condition<D>, named, concerned: &D::Set| -> Limited<()> {
                let goal = domain.intersection(core, &condition.pre(steps, core)?)?;
                let (mut layers, reached) = own.layers(steps, core, goal.clone())?;
                if !domain.is_subset(concerned, &reached)? {
                    return Err(Halt::Unsupported(
                        "a condition of fairness is not met again and again".into(),
                    ));
                }
                layers.insert(0, goal);
                visits.push((named, own.write_all(&layers)?));
                Ok(())
            };
        for (place, condition) in conditions.repeated.iter().enumerate() {
            let named = self.repeated(place);
            visit(self, condition, named, core)?;
        }
        for (place, obligation) in conditions.obligations.iter().enumerate() {
            let obliging = domain.intersection(core, &obligation.states)?;
            if !domain.is_empty(&obliging)? {
                let named = self.obligation(place);
                visit(self, &obligation.met, named, &obliging)?;
            }
        }
        let set = self.write(core)?;
        Ok(Recurring { set, visits })
    }

    /// The states of `within` from which one step, two steps and so on lead to the goal, and all of these with the goal.
    fn layers(&self, steps: &Steps<'_, D>, within: &D::Set, goal: D::Set) -> Limited<(Vec<D::Set>, D::Set)> {
        let mut found = Layered { layers: Vec::new(), last: goal.clone(), all: goal };
        found.extend(steps, within, self.fixpoints.most_layers())?;
        Ok((found.layers, found.all))
    }

    /// States of `within` from which a path leads to the goal, as they are written, and all of these with the goal.
    pub fn attractor(
        &mut self,
        steps: &Steps<'_, D>,
        within: &D::Set,
        goal: D::Set,
    ) -> Limited<(Attractor, D::Set)> {
        let domain = steps.domain();
        let most = self.fixpoints.most_layers();
        let mut found = Layered { layers: Vec::new(), last: goal.clone(), all: goal.clone() };
        if !found.extend(steps, within, most.min(FEW))? {
            // Where more and more steps are needed, a number that falls may say it all.
            let reaching = self.fixpoints.reaching(steps, within, &goal)?;
            let reaching = domain.intersection(&reaching, within)?;
            if let Some(ranked) = falling(steps, &reaching, &goal, &found.all)?
                && domain.is_subset(&reaching, &ranked.all)?
            {
                let rank = Some(self.writer.sum(&ranked.rank)?);
                return Ok((Attractor { layers: self.write_all(&ranked.layers)?, rank }, ranked.all));
            }
        }
        found.extend(steps, within, most)?;
        Ok((Attractor { layers: self.write_all(&found.layers)?, rank: None }, found.all))
    }
}

/// Layers of states around a goal, as far as they have been found.
struct Layered<S> {
    layers: Vec<S>,
    last: S,
    all: S,
}

impl<S: Clone> Layered<S> {
    /// Adds layers until there are so many; whether these are all.
    fn extend<D: Complement<Set = S>>(
        &mut self,
        steps: &Steps<'_, D>,
        within: &S,
        most: usize,
    ) -> Limited<bool> {
        let domain = steps.domain();
        while self.layers.len() < most {
            let before = domain.intersection(&steps.pre(&self.last)?, within)?;
            let fresh = domain.difference(&before, &self.all)?;
            if domain.is_empty(&fresh)? {
                return Ok(true);
            }
            self.all = domain.union(&self.all, &fresh)?;
            steps.model.meter.round(domain, &self.all)?;
            self.layers.push(fresh.clone());
            self.last = fresh;
        }
        Ok(false)
    }
}
