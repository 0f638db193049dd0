//! Further counterexamples that differ from those that are known.
//!
//! The question is asked again with the known answers taken out: an invariant must be false in another state, what is
//! reachable must be so in another state, and a linear-time formula must be violated by a path that never comes to the state
//! where a known loop begins, or a known path ends. Of what is found, only paths are kept that do not take the same set
//! of transitions as a path that is kept already.

use super::Job;
use super::job::execute;
use crate::Interrupt;
use crate::outcome::{Checked, Ended, Outcome};
use crate::progress::ProgressLine;
use crate::source::Model;
use crate::supervise::Limits;
use diagnostics::Span;
use engines::{Choice, Options};
use std::cell::RefCell;
use std::collections::BTreeSet;
use system::{
    Comparison, Ending, Expr, ExprKind, Ltl, Property, Question, State, System, Trace, TransitionId, Type,
    Value, VariableId,
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
    pub progress: &'a RefCell<ProgressLine>,
}

impl Further<'_> {
    /// The further paths for a property whose answer has one; fewer than wanted where there are no others, or none are found.
    pub fn paths(&self, outcome: &Outcome, result: &Checked) -> Vec<Trace> {
        let Some(first) = result.answer.trace().or(result.answer.witness()) else { return Vec::new() };
        let property = outcome.property(result);
        let mut kept = vec![first.clone()];
        let mut taken_out = vec![key_state(first).clone()];
        for _ in 0..self.wanted.saturating_sub(1).saturating_mul(MOST_TRIES) {
            if kept.len() >= self.wanted || self.interrupt.happened() {
                break;
            }
            let system = &outcome.model.system;
            let Some(question) = without(system, &property.question, &taken_out) else { break };
            let Some(found) = self.ask(outcome, property, question) else { break };
            taken_out.push(key_state(&found).clone());
            if kept.iter().all(|known| transitions(known) != transitions(&found)) {
                kept.push(found);
            }
        }
        kept.split_off(1)
    }

    fn ask(&self, outcome: &Outcome, property: &Property, question: Question) -> Option<Trace> {
        let mut system = outcome.model.system.clone();
        system.properties = vec![Property { question, ..property.clone() }];
        let model = Model {
            file: outcome.model.file.clone(),
            system,
            warnings: Vec::new(),
            load_time: outcome.model.load_time,
        };
        let job = Job {
            model,
            properties: vec![0],
            choice: self.choice,
            options: Options { coverage: false, ..self.options },
            sizes: outcome.sizes.clone(),
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

fn transitions(trace: &Trace) -> BTreeSet<TransitionId> {
    trace.steps.iter().map(|step| step.transition).collect()
}

/// The question with these states taken out; nothing for questions that cannot be asked so.
fn without(system: &System, question: &Question, states: &[State]) -> Option<Question> {
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
