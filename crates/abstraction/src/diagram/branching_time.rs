//! Branching-time formulas on predicate diagrams: for each subformula the nodes in all of whose states it surely holds, or surely does not.
//!
//! What all paths do is shown by all edges; what some path does, by forced edges, which every state of a node can take. So universal and
//! existential formulas are both shown, and where all edges are forced every formula is decided. Where the nodes leave a formula open,
//! the choices that the diagram has and the system has not are refined.
//!
//! # Reference
//! Saïdi: *Modular and Incremental Analysis of Concurrent Software Systems*, ASE 1999, doi:10.1109/ASE.1999.802190, theorem 3; Godefroid,
//! Huth, Jagadeesan: *Abstraction-Based Model Checking Using Modal Transition Systems*, CONCUR 2001, doi:10.1007/3-540-44685-0_29. Departure:
//! fairness and measures as on linear time.

use super::fair_cycles::{Arena, ArenaEdge, CycleSearch};
use super::fairness::{self, FairnessFacts};
use super::graph::Diagram;
use super::probe::Probe;
use super::temporal::TemporalSearch;
use state_sets::{Halt, Limited};
use std::collections::HashMap;
use system::{Assumption, Ctl, Expr, Path, UntilKind};

/// A set of nodes.
pub(crate) type Nodes = Vec<bool>;

/// The labels of one diagram.
pub(crate) struct Labelling<'l, 't, 's> {
    /// The diagram; it is known which edges are forced.
    pub diagram: &'l Diagram,
    /// The search that it belongs to.
    pub search: &'l TemporalSearch<'t, 's>,
    facts: FairnessFacts,
    /// Questions about steps.
    pub probe: Probe<'t, 's>,
    /// The measures that were needed.
    pub measures: Vec<String>,
}

/// The conditions of a formula.
pub(crate) fn collect(formula: &Ctl, found: &mut Vec<Expr>) -> Limited<()> {
    match formula {
        Ctl::State(e) => found.push(e.clone()),
        Ctl::Not(f) | Ctl::Next(_, f) | Ctl::Finally(_, f) | Ctl::Globally(_, f) => collect(f, found)?,
        Ctl::And(all) | Ctl::Or(all) => all.iter().try_for_each(|part| collect(part, found))?,
        Ctl::Implies(f, g) | Ctl::Iff(f, g) | Ctl::Until(_, _, f, g) => {
            collect(f, found)?;
            collect(g, found)?;
        }
        Ctl::Rigid { .. } => {
            return Err(Halt::Unsupported(
                "a formula with a rigid variable is not checked by diagrams".into(),
            ));
        }
    }
    Ok(())
}

impl<'l, 't, 's> Labelling<'l, 't, 's> {
    /// No label yet.
    pub fn new(diagram: &'l Diagram, search: &'l TemporalSearch<'t, 's>) -> Limited<Self> {
        let mut probe = search.probe(diagram)?;
        let number = |e: &Expr| search.number(e);
        let facts = fairness::facts(diagram, search.transitions, &mut probe, &number)?;
        Ok(Labelling { diagram, search, facts, probe, measures: Vec::new() })
    }

    /// The nodes in all of whose states the formula has the value.
    pub fn surely(&mut self, formula: &Ctl, value: bool) -> Limited<Nodes> {
        match formula {
            Ctl::State(e) => Ok(self.state(e, value)),
            Ctl::Not(f) => self.surely(f, !value),
            Ctl::And(all) => self.joined(all, value, value),
            Ctl::Or(all) => self.joined(all, value, !value),
            Ctl::Implies(f, g) => {
                let (f, g) = (self.surely(f, !value)?, self.surely(g, value)?);
                Ok(if value { either(&f, &g) } else { both(&f, &g) })
            }
            Ctl::Iff(f, g) => {
                let (f_true, f_false) = (self.surely(f, true)?, self.surely(f, false)?);
                let (g_true, g_false) = (self.surely(g, true)?, self.surely(g, false)?);
                Ok(match value {
                    true => either(&both(&f_true, &g_true), &both(&f_false, &g_false)),
                    false => either(&both(&f_true, &g_false), &both(&f_false, &g_true)),
                })
            }
            Ctl::Next(path, f) => {
                let inner = self.surely(f, value)?;
                Ok(if is_universal(*path, value) { self.all_next(&inner) } else { self.some_next(&inner) })
            }
            Ctl::Finally(path, f) => {
                let inner = self.surely(f, value)?;
                self.until_or_weak(is_universal(*path, value), value, inner)
            }
            Ctl::Globally(path, f) => {
                let inner = self.surely(f, value)?;
                self.until_or_weak(is_universal(*path, value), !value, inner)
            }
            Ctl::Until(path, kind, f, g) => self.until(*path, *kind, f, g, value),
            Ctl::Rigid { .. } => Ok(vec![false; self.diagram.nodes.len()]),
        }
    }

    fn state(&self, e: &Expr, value: bool) -> Nodes {
        let number = self.search.number(e);
        let has = |node: &super::graph::Node| number.and_then(|number| node.values[number]) == Some(value);
        self.diagram.nodes.iter().map(has).collect()
    }

    /// All parts, or some.
    fn joined(&mut self, parts: &[Ctl], value: bool, all: bool) -> Limited<Nodes> {
        let mut result = vec![all; self.diagram.nodes.len()];
        for part in parts {
            let part = self.surely(part, value)?;
            result = if all { both(&result, &part) } else { either(&result, &part) };
        }
        Ok(result)
    }

    /// `F` of the inner nodes, or `G` of them, on all paths or on some.
    fn until_or_weak(&mut self, universal: bool, finally: bool, inner: Nodes) -> Limited<Nodes> {
        let (everything, nothing) = (vec![true; inner.len()], vec![false; inner.len()]);
        match (universal, finally) {
            (true, true) => self.all_until(&everything, &inner),
            (true, false) => Ok(self.all_weak(&inner, &nothing)),
            (false, true) => self.some_until(&everything, &inner),
            (false, false) => self.some_weak(&inner, &nothing),
        }
    }

    fn until(&mut self, path: Path, kind: UntilKind, f: &Ctl, g: &Ctl, value: bool) -> Limited<Nodes> {
        // `f R g` is `g W (f && g)`.
        let (f_set, g_set) = match (kind, value) {
            (UntilKind::Release, true) => {
                let (f, g) = (self.surely(f, true)?, self.surely(g, true)?);
                (g.clone(), both(&f, &g))
            }
            (UntilKind::Release, false) => {
                let (f, g) = (self.surely(f, false)?, self.surely(g, false)?);
                // Not `g W (f && g)`: until `!g`, `!f` or `!g`.
                (either(&f, &g), g)
            }
            (_, true) => (self.surely(f, true)?, self.surely(g, true)?),
            (_, false) => {
                let (f, g) = (self.surely(f, false)?, self.surely(g, false)?);
                (g.clone(), both(&f, &g))
            }
        };
        // The negation of a strong until is a weak one, and the other way round.
        let strong = (kind == UntilKind::Until) == value;
        match (is_universal(path, value), strong) {
            (true, true) => self.all_until(&f_set, &g_set),
            (true, false) => Ok(self.all_weak(&f_set, &g_set)),
            (false, true) => self.some_until(&f_set, &g_set),
            (false, false) => self.some_weak(&f_set, &g_set),
        }
    }

    /// The nodes all of whose successors are among these.
    fn all_next(&self, inner: &Nodes) -> Nodes {
        let leads_inside = |node: usize| self.diagram.leaving(node).iter().all(|edge| inner[edge.to]);
        (0..inner.len()).map(leads_inside).collect()
    }

    /// The nodes with an edge that all their states can take to one of these.
    fn some_next(&self, inner: &Nodes) -> Nodes {
        if self.may_be_cut_off() {
            return vec![false; inner.len()];
        }
        (0..inner.len()).map(|node| self.is_forced_into(node, inner)).collect()
    }

    fn is_forced_into(&self, node: usize, inner: &Nodes) -> bool {
        self.diagram.leaving(node).iter().any(|edge| edge.is_forced && inner[edge.to])
    }

    /// Whether fairness may leave a finite path without a fair continuation: each unit can always be given its turn, but a condition
    /// need not come again.
    fn may_be_cut_off(&self) -> bool {
        let cuts = |assumption: &Assumption| {
            matches!(assumption, Assumption::Justice(_) | Assumption::Compassion(..))
        };
        self.search.transitions.system.fairness.iter().any(|fairness| cuts(&fairness.assumption))
    }

    /// All paths stay in the first set up to the second, or for ever.
    fn all_weak(&self, first: &Nodes, second: &Nodes) -> Nodes {
        let mut kept = either(first, second);
        loop {
            let next = either(second, &both(first, &self.all_next(&kept)));
            let smaller = both(&kept, &next);
            if smaller == kept {
                return kept;
            }
            kept = smaller;
        }
    }

    /// All fair paths stay in the first set until they come to the second.
    fn all_until(&mut self, first: &Nodes, second: &Nodes) -> Limited<Nodes> {
        let kept = self.all_weak(first, second);
        let waiting: Nodes = kept.iter().zip(second).map(|(kept, second)| *kept && !second).collect();
        let mut stuck = self.staying(&waiting)?;
        // Whoever can come to where a run may wait for ever does not surely arrive.
        loop {
            let leads = |node: usize| self.diagram.leaving(node).iter().any(|edge| stuck[edge.to]);
            let more: Nodes =
                (0..stuck.len()).map(|node| stuck[node] || waiting[node] && leads(node)).collect();
            if more == stuck {
                break;
            }
            stuck = more;
        }
        Ok(kept.iter().zip(&stuck).map(|(kept, stuck)| *kept && !stuck).collect())
    }

    /// The nodes of the set in which a maximal fair path may stay for ever, or end.
    fn staying(&mut self, waiting: &Nodes) -> Limited<Nodes> {
        let count = self.diagram.nodes.len();
        let arena = self.arena();
        let inside = |place: &usize| {
            let edge = &self.diagram.edges[*place];
            waiting[edge.from] && waiting[edge.to]
        };
        let inside: Vec<usize> = (0..arena.edges.len()).filter(inside).collect();
        let search = self.search;
        let mut cycles =
            CycleSearch::new(self.diagram, search.transitions, &self.facts, &mut self.probe, search.budget);
        let left = cycles.leftover(&arena, inside)?;
        let used = std::mem::take(&mut cycles.used);
        self.measures.extend(used.into_iter().filter(|one| !one.is_empty()));
        self.measures.dedup();
        let mut staying: Nodes =
            (0..count).map(|node| waiting[node] && self.diagram.dead_ends[node]).collect();
        for place in left.into_iter().flatten() {
            staying[self.diagram.edges[place].from] = true;
        }
        Ok(staying)
    }

    /// Some path stays in the first set until it comes to the second.
    fn some_until(&mut self, first: &Nodes, second: &Nodes) -> Limited<Nodes> {
        Ok(self.plan(first, second)?.0)
    }

    /// The nodes from whose states some path stays in the first set until it comes to the second, and a move for each of them: whoever
    /// takes these moves arrives, whatever choices are left.
    pub fn plan(&mut self, first: &Nodes, second: &Nodes) -> Limited<(Nodes, HashMap<usize, usize>)> {
        let mut moves = HashMap::new();
        if self.may_be_cut_off() {
            return Ok((vec![false; first.len()], moves));
        }
        let mut reached = second.clone();
        loop {
            let sure = self.approaching(first, &reached);
            if !sure.is_empty() {
                sure.iter().for_each(|(node, _)| reached[*node] = true);
                moves.extend(sure);
                continue;
            }
            let falling = self.falling(first, &reached)?;
            if falling.is_empty() {
                return Ok((reached, moves));
            }
            falling.iter().for_each(|(node, _)| reached[*node] = true);
            moves.extend(falling);
        }
    }

    /// Nodes with a move that is always possible and leads to reached ones only.
    fn approaching(&self, first: &Nodes, reached: &Nodes) -> HashMap<usize, usize> {
        let open = (0..reached.len()).filter(|node| first[*node] && !reached[*node]);
        open.filter_map(|node| {
            let leaving = self.diagram.leaving(node);
            let leads = |number: usize| {
                leaving.iter().filter(|edge| edge.number == number).all(|edge| reached[edge.to])
            };
            let found = leaving
                .iter()
                .find(|edge| edge.is_forced && reached[edge.to] || edge.is_enabled && leads(edge.number));
            found.map(|edge| (node, edge.number))
        })
        .collect()
    }

    /// Nodes with a move each that is always possible, such that no one who takes these moves waits for ever: a measure falls on each way
    /// round.
    fn falling(&mut self, first: &Nodes, reached: &Nodes) -> Limited<HashMap<usize, usize>> {
        let moves = self.towards(first, reached);
        let is_taken = |place: &usize| {
            let edge = &self.diagram.edges[*place];
            moves.get(&edge.from) == Some(&edge.number)
        };
        let taken: Vec<usize> = (0..self.diagram.edges.len()).filter(is_taken).collect();
        let arena = self.arena();
        let inside: Vec<usize> =
            taken.iter().copied().filter(|place| !reached[self.diagram.edges[*place].to]).collect();
        let fairness = FairnessFacts::default();
        let search = self.search;
        let mut cycles =
            CycleSearch::new(self.diagram, search.transitions, &fairness, &mut self.probe, search.budget);
        let left = cycles.leftover(&arena, inside)?;
        // Whoever may come to a way round that is left, or to a node without a move, does not surely arrive.
        let mut lost: Nodes =
            (0..reached.len()).map(|node| !reached[node] && !moves.contains_key(&node)).collect();
        for place in left.into_iter().flatten() {
            lost[self.diagram.edges[place].from] = true;
        }
        loop {
            let more: Vec<usize> = taken
                .iter()
                .map(|place| &self.diagram.edges[*place])
                .filter(|edge| !lost[edge.from] && lost[edge.to])
                .map(|edge| edge.from)
                .collect();
            if more.is_empty() {
                break;
            }
            more.into_iter().for_each(|node| lost[node] = true);
        }
        Ok(moves.into_iter().filter(|(node, _)| !lost[*node]).collect())
    }

    /// For nodes of the first set a move that is always possible, stays in it and may lead nearer to what is reached.
    fn towards(&self, first: &Nodes, reached: &Nodes) -> HashMap<usize, usize> {
        let mut moves: HashMap<usize, usize> = HashMap::new();
        let mut near = reached.clone();
        loop {
            let mut found = Vec::new();
            for node in (0..near.len()).filter(|node| first[*node] && !near[*node]) {
                let leaving = self.diagram.leaving(node);
                let stays = |number: usize| {
                    let own = leaving.iter().filter(|edge| edge.number == number);
                    own.into_iter().all(|edge| first[edge.to] || reached[edge.to])
                };
                let edge = leaving.iter().find(|edge| edge.is_enabled && near[edge.to] && stays(edge.number));
                found.extend(edge.map(|edge| (node, edge.number)));
            }
            if found.is_empty() {
                return moves;
            }
            found.iter().for_each(|(node, _)| near[*node] = true);
            moves.extend(found);
        }
    }

    /// The diagram as positions.
    fn arena(&self) -> Arena {
        let edge = |(place, edge): (usize, &super::graph::DiagramEdge)| ArenaEdge {
            from: u32::try_from(edge.from).unwrap_or(u32::MAX),
            to: u32::try_from(edge.to).unwrap_or(u32::MAX),
            step: Some(place),
            marks: 0,
        };
        let edges: Vec<ArenaEdge> = self.diagram.edges.iter().enumerate().map(edge).collect();
        Arena { nodes: (0..self.diagram.nodes.len()).collect(), edges, acceptance: 0 }
    }

    /// Some path stays in the first set up to the second, or for ever.
    pub fn some_weak(&mut self, first: &Nodes, second: &Nodes) -> Limited<Nodes> {
        // On a fair path more is asked than to stay.
        if !self.search.transitions.system.fairness.is_empty() {
            return self.some_until(first, second);
        }
        let mut kept = either(first, second);
        loop {
            let stays = |node: usize| {
                second[node]
                    || first[node] && (self.diagram.surely_dead[node] || self.is_forced_into(node, &kept))
            };
            let next: Nodes = (0..kept.len()).map(|node| kept[node] && stays(node)).collect();
            if next == kept {
                return Ok(kept);
            }
            kept = next;
        }
    }
}

/// Whether the value of a quantified formula is one of all paths.
fn is_universal(path: Path, value: bool) -> bool {
    (path == Path::All) == value
}

fn both(left: &Nodes, right: &Nodes) -> Nodes {
    left.iter().zip(right).map(|(left, right)| *left && *right).collect()
}

fn either(left: &Nodes, right: &Nodes) -> Nodes {
    left.iter().zip(right).map(|(left, right)| *left || *right).collect()
}
