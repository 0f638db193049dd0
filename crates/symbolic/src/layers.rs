//! Layers of states: those that one more step reaches, and none that fewer steps reach.

use crate::steps::{Label, Steps};
use crate::walk::Walk;
use state_sets::{Complement, Domain, Limited, Point};

/// The layers around a set of states, as far as they have been computed.
pub(crate) struct Layers<D: Domain> {
    /// The states of each distance, the given ones first.
    layers: Vec<D::Set>,
    /// All states of the layers.
    seen: D::Set,
    /// Whether no further state can be reached.
    complete: bool,
    /// The work that may still be done; nothing if it is not limited.
    patience: Option<u64>,
}

/// What a search in layers came to.
pub(crate) enum Search {
    /// The number of the first layer that meets the goal.
    Found(usize),
    /// No layer meets the goal.
    Nowhere,
    /// The layers became too large for the patience that there was.
    Impatient,
}

impl<D: Complement> Layers<D> {
    /// The layers around a set. The sizes of the layers times the number of labels, summed up, stay within the patience.
    pub fn new(from: &D::Set, patience: Option<u64>) -> Self {
        Layers { layers: vec![from.clone()], seen: from.clone(), complete: false, patience }
    }

    /// All states of the layers.
    pub fn seen(&self) -> &D::Set {
        &self.seen
    }

    /// How many steps away the last layer is.
    pub fn depth(&self) -> usize {
        self.layers.len() - 1
    }

    /// Whether another layer was added; there is none if nothing new is reached or patience is over.
    pub fn grow(&mut self, steps: &Steps<'_, D>, within: &D::Set) -> Limited<bool> {
        let domain = steps.domain();
        let Some(last) = self.layers.last().filter(|_| !self.complete) else { return Ok(false) };
        let leaving = domain.intersection(last, within)?;
        if let Some(left) = &mut self.patience {
            let work = (steps.model.moves.len() as u64 + 1).saturating_mul(domain.weight(&leaving) as u64);
            match left.checked_sub(work) {
                Some(rest) => *left = rest,
                None => return Ok(false),
            }
        }
        let mut next = domain.empty();
        steps.each_post_outside(&leaving, &mut |reached| {
            next = domain.union(&next, &reached)?;
            Ok(())
        })?;
        let next = domain.difference(&next, &self.seen)?;
        if domain.is_empty(&next)? {
            self.complete = true;
            return Ok(false);
        }
        self.seen = domain.union(&self.seen, &next)?;
        steps.model.meter.round(domain, &self.seen)?;
        self.layers.push(next);
        Ok(true)
    }

    /// Looks for the first layer that meets the goal; layers are computed as they are needed.
    pub fn find(&mut self, steps: &Steps<'_, D>, within: &D::Set, goal: &D::Set) -> Limited<Search> {
        let domain = steps.domain();
        let mut number = 0;
        loop {
            let Some(layer) = self.layers.get(number) else {
                match self.grow(steps, within)? {
                    true => continue,
                    false if self.complete => return Ok(Search::Nowhere),
                    false => return Ok(Search::Impatient),
                }
            };
            if !domain.is_empty(&domain.intersection(layer, goal)?)? {
                return Ok(Search::Found(number));
            }
            number += 1;
        }
    }

    /// A path through the layers to a state of the goal in the layer of this number; all states before it are within.
    pub fn walk(
        &self,
        steps: &Steps<'_, D>,
        within: &D::Set,
        goal: &D::Set,
        number: usize,
    ) -> Limited<Option<Walk>> {
        let domain = steps.domain();
        let ends = domain.intersection(&self.layers[number], goal)?;
        let Some(mut at) = domain.pick(&ends)? else { return Ok(None) };
        let mut taken = Vec::with_capacity(number);
        for layer in self.layers[..number].iter().rev() {
            steps.model.meter.beat(domain)?;
            let (label, before) = predecessor(steps, &domain.intersection(layer, within)?, &at)?;
            taken.push((label, at));
            at = before;
        }
        taken.reverse();
        Ok(Some(Walk { start: at, steps: taken }))
    }
}

/// A state of the layer with a step to this one.
fn predecessor<D: Complement>(steps: &Steps<'_, D>, layer: &D::Set, to: &Point) -> Limited<(Label, Point)> {
    let domain = steps.domain();
    let target = domain.singleton(to)?;
    for label in steps.labels() {
        let before = domain.intersection(&steps.pre_by(label, &target)?, layer)?;
        if let Some(point) = domain.pick(&before)? {
            return Ok((label, point));
        }
    }
    unreachable!("every state of a layer was reached from the one before")
}
