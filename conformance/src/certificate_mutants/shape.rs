//! The shape of a branching-time formula once it is written with few operators, which the claims about it must have.

use system::{Ctl, Path, UntilKind};

/// A formula with `EX`, `EU`, `EG`, negation and conjunction only, without its conditions on single states.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Shape {
    State,
    Not(Box<Shape>),
    And(Vec<Shape>),
    Next(Box<Shape>),
    Until(Box<Shape>, Box<Shape>),
    Always(Box<Shape>),
}

impl Shape {
    /// The shape of a formula, behind its outermost rigid variables.
    pub fn of(formula: &Ctl) -> Shape {
        match formula {
            Ctl::State(_) => Shape::State,
            Ctl::Not(f) => Shape::of(f).not(),
            Ctl::And(all) => Shape::And(all.iter().map(Shape::of).collect()),
            Ctl::Or(all) => any(all.iter().map(Shape::of).collect()),
            Ctl::Implies(f, g) => any(vec![Shape::of(f).not(), Shape::of(g)]),
            Ctl::Iff(f, g) => {
                let (f, g) = (Shape::of(f), Shape::of(g));
                any(vec![Shape::And(vec![f.clone(), g.clone()]), Shape::And(vec![f.not(), g.not()])])
            }
            Ctl::Next(Path::Some, f) => Shape::Next(Box::new(Shape::of(f))),
            Ctl::Next(Path::All, f) => Shape::Next(Box::new(Shape::of(f).not())).not(),
            Ctl::Finally(path, f) => until(*path, UntilKind::Until, truth(), Shape::of(f)),
            Ctl::Globally(path, f) => until(*path, UntilKind::Weak, Shape::of(f), truth().not()),
            Ctl::Until(path, kind, f, g) => until(*path, *kind, Shape::of(f), Shape::of(g)),
            Ctl::Rigid { body, .. } => Shape::of(body),
        }
    }

    /// The opposite.
    pub fn not(self) -> Shape {
        match self {
            Shape::Not(inner) => *inner,
            other => Shape::Not(Box::new(other)),
        }
    }
}

fn truth() -> Shape {
    Shape::And(Vec::new())
}

fn any(parts: Vec<Shape>) -> Shape {
    Shape::And(parts.into_iter().map(Shape::not).collect()).not()
}

/// Both, without what is plainly true; false if one is plainly so.
fn both(f: Shape, g: Shape) -> Shape {
    if f == truth() {
        g
    } else if g == truth() {
        f
    } else if f == truth().not() || g == truth().not() {
        truth().not()
    } else {
        Shape::And(vec![f, g])
    }
}

fn until(path: Path, kind: UntilKind, f: Shape, g: Shape) -> Shape {
    match (path, kind) {
        (Path::Some, UntilKind::Until) => Shape::Until(Box::new(f), Box::new(g)),
        (Path::Some, UntilKind::Weak) if g == truth().not() => Shape::Always(Box::new(f)),
        (Path::Some, UntilKind::Weak) => {
            any(vec![Shape::Until(Box::new(f.clone()), Box::new(g)), Shape::Always(Box::new(f))])
        }
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
