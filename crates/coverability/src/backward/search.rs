//! The question to a backward search.

use super::best_first::BestFirstSearch;
use super::outcome::{BackwardOptions, BackwardOutcome, BackwardStatistics, CoverabilityAnswer};
use crate::pruning::Filter;
use crate::sets::{Interrupted, Predecessors};
use budget::{Budget, Budgeted, OutOfBudget};
use nets::{Cube, Net};

/// Whether a run of the net leads from a start into one of the targets.
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
    let filter = Filter::new(net, &options.pruning, budget)?;
    let predecessors = Predecessors::new(net, |transition| filter.fires(net, transition));
    let search = BestFirstSearch::new(predecessors, targets, filter, options.spurious_runs);
    let (answer, exact, statistics) = search.run(budget)?;
    Ok(BackwardOutcome { answer, exact, statistics })
}
