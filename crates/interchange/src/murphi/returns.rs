//! Procedures that return before their end, as ones that go on only where they have not.

use super::model::Instruction;

/// The same steps without any return.
pub fn without_returns(steps: Vec<Instruction>) -> Vec<Instruction> {
    cut(steps).0
}

/// The steps without returns, and whether all of their ways return.
fn cut(steps: Vec<Instruction>) -> (Vec<Instruction>, bool) {
    let mut kept = Vec::new();
    let mut rest = steps.into_iter();
    while let Some(step) = rest.next() {
        match step {
            Instruction::Return => return (kept, true),
            Instruction::If(condition, then, other) if returns(&then) || returns(&other) => {
                let behind: Vec<Instruction> = rest.collect();
                let (then, then_ends) = cut(then.into_iter().chain(behind.iter().cloned()).collect());
                let (other, other_ends) = cut(other.into_iter().chain(behind).collect());
                kept.push(Instruction::If(condition, then, other));
                return (kept, then_ends && other_ends);
            }
            step => kept.push(step),
        }
    }
    (kept, false)
}

/// Whether there is a return among the steps.
pub fn returns(steps: &[Instruction]) -> bool {
    steps.iter().any(|step| match step {
        Instruction::Return => true,
        Instruction::If(_, then, other) => returns(then) || returns(other),
        Instruction::For(_, _, body) | Instruction::Count(_, _, body) | Instruction::While(_, body, _) => {
            returns(body)
        }
        _ => false,
    })
}
