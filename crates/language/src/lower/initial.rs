//! The conditions on initial states.

use diagnostics::Span;
use system::{Comparison, Expr, ExprKind, Place, PopulationId, Shape, System, Type, Value, VariableId};

use super::Lowerer;
use super::parts::Parts;
use super::place::Placed;
use crate::checked::{CheckedStartCount, Initial, InitialKind};
use crate::structures::{Extent, Sort, Structure};
use crate::symbols::BodyIndex;
use crate::typed::{Typed, TypedSet, VariableIndex};

impl<'l> Lowerer<'l, '_> {
    /// Adds all conditions, for each instance of the process that they belong to.
    pub(super) fn initial(&mut self, all: &[Initial], system: &mut System) {
        for initial in all {
            let count = match initial.body {
                Some(body) if self.symbols.body(body).process().is_some() => self.layout.bodies[body.0].count,
                _ => 1,
            };
            for number in 0..count {
                if let Some(body) = initial.body {
                    self.enter(body, number);
                }
                self.condition(initial, number, system);
                if self.is_full {
                    return;
                }
            }
        }
        self.empty_queues(system);
        self.sizes(system);
    }

    fn condition(&mut self, initial: &Initial, number: u32, system: &mut System) {
        match &initial.kind {
            InitialKind::Condition(typed) if !typed.traits.broken => {
                let condition = self.expression(typed);
                system.initial.push(condition);
            }
            InitialKind::Value(variable, value) if !value.traits.broken => {
                self.value(*variable, value, number, initial.span, system);
            }
            InitialKind::Within(variable, set) if !set.is_broken() => {
                let Some(placed) = self.declared(*variable, number, initial.span) else { return };
                let sort = match set {
                    TypedSet::Range(..) => Some(Sort::Int),
                    TypedSet::Members(members) => members.iter().find_map(|member| member.sort),
                    TypedSet::Value(set) => set.sort.and_then(|sort| self.symbols.structures.set_of(sort)),
                };
                let mut conditions = Vec::new();
                self.each_start(&placed, sort, &mut |lowerer, placed, _| {
                    conditions.push(lowerer.in_set(placed, set, initial.span));
                });
                system.initial.extend(conditions);
            }
            InitialKind::Starts(body, locations) => {
                let condition = self.starts(*body, locations, number, initial.span);
                system.initial.push(condition);
            }
            InitialKind::Counts(population, counts) => self.counts(*population, counts, initial.span, system),
            _ => {}
        }
    }

    fn value(
        &mut self,
        variable: VariableIndex,
        value: &Typed,
        number: u32,
        span: Span,
        system: &mut System,
    ) {
        let Some(placed) = self.declared(variable, number, span) else { return };
        let mut conditions = Vec::new();
        self.each_start(&placed, value.sort, &mut |lowerer, placed, _| {
            if lowerer.is_full {
                return;
            }
            let value = lowerer.parts(value);
            if let (Shape::Scalar(_), Parts::Scalar(value)) = (placed.shape, &value) {
                lowerer.warn_of_outside(&placed.scalar(), value);
            }
            let read = lowerer.read(placed, false, span);
            match (&read, &value) {
                (Parts::Scalar(read), Parts::Scalar(value)) => {
                    conditions.push(lowerer.compare(Comparison::Eq, read.clone(), value.clone(), span));
                }
                _ => lowerer.equalities(&read, &value, span, &mut conditions),
            }
        });
        system.initial.extend(conditions);
    }

    /// The variable of an instance.
    fn declared(&self, variable: VariableIndex, number: u32, span: Span) -> Option<Placed<'l>> {
        let layout = self.layout;
        let block = layout.variables[variable.0].blocks.get(number as usize)?;
        Some(Placed { first: block.first, selectors: Vec::new(), shape: &block.shape, span })
    }

    /// The parts of a variable that a value of this sort is for: the whole, or each element and each field.
    fn each_start(
        &mut self,
        placed: &Placed<'l>,
        sort: Option<Sort>,
        each: &mut dyn FnMut(&mut Self, &Placed<'l>, Option<Sort>),
    ) {
        if self.is_start_of(placed.shape, sort) {
            return each(self, placed, sort);
        }
        match placed.shape {
            Shape::Array { low, count, .. } => {
                for position in 0..*count {
                    let index = Expr::int(low.saturating_add(i128::from(position)), placed.span);
                    let part = self.element_at(placed.clone(), index);
                    self.each_start(&part, sort, each);
                }
            }
            Shape::Record(fields) => {
                for field in 0..fields.len() {
                    let part = self.field_at(placed.clone(), field);
                    self.each_start(&part, sort, each);
                }
            }
            Shape::Scalar(_) | Shape::Set { .. } | Shape::Queue { .. } => {}
        }
    }

    /// Whether a value of this sort fits a whole place.
    fn is_start_of(&self, shape: &Shape, sort: Option<Sort>) -> bool {
        let Some(sort) = sort else { return matches!(shape, Shape::Scalar(_)) };
        let structures = &self.symbols.structures;
        match (shape, structures.of(sort)) {
            (Shape::Scalar(_), None) => true,
            (Shape::Record(fields), Some(Structure::Record(sorts))) => {
                fields.len() == sorts.len()
                    && fields.iter().zip(sorts).all(|((name, part), (other, sort))| {
                        name == other && self.is_start_of(part, Some(*sort))
                    })
            }
            (Shape::Array { low, count, element }, Some(Structure::Array(extent, sort))) => {
                let high = low.saturating_add(i128::from(*count)).saturating_sub(1);
                let fits = match extent {
                    Extent::Range(first, last) => {
                        (first, last) == (low, &high) || *count == 0 && last < first
                    }
                    Extent::Length(length) => u32::try_from(*length) == Ok(*count),
                    Extent::Open => false,
                };
                fits && self.is_start_of(element, Some(*sort))
            }
            (Shape::Set { element, .. }, Some(Structure::Set(sort))) => {
                self.is_start_of(element, Some(*sort))
            }
            (Shape::Queue { capacity, entry }, Some(Structure::Queue(most, sort))) => {
                *most == Some(*capacity) && self.is_start_of(entry, Some(*sort))
            }
            _ => false,
        }
    }

    fn in_set(&mut self, placed: &Placed<'l>, set: &TypedSet, span: Span) -> Expr {
        let whole = self.read(placed, false, span);
        match set {
            TypedSet::Range(low, high) => {
                let low = self.expression(low);
                let read = whole.scalar(span);
                let above = self.compare(Comparison::Le, low, read.clone(), span);
                let high = self.expression(high);
                self.charge(1, span);
                let below = self.compare(Comparison::Le, read, high, span);
                self.joined(vec![above, below], false, span)
            }
            TypedSet::Members(members) => {
                let mut parts = Vec::with_capacity(members.len());
                for member in members {
                    let member = self.parts(member);
                    parts.push(match (&whole, &member) {
                        (Parts::Scalar(read), Parts::Scalar(member)) => {
                            self.compare(Comparison::Eq, read.clone(), member.clone(), span)
                        }
                        _ => self.same_parts(&whole, &member, span),
                    });
                }
                self.joined(parts, true, span)
            }
            TypedSet::Value(set) => {
                let set = self.set(set);
                self.is_element(&whole, &set, span)
            }
        }
    }

    /// Queues start empty, wherever they stand.
    fn empty_queues(&mut self, system: &mut System) {
        let layout = self.layout;
        for (number, storage) in layout.variables.iter().enumerate() {
            let span = self.symbols.variable(VariableIndex(number)).name.span;
            for block in &storage.blocks {
                if !has_queue(&block.shape) {
                    continue;
                }
                let placed = Placed { first: block.first, selectors: Vec::new(), shape: &block.shape, span };
                let mut conditions = Vec::new();
                self.empty(&placed, span, &mut conditions);
                system.initial.extend(conditions);
                if self.is_full {
                    return;
                }
            }
        }
    }

    fn empty(&mut self, placed: &Placed<'l>, span: Span, all: &mut Vec<Expr>) {
        match placed.shape {
            Shape::Scalar(_) | Shape::Set { .. } => {}
            Shape::Record(fields) => {
                for field in 0..fields.len() {
                    let part = self.field_at(placed.clone(), field);
                    self.empty(&part, span, all);
                }
            }
            Shape::Array { low, count, .. } => {
                for position in 0..*count {
                    let index = Expr::int(low.saturating_add(i128::from(position)), span);
                    let part = self.element_at(placed.clone(), index);
                    self.empty(&part, span, all);
                }
            }
            Shape::Queue { .. } => {
                let Some(sort) = self.sort_of(placed.shape) else { return };
                let nothing = self.filler(placed.shape, sort, span);
                let held = self.read(placed, false, span);
                self.equalities(&held, &nothing, span, all);
            }
        }
    }

    fn starts(&mut self, body: BodyIndex, locations: &[u32], number: u32, span: Span) -> Expr {
        let instances = self.layout.bodies[body.0];
        let first = instances.location.unwrap_or(VariableId(0));
        let variable = VariableId(first.0 + number * instances.stride);
        let Some(process) = self.symbols.body(body).process() else { return Expr::bool(true, span) };
        let mut parts = Vec::with_capacity(locations.len());
        for location in locations {
            let read =
                self.node(ExprKind::Read(Place::variable(variable, Type::Location(process), span)), span);
            let kind = ExprKind::Const(Value::Location(*location), system::Sort::Location(process));
            parts.push(self.compare(Comparison::Eq, read, Expr::new(kind, span), span));
        }
        self.joined(parts, true, span)
    }

    fn counts(
        &mut self,
        population: PopulationId,
        counts: &[CheckedStartCount],
        span: Span,
        system: &mut System,
    ) {
        let Some(declared) = system.populations.get_mut(population.index()) else { return };
        let first = declared.first_counter;
        declared.is_open = counts.iter().any(|count| !matches!(count, CheckedStartCount::Exactly(_)));
        for (count, position) in counts.iter().zip(0u32..) {
            let (comparison, number) = match count {
                CheckedStartCount::Any => continue,
                CheckedStartCount::AtLeast(least) => (Comparison::Ge, least),
                CheckedStartCount::Exactly(number) => (Comparison::Eq, number),
            };
            if number.traits.broken {
                continue;
            }
            let value = self.expression(number);
            let place = Place::variable(VariableId(first.0 + position), Type::Nat, span);
            if comparison == Comparison::Eq {
                self.warn_of_outside(&place, &value);
            }
            let read = self.node(ExprKind::Read(place), span);
            let condition = self.compare(comparison, read, value, span);
            system.initial.push(condition);
        }
    }

    /// A population whose size is given has so many processes in all.
    fn sizes(&mut self, system: &mut System) {
        for number in 0..system.populations.len() {
            let population = &system.populations[number];
            let Some(size) = population.size else { continue };
            let body = self.symbols.population_bodies[number];
            let span = self.symbols.body(body).declaration.name.span;
            let first = population.first_counter;
            let mut counters = Vec::new();
            for position in 0..u32::try_from(population.locations.len()).unwrap_or(0) {
                let place = Place::variable(VariableId(first.0 + position), Type::Nat, span);
                counters.push(self.node(ExprKind::Read(place), span));
            }
            let total = self.sum(counters, span);
            let condition = self.compare(Comparison::Eq, total, Expr::int(size, span), span);
            system.initial.push(condition);
        }
    }
}

/// Whether some part is a queue.
fn has_queue(shape: &Shape) -> bool {
    match shape {
        Shape::Scalar(_) | Shape::Set { .. } => false,
        Shape::Record(fields) => fields.iter().any(|(_, part)| has_queue(part)),
        Shape::Array { element, .. } => has_queue(element),
        Shape::Queue { .. } => true,
    }
}
