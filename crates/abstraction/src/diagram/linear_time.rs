//! Linear-time formulas on predicate diagrams: the product of a diagram with the automaton of what a formula forbids.
//!
//! If no fair run may follow a cycle of the product that the automaton accepts, the formula holds. Otherwise one such path is tried
//! in the system: if a run follows it and closes the cycle, the formula is violated; if none can follow it, the reason gives predicates
//! that exclude it, and a finer diagram is built.
//!
//! # Reference
//! Esparza, Merz: *Model Checking* (tutorial), section on predicate diagrams; Cansell, Méry, Merz: *Predicate Diagrams for the Verification
//! of Reactive Systems*, IFM 2000, doi:10.1007/3-540-40911-4_22; refinement: Clarke, Grumberg, Jha, Lu, Veith: *Counterexample-Guided
//! Abstraction Refinement*, CAV 2000, doi:10.1007/10722167_15.

use super::construction::find_forced;
use super::fair_cycles::{Arena, ArenaEdge, CycleSearch};
use super::fairness;
use super::graph::{Diagram, Node};
use super::probe::Probe;
use super::temporal::{Attempted, TemporalSearch};
use super::tour::{Tour, tour};
use super::walk::{Walk, Walker};
use crate::failure::{End, Failure};
use omega_automata::{Ending, Negation, Refusal};
use state_sets::{Halt, Limited};
use std::collections::HashMap;
use system::{Answer, Expr, Ltl, PathEnding, Question};

/// How often a cycle is written out before it is believed that no run closes it.
const TURNS: usize = 3;

/// The automaton of the negated formula.
fn negation(formula: &Ltl, budget: &budget::Budget<'_>) -> Limited<Negation> {
    Negation::of(formula, Ending(budget.ending())).map_err(|refusal| match refusal {
        Refusal::Ended => budget.ask(0).err().map_or(Halt::Interrupted, Halt::spent),
        refusal => {
            Halt::Unsupported(format!("the formula could not be translated to an automaton: {refusal}"))
        }
    })
}

impl TemporalSearch<'_, '_> {
    /// The answer to a linear-time question.
    pub fn linear_answer(&mut self, question: &Question, formula: &Ltl) -> Result<Answer, End> {
        let negation = negation(formula, self.budget)?;
        self.begin(&negation.atoms)?;
        loop {
            let mut diagram = self.diagram()?;
            if diagram.initial.is_empty() {
                return Err(End::Failed(Failure::NoInitialState));
            }
            match self.linear(&diagram, &negation)? {
                Attempted::Proved(measures) => return self.proved(question, &diagram, &measures),
                Attempted::Finite(points, moves) => {
                    let found = self.violated(question, formula, &points, &moves, PathEnding::DeadEnd)?;
                    return found
                        .ok_or_else(|| Halt::Unsupported("a run that ends is not shown".into()).into());
                }
                Attempted::Loop(points, moves, start) => {
                    let ending = PathEnding::Loop(start);
                    if let Some(answer) = self.violated(question, formula, &points, &moves, ending)? {
                        return Ok(answer);
                    }
                    return Err(Halt::Unsupported("a run was found that is not fair".into()).into());
                }
                Attempted::Endless(points, moves, inside) => {
                    return self.endless(question, &points, &moves, &inside);
                }
                Attempted::Spurious(found, walk) => {
                    if !self.add(&found) && !self.split(&mut diagram, &walk)? {
                        return Err(
                            Halt::Unsupported("no predicate excludes a path of a diagram".into()).into()
                        );
                    }
                }
                Attempted::Open(walk) => {
                    if !self.split(&mut diagram, &walk)? {
                        return Err(self.left_open(&diagram, &walk).into());
                    }
                }
            }
        }
    }

    /// Looks at one diagram.
    fn linear(&mut self, diagram: &Diagram, negation: &Negation) -> Limited<Attempted> {
        let transitions = self.transitions;
        let mut probe = self.probe(diagram)?;
        let number = |e: &Expr| self.number(e);
        let facts = fairness::facts(diagram, transitions, &mut probe, &number)?;
        let atoms: Vec<Option<usize>> = negation.atoms.iter().map(number).collect();
        let Some(atoms) = atoms.into_iter().collect::<Option<Vec<usize>>>() else {
            return Err(Halt::Unsupported("a condition of the formula is no predicate".into()));
        };
        let (arena, initial) = self.product(diagram, negation, &atoms)?;
        let all = (0..arena.edges.len()).collect();
        let mut search = CycleSearch::new(diagram, transitions, &facts, &mut probe, self.budget);
        let left = search.leftover(&arena, all)?;
        let measures = std::mem::take(&mut search.used);
        if left.is_empty() {
            return Ok(Attempted::Proved(measures));
        }
        for component in &left {
            let Some(tour) = tour(&arena, &initial, component, &facts) else { continue };
            return self.followed(diagram, &mut probe, &arena, &tour);
        }
        Ok(Attempted::Proved(measures))
    }

    /// The product of the diagram with the automaton: its positions can all be reached.
    fn product(&self, diagram: &Diagram, negation: &Negation, atoms: &[usize]) -> Limited<(Arena, Vec<u32>)> {
        let automaton = &negation.automaton;
        let mut arena = Arena { acceptance: automaton.all_marks(), ..Arena::default() };
        let mut numbers: HashMap<(usize, bool, u32), u32> = HashMap::new();
        let mut open = Vec::new();
        let mut position = |key: (usize, bool, u32), nodes: &mut Vec<usize>, open: &mut Vec<_>| {
            *numbers.entry(key).or_insert_with(|| {
                let number = u32::try_from(nodes.len()).unwrap_or(u32::MAX);
                nodes.push(key.0);
                open.push((key, number));
                number
            })
        };
        let mut initial = Vec::new();
        for node in &diagram.initial {
            initial.push(position((*node, false, automaton.initial()), &mut arena.nodes, &mut open));
        }
        while let Some(((node, ended, state), from)) = open.pop() {
            self.budget.spend(1).map_err(Halt::spent)?;
            for edge in automaton.edges(state) {
                let cubes = automaton.cubes(edge.guard);
                if !cubes.iter().any(|cube| is_possible(&diagram.nodes[node], cube, atoms)) {
                    continue;
                }
                let mut steps: Vec<(Option<usize>, usize, bool)> = Vec::new();
                if !ended {
                    let first = diagram.edges.partition_point(|edge| edge.from < node);
                    let own = diagram.leaving(node).iter().enumerate();
                    steps.extend(own.map(|(place, edge)| (Some(first + place), edge.to, false)));
                }
                if ended || diagram.dead_ends[node] {
                    steps.push((None, node, true));
                }
                for (step, to, ended) in steps {
                    let to = position((to, ended, edge.target), &mut arena.nodes, &mut open);
                    arena.edges.push(ArenaEdge { from, to, step, marks: edge.marks });
                }
            }
        }
        Ok((arena, initial))
    }

    /// Whether a run follows the tour.
    fn followed(
        &mut self,
        diagram: &Diagram,
        probe: &mut Probe<'_, '_>,
        arena: &Arena,
        tour: &Tour,
    ) -> Limited<Attempted> {
        let walker = Walker { diagram, transitions: self.transitions, budget: self.budget };
        let mut walk = along(diagram, arena, &tour.stem);
        if walk.nodes.is_empty() {
            walk.nodes.push(arena.nodes[arena.edges[tour.cycle[0]].from as usize]);
        }
        let ends = arena.edges[tour.cycle[0]].step.is_none();
        walk.is_maximal = ends;
        if ends {
            return match walker.states(&walk, None)? {
                Some(points) => Ok(Attempted::Finite(points, walk.moves)),
                None => self.excluded(&walker, probe, &walk),
            };
        }
        let start = walk.nodes.len().saturating_sub(1);
        for _ in 0..TURNS {
            let round = along(diagram, arena, &tour.cycle);
            walk.nodes.extend(&round.nodes[1..]);
            walk.moves.extend(&round.moves);
            if let Some(points) = walker.states(&walk, Some(start))? {
                return Ok(Attempted::Loop(points, walk.moves, start));
            }
            if walker.states(&walk, None)?.is_none() {
                return self.excluded(&walker, probe, &walk);
            }
        }
        let mut diagram = diagram.clone();
        find_forced(&mut diagram, self.transitions, self.budget)?;
        if self.goes_on(&diagram, probe, arena, tour)?
            && let Some(points) = walker.states(&walk, None)?
            && let Some(rising) = walker.rising(&along(&diagram, arena, &tour.cycle))?
        {
            // Once round is enough to see it; what rises shows that no state comes again.
            let shown = start.saturating_add(tour.cycle.len());
            let inside = self.staying(&diagram, &walk.nodes[start..], &rising);
            return Ok(Attempted::Endless(points[..=shown].to_vec(), walk.moves[..shown].to_vec(), inside));
        }
        Ok(Attempted::Open(walk))
    }

    /// Whether every state at the beginning of the cycle begins a fair run that follows it for ever and that the automaton accepts.
    fn goes_on(
        &self,
        diagram: &Diagram,
        probe: &mut Probe<'_, '_>,
        arena: &Arena,
        tour: &Tour,
    ) -> Limited<bool> {
        let steps: Vec<usize> = tour.cycle.iter().filter_map(|edge| arena.edges[*edge].step).collect();
        let path =
            tour.stem.iter().chain(&tour.cycle).map(|edge| arena.nodes[arena.edges[*edge].from as usize]);
        // Where a predicate has no value, the automaton may have read what is not so.
        let is_read = |node: usize| {
            self.formula_predicates().all(|number| diagram.nodes[node].values[number].is_some())
        };
        if !steps.iter().all(|step| diagram.edges[*step].is_forced) || !path.into_iter().all(is_read) {
            return Ok(false);
        }
        fairness::is_surely_fair(diagram, self.transitions, probe, &|e| self.number(e), &steps)
    }

    fn excluded(
        &mut self,
        walker: &Walker<'_, '_>,
        probe: &mut Probe<'_, '_>,
        walk: &Walk,
    ) -> Limited<Attempted> {
        let found = walker.excluding(walk, probe)?;
        Ok(Attempted::Spurious(found, walk.clone()))
    }
}

/// The nodes and moves along edges of the arena.
fn along(diagram: &Diagram, arena: &Arena, edges: &[usize]) -> Walk {
    let mut walk = Walk { nodes: Vec::new(), moves: Vec::new(), is_maximal: false };
    for edge in edges {
        let edge = &arena.edges[*edge];
        let Some(step) = edge.step else { continue };
        if walk.nodes.is_empty() {
            walk.nodes.push(arena.nodes[edge.from as usize]);
        }
        walk.nodes.push(arena.nodes[edge.to as usize]);
        walk.moves.push(diagram.edges[step].number);
    }
    walk
}

/// Whether a state of the node may have a letter of the cube.
fn is_possible(node: &Node, cube: &omega_automata::Cube, atoms: &[usize]) -> bool {
    cube.iter().all(|(proposition, is_true)| {
        let number = atoms.get(*proposition as usize);
        number.is_none_or(|number| node.values[*number].is_none_or(|value| value == *is_true))
    })
}
