//! How many witnesses a question about a state needs, and of which quantifiers views can carry facts.
//!
//! A state is asked about through its views. If some view contains a witness of each quantifier that has one
//! (and of `count(…) <= c` as many as c + 1), the view gives the quantifiers the truth values that they have in
//! the state. So it is enough to ask all views, if they are large enough.

use system::parameterized::evaluate::Fact;
use system::parameterized::{ParameterizedSystem, Quantifier, Term};

/// How many instances must be in a view at most to decide the term; none if no number is enough.
pub(super) fn demand(term: &Term) -> Option<usize> {
    match term {
        Term::Quantified(one) => match one.quantifier {
            Quantifier::Count => None,
            _ => Some(1 + demand(&one.body)?),
        },
        Term::Compare(_, left, right) => match (&**left, &**right) {
            (Term::Quantified(one), Term::Const(number)) | (Term::Const(number), Term::Quantified(one))
                if one.quantifier == Quantifier::Count =>
            {
                let threshold = usize::try_from((*number).max(0)).ok()?.checked_add(1)?;
                threshold.checked_mul(1 + demand(&one.body)?)
            }
            (left, right) => Some(demand(left)? + demand(right)?),
        },
        _ => term.children().into_iter().map(demand).sum(),
    }
}

/// The facts that help with a term: about its quantifiers whose bodies read nothing but their own instance.
pub(super) fn facts_of(system: &ParameterizedSystem, term: &Term, facts: &mut Vec<Fact>) {
    if let Term::Quantified(one) = term
        && one.is_own(system)
    {
        let fact = Fact { quantification: (**one).clone() };
        if !facts.contains(&fact) {
            facts.push(fact);
        }
    }
    term.children().into_iter().for_each(|child| facts_of(system, child, facts));
}

/// The facts that help with what the rules ask.
pub(super) fn facts_of_rules(system: &ParameterizedSystem, facts: &mut Vec<Fact>) {
    for term in system.rules.iter().flat_map(system::parameterized::Rule::terms) {
        facts_of(system, term, facts);
    }
}
