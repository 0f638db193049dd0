//! A large graph of states, drawn by where processes are: all states with the same locations become one box that counts them.

use super::explore::StateGraph;
use crate::report::grouped;
use drawing::{Arrow, Chart, Spot};
use std::collections::HashMap;
use system::{Role, State, System, Value};

/// The most names on an arrow; further ones are counted.
const MOST_NAMES: usize = 3;

/// The chart with one box for all states that have the same locations; nothing if that would not make it smaller.
pub fn clustered(system: &System, graph: &StateGraph, chart: &Chart) -> Option<Chart> {
    let mut places: Vec<Vec<Value>> = Vec::new();
    let mut numbers: HashMap<Vec<Value>, usize> = HashMap::new();
    let mut cluster = Vec::with_capacity(graph.states.len());
    for state in &graph.states {
        let key = key(system, state);
        let number = *numbers.entry(key.clone()).or_insert_with(|| {
            places.push(key);
            places.len() - 1
        });
        cluster.push(number);
    }
    if places.len() < 2 || places.len() == graph.states.len() {
        return None;
    }
    let mut spots: Vec<Spot> = vec![Spot::default(); places.len()];
    let mut counts = vec![0usize; places.len()];
    for (state, number) in cluster.iter().enumerate() {
        let (spot, own) = (&mut spots[*number], &chart.spots[state]);
        if counts[*number] == 0 {
            spot.lines = lines(system, &graph.states[state]);
        }
        counts[*number] += 1;
        spot.initial |= own.initial;
        spot.open |= own.open;
        spot.dead_end |= own.dead_end;
        spot.highlighted |= own.highlighted;
    }
    for (spot, count) in spots.iter_mut().zip(&counts) {
        let states = if *count == 1 { "state" } else { "states" };
        spot.lines.push(format!("{} {states}", grouped(count)));
        spot.details = spot.lines.clone();
    }
    let caption = format!("{}; by locations: {} boxes", chart.caption, grouped(places.len()));
    Some(Chart { caption, spots, arrows: arrows(graph, &cluster), ..chart.clone() })
}

fn key(system: &System, state: &State) -> Vec<Value> {
    let variables = system.variables.iter().zip(state);
    variables.filter(|(variable, _)| is_place(variable.role)).map(|(_, value)| *value).collect()
}

fn is_place(role: Role) -> bool {
    !matches!(role, Role::Variable | Role::Param)
}

fn lines(system: &System, state: &State) -> Vec<String> {
    let shown = system.variables.iter().zip(state).filter(|(variable, _)| is_place(variable.role));
    shown
        .map(|(variable, value)| match variable.role {
            Role::Location => format!("{} at {}", variable.name, system.show_value(variable.ty, *value)),
            _ => format!("{} = {}", variable.name, system.show_value(variable.ty, *value)),
        })
        .collect()
}

/// One arrow for each pair of boxes, with how often each name leads from one to the other.
fn arrows(graph: &StateGraph, cluster: &[usize]) -> Vec<Arrow> {
    let mut order: Vec<(usize, usize)> = Vec::new();
    let mut counted: HashMap<(usize, usize), Vec<(String, usize)>> = HashMap::new();
    for edge in &graph.edges {
        let pair = (cluster[edge.from], cluster[edge.to]);
        let names = counted.entry(pair).or_insert_with(|| {
            order.push(pair);
            Vec::new()
        });
        for name in &edge.names {
            match names.iter_mut().find(|(known, _)| known == name) {
                Some((_, count)) => *count += 1,
                None => names.push((name.clone(), 1)),
            }
        }
    }
    let arrow = |(from, to): (usize, usize)| {
        let all = &counted[&(from, to)];
        let times = |(name, count): &(String, usize)| {
            if *count == 1 { name.clone() } else { format!("{name} × {}", grouped(count)) }
        };
        let mut names: Vec<String> = all.iter().take(MOST_NAMES).map(times).collect();
        if all.len() > MOST_NAMES {
            names.push(format!("and {} more", all.len() - MOST_NAMES));
        }
        Arrow { from, to, names, is_optional: false }
    };
    order.into_iter().map(arrow).collect()
}
