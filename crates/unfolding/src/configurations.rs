//! The configurations of a prefix as the models of a Boolean formula.
//!
//! A configuration is a set of events that can all have happened: with each event those that made what it takes, and of the events
//! that take a condition at most one. Configurations without cut-offs reach every reachable marking; so a question about markings
//! is one about these sets, and a set that answers it, in the order of its events, is a run.
//!
//! A condition holds after a configuration if the event that makes it is in there and none that takes it. The tokens on a place
//! are counted by its conditions; in a safe net one at most holds, so that all of them together are one literal. Sums are turned
//! into decisions, one literal after the other, by what is left of the constant; those with the same rest are shared.
//!
//! # Reference
//!
//! McMillan, as in [`crate::cut_off`]. Heljanko: *Using Logic Programs with Stable Model Semantics to Solve Deadlock and
//! Reachability Problems for 1-Safe Petri Nets*, Fundamenta Informaticae 37(3), 1999. Khomenko, Koutny: *LP Deadlock Checking Using
//! Partial Order Dependencies*, CONCUR 2000, doi:10.1007/3-540-44618-4_30.

#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

use crate::formula::Formula;
use crate::prefix::Prefix;
use budget::{Budget, Budgeted, OutOfBudget};
use nets::Place;
use satisfiability::{Literal, Solver};
use std::collections::{BTreeSet, HashMap};

/// The configurations without cut-offs, as models.
pub(crate) struct Configurations {
    solver: Solver,
    /// Whether the event has happened; never for a cut-off.
    events: Vec<Literal>,
    /// Whether the condition holds afterwards.
    conditions: Vec<Literal>,
    /// For each place the conditions on it, or the one literal that some of them holds.
    tokens: HashMap<Place, Vec<Literal>>,
}

impl Configurations {
    /// Those of the prefix, in which the first so many places can be asked for.
    pub(crate) fn new(prefix: &Prefix<'_>, places: usize, budget: &Budget<'_>) -> Budgeted<Configurations> {
        let mut solver = Solver::new();
        let events = prefix.events.iter();
        let events: Vec<Literal> = events
            .map(|event| if event.cut_off.is_some() { Literal::FALSE } else { solver.boolean() })
            .collect();
        let mut conditions = Vec::with_capacity(prefix.conditions.len());
        for condition in &prefix.conditions {
            budget.spend(1)?;
            let made = condition.producer.map_or(Literal::TRUE, |event| events[event]);
            if made == Literal::FALSE {
                conditions.push(Literal::FALSE);
                continue;
            }
            let consumers = condition.consumers.iter().map(|event| events[*event]);
            let consumers: Vec<Literal> = consumers.filter(|event| *event != Literal::FALSE).collect();
            budget.spend(consumers.len())?;
            consumers.iter().for_each(|event| solver.clause(&[!*event, made]));
            let taken = at_most_one(&mut solver, &consumers);
            conditions.push(solver.and(&[made, !taken]));
        }
        let mut tokens: HashMap<Place, Vec<Literal>> = HashMap::new();
        for (condition, holds) in prefix.conditions.iter().zip(&conditions) {
            if *holds != Literal::FALSE && condition.place < places {
                tokens.entry(condition.place).or_default().push(*holds);
            }
        }
        if prefix.is_safe {
            for literals in tokens.values_mut() {
                *literals = vec![solver.or(literals)];
            }
        }
        Ok(Configurations { solver, events, conditions, tokens })
    }

    /// Demands that no event of the prefix, cut-offs included, can happen afterwards.
    ///
    /// What can happen after a configuration without cut-offs is in the prefix.
    pub(crate) fn demand_dead(&mut self, prefix: &Prefix<'_>) {
        for event in &prefix.events {
            let taken = event.preset.iter().map(|condition| !self.conditions[*condition]);
            self.solver.clause(&taken.collect::<Vec<_>>());
        }
    }

    /// Demands that the marking afterwards is one of the formula.
    pub(crate) fn demand(&mut self, formula: &Formula, budget: &Budget<'_>) -> Budgeted<()> {
        let literal = self.literal(formula, budget)?;
        self.solver.clause(&[literal]);
        Ok(())
    }

    /// The literal that holds where the formula does.
    fn literal(&mut self, formula: &Formula, budget: &Budget<'_>) -> Budgeted<Literal> {
        Ok(match formula {
            Formula::All(parts) => {
                let parts = parts.iter().map(|part| self.literal(part, budget));
                let parts = parts.collect::<Budgeted<Vec<_>>>()?;
                self.solver.and(&parts)
            }
            Formula::Any(parts) => {
                let parts = parts.iter().map(|part| self.literal(part, budget));
                let parts = parts.collect::<Budgeted<Vec<_>>>()?;
                self.solver.or(&parts)
            }
            Formula::Not(part) => !self.literal(part, budget)?,
            Formula::AtMost(terms, constant) => self.sum(&joined(terms)?, i128::from(*constant), budget)?,
        })
    }

    /// The literal that the sum of the tokens, multiplied by their factors, is at most the constant.
    fn sum(&mut self, terms: &[(Place, i128)], constant: i128, budget: &Budget<'_>) -> Budgeted<Literal> {
        // With one place, the size of the factor does not matter; and small constants make few decisions.
        let (size, constant) = match terms {
            [(_, factor)] => {
                let size = factor.checked_abs().ok_or(OutOfBudget)?;
                (size, constant.div_euclid(size))
            }
            _ => (1, constant),
        };
        let mut addends = Vec::new();
        for (place, factor) in terms {
            let literals = self.tokens.get(place).into_iter().flatten();
            addends.extend(literals.map(|literal| (*literal, factor.div_euclid(size))));
        }
        at_most(&mut self.solver, &mut addends, constant, budget)
    }

    /// The events of a configuration that meets all demands, in an order in which they can happen; nothing if there is none.
    pub(crate) fn find(&mut self, budget: &Budget<'_>) -> Budgeted<Option<Vec<usize>>> {
        if !self.solver.solve(&[], budget).map_err(|_| OutOfBudget)? {
            return Ok(None);
        }
        let events = self.events.iter().enumerate();
        let happened = events.filter(|(_, literal)| self.solver.value(**literal));
        Ok(Some(happened.map(|(event, _)| event).collect()))
    }
}

/// The factors of each place added up, without those that are zero.
fn joined(terms: &[(Place, i64)]) -> Budgeted<Vec<(Place, i128)>> {
    let mut sums: HashMap<Place, i128> = HashMap::new();
    for (place, factor) in terms {
        let sum = sums.entry(*place).or_insert(0);
        *sum = sum.checked_add(i128::from(*factor)).ok_or(OutOfBudget)?;
    }
    let mut sums: Vec<_> = sums.into_iter().filter(|(_, factor)| *factor != 0).collect();
    sums.sort_unstable();
    Ok(sums)
}

/// Demands that at most one of the literals holds, and gives the literal that one does.
fn at_most_one(solver: &mut Solver, literals: &[Literal]) -> Literal {
    if literals.len() <= 4 {
        for (at, first) in literals.iter().enumerate() {
            literals[..at].iter().for_each(|second| solver.clause(&[!*first, !*second]));
        }
        return solver.or(literals);
    }
    let mut before = Literal::FALSE;
    for literal in literals {
        solver.clause(&[!*literal, !before]);
        before = solver.or(&[before, *literal]);
    }
    before
}

/// The literal that the sum of the factors of the literals that hold is at most the constant.
fn at_most(
    solver: &mut Solver,
    addends: &mut [(Literal, i128)],
    constant: i128,
    budget: &Budget<'_>,
) -> Budgeted<Literal> {
    addends.sort_by_key(|(_, factor)| std::cmp::Reverse(factor.unsigned_abs()));
    // For each position the least and the largest sum of what follows.
    let mut bounds = vec![(0_i128, 0_i128)];
    for (_, factor) in addends.iter().rev() {
        let (least, most) = bounds.last().copied().unwrap_or_default();
        let least = least.checked_add((*factor).min(0)).ok_or(OutOfBudget)?;
        bounds.push((least, most.checked_add((*factor).max(0)).ok_or(OutOfBudget)?));
    }
    bounds.reverse();
    let decided = |at: usize, rest: i128| match bounds[at] {
        (_, most) if most <= rest => Some(Literal::TRUE),
        (least, _) if least > rest => Some(Literal::FALSE),
        _ => None,
    };
    // For each position what may be left of the constant, where that does not decide it.
    let mut layers = vec![BTreeSet::from([constant])];
    for (at, (_, factor)) in addends.iter().enumerate() {
        let mut next = BTreeSet::new();
        for rest in layers[at].iter().filter(|rest| decided(at, **rest).is_none()) {
            next.insert(*rest);
            next.insert(rest.checked_sub(*factor).ok_or(OutOfBudget)?);
        }
        // Each of them becomes a gate.
        budget.spend(next.len().saturating_mul(16))?;
        layers.push(next);
    }
    let mut below: HashMap<i128, Literal> = HashMap::new();
    for (at, layer) in layers.iter().enumerate().rev() {
        let mut here = HashMap::new();
        for rest in layer {
            let literal = match (decided(at, *rest), addends.get(at)) {
                (Some(literal), _) => literal,
                (None, None) => Literal::FALSE,
                (None, Some((condition, factor))) => {
                    let with = rest.checked_sub(*factor).ok_or(OutOfBudget)?;
                    solver.choose(*condition, below[&with], below[rest])
                }
            };
            here.insert(*rest, literal);
        }
        below = here;
    }
    Ok(below[&constant])
}
