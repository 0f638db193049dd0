//! What is true of the properties of a model, found by the naive checkers, or by the explicit engine where a model has to be read in
//! another way.

use super::instances::{fix_branching, fix_linear};
use crate::bounded_twins::{Known, known_truths};
use crate::naive::{Survey, survey};
use crate::temporal::{Graph, some_path_violates, states_of};
use certificates::{Certificate, Proof};
use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use system::{BoundId, Ctl, Ltl, Question, State, System, Value};

/// Models with more states are not looked at.
const MOST_STATES: usize = 400;

/// How far beyond the values that are met rigid variables are tried.
const MARGIN: i128 = 3;

/// Rigid variables are not tried with more values.
const MOST_VALUES: i128 = 60;

/// What is true of the properties of one model; each is found when it is asked for.
pub struct Facts<'s> {
    /// The model.
    pub system: &'s System,
    text: &'s str,
    survey: Option<Survey>,
    graph: OnceCell<Option<Graph>>,
    known: RefCell<HashMap<usize, Option<Known>>>,
    twins: OnceCell<Vec<Option<Known>>>,
}

impl<'s> Facts<'s> {
    /// The facts about a system, which was read from this text.
    pub fn new(system: &'s System, text: &'s str) -> Self {
        let survey = survey(system, MOST_STATES).ok();
        let (graph, twins) = (OnceCell::new(), OnceCell::new());
        Facts { system, text, survey, graph, known: RefCell::default(), twins }
    }

    /// All reachable states, if they can be listed.
    pub fn states(&self) -> &[State] {
        self.survey.as_ref().map_or(&[], |survey| &survey.states)
    }

    /// What is true of the property with this number; nothing if that is too hard to find.
    pub fn of(&self, property: usize) -> Option<Known> {
        if let Some(known) = self.known.borrow().get(&property) {
            return *known;
        }
        let found = self.find(property);
        self.known.borrow_mut().insert(property, found);
        found
    }

    /// Whether a certificate claims what is true.
    pub fn agrees(&self, certificate: &Certificate) -> Option<bool> {
        let place = self.system.properties.iter().position(|own| own.name == certificate.property)?;
        Some(match (self.of(place)?, &certificate.proof) {
            (Known::Holds, _) => certificate.holds,
            (Known::Violated, _) => !certificate.holds,
            (Known::Largest(largest), Ok(Proof::Largest { value, .. })) => {
                certificate.holds && largest == *value
            }
            (Known::Largest(_), _) => false,
        })
    }

    fn find(&self, property: usize) -> Option<Known> {
        let question = &self.system.properties[property].question;
        let Some(survey) = &self.survey else { return self.twin(property) };
        let decided = |holds: bool| if holds { Known::Holds } else { Known::Violated };
        match question {
            Question::Bound(e) => survey.largest(self.system, e).ok()?.map(Known::Largest),
            Question::Ctl(formula) => self.branching(formula).map(decided),
            Question::Ltl(formula) => self.linear(formula).map(decided),
            other => survey.truth(self.system, other).ok()?.map(|truth| decided(truth.holds)),
        }
    }

    /// Whether every initial state satisfies the formula, with each value of its outermost rigid variables.
    fn branching(&self, formula: &Ctl) -> Option<bool> {
        if let Ctl::Rigid { universal: true, bound, body } = formula {
            let fixed = |value: i128| {
                let mut body = (**body).clone();
                fix_branching(&mut body, *bound, value);
                body
            };
            return self.all(*bound, |value| self.branching(&fixed(value)));
        }
        if is_rigid_branching(formula) {
            return None;
        }
        let graph = self.graph()?;
        let truth = states_of(self.system, graph, formula).ok()?;
        Some(truth[..graph.initial].iter().all(|value| *value))
    }

    /// Whether every path satisfies the formula, with each value of its outermost rigid variables.
    fn linear(&self, formula: &Ltl) -> Option<bool> {
        if let Ltl::Rigid { universal: true, bound, body } = formula {
            let fixed = |value: i128| {
                let mut body = (**body).clone();
                fix_linear(&mut body, *bound, value);
                body
            };
            return self.all(*bound, |value| self.linear(&fixed(value)));
        }
        if is_rigid_linear(formula) {
            return None;
        }
        some_path_violates(self.system, self.graph()?, formula).ok()?.map(|violated| !violated)
    }

    /// Whether something is true with each value of a rigid variable that differs from all sums of values in reachable states by a little
    /// at most; beyond that, all values are alike to formulas that compare it with such sums.
    fn all(&self, bound: BoundId, holds: impl Fn(i128) -> Option<bool>) -> Option<bool> {
        let number = |state: &State, place: usize| match state.get(place) {
            Some(Value::Int(value)) => *value,
            _ => 0,
        };
        let (mut low, mut high) = (-MARGIN, MARGIN);
        for place in 0..self.system.variables.len() {
            low += self.states().iter().map(|state| number(state, place)).min()?.min(0);
            high += self.states().iter().map(|state| number(state, place)).max()?.max(0);
        }
        if high - low > MOST_VALUES {
            return None;
        }
        let low = if self.system.bound(bound).natural { 0 } else { low };
        (low..=high).try_fold(true, |all, value| Some(holds(value)? && all))
    }

    /// The graph of the reachable states, if they can be listed.
    pub(super) fn graph(&self) -> Option<&Graph> {
        self.graph.get_or_init(|| Graph::new(self.system, MOST_STATES).ok()).as_ref()
    }

    /// What the explicit engine says of the model in another reading, where this one cannot be listed.
    fn twin(&self, property: usize) -> Option<Known> {
        let twins = self.twins.get_or_init(|| known_truths(self.text).unwrap_or_default());
        twins.get(property).copied().flatten()
    }
}

/// Whether a formula has a rigid variable.
fn is_rigid_branching(formula: &Ctl) -> bool {
    match formula {
        Ctl::State(_) => false,
        Ctl::Rigid { .. } => true,
        Ctl::Not(f) | Ctl::Next(_, f) | Ctl::Finally(_, f) | Ctl::Globally(_, f) => is_rigid_branching(f),
        Ctl::And(all) | Ctl::Or(all) => all.iter().any(is_rigid_branching),
        Ctl::Implies(f, g) | Ctl::Iff(f, g) | Ctl::Until(_, _, f, g) => {
            is_rigid_branching(f) || is_rigid_branching(g)
        }
    }
}

fn is_rigid_linear(formula: &Ltl) -> bool {
    match formula {
        Ltl::State(_) => false,
        Ltl::Rigid { .. } => true,
        Ltl::Not(f) | Ltl::Next(f) | Ltl::Finally(f) | Ltl::Globally(f) => is_rigid_linear(f),
        Ltl::And(all) | Ltl::Or(all) => all.iter().any(is_rigid_linear),
        Ltl::Implies(f, g) | Ltl::Iff(f, g) | Ltl::Until(_, f, g) => is_rigid_linear(f) || is_rigid_linear(g),
    }
}
