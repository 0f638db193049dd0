//! Solves the relations and `any`s of a step.
//!
//! The unknowns are the variables that primes denote and the targets of `any`, unless the step has already
//! written them. Which variables these are can depend on the state (`a[i]' > 0`), so plans are kept by the
//! variables that they are for.

use super::prepare::Prepared;
use super::{Runner, Writes, followed_by};
use crate::code::{Code, Compiler, Target, Unsupported, Values};
use crate::program::solve::{
    Board, ChosenSet, Plan, STEPS_BETWEEN_CALLS, Scope, Unknown, conjuncts, make_plan, run_plan,
};
use crate::value::Domain;
use diagnostics::Span;
use std::collections::{BTreeMap, HashMap};
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, MutexGuard};
use system::{Comparison, Expr, ExprKind, Obstacle, StatementKind, Type};

/// A place that denotes no variable in this state.
const NOWHERE: u32 = u32::MAX;

/// More solutions than this of one step are not listed, nor sought by more steps than these.
pub(super) const MOST_SOLUTIONS: usize = 1 << 22;
pub(super) const MOST_STEPS: usize = 1 << 26;

/// The relations of a step, and the conditions of its `any`s, in order.
#[derive(Debug)]
pub(crate) struct Relations {
    constraints: Vec<Expr>,
    /// Every primed place in them.
    primes: Vec<Target>,
    /// The constraints as equations that each define the new value of another fixed variable, if that is all
    /// that they are. With an `any` in the step, only if there are none.
    definitions: Option<Vec<Defined>>,
    span: Span,
    plans: Mutex<HashMap<Vec<u32>, Arc<Prepackaged>>>,
}

/// A variable, its new value, and the interval that this must lie in.
type Defined = (u32, Code, Domain);

/// A plan with the unknowns that it is for.
#[derive(Debug)]
struct Prepackaged {
    unknowns: Vec<Unknown>,
    plan: Plan,
}

impl Relations {
    /// The plans made so far. A plan is complete before it gets there, so that a panic elsewhere does no harm.
    fn plans(&self) -> MutexGuard<'_, HashMap<Vec<u32>, Arc<Prepackaged>>> {
        self.plans.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// The relations of a step; nothing if it has neither relations nor `any`s.
    pub fn compile(compiler: Compiler<'_>, step: &system::Step) -> Result<Option<Self>, Unsupported> {
        let mut constraints = Vec::new();
        let mut span = None;
        let mut has_any = false;
        for statement in &step.statements {
            match &statement.kind {
                StatementKind::Relation(relation) => constraints.push(relation.clone()),
                StatementKind::Any { condition, .. } => {
                    has_any = true;
                    constraints.extend(condition.clone());
                }
                _ => continue,
            }
            span = span.or(Some(statement.span));
        }
        let Some(span) = span else { return Ok(None) };
        let mut primes = Vec::new();
        for constraint in &constraints {
            // Compiled only to learn now, not in the middle of a search, that it can be.
            compiler.expression(constraint)?;
            collect_primes(compiler, constraint, &mut primes)?;
        }
        let is_mixed = has_any && !constraints.is_empty();
        let definitions = if is_mixed { None } else { definitions(compiler, &constraints) };
        Ok(Some(Relations { constraints, primes, definitions, span, plans: Mutex::default() }))
    }

    /// The relations, and the conditions of `any`s.
    pub fn constraints(&self) -> &[Expr] {
        &self.constraints
    }

    /// Every primed place in them.
    pub fn primes(&self) -> &[Target] {
        &self.primes
    }

    /// Where the first of them stands.
    pub fn span(&self) -> Span {
        self.span
    }

    /// The constraints as equations for new values, from the left, if that is all that they are.
    pub fn definitions(&self) -> Option<&[Defined]> {
        self.definitions.as_deref()
    }
}

/// Equations `x' = e` for different fixed variables, without primes in `e`.
fn definitions(compiler: Compiler<'_>, constraints: &[Expr]) -> Option<Vec<Defined>> {
    let mut found: Vec<Defined> = Vec::new();
    for equation in constraints.iter().flat_map(conjuncts) {
        let (variable, ty, value) = equation_for_new_value(&equation)?;
        let is_new = found.iter().all(|(other, ..)| *other != variable);
        if !is_new || has_primes(&value) {
            return None;
        }
        found.push((variable, compiler.expression(&value).ok()?, Domain::of(compiler.system, ty)));
    }
    Some(found)
}

fn equation_for_new_value(expr: &Expr) -> Option<(u32, Type, Expr)> {
    let primed = |expr: &Expr| match &expr.kind {
        ExprKind::ReadNext(place) => place.fixed().map(|variable| (variable.0, place.ty)),
        _ => None,
    };
    match &expr.kind {
        ExprKind::Compare(Comparison::Eq, a, b) | ExprKind::Iff(a, b) => {
            let (variable, value) = match (primed(a), primed(b)) {
                (Some(variable), _) => (variable, b),
                (None, Some(variable)) => (variable, a),
                (None, None) => return None,
            };
            Some((variable.0, variable.1, (**value).clone()))
        }
        ExprKind::Not(a) => primed(a).map(|(variable, ty)| (variable, ty, Expr::bool(false, expr.span))),
        _ => primed(expr).map(|(variable, ty)| (variable, ty, Expr::bool(true, expr.span))),
    }
}

fn has_primes(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::ReadNext(_)) || expr.children().into_iter().any(has_primes)
}

fn collect_primes(compiler: Compiler<'_>, expr: &Expr, primes: &mut Vec<Target>) -> Result<(), Unsupported> {
    if let ExprKind::ReadNext(place) = &expr.kind {
        primes.push(compiler.target(place)?);
    }
    expr.children().into_iter().try_for_each(|child| collect_primes(compiler, child, primes))
}

impl Runner<'_> {
    /// What the relations make of the values that are already written.
    pub(super) fn relate(
        &mut self,
        relations: &Relations,
        prepared: &[Prepared<'_>],
        writes: &Writes,
        state: &[i64],
    ) -> Vec<Writes> {
        let Some(mut released) = self.release_any(prepared, writes) else { return Vec::new() };
        let mut key = Vec::with_capacity(relations.primes.len());
        for prime in &relations.primes {
            let variable = prime.locate(Values::of(state)).unwrap_or(NOWHERE);
            key.push(variable);
            if variable != NOWHERE && !is_written(writes, variable) {
                released.entry(variable).or_insert(None);
            }
        }
        key.push(NOWHERE);
        key.extend(released.iter().map(|(variable, set)| variable << 1 | u32::from(set.is_some())));
        let known = relations.plans().get(&key).cloned();
        let packaged = known.unwrap_or_else(|| {
            let made = Arc::new(self.make_plan(relations, &released, state));
            relations.plans().insert(key, Arc::clone(&made));
            made
        });
        self.solve(relations, &packaged, released.into_values().collect(), writes, state)
    }

    /// The targets of `any`s with their sets, but for those that another statement writes: an `any` that can
    /// differ from what is written is a fault, and one that cannot agree with it blocks. Two `any`s for one
    /// variable are a fault, too, unless they have but one value, and the same.
    fn release_any(
        &mut self,
        prepared: &[Prepared<'_>],
        writes: &Writes,
    ) -> Option<BTreeMap<u32, Option<ChosenSet>>> {
        let mut released: BTreeMap<u32, Option<ChosenSet>> = BTreeMap::new();
        for one in prepared {
            let Prepared::Any(variable, set) = one else { continue };
            if let Ok(at) = writes.binary_search_by_key(variable, |write| write.0) {
                let ty = self.compiler.system.variables[*variable as usize].ty;
                let differs = match set {
                    Some(set) => set.has_other_than(writes[at].1),
                    None => !matches!(ty, Type::Range { low, high } if low == high),
                };
                self.faulted |= differs;
                if set.as_ref().is_some_and(|set| !set.contains(writes[at].1)) {
                    return None;
                }
                continue;
            }
            if let Some(present) = released.get(variable) {
                let only = |set: &Option<ChosenSet>| set.as_ref().and_then(ChosenSet::only);
                self.faulted |= only(set).is_none() || only(set) != only(present);
            }
            let both = match (released.remove(variable).flatten(), set) {
                (Some(a), Some(b)) => Some(a.intersection(b)),
                (a, b) => a.or_else(|| b.clone()),
            };
            released.insert(*variable, both);
        }
        Some(released)
    }

    fn make_plan(
        &self,
        relations: &Relations,
        released: &BTreeMap<u32, Option<ChosenSet>>,
        state: &[i64],
    ) -> Prepackaged {
        let unknown = |(variable, set): (&u32, &Option<ChosenSet>)| Unknown {
            variable: *variable,
            domain: self.domains[*variable as usize],
            from_set: set.is_some(),
        };
        let unknowns: Vec<Unknown> = released.iter().map(unknown).collect();
        let scope = Scope::new(self.compiler, Some(state), unknowns.clone());
        let constraints: Vec<&Expr> = relations.constraints.iter().collect();
        let plan = make_plan(&scope, &constraints).expect("every relation was compiled before the search");
        Prepackaged { unknowns, plan }
    }

    fn solve(
        &mut self,
        relations: &Relations,
        packaged: &Prepackaged,
        sets: Vec<Option<ChosenSet>>,
        writes: &Writes,
        state: &[i64],
    ) -> Vec<Writes> {
        let unknowns = &packaged.unknowns;
        let mut board = Board::new(Some(state), super::apply(state, writes), unknowns, &sets);
        let mut solutions = Vec::new();
        let mut leaves_type = false;
        let mut calls = 0;
        let end = run_plan(&packaged.plan, &mut board, &mut |cells, is_solution| {
            if is_solution {
                let new = unknowns.iter().map(|unknown| (unknown.variable, cells[unknown.variable as usize]));
                let new: Writes = new.collect();
                // Only a value from the set of an `any` can lie outside its type.
                if unknowns.iter().zip(&new).all(|(unknown, (_, value))| unknown.domain.contains(*value)) {
                    solutions.push(followed_by(writes, &new));
                } else {
                    leaves_type = true;
                }
            }
            calls += usize::from(!is_solution);
            let is_too_long = solutions.len() > MOST_SOLUTIONS || calls > MOST_STEPS / STEPS_BETWEEN_CALLS;
            if is_too_long { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let (faulted, overflow) = (board.faulted || leaves_type, board.overflow);
        let name = |variable: u32| self.compiler.system.variables[variable as usize].name.clone();
        let span = Some(relations.span);
        let unbounded: Vec<String> = board.unbounded.iter().map(|variable| name(*variable)).collect();
        if end.is_break() {
            let variables = unknowns.iter().map(|unknown| name(unknown.variable)).collect();
            self.meet(Obstacle::TooMany { variables, span });
        }
        if !unbounded.is_empty() {
            self.meet(Obstacle::Infinite { variables: unbounded, span });
        }
        self.faulted |= faulted;
        if let Some(trap) = overflow {
            self.note(trap);
        }
        solutions
    }
}

fn is_written(writes: &Writes, variable: u32) -> bool {
    writes.binary_search_by_key(&variable, |write| write.0).is_ok()
}
