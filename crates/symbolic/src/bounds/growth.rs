//! Paths on which a sum never falls and rises again and again: they visit no state twice.

use super::Bounds;
use crate::condition::{Condition, Conditions, Obligation};
use crate::model::{Model, Motion};
use state_sets::{Cell, Complement, Formula, Kind, Limited, Linear, Moment, Rank, Step, Variable, Widen};
use std::cell::RefCell;

/// The most sums that are tried.
const SUMS: usize = 16;

impl<D: Complement + Widen + Rank> Bounds<'_, D> {
    /// A variable or the opposite of one, and a set of states of `core` in which a fair path can stay that makes it rise
    /// for ever; the path leads to that set from a state of `from` through `within`.
    pub(super) fn growing(
        &self,
        from: &D::Set,
        within: &D::Set,
        core: &D::Set,
    ) -> Limited<Option<(Linear, D::Set)>> {
        let domain = self.steps.domain();
        let space = domain.space();
        let integers = space.all().filter(|variable| matches!(space.kind(*variable), Kind::Integer { .. }));
        let signed = integers.flat_map(|variable| [(1, variable), (-1, variable)]);
        for (sign, variable) in signed.filter(|(sign, variable)| self.may_rise(*sign, *variable)).take(SUMS) {
            let Some(sum) = Linear::cell(Cell::now(variable)).times(sign) else { continue };
            let (model, fair) = self.rising(&sum)?;
            let steps = self.steps.moved_by(&model);
            let found = Bounds { steps: &steps, fair: &fair, shortcuts: &[], ..*self }.core_below(core)?;
            if !domain.is_empty(&found)? && self.leads(from, within, &found)? {
                return Ok(Some((sum, found)));
            }
        }
        Ok(None)
    }

    /// Whether the multiple of the variable has no upper bound and some move changes the variable.
    fn may_rise(&self, sign: i128, variable: Variable) -> bool {
        let is_open = match self.steps.domain().space().kind(variable) {
            Kind::Integer { high, .. } if sign > 0 => high.is_none(),
            Kind::Integer { low, .. } => low.is_none(),
            Kind::Finite { .. } => false,
        };
        is_open && self.steps.model.moves.iter().any(|motion| motion.step.changed.contains(&variable))
    }

    /// The moves that do not decrease the sum, taken apart by whether they increase it, and the conditions of fairness
    /// with a further one: that it is increased again and again.
    fn rising(&self, sum: &Linear) -> Limited<(Model<'_, D>, Conditions<D>)> {
        let (domain, own) = (self.steps.domain(), self.steps.model);
        let mut moves: Vec<Motion<D>> = Vec::new();
        let mut places: Vec<Vec<usize>> = Vec::new();
        let mut rises = Vec::new();
        for motion in &own.moves {
            let mut found = Vec::new();
            for (rising, condition) in parts(sum, &motion.step) {
                let relation = motion.step.relation.clone().and(condition);
                let step = Step { changed: motion.step.changed.clone(), relation };
                let relation = domain.relation(&step)?;
                let enabled =
                    domain.intersection(&domain.pre(&domain.whole()?, &relation)?, &motion.enabled)?;
                own.meter.beat(domain)?;
                if domain.is_empty(&enabled)? {
                    continue;
                }
                found.push(moves.len());
                if rising {
                    rises.push((moves.len(), enabled.clone()));
                }
                let (transition, edges) = (motion.transition, motion.edges.clone());
                moves.push(Motion { transition, step, relations: vec![relation], enabled, edges });
            }
            places.push(found);
        }
        let model = Model {
            domain,
            initial: own.initial.clone(),
            moves,
            faults: Vec::new(),
            missing: own.missing.clone(),
            reach: own.reach,
            meter: own.meter.another(),
            journal: RefCell::default(),
        };
        let moved = |condition: &Condition<D>| match condition {
            Condition::Accepted(number) => Condition::Accepted(*number),
            Condition::Taken { states, moves } => {
                let all = |(number, guard): &(usize, D::Set)| {
                    let guard = guard.clone();
                    places[*number].iter().map(move |place| (*place, guard.clone())).collect::<Vec<_>>()
                };
                Condition::Taken { states: states.clone(), moves: moves.iter().flat_map(all).collect() }
            }
        };
        let mut repeated: Vec<Condition<D>> = self.fair.repeated.iter().map(moved).collect();
        repeated.push(Condition::Taken { states: domain.empty(), moves: rises });
        let obligation =
            |own: &Obligation<D>| Obligation { states: own.states.clone(), met: moved(&own.met) };
        let obligations = self.fair.obligations.iter().map(obligation).collect();
        Ok((model, Conditions { repeated, obligations }))
    }
}

/// The conditions under which a step keeps the sum and under which it increases it, with whether it does.
fn parts(sum: &Linear, step: &Step) -> Vec<(bool, Formula)> {
    let after = sum.with_cells(&|cell| match cell {
        Cell::Variable(variable, Moment::Now) if step.changed.contains(&variable) => Cell::next(variable),
        other => other,
    });
    let Some(loss) = sum.minus(&after) else { return Vec::new() };
    let Some(more) = loss.plus(&Linear::constant(1)) else { return Vec::new() };
    vec![(false, Formula::zero(loss)), (true, Formula::not_positive(more))]
}
