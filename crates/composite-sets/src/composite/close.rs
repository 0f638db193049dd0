//! Any number of steps at once, where the finite variables stay as they are.

use super::{Composite, CompositeRelation};
use state_sets::{Close, Closure, Complement, Halt, Limited, Side};

impl<F: Complement, N: Complement + Close> Close for Composite<F, N> {
    /// While no finite variable changes, the finite condition of a pair holds again after each step, so the closure
    /// of a pair is that of its integer part. Steps of several pairs can alternate: then the closures of the pairs
    /// are only a lower bound together.
    fn closure(&self, relation: &Self::Relation, side: Side) -> Limited<Closure<Self::Relation>> {
        let one_pair = relation.pairs.len() <= 1;
        if !relation.keeps_finite || !(one_pair || side.is_below()) {
            return Err(Halt::Unsupported(
                "only loops that keep the finite variables have a closure here".into(),
            ));
        }
        let mut exact = one_pair;
        let mut pairs = Vec::new();
        for (finite, integer) in &relation.pairs {
            let closure = self.integer.closure(integer, side)?;
            exact &= closure.exact;
            pairs.push((finite.clone(), closure.relation));
        }
        Ok(Closure { relation: CompositeRelation { pairs, keeps_finite: true }, exact })
    }
}
