//! Small questions about formulas.

use certificates::Term;
use std::collections::BTreeSet;
use system::{Value, VariableId};

/// The variables of a formula.
pub fn variables(term: &Term) -> BTreeSet<VariableId> {
    let mut found = BTreeSet::new();
    collect(term, &mut found);
    found
}

fn collect(term: &Term, found: &mut BTreeSet<VariableId>) {
    match term {
        Term::Variable(id) => {
            found.insert(*id);
        }
        Term::Constant(_) | Term::Extra(_) | Term::Name(_) => {}
        Term::Not(a) | Term::Times(_, a) | Term::Divide(a, _) | Term::Modulo(a, _) => collect(a, found),
        Term::And(all) | Term::Or(all) | Term::Sum(all) => all.iter().for_each(|one| collect(one, found)),
        Term::Compare(_, a, b) => [a, b].into_iter().for_each(|one| collect(one, found)),
        Term::If(a, b, c) => [a, b, c].into_iter().for_each(|one| collect(one, found)),
    }
}

/// How long a formula is: its leaves, with some more for large constants and factors.
pub fn weight(term: &Term) -> usize {
    match term {
        Term::Constant(Value::Int(value)) if value.unsigned_abs() > 1 => 2,
        Term::Constant(_) | Term::Variable(_) | Term::Extra(_) | Term::Name(_) => 1,
        Term::Not(a) => weight(a) + usize::from(!matches!(**a, Term::Variable(_))),
        Term::Times(-1, a) => weight(a),
        Term::Times(_, a) | Term::Divide(a, _) | Term::Modulo(a, _) => weight(a) + 2,
        Term::And(all) | Term::Or(all) | Term::Sum(all) => all.iter().map(weight).sum(),
        Term::Compare(_, a, b) => weight(a) + weight(b),
        // Locations that are counted read well.
        Term::If(a, b, c) if matches!((&**b, &**c), (Term::Constant(_), Term::Constant(_))) => weight(a),
        Term::If(a, b, c) => weight(a) + weight(b) + weight(c),
    }
}
