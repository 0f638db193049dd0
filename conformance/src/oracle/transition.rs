//! Transitions: edges alone, and edges that synchronise.

use super::action::{Runner, applied};
use super::movers::{Movement, Mover, counter};
use super::scope::{Stop, View};
use super::tables::Tables;
use super::{Happenings, State, Value};
use language::ast::SyncRole;

/// Everything that can happen in a state.
pub fn happenings(tables: &Tables<'_>, state: &State) -> Result<Happenings, Stop> {
    let movers = tables.movers()?;
    let mut happenings = Happenings::default();
    for sender in &movers {
        let Some(sync) = sender.sync else {
            attempt(tables, state, sender, &[], false, &mut happenings)?;
            continue;
        };
        let answers = |role: SyncRole| {
            movers.iter().filter(move |other| {
                let fits = other.sync.is_some_and(|own| own.role == role && own.name.text == sync.name.text);
                fits && !other.is_same_instance(sender)
            })
        };
        match sync.role {
            SyncRole::Send => {
                for receiver in answers(SyncRole::Receive) {
                    attempt(tables, state, sender, &[receiver], true, &mut happenings)?;
                }
            }
            SyncRole::BroadcastSend => {
                let mut receivers: Vec<&Mover<'_>> = answers(SyncRole::BroadcastReceive).collect();
                receivers.sort_by_key(|receiver| receiver.order);
                attempt(tables, state, sender, &receivers, false, &mut happenings)?;
            }
            SyncRole::Receive | SyncRole::BroadcastReceive => {}
        }
    }
    Ok(happenings)
}

/// Fires a transition if it is enabled. Required receivers must all take part; others do if they can.
fn attempt<'a>(
    tables: &Tables<'a>,
    state: &State,
    sender: &Mover<'a>,
    receivers: &[&Mover<'a>],
    required: bool,
    happenings: &mut Happenings,
) -> Result<(), Stop> {
    if sender.ready(state, None) < 1 {
        return Ok(());
    }
    if required && receivers.iter().any(|receiver| receiver.ready(state, Some(sender)) < 1) {
        return Ok(());
    }
    let mut parts: Vec<(&Mover<'a>, i128)> = vec![(sender, 1)];
    match is_enabled(tables, state, sender) {
        Ok(true) => {}
        Ok(false) => return Ok(()),
        Err(stop) => return fault(stop, &parts, happenings),
    }
    for receiver in receivers {
        let count = receiver.ready(state, Some(sender));
        if count < 1 {
            continue;
        }
        match is_enabled(tables, state, receiver) {
            Ok(true) => parts.push((receiver, if required { 1 } else { count })),
            Ok(false) if required => return Ok(()),
            Ok(false) => {}
            Err(stop) => return fault(stop, &parts, happenings),
        }
    }
    run(tables, state, &parts, happenings)
}

fn is_enabled<'a>(tables: &Tables<'a>, state: &State, mover: &Mover<'a>) -> Result<bool, Stop> {
    mover.guard.map_or(Ok(true), |guard| tables.bool(guard, &mover.scope, &View::of(state)))
}

fn name(parts: &[(&Mover<'_>, i128)]) -> String {
    parts.iter().map(|(mover, _)| mover.name.as_str()).collect::<Vec<_>>().join(" & ")
}

fn fault(stop: Stop, parts: &[(&Mover<'_>, i128)], happenings: &mut Happenings) -> Result<(), Stop> {
    if stop != Stop::Fault {
        return Err(stop);
    }
    happenings.faults.insert(name(parts));
    Ok(())
}

/// Runs the actions of all parts, once for each process that moves, and moves them all.
fn run<'a>(
    tables: &Tables<'a>,
    state: &State,
    parts: &[(&Mover<'a>, i128)],
    happenings: &mut Happenings,
) -> Result<(), Stop> {
    let mut states = vec![state.clone()];
    let mut faulted = false;
    for (mover, count) in parts {
        let Some(action) = mover.action else { continue };
        for _ in 0..*count {
            let mut after = Vec::new();
            for before in &states {
                let mut runner = Runner { tables, scope: mover.scope.clone(), faulted: false };
                let results = runner.steps(&action.steps, before)?;
                faulted |= runner.faulted;
                after.extend(results.iter().map(|writes| applied(before, writes)));
            }
            after.sort();
            after.dedup();
            states = after;
        }
    }
    if faulted {
        happenings.faults.insert(name(parts));
    }
    for mut last in states {
        for (mover, count) in parts {
            displace(&mut last, &mover.movement, *count);
        }
        happenings.steps.insert((name(parts), last));
    }
    Ok(())
}

fn displace(state: &mut State, movement: &Movement, count: i128) {
    match movement {
        Movement::None => {}
        Movement::Instance { instance, to, .. } => {
            state.insert(instance.clone(), Value::Name(to.clone()));
        }
        Movement::Counter { from, to, .. } => {
            let left = counter(state, from) - count;
            state.insert(from.clone(), Value::Int(left));
            let entered = counter(state, to) + count;
            state.insert(to.clone(), Value::Int(entered));
        }
    }
}
