//! The system of counters, as the checker sees it.
//!
//! Each rule becomes one edge for each combination that its mover can have, with the action as it stands: before it, the mover is taken
//! out of its counter, and what the action writes of it is put into registers; after it, the mover is counted under what stands there.
//! Between steps registers have a fixed value. If nothing counts what the mover has become, a flag remembers that for ever.

use crate::Refusal;
use diagnostics::Span;
use std::collections::{BTreeMap, BTreeSet};
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
use super::scope::{
    Held, Person, Scope, all_of, bool, can_fault, choice, compare, expr, int, some_of, type_of,
};
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
    let has_pairs = open.rules.iter().any(|rule| rule.partner.is_some());
    let movers = if has_pairs { &["moving", "moving too"][..] } else { &["moving"] };
    for (mover, called) in movers.iter().enumerate() {
        for (number, local) in open.locals.iter().enumerate() {
            let (ty, values) = (type_of(&local.domain)?, values(&local.domain)?);
            let Some(first) = values.first() else {
                return Err(Refusal::Undecided("a variable of an instance has no value".into()));
            };
            let id = VariableId::from_index(variables.len());
            registers.insert((mover, number), (id, ty, *first));
            resting.push((id, value_of(ty, *first)));
            variables.push(variable(&format!("{called}: {}", local.name), ty));
        }
    }
    let flag = VariableId::from_index(variables.len());
    resting.push((flag, Value::Bool(false)));
    variables.push(variable("somebody is not counted", Type::Bool));
    let writer = Writer { scope, registers, flag };
    let mut edges = Vec::new();
    for rule in &open.rules {
        for movers in movers_of(rule, scope.combinations.len()) {
            edges.extend(writer.edge(rule, &movers)?);
            if edges.len() > MOST_EDGES {
                return Err(Refusal::Undecided("the system of counters has too many edges".into()));
            }
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

/// Who can move by a rule: for each that moves which one it is, so that two of them may be the same, and its combination.
fn movers_of(rule: &Rule, combinations: usize) -> Vec<Vec<(usize, usize)>> {
    let all = 0..combinations;
    match &rule.partner {
        _ if !rule.has_mover => vec![Vec::new()],
        None => all.map(|one| vec![(0, one)]).collect(),
        Some(partner) => {
            let pairs = all.clone().flat_map(|one| all.clone().map(move |other| vec![(0, one), (1, other)]));
            let same = all.clone().filter(|_| !partner.is_another).map(|one| vec![(0, one), (0, one)]);
            pairs.chain(same).collect()
        }
    }
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
    /// For each instance that moves and each of its variables the register, with its type and the value it has between steps.
    registers: BTreeMap<(usize, usize), (VariableId, Type, i64)>,
    /// The variable that is true once an instance has values that nothing counts.
    flag: VariableId,
}

impl<'s> Writer<'s> {
    fn open(&self) -> &'s ParameterizedSystem {
        self.scope.system
    }

    /// The edge of a rule for those who move; nothing if they are elsewhere.
    fn edge(&self, rule: &Rule, movers: &[(usize, usize)]) -> Result<Option<Edge>, Refusal> {
        let seen: Vec<Person> =
            movers.iter().map(|(number, one)| self.scope.counted(*number, *one)).collect();
        let Some(guard) = self.guard(rule, movers, &seen)? else { return Ok(None) };
        let written = written(&rule.action);
        let mut steps = Vec::new();
        let mut bound: Vec<Person> = Vec::new();
        for (number, combination) in movers {
            let values = &self.scope.combinations[*combination];
            let held = |(local, value): (usize, &i64)| match self.registers.get(&(*number, local)) {
                Some((id, ty, _)) if written.contains(&local) => Held::Register(*id, *ty),
                _ => Held::Value(*value),
            };
            let held = values.iter().enumerate().map(held).collect();
            if bound.iter().all(|known| known.number != *number) {
                let mut taken = vec![self.add(*combination, int(-1))];
                for local in &written {
                    taken.push(self.set_register((*number, *local), values[*local])?);
                }
                steps.push(Step { statements: taken });
            }
            bound.push(Person { number: *number, counted: None, held });
        }
        steps.extend(self.steps(&rule.action, &bound)?.steps);
        steps.extend(self.end(rule, bound, &written)?);
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

    /// When those who move can do so: there are so many of them, at their locations, and the guards are true.
    fn guard(
        &self,
        rule: &Rule,
        movers: &[(usize, usize)],
        seen: &[Person],
    ) -> Result<Option<Expr>, Refusal> {
        let is_at = |place: usize, change: &system::parameterized::LocationChange| {
            let values = movers.get(place).map(|(_, combination)| &self.scope.combinations[*combination]);
            values.is_none_or(|values| values[change.variable] == i64::from(change.from))
        };
        let local = rule.movement.filter(|change| change.is_local);
        let is_there = local.is_none_or(|change| is_at(0, &change))
            && rule.partner.as_ref().is_none_or(|partner| is_at(1, &partner.movement));
        if !is_there {
            return Ok(None);
        }
        let mut guard = Vec::new();
        if let Some(change) = rule.movement.filter(|change| !change.is_local) {
            let at = self.scope.number(&Term::Read(Site::global(change.variable)), seen)?;
            guard.push(compare(Comparison::Eq, at, int(i128::from(change.from))));
        }
        for (_, combination) in movers {
            let mut needed: Vec<usize> =
                movers.iter().filter(|(_, other)| other == combination).map(|(number, _)| *number).collect();
            needed.dedup();
            let count = self.scope.count(*combination);
            guard.push(compare(Comparison::Ge, count, int(needed.len() as i128)));
        }
        guard.push(self.scope.truth(&rule.guard, seen.get(..1).unwrap_or(seen))?);
        if let Some(partner) = &rule.partner {
            guard.push(self.scope.truth(&partner.guard, seen)?);
        }
        let guard = all_of(guard);
        Ok((guard.constant() != Some(Value::Bool(false))).then_some(guard))
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

    fn set_register(&self, which: (usize, usize), value: i64) -> Result<Statement, Refusal> {
        let Some((id, ty, _)) = self.registers.get(&which) else {
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

    /// What happens when the action is done: locations change, and those who moved are counted again, one after the other.
    fn end(
        &self,
        rule: &Rule,
        mut bound: Vec<Person>,
        written: &BTreeSet<usize>,
    ) -> Result<Vec<Step>, Refusal> {
        let mut steps = Vec::new();
        if let Some(change) = rule.movement.filter(|change| !change.is_local) {
            let place = self.scope.place(&Site::global(change.variable), &bound)?;
            let value = int(i128::from(change.to));
            steps.push(Step { statements: vec![statement(StatementKind::Assign { place, value })] });
        }
        let own = rule.movement.filter(|change| change.is_local).map(|change| (0, change));
        let partner = rule.partner.as_ref().map(|partner| (1, partner.movement));
        for (place, change) in own.into_iter().chain(partner) {
            let Some(number) = bound.get(place).map(|person| person.number) else { continue };
            for person in bound.iter_mut().filter(|person| person.number == number) {
                person.held[change.variable] = Held::Value(i64::from(change.to));
            }
        }
        for (place, person) in bound.iter().enumerate() {
            if bound[..place].iter().all(|known| known.number != person.number) {
                steps.push(Step { statements: self.counted_again(person, written)? });
            }
        }
        Ok(steps)
    }

    /// Counts one that moved under what it has, and empties its registers.
    fn counted_again(&self, person: &Person, written: &BTreeSet<usize>) -> Result<Vec<Statement>, Refusal> {
        let mut statements = Vec::new();
        let mut is_any = Vec::new();
        for (combination, values) in self.scope.combinations.iter().enumerate() {
            let has = all_of(person.held.iter().zip(values).map(|(held, value)| has(held, *value)).collect());
            if has.constant() != Some(Value::Bool(false)) {
                statements.push(self.add(combination, choice(has.clone(), int(1), int(0))));
                is_any.push(has);
            }
        }
        statements.push(self.note(vec![expr(ExprKind::Not(Box::new(some_of(is_any))))]));
        for local in written {
            let which = (person.number, *local);
            if let Some((_, _, rest)) = self.registers.get(&which) {
                statements.push(self.set_register(which, *rest)?);
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
        let mut sums: BTreeMap<usize, Vec<Expr>> = BTreeMap::new();
        let mut lost = Vec::new();
        let fresh = bound.iter().map(|person| person.number + 1).max().unwrap_or(0);
        for combination in 0..self.scope.combinations.len() {
            let count = self.scope.count(combination);
            let person = self.scope.counted(fresh, combination);
            for (condition, after) in self.becomes(step, bound, &person, combination)? {
                match self.scope.combinations.iter().position(|known| *known == after) {
                    Some(target) => {
                        sums.entry(target).or_default().push(choice(condition, count.clone(), int(0)));
                    }
                    None => {
                        let some = compare(Comparison::Ge, count.clone(), int(1));
                        lost.push(all_of(vec![some, condition]));
                    }
                }
            }
        }
        let mut statements = vec![self.note(lost)];
        for combination in 0..self.scope.combinations.len() {
            let place = Place::variable(self.scope.counter(combination), Type::Nat, Span::default());
            let value = expr(ExprKind::Sum(sums.remove(&combination).unwrap_or_default()));
            statements.push(statement(StatementKind::Assign { place, value }));
        }
        for (place, mover) in bound.iter().enumerate() {
            if bound[..place].iter().any(|known| known.number == mover.number) {
                continue;
            }
            for (variable, value) in self.new_values(step, bound, mover)? {
                let Some((id, ty, _)) = self.registers.get(&(mover.number, variable)) else { continue };
                let place = Place::variable(*id, *ty, Span::default());
                statements.push(statement(StatementKind::Assign { place, value }));
            }
        }
        Ok(statements)
    }

    /// What instances of a combination come to have: each of the values that there may be, with the condition that it is these.
    fn becomes(
        &self,
        step: &[Said],
        bound: &[Person],
        person: &Person,
        combination: usize,
    ) -> Result<Vec<(Expr, Vec<i64>)>, Refusal> {
        let mut all = vec![(bool(true), self.scope.combinations[combination].clone())];
        for (variable, new) in self.new_values(step, bound, person)? {
            let possible = values(&self.open().locals[variable].domain)?;
            if !chosen_among(&new, &possible) {
                return Err(Refusal::Undecided("some instance may get a value outside".into()));
            }
            let is = |value: i64| match new.sort() {
                system::Sort::Bool => compare(Comparison::Eq, new.clone(), bool(value != 0)),
                _ => compare(Comparison::Eq, new.clone(), int(i128::from(value))),
            };
            let mut longer = Vec::new();
            for (condition, after) in &all {
                for value in &possible {
                    let condition = all_of(vec![condition.clone(), is(*value)]);
                    if condition.constant() != Some(Value::Bool(false)) {
                        let mut after = after.clone();
                        after[variable] = *value;
                        longer.push((condition, after));
                    }
                }
            }
            all = longer;
        }
        Ok(all)
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
            if can_fault(value) {
                return Err(Refusal::Undecided("what all instances get may fault".into()));
            }
            let value = match self.open().locals[*variable].domain {
                Domain::Bool => self.scope.truth(value, &names)?,
                _ => self.scope.number(value, &names)?,
            };
            all.push((*variable, value));
        }
        Ok(all)
    }
}

/// Whether an expression is a truth value or chooses among these numbers.
fn chosen_among(open: &Expr, possible: &[i64]) -> bool {
    match (&open.kind, open.constant()) {
        (_, Some(Value::Int(value))) => possible.iter().any(|one| i128::from(*one) == value),
        (ExprKind::If(_, then, otherwise), _) => {
            chosen_among(then, possible) && chosen_among(otherwise, possible)
        }
        _ => open.sort() == system::Sort::Bool,
    }
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
