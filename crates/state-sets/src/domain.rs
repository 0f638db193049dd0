//! What every domain of state sets can do, and the laws that it keeps.

use crate::{Formula, Limited, Point, Space, Step};
use dashu_int::UBig;

/// A way to represent sets of states and relations between them.
///
/// # Laws
///
/// Let `⟦s⟧` be the states of a set and `⟦r⟧` the pairs of a relation. For all sets, relations and formulas, where
/// the operation does not give up:
///
/// * `⟦empty⟧ = {}`; `⟦whole⟧` has all states within the variables' types;
/// * `⟦set(f)⟧` has the states of `⟦whole⟧` that satisfy `f`; `⟦relation(s)⟧` the pairs of states of `⟦whole⟧` that
///   satisfy the step (both as [`Evaluator`](crate::Evaluator) defines it);
/// * `⟦union(a, b)⟧ = ⟦a⟧ ∪ ⟦b⟧` and `⟦intersection(a, b)⟧ = ⟦a⟧ ∩ ⟦b⟧`;
/// * `is_empty`, `is_subset`, `is_equal` and `contains` are what their names say, of `⟦·⟧`;
/// * `⟦post(a, r)⟧ = { t : s ∈ ⟦a⟧, (s, t) ∈ ⟦r⟧ }` and `⟦pre(a, r)⟧ = { s : (s, t) ∈ ⟦r⟧, t ∈ ⟦a⟧ }`;
/// * `pick(a)` is a state of `⟦a⟧`, the same one each time, and nothing only if there is none;
/// * `size(a)` is the number of states of `⟦a⟧`.
///
/// All results are exact: a domain that can only approximate says so with another method.
pub trait Domain {
    /// A set of states.
    type Set: Clone;
    /// A set of pairs of states.
    type Relation: Clone;

    /// The variables.
    fn space(&self) -> &Space;

    /// No state.
    fn empty(&self) -> Self::Set;

    /// All states within the variables' types.
    fn whole(&self) -> Limited<Self::Set>;

    /// The states that satisfy the formula.
    fn set(&self, formula: &Formula) -> Limited<Self::Set>;

    /// The pairs of states that the step relates.
    fn relation(&self, step: &Step) -> Limited<Self::Relation>;

    /// The states of either set.
    fn union(&self, left: &Self::Set, right: &Self::Set) -> Limited<Self::Set>;

    /// The states of both sets.
    fn intersection(&self, left: &Self::Set, right: &Self::Set) -> Limited<Self::Set>;

    /// The states of the set that satisfy the formula. A domain may spare itself what the formula says of other states.
    fn within(&self, set: &Self::Set, formula: &Formula) -> Limited<Self::Set> {
        self.intersection(set, &self.set(formula)?)
    }

    /// Whether the set has no state.
    fn is_empty(&self, set: &Self::Set) -> Limited<bool>;

    /// Whether all states of the first set belong to the second.
    fn is_subset(&self, inner: &Self::Set, outer: &Self::Set) -> Limited<bool>;

    /// Whether both sets have the same states.
    fn is_equal(&self, left: &Self::Set, right: &Self::Set) -> Limited<bool> {
        Ok(self.is_subset(left, right)? && self.is_subset(right, left)?)
    }

    /// The states that the relation leads to from the set.
    fn post(&self, set: &Self::Set, relation: &Self::Relation) -> Limited<Self::Set>;

    /// The states from which the relation leads into the set.
    fn pre(&self, set: &Self::Set, relation: &Self::Relation) -> Limited<Self::Set>;

    /// Whether the state belongs to the set.
    fn contains(&self, set: &Self::Set, point: &Point) -> Limited<bool>;

    /// A state of the set with small values, if there is one.
    fn pick(&self, set: &Self::Set) -> Limited<Option<Point>>;

    /// The set of this state alone.
    fn singleton(&self, point: &Point) -> Limited<Self::Set>;

    /// How many states the set has. Counting takes no longer than other operations: where it would, they are
    /// [`Size::Many`].
    fn size(&self, set: &Self::Set) -> Limited<Size>;

    /// How large the representation of the set is: nodes, disjuncts or what the domain counts.
    fn weight(&self, set: &Self::Set) -> usize;

    /// How many pieces the representation of the set has, where it is made of pieces.
    fn parts(&self, set: &Self::Set) -> usize {
        let _ = set;
        1
    }

    /// How large the representation of the relation is.
    fn relation_weight(&self, relation: &Self::Relation) -> usize;

    /// The bytes that the domain holds, about.
    fn bytes(&self) -> u64;
}

/// A number of states.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Size {
    /// This many.
    Finite(UBig),
    /// Finitely many, and too many to count them.
    Many,
    /// Infinitely many.
    Infinite,
}

impl Size {
    /// As many as both have, which share no state.
    pub fn plus(self, other: Size) -> Size {
        match (self, other) {
            (Size::Finite(left), Size::Finite(right)) => Size::Finite(left + right),
            (Size::Infinite, _) | (_, Size::Infinite) => Size::Infinite,
            (Size::Many, _) | (_, Size::Many) => Size::Many,
        }
    }

    /// As many as there are pairs of a state of the one and a state of the other.
    pub fn times(self, other: Size) -> Size {
        match (self, other) {
            (Size::Finite(left), Size::Finite(right)) => Size::Finite(left * right),
            (Size::Finite(zero), _) | (_, Size::Finite(zero)) if zero == UBig::ZERO => Size::Finite(zero),
            (Size::Infinite, _) | (_, Size::Infinite) => Size::Infinite,
            (Size::Many, _) | (_, Size::Many) => Size::Many,
        }
    }
}

/// Domains that are closed under complement, which greatest fixpoints and negation need.
///
/// # Laws
///
/// `⟦difference(a, b)⟧ = ⟦a⟧ ∖ ⟦b⟧`, and `⟦complement(a)⟧ = ⟦whole⟧ ∖ ⟦a⟧`. `⟦a⟧ ∖ ⟦b⟧ ⊆ ⟦fresh(a, b)⟧ ⊆ ⟦a⟧`, and
/// `fresh(a, b)` is empty if `⟦a⟧ ⊆ ⟦b⟧`.
pub trait Complement: Domain {
    /// The states of the first set that are not in the second.
    fn difference(&self, left: &Self::Set, right: &Self::Set) -> Limited<Self::Set>;

    /// Those states of the first set from which a fixpoint has to go on when the second is known: all that are not in
    /// it, and others where that is cheaper to find or simpler to write; none if there is no new one.
    fn fresh(&self, found: &Self::Set, known: &Self::Set) -> Limited<Self::Set> {
        self.difference(found, known)
    }

    /// The states within the types that are not in the set.
    fn complement(&self, set: &Self::Set) -> Limited<Self::Set> {
        self.difference(&self.whole()?, set)
    }
}

/// Domains that know a way to all reachable states that is faster than one image after the other.
///
/// # Laws
///
/// `⟦reach(a, rs)⟧` is the least set that contains `⟦a⟧` and, with a state, all states to which some relation of
/// `rs` leads from it. `⟦reach_back(a, rs)⟧` is the same against the relations' direction.
pub trait Saturate: Domain {
    /// The states that the relations reach from the set in any number of steps.
    fn reach(&self, from: &Self::Set, relations: &[&Self::Relation]) -> Limited<Self::Set>;

    /// The states from which the relations reach the set in any number of steps.
    fn reach_back(&self, to: &Self::Set, relations: &[&Self::Relation]) -> Limited<Self::Set>;
}

/// Domains that can jump to an upper bound of a growing sequence.
///
/// # Laws
///
/// `⟦widen(a, b, seed)⟧ ⊇ ⟦a⟧ ∪ ⟦b⟧`, and for a fixed seed every sequence that is widened at each step becomes
/// stationary. A larger seed may give a tighter bound.
pub trait Widen: Domain {
    /// An upper bound of both sets; the first is the earlier one.
    fn widen(&self, earlier: &Self::Set, later: &Self::Set, seed: u32) -> Limited<Self::Set>;
}

/// Domains that can do any number of steps of one relation at once.
///
/// # Laws
///
/// If `exact`, `⟦closure(r, side)⟧` is the transitive closure of `⟦r⟧`; otherwise it lies on the side that was
/// asked for: it is contained in the closure for [`Side::Below`](crate::Side::Below), and contains it for
/// [`Side::Above`](crate::Side::Above).
pub trait Close: Domain {
    /// One or more steps of the relation, on the side that is asked for.
    fn closure(&self, relation: &Self::Relation, side: crate::Side) -> Limited<Closure<Self::Relation>>;
}

/// A relation that stands for any number of steps of another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Closure<R> {
    /// The relation.
    pub relation: R,
    /// Whether it is the closure itself, not only a bound of it.
    pub exact: bool,
}
