//! The engine's front door: questions about systems as questions about the unfoldings of their nets.
//!
//! Properties of single states share a prefix ([`crate::single_states`]), whether the net can come to a stop is asked of another one, and
//! each linear-time formula has an unfolding of its own, together with its automaton ([`crate::linear_time`]). What
//! is unfolded is the net after its reduction to what the question reads; runs are led back, and replayed.

use crate::failure::{ENGINE, Failure};
use crate::inquiry::{Inquiry, no_net};
use crate::{linear_time, single_states};
use budget::Budget;
use nets::SystemNet;
use system::{Answer, Ltl, Observer, Question, System, Type};

/// Whether the engine can try a question about the system, or why not. Whether the system is a net is seen later.
///
/// # Errors
/// If a variable may be negative, or the question is not one that prefixes answer.
pub fn can_check(system: &System, question: &Question) -> Result<(), String> {
    if let Some(variable) = system.variables.iter().find(|variable| variable.ty == Type::Int) {
        return Err(format!("`{}` may be negative, and tokens are not", variable.name));
    }
    match question {
        Question::Invariant(_) | Question::Reachable(_) | Question::NoFaults | Question::DeadlockFree => {
            Ok(())
        }
        Question::Ltl(_) if !system.fairness.is_empty() => {
            Err("runs of an unfolding are not looked at for fairness".into())
        }
        Question::Ltl(formula) if counts_steps(formula) => {
            Err("an unfolding does not count steps, so that `X` has no meaning there".into())
        }
        Question::Ltl(_) => Ok(()),
        Question::Ctl(_) => Err("an unfolding has runs, and no branches".into()),
        Question::Bound(_) => Err("an unfolding is not asked for largest values".into()),
    }
}

/// Whether the formula has an operator that depends on how often a state is repeated, or that is no automaton's.
fn counts_steps(formula: &Ltl) -> bool {
    match formula {
        Ltl::Next(_) | Ltl::Rigid { .. } => true,
        Ltl::State(_) => false,
        Ltl::Not(part) | Ltl::Finally(part) | Ltl::Globally(part) => counts_steps(part),
        Ltl::And(parts) | Ltl::Or(parts) => parts.iter().any(counts_steps),
        Ltl::Implies(left, right) | Ltl::Iff(left, right) | Ltl::Until(_, left, right) => {
            counts_steps(left) || counts_steps(right)
        }
    }
}

/// The properties in groups that share a prefix: those of single states, the one whether the net can come to a stop, and each
/// linear-time formula.
pub fn groups(system: &System, properties: &[usize]) -> Vec<Vec<usize>> {
    let mut states = Vec::new();
    let mut alone = Vec::new();
    for property in properties {
        match system.properties[*property].question {
            Question::DeadlockFree | Question::Ltl(_) => alone.push(vec![*property]),
            _ => states.push(*property),
        }
    }
    if !states.is_empty() {
        alone.insert(0, states);
    }
    alone
}

/// Answers properties, given by their numbers, all of which [`can_check`] must have accepted, and tells each answer when it falls. What a
/// limit leaves open is unknown, with the reason that the budget has for it.
///
/// # Errors
/// If the system has no initial state, or the engine contradicts the interpreter.
pub fn check_observed(
    system: &System,
    net: &Result<SystemNet, nets::Unfit>,
    properties: &[usize],
    budget: &Budget<'_>,
    observer: &dyn Observer,
) -> Result<(), Failure> {
    let open: Vec<usize> =
        properties.iter().copied().filter(|property| observer.is_open(*property)).collect();
    let net = match net {
        Ok(net) if net.net.starts.is_empty() => return Err(Failure::NoInitialState),
        Ok(net) => net,
        Err(unfit) => {
            let answer = no_net(unfit, budget);
            open.iter().for_each(|property| observer.answered(*property, answer.clone()));
            return Ok(());
        }
    };
    let Some(inquiry) = Inquiry::new(system, net, budget) else {
        let answer = Answer::unknown("the net starts with one of too many markings", ENGINE, "net");
        open.iter().for_each(|property| observer.answered(*property, answer.clone()));
        return Ok(());
    };
    for group in groups(system, &open) {
        match &system.properties[group[0]].question {
            Question::Ltl(formula) => {
                observer.working_on(Some(group[0]));
                let question = &system.properties[group[0]].question;
                observer.answered(group[0], linear_time::answer(&inquiry, question, formula)?);
            }
            Question::DeadlockFree => {
                observer.working_on(Some(group[0]));
                observer.answered(group[0], single_states::dead_end(&inquiry)?);
            }
            _ => single_states::answer_all(&inquiry, &group, observer)?,
        }
    }
    Ok(())
}
