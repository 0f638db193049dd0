//! Walks over expressions, places and steps.

use super::fold;
use super::model::{Designator, Expr, Instruction, Selector, Tables, Type};

/// What takes the place of an expression; nothing where it is only walked through.
pub type Replacement<'c> = &'c mut dyn FnMut(&Expr) -> Option<Expr>;

/// The expression with changed parts, folded again.
pub fn map_expr(expr: &Expr, change: Replacement<'_>) -> Expr {
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
pub fn map_place(place: &Designator, change: Replacement<'_>) -> Designator {
    let part = |part: &Selector| match part {
        Selector::Field(name) => Selector::Field(name.clone()),
        Selector::Index(index) => Selector::Index(Box::new(map_expr(index, change))),
    };
    let parts = place.parts.iter().map(part).collect();
    Designator { root: place.root, parts, ty: place.ty.clone() }
}

/// The steps with changed expressions.
pub fn map_steps(steps: &[Instruction], change: Replacement<'_>) -> Vec<Instruction> {
    steps.iter().map(|step| map_step(step, change)).collect()
}

fn map_step(step: &Instruction, change: Replacement<'_>) -> Instruction {
    match step {
        Instruction::Assign(place, value) => {
            let value = map_expr(value, change);
            Instruction::Assign(map_place(place, change), value)
        }
        Instruction::Copy(to, from) => Instruction::Copy(map_place(to, change), map_place(from, change)),
        Instruction::Undefine(place) => Instruction::Undefine(map_place(place, change)),
        Instruction::Clear(place) => Instruction::Clear(map_place(place, change)),
        Instruction::If(condition, then, other) => {
            let condition = map_expr(condition, change);
            Instruction::If(condition, map_steps(then, change), map_steps(other, change))
        }
        Instruction::Assert(condition, message) => {
            Instruction::Assert(map_expr(condition, change), message.clone())
        }
        Instruction::Assume(condition) => Instruction::Assume(map_expr(condition, change)),
        Instruction::Check(value) => Instruction::Check(map_expr(value, change)),
        Instruction::For(name, ty, body) => {
            Instruction::For(name.clone(), ty.clone(), map_steps(body, change))
        }
        Instruction::Count(name, ends, body) => {
            let ends = [&ends[0], &ends[1], &ends[2]].map(|end| map_expr(end, change));
            Instruction::Count(name.clone(), ends, map_steps(body, change))
        }
        Instruction::While(condition, body, at) => {
            Instruction::While(map_expr(condition, change), map_steps(body, change), *at)
        }
        Instruction::Return => Instruction::Return,
    }
}

/// The steps with a value for a bound name.
pub fn with_value(steps: &[Instruction], name: &str, value: &Expr) -> Vec<Instruction> {
    map_steps(steps, &mut |expr| match expr {
        Expr::Bound(bound, _) if bound == name => Some(value.clone()),
        _ => None,
    })
}

/// A loop as one copy of its body for each value.
pub fn unrolled(name: &str, ty: &Type, body: &[Instruction], tables: &Tables) -> Vec<Instruction> {
    let own = |value: i128| match ty {
        Type::Identity(set, _) => Type::Identity(*set, vec![(value, value)]),
        Type::Range(..) => Type::Range(value, value),
        other => other.clone(),
    };
    let values = tables.values(ty).into_iter();
    values.flat_map(|value| with_value(body, name, &Expr::Value(value, own(value)))).collect()
}

/// Sees all expressions of a step, those of the steps inside it included.
pub fn each_expr(step: &Instruction, see: &mut dyn FnMut(&Expr)) {
    let mut look = |expr: &Expr| {
        see(expr);
        None
    };
    map_step(step, &mut look);
}

/// Sees a step and all inside it.
pub fn each_step(steps: &[Instruction], see: &mut dyn FnMut(&Instruction)) {
    for step in steps {
        see(step);
        match step {
            Instruction::If(_, then, other) => {
                each_step(then, see);
                each_step(other, see);
            }
            Instruction::For(_, _, body)
            | Instruction::Count(_, _, body)
            | Instruction::While(_, body, _) => each_step(body, see),
            _ => {}
        }
    }
}

/// The place that a step itself writes.
pub fn written(step: &Instruction) -> Option<&Designator> {
    match step {
        Instruction::Assign(place, _)
        | Instruction::Copy(place, _)
        | Instruction::Undefine(place)
        | Instruction::Clear(place) => Some(place),
        _ => None,
    }
}

/// Whether an expression reads a variable, or part of one, for which this is so.
pub fn reads(expr: &Expr, is_meant: &mut dyn FnMut(&Designator) -> bool) -> bool {
    let mut found = false;
    map_expr(expr, &mut |part| {
        if let Expr::Read(place) | Expr::IsUndefined(place) = part {
            found = found || is_meant(place);
        }
        None
    });
    found
}
