//! Labels every state with the truth of every subformula, from the inside out.
//!
//! On maximal paths, with or without fairness, everything comes down to three questions about a graph, each
//! answered in linear time: which states have a successor in a set, from which states can a set be reached
//! through another one, and from which states does a fair maximal path stay in a set. Path quantifiers range over
//! fair paths, so a state counts as reached only where a fair path can go on from it; the universal operators are
//! the complements of existential ones.
//!
//! ```text
//! A[f U g] = ¬(E[¬g U ¬f ∧ ¬g] ∨ EG ¬g)     E[f W g] = E[f U g] ∨ EG f      E[f R g] = E[g W f ∧ g]
//! A[f W g] = ¬E[¬g U ¬f ∧ ¬g]               A[f R g] = ¬E[¬f U ¬g]
//! ```
//!
//! # Reference
//! Clarke, Emerson, Sistla: *Automatic Verification of Finite-State Concurrent Systems Using Temporal Logic
//! Specifications*, TOPLAS 8(2), 1986, doi:10.1145/5397.5399. Departure: paths are maximal, not infinite, so a dead
//! end ends a path that counts.

use crate::bits::Bits;
use crate::temporal::graph::{Graph, Promise, Reverse, fair_states};
use system::{Ctl, Expr, Path, UntilKind};

/// The graph, its fairness, and the states that begin a fair path.
#[derive(Debug)]
pub(crate) struct Labelling<'g> {
    /// The graph.
    pub graph: &'g Graph,
    /// Its edges backwards.
    pub reverse: Reverse,
    /// What fair paths keep.
    pub promises: &'g [Promise],
    /// The states from which some fair path begins.
    pub fair: Bits,
}

/// A formula with the states that satisfy it, and its subformulas likewise.
#[derive(Debug)]
pub(crate) struct Labelled<'f> {
    /// The formula.
    pub formula: &'f Ctl,
    /// The states that satisfy it.
    pub truth: Bits,
    /// Its direct subformulas, in order.
    pub parts: Vec<Labelled<'f>>,
}

impl<'g> Labelling<'g> {
    /// Prepares to label formulas on a graph, of which the edges backwards are given.
    pub fn new(graph: &'g Graph, reverse: Reverse, promises: &'g [Promise]) -> Self {
        let all = Bits::full(graph.states());
        let fair = if promises.is_empty() { all } else { fair_states(graph, &reverse, &all, promises) };
        Labelling { graph, reverse, promises, fair }
    }

    /// Labels a formula; `go_on` is asked before each subformula, and `atom` gives the states that satisfy a state
    /// expression. Formulas with rigid variables are not labelled.
    pub fn label<'f, E>(
        &self,
        formula: &'f Ctl,
        go_on: &dyn Fn() -> Result<(), E>,
        atom: &mut dyn FnMut(&'f Expr) -> Result<Bits, E>,
    ) -> Result<Labelled<'f>, E> {
        let inner: Vec<&Ctl> = match formula {
            Ctl::State(_) => Vec::new(),
            Ctl::Not(f) | Ctl::Next(_, f) | Ctl::Finally(_, f) | Ctl::Globally(_, f) => vec![f],
            Ctl::And(all) | Ctl::Or(all) => all.iter().collect(),
            Ctl::Implies(f, g) | Ctl::Iff(f, g) | Ctl::Until(_, _, f, g) => vec![f, g],
            Ctl::Rigid { .. } => unreachable!("rigid variables are refused before a search"),
        };
        let parts = inner.into_iter().map(|f| self.label(f, go_on, atom)).collect::<Result<Vec<_>, E>>()?;
        go_on()?;
        let truth = match formula {
            Ctl::State(expr) => atom(expr)?,
            _ => self.combine(formula, &parts),
        };
        Ok(Labelled { formula, truth, parts })
    }

    fn combine(&self, formula: &Ctl, parts: &[Labelled<'_>]) -> Bits {
        let of = |part: usize| &parts[part].truth;
        let all = || Bits::full(self.graph.states());
        match formula {
            Ctl::Not(_) => of(0).complement(),
            Ctl::And(_) => parts.iter().fold(all(), |sum, part| sum.and(&part.truth)),
            Ctl::Or(_) => parts.iter().fold(Bits::new(self.graph.states()), |sum, part| sum.or(&part.truth)),
            Ctl::Implies(..) => of(0).complement().or(of(1)),
            Ctl::Iff(..) => of(0).and(of(1)).or(&of(0).complement().and(&of(1).complement())),
            Ctl::Next(Path::Some, _) => self.some_next(of(0)),
            Ctl::Next(Path::All, _) => self.some_next(&of(0).complement()).complement(),
            Ctl::Finally(Path::Some, _) => self.some_until(&all(), of(0)),
            Ctl::Finally(Path::All, _) => self.some_globally(&of(0).complement()).complement(),
            Ctl::Globally(Path::Some, _) => self.some_globally(of(0)),
            Ctl::Globally(Path::All, _) => self.some_until(&all(), &of(0).complement()).complement(),
            Ctl::Until(path, kind, ..) => self.until(*path, *kind, of(0), of(1)),
            Ctl::State(_) | Ctl::Rigid { .. } => unreachable!("handled by the caller"),
        }
    }

    fn until(&self, path: Path, kind: UntilKind, f: &Bits, g: &Bits) -> Bits {
        let neither = || f.complement().and(&g.complement());
        match (path, kind) {
            (Path::Some, UntilKind::Until) => self.some_until(f, g),
            (Path::Some, UntilKind::Weak) => self.some_until(f, g).or(&self.some_globally(f)),
            (Path::Some, UntilKind::Release) => self.some_until(g, &f.and(g)).or(&self.some_globally(g)),
            (Path::All, UntilKind::Until) => {
                let fails = self.some_until(&g.complement(), &neither());
                fails.or(&self.some_globally(&g.complement())).complement()
            }
            (Path::All, UntilKind::Weak) => self.some_until(&g.complement(), &neither()).complement(),
            (Path::All, UntilKind::Release) => self.some_until(&f.complement(), &g.complement()).complement(),
        }
    }

    /// The states with a successor in the set that begins a fair path.
    fn some_next(&self, set: &Bits) -> Bits {
        let goal = set.and(&self.fair);
        let mut states = Bits::new(self.graph.states());
        for state in goal.iter() {
            for source in self.reverse.predecessors(state) {
                states.insert(*source as usize);
            }
        }
        states
    }

    fn some_until(&self, within: &Bits, goal: &Bits) -> Bits {
        self.graph.backward(&self.reverse, within, &goal.and(&self.fair))
    }

    fn some_globally(&self, within: &Bits) -> Bits {
        fair_states(self.graph, &self.reverse, within, self.promises)
    }
}
