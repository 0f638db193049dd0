//! The steps of a system as conditions that are decided, and the questions that are asked of them.
//!
//! Conditions are those of the checker of certificates, so that what is found here is accepted there. A question is whether a state satisfies
//! a condition and some formulas out of many that are known. Only few of the many matter to one question; so the condition is tried alone,
//! and where a state satisfies it, formulas that are false in that state are added, until there is none or no state is left. What was added
//! is told: it is what the answer rests on.
//!
//! # Reference
//! Clarke, Grumberg, Jha, Lu, Veith: *Counterexample-Guided Abstraction Refinement*, CAV 2000, doi:10.1007/10722167_15: a formula is left
//! out until a state shows that it is needed.

use crate::evaluate::is_true;
use certificates::{
    Changes, Definitions, Diagram, Diagrams, Kind, Logic, Refusal, Term, Translator, Valuation, Way,
};
use std::collections::{BTreeMap, HashMap};
use system::{Comparison, Progress, State, System, TransitionId, Type, Value, VariableId, Watch};

/// Diagrams with more nodes than this are not looked at.
const MOST_NODES: usize = 1 << 21;

/// For so many variables, initial states with different values are looked for.
const WANTED: usize = 12;

/// Formulas that are evaluated between two questions to the watch.
const BETWEEN: usize = 20_000;

/// So many formulas are added at once.
const ADDED: usize = 4;

/// The steps of a system in the checker's logic.
pub struct Steps<'s, 'w> {
    system: &'s System,
    translator: Translator<'s, Diagrams<'w>>,
    initial: Diagram,
    ways: Vec<Way<Diagram>>,
    known: HashMap<Term, Diagram>,
    watch: &'w dyn Watch,
    looked_at: usize,
}

/// The answer to a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Possible {
    /// No state is so, because of these of the formulas.
    No(Vec<usize>),
    /// This one is.
    State(State),
}

impl<'s, 'w> Steps<'s, 'w> {
    /// The steps of a system.
    ///
    /// # Errors
    /// What cannot be translated, or not within the limits.
    pub fn new(system: &'s System, watch: &'w dyn Watch) -> Result<Self, Refusal> {
        let mut translator = Translator::new(Diagrams::new(watch, MOST_NODES), system, &[])?;
        let initial = translator.initial()?;
        let mut ways = Vec::new();
        for index in 0..system.transitions.len() {
            ways.extend(translator.fire(TransitionId::from_index(index))?.ways);
        }
        Ok(Steps { system, translator, initial, ways, known: HashMap::new(), watch, looked_at: 0 })
    }

    /// The number of ways in which transitions are taken.
    pub fn count(&self) -> usize {
        self.ways.len()
    }

    /// The transition of a way.
    pub fn transition(&self, way: usize) -> TransitionId {
        self.ways[way].transition
    }

    /// Whether a way may change the value of the variable.
    pub fn changes(&self, way: usize, variable: VariableId) -> bool {
        self.ways[way].after.contains_key(&variable)
    }

    /// Whether an initial state does not satisfy the formula.
    ///
    /// # Errors
    /// What cannot be decided.
    pub fn begins_outside(&mut self, formula: &Term) -> Result<Possible, Refusal> {
        let initial = self.initial;
        let inside = self.truth(formula)?;
        let outside = self.translator.logic.not(inside)?;
        let condition = self.translator.logic.and(initial, outside)?;
        self.possible(condition, &[], &mut |_| false, &mut Vec::new())
    }

    /// Some initial states; where these integer variables may have several values, with different ones.
    pub fn initial_states(&mut self, integers: &[VariableId]) -> Vec<State> {
        let mut found: Vec<State> = Vec::new();
        let bound =
            |id: &VariableId, least| Term::compare(Comparison::Ge, Term::Variable(*id), Term::int(least));
        let wanted = integers.iter().take(WANTED).flat_map(|id| [1, 2, 5].map(|least| bound(id, least)));
        for wanted in [Term::bool(true)].into_iter().chain(wanted) {
            if let Ok(Some(state)) = self.an_initial_state(&wanted)
                && !found.contains(&state)
            {
                found.push(state);
            }
        }
        found
    }

    fn an_initial_state(&mut self, wanted: &Term) -> Result<Option<State>, Refusal> {
        let (initial, wanted) = (self.initial, self.truth(wanted)?);
        let condition = self.translator.logic.and(initial, wanted)?;
        match self.possible(condition, &[], &mut |_| false, &mut Vec::new())? {
            Possible::State(state) => Ok(Some(state)),
            Possible::No(_) => Ok(None),
        }
    }

    /// Whether a state that satisfies the formulas is left by the way to one that does not satisfy this one. Those of the formulas are used
    /// that are usable; those that were useful before are tried first.
    ///
    /// # Errors
    /// What cannot be decided.
    pub fn leaves(
        &mut self,
        way: usize,
        formula: &Term,
        formulas: &[Term],
        usable: &mut dyn FnMut(usize) -> bool,
        useful: &mut Vec<usize>,
    ) -> Result<Possible, Refusal> {
        let (condition, changed) = (self.ways[way].condition, self.ways[way].after.clone());
        let changes = Changes { variables: &changed, extras: BTreeMap::new() };
        let mut definitions = Definitions::new(&[])?;
        let stays = self.translator.truth_after(&mut definitions, formula, &changes)?;
        let logic = &mut self.translator.logic;
        let outside = logic.not(stays)?;
        let condition = logic.and(condition, outside)?;
        if logic.is_plainly_false(condition) {
            return Ok(Possible::No(Vec::new()));
        }
        let now = self.truth(formula)?;
        let condition = self.translator.logic.and(condition, now)?;
        self.possible(condition, formulas, usable, useful)
    }

    /// Whether a state that satisfies the formulas does not satisfy this one.
    ///
    /// # Errors
    /// What cannot be decided.
    pub fn escapes(
        &mut self,
        formula: &Term,
        formulas: &[Term],
        usable: &mut dyn FnMut(usize) -> bool,
    ) -> Result<Possible, Refusal> {
        let inside = self.truth(formula)?;
        let outside = self.translator.logic.not(inside)?;
        self.possible(outside, formulas, usable, &mut Vec::new())
    }

    fn truth(&mut self, formula: &Term) -> Result<Diagram, Refusal> {
        if let Some(known) = self.known.get(formula) {
            return Ok(*known);
        }
        let mut definitions = Definitions::new(&[])?;
        let truth = self.translator.truth(&mut definitions, formula)?;
        self.known.insert(formula.clone(), truth);
        Ok(truth)
    }

    /// Whether a state satisfies the condition and the usable ones of the formulas.
    fn possible(
        &mut self,
        condition: Diagram,
        formulas: &[Term],
        usable: &mut dyn FnMut(usize) -> bool,
        useful: &mut Vec<usize>,
    ) -> Result<Possible, Refusal> {
        let defining = self.translator.defining()?;
        let mut condition = self.translator.logic.and(condition, defining)?;
        let mut used: Vec<usize> = Vec::new();
        loop {
            let Some(valuation) = self.translator.logic.satisfying(condition)? else {
                return Ok(Possible::No(used));
            };
            let state = self.state(&valuation);
            let mut excludes = |place: &usize| {
                let is_false = is_true(&formulas[*place], &state) == Some(false);
                is_false && !used.contains(place) && usable(*place)
            };
            let mut needed: Vec<usize> =
                useful.iter().copied().filter(|place| excludes(place)).take(ADDED).collect();
            if needed.is_empty() {
                self.charge(formulas.len())?;
                needed = (0..formulas.len()).filter(|place| excludes(place)).take(ADDED).collect();
                useful.extend(&needed);
            }
            if needed.is_empty() {
                return Ok(Possible::State(state));
            }
            for place in needed {
                let truth = self.truth(&formulas[place])?;
                condition = self.translator.logic.and(condition, truth)?;
                used.push(place);
            }
        }
    }

    /// Asks the watch after so many formulas have been looked at.
    fn charge(&mut self, formulas: usize) -> Result<(), Refusal> {
        self.looked_at += formulas;
        if self.looked_at < BETWEEN {
            return Ok(());
        }
        self.looked_at = 0;
        self.watch.check(&Progress::default()).map_err(|stop| Refusal::Undecided(stop.to_string()))
    }

    /// The state of a valuation; what has no value in it gets one of its type.
    fn state(&self, valuation: &Valuation) -> State {
        let coding = &self.translator.coding;
        let coded = coding.variables.iter().zip(&coding.kinds);
        let all = self.system.variables.iter().zip(coded).map(|(declared, (variable, kind))| {
            let given = valuation.get(variable).copied();
            match (*kind, declared.ty) {
                (Kind::Integer(least, most), _) => {
                    let near = least.unwrap_or(0).max(0).min(most.unwrap_or(i128::MAX));
                    Value::Int(given.unwrap_or(near))
                }
                (Kind::Finite(_), ty) => plain(ty, u32::try_from(given.unwrap_or(0)).unwrap_or(0)),
            }
        });
        all.collect()
    }
}

/// The value with this code, as the checker codes them.
fn plain(ty: Type, code: u32) -> Value {
    match ty {
        Type::Bool => Value::Bool(code != 0),
        Type::Enumeration(_) => Value::Member(code),
        Type::Reference(_) => Value::Reference(code.checked_sub(1)),
        Type::Location(_) => Value::Location(code),
        Type::Range { low, .. } => Value::Int(low.saturating_add(i128::from(code))),
        Type::Nat | Type::Int => Value::Int(i128::from(code)),
    }
}
