//! Any number of steps at once.
//!
//! Variables that do not change are parameters of the relation between those that do, which is the form in which
//! closures are found most often.

use super::{Polyhedra, PolyhedraRelation};
use presburger::{Relation, Set, Side as Bound, Space};
use state_sets::{Close, Closure, Limited, Side, Variable};

impl Close for Polyhedra<'_> {
    fn closure(&self, relation: &PolyhedraRelation, side: Side) -> Limited<Closure<PolyhedraRelation>> {
        let bound = if side.is_below() { Bound::Below } else { Bound::Above };
        let steps = self.parametric(relation)?;
        let closure = self.limited(steps.transitive_closure(bound, &self.budget))?;
        let relation = self.plain(&relation.changed, &closure.relation)?;
        Ok(Closure { relation, exact: closure.exact })
    }
}

impl Polyhedra<'_> {
    /// The relation between the changed variables, with the others as parameters.
    fn parametric(&self, relation: &PolyhedraRelation) -> Limited<Relation> {
        let order = self.parameters_first(&relation.changed);
        let permuted = relation.pairs.permuted(&order);
        let names = permuted.space().dimensions();
        let (parameters, dimensions) = names.split_at(self.space.variables.len() - relation.changed.len());
        let space = Space::from_names(parameters.to_vec(), dimensions.to_vec());
        Ok(Relation::from_set(relation.changed.len(), self.reread(space, &permuted)?))
    }

    /// The relation over all variables.
    fn plain(&self, changed: &[Variable], relation: &Relation) -> Limited<PolyhedraRelation> {
        let pairs = relation.pairs();
        let space = Space::from_names(Vec::new(), pairs.space().names().cloned().collect());
        let order = self.parameters_first(changed);
        let mut back = vec![0; order.len()];
        order.iter().enumerate().for_each(|(place, dimension)| back[*dimension] = place);
        let pairs = self.reread(space, pairs)?.permuted(&back);
        Ok(PolyhedraRelation { changed: changed.to_vec(), pairs: self.tidy(pairs)? })
    }

    /// The dimensions of a relation, those of unchanged variables first.
    fn parameters_first(&self, changed: &[Variable]) -> Vec<usize> {
        let (later, first): (Vec<Variable>, Vec<Variable>) =
            self.space.all().partition(|variable| changed.contains(variable));
        let count = self.space.variables.len();
        let places = first.into_iter().chain(later).map(Variable::index);
        places.chain(count..count + changed.len()).collect()
    }

    /// The same columns under the names of another space.
    fn reread(&self, space: Space, set: &Set) -> Limited<Set> {
        let mut result = Set::empty(space.clone());
        for disjunct in set.disjuncts() {
            let part = Set::from_conjunction(space.clone(), disjunct.clone());
            result = self.limited(result.union(&part, &self.budget))?;
        }
        Ok(result)
    }
}
