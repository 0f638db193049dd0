//! A reduced net, and how its runs are led back.

use super::expansion::Expansion;
use super::fusion::Fusion;
use super::quotient::Quotient;
use super::rule::Rule;
use crate::{Net, Place, Run};
use budget::{Budget, Budgeted};

/// A net that shares what had to be preserved with the one that it came from.
#[derive(Debug, Clone)]
pub struct Reduced {
    /// The net that is left. Its starts are in the order of those before.
    pub net: Net,
    /// For each place that is left, the original places whose tokens it counts together: nearly always itself alone.
    pub places: Vec<Vec<Place>>,
    /// What was done.
    pub statistics: Statistics,
    /// For each original place, its number in the net that is left, if it is there alone.
    pub(super) kept: Vec<Option<Place>>,
    /// From the original net to the one that is left.
    pub(super) layers: Vec<Layer>,
}

/// What a reduction did.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Statistics {
    /// How often each rule was applied, in the order of [`Rule::ALL`]; those that never were are left out.
    pub applied: Vec<(Rule, usize)>,
    /// The number of places, before and after.
    pub places: (usize, usize),
    /// The number of transitions, before and after.
    pub transitions: (usize, usize),
    /// How often the rules were gone through.
    pub rounds: usize,
}

/// A run, and transitions that can be fired from its end again and again.
///
/// Each time round the visible places go through the same markings; others may gain tokens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lasso {
    /// The run to where the cycle begins.
    pub stem: Run,
    /// The transitions of the cycle, by their places in the net's list.
    pub cycle: Vec<usize>,
}

/// One part of the way back.
#[derive(Debug, Clone)]
pub(super) enum Layer {
    /// Each transition stands for a word.
    Expansion(Box<Expansion>),
    /// Places stand for sums, between whose places tokens move freely.
    Fusion(Box<Fusion>),
    /// Places stand for sums, whose places do the same.
    Quotient(Box<Quotient>),
}

impl Reduced {
    /// The number in the net that is left of an original place, if it is left with the same meaning; visible places always are.
    pub fn place(&self, original: Place) -> Option<Place> {
        *self.kept.get(original)?
    }

    /// A run of the original net along which the visible places go through the same markings, up to stuttering.
    ///
    /// Nothing if this is seen to be no run of the net that is left.
    pub fn lift(&self, run: &Run, budget: &Budget) -> Budgeted<Option<Run>> {
        let mut run = run.clone();
        for layer in self.layers.iter().rev() {
            match layer.lift(&run, budget)? {
                Some(before) => run = before,
                None => return Ok(None),
            }
        }
        Ok(Some(run))
    }

    /// The same for a run that ends where nothing is enabled, when dead ends are preserved: so does the run of the original net.
    pub fn lift_dead_end(&self, run: &Run, budget: &Budget) -> Budgeted<Option<Run>> {
        let mut run = run.clone();
        for layer in self.layers.iter().rev() {
            let settled = match (layer.lift(&run, budget)?, layer) {
                (Some(before), Layer::Expansion(expansion)) => expansion.settle(before, budget)?,
                (before, _) => before,
            };
            match settled {
                Some(before) => run = before,
                None => return Ok(None),
            }
        }
        Ok(Some(run))
    }

    /// The same for a run that goes round a cycle forever, whose transitions together take no token away.
    pub fn lift_lasso(&self, lasso: &Lasso, budget: &Budget) -> Budgeted<Option<Lasso>> {
        let mut lasso = lasso.clone();
        for layer in self.layers.iter().rev() {
            let before = match layer {
                Layer::Fusion(fusion) => fusion.lift_lasso(&lasso, budget)?,
                Layer::Quotient(quotient) => quotient.lift_lasso(&lasso, budget)?,
                Layer::Expansion(expansion) => {
                    let stem = expansion.lift(&lasso.stem, budget)?;
                    let cycle = expansion.lift_word(&lasso.cycle, budget)?;
                    stem.zip(cycle).map(|(stem, cycle)| Lasso { stem, cycle })
                }
            };
            match before {
                Some(before) => lasso = before,
                None => return Ok(None),
            }
        }
        Ok(Some(lasso))
    }
}

impl Layer {
    fn lift(&self, run: &Run, budget: &Budget) -> Budgeted<Option<Run>> {
        match self {
            Layer::Expansion(expansion) => expansion.lift(run, budget),
            Layer::Fusion(fusion) => fusion.lift(run, budget),
            Layer::Quotient(quotient) => quotient.lift(run, budget),
        }
    }
}
