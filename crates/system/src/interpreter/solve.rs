//! Finds all values of unknown variables that satisfy constraints, which are decided from the left.
//!
//! A constraint is evaluated as soon as everything it reads is known; where it reads an unknown, that one is
//! given each of its candidates in turn. Candidates are narrowed by equations and linear constraints, but only
//! by constraints that no fault can precede, so that every fault is met as if all values had been tried.

use super::candidates::{Domains, Equation, Unlisted, equation, values};
use super::evaluate::{Evaluator, Valuation};
use super::failure::Failure;
use super::guess::Guesses;
use super::prepare::{Choice, Prepared, fits, outside_type};
use super::step::{Run, Writes};
use crate::{Expr, ExprKind, Obstacle, Operation, Progress, State, System, Value, VariableId, Watch};
use diagnostics::Span;
use std::collections::BTreeSet;

/// A search that tries some values only ends after so many of them.
const MOST_GUESSES: u64 = 1 << 18;

/// What the step's relations and `any`s make of the values that are already written.
pub(super) fn solve_step(
    run: &mut Run<'_>,
    state: &State,
    prepared: &[Prepared<'_>],
    writes: &Writes,
) -> Result<Vec<Writes>, Obstacle> {
    let mut solver = Solver::new(run.system, Some(state), writes.clone());
    solver.guesses = run.guesses.clone();
    for one in prepared {
        match one {
            Prepared::Any { variable, set, condition, span } => {
                solver.span = Some(*span);
                if let Some(written) = writes.get(variable) {
                    if !agree(run, *variable, *written, set.as_ref(), *span)? {
                        return Ok(Vec::new());
                    }
                } else {
                    if solver.domains.contains_key(variable) && !solver.is_single(*variable, set.as_ref()) {
                        run.record(two_values(run.system, *variable, *span))?;
                    }
                    solver.restrict(*variable, set.clone());
                }
                condition.iter().for_each(|condition| solver.require(condition));
            }
            Prepared::Relation { relation, span } => {
                solver.span = Some(*span);
                solver.require(relation);
            }
            _ => {}
        }
    }
    solver.release_primes();
    solver.search(0)?;
    for failure in solver.faults {
        run.record(failure)?;
    }
    Ok(solver.solutions)
}

/// Whether an `any` can agree with what another statement of the step writes; where it can also differ, that
/// is a fault.
fn agree(
    run: &mut Run<'_>,
    variable: VariableId,
    written: Value,
    set: Option<&Choice>,
    span: Span,
) -> Result<bool, Obstacle> {
    let declared = run.system.variable(variable);
    let differs = match set {
        Some(set) => set.has_other_than(written),
        None => !matches!(declared.ty, crate::Type::Range { low, high } if low == high),
    };
    if differs {
        run.record(two_values(run.system, variable, span))?;
    }
    Ok(set.is_none_or(|set| set.contains(written)))
}

/// The fault of two statements of one step that write differently.
pub(super) fn two_values(system: &System, variable: VariableId, span: Span) -> Failure {
    Failure::fault(format!("two different values for {} in one step", system.variable(variable).name), span)
}

/// The state of a search for values.
pub(super) struct Solver<'a> {
    system: &'a System,
    /// The old state; without one, the unknowns are current values.
    state: Option<&'a State>,
    assigned: Writes,
    domains: Domains,
    constraints: Vec<&'a Expr>,
    /// Where the constraints come from, for messages.
    span: Option<Span>,
    faults: Vec<Failure>,
    watch: Option<&'a dyn Watch>,
    /// Which values are tried for unknowns, where not all are.
    guesses: Option<Guesses<'a>>,
    ticks: u64,
    pub(super) solutions: Vec<Writes>,
}

struct Partial<'a> {
    state: Option<&'a State>,
    assigned: &'a Writes,
}

impl Valuation for Partial<'_> {
    fn current(&self, variable: VariableId) -> Option<Value> {
        match self.state {
            Some(state) => state.get(variable.index()).copied(),
            None => self.assigned.get(&variable).copied(),
        }
    }

    fn next(&self, variable: VariableId) -> Option<Value> {
        self.assigned.get(&variable).copied()
    }
}

impl<'a> Solver<'a> {
    fn new(system: &'a System, state: Option<&'a State>, assigned: Writes) -> Self {
        Solver {
            system,
            state,
            assigned,
            domains: Domains::new(),
            constraints: Vec::new(),
            span: None,
            faults: Vec::new(),
            watch: None,
            guesses: None,
            ticks: 0,
            solutions: Vec::new(),
        }
    }

    /// A search for all states that satisfy the conditions; a condition that faults is false.
    pub(super) fn for_states(system: &'a System, conditions: &'a [Expr], watch: &'a dyn Watch) -> Self {
        let mut solver = Solver::new(system, None, Writes::new());
        solver.watch = Some(watch);
        conditions.iter().for_each(|condition| solver.require(condition));
        for index in 0..system.variables.len() {
            solver.domains.insert(VariableId::from_index(index), None);
        }
        solver
    }

    fn require(&mut self, constraint: &'a Expr) {
        match &constraint.kind {
            ExprKind::And(all) => all.iter().for_each(|one| self.require(one)),
            _ => self.constraints.push(constraint),
        }
    }

    /// Whether a further `any` from this set cannot differ from those that the variable has already.
    fn is_single(&self, variable: VariableId, set: Option<&Choice>) -> bool {
        let only = |choice: Option<&Choice>| match choice {
            Some(Choice::Range(low, high)) if low == high => Some(Value::Int(*low)),
            Some(Choice::Members(members)) if members.len() == 1 => Some(members[0]),
            _ => None,
        };
        let present = self.domains.get(&variable).and_then(Option::as_ref);
        only(set).is_some() && only(set) == only(present)
    }

    /// The variable ranges over both this set and those it was restricted to before.
    fn restrict(&mut self, variable: VariableId, set: Option<Choice>) {
        let both = match (self.domains.remove(&variable).flatten(), set) {
            (Some(a), Some(b)) => Some(intersection(&a, &b)),
            (a, b) => a.or(b),
        };
        self.domains.insert(variable, both);
    }

    /// Every place that a prime denotes becomes unknown, unless it is already written.
    fn release_primes(&mut self) {
        let mut released = BTreeSet::new();
        for constraint in &self.constraints {
            self.collect_primes(constraint, &mut released);
        }
        for variable in released {
            if !self.assigned.contains_key(&variable) {
                self.domains.entry(variable).or_insert(None);
            }
        }
    }

    fn collect_primes(&self, expr: &Expr, released: &mut BTreeSet<VariableId>) {
        if let ExprKind::ReadNext(place) = &expr.kind {
            let partial = Partial { state: self.state, assigned: &self.assigned };
            // A place that faults denotes nothing; the relation faults where it is evaluated.
            released.extend(Evaluator::new(self.system, &partial).place(place).ok());
        }
        for child in expr.children() {
            self.collect_primes(child, released);
        }
    }

    fn evaluate(&self, constraint: &Expr) -> Result<bool, Failure> {
        let partial = Partial { state: self.state, assigned: &self.assigned };
        Evaluator::new(self.system, &partial).bool(constraint)
    }

    /// Decides the constraints from this one on.
    pub(super) fn search(&mut self, mut position: usize) -> Result<(), Obstacle> {
        self.tick()?;
        while let Some(constraint) = self.constraints.get(position) {
            match self.evaluate(constraint) {
                Ok(true) => position = position.saturating_add(1),
                Ok(false) => return Ok(()),
                Err(Failure::Obstacle(obstacle)) => return Err(obstacle),
                Err(Failure::Undetermined(variable)) => return self.branch(variable, position),
                Err(fault) => {
                    self.faults.push(fault);
                    return Ok(());
                }
            }
        }
        let open = self.domains.keys().copied().find(|variable| !self.assigned.contains_key(variable));
        match open {
            Some(variable) => self.branch(variable, position),
            None => {
                self.accept();
                Ok(())
            }
        }
    }

    /// All constraints are true. Only a value from the set of an `any` can lie outside its type.
    fn accept(&mut self) {
        let outside = self
            .domains
            .keys()
            .find(|variable| !fits(self.system.variable(**variable).ty, self.assigned[*variable]));
        if let Some(variable) = outside {
            let span = self.span.unwrap_or_default();
            let fault = outside_type(self.system, *variable, self.assigned[variable], span);
            self.faults.push(fault);
        } else {
            self.solutions.push(self.assigned.clone());
        }
    }

    fn branch(&mut self, variable: VariableId, position: usize) -> Result<(), Obstacle> {
        let (variable, candidates) = self.candidates(variable, position)?;
        for value in candidates {
            self.assigned.insert(variable, value);
            self.search(position)?;
        }
        self.assigned.remove(&variable);
        Ok(())
    }

    /// An unknown to give values to, this one or one that it depends on, and its candidates.
    fn candidates(
        &mut self,
        variable: VariableId,
        position: usize,
    ) -> Result<(VariableId, Vec<Value>), Obstacle> {
        let usable = self.usable(position);
        let partial = Partial { state: self.state, assigned: &self.assigned };
        let evaluator = Evaluator::new(self.system, &partial);
        let mut visited = vec![variable];
        'chain: loop {
            let v = *visited.last().expect("the chain begins with the variable");
            let mut onward = None;
            for constraint in &usable {
                match equation(&evaluator, v, constraint) {
                    Some(Equation::Value(value)) => {
                        let allowed = match self.domains.get(&v) {
                            Some(Some(set)) => set.contains(value),
                            _ => fits(self.system.variable(v).ty, value),
                        };
                        return Ok((v, if allowed { vec![value] } else { Vec::new() }));
                    }
                    Some(Equation::DependsOn(w)) if !visited.contains(&w) => onward = onward.or(Some(w)),
                    Some(Equation::Fails(Failure::Obstacle(obstacle))) => return Err(obstacle),
                    Some(Equation::Fails(fault)) => {
                        self.faults.push(fault);
                        return Ok((v, Vec::new()));
                    }
                    _ => {}
                }
            }
            match onward {
                Some(w) => visited.push(w),
                None => break 'chain,
            }
        }
        let v = *visited.last().expect("the chain begins with the variable");
        if let Some(guesses) = &self.guesses {
            let allowed = |value: &Value| match self.domains.get(&v) {
                Some(Some(set)) => set.contains(*value),
                _ => fits(self.system.variable(v).ty, *value),
            };
            return Ok((v, guesses.of(v).into_iter().filter(allowed).collect()));
        }
        let unlisted = match values(&evaluator, &self.domains, v, &usable) {
            Ok(values) => return Ok((v, values)),
            Err(unlisted) => unlisted,
        };
        // Once another unknown has a value, the constraints may leave few values to this one.
        let others = self.domains.keys().filter(|w| **w != v && !self.assigned.contains_key(w));
        for w in others {
            if let Ok(values) = values(&evaluator, &self.domains, *w, &usable) {
                return Ok((*w, values));
            }
        }
        Err(self.obstacle(v, unlisted))
    }

    fn obstacle(&self, variable: VariableId, unlisted: Unlisted) -> Obstacle {
        let variables = vec![self.system.variable(variable).name.clone()];
        let span = self.state.and(self.span);
        match unlisted {
            Unlisted::Infinite => Obstacle::Infinite { variables, span },
            Unlisted::TooMany => Obstacle::TooMany { variables, span },
        }
    }

    /// The constraints that may narrow candidates at this position. Values that a constraint excludes are
    /// skipped, so for relations no constraint before it may fault, nor the constraint itself; only the one
    /// at the position may, since all its operands are evaluated anyway where it is an equation.
    fn usable(&self, position: usize) -> Vec<&'a Expr> {
        let rest = &self.constraints[position.min(self.constraints.len())..];
        if self.state.is_none() {
            return rest.to_vec();
        }
        let safe = rest.iter().take_while(|constraint| !can_fault(constraint)).count();
        let is_equation = |expr: &Expr| {
            matches!(expr.kind, ExprKind::Compare(crate::Comparison::Eq, ..) | ExprKind::Iff(..))
        };
        if safe == 0 && rest.first().is_some_and(|first| is_equation(first)) {
            return rest[..1].to_vec();
        }
        rest[..safe].to_vec()
    }

    fn tick(&mut self) -> Result<(), Obstacle> {
        self.ticks = self.ticks.wrapping_add(1);
        if self.guesses.is_some() && self.ticks > MOST_GUESSES {
            return Err(Obstacle::TooMany { variables: Vec::new(), span: self.span });
        }
        if self.ticks.is_multiple_of(4096)
            && let Some(watch) = self.watch
        {
            watch.check(&Progress { states: self.solutions.len() as u64, ..Progress::default() })?;
        }
        Ok(())
    }
}

fn intersection(a: &Choice, b: &Choice) -> Choice {
    match (a, b) {
        (Choice::Range(low, high), Choice::Range(other_low, other_high)) => {
            Choice::Range(*low.max(other_low), *high.min(other_high))
        }
        (Choice::Members(members), other) | (other, Choice::Members(members)) => {
            Choice::Members(members.iter().copied().filter(|member| other.contains(*member)).collect())
        }
    }
}

/// Whether the evaluation of an expression can fault in some state, judged by its form.
fn can_fault(expr: &Expr) -> bool {
    let itself = match &expr.kind {
        ExprKind::Read(place) | ExprKind::ReadNext(place) => !place.selectors.is_empty(),
        ExprKind::Arithmetic(Operation::Div | Operation::Mod, _, divisor) => {
            !matches!(divisor.constant(), Some(Value::Int(divisor)) if divisor != 0)
        }
        ExprKind::IndexOf(_) | ExprKind::InstanceAt(..) => true,
        _ => false,
    };
    itself || expr.children().into_iter().any(can_fault)
}
