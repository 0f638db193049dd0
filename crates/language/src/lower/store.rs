//! What is stored: a whole value is the assignment of all its parts.

use diagnostics::Span;
use system::{
    Block, Branch, ChoiceSet, Comparison, Expr, ExprKind, Place, Selector, SelectorKind, Shape, Statement,
    StatementKind, Step, Type,
};

use super::Lowerer;
use super::interval::surely_fits;
use super::parts::{Parts, SetParts, can_fault};
use super::place::Placed;
use crate::structures::Sort;
use crate::typed::{Typed, TypedPlace, TypedSet};

impl<'l> Lowerer<'l, '_> {
    /// `place := e`
    pub(super) fn assigned(&mut self, place: &TypedPlace, value: &Typed, span: Span) -> Vec<Statement> {
        let placed = self.placed(place);
        if let Shape::Scalar(_) = placed.shape {
            let value = self.expression(value);
            return self.stored(&placed, Parts::Scalar(value), span);
        }
        let value = self.parts(value);
        self.stored(&placed, value, span)
    }

    /// The assignments of all parts.
    pub(super) fn stored(&mut self, placed: &Placed<'l>, value: Parts, span: Span) -> Vec<Statement> {
        let mut all = Vec::new();
        self.store(placed, value, span, &mut all);
        all
    }

    fn store(&mut self, placed: &Placed<'l>, value: Parts, span: Span, all: &mut Vec<Statement>) {
        if !self.charge(1, span) {
            return;
        }
        match (placed.shape, value) {
            (Shape::Scalar(_), Parts::Scalar(value)) => {
                let place = placed.scalar();
                self.warn_of_outside(&place, &value);
                all.push(Statement { kind: StatementKind::Assign { place, value }, span });
            }
            (Shape::Record(fields), Parts::Several(parts)) => {
                for (field, part) in (0..fields.len()).zip(parts) {
                    let to = self.field_at(placed.clone(), field);
                    self.store(&to, part, span, all);
                }
            }
            (Shape::Array { low, .. }, Parts::Several(parts)) => {
                for (position, part) in (0i128..).zip(parts) {
                    let to = self.element_at(placed.clone(), Expr::int(low.saturating_add(position), span));
                    self.store(&to, part, span, all);
                }
            }
            (Shape::Set { .. }, Parts::Set(set)) => self.store_set(placed, &set, span, all),
            (Shape::Queue { capacity, entry }, Parts::Queue(queue)) => {
                let place = self.length_place(placed, span);
                let filler = entry.filler();
                let is_canonical = filler == queue.filler;
                let fill = self.sort_of_entry(placed).map(|sort| self.filler(entry, sort, span));
                let value = queue.length.clone();
                all.push(Statement { kind: StatementKind::Assign { place, value }, span });
                for (position, part) in (0..*capacity).zip(queue.entries) {
                    let position = Expr::int(i128::from(position), span);
                    let to = self.slot_at(placed.clone(), position.clone());
                    let part = match (is_canonical, &fill) {
                        (false, Some(fill)) => {
                            let is_there = self.compare(Comparison::Lt, position, queue.length.clone(), span);
                            self.if_parts(&is_there, part, fill.clone(), span)
                        }
                        _ => part,
                    };
                    self.store(&to, part, span, all);
                }
            }
            _ => {}
        }
    }

    fn store_set(&mut self, placed: &Placed<'l>, set: &SetParts, span: Span, all: &mut Vec<Statement>) {
        let Shape::Set { elements, element } = placed.shape else { return };
        let Some(sort) = set.element else { return };
        let mut checks = self.checks_of_elements(placed, set, elements, element, span);
        for (position, value) in (0u32..).zip(elements) {
            let parts = self.known(value, sort, span);
            let mut held = self.contains(set, &parts, span);
            if !checks.is_empty() {
                checks.push(held);
                held = self.node(ExprKind::And(std::mem::take(&mut checks)), span);
            }
            let place = placed.flag(position);
            all.push(Statement { kind: StatementKind::Assign { place, value: held }, span });
        }
    }

    /// What faults if an element of a set cannot be in the set that is stored to.
    fn checks_of_elements(
        &mut self,
        placed: &Placed<'l>,
        set: &SetParts,
        elements: &[system::Datum],
        element: &Shape,
        span: Span,
    ) -> Vec<Expr> {
        let mut checks = Vec::new();
        for (value, held) in &set.known {
            if !elements.contains(value) {
                let Some(sort) = set.element else { continue };
                let index = self.known(value, sort, span);
                let outside = self.outside(placed, index, element, span);
                let absent = self.not(held.clone(), span);
                checks.push(self.some(vec![absent, outside], span));
            }
        }
        for (condition, other) in &set.others {
            let is_inside = self.inside(other, element, elements, set.element, span);
            if super::fold::truth(&is_inside) == Some(true) {
                // Elements are evaluated whether or not they are looked for.
                continue;
            }
            let outside = self.outside(placed, other.clone(), element, span);
            let absent = condition.as_ref().map(|condition| self.not(condition.clone(), span));
            checks.push(self.some(absent.into_iter().chain([is_inside, outside]).collect(), span));
        }
        let whole = Parts::Set(set.clone());
        let all: Vec<&Expr> = whole.expressions();
        checks.extend(self.evaluated(&all, span));
        checks.retain(|check| super::fold::truth(check) != Some(true));
        checks
    }

    /// Whether a value is one that a set can hold.
    fn inside(
        &mut self,
        value: &Parts,
        element: &Shape,
        elements: &[system::Datum],
        sort: Option<Sort>,
        span: Span,
    ) -> Expr {
        if self.fits_shape(value, element) {
            return Expr::bool(true, span);
        }
        if let (Parts::Scalar(value), Shape::Scalar(Type::Range { low, high })) = (value, element) {
            let above = self.compare(Comparison::Le, Expr::int(*low, span), value.clone(), span);
            let below = self.compare(Comparison::Le, value.clone(), Expr::int(*high, span), span);
            return self.all(vec![above, below], span);
        }
        let Some(sort) = sort else { return Expr::bool(true, span) };
        let mut ways = Vec::new();
        for known in elements {
            let known = self.known(known, sort, span);
            ways.push(self.same_parts(value, &known, span));
        }
        self.some(ways, span)
    }

    /// Whether a value surely lies in a type.
    fn fits_shape(&self, value: &Parts, shape: &Shape) -> bool {
        match (value, shape) {
            (Parts::Scalar(value), Shape::Scalar(ty)) => surely_fits(value, *ty),
            (Parts::Several(parts), Shape::Record(fields)) => {
                parts.iter().zip(fields).all(|(part, (_, shape))| self.fits_shape(part, shape))
            }
            (Parts::Several(parts), Shape::Array { element, .. }) => {
                parts.iter().all(|part| self.fits_shape(part, element))
            }
            (Parts::Set(set), Shape::Set { elements, element }) => {
                set.known.iter().all(|(known, _)| elements.contains(known))
                    && set.others.iter().all(|(_, other)| self.fits_shape(other, element))
            }
            (Parts::Queue(queue), Shape::Queue { entry, .. }) => {
                queue.entries.iter().all(|part| self.fits_shape(part, entry))
            }
            _ => false,
        }
    }

    /// A fault that names a value which cannot be in a set.
    fn outside(&mut self, placed: &Placed<'l>, value: Parts, element: &Shape, span: Span) -> Expr {
        let index = match (value, element) {
            (Parts::Scalar(index), Shape::Scalar(Type::Range { .. })) => index,
            _ => Expr::int(0, span),
        };
        let mut selectors = placed.selectors.clone();
        selectors.push(Selector { kind: SelectorKind::Element, index, low: 0, count: 0, stride: 1 });
        let place = Place { first: placed.first, selectors, ty: Type::Bool, span };
        self.node(ExprKind::Read(place), span)
    }

    fn sort_of_entry(&self, placed: &Placed<'l>) -> Option<Sort> {
        match placed.shape {
            Shape::Queue { entry, .. } => self.sort_of(entry),
            _ => None,
        }
    }

    /// `place := any in S where e`
    pub(super) fn any_of(
        &mut self,
        place: &TypedPlace,
        set: Option<&TypedSet>,
        condition: Option<&Typed>,
        span: Span,
    ) -> Vec<Statement> {
        let placed = self.placed(place);
        let condition = condition.map(|condition| self.relation(condition));
        match (placed.shape, set) {
            (Shape::Scalar(_), None | Some(TypedSet::Range(..))) => {
                let set = set.map(|set| self.choice_set(set));
                let kind = StatementKind::Any { place: placed.scalar(), set, condition };
                vec![Statement { kind, span }]
            }
            (Shape::Scalar(_), Some(TypedSet::Members(members))) if !members.is_empty() => {
                let set = set.map(|set| self.choice_set(set));
                let kind = StatementKind::Any { place: placed.scalar(), set, condition };
                vec![Statement { kind, span }]
            }
            (_, None | Some(TypedSet::Range(..))) => self.any_value(&placed, condition, span),
            (_, Some(TypedSet::Members(members))) => {
                let members: Vec<Parts> = members.iter().map(|member| self.parts(member)).collect();
                let ways = members.into_iter().map(|member| (Expr::bool(true, span), member)).collect();
                self.any_way(&placed, ways, condition, span)
            }
            (_, Some(TypedSet::Value(set))) => {
                let set = self.set(set);
                let Some(sort) = set.element else { return Vec::new() };
                let known =
                    set.known.iter().map(|(value, held)| (held.clone(), self.known(value, sort, span)));
                let mut ways: Vec<(Expr, Parts)> = known.collect();
                for (under, element) in set.others {
                    ways.push((under.unwrap_or(Expr::bool(true, span)), element));
                }
                self.any_way(&placed, ways, condition, span)
            }
        }
    }

    /// Any value of the type of a place with parts.
    fn any_value(&mut self, placed: &Placed<'l>, condition: Option<Expr>, span: Span) -> Vec<Statement> {
        let before = std::mem::take(&mut self.released);
        self.in_form(placed, span);
        let mut conditions = std::mem::replace(&mut self.released, before);
        conditions.extend(condition);
        let new = self.read(placed, false, span);
        let mut all = Vec::new();
        for expr in new.expressions() {
            let ExprKind::Read(place) = &expr.kind else { continue };
            let kind = StatementKind::Any { place: place.clone(), set: None, condition: None };
            all.push(Statement { kind, span });
        }
        if !conditions.is_empty() {
            let condition = self.joined(conditions, false, span);
            match all.first_mut().map(|first| &mut first.kind) {
                Some(StatementKind::Any { condition: of_first, .. }) => *of_first = Some(condition),
                _ => all.push(Statement { kind: StatementKind::Relation(condition), span }),
            }
        }
        all
    }

    /// One of several values, each under a condition.
    fn any_way(
        &mut self,
        placed: &Placed<'l>,
        ways: Vec<(Expr, Parts)>,
        condition: Option<Expr>,
        span: Span,
    ) -> Vec<Statement> {
        let faulty = ways
            .iter()
            .any(|(under, value)| can_fault(under) || value.expressions().into_iter().any(can_fault));
        let mut all = Vec::new();
        if let (true, Shape::Scalar(ty)) = (faulty, placed.shape) {
            all.push(self.any_evaluated(placed, *ty, ways, span));
        } else {
            let mut branches = Vec::new();
            let helds: Vec<Expr> = ways.iter().map(|(under, _)| under.clone()).collect();
            let values: Vec<Expr> = ways
                .iter()
                .flat_map(|(_, value)| value.expressions().into_iter().cloned().collect::<Vec<_>>())
                .collect();
            for (under, value) in ways {
                let value = if faulty {
                    self.also_evaluated(value, &values.iter().collect::<Vec<_>>(), span)
                } else {
                    value
                };
                let guard = (super::fold::truth(&under) != Some(true)).then_some(under);
                let statements = self.stored(placed, value, span);
                let body = Block { steps: vec![Step { statements }] };
                branches.push(Branch { guard, body, span });
            }
            // An empty set blocks only when everything else of the step has been read.
            let is_empty = self.none(helds, span);
            if super::fold::truth(&is_empty) != Some(false) {
                let guard = (super::fold::truth(&is_empty) != Some(true)).then_some(is_empty);
                let never = StatementKind::Relation(Expr::bool(false, span));
                let statements = vec![Statement { kind: never, span }];
                branches.push(Branch { guard, body: Block { steps: vec![Step { statements }] }, span });
            }
            all.push(Statement { kind: StatementKind::Choose(branches), span });
        }
        if let Some(condition) = condition {
            all.push(Statement { kind: StatementKind::Relation(condition), span });
        }
        all
    }

    /// Whether none of some conditions holds.
    fn none(&mut self, conditions: Vec<Expr>, span: Span) -> Expr {
        let some = self.some(conditions, span);
        self.not(some, span)
    }

    /// A choice among values of which all are read, so that no fault in one is missed: those that are not in the set are
    /// replaced by the first that is.
    fn any_evaluated(
        &mut self,
        placed: &Placed<'l>,
        ty: Type,
        ways: Vec<(Expr, Parts)>,
        span: Span,
    ) -> Statement {
        let inside = Shape::Scalar(ty).filler();
        let sort = match ty.sort() {
            system::Sort::Bool => Sort::Bool,
            system::Sort::Int | system::Sort::Location(_) => Sort::Int,
            system::Sort::Enumeration(id) => Sort::Enumeration(id),
            system::Sort::Reference(process) => Sort::Reference(process),
        };
        let mut first = self.known(&inside, sort, span).scalar(span);
        let mut is_some = Vec::new();
        for (under, value) in ways.iter().rev() {
            let value = value.clone().scalar(span);
            first = self.either(under, value, first, span);
        }
        let mut members = Vec::new();
        for (under, value) in ways {
            let value = self.either(&under, value.scalar(span), first.clone(), span);
            members.push(value);
            is_some.push(under);
        }
        if members.is_empty() {
            members.push(first);
        }
        let condition = Some(self.some(is_some, span));
        let set = Some(ChoiceSet::Members(members));
        Statement { kind: StatementKind::Any { place: placed.scalar(), set, condition }, span }
    }
}
