//! `reach(p, next, q)`: ways through references, as conditions.
//!
//! From each instance, what is met within so many steps, one step more at a time: the goal is here, or a link leads to where
//! it is met within fewer. A way that meets something new at each step passes each instance at most once, so as many steps as
//! there are instances are enough; the condition of `null` never changes.

use super::Translator;
use super::cases::{Cases, Scalar};
use super::expression::{Environment, Truth};
use crate::{Logic, Refusal};
use system::{Reach, Value};

impl<L: Logic> Translator<'_, L> {
    /// The truth of a way.
    pub(super) fn reach(
        &mut self,
        environment: &Environment<L::Condition>,
        reach: &Reach,
    ) -> Result<Truth<L::Condition>, Refusal> {
        let start = self.evaluate(environment, &reach.start)?;
        let goal = self.evaluate(environment, &reach.goal)?;
        let fault = self.either_fault(&start, &goal)?;
        let mut links = Vec::new();
        for own in &reach.links {
            let values = own.iter().map(|link| self.evaluate(environment, link).map(|value| value.cases));
            links.push(values.collect::<Result<Vec<_>, _>>()?);
        }
        let mut met = Vec::new();
        let instances = (0u32..).take(links.len()).map(Some);
        for here in std::iter::once(None).chain(instances) {
            met.push(goal.cases.is(&mut self.logic, Value::Reference(here))?);
        }
        let here = met.clone();
        for _ in 0..links.len() {
            let mut longer = vec![met[0]];
            for (links, here) in links.iter().zip(here.iter().skip(1)) {
                longer.push(self.met_through(*here, links, &met)?);
            }
            if longer == met {
                break;
            }
            met = longer;
        }
        let holds = self.met_at(&start.cases, &met)?;
        let mut defined = self.logic.constant(true);
        for value in links.iter().flatten().chain([&start.cases, &goal.cases]) {
            let here = value.defined(&mut self.logic)?;
            defined = self.logic.and(defined, here)?;
        }
        let (met, unmet) = (holds, self.logic.not(holds)?);
        Ok(Truth { holds: self.logic.and(defined, met)?, fails: self.logic.and(defined, unmet)?, fault })
    }

    /// The goal is here, or met where some link leads.
    fn met_through(
        &mut self,
        here: L::Condition,
        links: &[Cases<L::Condition>],
        met: &[L::Condition],
    ) -> Result<L::Condition, Refusal> {
        let mut any = here;
        for link in links {
            let further = self.met_at(link, met)?;
            any = self.logic.or(any, further)?;
        }
        Ok(any)
    }

    /// Where the goal is met from what a reference denotes, `null` being the first of the conditions.
    fn met_at(
        &mut self,
        reference: &Cases<L::Condition>,
        met: &[L::Condition],
    ) -> Result<L::Condition, Refusal> {
        let mut any = self.logic.constant(false);
        for (condition, scalar) in &reference.cases {
            let place = match scalar {
                Scalar::Plain(Value::Reference(instance)) => {
                    instance.map_or(0, |number| (number as usize).saturating_add(1))
                }
                _ => return Err(Refusal::Malformed("only references are followed".into())),
            };
            let there = met.get(place).copied();
            let there = there.ok_or_else(|| Refusal::Malformed("a reference leads nowhere".into()))?;
            let both = self.logic.and(*condition, there)?;
            any = self.logic.or(any, both)?;
        }
        Ok(any)
    }
}
