//! What is known of all that is below a node of a checked expression.

use crate::typed::{Instance, Selection, Traits, TypedDomain, TypedKind, TypedPlace};

impl Traits {
    /// What is below a node with children that have these traits.
    pub fn above(children: impl IntoIterator<Item = Traits>) -> Traits {
        let mut all = Traits::default();
        for child in children {
            all.temporal |= child.temporal;
            all.primed |= child.primed;
            all.broken |= child.broken;
            all.varying |= child.varying;
            all.rigid |= child.rigid;
            all.depth = all.depth.max(child.depth);
        }
        all.depth += 1;
        all
    }
}

impl TypedKind {
    /// What is below a node of this kind, the node included.
    pub fn traits(&self) -> Traits {
        use TypedKind::*;
        let varying = Traits { varying: true, depth: 1, ..Traits::default() };
        match self {
            Constant(_) | Slot(_) => Traits { depth: 1, ..Traits::default() },
            Unknown => Traits { broken: true, depth: 1, ..Traits::default() },
            Rigid(_) => Traits { rigid: true, depth: 1, ..Traits::default() },
            CountInstances(..) | CountPopulation(..) => varying,
            Read { place, next } => Traits { primed: place.traits().primed || *next, ..place.traits() },
            At(instance, _) => Traits::above([varying, instance.traits()]),
            Not(a) | Negate(a) | Absolute(a) => Traits::above([a.traits]),
            IndexOf(a) | InstanceAt(_, a) => Traits::above([varying, a.traits]),
            And(all) | Or(all) | Chain(all, _) => Traits::above(all.iter().map(|part| part.traits)),
            Sum(all) => Traits::above(all.iter().map(|(_, part)| part.traits)),
            Implies(a, b) | Iff(a, b) | Arithmetic(_, a, b) => Traits::above([a.traits, b.traits]),
            Within(a, set) => Traits::above(set.parts().iter().map(|part| part.traits).chain([a.traits])),
            If(a, b, c) => Traits::above([a.traits, b.traits, c.traits]),
            Quantifier { domain, body, .. } => {
                Traits::above(domain.traits().into_iter().chain([body.traits]))
            }
            Reach(reach) => Traits::above([varying, reach.start.traits, reach.goal.traits]),
            Structured(structured) => Traits::above(structured.parts().into_iter().map(|part| part.traits)),
            Dispatch(dispatch) => Traits::above([varying, dispatch.reference.traits, dispatch.body.traits]),
            Temporal(_, a) => Traits { temporal: true, varying: true, ..Traits::above([a.traits]) },
            Until(_, a, b) | PathUntil(_, _, a, b) => {
                Traits { temporal: true, varying: true, ..Traits::above([a.traits, b.traits]) }
            }
        }
    }
}

impl TypedPlace {
    /// What is below the place; reading it depends on the state.
    pub fn traits(&self) -> Traits {
        let indices = self.path.iter().filter_map(Selection::index).map(|index| index.traits);
        let instance = self.instance.iter().map(Instance::traits);
        Traits { varying: true, ..Traits::above(indices.chain(instance)) }
    }
}

impl TypedDomain {
    /// Whether some part of it could not be checked.
    pub fn is_broken(&self) -> bool {
        self.traits().iter().any(|traits| traits.broken)
    }

    fn traits(&self) -> Vec<Traits> {
        match self {
            TypedDomain::Range(low, high) | TypedDomain::Between(low, high) => vec![low.traits, high.traits],
            TypedDomain::Booleans | TypedDomain::Members(..) => Vec::new(),
            TypedDomain::Records(parts) => parts.iter().flat_map(TypedDomain::traits).collect(),
            TypedDomain::Arrays(bounds, part) => {
                [bounds.0.traits, bounds.1.traits].into_iter().chain(part.traits()).collect()
            }
            TypedDomain::Sets(part) => part.traits(),
            TypedDomain::Queues(capacity, part) => {
                std::iter::once(capacity.traits).chain(part.traits()).collect()
            }
            TypedDomain::Elements(set) => vec![set.traits],
            // How many instances there are may itself depend on constants, so this is no constant.
            TypedDomain::References(_) | TypedDomain::Instances(_) | TypedDomain::Integers { .. } => {
                vec![Traits { varying: true, ..Traits::default() }]
            }
        }
    }
}
