//! Sets in which a fair path can stay, and layers of states around a goal.

use super::prover::Prover;
use crate::condition::{Condition, Conditions};
use crate::steps::Steps;
use certificates::Recurring;
use state_sets::{Complement, Describe, Halt, Limited};

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
    pub fn layers(
        &self,
        steps: &Steps<'_, D>,
        within: &D::Set,
        goal: D::Set,
    ) -> Limited<(Vec<D::Set>, D::Set)> {
        let domain = steps.domain();
        let (mut layers, mut last, mut all) = (Vec::new(), goal.clone(), goal);
        while layers.len() < self.fixpoints.most_layers() {
            let before = domain.intersection(&steps.pre(&last)?, within)?;
            let fresh = domain.difference(&before, &all)?;
            if domain.is_empty(&fresh)? {
                break;
            }
            all = domain.union(&all, &fresh)?;
            steps.model.meter.round(domain, &all)?;
            layers.push(fresh.clone());
            last = fresh;
        }
        Ok((layers, all))
    }
}
