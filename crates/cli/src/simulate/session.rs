//! A walk that the user steers: where it is, what it can do next, and the way it came.

use super::random::Random;
use system::{Ending, Interpreter, Obstacle, State, Successors, System, Trace, TraceStep};

/// A walk through a system.
///
/// The path stays when the user goes back, so that it can be followed again; it is forgotten from the current
/// state on when another transition is taken there.
#[derive(Debug)]
pub struct Session<'s> {
    interpreter: Interpreter<'s>,
    initial: Vec<State>,
    path: Option<Trace>,
    position: usize,
    options: Options,
    random: Random,
}

/// What can be done next.
#[derive(Debug, Clone)]
pub enum Options {
    /// Begin in one of these states.
    Begin(Vec<State>),
    /// Take one of these steps.
    Step(Successors),
    /// That cannot be said.
    Obstacle(Obstacle),
}

impl<'s> Session<'s> {
    /// A walk from one of these states; if there is only one, it begins there.
    pub fn new(system: &'s System, initial: Vec<State>, seed: u64) -> Self {
        let mut session = Session {
            interpreter: Interpreter::new(system),
            options: Options::Begin(initial.clone()),
            initial,
            path: None,
            position: 0,
            random: Random::new(seed),
        };
        if session.initial.len() == 1 {
            session.take(1).expect("the only initial state can be chosen");
        }
        session
    }

    /// What can be done next.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The current state, unless the walk has yet to begin.
    pub fn state(&self) -> Option<&State> {
        Some(state_after(self.path.as_ref()?, self.position))
    }

    /// The step that led to the current state, and the state that it left.
    pub fn arrival(&self) -> Option<(&State, &TraceStep)> {
        let (path, last) = (self.path.as_ref()?, self.position.checked_sub(1)?);
        Some((state_after(path, last), &path.steps[last]))
    }

    /// How many steps led to the current state.
    pub fn position(&self) -> usize {
        self.position
    }

    /// How many steps of the path lie behind the current state and were undone.
    pub fn ahead(&self) -> usize {
        self.path.as_ref().map_or(0, |path| path.steps.len() - self.position)
    }

    /// The path to the current state.
    pub fn trace(&self) -> Option<Trace> {
        let mut trace = self.path.clone()?;
        if trace.steps.len() > self.position {
            trace.steps.truncate(self.position);
            trace.ending = Ending::Finite;
        }
        Some(trace)
    }

    /// The number of the step with this name, label, or beginning of a name; nothing if there is none.
    ///
    /// # Errors
    /// In words, if several steps are meant.
    pub fn named(&self, system: &System, name: &str) -> Result<Option<usize>, String> {
        let Options::Step(successors) = &self.options else { return Ok(None) };
        let full = |step: &TraceStep| system.transition_name(&step.moved);
        let label = |step: &TraceStep| {
            step.moved.iter().any(|edge| system.edge(*edge).label.as_deref() == Some(name))
        };
        let tests: [&dyn Fn(&TraceStep) -> bool; 3] =
            [&|step| full(step) == name, &label, &|step| !name.is_empty() && full(step).starts_with(name)];
        for test in tests {
            let steps = successors.steps.iter().enumerate();
            let found: Vec<usize> = steps.filter(|(_, step)| test(step)).map(|(at, _)| at + 1).collect();
            match found.as_slice() {
                [] => {}
                [only] => return Ok(Some(*only)),
                several => {
                    let numbers: Vec<String> = several.iter().take(8).map(usize::to_string).collect();
                    return Err(format!("'{name}' may be number {}; choose one", numbers.join(", ")));
                }
            }
        }
        Ok(None)
    }

    /// Takes the step with this number, counted from one, or begins in the state with this number.
    pub fn take(&mut self, number: usize) -> Result<(), String> {
        let missing = |count: usize| match count {
            0 => "there is no transition to take here".to_string(),
            1 => format!("there is no number {number} in the list, only 1"),
            _ => format!("there is no number {number} in the list, only 1 to {count}"),
        };
        match &self.options {
            Options::Begin(states) => {
                let state = number.checked_sub(1).and_then(|index| states.get(index));
                let initial = state.ok_or_else(|| missing(states.len()))?.clone();
                self.path = Some(Trace { initial, steps: Vec::new(), ending: Ending::Finite });
            }
            Options::Step(successors) => {
                let step = number.checked_sub(1).and_then(|index| successors.steps.get(index));
                let step = step.ok_or_else(|| missing(successors.steps.len()))?.clone();
                let path = self.path.as_mut().expect("there are steps only where the walk has begun");
                // The same step as before keeps what comes behind it.
                if path.steps.get(self.position) != Some(&step) {
                    path.steps.truncate(self.position);
                    path.steps.push(step);
                    path.ending = Ending::Finite;
                }
                self.position += 1;
            }
            Options::Obstacle(obstacle) => return Err(obstacle.to_string()),
        }
        self.refresh();
        Ok(())
    }

    /// Takes up to `count` steps at random, or begins at random; says how many could be taken.
    pub fn random(&mut self, count: usize) -> usize {
        for taken in 0..count {
            let choices = match &self.options {
                Options::Begin(states) => states.len(),
                Options::Step(successors) => successors.steps.len(),
                Options::Obstacle(_) => 0,
            };
            if choices == 0 {
                return taken;
            }
            let number = 1 + self.random.below(choices);
            self.take(number).expect("the number is in the list");
        }
        count
    }

    /// Goes back by up to `count` steps; says by how many. Going back from an initial state leads to the choice
    /// among several.
    pub fn undo(&mut self, count: usize) -> usize {
        let steps = count.min(self.position);
        self.position -= steps;
        let leave = steps < count && self.path.is_some() && self.initial.len() > 1;
        if leave {
            self.path = None;
        }
        self.refresh();
        steps + usize::from(leave)
    }

    /// Goes forward by up to `count` steps of what was undone or loaded; says by how many.
    pub fn next(&mut self, count: usize) -> usize {
        let steps = count.min(self.ahead());
        self.position += steps;
        self.refresh();
        steps
    }

    /// Goes to the state after so many steps of the path.
    pub fn goto(&mut self, step: usize) -> Result<(), String> {
        let length = self.path.as_ref().ok_or("choose an initial state first")?.steps.len();
        if step > length {
            return Err(format!("the path ends at step {length}"));
        }
        self.position = step;
        self.refresh();
        Ok(())
    }

    /// Puts another path in place of the current one, and goes to its end.
    pub fn follow(&mut self, trace: Trace) {
        self.position = trace.steps.len();
        self.path = Some(trace);
        self.refresh();
    }

    fn refresh(&mut self) {
        self.options = match self.state() {
            None => Options::Begin(self.initial.clone()),
            Some(state) => match self.interpreter.successors(state) {
                Ok(successors) => Options::Step(successors),
                Err(obstacle) => Options::Obstacle(obstacle),
            },
        };
    }
}

/// The state of a path after so many of its steps.
///
/// # Panics
/// If the path has fewer steps.
pub fn state_after(path: &Trace, steps: usize) -> &State {
    match steps.checked_sub(1) {
        Some(last) => &path.steps[last].state,
        None => &path.initial,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::{LAMP, initial_states, model};

    #[test]
    fn the_path_is_kept_until_another_step_is_taken() {
        let model = model(LAMP);
        let mut session = Session::new(&model.system, initial_states(&model), 1);
        assert!(session.state().is_none(), "there are two initial states");
        session.take(2).expect("the second one can be chosen");
        assert_eq!(session.random(3), 3);
        let path = session.trace().expect("the walk has begun");
        assert_eq!((path.steps.len(), session.undo(2), session.position(), session.ahead()), (3, 2, 1, 2));
        assert_eq!((session.next(1), session.goto(3), session.goto(4).is_err()), (1, Ok(()), true));
        assert_eq!(session.trace(), Some(path.clone()));
        session.goto(0).expect("the path has a beginning");
        session.take(1).expect("there is a transition");
        assert_eq!(session.ahead(), 2, "it was the step of the path");
        assert_eq!(session.undo(9), 2, "one step and the choice of the initial state");
        assert!(session.state().is_none());
        assert_eq!(session.undo(1), 0);
        session.follow(path.clone());
        assert_eq!(session.trace(), Some(path));
    }

    #[test]
    fn numbers_that_are_not_in_the_list_are_refused() {
        let model = model(LAMP);
        let mut session = Session::new(&model.system, initial_states(&model), 1);
        for number in [0, 3] {
            assert!(session.take(number).is_err());
        }
        assert!(session.goto(0).is_err());
        assert_eq!(session.next(1), 0);
    }
}
