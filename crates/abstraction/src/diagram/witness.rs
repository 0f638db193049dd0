//! Paths of the system that show what a diagram says of a branching-time formula: forced edges are followed state by state.

use super::branching_time::{Labelling, Nodes};
use crate::failure::{ENGINE, End, Failure};
use state_sets::{Limited, Point};
use std::collections::HashMap;
use system::{
    Answer, BranchingClaim, Claim, ClaimedPath, Ctl, EnginePath, Evidence, Mismatch, Path, PathEnding,
    Question, UntilKind, retrace,
};

/// How many states are walked in the hope that one comes again.
const LONGEST: usize = 400;

/// A path of the system, and how it goes on.
#[derive(Debug, Clone)]
pub(crate) struct Shown {
    start: Point,
    steps: Vec<(usize, Point)>,
    /// The place of the state to which it returns at its end.
    back: Option<usize>,
}

type NodeClaim<'f> = Claim<'f, (usize, Point), Shown>;

impl EnginePath<(usize, Point)> for Shown {
    fn at(state: &(usize, Point)) -> Self {
        Shown { start: state.1.clone(), steps: Vec::new(), back: None }
    }

    fn length(&self) -> usize {
        self.steps.len()
    }

    fn then(mut self, onward: Self) -> Self {
        let before = self.steps.len();
        self.back = onward.back.map(|back| back.saturating_add(before));
        self.steps.extend(onward.steps);
        self
    }
}

/// A path that was found: where it ends, whether it is maximal, and the parts whose values matter at its end.
struct Witness {
    path: Shown,
    end: (usize, Point),
    maximal: bool,
    parts: &'static [usize],
}

impl Labelling<'_, '_, '_> {
    /// The answer that the formula has the value, if a path shows it from an initial state of the node.
    pub fn shown(
        &mut self,
        question: &Question,
        formula: &Ctl,
        value: bool,
        node: usize,
    ) -> Result<Option<Answer>, End> {
        let Some(start) = self.probe.start(&self.diagram.nodes[node])? else { return Ok(None) };
        let Some(claim) = self.claim(formula, value, (node, start))? else { return Ok(None) };
        let (path, maximal) = claim.spine();
        let system = self.search.transitions.system;
        let trace = match retrace(system, &self.claimed(&path, maximal)) {
            Ok(trace) => trace,
            Err(Mismatch::Obstacle(_)) => return Ok(None),
            Err(other) => return Err(End::Failed(Failure::Internal(other.to_string()))),
        };
        let explanation = self.branching(&claim).replayed(system);
        let explanation =
            explanation.map_err(|mismatch| End::Failed(Failure::Internal(mismatch.to_string())))?;
        let evidence = Evidence::Path { trace, explanation: Some(Box::new(explanation)) };
        Answer::from_evidence(question, evidence, ENGINE, "predicate diagram")
            .map(Some)
            .map_err(|irrelevant| End::Failed(Failure::Internal(irrelevant.to_string())))
    }

    /// Why the formula has the value in a state of a node; nothing if no path is found that shows it.
    fn claim<'f>(
        &mut self,
        formula: &'f Ctl,
        value: bool,
        state: (usize, Point),
    ) -> Limited<Option<NodeClaim<'f>>> {
        let node = state.0;
        let mut claim =
            Claim { formula, state, value, path: None, maximal: false, at_least: 0, parts: Vec::new() };
        let parts: Vec<(&Ctl, bool)> = match formula {
            Ctl::State(_) | Ctl::Rigid { .. } => Vec::new(),
            Ctl::Not(f) => vec![(f, !value)],
            Ctl::And(all) | Ctl::Or(all) if value == matches!(formula, Ctl::Or(_)) => {
                let mut deciding = Vec::new();
                for part in all {
                    if deciding.is_empty() && self.surely(part, value)?[node] {
                        deciding.push((part, value));
                    }
                }
                deciding
            }
            Ctl::And(all) | Ctl::Or(all) => all.iter().map(|part| (part, value)).collect(),
            Ctl::Implies(f, g) if value => match self.surely(g, true)?[node] {
                true => vec![(g, true)],
                false => vec![(f, false)],
            },
            Ctl::Implies(f, g) => vec![(f, true), (g, false)],
            Ctl::Iff(f, g) => {
                let first = self.surely(f, true)?[node];
                vec![(f, first), (g, first == value)]
            }
            Ctl::Next(path, _) | Ctl::Finally(path, _) | Ctl::Globally(path, _) | Ctl::Until(path, ..) => {
                let shown = value != (*path == Path::Some) || self.add_path(&mut claim)?;
                return Ok(shown.then_some(claim));
            }
        };
        for (part, value) in parts {
            let Some(part) = self.claim(part, value, claim.state.clone())? else { return Ok(None) };
            claim.parts.push(part);
        }
        Ok(Some(claim))
    }

    /// Adds the path that an existential success or a universal failure has; says whether there is one.
    fn add_path<'f>(&mut self, claim: &mut NodeClaim<'f>) -> Limited<bool> {
        let value = claim.value;
        let from = claim.state.clone();
        let (parts, found): (Vec<&'f Ctl>, Option<Witness>) = match claim.formula {
            Ctl::Next(_, f) => {
                let goal = self.surely(f, value)?;
                (vec![f], self.step_into(&from, &goal)?)
            }
            Ctl::Finally(Path::Some, f) | Ctl::Globally(Path::All, f) => {
                let goal = self.surely(f, value)?;
                (vec![f], self.lead(&from, &vec![true; goal.len()], &goal, &[0])?)
            }
            Ctl::Finally(Path::All, f) | Ctl::Globally(Path::Some, f) => {
                let within = self.surely(f, value)?;
                (vec![f], self.stay(&from, &within)?)
            }
            Ctl::Until(path, kind, f, g) => {
                let (f_set, g_set) = (self.surely(f, value)?, self.surely(g, value)?);
                (vec![f, g], self.until_path(&from, *path, *kind, &f_set, &g_set)?)
            }
            _ => return Ok(false),
        };
        let Some(found) = found else { return Ok(false) };
        for part in found.parts {
            let Some(part) = self.claim(parts[*part], value, found.end.clone())? else { return Ok(false) };
            claim.parts.push(part);
        }
        (claim.maximal, claim.path) = (found.maximal, Some(found.path));
        Ok(true)
    }

    /// The path of an until: `f` and `g` are the nodes where the parts are true for `E`, false for `A`.
    fn until_path(
        &mut self,
        from: &(usize, Point),
        path: Path,
        kind: UntilKind,
        f: &Nodes,
        g: &Nodes,
    ) -> Limited<Option<Witness>> {
        let both: Nodes = f.iter().zip(g).map(|(f, g)| *f && *g).collect();
        let (first, otherwise) = match (path, kind) {
            (Path::Some, UntilKind::Until) => (self.lead(from, f, g, &[1])?, None),
            (Path::Some, UntilKind::Weak) => (self.lead(from, f, g, &[1])?, Some(f)),
            (Path::Some, UntilKind::Release) => (self.lead(from, g, &both, &[0, 1])?, Some(g)),
            (Path::All, UntilKind::Until) => (self.lead(from, g, &both, &[0, 1])?, Some(g)),
            (Path::All, UntilKind::Weak) => (self.lead(from, g, &both, &[0, 1])?, None),
            (Path::All, UntilKind::Release) => (self.lead(from, f, g, &[1])?, None),
        };
        match (first, otherwise) {
            (None, Some(within)) => self.stay(from, within),
            (first, _) => Ok(first),
        }
    }

    fn step_into(&mut self, from: &(usize, Point), goal: &Nodes) -> Limited<Option<Witness>> {
        for edge in self.diagram.leaving(from.0).iter().filter(|edge| edge.is_forced && goal[edge.to]) {
            if let Some(point) = self.probe.step_from(&from.1, edge.number, &self.diagram.nodes[edge.to])? {
                let steps = vec![(edge.number, point.clone())];
                let path = Shown { start: from.1.clone(), steps, back: None };
                return Ok(Some(Witness { path, end: (edge.to, point), maximal: false, parts: &[0] }));
            }
        }
        Ok(None)
    }

    /// A path within a set to another one.
    fn lead(
        &mut self,
        from: &(usize, Point),
        within: &Nodes,
        goal: &Nodes,
        parts: &'static [usize],
    ) -> Limited<Option<Witness>> {
        let (reached, moves) = self.plan(within, goal)?;
        let mut path = Shown { start: from.1.clone(), steps: Vec::new(), back: None };
        let mut end = from.clone();
        while !goal[end.0] {
            let number = moves.get(&end.0).copied().filter(|_| reached[end.0]);
            let Some(number) = number.filter(|_| path.steps.len() < LONGEST) else { return Ok(None) };
            let Some(next) = self.taken(&end, number)? else { return Ok(None) };
            path.steps.push((number, next.1.clone()));
            end = next;
        }
        Ok(Some(Witness { path, end, maximal: false, parts }))
    }

    /// Where a move leads from a state.
    fn taken(&mut self, from: &(usize, Point), number: usize) -> Limited<Option<(usize, Point)>> {
        for edge in self.diagram.leaving(from.0).iter().filter(|edge| edge.number == number) {
            if let Some(point) = self.probe.step_from(&from.1, number, &self.diagram.nodes[edge.to])? {
                return Ok(Some((edge.to, point)));
            }
        }
        Ok(None)
    }

    /// A path that stays in a set for ever, or ends in it.
    fn stay(&mut self, from: &(usize, Point), within: &Nodes) -> Limited<Option<Witness>> {
        let nothing = vec![false; within.len()];
        let kept = self.some_weak(within, &nothing)?;
        let mut path = Shown { start: from.1.clone(), steps: Vec::new(), back: None };
        let mut end = from.clone();
        let mut seen: HashMap<Point, usize> = HashMap::from([(from.1.clone(), 0)]);
        while kept[end.0] && path.steps.len() < LONGEST {
            let leaving = self.diagram.leaving(end.0).iter().filter(|edge| edge.is_forced && kept[edge.to]);
            // Each way is taken in turn, so that a way round is found.
            let ways: Vec<_> = leaving.collect();
            if ways.is_empty() {
                let is_over = self.diagram.surely_dead[end.0];
                return Ok(is_over.then_some(Witness { path, end, maximal: true, parts: &[] }));
            }
            let edge = ways[path.steps.len() % ways.len()];
            let point = self.probe.step_from(&end.1, edge.number, &self.diagram.nodes[edge.to])?;
            let Some(point) = point else { return Ok(None) };
            path.steps.push((edge.number, point.clone()));
            if let Some(back) = seen.get(&point) {
                path.back = Some(*back);
                return Ok(Some(Witness { path, end: (edge.to, point), maximal: true, parts: &[] }));
            }
            seen.insert(point.clone(), path.steps.len());
            end = (edge.to, point);
        }
        Ok(None)
    }

    /// The path as one of the system.
    fn claimed(&self, path: &Shown, maximal: bool) -> ClaimedPath {
        let mut points = vec![path.start.clone()];
        points.extend(path.steps.iter().map(|(_, point)| point.clone()));
        let moves: Vec<usize> = path.steps.iter().map(|(number, _)| *number).collect();
        let claimed = self.search.transitions.claimed(&points, &moves, None);
        let ending = match (maximal, path.back) {
            (true, Some(back)) => PathEnding::Loop(back),
            (true, None) => PathEnding::DeadEnd,
            (false, _) => PathEnding::Finite,
        };
        ClaimedPath { ending, ..claimed }
    }

    fn branching<'f>(&self, claim: &NodeClaim<'f>) -> BranchingClaim<'f> {
        let path = claim.path.as_ref().filter(|path| !path.steps.is_empty() || claim.maximal);
        BranchingClaim {
            formula: claim.formula,
            value: claim.value,
            state: Some(self.search.transitions.lowered.coding.state(&claim.state.1)),
            path: path.map(|path| self.claimed(path, claim.maximal)),
            parts: claim.parts.iter().map(|part| self.branching(part)).collect(),
        }
    }
}
