//! Builds abstract state graphs: control configurations with the values of predicates, as far as they can be reached.
//!
//! From each node every move is tried, and the solver names the nodes that it leads to, one after the other, until there is no other.
//! Each answer is a proof about one step from one node. Where it takes too long, the values of predicates are proved one by one and
//! those that are not proved are left open, so that the graph has more runs than the system, and never fewer. What is known of all
//! reachable states is known of each node, so that a configuration in which it is false has none.
//!
//! # Reference
//! Graf, Saïdi: *Construction of Abstract State Graphs with PVS*, CAV 1997, doi:10.1007/3-540-63166-6_10; Saïdi: *Modular and Incremental
//! Analysis of Concurrent Software Systems*, ASE 1999, doi:10.1109/ASE.1999.802190, section 4. Departure: all values that are possible
//! together are found, not each predicate's alone. Forced edges as in Larsen, Thomsen: *A Modal Process Logic*, LICS 1988,
//! doi:10.1109/LICS.1988.5119.

use super::graph::{Configuration, Consecution, Control, Diagram, DiagramEdge, DiagramPredicate, Node};
use super::probe::{Enumerated, Probe};
use crate::elimination::without_locals;
use crate::transitions::Transitions;
use budget::Budget;
use state_sets::{Formula, Halt, Kind, Limited, Variable};
use std::collections::HashMap;
use system::{Role, TransitionId};

/// The variables that make up a configuration.
pub(crate) fn control_variables(transitions: &Transitions<'_>, control: Control) -> Vec<Variable> {
    let space = transitions.space();
    let is_part = |variable: &Variable| {
        let is_finite = matches!(space.kind(*variable), Kind::Finite { .. });
        let declared = transitions.system.variables.get(variable.index());
        let is_location = declared.is_some_and(|declared| declared.role == Role::Location);
        is_finite && (control == Control::Finite || is_location)
    };
    space.all().filter(is_part).collect()
}

/// Builds the graph; more nodes than `most` are refused.
pub(crate) fn construct(
    transitions: &Transitions<'_>,
    control: &[Variable],
    predicates: &[DiagramPredicate],
    most: usize,
    budget: &Budget<'_>,
) -> Limited<Diagram> {
    let mut probe = Probe::new(transitions, control, budget)?;
    for predicate in predicates {
        probe.add(&predicate.formula)?;
    }
    let diagram =
        Diagram { control: control.to_vec(), predicates: predicates.to_vec(), ..Diagram::default() };
    let mut construction =
        Construction { transitions, probe, diagram, numbers: HashMap::new(), most, budget };
    construction.begin()?;
    let mut next = 0;
    while next < construction.diagram.nodes.len() {
        construction.expand(next)?;
        next = next.saturating_add(1);
    }
    Ok(construction.diagram)
}

struct Construction<'t, 's> {
    transitions: &'t Transitions<'s>,
    probe: Probe<'t, 's>,
    diagram: Diagram,
    numbers: HashMap<Node, usize>,
    most: usize,
    budget: &'t Budget<'t>,
}

impl Construction<'_, '_> {
    fn begin(&mut self) -> Limited<()> {
        let found = self.probe.initial_nodes(&self.diagram.predicates)?;
        self.diagram.is_initial_exact = found.is_exact;
        for node in found.nodes {
            let number = self.number(node)?;
            self.diagram.initial.push(number);
        }
        Ok(())
    }

    fn number(&mut self, node: Node) -> Limited<usize> {
        if let Some(known) = self.numbers.get(&node) {
            return Ok(*known);
        }
        let number = self.diagram.nodes.len();
        if number >= self.most {
            return Err(Halt::Unsupported(format!(
                "an abstract state graph has more than {} states",
                self.most
            )));
        }
        self.numbers.insert(node.clone(), number);
        self.diagram.nodes.push(node);
        Ok(number)
    }

    /// Finds the steps from a node.
    fn expand(&mut self, from: usize) -> Limited<()> {
        let node = self.diagram.nodes[from].clone();
        for number in 0..self.probe.move_count() {
            self.budget.spend(1).map_err(Halt::spent)?;
            let found = self.probe.successors(&node, number, &self.diagram.predicates)?;
            if !found.nodes.is_empty() {
                self.add_move(from, number, found)?;
            }
        }
        self.find_dead_ends(from, &node)
    }

    fn add_move(&mut self, from: usize, number: usize, found: Enumerated) -> Limited<()> {
        let transition = self.transitions.lowered.moves[number].transition;
        let mut targets = Vec::with_capacity(found.nodes.len());
        for node in found.nodes {
            let to = self.number(node)?;
            targets.push(to);
            self.diagram.edges.push(DiagramEdge {
                from,
                to,
                number,
                transition,
                is_witnessed: found.is_exact,
                is_enabled: false,
                is_forced: false,
            });
        }
        self.note(from, transition, &targets, found.is_exact);
        Ok(())
    }

    /// Takes note of what was proved; moves of one transition are put together.
    fn note(&mut self, from: usize, transition: TransitionId, targets: &[usize], is_exact: bool) {
        let known = self.diagram.conditions.last_mut();
        let known = known.filter(|known| known.from == from && known.transition == transition);
        match known {
            Some(known) => {
                known.to.extend(targets);
                known.to.sort_unstable();
                known.to.dedup();
                known.is_exact &= is_exact;
            }
            None => {
                let mut to = targets.to_vec();
                to.sort_unstable();
                self.diagram.conditions.push(Consecution { from, transition, to, is_exact });
            }
        }
    }

    fn find_dead_ends(&mut self, from: usize, node: &Node) -> Limited<()> {
        let guards = self.transitions.lowered.guards();
        let stuck = Formula::all(guards.iter().map(|guard| without_locals(guard).negated()));
        let may_be_stuck = self.probe.is_possible_within(node, &stuck)?;
        let is_stuck = self.diagram.edges.last().is_none_or(|edge| edge.from != from);
        self.diagram.dead_ends.push(may_be_stuck);
        self.diagram.surely_dead.push(is_stuck && may_be_stuck);
        Ok(())
    }
}

/// Finds the edges that every state of their node can take, and the moves that are possible in all of them.
pub(crate) fn find_forced(
    diagram: &mut Diagram,
    transitions: &Transitions<'_>,
    budget: &Budget<'_>,
) -> Limited<()> {
    let mut probe = Probe::new(transitions, &diagram.control, budget)?;
    for predicate in &diagram.predicates {
        probe.add(&predicate.formula)?;
    }
    let guards: Vec<Formula> = transitions.lowered.guards().iter().map(without_locals).collect();
    let mut enabled: HashMap<(usize, usize), bool> = HashMap::new();
    for place in 0..diagram.edges.len() {
        let DiagramEdge { from, to, number, .. } = diagram.edges[place].clone();
        let node = &diagram.nodes[from];
        let is_enabled = match enabled.get(&(from, number)) {
            Some(known) => *known,
            None => probe.is_always(node, &guards[number])?,
        };
        enabled.insert((from, number), is_enabled);
        let is_only = diagram.leaving(from).iter().filter(|edge| edge.number == number).count() == 1;
        let is_forced = is_enabled
            && (is_only || {
                let before = probe.before(number, &diagram.nodes[to], &diagram.predicates);
                probe.is_always(node, &before)?
            });
        let edge = &mut diagram.edges[place];
        (edge.is_enabled, edge.is_forced) = (is_enabled, is_forced);
    }
    Ok(())
}

/// How many configurations there are, reachable or not; nothing if that number is too large.
pub(crate) fn configuration_count(transitions: &Transitions<'_>, control: &[Variable]) -> Option<u64> {
    control.iter().try_fold(1_u64, |product, variable| match transitions.space().kind(*variable) {
        Kind::Finite { count } => product.checked_mul(count),
        Kind::Integer { .. } => None,
    })
}

/// All configurations in order, if there are at most so many.
pub(crate) fn all_configurations(
    transitions: &Transitions<'_>,
    control: &[Variable],
    most: u64,
) -> Option<Vec<Configuration>> {
    if configuration_count(transitions, control)? > most {
        return None;
    }
    let mut all = vec![Vec::new()];
    for variable in control {
        let Kind::Finite { count } = transitions.space().kind(*variable) else { return None };
        let longer = |short: &Configuration| {
            let short = short.clone();
            (0..count).map(move |code| short.iter().copied().chain([code]).collect::<Configuration>())
        };
        all = all.iter().flat_map(longer).collect();
    }
    Some(all)
}
