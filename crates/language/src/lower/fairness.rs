//! Fairness: which edges form a unit.

use std::collections::HashSet;

use diagnostics::{Code, Diagnostic, Span};
use system::{Assumption, EdgeId, Fairness, System, Unit};

use super::Lowerer;
use super::edge::Edges;
use crate::checked::{CheckedFairness, CheckedFairnessKind, CheckedTarget};
use crate::symbols::BodyIndex;
use crate::typed::Typed;

impl Lowerer<'_, '_> {
    /// Adds all fairness assumptions, one for each unit, however often it is named.
    pub(super) fn fairness(&mut self, all: &[CheckedFairness], edges: &Edges, system: &mut System) {
        let (mut weak, mut strong) = (HashSet::new(), HashSet::new());
        for fairness in all {
            let span = fairness.span;
            match &fairness.kind {
                CheckedFairnessKind::Weak(target) => {
                    let units = self.units(target, edges, span, system).into_iter();
                    let units = units.filter(|unit| weak.insert(unit.name.clone()));
                    system
                        .fairness
                        .extend(units.map(|unit| Fairness { assumption: Assumption::Weak(unit), span }));
                }
                CheckedFairnessKind::Strong(target) => {
                    let units = self.units(target, edges, span, system).into_iter();
                    let units = units.filter(|unit| strong.insert(unit.name.clone()));
                    system
                        .fairness
                        .extend(units.map(|unit| Fairness { assumption: Assumption::Strong(unit), span }));
                }
                CheckedFairnessKind::Justice(condition) if !condition.traits.broken => {
                    let assumption = Assumption::Justice(self.expression(condition));
                    system.fairness.push(Fairness { assumption, span });
                }
                CheckedFairnessKind::Compassion(first, second)
                    if !first.traits.broken && !second.traits.broken =>
                {
                    let assumption = Assumption::Compassion(self.expression(first), self.expression(second));
                    system.fairness.push(Fairness { assumption, span });
                }
                _ => {}
            }
        }
    }

    fn units(&mut self, target: &CheckedTarget, edges: &Edges, span: Span, system: &System) -> Vec<Unit> {
        match target {
            CheckedTarget::Event { number, index } => {
                let Some((first, ids)) = edges.events.get(number) else { return Vec::new() };
                let chosen = match index {
                    Some(index) => self.position(index, *first, ids.len(), span),
                    None => Some(0..ids.len()),
                };
                let ids = chosen.map(|chosen| &ids[chosen]).unwrap_or_default();
                let unit = |id: &EdgeId| Unit { name: system.edge(*id).name.clone(), edges: vec![*id] };
                ids.iter().map(unit).collect()
            }
            CheckedTarget::Body { body, index, label } => {
                let Some(instances) = edges.bodies.get(&body.0) else { return Vec::new() };
                let first = self.layout.bodies[body.0].first_index;
                let chosen = match index {
                    Some(index) => self.position(index, first, instances.len(), span),
                    None => Some(0..instances.len()),
                };
                let chosen = chosen.unwrap_or(0..0);
                chosen
                    .map(|number| self.unit(*body, number, label.as_deref(), &instances[number], system))
                    .collect()
            }
        }
    }

    fn unit(
        &self,
        body: BodyIndex,
        number: usize,
        label: Option<&str>,
        edges: &[EdgeId],
        system: &System,
    ) -> Unit {
        let name = self.instance_name(body, u32::try_from(number).unwrap_or(u32::MAX));
        let Some(label) = label else { return Unit { name, edges: edges.to_vec() } };
        let has_label = |id: &&EdgeId| system.edge(**id).label.as_deref() == Some(label);
        Unit { name: format!("{name}.{label}"), edges: edges.iter().filter(has_label).copied().collect() }
    }

    /// The position of an index among those from `first` on; one outside is reported.
    fn position(
        &mut self,
        index: &Typed,
        first: i128,
        count: usize,
        span: Span,
    ) -> Option<std::ops::Range<usize>> {
        if index.traits.broken {
            return None;
        }
        let value = self.bound(index)?;
        let position = value.checked_sub(first).and_then(|position| usize::try_from(position).ok());
        match position {
            Some(position) if position < count => Some(position..position + 1),
            _ => {
                let message = format!("there is nothing with the index {value}");
                let last = first.saturating_add(i128::try_from(count).unwrap_or(0)).saturating_sub(1);
                let help = match count {
                    0 => "there are no instances at all".to_owned(),
                    _ => format!("the indices are {first}..{last}"),
                };
                self.report(Diagnostic::new(Code::BadFairness, message, span, "outside").with_help(help));
                None
            }
        }
    }
}
