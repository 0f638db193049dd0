//! New values of all instances: those of a combination are counted under what becomes of it.

use crate::Refusal;
use diagnostics::Span;
use std::collections::BTreeMap;
use system::parameterized::{Domain, ParameterizedStatement as Said};
use system::{Comparison, Expr, ExprKind, Place, Statement, StatementKind, Type, Value};

use super::initial::values;
use super::scope::{Person, all_of, bool, can_fault, choice, compare, expr, int};
use super::translation::{EdgeWriter, statement};

impl EdgeWriter<'_> {
    /// All instances get new values: those of a combination are counted under what becomes of it.
    pub(super) fn everybody(&self, step: &[Said], bound: &[Person]) -> Result<Vec<Statement>, Refusal> {
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
