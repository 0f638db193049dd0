//! Properties as text. Each state expression is in brackets, so that it can be seen what is one.

use system::{Ctl, Ltl, Path, Property, Question, System, UntilKind};

/// A property.
pub fn property(system: &System, property: &Property) -> String {
    let kind = property.question.kind();
    let expect = property.expect.map_or_else(String::new, |expect| format!("@{expect:?} ").to_lowercase());
    let body = match &property.question {
        Question::Invariant(expr) | Question::Reachable(expr) | Question::Bound(expr) => {
            format!(": {}", system.show_expr(expr))
        }
        Question::DeadlockFree | Question::NoFaults => String::new(),
        Question::Ctl(formula) => format!(": {}", ctl(system, formula)),
        Question::Ltl(formula) => format!(": {}", ltl(system, formula)),
    };
    format!("{expect}{kind} {}{body}", property.name)
}

fn ctl(system: &System, formula: &Ctl) -> String {
    let show = |formula: &Ctl| ctl(system, formula);
    let letter = |path: &Path| if *path == Path::All { "A" } else { "E" };
    match formula {
        Ctl::State(expr) => format!("[{}]", system.show_expr(expr)),
        Ctl::Not(operand) => format!("!{}", show(operand)),
        Ctl::And(all) => joined(all.iter().map(show), " && "),
        Ctl::Or(all) => joined(all.iter().map(show), " || "),
        Ctl::Implies(left, right) => format!("({} => {})", show(left), show(right)),
        Ctl::Iff(left, right) => format!("({} <=> {})", show(left), show(right)),
        Ctl::Next(path, operand) => format!("{}X {}", letter(path), show(operand)),
        Ctl::Finally(path, operand) => format!("{}F {}", letter(path), show(operand)),
        Ctl::Globally(path, operand) => format!("{}G {}", letter(path), show(operand)),
        Ctl::Until(path, kind, left, right) => {
            format!("{}[{} {} {}]", letter(path), show(left), until(*kind), show(right))
        }
        Ctl::Rigid { universal, bound, body } => rigid(system, *universal, *bound, &show(body)),
    }
}

fn ltl(system: &System, formula: &Ltl) -> String {
    let show = |formula: &Ltl| ltl(system, formula);
    match formula {
        Ltl::State(expr) => format!("[{}]", system.show_expr(expr)),
        Ltl::Not(operand) => format!("!{}", show(operand)),
        Ltl::And(all) => joined(all.iter().map(show), " && "),
        Ltl::Or(all) => joined(all.iter().map(show), " || "),
        Ltl::Implies(left, right) => format!("({} => {})", show(left), show(right)),
        Ltl::Iff(left, right) => format!("({} <=> {})", show(left), show(right)),
        Ltl::Next(operand) => format!("X {}", show(operand)),
        Ltl::Finally(operand) => format!("F {}", show(operand)),
        Ltl::Globally(operand) => format!("G {}", show(operand)),
        Ltl::Until(kind, left, right) => format!("({} {} {})", show(left), until(*kind), show(right)),
        Ltl::Rigid { universal, bound, body } => rigid(system, *universal, *bound, &show(body)),
    }
}

fn rigid(system: &System, universal: bool, bound: system::BoundId, body: &str) -> String {
    let word = if universal { "forall" } else { "exists" };
    let bound = system.bound(bound);
    format!("({word} {} in {}: {body})", bound.name, if bound.natural { "nat" } else { "int" })
}

fn until(kind: UntilKind) -> &'static str {
    match kind {
        UntilKind::Until => "U",
        UntilKind::Weak => "W",
        UntilKind::Release => "R",
    }
}

fn joined(all: impl Iterator<Item = String>, separator: &str) -> String {
    format!("({})", all.collect::<Vec<String>>().join(separator))
}
