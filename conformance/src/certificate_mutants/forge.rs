//! Random certificates for verdicts that may be wrong: made of small sets, rules and automata, of real paths and real automata.
//!
//! Nothing in them is meant to be right, but all of it fits together, so that only what the checker finds out stands between a forgery and
//! its acceptance.

use super::facts::Facts;
use super::shape::FormulaShape;
use crate::random::Random;
use certificates::{
    AlwaysAbove, AlwaysBelow, Attractor, Automaton, AutomatonEdge, Certificate, Claim, Condition, Growth,
    Proof, Recurring, Region, StepSet, Term,
};
use omega_automata::{Ending, Negation};
use system::{
    ClaimedPath, Comparison, Ctl, Interpreter, Ltl, PathEnding, Question, State, System, TransitionId, Type,
    Value, VariableId,
};

/// Makes random certificates about one model.
pub struct Forger<'f, 's, 'r> {
    /// What is true of the model.
    pub facts: &'f Facts<'s>,
    /// Where choices are drawn from.
    pub random: &'r mut Random,
    /// How many variables there are beside the system's, and how many values the last of them has.
    extras: (usize, u32),
}

impl<'f, 's, 'r> Forger<'f, 's, 'r> {
    /// A forger.
    pub fn new(facts: &'f Facts<'s>, random: &'r mut Random) -> Self {
        Forger { facts, random, extras: (0, 0) }
    }

    fn system(&self) -> &'s System {
        self.facts.system
    }

    /// A random certificate of a verdict on the property with this number.
    pub fn forge(&mut self, property: usize, holds: bool) -> Certificate {
        let property = &self.system().properties[property];
        let mut extras: Vec<(String, Option<u32>)> = Vec::new();
        for number in 0..rigid(&property.question) {
            let values = if self.random.percent(20) { Some(self.random.below(3) as u32) } else { None };
            extras.push((format!("rigid{number}"), values));
        }
        let proof = match &property.question {
            Question::Ltl(formula) => self.linear(formula, holds, &mut extras),
            Question::Ctl(formula) => {
                self.extras = (extras.len(), 0);
                self.branching(formula, holds)
            }
            Question::Bound(_) if self.random.percent(50) => {
                extras.push(("number".into(), None));
                self.extras = (extras.len(), 3);
                let (path, set) = (self.random.percent(70).then(|| self.walk()), self.set());
                Proof::Unbounded(Growth { path, set, attractor: self.attractor() })
            }
            Question::Bound(expression) => {
                let path = self.walk();
                let last = path.steps.last().map_or(&path.initial, |(_, state)| state);
                let value = match Interpreter::new(self.system()).evaluate(expression, last) {
                    Ok(Value::Int(value)) => value,
                    _ => 0,
                };
                Proof::Largest { value, invariant: self.set(), path }
            }
            Question::Reachable(_) if holds => Proof::Path(self.walk()),
            Question::Reachable(_) => Proof::Invariant(self.set()),
            _ if holds => Proof::Invariant(self.set()),
            _ => Proof::Path(self.walk()),
        };
        let (name, kind) = (property.name.clone(), property.question.kind().into());
        let (order, definitions) = (Vec::new(), Vec::new());
        Certificate { property: name, kind, holds, extras, order, definitions, proof: Ok(proof) }
    }

    fn linear(&mut self, formula: &Ltl, holds: bool, extras: &mut Vec<(String, Option<u32>)>) -> Proof {
        if !holds && self.random.percent(50) {
            return Proof::Path(self.walk());
        }
        let mut body = formula;
        while let Ltl::Rigid { body: inner, .. } = body {
            body = inner;
        }
        let automaton = self.automaton(body, holds);
        // Sometimes the automaton has no variable of its own.
        if extras.is_empty() || self.random.percent(80) {
            extras.push(("automaton".into(), Some(automaton.states)));
        }
        self.extras = (extras.len(), automaton.states);
        match holds {
            true => Proof::Linear { invariant: self.invariant(), region: self.region(2), automaton },
            false => {
                let (path, recurring) = (self.walk(), self.recurring());
                let state = self.random.below(automaton.states as usize) as u32;
                Proof::Endless { path, automaton, state, recurring }
            }
        }
    }

    /// The automaton of what violates the formula; or, where it may accept more, one that accepts everything.
    fn automaton(&mut self, formula: &Ltl, may_accept_more: bool) -> Automaton {
        if (!may_accept_more || self.random.percent(60))
            && let Ok(negation) = Negation::of(formula, Ending::default())
        {
            return written(formula, &negation);
        }
        let edge = |from, to, marks| AutomatonEdge { from, to, letters: vec![vec![]], marks };
        let acceptance_sets = self.random.below(3) as u32;
        let marks: Vec<u32> = (0..acceptance_sets).collect();
        let edges = vec![edge(0, 0, marks.clone()), edge(0, 1, vec![]), edge(1, 1, marks)];
        let states = if self.random.percent(50) { 1 } else { 2 };
        let edges = if states == 1 { edges[..1].to_vec() } else { edges };
        Automaton { states, initial: 0, acceptance_sets, edges }
    }

    fn branching(&mut self, formula: &Ctl, holds: bool) -> Proof {
        let shape = if holds { FormulaShape::of(formula) } else { FormulaShape::of(formula).not() };
        let is_fair = !self.system().fairness.is_empty();
        let initial = match self.facts.graph() {
            Some(graph) if !holds => Some(graph.states[self.random.below(graph.initial)].clone()),
            _ => None,
        };
        let count = if holds { 0 } else { rigid(&Question::Ctl(formula.clone())) };
        let rigid = (0..count).map(|_| i128::from(self.random.between(-1, 3))).collect();
        Proof::Branching {
            invariant: self.invariant(),
            fair_below: is_fair.then(|| self.below()),
            fair_above: is_fair.then(|| self.above()),
            claim: Box::new(self.claim(&shape, true)),
            initial,
            rigid,
        }
    }

    fn claim(&mut self, shape: &FormulaShape, below: bool) -> Claim {
        match shape {
            FormulaShape::State => Claim::State,
            FormulaShape::Not(inner) => Claim::Not(Box::new(self.claim(inner, !below))),
            FormulaShape::And(all) => Claim::And(all.iter().map(|one| self.claim(one, below)).collect()),
            FormulaShape::Next(inner) => {
                Claim::Next { inner: Box::new(self.claim(inner, below)), set: self.set() }
            }
            FormulaShape::Until(left, right) => {
                let (left, right) = (Box::new(self.claim(left, below)), Box::new(self.claim(right, below)));
                match below {
                    true => Claim::UntilBelow { left, right, attractor: self.attractor() },
                    false => Claim::UntilAbove { left, right, set: self.set() },
                }
            }
            FormulaShape::Always(inner) => {
                let inner = Box::new(self.claim(inner, below));
                match below {
                    true => Claim::AlwaysBelow { inner, shown: self.below() },
                    false => Claim::AlwaysAbove { inner, shown: self.above() },
                }
            }
        }
    }

    fn above(&mut self) -> AlwaysAbove {
        AlwaysAbove { set: self.set(), region: self.region(2) }
    }

    fn below(&mut self) -> AlwaysBelow {
        let recurring = (0..self.random.below(3)).map(|_| self.recurring()).collect();
        AlwaysBelow { recurring, attractor: self.attractor() }
    }

    fn attractor(&mut self) -> Attractor {
        let rank = self.random.percent(40).then(|| self.number());
        let then = self.random.percent(30).then(|| Box::new(self.attractor()));
        Attractor { layers: self.sets(), rank, then }
    }

    fn recurring(&mut self) -> Recurring {
        let set = self.set();
        let conditions = self.conditions();
        let mut visits = Vec::new();
        for condition in conditions {
            let ways = if self.random.percent(60) { vec![set.clone()] } else { self.sets() };
            visits.push((condition, ways));
        }
        Recurring { set, visits }
    }

    /// All conditions of the model and the automata here, and some that there are not.
    fn conditions(&self) -> Vec<Condition> {
        let fairness = (0..=self.system().fairness.len()).map(Condition::Fairness);
        fairness.chain((0..3).map(Condition::Acceptance)).collect()
    }

    fn region(&mut self, depth: usize) -> Region {
        let conditions = self.conditions();
        let condition = *self.random.pick(&conditions);
        if depth == 0 {
            return if self.random.percent(30) { Region::Nothing } else { Region::Never(condition) };
        }
        match self.random.below(6) {
            0 => Region::Never(condition),
            1 => Region::Avoided(condition, Box::new(self.region(depth - 1))),
            2 => Region::Rank(self.number(), Box::new(self.region(depth - 1))),
            3 | 4 => {
                let class = |own: &mut Self| (own.set(), own.region(depth - 1));
                Region::Classes((0..self.random.below(4)).map(|_| class(self)).collect())
            }
            _ => Region::Steps((0..self.random.below(3)).map(|_| self.step_class(depth - 1)).collect()),
        }
    }

    fn step_class(&mut self, depth: usize) -> (Vec<StepSet>, Region) {
        let transitions = self.system().transitions.len();
        let mut sets = Vec::new();
        for place in 0..=transitions {
            let transition = (place < transitions).then(|| TransitionId::from_index(place));
            for reading in [None, Some(0), Some(1), Some(2)] {
                if self.random.percent(80) {
                    sets.push(StepSet { transition, reading, from: self.set() });
                }
            }
        }
        (sets, self.region(depth))
    }

    fn sets(&mut self) -> Vec<Term> {
        (0..self.random.below(4)).map(|_| self.set()).collect()
    }

    /// A set that steps might not leave.
    fn invariant(&mut self) -> Term {
        match self.random.below(4) {
            0 => self.set(),
            1 => self.states(1_000),
            _ => Term::bool(true),
        }
    }

    fn set(&mut self) -> Term {
        match self.random.below(12) {
            0..=2 => Term::bool(true),
            3 | 4 => Term::bool(false),
            5 | 6 => self.atom(),
            7 => self.atom().negated(),
            8 => Term::And(vec![self.atom(), self.atom()]),
            9 => Term::Or(vec![self.atom(), self.atom()]),
            10 => self.states(1),
            _ => self.states(4),
        }
    }

    /// Some reachable states, at most so many.
    fn states(&mut self, most: usize) -> Term {
        let states = self.facts.states();
        let all = states.len();
        let chosen: Vec<&State> = match most >= all {
            true => states.iter().collect(),
            false => (0..most).map(|_| &states[self.random.below(all)]).collect(),
        };
        Term::Or(chosen.into_iter().map(exactly).collect())
    }

    fn atom(&mut self) -> Term {
        let variables = self.system().variables.len();
        if self.extras.0 > 0 && (variables == 0 || self.random.percent(25)) {
            let place =
                if self.random.percent(70) { self.extras.0 - 1 } else { self.random.below(self.extras.0) };
            let value = self.random.below(self.extras.1.max(3) as usize) as i128;
            return Term::compare(Comparison::Eq, Term::Extra(place), Term::int(value));
        }
        let id = VariableId::from_index(self.random.below(variables));
        let value = match self.facts.states() {
            [] => Value::Int(self.random.below(4) as i128),
            states => states[self.random.below(states.len())][id.index()],
        };
        let ordered = [Comparison::Le, Comparison::Ge, Comparison::Ne, Comparison::Eq];
        let comparison = match self.system().variable(id).ty {
            Type::Range { .. } | Type::Nat | Type::Int => *self.random.pick(&ordered),
            _ => Comparison::Eq,
        };
        Term::compare(comparison, Term::Variable(id), Term::Constant(value))
    }

    fn number(&mut self) -> Term {
        let is_integer = |id: &VariableId| {
            matches!(self.system().variable(*id).ty, Type::Range { .. } | Type::Nat | Type::Int)
        };
        let all = (0..self.system().variables.len()).map(VariableId::from_index);
        let integers: Vec<VariableId> = all.filter(is_integer).collect();
        match self.random.below(4) {
            0 => Term::If(Box::new(self.set()), Box::new(Term::int(1)), Box::new(Term::int(0))),
            1 if self.extras.0 > 0 => Term::Extra(self.extras.0 - 1),
            2 | 3 if !integers.is_empty() => {
                let variable = Term::Variable(*self.random.pick(&integers));
                let factor = self.random.between(-1, 1).into();
                Term::Sum(vec![
                    Term::Times(factor, Box::new(variable)),
                    Term::int(self.random.below(4) as i128),
                ])
            }
            _ => Term::int(self.random.between(-1, 2).into()),
        }
    }

    /// A path of the model, of a few steps.
    fn walk(&mut self) -> ClaimedPath {
        let Some(graph) = self.facts.graph() else {
            return ClaimedPath { initial: Vec::new(), steps: Vec::new(), ending: PathEnding::Finite };
        };
        let mut at = self.random.below(graph.initial);
        let mut path =
            ClaimedPath { initial: graph.states[at].clone(), steps: Vec::new(), ending: PathEnding::Finite };
        let mut visited = vec![at];
        for _ in 0..self.random.below(6) {
            if graph.steps[at].is_empty() {
                break;
            }
            let step = self.random.pick(&graph.steps[at]);
            at = step.target;
            visited.push(at);
            path.steps.push((step.transition, graph.states[at].clone()));
        }
        let back = visited.iter().position(|before| *before == at).filter(|start| start + 1 < visited.len());
        path.ending = match (back, self.random.below(4)) {
            (Some(start), 0 | 1) => PathEnding::Loop(start),
            (None, 0 | 1) if graph.is_dead_end(at) => PathEnding::DeadEnd,
            (_, 2) => PathEnding::Fault(TransitionId(0)),
            (_, 3) => PathEnding::DeadEnd,
            _ => PathEnding::Finite,
        };
        if self.system().transitions.is_empty() {
            PathEnding::Finite.clone_into(&mut path.ending)
        }
        path
    }
}

/// This state alone.
fn exactly(state: &State) -> Term {
    let equal = |(place, value): (usize, &Value)| {
        let variable = Term::Variable(VariableId::from_index(place));
        Term::compare(Comparison::Eq, variable, Term::Constant(*value))
    };
    Term::And(state.iter().enumerate().map(equal).collect())
}

/// The automaton of a negation as certificates have it.
fn written(formula: &Ltl, negation: &Negation) -> Automaton {
    let automaton = &negation.automaton;
    let atoms = certificates::atoms(formula);
    let place =
        |atom: usize| atoms.iter().position(|own| **own == negation.atoms[atom]).unwrap_or(usize::MAX);
    let mut edges = Vec::new();
    for from in 0..automaton.state_count() as u32 {
        for edge in automaton.edges(from) {
            let cubes = automaton.cubes(edge.guard).into_iter();
            let letters =
                cubes.map(|cube| cube.iter().map(|(atom, value)| (place(*atom as usize), *value)).collect());
            let marks = (0..automaton.acceptance_sets()).filter(|set| edge.marks >> set & 1 == 1).collect();
            edges.push(AutomatonEdge { from, to: edge.target, letters: letters.collect(), marks });
        }
    }
    let (states, acceptance_sets) = (automaton.state_count() as u32, automaton.acceptance_sets());
    Automaton { states, initial: automaton.initial(), acceptance_sets, edges }
}

/// How many rigid variables stand outermost in a formula.
fn rigid(question: &Question) -> usize {
    match question {
        Question::Ctl(Ctl::Rigid { body, .. }) => 1 + rigid(&Question::Ctl((**body).clone())),
        Question::Ltl(Ltl::Rigid { body, .. }) => 1 + rigid(&Question::Ltl((**body).clone())),
        _ => 0,
    }
}
