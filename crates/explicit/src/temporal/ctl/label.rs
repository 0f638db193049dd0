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
//! What is asked of the initial states alone needs less, as long as no temporal operator is on the way: the parts of a conjunction are
//! labelled until one is false, and what can be reached at all can be reached from an only initial state.
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

    /// Labels a formula so that its truth in the initial states is right, and where that is because of others, theirs. Parts that
    /// decide nothing are left out. `go_on` is asked before each subformula, and `atom` gives those of so many first states that satisfy a
    /// state expression. Formulas with rigid variables are not labelled.
    pub fn label<'f, E>(
        &self,
        formula: &'f Ctl,
        go_on: &dyn Fn() -> Result<(), E>,
        atom: &mut dyn FnMut(&'f Expr, usize) -> Result<Bits, E>,
    ) -> Result<Labelled<'f>, E> {
        let initial = self.graph.initial.len();
        let mut parts = Vec::new();
        let truth = match formula {
            Ctl::State(expr) => {
                let mut truth = atom(expr, initial)?;
                truth.grow(self.graph.states());
                truth
            }
            Ctl::Not(_) | Ctl::And(_) | Ctl::Or(_) | Ctl::Implies(..) | Ctl::Iff(..) => {
                for part in inner(formula) {
                    parts.push(self.label(part, go_on, atom)?);
                    if self.is_decided(formula, &parts) {
                        break;
                    }
                }
                self.combine(formula, &parts)
            }
            Ctl::Finally(Path::Some, part) | Ctl::Globally(Path::All, part) if initial == 1 => {
                parts.push(self.label_all(part, go_on, atom)?);
                go_on()?;
                // Every state of the graph can be reached from the only one that it begins with.
                let part = &parts[0].truth;
                let holds = match formula {
                    Ctl::Globally(..) => self.fair.and(&part.complement()).is_empty(),
                    _ => !self.fair.and(part).is_empty(),
                };
                let states = self.graph.states();
                if holds { Bits::full(states) } else { Bits::new(states) }
            }
            _ => return self.label_all(formula, go_on, atom),
        };
        Ok(Labelled { formula, truth, parts })
    }

    /// Whether the parts so far decide a formula in all initial states.
    fn is_decided(&self, formula: &Ctl, parts: &[Labelled<'_>]) -> bool {
        let deciding = match formula {
            Ctl::And(_) | Ctl::Implies(..) => false,
            Ctl::Or(_) => true,
            _ => return false,
        };
        let decides = |part: &Labelled<'_>, state: u32| part.truth.contains(state as usize) == deciding;
        self.graph.initial.iter().all(|state| parts.iter().any(|part| decides(part, *state)))
    }

    /// Labels a formula in all states.
    fn label_all<'f, E>(
        &self,
        formula: &'f Ctl,
        go_on: &dyn Fn() -> Result<(), E>,
        atom: &mut dyn FnMut(&'f Expr, usize) -> Result<Bits, E>,
    ) -> Result<Labelled<'f>, E> {
        let parts = inner(formula).into_iter().map(|f| self.label_all(f, go_on, atom));
        let parts = parts.collect::<Result<Vec<_>, E>>()?;
        go_on()?;
        let truth = match formula {
            Ctl::State(expr) => atom(expr, self.graph.states())?,
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
            Ctl::Implies(..) if parts.len() == 1 => of(0).complement(),
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

/// The direct subformulas, in order.
fn inner(formula: &Ctl) -> Vec<&Ctl> {
    match formula {
        Ctl::State(_) => Vec::new(),
        Ctl::Not(f) | Ctl::Next(_, f) | Ctl::Finally(_, f) | Ctl::Globally(_, f) => vec![f],
        Ctl::And(all) | Ctl::Or(all) => all.iter().collect(),
        Ctl::Implies(f, g) | Ctl::Iff(f, g) | Ctl::Until(_, _, f, g) => vec![f, g],
        Ctl::Rigid { .. } => unreachable!("rigid variables are refused before a search"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::claim;
    use super::*;
    use diagnostics::Span;
    use random_numbers::Xorshift;
    use system::Value;

    const STATES: usize = 9;

    /// A graph in which each state can be reached from the first.
    fn graph(random: &mut Xorshift, initial: u32) -> Graph {
        let mut edges: Vec<Vec<u32>> = vec![Vec::new(); STATES];
        for state in 1..STATES as u64 {
            edges[random.below(state) as usize].push(state as u32);
        }
        for from in &mut edges {
            from.extend((0..random.below(2)).map(|_| random.below(STATES as u64) as u32));
        }
        let mut graph = Graph::default();
        graph.initial = (0..initial).collect();
        graph.grow(STATES);
        for (state, targets) in edges.into_iter().enumerate() {
            let start = graph.edges();
            graph.transitions.extend(targets.iter().map(|_| 0));
            graph.targets.extend(targets);
            graph.set_edges(state, start);
        }
        graph
    }

    /// Its propositions are integers whose bits say where they hold.
    fn formula(random: &mut Xorshift, depth: u64) -> Ctl {
        let part = |random: &mut Xorshift| Box::new(formula(random, depth - 1));
        if depth == 0 {
            return Ctl::State(Expr::int(i128::from(random.bits() & random.bits()), Span::default()));
        }
        let path = if random.below(2) == 0 { Path::All } else { Path::Some };
        match random.below(9) {
            0 => Ctl::Not(part(random)),
            1 => Ctl::And(vec![*part(random), *part(random), *part(random)]),
            2 => Ctl::Or(vec![*part(random), *part(random), *part(random)]),
            3 => Ctl::Implies(part(random), part(random)),
            4 => Ctl::Iff(part(random), part(random)),
            5 => Ctl::Next(path, part(random)),
            6 => Ctl::Finally(path, part(random)),
            7 => Ctl::Globally(path, part(random)),
            _ => {
                let kinds = [UntilKind::Until, UntilKind::Weak, UntilKind::Release];
                Ctl::Until(path, kinds[random.below(3) as usize], part(random), part(random))
            }
        }
    }

    fn atom(expression: &Expr, states: usize) -> Result<Bits, ()> {
        let Some(Value::Int(mask)) = expression.constant() else { panic!("all propositions are integers") };
        Ok(Bits::of(states, |state| mask >> state & 1 == 1))
    }

    /// The initial states have the labels that they have where all states are labelled; and what shows them stands on labels that
    /// are right.
    #[test]
    fn labels_of_initial_states_are_those_of_all() {
        let mut random = Xorshift::scattered(7);
        let mut left_out = 0;
        for round in 0..3_000 {
            let graph = graph(&mut random, 1 + round % 2);
            let reverse = graph.reverse();
            let labelling = Labelling::new(&graph, reverse, &[]);
            let formula = formula(&mut random, 1 + u64::from(round) % 3);
            let go_on = || Ok(());
            let all = labelling.label_all(&formula, &go_on, &mut atom).expect("nothing is in the way");
            let some = labelling.label(&formula, &go_on, &mut atom).expect("nothing is in the way");
            left_out += usize::from(some.parts.len() < all.parts.len());
            for state in &graph.initial {
                let expected = all.truth.contains(*state as usize);
                assert_eq!(some.truth.contains(*state as usize), expected, "{formula:?} {graph:?}");
                let shown = |labelled| format!("{:?}", claim(&labelling, labelled, *state));
                assert_eq!(shown(&some), shown(&all), "{formula:?}");
            }
        }
        assert!(left_out > 100, "parts were left out {left_out} times");
    }
}
