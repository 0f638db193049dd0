//! Actions: what a transition does.

use diagnostics::{Code, Diagnostic, Span};

use super::denote::Denotation;
use super::quantifier::written_span;
use super::{Checker, Context};
use crate::ast::{
    Action, Block, CompareOp, Else, Expr, ExprKind, SetExpr, SetKind, Statement, StatementKind, Step,
};
use crate::scope::Scope;
use crate::structures::Sort;
use crate::typed::{Typed, TypedDomain, TypedPlace, TypedSet};
use crate::typed_action::{TypedBlock, TypedBranch, TypedFor, TypedStatement, TypedStatementKind};

impl<'a> Checker<'a> {
    /// Checks the action of an edge or event.
    pub(crate) fn action(&mut self, action: &'a Action, scope: &Scope<'a>) -> TypedBlock {
        self.steps(&action.steps, scope, 0)
    }

    fn steps(&mut self, steps: &'a [Step], scope: &Scope<'a>, depth: u32) -> TypedBlock {
        let steps = steps.iter().map(|step| {
            step.statements.iter().map(|statement| self.statement(statement, scope, depth)).collect()
        });
        TypedBlock { steps: steps.collect() }
    }

    fn branch(&mut self, block: &'a Block, scope: &Scope<'a>, depth: u32) -> TypedBranch {
        let guard = block.guard.as_ref();
        let guard =
            guard.map(|guard| self.boolean(guard, scope, Context::STATE, "the condition after `when`"));
        TypedBranch { guard, body: self.steps(&block.steps, scope, depth + 1), span: block.span }
    }

    fn statement(&mut self, statement: &'a Statement, scope: &Scope<'a>, depth: u32) -> TypedStatement {
        let span = statement.span;
        if depth > crate::limits::DEPTH {
            self.report_too_deep(span);
            return TypedStatement { kind: TypedStatementKind::Unknown, span };
        }
        let kind = match &statement.kind {
            StatementKind::Assign { place, value } => self.assignment(place, value, scope),
            StatementKind::Any { place, set, condition } => {
                self.any(place, set.as_ref(), condition.as_ref(), scope)
            }
            StatementKind::Send { queue, value } => self.send(queue, value, scope),
            StatementKind::Receive { queue, place } => self.receive(queue, place.as_ref(), scope),
            StatementKind::For { .. } => self.for_statement(statement, scope, depth),
            StatementKind::Choose(blocks) => {
                let branches = blocks.iter().map(|block| self.branch(block, scope, depth));
                TypedStatementKind::Choose(branches.collect())
            }
            StatementKind::If { .. } => self.if_statement(statement, scope, depth),
            StatementKind::Skip => TypedStatementKind::Skip,
            StatementKind::Assert(condition) => TypedStatementKind::Assert(self.boolean(
                condition,
                scope,
                Context::STATE,
                "the condition of `assert`",
            )),
            StatementKind::Relation(relation) => self.relation(relation, scope),
            StatementKind::Error => TypedStatementKind::Unknown,
        };
        TypedStatement { kind, span }
    }

    fn if_statement(
        &mut self,
        statement: &'a Statement,
        scope: &Scope<'a>,
        depth: u32,
    ) -> TypedStatementKind {
        let StatementKind::If { condition, then, otherwise } = &statement.kind else {
            return TypedStatementKind::Unknown;
        };
        let condition = self.boolean(condition, scope, Context::STATE, "the condition of `if`");
        let then = self.branch(then, scope, depth);
        let otherwise = otherwise.as_ref().map(|otherwise| match otherwise {
            Else::Block(block) => self.branch(block, scope, depth),
            Else::If(inner) => {
                let inner = self.statement(inner, scope, depth + 1);
                let span = inner.span;
                TypedBranch { guard: None, body: TypedBlock { steps: vec![vec![inner]] }, span }
            }
        });
        TypedStatementKind::If(condition, then, otherwise)
    }

    fn assignment(&mut self, place: &'a Expr, value: &'a Expr, scope: &Scope<'a>) -> TypedStatementKind {
        let Some((typed_place, sort)) = self.assignable(place, scope) else {
            self.expression(value, scope, Context { alone: true, ..Context::STATE });
            return TypedStatementKind::Unknown;
        };
        let value = self.expression(value, scope, Context::STATE.expecting(sort));
        self.fits_place(&value, sort, place.span);
        TypedStatementKind::Assign(typed_place, value)
    }

    /// `c ! e`
    fn send(&mut self, queue: &'a Expr, value: &'a Expr, scope: &Scope<'a>) -> TypedStatementKind {
        let place = self.queue(queue, scope);
        let entry = place.as_ref().map(|(_, entry)| *entry);
        let alone = Context { alone: place.is_none(), ..Context::STATE };
        let value = self.expression(value, scope, alone.expecting(entry));
        let Some((place, entry)) = place else { return TypedStatementKind::Unknown };
        self.fits_place(&value, entry, queue.span);
        TypedStatementKind::Send(place, value)
    }

    /// `c ? place`
    fn receive(&mut self, queue: &'a Expr, place: Option<&'a Expr>, scope: &Scope<'a>) -> TypedStatementKind {
        let found = self.queue(queue, scope);
        let target = place.map(|place| self.assignable(place, scope));
        let Some((found, entry)) = found else { return TypedStatementKind::Unknown };
        match (place, target) {
            (Some(place), Some(Some((target, sort)))) => {
                let head = Typed { sort: Some(entry), ..Typed::number(0, queue.span) };
                self.fits_place(&head, sort, place.span);
                TypedStatementKind::Receive(found, Some(target))
            }
            (Some(_), _) => TypedStatementKind::Unknown,
            (None, _) => TypedStatementKind::Receive(found, None),
        }
    }

    /// The queue that a statement writes, and the sort of its entries.
    fn queue(&mut self, queue: &'a Expr, scope: &Scope<'a>) -> Option<(TypedPlace, Sort)> {
        if self.names_definition(queue, scope) {
            let message = "a definition stands for a value, not for a queue that can be written";
            let finding = Diagnostic::new(Code::NotAssignable, message, queue.span, "no place");
            self.report(
                finding.with_help("name the queue itself, or give it to a definition as an argument"),
            );
            return None;
        }
        let (place, sort) = self.assignable(queue, scope)?;
        let entry = self.symbols.structures.queue_of(sort);
        if entry.is_none() {
            let shown = self.show_sort(sort);
            let message = format!("only queues are sent to and received from, and this is {shown}");
            let finding = Diagnostic::new(Code::TypeMismatch, message, queue.span, "not a queue");
            self.report(finding.with_help("a queue has a type such as `fifo 3 of 0..7`"));
        }
        entry.map(|entry| (place, entry))
    }

    /// `for i in D { step }`
    fn for_statement(
        &mut self,
        statement: &'a Statement,
        scope: &Scope<'a>,
        depth: u32,
    ) -> TypedStatementKind {
        let StatementKind::For { names, domain, step } = &statement.kind else {
            return TypedStatementKind::Unknown;
        };
        let (typed, values) = self.domain(domain, scope, Context::STATE).unzip();
        let values = values.flatten();
        self.note_bound(names, domain, values);
        let typed = typed.filter(|typed| self.is_fixed(typed, written_span(domain)));
        let (slots, inner) = self.bind(names, typed.as_ref(), values, scope);
        let step = step.statements.iter().map(|statement| self.statement(statement, &inner, depth + 1));
        let step: Vec<TypedStatement> = step.collect();
        match typed {
            Some(domain) => TypedStatementKind::For(Box::new(TypedFor { slots, domain, step })),
            None => TypedStatementKind::Unknown,
        }
    }

    /// Whether a domain has values that are known before the check begins.
    fn is_fixed(&mut self, domain: &TypedDomain, span: Span) -> bool {
        let (message, help) = match domain {
            TypedDomain::Elements(set) if set.traits.varying => (
                "the set that `for` goes through cannot depend on the state",
                "go through all values and ask for each: `for x in 1..3 { if x in S { … } }`",
            ),
            _ if domain.is_infinite() => ("`for` needs finitely many values", "write `for i in 1..3 { … }`"),
            _ => return true,
        };
        let finding = Diagnostic::new(Code::InfiniteDomain, message, span, "not known before the check");
        self.report(finding.with_help(help));
        false
    }

    fn any(
        &mut self,
        place: &'a Expr,
        set: Option<&'a SetExpr>,
        condition: Option<&'a Expr>,
        scope: &Scope<'a>,
    ) -> TypedStatementKind {
        let assignable = self.assignable(place, scope);
        let condition = condition.map(|condition| {
            self.boolean(condition, scope, Context::RELATION, "the condition after `where`")
        });
        let Some((typed_place, sort)) = assignable else { return TypedStatementKind::Unknown };
        let set = set.map(|set| self.choice_set(set, sort, place.span, scope));
        TypedStatementKind::Any(typed_place, set, condition)
    }

    /// A set of values for a place of this sort.
    pub(crate) fn choice_set(
        &mut self,
        set: &'a SetExpr,
        sort: Sort,
        place: Span,
        scope: &Scope<'a>,
    ) -> TypedSet {
        match &set.kind {
            SetKind::Range(low, high) => {
                let low = self.integer(low, scope, Context::STATE, "a bound of a range");
                let high = self.integer(high, scope, Context::STATE, "a bound of a range");
                self.fits_place(&low, sort, place);
                TypedSet::Range(low, high)
            }
            SetKind::Members(members) => TypedSet::Members(
                members
                    .iter()
                    .map(|member| {
                        let value = self.expression(member, scope, Context::STATE.expecting(sort));
                        self.fits_place(&value, sort, place);
                        value
                    })
                    .collect(),
            ),
            SetKind::Value(value) => {
                let value = self.expression(value, scope, Context::STATE);
                match value.sort.map(|sort| (sort, self.symbols.structures.set_of(sort))) {
                    Some((_, Some(element))) => {
                        let one = Typed { sort: Some(element), ..Typed::number(0, value.span) };
                        self.fits_place(&one, sort, place);
                    }
                    Some((found, None)) => {
                        let shown = self.show_sort(found);
                        let message = format!("a value is chosen from a range or a set, not from {shown}");
                        self.report(Diagnostic::new(Code::TypeMismatch, message, value.span, "not a set"));
                    }
                    None => {}
                }
                TypedSet::Value(Box::new(value))
            }
        }
    }

    /// Reports a value whose sort is not that of the place that it is meant for.
    pub(crate) fn fits_place(&mut self, value: &Typed, sort: Sort, place: Span) {
        let Some(found) = value.sort else { return };
        if self.symbols.structures.join(found, sort).is_some() {
            return;
        }
        let (wanted, found) = (self.show_sort(sort), self.show_sort(found));
        let message = format!("this is {found}, but {wanted} is needed");
        let finding = Diagnostic::new(Code::TypeMismatch, message, value.span, found)
            .with_related(place, format!("this holds {wanted}"));
        self.report(self.with_hidden_member(finding, value, sort));
    }

    fn relation(&mut self, relation: &'a Expr, scope: &Scope<'a>) -> TypedStatementKind {
        let typed = self.boolean(relation, scope, Context::RELATION, "a relation between old and new values");
        if !typed.traits.primed && !typed.traits.broken && typed.sort == Some(Sort::Bool) {
            let message = match self.assignment_meant(relation) {
                Some(form) => format!("this compares and changes nothing; {form}"),
                None => "this relation says nothing of new values".to_owned(),
            };
            let finding =
                Diagnostic::new(Code::RelationWithoutPrimes, message, relation.span, "no prime in it")
                    .with_help(
                        "write a condition after `when`, a check as `assert …`, a new value as `x' = …`",
                    );
            self.report(finding);
        }
        TypedStatementKind::Relation(typed)
    }

    /// The assignment that `x = e` was probably meant as.
    fn assignment_meant(&self, relation: &Expr) -> Option<String> {
        let ExprKind::Comparison(place, rest) = &relation.kind else { return None };
        let [(CompareOp::Eq, value)] = rest.as_slice() else { return None };
        if !matches!(place.kind, ExprKind::Name(_) | ExprKind::Index(..) | ExprKind::Field { .. }) {
            return None;
        }
        let (place, value) = (self.source.get(place.span.range())?, self.source.get(value.span.range())?);
        Some(format!("write `{place} := {value}`, or `{place}' = {value}`"))
    }

    /// The place that an assignment writes.
    fn assignable(&mut self, place: &'a Expr, scope: &Scope<'a>) -> Option<(TypedPlace, Sort)> {
        if let ExprKind::Prime(_) = &place.kind {
            let message = "an assignment names the variable without a prime";
            let finding = Diagnostic::new(Code::MisplacedPrime, message, place.span, "leave the prime out");
            let mark = Span { start: place.span.end - 1, ..place.span };
            let finding = finding.with_help("`x := e` assigns; `x' = e` is a relation");
            self.report(finding.with_fix("leave the prime out", mark, ""));
            return None;
        }
        let what = match self.denote(place, scope, Context::STATE) {
            Denotation::Place(_, sort) if self.is_open_whole(sort, place.span) => return None,
            Denotation::Place(found, sort) => {
                if !self.symbols.variable(found.variable).is_param {
                    // A definition can stand for a place; messages show where it is used.
                    return Some((TypedPlace { span: place.span, ..found }, sort));
                }
                let name = &self.symbols.variable(found.variable).name.text;
                format!("`{name}` is a parameter, which never changes")
            }
            Denotation::Unknown => return None,
            Denotation::Value(typed) if typed.traits.broken => return None,
            Denotation::Value(typed) if typed.is_constant() => "a constant cannot be assigned to".to_owned(),
            Denotation::Value(_) => "only variables and their parts can be assigned to".to_owned(),
            Denotation::Instance(_) | Denotation::Processes(_) => {
                "a process cannot be assigned to; its location changes by its edges".to_owned()
            }
            Denotation::Population(_) => "a population changes by its edges only".to_owned(),
            Denotation::Definition(definition, _) => {
                self.needs_arguments(definition, place.span);
                return None;
            }
        };
        self.report(Diagnostic::new(Code::NotAssignable, what, place.span, "cannot be assigned to"));
        None
    }
}
