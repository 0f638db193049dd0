//! Values with parts: a selection is pushed down to where the whole comes from, so that only what is selected is made.

use diagnostics::Span;
use system::{Comparison, Datum, Expr, ExprKind, Place, Selector, SelectorKind, Shape, Type, VariableId};

use super::Lowerer;
use super::fold::{number, truth};
use super::parts::{Parts, QueueParts, SetParts};
use super::place::Placed;
use crate::structures::{Extent, Sort, Structure};
use crate::typed::{Selection, Structured, Typed, TypedKind, TypedPlace};

/// One selection on the way to a part.
#[derive(Clone, Copy)]
pub(super) enum Pick<'t> {
    /// A field.
    Field(usize),
    /// An element of an array with this first index, or an entry of a queue.
    Index(&'t Typed, i128),
    /// The oldest entry of a queue.
    Head,
}

impl<'l> Lowerer<'l, '_> {
    /// The parts of a value.
    pub(super) fn parts(&mut self, typed: &Typed) -> Parts {
        self.parts_at(typed, &[])
    }

    /// A part of a value.
    fn parts_at(&mut self, typed: &Typed, path: &[Pick<'_>]) -> Parts {
        let span = typed.span;
        if !self.charge(1, span) {
            return Parts::Scalar(Expr::bool(false, span));
        }
        match &typed.kind {
            TypedKind::Structured(structured) => self.structured_at(structured, typed, path),
            TypedKind::Read { place, next } => {
                if !*next && let Some(choice) = self.uneven_parts(place, path, span) {
                    return choice;
                }
                let placed = self.placed(place);
                if *next && !matches!(placed.shape, Shape::Scalar(_)) {
                    // The whole gets a new value, whichever part is asked for.
                    self.release(&placed, span);
                }
                self.read_at(placed, path, *next, span)
            }
            TypedKind::If(condition, then, otherwise) => {
                let condition = self.expression(condition);
                match truth(&condition) {
                    Some(true) if !otherwise.traits.primed => self.parts_at(then, path),
                    Some(false) if !then.traits.primed => self.parts_at(otherwise, path),
                    _ => {
                        let then = self.parts_at(then, path);
                        let otherwise = self.parts_at(otherwise, path);
                        self.if_parts(&condition, then, otherwise, span)
                    }
                }
            }
            TypedKind::Slot(slot) if typed.sort.is_some_and(|sort| sort.structure().is_some()) => {
                match (self.slots.datum(*slot), typed.sort) {
                    (Some(datum), Some(sort)) => {
                        let whole = self.known(&datum, sort, span);
                        self.picked(whole, path, span)
                    }
                    _ => Parts::Scalar(Expr::bool(false, span)),
                }
            }
            TypedKind::Dispatch(dispatch) if typed.sort.is_some_and(|sort| sort.structure().is_some()) => {
                let whole = self.dispatch_parts(dispatch, span);
                self.picked(whole, path, span)
            }
            _ => Parts::Scalar(self.expression(typed)),
        }
    }

    fn structured_at(&mut self, structured: &Structured, typed: &Typed, path: &[Pick<'_>]) -> Parts {
        let span = typed.span;
        match structured {
            Structured::Part(whole, selection) => {
                let pick = match selection {
                    Selection::Field(field) => Pick::Field(*field),
                    Selection::Index(index) => Pick::Index(index, self.first_index(whole.sort)),
                };
                let longer: Vec<Pick<'_>> = std::iter::once(pick).chain(path.iter().copied()).collect();
                self.parts_at(whole, &longer)
            }
            Structured::Head(queue) => {
                let longer: Vec<Pick<'_>> = std::iter::once(Pick::Head).chain(path.iter().copied()).collect();
                self.parts_at(queue, &longer)
            }
            Structured::Record(fields) => match path.split_first() {
                Some((Pick::Field(field), rest)) => {
                    let part = self.parts_at(&fields[*field], rest);
                    let others: Vec<Parts> = fields
                        .iter()
                        .enumerate()
                        .filter(|(position, _)| position != field)
                        .map(|(_, other)| self.parts(other))
                        .collect();
                    let all: Vec<&Expr> = others.iter().flat_map(Parts::expressions).collect();
                    self.also_evaluated(part, &all, span)
                }
                _ => Parts::Several(fields.iter().map(|field| self.parts(field)).collect()),
            },
            Structured::Array(elements) => {
                let whole = Parts::Several(elements.iter().map(|element| self.parts(element)).collect());
                self.picked(whole, path, span)
            }
            Structured::Set(members) => {
                let members = members.iter().map(|member| self.parts(member)).collect();
                let element = typed.sort.and_then(|sort| self.symbols.structures.set_of(sort));
                Parts::Set(self.set_of(members, element))
            }
            Structured::Combined(operation, left, right) => {
                let (left, right) = (self.set(left), self.set(right));
                Parts::Set(self.combined(*operation, left, right, span))
            }
            _ => Parts::Scalar(self.of_data(structured, span)),
        }
    }

    /// The first index of an array.
    fn first_index(&self, sort: Option<Sort>) -> i128 {
        match sort.and_then(|sort| self.symbols.structures.of(sort)) {
            Some(Structure::Array(Extent::Range(low, _), _)) => *low,
            _ => 0,
        }
    }

    /// Numbers and conditions that are computed from sets and queues.
    fn of_data(&mut self, structured: &Structured, span: Span) -> Expr {
        match structured {
            Structured::Subset(left, right) => {
                let (left, right) = (self.set(left), self.set(right));
                self.is_subset(&left, &right, span)
            }
            Structured::Size(set) => {
                let set = self.set(set);
                self.size(&set, span)
            }
            Structured::Length(queue) => self.length_of(queue).0,
            Structured::Empty(queue) => {
                let (length, _) = self.length_of(queue);
                self.compare(Comparison::Eq, length, Expr::int(0, span), span)
            }
            Structured::Full(queue) => {
                let (length, capacity) = self.length_of(queue);
                self.compare(Comparison::Eq, length, Expr::int(i128::from(capacity), span), span)
            }
            _ => Expr::bool(false, span),
        }
    }

    /// The length of a queue, and the most entries that it can have.
    fn length_of(&mut self, typed: &Typed) -> (Expr, u32) {
        let capacity = match typed.sort.and_then(|sort| self.symbols.structures.of(sort)) {
            Some(Structure::Queue(Some(most), _)) => *most,
            _ => 0,
        };
        match self.parts(typed) {
            Parts::Queue(queue) => {
                // Where the capacity depends on the instance, the value itself has it.
                let entries = u32::try_from(queue.entries.len()).unwrap_or(u32::MAX);
                (queue.length, capacity.max(entries))
            }
            _ => (Expr::int(0, typed.span), capacity),
        }
    }

    /// `e in c`: whether some entry of a queue is a value.
    pub(super) fn is_entry(&mut self, value: &Parts, queue: &QueueParts, span: Span) -> Expr {
        let mut ways = Vec::new();
        for (position, entry) in queue.entries.iter().enumerate() {
            let position = Expr::int(i128::try_from(position).unwrap_or(i128::MAX), span);
            let is_there = self.compare(Comparison::Lt, position, queue.length.clone(), span);
            let is_it = self.same_parts(entry, value, span);
            ways.push(self.all(vec![is_there, is_it], span));
        }
        let holds = self.some(ways, span);
        let all: Vec<&Expr> = value.expressions().into_iter().chain([&queue.length]).collect();
        match self.evaluated(&all, span) {
            Some(condition) => self.all(vec![condition, holds], span),
            None => holds,
        }
    }

    /// The conditions under which two queues are equal.
    pub(super) fn same_queues(
        &mut self,
        left: &QueueParts,
        right: &QueueParts,
        span: Span,
        all: &mut Vec<Expr>,
    ) {
        all.push(self.compare(Comparison::Eq, left.length.clone(), right.length.clone(), span));
        let is_canonical = left.filler == right.filler && left.entries.len() == right.entries.len();
        for (position, (one, other)) in left.entries.iter().zip(&right.entries).enumerate() {
            let same = self.same_parts(one, other, span);
            if is_canonical {
                all.push(same);
                continue;
            }
            let position = Expr::int(i128::try_from(position).unwrap_or(i128::MAX), span);
            let is_there = self.compare(Comparison::Lt, position, left.length.clone(), span);
            all.push(self.under(Some(&is_there), same, span));
        }
    }

    /// A part of a value of which all parts are known.
    fn picked(&mut self, whole: Parts, path: &[Pick<'_>], span: Span) -> Parts {
        let Some((pick, rest)) = path.split_first() else { return whole };
        match (whole, pick) {
            (Parts::Several(mut parts), Pick::Field(field)) if *field < parts.len() => {
                let part = parts.swap_remove(*field);
                self.picked(part, rest, span)
            }
            (Parts::Several(parts), Pick::Index(index, low)) => {
                let index = self.expression(index);
                let parts: Vec<Parts> = parts.into_iter().map(|part| self.picked(part, rest, span)).collect();
                self.chosen_by(index, *low, parts, None, span)
            }
            (Parts::Queue(queue), Pick::Index(..) | Pick::Head) => {
                let index = match pick {
                    Pick::Index(index, _) => self.expression(index),
                    _ => Expr::int(0, span),
                };
                let entries = queue.entries.into_iter().map(|part| self.picked(part, rest, span)).collect();
                self.chosen_by(index, 0, entries, Some(queue.length), span)
            }
            (whole, _) => whole,
        }
    }

    /// One of several values by an index; a fault outside, and beyond a length.
    fn chosen_by(
        &mut self,
        index: Expr,
        low: i128,
        parts: Vec<Parts>,
        length: Option<Expr>,
        span: Span,
    ) -> Parts {
        let count = i128::try_from(parts.len()).unwrap_or(i128::MAX);
        let Some(like) = parts.last().cloned() else { return Parts::Several(Vec::new()) };
        let mut found = self.faulting(&like, &index, span);
        let numbered: Vec<(i128, Parts)> = (0..count).zip(parts).collect();
        for (position, part) in numbered.into_iter().rev() {
            let wanted = Expr::int(low.saturating_add(position), span);
            let mut is_it = self.compare(Comparison::Eq, index.clone(), wanted, span);
            if let Some(length) = &length {
                let is_there = self.compare(Comparison::Lt, Expr::int(position, span), length.clone(), span);
                is_it = self.all(vec![is_it, is_there], span);
            }
            found = self.if_parts(&is_it, part, found, span);
        }
        found
    }

    /// Values of the same form whose evaluation is a fault: the index lies outside.
    fn faulting(&mut self, like: &Parts, index: &Expr, span: Span) -> Parts {
        match like {
            Parts::Scalar(expr) => {
                let ty = match expr.sort() {
                    system::Sort::Bool => Type::Bool,
                    system::Sort::Int => Type::Range { low: 0, high: 0 },
                    system::Sort::Enumeration(id) => Type::Enumeration(id),
                    system::Sort::Reference(process) => Type::Reference(process),
                    system::Sort::Location(process) => Type::Location(process),
                };
                Parts::Scalar(self.nothing(VariableId(0), ty, index.clone(), span))
            }
            Parts::Several(parts) => {
                Parts::Several(parts.iter().map(|part| self.faulting(part, index, span)).collect())
            }
            Parts::Set(set) => Parts::Set(SetParts {
                known: set
                    .known
                    .iter()
                    .map(|(value, _)| {
                        (value.clone(), self.nothing(VariableId(0), Type::Bool, index.clone(), span))
                    })
                    .collect(),
                others: Vec::new(),
                element: set.element,
            }),
            Parts::Queue(queue) => Parts::Queue(Box::new(QueueParts {
                length: self.nothing(VariableId(0), Type::Range { low: 0, high: 0 }, index.clone(), span),
                entries: queue.entries.iter().map(|part| self.faulting(part, index, span)).collect(),
                filler: queue.filler.clone(),
            })),
        }
    }

    /// A read that is a fault whatever the index is: there are no elements.
    fn nothing(&mut self, first: VariableId, ty: Type, index: Expr, span: Span) -> Expr {
        let selector = Selector { kind: SelectorKind::Element, index, low: 0, count: 0, stride: 1 };
        self.node(ExprKind::Read(Place { first, selectors: vec![selector], ty, span }), span)
    }

    /// What is read at a part of a place.
    pub(super) fn read_at(&mut self, placed: Placed<'l>, path: &[Pick<'_>], next: bool, span: Span) -> Parts {
        let Some((pick, rest)) = path.split_first() else { return self.read(&placed, next, span) };
        match (placed.shape, pick) {
            (Shape::Queue { .. }, Pick::Index(..) | Pick::Head) => {
                let index = match pick {
                    Pick::Index(index, _) => self.expression(index),
                    _ => Expr::int(0, span),
                };
                self.entry_at(&placed, index, rest, next, span)
            }
            (_, Pick::Field(field)) => {
                let part = self.field_at(placed, *field);
                self.read_at(part, rest, next, span)
            }
            (_, Pick::Index(index, _)) => {
                let index = self.expression(index);
                let part = self.element_at(placed, index);
                self.read_at(part, rest, next, span)
            }
            (_, Pick::Head) => Parts::Scalar(Expr::bool(false, span)),
        }
    }

    /// `c[k]`: a fault beyond the length.
    fn entry_at(
        &mut self,
        queue: &Placed<'l>,
        index: Expr,
        rest: &[Pick<'_>],
        next: bool,
        span: Span,
    ) -> Parts {
        let Shape::Queue { capacity, .. } = queue.shape else {
            return Parts::Scalar(Expr::bool(false, span));
        };
        let length = self.length_at(queue, next, span);
        let is_there = self.compare(Comparison::Lt, index.clone(), length, span);
        let entry = self.slot_at(queue.clone(), index.clone());
        let found = match number(&index) {
            Some(at) if at < 0 || at >= i128::from(*capacity) => None,
            _ => Some(self.read_at(entry, rest, next, span)),
        };
        // Nothing stands behind the length, whatever the slots hold.
        let beyond = self.beyond(queue.clone(), index);
        let fault = self.read_at(beyond, rest, next, span);
        match found {
            Some(found) => self.if_parts(&is_there, found, fault, span),
            None => fault,
        }
    }

    /// The length of the queue at a place.
    pub(super) fn length_at(&mut self, queue: &Placed<'l>, next: bool, span: Span) -> Expr {
        let place = self.length_place(queue, span);
        self.node(if next { ExprKind::ReadNext(place) } else { ExprKind::Read(place) }, span)
    }

    /// All that is at a place.
    pub(super) fn read(&mut self, placed: &Placed<'l>, next: bool, span: Span) -> Parts {
        match placed.shape {
            Shape::Scalar(_) => {
                let place = Place { span, ..placed.scalar() };
                Parts::Scalar(
                    self.node(if next { ExprKind::ReadNext(place) } else { ExprKind::Read(place) }, span),
                )
            }
            Shape::Record(fields) => Parts::Several(
                (0..fields.len())
                    .map(|field| {
                        let part = self.field_at(placed.clone(), field);
                        self.read(&part, next, span)
                    })
                    .collect(),
            ),
            Shape::Array { low, count, .. } => Parts::Several(
                (0..*count)
                    .map(|position| {
                        let index = Expr::int(low.saturating_add(i128::from(position)), span);
                        let part = self.element_at(placed.clone(), index);
                        self.read(&part, next, span)
                    })
                    .collect(),
            ),
            Shape::Set { elements, element } => {
                let known = (0u32..).zip(elements).map(|(position, value)| {
                    let place = Place { span, ..placed.flag(position) };
                    let kind = if next { ExprKind::ReadNext(place) } else { ExprKind::Read(place) };
                    (value.clone(), self.node(kind, span))
                });
                let known = known.collect();
                Parts::Set(SetParts { known, others: Vec::new(), element: self.sort_of(element) })
            }
            Shape::Queue { capacity, entry } => {
                let length = self.length_at(placed, next, span);
                let entries = (0..*capacity).map(|position| {
                    let slot = self.slot_at(placed.clone(), Expr::int(i128::from(position), span));
                    self.read(&slot, next, span)
                });
                let entries = entries.collect();
                Parts::Queue(Box::new(QueueParts { length, entries, filler: entry.filler() }))
            }
        }
    }

    /// The sort of values of a shape. Structures are not added here, so one that nobody declared has none.
    pub(super) fn sort_of(&self, shape: &Shape) -> Option<Sort> {
        let structure = match shape {
            Shape::Scalar(ty) => {
                return Some(match ty {
                    Type::Bool => Sort::Bool,
                    Type::Range { .. } | Type::Nat | Type::Int | Type::Location(_) => Sort::Int,
                    Type::Enumeration(id) => Sort::Enumeration(*id),
                    Type::Reference(process) => Sort::Reference(*process),
                });
            }
            Shape::Record(fields) => {
                let fields: Option<Vec<(String, Sort)>> =
                    fields.iter().map(|(name, part)| Some((name.clone(), self.sort_of(part)?))).collect();
                Structure::Record(fields?)
            }
            Shape::Array { low, count, element } => {
                let high = low.saturating_add(i128::from(*count)).saturating_sub(1);
                Structure::Array(Extent::Range(*low, high), self.sort_of(element)?)
            }
            Shape::Set { element, .. } => Structure::Set(self.sort_of(element)?),
            Shape::Queue { capacity, entry } => Structure::Queue(Some(*capacity), self.sort_of(entry)?),
        };
        self.symbols.structures.find(&structure)
    }

    /// A relation about a part of a new value gives all of the whole a new value.
    fn release(&mut self, placed: &Placed<'l>, span: Span) {
        let new = self.read(placed, true, span);
        let mut mentions = vec![Expr::bool(true, span)];
        for expr in new.expressions() {
            self.charge(2, span);
            let equal = ExprKind::Compare(Comparison::Eq, Box::new(expr.clone()), Box::new(expr.clone()));
            mentions.push(Expr::new(equal, span));
        }
        self.released.push(Expr::new(ExprKind::Or(mentions), span));
        self.in_form(placed, span);
    }

    /// The new values of a queue hold nothing beyond its length.
    pub(super) fn in_form(&mut self, placed: &Placed<'l>, span: Span) {
        match placed.shape {
            Shape::Scalar(_) | Shape::Set { .. } => {}
            Shape::Record(fields) => {
                for field in 0..fields.len() {
                    let part = self.field_at(placed.clone(), field);
                    self.in_form(&part, span);
                }
            }
            Shape::Array { low, count, .. } => {
                for position in 0..*count {
                    let index = Expr::int(low.saturating_add(i128::from(position)), span);
                    let part = self.element_at(placed.clone(), index);
                    self.in_form(&part, span);
                }
            }
            Shape::Queue { capacity, entry } => {
                let length = self.length_at(placed, true, span);
                let Some(sort) = self.sort_of(entry) else { return };
                let filler = self.filler(entry, sort, span);
                for position in 0..*capacity {
                    let slot = self.slot_at(placed.clone(), Expr::int(i128::from(position), span));
                    self.in_form(&slot, span);
                    let held = self.read(&slot, true, span);
                    let is_unused = self.same_parts(&held, &filler, span);
                    let position = Expr::int(i128::from(position), span);
                    let is_there = self.compare(Comparison::Lt, position, length.clone(), span);
                    let condition = self.node(ExprKind::Or(vec![is_there, is_unused]), span);
                    self.released.push(condition);
                }
            }
        }
    }

    /// What unused entries hold.
    pub(super) fn filler(&self, entry: &Shape, sort: Sort, span: Span) -> Parts {
        match (entry, self.symbols.structures.of(sort)) {
            (Shape::Queue { capacity, entry: inner }, Some(Structure::Queue(_, part))) => {
                let entries = (0..*capacity).map(|_| self.filler(inner, *part, span)).collect();
                let length = Expr::int(0, span);
                Parts::Queue(Box::new(QueueParts { length, entries, filler: inner.filler() }))
            }
            (Shape::Record(fields), Some(Structure::Record(sorts))) => {
                let fields = fields.iter().zip(sorts);
                Parts::Several(fields.map(|((_, part), (_, sort))| self.filler(part, *sort, span)).collect())
            }
            (Shape::Array { count, element, .. }, Some(Structure::Array(_, part))) => {
                Parts::Several((0..*count).map(|_| self.filler(element, *part, span)).collect())
            }
            (Shape::Set { elements, .. }, Some(Structure::Set(part))) => Parts::Set(SetParts {
                known: elements.iter().map(|value| (value.clone(), Expr::bool(false, span))).collect(),
                others: Vec::new(),
                element: Some(*part),
            }),
            (shape, _) => match shape.filler() {
                Datum::Scalar(value) => {
                    let sort = sort.scalar().unwrap_or(system::Sort::Bool);
                    Parts::Scalar(Expr::new(ExprKind::Const(value, sort), span))
                }
                _ => Parts::Several(Vec::new()),
            },
        }
    }

    /// What is at a place whose size depends on the instance, if which instance is meant is open.
    fn uneven_parts(&mut self, place: &TypedPlace, path: &[Pick<'_>], span: Span) -> Option<Parts> {
        let (process, index) = self.uneven(place, |storage| storage.is_regular)?;
        let count = self.instances_of(process);
        if count == 0 {
            let placed = self.placed(place);
            return Some(self.read_at(placed, path, false, span));
        }
        Some(self.parts_among(count, &index, process, span, |lowerer, number| {
            let placed = lowerer.placed(&super::dispatch::fixed(place, process, number));
            lowerer.read_at(placed, path, false, span)
        }))
    }
}
