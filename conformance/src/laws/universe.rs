//! Small sets of states on which domains are judged.

use state_sets::{
    Cell, Comparison, Declaration, Formula, Kind, Linear, Moment, Point, Space, Step, Term, Variable,
};

/// A space and those of its states on which a domain is judged.
#[derive(Debug, Clone)]
pub struct Universe {
    /// What is special about it, for people.
    pub name: &'static str,
    /// The variables.
    pub space: Space,
    /// The states; all states of the space if every variable is bounded.
    pub points: Vec<Point>,
}

/// Unbounded integers are confined to these values.
const LOW: i128 = -3;
const HIGH: i128 = 3;

impl Universe {
    /// The universe of variables of these kinds; variables with the same number belong to one process.
    pub fn new(name: &'static str, kinds: &[(Kind, Option<u32>)]) -> Universe {
        let declare = |(number, (kind, cluster)): (usize, &(Kind, Option<u32>))| Declaration {
            name: format!("x{number}"),
            kind: *kind,
            cluster: *cluster,
        };
        let variables: Vec<Declaration> = kinds.iter().enumerate().map(declare).collect();
        let number = |number: usize| Variable(number as u32);
        let couplings = (1..kinds.len()).map(|right| vec![number(right - 1), number(right)]).collect();
        let mut points = vec![Point(Vec::new())];
        for (kind, _) in kinds {
            let (low, high) = box_of(*kind);
            let longer = |point: &Point| {
                let point = point.clone();
                (low..=high).map(move |value| Point([point.0.as_slice(), &[value]].concat()))
            };
            points = points.iter().flat_map(longer).collect();
        }
        Universe { name, space: Space { variables, couplings }, points }
    }

    /// Whether the universe has all states of the space.
    pub fn is_whole(&self) -> bool {
        let bounded = |variable| {
            !matches!(
                self.space.kind(variable),
                Kind::Integer { low: None, .. } | Kind::Integer { high: None, .. }
            )
        };
        self.space.all().all(bounded)
    }

    /// The formula, and that unbounded variables lie in the box.
    pub fn confined(&self, formula: Formula) -> Formula {
        let variables: Vec<Variable> = self.space.all().collect();
        formula.and(self.in_box(&variables, Moment::Now))
    }

    /// The step, confined to the box before and after.
    pub fn confined_step(&self, step: Step) -> Step {
        let after = self.in_box(&step.changed, Moment::Next);
        Step { relation: self.confined(step.relation).and(after), changed: step.changed }
    }

    /// The formula of one state.
    pub fn point(&self, point: &Point) -> Formula {
        let same = |variable: Variable| match self.space.kind(variable) {
            Kind::Finite { .. } => Formula::is(Cell::now(variable), point.value(variable) as u64),
            Kind::Integer { .. } => {
                let terms = vec![(1, Term::Cell(Cell::now(variable)))];
                Formula::Compare(Linear { terms, constant: -point.value(variable) }, Comparison::Zero)
            }
        };
        Formula::all(self.space.all().map(same))
    }

    fn in_box(&self, variables: &[Variable], moment: Moment) -> Formula {
        let bounds = |&variable: &Variable| {
            let (low, high) = box_of(self.space.kind(variable));
            let cell = Cell::Variable(variable, moment);
            let at_most = |factor: i128, constant: i128| {
                let sum = Linear { terms: vec![(factor, Term::Cell(cell))], constant };
                Formula::Compare(sum, Comparison::NotPositive)
            };
            let integer = matches!(self.space.kind(variable), Kind::Integer { .. });
            integer.then(|| at_most(-1, low).and(at_most(1, -high)))
        };
        Formula::all(variables.iter().filter_map(bounds))
    }
}

fn box_of(kind: Kind) -> (i128, i128) {
    match kind {
        Kind::Finite { count } => (0, i128::from(count) - 1),
        Kind::Integer { low, high } => {
            let low = low.unwrap_or(LOW.min(high.unwrap_or(LOW)));
            (low, high.unwrap_or(HIGH.max(low)))
        }
    }
}

/// The universes on which domains are judged. A domain may refuse some: those with integers, or all others.
pub fn universes() -> Vec<Universe> {
    let finite = |count| (Kind::Finite { count }, None);
    let own = |count, cluster| (Kind::Finite { count }, Some(cluster));
    let range = |low, high| (Kind::Integer { low: Some(low), high: Some(high) }, None);
    let integer = (Kind::INTEGER, None);
    let natural = (Kind::Integer { low: Some(0), high: None }, None);
    vec![
        Universe::new("one state", &[finite(1)]),
        Universe::new("one Boolean", &[finite(2)]),
        Universe::new("three codes", &[finite(3)]),
        Universe::new("two Booleans", &[finite(2), finite(2)]),
        Universe::new("two processes", &[own(3, 0), finite(2), own(2, 1), own(3, 0)]),
        Universe::new("odd numbers of codes", &[finite(5), finite(1), finite(7)]),
        Universe::new("ranges", &[range(-2, 2), finite(2), range(1, 3)]),
        Universe::new("an integer", &[integer]),
        Universe::new("a natural number and codes", &[natural, finite(3)]),
        Universe::new("two integers and a Boolean", &[integer, finite(2), natural]),
    ]
}
