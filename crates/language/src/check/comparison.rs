//! Comparisons, and other places where several expressions must have the same type.
//!
//! What a member or `null` means may depend on the other operands, so those that need no context are checked
//! first.

use diagnostics::{Code, Diagnostic, Span};
use system::Comparison;

use super::{Checker, Context};
use crate::ast::{CompareOp, Expr, ExprKind};
use crate::scope::{Meaning, Scope};
use crate::structures::Sort;
use crate::symbols::Symbol;
use crate::typed::{Typed, TypedKind};

/// How far definitions are followed to see whether an operand needs context.
const PATIENCE: u32 = 20;

impl<'a> Checker<'a> {
    /// `a < b <= c`
    pub(super) fn comparison(
        &mut self,
        first: &'a Expr,
        rest: &'a [(CompareOp, Expr)],
        span: Span,
        scope: &Scope<'a>,
        context: Context,
    ) -> Typed {
        let operands: Vec<&'a Expr> = std::iter::once(first).chain(rest.iter().map(|(_, e)| e)).collect();
        if let Some(finding) = self.compared_with_location(&operands, scope) {
            self.report(finding);
            return Typed::unknown(span);
        }
        let typed = self.alike(&operands, scope, context.operand());
        for (position, (op, _)) in rest.iter().enumerate() {
            if !matches!(op, CompareOp::Eq | CompareOp::Ne) {
                self.require_order(*op, &typed[position], &typed[position + 1]);
            }
        }
        Typed::bool(TypedKind::Chain(typed, rest.iter().map(|(op, _)| comparison(*op)).collect()), span)
    }

    /// Checks expressions that must have the same sort.
    pub(super) fn alike(&mut self, operands: &[&'a Expr], scope: &Scope<'a>, context: Context) -> Vec<Typed> {
        self.alike_saying(operands, scope, context, "these have different types and cannot be compared")
    }

    /// Checks expressions that must have the same sort; the message is for those that have not.
    pub(super) fn alike_saying(
        &mut self,
        operands: &[&'a Expr],
        scope: &Scope<'a>,
        context: Context,
        message: &str,
    ) -> Vec<Typed> {
        let clear = operands.iter().position(|operand| !self.needs_context(operand, scope, PATIENCE));
        let mut checked: Vec<Option<Typed>> = operands.iter().map(|_| None).collect();
        let mut sort = context.expected;
        if let Some(clear) = clear {
            let typed = self.expression(operands[clear], scope, context.expecting(None));
            sort = typed.sort;
            checked[clear] = Some(typed);
        } else if !matches!(sort, Some(Sort::Reference(_)))
            && operands.iter().all(|operand| matches!(operand.kind, ExprKind::Null))
        {
            // `null = null` is true whatever it refers to.
            sort = self.some_reference();
        }
        // Without a known sort nothing can be said of the others: an error has been reported.
        let unclear = clear.is_some() && sort.is_none();
        let inner = Context { alone: context.alone || unclear, ..context.expecting(sort) };
        let mut inner = inner;
        for (operand, checked) in operands.iter().zip(&mut checked) {
            if checked.is_none() {
                let typed = self.expression(operand, scope, inner);
                // One report is enough where nothing decides the type.
                inner.alone |= typed.sort.is_none();
                *checked = Some(typed);
            }
        }
        let checked: Vec<Typed> = checked.into_iter().flatten().collect();
        // One report is enough: of three, it is often the one in the middle that is wrong.
        checked.windows(2).all(|pair| self.same_sort(&pair[0], &pair[1], message));
        checked
    }

    /// Checks two expressions that must have the same sort, without comparing them yet.
    pub(super) fn pair(
        &mut self,
        left: &'a Expr,
        right: &'a Expr,
        scope: &Scope<'a>,
        context: Context,
    ) -> (Typed, Typed) {
        if self.needs_context(left, scope, PATIENCE) {
            let right = self.expression(right, scope, context);
            let left = self.expression(left, scope, context.expecting(right.sort));
            return (left, right);
        }
        let left = self.expression(left, scope, context);
        let right = self.expression(right, scope, context.expecting(left.sort));
        (left, right)
    }

    /// Some sort of references, if there is a process array.
    pub(super) fn some_reference(&self) -> Option<Sort> {
        let arrays = self.symbols.bodies.iter().filter(|body| body.declaration.index.is_some());
        arrays.filter_map(|body| body.process()).next().map(Sort::Reference)
    }

    /// Whether the type of an expression can only be told from what surrounds it.
    fn needs_context(&self, expr: &Expr, scope: &Scope<'a>, patience: u32) -> bool {
        let Some(patience) = patience.checked_sub(1) else { return false };
        match &expr.kind {
            ExprKind::Null => true,
            ExprKind::Set(members) | ExprKind::List(members) => {
                members.iter().all(|member| self.needs_context(member, scope, patience))
            }
            ExprKind::Paren(inner) => self.needs_context(inner, scope, patience),
            ExprKind::If(_, then, otherwise) => {
                self.needs_context(then, scope, patience) && self.needs_context(otherwise, scope, patience)
            }
            ExprKind::Name(name) => self.name_needs_context(name, scope, patience),
            ExprKind::Call(callee, arguments) => match &callee.kind {
                ExprKind::Name(name) => match self.symbols.values.get(name.as_str()) {
                    // Arguments may decide, but a body that is one word needs context in any case.
                    Some(Symbol::Definition(definition)) => {
                        let body = &self.symbols.definitions[definition.0].declaration.body;
                        self.needs_context(body, &Scope::default(), patience)
                    }
                    None if matches!(name.as_str(), "union" | "inter" | "minus") => {
                        arguments.iter().all(|argument| self.needs_context(argument, scope, patience))
                    }
                    _ => false,
                },
                _ => false,
            },
            _ => false,
        }
    }

    fn name_needs_context(&self, name: &str, scope: &Scope<'a>, patience: u32) -> bool {
        match scope.local(name) {
            Some(Meaning::Argument(argument, scope)) => return self.needs_context(argument, scope, patience),
            Some(_) => return false,
            None => {}
        }
        let own = scope.home.as_ref().and_then(|home| self.symbols.body(home.body).values.get(name));
        match own.or_else(|| self.symbols.values.get(name)) {
            Some(Symbol::Definition(definition)) => {
                let definition = &self.symbols.definitions[definition.0];
                definition.declaration.params.is_empty()
                    && self.needs_context(&definition.declaration.body, &Scope::default(), patience)
            }
            Some(_) => false,
            None => self.symbols.enumerations.having(name).len() != 1,
        }
    }

    fn require_order(&mut self, op: CompareOp, left: &Typed, right: &Typed) {
        let Some(operand) =
            [left, right].into_iter().find(|typed| !matches!(typed.sort, None | Some(Sort::Int)))
        else {
            return;
        };
        let Some(sort) = operand.sort else { return };
        let message = format!("`{}` compares integers, not {}", show(op), self.show_sorts(sort));
        let finding = Diagnostic::new(Code::Unordered, message, operand.span, "has no order")
            .with_help("only `=` and `!=` are possible here");
        self.report(finding);
    }
}

/// The operator of the system.
fn comparison(op: CompareOp) -> Comparison {
    match op {
        CompareOp::Eq => Comparison::Eq,
        CompareOp::Ne => Comparison::Ne,
        CompareOp::Lt => Comparison::Lt,
        CompareOp::Le => Comparison::Le,
        CompareOp::Gt => Comparison::Gt,
        CompareOp::Ge => Comparison::Ge,
    }
}

fn show(op: CompareOp) -> &'static str {
    match op {
        CompareOp::Eq => "=",
        CompareOp::Ne => "!=",
        CompareOp::Lt => "<",
        CompareOp::Le => "<=",
        CompareOp::Gt => ">",
        CompareOp::Ge => ">=",
    }
}
