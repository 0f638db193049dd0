//! Fair paths that go on for ever: as lassos of small numbers where such are found, otherwise as a path into a set in
//! which one can always go on.
//!
//! # Why it is right
//!
//! The set is looked at once more when it is found: every state of it has a step into it, from every state a path in the
//! set leads to each step that must be repeated, and from every state that obliges to one that meets the obligation. All
//! of that is decided by images alone, whatever way led to the set. A path in it can then serve the conditions in turn.
//! Where some number rises again and again and never falls, no state comes twice.

use super::{Bounds, Enough};
use crate::layers::Layers;
use crate::walk::{Lasso, Onward, Walk};
use state_sets::{Cell, Complement, Formula, Halt, Kind, Limited, Linear, Rank, Side, Size, Term, Widen};

/// How far from the end of a path a lasso is looked for, in steps: near ones are shorter.
const NEAR: [usize; 5] = [1, 2, 4, 6, 10];
/// The same where nothing is found that rises.
const FAR: [usize; 2] = [20, 40];
/// How many states that may be.
const STATES: u64 = 400;
/// The greatest numbers of lassos that are looked for around zero.
const RADII: [i128; 2] = [2, 6];
/// How many steps of an endless path are tried out.
const PREVIEW: usize = 12;

/// Where an endless path stays.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Endless<S> {
    /// The states, from each of which a fair path stays among them.
    pub states: S,
    /// What such a path can make rise for ever.
    pub rises: Option<Linear>,
}

/// A path that goes on for ever, and where it stays if it is endless.
pub(crate) type Going<S> = (Lasso, Option<Endless<S>>);

impl<D: Complement + Widen + Rank> Bounds<'_, D> {
    /// A fair path from a state of `from` that stays within. A set of states is given, from each of which a fair path
    /// stays in it.
    pub fn onward(&self, from: &D::Set, within: &D::Set, core: &D::Set) -> Limited<Option<Going<D::Set>>> {
        let domain = self.steps.domain();
        let from = domain.intersection(from, within)?;
        if !self.leads(&from, within, core)? {
            return Ok(None);
        }
        let Some(stem) = self.steps.path(&from, within, core)? else { return Ok(None) };
        let mut regions = self.around(&stem, core, &NEAR)?;
        for radius in RADII {
            regions.push(domain.intersection(core, &domain.set(&self.ball(radius))?)?);
        }
        if let Some(lasso) = self.lasso(&from, within, &regions)? {
            return Ok(Some((lasso, None)));
        }
        let (rises, states) = match self.growing(&from, within, core)? {
            Some((sum, states)) => (Some(sum), states),
            None => {
                let regions = self.around(&stem, core, &FAR)?;
                if let Some(lasso) = self.lasso(&from, within, &regions)? {
                    return Ok(Some((lasso, None)));
                }
                (None, core.clone())
            }
        };
        if !self.goes_on(&states, within)? {
            return Ok(None);
        }
        let Some(walk) = self.steps.path(&from, within, &states)? else { return Ok(None) };
        let onward = Onward::Endless(self.preview(&walk, &states)?);
        Ok(Some((Lasso { walk, onward }, Some(Endless { states, rises }))))
    }

    /// A lasso through `within` that repeats itself in one of the regions.
    fn lasso(&self, from: &D::Set, within: &D::Set, regions: &[D::Set]) -> Limited<Option<Lasso>> {
        for region in regions {
            let small = self.steps.fair_core(region, self.fair)?;
            if self.leads(from, within, &small)? {
                return self.steps.tour(from, within, &small, self.fair);
            }
        }
        Ok(None)
    }

    /// Whether a path through `within` is known from a state of `from` to one of the goal.
    pub fn leads(&self, from: &D::Set, within: &D::Set, goal: &D::Set) -> Limited<bool> {
        let domain = self.steps.domain();
        if domain.is_empty(goal)? {
            return Ok(false);
        }
        let meets = |set: &D::Set| Ok(!domain.is_empty(&domain.intersection(set, from)?)?);
        let reaching = self.until(within, goal, Side::Below, &Enough::below(&meets))?;
        meets(&reaching.set)
    }

    /// States of the core that are so many steps or fewer from the end of a path, as long as they are few.
    fn around(&self, stem: &Walk, core: &D::Set, distances: &[usize]) -> Limited<Vec<D::Set>> {
        let domain = self.steps.domain();
        let mut layers = Layers::new(&domain.singleton(stem.end())?, None);
        let mut regions = Vec::new();
        for &distance in distances {
            while layers.depth() < distance && layers.grow(self.steps, core)? {}
            let near = domain.intersection(layers.seen(), core)?;
            match domain.size(&near)? {
                Size::Finite(size) if size <= STATES.into() => regions.push(near),
                _ => break,
            }
            if layers.depth() < distance {
                break;
            }
        }
        Ok(regions)
    }

    /// All integers are at most this far from zero.
    fn ball(&self, radius: i128) -> Formula {
        let space = self.steps.domain().space();
        let integers = space.all().filter(|variable| matches!(space.kind(*variable), Kind::Integer { .. }));
        Formula::all(integers.flat_map(|variable| {
            let side = |sign| Linear {
                terms: vec![(sign, Term::Cell(Cell::now(variable)))],
                constant: radius.saturating_neg(),
            };
            [Formula::not_positive(side(1)), Formula::not_positive(side(-1))]
        }))
    }

    /// Whether a fair path within can go on for ever in these states, from each of them.
    fn goes_on(&self, states: &D::Set, within: &D::Set) -> Limited<bool> {
        let domain = self.steps.domain();
        if !domain.is_subset(states, within)? || !domain.is_subset(states, &self.steps.pre(states)?)? {
            return Ok(false);
        }
        let needed = |goal: &D::Set, concerned: &D::Set| {
            let reaching = self.until(states, goal, Side::Below, &Enough::never())?;
            domain.is_subset(concerned, &reaching.set)
        };
        for condition in &self.fair.repeated {
            let goal = domain.intersection(states, &condition.pre(self.steps, states)?)?;
            if !needed(&goal, states)? {
                return Ok(false);
            }
        }
        for obligation in &self.fair.obligations {
            let obliging = domain.intersection(states, &obligation.states)?;
            let goal = domain.intersection(states, &obligation.met.pre(self.steps, states)?)?;
            if !needed(&goal, &obliging)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Some steps in these states, from the end of a path.
    fn preview(&self, stem: &Walk, states: &D::Set) -> Limited<Walk> {
        let domain = self.steps.domain();
        let mut walk = Walk::at(stem.end().clone());
        while walk.steps.len() < PREVIEW {
            let here = domain.singleton(walk.end())?;
            let before = walk.steps.len();
            for label in self.steps.labels() {
                let after = domain.intersection(&self.steps.post_by(label, &here)?, states)?;
                if let Some(point) = domain.pick(&after)? {
                    walk.steps.push((label, point));
                    break;
                }
            }
            if walk.steps.len() == before {
                return Err(Halt::Unsupported("a path that goes on for ever was found and lost".into()));
            }
        }
        Ok(walk)
    }
}
