//! Which variables of their mover actions write.

use std::collections::BTreeSet;
use system::parameterized::{ParameterizedStatement as Said, Site, Steps, Way};

/// The variables of instances that an action writes.
pub(super) fn written(action: &Steps) -> BTreeSet<usize> {
    let mut all = BTreeSet::new();
    steps(action, &mut all);
    all
}

fn steps(action: &Steps, all: &mut BTreeSet<usize>) {
    for said in action.iter().flatten() {
        match said {
            Said::Assign(site, _) | Said::Any(site, _) if site.owner.is_some() => {
                all.extend(variables(site));
            }
            Said::Assign(..) | Said::Any(..) | Said::Assert(_) => {}
            Said::Choose(ways) => ways.iter().for_each(|one| way(one, all)),
            Said::If(_, then, otherwise) => {
                way(then, all);
                otherwise.iter().for_each(|one| way(one, all));
            }
            Said::Everybody { variable, .. } => drop(all.insert(*variable)),
        }
    }
}

fn way(one: &Way, all: &mut BTreeSet<usize>) {
    steps(&one.steps, all);
}

/// All variables that a site may denote.
fn variables(site: &Site) -> std::ops::Range<usize> {
    site.variable..site.variable + site.element.as_ref().map_or(1, |element| element.count)
}

/// Whether an action writes variables of all instances.
pub(super) fn writes_everybody(action: &Steps) -> bool {
    let way = |one: &Way| writes_everybody(&one.steps);
    action.iter().flatten().any(|said| match said {
        Said::Everybody { .. } => true,
        Said::Choose(ways) => ways.iter().any(way),
        Said::If(_, then, otherwise) => way(then) || otherwise.as_ref().is_some_and(way),
        Said::Assign(..) | Said::Any(..) | Said::Assert(_) => false,
    })
}
