//! Least fixpoints along steps: what can be reached, and from where.
//!
//! Each image is used for the next one at once (chaining), and cut down to the states that matter at once. A domain's own way to a
//! closure cannot do that: backward it would go through states that are not reachable, and their sets can be far
//! larger than those of the reachable ones.

use crate::journal::{Iterate, Which};
use crate::steps::{Label, Steps};
use state_sets::{Complement, Limited};

impl<D: Complement> Steps<'_, D> {
    /// The states of `goal`, and those of `within` from which a path through `within` leads there: E[within U goal].
    pub fn backward(&self, within: &D::Set, goal: &D::Set) -> Limited<D::Set> {
        let domain = self.domain();
        let start = domain.intersection(goal, &self.states)?;
        if domain.is_empty(&start)? {
            return Ok(start);
        }
        self.closed(Which::Backward, &start, within, |label, set| {
            domain.intersection(&self.pre_by(label, set)?, within)
        })
    }

    /// The states of `from`, and those of `within` to which a path through `within` leads from there.
    pub fn forward(&self, within: &D::Set, from: &D::Set) -> Limited<D::Set> {
        let domain = self.domain();
        self.closed(Which::Forward, from, within, |label, set| {
            domain.intersection(&self.post_by(label, set)?, within)
        })
    }

    fn closed(
        &self,
        which: Which,
        start: &D::Set,
        within: &D::Set,
        image: impl Fn(Label, &D::Set) -> Limited<D::Set>,
    ) -> Limited<D::Set> {
        let domain = self.domain();
        let labels: Vec<Label> = self.labels().collect();
        self.model.resumed(which, start, &[within], |first, noting| {
            let Iterate { set: mut reached, round, .. } = first;
            let mut stable = 0;
            // The number of an iterate is that of the label which comes next.
            let numbered = (0..labels.len()).cycle().skip(round as usize);
            for number in numbered {
                let grown = domain.union(&reached, &image(labels[number], &reached)?)?;
                stable = if domain.is_equal(&grown, &reached)? { stable + 1 } else { 0 };
                if stable == labels.len() {
                    break;
                }
                if stable == 0 {
                    reached = grown;
                    noting(&Iterate::plain(&reached, ((number + 1) % labels.len()) as u64))?;
                }
            }
            Ok(reached)
        })
    }
}
