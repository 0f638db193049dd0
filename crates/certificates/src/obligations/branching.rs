//! Branching-time formulas: each part has a set from the side that counts, and only single steps are looked at.
//!
//! All operators but negation are monotone, so that a set below (above) the truth of each part gives one below (above) the truth of
//! the whole. Everything is said of the states of a set that no step leaves and that has the initial states.
//!
//! * `EU` from below: each layer has a step into the one before, so its states reach what comes in as many steps.
//!   With a rank, a pair of natural numbers falls in each step until then: the rank, and among states of equal rank the place of the layer.
//! * `EU` from above: a set that contains what comes, and into which no step leads from elsewhere in the left part, contains every state
//!   from which it can be reached, by induction on the length of the path.
//! * `EG` from above: paths that stay in the left part cannot enter the set from outside, and no fair one stays outside for ever.

use super::context::{Context, Set, malformed};
use super::core::Few;
use super::region::Steps;
use crate::automaton_run::shown_state;
use crate::{AlwaysAbove, AlwaysBelow, Claim, Condition, Logic, Refusal, Term};
use system::{Ctl, Interpreter, State, Value};

/// What is said of a branching-time formula.
pub(crate) struct Branching<'c> {
    /// The states that are looked at.
    pub invariant: &'c Term,
    /// The states from which a fair path begins, from below.
    pub fair_below: Option<&'c AlwaysBelow>,
    /// The same from above.
    pub fair_above: Option<&'c AlwaysAbove>,
    /// The claim.
    pub claim: &'c Claim,
    /// For a violated formula, an initial state.
    pub initial: Option<&'c State>,
    /// And the values of rigid variables.
    pub rigid: &'c [i128],
}

/// The states from which a fair path begins, once they have been checked; nothing if all paths are fair.
struct FairSets<'c> {
    is_needed: bool,
    below: Option<Set<'c>>,
    above: Option<Set<'c>>,
}

impl<'c, L: Logic> Context<'c, '_, L> {
    /// The sets show the verdict on the formula.
    pub fn branching(&mut self, formula: &'c Ctl, holds: bool, shown: &Branching<'c>) -> Result<(), Refusal> {
        let few = Few::new(formula)
            .ok_or_else(|| Refusal::Undecided("a rigid variable is quantified inside the formula".into()))?;
        let few = if holds { few } else { few.not() };
        let start = self.translator.initial()?;
        let passages = self.moves();
        self.is_closed(shown.invariant, start, &passages)?;
        let steps = Steps { passages: &passages, automaton: None };
        let everywhere = Set::Term(shown.invariant);
        let fair = self.fair_sets(shown, &everywhere, &steps)?;
        let mut claims = Claims { context: self, everywhere, fair, steps };
        let set = claims.check(&few, shown.claim, true)?;
        match (holds, shown.initial) {
            (true, _) => {
                let inside = self.now(&set)?;
                self.refute_outside("the formula is claimed of every initial state", start, inside)
            }
            (false, Some(state)) => self.is_claimed_of(state, shown.rigid, &set, start),
            (false, None) => Err(malformed("no initial state is given that violates the formula")),
        }
    }

    fn fair_sets(
        &mut self,
        shown: &Branching<'c>,
        everywhere: &Set<'c>,
        steps: &Steps<'_, L::Condition>,
    ) -> Result<FairSets<'c>, Refusal> {
        let is_needed = !self.system().fairness.is_empty();
        let repeated = self.assumptions();
        let below = match shown.fair_below {
            Some(below) => Some(self.always_below(below, everywhere, steps, &repeated)?),
            None => None,
        };
        let above = match shown.fair_above {
            Some(above) => Some(self.always_above(above, everywhere, everywhere, steps)?),
            None => None,
        };
        Ok(FairSets { is_needed, below, above })
    }

    /// All fairness assumptions.
    pub fn assumptions(&self) -> Vec<Condition> {
        (0..self.system().fairness.len()).map(Condition::Fairness).collect()
    }

    /// The set has every state of `within` from which a fair path stays within.
    fn always_above(
        &mut self,
        shown: &'c AlwaysAbove,
        within: &Set<'c>,
        everywhere: &Set<'c>,
        steps: &Steps<'_, L::Condition>,
    ) -> Result<Set<'c>, Refusal> {
        let set = Set::Term(&shown.set);
        let outside = Set::And(vec![everywhere.clone(), within.clone(), set.clone().not()]);
        let apart = self.now(&outside)?;
        // A path that ends in a dead end stays there.
        let dead = self.dead()?;
        let ending = self.translator.logic.and(apart, dead)?;
        self.refute("no dead end lies outside the set", ending)?;
        for passage in steps.passages {
            let into = Set::And(vec![within.clone(), set.clone()]);
            let enters = self.after(&into, passage)?;
            let entering = self.translator.logic.all(&[apart, passage.condition, enters])?;
            let obligation = format!("{} does not lead into the set from outside", self.shown(passage));
            self.refute(&obligation, entering)?;
        }
        self.nobody_stays(&outside, &shown.region, steps)?;
        Ok(set)
    }

    /// The state is an initial one, and the set has it.
    fn is_claimed_of(
        &mut self,
        state: &'c State,
        rigid: &[i128],
        set: &Set<'c>,
        start: L::Condition,
    ) -> Result<(), Refusal> {
        match Interpreter::new(self.system()).is_initial(state) {
            Ok(true) => {}
            Ok(false) => {
                let shown = shown_state(self.system(), state);
                return Err(Refusal::Failed { obligation: "the given state is initial".into(), shown });
            }
            Err(obstacle) => return Err(Refusal::Undecided(obstacle.to_string())),
        }
        let only = self.exactly(state)?;
        let mut here = self.translator.logic.and(start, only)?;
        let natural: Vec<bool> = self.rigid.iter().map(|bound| self.system().bound(*bound).natural).collect();
        if rigid.len() != natural.len()
            || rigid.iter().zip(natural).any(|(value, natural)| natural && *value < 0)
        {
            return Err(malformed("not every rigid variable has one of its values"));
        }
        for (place, value) in rigid.iter().enumerate() {
            let present = self.translator.present_extra(place)?;
            let same = present.is(&mut self.translator.logic, Value::Int(*value))?;
            here = self.translator.logic.and(here, same)?;
        }
        let inside = self.now(set)?;
        self.refute_outside("the negation of the formula is claimed of the given state", here, inside)
    }
}

struct Claims<'x, 'c, 's, 'p, L: Logic> {
    context: &'x mut Context<'c, 's, L>,
    everywhere: Set<'c>,
    fair: FairSets<'c>,
    steps: Steps<'p, L::Condition>,
}

impl<'c, L: Logic> Claims<'_, 'c, '_, '_, L> {
    /// The set of a claim, which lies below the formula's truth, or above it.
    fn check(&mut self, formula: &Few<'c>, claim: &'c Claim, below: bool) -> Result<Set<'c>, Refusal> {
        match (formula, claim) {
            (Few::State(e), Claim::State) => Ok(Set::State(e)),
            (Few::Not(inner), Claim::Not(claim)) => Ok(self.check(inner, claim, !below)?.not()),
            (Few::And(parts), Claim::And(claims)) if parts.len() == claims.len() => {
                let parts = parts.iter().zip(claims).map(|(part, claim)| self.check(part, claim, below));
                Ok(Set::And(parts.collect::<Result<_, _>>()?))
            }
            (Few::Next(inner), Claim::Next { inner: claim, set }) => {
                let target = self.check(inner, claim, below)?;
                self.next(target, set, below)
            }
            (Few::Until(left, right), Claim::UntilBelow { left: one, right: other, attractor }) if below => {
                let (left, right) = (self.check(left, one, true)?, self.check(right, other, true)?);
                let goal = self.fairly(right, true)?;
                let within = self.among(left);
                self.context.attractor(goal, attractor, &within, self.steps.passages)
            }
            (Few::Until(left, right), Claim::UntilAbove { left: one, right: other, set }) if !below => {
                let (left, right) = (self.check(left, one, false)?, self.check(right, other, false)?);
                let goal = self.fairly(right, false)?;
                self.until_above(left, goal, set)
            }
            (Few::Always(inner), Claim::AlwaysBelow { inner: claim, shown }) if below => {
                let inner = self.check(inner, claim, true)?;
                let within = self.among(inner);
                let repeated = self.context.assumptions();
                self.context.always_below(shown, &within, &self.steps, &repeated)
            }
            (Few::Always(inner), Claim::AlwaysAbove { inner: claim, shown }) if !below => {
                let within = self.check(inner, claim, false)?;
                self.context.always_above(shown, &within, &self.everywhere, &self.steps)
            }
            _ => Err(malformed("a claim does not fit its formula")),
        }
    }

    /// Those of the states that are looked at.
    fn among(&self, set: Set<'c>) -> Set<'c> {
        Set::And(vec![self.everywhere.clone(), set])
    }

    /// Those from which a fair path begins.
    fn fairly(&self, set: Set<'c>, below: bool) -> Result<Set<'c>, Refusal> {
        let fair = if below { &self.fair.below } else { &self.fair.above };
        match (self.fair.is_needed, fair) {
            (false, _) => Ok(set),
            (true, Some(fair)) => Ok(Set::And(vec![set, fair.clone()])),
            (true, None) => Err(malformed("it is not said from where fair paths begin")),
        }
    }

    fn next(&mut self, target: Set<'c>, set: &'c Term, below: bool) -> Result<Set<'c>, Refusal> {
        let target = self.fairly(target, below)?;
        let own = self.among(Set::Term(set));
        let inside = self.context.now(&own)?;
        if below {
            let before = self.context.before(&target, self.steps.passages)?;
            self.context.refute_outside(
                "a step leads from each state of the set to the next one",
                inside,
                before,
            )?;
            return Ok(own);
        }
        let outside = self.among(Set::Term(set).not());
        let outside = self.context.now(&outside)?;
        for passage in self.steps.passages {
            let after = self.context.after(&target, passage)?;
            let step = self.context.translator.logic.all(&[outside, passage.condition, after])?;
            self.context.refute("no step leads from outside the set to the next one", step)?;
        }
        Ok(Set::Term(set))
    }

    fn until_above(&mut self, left: Set<'c>, goal: Set<'c>, set: &'c Term) -> Result<Set<'c>, Refusal> {
        let own = Set::Term(set);
        let outside = self.among(own.clone().not());
        let outside = self.context.now(&outside)?;
        let goal = self.context.now(&goal)?;
        let missed = self.context.translator.logic.and(outside, goal)?;
        self.context.refute("the set has all states of what comes", missed)?;
        let within = self.context.now(&left)?;
        let from = self.context.translator.logic.and(outside, within)?;
        for passage in self.steps.passages {
            let after = self.context.after(&own, passage)?;
            let step = self.context.translator.logic.all(&[from, passage.condition, after])?;
            let obligation =
                format!("{} does not lead into the set from outside", self.context.shown(passage));
            self.context.refute(&obligation, step)?;
        }
        Ok(own)
    }
}
