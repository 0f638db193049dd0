//! Proofs where every variable is finite: all fixpoints end, so that whatever was answered has one.

use super::fixpoints::Exactly;
use super::prover::{Asked, Proved, Prover};
use super::writer::Writer;
use crate::Prepared;
use crate::check::{Failure, Settings};
use crate::condition::Conditions;
use crate::fairness::conditions;
use crate::job::Job;
use crate::layers::Layers;
use crate::ltl::{Negation, negation};
use crate::model::Model;
use crate::reach::Saturated;
use crate::steps::Steps;
use budget::Budget;
use state_sets::{Complement, Declaration, Describe, Kind, Limited, Saturate, Space, Variable};
use std::cell::RefCell;
use system::{Expr, Question};

/// A proof of the answer to a question, with the sets of the domain that is made for the system's space; or why there is none.
///
/// # Errors
/// If the model has no initial state.
pub fn prove_in<D: Complement + Saturate + Describe>(
    prepared: &Prepared<'_>,
    asked: &Asked<'_>,
    settings: &Settings,
    budget: &Budget<'_>,
    make_domain: impl Fn(Space) -> Limited<D>,
) -> Result<Result<Proved, String>, Failure> {
    match proved(prepared, asked, settings, budget, make_domain) {
        Ok(Some(proved)) => Ok(Ok(proved)),
        Ok(None) => Ok(Err("the answer was not found again".into())),
        Err(halt) => Ok(Err(halt.reason(budget))),
    }
}

fn proved<D: Complement + Saturate + Describe>(
    prepared: &Prepared<'_>,
    asked: &Asked<'_>,
    settings: &Settings,
    budget: &Budget<'_>,
    make_domain: impl Fn(Space) -> Limited<D>,
) -> Limited<Option<Proved>> {
    let system = prepared.system;
    let negated = match asked.question {
        Question::Ltl(formula) => Some(negation(formula, budget)?),
        _ => None,
    };
    let mut options = settings.lowering();
    options.extra = negated.iter().map(automaton).collect();
    let lowered = settings.lowered(prepared, &options, budget)?;
    let domain = make_domain(lowered.space.clone())?;
    let model = Model::new(&domain, &lowered, &Saturated, budget)?;
    model.whole()?;
    let states = model.reachable()?;
    let layers = RefCell::new(Layers::new(&model.initial, None));
    let steps = Steps::new(&model, states.clone());
    let manner = String::new();
    let job = Job {
        system,
        lowered: &lowered,
        steps,
        explored: true,
        layers,
        counted: None,
        points_each: 1,
        forgotten: None,
        manner,
    };
    let condition = |e: &Expr| job.condition(e);
    let fair = match asked.question {
        Question::Ctl(_) | Question::Ltl(_) => conditions(system, &job.steps, &condition)?,
        _ => Conditions::default(),
    };
    let mut prover =
        Prover { job: &job, states, fixpoints: &Exactly, writer: Writer::new(system, &lowered, asked.named) };
    let proof = match (asked.question, &negated) {
        (Question::Ctl(formula), _) => prover.branching(formula, asked, &fair)?,
        (Question::Ltl(formula), Some(negation)) => {
            let variable = Variable(lowered.space.variables.len().saturating_sub(1) as u32);
            prover.linear(formula, negation, variable, &fair, true)?
        }
        _ => Some(prover.closed(asked, &domain.empty())?),
    };
    let (definitions, extras) = (prover.writer.definitions, extras(&lowered.space, system.variables.len()));
    Ok(proof.map(|proof| Proved { extras, definitions, proof }))
}

/// The variable for the states of an automaton.
fn automaton(negation: &Negation) -> Declaration {
    let count = negation.automaton.state_count() as u64;
    Declaration { name: "automaton".into(), kind: Kind::Finite { count }, cluster: None }
}

/// The variables of the space behind those of the system.
pub(crate) fn extras(space: &Space, own: usize) -> Vec<(String, Option<u32>)> {
    let extra = |declared: &Declaration| {
        let count = match declared.kind {
            Kind::Finite { count } => u32::try_from(count).ok(),
            Kind::Integer { .. } => None,
        };
        (declared.name.clone(), count)
    };
    space.variables[own..].iter().map(extra).collect()
}
