//! What is assigned, in which order and why, and what follows by clauses with one literal left.

use crate::clauses::{ClauseNumber, Clauses, NO_CLAUSE, Watch};
use crate::literal::Literal;
use budget::{Budget, Budgeted};

/// The assignment of a search.
#[derive(Debug, Default)]
pub(crate) struct Trail {
    /// For each literal whether it holds; nothing if that is open.
    values: Vec<Option<bool>>,
    levels: Vec<u32>,
    reasons: Vec<ClauseNumber>,
    /// The literals that hold, in the order in which that was found.
    pub literals: Vec<Literal>,
    /// For each level above zero the number of literals before it.
    limits: Vec<usize>,
    /// How many literals have been propagated.
    head: usize,
}

impl Trail {
    /// Makes room for a variable.
    pub fn add_variable(&mut self) -> usize {
        self.values.extend([None, None]);
        self.levels.push(0);
        self.reasons.push(NO_CLAUSE);
        self.levels.len() - 1
    }

    /// The number of variables.
    pub fn variable_count(&self) -> usize {
        self.levels.len()
    }

    /// Does the literal hold, if that is known?
    #[inline]
    pub fn value(&self, literal: Literal) -> Option<bool> {
        self.values[literal.place()]
    }

    /// The number of decisions in force.
    #[inline]
    pub fn level(&self) -> usize {
        self.limits.len()
    }

    /// The level at which the variable was assigned.
    #[inline]
    pub fn level_of(&self, variable: usize) -> usize {
        self.levels[variable] as usize
    }

    /// The clause that implied the variable's value, or none.
    #[inline]
    pub fn reason(&self, variable: usize) -> ClauseNumber {
        self.reasons[variable]
    }

    /// How many literals were assigned before the first decision.
    pub fn base(&self) -> usize {
        self.limits.first().copied().unwrap_or(self.literals.len())
    }

    /// Begins a level.
    pub fn push_level(&mut self) {
        self.limits.push(self.literals.len());
    }

    /// Makes an open literal hold.
    #[inline]
    pub fn assign(&mut self, literal: Literal, reason: ClauseNumber) {
        debug_assert_eq!(self.value(literal), None, "only open literals are assigned");
        self.values[literal.place()] = Some(true);
        self.values[(!literal).place()] = Some(false);
        self.levels[literal.variable()] = self.limits.len() as u32;
        self.reasons[literal.variable()] = reason;
        self.literals.push(literal);
    }

    /// Takes back what was assigned above a level; tells each literal.
    pub fn backtrack(&mut self, level: usize, mut undone: impl FnMut(Literal)) {
        let Some(&limit) = self.limits.get(level) else { return };
        for literal in self.literals.drain(limit..).rev() {
            self.values[literal.place()] = None;
            self.values[(!literal).place()] = None;
            undone(literal);
        }
        self.limits.truncate(level);
        self.head = self.head.min(limit);
    }

    /// Assigns all that follows; a clause that fails, if there is one. After an error nothing is lost but time.
    pub fn propagate(
        &mut self,
        clauses: &mut Clauses,
        budget: &Budget<'_>,
    ) -> Budgeted<Option<ClauseNumber>> {
        while let Some(&literal) = self.literals.get(self.head) {
            let falsified = !literal;
            budget.spend(1 + clauses.watches[falsified.place()].len())?;
            self.head += 1;
            let mut watches = std::mem::take(&mut clauses.watches[falsified.place()]);
            let failed = self.visit(falsified, &mut watches, clauses);
            clauses.watches[falsified.place()] = watches;
            if failed.is_some() {
                self.head = self.literals.len();
                return Ok(failed);
            }
        }
        Ok(None)
    }

    /// Looks at the clauses that watch a literal which has become false.
    fn visit(
        &mut self,
        falsified: Literal,
        watches: &mut Vec<Watch>,
        clauses: &mut Clauses,
    ) -> Option<ClauseNumber> {
        let (mut read, mut write) = (0, 0);
        let mut failed = None;
        'watches: while read < watches.len() {
            let watch = watches[read];
            read += 1;
            if self.values[watch.blocker.place()] == Some(true) {
                watches[write] = watch;
                write += 1;
                continue;
            }
            let parts = clauses.get_mut(watch.clause);
            if parts[0] == falsified {
                parts.swap(0, 1);
            }
            let first = parts[0];
            let kept = Watch { clause: watch.clause, blocker: first };
            if self.values[first.place()] == Some(true) {
                watches[write] = kept;
                write += 1;
                continue;
            }
            for at in 2..parts.len() {
                if self.values[parts[at].place()] != Some(false) {
                    parts.swap(1, at);
                    let watched = parts[1];
                    clauses.watches[watched.place()].push(kept);
                    continue 'watches;
                }
            }
            watches[write] = kept;
            write += 1;
            if self.values[first.place()] == Some(false) {
                failed = Some(watch.clause);
                break;
            }
            self.assign(first, watch.clause);
        }
        watches.copy_within(read.., write);
        watches.truncate(write + watches.len() - read);
        failed
    }
}
