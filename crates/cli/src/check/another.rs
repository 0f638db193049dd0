//! Further counterexamples that differ from those that are known.
//!
//! The question is asked again with the known answers taken out: an invariant must be false in another state, what is
//! reachable must be so in another state, and a linear-time formula must be violated by a path that never comes to the state
//! where a known loop begins, or a known path ends. A known dead end gets a step that leads back to it, and a transition that is known to
//! fault is taken out, so that another dead end and another fault are found. Of what is found, only paths are kept that do not take the
//! same set of transitions as a path that is kept already; faults differ by the transition that faults.

use super::Job;
use super::job::execute;
use crate::Interrupt;
use crate::outcome::{Checked, Ended, Outcome};
use crate::progress::ProgressDisplay;
use crate::source::Model;
use crate::supervise::Limits;
use diagnostics::Span;
use engines::{Choice, Options};
use std::cell::RefCell;
use std::collections::BTreeSet;
use system::{
    Block, Comparison, Edge, EdgeId, Ending, Expr, ExprKind, Ltl, Movement, Owner, Property, Question, State,
    System, Trace, Transition, TransitionId, Type, Value, VariableId,
};

/// Questions are asked again at most so often for each path that is wanted.
const MOST_TRIES: usize = 8;

/// How further paths are looked for.
pub struct Further<'a> {
    /// How many paths there should be with the first one.
    pub wanted: usize,
    /// Who answers.
    pub choice: Choice,
    /// How.
    pub options: Options,
    /// The limits of each question.
    pub limits: &'a Limits,
    /// The user may have enough.
    pub interrupt: &'a Interrupt,
    /// Where progress is shown.
    pub progress: &'a RefCell<dyn ProgressDisplay>,
}

impl Further<'_> {
    /// The further paths for a property whose answer has one; fewer than wanted where there are no others, or none are found.
    pub fn paths(&self, outcome: &Outcome, result: &Checked) -> Vec<Trace> {
        let Some(first) = result.answer.trace().or(result.answer.witness()) else { return Vec::new() };
        let property = outcome.property(result);
        let mut kept = vec![first.clone()];
        let mut taken_out = vec![key_state(first).clone()];
        let count = outcome.model.system.transitions.len();
        for _ in 0..self.wanted.saturating_sub(1).saturating_mul(MOST_TRIES) {
            if kept.len() >= self.wanted || self.interrupt.happened() {
                break;
            }
            let Some(system) = without(&outcome.model.system, property, &taken_out, &kept) else { break };
            let Some(found) = self.ask(outcome, system) else { break };
            taken_out.push(key_state(&found).clone());
            let is_real = found.steps.iter().all(|step| step.transition.index() < count);
            if is_real && kept.iter().all(|known| transitions(known) != transitions(&found)) {
                kept.push(found);
            }
        }
        kept.split_off(1)
    }

    /// A path for the only property of a system.
    fn ask(&self, outcome: &Outcome, system: System) -> Option<Trace> {
        let model = Model {
            file: outcome.model.file.clone(),
            system,
            warnings: Vec::new(),
            load_time: outcome.model.load_time,
        };
        let job = Job {
            model,
            properties: vec![0],
            every: None,
            choice: self.choice,
            options: Options { coverage: false, ..self.options },
            keeps_proofs: false,
            sizes: outcome.sizes.clone(),
            sharing: None,
        };
        let ended = execute(job, self.limits, self.interrupt, self.progress, &mut |_, _| {});
        let Ended::Checked(found) = ended else { return None };
        let answer = &found.results.first()?.answer;
        answer.trace().or(answer.witness()).cloned()
    }
}

/// The state that tells a path from others: where its loop begins, or its last one.
fn key_state(trace: &Trace) -> &State {
    let at = match trace.ending {
        Ending::Loop(start) => start,
        _ => trace.steps.len(),
    };
    trace.states().nth(at).unwrap_or(&trace.initial)
}

/// The transitions of a path; that which faults is one of them.
fn transitions(trace: &Trace) -> BTreeSet<TransitionId> {
    let steps = trace.steps.iter().map(|step| step.transition);
    let fault = match &trace.ending {
        Ending::Fault(fault) => Some(fault.transition),
        _ => None,
    };
    steps.chain(fault).collect()
}

/// The system with the property as the only one, asked so that it has another path; nothing for questions that cannot be asked so.
fn without(system: &System, property: &Property, states: &[State], known: &[Trace]) -> Option<System> {
    let mut other = system.clone();
    let question = match &property.question {
        Question::DeadlockFree => {
            stay(&mut other, any_of(system, states));
            Question::DeadlockFree
        }
        Question::NoFaults => {
            for trace in known {
                let Ending::Fault(fault) = &trace.ending else { continue };
                let sender = system.transition(fault.transition).sender;
                other.edges[sender.index()].guard = Expr::bool(false, Span::default());
            }
            Question::NoFaults
        }
        question => in_other_states(system, question, states)?,
    };
    other.properties = vec![Property { question, ..property.clone() }];
    Some(other)
}

/// Adds a step that changes nothing, in the states of a condition.
fn stay(system: &mut System, condition: Expr) {
    let sender = EdgeId::from_index(system.edges.len());
    system.edges.push(Edge {
        name: "a step that changes nothing".into(),
        label: None,
        owner: Owner::Event,
        movement: Movement::None,
        guard: condition,
        action: Block::default(),
        span: Span::default(),
    });
    system.transitions.push(Transition { sender, receivers: Vec::new() });
}

/// The question with these states taken out; nothing for questions that cannot be asked so.
fn in_other_states(system: &System, question: &Question, states: &[State]) -> Option<Question> {
    let known = any_of(system, states);
    let span = known.span;
    let or = |condition: &Expr| Expr::new(ExprKind::Or(vec![condition.clone(), known.clone()]), span);
    match question {
        Question::Invariant(condition) => Some(Question::Invariant(or(condition))),
        Question::Reachable(condition) => {
            let others = Expr::new(ExprKind::Not(Box::new(known)), span);
            let both = ExprKind::And(vec![condition.clone(), others]);
            Some(Question::Reachable(Expr::new(both, span)))
        }
        Question::Ltl(formula) => {
            let comes = Ltl::Finally(Box::new(Ltl::State(known)));
            Some(Question::Ltl(Ltl::Or(vec![formula.clone(), comes])))
        }
        Question::DeadlockFree | Question::NoFaults | Question::Bound(_) | Question::Ctl(_) => None,
    }
}

/// That the state is one of these.
fn any_of(system: &System, states: &[State]) -> Expr {
    let span = Span::default();
    let is = |state: &State| {
        let equal = state.iter().enumerate().map(|(number, value)| {
            let ty: Type = system.variables[number].ty;
            let variable = Expr::read(VariableId::from_index(number), ty, span);
            match value {
                Value::Bool(true) => return variable,
                Value::Bool(false) => return Expr::new(ExprKind::Not(Box::new(variable)), span),
                _ => {}
            }
            let constant = Expr::new(ExprKind::Const(*value, variable.sort()), span);
            Expr::compare(Comparison::Eq, variable, constant, span)
        });
        Expr::new(ExprKind::And(equal.collect()), span)
    };
    Expr::new(ExprKind::Or(states.iter().map(is).collect()), span)
}
