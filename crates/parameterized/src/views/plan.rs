//! What is tried: views of more and more processes, with more and more facts.

use budget::Budget;
use system::parameterized::configuration::ConfigurationShape;
use system::parameterized::evaluate::Fact;
use system::parameterized::{ParameterizedQuestion, ParameterizedSystem};

use super::demand::{demand, facts_of, facts_of_rules};
use super::search::{Failure, Search};
use super::small::all_states;
use super::{Outcome, Statistics, ViewsProof};

/// Views of more processes than this are not tried.
const LARGEST: usize = 4;
/// More facts than this are not carried.
const FACTS: usize = 6;

/// Tries until the property is proved or nothing is left to try.
pub(super) fn attempts(
    system: &ParameterizedSystem,
    question: &ParameterizedQuestion,
    budget: &Budget<'_>,
) -> Outcome {
    let needed = match question {
        ParameterizedQuestion::Invariant(term) => match demand(term) {
            Some(needed) => needed.max(1),
            None => return Outcome::Open("the property counts instances without a fixed bound".to_owned()),
        },
        _ => 1,
    };
    if needed > LARGEST {
        return Outcome::Open(format!("the property needs views of {needed} processes"));
    }
    let choices = choices_of_facts(system, question);
    let mut reason = String::new();
    for k in needed..=LARGEST {
        for facts in &choices {
            match attempt(system, question, k, facts, budget) {
                Ok(proof) => return Outcome::Holds(proof),
                Err(Failure::Coarse(why)) => reason = format!("views of {k} processes are too coarse: {why}"),
                Err(Failure::Final(why)) => {
                    return Outcome::Open(if reason.is_empty() { why } else { format!("{reason}; {why}") });
                }
            }
        }
    }
    Outcome::Open(reason)
}

/// No facts, those of the property, and those of the rules as well; each once.
fn choices_of_facts(system: &ParameterizedSystem, question: &ParameterizedQuestion) -> Vec<Vec<Fact>> {
    let mut choices = vec![Vec::new()];
    let mut facts = Vec::new();
    if let ParameterizedQuestion::Invariant(term) = question {
        facts_of(system, term, &mut facts);
    }
    let mut add = |facts: &[Fact]| {
        let facts = facts[..facts.len().min(FACTS)].to_vec();
        if !choices.contains(&facts) {
            choices.push(facts);
        }
    };
    add(&facts);
    facts_of_rules(system, &mut facts);
    add(&facts);
    choices
}

fn attempt(
    system: &ParameterizedSystem,
    question: &ParameterizedQuestion,
    k: usize,
    facts: &[Fact],
    budget: &Budget<'_>,
) -> Result<ViewsProof, Failure> {
    let mut smaller = Vec::new();
    let shape = ConfigurationShape::new(system, 0);
    for instances in 0..k {
        let constant = system.constant_for(instances);
        if constant >= system.least {
            let states = all_states(system, &shape, question, constant, budget).map_err(Failure::Final)?;
            smaller.push((constant, states));
        }
    }
    let mut search = Search::new(system, question, k, facts, budget);
    let views = search.run()?;
    let statistics = Statistics { k, views: views.len(), extended: search.extended };
    let facts = facts.iter().map(|fact| fact.quantification.number).collect();
    Ok(ViewsProof { k, facts, views, smaller, statistics })
}
