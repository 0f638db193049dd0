//! How much a solver may do.

use std::rc::Rc;
use symbolic::Budget;
use system::Watch;

/// The operations of the solver between two questions to the watch: some milliseconds of work.
const PAUSE: u64 = 20_000;

/// The parts of formulas that are read between two questions to the watch.
const NET_PAUSE: u64 = 2_000;

/// The operations of a search on nets between two questions to the watch, which are smaller than those of a solver.
const SEARCH_PAUSE: u64 = 60_000;

/// All that the watch allows, for work that is counted in operations of a search on nets.
pub(crate) fn search_budget(watch: &dyn Watch) -> Budget<'_> {
    Budget::within(Rc::new(Budget::new(watch)), SEARCH_PAUSE)
}

/// The operations on views between two questions to the watch.
const VIEWS_PAUSE: u64 = 2_000;

/// All that the watch allows, for work that is counted in operations on views.
pub(crate) fn views_budget(watch: &dyn Watch) -> Budget<'_> {
    Budget::within(Rc::new(Budget::new(watch)), VIEWS_PAUSE)
}

/// All that the watch allows, for work that reads formulas.
pub(crate) fn net_budget(watch: &dyn Watch) -> Budget<'_> {
    Budget::within(Rc::new(Budget::new(watch)), NET_PAUSE)
}

/// All that the watch allows, for work that is counted in operations of the solver.
pub(crate) fn solver_budget(watch: &dyn Watch) -> Budget<'_> {
    Budget::within(Rc::new(Budget::new(watch)), PAUSE)
}
