//! Predicates from a path that the predicates allow and the system does not.
//!
//! The constraints along the path have no common solution, and multiples of them add up to a contradiction. What those of the first steps
//! add up to is an inequality over the state after them, which follows from the beginning of the path and contradicts the rest: an
//! interpolant. Where the contradiction is one of integers only, the constraints themselves are carried backwards along the path.
//!
//! # Reference
//! McMillan: *An Interpolating Theorem Prover*, Theoretical Computer Science 345(1), 2005, doi:10.1016/j.tcs.2005.07.003, for inequalities
//! from sums; Saïdi: *Modular and Incremental Analysis of Concurrent Software Systems*, ASE 1999, for pre-images along the path.

#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

use crate::farkas::{Inequality, multiples};
use crate::fraction::common_divisor;
use crate::implicant::{Constraint, Symbol};
use state_sets::{Cell, Formula, Linear, Space, Term, Variable};
use std::collections::BTreeMap;

/// The constraints along a path.
pub(crate) struct PathConstraints {
    /// Those of the first state, then those of the step to each other state, and those of the last state.
    pub steps: Vec<Vec<Constraint>>,
}

/// What a symbol is after the steps before: a sum of inputs.
type Inputs = BTreeMap<Option<usize>, i128>;

impl PathConstraints {
    /// The predicates that exclude the path.
    pub fn predicates(&self, space: &Space) -> Vec<Formula> {
        let mut walk = Path::new(self, space);
        let found = walk.interpolants().unwrap_or_default();
        if found.is_empty() { walk.carried_back() } else { found }
    }
}

/// A path with what its steps assign.
struct Path<'c> {
    /// The variables that are integers.
    variables: Vec<Variable>,
    /// The constraints that assign nothing, each with the time of the step: zero for the first state.
    rows: Vec<(usize, &'c Constraint)>,
    /// What variables are after steps, over the symbols before.
    assigned: BTreeMap<Symbol, Constraint>,
    /// How many steps, and two.
    length: usize,
}

impl<'c> Path<'c> {
    fn new(path: &'c PathConstraints, space: &Space) -> Path<'c> {
        let is_integer =
            |variable: &Variable| matches!(space.kind(*variable), state_sets::Kind::Integer { .. });
        let variables = space.all().filter(is_integer).collect();
        let (mut rows, mut assigned) = (Vec::new(), BTreeMap::new());
        for (time, constraints) in path.steps.iter().enumerate() {
            for constraint in constraints {
                match assignment(constraint, time) {
                    Some((symbol, value)) if !assigned.contains_key(&symbol) => {
                        assigned.insert(symbol, value);
                    }
                    _ => rows.push((time, constraint)),
                }
            }
        }
        Path { variables, rows, assigned, length: path.steps.len() }
    }

    /// The interpolants, if the constraints contradict each other over the rationals.
    fn interpolants(&mut self) -> Option<Vec<Formula>> {
        let (inequalities, unknowns) = self.over_inputs()?;
        let found = multiples(&inequalities, unknowns)?;
        let factor = found.iter().try_fold(1_i128, |sum, one| {
            let divisor = common_divisor(sum, one.denominator());
            sum.checked_div(divisor)?.checked_mul(one.denominator())
        })?;
        let times = found.iter().map(|one| one.scaled(factor)).collect::<Option<Vec<i128>>>()?;
        let total = inequalities
            .iter()
            .zip(&times)
            .try_fold(0_i128, |sum, (row, times)| sum.checked_add(row.constant.checked_mul(*times)?))?;
        self.sums(&times, total)
    }

    /// For each state, what the constraints before it add up to.
    fn sums(&self, times: &[i128], total: i128) -> Option<Vec<Formula>> {
        let mut behind = Constraint::default();
        let mut found = Vec::new();
        for time in (1..self.length).rev() {
            for ((_, row), times) in self.rows.iter().zip(times).filter(|((own, _), _)| *own == time) {
                behind.add_multiple(row, *times)?;
            }
            behind = self.before(&behind, time)?;
            let mut before = behind.negated()?;
            before.constant = before.constant.checked_add(total)?;
            found.extend(inequality(&before, time.saturating_sub(1)));
        }
        Some(found)
    }

    /// The sum over the state before a step: what the step assigns is replaced.
    fn before(&self, sum: &Constraint, time: usize) -> Option<Constraint> {
        let mut result = Constraint { constant: sum.constant, ..Constraint::default() };
        for (symbol, factor) in &sum.terms {
            match (symbol, self.assigned.get(symbol)) {
                (Symbol::Variable(own, _), Some(value)) if *own == time => {
                    result.add_multiple(value, *factor)?;
                }
                _ => result.add(*symbol, *factor)?,
            }
        }
        Some(result)
    }

    /// The constraints that assign nothing, over what is chosen on the way.
    fn over_inputs(&self) -> Option<(Vec<Inequality>, usize)> {
        let mut known: BTreeMap<Symbol, Inputs> = BTreeMap::new();
        let mut unknowns = 0;
        for time in 0..self.length {
            for variable in &self.variables {
                let symbol = Symbol::Variable(time, *variable);
                if let Some(value) = self.assigned.get(&symbol) {
                    let value = over(value, &mut known, &mut unknowns)?;
                    known.insert(symbol, value);
                }
            }
        }
        let mut rows = Vec::with_capacity(self.rows.len());
        for (_, row) in &self.rows {
            let mut terms = over(row, &mut known, &mut unknowns)?;
            let constant = terms.remove(&None).unwrap_or(0);
            let terms = terms.into_iter().filter_map(|(input, factor)| Some((input?, factor)));
            rows.push(Inequality {
                terms: terms.filter(|(_, factor)| *factor != 0).collect(),
                constant,
                is_equality: row.is_equality,
            });
        }
        Some((rows, unknowns))
    }

    /// Each constraint, over the states before.
    fn carried_back(&self) -> Vec<Formula> {
        let mut found = Vec::new();
        for (time, row) in &self.rows {
            let mut sum = Some((*row).clone());
            for before in (0..=*time).rev() {
                let Some(own) = &sum else { break };
                found.extend(inequality(own, before));
                if own.is_equality {
                    found.extend(own.negated().and_then(|other| inequality(&other, before)));
                }
                sum = self.before(own, before);
            }
        }
        found
    }
}

/// The assignment that an equality is: of a variable after the step, or of one of the first state.
fn assignment(constraint: &Constraint, time: usize) -> Option<(Symbol, Constraint)> {
    if !constraint.is_equality {
        return None;
    }
    let is_target = |symbol: &Symbol| matches!(symbol, Symbol::Variable(own, _) if *own == time);
    let (symbol, factor) =
        constraint.terms.iter().find(|(symbol, factor)| is_target(symbol) && matches!(**factor, 1 | -1))?;
    // Another variable of the same state would have to be known first.
    if constraint.terms.keys().filter(|symbol| is_target(symbol)).count() > 1 {
        return None;
    }
    let mut value = if *factor == 1 { constraint.negated()? } else { constraint.clone() };
    value.terms.remove(symbol);
    Some((*symbol, value))
}

fn over(sum: &Constraint, known: &mut BTreeMap<Symbol, Inputs>, unknowns: &mut usize) -> Option<Inputs> {
    let mut result = Inputs::from([(None, sum.constant)]);
    for (symbol, factor) in &sum.terms {
        let value = known.entry(*symbol).or_insert_with(|| {
            *unknowns = unknowns.saturating_add(1);
            Inputs::from([(Some(unknowns.saturating_sub(1)), 1)])
        });
        for (input, own) in value {
            let sum = result.entry(*input).or_insert(0);
            *sum = sum.checked_add(own.checked_mul(*factor)?)?;
        }
    }
    Some(result)
}

/// That a sum over the variables of one state is at most zero; nothing if it speaks of something else.
fn inequality(sum: &Constraint, time: usize) -> Option<Formula> {
    if sum.terms.is_empty() {
        return None;
    }
    let term = |(symbol, factor): (&Symbol, &i128)| match symbol {
        Symbol::Variable(own, variable) if *own == time => Some((*factor, Term::Cell(Cell::now(*variable)))),
        _ => None,
    };
    let terms = sum.terms.iter().map(term).collect::<Option<Vec<_>>>()?;
    Some(Formula::not_positive(Linear { terms, constant: sum.constant }))
}

impl Constraint {
    /// Adds a multiple of another one.
    fn add_multiple(&mut self, other: &Constraint, factor: i128) -> Option<()> {
        for (symbol, own) in &other.terms {
            self.add(*symbol, own.checked_mul(factor)?)?;
        }
        self.constant = self.constant.checked_add(other.constant.checked_mul(factor)?)?;
        Some(())
    }
}
