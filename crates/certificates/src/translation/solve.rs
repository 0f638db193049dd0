//! Phase 3 of a step: relations and `any` leave values open, which become chosen variables under constraints.

use super::cases::{Cases, Scalar};
use super::coding::{cases_of, least, range_kind};
use super::expression::{Environment, Truth};
use super::prepare::{AnySet, Prepared};
use super::run::{Assigned, Route, Run};
use crate::{Kind, Logic, Refusal, Variable};
use std::collections::BTreeMap;
use system::{Comparison, Expr, ExprKind, Sort, Type, VariableId};

/// A variable whose new value is open under the condition, with the sets that it must then lie in.
#[derive(Debug, Clone)]
struct Released<C> {
    released: C,
    sets: Vec<(C, AnySet<C>)>,
}

/// A search for new values: what is open, what must hold, and where statements of the step do not exclude each other.
struct Solving<'a, C> {
    unknowns: BTreeMap<VariableId, Released<C>>,
    constraints: Vec<&'a Expr>,
    route: Route<C>,
}

/// The value that a variable is given, and where it may be.
struct Candidate<C> {
    value: Cases<C>,
    within: C,
}

impl<L: Logic> Run<'_, '_, L> {
    /// What the step's relations and `any`s make of the values that are already written.
    pub(super) fn solve(
        &mut self,
        environment: &Environment<L::Condition>,
        route: Route<L::Condition>,
        prepared: &[Prepared<'_, L::Condition>],
    ) -> Result<Option<Route<L::Condition>>, Refusal> {
        let mut search = Solving { unknowns: BTreeMap::new(), constraints: Vec::new(), route };
        for one in prepared {
            match one {
                Prepared::Any { places, set, condition } => {
                    for (here, variable) in places {
                        self.restrict(&mut search, *here, *variable, set.as_ref())?;
                    }
                    condition.iter().for_each(|condition| require(condition, &mut search.constraints));
                }
                Prepared::Relation(relation) => require(relation, &mut search.constraints),
                _ => {}
            }
        }
        for constraint in search.constraints.clone() {
            self.release(environment, &mut search, constraint)?;
        }
        self.search(environment, search)
    }

    /// Where the `any` denotes this variable, its new value lies in the set, or in its type.
    fn restrict(
        &mut self,
        search: &mut Solving<'_, L::Condition>,
        here: L::Condition,
        variable: VariableId,
        set: Option<&AnySet<L::Condition>>,
    ) -> Result<(), Refusal> {
        let mut open = here;
        if let Some(written) = search.route.writes.get(&variable).cloned() {
            self.agree(search, here, variable, &written, set)?;
            let unwritten = self.translator.logic.not(written.condition)?;
            open = self.translator.logic.and(here, unwritten)?;
        }
        if let Some(other) = search.unknowns.get(&variable).cloned() {
            let twice = [search.route.condition, open, other.released];
            let twice = self.translator.logic.all(&twice)?;
            if !self.translator.logic.is_plainly_false(twice) {
                let single = self.is_single(&other, set)?;
                let several = self.translator.logic.not(single)?;
                let fault = self.translator.logic.and(twice, several)?;
                self.record(fault, &search.route.chosen)?;
            }
        }
        self.open(search, variable, open)?;
        if let (Some(unknown), Some(set)) = (search.unknowns.get_mut(&variable), set) {
            unknown.sets.push((open, set.clone()));
        }
        Ok(())
    }

    /// An `any` of what is also written can agree with that, or blocks; where it can also differ, that is a fault.
    fn agree(
        &mut self,
        search: &mut Solving<'_, L::Condition>,
        here: L::Condition,
        variable: VariableId,
        written: &Assigned<L::Condition>,
        set: Option<&AnySet<L::Condition>>,
    ) -> Result<(), Refusal> {
        let ty = self.translator.system.variable(variable).ty;
        let both = self.translator.logic.and(here, written.condition)?;
        let (differs, contained) = match set {
            Some(set) => (self.has_other(set, &written.value)?, self.contains(set, &written.value)?),
            None => {
                let is_single = matches!(ty, Type::Range { low, high } if low == high);
                (self.translator.logic.constant(!is_single), self.translator.logic.constant(true))
            }
        };
        let fault = self.translator.logic.all(&[search.route.condition, both, differs])?;
        self.record(fault, &search.route.chosen)?;
        let logic = &mut self.translator.logic;
        let elsewhere = logic.not(both)?;
        let agrees = logic.or(elsewhere, contained)?;
        search.route.condition = logic.and(search.route.condition, agrees)?;
        Ok(())
    }

    /// Where a further `any` from this set cannot differ from the one before it.
    fn is_single(
        &mut self,
        before: &Released<L::Condition>,
        set: Option<&AnySet<L::Condition>>,
    ) -> Result<L::Condition, Refusal> {
        let (Some(set), [(here, present), others @ ..]) = (set, before.sets.as_slice()) else {
            return Ok(self.translator.logic.constant(false));
        };
        if !others.is_empty() {
            return Err(Refusal::Undecided("three `any` of one step can mean the same variable".into()));
        }
        let only = match set {
            AnySet::Range(low, _) => low,
            AnySet::Members(members) => match members.first() {
                Some(first) => first,
                None => return Ok(self.translator.logic.constant(false)),
            },
        };
        let mut single = *here;
        for one in [set, present] {
            let other = self.has_other(one, only)?;
            let alone = self.translator.logic.not(other)?;
            let contained = self.contains(one, only)?;
            single = self.translator.logic.all(&[single, alone, contained])?;
        }
        Ok(single)
    }

    /// The new value of the variable is open there.
    fn open(
        &mut self,
        search: &mut Solving<'_, L::Condition>,
        variable: VariableId,
        open: L::Condition,
    ) -> Result<(), Refusal> {
        let unknown = match search.unknowns.remove(&variable) {
            Some(other) => {
                Released { released: self.translator.logic.or(other.released, open)?, sets: other.sets }
            }
            None => Released { released: open, sets: Vec::new() },
        };
        search.unknowns.insert(variable, unknown);
        Ok(())
    }

    /// Every place that a prime denotes becomes open, unless it is already written.
    fn release(
        &mut self,
        environment: &Environment<L::Condition>,
        search: &mut Solving<'_, L::Condition>,
        expr: &Expr,
    ) -> Result<(), Refusal> {
        if let ExprKind::ReadNext(place) = &expr.kind {
            // A place that faults denotes nothing; the relation faults where it is evaluated.
            for (here, variable) in self.translator.place(environment, place)?.options {
                let written = search.route.writes.get(&variable).map(|written| written.condition);
                let written = written.unwrap_or(self.translator.logic.constant(false));
                let unwritten = self.translator.logic.not(written)?;
                let open = self.translator.logic.and(here, unwritten)?;
                self.open(search, variable, open)?;
            }
        }
        expr.children().into_iter().try_for_each(|child| self.release(environment, search, child))
    }

    /// Gives chosen variables to what is open, and requires the constraints.
    fn search(
        &mut self,
        environment: &Environment<L::Condition>,
        search: Solving<'_, L::Condition>,
    ) -> Result<Option<Route<L::Condition>>, Refusal> {
        let Solving { unknowns, constraints, mut route } = search;
        let mut environment = environment.clone();
        environment.next = route.writes.iter().map(|(id, written)| (*id, written.value.clone())).collect();
        let mut candidates = BTreeMap::new();
        for (id, unknown) in &unknowns {
            let candidate = self.candidate(*id, unknown, &mut route.chosen)?;
            let value = candidate.value.under(&mut self.translator.logic, candidate.within)?;
            let value = match environment.next.get(id) {
                Some(written) => value.or_else(&mut self.translator.logic, unknown.released, written)?,
                None => value.under(&mut self.translator.logic, unknown.released)?,
            };
            environment.next.insert(*id, value);
            candidates.insert(*id, candidate);
        }
        for constraint in constraints {
            let truth = self.constraint(&environment, constraint)?;
            let fault = self.translator.logic.and(route.condition, truth.fault)?;
            self.record(fault, &route.chosen)?;
            route.condition = self.translator.logic.and(route.condition, truth.holds)?;
        }
        self.accept(&unknowns, candidates, route)
    }

    /// All constraints are true. Only a value from the set of an `any` can lie outside its type, which is a fault.
    fn accept(
        &mut self,
        unknowns: &BTreeMap<VariableId, Released<L::Condition>>,
        candidates: BTreeMap<VariableId, Candidate<L::Condition>>,
        mut route: Route<L::Condition>,
    ) -> Result<Option<Route<L::Condition>>, Refusal> {
        let mut outside = self.translator.logic.constant(false);
        let mut writes = BTreeMap::new();
        for (id, candidate) in candidates {
            let released = unknowns[&id].released;
            let beyond = self.outside(self.translator.system.variable(id).ty, &candidate.value)?;
            let logic = &mut self.translator.logic;
            let beyond = logic.and(released, beyond)?;
            outside = logic.or(outside, beyond)?;
            let fixed = logic.not(released)?;
            let within = logic.or(fixed, candidate.within)?;
            route.condition = logic.and(route.condition, within)?;
            writes.insert(id, Assigned { condition: released, value: candidate.value });
        }
        let fault = self.translator.logic.and(route.condition, outside)?;
        self.record(fault, &route.chosen)?;
        let fits = self.translator.logic.not(outside)?;
        route.condition = self.translator.logic.and(route.condition, fits)?;
        route.writes = self.overwritten(&route.writes, &writes)?;
        Ok((!self.translator.logic.is_plainly_false(route.condition)).then_some(route))
    }

    /// The truth of a constraint. In an equation with a new value on its left, the right side is read first: its faults
    /// count even where there is no such new value.
    fn constraint(
        &mut self,
        environment: &Environment<L::Condition>,
        constraint: &Expr,
    ) -> Result<Truth<L::Condition>, Refusal> {
        let mut truth = self.translator.decide(environment, constraint)?;
        if let ExprKind::Compare(Comparison::Eq, a, b) | ExprKind::Iff(a, b) = &constraint.kind
            && matches!(a.kind, ExprKind::ReadNext(_))
        {
            let fault = self.translator.evaluate(environment, b)?.fault;
            truth.fault = self.translator.logic.or(truth.fault, fault)?;
        }
        Ok(truth)
    }

    /// A chosen variable for what is open, with its value and where that lies in all sets.
    fn candidate(
        &mut self,
        id: VariableId,
        unknown: &Released<L::Condition>,
        chosen: &mut Vec<Variable>,
    ) -> Result<Candidate<L::Condition>, Refusal> {
        let ty = self.translator.system.variable(id).ty;
        let own = self.translator.coding.kinds[id.index()];
        let (kind, low) = match ty.sort() {
            Sort::Int if !unknown.sets.is_empty() => hull(ty, own, &unknown.sets),
            _ => (own, least(ty)),
        };
        let variable = self.translator.choosable(kind, chosen);
        chosen.push(variable);
        let value = cases_of(&mut self.translator.logic, variable, ty, low)?;
        let mut within = self.translator.logic.constant(true);
        let mut limited = self.translator.logic.constant(false);
        for (here, set) in &unknown.sets {
            let contained = self.contains(set, &value)?;
            let elsewhere = self.translator.logic.not(*here)?;
            let fine = self.translator.logic.or(elsewhere, contained)?;
            within = self.translator.logic.and(within, fine)?;
            limited = self.translator.logic.or(limited, *here)?;
        }
        let outside = self.outside(ty, &value)?;
        let inside = self.translator.logic.not(outside)?;
        let fine = self.translator.logic.or(limited, inside)?;
        within = self.translator.logic.and(within, fine)?;
        Ok(Candidate { value, within })
    }
}

fn require<'a>(constraint: &'a Expr, all: &mut Vec<&'a Expr>) {
    match &constraint.kind {
        ExprKind::And(parts) => parts.iter().for_each(|part| require(part, all)),
        _ => all.push(constraint),
    }
}

/// A kind for all values of the type and the sets, with the integer that the code zero stands for.
fn hull<C>(ty: Type, own: Kind, sets: &[(C, AnySet<C>)]) -> (Kind, i128) {
    let all = (Kind::Integer(None, None), 0);
    let (Type::Range { mut low, mut high }, Kind::Finite(_)) = (ty, own) else { return all };
    let values = |set: &AnySet<C>| match set {
        AnySet::Range(low, high) => {
            constants(low).zip(constants(high)).map(|(low, high)| [low, high].concat())
        }
        AnySet::Members(members) => {
            members.iter().map(constants).collect::<Option<Vec<_>>>().map(|all| all.concat())
        }
    };
    for (_, set) in sets {
        let Some(values) = values(set) else { return all };
        low = values.iter().copied().fold(low, i128::min);
        high = values.iter().copied().fold(high, i128::max);
    }
    match range_kind(low, high, true) {
        kind @ Kind::Finite(_) => (kind, low),
        Kind::Integer(..) => all,
    }
}

/// The integers of all cases, if they are constants.
fn constants<C>(cases: &Cases<C>) -> Option<Vec<i128>> {
    let constant = |(_, scalar): &(C, Scalar)| match scalar {
        Scalar::Integer(sum) => sum.as_constant(),
        Scalar::Plain(_) => None,
    };
    cases.cases.iter().map(constant).collect()
}
