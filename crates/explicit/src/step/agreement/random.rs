//! Random small systems.

use diagnostics::Span;
use random_numbers::Xorshift;
use system::*;

const HERE: Span = Span { start: 0, end: 0 };

/// A small generator of numbers.
pub(super) struct Random(Xorshift);

impl Random {
    pub(super) fn new(seed: u64) -> Self {
        Random(Xorshift::scattered(seed))
    }

    pub(super) fn below(&mut self, limit: u32) -> u32 {
        self.0.below(u64::from(limit)) as u32
    }

    fn one_in(&mut self, count: u32) -> bool {
        self.below(count) == 0
    }
}

/// The variables: `b: bool`, `x: 0..2`, `n: nat`, `a: array [0..1] of 0..2`, `p: ref P`, `P[0..1].v: 0..1`, the
/// locations of `P`, and the counters of a population with two locations.
const B: u32 = 0;
const X: u32 = 1;
const N: u32 = 2;
const A: u32 = 3;
const P: u32 = 5;
const V: u32 = 6;
const LOCATION: u32 = 8;
const COUNTER: u32 = 10;
const PROCESS: ProcessId = ProcessId(0);
const SMALL: Type = Type::Range { low: 0, high: 2 };
const BIT: Type = Type::Range { low: 0, high: 1 };

pub(super) fn system(random: &mut Random) -> System {
    let mut system = System::default();
    let reference = Type::Reference(PROCESS);
    let location = Type::Location(PROCESS);
    let types = [Type::Bool, SMALL, Type::Nat, SMALL, SMALL, reference, BIT, BIT, location, location];
    for (number, ty) in types.into_iter().chain([Type::Nat; 2]).enumerate() {
        let name = format!("v{number}");
        let role = if number >= COUNTER as usize { Role::Counter(PopulationId(0)) } else { Role::Variable };
        let variable =
            Variable { base: name.clone(), name, ty, role, owner: None, element: None, span: HERE };
        system.variables.push(variable);
    }
    let locations = vec!["l".to_owned(), "m".to_owned()];
    system.processes.push(Process {
        name: "P".to_owned(),
        is_array: true,
        first_index: 0,
        count: 2,
        locations: locations.clone(),
        location: Some(VariableId(LOCATION)),
        stride: 1,
    });
    system.populations.push(Population {
        name: "Q".to_owned(),
        locations,
        first_counter: VariableId(COUNTER),
        is_open: true,
        size: None,
    });
    for number in 0..6 {
        let edge = edge(random, number);
        system.edges.push(edge);
        let sender = EdgeId::from_index(number);
        system.transitions.push(Transition { sender, receivers: receivers(random, number) });
    }
    system.initial = initial(random);
    system
}

fn receivers(random: &mut Random, sender: usize) -> Vec<Receiver> {
    let required = random.one_in(2);
    let count = if required { random.below(2) } else { random.below(3) };
    let others = (0..6).filter(|other| *other % 3 != sender % 3 || *other % 3 == 2 && *other != sender);
    others.take(count as usize).map(|edge| Receiver { edge: EdgeId(edge as u32), required }).collect()
}

/// Edges 0 and 3 belong to `P[0]`, 1 and 4 to `P[1]`, 2 to the population; 5 is an event.
fn edge(random: &mut Random, number: usize) -> Edge {
    let (from, to) = (random.below(2), random.below(2));
    let movement = match number % 3 {
        2 if number == 5 => Movement::None,
        2 => Movement::Counter { from: VariableId(COUNTER + from), to: VariableId(COUNTER + to) },
        instance => Movement::Location { variable: VariableId(LOCATION + instance as u32), from, to },
    };
    let guard = if random.one_in(2) { Expr::bool(true, HERE) } else { boolean(random, 2, false) };
    let steps = random.below(3);
    let action = Block { steps: (0..steps).map(|_| step(random, 2)).collect() };
    let name = format!("e{number}");
    Edge { name, label: None, owner: Owner::Event, movement, guard, action, span: HERE }
}

fn initial(random: &mut Random) -> Vec<Expr> {
    let small = |variable: u32, ty: Type| {
        let read = || Expr::read(VariableId(variable), ty, HERE);
        let below = Expr::compare(Comparison::Le, read(), Expr::int(2, HERE), HERE);
        let above = Expr::compare(Comparison::Ge, read(), Expr::int(0, HERE), HERE);
        Expr::new(ExprKind::And(vec![above, below]), HERE)
    };
    let mut conditions = vec![small(N, Type::Nat)];
    let counters = [COUNTER, COUNTER + 1].map(|counter| Expr::read(VariableId(counter), Type::Nat, HERE));
    let sum = Expr::new(ExprKind::Sum(counters.to_vec()), HERE);
    conditions.push(Expr::compare(Comparison::Eq, sum, Expr::int(2, HERE), HERE));
    for _ in 0..random.below(5) {
        let condition = boolean(random, 3, false);
        conditions.insert(random.below(conditions.len() as u32 + 1) as usize, condition);
    }
    conditions
}

fn step(random: &mut Random, depth: u32) -> Step {
    Step { statements: (0..=random.below(3)).map(|_| statement(random, depth)).collect() }
}

fn statement(random: &mut Random, depth: u32) -> Statement {
    let branch = |random: &mut Random| Branch {
        guard: random.one_in(2).then(|| boolean(random, 2, false)),
        body: Block { steps: (0..random.below(3)).map(|_| step(random, depth - 1)).collect() },
        span: HERE,
    };
    let kind = match random.below(if depth > 0 { 10 } else { 8 }) {
        0..=2 => {
            let place = place(random, 1);
            let value = if place.ty == Type::Bool { boolean(random, 1, false) } else { of(random, place.ty) };
            StatementKind::Assign { value, place }
        }
        3 => any(random),
        4 => StatementKind::Skip,
        5 => StatementKind::Assert(boolean(random, 2, false)),
        6 | 7 => StatementKind::Relation(boolean(random, 2, true)),
        8 => StatementKind::Choose((0..=random.below(2)).map(|_| branch(random)).collect()),
        _ => StatementKind::If {
            condition: boolean(random, 1, false),
            then: branch(random),
            otherwise: random.one_in(2).then(|| branch(random)),
        },
    };
    Statement { kind, span: HERE }
}

fn any(random: &mut Random) -> StatementKind {
    let place = place(random, 1);
    let set = match random.below(3) {
        0 if !place.ty.is_unbounded() => None,
        1 if place.ty.sort() == Sort::Int => {
            Some(ChoiceSet::Range(integer(random, 1, false), integer(random, 1, false)))
        }
        _ => {
            let member = |random: &mut Random| match place.ty {
                Type::Bool => boolean(random, 1, false),
                ty => of(random, ty),
            };
            Some(ChoiceSet::Members((0..=random.below(2)).map(|_| member(random)).collect()))
        }
    };
    let condition = random.one_in(2).then(|| boolean(random, 2, true));
    StatementKind::Any { place, set, condition }
}

fn of(random: &mut Random, ty: Type) -> Expr {
    if ty.sort() == Sort::Int { integer(random, 2, false) } else { reference(random, false) }
}

/// A variable other than locations and counters, possibly selected.
fn place(random: &mut Random, depth: u32) -> Place {
    let fixed = |first: u32, ty: Type| Place::variable(VariableId(first), ty, HERE);
    let selected = |random: &mut Random, first: u32, ty: Type, kind: SelectorKind| {
        let index = match kind {
            SelectorKind::Reference(_) => reference(random, false),
            _ => integer(random, depth.saturating_sub(1), false),
        };
        let selector = Selector { kind, index, low: 0, count: 2, stride: 1 };
        Place { selectors: vec![selector], ..fixed(first, ty) }
    };
    match random.below(9) {
        0 | 1 => fixed(B, Type::Bool),
        2 => fixed(X, SMALL),
        3 => fixed(N, Type::Nat),
        4 => fixed(A + random.below(2), SMALL),
        5 => fixed(P, Type::Reference(PROCESS)),
        6 => selected(random, A, SMALL, SelectorKind::Element),
        7 => selected(random, V, BIT, SelectorKind::Instance(PROCESS)),
        _ => selected(random, V, BIT, SelectorKind::Reference(PROCESS)),
    }
}

/// A read of a variable of the right sort, primed now and then where primes may be.
fn read(random: &mut Random, wanted: Sort, primes: bool) -> Option<Expr> {
    let place = place(random, 1);
    (place.ty.sort() == wanted).then(|| {
        let kind = if primes && random.one_in(2) { ExprKind::ReadNext(place) } else { ExprKind::Read(place) };
        Expr::new(kind, HERE)
    })
}

fn reference(random: &mut Random, primes: bool) -> Expr {
    let sort = Sort::Reference(PROCESS);
    if let Some(read) = read(random, sort, primes) {
        return read;
    }
    let kind = match random.below(4) {
        0 => ExprKind::InstanceAt(PROCESS, Box::new(integer(random, 0, primes))),
        1 => ExprKind::Const(Value::Reference(None), sort),
        _ => ExprKind::Const(Value::Reference(Some(random.below(2))), sort),
    };
    Expr::new(kind, HERE)
}

fn integer(random: &mut Random, depth: u32, primes: bool) -> Expr {
    let part = |random: &mut Random| Box::new(integer(random, depth - 1, primes));
    let kind = match random.below(if depth > 0 { 12 } else { 6 }) {
        0..=2 => match read(random, Sort::Int, primes) {
            Some(read) => return read,
            None => return Expr::int(random.below(3).into(), HERE),
        },
        3..=5 => return Expr::int(i128::from(random.below(4)) - 1, HERE),
        6 | 7 => {
            use Operation::*;
            let operation = [Add, Sub, Mul, Div, Mod, Min, Max][random.below(7) as usize];
            ExprKind::Arithmetic(operation, part(random), part(random))
        }
        8 => ExprKind::Negate(part(random)),
        9 => ExprKind::Sum((0..random.below(3)).map(|_| integer(random, depth - 1, primes)).collect()),
        10 => ExprKind::Count((0..random.below(3)).map(|_| boolean(random, depth - 1, primes)).collect()),
        _ if random.one_in(2) => ExprKind::IndexOf(Box::new(reference(random, primes))),
        _ => ExprKind::If(Box::new(boolean(random, depth - 1, primes)), part(random), part(random)),
    };
    Expr::new(kind, HERE)
}

fn boolean(random: &mut Random, depth: u32, primes: bool) -> Expr {
    let part = |random: &mut Random| Box::new(boolean(random, depth.saturating_sub(1), primes));
    let parts = |random: &mut Random| (0..=random.below(3)).map(|_| *part(random)).collect();
    let kind = match random.below(if depth > 0 { 12 } else { 4 }) {
        0 | 1 => match read(random, Sort::Bool, primes) {
            Some(read) => return read,
            None => return Expr::bool(random.one_in(2), HERE),
        },
        2..=5 => {
            use Comparison::*;
            let comparison = [Eq, Eq, Eq, Ne, Lt, Le, Gt, Ge][random.below(8) as usize];
            let depth = depth.saturating_sub(1);
            let (a, b) = (integer(random, depth, primes), integer(random, depth, primes));
            ExprKind::Compare(comparison, Box::new(a), Box::new(b))
        }
        6 => {
            let comparison = if random.one_in(2) { Comparison::Eq } else { Comparison::Ne };
            let (a, b) = (reference(random, primes), reference(random, primes));
            ExprKind::Compare(comparison, Box::new(a), Box::new(b))
        }
        7 => ExprKind::Not(part(random)),
        8 => ExprKind::And(parts(random)),
        9 => ExprKind::Or(parts(random)),
        10 if random.one_in(2) => ExprKind::Implies(part(random), part(random)),
        10 => ExprKind::Iff(part(random), part(random)),
        _ => ExprKind::If(part(random), part(random), part(random)),
    };
    Expr::new(kind, HERE)
}
