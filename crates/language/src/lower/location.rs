//! Locations and counts of processes.

use diagnostics::Span;
use system::{Comparison, Expr, ExprKind, Sort, Value, VariableId};

use super::Lowerer;
use crate::typed::Instance;

impl Lowerer<'_, '_> {
    /// `p at {L, M}`
    pub(super) fn at(&mut self, instance: &Instance, locations: &[u32], span: Span) -> Expr {
        let place = self.location_place(instance, span);
        let sort = Sort::Location(instance.process());
        let mut parts = Vec::with_capacity(locations.len());
        for location in locations {
            let read = self.node(ExprKind::Read(place.clone()), span);
            let constant = Expr::new(ExprKind::Const(Value::Location(*location), sort), span);
            parts.push(self.compare(Comparison::Eq, read, constant, span));
        }
        self.joined(parts, true, span)
    }

    pub(super) fn count_instances(
        &mut self,
        process: system::ProcessId,
        locations: &[u32],
        span: Span,
    ) -> Expr {
        let body = self.symbols.process_bodies[process.index()];
        let instances = self.layout.bodies[body.0];
        let ty = system::Type::Location(process);
        let mut parts = Vec::with_capacity(instances.count as usize);
        for number in 0..instances.count {
            let first = instances.location.unwrap_or(VariableId(0));
            let variable = VariableId(first.0 + number * instances.stride);
            let mut at = Vec::with_capacity(locations.len());
            for location in locations {
                let read = self.node(ExprKind::Read(system::Place::variable(variable, ty, span)), span);
                let sort = Sort::Location(process);
                let constant = Expr::new(ExprKind::Const(Value::Location(*location), sort), span);
                at.push(self.compare(Comparison::Eq, read, constant, span));
            }
            parts.push(self.joined(at, true, span));
            if self.is_full {
                break;
            }
        }
        self.count(parts, span)
    }

    pub(super) fn count_population(
        &mut self,
        population: system::PopulationId,
        locations: &[u32],
        span: Span,
    ) -> Expr {
        let body = self.symbols.population_bodies[population.index()];
        let first = self.layout.bodies[body.0].location.unwrap_or(VariableId(0));
        let mut counters = Vec::with_capacity(locations.len());
        for location in locations {
            let variable = VariableId(first.0 + location);
            let place = system::Place::variable(variable, system::Type::Nat, span);
            counters.push(self.node(ExprKind::Read(place), span));
        }
        self.sum(counters, span)
    }
}
