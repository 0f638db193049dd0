//! Why a state satisfies a formula, or does not: a path for each universal failure and each existential success,
//! and at the states where it matters, why the subformulas have their values there.

use super::label::{Labelled, Labelling};
use super::shorten::shorten;
use crate::bits::Bits;
use crate::temporal::graph::{Lasso, Walk, shortest, tour};
use system::{Ctl, Path, UntilKind};

/// The value of a formula in a state, with what shows it.
pub(crate) type Claim<'f> = system::Claim<'f, u32, Lasso>;

/// Why the formula has its value in a state.
pub(crate) fn claim<'f>(labelling: &Labelling<'_>, labelled: &Labelled<'f>, state: u32) -> Claim<'f> {
    let value = labelled.truth.contains(state as usize);
    let mut claim = Claim {
        formula: labelled.formula,
        state,
        value,
        path: None,
        maximal: false,
        at_least: 0,
        parts: Vec::new(),
    };
    let part = |number: usize, at: u32| self::claim(labelling, &labelled.parts[number], at);
    match labelled.formula {
        Ctl::State(_) | Ctl::Rigid { .. } => {}
        Ctl::Not(_) => claim.parts.push(part(0, state)),
        Ctl::And(_) | Ctl::Or(_) => {
            let decides = matches!(labelled.formula, Ctl::Or(_));
            let deciding = |p: &Labelled<'_>| p.truth.contains(state as usize) == decides;
            let chosen: Vec<usize> = if value == decides {
                labelled.parts.iter().position(deciding).into_iter().collect()
            } else {
                (0..labelled.parts.len()).collect()
            };
            claim.parts.extend(chosen.into_iter().map(|number| part(number, state)));
        }
        Ctl::Implies(..) if value => {
            let number = usize::from(labelled.parts[0].truth.contains(state as usize));
            claim.parts.push(part(number, state));
        }
        Ctl::Implies(..) | Ctl::Iff(..) => claim.parts.extend([part(0, state), part(1, state)]),
        Ctl::Next(path, _) | Ctl::Finally(path, _) | Ctl::Globally(path, _) | Ctl::Until(path, ..) => {
            if value == (*path == Path::Some) {
                show(labelling, labelled, &mut claim);
            }
        }
    }
    claim
}

/// Adds the path that an existential success or a universal failure has.
fn show<'f>(labelling: &Labelling<'_>, labelled: &Labelled<'f>, claim: &mut Claim<'f>) {
    let graph = labelling.graph;
    let all = Bits::full(graph.states());
    // The set of states where a part has the value that makes the path: true for E, false for A.
    let set = |number: usize| {
        let truth = &labelled.parts[number].truth;
        if claim.value { truth.clone() } else { truth.complement() }
    };
    let from = claim.state;
    let found = match labelled.formula {
        Ctl::Next(..) => next(labelling, from, &set(0)).map(|walk| ShownPath::to(walk, &[0])),
        Ctl::Finally(Path::Some, _) | Ctl::Globally(Path::All, _) => {
            reach(labelling, from, &all, &set(0)).map(|walk| ShownPath::to(walk, &[0]))
        }
        Ctl::Finally(Path::All, _) | Ctl::Globally(Path::Some, _) => {
            stay(labelling, from, &set(0)).map(ShownPath::stays)
        }
        Ctl::Until(path, kind, ..) => until(labelling, from, *path, *kind, &set(0), &set(1)),
        _ => None,
    };
    if let Some(found) = found {
        let end = found.lasso.walk.end(graph);
        let parts = found.parts.iter().map(|number| self::claim(labelling, &labelled.parts[*number], end));
        claim.parts = parts.collect();
        claim.maximal = found.maximal;
        claim.at_least = found.at_least;
        claim.path = Some(found.lasso);
    }
}

/// A path, and the parts whose values matter at its end.
struct ShownPath {
    lasso: Lasso,
    maximal: bool,
    at_least: usize,
    parts: Vec<usize>,
}

impl ShownPath {
    fn to(walk: Walk, parts: &[usize]) -> Self {
        let lasso = Lasso { walk, repeats: None };
        ShownPath { lasso, maximal: false, at_least: 0, parts: parts.to_vec() }
    }

    fn stays((lasso, at_least): (Lasso, usize)) -> Self {
        ShownPath { lasso, maximal: true, at_least, parts: Vec::new() }
    }
}

/// The path of an until: `f` and `g` are the states where the parts are true for `E`, false for `A`.
fn until(
    labelling: &Labelling<'_>,
    from: u32,
    path: Path,
    kind: UntilKind,
    f: &Bits,
    g: &Bits,
) -> Option<ShownPath> {
    let reach = |within: &Bits, goal: &Bits, parts: &[usize]| {
        reach(labelling, from, within, goal).map(|walk| ShownPath::to(walk, parts))
    };
    let stay = |within: &Bits| stay(labelling, from, within).map(ShownPath::stays);
    match (path, kind) {
        (Path::Some, UntilKind::Until) => reach(f, g, &[1]),
        (Path::Some, UntilKind::Weak) => reach(f, g, &[1]).or_else(|| stay(f)),
        (Path::Some, UntilKind::Release) => reach(g, &f.and(g), &[0, 1]).or_else(|| stay(g)),
        (Path::All, UntilKind::Until) => reach(g, &f.and(g), &[0, 1]).or_else(|| stay(g)),
        (Path::All, UntilKind::Weak) => reach(g, &f.and(g), &[0, 1]),
        (Path::All, UntilKind::Release) => reach(f, g, &[1]),
    }
}

fn reach(labelling: &Labelling<'_>, from: u32, within: &Bits, goal: &Bits) -> Option<Walk> {
    let is_goal = |state: u32| goal.contains(state as usize) && labelling.fair.contains(state as usize);
    shortest(labelling.graph, [from], within, is_goal)
}

fn stay(labelling: &Labelling<'_>, from: u32, within: &Bits) -> Option<(Lasso, usize)> {
    let ends = labelling.graph.dead_ends();
    let found = tour(labelling.graph, &[from], within, labelling.promises, &ends)?;
    Some(shorten(labelling.graph, within, labelling.promises, found))
}

fn next(labelling: &Labelling<'_>, from: u32, goal: &Bits) -> Option<Walk> {
    let graph = labelling.graph;
    let edge = graph.edges_of(from as usize).find(|edge| {
        let target = graph.targets[*edge] as usize;
        goal.contains(target) && labelling.fair.contains(target)
    })?;
    Some(Walk { start: from, edges: vec![edge] })
}
