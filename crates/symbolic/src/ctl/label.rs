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

use crate::condition::Conditions;
use crate::steps::Steps;
use crate::walk::Lasso;
use state_sets::{Complement, Domain, Formula, Limited};
use system::{BoundId, Ctl, Expr, Path, UntilKind};

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
        let truth = self.truth(formula, &parts)?;
        let falsity = self.complement(&truth)?;
        Ok(Labelled { formula, truth, falsity, parts })
    }

    fn truth(&self, formula: &Ctl, parts: &[Labelled<'_, D>]) -> Limited<D::Set> {
        let domain = self.steps.domain();
        let all = &self.steps.states;
        let of = |part: usize| &parts[part].truth;
        let not = |set: &D::Set| self.complement(set);
        match formula {
            Ctl::State(e) => domain.within(all, &(self.condition)(e)?),
            Ctl::Not(_) => not(of(0)),
            Ctl::And(_) => {
                parts.iter().try_fold(all.clone(), |sum, part| domain.intersection(&sum, &part.truth))
            }
            Ctl::Or(_) => parts.iter().try_fold(domain.empty(), |sum, part| domain.union(&sum, &part.truth)),
            Ctl::Implies(..) => domain.union(&not(of(0))?, of(1)),
            Ctl::Iff(..) => {
                let neither = not(&domain.union(of(0), of(1))?)?;
                domain.union(&domain.intersection(of(0), of(1))?, &neither)
            }
            Ctl::Next(Path::Some, _) => self.some_next(of(0)),
            Ctl::Next(Path::All, _) => not(&self.some_next(&not(of(0))?)?),
            Ctl::Finally(Path::Some, _) => self.some_until(all, of(0)),
            Ctl::Finally(Path::All, _) => not(&self.some_globally(&not(of(0))?)?),
            Ctl::Globally(Path::Some, _) => self.some_globally(of(0)),
            Ctl::Globally(Path::All, _) => not(&self.some_until(all, &not(of(0))?)?),
            Ctl::Until(path, kind, ..) => self.until(*path, *kind, of(0), of(1)),
            Ctl::Rigid { universal: true, bound, .. } => not(&self.some_value(*bound, &not(of(0))?)?),
            Ctl::Rigid { universal: false, bound, .. } => self.some_value(*bound, of(0)),
        }
    }

    fn until(&self, path: Path, kind: UntilKind, f: &D::Set, g: &D::Set) -> Limited<D::Set> {
        let domain = self.steps.domain();
        let not = |set: &D::Set| self.complement(set);
        match (path, kind) {
            (Path::Some, UntilKind::Until) => self.some_until(f, g),
            (Path::Some, UntilKind::Weak) => domain.union(&self.some_until(f, g)?, &self.some_globally(f)?),
            (Path::Some, UntilKind::Release) => {
                let both = domain.intersection(f, g)?;
                domain.union(&self.some_until(g, &both)?, &self.some_globally(g)?)
            }
            (Path::All, UntilKind::Until) => {
                let neither = not(&domain.union(f, g)?)?;
                let without = not(g)?;
                let fails = self.some_until(&without, &neither)?;
                not(&domain.union(&fails, &self.some_globally(&without)?)?)
            }
            (Path::All, UntilKind::Weak) => not(&self.some_until(&not(g)?, &not(&domain.union(f, g)?)?)?),
            (Path::All, UntilKind::Release) => not(&self.some_until(&not(f)?, &not(g)?)?),
        }
    }

    /// The states that matter and are not in the set.
    pub fn complement(&self, set: &D::Set) -> Limited<D::Set> {
        self.steps.domain().difference(&self.steps.states, set)
    }

    /// The states of the set from which a fair path begins.
    pub fn fair_among(&self, set: &D::Set) -> Limited<D::Set> {
        self.steps.domain().intersection(set, &self.fair)
    }

    fn some_next(&self, set: &D::Set) -> Limited<D::Set> {
        let before = self.steps.model.pre(&self.fair_among(set)?)?;
        self.steps.domain().intersection(&before, &self.steps.states)
    }

    /// The states that are in the set with some value of the rigid variable.
    fn some_value(&self, bound: BoundId, set: &D::Set) -> Limited<D::Set> {
        let domain = self.steps.domain();
        domain.intersection(&domain.pre(set, &(self.release)(bound)?)?, &self.steps.states)
    }

    fn some_until(&self, within: &D::Set, goal: &D::Set) -> Limited<D::Set> {
        self.steps.backward(within, &self.fair_among(goal)?)
    }

    fn some_globally(&self, within: &D::Set) -> Limited<D::Set> {
        self.steps.fair_states(within, self.conditions)
    }
}

/// The direct subformulas, in order.
pub(super) fn inner(formula: &Ctl) -> Vec<&Ctl> {
    match formula {
        Ctl::State(_) => Vec::new(),
        Ctl::Not(f) | Ctl::Next(_, f) | Ctl::Finally(_, f) | Ctl::Globally(_, f) => vec![f],
        Ctl::And(all) | Ctl::Or(all) => all.iter().collect(),
        Ctl::Implies(f, g) | Ctl::Iff(f, g) | Ctl::Until(_, _, f, g) => vec![f, g],
        Ctl::Rigid { body, .. } => vec![body],
    }
}
