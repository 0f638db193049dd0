//! Walks over expressions, places and steps.

use super::fold;
use super::model::{Expr, Part, Place, Step, Tables, Type};

/// What takes the place of an expression; nothing where it is only walked through.
pub type Change<'c> = &'c mut dyn FnMut(&Expr) -> Option<Expr>;

/// The expression with changed parts, folded again.
pub fn map_expr(expr: &Expr, change: Change<'_>) -> Expr {
    if let Some(changed) = change(expr) {
        return changed;
    }
    match expr {
        Expr::Value(..) | Expr::Bound(..) => expr.clone(),
        Expr::Read(place) => Expr::Read(map_place(place, change)),
        Expr::IsUndefined(place) => Expr::IsUndefined(map_place(place, change)),
        Expr::Not(inner) => fold::not(map_expr(inner, change)),
        Expr::Minus(inner) => fold::minus(map_expr(inner, change)),
        Expr::Binary(operator, left, right) => {
            let left = map_expr(left, change);
            fold::binary(operator, left, map_expr(right, change))
        }
        Expr::If(condition, yes, no) => {
            let (condition, yes) = (map_expr(condition, change), map_expr(yes, change));
            fold::choice(condition, yes, map_expr(no, change))
        }
        Expr::Quantifier(is_forall, name, ty, body) => {
            let body = map_expr(body, change);
            match body.value() {
                Some(_) => body,
                None => Expr::Quantifier(*is_forall, name.clone(), ty.clone(), Box::new(body)),
            }
        }
        Expr::IsMember(inner, ty) => fold::member(map_expr(inner, change), ty),
        Expr::Checked(condition, inner) => {
            let condition = map_expr(condition, change);
            fold::checked(condition, map_expr(inner, change))
        }
    }
}

/// The place with changed indices.
pub fn map_place(place: &Place, change: Change<'_>) -> Place {
    let part = |part: &Part| match part {
        Part::Field(name) => Part::Field(name.clone()),
        Part::Index(index) => Part::Index(Box::new(map_expr(index, change))),
    };
    let parts = place.parts.iter().map(part).collect();
    Place { root: place.root, parts, ty: place.ty.clone() }
}

/// The steps with changed expressions.
pub fn map_steps(steps: &[Step], change: Change<'_>) -> Vec<Step> {
    steps.iter().map(|step| map_step(step, change)).collect()
}

fn map_step(step: &Step, change: Change<'_>) -> Step {
    match step {
        Step::Assign(place, value) => {
            let value = map_expr(value, change);
            Step::Assign(map_place(place, change), value)
        }
        Step::Copy(to, from) => Step::Copy(map_place(to, change), map_place(from, change)),
        Step::Undefine(place) => Step::Undefine(map_place(place, change)),
        Step::Clear(place) => Step::Clear(map_place(place, change)),
        Step::If(condition, then, other) => {
            let condition = map_expr(condition, change);
            Step::If(condition, map_steps(then, change), map_steps(other, change))
        }
        Step::Assert(condition, message) => Step::Assert(map_expr(condition, change), message.clone()),
        Step::Assume(condition) => Step::Assume(map_expr(condition, change)),
        Step::Check(value) => Step::Check(map_expr(value, change)),
        Step::For(name, ty, body) => Step::For(name.clone(), ty.clone(), map_steps(body, change)),
        Step::Count(name, ends, body) => {
            let ends = [&ends[0], &ends[1], &ends[2]].map(|end| map_expr(end, change));
            Step::Count(name.clone(), ends, map_steps(body, change))
        }
        Step::While(condition, body, at) => {
            Step::While(map_expr(condition, change), map_steps(body, change), *at)
        }
        Step::Return => Step::Return,
    }
}

/// The steps with a value for a bound name.
pub fn with_value(steps: &[Step], name: &str, value: &Expr) -> Vec<Step> {
    map_steps(steps, &mut |expr| match expr {
        Expr::Bound(bound, _) if bound == name => Some(value.clone()),
        _ => None,
    })
}

/// A loop as one copy of its body for each value.
pub fn unrolled(name: &str, ty: &Type, body: &[Step], tables: &Tables) -> Vec<Step> {
    let own = |value: i128| match ty {
        Type::Identity(set, _) => Type::Identity(*set, vec![(value, value)]),
        Type::Range(..) => Type::Range(value, value),
        other => other.clone(),
    };
    let values = tables.values(ty).into_iter();
    values.flat_map(|value| with_value(body, name, &Expr::Value(value, own(value)))).collect()
}

/// Sees all expressions of a step, those of the steps inside it included.
pub fn each_expr(step: &Step, see: &mut dyn FnMut(&Expr)) {
    let mut look = |expr: &Expr| {
        see(expr);
        None
    };
    map_step(step, &mut look);
}

/// Sees a step and all inside it.
pub fn each_step(steps: &[Step], see: &mut dyn FnMut(&Step)) {
    for step in steps {
        see(step);
        match step {
            Step::If(_, then, other) => {
                each_step(then, see);
                each_step(other, see);
            }
            Step::For(_, _, body) | Step::Count(_, _, body) | Step::While(_, body, _) => each_step(body, see),
            _ => {}
        }
    }
}

/// The place that a step itself writes.
pub fn written(step: &Step) -> Option<&Place> {
    match step {
        Step::Assign(place, _) | Step::Copy(place, _) | Step::Undefine(place) | Step::Clear(place) => {
            Some(place)
        }
        _ => None,
    }
}

/// Whether an expression reads a variable, or part of one, for which this is so.
pub fn reads(expr: &Expr, is_meant: &mut dyn FnMut(&Place) -> bool) -> bool {
    let mut found = false;
    map_expr(expr, &mut |part| {
        if let Expr::Read(place) | Expr::IsUndefined(place) = part {
            found = found || is_meant(place);
        }
        None
    });
    found
}
