//! Paths of the system from layers of representatives.
//!
//! A representative of the last layer is followed back through the layers: the rules are undone for this one state, by
//! what the sets were before and after each of them, and then the step. The permutation that leads from a representative to the state of a
//! path from a true initial state is the composition of the exchanges that were undone so far. So the path is
//! walked forward in the reference interpreter: each next state is a successor that is the image of the one that is known,
//! up to inactive variables.

use super::rewriting::undone;
use super::rules::Reductions;
use super::search::Representatives;
use crate::layers::contradiction;
use encoding::Coding;
use state_sets::{Complement, Exchange, Limited, Point, Swap};
use system::{ClaimedPath, Interpreter, PathEnding, Question, State, System};

/// What is known of the path to one representative, from the initial state on.
struct Stage {
    /// The state before the rules were applied.
    raw: Point,
    /// The exchanges that the rules made of it, the last one first.
    swaps: Vec<Swap>,
}

impl<D: Complement + Exchange> Representatives<'_, D> {
    /// The stages to a state of a layer.
    fn stages(&self, layer: usize, end: &Point) -> Limited<Vec<Stage>> {
        let (domain, meter) = (self.model.domain, &self.model.meter);
        let mut stages = Vec::new();
        let mut point = end.clone();
        for number in (0..=layer).rev() {
            let before = match number.checked_sub(1) {
                Some(before) => self.image(&self.layers[before])?,
                None => self.model.initial.clone(),
            };
            let steps = self.rules.steps(domain, meter, &before)?;
            let (raw, swaps) = undone(domain, &steps, &point)?;
            if let Some(before) = number.checked_sub(1) {
                point = self.predecessor(&self.layers[before], &raw)?;
            }
            stages.push(Stage { raw, swaps });
        }
        stages.reverse();
        Ok(stages)
    }

    /// A state of the set with a step to this one.
    fn predecessor(&self, set: &D::Set, to: &Point) -> Limited<Point> {
        let domain = self.model.domain;
        let target = domain.singleton(to)?;
        for motion in &self.model.moves {
            let sources = domain.intersection(&motion.pre(domain, &target)?, set)?;
            if let Some(point) = domain.pick(&sources)? {
                return Ok(point);
            }
        }
        Err(contradiction("a state that was reached has no predecessor"))
    }

    /// A path of the system to a state that this one of a layer stands for, which decides the question; or an
    /// error, in words.
    pub fn path(
        &self,
        system: &System,
        coding: &Coding,
        reductions: &Reductions,
        question: &Question,
        (layer, end): (usize, &Point),
    ) -> Limited<Result<ClaimedPath, String>> {
        let stages = self.stages(layer, end)?;
        Ok(walked(system, coding, reductions, question, &stages))
    }
}

fn walked(
    system: &System,
    coding: &Coding,
    reductions: &Reductions,
    question: &Question,
    stages: &[Stage],
) -> Result<ClaimedPath, String> {
    let interpreter = Interpreter::new(system);
    let (first, further) = stages.split_first().ok_or("a path has a first state")?;
    let mut state = coding.state(&first.raw);
    let mut path = ClaimedPath { initial: state.clone(), steps: Vec::new(), ending: PathEnding::Finite };
    // What makes of the states that are known those of the path, applied from the front.
    let mut swaps = first.swaps.clone();
    for stage in further {
        let image = swaps.iter().fold(stage.raw.clone(), |point, swap| swap.applied(&point));
        let wanted = reset(reductions, coding.state(&image));
        let successors = interpreter.successors(&state).map_err(|obstacle| obstacle.to_string())?;
        let step = successors.steps.into_iter().find(|step| reset(reductions, step.state.clone()) == wanted);
        let step = step.ok_or("no successor is the one that its representative stands for")?;
        path.steps.push((step.transition, step.state.clone()));
        state = step.state;
        swaps.splice(0..0, stage.swaps.iter().cloned());
    }
    path.ending = match question {
        Question::DeadlockFree => PathEnding::DeadEnd,
        Question::NoFaults => {
            let successors = interpreter.successors(&state).map_err(|obstacle| obstacle.to_string())?;
            let fault = successors.faults.first().ok_or("nothing faults at the end of a path")?;
            PathEnding::Fault(fault.transition)
        }
        _ => PathEnding::Finite,
    };
    Ok(path)
}

fn reset(reductions: &Reductions, mut state: State) -> State {
    if let Some(inactive) = &reductions.inactive {
        inactive.reset(&mut state);
    }
    state
}
