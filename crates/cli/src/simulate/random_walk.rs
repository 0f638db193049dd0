//! A walk that chooses every step at random.

use super::random::Random;
use super::session::state_after;
use super::standing;
use system::{Ending, Fault, Interpreter, Obstacle, State, System, Trace};

/// A walk and what was seen on it.
#[derive(Debug)]
pub struct Walk {
    /// The path.
    pub trace: Trace,
    /// Why it ended.
    pub end: WalkEnd,
    /// What was seen, in the order of the path.
    pub sights: Vec<Sight>,
}

/// Why a walk ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WalkEnd {
    /// All the steps that were asked for have been taken.
    Done,
    /// No transition can be taken.
    DeadEnd,
    /// The transitions cannot be listed.
    Obstacle(Obstacle),
}

/// Something worth mentioning about a state of the path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sight {
    /// How many steps lead to the state.
    pub state: usize,
    /// What was seen there.
    pub what: SightKind,
}

/// What can be seen in a state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SightKind {
    /// This invariant is false, after it was true.
    Violated(String),
    /// What this property asks for is reached, after it was not.
    Reached(String),
    /// This transition faults; mentioned once.
    Fault(Fault),
}

/// A walk of at most `steps` steps from one of these states.
///
/// # Panics
/// If there is no initial state.
pub fn walk(system: &System, initial: &[State], steps: u64, random: &mut Random) -> Walk {
    let interpreter = Interpreter::new(system);
    let initial = initial[random.below(initial.len())].clone();
    let mut trace = Trace { initial, steps: Vec::new(), ending: Ending::Finite };
    let mut sights = Vec::new();
    let end = loop {
        look_at_properties(system, &trace, &mut sights);
        let mut successors = match interpreter.successors(trace.last()) {
            Ok(successors) => successors,
            Err(obstacle) => break WalkEnd::Obstacle(obstacle),
        };
        look_at_faults(trace.steps.len(), successors.faults, &mut sights);
        if successors.steps.is_empty() {
            break WalkEnd::DeadEnd;
        }
        if trace.steps.len() as u64 >= steps {
            break WalkEnd::Done;
        }
        let choice = random.below(successors.steps.len());
        trace.steps.push(successors.steps.swap_remove(choice));
    };
    Walk { trace, end, sights }
}

fn look_at_properties(system: &System, trace: &Trace, sights: &mut Vec<Sight>) {
    let state = trace.steps.len();
    let before = state.checked_sub(1).map(|number| state_after(trace, number));
    for property in standing::news(system, before, trace.last()) {
        let name = property.name.clone();
        let what = match property.question.kind() {
            "reachable" => SightKind::Reached(name),
            _ => SightKind::Violated(name),
        };
        sights.push(Sight { state, what });
    }
}

fn look_at_faults(state: usize, faults: Vec<Fault>, sights: &mut Vec<Sight>) {
    for fault in faults {
        let seen = |sight: &Sight| match &sight.what {
            SightKind::Fault(other) => (&other.name, &other.reason) == (&fault.name, &fault.reason),
            _ => false,
        };
        if !sights.iter().any(seen) {
            sights.push(Sight { state, what: SightKind::Fault(fault) });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::{LAMP, initial_states, model};

    fn lamp(seed: u64, steps: u64) -> Walk {
        let model = model(LAMP);
        walk(&model.system, &initial_states(&model), steps, &mut Random::new(seed))
    }

    #[test]
    fn a_seed_is_a_walk() {
        let (first, second) = (lamp(7, 4), lamp(7, 4));
        assert_eq!(first.trace, second.trace);
        assert!((0..20).any(|seed| lamp(seed, 4).trace != first.trace), "some seed gives another walk");
    }

    #[test]
    fn a_walk_ends_where_nothing_can_be_done() {
        let walk = lamp(1, 100);
        assert_eq!(
            (walk.end, walk.trace.steps.len()),
            (WalkEnd::DeadEnd, 4),
            "the third lighting does not fit"
        );
        assert_eq!(lamp(1, 4).end, WalkEnd::DeadEnd);
        assert_eq!(lamp(1, 3).end, WalkEnd::Done);
    }

    #[test]
    fn what_happens_on_the_way_is_seen_once() {
        let seen: Vec<String> = lamp(1, 100)
            .sights
            .iter()
            .map(|sight| match &sight.what {
                SightKind::Violated(name) => format!("{}: {name} is false", sight.state),
                SightKind::Reached(name) => format!("{}: {name} is reached", sight.state),
                SightKind::Fault(fault) => format!("{}: {} faults", sight.state, fault.name),
            })
            .collect();
        assert_eq!(seen, ["1: dark is false", "3: dark is false", "3: twice is reached", "4: toggle faults"]);
    }
}
