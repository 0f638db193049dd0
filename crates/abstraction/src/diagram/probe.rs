//! Questions about single steps between abstract states, put to a solver.

use super::graph::{Configuration, DiagramPredicate, Node};
use crate::choice::without_negated_choices;
use crate::elimination::without_locals;
use crate::instant::{Instant, Unknown, is_code};
use crate::transitions::Transitions;
use crate::translation::Translation;
use crate::unrolling::{exactly, halted};
use budget::Budget;
use satisfiability::{Literal, Solver, Stopped};
use state_sets::{Cell, Formula, Halt, Limited, Moment, Point, Step, Variable};
use std::collections::HashMap;

/// How much one question may cost.
const LIMIT: u64 = 200_000;
/// More nodes than this behind one step are put together.
const MOST: usize = 256;

/// A solver that knows one step of the system.
pub(crate) struct Probe<'t, 's> {
    transitions: &'t Transitions<'s>,
    budget: &'t Budget<'t>,
    solver: Solver,
    now: Instant,
    next: Instant,
    initial: Literal,
    moves: Vec<Literal>,
    control: Vec<Variable>,
    codes: HashMap<(Moment, usize, u64), Literal>,
    /// Each predicate before and after the step.
    predicates: Vec<(Literal, Literal)>,
}

/// The nodes that states of some kind are in.
pub(crate) struct Enumerated {
    /// The nodes.
    pub nodes: Vec<Node>,
    /// Whether each of them has such a state.
    pub is_exact: bool,
}

impl<'t, 's> Probe<'t, 's> {
    /// One that knows no predicate yet.
    pub fn new(
        transitions: &'t Transitions<'s>,
        control: &[Variable],
        budget: &'t Budget<'t>,
    ) -> Limited<Self> {
        let mut solver = Solver::new();
        let now = Instant::new(&mut solver, transitions.space())?;
        let next = Instant::new(&mut solver, transitions.space())?;
        transitions.assume_known(&mut solver, &now)?;
        transitions.assume_known(&mut solver, &next)?;
        // Questions about one state must not depend on the other one: it can always be the same again.
        let initial = transitions.initial(&mut solver, &now)?;
        let moves = transitions.moves(&mut solver, &now, &next, budget)?;
        let control = control.to_vec();
        let (codes, predicates) = (HashMap::new(), Vec::new());
        Ok(Probe { transitions, budget, solver, now, next, initial, moves, control, codes, predicates })
    }

    /// How many moves there are.
    pub fn move_count(&self) -> usize {
        self.moves.len()
    }

    /// Follows one more predicate.
    pub fn add(&mut self, formula: &Formula) -> Limited<()> {
        let before = Translation::state(&mut self.solver, &self.now).exact(formula)?;
        let after = Translation::state(&mut self.solver, &self.next).exact(formula)?;
        self.predicates.push((before, after));
        Ok(())
    }

    /// The nodes that initial states are in.
    pub fn initial_nodes(&mut self, predicates: &[DiagramPredicate]) -> Limited<Enumerated> {
        self.enumerate(vec![self.initial], Moment::Now, predicates)
    }

    /// The nodes that a move leads to from states of a node.
    pub fn successors(
        &mut self,
        node: &Node,
        number: usize,
        predicates: &[DiagramPredicate],
    ) -> Limited<Enumerated> {
        let mut asked = self.literals(node, Moment::Now)?;
        asked.push(self.moves[number]);
        self.enumerate(asked, Moment::Next, predicates)
    }

    /// A step of a move between states of two nodes.
    pub fn step(&mut self, from: &Node, number: usize, to: &Node) -> Limited<Option<(Point, Point)>> {
        let mut asked = self.literals(from, Moment::Now)?;
        asked.extend(self.literals(to, Moment::Next)?);
        asked.push(self.moves[number]);
        let found = self.ask(&asked)?;
        Ok(found.then(|| (self.now.point(&self.solver), self.next.point(&self.solver))))
    }

    /// A state of a node to which a move leads from this state.
    pub fn step_from(&mut self, from: &Point, number: usize, to: &Node) -> Limited<Option<Point>> {
        let here = exactly(self.transitions, from);
        let here = Translation::state(&mut self.solver, &self.now).possible(&here)?;
        let mut asked = self.literals(to, Moment::Next)?;
        asked.extend([here, self.moves[number]]);
        Ok(self.ask(&asked)?.then(|| self.next.point(&self.solver)))
    }

    /// An initial state in a node.
    pub fn start(&mut self, node: &Node) -> Limited<Option<Point>> {
        let mut asked = self.literals(node, Moment::Now)?;
        asked.push(self.initial);
        Ok(self.ask(&asked)?.then(|| self.now.point(&self.solver)))
    }

    /// Whether every state of the node is so; no if that is not proved in time or cannot be asked.
    pub fn is_always(&mut self, node: &Node, formula: &Formula) -> Limited<bool> {
        Ok(!self.is_possible_within(node, &formula.clone().negated())?)
    }

    /// Whether some state of the node may be so; yes if nothing else is proved in time.
    pub fn is_possible_within(&mut self, node: &Node, formula: &Formula) -> Limited<bool> {
        let simpler = without_negated_choices(&without_locals(formula));
        let literal = match Translation::state(&mut self.solver, &self.now).possible(&simpler) {
            Ok(literal) => literal,
            Err(Halt::Unsupported(_)) => return Ok(true),
            Err(halt) => return Err(halt),
        };
        let mut asked = self.literals(node, Moment::Now)?;
        asked.push(literal);
        Ok(self.ask_within(&asked)? != Some(false))
    }

    /// Whether no step of a move between states of two nodes is so; no if that is not proved in time.
    pub fn is_never(&mut self, from: &Node, number: usize, to: &Node, formula: &Formula) -> Limited<bool> {
        let literal = match Translation::step(&mut self.solver, &self.now, &self.next).possible(formula) {
            Ok(literal) => literal,
            Err(Halt::Unsupported(_)) => return Ok(false),
            Err(halt) => return Err(halt),
        };
        let mut asked = self.literals(from, Moment::Now)?;
        asked.extend(self.literals(to, Moment::Next)?);
        asked.extend([self.moves[number], literal]);
        Ok(self.ask_within(&asked)? == Some(false))
    }

    /// The states from which a move leads to the other node.
    pub fn before(&self, number: usize, to: &Node, predicates: &[DiagramPredicate]) -> Formula {
        let own = &self.transitions.lowered.moves[number].step;
        let target = described(&self.control, to, predicates).with_cells(&|cell| match cell {
            Cell::Variable(variable, Moment::Now) if own.changed.contains(&variable) => Cell::next(variable),
            other => other,
        });
        let step = Step { changed: own.changed.clone(), relation: own.relation.clone().and(target) };
        without_locals(&encoding::guard(&step, self.transitions.space()))
    }

    /// The literals that are true in the states of a node.
    fn literals(&mut self, node: &Node, moment: Moment) -> Limited<Vec<Literal>> {
        let mut found = self.control_literals(&node.configuration, moment)?;
        for (value, (before, after)) in node.values.iter().zip(&self.predicates) {
            let literal = if moment == Moment::Now { *before } else { *after };
            match value {
                Some(true) => found.push(literal),
                Some(false) => found.push(!literal),
                None => {}
            }
        }
        Ok(found)
    }

    fn control_literals(&mut self, configuration: &Configuration, moment: Moment) -> Limited<Vec<Literal>> {
        let mut found = Vec::with_capacity(configuration.len());
        for (place, code) in configuration.iter().enumerate() {
            found.push(self.code(moment, place, *code)?);
        }
        Ok(found)
    }

    /// That a variable of the configuration has this code.
    fn code(&mut self, moment: Moment, place: usize, code: u64) -> Limited<Literal> {
        if let Some(known) = self.codes.get(&(moment, place, code)) {
            return Ok(*known);
        }
        let instant = if moment == Moment::Now { &self.now } else { &self.next };
        let Some(Unknown::Code(bits)) = instant.0.get(self.control[place].index()) else {
            return Err(Halt::Unsupported("an integer is part of a configuration".into()));
        };
        let literal = is_code(&mut self.solver, bits, code);
        self.codes.insert((moment, place, code), literal);
        Ok(literal)
    }

    fn ask(&mut self, asked: &[Literal]) -> Limited<bool> {
        self.solver.solve(asked, self.budget).map_err(halted)
    }

    /// The answer to a question, if there is one in time.
    fn ask_within(&mut self, asked: &[Literal]) -> Limited<Option<bool>> {
        let solver = &mut self.solver;
        let mut refused = None;
        let answer = self.budget.attempt(LIMIT, |share| match solver.solve(asked, share) {
            Ok(answer) => Ok(Some(answer)),
            Err(Stopped::Budget) => Err(budget::OutOfBudget),
            Err(other) => {
                refused = Some(other);
                Ok(None)
            }
        });
        Ok(answer.map_err(Halt::spent)?.flatten())
    }

    /// The nodes of the states at a moment that satisfy the literals.
    fn enumerate(
        &mut self,
        asked: Vec<Literal>,
        moment: Moment,
        predicates: &[DiagramPredicate],
    ) -> Limited<Enumerated> {
        let active = self.solver.boolean();
        let mut nodes = Vec::new();
        let mut is_exact = true;
        loop {
            let mut question = asked.clone();
            question.push(active);
            match self.ask_within(&question)? {
                Some(false) => break,
                Some(true) if nodes.len() < MOST => {}
                _ => {
                    is_exact = false;
                    break;
                }
            }
            let node = self.found(moment, predicates);
            let mut others: Vec<Literal> =
                self.literals(&node, moment)?.into_iter().map(|literal| !literal).collect();
            others.push(!active);
            self.solver.clause(&others);
            nodes.push(node);
        }
        self.solver.clause(&[!active]);
        match is_exact {
            true => Ok(Enumerated { nodes, is_exact }),
            false => Ok(Enumerated { nodes: self.weaker(&asked, moment, predicates)?, is_exact }),
        }
    }

    /// The node of the state at a moment in the solver's model.
    fn found(&self, moment: Moment, predicates: &[DiagramPredicate]) -> Node {
        let instant = if moment == Moment::Now { &self.now } else { &self.next };
        let code = |variable: &Variable| {
            u64::try_from(instant.0[variable.index()].value(&self.solver)).unwrap_or(u64::MAX)
        };
        let configuration: Configuration = self.control.iter().map(code).collect();
        let value = |(predicate, (before, after)): (&DiagramPredicate, &(Literal, Literal))| {
            let literal = if moment == Moment::Now { *before } else { *after };
            predicate.is_followed(&configuration).then(|| self.solver.value(literal))
        };
        let values = predicates.iter().zip(&self.predicates).map(value).collect();
        Node { configuration, values }
    }

    /// One node for each configuration, with the values that can be proved one by one.
    fn weaker(
        &mut self,
        asked: &[Literal],
        moment: Moment,
        predicates: &[DiagramPredicate],
    ) -> Limited<Vec<Node>> {
        let active = self.solver.boolean();
        let mut nodes = Vec::new();
        loop {
            let mut question = asked.to_vec();
            question.push(active);
            match self.ask_within(&question)? {
                Some(true) => {}
                Some(false) => break,
                None => return Err(Halt::Unsupported("a step takes too long to be looked at".into())),
            }
            let configuration = self.found(moment, predicates).configuration;
            let here = self.control_literals(&configuration, moment)?;
            let mut others: Vec<Literal> = here.iter().map(|literal| !*literal).collect();
            others.push(!active);
            self.solver.clause(&others);
            let mut question = asked.to_vec();
            question.extend(here);
            nodes.push(self.weakened(&question, configuration, moment, predicates)?);
        }
        self.solver.clause(&[!active]);
        Ok(nodes)
    }

    fn weakened(
        &mut self,
        asked: &[Literal],
        configuration: Configuration,
        moment: Moment,
        predicates: &[DiagramPredicate],
    ) -> Limited<Node> {
        let mut values = Vec::with_capacity(predicates.len());
        for (number, predicate) in predicates.iter().enumerate() {
            let (before, after) = self.predicates[number];
            let literal = if moment == Moment::Now { before } else { after };
            let mut value = None;
            for possible in [true, false] {
                let mut question = asked.to_vec();
                question.push(if possible { !literal } else { literal });
                if predicate.is_followed(&configuration) && self.ask_within(&question)? == Some(false) {
                    value = Some(possible);
                }
            }
            values.push(value);
        }
        Ok(Node { configuration, values })
    }
}

/// The states of a node.
pub(crate) fn described(control: &[Variable], node: &Node, predicates: &[DiagramPredicate]) -> Formula {
    let codes = control.iter().zip(&node.configuration);
    let codes = codes.map(|(variable, code)| Formula::is(Cell::now(*variable), *code));
    let value = |(predicate, value): (&DiagramPredicate, &Option<bool>)| match value {
        Some(true) => predicate.formula.clone(),
        Some(false) => predicate.formula.clone().negated(),
        None => Formula::truth(),
    };
    Formula::all(codes.chain(predicates.iter().zip(&node.values).map(value)))
}
