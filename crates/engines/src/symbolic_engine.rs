//! The symbolic engine behind the common interface: decision diagrams where everything is finite, integer sets where it
//! is not.

use crate::finite_sets::{self, BYTES, MOST_CODES, settings};
use crate::{Engine, Failure, Options, Subject, Unsupported, integer_sets};
use decision_diagrams::Diagrams;
use std::cell::RefCell;
use std::rc::Rc;
use symbolic::{Asked, Budget, Prepared, Proved, prove_in, rigid_variables};
use system::{Coverage, Observer, Question, System, Type, VariableId, Watch};

/// Computes with sets of states.
pub struct SymbolicEngine;

/// The questions that it takes to tell a transition to a domain, about.
const SETUP: u64 = 2;

impl Engine for SymbolicEngine {
    fn name(&self) -> &'static str {
        "symbolic"
    }

    fn can_check(&self, system: &System, properties: &[usize]) -> Vec<Result<(), Unsupported>> {
        let unsupported = |refused: symbolic::Unsupported| Unsupported {
            engine: self.name(),
            feature: refused.to_string(),
            suggestion: None,
        };
        let ability = |number: &usize| {
            let finite = settings(is_finite(system, *number));
            symbolic::can_check(system, &[*number], &finite).remove(0).map_err(unsupported)
        };
        properties.iter().map(ability).collect()
    }

    /// What diagrams can represent shares the reachable states. Among the others, those that need nothing of their own in the
    /// space share the system in it.
    fn groups(&self, system: &System, properties: &[usize], options: &Options) -> Vec<Vec<usize>> {
        let by_diagrams = |number: &usize| !options.symbolic.is_any() && is_finite(system, *number);
        let (finite, others): (Vec<usize>, Vec<usize>) =
            properties.iter().partition(|number| by_diagrams(number));
        let (reduced, finite): (Vec<usize>, Vec<usize>) = finite
            .into_iter()
            .partition(|number| finite_sets::reduced(system, &[*number], options).is_some());
        // What a property reads is not forgotten, which the others should not suffer from.
        // Of a formula of branching time each atom must be symmetric, which the others need not suffer from either.
        let (branching, reduced): (Vec<usize>, Vec<usize>) = reduced
            .into_iter()
            .partition(|number| matches!(system.properties[*number].question, Question::Ctl(_)));
        let (blind, seeing): (Vec<usize>, Vec<usize>) =
            reduced.into_iter().partition(|number| finite_sets::lets_forget(system, *number));
        let (common, special): (Vec<usize>, Vec<usize>) = others
            .into_iter()
            .partition(|number| integer_sets::is_common(&system.properties[*number].question));
        let shared = [blind, seeing, branching, finite, common].into_iter().filter(|group| !group.is_empty());
        shared.chain(special.into_iter().map(|number| vec![number])).collect()
    }

    fn setup(&self, system: &System) -> u64 {
        SETUP.saturating_mul(system.transitions.len() as u64)
    }

    fn run(
        &self,
        subject: &Subject<'_>,
        properties: &[usize],
        options: &Options,
        watch: &dyn Watch,
        observer: &dyn Observer,
    ) -> Result<Option<Coverage>, Failure> {
        let (system, formulas) = (subject.system, &subject.formulas);
        let by_diagrams =
            !options.symbolic.is_any() && properties.iter().all(|number| is_finite(system, *number));
        let checked = match by_diagrams {
            true => finite_sets::check(formulas, properties, options, watch, observer),
            false => integer_sets::check(formulas, properties, &options.symbolic, watch, observer),
        };
        checked.map(|()| None).map_err(|failure| match failure {
            symbolic::Failure::NoInitialState => Failure::NoInitialState,
            symbolic::Failure::Internal(reason) => Failure::Internal { engine: self.name(), reason },
        })
    }
}

/// Whether decision diagrams can represent all that the property needs: a range of more values than can be coded is as
/// good as unbounded.
fn is_finite(system: &System, property: usize) -> bool {
    system.variables.iter().all(|variable| is_coded(variable.ty))
        && rigid_variables(&system.properties[property].question).is_empty()
}

fn is_coded(ty: Type) -> bool {
    match ty {
        Type::Int | Type::Nat => false,
        Type::Range { low, high } => {
            high.checked_sub(low).is_some_and(|width| width < i128::from(MOST_CODES))
        }
        Type::Bool | Type::Enumeration(_) | Type::Reference(_) | Type::Location(_) => true,
    }
}

/// Whether decision diagrams can represent all states of the system.
pub(crate) fn is_coded_whole(system: &System) -> bool {
    system.variables.iter().all(|variable| is_coded(variable.ty))
}

/// A proof and the order of the variables in its diagrams, or why there is none.
pub(crate) type Proving = Result<(Proved, Vec<VariableId>), String>;

/// A proof with decision diagrams, and the order of their variables.
pub(crate) fn proved(
    prepared: &Prepared<'_>,
    asked: &Asked<'_>,
    watch: &dyn Watch,
) -> Result<Proving, symbolic::Failure> {
    let budget = Rc::new(Budget::new(watch));
    let bytes = watch.most_bytes().map_or(BYTES, |most| BYTES.min(most / 2));
    let order = RefCell::new(Vec::new());
    let found = prove_in(prepared, asked, &settings(true), &budget, |space| {
        let budget = budget.clone();
        let options = decision_diagrams::Options { bytes, budget, ..decision_diagrams::Options::default() };
        let diagrams = Diagrams::new(space, options)?;
        let own = prepared.system.variables.len();
        let known = diagrams.order().iter().map(|variable| variable.index()).filter(|place| *place < own);
        order.replace(known.map(VariableId::from_index).collect());
        Ok(diagrams)
    })?;
    Ok(found.map(|proved| (proved, order.take())))
}
