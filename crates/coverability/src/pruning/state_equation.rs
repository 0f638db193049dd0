//! Which demands the state equation excludes, with traps.
//!
//! # The algorithm
//!
//! A run that fires each transition `t` so often, `x(t)` times, ends in the start marking plus the sum of all effects times `x`.
//! If there are no rational `x ≥ 0` for which that is at least the demand, then no run covers it, and Farkas' lemma gives weights
//! that prove it: a weighted sum of tokens that no effect makes larger, and that the demand exceeds. Such a sum is a
//! [`LinearBound`] and excludes other demands as well, at the cost of a product.
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
//! doi:10.1007/978-3-319-08867-9_40. Esparza, Melzer: *Verification of safety properties using integer programming: beyond the
//! state equation*, Formal Methods in System Design 16, 2000, doi:10.1023/A:1008743212620.

use super::flows::{Flows, Origin};
use super::linear_bound::LinearBound;
use super::traps::marked_trap;
use crate::interrupted::Interrupted;
use crate::sets::Demand;
use crate::simplex::{Dictionary, Number, Variable};
use budget::Budget;
use nets::{Net, Place};

/// How many traps are looked for, for one demand.
const MOST_TRAPS: usize = 20;

/// The state equation of a net, asked again and again.
#[derive(Debug, Clone)]
pub struct StateEquation<'n, N> {
    net: &'n Net,
    flows: Flows,
    dictionary: Dictionary<N>,
    /// For each place, the variable of its tokens at the end.
    tokens: Vec<Option<Variable>>,
    /// The variable of a trap's tokens at the end.
    traps: Vec<(Variable, Vec<Place>)>,
    /// The places that the last demand set.
    demanded: Vec<Place>,
}

/// What the state equation says about a demand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StateEquationAnswer {
    /// No run covers it.
    Excluded(LinearBound),
    /// A run that covers it fires at least that many transitions.
    Possible(u64),
}

impl<'n, N: Number> StateEquation<'n, N> {
    /// That of a net with its flows.
    pub fn new(net: &'n Net, flows: &Flows) -> Result<StateEquation<'n, N>, Interrupted> {
        let effects = flows.effects.len();
        let mixture = if flows.starts.len() == 1 { 0 } else { flows.starts.len() };
        let fires = |origin: &Origin| matches!(origin, Origin::Fires(_));
        let costs = (0..effects).filter(|at| flows.effects[*at].1.iter().all(fires));
        let costs = costs.map(|at| (at as Variable, N::ONE)).collect();
        let mut dictionary = Dictionary::new(effects + mixture, costs);
        if mixture > 0 {
            let shares = (effects..effects + mixture).map(|at| (at as Variable, N::of(-1)));
            dictionary.define(N::ONE, &shares.collect::<Vec<_>>())?;
        }
        let mut rows = vec![Vec::new(); net.places.len()];
        for (at, (effect, _)) in flows.effects.iter().enumerate() {
            effect.iter().for_each(|(place, gained)| rows[*place].push((at as Variable, N::of(*gained))));
        }
        let mut tokens = vec![None; net.places.len()];
        for (place, mut row) in rows.into_iter().enumerate().filter(|(place, _)| !flows.unbounded[*place]) {
            let mut constant = N::ZERO;
            for (at, start) in flows.starts.iter().enumerate().filter(|(_, start)| start[place] > 0) {
                let amount = N::of_tokens(start[place]).ok_or(Interrupted::Overflow)?;
                if mixture > 0 {
                    row.push(((effects + at) as Variable, amount));
                } else {
                    constant = amount;
                }
            }
            tokens[place] = Some(dictionary.define(constant, &row)?);
        }
        let flows = flows.clone();
        Ok(StateEquation { net, flows, dictionary, tokens, traps: Vec::new(), demanded: Vec::new() })
    }

    /// What it says about a demand.
    pub fn ask(&mut self, demand: &Demand, budget: &Budget<'_>) -> Result<StateEquationAnswer, Interrupted> {
        self.ask_with(demand, 0, budget)
    }

    /// What it says about a demand together with traps. These make rows that are full of numbers, so they are forgotten afterwards.
    pub fn ask_with_traps(
        &self,
        demand: &Demand,
        budget: &Budget<'_>,
    ) -> Result<StateEquationAnswer, Interrupted> {
        self.clone().ask_with(demand, MOST_TRAPS, budget)
    }

    fn ask_with(
        &mut self,
        demand: &Demand,
        most_traps: usize,
        budget: &Budget<'_>,
    ) -> Result<StateEquationAnswer, Interrupted> {
        self.set(demand, budget)?;
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
                    if rounds >= most_traps || !self.add_trap(budget)? {
                        let cost = cost.to_word().and_then(|cost| u64::try_from(cost).ok());
                        return Ok(StateEquationAnswer::Possible(cost.unwrap_or(u64::MAX)));
                    }
                }
            }
            rounds += 1;
        }
    }

    fn set(&mut self, demand: &Demand, budget: &Budget<'_>) -> Result<(), Interrupted> {
        let old = std::mem::take(&mut self.demanded).into_iter().map(|place| (place, 0));
        let old = old.filter(|(place, _)| demand.amount(*place) == 0);
        let mut bounds = Vec::new();
        for (place, amount) in old.chain(demand.amounts().iter().copied()) {
            if let Some(variable) = self.tokens[place] {
                bounds.push((variable, N::of_tokens(amount).ok_or(Interrupted::Overflow)?));
            }
        }
        self.demanded = demand.amounts().iter().map(|(place, _)| *place).collect();
        self.dictionary.set_bounds(bounds, budget)
    }

    /// Adds a trap that the present solution leaves empty, if there is one.
    fn add_trap(&mut self, budget: &Budget<'_>) -> Result<bool, Interrupted> {
        let empty: Vec<bool> = self
            .tokens
            .iter()
            .map(|variable| variable.is_some_and(|variable| !self.dictionary.is_positive(variable)))
            .collect();
        budget.spend(self.net.places.len() + self.net.transitions.len())?;
        let Some(trap) = marked_trap(self.net, &self.flows.starts, empty) else { return Ok(false) };
        let terms: Vec<_> = trap.iter().filter_map(|place| Some((self.tokens[*place]?, N::ONE))).collect();
        let variable = self.dictionary.define(N::ZERO, &terms)?;
        self.dictionary.set_bounds([(variable, N::ONE)], budget)?;
        self.traps.push((variable, trap));
        Ok(true)
    }

    /// The bound that a proof is, as small numbers.
    fn bound(&self, proof: &[(Variable, N)]) -> Option<LinearBound> {
        let weight = |variable: Variable| match proof.binary_search_by_key(&variable, |(own, _)| *own) {
            Ok(at) => proof[at].1.to_word().and_then(|weight| u64::try_from(weight).ok()),
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
