//! Rules until none matches.
//!
//! Each round goes through the rules in their order, cheap ones first, and each rule once through the net; a rule that changed the net sends
//! the round back to the cheap ones before a dearer one is tried. Every rule removes a place or a transition, or replaces a place with
//! its neighbours, so this ends. Several places are made one when nothing else is left to do.

use super::draft::Draft;
use super::equivalent_places::merge;
use super::free_components::fuse;
use super::preserve::Preserve;
use super::reduced::{Layer, Reduced, Statistics};
use super::rule::Rule;
use crate::{Net, Place};
use budget::{Budget, Budgeted};
use std::collections::BTreeMap;

/// A smaller net that shares with the given one what must be preserved.
///
/// `visible` are the places that properties read: for those that ask whether a transition can fire, the places that it takes
/// from, and that limit it. Numbers that no place has are passed over.
pub fn reduce(net: &Net, visible: &[Place], preserve: Preserve, budget: &Budget) -> Budgeted<Reduced> {
    reduce_by(net, visible, preserve, &Rule::ALL, budget)
}

/// The same by some of the rules only, in their given order.
pub fn reduce_by(
    net: &Net,
    visible: &[Place],
    preserve: Preserve,
    rules: &[Rule],
    budget: &Budget,
) -> Budgeted<Reduced> {
    let mut seen = vec![false; net.places.len()];
    visible.iter().filter(|place| **place < net.places.len()).for_each(|place| seen[*place] = true);
    let mut progress = Progress {
        net: net.clone(),
        seen,
        places: (0..net.places.len()).map(|place| vec![place]).collect(),
        layers: Vec::new(),
        applied: BTreeMap::new(),
        rounds: 0,
    };
    loop {
        progress.saturate(preserve, rules, budget)?;
        let is_fused = rules.contains(&Rule::FreeComponents) && progress.fuse(preserve, budget)?;
        let is_merged = rules.contains(&Rule::EquivalentPlaces) && progress.merge(budget)?;
        if !is_fused && !is_merged {
            break;
        }
    }
    let statistics = Statistics {
        applied: progress.applied.iter().map(|(rule, times)| (*rule, *times)).collect(),
        places: (net.places.len(), progress.net.places.len()),
        transitions: (net.transitions.len(), progress.net.transitions.len()),
        rounds: progress.rounds,
    };
    let Progress { net: left, places, layers, .. } = progress;
    let mut kept = vec![None; net.places.len()];
    for (number, together) in places.iter().enumerate() {
        if let [alone] = together[..] {
            kept[alone] = Some(number);
        }
    }
    Ok(Reduced { net: left, places, statistics, kept, layers })
}

/// How far a reduction has come.
struct Progress {
    net: Net,
    seen: Vec<bool>,
    places: Vec<Vec<Place>>,
    layers: Vec<Layer>,
    applied: BTreeMap<Rule, usize>,
    rounds: usize,
}

impl Progress {
    /// Applies the rules for drafts until none matches.
    fn saturate(&mut self, preserve: Preserve, rules: &[Rule], budget: &Budget) -> Budgeted<()> {
        budget.spend(self.net.places.len().saturating_add(self.net.transitions.len()))?;
        let mut draft = Draft::new(&self.net, &self.seen);
        let mut is_changed = false;
        let mut next = 0;
        while let Some(rule) = rules.get(next) {
            let applied = rule.apply(&mut draft, preserve, budget)?;
            self.rounds = self.rounds.saturating_add(usize::from(next == 0));
            next = next.saturating_add(1);
            if applied > 0 {
                let count = self.applied.entry(*rule).or_default();
                *count = count.saturating_add(applied);
                is_changed = true;
                next = 0;
            }
        }
        if is_changed {
            let (net, expansion) = draft.finish();
            self.seen = expansion.kept.iter().map(|place| self.seen[*place]).collect();
            self.places = expansion.kept.iter().map(|place| self.places[*place].clone()).collect();
            self.net = net;
            self.layers.push(Layer::Expansion(Box::new(expansion)));
        }
        Ok(())
    }

    /// Fuses components; whether there were any.
    fn fuse(&mut self, preserve: Preserve, budget: &Budget) -> Budgeted<bool> {
        let Some((net, fusion, seen)) = fuse(&self.net, &self.seen, preserve, budget)? else {
            return Ok(false);
        };
        self.gather(Rule::FreeComponents, &fusion.groups);
        (self.net, self.seen) = (net, seen);
        self.layers.push(Layer::Fusion(Box::new(fusion)));
        Ok(true)
    }

    /// Makes equivalent places one; whether there were any.
    fn merge(&mut self, budget: &Budget) -> Budgeted<bool> {
        let Some((net, quotient, seen)) = merge(&self.net, &self.seen, budget)? else { return Ok(false) };
        self.gather(Rule::EquivalentPlaces, &quotient.groups);
        (self.net, self.seen) = (net, seen);
        self.layers.push(Layer::Quotient(Box::new(quotient)));
        Ok(true)
    }

    /// Notes that places are counted together from now on.
    fn gather(&mut self, rule: Rule, groups: &[Vec<Place>]) {
        let fused = groups.iter().filter(|group| group.len() > 1).count();
        let count = self.applied.entry(rule).or_default();
        *count = count.saturating_add(fused);
        let together = |group: &Vec<Place>| {
            let mut places: Vec<Place> = group.iter().flat_map(|place| self.places[*place].clone()).collect();
            places.sort_unstable();
            places
        };
        self.places = groups.iter().map(together).collect();
    }
}
