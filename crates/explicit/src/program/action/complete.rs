//! Phases 3 and 4, and the sequence of steps.

use super::prepare::Prepared;
use super::{Block, Runner, Step, Writes, apply, followed_by};
use crate::code::{Trap, Values};

impl Runner<'_> {
    /// What a block can write from a state; nothing if it blocks or fails.
    pub fn run(&mut self, block: &Block, state: &[i64]) -> Vec<Writes> {
        self.run_steps(&block.steps, state)
    }

    fn run_steps(&mut self, steps: &[Step], state: &[i64]) -> Vec<Writes> {
        let mut results = vec![Writes::new()];
        for step in steps {
            let mut longer = Vec::new();
            for writes in results {
                for new in self.run_step(step, &apply(state, &writes)) {
                    longer.push(followed_by(&writes, &new));
                }
            }
            without_repetition(&mut longer);
            results = longer;
        }
        results
    }

    fn run_step(&mut self, step: &Step, state: &[i64]) -> Vec<Writes> {
        let mut results = Vec::new();
        for way in self.select(step, state) {
            let Some(prepared) = self.prepare(&way, state) else { continue };
            let completed = self.complete(step, &prepared, state);
            if !completed.is_empty() && self.assertions_hold(&prepared, state) {
                results.extend(completed);
            }
        }
        results
    }

    /// Completes nested blocks, merges what is written, and solves relations; assertions are left out.
    fn complete(&mut self, step: &Step, prepared: &[Prepared<'_>], state: &[i64]) -> Vec<Writes> {
        let mut merged = vec![Writes::new()];
        for one in prepared {
            let parts = match one {
                Prepared::Write(variable, value) => vec![vec![(*variable, *value)]],
                Prepared::Nested { step, first, rest } => self.complete_nested(step, first, rest, state),
                Prepared::Any(..) | Prepared::Assert(_) => continue,
            };
            merged = self.merge(&merged, &parts);
        }
        let Some(relations) = &step.relations else { return merged };
        let solutions = merged.iter().flat_map(|writes| self.relate(relations, prepared, writes, state));
        let mut solutions = solutions.collect();
        without_repetition(&mut solutions);
        solutions
    }

    /// A block of one step leaves its assertions to the step it is nested in; a longer one ends its first
    /// step, assertions included, and goes on from there.
    fn complete_nested(
        &mut self,
        step: &Step,
        first: &[Prepared<'_>],
        rest: &[Step],
        state: &[i64],
    ) -> Vec<Writes> {
        let completed = self.complete(step, first, state);
        if rest.is_empty() {
            return completed;
        }
        if completed.is_empty() || !self.assertions_hold(first, state) {
            return Vec::new();
        }
        let mut results = Vec::new();
        for writes in completed {
            for new in self.run_steps(rest, &apply(state, &writes)) {
                results.push(followed_by(&writes, &new));
            }
        }
        results
    }

    /// Every combination; two different values for one variable are a fault.
    fn merge(&mut self, all: &[Writes], parts: &[Writes]) -> Vec<Writes> {
        let mut results = Vec::with_capacity(all.len() * parts.len());
        for writes in all {
            for part in parts {
                let clashes = part.iter().any(|(variable, value)| {
                    let other = writes.binary_search_by_key(variable, |write| write.0);
                    other.is_ok_and(|at| writes[at].1 != *value)
                });
                if clashes {
                    self.faulted = true;
                } else {
                    results.push(followed_by(writes, part));
                }
            }
        }
        results
    }

    /// Phase 4, for a step and for nested blocks of one step.
    fn assertions_hold(&mut self, prepared: &[Prepared<'_>], state: &[i64]) -> bool {
        prepared.iter().all(|one| match one {
            Prepared::Nested { first, rest: [], .. } => self.assertions_hold(first, state),
            Prepared::Assert(condition) => match condition.test(Values::of(state)) {
                Ok(true) => true,
                Ok(false) => {
                    self.note(Trap::FAULT);
                    false
                }
                Err(trap) => {
                    self.note(trap);
                    false
                }
            },
            _ => true,
        })
    }
}

/// Leaves one of each; long lists are sorted for that.
fn without_repetition(results: &mut Vec<Writes>) {
    if results.len() > 1 {
        results.sort_unstable();
        results.dedup();
    }
}
