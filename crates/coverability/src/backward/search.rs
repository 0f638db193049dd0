//! The question to a backward search, and what its answer means.
//!
//! # What is guaranteed
//!
//! `Covered` comes with a run that was fired forward, within all limits, into a target. `Uncovered` is true for every net: the set that was
//! closed under predecessors is the exact one, or a larger one where transitions have limits or targets have upper bounds; a larger
//! set without a start excludes all runs as well. Only there can the answer be `Spurious`, and only there the search may fail to
//! decide; for nets without limits and targets that are upward closed it ends with one of the first two, given enough budget.
//!
//! What pruning leaves out cannot be reached at all, so it changes neither answer. Whoever gives a set of markings as
//! [`PruningOptions::within`](crate::pruning::PruningOptions) vouches for it.

use super::best_first::BestFirstSearch;
use super::layers::LayeredSearch;
use super::outcome::{
    BackwardOptions, BackwardOutcome, BackwardStatistics, CoverabilityAnswer, Representation,
};
use crate::interrupted::Interrupted;
use crate::pruning::Filter;
use crate::sets::{Antichain, MOST_WAYS, Predecessors, SharingTree, SumConstraints, ways};
use budget::{Budget, Budgeted, OutOfBudget};
use nets::{Cube, Net};

/// Whether a run of the net leads from a start into one of the targets.
///
/// ```
/// use budget::Budget;
/// use coverability::backward::{BackwardOptions, CoverabilityAnswer, backward};
/// use nets::{Amount, Cube, Net, Start, Transition};
/// // Any number of processes is idle; each may enter, with the one lock.
/// let enter = Transition { takes: vec![(0, 1), (1, 1)], gives: vec![(2, 1)], ..Transition::default() };
/// let net = Net {
///     places: ["idle", "lock", "inside"].map(String::from).to_vec(),
///     starts: vec![Start(vec![Amount::AtLeast(0), Amount::Exactly(1), Amount::Exactly(0)])],
///     transitions: vec![enter],
/// };
/// let inside = |tokens| [Cube { at_least: vec![(2, tokens)], at_most: Vec::new() }];
/// let ask = |tokens| backward(&net, &inside(tokens), &BackwardOptions::default(), &Budget::unlimited());
/// assert!(matches!(ask(2).unwrap().answer, CoverabilityAnswer::Uncovered(_)));
/// let CoverabilityAnswer::Covered(run) = ask(1).unwrap().answer else { panic!("one can enter") };
/// assert_eq!((run.start, run.fired), (vec![1, 1, 0], vec![0]));
/// ```
pub fn backward(
    net: &Net,
    targets: &[Cube],
    options: &BackwardOptions,
    budget: &Budget<'_>,
) -> Budgeted<BackwardOutcome> {
    match search(net, targets, options, budget) {
        Ok(outcome) => Ok(outcome),
        Err(Interrupted::OutOfBudget) => Err(OutOfBudget),
        Err(Interrupted::Overflow) => Ok(BackwardOutcome {
            answer: CoverabilityAnswer::TooLarge,
            exact: false,
            statistics: BackwardStatistics::default(),
        }),
    }
}

fn search(
    net: &Net,
    targets: &[Cube],
    options: &BackwardOptions,
    budget: &Budget<'_>,
) -> Result<BackwardOutcome, Interrupted> {
    let mut filter = Filter::new(net, &options.pruning, budget)?;
    let predecessors = Predecessors::new(net, |transition| filter.fires(net, transition));
    let runs = options.spurious_runs;
    let representation = representation(net, targets, options);
    if representation == Representation::Auto {
        let search = BestFirstSearch::new(predecessors.clone(), targets, filter, runs);
        if let Some((answer, exact, statistics)) = search.run(budget)? {
            return Ok(BackwardOutcome { answer, exact, statistics });
        }
        filter = Filter::new(net, &options.pruning, budget)?;
    }
    let (answer, exact, statistics) = match representation {
        Representation::Antichain => {
            LayeredSearch::<Antichain>::new(predecessors, targets, filter, runs).run(budget)?
        }
        Representation::SharingTree => {
            LayeredSearch::<SharingTree>::new(predecessors, targets, filter, runs).run(budget)?
        }
        Representation::SumConstraints | Representation::Auto => {
            LayeredSearch::<SumConstraints>::new(predecessors, targets, filter, runs).run(budget)?
        }
    };
    Ok(BackwardOutcome { answer, exact, statistics })
}

/// Sums of places where transfers would distribute the tokens of a target in many ways; else single demands, best first.
fn representation(net: &Net, targets: &[Cube], options: &BackwardOptions) -> Representation {
    if options.representation != Representation::Auto {
        return options.representation;
    }
    let amounts = targets.iter().flat_map(|target| &target.at_least);
    let most = amounts.map(|(_, amount)| *amount).max().unwrap_or(0);
    let mut sources = 0;
    for transition in &net.transitions {
        for place in 0..net.places.len().min(transition.transfers.len() * net.places.len()) {
            let fed = transition.transfers.iter().filter(|(_, target)| *target == Some(place)).count();
            sources = sources.max(fed);
        }
    }
    if ways(most, sources) > MOST_WAYS { Representation::SumConstraints } else { Representation::Auto }
}
