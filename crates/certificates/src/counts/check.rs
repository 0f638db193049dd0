//! That a proof about counters shows a property for every size.

use crate::check::check;
use crate::json_part::JsonPart;
use crate::read::certificate;
use crate::{Attractor, Certificate, Claim, Names, Proof, Refusal, Term};
use serde_json::{Value as Json, json};
use std::collections::HashSet;
use system::parameterized::{ParameterizedQuestion, ParameterizedSystem};
use system::{Comparison, Question, System, Watch};

use super::data::CountsOf;
use super::initial::starts_are_counted;
use super::scope::Scope;
use super::translation::{Translated, translated};

/// More combinations than this are not looked at.
const MOST: usize = 4_096;

/// Checks that a property of a system holds for every size from its least one on.
///
/// # Errors
/// Which obligation fails, or why it cannot be decided.
pub fn check_counts(
    system: &ParameterizedSystem,
    property: &str,
    proof: &CountsOf,
    watch: &dyn Watch,
) -> Result<(), Refusal> {
    let number = system
        .property(property)
        .ok_or_else(|| Refusal::Malformed(format!("the model has no property '{property}'")))?;
    if proof.counters.len() > MOST {
        return Err(Refusal::Malformed(format!("more than {MOST} combinations are counted")));
    }
    let combinations: Vec<Vec<i64>> = proof.counters.iter().map(|(_, values)| values.clone()).collect();
    let made = made(system, number, &proof.counters, &combinations)?;
    let certificate = read(&made, &system.properties[number].question, property, proof)?;
    check(&made.system, &certificate, watch)
}

/// The system that proofs about counters are checked in: the variables beside the instances, a counter for each of these
/// combinations of values, and what is needed while an instance moves, which has a fixed value between steps.
///
/// # Errors
/// Why instances cannot be counted, or that some of them start with values that nothing counts.
pub fn system_of_counters(
    system: &ParameterizedSystem,
    property: usize,
    counters: &[(String, Vec<i64>)],
) -> Result<System, Refusal> {
    let combinations: Vec<Vec<i64>> = counters.iter().map(|(_, values)| values.clone()).collect();
    made(system, property, counters, &combinations).map(|made| made.system)
}

fn made(
    system: &ParameterizedSystem,
    property: usize,
    counters: &[(String, Vec<i64>)],
    combinations: &[Vec<i64>],
) -> Result<Translated, Refusal> {
    well_formed(system, combinations)?;
    let scope = Scope { system, combinations };
    starts_are_counted(scope)?;
    let names: Vec<String> = counters.iter().map(|(name, _)| name.clone()).collect();
    translated(scope, property, &names)
}

/// That each combination has a value for each variable, and none is counted twice.
fn well_formed(system: &ParameterizedSystem, combinations: &[Vec<i64>]) -> Result<(), Refusal> {
    let mut seen = HashSet::new();
    for combination in combinations {
        let mut fits = combination.len() == system.locals.len();
        for (variable, value) in system.locals.iter().zip(combination) {
            fits = fits && super::initial::values(&variable.domain)?.contains(value);
        }
        if !fits {
            return Err(Refusal::Malformed(format!("an instance cannot have these values: {combination:?}")));
        }
        if !seen.insert(combination) {
            return Err(Refusal::Malformed(format!(
                "two counters count the same instances: {combination:?}"
            )));
        }
    }
    Ok(())
}

/// The same with sets that say what is true between steps.
fn resting(attractor: Attractor, with_rest: &dyn Fn(Term) -> Term) -> Attractor {
    let Attractor { layers, rank, then } = attractor;
    let layers = layers.into_iter().map(with_rest).collect();
    let then = then.map(|then| Box::new(resting(*then, with_rest)));
    Attractor { layers, rank, then }
}

/// The certificate as one of the system of counters, which says in addition what is true between steps.
fn read(
    made: &Translated,
    asked: &ParameterizedQuestion,
    property: &str,
    proof: &CountsOf,
) -> Result<Certificate, Refusal> {
    let question = &made.system.properties[0].question;
    let mut shown = proof.shown.clone();
    shown.insert("property".into(), json!(property));
    shown.insert("kind".into(), json!(question.kind()));
    shown.insert("verdict".into(), json!("holds"));
    let shown = Json::Object(shown);
    let mut names = Names::new(&made.system);
    let mut read = certificate(&mut names, &JsonPart::new(&shown))?;
    let at_rest = made.resting.iter().map(|(id, value)| {
        let [variable, value] = [Term::Variable(*id), Term::Constant(*value)].map(Box::new);
        Term::Compare(Comparison::Eq, variable, value)
    });
    let at_rest: Vec<Term> = at_rest.collect();
    let with_rest = |invariant: Term| Term::And([vec![invariant], at_rest.clone()].concat());
    let proof = read.proof.map_err(|reason| Refusal::Malformed(format!("there is no proof: {reason}")))?;
    read.proof = Ok(match (proof, question, asked) {
        (Proof::Invariant(invariant), _, _) => Proof::Invariant(with_rest(invariant)),
        (
            Proof::Branching { invariant, fair_below, fair_above, claim, initial, rigid },
            Question::Ctl(_),
            ParameterizedQuestion::Reachable(_),
        ) => {
            let Claim::UntilBelow { left, right, attractor } = *claim else {
                return Err(Refusal::Malformed("no paths to what is to be reached are shown".into()));
            };
            let attractor = resting(attractor, &with_rest);
            let claim = Box::new(Claim::UntilBelow { left, right, attractor });
            let invariant = with_rest(invariant);
            Proof::Branching { invariant, fair_below, fair_above, claim, initial, rigid }
        }
        _ => return Err(Refusal::Malformed("the proof is of another kind than the property".into())),
    });
    Ok(read)
}
