//! Branching-time operators from what single steps, paths to a goal and endless paths are.

use state_sets::{Complement, Limited};
use system::{BoundId, Ctl, Expr, Path, UntilKind};

/// Sets of states on which formulas are evaluated.
pub(crate) trait Modalities<D: Complement> {
    /// The domain of the sets.
    fn domain(&self) -> &D;

    /// The states that matter.
    fn states(&self) -> &D::Set;

    /// The states in which a condition is true.
    fn condition(&self, condition: &Expr) -> Limited<D::Set>;

    /// The states with a successor in the set.
    fn some_next(&self, set: &D::Set) -> Limited<D::Set>;

    /// The states from which the goal is reached within the set.
    fn some_until(&self, within: &D::Set, goal: &D::Set) -> Limited<D::Set>;

    /// The states from which a maximal path stays in the set.
    fn some_globally(&self, within: &D::Set) -> Limited<D::Set>;

    /// The states that are in the set with some value of a rigid variable.
    fn some_value(&self, bound: BoundId, set: &D::Set) -> Limited<D::Set>;

    /// The states that matter and are not in the set.
    fn complement(&self, set: &D::Set) -> Limited<D::Set> {
        self.domain().difference(self.states(), set)
    }

    /// The states that satisfy a formula, whose direct subformulas are satisfied in these.
    fn truth(&self, formula: &Ctl, parts: &[&D::Set]) -> Limited<D::Set> {
        let domain = self.domain();
        let all = self.states();
        let of = |part: usize| parts[part];
        let not = |set: &D::Set| self.complement(set);
        match formula {
            Ctl::State(e) => self.condition(e),
            Ctl::Not(_) => not(of(0)),
            Ctl::And(_) => parts.iter().try_fold(all.clone(), |sum, part| domain.intersection(&sum, part)),
            Ctl::Or(_) => parts.iter().try_fold(domain.empty(), |sum, part| domain.union(&sum, part)),
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

    /// The states that satisfy an `until` of some kind.
    fn until(&self, path: Path, kind: UntilKind, f: &D::Set, g: &D::Set) -> Limited<D::Set> {
        let domain = self.domain();
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
}
