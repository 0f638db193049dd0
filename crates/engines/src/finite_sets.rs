//! Which diagrams the symbolic engine works with where everything is finite: their order, and whether they forget what nobody
//! will read.
//!
//! Where processes refer to each other, nobody knows beforehand whether variables that they share should come behind them in the
//! order, among them or before them, and it can decide between a moment and for ever. So all three orders are tried on the model,
//! with a little work each, then with more: whoever first finds the reachable states within its share answers. A share is a number of operations,
//! so that the same order wins on every run; all of it together costs a small multiple of the best order. Models without
//! references have one order, and are searched once.
//!
//! Inactive variables are forgotten from the start if that is asked for. If it is left to us, this begins when the first shares
//! were not enough to find all states: then there are many.
//!
//! Where many processes refer to each other and can be exchanged, sets of representatives take the place of all that.

use crate::Options;
use decision_diagrams::{Diagrams, Order};
use explicit::Use;
use std::rc::Rc;
use symbolic::{
    Budget, Failure, Prepared, Reduced, Settings, ShareOutcome, check_representatives_in, check_within,
    may_forget, may_have_representatives,
};
use system::{Observer, ProcessId, Property, System, Type, Watch};

/// About how many bytes the diagrams may take, however much the whole process may; at most half of that.
pub(crate) const BYTES: u64 = 2 << 30;

/// Ranges of more values are not coded in bits.
pub(crate) const MOST_CODES: u64 = 1 << 32;

/// The operations in the first share of an order.
const FIRST_SHARE: u64 = 400;
/// How much larger each share is than the one before.
const FACTOR: u64 = 4;

/// Where the user leaves it open, representatives are sought among at least so many instances.
const MANY: u32 = 4;

/// Answers properties with diagrams.
pub(crate) fn check(
    prepared: &Prepared<'_>,
    properties: &[usize],
    options: &Options,
    watch: &dyn Watch,
    observer: &dyn Observer,
) -> Result<(), Failure> {
    let (system, inactive) = (prepared.system, options.inactive);
    let trial = Orders { prepared, budget: Rc::new(Budget::new(watch)), watch, observer };
    let left = match reduced(system, properties, options) {
        Some(reduced) => trial.representatives(properties, reduced)?,
        None => properties.to_vec(),
    };
    let properties = left.as_slice();
    if properties.is_empty() {
        return Ok(());
    }
    let (forgetful, others): (Vec<usize>, Vec<usize>) =
        properties.iter().partition(|number| may_forget(&system.properties[**number].question));
    let asked: Vec<_> = forgetful.iter().map(|number| &system.properties[*number]).collect();
    let is_used = inactive != Use::Never && !asked.is_empty();
    if !is_used || analysis::inactive(system, &asked).is_none() {
        return trial.rounds(properties, false);
    }
    if inactive == Use::Auto && trial.briefly(properties)? {
        return Ok(());
    }
    trial.rounds(&forgetful, true)?;
    trial.rounds(&others, false)
}

/// What representatives leave out for these properties, if they are sought. Where the user leaves it open, that is so for processes
/// that have references to each other, whose order in structures is what makes sets of states large.
pub(crate) fn reduced(system: &System, properties: &[usize], options: &Options) -> Option<Reduced> {
    let has_references = |process: &usize| {
        let process = ProcessId::from_index(*process);
        let leads = |variable: &system::Variable| variable.ty == Type::Reference(process);
        let mut own = system.variables.iter().filter(|variable| variable.owner.is_some());
        system.process(process).count >= MANY && own.any(leads)
    };
    let is_used = |wish: Use| match wish {
        Use::Never => false,
        Use::Always => true,
        Use::Auto => (0..system.processes.len()).any(|process| has_references(&process)),
    };
    let fits = properties.iter().all(|number| may_have_representatives(system, *number));
    let reduced = Reduced { symmetry: is_used(options.symmetry), inactive: is_used(options.inactive) };
    (fits && reduced.symmetry).then_some(reduced)
}

/// Whether all that is ever inactive may be forgotten when this property is asked: it reads nothing of that.
pub(crate) fn lets_forget(system: &System, property: usize) -> bool {
    let inactive = |asked: &[&Property]| analysis::inactive(system, asked).map(|found| found.resets);
    inactive(&[&system.properties[property]]) == inactive(&[])
}

/// The orders that may be good for the system, first the one that more often is.
fn orders(system: &System) -> Vec<Order> {
    let has_references = system.variables.iter().any(|own| matches!(own.ty, Type::Reference(_)));
    let is_shared = system.variables.iter().any(|own| own.owner.is_none());
    match has_references && is_shared {
        true => vec![Order::SharedLast, Order::Attracted, Order::SharedFirst],
        false => vec![Order::Attracted],
    }
}

/// Tries orders of variables.
struct Orders<'t> {
    prepared: &'t Prepared<'t>,
    budget: Rc<Budget<'t>>,
    watch: &'t dyn Watch,
    observer: &'t dyn Observer,
}

impl Orders<'_> {
    /// Works with representatives, if there is a symmetry; what is not answered by them.
    fn representatives(&self, properties: &[usize], reduced: Reduced) -> Result<Vec<usize>, Failure> {
        let bytes = self.watch.most_bytes().map_or(BYTES, |most| BYTES.min(most / 2));
        let (settings, budget, observer) = (settings(true), &self.budget, self.observer);
        check_representatives_in(
            self.prepared,
            properties,
            &settings,
            reduced,
            budget,
            observer,
            |space, listed| {
                let budget = self.budget.clone();
                let usual = decision_diagrams::Options::default();
                Diagrams::new(space, decision_diagrams::Options { bytes, budget, listed, ..usual })
            },
        )
    }

    /// Tries all orders again and again, with more work each time, until the properties are answered. What needs too much memory
    /// once is not tried again, unless nothing else is left.
    fn rounds(&self, properties: &[usize], forget: bool) -> Result<(), Failure> {
        let mut orders = orders(self.prepared.system);
        let mut share = FIRST_SHARE;
        while !properties.is_empty() {
            if let [only] = orders.as_slice() {
                self.attempt(properties, forget, *only, u64::MAX)?;
                break;
            }
            for order in orders.clone() {
                match self.attempt(properties, forget, order, share)? {
                    ShareOutcome::Answered => return Ok(()),
                    ShareOutcome::TooLittleWork => {}
                    ShareOutcome::TooLittleMemory if orders.len() > 1 => orders.retain(|own| *own != order),
                    ShareOutcome::TooLittleMemory => {}
                }
            }
            share = share.saturating_mul(FACTOR);
        }
        Ok(())
    }

    /// Tries each order with a little work; whether one of them answered.
    fn briefly(&self, properties: &[usize]) -> Result<bool, Failure> {
        for order in orders(self.prepared.system) {
            if self.attempt(properties, false, order, FIRST_SHARE)? == ShareOutcome::Answered {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn attempt(
        &self,
        properties: &[usize],
        forget: bool,
        order: Order,
        share: u64,
    ) -> Result<ShareOutcome, Failure> {
        let bytes = self.watch.most_bytes().map_or(BYTES, |most| BYTES.min(most / 2));
        let settings = Settings { forget, ..settings(true) };
        check_within(self.prepared, properties, &settings, share, &self.budget, self.observer, |space| {
            let budget = self.budget.clone();
            Diagrams::new(
                space,
                decision_diagrams::Options { order, bytes, budget, ..decision_diagrams::Options::default() },
            )
        })
    }
}

/// How the symbolic engine checks.
pub(crate) fn settings(only_finite: bool) -> Settings {
    Settings { sets: "decision diagrams", most_codes: MOST_CODES, only_finite, ..Settings::default() }
}
