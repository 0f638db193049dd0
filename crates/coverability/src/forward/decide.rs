//! Whether a net covers a target, by forward search.
//!
//! Karp and Miller's tree and the stages of expand, enlarge and check take turns; each turn is twice as long as the last one. For a plain
//! net the tree comes first, and it alone ends. A net that is never shown to reach a target comes with a set that contains its starts,
//! is closed under steps, and has no target; that is checked once more before it is given away, and so is every run.
//!
//! A target that has upper bounds, too, is avoided if and only if its least marking is not in a downward-closed set; a run must end inside.

use super::cover::Cover;
use super::expand_enlarge::{Stage, next_domain, stage};
use super::inductive::is_inductive;
use super::karp_miller::KarpMiller;
use super::unfold::last_marking;
use super::witness::find_run;
use crate::downward::OmegaMarking;
use budget::{Budget, Budgeted};
use nets::{Cube, Net, Place, Run};

/// Which searches are done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ForwardOptions {
    /// Karp and Miller's tree.
    pub karp_miller: bool,
    /// Expand, enlarge and check.
    pub expand_enlarge: bool,
}

impl Default for ForwardOptions {
    fn default() -> Self {
        ForwardOptions { karp_miller: true, expand_enlarge: true }
    }
}

/// What forward search found out about targets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ForwardOutcome {
    /// The run ends in a target.
    Covered(Run),
    /// No target is reached: the set of markings below these contains all reachable ones, is closed under steps, and has no target.
    Uncovered {
        /// The maximal elements of that set.
        cover: Vec<OmegaMarking>,
    },
    /// Nothing was found out, for this reason.
    Open(String),
}

/// What forward search did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ForwardStatistics {
    /// The nodes of Karp and Miller's tree.
    pub nodes: usize,
    /// Its accelerations.
    pub accelerations: usize,
    /// The stages of expand, enlarge and check that came to an end.
    pub iterations: usize,
    /// The largest number of the last domain.
    pub domain: u64,
}

/// How many labels above a target are asked for a run before the tree is trusted to find none; plain nets' always have one.
const MOST_FAILURES: usize = 16;

/// The operations of the first turn.
const FIRST_TURN: u64 = 50_000;

/// Whether the net reaches one of the targets.
///
/// For nets without limits and targets without upper bounds, one of both answers is found if the budget allows. Otherwise the search may
/// go on for ever, or end with [`ForwardOutcome::Open`].
pub fn forward(
    net: &Net,
    targets: &[Cube],
    options: ForwardOptions,
    budget: &Budget,
) -> Budgeted<(ForwardOutcome, ForwardStatistics)> {
    let mut search = ForwardSearch {
        net,
        targets,
        tree: if options.karp_miller { Some(KarpMiller::new(net, budget)?) } else { None },
        looked_at: 0,
        failures: 0,
        statistics: ForwardStatistics::default(),
        domain: options.expand_enlarge.then_some(0),
        budget,
    };
    let mut turn = FIRST_TURN;
    let outcome = loop {
        if let Some(outcome) = search.grow_tree(turn)? {
            break outcome;
        }
        if let Some(outcome) = search.enlarge_domain(turn)? {
            break outcome;
        }
        if search.tree.is_none() && search.domain.is_none() {
            break ForwardOutcome::Open(
                "no run was found to what the bound of reachable markings contains".into(),
            );
        }
        turn = turn.saturating_mul(2);
    };
    Ok((outcome, search.statistics))
}

struct ForwardSearch<'n, 'b> {
    net: &'n Net,
    targets: &'n [Cube],
    /// The tree, as long as it may help.
    tree: Option<KarpMiller<'n, 'b>>,
    /// The nodes whose labels were compared with the targets.
    looked_at: usize,
    /// The labels above a target for which no run was found.
    failures: usize,
    statistics: ForwardStatistics,
    /// The next domain, as long as one may help.
    domain: Option<u64>,
    budget: &'b Budget<'b>,
}

impl ForwardSearch<'_, '_> {
    /// Expands nodes until about so many operations are spent; all of them, if nothing else can be done.
    fn grow_tree(&mut self, turn: u64) -> Budgeted<Option<ForwardOutcome>> {
        let Some(mut tree) = self.tree.take() else { return Ok(None) };
        let end = self.budget.spent().saturating_add(turn);
        loop {
            if let Some(run) = self.look_at_new_nodes(&tree)? {
                return Ok(Some(ForwardOutcome::Covered(run)));
            }
            if !tree.step()? {
                return self.judge(tree);
            }
            self.statistics.nodes = tree.statistics.nodes;
            self.statistics.accelerations = tree.statistics.accelerations;
            if self.domain.is_some() && !self.net.is_plain() && self.budget.spent() >= end {
                self.tree = Some(tree);
                return Ok(None);
            }
        }
    }

    /// A run to a target by way of a label that is above it.
    fn look_at_new_nodes(&mut self, tree: &KarpMiller) -> Budgeted<Option<Run>> {
        while self.looked_at < tree.tree.nodes.len() {
            let node = self.looked_at;
            self.looked_at += 1;
            for target in self.targets {
                self.budget.spend(target.at_least.len() + 1)?;
                if self.failures < MOST_FAILURES && tree.tree.nodes[node].label.covers(&target.at_least) {
                    let run = find_run(self.net, &tree.tree, node, &target.at_least, self.budget)?;
                    if let Some(run) = self.admit(run)? {
                        return Ok(Some(run));
                    }
                    self.failures += 1;
                }
            }
        }
        Ok(None)
    }

    /// The run, if it ends in a target.
    fn admit(&self, run: Option<Run>) -> Budgeted<Option<Run>> {
        let Some(run) = run else { return Ok(None) };
        let end = last_marking(self.net, &run, self.budget)?;
        Ok(end.is_some_and(|end| self.targets.iter().any(|target| target.contains(&end))).then_some(run))
    }

    /// What the finished tree says.
    fn judge(&mut self, tree: KarpMiller) -> Budgeted<Option<ForwardOutcome>> {
        let found = Cover::of(self.net, tree);
        self.avoided(found.markings)
    }

    /// The set as an answer, if it is one.
    fn avoided(&self, cover: Vec<OmegaMarking>) -> Budgeted<Option<ForwardOutcome>> {
        let reaches = |demand: &[(Place, u64)]| cover.iter().any(|marking| marking.covers(demand));
        if self.targets.iter().any(|target| !is_empty(target) && reaches(&target.at_least)) {
            return Ok(None);
        }
        if !is_inductive(self.net, &cover, self.budget)? {
            return Ok(Some(ForwardOutcome::Open(
                "a set of markings failed the check that it is an invariant".into(),
            )));
        }
        Ok(Some(ForwardOutcome::Uncovered { cover }))
    }

    /// Does stages as long as each takes no more than so many operations; any number, if nothing else can be done.
    fn enlarge_domain(&mut self, turn: u64) -> Budgeted<Option<ForwardOutcome>> {
        let end = self.budget.spent().saturating_add(turn);
        while let Some(domain) = self.domain {
            let alone = self.tree.is_none();
            let most = if alone { u64::MAX } else { turn };
            let result = self.budget.attempt(most, |share| stage(self.net, self.targets, domain, share))?;
            let Some(result) = result else {
                // Not the turn ended, but all that there is.
                self.budget.spend(1)?;
                if alone {
                    return Err(budget::OutOfBudget);
                }
                return Ok(None);
            };
            self.statistics.iterations += 1;
            self.statistics.domain = domain;
            self.domain = (domain < u64::MAX / 2).then(|| next_domain(domain));
            match result {
                Stage::Reached(run) => {
                    if let Some(run) = self.admit(Some(run))? {
                        return Ok(Some(ForwardOutcome::Covered(run)));
                    }
                }
                Stage::Avoided(cover) => return self.avoided(cover),
                Stage::Undecided => {}
            }
            if !alone && self.budget.spent() >= end {
                return Ok(None);
            }
        }
        Ok(None)
    }
}

/// Whether no marking is between the bounds.
fn is_empty(target: &Cube) -> bool {
    target.at_most.iter().any(|(place, most)| {
        let index = target.at_least.binary_search_by_key(place, |(place, _)| *place);
        index.is_ok_and(|index| target.at_least[index].1 > *most)
    })
}
