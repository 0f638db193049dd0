//! What all attempts at one property share: the system in a domain, shortcuts and bounds of the reachable states.

use super::countless::Countless;
use super::ladder::Ladder;
use super::tactic::Tactic;
use crate::Lowered;
use crate::bounds::{BoundSettings, Bounds, Enough};
use crate::condition::Conditions;
use crate::meter::Meter;
use crate::model::{Model, Parts};
use crate::ranking::Measure;
use crate::reach::Chained;
use crate::shortcuts::{LoopSettings, shortcuts};
use crate::steps::Steps;
use state_sets::{Complement, Domain, Formula, Halt, Limited, Side, Step, Variable};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use system::{BoundId, Expr, System};

/// The most loops that are tried for shortcuts.
const LOOPS: usize = 400;

/// The iterates after which an inner fixpoint is taken as it is, where a bound will do.
const ROUNDS: u64 = 40;

/// Exact iterates before the bound of the reachable states is widened, where the tactic itself is exact.
const REACHABLE_SEED: u64 = 2;

/// Shortcuts that several attempts use.
pub(super) type Shortcuts<D> = Rc<Vec<<D as Domain>::Relation>>;

/// A system in a domain, and what is known of it.
pub(super) struct Bench<'a, D: Complement> {
    /// The system.
    pub system: &'a System,
    /// The same as formulas.
    pub lowered: &'a Lowered,
    /// The same as sets and relations.
    pub model: Model<'a, D>,
    /// The states in which what never changes is as in some initial state, which no step leaves; nothing if they are
    /// all states.
    possible: Option<D::Set>,
    /// The microseconds that it took to build these.
    pub construction: u64,
    /// Whether tactics are tried one after the other. Then moves are taken apart into conjunctions before loops of them are
    /// closed, since parts have closures more often than the whole.
    among_others: bool,
    /// The sums that helped the present attempt.
    pub measures: RefCell<Vec<Measure>>,
    /// By the length of loops.
    shortcuts: RefCell<BTreeMap<usize, Shortcuts<D>>>,
    /// By seed and length of loops.
    reachable: RefCell<BTreeMap<(u64, usize), D::Set>>,
}

/// What stays true of a system in a domain when an attempt is over.
pub(super) struct Kept<D: Complement> {
    parts: Parts<D>,
    possible: Option<D::Set>,
    construction: u64,
    shortcuts: BTreeMap<usize, Shortcuts<D>>,
    reachable: BTreeMap<(u64, usize), D::Set>,
}

impl<'a, D: Countless> Bench<'a, D> {
    /// Tells the system to the domain, unless it is known there.
    pub fn new(
        ladder: &Ladder<'a>,
        lowered: &'a Lowered,
        domain: &'a D,
        kept: Option<Kept<D>>,
    ) -> Limited<Self> {
        let Kept { parts, possible, construction, shortcuts, reachable } = match kept {
            Some(kept) => kept,
            None => Kept::new(ladder, lowered, domain)?,
        };
        Ok(Bench {
            system: ladder.system,
            lowered,
            model: parts.model(domain, &Chained, Meter::new(ladder.ration)),
            possible,
            construction,
            among_others: ladder.settings.tactic.is_none(),
            measures: RefCell::default(),
            shortcuts: RefCell::new(shortcuts),
            reachable: RefCell::new(reachable),
        })
    }

    /// What is worth keeping.
    pub fn kept(self) -> Kept<D> {
        let Bench { model, possible, construction, shortcuts, reachable, .. } = self;
        let (shortcuts, reachable) = (shortcuts.into_inner(), reachable.into_inner());
        Kept { parts: model.parts(), possible, construction, shortcuts, reachable }
    }

    /// The steps between all states that are possible.
    pub fn steps(&self) -> Limited<Steps<'_, D>> {
        match &self.possible {
            Some(possible) => Ok(Steps::new(&self.model, possible.clone())),
            None => Steps::everywhere(&self.model),
        }
    }

    /// The shortcuts that a tactic uses.
    pub fn shortcuts(&self, tactic: Tactic) -> Limited<Shortcuts<D>> {
        if tactic.loops == 0 {
            return Ok(Rc::new(Vec::new()));
        }
        if let Some(known) = self.shortcuts.borrow().get(&tactic.loops) {
            return Ok(known.clone());
        }
        let settings = LoopSettings { length: tactic.loops, tries: LOOPS };
        let found = match self.among_others {
            true => {
                let mut parts = self.lowered.clone();
                parts.split_moves();
                shortcuts(self.model.domain, &parts, settings)?
            }
            false => shortcuts(self.model.domain, self.lowered, settings)?,
        };
        let found = Rc::new(found);
        let (count, length) = (found.len(), tactic.loops);
        self.model.meter.note(format_args!("{count} shortcuts for loops of up to {length} moves"));
        self.shortcuts.borrow_mut().insert(tactic.loops, found.clone());
        Ok(found)
    }

    /// Whether a tactic among others wants shortcuts where there are none, so that it is one of the others.
    pub fn is_idle(&self, tactic: Tactic) -> bool {
        let none = || self.shortcuts.borrow().get(&tactic.loops).is_some_and(|found| found.is_empty());
        self.among_others && tactic.loops > 0 && none()
    }

    /// An upper bound of the reachable states, which no step leaves.
    pub fn reachable_bound(&self, tactic: Tactic) -> Limited<D::Set> {
        let seed = tactic.seed.unwrap_or(REACHABLE_SEED);
        if let Some(known) = self.reachable.borrow().get(&(seed, tactic.loops)) {
            return Ok(known.clone());
        }
        let shortcuts = self.shortcuts(tactic)?;
        let steps = self.steps()?;
        let tactic = Tactic { seed: Some(seed), ..tactic };
        let never = Enough::never();
        let bound = self.bounds(&steps, &Conditions::default(), &shortcuts, tactic, |bounds| {
            bounds.reachable(Side::Above, &never)
        })?;
        self.reachable.borrow_mut().insert((seed, tactic.loops), bound.set.clone());
        Ok(bound.set)
    }

    /// Works with bounds of fixpoints along these steps.
    pub fn bounds<T>(
        &self,
        steps: &Steps<'_, D>,
        fair: &Conditions<D>,
        shortcuts: &[D::Relation],
        tactic: Tactic,
        work: impl FnOnce(&Bounds<'_, D>) -> Limited<T>,
    ) -> Limited<T> {
        let domain = steps.domain();
        let holds = |e: &Expr| {
            let formula = self.lowered.condition(self.system, e);
            domain.set(&formula.map_err(|unsupported| Halt::Unsupported(unsupported.to_string()))?)
        };
        let release = |bound: BoundId| domain.relation(&self.lowered.release(bound)?);
        let Tactic { seed, width, ranked, .. } = tactic;
        let settings = BoundSettings { seed, width, rounds: ROUNDS, ranked };
        let measures = &self.measures;
        work(&Bounds { steps, fair, holds: &holds, release: &release, shortcuts, measures, settings })
    }
}

impl<D: Countless> Kept<D> {
    fn new(ladder: &Ladder<'_>, lowered: &Lowered, domain: &D) -> Limited<Self> {
        let begun = ladder.heartbeat.microseconds();
        let parts = Parts::new(domain, lowered, &Meter::new(ladder.ration))?;
        let release = Step { changed: changing(lowered), relation: Formula::truth() };
        let possible = domain.post(&parts.initial, &domain.relation(&release)?)?;
        let everywhere = domain.is_subset(&domain.whole()?, &possible)?;
        let possible = (!everywhere).then_some(possible);
        let construction = ladder.heartbeat.microseconds().saturating_sub(begun);
        Ok(Kept { parts, possible, construction, shortcuts: BTreeMap::new(), reachable: BTreeMap::new() })
    }
}

/// The variables that some move changes.
fn changing(lowered: &Lowered) -> Vec<Variable> {
    let changes = |variable: &Variable| lowered.moves.iter().any(|one| one.step.changed.contains(variable));
    lowered.space.all().filter(changes).collect()
}
