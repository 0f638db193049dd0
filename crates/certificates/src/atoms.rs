//! The atoms of a linear-time formula.

use diagnostics::Span;
use system::{Expr, ExprKind, Ltl, Place};

/// The largest temporal-free parts of a formula, in the order of their first occurrence; equal ones, wherever they are written,
/// are listed once.
pub fn atoms(formula: &Ltl) -> Vec<&Expr> {
    let mut found: Vec<(&Expr, Expr)> = Vec::new();
    let mut open = vec![formula];
    while let Some(formula) = open.pop() {
        match formula {
            Ltl::State(e) => {
                let bare = without_places(e);
                if found.iter().all(|(_, known)| *known != bare) {
                    found.push((e, bare));
                }
            }
            Ltl::Not(f) | Ltl::Next(f) | Ltl::Finally(f) | Ltl::Globally(f) | Ltl::Rigid { body: f, .. } => {
                open.push(f)
            }
            Ltl::And(all) | Ltl::Or(all) => open.extend(all.iter().rev()),
            Ltl::Implies(f, g) | Ltl::Iff(f, g) | Ltl::Until(_, f, g) => open.extend([&**g, &**f]),
        }
    }
    found.into_iter().map(|(e, _)| e).collect()
}

/// The number of an atom in such a list.
pub(crate) fn number(atoms: &[Expr], e: &Expr) -> Option<usize> {
    let bare = without_places(e);
    atoms.iter().position(|known| *known == bare)
}

/// The expression as if it were written nowhere, so that equal ones are equal.
pub(crate) fn without_places(e: &Expr) -> Expr {
    let mut bare = e.clone();
    erase(&mut bare);
    bare
}

fn erase(e: &mut Expr) {
    use ExprKind::*;
    e.span = Span::default();
    match &mut e.kind {
        Const(..) | Bound(_) => {}
        Read(place) | ReadNext(place) => erase_place(place),
        Not(a) | Negate(a) | Absolute(a) | IndexOf(a) | InstanceAt(_, a) => erase(a),
        And(all) | Or(all) | Sum(all) | Count(all) => all.iter_mut().for_each(erase),
        Implies(a, b) | Iff(a, b) | Compare(_, a, b) | Arithmetic(_, a, b) => {
            [a, b].into_iter().for_each(|e| erase(e))
        }
        If(a, b, c) => [a, b, c].into_iter().for_each(|e| erase(e)),
        Reach(reach) => {
            let ends = [&mut reach.start, &mut reach.goal];
            ends.into_iter().chain(reach.links.iter_mut().flatten()).for_each(erase);
        }
        Quantified { body, .. } => erase(body),
    }
}

fn erase_place(place: &mut Place) {
    place.span = Span::default();
    place.selectors.iter_mut().for_each(|selector| erase(&mut selector.index));
}
