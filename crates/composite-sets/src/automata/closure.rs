//! Any number of steps at once, computed with polyhedra and written down again as automata.
//!
//! Codes count as numbers here; what does not change is a parameter.

use super::{Automata, AutomataRelation, TrackEncoding};
use crate::polyhedra::Polyhedra;
use state_sets::{Close, Closure, Domain, Limited, Side, Step};

impl<T: TrackEncoding> Close for Automata<'_, T> {
    fn closure(
        &self,
        relation: &AutomataRelation<T::Set>,
        side: Side,
    ) -> Limited<Closure<AutomataRelation<T::Set>>> {
        let polyhedra = Polyhedra::with_budget(self.space.clone(), self.outer.clone())?;
        let closure = polyhedra.closure(&polyhedra.relation(&relation.step)?, side)?;
        let step = Step {
            changed: relation.step.changed.clone(),
            relation: polyhedra.relation_formula(&closure.relation)?,
        };
        Ok(Closure { relation: self.relation(&step)?, exact: closure.exact })
    }
}
