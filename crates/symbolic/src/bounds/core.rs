//! CTL in few operators, from which all others are made by negation.

use system::{BoundId, Ctl, Expr, Path, UntilKind};

/// A formula whose temporal operators all ask for one path.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Core {
    /// A condition on one state.
    State(Expr),
    /// Not this.
    Not(Box<Core>),
    /// All of these.
    And(Vec<Core>),
    /// Some fair successor satisfies this: EX.
    Next(Box<Core>),
    /// On some fair path the second comes, and until then the first holds: EU.
    Until(Box<Core>, Box<Core>),
    /// On some fair path this holds for ever: EG.
    Always(Box<Core>),
    /// Some value of a rigid variable satisfies this.
    Exists(BoundId, Box<Core>),
}

impl Core {
    /// The same formula in few operators.
    pub fn new(formula: &Ctl) -> Core {
        let core = |formula: &Ctl| Core::new(formula);
        match formula {
            Ctl::State(e) => Core::State(e.clone()),
            Ctl::Not(inner) => core(inner).negated(),
            Ctl::And(parts) => Core::And(parts.iter().map(core).collect()),
            Ctl::Or(parts) => any(parts.iter().map(core).collect()),
            Ctl::Implies(left, right) => any(vec![core(left).negated(), core(right)]),
            Ctl::Iff(left, right) => {
                let (left, right) = (core(left), core(right));
                let both = Core::And(vec![left.clone(), right.clone()]);
                any(vec![both, Core::And(vec![left.negated(), right.negated()])])
            }
            Ctl::Next(Path::Some, inner) => Core::Next(Box::new(core(inner))),
            Ctl::Next(Path::All, inner) => Core::Next(Box::new(core(inner).negated())).negated(),
            Ctl::Finally(path, inner) => until(*path, UntilKind::Until, truth(), core(inner)),
            Ctl::Globally(path, inner) => until(*path, UntilKind::Weak, core(inner), truth().negated()),
            Ctl::Until(path, kind, left, right) => until(*path, *kind, core(left), core(right)),
            Ctl::Rigid { universal: false, bound, body } => Core::Exists(*bound, Box::new(core(body))),
            Ctl::Rigid { universal: true, bound, body } => {
                Core::Exists(*bound, Box::new(core(body).negated())).negated()
            }
        }
    }

    /// The opposite.
    pub fn negated(self) -> Core {
        match self {
            Core::Not(inner) => *inner,
            other => Core::Not(Box::new(other)),
        }
    }

    fn is_truth(&self) -> bool {
        matches!(self, Core::And(parts) if parts.is_empty())
    }

    fn is_falsity(&self) -> bool {
        matches!(self, Core::Not(inner) if inner.is_truth())
    }
}

fn truth() -> Core {
    Core::And(Vec::new())
}

fn any(parts: Vec<Core>) -> Core {
    Core::And(parts.into_iter().map(Core::negated).collect()).negated()
}

/// Both, without what is plain.
fn both(left: Core, right: Core) -> Core {
    match (left.is_truth(), right.is_truth()) {
        (true, _) => right,
        (_, true) => left,
        _ if left.is_falsity() || right.is_falsity() => truth().negated(),
        _ => Core::And(vec![left, right]),
    }
}

/// The binary operators. On all paths one holds exactly if on none its opposite does.
fn until(path: Path, kind: UntilKind, left: Core, right: Core) -> Core {
    match (path, kind) {
        (Path::Some, UntilKind::Until) => Core::Until(Box::new(left), Box::new(right)),
        (Path::Some, UntilKind::Weak) => {
            let for_ever = Core::Always(Box::new(left.clone()));
            match right.is_falsity() {
                true => for_ever,
                false => any(vec![Core::Until(Box::new(left), Box::new(right)), for_ever]),
            }
        }
        // g holds up to and including the first f, or for ever.
        (Path::Some, UntilKind::Release) => {
            let released = both(left, right.clone());
            until(Path::Some, UntilKind::Weak, right, released)
        }
        (Path::All, UntilKind::Until) => {
            let (not_left, not_right) = (left.negated(), right.negated());
            until(Path::Some, UntilKind::Weak, not_right.clone(), both(not_left, not_right)).negated()
        }
        (Path::All, UntilKind::Weak) => {
            let (not_left, not_right) = (left.negated(), right.negated());
            until(Path::Some, UntilKind::Until, not_right.clone(), both(not_left, not_right)).negated()
        }
        (Path::All, UntilKind::Release) => {
            until(Path::Some, UntilKind::Until, left.negated(), right.negated()).negated()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use diagnostics::Span;

    fn atom(value: i128) -> Core {
        Core::State(Expr::int(value, Span::default()))
    }

    #[test]
    fn invariance_and_inevitability_become_one_fixpoint_each() {
        let state = |value: i128| Box::new(Ctl::State(Expr::int(value, Span::default())));
        let always = Core::new(&Ctl::Globally(Path::All, state(1)));
        assert_eq!(always, Core::Until(Box::new(truth()), Box::new(atom(1).negated())).negated());
        let inevitable = Core::new(&Ctl::Finally(Path::All, state(1)));
        assert_eq!(inevitable, Core::Always(Box::new(atom(1).negated())).negated());
    }
}
