//! The value of an expression, by kinds.

use diagnostics::{Code, Diagnostic, Span};
use system::Value;

use super::context::Primes;
use super::denote::Denotation;
use super::{Checker, Context};
use crate::ast::{Expr, ExprKind, SetExpr, SetKind, UnaryOp};
use crate::scope::Scope;
use crate::structures::Sort;
use crate::typed::{Typed, TypedKind, TypedPlace, TypedSet};

impl<'a> Checker<'a> {
    /// Checks an expression that stands for a value.
    pub(crate) fn expression(&mut self, expr: &'a Expr, scope: &Scope<'a>, context: Context) -> Typed {
        if !self.charge() {
            return Typed::unknown(expr.span);
        }
        let denotation = self.denote(expr, scope, context);
        let typed = self.value_of(denotation, expr.span);
        self.limited(typed)
    }

    /// Checks an expression that is a value by its form alone.
    pub(super) fn plain_expression(&mut self, expr: &'a Expr, scope: &Scope<'a>, context: Context) -> Typed {
        // Each kind has a function of its own: this one is on the stack once for each level.
        match &expr.kind {
            ExprKind::Int(_) | ExprKind::Bool(_) => literal(expr),
            ExprKind::Null => self.null(expr, context),
            ExprKind::Record(..) | ExprKind::List(_) | ExprKind::Set(_) => {
                self.literal_with_parts(expr, scope, context)
            }
            ExprKind::Unary(op, operand) => self.unary(*op, operand, expr.span, scope, context),
            ExprKind::Binary(op, ..) => self.binary(*op, expr, scope, context),
            ExprKind::Comparison(first, rest) => self.comparison(first, rest, expr.span, scope, context),
            ExprKind::In(element, set) => self.membership(element, set, expr.span, scope, context),
            ExprKind::If(..) => self.conditional(expr, scope, context),
            ExprKind::Quantifier { .. } => self.quantifier(expr, scope, context),
            ExprKind::CountAt { process, locations, .. } => self.count_at(expr, process, locations, scope),
            ExprKind::Reach { start, links, goal, .. } => {
                self.reach((start, links, goal), expr.span, scope, context)
            }
            ExprKind::At { base, locations, .. } => self.at(expr, base, locations, scope, context),
            ExprKind::Prime(place) => self.prime(expr, place, scope, context),
            ExprKind::Temporal(..) | ExprKind::Until(..) | ExprKind::PathUntil { .. } => {
                self.temporal(expr, scope, context)
            }
            // The others are handled by what they denote; an error was reported by the parser.
            _ => Typed::unknown(expr.span),
        }
    }

    fn unary(
        &mut self,
        op: UnaryOp,
        operand: &'a Expr,
        span: Span,
        scope: &Scope<'a>,
        context: Context,
    ) -> Typed {
        match op {
            UnaryOp::Not => {
                let operand = self.boolean(operand, scope, context.below(), "an operand of `!`");
                Typed::bool(TypedKind::Not(Box::new(operand)), span)
            }
            UnaryOp::Neg => {
                let operand = self.integer(operand, scope, context.operand(), "an operand of `-`");
                Typed::int(TypedKind::Negate(Box::new(operand)), span)
            }
        }
    }

    /// An expression that must be a Boolean.
    pub(crate) fn boolean(
        &mut self,
        expr: &'a Expr,
        scope: &Scope<'a>,
        context: Context,
        role: &str,
    ) -> Typed {
        let typed = self.expression(expr, scope, context.expecting(Sort::Bool));
        self.require(&typed, Sort::Bool, role);
        typed
    }

    /// An expression that must be an integer.
    pub(crate) fn integer(
        &mut self,
        expr: &'a Expr,
        scope: &Scope<'a>,
        context: Context,
        role: &str,
    ) -> Typed {
        let typed = self.expression(expr, scope, context.expecting(Sort::Int));
        self.require(&typed, Sort::Int, role);
        typed
    }

    fn null(&mut self, expr: &Expr, context: Context) -> Typed {
        if let Some(sort @ Sort::Reference(_)) = context.expected {
            return Typed::new(TypedKind::Constant(Value::Reference(None)), Some(sort), expr.span);
        }
        if !context.alone {
            let message = match context.expected {
                Some(sort) => format!("`null` is a reference, not {}", self.show_sort(sort)),
                None => "it is not clear which type of reference this `null` has".to_owned(),
            };
            let code = if context.expected.is_some() { Code::TypeMismatch } else { Code::NeedsContext };
            self.report(Diagnostic::new(code, message, expr.span, ""));
        }
        Typed::unknown(expr.span)
    }

    /// `if c then a else b`
    fn conditional(&mut self, expr: &'a Expr, scope: &Scope<'a>, context: Context) -> Typed {
        let ExprKind::If(condition, then, otherwise) = &expr.kind else { return Typed::unknown(expr.span) };
        let condition = self.boolean(condition, scope, context.operand(), "the condition of `if`");
        let inner = context.operand();
        let (then, otherwise) = match context.expected {
            Some(_) => {
                let inner = inner.expecting(context.expected);
                (self.expression(then, scope, inner), self.expression(otherwise, scope, inner))
            }
            None => self.pair(then, otherwise, scope, inner),
        };
        self.same_sort(&then, &otherwise, "the branches of `if` have different types");
        let sort = match (then.sort, otherwise.sort) {
            (Some(then), Some(otherwise)) => self.symbols.structures.join(then, otherwise),
            (then, otherwise) => then.or(otherwise),
        };
        Typed::new(TypedKind::If(Box::new(condition), Box::new(then), Box::new(otherwise)), sort, expr.span)
    }

    /// `e in S`
    fn membership(
        &mut self,
        element: &'a Expr,
        set: &'a SetExpr,
        span: Span,
        scope: &Scope<'a>,
        context: Context,
    ) -> Typed {
        let inner = context.operand().expecting(None);
        let (element, set) = match &set.kind {
            SetKind::Range(low, high) => {
                let element = self.integer(element, scope, inner, "what is compared with a range");
                let low = self.integer(low, scope, inner, "a bound of a range");
                let high = self.integer(high, scope, inner, "a bound of a range");
                (element, TypedSet::Range(low, high))
            }
            SetKind::Members(members) => {
                let all: Vec<&'a Expr> = std::iter::once(element).chain(members).collect();
                let mut all = self.alike(&all, scope, inner).into_iter();
                let Some(element) = all.next() else { return Typed::unknown(span) };
                (element, TypedSet::Members(all.collect()))
            }
            SetKind::Value(value) => {
                let value = self.expression(value, scope, inner);
                let wanted = value.sort.and_then(|sort| self.holds(sort));
                if let (Some(sort), None) = (value.sort, wanted) {
                    let shown = self.show_sort(sort);
                    let message = format!("`in` needs a range, a set or a queue, not {shown}");
                    self.report(Diagnostic::new(Code::TypeMismatch, message, value.span, "not a set"));
                }
                let alone = inner.alone || wanted.is_none();
                let element = self.expression(element, scope, Context { alone, ..inner.expecting(wanted) });
                if let Some(wanted) = wanted {
                    self.fits_place(&element, wanted, value.span);
                }
                (element, TypedSet::Value(Box::new(value)))
            }
        };
        Typed::bool(TypedKind::Within(Box::new(element), Box::new(set)), span)
    }

    /// The sort of what is in a set or a queue.
    pub(super) fn holds(&self, sort: Sort) -> Option<Sort> {
        let structures = &self.symbols.structures;
        structures.set_of(sort).or_else(|| structures.queue_of(sort))
    }

    /// `x'`
    fn prime(&mut self, expr: &'a Expr, place: &'a Expr, scope: &Scope<'a>, context: Context) -> Typed {
        let denotation = self.denote(place, scope, context.inside_place());
        let problem = match &denotation {
            Denotation::Unknown => return Typed::unknown(expr.span),
            Denotation::Place(place, _) if self.symbols.variable(place.variable).is_param => {
                "a parameter never changes, so it has no new value"
            }
            Denotation::Place(..) if context.primes == Primes::Yes => {
                let Denotation::Place(place, sort) = denotation else { return Typed::unknown(expr.span) };
                if self.is_open_whole(sort, expr.span) {
                    return Typed::unknown(expr.span);
                }
                let place = TypedPlace { span: expr.span, ..place };
                return Typed::new(TypedKind::Read { place, next: true }, Some(sort), expr.span);
            }
            Denotation::Place(..) if context.primes == Primes::InsidePlace => {
                "what is inside a place is read before the step, so it cannot have a prime"
            }
            Denotation::Place(..) => "a new value is meant only in a relation or behind `where`",
            _ => "a prime can only follow a variable or a part of one",
        };
        let finding = Diagnostic::new(Code::MisplacedPrime, problem, expr.span, "this prime has no meaning");
        self.report_misplaced(
            finding.with_help("a relation is a statement after `do`, such as `do x' = x + 1`"),
        );
        Typed::unknown(expr.span)
    }
}

fn literal(expr: &Expr) -> Typed {
    match &expr.kind {
        ExprKind::Int(value) => Typed::number(*value, expr.span),
        ExprKind::Bool(value) => Typed::bool(TypedKind::Constant(Value::Bool(*value)), expr.span),
        _ => Typed::unknown(expr.span),
    }
}
