//! The conditions on initial states.

use diagnostics::Span;
use system::{Comparison, Expr, ExprKind, Place, PopulationId, Sort, System, Type, Value, VariableId};

use super::Lowerer;
use crate::checked::{CheckedStartCount, Initial, InitialKind};
use crate::layout::VariableBlock;
use crate::symbols::BodyIndex;
use crate::typed::{Typed, TypedSet, VariableIndex};

impl Lowerer<'_, '_> {
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
                for place in self.elements(*variable, number, initial.span) {
                    let condition = self.in_set(&place, set, initial.span);
                    system.initial.push(condition);
                }
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
        for place in self.elements(variable, number, span) {
            let value = self.expression(value);
            self.warn_of_outside(&place, &value);
            let read = self.node(ExprKind::Read(place), span);
            let condition = self.compare(Comparison::Eq, read, value, span);
            system.initial.push(condition);
            if self.is_full {
                return;
            }
        }
    }

    /// The variable of an instance, or all elements of its array.
    fn elements(&self, variable: VariableIndex, number: u32, span: Span) -> Vec<Place> {
        let Some(VariableBlock { first, elements, ty }) =
            self.layout.variables[variable.0].blocks.get(number as usize)
        else {
            return Vec::new();
        };
        let count = elements.map_or(1, |(_, count)| count);
        (0..count).map(|position| Place::variable(VariableId(first.0 + position), *ty, span)).collect()
    }

    fn in_set(&mut self, place: &Place, set: &TypedSet, span: Span) -> Expr {
        match set {
            TypedSet::Range(low, high) => {
                let low = self.expression(low);
                let read = self.node(ExprKind::Read(place.clone()), span);
                let above = self.compare(Comparison::Le, low, read, span);
                let read = self.node(ExprKind::Read(place.clone()), span);
                let high = self.expression(high);
                let below = self.compare(Comparison::Le, read, high, span);
                self.joined(vec![above, below], false, span)
            }
            TypedSet::Members(members) => {
                let mut parts = Vec::with_capacity(members.len());
                for member in members {
                    let member = self.expression(member);
                    let read = self.node(ExprKind::Read(place.clone()), span);
                    parts.push(self.compare(Comparison::Eq, read, member, span));
                }
                self.joined(parts, true, span)
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
            let kind = ExprKind::Const(Value::Location(*location), Sort::Location(process));
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
