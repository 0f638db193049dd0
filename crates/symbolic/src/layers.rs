//! Layers of states: those that one more step reaches, and none that fewer steps reach.

use crate::resumed::Trail;
use crate::steps::{Label, Steps};
use crate::walk::Walk;
use state_sets::{Complement, Domain, Halt, Limited, Point};

/// The layers around a set of states, as far as they have been computed.
pub(crate) struct Layers<D: Domain> {
    /// The states of each distance, the given ones first.
    layers: Vec<D::Set>,
    /// All states of the layers.
    seen: D::Set,
    /// The size of all states up to each distance but the first.
    sizes: Vec<usize>,
    /// Whether no further state can be reached.
    complete: bool,
    /// The work that may still be done; nothing if it is not limited.
    patience: Option<u64>,
}

/// Hears of a new layer and of all states, and says whether to go on.
type NotingLayer<'a, D> = &'a dyn Fn(&<D as Domain>::Set, &<D as Domain>::Set) -> Limited<()>;

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
        let (layers, seen, sizes) = (vec![from.clone()], from.clone(), Vec::new());
        Layers { layers, seen, sizes, complete: false, patience }
    }

    /// All states of the layers.
    pub fn seen(&self) -> &D::Set {
        &self.seen
    }

    /// How many steps away the last layer is.
    pub fn depth(&self) -> usize {
        self.layers.len() - 1
    }

    /// Counts what it took to come so far, where others have gone the way.
    pub fn count(&self, steps: &Steps<'_, D>, depth: usize) {
        self.sizes.iter().take(depth).for_each(|size| steps.model.meter.count(1, *size));
    }

    /// Whether another layer was added; there is none if nothing new is reached or patience is over.
    pub fn grow(&mut self, steps: &Steps<'_, D>, within: &D::Set) -> Limited<bool> {
        let round = |_: &D::Set, seen: &D::Set| steps.model.meter.round(steps.domain(), seen);
        self.grow_noting(steps, within, &round)
    }

    /// The same; whether to go on is asked with the new layer and with all states. What is known by then stays.
    fn grow_noting(
        &mut self,
        steps: &Steps<'_, D>,
        within: &D::Set,
        noting: NotingLayer<'_, D>,
    ) -> Limited<bool> {
        let domain = steps.domain();
        let Some(last) = self.layers.last().filter(|_| !self.complete) else { return Ok(false) };
        let leaving = domain.intersection(last, within)?;
        let Some(patience) = self.patience_after(steps, &leaving) else { return Ok(false) };
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
        self.add(domain, next, patience)?;
        noting(&self.layers[self.depth()], &self.seen)?;
        Ok(true)
    }

    /// What is left of patience when states are left; nothing if that would be too much.
    fn patience_after(&self, steps: &Steps<'_, D>, leaving: &D::Set) -> Option<Option<u64>> {
        let Some(left) = self.patience else { return Some(None) };
        let labels = steps.model.moves.len() as u64 + 1;
        left.checked_sub(labels.saturating_mul(steps.domain().weight(leaving) as u64)).map(Some)
    }

    fn add(&mut self, domain: &D, next: D::Set, patience: Option<u64>) -> Limited<()> {
        self.seen = domain.union(&self.seen, &next)?;
        self.sizes.push(domain.weight(&self.seen));
        self.layers.push(next);
        self.patience = patience;
        Ok(())
    }

    /// Looks for the first layer that meets the goal, as [`find`](Layers::find) does, with the layers that are known from
    /// earlier.
    pub fn find_again(
        &mut self,
        steps: &Steps<'_, D>,
        within: &D::Set,
        goal: &D::Set,
        trail: &Trail<'_, D>,
    ) -> Limited<Search> {
        let domain = steps.domain();
        while let Some((_, next)) = trail.known() {
            let leaving = domain.intersection(&self.layers[self.depth()], within)?;
            let patience = self.patience_after(steps, &leaving).flatten();
            self.add(domain, next, patience)?;
        }
        self.find_noting(steps, within, goal, &|next, seen| trail.add(0, next, seen))
    }

    /// Looks for the first layer that meets the goal; layers are computed as they are needed.
    pub fn find(&mut self, steps: &Steps<'_, D>, within: &D::Set, goal: &D::Set) -> Limited<Search> {
        let round = |_: &D::Set, seen: &D::Set| steps.model.meter.round(steps.domain(), seen);
        self.find_noting(steps, within, goal, &round)
    }

    fn find_noting(
        &mut self,
        steps: &Steps<'_, D>,
        within: &D::Set,
        goal: &D::Set,
        noting: NotingLayer<'_, D>,
    ) -> Limited<Search> {
        let domain = steps.domain();
        let mut number = 0;
        loop {
            let Some(layer) = self.layers.get(number) else {
                match self.grow_noting(steps, within, noting)? {
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
    // Every state of a layer was reached from the one before.
    Err(contradiction("a state that was reached has no predecessor"))
}

/// What sets say of each other that break the laws of their domain: nothing is concluded from them.
pub(crate) fn contradiction(what: &str) -> Halt {
    Halt::Unsupported(format!("the sets of states contradict each other: {what}"))
}
