//! A question about single states of a system, as formulas: where runs begin, what steps do, which states are bad.

use crate::choice::without_negated_choices;
use crate::instant::{Instant, Unknown, too_large};
use crate::translation::{Translation, same_code};
use budget::Budget;
use encoding::{LowerOptions, Lowered, LoweringError, Prepared};
use satisfiability::{Literal, Solver, Sum};
use state_sets::{Formula, Halt, Limited, Part, Space};
use system::{ClaimedPath, Expr, PathEnding, Question, System, TransitionId};

/// The parts of a question that a proof needs.
pub(crate) struct Transitions<'s> {
    /// The system.
    pub system: &'s System,
    /// The same as formulas; each move is a conjunction as far as that gives few of them.
    pub lowered: Lowered,
    /// The states that decide the question once one of them is reached.
    pub bad: Formula,
    /// What is known of all reachable states.
    pub known: Vec<Formula>,
    /// The predicates that the model's author gives.
    pub given: Vec<Formula>,
    /// The transitions that fault in a bad state, if the question is about faults.
    faults: Vec<(TransitionId, Formula)>,
}

/// Integer ranges stay integers: differences of them are what predicates speak of.
const MOST_CODES: u64 = 2;

impl<'s> Transitions<'s> {
    /// The parts of a question about single states.
    pub fn new(prepared: &Prepared<'s>, question: &Question, budget: &Budget<'_>) -> Limited<Self> {
        let system = prepared.system;
        let options = LowerOptions { most_codes: MOST_CODES, ..LowerOptions::default() };
        let mut lowered = prepared.lowered(&options, budget).map_err(LoweringError::into_halt)?;
        lowered.split_moves();
        let condition =
            |expression| lowered.condition(system, expression, budget).map_err(LoweringError::into_halt);
        let mut faults = Vec::new();
        let bad = match question {
            Question::Invariant(e) => condition(e)?.negated(),
            Question::Reachable(e) => condition(e)?,
            Question::NoFaults => {
                faults.clone_from(&lowered.faults);
                Formula::any(faults.iter().map(|(_, states)| states.clone()))
            }
            Question::DeadlockFree => {
                // A state may be no dead end because of a transition that is missing here.
                if let Some((_, unsupported)) = lowered.refused.first() {
                    return Err(Halt::Unsupported(unsupported.to_string()));
                }
                let guards = lowered.guards().into_iter();
                Formula::all(guards.map(|guard| crate::elimination::without_locals(&guard).negated()))
            }
            Question::Ctl(_) | Question::Ltl(_) | Question::Bound(_) => {
                return Err(Halt::Unsupported("it is not decided by single states".into()));
            }
        };
        let bad = without_negated_choices(&bad);
        // One that cannot be said in formulas is no help, and no harm.
        let given = system.predicates.iter().filter_map(|one| condition(&one.condition).ok()).collect();
        Ok(Transitions { system, lowered, bad, known: Vec::new(), given, faults })
    }

    /// Takes over invariants that have been proved, given by the numbers of their properties.
    pub fn learn(&mut self, proved: &[usize], budget: &Budget<'_>) -> Limited<()> {
        let condition = |number: &usize| match &self.system.properties[*number].question {
            Question::Invariant(e) => Some(e.clone()),
            _ => None,
        };
        let conditions: Vec<Expr> = proved.iter().filter_map(condition).collect();
        self.learn_conditions(&conditions, budget)
    }

    /// Takes over conditions that have been proved of all reachable states.
    pub fn learn_conditions(&mut self, conditions: &[Expr], budget: &Budget<'_>) -> Limited<()> {
        for condition in conditions {
            let formula =
                self.lowered.condition(self.system, condition, budget).map_err(LoweringError::into_halt)?;
            self.known.push(formula);
        }
        Ok(())
    }

    /// The variables.
    pub fn space(&self) -> &Space {
        &self.lowered.space
    }

    /// Why a proof may not rest on the moves, if it may not.
    pub fn missing(&self) -> Option<String> {
        self.lowered.refused.first().map(|(_, unsupported)| unsupported.to_string())
    }

    /// The literal that the first instant is an initial state.
    pub fn initial(&self, solver: &mut Solver, now: &Instant) -> Limited<Literal> {
        Translation::state(solver, now).possible(&self.lowered.initial)
    }

    /// The literal that the instant is a bad state.
    pub fn is_bad(&self, solver: &mut Solver, now: &Instant) -> Limited<Literal> {
        Translation::state(solver, now).possible(&self.bad)
    }

    /// Demands what is known of all reachable states.
    pub fn assume_known(&self, solver: &mut Solver, now: &Instant) -> Limited<()> {
        for formula in &self.known {
            let literal = Translation::state(solver, now).possible(formula)?;
            solver.clause(&[literal]);
        }
        Ok(())
    }

    /// For each move, a literal under which it leads from one instant to the other; nothing else is said of them.
    pub fn moves(
        &self,
        solver: &mut Solver,
        now: &Instant,
        next: &Instant,
        budget: &Budget<'_>,
    ) -> Limited<Vec<Literal>> {
        let kept: Vec<Literal> = now
            .0
            .iter()
            .zip(&next.0)
            .map(|(before, after)| same(solver, before, after))
            .collect::<Limited<_>>()?;
        let mut taken = Vec::with_capacity(self.lowered.moves.len());
        for one in &self.lowered.moves {
            budget.spend(kept.len().saturating_add(one.step.relation.tree_size())).map_err(Halt::spent)?;
            let relation = Translation::step(solver, now, next).possible(&one.step.relation)?;
            let is_kept = |place: &usize| !one.step.changed.iter().any(|variable| variable.index() == *place);
            let mut parts: Vec<Literal> = (0..kept.len()).filter(is_kept).map(|place| kept[place]).collect();
            parts.push(relation);
            taken.push(solver.and(&parts));
        }
        Ok(taken)
    }

    /// A literal under which one move leads from one instant to the other.
    pub fn one_move(
        &self,
        solver: &mut Solver,
        now: &Instant,
        next: &Instant,
        number: usize,
    ) -> Limited<Literal> {
        let step = &self.lowered.moves[number].step;
        let mut parts = vec![Translation::step(solver, now, next).possible(&step.relation)?];
        for (place, (before, after)) in now.0.iter().zip(&next.0).enumerate() {
            if !step.changed.iter().any(|variable| variable.index() == place) {
                parts.push(same(solver, before, after)?);
            }
        }
        Ok(solver.and(&parts))
    }

    /// A literal under which two instants are the same state.
    pub fn same_state(&self, solver: &mut Solver, one: &Instant, other: &Instant) -> Limited<Literal> {
        let each = one.0.iter().zip(&other.0).map(|(one, other)| same(solver, one, other));
        let each = each.collect::<Limited<Vec<Literal>>>()?;
        Ok(solver.and(&each))
    }

    /// The path through states and moves as one of the system.
    pub fn claimed(
        &self,
        points: &[state_sets::Point],
        moves: &[usize],
        fault: Option<TransitionId>,
    ) -> ClaimedPath {
        let coding = &self.lowered.coding;
        let step = |(number, point): (&usize, &state_sets::Point)| {
            (self.lowered.moves[*number].transition, coding.state(point))
        };
        let steps = moves.iter().zip(&points[1..]).map(step).collect();
        let ending = fault.map_or(PathEnding::Finite, PathEnding::Fault);
        ClaimedPath { initial: coding.state(&points[0]), steps, ending }
    }

    /// The conditions under which transitions fault, if that is asked about.
    pub fn faults(&self) -> &[(TransitionId, Formula)] {
        &self.faults
    }
}

/// That an unknown has the value of another.
fn same(solver: &mut Solver, before: &Unknown, after: &Unknown) -> Limited<Literal> {
    match (before, after) {
        (Unknown::Number(one), Unknown::Number(other)) => {
            let difference = Sum::of(*one).minus(&Sum::of(*other));
            Ok(solver.zero(&difference.ok_or_else(too_large)?))
        }
        (Unknown::Code(one), Unknown::Code(other)) => Ok(same_code(solver, one, other)),
        _ => Err(Halt::Unsupported("a variable changes its kind".into())),
    }
}
