//! A short path from one set of states to another.
//!
//! A path picked backward through layers is as short as can be. Where the layers become too large for the patience that
//! there is, the images are chained instead: each set is the one before it and its image under one label. There are then
//! far fewer and often smaller sets, and a path through them goes back to the first set that has its state, so that it
//! is short too, if not always the shortest.

use crate::journal::Which;
use crate::layers::{Layers, Search, contradiction};
use crate::resumed::Trail;
use crate::steps::{Label, Steps};
use crate::walk::Walk;
use state_sets::{Complement, Domain, Limited, Point};

/// How much work is done for a shortest path before a short one is good enough: sizes of layers times labels.
pub(crate) const PATIENCE: u64 = 10_000_000;

/// A set of a chain, and the label by which it grew out of the one before.
struct Link<D: Domain> {
    label: Label,
    reached: D::Set,
}

impl<D: Complement> Steps<'_, D> {
    /// A path from a state of `from` to one of `goal`, of which all states but the last are in `within`; nothing if there
    /// is none.
    pub fn path(&self, from: &D::Set, within: &D::Set, goal: &D::Set) -> Limited<Option<Walk>> {
        self.model.walked(Which::Layers, from, &[within, goal], |trail| {
            let mut layers = Layers::new(from, Some(PATIENCE));
            match layers.find_again(self, within, goal, trail)? {
                Search::Found(number) => layers.walk(self, within, goal, number),
                Search::Nowhere => Ok(None),
                Search::Impatient => self.path_by_chain(from, within, goal),
            }
        })
    }

    /// The same, by a chain of images.
    pub fn path_by_chain(&self, from: &D::Set, within: &D::Set, goal: &D::Set) -> Limited<Option<Walk>> {
        self.model
            .walked(Which::Chain, from, &[within, goal], |trail| self.chained_path(from, within, goal, trail))
    }

    fn chained_path(
        &self,
        from: &D::Set,
        within: &D::Set,
        goal: &D::Set,
        trail: &Trail<'_, D>,
    ) -> Limited<Option<Walk>> {
        let domain = self.domain();
        let labels: Vec<Label> = self.labels().collect();
        let mut chain: Vec<Link<D>> = vec![Link { label: Label::Repeat, reached: from.clone() }];
        let mut reached = from.clone();
        let (mut stable, mut first) = (0, 0);
        while let Some((number, known)) = trail.known() {
            reached = known.clone();
            chain.push(Link { label: labels[number], reached: known });
            first = number + 1;
        }
        for number in (0..labels.len()).cycle().skip(first) {
            let label = labels[number];
            if let Some(end) = domain.pick(&domain.intersection(&reached, goal)?)? {
                return self.follow(&chain, within, end).map(Some);
            }
            let image = self.post_by(label, &domain.intersection(&reached, within)?)?;
            let grown = domain.union(&reached, &image)?;
            stable = if domain.is_equal(&grown, &reached)? { stable + 1 } else { 0 };
            if stable == labels.len() {
                break;
            }
            if stable == 0 {
                reached = grown;
                trail.add(number, &reached, &reached)?;
                chain.push(Link { label, reached: reached.clone() });
            }
        }
        Ok(None)
    }

    fn follow(&self, chain: &[Link<D>], within: &D::Set, end: Point) -> Limited<Walk> {
        let domain = self.domain();
        let mut taken = Vec::new();
        let mut at = end;
        let mut links = chain.len();
        loop {
            self.model.meter.beat(domain)?;
            let first = self.first_with(&chain[..links], &at)?;
            if first == 0 {
                taken.reverse();
                return Ok(Walk { start: at, steps: taken });
            }
            let before = self.pre_by(chain[first].label, &domain.singleton(&at)?)?;
            let before = domain.intersection(&before, &chain[first - 1].reached)?;
            let before = domain.pick(&domain.intersection(&before, within)?)?;
            // Every link grew out of the one before.
            let before =
                before.ok_or_else(|| contradiction("a state that was reached has no predecessor"))?;
            taken.push((chain[first].label, at));
            at = before;
            links = first;
        }
    }

    /// The number of the first set of a chain that has the state, which the last one has.
    fn first_with(&self, chain: &[Link<D>], point: &Point) -> Limited<usize> {
        let (mut low, mut high) = (0, chain.len() - 1);
        while low < high {
            let middle = (low + high) / 2;
            match self.domain().contains(&chain[middle].reached, point)? {
                true => high = middle,
                false => low = middle + 1,
            }
        }
        Ok(low)
    }
}
