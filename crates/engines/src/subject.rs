//! What is checked, and what runs of engines have found out of it that others need too.

use crate::net_conditions;
use crate::solver_budget::{net_budget, solver_budget};
use nets::{SystemNet, Unfit, extract};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use symbolic::Prepared;
use system::{Expr, System, Watch};

/// A system that several runs work on.
pub struct Subject<'s> {
    /// The system.
    pub system: &'s System,
    /// The same as formulas, which whoever needs them first writes.
    pub formulas: Prepared<'s>,
    /// What is always so, once somebody has asked for it.
    generated: OnceLock<Vec<Expr>>,
    /// Whether somebody has begun to look for it.
    begun: AtomicBool,
    /// The net that the system is, or why it is none, once somebody has asked for it.
    net: OnceLock<Arc<Result<SystemNet, Unfit>>>,
}

impl<'s> Subject<'s> {
    /// A system of which nothing is known.
    pub fn new(system: &'s System) -> Self {
        let (formulas, generated) = (Prepared::new(system), OnceLock::new());
        Subject { system, formulas, generated, begun: AtomicBool::new(false), net: OnceLock::new() }
    }

    /// What is always so in the system, found and proved without being asked for a property; and, if somebody has read it as a net, what its
    /// structure says and covers that show these invariants, which have been proved.
    pub fn generated(&self, proved: &[usize], watch: &dyn Watch) -> Vec<Expr> {
        if let Some(known) = self.generated.get() {
            return known.clone();
        }
        self.begun.store(true, Ordering::Release);
        // Work may be paused or ended inside the watch, so nobody must wait for it: the first result stays.
        let mut found = generated(&self.formulas, watch);
        if let Some(Ok(net)) = self.net.get().map(|net| &**net) {
            found.extend(net_conditions::known(&self.formulas, net, proved, watch));
        }
        self.generated.get_or_init(|| found).clone()
    }

    /// The net that the system is, or why it is none.
    pub fn net(&self, watch: &dyn Watch) -> Arc<Result<SystemNet, Unfit>> {
        if let Some(known) = self.net.get() {
            return known.clone();
        }
        let found = Arc::new(extract(&self.formulas, &net_budget(watch)));
        match &*found {
            // Somebody else may have more time.
            Err(Unfit::Interrupted(_)) => found,
            _ => self.net.get_or_init(|| found).clone(),
        }
    }

    /// Finds what is always so, unless somebody has begun to.
    pub fn generate(&self, proved: &[usize], watch: &dyn Watch) {
        if !self.begun.swap(true, Ordering::AcqRel) {
            self.generated(proved, watch);
        }
    }

    /// What is always so, as far as somebody has found it.
    pub fn known(&self) -> &[Expr] {
        self.generated.get().map_or(&[], Vec::as_slice)
    }
}

/// What is always so in a system, as conditions. The solver of predicates, which shares nothing with whoever found them, looks at them a
/// second time; what it does not confirm is not used.
pub(crate) fn generated(formulas: &Prepared<'_>, watch: &dyn Watch) -> Vec<Expr> {
    let system = formulas.system;
    let found = invariants::generate(system, watch).invariants;
    let conditions: Vec<Expr> = found.iter().map(|one| invariants::condition(system, one)).collect();
    match abstraction::are_inductive(formulas, &conditions, &solver_budget(watch)) {
        Ok(true) => conditions,
        Ok(false) | Err(_) => Vec::new(),
    }
}
