//! The third phase of a step: values that are chosen, by `any` and by relations.
//!
//! Every variable that is chosen in some state gets a local, which stands for its new value there. Relations are
//! decided from the left; where one faults for some choice that the earlier ones allow, the transition faults.

use super::conjunction::{all, both, either, except, implies, some};
use super::environment::{Scope, Values};
use super::interval::Interval;
use super::number::{Case, Number};
use super::outcome::{Outcome, Path, Write, closed, written};
use super::step::{PreparedStep, Ready, unwritten};
use super::{Lowerer, Lowering, LoweringError, Unsupported};
use diagnostics::Span;
use state_sets::{Cell, Formula, Kind, Linear, Local, Part};
use std::collections::BTreeMap;
use system::{ChoiceSet, Expr, ExprKind, VariableId};

/// The values of an `any`.
#[derive(Debug, Clone)]
pub(super) enum Choice {
    /// From the first to the second.
    Range(Number, Number),
    /// These.
    Members(Vec<Number>),
}

/// A variable whose new value is chosen.
#[derive(Debug, Clone)]
struct Chosen {
    /// Where an `any` chooses it, and from which set.
    sets: Vec<(Formula, Option<Choice>)>,
    /// Where a prime releases it.
    released: Formula,
    span: Span,
}

/// The local of a chosen variable.
struct Unknown {
    variable: VariableId,
    local: Local,
    kind: Kind,
    value: Linear,
    /// Which values can be chosen.
    domain: Formula,
    /// Where a chosen value lies outside the type.
    outside: Formula,
}

/// What the statements of a step ask of new values.
struct Demands<'a> {
    chosen: BTreeMap<VariableId, Chosen>,
    /// The relations, with the states in which they are looked at.
    constraints: Vec<(Formula, &'a Expr, Span)>,
    /// Where what is written agrees with what is chosen.
    agreed: Formula,
}

impl Lowerer<'_> {
    /// The set of an `any`; collects where reading it faults.
    pub(super) fn choice(
        &mut self,
        set: &ChoiceSet,
        scope: Scope<'_>,
        fault: &mut Formula,
    ) -> Lowering<Choice> {
        let mut read = |expr: &Expr| {
            let number = self.number(expr, scope)?;
            *fault = either(fault, &number.fault);
            Ok::<_, LoweringError>(number)
        };
        Ok(match set {
            ChoiceSet::Range(low, high) => Choice::Range(read(low)?, read(high)?),
            ChoiceSet::Members(members) => {
                Choice::Members(members.iter().map(read).collect::<Result<_, _>>()?)
            }
        })
    }

    /// What the step's relations and `any`s make of an outcome.
    pub(super) fn solve(
        &mut self,
        path: &Path,
        values: &Values,
        prepared: &[PreparedStep<'_>],
        outcome: Outcome,
    ) -> Lowering<Option<Outcome>> {
        let path = path.choosing(&outcome.locals, &outcome.condition);
        let demands = self.demands(&path, values, prepared, &outcome)?;
        if demands.chosen.is_empty() && demands.constraints.is_empty() {
            let condition = both(&outcome.condition, &demands.agreed);
            return Ok(Some(Outcome { condition, ..outcome }));
        }
        let path = path.and(&demands.agreed);
        let mut unknowns = Vec::new();
        for (variable, chosen) in &demands.chosen {
            unknowns.push(self.unknown(*variable, chosen)?);
        }
        let next = self.new_values(&outcome, &unknowns);
        let truth = self.constraints(&path, Scope { now: values, next: &next }, &demands, &unknowns)?;
        let mut condition = all([&outcome.condition, &demands.agreed, &truth]);
        for unknown in &unknowns {
            condition = both(&condition, &unknown.domain);
        }
        let locals: Vec<(Local, Kind)> =
            unknowns.iter().map(|unknown| (unknown.local, unknown.kind)).collect();
        let outside = some(unknowns.iter().map(|unknown| &unknown.outside));
        let inside = unknowns.iter().fold(truth, |sum, unknown| both(&sum, &unknown.domain));
        self.record(&path.choosing(&locals, &inside), &outside);
        let mut result = outcome;
        result.condition = except(&condition, &outside);
        for unknown in unknowns {
            let when = both(
                &demands.chosen[&unknown.variable].anywhere(),
                &unwritten(&result.writes, unknown.variable),
            );
            let case = Case { guard: Formula::truth(), term: unknown.value };
            result.writes.entry(unknown.variable).or_default().push(Write { when, cases: vec![case] });
            result.locals.push((unknown.local, unknown.kind));
        }
        Ok((!result.condition.is_falsity()).then_some(result))
    }

    /// What is asked of new values; records where two statements write differently.
    fn demands<'a>(
        &mut self,
        path: &Path,
        values: &Values,
        prepared: &[PreparedStep<'a>],
        outcome: &Outcome,
    ) -> Lowering<Demands<'a>> {
        let mut demands =
            Demands { chosen: BTreeMap::new(), constraints: Vec::new(), agreed: Formula::truth() };
        for one in prepared {
            match &one.what {
                Ready::Any { targets, set, condition } => {
                    for (guard, variable) in &targets.variables {
                        let here = both(&one.active, guard);
                        self.choose(path, &here, *variable, set.as_ref(), one.span, outcome, &mut demands)?;
                    }
                    if let Some(condition) = condition {
                        demands.constraints.push((one.active.clone(), condition, one.span));
                    }
                }
                Ready::Relation(relation) => {
                    demands.constraints.push((one.active.clone(), relation, one.span));
                }
                _ => {}
            }
        }
        for (active, constraint, span) in demands.constraints.clone() {
            self.release(&active, constraint, span, values, outcome, &mut demands)?;
        }
        Ok(demands)
    }

    /// An `any` of a variable, where `here` holds.
    #[expect(clippy::too_many_arguments, reason = "all of them belong to one statement")]
    fn choose(
        &mut self,
        path: &Path,
        here: &Formula,
        variable: VariableId,
        set: Option<&Choice>,
        span: Span,
        outcome: &Outcome,
        demands: &mut Demands<'_>,
    ) -> Lowering<()> {
        let path = path.and(&demands.agreed);
        for write in outcome.writes.get(&variable).into_iter().flatten() {
            let overlap = both(here, &write.when);
            if overlap.is_falsity() {
                continue;
            }
            let value = Number { cases: write.cases.clone(), fault: Formula::falsity() };
            let differs = self.has_other_than(variable, set, &value, span)?;
            self.record(&path, &both(&overlap, &differs));
            let agrees = match set {
                Some(set) => self.contains(set, &value, span)?,
                None => Formula::truth(),
            };
            demands.agreed = both(&demands.agreed, &implies(&overlap, &agrees));
        }
        let free = both(here, &unwritten(&outcome.writes, variable));
        if free.is_falsity() {
            return Ok(());
        }
        let chosen = demands.chosen.entry(variable).or_insert_with(|| Chosen::new(span));
        let earlier = chosen.sets.clone();
        chosen.sets.push((free.clone(), set.cloned()));
        for (when, other) in earlier {
            let overlap = both(&free, &when);
            let single = self.are_one_value(set, other.as_ref(), span)?;
            self.record(&path, &except(&overlap, &single));
        }
        Ok(())
    }

    /// Every place that a prime denotes is released where it is not written.
    fn release(
        &mut self,
        active: &Formula,
        expr: &Expr,
        span: Span,
        values: &Values,
        outcome: &Outcome,
        demands: &mut Demands<'_>,
    ) -> Lowering<()> {
        if let ExprKind::ReadNext(place) = &expr.kind {
            for (guard, variable) in self.targets(place, Scope::of(values))?.variables {
                let here = all([active, &guard, &unwritten(&outcome.writes, variable)]);
                if !here.is_falsity() {
                    let chosen = demands.chosen.entry(variable).or_insert_with(|| Chosen::new(span));
                    chosen.released = either(&chosen.released, &here);
                }
            }
        }
        for child in expr.children() {
            self.release(active, child, span, values, outcome, demands)?;
        }
        Ok(())
    }

    /// The local for a chosen variable.
    fn unknown(&mut self, variable: VariableId, chosen: &Chosen) -> Lowering<Unknown> {
        let own = self.type_interval(variable);
        let hull = chosen.sets.iter().filter_map(|(_, set)| set.as_ref()).fold(own, |hull, set| {
            set.bounds().fold(hull, |hull, number| hull.hull(self.number_interval(number)))
        });
        let (local, kind, value) = if own.contains(hull) {
            let kind = self.cells.kind(Cell::now(self.coding.variable(variable)));
            let local = self.cells.local(kind);
            (local, kind, self.own(variable, Cell::Local(local)))
        } else {
            self.cells.within(hull, self.most_codes())
        };
        let overflow = || Unsupported::overflow(chosen.span);
        let fits = self.fits(variable, &value).ok_or_else(overflow)?;
        let mut domain = Formula::truth();
        let mut from_sets = Formula::falsity();
        for (when, set) in &chosen.sets {
            if let Some(set) = set {
                let inside = self.contains(set, &Number::of(value.clone()), chosen.span)?;
                domain = both(&domain, &implies(when, &inside));
                from_sets = either(&from_sets, when);
            }
        }
        domain = both(&domain, &either(&from_sets, &fits));
        let outside = except(&from_sets, &fits);
        Ok(Unknown { variable, local, kind, value, domain, outside })
    }

    /// What primes denote: what is written, or else the local.
    fn new_values(&self, outcome: &Outcome, unknowns: &[Unknown]) -> Values {
        let mut next = Values::new();
        for (variable, writes) in &outcome.writes {
            let old = Number { cases: Vec::new(), fault: Formula::falsity() };
            next.insert(*variable, super::outcome::value_after(writes, &old));
        }
        for unknown in unknowns {
            let old = Number::of(unknown.value.clone());
            let value = match outcome.writes.get(&unknown.variable) {
                Some(writes) if !written(writes).is_falsity() => super::outcome::value_after(writes, &old),
                _ => old,
            };
            next.insert(unknown.variable, value);
        }
        next
    }

    /// Where all relations hold; records where one faults.
    fn constraints(
        &mut self,
        path: &Path,
        scope: Scope<'_>,
        demands: &Demands<'_>,
        unknowns: &[Unknown],
    ) -> Lowering<Formula> {
        let mut sum = Formula::truth();
        for (active, constraint, _) in &demands.constraints {
            let decided = self.truth(constraint, scope)?;
            let fault = all([&sum, active, &decided.fault]);
            if !fault.is_falsity() {
                self.record_choice(path, fault, unknowns);
            }
            sum = both(&sum, &implies(active, &decided.truth));
        }
        Ok(sum)
    }

    /// Records a fault that depends on chosen values; only those that matter to it need to exist.
    fn record_choice(&mut self, path: &Path, fault: Formula, unknowns: &[Unknown]) {
        let free = fault.free_locals();
        let mut locals = Vec::new();
        let mut sum = fault;
        for unknown in unknowns.iter().filter(|unknown| free.contains(&unknown.local)) {
            locals.push((unknown.local, unknown.kind));
            sum = both(&sum, &unknown.domain);
        }
        self.record(path, &closed(&locals, sum));
    }

    fn number_interval(&self, number: &Number) -> Interval {
        let intervals = number.cases.iter().map(|case| self.cells.interval(&case.term));
        intervals.reduce(Interval::hull).unwrap_or(Interval::ALL)
    }

    /// Where the set, or the type, has a value other than this one.
    fn has_other_than(
        &self,
        variable: VariableId,
        set: Option<&Choice>,
        value: &Number,
        span: Span,
    ) -> Lowering<Formula> {
        use system::Comparison::{Le, Ne};
        let ask = |comparison, a: &Number, b: &Number| {
            Ok::<_, LoweringError>(self.compared(comparison, a.clone(), b.clone(), span)?.truth)
        };
        match set {
            None => {
                let ty = self.system.variable(variable).ty;
                let single = matches!(ty, system::Type::Range { low, high } if low == high);
                Ok(Formula::plain(!single))
            }
            Some(Choice::Range(low, high)) => {
                let other = either(&ask(Ne, low, high)?, &ask(Ne, low, value)?);
                Ok(both(&ask(Le, low, high)?, &other))
            }
            Some(Choice::Members(members)) => {
                let others =
                    members.iter().map(|member| ask(Ne, member, value)).collect::<Result<Vec<_>, _>>()?;
                Ok(some(&others))
            }
        }
    }

    /// Where the set has this value.
    fn contains(&self, set: &Choice, value: &Number, span: Span) -> Lowering<Formula> {
        use system::Comparison::{Eq, Le};
        let ask = |comparison, a: &Number, b: &Number| {
            Ok::<_, LoweringError>(self.compared(comparison, a.clone(), b.clone(), span)?.truth)
        };
        match set {
            Choice::Range(low, high) => Ok(both(&ask(Le, low, value)?, &ask(Le, value, high)?)),
            Choice::Members(members) => {
                let equal =
                    members.iter().map(|member| ask(Eq, member, value)).collect::<Result<Vec<_>, _>>()?;
                Ok(some(&equal))
            }
        }
    }

    /// Where both sets have the same single value.
    fn are_one_value(&self, left: Option<&Choice>, right: Option<&Choice>, span: Span) -> Lowering<Formula> {
        let (Some(left), Some(right)) = (left, right) else { return Ok(Formula::falsity()) };
        let bounds: Vec<&Number> = left.bounds().chain(right.bounds()).collect();
        let mut same = Formula::truth();
        for pair in bounds.windows(2) {
            let equal = self.compared(system::Comparison::Eq, pair[0].clone(), pair[1].clone(), span)?;
            same = both(&same, &equal.truth);
        }
        Ok(same)
    }
}

impl Chosen {
    fn new(span: Span) -> Chosen {
        Chosen { sets: Vec::new(), released: Formula::falsity(), span }
    }

    /// Where the variable is chosen at all.
    fn anywhere(&self) -> Formula {
        either(&some(self.sets.iter().map(|(when, _)| when)), &self.released)
    }
}

impl Choice {
    /// The ends of the range, or the members.
    fn bounds(&self) -> impl Iterator<Item = &Number> {
        match self {
            Choice::Range(low, high) => vec![low, high].into_iter(),
            Choice::Members(members) => members.iter().collect::<Vec<_>>().into_iter(),
        }
    }
}
