//! Which states satisfy a branching-time formula, by the meaning of each operator on maximal paths.
//!
//! Nothing is expressed by anything else where a definition will do: each operator has its own fixpoint, and the
//! universal ones are computed as such. Only "some fair path begins here" is taken from [`fair`](super::fair).

use super::fair::{MOST_FOR_SETS, fair_within, fair_within_by_sets};
use super::graph::Graph;
use system::{Ctl, Obstacle, Path, System, UntilKind};

/// In which states the formula is true.
///
/// # Panics
/// If the formula has rigid variables, or if the two ways of finding fair paths disagree.
pub fn states_of(system: &System, graph: &Graph, formula: &Ctl) -> Result<Vec<bool>, Obstacle> {
    let all = vec![true; graph.states.len()];
    let fair = stays(graph, &all);
    BranchingJudge { system, graph, fair }.truth(formula)
}

/// The states from which a fair maximal path stays in a set; on tiny graphs in two ways, which must agree.
pub(super) fn stays(graph: &Graph, within: &[bool]) -> Vec<bool> {
    let fair = fair_within(graph, within);
    if graph.states.len() <= MOST_FOR_SETS {
        assert_eq!(fair, fair_within_by_sets(graph, within), "the two ways to find fair paths should agree");
    }
    fair
}

struct BranchingJudge<'a> {
    system: &'a System,
    graph: &'a Graph,
    /// The states from which some fair path begins.
    fair: Vec<bool>,
}

impl BranchingJudge<'_> {
    fn truth(&self, formula: &Ctl) -> Result<Vec<bool>, Obstacle> {
        let each = |f: &dyn Fn(usize) -> bool| (0..self.graph.states.len()).map(f).collect::<Vec<bool>>();
        Ok(match formula {
            Ctl::State(e) => self.graph.states_where(self.system, e)?,
            Ctl::Not(f) => {
                let f = self.truth(f)?;
                each(&|s| !f[s])
            }
            Ctl::And(parts) => {
                let parts = parts.iter().map(|part| self.truth(part)).collect::<Result<Vec<_>, _>>()?;
                each(&|s| parts.iter().all(|part| part[s]))
            }
            Ctl::Or(parts) => {
                let parts = parts.iter().map(|part| self.truth(part)).collect::<Result<Vec<_>, _>>()?;
                each(&|s| parts.iter().any(|part| part[s]))
            }
            Ctl::Implies(f, g) => {
                let (f, g) = (self.truth(f)?, self.truth(g)?);
                each(&|s| !f[s] || g[s])
            }
            Ctl::Iff(f, g) => {
                let (f, g) = (self.truth(f)?, self.truth(g)?);
                each(&|s| f[s] == g[s])
            }
            Ctl::Next(path, f) => {
                let f = self.truth(f)?;
                let next = |s: usize| self.graph.steps[s].iter().map(|step| step.target);
                match path {
                    Path::Some => each(&|s| next(s).any(|t| f[t] && self.fair[t])),
                    Path::All => each(&|s| next(s).all(|t| f[t] || !self.fair[t])),
                }
            }
            Ctl::Finally(path, f) => {
                let all = each(&|_| true);
                self.until(*path, UntilKind::Until, &all, &self.truth(f)?)
            }
            Ctl::Globally(path, f) => {
                let none = each(&|_| false);
                self.until(*path, UntilKind::Weak, &self.truth(f)?, &none)
            }
            Ctl::Until(path, kind, f, g) => self.until(*path, *kind, &self.truth(f)?, &self.truth(g)?),
            Ctl::Rigid { .. } => panic!("formulas with rigid variables are not judged here"),
        })
    }

    fn until(&self, path: Path, kind: UntilKind, f: &[bool], g: &[bool]) -> Vec<bool> {
        let states = 0..f.len();
        let both: Vec<bool> = states.clone().map(|s| f[s] && g[s]).collect();
        match (path, kind) {
            (Path::Some, UntilKind::Until) => self.some_reaches(f, g),
            (Path::Some, UntilKind::Weak) => either(&self.some_reaches(f, g), &stays(self.graph, f)),
            (Path::Some, UntilKind::Release) => either(&self.some_reaches(g, &both), &stays(self.graph, g)),
            (Path::All, UntilKind::Weak) => self.all_stay(f, g),
            (Path::All, UntilKind::Release) => self.all_stay(g, &both),
            (Path::All, UntilKind::Until) => {
                // On all fair paths f up to g or for ever, and no fair path avoids g for ever.
                let without: Vec<bool> = g.iter().map(|g| !g).collect();
                let avoids = stays(self.graph, &without);
                let weak = self.all_stay(f, g);
                states.map(|s| weak[s] && !avoids[s]).collect()
            }
        }
    }

    /// Some fair path goes through `f` to `g`: as many rounds as there are states.
    fn some_reaches(&self, f: &[bool], g: &[bool]) -> Vec<bool> {
        let mut reached: Vec<bool> = (0..f.len()).map(|s| g[s] && self.fair[s]).collect();
        for _ in 0..f.len() {
            let before = reached.clone();
            for s in 0..f.len() {
                reached[s] |= f[s] && self.graph.steps[s].iter().any(|step| before[step.target]);
            }
        }
        reached
    }

    /// On all fair paths `f` up to `g`, or for ever; the greatest set with this.
    fn all_stay(&self, f: &[bool], g: &[bool]) -> Vec<bool> {
        let mut kept = vec![true; f.len()];
        for _ in 0..=f.len() {
            for s in 0..f.len() {
                let goes_on = self.graph.steps[s].iter().all(|step| kept[step.target]);
                kept[s] = !self.fair[s] || g[s] || f[s] && goes_on;
            }
        }
        kept
    }
}

fn either(a: &[bool], b: &[bool]) -> Vec<bool> {
    a.iter().zip(b).map(|(a, b)| *a || *b).collect()
}
