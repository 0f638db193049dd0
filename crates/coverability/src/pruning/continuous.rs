//! Which demands can be covered by firing fractions of transitions.
//!
//! # The algorithm
//!
//! In a continuous net a transition fires any positive fraction of itself, and tokens are rational numbers. A marking is reached
//! iff there is a solution of the state equation such that the transitions with a positive share in it can all be fired, in some
//! order and in small amounts, forward from the start and backward from the marking. Solutions can be averaged, so one with the
//! most transitions exists; transitions outside of it, and those that cannot be fired forward or backward within it, are dropped,
//! and the equation is solved again, until nothing is dropped: then the marking is reached; or there is no solution: then it is
//! not, neither in the continuous net nor in the net itself.
//!
//! To cover is to reach after tokens were thrown away, as if each place had a transition that takes from it: that is the slack of
//! its inequality.
//!
//! # Transfers
//!
//! A step that moves `r` tokens along a transfer and fires the rest of its transition is `r` moves, while the tokens that will be
//! taken are there, and then the firing. So a move is an action of its own that needs the source and, without taking them, the
//! places that its transition takes from. Every run of the net is a run of these actions. Limits are forgotten.
//!
//! # Reference
//!
//! Fraca, Haddad: *Complexity analysis of continuous Petri nets*, Fundamenta Informaticae 137, 2015, doi:10.3233/FI-2015-1168.
//! Blondin, Finkel, Haase, Haddad: *Approaching the coverability problem continuously*, TACAS 2016,
//! doi:10.1007/978-3-662-49674-9_28.

use super::flows::{Flows, Origin};
use crate::interrupted::Interrupted;
use crate::sets::Demand;
use crate::simplex::{Dictionary, Number, Terms, Variable};
use budget::Budget;
use nets::{Net, Place};

/// A transition or a move of a transfer.
#[derive(Debug, Clone)]
struct Action {
    effect: Vec<(Place, i64)>,
    needs: Vec<Place>,
    leaves: Vec<Place>,
}

/// The continuous net of a net, asked again and again.
#[derive(Debug, Clone)]
pub struct ContinuousReachability<N> {
    actions: Vec<Action>,
    unbounded: Vec<bool>,
    /// For each start: its marking, and the equation with all actions.
    starts: Vec<(Vec<u64>, ContinuousEquation<N>)>,
}

/// The state equation with some of the actions.
#[derive(Debug, Clone)]
struct ContinuousEquation<N> {
    dictionary: Dictionary<N>,
    /// The action of each of the first variables.
    actions: Vec<usize>,
    /// The variable of the tokens of each place.
    tokens: Vec<Option<Variable>>,
    demanded: Vec<Place>,
}

impl<N: Number> ContinuousReachability<N> {
    /// That of a net with its flows.
    pub fn new(net: &Net, flows: &Flows) -> Result<ContinuousReachability<N>, Interrupted> {
        let mut actions = Vec::new();
        for (effect, origins) in &flows.effects {
            for origin in origins {
                actions.push(action(net, effect, *origin));
            }
        }
        let mut continuous =
            ContinuousReachability { actions, unbounded: flows.unbounded.clone(), starts: Vec::new() };
        for start in &flows.starts {
            let all = (0..continuous.actions.len()).collect();
            let fired = continuous.fired(all, |place| start[place] > 0, false);
            let equation = continuous.equation(start, fired)?;
            continuous.starts.push((start.clone(), equation));
        }
        Ok(continuous)
    }

    /// Whether some start can cover the demand continuously.
    pub fn covers(&mut self, demand: &Demand, budget: &Budget<'_>) -> Result<bool, Interrupted> {
        for at in 0..self.starts.len() {
            // The equation with all actions stays as it is solved, for the next demand.
            let (start, mut equation) = self.starts[at].clone();
            equation.set(demand, budget)?;
            if equation.dictionary.minimise(budget)?.is_ok() {
                self.starts[at].1 = equation.clone();
                if self.covers_from(&start, equation, demand, budget)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    fn covers_from(
        &self,
        start: &[u64],
        mut equation: ContinuousEquation<N>,
        demand: &Demand,
        budget: &Budget<'_>,
    ) -> Result<bool, Interrupted> {
        loop {
            equation.set(demand, budget)?;
            if equation.dictionary.minimise(budget)?.is_err() {
                return Ok(false);
            }
            let (used, slack) = equation.used();
            if self.fireable(start, demand, &used, &slack).len() == used.len() {
                return Ok(true);
            }
            let (used, slack) = equation.most_used(budget)?;
            let fireable = self.fireable(start, demand, &used, &slack);
            if fireable.len() == used.len() {
                return Ok(true);
            }
            equation = self.equation(start, fireable)?;
            budget.spend(self.actions.len())?;
        }
    }

    /// Those of some actions that can be fired forward from the start, and backward from the demand with a slack on some places.
    fn fireable(&self, start: &[u64], demand: &Demand, used: &[usize], slack: &[bool]) -> Vec<usize> {
        let forward = self.fired(used.to_vec(), |place| start[place] > 0, false);
        if forward.len() < used.len() {
            return forward;
        }
        self.fired(forward, |place| slack[place] || demand.amount(place) > 0, true)
    }

    /// Those of some actions that can be fired from marked places, one after the other; or backward.
    fn fired(&self, actions: Vec<usize>, marked: impl Fn(Place) -> bool, backward: bool) -> Vec<usize> {
        let mut marked: Vec<bool> =
            (0..self.unbounded.len()).map(|place| self.unbounded[place] || marked(place)).collect();
        let mut waiting = actions;
        let mut fired = Vec::new();
        loop {
            let before = waiting.len();
            waiting.retain(|at| {
                let Action { needs, leaves, .. } = &self.actions[*at];
                let (needs, leaves) = if backward { (leaves, needs) } else { (needs, leaves) };
                let enabled = needs.iter().all(|place| marked[*place]);
                if enabled {
                    leaves.iter().for_each(|place| marked[*place] = true);
                    fired.push(*at);
                }
                !enabled
            });
            if waiting.len() == before {
                fired.sort_unstable();
                return fired;
            }
        }
    }

    fn equation(&self, start: &[u64], actions: Vec<usize>) -> Result<ContinuousEquation<N>, Interrupted> {
        let costs = (0..actions.len()).map(|at| (at as Variable, N::ONE)).collect();
        let mut dictionary = Dictionary::new(actions.len(), costs);
        let mut rows: Vec<Terms<N>> = vec![Vec::new(); self.unbounded.len()];
        for (at, action) in actions.iter().enumerate() {
            for (place, gained) in &self.actions[*action].effect {
                rows[*place].push((at as Variable, N::of(*gained)));
            }
        }
        let mut tokens = vec![None; self.unbounded.len()];
        for (place, row) in rows.iter().enumerate().filter(|(place, _)| !self.unbounded[*place]) {
            let constant = N::of_tokens(start[place]).ok_or(Interrupted::Overflow)?;
            tokens[place] = Some(dictionary.define(constant, row)?);
        }
        Ok(ContinuousEquation { dictionary, actions, tokens, demanded: Vec::new() })
    }
}

impl<N: Number> ContinuousEquation<N> {
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

    /// The actions that the present solution uses, and the places with more tokens than are demanded.
    fn used(&self) -> (Vec<usize>, Vec<bool>) {
        let used = (0..self.actions.len()).filter(|at| self.dictionary.is_above(*at as Variable));
        let slack = self
            .tokens
            .iter()
            .map(|variable| variable.is_some_and(|variable| self.dictionary.is_above(variable)));
        (used.map(|at| self.actions[at]).collect(), slack.collect())
    }

    /// The same for a solution with as many of them as possible.
    fn most_used(&self, budget: &Budget<'_>) -> Result<(Vec<usize>, Vec<bool>), Interrupted> {
        let mut dictionary = self.dictionary.clone();
        let actions = (0..self.actions.len()).map(|at| at as Variable);
        let variables: Vec<Variable> = actions.chain(self.tokens.iter().flatten().copied()).collect();
        let above = dictionary.can_be_above(&variables, budget)?;
        let used = (0..self.actions.len()).filter(|at| above[*at]).map(|at| self.actions[at]).collect();
        let mut slack = vec![false; self.tokens.len()];
        let bounded = (0..self.tokens.len()).filter(|place| self.tokens[*place].is_some());
        bounded.zip(&above[self.actions.len()..]).for_each(|(place, above)| slack[place] = *above);
        Ok((used, slack))
    }
}

fn action(net: &Net, effect: &[(Place, i64)], origin: Origin) -> Action {
    let places = |list: &[(Place, u64)]| list.iter().map(|(place, _)| *place).collect::<Vec<_>>();
    let (needs, leaves) = match origin {
        Origin::Fires(number) => {
            let transition = &net.transitions[number];
            (places(&transition.takes), places(&transition.gives))
        }
        Origin::Moves(number) => {
            let mut needs = places(&net.transitions[number].takes);
            let mut leaves = needs.clone();
            effect
                .iter()
                .for_each(|(place, gained)| if *gained < 0 { &mut needs } else { &mut leaves }.push(*place));
            (needs, leaves)
        }
    };
    Action { effect: effect.to_vec(), needs, leaves }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nets::{Amount, Start, Transition};

    type Amounts = &'static [(Place, u64)];

    fn net(start: &[u64], transitions: &[(Amounts, Amounts)]) -> Net {
        let transition = |(takes, gives): &(Amounts, Amounts)| Transition {
            takes: takes.to_vec(),
            gives: gives.to_vec(),
            ..Transition::default()
        };
        Net {
            places: start.iter().map(u64::to_string).collect(),
            starts: vec![Start(start.iter().map(|tokens| Amount::Exactly(*tokens)).collect())],
            transitions: transitions.iter().map(transition).collect(),
        }
    }

    fn covers(net: &Net, demand: &[(Place, u64)]) -> bool {
        let flows = Flows::of(net, |_| true).unwrap();
        let mut continuous: ContinuousReachability<i64> = ContinuousReachability::new(net, &flows).unwrap();
        continuous.covers(&Demand::new(demand.to_vec()), &Budget::unlimited()).unwrap()
    }

    #[test]
    fn what_needs_a_token_that_is_never_there_is_not_covered() {
        // The state equation is solved by firing both transitions once; neither can be the first one.
        let circle: [(Amounts, Amounts); 2] = [(&[(0, 1)], &[(1, 1), (2, 1)]), (&[(1, 1)], &[(0, 1)])];
        assert!(!covers(&net(&[0, 0, 0], &circle), &[(2, 1)]));
        assert!(covers(&net(&[1, 0, 0], &circle), &[(2, 1)]));
    }

    #[test]
    fn a_trap_does_not_lose_all_of_its_tokens() {
        // What makes the second place halves the first one, which is never empty.
        let halving = net(&[1, 0], &[(&[(0, 2)], &[(0, 1), (1, 1)])]);
        assert!(covers(&halving, &[(0, 1)]));
        assert!(!covers(&halving, &[(1, 1)]));
    }

    #[test]
    fn fractions_are_allowed() {
        let pair = net(&[1, 0], &[(&[(0, 2)], &[(1, 2)])]);
        assert!(covers(&pair, &[(1, 1)]));
        assert!(!covers(&pair, &[(1, 2)]));
    }
}
