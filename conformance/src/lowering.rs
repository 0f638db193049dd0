//! Compares a system as formulas with the reference interpreter, state by state.
//!
//! In reachable and in random states: the same states are initial, the same transitions fault, each transition has
//! the same successors with the same edges, and conditions and bounds have the same values. Successors that the
//! interpreter lists must be moves; the other way round, all combinations of values for changed variables are tried
//! as far as they are few, or else random ones near the successors.

use crate::random::Random;
use encoding::{LowerOptions, Lowered, LoweringError, Unsupported, lower};
use state_sets::{Evaluator, Formula, Kind, Point, Term, Variable};
use std::collections::{BTreeMap, BTreeSet};
use symbolic::Budget;
use system::{
    Assumption, Ctl, EdgeId, Expr, Interpreter, Ltl, Question, Sort, State, System, TransitionId, Unlimited,
    Value,
};

/// How many combinations of new values are tried for a transition in a state.
const MOST_CANDIDATES: usize = 400;

/// Formulas whose bound variables have more combinations of values than this are not evaluated.
const MOST_CHOICES: u128 = 500;

/// How much was compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ComparedSteps {
    /// States.
    pub states: usize,
    /// Successors that both know.
    pub successors: usize,
    /// States and transitions that fault.
    pub faults: usize,
    /// Values of conditions.
    pub conditions: usize,
    /// What the interpreter could not do.
    pub skipped: usize,
}

/// Compares a system with its lowering; the error says what differs.
pub fn compare_lowering(
    system: &System,
    options: &LowerOptions,
    seed: u64,
    states: usize,
) -> Result<Result<ComparedSteps, Unsupported>, String> {
    let lowered = match lower(system, options, &Budget::unlimited()) {
        Ok(lowered) => lowered,
        Err(error) => return Ok(Err(unsupported(error))),
    };
    if let Some((_, unsupported)) = lowered.refused.first() {
        return Ok(Err(unsupported.clone()));
    }
    let mut comparison = LoweringComparison {
        system,
        lowered: &lowered,
        interpreter: Interpreter::new(system),
        evaluator: Evaluator { integers: -24..=24 },
        random: Random::new(seed),
        compared: ComparedSteps::default(),
        conditions: Vec::new(),
        values: Vec::new(),
    };
    if let Err(error) = comparison.questions() {
        return Ok(Err(unsupported(error)));
    }
    comparison.run(states)?;
    Ok(Ok(comparison.compared))
}

fn unsupported(error: LoweringError) -> Unsupported {
    match error {
        LoweringError::Unsupported(unsupported) => unsupported,
        LoweringError::Interrupted(halt) => unreachable!("without limits nothing is interrupted: {halt}"),
    }
}

struct LoweringComparison<'a> {
    system: &'a System,
    lowered: &'a Lowered,
    interpreter: Interpreter<'a>,
    evaluator: Evaluator,
    random: Random,
    compared: ComparedSteps,
    conditions: Vec<(&'a Expr, Formula)>,
    values: Vec<(&'a Expr, encoding::Quantity)>,
}

impl<'a> LoweringComparison<'a> {
    /// Lowers all conditions and integer expressions of properties.
    fn questions(&mut self) -> Result<(), LoweringError> {
        let mut found = Vec::new();
        for property in &self.system.properties {
            match &property.question {
                Question::Invariant(expr) | Question::Reachable(expr) => found.push(expr),
                Question::Bound(expr) => {
                    self.values.push((expr, self.lowered.value(self.system, expr, &Budget::unlimited())?));
                }
                Question::Ctl(formula) => ctl_states(formula, &mut found),
                Question::Ltl(formula) => ltl_states(formula, &mut found),
                Question::DeadlockFree | Question::NoFaults => {}
            }
        }
        for fairness in &self.system.fairness {
            match &fairness.assumption {
                Assumption::Justice(expr) => found.push(expr),
                Assumption::Compassion(first, second) => found.extend([first, second]),
                Assumption::Weak(_) | Assumption::Strong(_) => {}
            }
        }
        for expr in found.into_iter().filter(|expr| !has_open_bound(expr, &mut Vec::new())) {
            self.conditions.push((expr, self.lowered.condition(self.system, expr, &Budget::unlimited())?));
            // The integers inside conditions are compared as well.
            for child in expr.children().into_iter().filter(|child| child.sort() == Sort::Int) {
                if !has_open_bound(child, &mut Vec::new()) {
                    self.values.push((child, self.lowered.value(self.system, child, &Budget::unlimited())?));
                }
            }
        }
        Ok(())
    }

    fn run(&mut self, most: usize) -> Result<(), String> {
        let mut queue: Vec<State> = Vec::new();
        match self.interpreter.initial_states(&Unlimited) {
            Ok(states) => {
                for state in states.iter().take(most) {
                    let point = self.point(state).ok_or("an initial state lies outside its types")?;
                    if !self.evaluator.holds(&self.lowered.initial, &point) {
                        return Err(format!("{} is initial only in the interpreter", self.show(state)));
                    }
                    queue.push(state.clone());
                }
            }
            Err(_) => self.compared.skipped += 1,
        }
        let mut seen: BTreeSet<State> = queue.iter().cloned().collect();
        let mut next = 0;
        while next < queue.len() && next < most {
            let state = queue[next].clone();
            next += 1;
            for successor in self.state(&state)? {
                if queue.len() < most && seen.insert(successor.clone()) {
                    queue.push(successor);
                }
            }
        }
        for _ in 0..most / 2 {
            if let Some(state) = self.random_state(&queue) {
                self.state(&state)?;
            }
        }
        Ok(())
    }

    fn point(&self, state: &State) -> Option<Point> {
        let point = self.lowered.coding.point(state)?;
        let fits = |variable: Variable| self.lowered.space.kind(variable).has(point.value(variable));
        (0..self.system.variables.len() as u32).map(Variable).all(fits).then_some(point)
    }

    fn show(&self, state: &State) -> String {
        let one = |(variable, value): (&system::Variable, &Value)| {
            format!("{} = {}", variable.name, self.system.show_value(variable.ty, *value))
        };
        self.system.variables.iter().zip(state).map(one).collect::<Vec<_>>().join(", ")
    }

    fn value_of(&mut self, variable: Variable, near: i128) -> i128 {
        match self.lowered.space.kind(variable) {
            Kind::Finite { count } => self.random.below(count.min(1 << 20) as usize) as i128,
            Kind::Integer { low, high } => {
                let value = near + i128::from(self.random.between(-3, 3));
                value.max(low.unwrap_or(value)).min(high.unwrap_or(value))
            }
        }
    }

    /// A state within the types, far from or near a reachable one.
    fn random_state(&mut self, reached: &[State]) -> Option<State> {
        if self.system.variables.is_empty() {
            return None;
        }
        let base = match reached.len() {
            0 => Point(vec![0; self.system.variables.len()]),
            count => {
                let chosen = self.random.below(count);
                self.point(&reached[chosen])?
            }
        };
        let percent = *self.random.pick(&[15, 50, 100]);
        let mut point = base.clone();
        for variable in (0..self.system.variables.len() as u32).map(Variable) {
            if reached.is_empty() || self.random.percent(percent) {
                point.0[variable.index()] = self.value_of(variable, base.value(variable));
            }
        }
        Some(self.lowered.coding.state(&point))
    }

    /// Compares everything in one state; its successors.
    fn state(&mut self, state: &State) -> Result<Vec<State>, String> {
        let Some(point) = self.point(state) else { return Ok(Vec::new()) };
        self.compared.states += 1;
        if let Ok(initial) = self.interpreter.is_initial(state)
            && initial != self.evaluator.holds(&self.lowered.initial, &point)
        {
            return Err(format!("initial: the interpreter says {initial} of {}", self.show(state)));
        }
        self.questions_in(state, &point)?;
        let mut all = Vec::new();
        for id in (0..self.system.transitions.len()).map(TransitionId::from_index) {
            all.extend(self.transition(state, &point, id)?);
        }
        Ok(all)
    }

    fn questions_in(&mut self, state: &State, point: &Point) -> Result<(), String> {
        for (expr, formula) in &self.conditions {
            let Ok(expected) = self.interpreter.holds(expr, state) else { continue };
            self.compared.conditions += 1;
            if self.evaluator.holds(formula, point) != expected {
                let text = self.system.show_expr(expr);
                return Err(format!("condition: {text} is {expected} in {}", self.show(state)));
            }
        }
        for (expr, quantity) in &self.values {
            let expected = match self.interpreter.evaluate(expr, state) {
                Ok(Value::Int(value)) => Some(value),
                Err(system::Failure::Fault { .. }) => None,
                _ => continue,
            };
            self.compared.conditions += 1;
            let defined = self.evaluator.holds(&quantity.defined(), point);
            let holds = |formula: Option<Formula>| {
                formula.is_some_and(|formula| self.evaluator.holds(&formula, point))
            };
            let right = match expected {
                None => !defined && !holds(quantity.at_least(-1000)),
                Some(value) => {
                    let inside = quantity.low.is_none_or(|low| low <= value)
                        && quantity.high.is_none_or(|high| value <= high);
                    defined
                        && inside
                        && holds(quantity.equals(value))
                        && holds(quantity.at_least(value))
                        && !holds(quantity.at_least(value + 1))
                        && !holds(quantity.equals(value - 1))
                }
            };
            if !right {
                let text = self.system.show_expr(expr);
                return Err(format!("value: {text} is {expected:?} in {}", self.show(state)));
            }
        }
        Ok(())
    }

    fn transition(&mut self, state: &State, point: &Point, id: TransitionId) -> Result<Vec<State>, String> {
        let Ok(expected) = self.interpreter.fire(state, id) else {
            self.compared.skipped += 1;
            return Ok(Vec::new());
        };
        let name = &self.system.edge(self.system.transition(id).sender).name;
        let moves: Vec<_> = self.lowered.moves.iter().filter(|one| one.transition == id).collect();
        let mut faults = self.lowered.faults.iter().filter(|(transition, _)| *transition == id);
        if faults.clone().any(|(_, fault)| choices(fault) > MOST_CHOICES)
            || moves.iter().any(|one| choices(&one.step.relation) > MOST_CHOICES)
        {
            self.compared.skipped += 1;
            return Ok(expected.steps.into_iter().map(|step| step.state).collect());
        }
        let faulting = faults.any(|(_, formula)| self.evaluator.holds(formula, point));
        if faulting == expected.faults.is_empty() {
            let reasons: Vec<&String> = expected.faults.iter().map(|fault| &fault.reason).collect();
            return Err(format!("fault: {name} has faults {reasons:?} in {}", self.show(state)));
        }
        self.compared.faults += usize::from(faulting);
        let mut known: BTreeMap<Point, BTreeSet<EdgeId>> = BTreeMap::new();
        for step in &expected.steps {
            if let Some(next) = self.point(&step.state) {
                known.insert(next, step.moved.iter().copied().collect());
            }
        }
        let leads = |next: &Point| {
            moves.iter().filter(|one| self.evaluator.leads(&self.lowered.space, &one.step, point, next)).fold(
                None,
                |found: Option<Vec<BTreeSet<EdgeId>>>, one| {
                    let taking = one.edges.iter().filter(|(_, when)| self.evaluator.holds(when, point));
                    let mut found = found.unwrap_or_default();
                    found.push(taking.map(|(edge, _)| *edge).collect());
                    Some(found)
                },
            )
        };
        for (next, moved) in &known {
            let to = self.show(&self.lowered.coding.state(next));
            match leads(next) {
                None => {
                    return Err(format!("missing: {name} leads from {} to {to}", self.show(state)));
                }
                Some(edges) if edges.iter().any(|edges| edges != moved) => {
                    return Err(format!(
                        "edges: {name} moves {moved:?}, not {edges:?}, in {}",
                        self.show(state)
                    ));
                }
                Some(_) => self.compared.successors += 1,
            }
        }
        let changed: BTreeSet<Variable> =
            moves.iter().flat_map(|one| one.step.changed.iter().copied()).collect();
        let mut random = std::mem::replace(&mut self.random, Random::new(0));
        let candidates = self.candidates(point, &changed, known.keys().collect(), &mut random);
        self.random = random;
        for candidate in candidates.iter().filter(|candidate| !known.contains_key(candidate)) {
            if moves.iter().any(|one| self.evaluator.leads(&self.lowered.space, &one.step, point, candidate))
            {
                let to = self.show(&self.lowered.coding.state(candidate));
                return Err(format!("invented: {name} leads from {} to {to}", self.show(state)));
            }
        }
        Ok(expected.steps.into_iter().map(|step| step.state).collect())
    }

    /// States that differ in the changed variables only: all, if they are few, or else random ones.
    fn candidates(
        &self,
        point: &Point,
        changed: &BTreeSet<Variable>,
        known: Vec<&Point>,
        random: &mut Random,
    ) -> Vec<Point> {
        let values: Vec<(Variable, Vec<i128>)> = changed
            .iter()
            .map(|variable| {
                let near = known.iter().map(|next| next.value(*variable)).chain([point.value(*variable)]);
                let kind = self.lowered.space.kind(*variable);
                let all: BTreeSet<i128> = match kind {
                    Kind::Finite { count } if count <= 64 => (0..i128::from(count)).collect(),
                    _ => near
                        .flat_map(|value| value - 2..=value + 2)
                        .filter(|value| kind.has(*value))
                        .collect(),
                };
                (*variable, all.into_iter().collect())
            })
            .collect();
        let count = values.iter().try_fold(1usize, |sum, (_, values)| sum.checked_mul(values.len()));
        if count.is_some_and(|count| count <= MOST_CANDIDATES) {
            return values.iter().fold(vec![point.clone()], |points, (variable, values)| {
                let with = |point: &Point, value: i128| {
                    let mut point = point.clone();
                    point.0[variable.index()] = value;
                    point
                };
                points.iter().flat_map(|point| values.iter().map(|value| with(point, *value))).collect()
            });
        }
        (0..MOST_CANDIDATES)
            .map(|_| {
                let mut base = match known.len() {
                    0 => point.clone(),
                    count => known[random.below(count)].clone(),
                };
                for (variable, values) in &values {
                    if random.percent(40) {
                        base.0[variable.index()] = *random.pick(values);
                    }
                }
                base
            })
            .collect()
    }
}

/// How many combinations of values the evaluator may try for the bound variables.
fn choices(formula: &Formula) -> u128 {
    match formula {
        Formula::And(parts) | Formula::Or(parts) => parts.iter().map(choices).max().unwrap_or(1),
        Formula::Not(inner) => choices(inner),
        Formula::Member(..) | Formula::Same(..) => 1,
        Formula::Compare(sum, _) | Formula::Divides(_, sum) => {
            let inside = sum.terms.iter().map(|(_, term)| match term {
                Term::Indicator(formula) => choices(formula),
                Term::Cell(_) => 1,
            });
            inside.max().unwrap_or(1)
        }
        Formula::Exists(locals, body) => {
            let own = |(_, kind): &(_, Kind)| match kind {
                Kind::Finite { count } => u128::from(*count),
                Kind::Integer { .. } => 49,
            };
            locals.iter().map(own).fold(choices(body), u128::saturating_mul)
        }
    }
}

/// Why the system, or one of these properties of it, cannot be said in formulas, if it cannot.
pub(crate) fn lowering_refusals(
    system: &System,
    options: &LowerOptions,
) -> Result<Vec<Option<Unsupported>>, Unsupported> {
    let lowered = lower(system, options, &Budget::unlimited()).map_err(unsupported)?;
    if let Some((_, unsupported)) = lowered.refused.first() {
        return Err(unsupported.clone());
    }
    let refusal = |question: &Question| {
        let mut conditions = Vec::new();
        match question {
            Question::Invariant(expr) | Question::Reachable(expr) => conditions.push(expr),
            Question::Bound(expr) => {
                return lowered.value(system, expr, &Budget::unlimited()).err().map(unsupported);
            }
            Question::Ctl(formula) => ctl_states(formula, &mut conditions),
            Question::Ltl(formula) => ltl_states(formula, &mut conditions),
            Question::DeadlockFree | Question::NoFaults => {}
        }
        conditions
            .into_iter()
            .filter(|expr| !has_open_bound(expr, &mut Vec::new()))
            .find_map(|expr| lowered.condition(system, expr, &Budget::unlimited()).err().map(unsupported))
    };
    Ok(system.properties.iter().map(|property| refusal(&property.question)).collect())
}

fn has_open_bound(expr: &Expr, inside: &mut Vec<system::BoundId>) -> bool {
    match &expr.kind {
        system::ExprKind::Bound(bound) => !inside.contains(bound),
        system::ExprKind::Quantified { bound, body, .. } => {
            inside.push(*bound);
            let open = has_open_bound(body, inside);
            inside.pop();
            open
        }
        _ => expr.children().into_iter().any(|child| has_open_bound(child, inside)),
    }
}

fn ctl_states<'a>(formula: &'a Ctl, found: &mut Vec<&'a Expr>) {
    match formula {
        Ctl::State(expr) => found.push(expr),
        Ctl::Not(a) | Ctl::Next(_, a) | Ctl::Finally(_, a) | Ctl::Globally(_, a) => ctl_states(a, found),
        Ctl::Rigid { body, .. } => ctl_states(body, found),
        Ctl::And(all) | Ctl::Or(all) => all.iter().for_each(|one| ctl_states(one, found)),
        Ctl::Implies(a, b) | Ctl::Iff(a, b) | Ctl::Until(_, _, a, b) => {
            ctl_states(a, found);
            ctl_states(b, found);
        }
    }
}

fn ltl_states<'a>(formula: &'a Ltl, found: &mut Vec<&'a Expr>) {
    match formula {
        Ltl::State(expr) => found.push(expr),
        Ltl::Not(a) | Ltl::Next(a) | Ltl::Finally(a) | Ltl::Globally(a) => ltl_states(a, found),
        Ltl::Rigid { body, .. } => ltl_states(body, found),
        Ltl::And(all) | Ltl::Or(all) => all.iter().for_each(|one| ltl_states(one, found)),
        Ltl::Implies(a, b) | Ltl::Iff(a, b) | Ltl::Until(_, a, b) => {
            ltl_states(a, found);
            ltl_states(b, found);
        }
    }
}
