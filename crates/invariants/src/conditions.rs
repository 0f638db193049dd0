//! Invariants as conditions of the model, for whoever reads no formulas of certificates.

use crate::generated::Generated;
use certificates::Term;
use system::{Comparison, Expr, ExprKind, Operation, Sort, System, Type, Value, VariableId};

/// The invariant as a condition over the system's variables, which never faults. Its places are those of the declarations of its variables.
///
/// # Panics
/// If the formula mentions something that is not the system's, which none that was generated does.
pub fn condition(system: &System, one: &Generated) -> Expr {
    Writer { system }.written(&one.term(), None)
}

struct Writer<'s> {
    system: &'s System,
}

impl Writer<'_> {
    /// The expression of a formula; the sort says what a constant is one of.
    fn written(&self, term: &Term, sort: Option<Sort>) -> Expr {
        let span = self.system.variables.first().map(|first| first.span).unwrap_or_default();
        let list = |all: &[Term]| all.iter().map(|one| self.written(one, None)).collect::<Vec<_>>();
        let boxed = |one: &Term, sort| Box::new(self.written(one, sort));
        let kind = match term {
            Term::Constant(value) => ExprKind::Const(*value, self.sort(*value, sort)),
            Term::Variable(id) => {
                let variable = self.system.variable(*id);
                return Expr::read(*id, variable.ty, variable.span);
            }
            Term::Extra(_) | Term::Name(_) => {
                unreachable!("generated formulas mention the system's variables only")
            }
            Term::Not(a) => ExprKind::Not(boxed(a, None)),
            Term::And(all) => ExprKind::And(list(all)),
            Term::Or(all) => ExprKind::Or(list(all)),
            Term::Compare(comparison, a, b) => {
                let sort = self.sort_of(a).or_else(|| self.sort_of(b));
                return self.compared(*comparison, boxed(a, sort), boxed(b, sort));
            }
            Term::Sum(all) => ExprKind::Sum(list(all)),
            Term::Times(factor, a) => {
                let factor = Box::new(Expr::int(*factor, span));
                ExprKind::Arithmetic(Operation::Mul, factor, boxed(a, None))
            }
            Term::Divide(a, by) => {
                ExprKind::Arithmetic(Operation::Div, boxed(a, None), Box::new(Expr::int(*by, span)))
            }
            Term::Modulo(a, by) => {
                ExprKind::Arithmetic(Operation::Mod, boxed(a, None), Box::new(Expr::int(*by, span)))
            }
            Term::If(c, a, b) => ExprKind::If(boxed(c, None), boxed(a, sort), boxed(b, sort)),
        };
        Expr::new(kind, span)
    }

    fn compared(&self, comparison: Comparison, a: Box<Expr>, b: Box<Expr>) -> Expr {
        let span = a.span;
        Expr::new(ExprKind::Compare(comparison, a, b), span)
    }

    fn sort_of(&self, term: &Term) -> Option<Sort> {
        match term {
            Term::Variable(id) => Some(self.ty(*id).sort()),
            Term::If(_, a, b) => self.sort_of(a).or_else(|| self.sort_of(b)),
            _ => None,
        }
    }

    fn ty(&self, id: VariableId) -> Type {
        self.system.variable(id).ty
    }

    /// The sort of a constant: members, references and locations are those of what they are compared with.
    fn sort(&self, value: Value, sort: Option<Sort>) -> Sort {
        match (value, sort) {
            (Value::Bool(_), _) => Sort::Bool,
            (Value::Int(_), _) => Sort::Int,
            (_, Some(sort)) => sort,
            (_, None) => unreachable!("a constant stands beside a variable of its sort"),
        }
    }
}
