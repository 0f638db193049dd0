//! Sets: a condition for each element that they can have.

use diagnostics::{Code, Diagnostic, Span};
use system::{Comparison, Datum, Expr, ExprKind, Value};

use super::Lowerer;
use super::fold::truth;
use super::interval::interval;
use super::parts::{Parts, SetParts};
use crate::structures::Sort;
use crate::typed::{SetOperation, Typed};

impl Lowerer<'_, '_> {
    /// The set that an expression is.
    pub(super) fn set(&mut self, typed: &Typed) -> SetParts {
        match self.parts(typed) {
            Parts::Set(set) => set,
            _ => SetParts::default(),
        }
    }

    /// `{e1, e2}`
    pub(super) fn set_of(&mut self, members: Vec<Parts>, element: Option<Sort>) -> SetParts {
        let mut set = SetParts { element, ..SetParts::default() };
        for member in members {
            match element.and_then(|sort| self.datum(&member, sort)) {
                Some(known) if set.known.iter().any(|(other, _)| *other == known) => {}
                Some(known) => set.known.push((known, Expr::bool(true, Span::default()))),
                None => set.others.push((None, member)),
            }
        }
        set
    }

    /// Whether a value is in a set.
    pub(super) fn contains(&mut self, set: &SetParts, value: &Parts, span: Span) -> Expr {
        let known = set.element.and_then(|sort| self.datum(value, sort));
        let mut ways = Vec::new();
        for (other, flag) in &set.known {
            match &known {
                Some(known) if known == other => ways.push(flag.clone()),
                Some(_) => {}
                None if truth(flag) == Some(false) => {}
                None => {
                    let Some(sort) = set.element else { continue };
                    let other = self.known(other, sort, span);
                    let is_it = self.same_parts(value, &other, span);
                    self.charge(1, span);
                    ways.push(self.all(vec![is_it, flag.clone()], span));
                }
            }
        }
        for (condition, other) in &set.others {
            let is_it = self.same_parts(value, other, span);
            let both = condition.iter().cloned().chain([is_it]).collect();
            ways.push(self.all(both, span));
        }
        self.some(ways, span)
    }

    /// `x in S`, in which all of x and S is evaluated.
    pub(super) fn is_element(&mut self, value: &Parts, set: &SetParts, span: Span) -> Expr {
        let holds = self.contains(set, value, span);
        let whole = Parts::Set(set.clone());
        let all: Vec<&Expr> = value.expressions().into_iter().chain(whole.expressions()).collect();
        match self.evaluated(&all, span) {
            Some(condition) => self.all(vec![condition, holds], span),
            None => holds,
        }
    }

    /// `union(S, T)`, `inter(S, T)` or `minus(S, T)`
    pub(super) fn combined(
        &mut self,
        operation: SetOperation,
        left: SetParts,
        right: SetParts,
        span: Span,
    ) -> SetParts {
        let element = left.element.or(right.element);
        let mut set = SetParts { element, ..SetParts::default() };
        let Some(sort) = element else { return set };
        for (value, flag) in &left.known {
            let parts = self.known(value, sort, span);
            let other = self.contains(&right, &parts, span);
            let flag = self.flag(operation, flag.clone(), other, span);
            set.known.push((value.clone(), flag));
        }
        for (condition, one) in &left.others {
            let other = match operation {
                SetOperation::Union => None,
                SetOperation::Intersection => Some(self.contains(&right, one, span)),
                SetOperation::Difference => {
                    let other = self.contains(&right, one, span);
                    Some(self.not(other, span))
                }
            };
            let both: Vec<Expr> = condition.iter().cloned().chain(other).collect();
            let condition = if both.is_empty() { None } else { Some(self.all(both, span)) };
            set.others.push((condition, one.clone()));
        }
        if operation == SetOperation::Union {
            let missing =
                right.known.iter().filter(|(value, _)| !left.known.iter().any(|(known, _)| known == value));
            let missing: Vec<(Datum, Expr)> = missing.cloned().collect();
            set.known.extend(missing);
            set.others.extend(right.others);
        }
        set.known.sort_by(|(left, _), (right, _)| left.cmp(right));
        set
    }

    fn flag(&mut self, operation: SetOperation, left: Expr, right: Expr, span: Span) -> Expr {
        match operation {
            SetOperation::Union => self.some(vec![left, right], span),
            SetOperation::Intersection => self.all(vec![left, right], span),
            SetOperation::Difference => {
                let right = self.not(right, span);
                self.all(vec![left, right], span)
            }
        }
    }

    /// `if c then S else T`
    pub(super) fn if_sets(
        &mut self,
        condition: &Expr,
        then: SetParts,
        otherwise: SetParts,
        span: Span,
    ) -> SetParts {
        let negated = self.not(condition.clone(), span);
        let mut set = SetParts { element: then.element.or(otherwise.element), ..SetParts::default() };
        let absent = || Expr::bool(false, span);
        for (value, flag) in &then.known {
            let other = otherwise.known.iter().find(|(other, _)| other == value);
            let other = other.map_or_else(absent, |(_, flag)| flag.clone());
            set.known.push((value.clone(), self.either(condition, flag.clone(), other, span)));
        }
        for (value, flag) in &otherwise.known {
            if !then.known.iter().any(|(known, _)| known == value) {
                let flag = self.either(condition, absent(), flag.clone(), span);
                set.known.push((value.clone(), flag));
            }
        }
        for (under, others) in [(condition, then.others), (&negated, otherwise.others)] {
            for (own, one) in others {
                let both = std::iter::once(under.clone()).chain(own).collect();
                set.others.push((Some(self.all(both, span)), one));
            }
        }
        set.known.sort_by(|(left, _), (right, _)| left.cmp(right));
        set
    }

    /// The conditions under which two sets are equal.
    pub(super) fn same_sets(&mut self, left: &SetParts, right: &SetParts, span: Span, all: &mut Vec<Expr>) {
        let Some(sort) = left.element.or(right.element) else { return };
        let mut values: Vec<&Datum> = left.known.iter().chain(&right.known).map(|(value, _)| value).collect();
        values.sort();
        values.dedup();
        for value in values {
            let parts = self.known(value, sort, span);
            let (left, right) = (self.contains(left, &parts, span), self.contains(right, &parts, span));
            all.push(self.iff_folded(left, right, span));
        }
        for (one, other) in [(left, right), (right, left)] {
            for (condition, element) in &one.others {
                let held = self.contains(other, element, span);
                all.push(self.under(condition.as_ref(), held, span));
            }
        }
    }

    /// `subset(S, T)`
    pub(super) fn is_subset(&mut self, left: &SetParts, right: &SetParts, span: Span) -> Expr {
        let mut all = Vec::new();
        let Some(sort) = left.element.or(right.element) else { return Expr::bool(true, span) };
        for (value, flag) in &left.known {
            let parts = self.known(value, sort, span);
            let held = self.contains(right, &parts, span);
            all.push(self.under(Some(flag), held, span));
        }
        for (condition, element) in &left.others {
            let held = self.contains(right, element, span);
            all.push(self.under(condition.as_ref(), held, span));
        }
        let holds = self.all_of_them(all, span);
        let (left, right) = (Parts::Set(left.clone()), Parts::Set(right.clone()));
        let both: Vec<&Expr> = left.expressions().into_iter().chain(right.expressions()).collect();
        match self.evaluated(&both, span) {
            Some(condition) => self.all(vec![condition, holds], span),
            None => holds,
        }
    }

    /// `card(S)`
    pub(super) fn size(&mut self, set: &SetParts, span: Span) -> Expr {
        let mut counted: Vec<Expr> = set.known.iter().map(|(_, flag)| flag.clone()).collect();
        for (position, (condition, element)) in set.others.iter().enumerate() {
            let before = SetParts { others: set.others[..position].to_vec(), ..set.clone() };
            let again = self.contains(&before, element, span);
            let is_new = self.not(again, span);
            let both = condition.iter().cloned().chain([is_new]).collect();
            counted.push(self.all(both, span));
        }
        self.count(counted, span)
    }

    /// The values that can be in a set; reported if they cannot be listed.
    pub(super) fn listed(&mut self, set: SetParts, span: Span) -> Vec<(Datum, Expr)> {
        let Some(sort) = set.element else { return Vec::new() };
        let mut values: Vec<Datum> = set.known.iter().map(|(value, _)| value.clone()).collect();
        for (_, element) in &set.others {
            match self.possible(element, sort) {
                Some(more) => values.extend(more),
                None => {
                    let message = "it is not known which values can be in this set";
                    let finding =
                        Diagnostic::new(Code::InfiniteDomain, message, span, "not a finite number of values");
                    self.report(
                        finding.with_help("keep its elements in variables with bounds, such as `0..7`"),
                    );
                    return Vec::new();
                }
            }
        }
        values.sort();
        values.dedup();
        let mut listed = Vec::with_capacity(values.len());
        for value in values {
            let parts = self.known(&value, sort, span);
            let held = self.contains(&set, &parts, span);
            if truth(&held) != Some(false) {
                listed.push((value, held));
            }
        }
        listed
    }

    /// The values that an element can have, as far as its form tells.
    fn possible(&mut self, element: &Parts, sort: Sort) -> Option<Vec<Datum>> {
        if let Some(known) = self.datum(element, sort) {
            return Some(vec![known]);
        }
        let Parts::Scalar(expr) = element else {
            let Parts::Several(parts) = element else { return None };
            return self.products(parts, sort);
        };
        Some(match sort {
            Sort::Bool => [false, true].map(|value| Datum::Scalar(Value::Bool(value))).to_vec(),
            Sort::Int => {
                let (low, high) = interval(expr)?;
                if high.checked_sub(low)? > 10_000 {
                    return None;
                }
                (low..=high).map(|value| Datum::Scalar(Value::Int(value))).collect()
            }
            Sort::Enumeration(id) => {
                let count = self.symbols.enumerations.members[id.index()].len();
                (0..u32::try_from(count).ok()?).map(|member| Datum::Scalar(Value::Member(member))).collect()
            }
            Sort::Reference(process) => {
                let instances = (0..self.instances_of(process)).map(Some);
                let all = std::iter::once(None).chain(instances);
                all.map(|instance| Datum::Scalar(Value::Reference(instance))).collect()
            }
            Sort::Structure(_) => return None,
        })
    }

    fn products(&mut self, parts: &[Parts], sort: Sort) -> Option<Vec<Datum>> {
        use crate::structures::Structure;
        let (sorts, is_record): (Vec<Sort>, bool) = match self.symbols.structures.of(sort)? {
            Structure::Record(fields) => (fields.iter().map(|(_, sort)| *sort).collect(), true),
            Structure::Array(_, part) => (parts.iter().map(|_| *part).collect(), false),
            _ => return None,
        };
        let mut all: Vec<Vec<Datum>> = vec![Vec::new()];
        for (part, sort) in parts.iter().zip(sorts) {
            let values = self.possible(part, sort)?;
            if all.len().checked_mul(values.len())? > 10_000 {
                return None;
            }
            let longer = |chosen: &Vec<Datum>, value: &Datum| chosen.iter().chain([value]).cloned().collect();
            all = all
                .iter()
                .flat_map(|chosen| values.iter().map(|value| longer(chosen, value)).collect::<Vec<_>>())
                .collect();
        }
        Some(all.into_iter().map(if is_record { Datum::Record } else { Datum::Array }).collect())
    }

    /// `c => e`, folded.
    pub(super) fn under(&mut self, condition: Option<&Expr>, holds: Expr, span: Span) -> Expr {
        match condition {
            None => holds,
            Some(condition) => match (truth(condition), truth(&holds)) {
                (Some(true), _) => holds,
                (Some(false), _) => Expr::bool(true, span),
                (None, Some(true)) if !super::parts::can_fault(condition) => holds,
                (None, Some(false)) => self.not(condition.clone(), span),
                _ => {
                    let kind = ExprKind::Implies(Box::new(condition.clone()), Box::new(holds));
                    self.node(kind, span)
                }
            },
        }
    }

    fn iff_folded(&mut self, left: Expr, right: Expr, span: Span) -> Expr {
        match (truth(&left), truth(&right)) {
            (Some(true), _) => right,
            (_, Some(true)) => left,
            (Some(false), _) => self.not(right, span),
            (_, Some(false)) => self.not(left, span),
            _ => self.compare(Comparison::Eq, left, right, span),
        }
    }
}
