//! Steps of actions, by symbolic execution over the state before the transition.
//!
//! The phases are those of the language: choices ([`select`](super::select)), then everything that is read, with
//! its faults, then nested blocks and the merging of writes, then relations ([`solve`](super::solve)), then
//! assertions. A fault is recorded with the path that leads to it, and taken out of what goes on.

use super::conjunction::{both, either, except, implies, not, some};
use super::environment::{Scope, Values};
use super::number::{Case, Number};
use super::outcome::{Outcome, Path, Write, Writes, after, closed, where_active, written};
use super::place::Targets;
use super::rewrite::{size, size_of_sum};
use super::select::{Selected, What};
use super::solve::Choice;
use super::{Lowerer, Lowering, Unsupported};
use diagnostics::Span;
use state_sets::{Cell, Formula, Linear};
use system::{Expr, StatementKind, Step, VariableId};

/// Values with more atoms than this are named by a local.
const LARGE_VALUE: usize = 200;

/// A statement of which everything has been read.
#[derive(Debug, Clone)]
pub(super) struct PreparedStep<'a> {
    /// Where it happens.
    pub active: Formula,
    pub what: Ready<'a>,
    pub span: Span,
}

/// What happens.
#[derive(Debug, Clone)]
pub(super) enum Ready<'a> {
    /// The variables get the value.
    Write { targets: Targets, value: Number },
    /// The variables get any value of the set, or of their types.
    Any { targets: Targets, set: Option<Choice>, condition: Option<&'a Expr> },
    /// Old and new values are so related.
    Relation(&'a Expr),
    /// A fault if false.
    Assert(&'a Expr),
    /// A nested block.
    Nested { first: Vec<PreparedStep<'a>>, rest: &'a [Step] },
}

impl Lowerer<'_> {
    /// Remembers where a transition faults.
    pub(super) fn record(&mut self, path: &Path, fault: &Formula) {
        let fault = both(&path.condition, fault);
        if !fault.is_falsity() {
            self.faults.push(closed(&path.locals, fault));
        }
    }

    /// What the steps, one after the other, can do.
    pub(super) fn steps(&mut self, path: &Path, values: &Values, steps: &[Step]) -> Lowering<Vec<Outcome>> {
        let mut results = vec![Outcome::nothing()];
        for step in steps {
            let mut longer = Vec::new();
            for outcome in results {
                let between = self.after(values, &outcome.writes);
                let path = path.choosing(&outcome.locals, &outcome.condition);
                for new in self.step(&path, &between, step)? {
                    longer.push(outcome.then(new));
                }
            }
            results = {
                let fewer = self.fewer(longer);
                self.shortened(fewer, step_span(step))?
            };
        }
        Ok(results)
    }

    /// The values after the writes.
    pub(super) fn after(&self, values: &Values, writes: &Writes) -> Values {
        after(values, writes, |variable| self.read(variable, Scope::of(values)))
    }

    /// The same outcomes as one, if there are too many.
    pub(super) fn fewer(&mut self, mut outcomes: Vec<Outcome>) -> Vec<Outcome> {
        outcomes.retain(|outcome| !outcome.condition.is_falsity());
        if outcomes.len() <= self.most_moves {
            return outcomes;
        }
        let Some((local, kind)) = self.chooser(outcomes.len()) else { return outcomes };
        let chosen = |number: usize| Formula::is(Cell::Local(local), number as u64);
        let each = outcomes.into_iter().enumerate().map(|(number, outcome)| outcome.under(&chosen(number)));
        let mut one = each.reduce(Outcome::either).unwrap_or_else(Outcome::nothing);
        one.locals.push((local, kind));
        vec![one]
    }

    /// The outcomes with large values named by locals, so that reading them does not multiply their cases.
    pub(super) fn shortened(&mut self, outcomes: Vec<Outcome>, span: Span) -> Lowering<Vec<Outcome>> {
        let mut all = Vec::new();
        for mut outcome in outcomes {
            let mut writes = std::mem::take(&mut outcome.writes);
            for (variable, own) in &mut writes {
                if own.iter().map(size_of_write).fold(0, usize::saturating_add) > LARGE_VALUE {
                    self.name(*variable, own, &mut outcome, span)?;
                }
            }
            outcome.writes = writes;
            if size(&outcome.condition) > self.largest {
                let help = "split it into several transitions, or use fewer conditionals and selections";
                return Err(Unsupported::at(span, "an action with too many cases", help).into());
            }
            all.push(outcome);
        }
        Ok(all)
    }

    /// Gives the written value of a variable a local of its own.
    fn name(
        &mut self,
        variable: VariableId,
        writes: &mut Vec<Write>,
        outcome: &mut Outcome,
        span: Span,
    ) -> Lowering<()> {
        let kind = self.cells.kind(Cell::now(self.coding.variable(variable)));
        let local = self.cells.local(kind);
        let value = self.own(variable, Cell::Local(local));
        for write in writes.iter() {
            let number = Number { cases: write.cases.clone(), fault: Formula::falsity() };
            let atom = |term: &Linear| Some(self.cells.zero(value.minus(term)?));
            let equal = number.holds(atom).ok_or_else(|| Unsupported::overflow(span))?.truth;
            outcome.condition = both(&outcome.condition, &implies(&write.when, &equal));
        }
        let case = Case { guard: Formula::truth(), term: value };
        *writes = vec![Write { when: written(writes), cases: vec![case] }];
        outcome.locals.push((local, kind));
        Ok(())
    }

    fn step(&mut self, path: &Path, values: &Values, step: &Step) -> Lowering<Vec<Outcome>> {
        let mut results = Vec::new();
        for way in self.select(path, values, step)? {
            let path = path.choosing(&way.locals, &way.condition);
            let mut fault = Formula::falsity();
            let prepared = self.prepare(values, &way.selected, &mut fault)?;
            self.record(&path, &fault);
            let sound = except(&way.condition, &fault);
            let path = path.and(&not(&fault));
            for mut outcome in self.complete(&path, values, &prepared)? {
                let path = path.choosing(&outcome.locals, &outcome.condition);
                let failed = self.failed_assertions(values, &prepared)?;
                self.record(&path, &failed);
                outcome.condition = both(&sound, &except(&outcome.condition, &failed));
                outcome.locals.splice(0..0, way.locals.iter().copied());
                results.push(outcome);
            }
        }
        Ok(self.fewer(results))
    }

    /// Reads everything that the statements read before they write; collects where that faults.
    fn prepare<'a>(
        &mut self,
        values: &Values,
        selected: &[Selected<'a>],
        fault: &mut Formula,
    ) -> Lowering<Vec<PreparedStep<'a>>> {
        let mut all = Vec::new();
        for one in selected {
            let mut own = Formula::falsity();
            let (what, span) = self.prepare_one(values, &one.what, &mut own)?;
            *fault = either(fault, &both(&one.active, &own));
            all.push(PreparedStep { active: one.active.clone(), what, span });
        }
        Ok(all)
    }

    fn prepare_one<'a>(
        &mut self,
        values: &Values,
        what: &What<'a>,
        fault: &mut Formula,
    ) -> Lowering<(Ready<'a>, Span)> {
        let statement = match what {
            What::Plain(statement) => *statement,
            What::Nested { first, rest } => {
                let first = self.prepare(values, first, fault)?;
                return Ok((Ready::Nested { first, rest }, Span::default()));
            }
        };
        let scope = Scope::of(values);
        let ready = match &statement.kind {
            StatementKind::Assign { place, value } => {
                let targets = self.targets(place, scope)?;
                let value = self.number(value, scope)?;
                let outside = self.outside_types(&targets, &value, statement.span)?;
                *fault = some([&*fault, &targets.fault, &value.fault, &outside]);
                Ready::Write { targets, value }
            }
            StatementKind::Any { place, set, condition } => {
                let targets = self.targets(place, scope)?;
                *fault = either(fault, &targets.fault);
                let set = match set {
                    Some(set) => Some(self.choice(set, scope, fault)?),
                    None => None,
                };
                Ready::Any { targets, set, condition: condition.as_ref() }
            }
            StatementKind::Assert(condition) => Ready::Assert(condition),
            StatementKind::Relation(relation) => Ready::Relation(relation),
            StatementKind::Skip | StatementKind::Choose(_) | StatementKind::If { .. } => {
                unreachable!("selection leaves no statement with branches")
            }
        };
        Ok((ready, statement.span))
    }

    /// Where the value does not fit the variable that it is written to.
    fn outside_types(&self, targets: &Targets, value: &Number, span: Span) -> Lowering<Formula> {
        let mut outside = Formula::falsity();
        for (guard, variable) in &targets.variables {
            self.spend(value.cases.len())?;
            let fits = |term: &Linear| Some(not(&self.fits(*variable, term)?));
            let misfit = value.holds(fits).ok_or_else(|| Unsupported::overflow(span))?.truth;
            outside = either(&outside, &both(guard, &misfit));
        }
        Ok(outside)
    }

    /// Where a value lies in the type of a variable.
    pub(super) fn fits(&self, variable: VariableId, value: &Linear) -> Option<Formula> {
        let interval = self.type_interval(variable);
        // What is known of the value decides first: ends that are far from it have no distance that fits.
        let known = self.cells.interval(value);
        let above = match interval.low {
            Some(low) if known.low.is_some_and(|least| low <= least) => Formula::truth(),
            Some(low) if known.high.is_some_and(|most| most < low) => Formula::falsity(),
            Some(low) => self.cells.not_positive(Linear::constant(low).minus(value)?),
            None => Formula::truth(),
        };
        let below = match interval.high {
            Some(high) if known.high.is_some_and(|most| most <= high) => Formula::truth(),
            Some(high) if known.low.is_some_and(|least| high < least) => Formula::falsity(),
            Some(high) => self.cells.not_positive(value.minus(&Linear::constant(high))?),
            None => Formula::truth(),
        };
        Some(both(&above, &below))
    }

    /// Completes nested blocks, merges what is written, and solves relations; assertions are left out.
    fn complete(
        &mut self,
        path: &Path,
        values: &Values,
        prepared: &[PreparedStep<'_>],
    ) -> Lowering<Vec<Outcome>> {
        let mut merged = vec![Outcome::nothing()];
        for one in prepared {
            let parts = match &one.what {
                Ready::Write { targets, value } => vec![assignment(&one.active, targets, value)],
                Ready::Nested { first, rest } => {
                    let outcomes = self.nested(&path.and(&one.active), values, first, rest)?;
                    where_active(&one.active, outcomes)
                }
                _ => continue,
            };
            merged = self.merge(path, &merged, &parts, one.span)?;
        }
        let mut results = Vec::new();
        for outcome in merged {
            results.extend(self.solve(path, values, prepared, outcome)?);
        }
        Ok(results)
    }

    fn nested(
        &mut self,
        path: &Path,
        values: &Values,
        first: &[PreparedStep<'_>],
        rest: &[Step],
    ) -> Lowering<Vec<Outcome>> {
        let completed = self.complete(path, values, first)?;
        if rest.is_empty() {
            return Ok(completed);
        }
        let failed = self.failed_assertions(values, first)?;
        let mut results = Vec::new();
        for mut outcome in completed {
            self.record(&path.choosing(&outcome.locals, &outcome.condition), &failed);
            outcome.condition = except(&outcome.condition, &failed);
            let path = path.choosing(&outcome.locals, &outcome.condition);
            let between = self.after(values, &outcome.writes);
            for new in self.steps(&path, &between, rest)? {
                results.push(outcome.then(new));
            }
        }
        Ok(self.fewer(results))
    }

    /// Every combination; two different values for one variable are a fault.
    fn merge(
        &mut self,
        path: &Path,
        all: &[Outcome],
        parts: &[Outcome],
        span: Span,
    ) -> Lowering<Vec<Outcome>> {
        let mut results = Vec::new();
        for left in all {
            for right in parts {
                let clash = self.clash(&left.writes, &right.writes, span)?;
                let mut both_outcomes = right.then(left.clone());
                let path = path.choosing(&both_outcomes.locals, &both_outcomes.condition);
                self.record(&path, &clash);
                both_outcomes.condition = except(&both_outcomes.condition, &clash);
                results.push(both_outcomes);
            }
        }
        Ok(self.fewer(results))
    }

    fn clash(&self, left: &Writes, right: &Writes, span: Span) -> Lowering<Formula> {
        let mut clash = Formula::falsity();
        for (variable, first) in left {
            for a in first {
                for b in right.get(variable).into_iter().flatten() {
                    let when = both(&a.when, &b.when);
                    if !when.is_falsity() {
                        let different = self.different(&a.cases, &b.cases, span)?;
                        clash = either(&clash, &both(&when, &different));
                    }
                }
            }
        }
        Ok(clash)
    }

    /// Where two values differ.
    pub(super) fn different(&self, left: &[Case], right: &[Case], span: Span) -> Lowering<Formula> {
        let number = |cases: &[Case]| Number { cases: cases.to_vec(), fault: Formula::falsity() };
        Ok(self.compared(system::Comparison::Ne, number(left), number(right), span)?.truth)
    }

    /// Where an assertion of the step, or of a nested block of one step, fails or faults.
    fn failed_assertions(&mut self, values: &Values, prepared: &[PreparedStep<'_>]) -> Lowering<Formula> {
        let mut failed = Formula::falsity();
        for one in prepared {
            let own = match &one.what {
                Ready::Nested { first, rest: [] } => self.failed_assertions(values, first)?,
                Ready::Assert(condition) => not(&self.truth(condition, Scope::of(values))?.truth),
                _ => continue,
            };
            failed = either(&failed, &both(&one.active, &own));
        }
        Ok(failed)
    }
}

fn assignment(active: &Formula, targets: &Targets, value: &Number) -> Outcome {
    let mut outcome = Outcome::nothing();
    for (guard, variable) in &targets.variables {
        let write = Write { when: both(active, guard), cases: value.cases.clone() };
        outcome.writes.entry(*variable).or_default().push(write);
    }
    outcome
}

fn step_span(step: &Step) -> Span {
    step.statements.first().map(|statement| statement.span).unwrap_or_default()
}

fn size_of_write(write: &Write) -> usize {
    let case = |case: &Case| size(&case.guard).saturating_add(size_of_sum(&case.term));
    write.cases.iter().map(case).fold(size(&write.when), usize::saturating_add)
}

/// Where none of the writes happens.
pub(super) fn unwritten(writes: &Writes, variable: VariableId) -> Formula {
    writes.get(&variable).map_or(Formula::truth(), |writes| not(&written(writes)))
}
