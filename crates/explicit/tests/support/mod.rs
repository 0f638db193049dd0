//! Builds systems by hand, so that these tests need no front end.

#![allow(dead_code, reason = "each test file uses a part of it")]

pub mod examples;

use diagnostics::Span;
use system::*;

/// A system under construction.
#[derive(Default)]
pub struct Model {
    pub system: System,
}

/// No place in a text.
pub const HERE: Span = Span { start: 0, end: 0 };

impl Model {
    /// Adds a variable.
    pub fn variable(&mut self, name: &str, ty: Type) -> Place {
        self.add(name, ty, Role::Variable, None)
    }

    fn add(&mut self, name: &str, ty: Type, role: Role, owner: Option<(ProcessId, u32)>) -> Place {
        let id = VariableId::from_index(self.system.variables.len());
        let base = name.split('[').next().unwrap_or(name).to_owned();
        let variable = Variable { name: name.to_owned(), base, ty, role, owner, element: None, span: HERE };
        self.system.variables.push(variable);
        Place::variable(id, ty, HERE)
    }

    /// Adds a variable with an initial value.
    pub fn variable_at(&mut self, name: &str, ty: Type, value: Expr) -> Place {
        let place = self.variable(name, ty);
        self.system.initial.push(eq(read(&place), value));
        place
    }

    /// Adds an array of `count` elements from index zero; the place is that of its first element.
    pub fn array(&mut self, name: &str, ty: Type, count: u32, value: Expr) -> Place {
        let places: Vec<Place> =
            (0..count).map(|i| self.variable_at(&format!("{name}[{i}]"), ty, value.clone())).collect();
        places.into_iter().next().expect("an array has elements")
    }

    /// Adds a process array with these locations, starting at the first; returns the location variables.
    pub fn processes(&mut self, name: &str, locations: &[&str], count: u32) -> Vec<Place> {
        let process = ProcessId::from_index(self.system.processes.len());
        let first = VariableId::from_index(self.system.variables.len());
        self.system.processes.push(Process {
            name: name.to_owned(),
            is_array: true,
            first_index: 0,
            count,
            locations: locations.iter().map(|l| (*l).to_owned()).collect(),
            location: Some(first),
            stride: 1,
        });
        let ty = Type::Location(process);
        let places: Vec<Place> = (0..count)
            .map(|i| self.add(&format!("{name}[{i}]"), ty, Role::Location, Some((process, i))))
            .collect();
        for place in &places {
            self.system.initial.push(eq(read(place), location(process, 0)));
        }
        places
    }

    /// Adds a population with these locations; returns its counters, which are not bounded at the start.
    pub fn population(&mut self, name: &str, locations: &[&str]) -> Vec<Place> {
        let id = PopulationId::from_index(self.system.populations.len());
        self.system.populations.push(Population {
            name: name.to_owned(),
            locations: locations.iter().map(|l| (*l).to_owned()).collect(),
            first_counter: VariableId::from_index(self.system.variables.len()),
            is_open: true,
            size: None,
        });
        let role = Role::Counter(id);
        locations.iter().map(|l| self.add(&format!("{name} at {l}"), Type::Nat, role, None)).collect()
    }

    /// Adds an edge that is no transition by itself.
    pub fn edge(&mut self, name: &str, movement: Movement, guard: Expr, steps: Vec<Step>) -> EdgeId {
        self.system.edges.push(Edge {
            name: name.to_owned(),
            label: None,
            owner: Owner::Event,
            movement,
            guard,
            action: Block { steps },
            span: HERE,
        });
        EdgeId::from_index(self.system.edges.len() - 1)
    }

    /// Adds a transition.
    pub fn transition(&mut self, sender: EdgeId, receivers: &[(EdgeId, bool)]) -> TransitionId {
        let receivers =
            receivers.iter().map(|(edge, required)| Receiver { edge: *edge, required: *required });
        self.system.transitions.push(Transition { sender, receivers: receivers.collect() });
        TransitionId::from_index(self.system.transitions.len() - 1)
    }

    /// Adds an edge that is a transition by itself.
    pub fn step(&mut self, name: &str, movement: Movement, guard: Expr, steps: Vec<Step>) -> TransitionId {
        let edge = self.edge(name, movement, guard, steps);
        self.transition(edge, &[])
    }

    /// Adds an event.
    pub fn event(&mut self, name: &str, guard: Expr, steps: Vec<Step>) -> TransitionId {
        self.step(name, Movement::None, guard, steps)
    }

    /// Adds a property.
    pub fn property(&mut self, name: &str, question: Question) -> usize {
        let property =
            Property { name: name.to_owned(), question, expect: None, doc: Vec::new(), span: HERE };
        self.system.properties.push(property);
        self.system.properties.len() - 1
    }
}

fn expr(kind: ExprKind) -> Expr {
    Expr::new(kind, HERE)
}

pub fn int(value: i128) -> Expr {
    Expr::int(value, HERE)
}

pub fn yes() -> Expr {
    Expr::bool(true, HERE)
}

pub fn no() -> Expr {
    Expr::bool(false, HERE)
}

pub fn location(process: ProcessId, number: u32) -> Expr {
    expr(ExprKind::Const(Value::Location(number), Sort::Location(process)))
}

pub fn read(place: &Place) -> Expr {
    expr(ExprKind::Read(place.clone()))
}

pub fn next(place: &Place) -> Expr {
    expr(ExprKind::ReadNext(place.clone()))
}

/// Whether the location variable has this location.
pub fn at(place: &Place, number: u32) -> Expr {
    let Type::Location(process) = place.ty else { panic!("not a location variable") };
    eq(read(place), location(process, number))
}

/// The element of an array with `count` elements whose first is `first`.
pub fn element(first: &Place, index: Expr, count: u32) -> Place {
    let selector = Selector { kind: SelectorKind::Element, index, low: 0, count, stride: 1 };
    Place { selectors: vec![selector], ..first.clone() }
}

/// The variable at this distance behind another.
pub fn offset(first: &Place, by: u32) -> Place {
    Place { first: VariableId(first.first.0 + by), ..first.clone() }
}

pub fn compare(comparison: Comparison, a: Expr, b: Expr) -> Expr {
    Expr::compare(comparison, a, b, HERE)
}

pub fn eq(a: Expr, b: Expr) -> Expr {
    compare(Comparison::Eq, a, b)
}

pub fn lt(a: Expr, b: Expr) -> Expr {
    compare(Comparison::Lt, a, b)
}

pub fn le(a: Expr, b: Expr) -> Expr {
    compare(Comparison::Le, a, b)
}

pub fn not(a: Expr) -> Expr {
    expr(ExprKind::Not(Box::new(a)))
}

pub fn and(all: impl IntoIterator<Item = Expr>) -> Expr {
    expr(ExprKind::And(all.into_iter().collect()))
}

pub fn or(all: impl IntoIterator<Item = Expr>) -> Expr {
    expr(ExprKind::Or(all.into_iter().collect()))
}

pub fn count(all: impl IntoIterator<Item = Expr>) -> Expr {
    expr(ExprKind::Count(all.into_iter().collect()))
}

pub fn arithmetic(operation: Operation, a: Expr, b: Expr) -> Expr {
    expr(ExprKind::Arithmetic(operation, Box::new(a), Box::new(b)))
}

pub fn plus(a: Expr, b: Expr) -> Expr {
    arithmetic(Operation::Add, a, b)
}

pub fn minus(a: Expr, b: Expr) -> Expr {
    arithmetic(Operation::Sub, a, b)
}

/// An expression that faults.
pub fn fault() -> Expr {
    eq(arithmetic(Operation::Div, int(1), int(0)), int(1))
}

/// The movement of an instance.
pub fn moves(place: &Place, from: u32, to: u32) -> Movement {
    Movement::Location { variable: place.first, from, to }
}

/// The movement of a process of a population.
pub fn shifts(from: &Place, to: &Place) -> Movement {
    Movement::Counter { from: from.first, to: to.first }
}

fn statement(kind: StatementKind) -> Statement {
    Statement { kind, span: HERE }
}

pub fn assign(place: &Place, value: Expr) -> Statement {
    statement(StatementKind::Assign { place: place.clone(), value })
}

pub fn any(place: &Place, set: Option<ChoiceSet>, condition: Option<Expr>) -> Statement {
    statement(StatementKind::Any { place: place.clone(), set, condition })
}

pub fn choose(branches: Vec<Branch>) -> Statement {
    statement(StatementKind::Choose(branches))
}

pub fn branch(guard: Option<Expr>, steps: Vec<Step>) -> Branch {
    Branch { guard, body: Block { steps }, span: HERE }
}

pub fn when(condition: Expr, then: Branch, otherwise: Option<Branch>) -> Statement {
    statement(StatementKind::If { condition, then, otherwise })
}

pub fn assert_that(condition: Expr) -> Statement {
    statement(StatementKind::Assert(condition))
}

pub fn relation(condition: Expr) -> Statement {
    statement(StatementKind::Relation(condition))
}

/// One step of these statements.
pub fn all_at_once(statements: Vec<Statement>) -> Step {
    Step { statements }
}

/// One step of one statement.
pub fn just(statement: Statement) -> Vec<Step> {
    vec![all_at_once(vec![statement])]
}

pub fn range(low: i128, high: i128) -> Type {
    Type::Range { low, high }
}
