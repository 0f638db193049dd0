//! The laws of relations: what formulas mean, and where one step leads.

use super::formulas::step;
use super::judge::{Judge, image};
use super::universe::Universe;
use crate::Random;
use state_sets::{Cell, Domain, Formula, Kind, Step, Variable};

/// The laws of relations.
pub fn relation_laws<D: Domain>(judge: &Judge<'_, D>) {
    for (what, step) in steps(judge.universe) {
        let relation = judge.sure(judge.domain.relation(&step));
        let pairs = judge.pairs(&step);
        for states in judge.some_sets() {
            let set = judge.set(&states);
            let post = judge.sure(judge.domain.post(&set, &relation));
            judge.has(&post, &image(&pairs, &states, true), || format!("post of {states:?} by {what}"));
            let pre = judge.sure(judge.domain.pre(&set, &relation));
            judge.has(&pre, &image(&pairs, &states, false), || format!("pre of {states:?} by {what}"));
        }
    }
}

/// Steps to judge by: all there are in a tiny universe, and random ones in others.
pub fn steps(universe: &Universe) -> Vec<(String, Step)> {
    if let Some(steps) = all_steps(universe) {
        return steps;
    }
    let random = |seed| {
        let step = universe.confined_step(step(&mut Random::new(seed), &universe.space));
        (format!("{step:?} (seed {seed})"), step)
    };
    (1000..1040).map(random).collect()
}

/// All relations between the values of one variable with up to three codes.
fn all_steps(universe: &Universe) -> Option<Vec<(String, Step)>> {
    let (variable, count) = match universe.space.variables.as_slice() {
        [only] => match only.kind {
            Kind::Finite { count } if count <= 3 => (Variable(0), count),
            _ => return None,
        },
        _ => return None,
    };
    let pairs: Vec<(u64, u64)> = (0..count).flat_map(|from| (0..count).map(move |to| (from, to))).collect();
    let relation = |mask: u32| {
        let chosen = pairs.iter().enumerate().filter(|(place, _)| mask >> place & 1 == 1);
        let pair = |(_, (from, to)): (usize, &(u64, u64))| {
            Formula::is(Cell::now(variable), *from).and(Formula::is(Cell::next(variable), *to))
        };
        let step = Step { changed: vec![variable], relation: Formula::any(chosen.map(pair)) };
        (format!("relation {mask} of {count} codes"), step)
    };
    Some((0..1 << pairs.len()).map(relation).collect())
}
