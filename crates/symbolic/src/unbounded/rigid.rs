//! Rigid variables: `forall k in int: AG (…)`.
//!
//! A property with outermost `forall` holds if its body holds for every initial state with every value of the variable,
//! so the variable becomes one of the space that nobody changes. Inner quantifiers stay.

use system::{Answer, BoundId, Ctl, Explanation, Ltl, Question};

/// The question without outermost universal quantifiers, and all rigid variables in it.
pub fn stripped(question: &Question) -> (Question, Vec<BoundId>) {
    let mut found = Vec::new();
    let question = match question {
        Question::Ctl(formula) => {
            let mut body = formula;
            while let Ctl::Rigid { universal: true, bound, body: inner } = body {
                found.push(*bound);
                body = inner;
            }
            branching(body, &mut found);
            Question::Ctl(body.clone())
        }
        Question::Ltl(formula) => {
            let mut body = formula;
            while let Ltl::Rigid { universal: true, bound, body: inner } = body {
                found.push(*bound);
                body = inner;
            }
            Question::Ltl(body.clone())
        }
        other => other.clone(),
    };
    (question, found)
}

/// The answer to the body as one to the question itself. What is said about subformulas there is left out, since it
/// concerns one value of the rigid variables, which the subformulas do not name.
pub fn restored(question: &Question, answer: Answer) -> Answer {
    let Question::Ctl(formula @ Ctl::Rigid { universal: true, .. }) = question else { return answer };
    let about = |body: Explanation| Explanation {
        formula: formula.clone(),
        value: body.value,
        reasons: Vec::new(),
        path: body.path,
        parts: Vec::new(),
    };
    answer.explained(about)
}

/// The rigid variables of a question.
pub fn rigid_variables(question: &Question) -> Vec<BoundId> {
    stripped(question).1
}

/// Adds the rigid variables inside a formula.
fn branching(formula: &Ctl, found: &mut Vec<BoundId>) {
    match formula {
        Ctl::State(_) => {}
        Ctl::Not(f) | Ctl::Next(_, f) | Ctl::Finally(_, f) | Ctl::Globally(_, f) => branching(f, found),
        Ctl::And(all) | Ctl::Or(all) => all.iter().for_each(|f| branching(f, found)),
        Ctl::Implies(f, g) | Ctl::Iff(f, g) | Ctl::Until(_, _, f, g) => {
            branching(f, found);
            branching(g, found);
        }
        Ctl::Rigid { bound, body, .. } => {
            found.push(*bound);
            branching(body, found);
        }
    }
}
