//! The shape of a branching-time formula once it is written with few operators, which the claims about it must have.

use system::{Ctl, Path, UntilKind};

/// A formula with `EX`, `EU`, `EG`, negation and conjunction only, without its conditions on single states.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum FormulaShape {
    State,
    Not(Box<FormulaShape>),
    And(Vec<FormulaShape>),
    Next(Box<FormulaShape>),
    Until(Box<FormulaShape>, Box<FormulaShape>),
    Always(Box<FormulaShape>),
}

impl FormulaShape {
    /// The shape of a formula, behind its outermost rigid variables.
    pub fn of(formula: &Ctl) -> FormulaShape {
        match formula {
            Ctl::State(_) => FormulaShape::State,
            Ctl::Not(f) => FormulaShape::of(f).not(),
            Ctl::And(all) => FormulaShape::And(all.iter().map(FormulaShape::of).collect()),
            Ctl::Or(all) => any(all.iter().map(FormulaShape::of).collect()),
            Ctl::Implies(f, g) => any(vec![FormulaShape::of(f).not(), FormulaShape::of(g)]),
            Ctl::Iff(f, g) => {
                let (f, g) = (FormulaShape::of(f), FormulaShape::of(g));
                any(vec![
                    FormulaShape::And(vec![f.clone(), g.clone()]),
                    FormulaShape::And(vec![f.not(), g.not()]),
                ])
            }
            Ctl::Next(Path::Some, f) => FormulaShape::Next(Box::new(FormulaShape::of(f))),
            Ctl::Next(Path::All, f) => FormulaShape::Next(Box::new(FormulaShape::of(f).not())).not(),
            Ctl::Finally(path, f) => until(*path, UntilKind::Until, truth(), FormulaShape::of(f)),
            Ctl::Globally(path, f) => until(*path, UntilKind::Weak, FormulaShape::of(f), truth().not()),
            Ctl::Until(path, kind, f, g) => until(*path, *kind, FormulaShape::of(f), FormulaShape::of(g)),
            Ctl::Rigid { body, .. } => FormulaShape::of(body),
        }
    }

    /// The opposite.
    pub fn not(self) -> FormulaShape {
        match self {
            FormulaShape::Not(inner) => *inner,
            other => FormulaShape::Not(Box::new(other)),
        }
    }
}

fn truth() -> FormulaShape {
    FormulaShape::And(Vec::new())
}

fn any(parts: Vec<FormulaShape>) -> FormulaShape {
    FormulaShape::And(parts.into_iter().map(FormulaShape::not).collect()).not()
}

/// Both, without what is plainly true; false if one is plainly so.
fn both(f: FormulaShape, g: FormulaShape) -> FormulaShape {
    if f == truth() {
        g
    } else if g == truth() {
        f
    } else if f == truth().not() || g == truth().not() {
        truth().not()
    } else {
        FormulaShape::And(vec![f, g])
    }
}

fn until(path: Path, kind: UntilKind, f: FormulaShape, g: FormulaShape) -> FormulaShape {
    match (path, kind) {
        (Path::Some, UntilKind::Until) => FormulaShape::Until(Box::new(f), Box::new(g)),
        (Path::Some, UntilKind::Weak) if g == truth().not() => FormulaShape::Always(Box::new(f)),
        (Path::Some, UntilKind::Weak) => any(vec![
            FormulaShape::Until(Box::new(f.clone()), Box::new(g)),
            FormulaShape::Always(Box::new(f)),
        ]),
        (Path::Some, UntilKind::Release) => until(Path::Some, UntilKind::Weak, g.clone(), both(f, g)),
        (Path::All, UntilKind::Until) => {
            until(Path::Some, UntilKind::Weak, g.clone().not(), both(f.not(), g.not())).not()
        }
        (Path::All, UntilKind::Weak) => {
            until(Path::Some, UntilKind::Until, g.clone().not(), both(f.not(), g.not())).not()
        }
        (Path::All, UntilKind::Release) => until(Path::Some, UntilKind::Until, f.not(), g.not()).not(),
    }
}
