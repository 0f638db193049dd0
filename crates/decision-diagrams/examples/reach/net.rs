//! A Petri net as steps. The text has a line `place TOKENS` for each place and a line `PLACE:WEIGHT ... > PLACE:WEIGHT
//! ...` for each transition, places by number. Places hold at most `bound` tokens.

use crate::models::Model;
use state_sets::{Cell, Comparison, Formula, Linear, Term, Variable};
use std::collections::BTreeMap;

/// The net on the standard input.
pub fn read(bound: u32) -> Model {
    let mut model = Model::new();
    let mut marked = Vec::new();
    for line in std::io::stdin().lines().map_while(Result::ok) {
        if let Some(tokens) = line.strip_prefix("place ") {
            let name = format!("p{}", model.space.variables.len());
            let place = model.variable(name, u64::from(bound) + 1, None);
            marked.push((place, tokens.trim().parse().unwrap_or(0)));
        } else if let Some((takes, gives)) = line.split_once('>') {
            transition(&mut model, &arcs(takes), &arcs(gives));
        }
    }
    model.start(&marked);
    model
}

fn arcs(text: &str) -> BTreeMap<u32, i128> {
    let arc = |word: &str| {
        let (place, weight) = word.split_once(':')?;
        Some((place.parse().ok()?, weight.parse().ok()?))
    };
    text.split_whitespace().filter_map(arc).collect()
}

fn transition(model: &mut Model, takes: &BTreeMap<u32, i128>, gives: &BTreeMap<u32, i128>) {
    let (mut parts, mut changed) = (Vec::new(), Vec::new());
    for (&place, &weight) in takes {
        let sum = Linear { terms: vec![(-1, Term::Cell(Cell::now(Variable(place))))], constant: weight };
        parts.push(Formula::Compare(sum, Comparison::NotPositive));
    }
    let mut effect: BTreeMap<u32, i128> = gives.clone();
    for (&place, &weight) in takes {
        *effect.entry(place).or_insert(0) -= weight;
    }
    for (&place, &by) in effect.iter().filter(|(_, by)| **by != 0) {
        let cell = |cell| (1, Term::Cell(cell));
        let (now, next) = (Cell::now(Variable(place)), Cell::next(Variable(place)));
        let terms = vec![cell(next), (-1, Term::Cell(now))];
        parts.push(Formula::Compare(Linear { terms, constant: -by }, Comparison::Zero));
        changed.push(Variable(place));
    }
    let read: Vec<Variable> = takes.keys().map(|&place| Variable(place)).collect();
    model.step(&read, &changed, Formula::all(parts));
}
