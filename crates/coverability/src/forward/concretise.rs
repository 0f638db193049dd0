//! Runs of nets with transfers for labels with ω.
//!
//! Where tokens of one place come from several, a demand cannot be followed back in one way. So the path to a node is fired forward,
//! each repetition some number of times. Where tokens are missing, the last repetition that raised a place which feeds the
//! lacking one is doubled, or the number of tokens at the start, and all begins anew. A repetition of a sequence that moves tokens
//! around is first done as often as it takes to bring each token back to where it came from.
//!
//! This is a search for a witness, without a promise that it finds one; what it finds is a run of the net.

#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

use super::tree::{Acceleration, Tree};
use super::unfold::{covers, start_above};
use crate::downward::{OMEGA, OmegaMarking};
use budget::{Budget, Budgeted};
use nets::{Amount, Marking, Net, Place, Run, Start};
use std::collections::{BTreeSet, HashMap};

/// The steps that are fired in search of one run, all attempts together.
const MOST_STEPS: usize = 1 << 20;

/// A run to a marking with at least these tokens, which must be below the node's label; nothing if none was found.
pub(crate) fn run_by_doubling(
    net: &Net,
    tree: &Tree,
    node: usize,
    demand: &[(Place, u64)],
    budget: &Budget,
) -> Budgeted<Option<Run>> {
    let mut path: Vec<usize> = tree.ancestors(node).collect();
    path.reverse();
    let label = &tree.nodes[path[0]].label;
    for start in net.starts.iter().filter(|start| OmegaMarking::up_to_start(start) == *label) {
        let mut attempt = Attempt {
            net,
            tree,
            budget,
            counts: HashMap::new(),
            first: start.least(),
            marking: Marking::new(),
            fired: Vec::new(),
            steps: 0,
        };
        while attempt.steps < MOST_STEPS {
            attempt.steps = attempt.steps.saturating_add(1);
            match attempt.fire_path(&path, demand)? {
                Ok(()) => {
                    let run = Run { start: attempt.first, fired: attempt.fired };
                    return lower_start(net, start, run, demand, budget);
                }
                Err(lack) => {
                    if !attempt.double(lack) {
                        break;
                    }
                }
            }
        }
    }
    Ok(None)
}

/// A place without enough tokens, after a node's transition and so many of its repetitions; nothing if no number would help.
type Lack = Option<(usize, usize, Place)>;

struct Attempt<'a, 'b> {
    net: &'a Net,
    tree: &'a Tree,
    budget: &'a Budget<'b>,
    /// How often each repetition is done, by node and by its place in the node's list.
    counts: HashMap<(usize, usize), usize>,
    first: Marking,
    marking: Marking,
    fired: Vec<usize>,
    /// The steps of all attempts.
    steps: usize,
}

impl Attempt<'_, '_> {
    /// Fires the path from the start, and looks whether the demand is satisfied.
    fn fire_path(&mut self, path: &[usize], demand: &[(Place, u64)]) -> Budgeted<Result<(), Lack>> {
        self.marking.clone_from(&self.first);
        self.fired.clear();
        for node in path {
            if let Err(lack) = self.fire_node(*node, usize::MAX)? {
                return Ok(Err(lack));
            }
        }
        let last = path[path.len().saturating_sub(1)];
        let lacking = demand.iter().find(|(place, tokens)| self.marking[*place] < *tokens);
        Ok(match lacking {
            Some((place, _)) => Err(Some((last, usize::MAX, *place))),
            None => Ok(()),
        })
    }

    /// Fires the transition of a node, and its first repetitions.
    fn fire_node(&mut self, node: usize, repetitions: usize) -> Budgeted<Result<(), Lack>> {
        let tree = self.tree;
        if let Some((parent, transition)) = tree.nodes[node].origin
            && let Err(lack) = self.fire(transition, parent)?
        {
            return Ok(Err(lack));
        }
        for (index, acceleration) in tree.nodes[node].accelerations.iter().enumerate().take(repetitions) {
            let count = *self.counts.entry((node, index)).or_insert_with(|| first_count(acceleration));
            for _ in 0..count {
                if let Err(lack) = self.repeat(node, index, acceleration.ancestor)? {
                    return Ok(Err(lack));
                }
            }
        }
        Ok(Ok(()))
    }

    /// Fires the sequence from the ancestor to the node once more.
    fn repeat(&mut self, node: usize, index: usize, ancestor: usize) -> Budgeted<Result<(), Lack>> {
        let mut between: Vec<usize> =
            self.tree.ancestors(node).skip(1).take_while(|between| *between != ancestor).collect();
        between.reverse();
        for node in between {
            if let Err(lack) = self.fire_node(node, usize::MAX)? {
                return Ok(Err(lack));
            }
        }
        self.fire_node(node, index)
    }

    fn fire(&mut self, transition: usize, parent: usize) -> Budgeted<Result<(), Lack>> {
        self.budget.spend(self.marking.len())?;
        self.steps = self.steps.saturating_add(1);
        if self.steps >= MOST_STEPS {
            return Ok(Err(None));
        }
        self.fired.push(transition);
        match self.net.fire(&self.marking, transition) {
            Ok(Some(next)) => {
                self.marking = next;
                Ok(Ok(()))
            }
            Ok(None) => {
                let takes = &self.net.transitions[transition].takes;
                let lacking = takes.iter().find(|(place, tokens)| self.marking[*place] < *tokens);
                Ok(Err(lacking.map(|(place, _)| (parent, usize::MAX, *place))))
            }
            Err(_) => Ok(Err(None)),
        }
    }

    /// Does more of what feeds the lacking place; whether there is something.
    fn double(&mut self, lack: Lack) -> bool {
        let Some((node, _, place)) = lack else { return false };
        let unlimited = self.tree.nodes[node].label.tokens(place) == OMEGA;
        let mut feeding = BTreeSet::from([place]);
        let mut root = node;
        for ancestor in self.tree.ancestors(node) {
            root = ancestor;
            let accelerations = &self.tree.nodes[ancestor].accelerations;
            for (index, acceleration) in accelerations.iter().enumerate().rev() {
                if acceleration.raised.iter().any(|raised| feeding.contains(raised)) {
                    let count = self.counts.entry((ancestor, index)).or_insert(1);
                    *count = count.saturating_mul(2);
                    return *count < MOST_STEPS;
                }
                if let Some(movement) = &acceleration.movement {
                    feeding = self.sources(
                        &feeding,
                        |place| movement.target(place),
                        &acceleration.before,
                        unlimited,
                    );
                }
            }
            if let Some((parent, transition)) = self.tree.nodes[ancestor].origin {
                let target = |place: Place| {
                    let transfers = &self.net.transitions[transition].transfers;
                    let moved = transfers.binary_search_by_key(&place, |(place, _)| *place);
                    moved.map_or(Some(place), |index| transfers[index].1)
                };
                feeding = self.sources(&feeding, target, &self.tree.nodes[parent].label, unlimited);
            }
        }
        self.double_start(root, &feeding)
    }

    /// The places whose tokens are moved to one of these; only those with ω where some of ω are asked for.
    fn sources(
        &self,
        feeding: &BTreeSet<Place>,
        target: impl Fn(Place) -> Option<Place>,
        label: &OmegaMarking,
        unlimited: bool,
    ) -> BTreeSet<Place> {
        let fits = |place: &Place| !unlimited || label.tokens(*place) == OMEGA;
        let feeds = |place: &Place| target(*place).is_some_and(|target| feeding.contains(&target));
        (0..self.net.places.len()).filter(feeds).filter(fits).collect()
    }

    fn double_start(&mut self, root: usize, feeding: &BTreeSet<Place>) -> bool {
        let label = &self.tree.nodes[root].label;
        let Some(place) = feeding.iter().find(|place| label.tokens(**place) == OMEGA) else { return false };
        let tokens = &mut self.first[*place];
        *tokens = tokens.saturating_mul(2).max(1);
        *tokens < OMEGA / 4
    }
}

/// As often as the movement needs to come to rest.
fn first_count(acceleration: &Acceleration) -> usize {
    acceleration.movement.as_ref().map_or(1, |movement| movement.period())
}

/// The run from a start with fewer tokens, where fewer suffice; nothing if it is not one that ends with these tokens.
pub(crate) fn lower_start(
    net: &Net,
    start: &Start,
    mut run: Run,
    demand: &[(Place, u64)],
    budget: &Budget,
) -> Budgeted<Option<Run>> {
    if start_above(start, &run.start).as_ref() != Some(&run.start) || !covers(net, &run, demand, budget)? {
        return Ok(None);
    }
    for (place, amount) in start.0.iter().enumerate().filter(|_| run.fired.len() < 10_000) {
        let Amount::AtLeast(least) = amount else { continue };
        let (mut low, mut high) = (*least, run.start[place]);
        while low < high {
            let middle = low.midpoint(high);
            run.start[place] = middle;
            if covers(net, &run, demand, budget)? {
                high = middle;
            } else {
                low = middle.saturating_add(1);
            }
        }
        run.start[place] = high;
    }
    Ok(Some(run))
}
