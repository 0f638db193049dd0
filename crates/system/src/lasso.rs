//! What can be said of a whole path: whether it satisfies a linear-time formula, and why it is fair.
//!
//! Both are decided by the definitions, state by state, in the reference interpreter. They confirm what engines
//! answer, and share nothing with them.

use crate::{
    Assumption, Ending, Expr, Fairness, Interpreter, Ltl, Obstacle, State, System, Trace, Unit, UntilKind,
};

/// Whether a path satisfies a formula, and keeps the fairness assumptions.
#[derive(Debug, Clone, Copy)]
pub struct Lasso<'a> {
    system: &'a System,
    trace: &'a Trace,
    /// The position that follows the last one: the start of the loop, or the last position itself, which a finite
    /// path repeats for ever.
    back: usize,
}

/// How a path meets a fairness assumption.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Met {
    /// The assumption, in words: `fair Client[1]`.
    pub assumption: String,
    /// How it is met; nothing if it is not.
    pub how: Option<String>,
}

impl<'a> Lasso<'a> {
    /// The path of a trace, which ends in a loop or in a dead end; nothing for other traces.
    pub fn new(system: &'a System, trace: &'a Trace) -> Option<Self> {
        let back = match trace.ending {
            Ending::Loop(start) => start,
            Ending::Finite => trace.steps.len(),
            Ending::Endless | Ending::Fault(_) => return None,
        };
        Some(Lasso { system, trace, back })
    }

    /// The states, without the last one where it closes the loop.
    fn states(&self) -> Vec<&'a State> {
        let count = match self.trace.ending {
            Ending::Loop(_) => self.trace.steps.len(),
            _ => self.trace.steps.len() + 1,
        };
        self.trace.states().take(count).collect()
    }

    /// Whether the path satisfies the formula; nothing if it has rigid variables.
    pub fn satisfies(&self, formula: &Ltl) -> Result<Option<bool>, Obstacle> {
        Ok(self.truth(formula)?.map(|truth| truth[0]))
    }

    /// The system.
    pub(crate) fn system(&self) -> &'a System {
        self.system
    }

    /// The state at a position.
    pub(crate) fn state(&self, at: usize) -> &'a State {
        self.states()[at]
    }

    /// The position that follows this one.
    pub(crate) fn following(&self, at: usize) -> usize {
        self.next(at, self.states().len())
    }

    /// Whether it goes round, and does not end.
    pub(crate) fn is_loop(&self) -> bool {
        matches!(self.trace.ending, Ending::Loop(_))
    }

    /// The first position of what is repeated for ever.
    pub(crate) fn loop_start(&self) -> usize {
        self.back.min(self.states().len() - 1)
    }

    /// The positions from this one on, each once, in the order in which they first come.
    pub(crate) fn future(&self, from: usize) -> Vec<usize> {
        (from..self.states().len()).chain(self.loop_start().min(from)..from).collect()
    }

    /// The truth of a formula at each position.
    pub(crate) fn truth(&self, formula: &Ltl) -> Result<Option<Vec<bool>>, Obstacle> {
        let states = self.states();
        let length = states.len();
        let constant = |value: bool| vec![value; length];
        let zip = |a: Vec<bool>, b: Vec<bool>, f: fn(bool, bool) -> bool| -> Vec<bool> {
            a.into_iter().zip(b).map(|(a, b)| f(a, b)).collect()
        };
        macro_rules! part {
            ($formula:expr) => {
                match self.truth($formula)? {
                    Some(truth) => truth,
                    None => return Ok(None),
                }
            };
        }
        Ok(Some(match formula {
            Ltl::State(condition) => {
                let interpreter = Interpreter::new(self.system);
                states.iter().map(|state| interpreter.holds(condition, state)).collect::<Result<_, _>>()?
            }
            Ltl::Not(f) => part!(f).into_iter().map(|value| !value).collect(),
            Ltl::And(all) => {
                let mut truth = constant(true);
                for f in all {
                    truth = zip(truth, part!(f), |a, b| a && b);
                }
                truth
            }
            Ltl::Or(all) => {
                let mut truth = constant(false);
                for f in all {
                    truth = zip(truth, part!(f), |a, b| a || b);
                }
                truth
            }
            Ltl::Implies(f, g) => zip(part!(f), part!(g), |a, b| !a || b),
            Ltl::Iff(f, g) => zip(part!(f), part!(g), |a, b| a == b),
            Ltl::Next(f) => {
                let truth = part!(f);
                (0..length).map(|at| truth[self.next(at, length)]).collect()
            }
            Ltl::Finally(f) => self.until(&constant(true), &part!(f), false),
            Ltl::Globally(f) => self.until(&part!(f), &constant(false), true),
            Ltl::Until(UntilKind::Until, f, g) => self.until(&part!(f), &part!(g), false),
            Ltl::Until(UntilKind::Weak, f, g) => self.until(&part!(f), &part!(g), true),
            Ltl::Until(UntilKind::Release, f, g) => {
                let (f, g) = (part!(f), part!(g));
                let both = zip(f, g.clone(), |a, b| a && b);
                self.until(&g, &both, true)
            }
            Ltl::Rigid { .. } => return Ok(None),
        }))
    }

    fn next(&self, at: usize, length: usize) -> usize {
        if at + 1 < length { at + 1 } else { self.back.min(length - 1) }
    }

    /// The least (or, if `weak`, the greatest) solution of `u = g || f && next u`.
    fn until(&self, f: &[bool], g: &[bool], weak: bool) -> Vec<bool> {
        let length = f.len();
        let mut truth = vec![weak; length];
        // A value travels at most once round the loop and once along the stem.
        for _ in 0..2 {
            for at in (0..length).rev() {
                truth[at] = g[at] || f[at] && truth[self.next(at, length)];
            }
        }
        truth
    }

    /// How the path meets each fairness assumption, in the order of the model. A finite path meets all of them.
    pub fn fairness(&self) -> Result<Vec<Met>, Obstacle> {
        self.system.fairness.iter().map(|fairness| self.meets(fairness, self.is_loop())).collect()
    }

    fn meets(&self, fairness: &Fairness, is_loop: bool) -> Result<Met, Obstacle> {
        let system = self.system;
        let (assumption, how) = match &fairness.assumption {
            Assumption::Weak(unit) => (format!("fair {}", unit.name), self.weak(unit)?),
            Assumption::Strong(unit) => (format!("strong {}", unit.name), self.strong(unit)?),
            Assumption::Justice(e) => {
                let holds = self.first_in_loop(e)?;
                (format!("justice {}", system.show_expr(e)), holds.map(|at| format!("true in state {at}")))
            }
            Assumption::Compassion(e, f) => {
                let how = match (self.first_in_loop(e)?, self.first_in_loop(f)?) {
                    (None, _) => Some("its first condition is never true in the loop".to_owned()),
                    (_, Some(at)) => Some(format!("its second condition is true in state {at}")),
                    _ => None,
                };
                let text = format!("compassion ({}, {})", system.show_expr(e), system.show_expr(f));
                (text, how)
            }
        };
        let how = if is_loop { how } else { Some("the path ends".to_owned()) };
        Ok(Met { assumption, how })
    }

    /// The positions of the states of the loop.
    fn loop_states(&self) -> std::ops::Range<usize> {
        self.back..self.trace.steps.len().max(self.back + 1)
    }

    fn first_in_loop(&self, condition: &Expr) -> Result<Option<usize>, Obstacle> {
        let interpreter = Interpreter::new(self.system);
        for at in self.loop_states() {
            let state = self.trace.states().nth(at).expect("the loop is part of the trace");
            if interpreter.holds(condition, state)? {
                return Ok(Some(at));
            }
        }
        Ok(None)
    }

    /// The step of the loop, counted from one, in which the unit moves.
    fn moves(&self, unit: &Unit) -> Option<usize> {
        let steps = self.trace.steps.iter().enumerate().skip(self.back);
        steps
            .filter(|(_, step)| step.moved.iter().any(|edge| unit.edges.contains(edge)))
            .map(|(at, _)| at + 1)
            .next()
    }

    fn can_move(&self, unit: &Unit, at: usize) -> Result<bool, Obstacle> {
        let state = self.trace.states().nth(at).expect("the loop is part of the trace");
        let successors = Interpreter::new(self.system).successors(state)?;
        Ok(successors.steps.iter().any(|step| step.moved.iter().any(|edge| unit.edges.contains(edge))))
    }

    fn weak(&self, unit: &Unit) -> Result<Option<String>, Obstacle> {
        if let Some(step) = self.moves(unit) {
            return Ok(Some(format!("moves in step {step}")));
        }
        for at in self.loop_states() {
            if !self.can_move(unit, at)? {
                return Ok(Some(format!("cannot move in state {at}")));
            }
        }
        Ok(None)
    }

    fn strong(&self, unit: &Unit) -> Result<Option<String>, Obstacle> {
        if let Some(step) = self.moves(unit) {
            return Ok(Some(format!("moves in step {step}")));
        }
        for at in self.loop_states() {
            if self.can_move(unit, at)? {
                return Ok(None);
            }
        }
        Ok(Some("cannot move anywhere in the loop".to_owned()))
    }
}
