//! Systems of many processes, directly as steps.

use state_sets::{Cell, Comparison, Declaration, Formula, Kind, Linear, Space, Step, Term, Variable};

/// A system to search.
pub struct Model {
    pub space: Space,
    pub initial: Formula,
    pub steps: Vec<Step>,
}

impl Model {
    pub fn new() -> Model {
        Model { space: Space::default(), initial: Formula::truth(), steps: Vec::new() }
    }

    /// A variable with so many codes, of which it has the first at the start.
    pub fn variable(&mut self, name: String, count: u64, cluster: Option<u32>) -> Variable {
        let variable = Variable(self.space.variables.len() as u32);
        self.space.variables.push(Declaration { name, kind: Kind::Finite { count }, cluster });
        variable
    }

    /// A step and the coupling that it is.
    pub fn step(&mut self, read: &[Variable], changed: &[Variable], relation: Formula) {
        let mut changed = changed.to_vec();
        changed.sort();
        let mut coupling = [read, changed.as_slice()].concat();
        coupling.sort();
        coupling.dedup();
        self.space.couplings.push(coupling);
        self.steps.push(Step { changed, relation });
    }

    /// All variables have their first code at the start, unless said otherwise.
    pub fn start(&mut self, others: &[(Variable, u64)]) {
        let code = |variable: Variable| {
            let other = others.iter().find(|(own, _)| *own == variable);
            Formula::is(Cell::now(variable), other.map_or(0, |(_, code)| *code))
        };
        self.initial = Formula::all(self.space.all().map(code));
    }
}

/// The variable goes from one code to another.
fn moves(variable: Variable, from: u64, to: u64) -> Formula {
    Formula::is(Cell::now(variable), from).and(Formula::is(Cell::next(variable), to))
}

/// Philosophers between forks of one bit each, declared after all philosophers.
pub fn philosophers(count: u32) -> Model {
    let mut model = Model::new();
    let places: Vec<Variable> =
        (0..count).map(|number| model.variable(format!("at{number}"), 3, Some(number))).collect();
    let forks: Vec<Variable> =
        (0..count).map(|number| model.variable(format!("fork{number}"), 2, None)).collect();
    for number in 0..count as usize {
        let (at, left, right) = (places[number], forks[number], forks[(number + 1) % count as usize]);
        model.step(&[], &[at, left], moves(at, 0, 1).and(moves(left, 0, 1)));
        model.step(&[], &[at, right], moves(at, 1, 2).and(moves(right, 0, 1)));
        let back = [left, right].map(|fork| Formula::is(Cell::next(fork), 0));
        model.step(&[], &[at, left, right], Formula::all([moves(at, 2, 0)].into_iter().chain(back)));
    }
    model.start(&[]);
    model
}

/// A ring of processes around one token, whose holder a shared variable names.
pub fn ring(count: u32) -> Model {
    let mut model = Model::new();
    let token = model.variable("token".into(), u64::from(count), None);
    for number in 0..count {
        let at = model.variable(format!("at{number}"), 4, Some(number));
        let (own, next) = (u64::from(number), u64::from((number + 1) % count));
        let holds = || Formula::is(Cell::now(token), own);
        model.step(&[at], &[token], Formula::is(Cell::now(at), 0).and(moves(token, own, next)));
        model.step(&[], &[at], moves(at, 0, 1));
        model.step(&[], &[at], moves(at, 1, 2));
        model.step(&[token], &[at], holds().and(moves(at, 2, 3)));
        model.step(&[], &[at, token], moves(at, 3, 0).and(moves(token, own, next)));
    }
    model.start(&[]);
    model
}

/// The same ring with one bit at each process instead of the shared variable.
pub fn tokens(count: u32) -> Model {
    let mut model = Model::new();
    let places: Vec<Variable> =
        (0..count).map(|number| model.variable(format!("at{number}"), 4, Some(number))).collect();
    let tokens: Vec<Variable> =
        (0..count).map(|number| model.variable(format!("token{number}"), 2, Some(number))).collect();
    for number in 0..count as usize {
        let (at, own, next) = (places[number], tokens[number], tokens[(number + 1) % count as usize]);
        let pass = || moves(own, 1, 0).and(Formula::is(Cell::next(next), 1));
        model.step(&[at], &[own, next], Formula::is(Cell::now(at), 0).and(pass()));
        model.step(&[], &[at], moves(at, 0, 1));
        model.step(&[], &[at], moves(at, 1, 2));
        model.step(&[own], &[at], Formula::is(Cell::now(own), 1).and(moves(at, 2, 3)));
        model.step(&[], &[at, own, next], moves(at, 3, 0).and(pass()));
    }
    model.start(&[(tokens[0], 1)]);
    model
}

/// A row of counters up to seven: the first is filled, each pours one unit into the next, the last is emptied.
pub fn buffers(count: u32) -> Model {
    let mut model = Model::new();
    let levels: Vec<Variable> =
        (0..count).map(|number| model.variable(format!("level{number}"), 8, Some(number))).collect();
    let grows = |variable: Variable, by: i128| {
        let terms = vec![(1, Term::Cell(Cell::next(variable))), (-1, Term::Cell(Cell::now(variable)))];
        Formula::Compare(Linear { terms, constant: -by }, Comparison::Zero)
    };
    if let (Some(&first), Some(&last)) = (levels.first(), levels.last()) {
        model.step(&[], &[first], grows(first, 1));
        model.step(&[], &[last], grows(last, -1));
    }
    for pair in levels.windows(2) {
        model.step(&[], pair, grows(pair[0], -1).and(grows(pair[1], 1)));
    }
    model.start(&[]);
    model
}
