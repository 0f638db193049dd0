//! The states that satisfy a branching-time formula, from the inside out.
//!
//! Everything comes down to three questions: which states have a successor in a set, from which states can a set be reached
//! through another one (a least fixpoint), and from which states does a fair maximal path stay in a set (a greatest
//! one). Path quantifiers range over fair paths, so a state counts as reached only where a fair path can go on from it; the
//! universal operators are the complements of existential ones, within the states that matter.
//!
//! ```text
//! A[f U g] = ¬(E[¬g U ¬f ∧ ¬g] ∨ EG ¬g)     E[f W g] = E[f U g] ∨ EG f      E[f R g] = E[g W f ∧ g]
//! A[f W g] = ¬E[¬g U ¬f ∧ ¬g]               A[f R g] = ¬E[¬f U ¬g]
//! ```
//!
//! # Reference
//! Burch, Clarke, McMillan, Dill, Hwang: *Symbolic Model Checking: 10²⁰ States and Beyond*, Information and Computation
//! 98(2), 1992, doi:10.1016/0890-5401(92)90017-A. Departure: paths are maximal, not infinite, so a dead end ends a path
//! that counts; and everything is computed within the reachable states.

use super::modalities::Modalities;
use crate::condition::Conditions;
use crate::steps::Steps;
use crate::walk::Lasso;
use state_sets::{Complement, Domain, Formula, Limited};
use system::{BoundId, Ctl, Expr};

/// What formulas are evaluated on.
pub(crate) struct Labelling<'a, D: Domain> {
    /// The steps of the system.
    pub steps: &'a Steps<'a, D>,
    /// What makes a path fair.
    pub conditions: &'a Conditions<D>,
    /// The states from which a fair path begins.
    pub fair: D::Set,
    /// The formula of a state expression.
    pub condition: &'a dyn Fn(&Expr) -> Limited<Formula>,
    /// The relation that gives a rigid variable any value.
    pub release: &'a dyn Fn(BoundId) -> Limited<D::Relation>,
    /// A fair path from a state of the first set that stays in the second one.
    pub going_on: GoingOn<'a, D>,
}

/// Finds a fair path from a state of the first set that stays in the second one.
pub(crate) type GoingOn<'a, D> =
    &'a dyn Fn(&<D as Domain>::Set, &<D as Domain>::Set) -> Limited<Option<Lasso>>;

/// A formula with the states that satisfy it, and its subformulas likewise.
pub(crate) struct Labelled<'f, D: Domain> {
    /// The formula.
    pub formula: &'f Ctl,
    /// States that satisfy it, among those that matter: all of them, or those that are known.
    pub truth: D::Set,
    /// States that do not satisfy it: all of them, or those that are known.
    pub falsity: D::Set,
    /// Its direct subformulas, in order.
    pub parts: Vec<Labelled<'f, D>>,
}

impl<D: Domain> Labelled<'_, D> {
    /// States in which the formula has this value.
    pub fn of(&self, value: bool) -> &D::Set {
        if value { &self.truth } else { &self.falsity }
    }
}

impl<'a, D: Complement> Labelling<'a, D> {
    /// Prepares to evaluate formulas.
    pub fn new(
        steps: &'a Steps<'a, D>,
        conditions: &'a Conditions<D>,
        condition: &'a dyn Fn(&Expr) -> Limited<Formula>,
        release: &'a dyn Fn(BoundId) -> Limited<D::Relation>,
        going_on: GoingOn<'a, D>,
    ) -> Limited<Self> {
        let fair = match conditions.is_empty() {
            true => steps.states.clone(),
            false => steps.fair_states(&steps.states, conditions)?,
        };
        Ok(Labelling { steps, fair, condition, release, conditions, going_on })
    }

    /// The states that satisfy the formula and its subformulas.
    pub fn label<'f>(&self, formula: &'f Ctl) -> Limited<Labelled<'f, D>> {
        let parts: Vec<Labelled<'f, D>> =
            inner(formula).into_iter().map(|f| self.label(f)).collect::<Limited<_>>()?;
        let sets: Vec<&D::Set> = parts.iter().map(|part| &part.truth).collect();
        let truth = self.truth(formula, &sets)?;
        let falsity = self.complement(&truth)?;
        Ok(Labelled { formula, truth, falsity, parts })
    }

    /// The states of the set from which a fair path begins.
    pub fn fair_among(&self, set: &D::Set) -> Limited<D::Set> {
        self.steps.domain().intersection(set, &self.fair)
    }
}

impl<D: Complement> Modalities<D> for Labelling<'_, D> {
    fn domain(&self) -> &D {
        self.steps.domain()
    }

    fn states(&self) -> &D::Set {
        &self.steps.states
    }

    fn condition(&self, condition: &Expr) -> Limited<D::Set> {
        self.steps.domain().within(&self.steps.states, &(self.condition)(condition)?)
    }

    fn some_next(&self, set: &D::Set) -> Limited<D::Set> {
        let before = self.steps.model.pre(&self.fair_among(set)?)?;
        self.steps.domain().intersection(&before, &self.steps.states)
    }

    fn some_until(&self, within: &D::Set, goal: &D::Set) -> Limited<D::Set> {
        self.steps.backward(within, &self.fair_among(goal)?)
    }

    fn some_globally(&self, within: &D::Set) -> Limited<D::Set> {
        self.steps.fair_states(within, self.conditions)
    }

    fn some_value(&self, bound: BoundId, set: &D::Set) -> Limited<D::Set> {
        let domain = self.steps.domain();
        domain.intersection(&domain.pre(set, &(self.release)(bound)?)?, &self.steps.states)
    }
}

/// The direct subformulas, in order.
pub(crate) fn inner(formula: &Ctl) -> Vec<&Ctl> {
    match formula {
        Ctl::State(_) => Vec::new(),
        Ctl::Not(f) | Ctl::Next(_, f) | Ctl::Finally(_, f) | Ctl::Globally(_, f) => vec![f],
        Ctl::And(all) | Ctl::Or(all) => all.iter().collect(),
        Ctl::Implies(f, g) | Ctl::Iff(f, g) | Ctl::Until(_, _, f, g) => vec![f, g],
        Ctl::Rigid { body, .. } => vec![body],
    }
}
