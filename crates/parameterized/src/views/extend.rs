//! One more instance in a configuration, such that all its views are known.

use system::parameterized::configuration::{ConfigurationShape, OTHER};

/// Whom a view adds to the others, in an order of these.
#[derive(Debug, Clone)]
pub(super) struct Candidate {
    /// The view, the others coming first and the added instance last.
    pub ordered: Vec<i16>,
}

/// All keys of a view: what is left without one of its instances, in each order, with the view in that order.
pub(super) fn keys(shape: &ConfigurationShape, view: &[i16]) -> Vec<(Vec<i16>, Candidate)> {
    let count = shape.instances(view);
    let mut all = Vec::new();
    for added in 0..count {
        let others: Vec<usize> = (0..count).filter(|one| *one != added).collect();
        for order in orders(&others) {
            let key = shape.project(view, &order);
            let mut whole = order;
            whole.push(added);
            all.push((key, Candidate { ordered: shape.project(view, &whole) }));
        }
    }
    all
}

/// All orders of a few numbers.
fn orders(all: &[usize]) -> Vec<Vec<usize>> {
    if all.is_empty() {
        return vec![Vec::new()];
    }
    let mut found = Vec::new();
    for (at, first) in all.iter().enumerate() {
        let rest: Vec<usize> =
            all.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, one)| *one).collect();
        for mut order in orders(&rest) {
            order.insert(0, *first);
            found.push(order);
        }
    }
    found
}

/// All configurations that add an instance to one, seen as the candidate says by the anchored instances.
///
/// Pointers that the candidate says nothing about are taken in all ways: those of the new instance to instances
/// that are not anchored, and those of such instances to the new one. If a place is given, the pointer there
/// must lead to the new instance.
pub(super) fn joined(
    shape: &ConfigurationShape,
    data: &[i16],
    anchors: &[usize],
    candidate: &Candidate,
    target: Option<usize>,
) -> Vec<Vec<i16>> {
    let count = shape.instances(data);
    let (new, seen_new) = (count as i16, anchors.len() as i16);
    let mut base = data.to_vec();
    // What the anchored instances and the global variables know of the new one.
    let global = shape.global_pointers.iter().map(|at| (*at, *at));
    let local = anchors.iter().enumerate().flat_map(|(position, anchor)| {
        let at = move |local: &usize| (shape.start(*anchor) + local, shape.start(position) + local);
        shape.local_pointers.iter().map(at)
    });
    for (at, seen_at) in global.chain(local) {
        let seen = candidate.ordered[seen_at];
        if seen == seen_new {
            if base[at] != OTHER {
                return Vec::new();
            }
            base[at] = new;
        }
    }
    let mut open: Vec<(usize, Vec<i16>)> = Vec::new();
    let start = shape.start(anchors.len());
    base.extend_from_slice(&candidate.ordered[start..start + shape.locals]);
    let others: Vec<usize> = (0..count).filter(|one| !anchors.contains(one)).collect();
    for local in &shape.local_pointers {
        let at = shape.start(count) + local;
        let seen = base[at];
        if seen == seen_new {
            base[at] = new;
        } else if seen >= 0 {
            base[at] = anchors[seen as usize] as i16;
        } else if seen == OTHER && !others.is_empty() {
            let mut options = vec![OTHER];
            options.extend(others.iter().map(|other| *other as i16));
            open.push((at, options));
        }
    }
    for other in &others {
        for local in &shape.local_pointers {
            let at = shape.start(*other) + local;
            if base[at] == OTHER {
                let options = if target == Some(at) { vec![new] } else { vec![OTHER, new] };
                open.push((at, options));
            }
        }
    }
    let mut all = vec![base];
    for (at, options) in open {
        let with = |data: &Vec<i16>| {
            let data = data.clone();
            options.clone().into_iter().map(move |option| {
                let mut data = data.clone();
                data[at] = option;
                data
            })
        };
        all = all.iter().flat_map(with).collect();
    }
    all.retain(|data| target.is_none_or(|at| data[at] == new));
    all
}
