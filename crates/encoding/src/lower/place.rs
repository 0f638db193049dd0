//! Places: which variable is meant in which states.

use super::conjunction::{both, either};
use super::environment::Scope;
use super::{Lowerer, Lowering, Unsupported};
use state_sets::Formula;
use system::{Place, Selector, SelectorKind, VariableId};

/// The variables that a place can denote, each with the states in which it does.
#[derive(Debug, Clone)]
pub(super) struct Targets {
    /// The guards exclude each other.
    pub variables: Vec<(Formula, VariableId)>,
    /// Where the place denotes nothing.
    pub fault: Formula,
}

impl Lowerer<'_> {
    /// What a place denotes.
    pub(super) fn targets(&mut self, place: &Place, scope: Scope<'_>) -> Lowering<Targets> {
        let mut found =
            Targets { variables: vec![(Formula::truth(), place.first)], fault: Formula::falsity() };
        for selector in &place.selectors {
            let (positions, fault) = self.positions(place, selector, scope)?;
            found.fault = either(&found.fault, &fault);
            let mut variables = Vec::new();
            for (guard, variable) in &found.variables {
                self.spend(positions.len())?;
                for (condition, position) in &positions {
                    let guard = both(guard, condition);
                    if !guard.is_falsity() {
                        variables.push((guard, selector.variable(*variable, *position)));
                    }
                }
            }
            found.variables = variables;
        }
        Ok(found)
    }

    /// The positions of a selector with the states in which they are selected, and where none is.
    fn positions(
        &mut self,
        place: &Place,
        selector: &Selector,
        scope: Scope<'_>,
    ) -> Lowering<(Vec<(Formula, u32)>, Formula)> {
        let index = self.number(&selector.index, scope)?;
        let first = match selector.kind {
            SelectorKind::Reference(_) => 1,
            SelectorKind::Element | SelectorKind::Instance(_) => selector.low,
        };
        let overflow = || Unsupported::overflow(place.span);
        let offset = state_sets::Linear::constant(first);
        let position = index.map(|term| term.minus(&offset)).ok_or_else(overflow)?;
        let outside = self.outside(&position, i128::from(selector.count), place.span)?;
        let mut positions = Vec::new();
        for number in 0..selector.count {
            let here = self.is_value(&position, i128::from(number), place.span)?.truth;
            if !here.is_falsity() {
                positions.push((here, number));
            }
        }
        Ok((positions, either(&index.fault, &outside)))
    }
}
