//! Branching-time formulas on representatives.
//!
//! # Why it is right
//! The *quotient* has the representatives as its states, and a step from `r` to `r'` if a step of the system leads from `r` to a state
//! that the rules replace by `r'`. A rule replaces a state by one that is as good: an automorphism, under which each atom of the formula
//! is the same, has been applied to it, or what nobody will read was reset. So the relation "`r` stands for `s`" is a bisimulation between
//! quotient and system: what one of them can do the other can do, to states that stand for each other again; dead ends stand for
//! dead ends, and atoms are equally true. Bisimilar states satisfy the same formulas. Each atom must be symmetric by itself: it is not enough that
//! the formula as a whole is. Assumptions of fairness are about single instances, whom a representative does not
//! tell apart from others from step to step, so that there must be none.
//!
//! The rules, applied to all successors of representatives at once, are a function on these. That it leads to representatives that are
//! known is not taken for granted: layers were made by other sets, and where sorting was given up before its end the same state
//! may have been replaced differently. Then nothing is answered.
//!
//! # Reference
//! Emerson, Sistla: *Symmetry and Model Checking*, Formal Methods in System Design 9, 1996, doi:10.1007/BF00625970. Clarke, Enders,
//! Filkorn, Jha: *Exploiting Symmetry in Temporal Logic Model Checking*, ibid., doi:10.1007/BF00625969.

use super::rewriting::{Applied, sources};
use super::search::Representatives;
use crate::ctl::{Modalities, inner};
use state_sets::{Complement, Exchange, Formula, Halt, Limited};
use system::{BoundId, Ctl, Expr};

/// Representatives with the steps between them.
pub(super) struct Quotient<'q, D: Complement> {
    found: &'q Representatives<'q, D>,
    /// How the successors of representatives get theirs.
    replaced: Vec<Applied<'q, D>>,
    /// The representatives without successors.
    dead: D::Set,
    /// The formula of a state expression.
    condition: &'q dyn Fn(&Expr) -> Limited<Formula>,
}

impl<'q, D: Complement + Exchange> Quotient<'q, D> {
    /// All representatives must have been found. Nothing if the successors of some are replaced by states that are none of them.
    pub fn new(
        found: &'q Representatives<'q, D>,
        condition: &'q dyn Fn(&Expr) -> Limited<Formula>,
    ) -> Limited<Option<Self>> {
        let (domain, meter) = (found.model.domain, &found.model.meter);
        let (made, replaced) = found.rules.with_steps(domain, meter, &found.image(&found.known)?)?;
        if !domain.is_empty(&domain.difference(&made, &found.known)?)? {
            return Ok(None);
        }
        let dead = found.model.dead_ends(&found.known)?;
        Ok(Some(Quotient { found, replaced, dead, condition }))
    }

    /// Whether all initial states satisfy a formula without rigid variables.
    pub fn holds(&self, formula: &Ctl) -> Limited<bool> {
        let domain = self.found.model.domain;
        let failing = domain.difference(&self.found.layers[0], &self.label(formula)?)?;
        domain.is_empty(&failing)
    }

    fn label(&self, formula: &Ctl) -> Limited<D::Set> {
        let parts = inner(formula).into_iter().map(|part| self.label(part)).collect::<Limited<Vec<_>>>()?;
        self.truth(formula, &parts.iter().collect::<Vec<_>>())
    }
}

impl<D: Complement + Exchange> Modalities<D> for Quotient<'_, D> {
    fn domain(&self) -> &D {
        self.found.model.domain
    }

    fn states(&self) -> &D::Set {
        &self.found.known
    }

    fn condition(&self, condition: &Expr) -> Limited<D::Set> {
        self.domain().within(&self.found.known, &(self.condition)(condition)?)
    }

    fn some_next(&self, set: &D::Set) -> Limited<D::Set> {
        self.found.model.meter.beat(self.domain())?;
        let successors = sources(self.domain(), &self.replaced, set)?;
        self.domain().intersection(&self.found.model.pre(&successors)?, &self.found.known)
    }

    fn some_until(&self, within: &D::Set, goal: &D::Set) -> Limited<D::Set> {
        let domain = self.domain();
        let (mut reached, mut last) = (goal.clone(), goal.clone());
        while !domain.is_empty(&last)? {
            let before = domain.intersection(&self.some_next(&last)?, within)?;
            last = domain.difference(&before, &reached)?;
            reached = domain.union(&reached, &last)?;
            self.found.model.meter.round(domain, &reached)?;
        }
        Ok(reached)
    }

    fn some_globally(&self, within: &D::Set) -> Limited<D::Set> {
        let domain = self.domain();
        let mut left = within.clone();
        loop {
            let going_on = domain.union(&self.some_next(&left)?, &self.dead)?;
            let next = domain.intersection(&left, &going_on)?;
            self.found.model.meter.round(domain, &next)?;
            if domain.is_empty(&domain.difference(&left, &next)?)? {
                return Ok(left);
            }
            left = next;
        }
    }

    fn some_value(&self, _: BoundId, _: &D::Set) -> Limited<D::Set> {
        Err(Halt::Unsupported("a rigid variable on representatives".into()))
    }
}
