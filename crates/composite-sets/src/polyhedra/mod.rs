//! Sets of integer variables as unions of polyhedra with divisibility.
//!
//! A relation is a set over all variables before the step and the changed ones after it, so that an image
//! eliminates the changed variables only.

mod closure;
mod describe;
mod pick;
mod rank;
mod translate;

use crate::codes::{is_value, within};
use budget::{Budget, Budgeted};
use presburger::{BuildError, Integer, Set};
use state_sets::{
    Cell, Complement, Domain, Formula, Halt, Limited, Point, Size, Space, Step, Variable, Widen,
};
use std::rc::Rc;

/// The row operations between two questions to the outer budget: some tenths of a millisecond.
const PAUSE: u64 = 1 << 12;

/// The domain of unions of polyhedra over a space of integer variables.
pub struct Polyhedra<'p> {
    space: Space,
    now: presburger::Space,
    whole: Set,
    budget: Budget<'p>,
}

/// What steps do to integer variables.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct PolyhedraRelation {
    /// The variables that may change, sorted.
    changed: Vec<Variable>,
    /// The variables before the step, then the changed ones after it.
    pairs: Set,
}

impl<'p> Polyhedra<'p> {
    /// The sets over the space, without limits.
    pub fn new(space: Space) -> Limited<Polyhedra<'p>> {
        Polyhedra::with_budget(space, Rc::new(Budget::unlimited()))
    }

    /// The sets over the space; every operation spends from the budget.
    pub fn with_budget(space: Space, outer: Rc<Budget<'p>>) -> Limited<Polyhedra<'p>> {
        let budget = Budget::within(outer, PAUSE);
        let names: Vec<String> = space.all().map(translate::now_name).collect();
        let now = presburger::Space::from_names(Vec::new(), names);
        let mut domain = Polyhedra { space, whole: Set::empty(now.clone()), now, budget };
        let typed =
            Formula::all(domain.space.all().map(|variable| domain.typed(variable, Cell::now(variable))));
        domain.whole = domain.build(domain.now.clone(), &typed)?;
        Ok(domain)
    }

    /// The cell has a value of the variable's type.
    fn typed(&self, variable: Variable, cell: Cell) -> Formula {
        within(cell, self.space.kind(variable))
    }

    fn build(&self, space: presburger::Space, formula: &Formula) -> Limited<Set> {
        let formula = translate::formula(formula)?;
        match Set::from_formula(space, &formula, &self.budget) {
            Ok(set) => Ok(set),
            Err(BuildError::OutOfBudget) => Err(Halt::Interrupted),
            Err(error) => Err(Halt::Unsupported(error.to_string())),
        }
    }

    /// The result, or why there is none.
    fn limited<T>(&self, result: Budgeted<T>) -> Limited<T> {
        result.map_err(Halt::spent)
    }

    /// The same set with fewer and simpler disjuncts.
    fn tidy(&self, set: Set) -> Limited<Set> {
        match set.disjuncts().len() {
            0 => Ok(set),
            _ => self.limited(set.coalesced(&self.budget)),
        }
    }

    /// The set as one over the relation's dimensions, with nothing said about the changed variables after the step.
    fn before(&self, set: &Set, relation: &PolyhedraRelation) -> Set {
        let names = relation.next_names();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        set.cylinder(self.space.variables.len(), &names)
    }

    /// For each variable, its dimension after the step.
    fn after(&self, relation: &PolyhedraRelation) -> Vec<usize> {
        let count = self.space.variables.len();
        let mut places: Vec<usize> = (0..count).collect();
        for (offset, variable) in relation.changed.iter().enumerate() {
            places[variable.index()] = count + offset;
        }
        places
    }

    /// The order that swaps the changed variables before and after the step; it is its own inverse.
    fn swapped(&self, relation: &PolyhedraRelation) -> Vec<usize> {
        let mut order = self.after(relation);
        order.extend(relation.changed.iter().map(|variable| variable.index()));
        order
    }
}

impl PolyhedraRelation {
    fn next_names(&self) -> Vec<String> {
        self.changed.iter().map(|variable| translate::next_name(*variable)).collect()
    }

    /// The polyhedra of the relation.
    pub fn pairs(&self) -> &Set {
        &self.pairs
    }
}

impl Domain for Polyhedra<'_> {
    type Set = Set;
    type Relation = PolyhedraRelation;

    fn space(&self) -> &Space {
        &self.space
    }

    fn empty(&self) -> Set {
        Set::empty(self.now.clone())
    }

    fn whole(&self) -> Limited<Set> {
        Ok(self.whole.clone())
    }

    fn set(&self, formula: &Formula) -> Limited<Set> {
        let set = self.build(self.now.clone(), formula)?;
        self.intersection(&set, &self.whole)
    }

    fn relation(&self, step: &Step) -> Limited<PolyhedraRelation> {
        let mut changed = step.changed.clone();
        changed.sort();
        changed.dedup();
        let mut names = self.now.dimensions().to_vec();
        names.extend(changed.iter().map(|variable| translate::next_name(*variable)));
        let types = self.space.all().map(|variable| self.typed(variable, Cell::now(variable)));
        let next_types = changed.iter().map(|variable| self.typed(*variable, Cell::next(*variable)));
        let typed = Formula::all(types.chain(next_types).chain([step.relation.clone()]));
        let pairs = self.build(presburger::Space::from_names(Vec::new(), names), &typed)?;
        Ok(PolyhedraRelation { changed, pairs: self.tidy(pairs)? })
    }

    fn union(&self, left: &Set, right: &Set) -> Limited<Set> {
        if left.disjuncts().is_empty() {
            return Ok(right.clone());
        }
        if right.disjuncts().is_empty() {
            return Ok(left.clone());
        }
        // Every set of this domain is coalesced.
        self.limited(left.coalesced_union(right, &self.budget))
    }

    fn intersection(&self, left: &Set, right: &Set) -> Limited<Set> {
        self.tidy(self.limited(left.intersection(right, &self.budget))?)
    }

    fn is_empty(&self, set: &Set) -> Limited<bool> {
        self.limited(set.is_empty(&self.budget))
    }

    fn is_subset(&self, inner: &Set, outer: &Set) -> Limited<bool> {
        self.limited(inner.is_subset(outer, &self.budget))
    }

    fn post(&self, set: &Set, relation: &PolyhedraRelation) -> Limited<Set> {
        let pairs = self.limited(relation.pairs.intersection(&self.before(set, relation), &self.budget))?;
        let changed: Vec<usize> = (self.space.variables.len()..pairs.dimension_count()).collect();
        let image =
            self.limited(pairs.permuted(&self.swapped(relation)).project_out(&changed, &self.budget))?;
        self.tidy(image.renamed(&self.now.dimensions().iter().map(String::as_str).collect::<Vec<_>>()))
    }

    fn pre(&self, set: &Set, relation: &PolyhedraRelation) -> Limited<Set> {
        let after = self.before(set, relation).permuted(&self.swapped(relation));
        let pairs = self.limited(relation.pairs.intersection(&after, &self.budget))?;
        let changed: Vec<usize> = (self.space.variables.len()..pairs.dimension_count()).collect();
        let image = self.limited(pairs.project_out(&changed, &self.budget))?;
        self.tidy(image.renamed(&self.now.dimensions().iter().map(String::as_str).collect::<Vec<_>>()))
    }

    fn contains(&self, set: &Set, point: &Point) -> Limited<bool> {
        let point: Vec<Integer> = point.0.iter().map(|value| translate::integer(*value)).collect();
        Ok(set.contains_point(&point))
    }

    fn pick(&self, set: &Set) -> Limited<Option<Point>> {
        let point = self.limited(pick::small_point(set, &self.budget))?;
        point.as_deref().map(pick::state).transpose()
    }

    fn singleton(&self, point: &Point) -> Limited<Set> {
        let is = |(variable, value): (Variable, &i128)| is_value(Cell::now(variable), *value);
        self.build(self.now.clone(), &Formula::all(self.space.all().zip(&point.0).map(is)))
    }

    fn size(&self, set: &Set) -> Limited<Size> {
        self.limited(pick::size(set, &self.budget))
    }

    fn weight(&self, set: &Set) -> usize {
        translate::weight(set)
    }

    fn parts(&self, set: &Set) -> usize {
        set.disjuncts().len()
    }

    fn relation_weight(&self, relation: &PolyhedraRelation) -> usize {
        translate::weight(&relation.pairs)
    }

    fn bytes(&self) -> u64 {
        0
    }
}

impl Complement for Polyhedra<'_> {
    fn difference(&self, left: &Set, right: &Set) -> Limited<Set> {
        self.tidy(self.limited(left.difference(right, &self.budget))?)
    }

    /// The disjuncts that have a new point: cutting the known ones out of them would make more of them.
    fn fresh(&self, found: &Set, known: &Set) -> Limited<Set> {
        self.limited(found.disjuncts_outside(known, &self.budget))
    }
}

impl Widen for Polyhedra<'_> {
    fn widen(&self, earlier: &Set, later: &Set, seed: u32) -> Limited<Set> {
        let joined = self.union(earlier, later)?;
        let bound = usize::try_from(seed).unwrap_or(usize::MAX).max(1);
        let widened = self.limited(earlier.widened(&joined, bound, &self.budget))?;
        self.intersection(&widened, &self.whole)
    }
}
