//! Formulas of common shapes over the conditions that a model already has.

use diagnostics::Span;
use system::{Ctl, Expr, Ltl, Path, Property, Question, System, UntilKind};

/// Adds formulas of common shapes to the properties, over the first three invariants and reachable conditions.
/// Those that mean the same in both logics get names that say so.
pub(super) fn add_shapes(system: &mut System) {
    let conditions = system.properties.iter().filter_map(|property| match &property.question {
        Question::Invariant(e) | Question::Reachable(e) => Some(e.clone()),
        _ => None,
    });
    let conditions: Vec<Expr> = conditions.take(3).collect();
    for (number, p) in conditions.iter().enumerate() {
        let q = &conditions[(number + 1) % conditions.len()];
        for (shape, formula) in branching(p, q) {
            add(system, format!("{shape}{number}_branching"), Question::Ctl(formula));
        }
        for (shape, formula) in linear(p, q) {
            add(system, format!("{shape}{number}_linear"), Question::Ltl(formula));
        }
    }
}

fn add(system: &mut System, name: String, question: Question) {
    let span = Span::default();
    system.properties.push(Property { name, question, expect: None, doc: Vec::new(), span });
}

fn branching(p: &Expr, q: &Expr) -> Vec<(&'static str, Ctl)> {
    let (p, q) = (|| Box::new(Ctl::State(p.clone())), || Box::new(Ctl::State(q.clone())));
    let until = |path, kind| Ctl::Until(path, kind, p(), q());
    let finally = |path, f: Ctl| Ctl::Finally(path, Box::new(f));
    let globally = |path, f: Ctl| Ctl::Globally(path, Box::new(f));
    let leads = Ctl::Implies(p(), Box::new(finally(Path::All, *q())));
    vec![
        ("response", globally(Path::All, leads)),
        ("recurrence", globally(Path::All, finally(Path::All, *p()))),
        ("until", until(Path::All, UntilKind::Until)),
        ("weak", until(Path::All, UntilKind::Weak)),
        ("release", until(Path::All, UntilKind::Release)),
        ("reset", globally(Path::All, finally(Path::Some, *p()))),
        ("trap", finally(Path::Some, globally(Path::All, *q()))),
        ("some_until", until(Path::Some, UntilKind::Until)),
        ("some_release", until(Path::Some, UntilKind::Release)),
        ("next", Ctl::Next(Path::Some, Box::new(Ctl::Next(Path::All, p())))),
        ("stays", Ctl::Not(Box::new(globally(Path::Some, *p())))),
    ]
}

fn linear(p: &Expr, q: &Expr) -> Vec<(&'static str, Ltl)> {
    let (p, q) = (|| Box::new(Ltl::State(p.clone())), || Box::new(Ltl::State(q.clone())));
    let until = |kind| Ltl::Until(kind, p(), q());
    let finally = |f: Ltl| Ltl::Finally(Box::new(f));
    let globally = |f: Ltl| Ltl::Globally(Box::new(f));
    let leads = Ltl::Implies(p(), Box::new(finally(*q())));
    vec![
        ("response", globally(leads)),
        ("recurrence", globally(finally(*p()))),
        ("until", until(UntilKind::Until)),
        ("weak", until(UntilKind::Weak)),
        ("release", until(UntilKind::Release)),
        ("persistence", finally(globally(*p()))),
        ("next_next", Ltl::Next(Box::new(Ltl::Next(p())))),
        ("not_until", Ltl::Not(Box::new(until(UntilKind::Until)))),
        ("stable", globally(Ltl::Iff(p(), Box::new(Ltl::Next(p()))))),
    ]
}
