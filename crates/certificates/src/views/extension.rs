//! Which instances can stand beside those of a configuration, all views being among those of a set.

use std::collections::{HashMap, HashSet};
use system::parameterized::configuration::{ConfigurationShape, OTHER, choices};

/// A set of views, and for each view without one of its instances, who this may be.
pub(super) struct Views<'c> {
    shape: &'c ConfigurationShape,
    instances: usize,
    all: HashSet<&'c [i16]>,
    others: HashMap<Vec<i16>, Vec<Vec<i16>>>,
}

impl<'c> Views<'c> {
    pub(super) fn new(shape: &'c ConfigurationShape, instances: usize, views: &'c [Vec<i16>]) -> Self {
        let mut others: HashMap<Vec<i16>, Vec<Vec<i16>>> = HashMap::new();
        for view in views {
            for order in orders(instances) {
                let ordered = shape.project(view, &order);
                let known = shape.project(&ordered, &order_of(instances - 1));
                others.entry(known).or_default().push(ordered);
            }
        }
        for all in others.values_mut() {
            all.sort();
            all.dedup();
        }
        Views { shape, instances, all: views.iter().map(Vec::as_slice).collect(), others }
    }

    /// Whether what is seen of these instances is in the set.
    pub(super) fn has(&self, data: &[i16], seen: &[usize]) -> bool {
        self.all.contains(self.shape.view(data, seen).as_slice())
    }

    /// Whether all that is seen of a configuration with its last instance is in the set.
    pub(super) fn has_all_with_last(&self, data: &[i16]) -> bool {
        let last = self.shape.instances(data) - 1;
        choices(last, self.instances - 1).into_iter().all(|mut seen| {
            seen.push(last);
            self.has(data, &seen)
        })
    }

    /// All configurations with one more instance that the view of the first of these instances and the new one
    /// allows; what the others and the new one have to do with each other is any of what is possible.
    pub(super) fn with_another(&self, data: &[i16], first: &[usize]) -> Vec<Vec<i16>> {
        let known = self.shape.project(data, first);
        let mut all = Vec::new();
        for ordered in self.others.get(&known).into_iter().flatten() {
            all.extend(self.beside(data, first, ordered));
        }
        all
    }

    fn beside(&self, data: &[i16], first: &[usize], ordered: &[i16]) -> Vec<Vec<i16>> {
        let (shape, count) = (self.shape, self.shape.instances(data));
        let new = i16::try_from(count).unwrap_or(OTHER);
        let mut whole = data.to_vec();
        let start = shape.start(first.len());
        whole.extend_from_slice(&ordered[start..start + shape.locals]);
        // The instances in the order of the view; the new one comes last there.
        let meant: Vec<i16> = first.iter().map(|one| *one as i16).chain([new]).collect();
        let mut all = vec![whole];
        for at in shape.pointers(&all[0].clone()) {
            let (owner, local) = match at.checked_sub(shape.globals) {
                None => (None, at),
                Some(local) => (Some(local / shape.locals), local % shape.locals),
            };
            let seen_at = match owner {
                None => Some(local),
                Some(owner) if owner == count => Some(start + local),
                Some(owner) => first.iter().position(|one| *one == owner).map(|at| shape.start(at) + local),
            };
            let seen = seen_at.map(|at| ordered[at]);
            let is_new = owner == Some(count);
            let possible: Vec<i16> = match seen {
                Some(seen) if seen >= 0 => vec![meant[seen as usize]],
                Some(OTHER) if is_new => {
                    let others = (0..count).filter(|one| !first.contains(one)).map(|one| one as i16);
                    others.chain([OTHER]).collect()
                }
                Some(seen) if is_new => vec![seen],
                // An instance that is known stays known; one outside is not the new one, or may be it.
                Some(_) => vec![data[at]],
                None if data[at] == OTHER => vec![OTHER, new],
                None => vec![data[at]],
            };
            let is_kept = |value: &i16| is_new || *value == data[at] || (data[at] == OTHER && *value == new);
            all = all
                .iter()
                .flat_map(|one| {
                    possible.iter().filter(|value| is_kept(value)).map(|value| {
                        let mut one = one.clone();
                        one[at] = *value;
                        one
                    })
                })
                .collect();
            if all.is_empty() {
                return all;
            }
        }
        all
    }
}

fn order_of(count: usize) -> Vec<usize> {
    (0..count).collect()
}

/// All orders of so many instances.
fn orders(count: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for next in 0..count {
        all = all
            .iter()
            .flat_map(|order: &Vec<usize>| {
                (0..=order.len()).map(|at| {
                    let mut longer = order.clone();
                    longer.insert(at, next);
                    longer
                })
            })
            .collect();
    }
    all
}
