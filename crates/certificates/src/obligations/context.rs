//! A model and a certificate in a logic: steps, and sets of states before and after them.

use crate::translation::{Cases, Changes, Definitions, Scalar, Translator, Way};
use crate::{Automaton, Certificate, Logic, Refusal, Term, Variable};
use std::collections::BTreeMap;
use std::rc::Rc;
use system::{BoundId, Comparison, Expr, State, System, TransitionId, Value, VariableId};

/// Nobody needs more variables beside the model's: those are rigid variables and the state of an automaton.
const MOST_EXTRAS: usize = 1_000;

/// What obligations are made of.
pub(crate) struct Context<'c, 's, L: Logic> {
    /// Turns parts of the model into conditions.
    pub translator: Translator<'s, L>,
    /// The certificate.
    pub certificate: &'c Certificate,
    /// The formulas with names.
    pub definitions: Definitions<'c, L::Condition>,
    /// The ways in which transitions are taken.
    pub ways: Vec<Rc<Way<L::Condition>>>,
    /// Where each transition faults. They are kept apart, since together they can be large.
    pub faults: Vec<L::Condition>,
    /// The rigid variables for which the first of the further variables stand.
    pub rigid: Vec<BoundId>,
    /// What is given of these: natural numbers are not negative.
    given: L::Condition,
    /// Where nothing can be done, once it has been asked for.
    dead: Option<L::Condition>,
}

/// Steps of one way, and of one edge of an automaton, if there is one.
#[derive(Debug, Clone)]
pub(crate) struct Passage<C> {
    /// The way; nothing where a dead end is repeated.
    pub way: Option<Rc<Way<C>>>,
    /// The edge of the automaton, by its place, and the state that it leads to.
    pub reading: Option<(usize, u32)>,
    /// When they are taken, over the state before and the chosen variables.
    pub condition: C,
}

/// A set of states.
#[derive(Debug, Clone)]
pub(crate) enum Set<'c> {
    /// Where a condition of the model is true.
    State(&'c Expr),
    /// Where a formula of the certificate is true.
    Term(&'c Term),
    /// Where a formula of the certificate is true if the last of the further variables is zero, so that nothing depends on that one.
    Bare(&'c Term),
    /// All others.
    Not(Box<Set<'c>>),
    /// What is in all of these.
    And(Vec<Set<'c>>),
    /// What is in some of these.
    Or(Vec<Set<'c>>),
}

impl<'c> Set<'c> {
    /// All states that are not in it.
    pub fn not(self) -> Set<'c> {
        match self {
            Set::Not(inner) => *inner,
            other => Set::Not(Box::new(other)),
        }
    }
}

impl<'c, 's, L: Logic> Context<'c, 's, L> {
    /// The model in the logic.
    pub fn new(logic: L, system: &'s System, certificate: &'c Certificate) -> Result<Self, Refusal> {
        if certificate.extras.len() > MOST_EXTRAS {
            return Err(malformed("there are too many variables beside the model's"));
        }
        // Of a variable without a value everything would be true.
        if certificate.extras.iter().any(|(_, count)| *count == Some(0)) {
            return Err(malformed("a variable beside the model's has no value"));
        }
        let mut translator = Translator::new(logic, system, &certificate.extras)?;
        let order = certificate.order.iter().filter_map(|id| translator.coding.variables.get(id.index()));
        let order: Vec<Variable> = order.copied().collect();
        translator.logic.arrange(&order);
        let definitions = Definitions::new(&certificate.definitions)?;
        let mut ways = Vec::new();
        let mut faults = Vec::new();
        for index in 0..system.transitions.len() {
            let fired = translator.fire(TransitionId::from_index(index))?;
            ways.extend(fired.ways.into_iter().map(Rc::new));
            if !translator.logic.is_plainly_false(fired.faults) {
                faults.push(fired.faults);
            }
        }
        let given = translator.logic.constant(true);
        Ok(Context {
            translator,
            certificate,
            definitions,
            ways,
            faults,
            rigid: Vec::new(),
            given,
            dead: None,
        })
    }

    /// The first of the further variables stand for these rigid variables, which have any value of theirs and never change.
    pub fn bind(&mut self, rigid: &[BoundId]) -> Result<(), Refusal> {
        for (place, bound) in rigid.iter().enumerate() {
            match self.certificate.extras.get(place) {
                Some((_, None)) => self.translator.bind(*bound, place)?,
                _ => {
                    return Err(malformed(
                        "a rigid variable is not among the integers beside the model's variables",
                    ));
                }
            }
            if self.system().bound(*bound).natural {
                let value = self.translator.present_extra(place)?;
                let zero = Cases::certain(&mut self.translator.logic, Scalar::of(Value::Int(0)));
                let natural = self.translator.compare(Comparison::Ge, &value, &zero)?;
                self.given = self.translator.logic.and(self.given, natural)?;
            }
        }
        self.rigid = rigid.to_vec();
        Ok(())
    }

    /// The model.
    pub fn system(&self) -> &'s System {
        self.translator.system
    }

    /// That nothing satisfies the condition, with what defines its quotients.
    pub fn refute(&mut self, obligation: &str, condition: L::Condition) -> Result<(), Refusal> {
        let defining = self.translator.defining()?;
        let condition = self.translator.logic.all(&[condition, defining, self.given])?;
        let Translator { logic, system, coding, .. } = &mut self.translator;
        let extras = &self.certificate.extras;
        logic.refute(obligation, condition, &|valuation| coding.shown(system, extras, valuation))
    }

    /// The set in the present state.
    pub fn now(&mut self, set: &Set<'c>) -> Result<L::Condition, Refusal> {
        match set {
            Set::State(condition) => self.translator.holds(condition),
            Set::Term(term) => self.translator.truth(&mut self.definitions, term),
            Set::Bare(term) => self.bare(term, &BTreeMap::new()),
            Set::Not(inner) => {
                let inner = self.now(inner)?;
                self.translator.logic.not(inner)
            }
            Set::And(parts) | Set::Or(parts) => {
                let parts = parts.iter().map(|part| self.now(part)).collect::<Result<Vec<_>, _>>()?;
                self.joined(set, &parts)
            }
        }
    }

    /// The set after a step.
    pub fn after(&mut self, set: &Set<'c>, passage: &Passage<L::Condition>) -> Result<L::Condition, Refusal> {
        let nothing = BTreeMap::new();
        let changed = passage.way.as_ref().map_or(&nothing, |way| &way.after);
        match set {
            Set::State(condition) => self.translator.holds_after(condition, changed),
            Set::Term(term) => {
                let extras = self.extras_after(passage);
                let changes = Changes { variables: changed, extras };
                self.translator.truth_after(&mut self.definitions, term, &changes)
            }
            Set::Bare(term) => self.bare(term, changed),
            Set::Not(inner) => {
                let inner = self.after(inner, passage)?;
                self.translator.logic.not(inner)
            }
            Set::And(parts) | Set::Or(parts) => {
                let parts =
                    parts.iter().map(|part| self.after(part, passage)).collect::<Result<Vec<_>, _>>()?;
                self.joined(set, &parts)
            }
        }
    }

    fn bare(
        &mut self,
        term: &'c Term,
        variables: &BTreeMap<VariableId, Cases<L::Condition>>,
    ) -> Result<L::Condition, Refusal> {
        let zero = Cases::certain(&mut self.translator.logic, Scalar::of(Value::Int(0)));
        let changes = Changes { variables, extras: BTreeMap::from([(self.last_extra(), zero)]) };
        self.translator.truth_after(&mut self.definitions, term, &changes)
    }

    fn joined(&mut self, set: &Set<'_>, parts: &[L::Condition]) -> Result<L::Condition, Refusal> {
        match set {
            Set::Or(_) => self.translator.logic.any(parts),
            _ => self.translator.logic.all(parts),
        }
    }

    /// The new values of further variables.
    fn extras_after(&mut self, passage: &Passage<L::Condition>) -> BTreeMap<usize, Cases<L::Condition>> {
        let Some((_, state)) = passage.reading else { return BTreeMap::new() };
        let value = Scalar::of(Value::Int(i128::from(state)));
        let cases = Cases::certain(&mut self.translator.logic, value);
        BTreeMap::from([(self.last_extra(), cases)])
    }

    /// The last of the further variables: the state of an automaton, if there is one.
    pub fn last_extra(&self) -> usize {
        self.certificate.extras.len().saturating_sub(1)
    }

    /// An integer formula in the present state, and after a step.
    pub fn numbers(
        &mut self,
        term: &'c Term,
        passage: &Passage<L::Condition>,
    ) -> Result<[Cases<L::Condition>; 2], Refusal> {
        let now = self.translator.number(&mut self.definitions, term)?;
        let nothing = BTreeMap::new();
        let variables = passage.way.as_ref().map_or(&nothing, |way| &way.after);
        let extras = self.extras_after(passage);
        let changes = Changes { variables, extras };
        let after = self.translator.number_after(&mut self.definitions, term, &changes)?;
        Ok([now, after])
    }

    /// The states from which a step that satisfies its condition can be taken, whatever is chosen.
    pub fn possible(
        &mut self,
        passage: &Passage<L::Condition>,
        condition: L::Condition,
    ) -> Result<L::Condition, Refusal> {
        let chosen = passage.way.as_ref().map_or(&[][..], |way| &way.chosen);
        self.translator.quantify(chosen, condition)
    }

    /// The states from which nothing can be done.
    pub fn dead(&mut self) -> Result<L::Condition, Refusal> {
        if let Some(known) = self.dead {
            return Ok(known);
        }
        let mut alive = self.translator.logic.constant(false);
        for passage in self.moves() {
            let possible = self.possible(&passage, passage.condition)?;
            alive = self.translator.logic.or(alive, possible)?;
        }
        let dead = self.translator.logic.not(alive)?;
        self.dead = Some(dead);
        Ok(dead)
    }

    /// The steps of the model.
    pub fn moves(&self) -> Vec<Passage<L::Condition>> {
        let passage = |way: &Rc<Way<L::Condition>>| Passage {
            way: Some(way.clone()),
            reading: None,
            condition: way.condition,
        };
        self.ways.iter().map(passage).collect()
    }

    /// The steps of the product with an automaton, which reads the state that is left; a dead end is repeated.
    pub fn product(
        &mut self,
        automaton: &Automaton,
        atoms: &[&Expr],
    ) -> Result<Vec<Passage<L::Condition>>, Refusal> {
        let letters = atoms.iter().map(|atom| self.translator.holds(atom)).collect::<Result<Vec<_>, _>>()?;
        let state = self.translator.present_extra(self.last_extra())?;
        let repeated = Passage { way: None, reading: None, condition: self.dead()? };
        let steps: Vec<_> = self.moves().into_iter().chain([repeated]).collect();
        let mut passages = Vec::new();
        for (place, edge) in automaton.edges.iter().enumerate() {
            let logic = &mut self.translator.logic;
            let mut reads = logic.constant(false);
            for cube in &edge.letters {
                let mut all = logic.constant(true);
                for (atom, value) in cube {
                    let letter = *letters.get(*atom).ok_or_else(|| malformed("an atom does not exist"))?;
                    let letter = if *value { letter } else { logic.not(letter)? };
                    all = logic.and(all, letter)?;
                }
                reads = logic.or(reads, all)?;
            }
            let leaves = state.is(logic, Value::Int(i128::from(edge.from)))?;
            let reads = logic.and(leaves, reads)?;
            for step in &steps {
                let condition = self.translator.logic.and(step.condition, reads)?;
                if !self.translator.logic.is_plainly_false(condition) {
                    passages.push(Passage { reading: Some((place, edge.to)), condition, ..step.clone() });
                }
            }
        }
        Ok(passages)
    }

    /// This state alone.
    pub fn exactly(&mut self, state: &State) -> Result<L::Condition, Refusal> {
        let mut here = self.translator.logic.constant(true);
        for (number, value) in state.iter().enumerate() {
            let present = self.translator.present(VariableId::from_index(number))?;
            let same = present.is(&mut self.translator.logic, *value)?;
            here = self.translator.logic.and(here, same)?;
        }
        Ok(here)
    }

    /// What a step is called.
    pub fn shown(&self, passage: &Passage<L::Condition>) -> String {
        let Some(way) = &passage.way else { return "the repetition of a dead end".to_owned() };
        let system = self.system();
        system.transition_name(&[system.transition(way.transition).sender])
    }
}

pub(crate) fn malformed(what: &str) -> Refusal {
    Refusal::Malformed(what.into())
}
