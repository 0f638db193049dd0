//! What all attempts at one property share: the system in a domain, shortcuts and bounds of the reachable states.

use super::countless::Countless;
use super::encoded::Setup;
use super::strategy::Strategy;
use crate::between::Between;
use crate::bounds::{BoundSettings, Bounds, Enough};
use crate::condition::Conditions;
use crate::journal::Journal;
use crate::meter::Meter;
use crate::model::{Model, Parts};
use crate::ranking::Measure;
use crate::reach::Chained;
use crate::shortcuts::{LoopSettings, Shortcut, shortcuts};
use crate::steps::Steps;
use crate::{Lowered, LoweringError};
use budget::Budget;
use state_sets::{Complement, Domain, Formula, Halt, Limited, Side, Step, Variable};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;
use system::{BoundId, Expr, System};

/// The most loops that are tried for shortcuts.
const LOOPS: usize = 400;

/// The iterates after which an inner fixpoint is taken as it is, where a bound will do.
const ROUNDS: u64 = 40;

/// Exact iterates before the bound of the reachable states is widened, where the strategy itself is exact.
const REACHABLE_SEED: u64 = 2;

/// Shortcuts that several attempts use.
pub(super) type Shortcuts<D> = Rc<Vec<Shortcut<<D as Domain>::Relation>>>;

/// A system in a domain, and what is known of it.
pub(super) struct Context<'a, D: Complement> {
    /// The system.
    pub system: &'a System,
    /// The same as formulas.
    pub lowered: &'a Lowered,
    /// The same as sets and relations.
    pub model: Model<'a, D>,
    /// A set that contains the reachable states: those in which what never changes is as in some initial state, and in which what was
    /// proved to be invariant holds; nothing if they are all states.
    possible: Option<D::Set>,
    /// The microseconds that it took to build these.
    pub construction: u64,
    /// Whether several strategies are tried.
    several: bool,
    /// The sums that helped the present attempt.
    pub measures: RefCell<Vec<Measure>>,
    /// How far the fixpoints of the present attempt have come.
    journal: Journal<D::Set>,
    /// What may be spent.
    pub budget: &'a Budget<'a>,
    /// What is known of a largest value, if that is asked for.
    known: Cell<Between>,
    /// By the length of loops.
    shortcuts: RefCell<BTreeMap<usize, Shortcuts<D>>>,
    /// By seed and length of loops.
    reachable: RefCell<ReachableBounds<D::Set>>,
}

/// What stays true of a system in a domain when an attempt is over.
pub(super) struct Kept<D: Complement> {
    parts: Parts<D>,
    possible: Option<D::Set>,
    construction: u64,
    /// What is known of a largest value, if that is asked for.
    pub known: Between,
    shortcuts: BTreeMap<usize, Shortcuts<D>>,
    reachable: ReachableBounds<D::Set>,
}

/// Bounds of the reachable states, by seed and length of loops.
type ReachableBounds<S> = BTreeMap<(u64, usize), Reachable<S>>;

/// A bound of the reachable states, as far as it is known. Several attempts use it, so that it has a journal of its own.
struct Reachable<S> {
    journal: Rc<Journal<S>>,
    bound: Option<S>,
}

impl<'a, D: Countless> Context<'a, D> {
    /// What an attempt works with, from what is known of the system.
    pub fn new(
        setup: &Setup<'a>,
        lowered: &'a Lowered,
        domain: &'a D,
        kept: Kept<D>,
        journal: Journal<D::Set>,
    ) -> Self {
        let Kept { parts, possible, construction, known, shortcuts, reachable } = kept;
        Context {
            system: setup.prepared.system,
            lowered,
            model: parts.model(domain, &Chained, Meter::new(setup.budget)),
            possible,
            construction,
            several: setup.several,
            measures: RefCell::default(),
            journal,
            budget: setup.budget,
            known: Cell::new(known),
            shortcuts: RefCell::new(shortcuts),
            reachable: RefCell::new(reachable),
        }
    }

    /// What is worth keeping of the system, and of the attempt.
    pub fn kept(self) -> (Kept<D>, Journal<D::Set>) {
        let Context { model, possible, construction, known, shortcuts, reachable, journal, .. } = self;
        let (known, shortcuts, reachable) = (known.get(), shortcuts.into_inner(), reachable.into_inner());
        (Kept { parts: model.parts(), possible, construction, known, shortcuts, reachable }, journal)
    }

    /// Takes note of what is known of a largest value.
    pub fn learn(&self, known: Between) {
        self.known.set(self.known.get().and(known));
    }

    /// States that are known to be reached by the first fixpoint of the attempt, if it leads from the initial ones forward.
    pub fn reached(&self) -> Option<D::Set> {
        self.journal.first_iterate()
    }

    /// The steps between all states that are possible.
    pub fn steps(&self) -> Limited<Steps<'_, D>> {
        match &self.possible {
            Some(possible) => Ok(Steps::new(&self.model, possible.clone())),
            None => Steps::everywhere(&self.model),
        }
    }

    /// The shortcuts that a strategy uses.
    pub fn shortcuts(&self, strategy: Strategy) -> Limited<Shortcuts<D>> {
        if strategy.loops == 0 {
            return Ok(Rc::new(Vec::new()));
        }
        if let Some(known) = self.shortcuts.borrow().get(&strategy.loops) {
            return Ok(known.clone());
        }
        let settings = LoopSettings { length: strategy.loops, tries: LOOPS };
        let found = match self.several {
            true => {
                let mut parts = self.lowered.clone();
                parts.split_moves();
                shortcuts(self.model.domain, &parts, settings, self.model.meter.budget())?
            }
            false => shortcuts(self.model.domain, self.lowered, settings, self.model.meter.budget())?,
        };
        let found = Rc::new(found);
        let (count, length) = (found.len(), strategy.loops);
        self.model.meter.note(format_args!("{count} shortcuts for loops of up to {length} moves"));
        self.shortcuts.borrow_mut().insert(strategy.loops, found.clone());
        Ok(found)
    }

    /// Whether a strategy among others wants shortcuts where there are none, so that it is one of the others.
    pub fn is_idle(&self, strategy: Strategy) -> bool {
        let none = || self.shortcuts.borrow().get(&strategy.loops).is_some_and(|found| found.is_empty());
        self.several && strategy.loops > 0 && none()
    }

    /// An upper bound of the reachable states, which no step leaves.
    pub fn reachable_bound(&self, strategy: Strategy) -> Limited<D::Set> {
        let seed = strategy.seed.unwrap_or(REACHABLE_SEED);
        let key = (seed, strategy.loops);
        let (journal, known) = {
            let mut all = self.reachable.borrow_mut();
            let own = all.entry(key).or_insert_with(|| Reachable { journal: Rc::default(), bound: None });
            (own.journal.clone(), own.bound.clone())
        };
        if let Some(bound) = known {
            // Whoever computed it, the attempt rests on it.
            let (iterations, peak) = journal.cost();
            self.model.meter.count(iterations, peak);
            return Ok(bound);
        }
        journal.rewind();
        let shortcuts = self.shortcuts(strategy)?;
        let steps = self.steps()?;
        let strategy = Strategy { seed: Some(seed), ..strategy };
        let fair = Conditions::default();
        let bound = self.bounds_noted(&journal, &steps, &fair, &shortcuts, strategy, |bounds| {
            bounds.reachable(Side::Above, &Enough::never())
        })?;
        self.reachable.borrow_mut().insert(key, Reachable { journal, bound: Some(bound.set.clone()) });
        Ok(bound.set)
    }

    /// Works with bounds of fixpoints along these steps.
    pub fn bounds<T>(
        &self,
        steps: &Steps<'_, D>,
        fair: &Conditions<D>,
        shortcuts: &[Shortcut<D::Relation>],
        strategy: Strategy,
        work: impl FnOnce(&Bounds<'_, D>) -> Limited<T>,
    ) -> Limited<T> {
        self.bounds_noted(&self.journal, steps, fair, shortcuts, strategy, work)
    }

    fn bounds_noted<T>(
        &self,
        journal: &Journal<D::Set>,
        steps: &Steps<'_, D>,
        fair: &Conditions<D>,
        shortcuts: &[Shortcut<D::Relation>],
        strategy: Strategy,
        work: impl FnOnce(&Bounds<'_, D>) -> Limited<T>,
    ) -> Limited<T> {
        let domain = steps.domain();
        let holds = |e: &Expr| {
            let formula = self.lowered.condition(self.system, e, self.model.meter.budget());
            domain.set(&formula.map_err(LoweringError::into_halt)?)
        };
        let release = |bound: BoundId| domain.relation(&self.lowered.release(bound)?);
        let Strategy { seed, width, ranked, .. } = strategy;
        let settings = BoundSettings { seed, width, rounds: ROUNDS, ranked };
        let measures = &self.measures;
        let (holds, release) = (&holds, &release);
        work(&Bounds { steps, fair, holds, release, shortcuts, measures, journal, settings })
    }
}

impl<D: Countless> Kept<D> {
    /// Leaves out states in which an invariant does not hold.
    pub fn restrict(&mut self, domain: &D, invariant: &Formula, budget: &Budget<'_>) -> Limited<()> {
        let set = match domain.set(invariant) {
            Ok(set) => set,
            Err(Halt::Unsupported(_)) => return Ok(()),
            Err(halt) => return Err(halt),
        };
        let possible = match &self.possible {
            Some(possible) => domain.intersection(possible, &set)?,
            None => set,
        };
        budget.note(&"an invariant that was proved restricts the states");
        self.possible = Some(possible);
        Ok(())
    }

    /// The states that are looked at; nothing for all of them.
    pub fn possible(&self) -> Option<&D::Set> {
        self.possible.as_ref()
    }

    /// Looks at these states only, which contain all that are reachable.
    pub fn look_at(&mut self, states: D::Set) {
        self.possible = Some(states);
    }

    /// Tells the system to the domain.
    pub fn new(setup: &Setup<'_>, lowered: &Lowered, domain: &D) -> Limited<Self> {
        let begun = setup.budget.microseconds();
        let parts = Parts::new(domain, lowered, &Meter::new(setup.budget))?;
        let release = Step { changed: changing(lowered), relation: Formula::truth() };
        let possible = domain.post(&parts.initial, &domain.relation(&release)?)?;
        let everywhere = domain.is_subset(&domain.whole()?, &possible)?;
        let possible = (!everywhere).then_some(possible);
        let construction = setup.budget.microseconds().saturating_sub(begun);
        let (shortcuts, reachable) = (BTreeMap::new(), BTreeMap::new());
        Ok(Kept { parts, possible, construction, known: Between::default(), shortcuts, reachable })
    }
}

/// The variables that some move changes.
fn changing(lowered: &Lowered) -> Vec<Variable> {
    let changes = |variable: &Variable| lowered.moves.iter().any(|one| one.step.changed.contains(variable));
    lowered.space.all().filter(changes).collect()
}
