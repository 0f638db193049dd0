//! The language in which sets and relations are told to a domain.
//!
//! It is small enough that every domain can build each atom directly, and rich enough that guarded actions over
//! locations, enumerations, references, ranges and unbounded integers can be said without enumerating states.

use crate::{Cell, Kind, Local, Part, Shared, Variable};
use std::collections::HashMap;

/// A condition on one state, or on the states before and after a step.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Formula {
    /// All of these; true if there is none.
    And(Shared<Vec<Formula>>),
    /// Some of these; false if there is none.
    Or(Shared<Vec<Formula>>),
    /// Not this.
    Not(Shared<Formula>),
    /// The code of a finite cell is one of these. The codes are sorted and different.
    Member(Cell, Vec<u64>),
    /// Two finite cells have the same code.
    Same(Cell, Cell),
    /// The sum compares with zero like this.
    Compare(Linear, Comparison),
    /// The divisor, which is at least one, divides the sum.
    Divides(i128, Linear),
    /// There are values for these cells that satisfy the formula.
    Exists(Vec<(Local, Kind)>, Shared<Formula>),
}

/// How a sum compares with zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// It is zero.
    Zero,
    /// It is zero or less.
    NotPositive,
}

/// A constant plus multiples of terms.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Linear {
    /// The terms with their factors.
    pub terms: Vec<(i128, Term)>,
    /// The constant.
    pub constant: i128,
}

/// A term of a sum.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Term {
    /// The value of an integer cell, or the code of a finite one.
    Cell(Cell),
    /// One if the formula is true, otherwise zero.
    Indicator(Shared<Formula>),
}

impl Linear {
    /// A constant.
    pub fn constant(constant: i128) -> Linear {
        Linear { terms: Vec::new(), constant }
    }

    /// The value or code of a cell.
    pub fn cell(cell: Cell) -> Linear {
        Linear { terms: vec![(1, Term::Cell(cell))], constant: 0 }
    }

    /// One if the formula is true, otherwise zero.
    pub fn indicator(formula: Formula) -> Linear {
        Linear { terms: vec![(1, Term::Indicator(Shared::new(formula)))], constant: 0 }
    }

    /// The sum of both; nothing if a number grows too large.
    pub fn plus(&self, other: &Linear) -> Option<Linear> {
        let mut sum = self.clone();
        sum.constant = sum.constant.checked_add(other.constant)?;
        for (factor, term) in &other.terms {
            sum.add(*factor, term)?;
        }
        Some(sum)
    }

    /// The difference of both; nothing if a number grows too large.
    pub fn minus(&self, other: &Linear) -> Option<Linear> {
        self.plus(&other.times(-1)?)
    }

    /// The multiple; nothing if a number grows too large.
    pub fn times(&self, factor: i128) -> Option<Linear> {
        if factor == 0 {
            return Some(Linear::constant(0));
        }
        let scale = |(own, term): &(i128, Term)| Some((own.checked_mul(factor)?, term.clone()));
        let terms = self.terms.iter().map(scale).collect::<Option<_>>()?;
        Some(Linear { terms, constant: self.constant.checked_mul(factor)? })
    }

    /// The sum with other cells in place of its own.
    pub fn with_cells(&self, change: &impl Fn(Cell) -> Cell) -> Linear {
        self.changed(change, &mut Changed::default())
    }

    fn changed(&self, change: &impl Fn(Cell) -> Cell, known: &mut Changed) -> Linear {
        let changed = |(factor, term): &(i128, Term)| match term {
            Term::Cell(cell) => (*factor, Term::Cell(change(*cell))),
            Term::Indicator(formula) => {
                let formula = known.formula(formula.address(), |known| formula.changed(change, known));
                (*factor, Term::Indicator(Shared::new(formula)))
            }
        };
        Linear { terms: self.terms.iter().map(changed).collect(), constant: self.constant }
    }

    /// The value, if there are no terms.
    pub fn as_constant(&self) -> Option<i128> {
        self.terms.is_empty().then_some(self.constant)
    }

    fn add(&mut self, factor: i128, term: &Term) -> Option<()> {
        match self.terms.iter().position(|(_, own)| own == term) {
            Some(place) => {
                let sum = self.terms[place].0.checked_add(factor)?;
                match sum {
                    0 => drop(self.terms.remove(place)),
                    _ => self.terms[place].0 = sum,
                }
            }
            None => self.terms.push((factor, term.clone())),
        }
        Some(())
    }
}

impl Formula {
    /// The formula that is always true.
    pub fn truth() -> Formula {
        Formula::And(Vec::new().into())
    }

    /// The formula that is never true.
    pub fn falsity() -> Formula {
        Formula::Or(Vec::new().into())
    }

    /// Whether the formula is plainly true.
    pub fn is_truth(&self) -> bool {
        matches!(self, Formula::And(parts) if parts.is_empty())
    }

    /// Whether the formula is plainly false.
    pub fn is_falsity(&self) -> bool {
        matches!(self, Formula::Or(parts) if parts.is_empty())
    }

    /// The code of the cell is this one.
    pub fn is(cell: Cell, code: u64) -> Formula {
        Formula::Member(cell, vec![code])
    }

    /// All of these, without what is plain.
    pub fn all(parts: impl IntoIterator<Item = Formula>) -> Formula {
        let mut kept: Vec<Formula> = Vec::new();
        for part in parts {
            match part {
                Formula::And(inner) => kept.extend(inner.iter().cloned()),
                other => kept.push(other),
            }
        }
        if kept.iter().any(Formula::is_falsity) {
            return Formula::falsity();
        }
        match kept.len() {
            1 => kept.swap_remove(0),
            _ => Formula::And(kept.into()),
        }
    }

    /// Some of these, without what is plain.
    pub fn any(parts: impl IntoIterator<Item = Formula>) -> Formula {
        let mut kept: Vec<Formula> = Vec::new();
        for part in parts {
            match part {
                Formula::Or(inner) => kept.extend(inner.iter().cloned()),
                other => kept.push(other),
            }
        }
        if kept.iter().any(Formula::is_truth) {
            return Formula::truth();
        }
        match kept.len() {
            1 => kept.swap_remove(0),
            _ => Formula::Or(kept.into()),
        }
    }

    /// Both.
    pub fn and(self, other: Formula) -> Formula {
        Formula::all([self, other])
    }

    /// Either.
    pub fn or(self, other: Formula) -> Formula {
        Formula::any([self, other])
    }

    /// There are values for these cells that satisfy the formula; the formula itself if there is no cell.
    pub fn exists(locals: Vec<(Local, Kind)>, body: Formula) -> Formula {
        if locals.is_empty() { body } else { Formula::Exists(locals, Shared::new(body)) }
    }

    /// The opposite.
    pub fn negated(self) -> Formula {
        match self {
            Formula::Not(inner) => (*inner).clone(),
            plain if plain.is_truth() => Formula::falsity(),
            plain if plain.is_falsity() => Formula::truth(),
            other => Formula::Not(Shared::new(other)),
        }
    }

    /// The formula with other cells in place of its own; bound ones too, if they are told so.
    pub fn with_cells(&self, change: &impl Fn(Cell) -> Cell) -> Formula {
        self.changed(change, &mut Changed::default())
    }

    fn changed(&self, change: &impl Fn(Cell) -> Cell, known: &mut Changed) -> Formula {
        let mut part =
            |inner: &Shared<Formula>| known.formula(inner.address(), |known| inner.changed(change, known));
        match self {
            Formula::And(parts) => known.formula(parts.address(), |known| {
                Formula::And(parts.iter().map(|part| part.changed(change, known)).collect())
            }),
            // Nodes are aligned, so that this is the address of no other.
            Formula::Or(parts) => known.formula(parts.address() | 1, |known| {
                Formula::Or(parts.iter().map(|part| part.changed(change, known)).collect())
            }),
            Formula::Not(inner) => Formula::Not(Shared::new(part(inner))),
            Formula::Member(cell, codes) => Formula::Member(change(*cell), codes.clone()),
            Formula::Same(left, right) => Formula::Same(change(*left), change(*right)),
            Formula::Compare(sum, comparison) => Formula::Compare(sum.changed(change, known), *comparison),
            Formula::Divides(divisor, sum) => Formula::Divides(*divisor, sum.changed(change, known)),
            Formula::Exists(locals, body) => {
                let bound = |(local, kind): &(Local, Kind)| match change(Cell::Local(*local)) {
                    Cell::Local(local) => (local, *kind),
                    Cell::Variable(..) => (*local, *kind),
                };
                Formula::Exists(locals.iter().map(bound).collect(), Shared::new(part(body)))
            }
        }
    }

    /// The greatest number of a bound variable, if there is one.
    pub fn last_local(&self) -> Option<Local> {
        if !self.has_quantifier() {
            return None;
        }
        let of_sum = |sum: &Linear| {
            sum.terms
                .iter()
                .filter_map(|(_, term)| match term {
                    Term::Cell(_) => None,
                    Term::Indicator(formula) => formula.last_local(),
                })
                .max()
        };
        match self {
            Formula::And(parts) | Formula::Or(parts) => parts.iter().filter_map(Formula::last_local).max(),
            Formula::Not(inner) => inner.last_local(),
            Formula::Member(..) | Formula::Same(..) => None,
            Formula::Compare(sum, _) | Formula::Divides(_, sum) => of_sum(sum),
            Formula::Exists(locals, body) => {
                locals.iter().map(|(local, _)| *local).max().max(body.last_local())
            }
        }
    }

    /// The sum is zero; decided at once if it is a constant.
    pub fn zero(sum: Linear) -> Formula {
        match sum.as_constant() {
            Some(constant) => Formula::plain(constant == 0),
            None => Formula::Compare(sum, Comparison::Zero),
        }
    }

    /// The sum is zero or less; decided at once if it is a constant.
    pub fn not_positive(sum: Linear) -> Formula {
        match sum.as_constant() {
            Some(constant) => Formula::plain(constant <= 0),
            None => Formula::Compare(sum, Comparison::NotPositive),
        }
    }

    /// The formula with this value.
    pub fn plain(value: bool) -> Formula {
        if value { Formula::truth() } else { Formula::falsity() }
    }
}

/// What nodes of a formula have become, by their addresses, so that each is changed once.
#[derive(Default)]
struct Changed(HashMap<usize, Formula>);

impl Changed {
    fn formula(&mut self, address: usize, change: impl FnOnce(&mut Changed) -> Formula) -> Formula {
        if let Some(known) = self.0.get(&address) {
            return known.clone();
        }
        let changed = change(self);
        self.0.insert(address, changed.clone());
        changed
    }
}

/// A relation between states: what a step does.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Step {
    /// The variables that may change, sorted; all others keep their values.
    pub changed: Vec<Variable>,
    /// What holds between the state before and the state after. Only changed variables occur as
    /// [`Moment::Next`](crate::Moment::Next); the types of the variables need not be repeated.
    pub relation: Formula,
}
