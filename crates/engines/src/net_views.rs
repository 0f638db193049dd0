//! The net that a system is, and its unfolding, for people to look at and for other tools to read.

use crate::solver_budget::{net_budget, solver_budget};
use nets::{Net, Unfit, extract};
use symbolic::Prepared;
use system::{System, Watch};
use unfolding::{Condition, Event, prefix};

/// A complete finite prefix of the unfolding of a system's net.
#[derive(Debug, Clone)]
pub struct DrawnPrefix {
    /// The net, with names in the words of the model.
    pub net: Net,
    /// The tokens that are or were somewhere. A place behind all places of the net always holds one.
    pub conditions: Vec<Condition>,
    /// The transitions that fired.
    pub events: Vec<Event>,
}

/// The net that a system is, with names in the words of the model.
///
/// # Errors
/// Why it is none, or what ended the work.
pub fn named_net(system: &System, watch: &dyn Watch) -> Result<Net, String> {
    let budget = net_budget(watch);
    match extract(&Prepared::new(system), &budget) {
        Ok(net) => Ok(net.named(system)),
        Err(Unfit::Interrupted(halt)) => Err(halt.reason(&budget)),
        Err(unfit) => Err(format!("the model is no net: {unfit}")),
    }
}

/// The operations that a prefix to be drawn may cost for each of its events.
const EFFORT: u64 = 20_000;

/// A complete finite prefix of at most so many events.
///
/// # Errors
/// If the system is no net, its net cannot be unfolded, or there are more events; or what ended the work.
pub fn drawn_prefix(system: &System, most: usize, watch: &dyn Watch) -> Result<DrawnPrefix, String> {
    let net = named_net(system, watch)?;
    let budget = solver_budget(watch);
    budget.share(EFFORT.saturating_mul((most as u64).saturating_add(100)));
    let found = match prefix(&net, &budget) {
        Ok(Ok(prefix)) => (prefix.conditions, prefix.events),
        Ok(Err(unfit)) => return Err(format!("the net cannot be unfolded: {unfit}")),
        Err(_) => {
            let large = || format!("the prefix has more than {most} events");
            return Err(budget.stop().map_or_else(large, |stop| stop.to_string()));
        }
    };
    let (conditions, events) = found;
    if events.len() > most {
        return Err(format!("the prefix has {} events, more than {most}", events.len()));
    }
    Ok(DrawnPrefix { net, conditions, events })
}
