//! Sets in which a fair path can stay, and layers of states around a goal.

use super::falling::{FallingPart, falling};
use super::layered::Layered;
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
        let mut found = Layered::around(goal);
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
        let mut found = Layered::around(goal.clone());
        if !found.extend(steps, within, most.min(FEW))? {
            // Where more and more steps are needed, a number that falls may say it all.
            let reaching = self.fixpoints.reaching(steps, within, &goal)?;
            let reaching = domain.intersection(&reaching, within)?;
            if let Some(parts) = falling(steps, &reaching, &goal)? {
                return Ok((self.written(&parts)?, domain.union(&reaching, &goal)?));
            }
        }
        found.extend(steps, within, most)?;
        Ok((Attractor { layers: self.write_all(&found.layers)?, ..Attractor::default() }, found.all))
    }

    /// Parts as they are written, each with those behind it.
    fn written(&mut self, parts: &[FallingPart<D::Set>]) -> Limited<Attractor> {
        let mut whole: Option<Attractor> = None;
        for part in parts.iter().rev() {
            let rank = part.rank.as_ref().map(|rank| self.writer.sum(rank)).transpose()?;
            let layers = self.write_all(&part.layers)?;
            whole = Some(Attractor { layers, rank, then: whole.map(Box::new) });
        }
        Ok(whole.unwrap_or_default())
    }
}
