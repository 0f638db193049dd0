//! Which demands the state equation excludes, with traps.
//!
//! # The algorithm
//!
//! A run that fires each transition `t` so often, `x(t)` times, ends in the start marking plus the sum of all effects times `x`. If there are
//! no rational `x ≥ 0` for which that is at least the demand, then no run covers it, and Farkas' lemma gives weights that prove
//! it: a weighted sum of tokens that no effect makes larger, and that the demand exceeds. Such a sum is a [`LinearBound`] and
//! excludes other demands as well, at the cost of a product.
//!
//! If there are such `x`, the marking they lead to may leave a *trap* empty: places that never lose their last token together.
//! A trap that is marked at all starts is marked for ever, which is one more inequality for this and all later demands.
//!
//! Several starts are one: any mixture of them. Places with any number of tokens at the start have no inequality.
//!
//! With a cost of one for each firing, the least cost tells how far away the start is at least.
//!
//! # Reference
//!
//! Esparza, Ledesma-Garza, Majumdar, Meyer, Niksic: *An SMT-based approach to coverability analysis*, CAV 2014,
//! doi:10.1007/978-3-319-08867-9_40. Esparza, Melzer: *Verification of safety properties using integer programming: beyond the state
//! equation*, Formal Methods in System Design 16, 2000, doi:10.1023/A:1008743212620.

use super::dictionary::Dictionary;
use super::flows::{Flows, Origin};
use super::linear_bound::{LinearBound, integer};
use super::traps::marked_trap;
use crate::sets::Demand;
use budget::{Budget, Budgeted};
use nets::{Net, Place};
use presburger::Integer;

/// How many traps are looked for, for one demand.
const MOST_TRAPS: usize = 20;

/// The state equation of a net, asked again and again.
#[derive(Debug, Clone)]
pub struct StateEquation<'n> {
    net: &'n Net,
    flows: Flows,
    dictionary: Dictionary,
    /// For each place, the variable of its tokens at the end.
    tokens: Vec<Option<usize>>,
    /// The variable of a trap's tokens at the end.
    traps: Vec<(usize, Vec<Place>)>,
    /// The places that the last demand set.
    demanded: Vec<Place>,
    with_traps: bool,
}

/// What the state equation says about a demand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StateEquationAnswer {
    /// No run covers it.
    Excluded(LinearBound),
    /// A run that covers it fires at least that many transitions.
    Possible(u64),
}

impl<'n> StateEquation<'n> {
    /// That of a net with its flows.
    pub fn new(net: &'n Net, flows: &Flows, with_traps: bool) -> StateEquation<'n> {
        let effects = flows.effects.len();
        let mixture = if flows.starts.len() == 1 { 0 } else { flows.starts.len() };
        let cost = |at: usize| {
            i64::from(flows.effects[at].1.iter().all(|origin| matches!(origin, Origin::Fires(_))))
        };
        let costs = (0..effects).filter(|at| cost(*at) > 0).map(|at| (at, Integer::ONE)).collect();
        let mut dictionary = Dictionary::new(effects + mixture, costs);
        if mixture > 0 {
            let shares: Vec<_> = (effects..effects + mixture).map(|at| (at, Integer::from(-1))).collect();
            dictionary.define(Integer::ONE, &shares);
        }
        let mut rows = vec![Vec::new(); net.places.len()];
        for (at, (effect, _)) in flows.effects.iter().enumerate() {
            effect.iter().for_each(|(place, gained)| rows[*place].push((at, Integer::from(*gained))));
        }
        let mut tokens = vec![None; net.places.len()];
        for (place, mut row) in rows.into_iter().enumerate().filter(|(place, _)| !flows.unbounded[*place]) {
            let mut constant = Integer::ZERO;
            for (at, start) in flows.starts.iter().enumerate().filter(|(_, start)| start[place] > 0) {
                if mixture > 0 {
                    row.push((effects + at, integer(start[place])));
                } else {
                    constant = integer(start[place]);
                }
            }
            tokens[place] = Some(dictionary.define(constant, &row));
        }
        let flows = flows.clone();
        StateEquation { net, flows, dictionary, tokens, traps: Vec::new(), demanded: Vec::new(), with_traps }
    }

    /// What it says about a demand.
    pub fn ask(&mut self, demand: &Demand, budget: &Budget<'_>) -> Budgeted<StateEquationAnswer> {
        self.set(demand);
        let mut rounds = 0;
        loop {
            match self.dictionary.minimise(budget)? {
                Err(proof) => {
                    return Ok(match self.bound(&proof).filter(|bound| bound.excludes(demand)) {
                        Some(bound) => StateEquationAnswer::Excluded(bound),
                        None => StateEquationAnswer::Possible(0),
                    });
                }
                Ok(cost) => {
                    if rounds >= MOST_TRAPS || !self.with_traps || !self.add_trap(budget)? {
                        let cost = cost.to_i64().and_then(|cost| u64::try_from(cost).ok());
                        return Ok(StateEquationAnswer::Possible(cost.unwrap_or(u64::MAX)));
                    }
                }
            }
            rounds += 1;
        }
    }

    fn set(&mut self, demand: &Demand) {
        let old = std::mem::take(&mut self.demanded).into_iter().filter(|place| demand.amount(*place) == 0);
        let zeros = old.map(|place| (place, 0)).collect::<Vec<_>>();
        let bounds = zeros.iter().chain(demand.amounts());
        let bounds: Vec<_> =
            bounds.filter_map(|(place, amount)| Some((self.tokens[*place]?, integer(*amount)))).collect();
        self.dictionary.set_bounds(bounds);
        self.demanded = demand.amounts().iter().map(|(place, _)| *place).collect();
    }

    /// The effects that are used in the present solution.
    pub fn used_effects(&self) -> Vec<usize> {
        (0..self.flows.effects.len()).filter(|at| self.dictionary.is_positive(*at)).collect()
    }

    /// Adds a trap that the present solution leaves empty, if there is one.
    fn add_trap(&mut self, budget: &Budget<'_>) -> Budgeted<bool> {
        let empty: Vec<bool> = self
            .tokens
            .iter()
            .map(|variable| variable.is_some_and(|variable| !self.dictionary.is_positive(variable)))
            .collect();
        budget.spend(self.net.places.len() + self.net.transitions.len())?;
        let Some(trap) = marked_trap(self.net, &self.flows.starts, empty) else { return Ok(false) };
        let terms: Vec<_> =
            trap.iter().filter_map(|place| Some((self.tokens[*place]?, Integer::ONE))).collect();
        let variable = self.dictionary.define(Integer::ZERO, &terms);
        self.dictionary.set_bounds([(variable, Integer::ONE)]);
        self.traps.push((variable, trap));
        Ok(true)
    }

    /// The bound that a proof is, as small numbers.
    fn bound(&self, proof: &[(usize, Integer)]) -> Option<LinearBound> {
        let weight = |variable: usize| match proof.binary_search_by_key(&variable, |(own, _)| *own) {
            Ok(at) => proof[at].1.to_i64().and_then(|weight| u64::try_from(weight).ok()),
            Err(_) => Some(0),
        };
        let mut weights = Vec::new();
        for (place, variable) in self.tokens.iter().enumerate() {
            if let Some(variable) = variable {
                let weight = weight(*variable)?;
                if weight > 0 {
                    weights.push((place, weight));
                }
            }
        }
        let mut traps = Vec::new();
        for (variable, places) in &self.traps {
            let weight = weight(*variable)?;
            if weight > 0 {
                traps.push((places.clone(), weight));
            }
        }
        LinearBound::of(&self.flows, weights, traps)
    }
}
