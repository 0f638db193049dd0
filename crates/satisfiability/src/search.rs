//! The search for an assignment: decisions, what follows from them, and what conflicts teach.
//!
//! # The algorithm
//!
//! Clauses are propagated first; then bounds are checked by the simplex method; then a variable that needs a decision is decided;
//! and where none does, integers are looked for. A conflict of clauses or of arithmetic is turned into a clause, and the search
//! goes back to where that clause implies something. Assumptions are the first decisions; a level is theirs even where they hold
//! already, and restarts keep them.
//!
//! # Reference
//!
//! Eén, Sörensson: *An Extensible SAT-solver*, SAT 2003, doi:10.1007/978-3-540-24605-3_37.
//! Nieuwenhuis, Oliveras, Tinelli: *Solving SAT and SAT Modulo Theories: From an Abstract Davis–Putnam–Logemann–Loveland Procedure
//! to DPLL(T)*, Journal of the ACM 53(6), 2006, doi:10.1145/1217856.1217859.
//! Luby, Sinclair, Zuckerman: *Optimal Speedup of Las Vegas Algorithms*, 1993, doi:10.1016/0020-0190(93)90029-9.

use crate::analysis::{Analysis, is_reason, latest_level};
use crate::arithmetic::{Arithmetic, Contradiction};
use crate::clauses::{ClauseNumber, Clauses, NO_CLAUSE};
use crate::literal::Literal;
use crate::order::Order;
use crate::relevance::Relevance;
use crate::stopped::Stopped;
use crate::trail::Trail;
use budget::Budget;

/// The conflicts of the shortest run between two restarts.
const SHORTEST_RUN: u64 = 100;

/// How many learnt clauses are kept at first.
const KEPT_AT_FIRST: usize = 3_000;

/// Clauses, an assignment, and what helps to find one.
#[derive(Debug, Default)]
pub(crate) struct Search {
    clauses: Clauses,
    trail: Trail,
    order: Order,
    relevance: Relevance,
    analysis: Analysis,
    /// For each variable the value that it had last.
    phases: Vec<Option<bool>>,
    /// The clauses are impossible.
    contradictory: bool,
    /// How many literals of the trail the arithmetic has taken in.
    taken: usize,
    /// How many learnt clauses are kept.
    kept: usize,
    /// How many assumptions the question has.
    assumptions: usize,
    model: Vec<Option<bool>>,
    core: Vec<Literal>,
}

/// How a round of the search ended.
enum Round {
    /// A clause fails.
    Failed(Vec<Literal>),
    /// An assignment was found.
    Found,
    /// An assumption is false.
    Refused(Literal),
    /// A decision was made.
    Decided,
}

impl Search {
    /// A search without variables.
    pub fn new() -> Search {
        Search { kept: KEPT_AT_FIRST, ..Search::default() }
    }

    /// A new variable.
    pub fn variable(&mut self) -> usize {
        self.clauses.add_variable();
        self.order.add_variable();
        self.relevance.add_variable();
        self.analysis.add_variable();
        self.phases.push(None);
        self.trail.add_variable()
    }

    /// The literal's value, if the clauses alone are known to determine it.
    pub fn fixed(&self, literal: Literal) -> Option<bool> {
        self.trail.value(literal)
    }

    /// Adds a clause; it is part of the definition of its owner, if it has one.
    pub fn clause(&mut self, parts: &[Literal], owner: Option<usize>) {
        if let Some((number, parts)) = self.attach(parts) {
            self.relevance.add(&parts, owner);
            if let Some(owner) = owner {
                self.clauses.set_owner(number, owner);
            }
        }
    }

    /// Adds a clause that holds whatever the integers are: nothing needs to be decided for it.
    pub fn lemma(&mut self, parts: &[Literal]) {
        self.attach(parts);
    }

    /// Adds a clause to those that are propagated; what is left of it if that is more than one literal.
    fn attach(&mut self, parts: &[Literal]) -> Option<(ClauseNumber, Vec<Literal>)> {
        let mut parts: Vec<Literal> =
            parts.iter().copied().filter(|&part| self.trail.value(part) != Some(false)).collect();
        parts.sort_unstable();
        parts.dedup();
        let holds = parts.iter().any(|&part| self.trail.value(part) == Some(true));
        if holds || parts.windows(2).any(|pair| pair[0] == !pair[1]) {
            return None;
        }
        match parts.as_slice() {
            [] => self.contradictory = true,
            [only] => self.trail.assign(*only, NO_CLAUSE),
            _ => {
                let number = self.clauses.add(&parts, false, 0);
                return Some((number, parts));
            }
        }
        None
    }

    /// Looks for an assignment of the clauses in which the assumptions hold.
    pub fn solve(
        &mut self,
        arithmetic: &mut Arithmetic,
        assumptions: &[Literal],
        budget: &Budget<'_>,
    ) -> Result<bool, Stopped> {
        self.core.clear();
        self.assumptions = assumptions.len();
        // What belongs to every question is paid for, too: many small ones about a large formula take time.
        budget.spend(1 + self.trail.variable_count() / 16 + arithmetic.begin())?;
        self.relevance.begin(&mut self.order);
        let answer = self.run(arithmetic, assumptions, budget);
        self.backtrack(0, arithmetic);
        answer
    }

    fn run(
        &mut self,
        arithmetic: &mut Arithmetic,
        assumptions: &[Literal],
        budget: &Budget<'_>,
    ) -> Result<bool, Stopped> {
        let (mut runs, mut conflicts) = (0, 0);
        while !self.contradictory {
            match self.round(arithmetic, assumptions, budget)? {
                Round::Decided => {}
                Round::Found => {
                    let variables = 0..self.trail.variable_count();
                    let values = variables.map(|variable| self.trail.value(Literal::positive(variable)));
                    self.model.clear();
                    self.model.extend(values);
                    return Ok(true);
                }
                Round::Refused(assumption) => {
                    self.core = self.analysis.responsible(assumption, &self.trail, &self.clauses);
                    return Ok(false);
                }
                Round::Failed(clause) => {
                    self.learn(&clause, arithmetic);
                    conflicts += 1;
                    if conflicts >= SHORTEST_RUN * luby(runs) {
                        (runs, conflicts) = (runs + 1, 0);
                        self.backtrack(assumptions.len(), arithmetic);
                    }
                    if self.clauses.learnt.len() > self.kept {
                        self.kept += self.kept / 10;
                        let trail = &self.trail;
                        self.clauses.reduce(|number, parts| is_reason(number, parts, trail));
                    }
                }
            }
        }
        Ok(false)
    }

    /// Propagates, checks and decides once.
    fn round(
        &mut self,
        arithmetic: &mut Arithmetic,
        assumptions: &[Literal],
        budget: &Budget<'_>,
    ) -> Result<Round, Stopped> {
        if let Some(failed) = self.trail.propagate(&mut self.clauses, budget)? {
            self.clauses.bump(failed);
            return Ok(Round::Failed(self.clauses.get(failed).to_vec()));
        }
        if let Err(contradiction) = self.take_in(arithmetic) {
            return Ok(Round::Failed(negated(contradiction)));
        }
        while let Some(&assumption) = assumptions.get(self.trail.level()) {
            match self.trail.value(assumption) {
                Some(true) => self.push_level(arithmetic),
                Some(false) => return Ok(Round::Refused(assumption)),
                None => {
                    self.push_level(arithmetic);
                    self.trail.assign(assumption, NO_CLAUSE);
                    return Ok(Round::Decided);
                }
            }
        }
        if let Err(contradiction) = arithmetic.check(budget)? {
            return Ok(Round::Failed(negated(contradiction)));
        }
        self.relevance.take_in(&self.trail, &self.clauses, &mut self.order);
        while let Some(variable) = self.order.pop() {
            budget.spend(1)?;
            let open = self.trail.value(Literal::positive(variable)).is_none();
            if open && self.relevance.needs_decision(variable, &self.trail) {
                self.push_level(arithmetic);
                let holds = arithmetic.suggestion(variable).or(self.phases[variable]).unwrap_or(false);
                let literal = Literal::positive(variable);
                self.trail.assign(if holds { literal } else { !literal }, NO_CLAUSE);
                return Ok(Round::Decided);
            }
        }
        match arithmetic.complete(budget)? {
            Ok(()) => Ok(Round::Found),
            Err(contradiction) => Ok(Round::Failed(negated(contradiction))),
        }
    }

    /// Tells the arithmetic what was assigned.
    fn take_in(&mut self, arithmetic: &mut Arithmetic) -> Result<(), Contradiction> {
        while let Some(&literal) = self.trail.literals.get(self.taken) {
            self.taken += 1;
            arithmetic.assign(literal)?;
        }
        Ok(())
    }

    fn push_level(&mut self, arithmetic: &mut Arithmetic) {
        self.trail.push_level();
        arithmetic.push_level();
    }

    /// Learns a clause from one that fails, goes back and assigns what it implies.
    fn learn(&mut self, failed: &[Literal], arithmetic: &mut Arithmetic) {
        let level = latest_level(failed, &self.trail);
        if level == 0 {
            self.contradictory = true;
            return;
        }
        // A contradiction of the arithmetic may be found later than its literals were assigned.
        self.backtrack(level, arithmetic);
        let levels = self.analysis.learn(failed, &self.trail, &mut self.clauses, &mut self.order);
        let learnt = std::mem::take(&mut self.analysis.learnt);
        let back = learnt.get(1).map_or(0, |part| self.trail.level_of(part.variable()));
        self.backtrack(back, arithmetic);
        let reason = match learnt.len() {
            1 => NO_CLAUSE,
            _ => self.clauses.add(&learnt, true, levels),
        };
        self.trail.assign(learnt[0], reason);
        self.analysis.learnt = learnt;
        self.order.decay();
        self.clauses.decay();
    }

    fn backtrack(&mut self, level: usize, arithmetic: &mut Arithmetic) {
        if level >= self.trail.level() {
            return;
        }
        let Search { trail, order, phases, relevance, .. } = self;
        trail.backtrack(level, |literal| {
            phases[literal.variable()] = Some(!literal.is_negated());
            if relevance.is_candidate(literal.variable()) {
                order.insert(literal.variable());
            }
        });
        arithmetic.pop_to(level);
        self.taken = self.taken.min(self.trail.literals.len());
        self.relevance.backtrack(level, self.assumptions, &self.trail, &mut self.order);
    }

    /// What the variable was assigned when an assignment was last found.
    pub fn assigned(&self, variable: usize) -> Option<bool> {
        self.model.get(variable).copied().flatten()
    }

    /// Assumptions that were last found impossible together.
    pub fn core(&self) -> &[Literal] {
        &self.core
    }
}

fn negated(mut contradiction: Contradiction) -> Vec<Literal> {
    contradiction.iter_mut().for_each(|literal| *literal = !*literal);
    contradiction
}

/// The sequence 1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8, …, counted from zero.
fn luby(mut place: u64) -> u64 {
    loop {
        let bits = (place + 1).ilog2();
        if place + 2 == 1 << (bits + 1) {
            return 1 << bits;
        }
        place -= (1 << bits) - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::luby;

    #[test]
    fn runs_are_those_of_luby() {
        let runs: Vec<u64> = (0..15).map(luby).collect();
        assert_eq!(runs, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }
}
