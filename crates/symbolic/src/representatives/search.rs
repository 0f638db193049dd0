//! All representatives of reachable states, in layers.
//!
//! Each layer is what one step leads to from the representatives of the one before, with representatives in place of
//! states and without those that are known.
//!
//! # Why it is right
//!
//! *No state is invented.* A rule replaces a state by one that is as good: an exchange is an automorphism of the system, under
//! which the properties that are asked are the same, and a reset changes what nobody will read. So by induction every
//! representative `r` of layer `k` is `π(s)` up to inactive variables, where `s` can be reached in `k` steps and `π` is a
//! permutation of instances: for the initial layer since it is made of initial states, and further since a step from `π(s)` is
//! the image of a step from `s`. Nothing is assumed of the rules but that each of them is such a replacement, so that any choice
//! of exchanges, and any number of them, is right.
//!
//! *No state is lost.* If `s` can be reached in `k` steps there is a representative `π(s)`, up to inactive variables, in some
//! layer up to `k`: what is taken away is known, and what a rule takes away it puts elsewhere.
//!
//! # Reference
//!
//! Wang, Schmidt, Yu, Huang, Wang: *BDD-Based Safety-Analysis of Concurrent Software with Pointer Data Structures Using
//! Graph Automorphism Symmetry Reduction*, IEEE Transactions on Software Engineering 30(6), 2004,
//! doi:10.1109/TSE.2004.15. Departures: exchanges are checked to be automorphisms, so that there is no anomaly of false image
//! reachability; neighbours are sorted until nothing changes; there are layers, from which paths are read.

use super::rewriting::Rewriting;
use crate::model::Model;
use state_sets::{Complement, Domain, Exchange, Limited};

/// The layers so far.
pub(crate) struct Representatives<'a, D: Domain> {
    /// The system.
    pub model: &'a Model<'a, D>,
    /// How states get representatives.
    pub rules: &'a Rewriting<D>,
    /// The representatives that each number of steps finds first.
    pub layers: Vec<D::Set>,
    /// All of them.
    pub known: D::Set,
}

impl<'a, D: Complement + Exchange> Representatives<'a, D> {
    /// The layer of the initial states.
    pub fn new(model: &'a Model<'a, D>, rules: &'a Rewriting<D>) -> Limited<Self> {
        let first = rules.of(model.domain, &model.meter, &model.initial)?;
        Ok(Representatives { model, rules, layers: vec![first.clone()], known: first })
    }

    /// The last layer.
    pub fn last(&self) -> &D::Set {
        &self.layers[self.layers.len() - 1]
    }

    /// The states to which one step leads from a set.
    pub fn image(&self, set: &D::Set) -> Limited<D::Set> {
        let domain = self.model.domain;
        let mut images = Vec::new();
        for motion in &self.model.moves {
            self.model.meter.beat(domain)?;
            // What follows is then looked for in fewer states, and where there are none not at all.
            let leaving = domain.intersection(set, &motion.enabled)?;
            if domain.is_empty(&leaving)? {
                continue;
            }
            let image = motion.post(domain, &leaving)?;
            if !domain.is_empty(&image)? {
                images.push(image);
            }
        }
        union(domain, images)
    }

    /// Adds the next layer; whether there is one.
    pub fn grow(&mut self) -> Limited<bool> {
        let domain = self.model.domain;
        let image = domain.difference(&self.image(self.last())?, &self.known)?;
        let sorted = self.rules.of(domain, &self.model.meter, &image)?;
        let new = domain.difference(&sorted, &self.known)?;
        if domain.is_empty(&new)? {
            return Ok(false);
        }
        self.known = domain.union(&self.known, &new)?;
        self.model.meter.round(domain, &self.known)?;
        self.layers.push(new);
        Ok(true)
    }
}

/// The union, two by two.
fn union<D: Domain>(domain: &D, mut sets: Vec<D::Set>) -> Limited<D::Set> {
    while sets.len() > 1 {
        let mut halved = Vec::with_capacity(sets.len().div_ceil(2));
        for pair in sets.chunks(2) {
            halved.push(match pair {
                [one, other] => domain.union(one, other)?,
                _ => pair[0].clone(),
            });
        }
        sets = halved;
    }
    Ok(sets.pop().unwrap_or_else(|| domain.empty()))
}
