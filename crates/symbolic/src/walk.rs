//! Paths as points of a space, and as an engine claims them of a system.

use crate::Coding;
use crate::model::Model;
use crate::steps::Label;
use state_sets::{Domain, Point};
use system::{ClaimedPath, EnginePath, PathEnding, TransitionId};

/// A path of some steps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Walk {
    /// Where it begins.
    pub start: Point,
    /// The steps, each with the state that it leads to.
    pub steps: Vec<(Label, Point)>,
}

/// A path, and how it goes on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Lasso {
    /// The path.
    pub walk: Walk,
    /// How it goes on.
    pub onward: Onward,
}

/// How a path goes on behind its last step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Onward {
    /// Not at all.
    Stops,
    /// The last step returns to the state after this many steps.
    Repeats(usize),
    /// For ever, and this is how it may begin.
    Endless(Walk),
}

impl Walk {
    /// The path of no step.
    pub fn at(start: Point) -> Walk {
        Walk { start, steps: Vec::new() }
    }

    /// The last state.
    pub fn end(&self) -> &Point {
        self.steps.last().map_or(&self.start, |(_, point)| point)
    }

    /// The steps with the states from which they are taken.
    pub fn pairs(&self) -> impl Iterator<Item = (&Point, Label, &Point)> {
        let before = std::iter::once(&self.start).chain(self.steps.iter().map(|(_, point)| point));
        before.zip(&self.steps).map(|(from, (label, to))| (from, *label, to))
    }

    /// This path, continued by one that begins where it ends.
    pub fn then(mut self, onward: Walk) -> Walk {
        debug_assert_eq!(*self.end(), onward.start, "paths hang together");
        self.steps.extend(onward.steps);
        self
    }
}

impl EnginePath<Point> for Lasso {
    fn at(state: &Point) -> Self {
        Lasso::finite(Walk::at(state.clone()))
    }

    fn length(&self) -> usize {
        self.walk.steps.len()
    }

    fn then(self, onward: Self) -> Self {
        let before = self.length();
        let walk = self.walk.then(onward.walk);
        let onward = match onward.onward {
            Onward::Repeats(start) => Onward::Repeats(before + start),
            other => other,
        };
        Lasso { walk, onward }
    }
}

impl Lasso {
    /// A path that just ends.
    pub fn finite(walk: Walk) -> Lasso {
        Lasso { walk, onward: Onward::Stops }
    }

    /// The path of the system, which is maximal or not. Where a dead end is repeated, the path of the system has ended.
    pub fn claimed<D: Domain>(&self, model: &Model<'_, D>, coding: &Coding, maximal: bool) -> ClaimedPath {
        let mut steps: Vec<(TransitionId, system::State)> = Vec::new();
        let mut onward = &self.onward;
        for (label, point) in &self.walk.steps {
            match label {
                Label::Move(number) => {
                    steps.push((model.moves[*number].transition, coding.state(point)));
                }
                Label::Repeat => {
                    onward = &Onward::Stops;
                    break;
                }
            }
        }
        let ending = match onward {
            Onward::Repeats(start) => PathEnding::Loop(*start),
            Onward::Endless(_) => PathEnding::Endless,
            Onward::Stops if maximal => PathEnding::DeadEnd,
            Onward::Stops => PathEnding::Finite,
        };
        ClaimedPath { initial: coding.state(&self.walk.start), steps, ending }
    }

    /// The beginning of how an endless path goes on, as a path of the system; other paths have none.
    pub fn preview<D: Domain>(&self, model: &Model<'_, D>, coding: &Coding) -> Option<ClaimedPath> {
        let Onward::Endless(walk) = &self.onward else { return None };
        Some(Lasso::finite(walk.clone()).claimed(model, coding, false))
    }
}

/// Begins the loop of a path as early as possible: a step before it that is also its last one belongs to it. States of
/// a product can differ where those of the system are the same.
pub(crate) fn rewind(path: &mut ClaimedPath) {
    let PathEnding::Loop(start) = path.ending else { return };
    let mut start = start;
    while start > 0 && path.steps.len() > start {
        let last = path.steps.len() - 1;
        let same_step = path.steps[last] == path.steps[start - 1];
        if !same_step || state_before(path, last) != state_before(path, start - 1) {
            break;
        }
        path.steps.pop();
        start -= 1;
    }
    path.ending = PathEnding::Loop(start);
}

fn state_before(path: &ClaimedPath, step: usize) -> &system::State {
    if step == 0 { &path.initial } else { &path.steps[step - 1].1 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use system::Value;

    #[test]
    fn a_loop_begins_as_early_as_it_can() {
        let step = |number: u32| (TransitionId(number), vec![Value::Int(i128::from(number))]);
        let path = |steps: &[u32], start| ClaimedPath {
            initial: vec![Value::Int(0)],
            steps: steps.iter().map(|number| step(*number)).collect(),
            ending: PathEnding::Loop(start),
        };
        let mut late = path(&[1, 2, 3, 4, 2, 3], 3);
        rewind(&mut late);
        assert_eq!(late, path(&[1, 2, 3, 4, 2], 2));
        // The same step from another state is another one.
        let mut first = path(&[1, 1], 1);
        rewind(&mut first);
        assert_eq!(first, path(&[1, 1], 1));
    }
}
