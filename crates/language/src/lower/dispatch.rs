//! Choices among all instances of a process array, where one place or expression cannot stand for them all.
//!
//! A definition may need the index of its instance as a constant, and a variable may have another type or size
//! in each instance. Reached through a reference, each then becomes a choice by `index(p)`, which is a fault
//! for `null` as it should be.

use diagnostics::Span;
use system::{
    Block, Branch, Comparison, Expr, ExprKind, ProcessId, Sort, Statement, StatementKind, Step, Value,
};

use super::Lowerer;
use super::parts::Parts;
use super::place::Chosen;
use crate::typed::{Dispatch, Instance, Typed, TypedKind, TypedPlace};
use crate::typed_action::{TypedStatement, TypedStatementKind};

impl Lowerer<'_, '_> {
    /// The body of a definition for the instance that a reference leads to.
    pub(super) fn dispatch(&mut self, dispatch: &Dispatch, span: Span) -> Expr {
        let reference = self.expression(&dispatch.reference);
        if let Some(Value::Reference(Some(number))) = reference.constant() {
            return self.dispatched(dispatch, number);
        }
        let index = self.index_of(reference, span);
        let leaf = |lowerer: &mut Self, number| lowerer.dispatched(dispatch, number);
        match self.instances_of(dispatch.process) {
            0 => self.fault(index, dispatch.body.sort.and_then(crate::structures::Sort::scalar), span),
            count => self.expression_among(count, &index, dispatch.process, span, leaf),
        }
    }

    /// The same for a body with parts.
    pub(super) fn dispatch_parts(&mut self, dispatch: &Dispatch, span: Span) -> Parts {
        let reference = self.expression(&dispatch.reference);
        if let Some(Value::Reference(Some(number))) = reference.constant() {
            self.enter_dispatch(dispatch, number);
            return self.parts(&dispatch.body);
        }
        let index = self.index_of(reference, span);
        let leaf = |lowerer: &mut Self, number| {
            lowerer.enter_dispatch(dispatch, number);
            lowerer.parts(&dispatch.body)
        };
        match self.instances_of(dispatch.process) {
            0 => Parts::Scalar(self.fault(index, None, span)),
            count => self.parts_among(count, &index, dispatch.process, span, leaf),
        }
    }

    fn dispatched(&mut self, dispatch: &Dispatch, number: u32) -> Expr {
        self.enter_dispatch(dispatch, number);
        self.expression(&dispatch.body)
    }

    /// Makes an instance the one that the body of a definition concerns.
    fn enter_dispatch(&mut self, dispatch: &Dispatch, number: u32) {
        let body = self.symbols.process_bodies[dispatch.process.index()];
        let index = self.layout.bodies[body.0].first_index + i128::from(number);
        self.slots.set(dispatch.own, Value::Reference(Some(number)));
        self.slots.set(dispatch.index, Value::Int(index));
    }

    /// The value of an array whose size depends on the instance, if which instance is meant is open.
    pub(super) fn uneven_read(&mut self, place: &TypedPlace, sort: Option<Sort>, span: Span) -> Option<Expr> {
        let (process, index) = self.uneven(place, |storage| storage.is_regular)?;
        Some(match self.instances_of(process) {
            0 => self.fault(index, sort, span),
            count => self.expression_among(count, &index, process, span, |lowerer, number| {
                let place = lowerer.place(&fixed(place, process, number));
                lowerer.node(ExprKind::Read(place), span)
            }),
        })
    }

    /// A write to a variable whose type depends on the instance, if which instance is meant is open.
    pub(super) fn uneven_write(&mut self, statement: &TypedStatement) -> Option<StatementKind> {
        let places = written(&statement.kind);
        let (which, (process, index)) = places.into_iter().enumerate().find_map(|(which, place)| {
            self.uneven(place, |storage| storage.is_uniform).map(|found| (which, found))
        })?;
        let (count, span) = (self.instances_of(process), statement.span);
        if count == 0 {
            let fault = self.compare(Comparison::Eq, index, Expr::int(0, span), span);
            return Some(StatementKind::Assert(fault));
        }
        let mut leaf = |lowerer: &mut Self, number| {
            let mut statement = statement.clone();
            if let Some(place) = written_mut(&mut statement.kind).into_iter().nth(which) {
                *place = fixed(place, process, number);
            }
            lowerer.statement(&statement)
        };
        let join = |_: &mut Self, condition, then, otherwise| {
            let branch = |statements| {
                let body = Block { steps: vec![Step { statements }] };
                Branch { guard: None, body, span }
            };
            let kind =
                StatementKind::If { condition, then: branch(then), otherwise: Some(branch(otherwise)) };
            vec![Statement { kind, span }]
        };
        let nobody = |_: &mut Self| Vec::new();
        let mut all = self.among((0, count - 1), count, &index, process, span, &mut leaf, &join, &nobody);
        Some(match all.len() {
            1 => all.swap_remove(0).kind,
            _ => {
                let body = Block { steps: vec![Step { statements: all }] };
                StatementKind::Choose(vec![Branch { guard: None, body, span }])
            }
        })
    }

    /// The process and the index of an open instance, for a variable that is not the same in all instances.
    pub(super) fn uneven(
        &mut self,
        place: &TypedPlace,
        is_even: impl Fn(&crate::layout::Storage) -> bool,
    ) -> Option<(ProcessId, Expr)> {
        let instance = place.instance.as_ref()?;
        if is_even(&self.layout.variables[place.variable.0]) {
            return None;
        }
        let process = instance.process();
        let reference = match (self.chosen(instance), instance) {
            (Chosen::Fixed(_), _) => return None,
            (Chosen::Open(_, index), Instance::Index(..)) => self.instance_at(process, index, place.span),
            (Chosen::Open(_, reference), _) => reference,
        };
        Some((process, self.index_of(reference, place.span)))
    }

    pub(super) fn instances_of(&self, process: ProcessId) -> u32 {
        self.layout.bodies[self.symbols.process_bodies[process.index()].0].count
    }

    fn expression_among(
        &mut self,
        count: u32,
        index: &Expr,
        process: ProcessId,
        span: Span,
        mut leaf: impl FnMut(&mut Self, u32) -> Expr,
    ) -> Expr {
        let join = |lowerer: &mut Self, condition, then, otherwise| {
            lowerer.node(ExprKind::If(Box::new(condition), Box::new(then), Box::new(otherwise)), span)
        };
        let nobody = |_: &mut Self| Expr::bool(false, span);
        self.among((0, count - 1), count, index, process, span, &mut leaf, &join, &nobody)
    }

    /// The same for values with parts.
    pub(super) fn parts_among(
        &mut self,
        count: u32,
        index: &Expr,
        process: ProcessId,
        span: Span,
        mut leaf: impl FnMut(&mut Self, u32) -> Parts,
    ) -> Parts {
        let join = |lowerer: &mut Self, condition: Expr, then, otherwise| {
            lowerer.if_parts(&condition, then, otherwise, span)
        };
        let nobody = |_: &mut Self| Parts::Scalar(Expr::bool(false, span));
        self.among((0, count - 1), count, index, process, span, &mut leaf, &join, &nobody)
    }

    /// A choice among the instances from `low` to `high`, by halves. A single instance is compared as well,
    /// since the index must be evaluated.
    #[expect(clippy::too_many_arguments, reason = "the parts of a choice of two kinds of things")]
    fn among<T>(
        &mut self,
        (low, high): (u32, u32),
        count: u32,
        index: &Expr,
        process: ProcessId,
        span: Span,
        leaf: &mut impl FnMut(&mut Self, u32) -> T,
        join: &impl Fn(&mut Self, Expr, T, T) -> T,
        nobody: &impl Fn(&mut Self) -> T,
    ) -> T {
        if self.is_full {
            return nobody(self);
        }
        if low == high && count > 1 {
            return leaf(self, low);
        }
        let middle = low + (high - low) / 2;
        let first = self.layout.bodies[self.symbols.process_bodies[process.index()].0].first_index;
        // The copy of the index counts as a few nodes.
        self.charge(4, span);
        let bound = Expr::int(first + i128::from(middle), span);
        let condition = self.compare(Comparison::Le, index.clone(), bound, span);
        let (then, otherwise) = if low == high {
            (leaf(self, low), leaf(self, low))
        } else {
            let then = self.among((low, middle), count, index, process, span, leaf, join, nobody);
            (then, self.among((middle + 1, high), count, index, process, span, leaf, join, nobody))
        };
        join(self, condition, then, otherwise)
    }

    /// Without instances every reference is null: the index is a fault, whatever it is compared with.
    fn fault(&mut self, index: Expr, sort: Option<Sort>, span: Span) -> Expr {
        let condition = self.compare(Comparison::Eq, index, Expr::int(0, span), span);
        let value = default_value(sort, span);
        self.node(ExprKind::If(Box::new(condition), Box::new(value.clone()), Box::new(value)), span)
    }
}

/// The places that a statement itself writes.
fn written(kind: &TypedStatementKind) -> Vec<&TypedPlace> {
    match kind {
        TypedStatementKind::Assign(place, _) | TypedStatementKind::Any(place, ..) => vec![place],
        TypedStatementKind::Send(queue, _) => vec![queue],
        TypedStatementKind::Receive(queue, target) => std::iter::once(queue).chain(target).collect(),
        _ => Vec::new(),
    }
}

fn written_mut(kind: &mut TypedStatementKind) -> Vec<&mut TypedPlace> {
    match kind {
        TypedStatementKind::Assign(place, _) | TypedStatementKind::Any(place, ..) => vec![place],
        TypedStatementKind::Send(queue, _) => vec![queue],
        TypedStatementKind::Receive(queue, target) => std::iter::once(queue).chain(target).collect(),
        _ => Vec::new(),
    }
}

/// The same place of a known instance.
pub(super) fn fixed(place: &TypedPlace, process: ProcessId, number: u32) -> TypedPlace {
    let kind = TypedKind::Constant(Value::Reference(Some(number)));
    let reference = Typed::new(kind, Some(crate::structures::Sort::Reference(process)), place.span);
    TypedPlace { instance: Some(Instance::Reference(process, reference.into())), ..place.clone() }
}

/// Some value of a sort.
fn default_value(sort: Option<Sort>, span: Span) -> Expr {
    match sort {
        Some(Sort::Int) => Expr::int(0, span),
        Some(sort @ Sort::Enumeration(_)) => Expr::new(ExprKind::Const(Value::Member(0), sort), span),
        Some(sort @ Sort::Reference(_)) => Expr::new(ExprKind::Const(Value::Reference(None), sort), span),
        _ => Expr::bool(false, span),
    }
}
