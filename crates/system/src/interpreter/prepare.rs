//! Phase 2 of a step: right-hand sides, places and the sets of `any` are read.

use super::evaluate::{Evaluator, Known};
use super::failure::Failure;
use super::select::Selected;
use crate::{ChoiceSet, Expr, State, StatementKind, Step, System, Type, Value, VariableId};
use diagnostics::Span;

/// A statement of which everything has been read.
#[derive(Debug, Clone)]
pub(super) enum Prepared<'a> {
    /// The variable gets the value.
    Write { variable: VariableId, value: Value, span: Span },
    /// The variable gets any value of the set, or of its type.
    Any { variable: VariableId, set: Option<Choice>, condition: Option<&'a Expr>, span: Span },
    /// Old and new values are so related.
    Relation { relation: &'a Expr, span: Span },
    /// A fault if false.
    Assert { condition: &'a Expr, span: Span },
    /// A nested block.
    Nested { first: Vec<Prepared<'a>>, rest: &'a [Step] },
}

/// The values of an `any`.
#[derive(Debug, Clone)]
pub(super) enum Choice {
    /// From the first to the second.
    Range(i128, i128),
    /// These.
    Members(Vec<Value>),
}

impl Choice {
    /// Whether the set has a value other than this one.
    pub(super) fn has_other_than(&self, value: Value) -> bool {
        match self {
            Choice::Range(low, high) => low <= high && (low != high || Value::Int(*low) != value),
            Choice::Members(members) => members.iter().any(|member| *member != value),
        }
    }

    /// Whether the set has this value.
    pub(super) fn contains(&self, value: Value) -> bool {
        match (self, value) {
            (Choice::Range(low, high), Value::Int(value)) => (*low..=*high).contains(&value),
            (Choice::Range(..), _) => false,
            (Choice::Members(members), _) => members.contains(&value),
        }
    }
}

/// Reads everything that the selected statements read before they write, from the left.
pub(super) fn prepare<'a>(
    system: &System,
    state: &State,
    selected: &[Selected<'a>],
) -> Result<Vec<Prepared<'a>>, Failure> {
    selected.iter().map(|one| prepare_one(system, state, one)).collect()
}

fn prepare_one<'a>(system: &System, state: &State, selected: &Selected<'a>) -> Result<Prepared<'a>, Failure> {
    let known = Known(state);
    let evaluator = Evaluator::new(system, &known);
    let statement = match selected {
        Selected::Plain(statement) => *statement,
        Selected::Nested { first, rest } => {
            return Ok(Prepared::Nested { first: prepare(system, state, first)?, rest });
        }
    };
    let span = statement.span;
    Ok(match &statement.kind {
        StatementKind::Assign { place, value } => {
            let variable = evaluator.place(place)?;
            let value = evaluator.value(value)?;
            check_type(system, variable, value, span)?;
            Prepared::Write { variable, value, span }
        }
        StatementKind::Any { place, set, condition } => Prepared::Any {
            variable: evaluator.place(place)?,
            set: set.as_ref().map(|set| choice(&evaluator, set)).transpose()?,
            condition: condition.as_ref(),
            span,
        },
        StatementKind::Assert(condition) => Prepared::Assert { condition, span },
        StatementKind::Relation(relation) => Prepared::Relation { relation, span },
        StatementKind::Skip | StatementKind::Choose(_) | StatementKind::If { .. } => {
            unreachable!("selection leaves no statement with branches")
        }
    })
}

fn choice(evaluator: &Evaluator<'_>, set: &ChoiceSet) -> Result<Choice, Failure> {
    Ok(match set {
        ChoiceSet::Range(low, high) => Choice::Range(evaluator.int(low)?, evaluator.int(high)?),
        ChoiceSet::Members(members) => {
            let mut values = members.iter().map(|m| evaluator.value(m)).collect::<Result<Vec<_>, _>>()?;
            values.sort();
            values.dedup();
            Choice::Members(values)
        }
    })
}

/// The variable's own type decides, which can be narrower than that of the place that denotes it.
fn check_type(system: &System, variable: VariableId, value: Value, span: Span) -> Result<(), Failure> {
    match fits(system.variable(variable).ty, value) {
        true => Ok(()),
        false => Err(outside_type(system, variable, value, span)),
    }
}

/// Whether a value of the right sort lies in the type.
pub(super) fn fits(ty: Type, value: Value) -> bool {
    match value {
        Value::Int(value) => ty.contains_int(value),
        _ => true,
    }
}

/// The fault of a value outside its variable's type.
pub(super) fn outside_type(system: &System, variable: VariableId, value: Value, span: Span) -> Failure {
    let declared = system.variable(variable);
    Failure::fault(
        format!(
            "{} is outside the type {} of {}",
            system.show_value(declared.ty, value),
            system.show_type(declared.ty),
            declared.name
        ),
        span,
    )
}
