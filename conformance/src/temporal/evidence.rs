//! Whether the paths that an engine shows for a branching-time formula show what they claim.
//!
//! Every claim of the tree is compared with the truth found by the definitions, every path is walked, and at the
//! operator that it is shown for it must have the states that the operator speaks of.

use super::branching::{states_of, stays};
use super::graph::Graph;
use super::lengths::shorter_lasso;
use super::path::PlainLasso;
use system::{Ctl, Ending, Explanation, Path, System, UntilKind};

/// Checks the evidence for a formula in a state; an error says what is wrong with it.
pub(super) fn check_evidence(
    system: &System,
    graph: &Graph,
    formula: &Ctl,
    state: usize,
    evidence: &Explanation,
) -> Result<(), String> {
    let fair = stays(graph, &vec![true; graph.states.len()]);
    Checker { system, graph, fair }.claim(formula, state, evidence)
}

struct Checker<'a> {
    system: &'a System,
    graph: &'a Graph,
    fair: Vec<bool>,
}

/// What a path shows: states before its end, states at its end, or states all along a maximal path.
struct PathShape {
    /// Where it may go on the way to an end, and what is true there; nothing if it need not end.
    reach: Option<(Vec<bool>, Vec<bool>)>,
    /// Where it may stay for ever; nothing if it must end.
    stay: Option<Vec<bool>>,
}

impl Checker<'_> {
    fn truth(&self, formula: &Ctl) -> Result<Vec<bool>, String> {
        states_of(self.system, self.graph, formula).map_err(|obstacle| obstacle.to_string())
    }

    fn text(&self, evidence: &Explanation) -> String {
        format!("{} is {}", self.system.show_ctl(&evidence.formula), evidence.value)
    }

    fn claim(&self, formula: &Ctl, state: usize, evidence: &Explanation) -> Result<(), String> {
        let value = self.truth(formula)?[state];
        let text = format!("{} is {value}", self.system.show_ctl(formula));
        if evidence.formula != *formula || evidence.value != value {
            return Err(format!("'{text}', but the claim is '{}'", self.text(evidence)));
        }
        let end = match (&evidence.path, self.shape(formula, value)?) {
            (None, _) => state,
            (Some(_), None) => return Err(format!("a path cannot show that {text}")),
            (Some(path), Some(shape)) => {
                let lasso = PlainLasso::of_trace(self.graph, path)?;
                if lasso.states[0] != state {
                    return Err(format!("the path for '{text}' begins elsewhere"));
                }
                self.path(&lasso, &shape).map_err(|wrong| format!("the path for '{text}' {wrong}"))?;
                lasso.last()
            }
        };
        self.without_path(formula, value, evidence, state)?;
        self.parts(formula, value, evidence, end)
    }

    /// A path may be left out only where none can show the claim, or where it has no steps.
    fn without_path(
        &self,
        formula: &Ctl,
        value: bool,
        evidence: &Explanation,
        state: usize,
    ) -> Result<(), String> {
        let Some(shape) = self.shape(formula, value)?.filter(|_| evidence.path.is_none()) else {
            return Ok(());
        };
        match shape.reach {
            Some((_, goal)) if goal[state] && self.fair[state] && !matches!(formula, Ctl::Next(..)) => Ok(()),
            _ => Err(format!("no path shows that {}", self.text(evidence))),
        }
    }

    /// Each part of the evidence is a subformula with its value at the end of the path.
    fn parts(&self, formula: &Ctl, value: bool, evidence: &Explanation, end: usize) -> Result<(), String> {
        let inner = subformulas(formula);
        for part in &evidence.parts {
            if !inner.contains(&&part.formula) {
                return Err(format!("'{}' is no part of '{}'", self.text(part), self.text(evidence)));
            }
            self.claim(&part.formula, end, part)?;
        }
        let shown: Vec<(&Ctl, bool)> =
            evidence.parts.iter().map(|part| (&part.formula, part.value)).collect();
        let enough = match formula {
            Ctl::State(_) => !evidence.reasons.is_empty() && shown.is_empty(),
            Ctl::And(_) | Ctl::Or(_) if value == matches!(formula, Ctl::And(_)) => shown.len() == inner.len(),
            Ctl::And(_) | Ctl::Or(_) => shown.len() == 1 && shown[0].1 == value,
            Ctl::Not(_) => shown.len() == 1,
            Ctl::Implies(f, g) if value => shown == [(&**f, false)] || shown == [(&**g, true)],
            Ctl::Implies(..) | Ctl::Iff(..) => shown.len() == 2,
            _ => true,
        };
        if enough { Ok(()) } else { Err(format!("the parts do not show that {}", self.text(evidence))) }
    }

    /// What a path must be to show that an existential formula is true, or a universal one false.
    fn shape(&self, formula: &Ctl, value: bool) -> Result<Option<PathShape>, String> {
        let (path, kind, f, g) = match formula {
            Ctl::Next(path, f) => (path, None, None, f),
            Ctl::Finally(path, f) => (path, Some(UntilKind::Until), None, f),
            Ctl::Globally(path, f) => (path, Some(UntilKind::Release), None, f),
            Ctl::Until(path, kind, f, g) => (path, Some(*kind), Some(f), g),
            _ => return Ok(None),
        };
        if value != (*path == Path::Some) {
            return Ok(None);
        }
        let all = |value: bool| vec![value; self.graph.states.len()];
        // As `A` fails where `E` of the dual succeeds, the parts are negated, and the operator is turned round.
        let side = |truth: Vec<bool>| truth.into_iter().map(|t| t == value).collect::<Vec<bool>>();
        let g = side(self.truth(g)?);
        let f = match (f, kind) {
            (Some(f), _) => side(self.truth(f)?),
            (None, Some(UntilKind::Release)) => all(!value),
            (None, _) => all(value),
        };
        let both: Vec<bool> = f.iter().zip(&g).map(|(f, g)| *f && *g).collect();
        Ok(Some(match (kind, value) {
            (None, _) => PathShape { reach: Some((all(true), g)), stay: None },
            (Some(UntilKind::Until), true) => PathShape { reach: Some((f, g)), stay: None },
            (Some(UntilKind::Weak), true) => PathShape { stay: Some(f.clone()), reach: Some((f, g)) },
            (Some(UntilKind::Release), true) => PathShape { stay: Some(g.clone()), reach: Some((g, both)) },
            (Some(UntilKind::Until), false) => PathShape { stay: Some(g.clone()), reach: Some((g, both)) },
            (Some(UntilKind::Weak), false) => PathShape { stay: None, reach: Some((g, both)) },
            (Some(UntilKind::Release), false) => PathShape { stay: None, reach: Some((f, g)) },
        }))
    }

    fn path(&self, lasso: &PlainLasso, shape: &PathShape) -> Result<(), String> {
        if let (Some((through, goal)), None) = (&shape.reach, lasso.back) {
            let before = &lasso.states[..lasso.steps.len()];
            let last = lasso.last();
            if before.iter().all(|state| through[*state]) && goal[last] && self.fair[last] {
                return self.is_shortest(lasso, through, goal);
            }
        }
        match &shape.stay {
            None => Err("does not reach what it should".into()),
            Some(within) if lasso.states.iter().all(|state| within[*state]) => {
                if !lasso.is_maximal(self.graph) {
                    Err("is not maximal".into())
                } else if !lasso.is_fair(self.graph) {
                    Err("is not fair".into())
                } else {
                    self.is_shortest_stay(lasso, within)
                }
            }
            Some(_) => Err("neither reaches its end nor stays where it should".into()),
        }
    }

    /// No fair maximal path within has fewer steps; judged by trying all, on tiny graphs.
    fn is_shortest_stay(&self, lasso: &PlainLasso, within: &[bool]) -> Result<(), String> {
        let stays =
            |other: &PlainLasso| other.is_fair(self.graph) && other.states.iter().all(|state| within[*state]);
        match shorter_lasso(self.graph, &[lasso.states[0]], lasso.steps.len(), &stays) {
            Some(shorter) => Err(format!("is not a shortest one, which {shorter:?} is")),
            None => Ok(()),
        }
    }

    /// Paths to a state are shortest ones. A path of no steps shows nothing of a successor, so it does not count
    /// where the path has one.
    fn is_shortest(&self, lasso: &PlainLasso, through: &[bool], goal: &[bool]) -> Result<(), String> {
        let is_goal = |state: usize| goal[state] && self.fair[state];
        let mut reached = vec![lasso.states[0]];
        for _ in 1..lasso.steps.len() {
            let next = reached.iter().filter(|state| through[**state]);
            let next: Vec<usize> = next.flat_map(|s| self.graph.steps[*s].iter().map(|t| t.target)).collect();
            if next.iter().any(|state| is_goal(*state)) {
                return Err("is not a shortest one".into());
            }
            reached.extend(next);
            reached.sort_unstable();
            reached.dedup();
        }
        Ok(())
    }
}

fn subformulas(formula: &Ctl) -> Vec<&Ctl> {
    match formula {
        Ctl::State(_) => Vec::new(),
        Ctl::Not(f) | Ctl::Next(_, f) | Ctl::Finally(_, f) | Ctl::Globally(_, f) => vec![f],
        Ctl::And(all) | Ctl::Or(all) => all.iter().collect(),
        Ctl::Implies(f, g) | Ctl::Iff(f, g) | Ctl::Until(_, _, f, g) => vec![f, g],
        Ctl::Rigid { body, .. } => vec![body],
    }
}

/// Whether evidence shows a path that goes on for ever somewhere along its last parts.
pub(super) fn shows_loop(evidence: &Explanation) -> bool {
    evidence.path.as_ref().is_some_and(|path| matches!(path.ending, Ending::Loop(_)))
        || evidence.parts.iter().any(shows_loop)
}
