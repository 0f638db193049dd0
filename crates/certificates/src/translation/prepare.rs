//! Phase 2 of a step: right-hand sides, places and the sets of `any` are read.

use super::cases::Cases;
use super::expression::Environment;
use super::run::{Assigned, Route, Run, Writes};
use super::select::Selected;
use crate::{Linear, Logic, Refusal};
use system::{ChoiceSet, Comparison, Expr, Place, Statement, StatementKind, Step, Type, VariableId};

/// A statement of which everything has been read.
#[derive(Debug, Clone)]
pub(super) enum Prepared<'a, C> {
    /// The variables that an assignment may write.
    Write(Writes<C>),
    /// Some variable gets any value of the set, or of its type.
    Any { places: Vec<(C, VariableId)>, set: Option<AnySet<C>>, condition: Option<&'a Expr> },
    /// Old and new values are so related.
    Relation(&'a Expr),
    /// A fault if false.
    Assert(&'a Expr),
    /// A nested block.
    Nested { first: Vec<Prepared<'a, C>>, rest: &'a [Step] },
}

/// Where nothing faulted, and what has been read.
type Readings<'a, C> = (C, Vec<Prepared<'a, C>>);

/// The values of an `any`.
#[derive(Debug, Clone)]
pub(super) enum AnySet<C> {
    /// From the first to the second.
    Range(Cases<C>, Cases<C>),
    /// These.
    Members(Vec<Cases<C>>),
}

impl<L: Logic> Run<'_, '_, L> {
    /// Reads everything from the left, and says where nothing faulted.
    pub(super) fn prepare<'a>(
        &mut self,
        environment: &Environment<L::Condition>,
        route: &Route<L::Condition>,
        selected: &[Selected<'a>],
    ) -> Result<Readings<'a, L::Condition>, Refusal> {
        let mut condition = route.condition;
        let mut all = Vec::new();
        for one in selected {
            match one {
                Selected::Nested { first, rest } => {
                    let route = Route { condition, ..route.clone() };
                    let (left, first) = self.prepare(environment, &route, first)?;
                    condition = left;
                    all.push(Prepared::Nested { first, rest });
                }
                Selected::Plain(statement) => {
                    let (fault, prepared) = self.prepare_one(environment, statement)?;
                    let logic = &mut self.translator.logic;
                    let faulted = logic.and(condition, fault)?;
                    let fine = logic.not(fault)?;
                    condition = logic.and(condition, fine)?;
                    self.record(faulted, &route.chosen)?;
                    all.push(prepared);
                }
            }
        }
        Ok((condition, all))
    }

    /// What a statement has read, and where that faults.
    fn prepare_one<'a>(
        &mut self,
        environment: &Environment<L::Condition>,
        statement: &'a Statement,
    ) -> Result<(L::Condition, Prepared<'a, L::Condition>), Refusal> {
        let never = self.translator.logic.constant(false);
        match &statement.kind {
            StatementKind::Assign { place, value } => self.assignment(environment, place, value),
            StatementKind::Any { place, set, condition } => {
                let chosen = self.translator.place(environment, place)?;
                let (further, set) = match set {
                    Some(set) => self.choice(environment, set).map(|(fault, set)| (fault, Some(set)))?,
                    None => (never, None),
                };
                let fault = self.translator.logic.or(chosen.fault, further)?;
                let condition = condition.as_ref();
                Ok((fault, Prepared::Any { places: chosen.options, set, condition }))
            }
            StatementKind::Assert(condition) => Ok((never, Prepared::Assert(condition))),
            StatementKind::Relation(relation) => Ok((never, Prepared::Relation(relation))),
            StatementKind::Skip | StatementKind::Choose(_) | StatementKind::If { .. } => {
                Err(Refusal::Malformed("selection leaves no statement with branches".into()))
            }
        }
    }

    fn assignment<'a>(
        &mut self,
        environment: &Environment<L::Condition>,
        place: &Place,
        value: &Expr,
    ) -> Result<(L::Condition, Prepared<'a, L::Condition>), Refusal> {
        let places = self.translator.place(environment, place)?;
        let value = self.translator.evaluate(environment, value)?;
        let mut fault = self.translator.logic.or(places.fault, value.fault)?;
        let mut writes = Writes::new();
        for (condition, variable) in places.options {
            // The variable's own type decides, which can be narrower than that of the place that denotes it.
            let outside = self.outside(self.translator.system.variable(variable).ty, &value.cases)?;
            let outside = self.translator.logic.and(condition, outside)?;
            fault = self.translator.logic.or(fault, outside)?;
            writes.insert(variable, Assigned { condition, value: value.cases.clone() });
        }
        Ok((fault, Prepared::Write(writes)))
    }

    /// Where a value does not lie in a type.
    pub(super) fn outside(&mut self, ty: Type, value: &Cases<L::Condition>) -> Result<L::Condition, Refusal> {
        let (low, high) = match ty {
            Type::Range { low, high } => (Some(low), Some(high)),
            Type::Nat => (Some(0), None),
            _ => (None, None),
        };
        let mut outside = self.translator.logic.constant(false);
        for (bound, comparison) in [(low, Comparison::Lt), (high, Comparison::Gt)] {
            if let Some(bound) = bound {
                let bound = super::Scalar::Integer(Linear::constant(bound));
                let bound = Cases::certain(&mut self.translator.logic, bound);
                let beyond = self.translator.compare(comparison, value, &bound)?;
                outside = self.translator.logic.or(outside, beyond)?;
            }
        }
        Ok(outside)
    }

    fn choice(
        &mut self,
        environment: &Environment<L::Condition>,
        set: &ChoiceSet,
    ) -> Result<(L::Condition, AnySet<L::Condition>), Refusal> {
        let mut fault = self.translator.logic.constant(false);
        let mut evaluate = |expr: &Expr| -> Result<Cases<L::Condition>, Refusal> {
            let evaluated = self.translator.evaluate(environment, expr)?;
            fault = self.translator.logic.or(fault, evaluated.fault)?;
            Ok(evaluated.cases)
        };
        let set = match set {
            ChoiceSet::Range(low, high) => AnySet::Range(evaluate(low)?, evaluate(high)?),
            ChoiceSet::Members(members) => {
                AnySet::Members(members.iter().map(&mut evaluate).collect::<Result<_, _>>()?)
            }
        };
        Ok((fault, set))
    }

    /// Where the set has this value.
    pub(super) fn contains(
        &mut self,
        set: &AnySet<L::Condition>,
        value: &Cases<L::Condition>,
    ) -> Result<L::Condition, Refusal> {
        match set {
            AnySet::Range(low, high) => {
                let above = self.translator.compare(Comparison::Le, low, value)?;
                let below = self.translator.compare(Comparison::Le, value, high)?;
                self.translator.logic.and(above, below)
            }
            AnySet::Members(members) => self.some_member(members, Comparison::Eq, value),
        }
    }

    /// Where the set has a value other than this one.
    pub(super) fn has_other(
        &mut self,
        set: &AnySet<L::Condition>,
        value: &Cases<L::Condition>,
    ) -> Result<L::Condition, Refusal> {
        match set {
            AnySet::Range(low, high) => {
                let several = self.translator.compare(Comparison::Lt, low, high)?;
                let one = self.translator.compare(Comparison::Eq, low, high)?;
                let differs = self.translator.compare(Comparison::Ne, low, value)?;
                let other = self.translator.logic.and(one, differs)?;
                self.translator.logic.or(several, other)
            }
            AnySet::Members(members) => self.some_member(members, Comparison::Ne, value),
        }
    }

    fn some_member(
        &mut self,
        members: &[Cases<L::Condition>],
        comparison: Comparison,
        value: &Cases<L::Condition>,
    ) -> Result<L::Condition, Refusal> {
        let mut some = self.translator.logic.constant(false);
        for member in members {
            let one = self.translator.compare(comparison, member, value)?;
            some = self.translator.logic.or(some, one)?;
        }
        Ok(some)
    }
}
