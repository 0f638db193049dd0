//! The engine's front door: questions about systems as questions about nets.
//!
//! * invariants, reachability and faults are targets that are covered or not (`safety`);
//! * largest values and dead ends are read off Karp and Miller's tree (`largest`, `dead_ends`);
//! * what proves that nothing is covered is written down for certificates (`certificate`).

mod certificate;
mod dead_ends;
mod largest;
mod safety;
mod strategy;

pub use certificate::{inductive_conditions, invariant};
pub use strategy::{CoverabilityOptions, CoverabilityStrategy};

use crate::failure::{ENGINE, Failure};
use budget::Budget;
use nets::{SystemNet, Unfit};
use system::{Answer, ClaimedPath, Evidence, Observer, Question, Statistics, System, Trace, Type, retrace};

/// Why a run decides nothing.
const UNRELATED: &str = "a run was found that starts with values that do not belong together";

/// Whether the engine can try a question about the system, or why not. Whether the system is a net is seen later.
///
/// # Errors
/// If it is no question about single states, or a variable may be negative.
pub fn can_check(system: &System, question: &Question) -> Result<(), String> {
    if let Some(variable) = system.variables.iter().find(|variable| variable.ty == Type::Int) {
        return Err(format!("`{}` may be negative, and a net's tokens cannot be", variable.name));
    }
    match question {
        Question::Ctl(_) | Question::Ltl(_) => Err("only single states are covered, not paths".into()),
        _ => Ok(()),
    }
}

/// Answers properties, given by their numbers, all of which [`can_check`] must have accepted, and tells each answer when it falls. What a
/// limit leaves open is unknown, with the reason that the budget has for it.
///
/// # Errors
/// If the system has no initial state, or the engine contradicts the interpreter.
pub fn check_observed(
    system: &System,
    net: &Result<SystemNet, Unfit>,
    properties: &[usize],
    options: CoverabilityOptions,
    budget: &Budget<'_>,
    observer: &dyn Observer,
) -> Result<(), Failure> {
    let mut covers = largest::Covers::default();
    for property in properties {
        if !observer.is_open(*property) {
            continue;
        }
        observer.working_on(Some(*property));
        let question = &system.properties[*property].question;
        let answer = match net {
            Ok(net) if net.net.starts.is_empty() => return Err(Failure::NoInitialState),
            Ok(net) => {
                let subject = Subject { system, net, question, options, budget };
                match question {
                    Question::Bound(expression) => covers.answer(&subject, expression)?,
                    Question::DeadlockFree => dead_ends::answer(&subject)?,
                    _ => safety::answer(&subject)?,
                }
            }
            Err(unfit) => no_net(unfit, budget),
        };
        observer.answered(*property, answer);
    }
    Ok(())
}

/// A question about a system that is a net.
struct Subject<'a> {
    system: &'a System,
    net: &'a SystemNet,
    question: &'a Question,
    options: CoverabilityOptions,
    budget: &'a Budget<'a>,
}

impl Subject<'_> {
    /// The answer that evidence gives.
    fn answer(
        &self,
        evidence: Evidence,
        strategy: String,
        statistics: Statistics,
    ) -> Result<Answer, Failure> {
        let answer = Answer::from_evidence(self.question, evidence, ENGINE, strategy);
        let answer = answer.map_err(|irrelevant| Failure::Internal(irrelevant.to_string()))?;
        Ok(answer.with_statistics(statistics))
    }

    /// The work was ended.
    fn stopped(&self, strategy: &str) -> Answer {
        let stop = self.budget.stop();
        let reason = stop.map_or("the work was told to stop".into(), |stop| stop.to_string());
        Answer::unknown(reason, ENGINE, strategy)
    }

    /// A path that has been walked.
    fn trace(&self, path: Option<ClaimedPath>) -> Result<Trace, Failure> {
        let wrong =
            |why: String| Failure::Internal(format!("a run of the net is no path of the system{why}"));
        let path = path.ok_or_else(|| wrong(String::new()))?;
        retrace(self.system, &path).map_err(|mismatch| wrong(format!(": {mismatch}")))
    }
}

fn no_net(unfit: &Unfit, budget: &Budget<'_>) -> Answer {
    let reason = match unfit {
        Unfit::Interrupted(halt) => halt.reason(budget),
        other => format!("the model is no net: {other}"),
    };
    Answer::unknown(reason, ENGINE, "net")
}
