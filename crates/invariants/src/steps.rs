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
use crate::terms::variables;
use certificates::{
    Changes, Definitions, Diagram, Diagrams, Kind, Logic, Refusal, Term, Translator, Valuation, Way,
};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use system::{Comparison, Progress, State, System, TransitionId, Type, Value, VariableId, Watch};

/// Diagrams with more nodes than this are not looked at.
const MOST_NODES: usize = 1 << 21;

/// For so many variables, initial states with different values are looked for.
const WANTED: usize = 12;

/// Formulas that are evaluated between two questions to the watch.
const BETWEEN: usize = 20_000;

/// So many formulas are added at once.
const ADDED: usize = 4;

/// A question that needs more of them than this is given up: what rests on so much is rarely worth it.
const MOST_USED: usize = 40;

/// The steps of a system in the checker's logic.
pub struct Steps<'s, 'w> {
    system: &'s System,
    translator: Translator<'s, Diagrams<'w>>,
    initial: Diagram,
    ways: Vec<Way<Diagram>>,
    known: HashMap<Term, Diagram>,
    /// The values of what a question leaves open.
    usual: State,
    watch: &'w dyn Watch,
    looked_at: usize,
}

/// Formulas that questions may rest on.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Formulas {
    terms: Vec<Term>,
    /// The variables of each.
    mentioned: Vec<BTreeSet<VariableId>>,
}

impl Formulas {
    /// The formulas.
    pub fn new(terms: Vec<Term>) -> Formulas {
        let mentioned = terms.iter().map(variables).collect();
        Formulas { terms, mentioned }
    }

    /// All of them.
    pub fn terms(&self) -> &[Term] {
        &self.terms
    }

    /// The variables of the formula at a place.
    pub fn mentioned(&self, place: usize) -> &BTreeSet<VariableId> {
        &self.mentioned[place]
    }
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
        let (known, usual) = (HashMap::new(), Vec::new());
        Ok(Steps { system, translator, initial, ways, known, usual, watch, looked_at: 0 })
    }

    /// From now on, what a question leaves open has the value that it has in this state. If that is a reachable one, formulas that say nothing
    /// of what is asked are true in it, and are left out.
    pub fn leave_open_as_in(&mut self, state: State) {
        self.usual = state;
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
        self.possible(condition, &Formulas::default(), &BTreeSet::new(), &mut |_| false, &mut Vec::new())
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
        match self.possible(
            condition,
            &Formulas::default(),
            &BTreeSet::new(),
            &mut |_| false,
            &mut Vec::new(),
        )? {
            Possible::State(state) => Ok(Some(state)),
            Possible::No(_) => Ok(None),
        }
    }

    /// Whether a state that satisfies the formulas is left by the way to one that does not satisfy the one at this place. Those of the formulas are used
    /// that are usable; those that were useful before are tried first.
    ///
    /// # Errors
    /// What cannot be decided.
    pub fn leaves(
        &mut self,
        way: usize,
        place: usize,
        formulas: &Formulas,
        usable: &mut dyn FnMut(usize) -> bool,
        useful: &mut Vec<usize>,
    ) -> Result<Possible, Refusal> {
        let formula = &formulas.terms[place];
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
        let concerned = formulas.mentioned[place].iter().chain(changed.keys()).copied().collect();
        self.possible(condition, formulas, &concerned, usable, useful)
    }

    /// Whether a state that satisfies the formulas does not satisfy the one at this place.
    ///
    /// # Errors
    /// What cannot be decided.
    pub fn escapes(
        &mut self,
        place: usize,
        formulas: &Formulas,
        usable: &mut dyn FnMut(usize) -> bool,
    ) -> Result<Possible, Refusal> {
        let inside = self.truth(&formulas.terms[place])?;
        let outside = self.translator.logic.not(inside)?;
        self.possible(outside, formulas, &formulas.mentioned[place], usable, &mut Vec::new())
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

    /// Whether a state satisfies the condition, which concerns these variables, and the usable ones of the formulas.
    fn possible(
        &mut self,
        condition: Diagram,
        formulas: &Formulas,
        concerned: &BTreeSet<VariableId>,
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
                usable(*place)
                    && is_true(&formulas.terms[*place], &state) == Some(false)
                    && !used.contains(place)
            };
            let beyond = |place: usize| formulas.mentioned[place].difference(concerned).count();
            let is_near = |place: &usize| beyond(*place) == 0;
            let known = useful.iter().copied().filter(is_near);
            let mut needed: Vec<usize> = known.filter(|place| excludes(place)).take(ADDED).collect();
            if needed.is_empty() {
                self.charge(formulas.terms.len())?;
                needed = (0..formulas.terms.len()).filter(|place| excludes(place)).collect();
                // Those first that say least of anything else.
                needed.sort_by_key(|place| beyond(*place));
                needed.truncate(ADDED);
                useful.extend(
                    needed.iter().filter(|place| !useful.contains(place)).copied().collect::<Vec<_>>(),
                );
            }
            if needed.is_empty() {
                return Ok(Possible::State(state));
            }
            if used.len() > MOST_USED {
                return Err(Refusal::Undecided("it rests on too many formulas".into()));
            }
            for place in needed {
                let truth = self.truth(&formulas.terms[place])?;
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

    /// The state of a valuation; what has no value in it gets the usual one, or one of its type.
    fn state(&self, valuation: &Valuation) -> State {
        let coding = &self.translator.coding;
        let coded = coding.variables.iter().zip(&coding.kinds);
        let all = self.system.variables.iter().zip(coded).enumerate();
        let all = all.map(|(number, (declared, (variable, kind)))| {
            let given = valuation.get(variable).copied();
            if let (None, Some(usual)) = (given, self.usual.get(number)) {
                return *usual;
            }
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
