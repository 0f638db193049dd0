//! The values of expressions.

use super::Value;
use super::operators::{arithmetic, compare};
use super::scope::{Binding, Own, Presence, Scope, Stop, View};
use super::tables::{Tables, definition, instance_name, is_at, locations, variable};
use language::ast::{
    BinaryOp, Domain, Expr, ExprKind, LetDecl, Name, Quantifier, SetExpr, SetKind, TypeKind, UnaryOp,
};
use std::rc::Rc;

impl<'a> Tables<'a> {
    /// The value of an integer expression.
    pub fn int(&self, expr: &'a Expr, scope: &Scope<'a>, view: &View<'_>) -> Result<i128, Stop> {
        match self.value(expr, scope, view)? {
            Value::Int(value) => Ok(value),
            _ => Err(Stop::Beyond("an integer was expected")),
        }
    }

    /// The value of a condition.
    pub fn bool(&self, expr: &'a Expr, scope: &Scope<'a>, view: &View<'_>) -> Result<bool, Stop> {
        match self.value(expr, scope, view)? {
            Value::Bool(value) => Ok(value),
            _ => Err(Stop::Beyond("a condition was expected")),
        }
    }

    /// The value of an expression.
    pub fn value(&self, expr: &'a Expr, scope: &Scope<'a>, view: &View<'_>) -> Result<Value, Stop> {
        Ok(match &expr.kind {
            ExprKind::Int(value) => Value::Int(*value),
            ExprKind::Bool(value) => Value::Bool(*value),
            ExprKind::Null => Value::Null,
            ExprKind::SelfRef => match scope.own {
                Some(Own { presence: Presence::Null, .. }) => Value::Null,
                Some(Own { presence: Presence::Fault, .. }) => return Err(Stop::Fault),
                Some(own) => Value::Instance(own.process.name.text.clone(), own.index.unwrap_or_default()),
                None => return Err(Stop::Beyond("`self` outside of a process")),
            },
            ExprKind::Name(name) => self.name(name, scope, view)?,
            ExprKind::Record(..) | ExprKind::List(_) | ExprKind::Set(_) => {
                return Err(Stop::Beyond("a value with parts"));
            }
            ExprKind::Paren(inner) => self.value(inner, scope, view)?,
            ExprKind::Unary(UnaryOp::Not, inner) => Value::Bool(!self.bool(inner, scope, view)?),
            ExprKind::Unary(UnaryOp::Neg, inner) => Value::Int(-self.int(inner, scope, view)?),
            ExprKind::Binary(operator, a, b) => self.binary(*operator, a, b, scope, view)?,
            ExprKind::Comparison(first, rest) => {
                let mut left = &**first;
                for (operator, right) in rest {
                    let (a, b) = (self.value(left, scope, view)?, self.value(right, scope, view)?);
                    if !compare(*operator, &a, &b) {
                        return Ok(Value::Bool(false));
                    }
                    left = right;
                }
                Value::Bool(true)
            }
            ExprKind::In(left, set) => Value::Bool(self.is_member(left, set, scope, view)?),
            ExprKind::If(condition, a, b) => {
                let chosen = if self.bool(condition, scope, view)? { a } else { b };
                self.value(chosen, scope, view)?
            }
            ExprKind::Call(function, arguments) => self.call(function, arguments, scope, view)?,
            ExprKind::Quantifier { quantifier, names, domain, body } => {
                let names: Vec<&'a str> = names.iter().map(|name| name.text.as_str()).collect();
                self.quantifier(*quantifier, &names, domain, body, scope, view)?
            }
            ExprKind::CountAt { process, locations, .. } => {
                let locations: Vec<&str> = locations.iter().map(|name| name.text.as_str()).collect();
                self.count_at(&process.text, &locations, view)?
            }
            ExprKind::Reach { start, links, goal, .. } => {
                let (start, goal) = (self.value(start, scope, view)?, self.value(goal, scope, view)?);
                Value::Bool(reaches(start, links, &goal, view)?)
            }
            ExprKind::At { base, locations, .. } => {
                let (process, index) = self.instance(base, scope, view)?;
                let name = instance_name(process, index);
                if !view.old.contains_key(&name) {
                    return Err(Stop::Unknown);
                }
                Value::Bool(locations.iter().any(|location| is_at(view.old, &name, &location.text)))
            }
            ExprKind::Index(..) | ExprKind::Field { .. } => self.selected(expr, scope, view)?,
            ExprKind::Prime(inner) => {
                let place = self.place(inner, scope, view)?;
                let new = view.new.ok_or(Stop::Beyond("a prime without new values"))?;
                new.get(&place.name).cloned().ok_or(Stop::Beyond("a place that was not released"))?
            }
            ExprKind::Temporal(..) | ExprKind::Until(..) | ExprKind::PathUntil { .. } | ExprKind::Error => {
                return Err(Stop::Beyond("a temporal operator"));
            }
        })
    }

    fn name(&self, name: &'a str, scope: &Scope<'a>, view: &View<'_>) -> Result<Value, Stop> {
        match scope.find(name) {
            Some(Binding::Value(value)) => return Ok(value.clone()),
            Some(Binding::Argument(argument, outer)) => return self.value(argument, outer, view),
            None => {}
        }
        if let Some(own) = scope.own {
            let is_index = own.process.index.as_ref().is_some_and(|binder| binder.name.text == name);
            if own.is_missing() && (is_index || variable(own.process, name).is_some()) {
                return Err(Stop::Fault);
            }
            if is_index {
                return Ok(Value::Int(own.index.unwrap_or_default()));
            }
            if variable(own.process, name).is_some() {
                let shown = format!("{}.{name}", instance_name(own.process, own.index));
                return view.old.get(&shown).cloned().ok_or(Stop::Unknown);
            }
            if let Some(definition) = definition(own.process, name) {
                let inner = Scope { own: Some(own), bound: Vec::new() };
                return self.value(&definition.body, &inner, view);
            }
        }
        if let Some(constant) = self.constants.get(name) {
            return self.value(constant, &Scope::default(), view);
        }
        if self.variables.contains_key(name) || self.params.contains_key(name) {
            return view.old.get(name).cloned().ok_or(Stop::Unknown);
        }
        if let Some(definition) = self.definitions.get(name) {
            return self.value(&definition.body, &Scope::default(), view);
        }
        Ok(Value::Name(name.to_string()))
    }

    fn binary(
        &self,
        operator: BinaryOp,
        a: &'a Expr,
        b: &'a Expr,
        scope: &Scope<'a>,
        view: &View<'_>,
    ) -> Result<Value, Stop> {
        let early = match operator {
            BinaryOp::And => Some((false, false)),
            BinaryOp::Or => Some((true, true)),
            BinaryOp::Implies => Some((false, true)),
            _ => None,
        };
        if let Some((stops_at, result)) = early {
            if self.bool(a, scope, view)? == stops_at {
                return Ok(Value::Bool(result));
            }
            return self.bool(b, scope, view).map(Value::Bool);
        }
        if operator == BinaryOp::Iff {
            return Ok(Value::Bool(self.bool(a, scope, view)? == self.bool(b, scope, view)?));
        }
        let (a, b) = (self.int(a, scope, view)?, self.int(b, scope, view)?);
        arithmetic(operator, a, b).map(Value::Int)
    }

    /// `e in S`: that `e` is between the bounds, or equal to one of the members, decided from the left.
    fn is_member(
        &self,
        left: &'a Expr,
        set: &'a SetExpr,
        scope: &Scope<'a>,
        view: &View<'_>,
    ) -> Result<bool, Stop> {
        let value = self.value(left, scope, view)?;
        match &set.kind {
            SetKind::Range(low, high) => {
                let is_above = Value::Int(self.int(low, scope, view)?) <= value;
                Ok(is_above && value <= Value::Int(self.int(high, scope, view)?))
            }
            SetKind::Members(members) => {
                for member in members {
                    if self.value(member, scope, view)? == value {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            SetKind::Value(_) => Err(Stop::Beyond("a set as a value")),
        }
    }

    /// The members of a set, all of which are evaluated.
    pub fn set(&self, set: &'a SetExpr, scope: &Scope<'a>, view: &View<'_>) -> Result<Vec<Value>, Stop> {
        match &set.kind {
            SetKind::Range(low, high) => {
                let (low, high) = (self.int(low, scope, view)?, self.int(high, scope, view)?);
                Ok((low..=high).map(Value::Int).collect())
            }
            SetKind::Members(members) => {
                members.iter().map(|member| self.value(member, scope, view)).collect()
            }
            SetKind::Value(_) => Err(Stop::Beyond("a set as a value")),
        }
    }

    fn call(
        &self,
        function: &'a Expr,
        arguments: &'a [Expr],
        scope: &Scope<'a>,
        view: &View<'_>,
    ) -> Result<Value, Stop> {
        match &function.kind {
            ExprKind::Name(name) if ["min", "max", "abs"].contains(&name.as_str()) => {
                let values = arguments.iter().map(|argument| self.int(argument, scope, view));
                let values = values.collect::<Result<Vec<_>, _>>()?;
                let value = match name.as_str() {
                    "min" => values.into_iter().min(),
                    "max" => values.into_iter().max(),
                    _ => values.first().map(|value| value.abs()),
                };
                value.map(Value::Int).ok_or(Stop::Beyond("a call without arguments"))
            }
            ExprKind::Name(name) if name == "index" => match self.value(&arguments[0], scope, view)? {
                Value::Instance(_, index) => Ok(Value::Int(index)),
                _ => Err(Stop::Fault),
            },
            ExprKind::Name(name) => {
                let own = scope.own.and_then(|own| definition(own.process, name).map(|found| (found, own)));
                if let Some((found, own)) = own {
                    let inner = Scope { own: Some(own), bound: Vec::new() };
                    return self.expand(found, inner, arguments, scope, view);
                }
                let found = self.definitions.get(name.as_str()).ok_or(Stop::Beyond("an unknown function"))?;
                self.expand(found, Scope::default(), arguments, scope, view)
            }
            ExprKind::Field { base, field, .. } => {
                let (found, inner) = self
                    .definition_of(base, &field.text, scope, view)?
                    .ok_or(Stop::Beyond("an unknown function"))?;
                self.expand(found, inner, arguments, scope, view)
            }
            _ => Err(Stop::Beyond("a call of something else")),
        }
    }

    /// A definition with its arguments put in.
    fn expand(
        &self,
        found: &'a LetDecl,
        mut inner: Scope<'a>,
        arguments: &'a [Expr],
        outer: &Scope<'a>,
        view: &View<'_>,
    ) -> Result<Value, Stop> {
        let outer = Rc::new(outer.clone());
        for (parameter, argument) in found.params.iter().zip(arguments) {
            inner.bound.push((&parameter.text, Binding::Argument(argument, Rc::clone(&outer))));
        }
        self.value(&found.body, &inner, view)
    }

    fn quantifier(
        &self,
        quantifier: Quantifier,
        names: &[&'a str],
        domain: &'a Domain,
        body: &'a Expr,
        scope: &Scope<'a>,
        view: &View<'_>,
    ) -> Result<Value, Stop> {
        let Some((first, rest)) = names.split_first() else {
            return self.quantified_body(quantifier, body, scope, view);
        };
        let mut total = 0;
        for value in self.domain(domain, scope, view)? {
            let inner = scope.with(first, value);
            match (quantifier, self.quantifier(quantifier, rest, domain, body, &inner, view)?) {
                (Quantifier::Forall, Value::Bool(false)) => return Ok(Value::Bool(false)),
                (Quantifier::Exists, Value::Bool(true)) => return Ok(Value::Bool(true)),
                (_, Value::Int(value)) => total += value,
                _ => {}
            }
        }
        Ok(match quantifier {
            Quantifier::Forall => Value::Bool(true),
            Quantifier::Exists => Value::Bool(false),
            Quantifier::Sum | Quantifier::Count => Value::Int(total),
        })
    }

    fn quantified_body(
        &self,
        quantifier: Quantifier,
        body: &'a Expr,
        scope: &Scope<'a>,
        view: &View<'_>,
    ) -> Result<Value, Stop> {
        if quantifier == Quantifier::Count {
            return Ok(Value::Int(i128::from(self.bool(body, scope, view)?)));
        }
        self.value(body, scope, view)
    }

    /// The values of a bound name.
    pub fn domain(&self, domain: &'a Domain, scope: &Scope<'a>, view: &View<'_>) -> Result<Vec<Value>, Stop> {
        match domain {
            Domain::Range(low, high) => {
                let (low, high) = (self.int(low, scope, view)?, self.int(high, scope, view)?);
                Ok((low..=high).map(Value::Int).collect())
            }
            Domain::Set(_) => Err(Stop::Beyond("a set as a domain")),
            Domain::Type(ty) if matches!(ty.kind, TypeKind::Int | TypeKind::Nat) => {
                Err(Stop::Beyond("a quantifier over all integers"))
            }
            Domain::Type(ty) => match &ty.kind {
                TypeKind::Named(name) if self.body(&name.text).is_some() => self.instances(&name.text),
                _ => Ok(self.ty(ty)?.1.values()),
            },
        }
    }

    /// The instances of a process array.
    fn instances(&self, name: &str) -> Result<Vec<Value>, Stop> {
        let body = self.body(name).ok_or(Stop::Beyond("an unknown process"))?;
        let indices = self.indices(body.process)?.into_iter().flatten();
        Ok(indices.map(|index| Value::Instance(name.to_owned(), index)).collect())
    }

    fn count_at(&self, name: &str, wanted: &[&str], view: &View<'_>) -> Result<Value, Stop> {
        let body = self.body(name).ok_or(Stop::Beyond("an unknown process"))?;
        let mut total = 0;
        if body.is_population {
            for location in locations(body.process).into_iter().filter(|location| wanted.contains(location)) {
                match view.old.get(&format!("{name} at {location}")) {
                    Some(Value::Int(count)) => total += count,
                    _ => return Err(Stop::Unknown),
                }
            }
            return Ok(Value::Int(total));
        }
        for index in self.indices(body.process)? {
            let instance = instance_name(body.process, index);
            if !view.old.contains_key(&instance) {
                return Err(Stop::Unknown);
            }
            total += i128::from(wanted.iter().any(|location| is_at(view.old, &instance, location)));
        }
        Ok(Value::Int(total))
    }
}

/// Whether the goal is among all that can be met from the start along the links.
fn reaches(start: Value, links: &[Name], goal: &Value, view: &View<'_>) -> Result<bool, Stop> {
    let mut met = vec![start];
    let mut next = 0;
    while let Some(here) = met.get(next).cloned() {
        if here == *goal {
            return Ok(true);
        }
        if matches!(here, Value::Instance(..)) {
            for link in links {
                let held = view.old.get(&format!("{here}.{}", link.text)).cloned().ok_or(Stop::Unknown)?;
                if !met.contains(&held) {
                    met.push(held);
                }
            }
        }
        next += 1;
    }
    Ok(false)
}
