//! The system of counters, as the checker sees it.
//!
//! Each rule becomes one edge for each combination that its mover can have, with the action as it stands: before it, the mover is taken
//! out of its counter, and what the action writes of it is put into registers; after it, the mover is counted under what stands there.
//! Between steps registers have a fixed value. If nothing counts what the mover has become, a flag remembers that for ever.

use crate::Refusal;
use diagnostics::Span;
use std::collections::BTreeMap;
use system::parameterized::{
    Choices, Domain, ParameterizedQuestion, ParameterizedStatement as Said, ParameterizedSystem, Rule, Site,
    Steps, Term, Way,
};
use system::{
    Block, Branch, ChoiceSet, Comparison, Ctl, Edge, EdgeId, Expr, ExprKind, Movement, Operation, Owner,
    Path, Place, Property, Question, Role, Statement, StatementKind, Step, System, Transition, Type, Value,
    Variable, VariableId,
};

use super::initial::{initial, values, within};
use super::scope::{Held, Person, Scope, all_of, bool, choice, compare, expr, int, some_of, type_of};
use super::written::{writes_everybody, written};

/// More edges than this are not written.
const MOST_EDGES: usize = 20_000;

/// A system of counters, and what is true between its steps.
pub(super) struct Translated {
    /// The system: variables beside the instances, counters, registers, and the flag. It has one property.
    pub system: System,
    /// The values that registers and the flag have between steps.
    pub resting: Vec<(VariableId, Value)>,
}

/// Translates a system with one of its properties.
pub(super) fn translated(
    scope: Scope<'_>,
    property: usize,
    counters: &[String],
) -> Result<Translated, Refusal> {
    let open = scope.system;
    let mut registers = BTreeMap::new();
    let mut variables = Vec::new();
    for global in &open.globals {
        variables.push(variable(&global.name, type_of(&global.domain)?));
    }
    variables.extend(counters.iter().map(|name| variable(name, Type::Nat)));
    let mut resting = Vec::new();
    for (number, local) in open.locals.iter().enumerate() {
        let (ty, values) = (type_of(&local.domain)?, values(&local.domain)?);
        let Some(first) = values.first() else {
            return Err(Refusal::Undecided("a variable of an instance has no value".into()));
        };
        let id = VariableId::from_index(variables.len());
        registers.insert(number, (id, ty, *first));
        resting.push((id, value_of(ty, *first)));
        variables.push(variable(&format!("moving: {}", local.name), ty));
    }
    let flag = VariableId::from_index(variables.len());
    resting.push((flag, Value::Bool(false)));
    variables.push(variable("somebody is not counted", Type::Bool));
    let writer = Writer { scope, registers, flag };
    let mut edges = Vec::new();
    for rule in &open.rules {
        if rule.has_mover {
            for combination in 0..scope.combinations.len() {
                edges.extend(writer.edge(rule, Some(combination))?);
            }
        } else {
            edges.extend(writer.edge(rule, None)?);
        }
        if edges.len() > MOST_EDGES {
            return Err(Refusal::Undecided("the system of counters has too many edges".into()));
        }
    }
    let mut conditions = initial(scope)?;
    for (id, value) in &resting {
        let ty = variables[id.index()].ty;
        let value = if let Value::Bool(value) = value { bool(*value) } else { constant(*value) };
        conditions.push(compare(Comparison::Eq, Expr::read(*id, ty, Span::default()), value));
    }
    let asked = &open.properties[property];
    let system = System {
        name: open.name.clone(),
        variables,
        initial: conditions,
        transitions: (0..edges.len())
            .map(|number| Transition { sender: EdgeId::from_index(number), receivers: Vec::new() })
            .collect(),
        edges,
        properties: vec![Property {
            name: asked.name.clone(),
            question: question(scope, &asked.question)?,
            expect: None,
            doc: Vec::new(),
            span: Span::default(),
        }],
        ..System::default()
    };
    Ok(Translated { system, resting })
}

fn constant(value: Value) -> Expr {
    int(if let Value::Int(value) = value { value } else { 0 })
}

fn value_of(ty: Type, value: i64) -> Value {
    if ty == Type::Bool { Value::Bool(value != 0) } else { Value::Int(i128::from(value)) }
}

fn variable(name: &str, ty: Type) -> Variable {
    Variable {
        base: name.to_owned(),
        name: name.to_owned(),
        ty,
        role: Role::Variable,
        owner: None,
        element: None,
        span: Span::default(),
    }
}

/// What is asked: a state that is to be reachable at each size, from each initial state.
fn question(scope: Scope<'_>, asked: &ParameterizedQuestion) -> Result<Question, Refusal> {
    Ok(match asked {
        ParameterizedQuestion::Invariant(term) => Question::Invariant(scope.truth(term, &[])?),
        ParameterizedQuestion::Reachable(term) => {
            let state = Box::new(Ctl::State(scope.truth(term, &[])?));
            Question::Ctl(Ctl::Finally(Path::Some, state))
        }
        ParameterizedQuestion::DeadlockFree => Question::DeadlockFree,
        ParameterizedQuestion::NoFaults => Question::NoFaults,
        ParameterizedQuestion::Other(reason) => return Err(Refusal::Undecided(reason.clone())),
    })
}

/// Writes rules as edges.
struct Writer<'s> {
    scope: Scope<'s>,
    /// For each variable of an instance its register, with its type and the value it has between steps.
    registers: BTreeMap<usize, (VariableId, Type, i64)>,
    /// The variable that is true once an instance has values that nothing counts.
    flag: VariableId,
}

impl<'s> Writer<'s> {
    fn open(&self) -> &'s ParameterizedSystem {
        self.scope.system
    }

    /// The edge of a rule whose mover has a combination, if it has a mover; nothing if it is elsewhere.
    fn edge(&self, rule: &Rule, mover: Option<usize>) -> Result<Option<Edge>, Refusal> {
        let combination = mover.map(|mover| &self.scope.combinations[mover]);
        let seen: Vec<Person> = mover.map(|mover| self.scope.counted(0, mover)).into_iter().collect();
        let mut guard = Vec::new();
        match (rule.movement, combination) {
            (Some(change), Some(values)) if change.is_local => {
                if values[change.variable] != i64::from(change.from) {
                    return Ok(None);
                }
            }
            (Some(change), _) => {
                let at = self.scope.number(&Term::Read(Site::global(change.variable)), &seen)?;
                guard.push(compare(Comparison::Eq, at, int(i128::from(change.from))));
            }
            (None, _) => {}
        }
        guard.extend(mover.map(|mover| compare(Comparison::Ge, self.scope.count(mover), int(1))));
        guard.push(self.scope.truth(&rule.guard, &seen)?);
        let guard = all_of(guard);
        if guard.constant() == Some(Value::Bool(false)) {
            return Ok(None);
        }
        let written = written(&rule.action);
        let mut steps = Vec::new();
        let mut bound = Vec::new();
        if let (Some(mover), Some(values)) = (mover, combination) {
            let held = |(local, value): (usize, &i64)| match self.registers.get(&local) {
                Some((id, ty, _)) if written.contains(&local) => Held::Register(*id, *ty),
                _ => Held::Value(*value),
            };
            let held = values.iter().enumerate().map(held).collect();
            bound.push(Person { number: 0, counted: None, held });
            let mut taken = vec![self.add(mover, int(-1))];
            for local in &written {
                taken.push(self.set_register(*local, values[*local])?);
            }
            steps.push(Step { statements: taken });
        }
        steps.extend(self.steps(&rule.action, &bound)?.steps);
        steps.push(Step { statements: self.end(rule, bound)? });
        Ok(Some(Edge {
            name: rule.name.clone(),
            label: None,
            owner: Owner::Event,
            movement: Movement::None,
            guard,
            action: Block { steps },
            span: Span::default(),
        }))
    }

    /// The statement that adds to the counter of a combination.
    fn add(&self, combination: usize, more: Expr) -> Statement {
        let place = Place::variable(self.scope.counter(combination), Type::Nat, Span::default());
        let value = expr(ExprKind::Arithmetic(
            Operation::Add,
            Box::new(self.scope.count(combination)),
            Box::new(more),
        ));
        statement(StatementKind::Assign { place, value })
    }

    fn set_register(&self, local: usize, value: i64) -> Result<Statement, Refusal> {
        let Some((id, ty, _)) = self.registers.get(&local) else {
            return Err(Refusal::Undecided("a variable without a register".into()));
        };
        let place = Place::variable(*id, *ty, Span::default());
        let value = if *ty == Type::Bool { bool(value != 0) } else { int(i128::from(value)) };
        Ok(statement(StatementKind::Assign { place, value }))
    }

    /// Notes that somebody is not counted, where this is so.
    fn note(&self, mut cases: Vec<Expr>) -> Statement {
        let place = Place::variable(self.flag, Type::Bool, Span::default());
        cases.insert(0, Expr::read(self.flag, Type::Bool, Span::default()));
        statement(StatementKind::Assign { place, value: some_of(cases) })
    }

    /// What happens when the action is done: locations change, and the mover is counted again.
    fn end(&self, rule: &Rule, bound: Vec<Person>) -> Result<Vec<Statement>, Refusal> {
        let mut statements = Vec::new();
        if let Some(change) = rule.movement.filter(|change| !change.is_local) {
            let place = self.scope.place(&Site::global(change.variable), &bound)?;
            let value = int(i128::from(change.to));
            statements.push(statement(StatementKind::Assign { place, value }));
        }
        let Some(mover) = bound.into_iter().next() else { return Ok(statements) };
        let mut held = mover.held;
        if let Some(change) = rule.movement.filter(|change| change.is_local) {
            held[change.variable] = Held::Value(i64::from(change.to));
        }
        let mut is_any = Vec::new();
        for (combination, values) in self.scope.combinations.iter().enumerate() {
            let has = all_of(held.iter().zip(values).map(|(held, value)| has(held, *value)).collect());
            if has.constant() != Some(Value::Bool(false)) {
                statements.push(self.add(combination, choice(has.clone(), int(1), int(0))));
                is_any.push(has);
            }
        }
        statements.push(self.note(vec![expr(ExprKind::Not(Box::new(some_of(is_any))))]));
        for (local, held) in held.iter().enumerate() {
            if let (Held::Register(..), Some((_, _, rest))) = (held, self.registers.get(&local)) {
                statements.push(self.set_register(local, *rest)?);
            }
        }
        Ok(statements)
    }

    fn steps(&self, action: &Steps, bound: &[Person]) -> Result<Block, Refusal> {
        let step = |step: &Vec<Said>| Ok(Step { statements: self.together(step, bound)? });
        Ok(Block { steps: action.iter().map(step).collect::<Result<_, Refusal>>()? })
    }

    /// The statements of a step. What is written of all instances changes the counters, so that nothing else of the step may.
    fn together(&self, step: &Vec<Said>, bound: &[Person]) -> Result<Vec<Statement>, Refusal> {
        let is_direct = |said: &&Said| matches!(said, Said::Everybody { .. });
        let of_all = step.iter().filter(is_direct).count();
        if step.len() > 1
            && step.iter().any(|one| !is_direct(&one) && writes_everybody(&vec![vec![one.clone()]]))
        {
            return Err(Refusal::Undecided("all instances are written beside other statements".into()));
        }
        let mut statements = if of_all > 0 { self.everybody(step, bound)? } else { Vec::new() };
        for said in step {
            statements.extend(self.statement(said, bound)?);
        }
        Ok(statements)
    }

    fn statement(&self, said: &Said, bound: &[Person]) -> Result<Vec<Statement>, Refusal> {
        let kind = match said {
            Said::Assign(site, value) => {
                let place = self.place(site, bound)?;
                let value = match place.ty {
                    Type::Bool => self.scope.truth(value, bound)?,
                    _ => self.scope.number(value, bound)?,
                };
                let mut all = Vec::new();
                if let Domain::UpTo(low, offset) = *self.scope.domain(site) {
                    let fits = all_of(within(self.scope, bound, (low, offset), value.clone())?.into());
                    all.push(statement(StatementKind::Assert(fits)));
                }
                all.push(statement(StatementKind::Assign { place, value }));
                return Ok(all);
            }
            Said::Any(site, choices) => {
                let place = self.place(site, bound)?;
                if place.ty == Type::Int {
                    let why = "a value is chosen for a variable whose values depend on the constant";
                    return Err(Refusal::Undecided(why.into()));
                }
                let set = self.choices(choices, place.ty, bound)?;
                StatementKind::Any { place, set, condition: None }
            }
            Said::Assert(condition) => StatementKind::Assert(self.scope.truth(condition, bound)?),
            Said::Choose(ways) => StatementKind::Choose(
                ways.iter().map(|way| self.way(way, bound)).collect::<Result<_, Refusal>>()?,
            ),
            Said::If(condition, then, otherwise) => StatementKind::If {
                condition: self.scope.truth(condition, bound)?,
                then: self.way(then, bound)?,
                otherwise: otherwise.as_ref().map(|way| self.way(way, bound)).transpose()?,
            },
            Said::Everybody { .. } => return Ok(Vec::new()),
        };
        Ok(vec![statement(kind)])
    }

    fn way(&self, way: &Way, bound: &[Person]) -> Result<Branch, Refusal> {
        let guard = way.guard.as_ref().map(|guard| self.scope.truth(guard, bound)).transpose()?;
        Ok(Branch { guard, body: self.steps(&way.steps, bound)?, span: Span::default() })
    }

    fn choices(&self, choices: &Choices, ty: Type, bound: &[Person]) -> Result<Option<ChoiceSet>, Refusal> {
        let one = |term: &Term| match ty {
            Type::Bool => self.scope.truth(term, bound),
            _ => self.scope.number(term, bound),
        };
        Ok(match choices {
            Choices::Domain => None,
            Choices::Instances => {
                return Err(Refusal::Undecided("an instance is chosen, so that it can be told apart".into()));
            }
            Choices::Range(low, high) => Some(ChoiceSet::Range(one(low)?, one(high)?)),
            Choices::Members(members) => {
                Some(ChoiceSet::Members(members.iter().map(one).collect::<Result<_, Refusal>>()?))
            }
        })
    }

    /// The variable that a site denotes: one beside the instances, or a register.
    fn place(&self, site: &Site, bound: &[Person]) -> Result<Place, Refusal> {
        let Some(owner) = &site.owner else { return self.scope.place(site, bound) };
        let person = super::scope::person(owner, bound)?;
        match &person.held[self.scope.local(site, bound)?] {
            Held::Register(id, ty) => Ok(Place::variable(*id, *ty, Span::default())),
            _ => Err(Refusal::Undecided("an instance writes a variable of another one".into())),
        }
    }

    /// All instances get new values: those of a combination are counted under what becomes of it.
    fn everybody(&self, step: &[Said], bound: &[Person]) -> Result<Vec<Statement>, Refusal> {
        let mut sources: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        let mut lost = Vec::new();
        for (combination, values) in self.scope.combinations.iter().enumerate() {
            let mut after = values.clone();
            let fresh = bound.iter().map(|person| person.number + 1).max().unwrap_or(0);
            for (variable, new) in self.new_values(step, bound, &self.scope.counted(fresh, combination))? {
                after[variable] = match new.constant() {
                    Some(Value::Int(value)) => i64::try_from(value).map_err(|_| Refusal::Overflow)?,
                    Some(Value::Bool(value)) => i64::from(value),
                    _ => {
                        let why = "what all instances get depends on more than themselves";
                        return Err(Refusal::Undecided(why.into()));
                    }
                };
            }
            for (local, value) in self.open().locals.iter().zip(&after) {
                if !values_have(&local.domain, *value)? {
                    return Err(Refusal::Undecided("some instance may get a value outside".into()));
                }
            }
            match self.scope.combinations.iter().position(|known| *known == after) {
                Some(target) => sources.entry(target).or_default().push(combination),
                None => lost.push(compare(Comparison::Ge, self.scope.count(combination), int(1))),
            }
        }
        let mut statements = vec![self.note(lost)];
        for combination in 0..self.scope.combinations.len() {
            let from = sources.get(&combination).map_or(&[][..], Vec::as_slice);
            let place = Place::variable(self.scope.counter(combination), Type::Nat, Span::default());
            let value = expr(ExprKind::Sum(from.iter().map(|one| self.scope.count(*one)).collect()));
            statements.push(statement(StatementKind::Assign { place, value }));
        }
        if let Some(mover) = bound.first() {
            for (variable, value) in self.new_values(step, bound, mover)? {
                let Some((id, ty, _)) = self.registers.get(&variable) else { continue };
                let place = Place::variable(*id, *ty, Span::default());
                statements.push(statement(StatementKind::Assign { place, value }));
            }
        }
        Ok(statements)
    }

    /// The values that an instance gets with all others.
    fn new_values(
        &self,
        step: &[Said],
        bound: &[Person],
        person: &Person,
    ) -> Result<Vec<(usize, Expr)>, Refusal> {
        let mut all = Vec::new();
        for said in step {
            let Said::Everybody { bound: number, variable, value } = said else { continue };
            let mut names = bound.get(..*number).unwrap_or(bound).to_vec();
            names.push(person.clone());
            let value = match self.open().locals[*variable].domain {
                Domain::Bool => self.scope.truth(value, &names)?,
                _ => self.scope.number(value, &names)?,
            };
            all.push((*variable, value));
        }
        Ok(all)
    }
}

fn values_have(domain: &Domain, value: i64) -> Result<bool, Refusal> {
    Ok(values(domain)?.contains(&value))
}

/// That a variable of an instance has a value.
fn has(held: &Held, value: i64) -> Expr {
    match held {
        Held::Value(known) => bool(*known == value),
        Held::Register(id, Type::Bool) => {
            let read = Expr::read(*id, Type::Bool, Span::default());
            if value != 0 { read } else { expr(ExprKind::Not(Box::new(read))) }
        }
        Held::Register(id, ty) => {
            compare(Comparison::Eq, Expr::read(*id, *ty, Span::default()), int(i128::from(value)))
        }
        Held::Unknown => bool(false),
    }
}

fn statement(kind: StatementKind) -> Statement {
    Statement { kind, span: Span::default() }
}
