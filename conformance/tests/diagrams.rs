//! Predicate diagrams against the reference interpreter, state by state, and the examples of the papers that they come from.
//!
//! `FATHOM_SLOW=1` runs many more models; `FATHOM_SEEDS=5..9` runs those with these seeds.

use conformance::temporal::temporal_model;
use conformance::{Clock, Tree, generate, models, seeds, shrink};
use encoding::{LowerOptions, Lowered, lower};
use engines::{Diagram, DiagramPredicate, DiagramRequest, Drawn, Origin, diagram, unaided_diagram};
use state_sets::{Evaluator, Point};
use std::collections::{BTreeSet, HashMap};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use symbolic::Budget;
use system::{
    Expr, Interpreter, Progress, Question, State, Stop, System, TraceStep, TransitionId, Unlimited, Watch,
};

/// How often one diagram of a random model may ask whether to go on.
const MOST_QUESTIONS: u64 = 200;
/// The time for a diagram that there must be.
const PATIENCE: Duration = Duration::from_secs(60);
/// The most states of a model that are looked at.
const MOST_STATES: usize = 150;
/// The most nodes of a diagram.
const MOST_NODES: usize = 300;

/// The conditions of the properties that single states decide.
fn conditions(system: &System) -> Vec<(Expr, String)> {
    let condition = |question: &Question| match question {
        Question::Invariant(e) | Question::Reachable(e) => Some((e.clone(), system.show_expr(e))),
        _ => None,
    };
    system.properties.iter().filter_map(|property| condition(&property.question)).collect()
}

/// A model with these conditions as predicates; no further ones but those that refinement finds.
fn asked(text: &str, predicates: &[&str], rounds: usize) -> (System, DiagramRequest) {
    let added: String =
        predicates.iter().enumerate().map(|(number, p)| format!("invariant asked_{number}: {p}\n")).collect();
    let mut system = models::load_right(&format!("{text}\n{added}"));
    system.properties.retain(|property| property.name.starts_with("asked_"));
    let request =
        DiagramRequest { predicates: conditions(&system), rounds, most: MOST_NODES, ..Default::default() };
    (system, request)
}

fn example(name: &str) -> String {
    models::read(&models::root().join(format!("examples/{name}.fathom")))
}

/// The configurations of a diagram in words.
fn reached(drawn: &Drawn) -> BTreeSet<String> {
    let shown = |codes: &Vec<u64>| words(drawn, codes);
    drawn.diagram.configurations().iter().map(shown).collect()
}

fn unreached(drawn: &Drawn) -> BTreeSet<String> {
    drawn.unreached.as_ref().expect("there are few configurations").iter().map(|c| words(drawn, c)).collect()
}

fn words(drawn: &Drawn, codes: &[u64]) -> String {
    let value = |((_, values), code): (&(String, Vec<String>), &u64)| values[*code as usize].clone();
    drawn.control.iter().zip(codes).map(value).collect::<Vec<_>>().join(" ")
}

/// Saïdi's bakery: eight of nine configurations, and no choice that the model does not have.
#[test]
fn the_bakery_of_figure_3() {
    let system = models::load_right(&example("mutual-exclusion/bakery_asymmetric"));
    let request = DiagramRequest { guards: true, most: MOST_NODES, ..Default::default() };
    let drawn = diagram(&system, &request, &Clock::new(PATIENCE)).expect("there is a diagram");
    assert_eq!(unreached(&drawn), BTreeSet::from(["crit crit".to_string()]));
    assert!(drawn.diagram.is_equivalent());
    compare(&system, &drawn).unwrap_or_else(|difference| panic!("{difference}"));
}

/// Saïdi's counter: one predicate leaves a choice, and what decides it makes the diagram equivalent to the program.
#[test]
fn the_counter_of_figure_6() {
    let text = "var x: int := 0\nprocess P {\n  loc a\n  a -> a when x < 2 do x := x + 1\n}\n";
    let (system, mut request) = asked(text, &["x >= 2"], 0);
    let draw = |request: &DiagramRequest| {
        let drawn = diagram(&system, request, &Clock::new(PATIENCE)).expect("there is a diagram");
        compare(&system, &drawn).unwrap_or_else(|difference| panic!("{difference}"));
        drawn
    };
    let first = draw(&request);
    assert_eq!((first.diagram.nodes.len(), first.diagram.edges.len(), first.splittings.len()), (2, 2, 1));
    assert!(!first.diagram.is_equivalent());
    request.found = first.splittings[0].predicates.clone();
    let second = draw(&request);
    assert_eq!((second.diagram.nodes.len(), second.diagram.edges.len(), second.splittings.len()), (3, 2, 0));
    assert!(second.diagram.is_equivalent());
    request.found.clear();
    request.rounds = 5;
    let alone = draw(&request);
    assert_eq!(
        (alone.rounds, alone.diagram.nodes, alone.diagram.edges),
        (1, second.diagram.nodes, second.diagram.edges)
    );
}

/// Saïdi's producer and consumer: guards alone reach more configurations than the program; after refinement, exactly the nine are
/// missing in which both are in their critical sections.
#[test]
fn the_producer_and_the_consumer_of_figure_7() {
    let system = models::load_right(&example("buffers/semaphore_buffer"));
    let inside = ["test", "work", "leave"];
    let nine: BTreeSet<String> = inside
        .iter()
        .flat_map(|first| inside.iter().map(move |second| format!("{first} {second}")))
        .collect();
    let draw = |rounds: usize| {
        let request = DiagramRequest { guards: true, rounds, most: 10_000, ..Default::default() };
        let drawn = unaided_diagram(&system, &request, &Clock::new(PATIENCE)).expect("there is a diagram");
        compare(&system, &drawn).unwrap_or_else(|difference| panic!("{difference}"));
        drawn
    };
    let guards = draw(0);
    assert!(unreached(&guards).len() < 9, "{:?}", unreached(&guards));
    let refined = draw(1);
    assert_eq!(unreached(&refined), nine);
    // What is found without predicates says the same at once.
    let request = DiagramRequest { most: MOST_NODES, ..Default::default() };
    let known = diagram(&system, &request, &Clock::new(PATIENCE)).expect("there is a diagram");
    assert_eq!(unreached(&known), nine);
}

/// The tutorial's mathematicians: control and parity are enough for mutual exclusion.
#[test]
fn the_dining_mathematicians() {
    let (system, request) =
        asked(&example("mutual-exclusion/dining_mathematicians"), &["n % 2 = 0", "n > 0"], 0);
    let drawn = diagram(&system, &request, &Clock::new(PATIENCE)).expect("there is a diagram");
    assert_eq!(unreached(&drawn), BTreeSet::from(["eat eat".to_string()]));
    assert_eq!(reached(&drawn).len(), 3);
}

/// Dijkstra's ring: a stable ring stays stable, since no edge leads out of the nodes in which it is.
#[test]
fn the_self_stabilising_ring() {
    let text = example("protocols/self_stabilising_ring");
    let system = models::load_right(&text);
    let request = DiagramRequest { most: MOST_NODES, ..Default::default() };
    let drawn = diagram(&system, &request, &Clock::new(PATIENCE)).expect("there is a diagram");
    let stable =
        drawn.diagram.predicates.iter().position(|p| p.origin == Origin::Model).expect("one is given");
    let is_stable = |node: usize| drawn.diagram.nodes[node].values[stable] == Some(true);
    let leaves = |from: usize, to: usize| is_stable(from) && !is_stable(to);
    assert!(!drawn.diagram.edges.iter().any(|edge| leaves(edge.from, edge.to)));
    assert!((0..drawn.diagram.nodes.len()).any(is_stable));
}

/// A limit that does not depend on the machine.
struct Patience(AtomicU64);

impl Watch for Patience {
    fn check(&self, _: &Progress) -> Result<(), Stop> {
        match self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)) {
            Ok(_) => Ok(()),
            Err(_) => Err(Stop::Timeout("a number of questions".into())),
        }
    }

    fn may_allocate(&self, _: &Progress, _: u64) -> Result<(), Stop> {
        Ok(())
    }
}

/// What was compared.
#[derive(Debug, Default)]
struct Tally {
    diagrams: usize,
    refined: usize,
    states: usize,
    steps: usize,
    forced: usize,
    dead_ends: usize,
    given_up: usize,
}

impl Tally {
    fn add(&mut self, drawn: &Drawn, compared: &Tally) {
        self.diagrams += 1;
        self.refined += usize::from(drawn.rounds > 0);
        self.states += compared.states;
        self.steps += compared.steps;
        self.forced += compared.forced;
        self.dead_ends += compared.dead_ends;
    }
}

/// What the diagrams of a model get wrong: with and without what is known, and after some rounds of refinement.
fn difference(text: &str, tally: &mut Tally) -> Option<String> {
    let system = models::system_of(text)?;
    let predicates = conditions(&system);
    for (rounds, guards, aided) in [(0, false, true), (0, true, false), (2, false, false), (1, true, true)] {
        let request = DiagramRequest {
            predicates: predicates.clone(),
            guards,
            rounds,
            most: MOST_NODES,
            ..Default::default()
        };
        let build = if aided { diagram } else { unaided_diagram };
        let patience = Patience(AtomicU64::new(MOST_QUESTIONS));
        match build(&system, &request, &patience) {
            Err(_) => tally.given_up += 1,
            Ok(drawn) => match compare(&system, &drawn) {
                Ok(compared) => tally.add(&drawn, &compared),
                Err(difference) => {
                    return Some(format!("{difference} ({rounds} rounds, guards: {guards}, aided: {aided})"));
                }
            },
        }
    }
    None
}

fn random(model: fn(u64) -> Tree, seeds: std::ops::Range<u64>) -> Tally {
    let mut tally = Tally::default();
    for seed in seeds {
        let tree = model(seed);
        let Some(found) = difference(&tree.print(), &mut tally) else { continue };
        let kind = |text: &str| text.split(':').next().unwrap_or_default().to_string();
        let same = |text: &str| {
            difference(text, &mut Tally::default()).is_some_and(|other| kind(&other) == kind(&found))
        };
        let smallest = shrink(&tree, &mut |text| same(text)).print();
        let shown = difference(&smallest, &mut Tally::default()).unwrap_or_default();
        panic!("seed {seed}: {found}\n{shown}\n{smallest}");
    }
    println!("{tally:?}");
    tally
}

fn few() -> u64 {
    if cfg!(debug_assertions) { 15 } else { 150 }
}

#[test]
fn random_models_that_use_the_whole_language() {
    let tally = random(generate, seeds(0, few(), 5_000));
    let is_usual = std::env::var_os("FATHOM_SEEDS").is_none();
    assert!(!is_usual || tally.steps > 1_000 && tally.refined > 2 && tally.forced > 500, "{tally:?}");
}

#[test]
fn random_models_of_the_other_generator() {
    random(temporal_model, seeds(0, few(), 5_000));
}

/// Compares a diagram with states that the interpreter reaches; the error says what is wrong.
fn compare(system: &System, drawn: &Drawn) -> Result<Tally, String> {
    // The diagram's codes are those of a lowering in which ranges of integers stay integers.
    let options = LowerOptions { most_codes: 2, ..LowerOptions::default() };
    let Ok(lowered) = lower(system, &options, &Budget::unlimited()) else { return Ok(Tally::default()) };
    let mut comparison = Comparison {
        system,
        diagram: &drawn.diagram,
        lowered,
        interpreter: Interpreter::new(system),
        evaluator: Evaluator { integers: -24..=24 },
        conditions: expressions(system),
        compared: Tally::default(),
    };
    comparison.run()?;
    Ok(comparison.compared)
}

/// The conditions that are predicates, by their name or text.
fn expressions(system: &System) -> HashMap<String, Expr> {
    let given = system.predicates.iter().map(|one| (one.name.clone(), one.condition.clone()));
    given.chain(conditions(system).into_iter().map(|(condition, text)| (text, condition))).collect()
}

struct Comparison<'a> {
    system: &'a System,
    diagram: &'a Diagram,
    lowered: Lowered,
    interpreter: Interpreter<'a>,
    evaluator: Evaluator,
    conditions: HashMap<String, Expr>,
    compared: Tally,
}

impl Comparison<'_> {
    fn run(&mut self) -> Result<(), String> {
        let Ok(initial) = self.interpreter.initial_states(&Unlimited) else { return Ok(()) };
        let mut queue: Vec<State> = initial.into_iter().take(MOST_STATES).collect();
        for state in &queue {
            if !self.nodes_of(state)?.iter().any(|node| self.diagram.initial.contains(node)) {
                return Err(format!("initial: no initial node has {}", self.show(state)));
            }
        }
        let mut seen: BTreeSet<State> = queue.iter().cloned().collect();
        let mut next = 0;
        while next < queue.len() {
            for successor in self.state(&queue[next].clone())? {
                if queue.len() < MOST_STATES && seen.insert(successor.clone()) {
                    queue.push(successor);
                }
            }
            next += 1;
        }
        Ok(())
    }

    fn show(&self, state: &State) -> String {
        let shown = self.system.variables.iter().zip(state);
        let shown = shown.map(|(v, value)| format!("{} = {}", v.name, self.system.show_value(v.ty, *value)));
        shown.collect::<Vec<_>>().join(", ")
    }

    fn holds(&self, predicate: &DiagramPredicate, state: &State, point: &Point) -> Option<bool> {
        let is_given = matches!(predicate.origin, Origin::Asked | Origin::Model);
        match self.conditions.get(&predicate.text).filter(|_| is_given) {
            Some(condition) => self.interpreter.holds(condition, state).ok(),
            None => Some(self.evaluator.holds(&predicate.formula, point)),
        }
    }

    /// The nodes that have a state: at least one.
    fn nodes_of(&self, state: &State) -> Result<Vec<usize>, String> {
        let point = self.lowered.coding.point(state).ok_or("a state lies outside its types")?;
        let diagram = self.diagram;
        let codes: Vec<i128> = diagram.control.iter().map(|variable| point.value(*variable)).collect();
        let values: Vec<Option<bool>> =
            diagram.predicates.iter().map(|predicate| self.holds(predicate, state, &point)).collect();
        let is_in = |number: &usize| {
            let node = &diagram.nodes[*number];
            let same = node.configuration.iter().zip(&codes).all(|(code, own)| i128::from(*code) == *own);
            let fits = |(value, own): (&Option<bool>, &Option<bool>)| {
                value.is_none() || own.is_none() || value == own
            };
            same && node.values.iter().zip(&values).all(fits)
        };
        let found: Vec<usize> = (0..diagram.nodes.len()).filter(is_in).collect();
        match found.is_empty() {
            true => Err(format!("node: none has {}", self.show(state))),
            false => Ok(found),
        }
    }

    /// Compares what can be done in one state; its successors.
    fn state(&mut self, state: &State) -> Result<Vec<State>, String> {
        let mut steps: Vec<(TransitionId, TraceStep, Vec<usize>)> = Vec::new();
        for id in (0..self.system.transitions.len()).map(TransitionId::from_index) {
            let Ok(fired) = self.interpreter.fire(state, id) else { return Ok(Vec::new()) };
            for step in fired.steps {
                let nodes = self.nodes_of(&step.state)?;
                steps.push((id, step, nodes));
            }
        }
        self.compared.states += 1;
        for node in self.nodes_of(state)? {
            let ways: Vec<(TransitionId, &[usize])> =
                steps.iter().map(|(id, _, nodes)| (*id, nodes.as_slice())).collect();
            let wrong = self.node(node, &ways);
            wrong.map_err(|wrong| format!("{wrong} in {}, node {node}", self.show(state)))?;
        }
        Ok(steps.into_iter().map(|(_, step, _)| step.state).collect())
    }

    /// Compares a node with the steps of one of its states, each with the nodes that its end is in.
    fn node(&mut self, node: usize, steps: &[(TransitionId, &[usize])]) -> Result<(), String> {
        let diagram = self.diagram;
        for (id, to) in steps {
            let name = &self.system.edge(self.system.transition(*id).sender).name;
            let edges = diagram.leaving(node);
            if !edges.iter().any(|edge| edge.transition == *id && to.contains(&edge.to)) {
                return Err(format!("edge: none for {name}"));
            }
            let conditions = diagram.conditions.iter().filter(|c| c.from == node && c.transition == *id);
            if !conditions.flat_map(|condition| &condition.to).any(|target| to.contains(target)) {
                return Err(format!("condition: {name} is not in one"));
            }
            self.compared.steps += 1;
        }
        for edge in diagram.leaving(node).iter().filter(|edge| edge.is_forced) {
            if !steps.iter().any(|(id, to)| *id == edge.transition && to.contains(&edge.to)) {
                return Err(format!("forced: no step to node {}", edge.to));
            }
            self.compared.forced += 1;
        }
        if steps.is_empty() && !diagram.dead_ends[node] {
            return Err("dead end: not marked".into());
        }
        if !steps.is_empty() && diagram.surely_dead[node] {
            return Err("dead end: marked, but there is a step".into());
        }
        self.compared.dead_ends += usize::from(steps.is_empty());
        Ok(())
    }
}
