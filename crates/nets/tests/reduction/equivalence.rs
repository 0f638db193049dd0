//! Whether two graphs of markings show the same.

use crate::graph::Graph;
use nets::{Net, Place};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// What is seen of a marking.
pub type View = Vec<u64>;

/// What can be seen next, with the markings where it is.
type Changes = BTreeMap<View, BTreeSet<usize>>;

/// A graph with what is seen of its markings.
pub struct Seen<'g> {
    pub graph: &'g Graph,
    pub views: Vec<View>,
    pub dead: Vec<bool>,
}

impl<'g> Seen<'g> {
    pub fn new(net: &Net, graph: &'g Graph, visible: &[Place]) -> Seen<'g> {
        let view = |marking: &Vec<u64>| visible.iter().map(|place| marking[*place]).collect();
        let dead = (0..graph.markings.len()).map(|number| graph.is_dead(net, number)).collect();
        Seen { graph, views: graph.markings.iter().map(view).collect(), dead }
    }

    pub fn reachable(&self) -> BTreeSet<View> {
        self.views.iter().cloned().collect()
    }

    pub fn dead_ends(&self) -> BTreeSet<View> {
        (0..self.views.len())
            .filter(|number| self.dead[*number])
            .map(|number| self.views[number].clone())
            .collect()
    }

    /// What can be reached without a visible change.
    fn quietly(&self, from: impl IntoIterator<Item = usize>) -> BTreeSet<usize> {
        let mut open: Vec<usize> = from.into_iter().collect();
        let mut all: BTreeSet<usize> = open.iter().copied().collect();
        while let Some(number) = open.pop() {
            for (_, next) in &self.graph.steps[number] {
                if self.views[*next] == self.views[number] && all.insert(*next) {
                    open.push(*next);
                }
            }
        }
        all
    }

    /// The markings from which one can go on forever without a visible change, among a set that is closed under such steps.
    fn diverges(&self, quiet: &BTreeSet<usize>) -> bool {
        let mut left = quiet.clone();
        loop {
            let stays = |number: &usize| {
                let mut steps = self.graph.steps[*number].iter();
                steps.any(|(_, next)| left.contains(next) && self.views[*next] == self.views[*number])
            };
            let kept: BTreeSet<usize> = left.iter().copied().filter(stays).collect();
            if kept.len() == left.len() {
                return !left.is_empty();
            }
            left = kept;
        }
    }

    /// What can be seen next: changes with the markings after them, dead ends, endless stuttering.
    fn moves(&self, quiet: &BTreeSet<usize>) -> (Changes, bool, bool) {
        let mut changes = Changes::new();
        for number in quiet {
            for (_, next) in &self.graph.steps[*number] {
                if self.views[*next] != self.views[*number] {
                    changes.entry(self.views[*next].clone()).or_default().insert(*next);
                }
            }
        }
        let dead = quiet.iter().any(|number| self.dead[*number]);
        (changes, dead, self.diverges(quiet))
    }

    fn first(&self) -> Changes {
        let mut first = Changes::new();
        for start in &self.graph.starts {
            first.entry(self.views[*start].clone()).or_default().insert(*start);
        }
        first
    }
}

/// How two graphs are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Comparison {
    /// Both show the same.
    Same,
    /// What the first shows, the second shows.
    Included,
}

impl Comparison {
    pub fn holds<T: Ord>(self, left: &BTreeSet<T>, right: &BTreeSet<T>) -> bool {
        left.is_subset(right) && (self == Comparison::Included || left.len() == right.len())
    }
}

/// Whether both have the same traces up to stuttering, or those of the first are traces of the second; ends and endless stuttering are
/// told apart. Both are made deterministic; since every finite prefix of a trace can be continued and branching is finite, infinite
/// traces agree if their prefixes do.
pub fn compare_traces(left: &Seen, right: &Seen, how: Comparison) -> bool {
    let mut open = VecDeque::new();
    let mut known = BTreeSet::new();
    let mut pair = |open: &mut VecDeque<_>, lefts: Changes, mut rights: Changes| {
        let fits = how.holds(&lefts.keys().collect(), &rights.keys().collect());
        for (view, a) in lefts {
            let Some(b) = rights.remove(&view) else { continue };
            let next = (left.quietly(a), right.quietly(b));
            if known.insert(next.clone()) {
                open.push_back(next);
            }
        }
        fits
    };
    if !pair(&mut open, left.first(), right.first()) {
        return false;
    }
    while let Some((a, b)) = open.pop_front() {
        let (changes_a, dead_a, diverges_a) = left.moves(&a);
        let (changes_b, dead_b, diverges_b) = right.moves(&b);
        let ends = |dead: bool, diverges: bool| {
            BTreeSet::from([(0, dead), (1, diverges)].map(|(kind, there)| if there { kind } else { 2 }))
        };
        let (mut ends_a, mut ends_b) = (ends(dead_a, diverges_a), ends(dead_b, diverges_b));
        ends_a.remove(&2);
        ends_b.remove(&2);
        if !how.holds(&ends_a, &ends_b) || !pair(&mut open, changes_a, changes_b) {
            return false;
        }
    }
    true
}

/// Whether each start of the one is bisimilar to one of the other, with respect to what is seen; or at least those of the first.
pub fn compare_by_bisimulation(left: &Seen, right: &Seen, how: Comparison) -> bool {
    let split = left.views.len();
    let views: Vec<&View> = left.views.iter().chain(&right.views).collect();
    let successors: Vec<Vec<usize>> =
        (left.graph.steps.iter().map(|steps| steps.iter().map(|(_, next)| *next).collect()))
            .chain(
                right.graph.steps.iter().map(|steps| steps.iter().map(|(_, next)| *next + split).collect()),
            )
            .collect();
    let names: BTreeSet<&View> = views.iter().copied().collect();
    let names: BTreeMap<&View, usize> =
        names.into_iter().enumerate().map(|(number, view)| (view, number)).collect();
    let mut class: Vec<usize> = views.iter().map(|view| names[view]).collect();
    loop {
        let mark = |number: usize| -> (usize, BTreeSet<usize>) {
            (class[number], successors[number].iter().map(|next| class[*next]).collect())
        };
        let marks: Vec<_> = (0..class.len()).map(mark).collect();
        let distinct: BTreeSet<_> = marks.iter().cloned().collect();
        let before: BTreeSet<usize> = class.iter().copied().collect();
        let numbers: BTreeMap<_, usize> =
            distinct.into_iter().enumerate().map(|(number, mark)| (mark, number)).collect();
        class = marks.iter().map(|mark| numbers[mark]).collect();
        if numbers.len() == before.len() {
            break;
        }
    }
    let of_left: BTreeSet<usize> = left.graph.starts.iter().map(|start| class[*start]).collect();
    let of_right: BTreeSet<usize> = right.graph.starts.iter().map(|start| class[*start + split]).collect();
    how.holds(&of_left, &of_right)
}
