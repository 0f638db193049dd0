//! The checker: accepts a certificate, or refuses it.

use crate::automaton_run::reaches_value;
use crate::obligations::{Branching, Conditions, Context};
use crate::path::check_path;
use crate::{Certificate, Diagrams, Logic, Proof, Refusal};
use system::{BoundId, Ctl, Ltl, Property, Question, System, Watch};

/// Diagrams with more nodes than this are refused.
const MOST_NODES: usize = 1 << 24;

/// Checks a certificate by the checker's own means.
///
/// # Errors
/// Which obligation fails, or why it cannot be decided.
pub fn check(system: &System, certificate: &Certificate, watch: &dyn Watch) -> Result<(), Refusal> {
    discharge(system, certificate, || Diagrams::new(watch, MOST_NODES)).map(|_| ())
}

/// Makes the obligations of a certificate in logics of this kind, and gives these back: one for each part that needs one.
///
/// # Errors
/// What the logic says of an obligation, or that the certificate is none of the property.
pub fn discharge<L: Logic>(
    system: &System,
    certificate: &Certificate,
    mut logic: impl FnMut() -> L,
) -> Result<Vec<L>, Refusal> {
    let property = system
        .property(&certificate.property)
        .ok_or_else(|| Refusal::Malformed(format!("the model has no property '{}'", certificate.property)))?;
    let proof =
        certificate.proof.as_ref().map_err(|why| Refusal::Malformed(format!("there is no proof: {why}")))?;
    let mut logics = Vec::new();
    let holds = certificate.holds;
    let mut prove = |question: &Question, proof: &Proof| -> Result<(), Refusal> {
        if let Some(used) = single(system, certificate, question, holds, proof, &mut logic)? {
            logics.push(used);
        }
        Ok(())
    };
    match proof {
        Proof::Parts(proofs) if holds => {
            let questions = parts(property);
            if questions.len() != proofs.len() {
                return Err(Refusal::Malformed("there is not one proof for each part".into()));
            }
            questions.iter().zip(proofs).try_for_each(|(question, proof)| prove(question, proof))?;
        }
        proof => prove(&property.question, proof)?,
    }
    Ok(logics)
}

/// Checks the proof of one question.
fn single<L: Logic>(
    system: &System,
    certificate: &Certificate,
    question: &Question,
    holds: bool,
    proof: &Proof,
    logic: &mut dyn FnMut() -> L,
) -> Result<Option<L>, Refusal> {
    if let Proof::Path(path) = proof {
        return check_path(system, question, holds, path).map(|()| None);
    }
    let grown = match question {
        Question::Bound(expression) => Some(Conditions::new(expression)),
        _ => None,
    };
    let mut context = Context::new(logic(), system, certificate)?;
    let (question, rigid) = stripped(question);
    context.bind(&rigid)?;
    match (proof, &question) {
        (Proof::Invariant(invariant), Body::State(question)) => {
            context.invariant(question, holds, invariant)?
        }
        (Proof::Largest { value, invariant, path }, Body::State(Question::Bound(expression))) if holds => {
            reaches_value(system, expression, *value, path)?;
            context.at_most(expression, *value, invariant)?;
        }
        (Proof::Unbounded(growth), Body::State(Question::Bound(_))) if holds => {
            let conditions =
                grown.as_ref().ok_or_else(|| Refusal::Malformed("there is no expression".into()))?;
            context.grows(conditions, growth)?;
        }
        (Proof::Linear { automaton, invariant, region }, Body::Linear(formula)) if holds => {
            context.linear(formula, automaton, invariant, region)?;
        }
        (Proof::Endless { path, automaton, state, recurring }, Body::Linear(formula)) if !holds => {
            context.endless(formula, path, automaton, *state, recurring)?;
        }
        (
            Proof::Branching { invariant, fair_below, fair_above, claim, initial, rigid },
            Body::Branching(formula),
        ) => {
            let (fair_below, fair_above) = (fair_below.as_ref(), fair_above.as_ref());
            let shown =
                Branching { invariant, fair_below, fair_above, claim, initial: initial.as_ref(), rigid };
            context.branching(formula, holds, &shown)?;
        }
        _ => return Err(Refusal::Malformed("the proof is of another kind than the property".into())),
    }
    Ok(Some(context.translator.logic))
}

/// A question without outermost universal quantifiers over rigid variables.
enum Body<'q> {
    State(&'q Question),
    Linear(&'q Ltl),
    Branching(&'q Ctl),
}

fn stripped(question: &Question) -> (Body<'_>, Vec<BoundId>) {
    let mut rigid = Vec::new();
    match question {
        Question::Ltl(formula) => {
            let mut body = formula;
            while let Ltl::Rigid { universal: true, bound, body: inner } = body {
                rigid.push(*bound);
                body = inner;
            }
            (Body::Linear(body), rigid)
        }
        Question::Ctl(formula) => {
            let mut body = formula;
            while let Ctl::Rigid { universal: true, bound, body: inner } = body {
                rigid.push(*bound);
                body = inner;
            }
            (Body::Branching(body), rigid)
        }
        other => (Body::State(other), rigid),
    }
}

/// The questions of which a property is the conjunction: `G` of a conjunction is the conjunction of the `G`s.
fn parts(property: &Property) -> Vec<Question> {
    match &property.question {
        Question::Ltl(formula) => linear(formula).into_iter().map(Question::Ltl).collect(),
        Question::Ctl(Ctl::And(all)) => all.iter().cloned().map(Question::Ctl).collect(),
        other => vec![other.clone()],
    }
}

fn linear(formula: &Ltl) -> Vec<Ltl> {
    match formula {
        Ltl::And(all) => all.iter().flat_map(linear).collect(),
        Ltl::Globally(inner) => linear(inner).into_iter().map(|part| Ltl::Globally(Box::new(part))).collect(),
        other => vec![other.clone()],
    }
}
