//! Branching-time formulas with few operators: `EX`, `EU`, `EG`, negation and conjunction.
//!
//! ```text
//! EF g = E[true U g]        AX f = !EX !f         AG f = !E[true U !f]        AF g = !EG !g
//! E[f W g] = E[f U g] || EG f                     E[f R g] = E[g W f && g]
//! A[f U g] = !E[!g W !f && !g]                    A[f W g] = !E[!g U !f && !g]            A[f R g] = !E[!f U !g]
//! ```

use system::{Ctl, Expr, Path, UntilKind};

/// A formula whose temporal operators all ask for one path.
#[derive(Debug, Clone)]
pub(super) enum Few<'f> {
    /// A condition on one state.
    State(&'f Expr),
    /// Not this.
    Not(Box<Few<'f>>),
    /// All of these.
    And(Vec<Few<'f>>),
    /// EX
    Next(Box<Few<'f>>),
    /// EU
    Until(Box<Few<'f>>, Box<Few<'f>>),
    /// EG
    Always(Box<Few<'f>>),
}

impl<'f> Few<'f> {
    /// The formula with few operators; nothing if a rigid variable is quantified in it.
    pub fn new(formula: &'f Ctl) -> Option<Few<'f>> {
        let few = |formula: &'f Ctl| Few::new(formula);
        Some(match formula {
            Ctl::State(e) => Few::State(e),
            Ctl::Not(inner) => few(inner)?.not(),
            Ctl::And(parts) => Few::And(parts.iter().map(few).collect::<Option<_>>()?),
            Ctl::Or(parts) => any(parts.iter().map(few).collect::<Option<_>>()?),
            Ctl::Implies(left, right) => any(vec![few(left)?.not(), few(right)?]),
            Ctl::Iff(left, right) => {
                let (left, right) = (few(left)?, few(right)?);
                let both = Few::And(vec![left.clone(), right.clone()]);
                any(vec![both, Few::And(vec![left.not(), right.not()])])
            }
            Ctl::Next(Path::Some, inner) => Few::Next(Box::new(few(inner)?)),
            Ctl::Next(Path::All, inner) => Few::Next(Box::new(few(inner)?.not())).not(),
            Ctl::Finally(path, inner) => until(*path, UntilKind::Until, truth(), few(inner)?),
            Ctl::Globally(path, inner) => until(*path, UntilKind::Weak, few(inner)?, truth().not()),
            Ctl::Until(path, kind, left, right) => until(*path, *kind, few(left)?, few(right)?),
            Ctl::Rigid { .. } => return None,
        })
    }

    /// The opposite.
    pub fn not(self) -> Few<'f> {
        match self {
            Few::Not(inner) => *inner,
            other => Few::Not(Box::new(other)),
        }
    }

    fn is_truth(&self) -> bool {
        matches!(self, Few::And(parts) if parts.is_empty())
    }

    fn is_falsity(&self) -> bool {
        matches!(self, Few::Not(inner) if inner.is_truth())
    }
}

fn truth<'f>() -> Few<'f> {
    Few::And(Vec::new())
}

fn any(parts: Vec<Few<'_>>) -> Few<'_> {
    Few::And(parts.into_iter().map(Few::not).collect()).not()
}

/// Both, without what is plain.
fn both<'f>(left: Few<'f>, right: Few<'f>) -> Few<'f> {
    match (left.is_truth(), right.is_truth()) {
        (true, _) => right,
        (_, true) => left,
        _ if left.is_falsity() || right.is_falsity() => truth().not(),
        _ => Few::And(vec![left, right]),
    }
}

fn until<'f>(path: Path, kind: UntilKind, left: Few<'f>, right: Few<'f>) -> Few<'f> {
    match (path, kind) {
        (Path::Some, UntilKind::Until) => Few::Until(Box::new(left), Box::new(right)),
        (Path::Some, UntilKind::Weak) => {
            let for_ever = Few::Always(Box::new(left.clone()));
            match right.is_falsity() {
                true => for_ever,
                false => any(vec![Few::Until(Box::new(left), Box::new(right)), for_ever]),
            }
        }
        (Path::Some, UntilKind::Release) => {
            let released = both(left, right.clone());
            until(Path::Some, UntilKind::Weak, right, released)
        }
        (Path::All, UntilKind::Until) => {
            let (left, right) = (left.not(), right.not());
            until(Path::Some, UntilKind::Weak, right.clone(), both(left, right)).not()
        }
        (Path::All, UntilKind::Weak) => {
            let (left, right) = (left.not(), right.not());
            until(Path::Some, UntilKind::Until, right.clone(), both(left, right)).not()
        }
        (Path::All, UntilKind::Release) => until(Path::Some, UntilKind::Until, left.not(), right.not()).not(),
    }
}
