//! Temporal operators: where they may stand, and in which logic.

use diagnostics::{Code, Diagnostic, Span};

use super::context::{Logic, Temporal};
use super::{Checker, Context};
use crate::ast::{Expr, ExprKind, TemporalOp, UntilOp};
use crate::scope::Scope;
use crate::typed::{Typed, TypedKind};

impl<'a> Checker<'a> {
    /// Checks a formula that begins with a temporal operator, or has one between its operands.
    pub(super) fn temporal(&mut self, expr: &'a Expr, scope: &Scope<'a>, context: Context) -> Typed {
        let is_legal = self.may_stand(expr, context);
        // Inside a formula that is wrong already, only other mistakes are worth a report.
        let logic = if is_legal { context.logic } else { Temporal::Alone };
        let inner = Context { logic, ..context.below() };
        let role = "an operand of a temporal operator";
        let kind = match &expr.kind {
            ExprKind::Temporal(op, operand) => {
                TypedKind::Temporal(*op, Box::new(self.boolean(operand, scope, inner, role)))
            }
            ExprKind::Until(op, left, right) => {
                let left = Box::new(self.boolean(left, scope, inner, role));
                TypedKind::Until(*op, left, Box::new(self.boolean(right, scope, inner, role)))
            }
            _ => match path_formula(expr) {
                Some((universal, op, left, right)) => {
                    let left = Box::new(self.boolean(left, scope, inner, role));
                    let right = Box::new(self.boolean(right, scope, inner, role));
                    TypedKind::PathUntil(universal, op, left, right)
                }
                None => TypedKind::Unknown,
            },
        };
        if is_legal { Typed::bool(kind, expr.span) } else { Typed::unknown(expr.span) }
    }

    fn may_stand(&mut self, expr: &Expr, context: Context) -> bool {
        let (own, shown) = operator(expr);
        let finding = match context.logic {
            Temporal::Alone => return true,
            Temporal::Formula(logic) if logic == own => return true,
            Temporal::Formula(logic) => wrong_logic(expr, logic, &shown),
            Temporal::Operand => {
                let message = "a temporal formula can only be combined by `!`, `&&`, `||`, `=>` and `<=>`";
                let label = format!("`{shown}` cannot be an operand here");
                Diagnostic::new(Code::MisplacedTemporal, message, expr.span, label)
                    .with_help("compare formulas with `<=>`; quantify with `forall` and `exists`")
            }
            Temporal::Never => {
                let message = "temporal operators are possible only in `ctl` and `ltl` properties";
                let word = if own == Logic::Ctl { "ctl" } else { "ltl" };
                Diagnostic::new(
                    Code::MisplacedTemporal,
                    message,
                    expr.span,
                    format!("`{shown}` is not possible here"),
                )
                .with_help(format!("to check a temporal property, write `{word} name: …`"))
            }
        };
        self.report_misplaced(finding);
        false
    }
}

/// The parts of `A[f U g]` or `E[f U g]`.
///
/// In a definition, where it is not known whether `A` is a name of the model or an operator, this looks like
/// an element of an array; but no index is a temporal formula.
pub(super) fn path_formula(expr: &Expr) -> Option<(bool, UntilOp, &Expr, &Expr)> {
    match &expr.kind {
        ExprKind::PathUntil { universal, op, left, right } => Some((*universal, *op, left, right)),
        ExprKind::Index(path, formula) => match (&path.kind, &formula.kind) {
            (ExprKind::Name(path), ExprKind::Until(op, left, right)) if path == "A" || path == "E" => {
                Some((path == "A", *op, left, right))
            }
            _ => None,
        },
        _ => None,
    }
}

fn wrong_logic(expr: &Expr, logic: Logic, shown: &str) -> Diagnostic {
    let (here, there) = if logic == Logic::Ctl { ("ctl", "ltl") } else { ("ltl", "ctl") };
    let help = match (&expr.kind, logic) {
        (ExprKind::Temporal(op, _), Logic::Ctl) => {
            let op = spell(*op);
            format!("in `ctl`, say on which paths: `A{op}` (all) or `E{op}` (some)")
        }
        (ExprKind::Temporal(..), Logic::Ltl) => {
            format!("in `ltl`, every path is meant: write `{}`", shown.trim_start_matches(['A', 'E']))
        }
        (_, Logic::Ctl) => {
            format!("in `ctl`, say on which paths: `A[f {shown} g]` (all) or `E[f {shown} g]` (some)")
        }
        (_, Logic::Ltl) => {
            "in `ltl`, every path is meant: write `f U g` without a path quantifier".to_owned()
        }
    };
    let message = format!("`{shown}` belongs to `{there}`, and this is a formula of `{here}`");
    let label = format!("an operator of `{there}`");
    let finding = Diagnostic::new(Code::WrongLogic, message, operator_span(expr), label).with_help(help);
    match (&expr.kind, logic) {
        (ExprKind::Temporal(op, _), Logic::Ctl) => {
            let op = spell(*op);
            finding.with_replacement(format!("A{op}")).with_replacement(format!("E{op}"))
        }
        (ExprKind::Temporal(..), Logic::Ltl) => {
            finding.with_replacement(shown.trim_start_matches(['A', 'E']))
        }
        _ => finding,
    }
}

/// The logic of an operator, and how it is written.
fn operator(expr: &Expr) -> (Logic, String) {
    match &expr.kind {
        ExprKind::Temporal(op, _) => {
            let linear = matches!(op, TemporalOp::G | TemporalOp::F | TemporalOp::X);
            (if linear { Logic::Ltl } else { Logic::Ctl }, spell(*op).to_owned())
        }
        ExprKind::Until(op, ..) => (Logic::Ltl, spell_until(*op).to_owned()),
        _ => match path_formula(expr) {
            Some((universal, op, ..)) => {
                let path = if universal { 'A' } else { 'E' };
                (Logic::Ctl, format!("{path}[… {} …]", spell_until(op)))
            }
            None => (Logic::Ltl, String::new()),
        },
    }
}

/// The operator alone where it stands in front, else the whole formula.
fn operator_span(expr: &Expr) -> Span {
    match &expr.kind {
        ExprKind::Temporal(op, _) => {
            let start = expr.span.start as usize;
            Span::new(start, start + spell(*op).len())
        }
        _ => expr.span,
    }
}

fn spell(op: TemporalOp) -> &'static str {
    match op {
        TemporalOp::G => "G",
        TemporalOp::F => "F",
        TemporalOp::X => "X",
        TemporalOp::AG => "AG",
        TemporalOp::AF => "AF",
        TemporalOp::AX => "AX",
        TemporalOp::EG => "EG",
        TemporalOp::EF => "EF",
        TemporalOp::EX => "EX",
    }
}

fn spell_until(op: UntilOp) -> &'static str {
    match op {
        UntilOp::U => "U",
        UntilOp::W => "W",
        UntilOp::R => "R",
    }
}
