//! The value of a formula of a certificate in a state, by its definition. This shares nothing with the checker.

use certificates::{Certificate, Term};
use system::{Comparison, State, Value};

/// The formulas of a certificate in one state.
pub(super) struct Formulas<'a> {
    state: &'a State,
    /// The values of the definitions; nothing where one has none.
    defined: Vec<Option<Value>>,
}

impl<'a> Formulas<'a> {
    /// All definitions of a certificate in a state; those that mention later ones have no value.
    pub fn new(certificate: &Certificate, state: &'a State) -> Self {
        let mut formulas = Formulas { state, defined: Vec::new() };
        for (_, term) in &certificate.definitions {
            let value = formulas.value(term);
            formulas.defined.push(value);
        }
        formulas
    }

    /// Whether a formula is true; nothing if it has no value, or one that is no Boolean.
    pub fn truth(&self, term: &Term) -> Option<bool> {
        match self.value(term)? {
            Value::Bool(value) => Some(value),
            _ => None,
        }
    }

    fn integer(&self, term: &Term) -> Option<i128> {
        match self.value(term)? {
            Value::Int(value) => Some(value),
            _ => None,
        }
    }

    fn value(&self, term: &Term) -> Option<Value> {
        let truth = |value: bool| Some(Value::Bool(value));
        match term {
            Term::Constant(value) => Some(*value),
            Term::Variable(id) => self.state.get(id.index()).copied(),
            Term::Extra(_) => None,
            Term::Name(number) => self.defined.get(*number).copied().flatten(),
            Term::Not(a) => truth(!self.truth(a)?),
            Term::And(all) => {
                let all: Vec<bool> = all.iter().map(|one| self.truth(one)).collect::<Option<_>>()?;
                truth(all.into_iter().all(|one| one))
            }
            Term::Or(all) => {
                let all: Vec<bool> = all.iter().map(|one| self.truth(one)).collect::<Option<_>>()?;
                truth(all.into_iter().any(|one| one))
            }
            Term::Compare(comparison, a, b) => truth(compared(*comparison, self.value(a)?, self.value(b)?)?),
            Term::Sum(all) => {
                let sum = all.iter().try_fold(0_i128, |sum, one| sum.checked_add(self.integer(one)?));
                sum.map(Value::Int)
            }
            Term::Times(factor, a) => self.integer(a)?.checked_mul(*factor).map(Value::Int),
            Term::Divide(a, divisor) => self.integer(a)?.checked_div_euclid(*divisor).map(Value::Int),
            Term::Modulo(a, divisor) => self.integer(a)?.checked_rem_euclid(*divisor).map(Value::Int),
            Term::If(condition, a, b) => {
                if self.truth(condition)? {
                    self.value(a)
                } else {
                    self.value(b)
                }
            }
        }
    }
}

/// How two values of one kind are related; only integers have an order.
fn compared(comparison: Comparison, a: Value, b: Value) -> Option<bool> {
    match (comparison, a, b) {
        (Comparison::Eq, a, b) if is_alike(a, b) => Some(a == b),
        (Comparison::Ne, a, b) if is_alike(a, b) => Some(a != b),
        (Comparison::Lt, Value::Int(a), Value::Int(b)) => Some(a < b),
        (Comparison::Le, Value::Int(a), Value::Int(b)) => Some(a <= b),
        (Comparison::Gt, Value::Int(a), Value::Int(b)) => Some(a > b),
        (Comparison::Ge, Value::Int(a), Value::Int(b)) => Some(a >= b),
        _ => None,
    }
}

fn is_alike(a: Value, b: Value) -> bool {
    std::mem::discriminant(&a) == std::mem::discriminant(&b)
}

#[cfg(test)]
mod tests {
    use super::Formulas;
    use certificates::{Certificate, Term};
    use system::{Comparison, Value, VariableId};

    #[test]
    fn formulas_have_the_values_that_they_should() {
        let definitions = vec![("half".into(), Term::Divide(Box::new(Term::Variable(VariableId(0))), 2))];
        let certificate = Certificate {
            property: String::new(),
            kind: String::new(),
            holds: true,
            extras: vec![],
            order: vec![],
            definitions,
            proof: Err(String::new()),
        };
        let state = vec![Value::Int(-3)];
        let formulas = Formulas::new(&certificate, &state);
        assert_eq!(formulas.value(&Term::Name(0)), Some(Value::Int(-2)));
        assert_eq!(
            formulas.value(&Term::Modulo(Box::new(Term::Variable(VariableId(0))), 2)),
            Some(Value::Int(1))
        );
        let below = Term::compare(Comparison::Lt, Term::Name(0), Term::int(-1));
        assert_eq!(formulas.truth(&Term::And(vec![below.clone(), Term::Or(vec![])])), Some(false));
        assert_eq!(formulas.truth(&Term::Or(vec![below, Term::And(vec![])])), Some(true));
        assert_eq!(formulas.truth(&Term::compare(Comparison::Eq, Term::int(0), Term::bool(true))), None);
    }
}
