//! Why a state satisfies a formula, or does not: a path for each universal failure and each existential success,
//! and at the states where it matters, why the subformulas have their values there.

use super::label::{Labelled, Labelling};
use crate::walk::{Lasso, Walk};
use state_sets::{Complement, Limited, Point};
use system::{Ctl, Path, UntilKind};

/// The value of a formula in a state, with what shows it.
pub(crate) type Claim<'f> = system::Claim<'f, Point, Lasso>;

/// A path, and the parts whose values matter at its end.
struct Found {
    lasso: Lasso,
    maximal: bool,
    parts: &'static [usize],
}

impl<'a, D: Complement> Labelling<'a, D> {
    /// Why the formula has its value in a state; nothing if the labels leave the value open.
    pub fn claim<'f>(&self, labelled: &Labelled<'f, D>, state: &Point) -> Limited<Option<Claim<'f>>> {
        let domain = self.steps.domain();
        let formula = labelled.formula;
        let value = domain.contains(&labelled.truth, state)?;
        if !value && !domain.contains(&labelled.falsity, state)? {
            return Ok(None);
        }
        let mut claim = Claim {
            formula,
            state: state.clone(),
            value,
            path: None,
            maximal: false,
            at_least: 0,
            parts: Vec::new(),
        };
        let is_true = |part: usize| domain.contains(&labelled.parts[part].truth, state);
        let has = |part: usize, value: bool| domain.contains(labelled.parts[part].of(value), state);
        let count = labelled.parts.len();
        let chosen: Vec<usize> = match formula {
            Ctl::State(_) | Ctl::Rigid { .. } => Vec::new(),
            Ctl::Not(_) => vec![0],
            Ctl::And(_) | Ctl::Or(_) if value == matches!(formula, Ctl::Or(_)) => {
                let mut deciding = Vec::new();
                for part in 0..count {
                    if deciding.is_empty() && has(part, value)? {
                        deciding.push(part);
                    }
                }
                deciding
            }
            Ctl::Implies(..) if value => vec![usize::from(is_true(0)?)],
            Ctl::And(_) | Ctl::Or(_) | Ctl::Implies(..) | Ctl::Iff(..) => (0..count).collect(),
            Ctl::Next(path, _) | Ctl::Finally(path, _) | Ctl::Globally(path, _) | Ctl::Until(path, ..) => {
                let shown = value != (*path == Path::Some) || self.show(labelled, &mut claim)?;
                return Ok(shown.then_some(claim));
            }
        };
        for part in chosen {
            let Some(part) = self.claim(&labelled.parts[part], state)? else { return Ok(None) };
            claim.parts.push(part);
        }
        Ok(Some(claim))
    }

    /// Adds the path that an existential success or a universal failure has; says whether there is one.
    fn show<'f>(&self, labelled: &Labelled<'f, D>, claim: &mut Claim<'f>) -> Limited<bool> {
        // The states where a part has the value that makes the path: true for E, false for A.
        let set = |part: usize| labelled.parts[part].of(claim.value);
        let all = &self.steps.states;
        let from = &claim.state;
        let found = match labelled.formula {
            Ctl::Next(..) => self.next(from, set(0))?,
            Ctl::Finally(Path::Some, _) | Ctl::Globally(Path::All, _) => {
                self.lead(from, all, set(0), &[0])?
            }
            Ctl::Finally(Path::All, _) | Ctl::Globally(Path::Some, _) => self.stay(from, set(0))?,
            Ctl::Until(path, kind, ..) => self.until_path(from, *path, *kind, set(0), set(1))?,
            _ => None,
        };
        let Some(found) = found else { return Ok(false) };
        for part in found.parts {
            let part = self.claim(&labelled.parts[*part], found.lasso.walk.end())?;
            let Some(part) = part else { return Ok(false) };
            claim.parts.push(part);
        }
        claim.maximal = found.maximal;
        claim.path = Some(found.lasso);
        Ok(true)
    }

    /// The path of an until: `f` and `g` are the states where the parts are true for `E`, false for `A`.
    fn until_path(
        &self,
        from: &Point,
        path: Path,
        kind: UntilKind,
        f: &D::Set,
        g: &D::Set,
    ) -> Limited<Option<Found>> {
        let both = self.steps.domain().intersection(f, g)?;
        let (first, otherwise) = match (path, kind) {
            (Path::Some, UntilKind::Until) => (self.lead(from, f, g, &[1])?, None),
            (Path::Some, UntilKind::Weak) => (self.lead(from, f, g, &[1])?, Some(f)),
            (Path::Some, UntilKind::Release) => (self.lead(from, g, &both, &[0, 1])?, Some(g)),
            (Path::All, UntilKind::Until) => (self.lead(from, g, &both, &[0, 1])?, Some(g)),
            (Path::All, UntilKind::Weak) => (self.lead(from, g, &both, &[0, 1])?, None),
            (Path::All, UntilKind::Release) => (self.lead(from, f, g, &[1])?, None),
        };
        match (first, otherwise) {
            (None, Some(within)) => self.stay(from, within),
            (first, _) => Ok(first),
        }
    }

    fn lead(
        &self,
        from: &Point,
        within: &D::Set,
        goal: &D::Set,
        parts: &'static [usize],
    ) -> Limited<Option<Found>> {
        let from = self.steps.domain().singleton(from)?;
        let walk = self.steps.path(&from, within, &self.fair_among(goal)?)?;
        Ok(walk.map(|walk| Found { lasso: Lasso::finite(walk), maximal: false, parts }))
    }

    fn stay(&self, from: &Point, within: &D::Set) -> Limited<Option<Found>> {
        let from = self.steps.domain().singleton(from)?;
        let lasso = (self.going_on)(&from, within)?;
        Ok(lasso.map(|lasso| Found { lasso, maximal: true, parts: &[] }))
    }

    fn next(&self, from: &Point, goal: &D::Set) -> Limited<Option<Found>> {
        let domain = self.steps.domain();
        let (here, goal) = (domain.singleton(from)?, self.fair_among(goal)?);
        for (number, motion) in self.steps.model.moves.iter().enumerate() {
            let after = domain.intersection(&motion.post(domain, &here)?, &goal)?;
            if let Some(point) = domain.pick(&after)? {
                let steps = vec![(crate::steps::Label::Move(number), point)];
                let lasso = Lasso::finite(Walk { start: from.clone(), steps });
                return Ok(Some(Found { lasso, maximal: false, parts: &[0] }));
            }
        }
        Ok(None)
    }
}
