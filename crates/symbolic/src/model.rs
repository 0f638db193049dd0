//! A system in a domain: its initial states as a set, its moves as relations.

use crate::journal::Journal;
use crate::meter::Meter;
use crate::reach::Reach;
use crate::{Lowered, Move};
use budget::Budget;
use state_sets::{Complement, Domain, Formula, Halt, Limited, Step};
use std::cell::RefCell;
use std::rc::Rc;
use system::{EdgeId, TransitionId};

/// The sets and relations of a system.
///
/// The relation from a state to its successors is kept as one relation for each move, never as their union.
pub(crate) struct Model<'d, D: Domain> {
    /// Where the sets live.
    pub domain: &'d D,
    /// The initial states.
    pub initial: D::Set,
    /// The moves, in the order of their transitions.
    pub moves: Vec<Motion<D>>,
    /// The states in which a transition faults.
    pub faults: Vec<(TransitionId, D::Set)>,
    /// Why a move or a fault is missing, if one is: it has no formula, or the domain cannot represent it.
    pub missing: Option<String>,
    /// How closures are computed.
    pub reach: &'d dyn Reach<D>,
    /// What the fixpoints cost.
    pub meter: Meter<'d>,
    /// How far the fixpoints of the present attempt have come, if it may have to begin anew.
    pub journal: RefCell<Option<Rc<Journal<D::Set>>>>,
}

/// One move as a relation.
pub(crate) struct Motion<D: Domain> {
    /// The transition that it belongs to.
    pub transition: TransitionId,
    /// What it does.
    pub step: Step,
    /// From the state before to the state after: the union of these.
    pub relations: Vec<D::Relation>,
    /// The states in which it is possible.
    pub enabled: D::Set,
    /// The edges that take part, each with the condition under which it does.
    pub edges: Vec<(EdgeId, Formula)>,
}

impl<D: Domain> Motion<D> {
    /// The states from which it leads into the set.
    pub fn pre(&self, domain: &D, set: &D::Set) -> Limited<D::Set> {
        before(domain, set, &self.relations)
    }

    /// The states to which it leads from the set.
    pub fn post(&self, domain: &D, set: &D::Set) -> Limited<D::Set> {
        let [only] = self.relations.as_slice() else {
            return self
                .relations
                .iter()
                .try_fold(domain.empty(), |sum, relation| domain.union(&sum, &domain.post(set, relation)?));
        };
        domain.post(set, only)
    }
}

/// The states from which one of the relations leads into the set.
fn before<D: Domain>(domain: &D, set: &D::Set, relations: &[D::Relation]) -> Limited<D::Set> {
    let [only] = relations else {
        return relations
            .iter()
            .try_fold(domain.empty(), |sum, relation| domain.union(&sum, &domain.pre(set, relation)?));
    };
    domain.pre(set, only)
}

/// The relations whose union the move is.
fn related<D: Domain>(domain: &D, taken: &Move) -> Limited<Vec<D::Relation>> {
    taken.steps().iter().map(|step| domain.relation(step)).collect()
}

/// The sets and relations of a system, without what works on them.
pub(crate) struct Parts<D: Domain> {
    /// The initial states.
    pub initial: D::Set,
    moves: Vec<Motion<D>>,
    faults: Vec<(TransitionId, D::Set)>,
    missing: Option<String>,
}

impl<D: Complement> Parts<D> {
    /// Tells the system to the domain.
    pub fn new(domain: &D, lowered: &Lowered, meter: &Meter<'_>) -> Limited<Self> {
        let whole = domain.whole()?;
        let initial = domain.set(&lowered.initial)?;
        let mut missing = lowered.refused.first().map(|(_, unsupported)| unsupported.to_string());
        let mut moves = Vec::with_capacity(lowered.moves.len());
        for taken in &lowered.moves {
            meter.beat(domain)?;
            let relations = match related(domain, taken) {
                Err(Halt::Unsupported(reason)) => {
                    missing.get_or_insert(reason);
                    continue;
                }
                other => other?,
            };
            let enabled = before(domain, &whole, &relations)?;
            if !domain.is_empty(&enabled)? {
                let (step, edges) = (taken.step.clone(), taken.edges.clone());
                moves.push(Motion { transition: taken.transition, step, relations, enabled, edges });
            }
        }
        let mut faults = Vec::with_capacity(lowered.faults.len());
        for (transition, formula) in &lowered.faults {
            meter.beat(domain)?;
            let states = match domain.set(formula) {
                Err(Halt::Unsupported(reason)) => {
                    missing.get_or_insert(reason);
                    continue;
                }
                other => other?,
            };
            if !domain.is_empty(&states)? {
                faults.push((*transition, states));
            }
        }
        Ok(Parts { initial, moves, faults, missing })
    }

    /// The model that they make in their domain.
    pub fn model<'d>(self, domain: &'d D, reach: &'d dyn Reach<D>, meter: Meter<'d>) -> Model<'d, D> {
        let Parts { initial, moves, faults, missing } = self;
        Model { domain, initial, moves, faults, missing, reach, meter, journal: RefCell::default() }
    }
}

impl<'d, D: Complement> Model<'d, D> {
    /// Tells the system to the domain.
    pub fn new(
        domain: &'d D,
        lowered: &Lowered,
        reach: &'d dyn Reach<D>,
        budget: &'d Budget<'d>,
    ) -> Limited<Self> {
        let meter = Meter::new(budget);
        Ok(Parts::new(domain, lowered, &meter)?.model(domain, reach, meter))
    }

    /// Its sets and relations.
    pub fn parts(self) -> Parts<D> {
        Parts { initial: self.initial, moves: self.moves, faults: self.faults, missing: self.missing }
    }

    /// An error, with the reason, if a move or a fault is missing: then only paths that were found count.
    pub fn whole(&self) -> Limited<()> {
        match &self.missing {
            None => Ok(()),
            Some(reason) => Err(Halt::Unsupported(reason.clone())),
        }
    }

    /// The states with a successor in the set.
    pub fn pre(&self, set: &D::Set) -> Limited<D::Set> {
        self.moves.iter().try_fold(self.domain.empty(), |sum, motion| {
            self.domain.union(&sum, &motion.pre(self.domain, set)?)
        })
    }

    /// The successors of the states of the set.
    pub fn post(&self, set: &D::Set) -> Limited<D::Set> {
        self.moves.iter().try_fold(self.domain.empty(), |sum, motion| {
            self.domain.union(&sum, &motion.post(self.domain, set)?)
        })
    }

    /// All states that can be reached from the initial ones.
    pub fn reachable(&self) -> Limited<D::Set> {
        self.reach.reach(self.domain, &self.meter, &self.initial, &self.relations())
    }

    /// The states of the set that have no successor.
    pub fn dead_ends(&self, among: &D::Set) -> Limited<D::Set> {
        self.moves
            .iter()
            .try_fold(among.clone(), |left, motion| self.domain.difference(&left, &motion.enabled))
    }

    fn relations(&self) -> Vec<&D::Relation> {
        self.moves.iter().flat_map(|motion| &motion.relations).collect()
    }
}
