//! Compares the translation of a model into conditions, which certificates are checked with, with the reference interpreter.
//!
//! In reachable and in random states: the same states are initial, conditions have the same truth, the same transitions
//! fault, and each has the same successors with the same edges. Conditions are decided by trying values.

mod enumeration;

use crate::random::Random;
use certificates::{Cases, Fired, Logic, Refusal, Scalar, Translator, Valuation, Way};
use enumeration::{TriedValues, put_in};
use std::collections::BTreeSet;
use system::{EdgeId, Expr, Interpreter, Question, State, System, TransitionId, Type, Unlimited, Value};

/// More valuations than this are not tried for one condition in one state.
const MOST_TRIES: usize = 100_000;

/// How much was compared.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ComparedTranslation {
    /// States.
    pub states: usize,
    /// Successors that both know.
    pub successors: usize,
    /// States and transitions that fault.
    pub faults: usize,
    /// Values of conditions and integers.
    pub conditions: usize,
    /// What the interpreter could not do, or had too many values to try.
    pub skipped: usize,
    /// Why transitions and conditions were not translated.
    pub refused: Vec<String>,
}

type Successor = (Vec<EdgeId>, State);

struct TranslationComparison<'a> {
    system: &'a System,
    interpreter: Interpreter<'a>,
    translator: Translator<'a, TriedValues>,
    compared: ComparedTranslation,
    transitions: Vec<Option<Fired<usize>>>,
    conditions: Vec<(&'a Expr, usize)>,
    values: Vec<(&'a Expr, Cases<usize>)>,
    initial: Option<usize>,
}

/// Compares a system with its translation in so many states; the error says what differs.
pub fn compare_translation(system: &System, seed: u64, states: usize) -> Result<ComparedTranslation, String> {
    let translator =
        Translator::new(TriedValues::default(), system, &[]).map_err(|refusal| refusal.to_string())?;
    let mut comparison = TranslationComparison {
        system,
        interpreter: Interpreter::new(system),
        translator,
        compared: ComparedTranslation::default(),
        transitions: Vec::new(),
        conditions: Vec::new(),
        values: Vec::new(),
        initial: None,
    };
    comparison.translate();
    comparison.run(&mut Random::new(seed), states)?;
    Ok(comparison.compared)
}

impl<'a> TranslationComparison<'a> {
    fn accepted<T>(&mut self, result: Result<T, Refusal>) -> Option<T> {
        result.map_err(|refusal| self.compared.refused.push(refusal.to_string())).ok()
    }

    fn translate(&mut self) {
        let initial = self.translator.initial();
        self.initial = self.accepted(initial);
        for index in 0..self.system.transitions.len() {
            let fired = self.translator.fire(TransitionId::from_index(index));
            let fired = self.accepted(fired);
            self.transitions.push(fired);
        }
        for property in &self.system.properties {
            match &property.question {
                Question::Invariant(expr) | Question::Reachable(expr) => {
                    let holds = self.translator.holds(expr);
                    let holds = self.accepted(holds);
                    self.conditions.extend(holds.map(|holds| (expr, holds)));
                }
                Question::Bound(expr) => {
                    let value = self.translator.value(expr);
                    let value = self.accepted(value);
                    self.values.extend(value.map(|value| (expr, value)));
                }
                _ => {}
            }
        }
    }

    fn run(&mut self, random: &mut Random, most: usize) -> Result<(), String> {
        let mut queue = self.interpreter.initial_states(&Unlimited).unwrap_or_default();
        queue.truncate(most);
        let mut seen: BTreeSet<State> = queue.iter().cloned().collect();
        let mut next = 0;
        while next < queue.len() && next < most {
            for successor in self.state(&queue[next].clone())? {
                if queue.len() < most && seen.insert(successor.clone()) {
                    queue.push(successor);
                }
            }
            next += 1;
        }
        for _ in 0..most {
            if let Some(state) = random_state(self.system, random) {
                self.state(&state)?;
            }
        }
        Ok(())
    }

    fn show(&self, state: &State) -> String {
        let valuation = self.valuation(state);
        self.translator.coding.shown(self.system, &[], &valuation)
    }

    /// The codes of a state.
    fn valuation(&self, state: &State) -> Valuation {
        let code = |(index, value): (usize, &Value)| {
            let integer =
                |value: i128| match (self.translator.coding.kinds[index], self.system.variables[index].ty) {
                    (certificates::Kind::Finite(_), Type::Range { low, .. }) => value - low,
                    _ => value,
                };
            let code = match *value {
                Value::Bool(value) => i128::from(value),
                Value::Int(value) => integer(value),
                Value::Member(code) | Value::Location(code) => i128::from(code),
                Value::Reference(instance) => instance.map_or(0, |instance| i128::from(instance) + 1),
            };
            (self.translator.coding.variables[index], code)
        };
        state.iter().enumerate().map(code).collect()
    }

    /// Whether a condition is true in a state for some values of what else it mentions.
    fn satisfied(&mut self, condition: usize, at: &Valuation) -> Option<bool> {
        let defining = self.translator.defining().ok()?;
        let logic = &mut self.translator.logic;
        let condition = logic.restrict(condition, at);
        // Quotients that the condition does not mention have a value in any case.
        let condition = match logic.support(condition).is_empty() {
            true => condition,
            false => {
                let defining = logic.restrict(defining, at);
                logic.and(condition, defining).ok()?
            }
        };
        logic.each(
            condition,
            &BTreeSet::new(),
            &mut Valuation::new(),
            &mut MOST_TRIES.clone(),
            &mut |_, _| true,
        )
    }

    /// Compares everything in one state; its successors.
    fn state(&mut self, state: &State) -> Result<Vec<State>, String> {
        let at = self.valuation(state);
        self.compared.states += 1;
        if let (Ok(expected), Some(initial)) = (self.interpreter.is_initial(state), self.initial) {
            let found = self.satisfied(initial, &at);
            if found.is_some_and(|found| found != expected) {
                return Err(format!("initial: the interpreter says {expected} of {}", self.show(state)));
            }
        }
        self.questions(state, &at)?;
        let mut all = Vec::new();
        for id in (0..self.system.transitions.len()).map(TransitionId::from_index) {
            let Ok(expected) = self.interpreter.fire(state, id) else {
                self.compared.skipped += 1;
                continue;
            };
            if let Some(fired) = self.transitions[id.index()].clone() {
                let faults = expected.faults.iter().map(|fault| fault.reason.clone()).collect::<Vec<_>>();
                let steps =
                    expected.steps.iter().map(|step| (step.moved.clone(), step.state.clone())).collect();
                self.transition(state, &at, &fired, &faults, &steps)?;
            }
            all.extend(expected.steps.into_iter().map(|step| step.state));
        }
        Ok(all)
    }

    fn questions(&mut self, state: &State, at: &Valuation) -> Result<(), String> {
        for (expr, condition) in self.conditions.clone() {
            let Ok(expected) = self.interpreter.holds(expr, state) else { continue };
            self.compared.conditions += 1;
            if self.satisfied(condition, at).is_some_and(|found| found != expected) {
                let text = self.system.show_expr(expr);
                return Err(format!("condition: {text} is {expected} in {}", self.show(state)));
            }
        }
        for (expr, cases) in self.values.clone() {
            let expected = match self.interpreter.evaluate(expr, state) {
                Ok(value) => Some(value),
                Err(system::Failure::Fault { .. }) => None,
                _ => continue,
            };
            self.compared.conditions += 1;
            let mut right = match expected {
                Some(value) => cases.is(&mut self.translator.logic, value),
                None => cases.defined(&mut self.translator.logic),
            }
            .map_err(|refusal| refusal.to_string())?;
            if expected.is_none() {
                right = self.translator.logic.not(right).map_err(|refusal| refusal.to_string())?;
            }
            if self.satisfied(right, at) == Some(false) {
                let text = self.system.show_expr(expr);
                return Err(format!("value: {text} is {expected:?} in {}", self.show(state)));
            }
        }
        Ok(())
    }

    fn transition(
        &mut self,
        state: &State,
        at: &Valuation,
        fired: &Fired<usize>,
        faults: &[String],
        steps: &BTreeSet<Successor>,
    ) -> Result<(), String> {
        let Some(faulting) = self.satisfied(fired.faults, at) else {
            self.compared.skipped += 1;
            return Ok(());
        };
        if faulting == faults.is_empty() {
            return Err(format!("fault: there are faults {faults:?} in {}", self.show(state)));
        }
        self.compared.faults += usize::from(faulting);
        let mut found = BTreeSet::new();
        for way in &fired.ways {
            if !self.way(state, at, way, &mut found)? {
                self.compared.skipped += 1;
                return Ok(());
            }
        }
        if let Some((moved, next)) = steps.difference(&found).next() {
            let (from, to) = (self.show(state), self.show(next));
            return Err(format!("missing: {} leads from {from} to {to}", self.system.transition_name(moved)));
        }
        if let Some((moved, next)) = found.difference(steps).next() {
            let (from, to) = (self.show(state), self.show(next));
            return Err(format!(
                "invented: {} leads from {from} to {to}",
                self.system.transition_name(moved)
            ));
        }
        self.compared.successors += found.len();
        Ok(())
    }

    /// Adds the successors by one way; false if there are too many values to try.
    fn way(
        &mut self,
        state: &State,
        at: &Valuation,
        way: &Way<usize>,
        found: &mut BTreeSet<Successor>,
    ) -> Result<bool, String> {
        let defining = self.translator.defining().map_err(|refusal| refusal.to_string())?;
        let logic = &mut self.translator.logic;
        let condition = logic.restrict(way.condition, at);
        let mut open: BTreeSet<_> = logic.support(condition).clone();
        for cases in way.after.values() {
            for (condition, scalar) in &cases.cases {
                let condition = logic.restrict(*condition, at);
                open.extend(logic.support(condition).iter().copied());
                if let (false, Scalar::Integer(sum)) = (logic.is_plainly_false(condition), scalar) {
                    open.extend(put_in(sum, at).terms.keys().copied());
                }
            }
        }
        let mut condition = condition;
        if !open.is_empty() {
            let defining = logic.restrict(defining, at);
            condition = logic.and(condition, defining).map_err(|refusal| refusal.to_string())?;
        }
        let mut wrong = None;
        let mut tries = MOST_TRIES;
        let complete =
            logic.each(condition, &open, &mut Valuation::new(), &mut tries, &mut |logic, chosen| {
                let all: Valuation =
                    at.iter().chain(chosen).map(|(variable, value)| (*variable, *value)).collect();
                match successor(logic, state, way, &all) {
                    Ok(successor) => found.insert(successor),
                    Err(detail) => {
                        wrong = Some(detail);
                        return true;
                    }
                };
                false
            });
        match wrong {
            Some(detail) => Err(format!("cases: {detail} in {}", self.show(state))),
            None => Ok(complete.is_some()),
        }
    }
}

/// Where a way leads for one valuation. Just one case of each new value must apply.
fn successor(
    logic: &mut TriedValues,
    state: &State,
    way: &Way<usize>,
    all: &Valuation,
) -> Result<Successor, String> {
    let mut next = state.clone();
    for (variable, cases) in &way.after {
        let applies = |logic: &mut TriedValues, condition: usize| logic.restrict(condition, all) == 1;
        let values: Vec<&Scalar> = cases
            .cases
            .iter()
            .filter(|(condition, _)| applies(logic, *condition))
            .map(|(_, value)| value)
            .collect();
        next[variable.index()] = match values.as_slice() {
            [Scalar::Plain(value)] => *value,
            [Scalar::Integer(sum)] => Value::Int(put_in(sum, all).as_constant().ok_or("a value is open")?),
            several => return Err(format!("variable {} has {} values", variable.0, several.len())),
        };
    }
    let moved = way.moved.iter().filter(|(_, condition)| logic.restrict(*condition, all) == 1);
    Ok((moved.map(|(edge, _)| *edge).collect(), next))
}

/// A state within the types; nothing if a type is empty.
fn random_state(system: &System, random: &mut Random) -> Option<State> {
    let below = |random: &mut Random, count: usize| (count > 0).then(|| random.below(count) as u32);
    let value = |random: &mut Random, ty: Type| {
        Some(match ty {
            Type::Bool => Value::Bool(random.percent(50)),
            Type::Enumeration(id) => Value::Member(below(random, system.enumeration(id).members.len())?),
            Type::Location(id) => Value::Location(below(random, system.process(id).locations.len())?),
            Type::Reference(id) => {
                Value::Reference((random.below(system.process(id).count as usize + 1) as u32).checked_sub(1))
            }
            Type::Range { low, high } if high < low => return None,
            Type::Range { low, high } => Value::Int((low + i128::from(random.between(0, 9))).min(high)),
            Type::Nat => Value::Int(i128::from(random.between(0, 4))),
            Type::Int => Value::Int(i128::from(random.between(-3, 5))),
        })
    };
    system.variables.iter().map(|variable| value(random, variable.ty)).collect()
}
