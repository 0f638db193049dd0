//! Some reachable states: what is false in one of them need not be tried.
//!
//! They are found by the reference interpreter, near the initial states first and then along walks. They decide nothing: a candidate that is
//! true in all of them is still to be proved, and one that is false in one of them is no invariant.

use random_numbers::SplitMix;
use std::collections::{HashSet, VecDeque};
use system::{Interpreter, State, System, TransitionId, Watch};

/// States that are looked for.
const MOST_STATES: usize = 600;
/// Of these, those that are nearest to the initial states.
const NEAR_STATES: usize = 400;
/// How often a transition is tried in a state; large systems get fewer states.
const MOST_TRIES: usize = 30_000;
/// Of the states after a transition, so many are looked at.
const MOST_CHOICES: usize = 30;
/// The length of a walk.
const WALK: usize = 40;

/// Some reachable states, initial ones first. Where the initial states cannot be listed, the given ones stand for them.
pub fn samples(system: &System, given: Vec<State>, watch: &dyn Watch) -> Vec<State> {
    let interpreter = Interpreter::new(system);
    let mut initial = match interpreter.initial_states(watch) {
        Ok(states) if !states.is_empty() => states,
        _ => given,
    };
    initial.truncate(NEAR_STATES / 2);
    let mut found = Found { seen: HashSet::new(), states: Vec::new() };
    let mut open: VecDeque<State> = VecDeque::new();
    for state in &initial {
        if found.add(state) {
            open.push_back(state.clone());
        }
    }
    let cost = system.transitions.len().max(1);
    let mut tries = 0;
    while let Some(state) = open.pop_front() {
        if found.states.len() >= NEAR_STATES || tries > MOST_TRIES / 2 {
            break;
        }
        tries += cost;
        for next in successors(&interpreter, system, &state) {
            if found.add(&next) {
                open.push_back(next);
            }
        }
    }
    if open.is_empty() {
        return found.states;
    }
    let mut random = SplitMix::new(1);
    for walk in 0.. {
        let Some(mut state) = initial.get(walk % initial.len().max(1)).cloned() else { break };
        for _ in 0..WALK {
            if found.states.len() >= MOST_STATES || tries > MOST_TRIES {
                return found.states;
            }
            tries += cost;
            let all = successors(&interpreter, system, &state);
            let Some(count) = u64::try_from(all.len()).ok().filter(|count| *count > 0) else { break };
            let place = usize::try_from(random.bits() % count).unwrap_or(0);
            state = all.into_iter().nth(place).unwrap_or(state);
            found.add(&state);
        }
    }
    found.states
}

/// The states after one step, those excepted that cannot be found.
pub fn successors(interpreter: &Interpreter<'_>, system: &System, state: &State) -> Vec<State> {
    let all = (0..system.transitions.len()).map(TransitionId::from_index);
    all.flat_map(|transition| after(interpreter, state, transition)).collect()
}

/// The states after a step of this transition; none if they cannot be found.
pub fn after(interpreter: &Interpreter<'_>, state: &State, transition: TransitionId) -> Vec<State> {
    match interpreter.fire(state, transition) {
        Ok(all) => all.steps.into_iter().take(MOST_CHOICES).map(|step| step.state).collect(),
        Err(_) => Vec::new(),
    }
}

struct Found {
    seen: HashSet<State>,
    states: Vec<State>,
}

impl Found {
    fn add(&mut self, state: &State) -> bool {
        let is_new = self.seen.insert(state.clone());
        if is_new {
            self.states.push(state.clone());
        }
        is_new
    }
}
