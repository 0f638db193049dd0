//! How temporal formulas are written for people.

use crate::{BoundId, Ctl, Expr, Ltl, Path, System, UntilKind};

impl System {
    /// A branching-time formula, in the language's own syntax.
    pub fn show_ctl(&self, formula: &Ctl) -> String {
        let prefix = |path: &Path, letter: &str, f: &Ctl| {
            let quantifier = if *path == Path::All { 'A' } else { 'E' };
            format!("{quantifier}{letter} {}", self.inner_ctl(f))
        };
        let list = |all: &[Ctl], separator: &str| {
            all.iter().map(|f| self.inner_ctl(f)).collect::<Vec<_>>().join(separator)
        };
        match formula {
            Ctl::State(e) => self.show_expr(e),
            Ctl::Not(f) => format!("!{}", self.inner_ctl(f)),
            Ctl::And(all) => list(all, " && "),
            Ctl::Or(all) => list(all, " || "),
            Ctl::Implies(f, g) => format!("{} => {}", self.inner_ctl(f), self.inner_ctl(g)),
            Ctl::Iff(f, g) => format!("{} <=> {}", self.inner_ctl(f), self.inner_ctl(g)),
            Ctl::Next(path, f) => prefix(path, "X", f),
            Ctl::Finally(path, f) => prefix(path, "F", f),
            Ctl::Globally(path, f) => prefix(path, "G", f),
            Ctl::Until(path, kind, f, g) => {
                let quantifier = if *path == Path::All { 'A' } else { 'E' };
                let inside = format!("{} {} {}", self.inner_ctl(f), letter(*kind), self.inner_ctl(g));
                format!("{quantifier}[{inside}]")
            }
            Ctl::Rigid { universal, bound, body } => self.rigid(*universal, *bound, self.show_ctl(body)),
        }
    }

    /// A linear-time formula, in the language's own syntax.
    pub fn show_ltl(&self, formula: &Ltl) -> String {
        let list = |all: &[Ltl], separator: &str| {
            all.iter().map(|f| self.inner_ltl(f)).collect::<Vec<_>>().join(separator)
        };
        match formula {
            Ltl::State(e) => self.show_expr(e),
            Ltl::Not(f) => format!("!{}", self.inner_ltl(f)),
            Ltl::And(all) => list(all, " && "),
            Ltl::Or(all) => list(all, " || "),
            Ltl::Implies(f, g) => format!("{} => {}", self.inner_ltl(f), self.inner_ltl(g)),
            Ltl::Iff(f, g) => format!("{} <=> {}", self.inner_ltl(f), self.inner_ltl(g)),
            Ltl::Next(f) => format!("X {}", self.inner_ltl(f)),
            Ltl::Finally(f) => format!("F {}", self.inner_ltl(f)),
            Ltl::Globally(f) => format!("G {}", self.inner_ltl(f)),
            Ltl::Until(kind, f, g) => {
                format!("{} {} {}", self.inner_ltl(f), letter(*kind), self.inner_ltl(g))
            }
            Ltl::Rigid { universal, bound, body } => self.rigid(*universal, *bound, self.show_ltl(body)),
        }
    }

    /// An operand: in parentheses unless it is a prefix formula or a simple expression.
    fn inner_ctl(&self, formula: &Ctl) -> String {
        match formula {
            Ctl::State(e) => self.inner_state(e),
            Ctl::Not(_) | Ctl::Next(..) | Ctl::Finally(..) | Ctl::Globally(..) | Ctl::Until(..) => {
                self.show_ctl(formula)
            }
            _ => format!("({})", self.show_ctl(formula)),
        }
    }

    fn inner_ltl(&self, formula: &Ltl) -> String {
        match formula {
            Ltl::State(e) => self.inner_state(e),
            Ltl::Not(_) | Ltl::Next(_) | Ltl::Finally(_) | Ltl::Globally(_) => self.show_ltl(formula),
            _ => format!("({})", self.show_ltl(formula)),
        }
    }

    fn inner_state(&self, e: &Expr) -> String {
        let text = self.show_expr(e);
        let is_simple = text.chars().all(|c| c.is_alphanumeric() || "_.[]'".contains(c));
        if is_simple { text } else { format!("({text})") }
    }

    fn rigid(&self, universal: bool, bound: BoundId, body: String) -> String {
        let word = if universal { "forall" } else { "exists" };
        let bound = self.bound(bound);
        format!("{word} {} in {}: {body}", bound.name, if bound.natural { "nat" } else { "int" })
    }
}

fn letter(kind: UntilKind) -> char {
    match kind {
        UntilKind::Until => 'U',
        UntilKind::Weak => 'W',
        UntilKind::Release => 'R',
    }
}
