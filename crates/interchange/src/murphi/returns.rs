//! Procedures that return before their end, as ones that go on only where they have not.

use super::model::Step;

/// The same steps without any return.
pub fn without_returns(steps: Vec<Step>) -> Vec<Step> {
    cut(steps).0
}

/// The steps without returns, and whether all of their ways return.
fn cut(steps: Vec<Step>) -> (Vec<Step>, bool) {
    let mut kept = Vec::new();
    let mut rest = steps.into_iter();
    while let Some(step) = rest.next() {
        match step {
            Step::Return => return (kept, true),
            Step::If(condition, then, other) if returns(&then) || returns(&other) => {
                let behind: Vec<Step> = rest.collect();
                let (then, then_ends) = cut(then.into_iter().chain(behind.iter().cloned()).collect());
                let (other, other_ends) = cut(other.into_iter().chain(behind).collect());
                kept.push(Step::If(condition, then, other));
                return (kept, then_ends && other_ends);
            }
            step => kept.push(step),
        }
    }
    (kept, false)
}

/// Whether there is a return among the steps.
pub fn returns(steps: &[Step]) -> bool {
    steps.iter().any(|step| match step {
        Step::Return => true,
        Step::If(_, then, other) => returns(then) || returns(other),
        Step::For(_, _, body) | Step::Count(_, _, body) | Step::While(_, body, _) => returns(body),
        _ => false,
    })
}
