//! Which variable is on which side: the finite or the integer one.

use state_sets::{Cell, Formula, Kind, Linear, Local, Point, Space, Term, Variable};
use std::collections::BTreeMap;

/// The sides of the variables of a space, and their numbers there.
#[derive(Debug, Clone)]
pub struct Sides {
    places: Vec<Place>,
    kinds: Vec<Kind>,
}

/// Where a variable is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Finite(Variable),
    Integer(Variable),
}

/// Which sides a formula speaks of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Nature {
    /// Of finite variables only, or of none.
    Finite,
    /// Of integer variables only.
    Integer,
    /// Of both.
    Mixed,
}

impl Nature {
    fn with(self, other: Option<Nature>) -> Option<Nature> {
        Some(match other {
            Some(other) if other != self => Nature::Mixed,
            _ => self,
        })
    }
}

impl Sides {
    /// The sides of the variables of a space.
    pub fn new(space: &Space) -> Sides {
        let (mut finite, mut integer) = (0, 0);
        let next = |count: &mut u32| {
            *count += 1;
            Variable(*count - 1)
        };
        let place = |declaration: &state_sets::Declaration| match declaration.kind {
            Kind::Finite { .. } => Place::Finite(next(&mut finite)),
            Kind::Integer { .. } => Place::Integer(next(&mut integer)),
        };
        let places = space.variables.iter().map(place).collect();
        Sides { places, kinds: space.variables.iter().map(|declaration| declaration.kind).collect() }
    }

    /// The space of the finite variables.
    pub fn finite_space(&self, space: &Space) -> Space {
        self.part(space, |place| match place {
            Place::Finite(variable) => Some(variable),
            Place::Integer(_) => None,
        })
    }

    /// The space of the integer variables.
    pub fn integer_space(&self, space: &Space) -> Space {
        self.part(space, |place| match place {
            Place::Finite(_) => None,
            Place::Integer(variable) => Some(variable),
        })
    }

    fn part(&self, space: &Space, side: impl Fn(Place) -> Option<Variable>) -> Space {
        let own = |variable: Variable| side(self.places[variable.index()]);
        let variables = space
            .all()
            .filter(|variable| own(*variable).is_some())
            .map(|variable| space.declaration(variable).clone());
        let couplings = space
            .couplings
            .iter()
            .map(|coupling| coupling.iter().filter_map(|variable| own(*variable)).collect::<Vec<_>>())
            .filter(|coupling: &Vec<Variable>| coupling.len() > 1);
        Space { variables: variables.collect(), couplings: couplings.collect() }
    }

    /// The changed variables of each side, under their numbers there.
    pub fn changed(&self, changed: &[Variable]) -> (Vec<Variable>, Vec<Variable>) {
        let (mut finite, mut integer) = (Vec::new(), Vec::new());
        for variable in changed {
            match self.places[variable.index()] {
                Place::Finite(own) => finite.push(own),
                Place::Integer(own) => integer.push(own),
            }
        }
        (finite, integer)
    }

    /// The variable that has this number among the integer ones.
    pub fn integer(&self, own: Variable) -> Variable {
        let place = self.places.iter().position(|place| *place == Place::Integer(own));
        Variable(place.unwrap_or_else(|| unreachable!("every integer variable has a place")) as u32)
    }

    /// The variable that has this number among the finite ones.
    pub fn finite(&self, own: Variable) -> Variable {
        let place = self.places.iter().position(|place| *place == Place::Finite(own));
        Variable(place.unwrap_or_else(|| unreachable!("every finite variable has a place")) as u32)
    }

    /// The finite and the integer half of a state.
    pub fn halves(&self, point: &Point) -> (Point, Point) {
        let (mut finite, mut integer) = (Vec::new(), Vec::new());
        for (place, value) in self.places.iter().zip(&point.0) {
            match place {
                Place::Finite(_) => finite.push(*value),
                Place::Integer(_) => integer.push(*value),
            }
        }
        (Point(finite), Point(integer))
    }

    /// The state with these halves.
    pub fn whole(&self, finite: &Point, integer: &Point) -> Point {
        let value = |place: &Place| match place {
            Place::Finite(variable) => finite.value(*variable),
            Place::Integer(variable) => integer.value(*variable),
        };
        Point(self.places.iter().map(value).collect())
    }

    /// How many codes a finite cell has.
    pub fn count(&self, cell: Cell, locals: &BTreeMap<Local, Kind>) -> u64 {
        let kind = match cell {
            Cell::Variable(variable, _) => Some(self.kinds[variable.index()]),
            Cell::Local(local) => locals.get(&local).copied(),
        };
        match kind {
            Some(Kind::Finite { count }) => count,
            _ => u64::MAX,
        }
    }

    /// Whether the cell is a finite variable.
    pub fn is_finite(&self, cell: Cell, locals: &BTreeMap<Local, Kind>) -> bool {
        match cell {
            Cell::Variable(variable, _) => matches!(self.places[variable.index()], Place::Finite(_)),
            Cell::Local(local) => matches!(locals.get(&local), Some(Kind::Finite { .. })),
        }
    }

    /// The cell under its number on its side.
    fn own(&self, cell: Cell) -> Cell {
        match cell {
            Cell::Variable(variable, moment) => match self.places[variable.index()] {
                Place::Finite(own) | Place::Integer(own) => Cell::Variable(own, moment),
            },
            Cell::Local(_) => cell,
        }
    }

    /// What a formula speaks of; nothing if it speaks of no cell.
    pub fn nature(&self, formula: &Formula, locals: &mut BTreeMap<Local, Kind>) -> Option<Nature> {
        let cell = |cell: &Cell, locals: &BTreeMap<Local, Kind>| {
            Some(if self.is_finite(*cell, locals) { Nature::Finite } else { Nature::Integer })
        };
        match formula {
            Formula::And(parts) | Formula::Or(parts) => {
                let mut all = None;
                for part in parts {
                    all = join(all, self.nature(part, locals));
                    // Nothing that follows changes this; variables bound there are met when the part is taken apart.
                    if all == Some(Nature::Mixed) {
                        break;
                    }
                }
                all
            }
            Formula::Not(inner) => self.nature(inner, locals),
            Formula::Member(own, _) => cell(own, locals),
            Formula::Same(left, right) => join(cell(left, locals), cell(right, locals)),
            Formula::Compare(sum, _) | Formula::Divides(_, sum) => self.nature_of_sum(sum, locals),
            Formula::Exists(bound, body) => {
                locals.extend(bound.iter().copied());
                self.nature(body, locals)
            }
        }
    }

    /// What a sum speaks of.
    pub fn nature_of_sum(&self, sum: &Linear, locals: &mut BTreeMap<Local, Kind>) -> Option<Nature> {
        let mut all = None;
        for (_, term) in &sum.terms {
            let own = match term {
                Term::Cell(cell) if self.is_finite(*cell, locals) => Some(Nature::Finite),
                Term::Cell(_) => Some(Nature::Integer),
                Term::Indicator(formula) => self.nature(formula, locals),
            };
            all = join(all, own);
        }
        all
    }

    /// The formula with its variables under their numbers on their sides.
    pub fn renumbered(&self, formula: &Formula) -> Formula {
        formula.with_cells(&|cell| self.own(cell))
    }
}

/// The nature of something made of two parts.
fn join(left: Option<Nature>, right: Option<Nature>) -> Option<Nature> {
    match left {
        Some(left) => left.with(right),
        None => right,
    }
}
