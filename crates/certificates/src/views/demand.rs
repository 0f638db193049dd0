//! How many instances a view needs, such that some view of a state gives a condition its value there.
//!
//! Quantifiers are decided by witnesses: one for an `exists` that is true or a `forall` that is false, and for a
//! count that is compared with a number, one more than that. What is quantified below needs its witnesses for each
//! of those above.

use crate::Refusal;
use system::parameterized::{Quantifier, Term};

/// The number of instances, if there is one.
pub(super) fn witnesses(condition: &Term) -> Result<usize, Refusal> {
    let undecided = || Refusal::Undecided("the property counts instances without a fixed bound".into());
    match condition {
        Term::Quantified(one) if one.quantifier == Quantifier::Count => Err(undecided()),
        Term::Quantified(one) => Ok(witnesses(&one.body)? + 1),
        Term::Compare(_, left, right) if counted(left, right).or_else(|| counted(right, left)).is_some() => {
            let (body, number) =
                counted(left, right).or_else(|| counted(right, left)).ok_or_else(undecided)?;
            Ok((number + 1) * (witnesses(body)? + 1))
        }
        other => other.children().into_iter().try_fold(0, |sum, child| Ok(sum + witnesses(child)?)),
    }
}

/// A count of instances that is compared with a number: what is counted, and the number.
fn counted<'t>(count: &'t Term, number: &Term) -> Option<(&'t Term, usize)> {
    match (count, number) {
        (Term::Quantified(one), Term::Const(number)) if one.quantifier == Quantifier::Count => {
            Some((&one.body, usize::try_from((*number).clamp(0, 1 << 20)).unwrap_or(0)))
        }
        _ => None,
    }
}
