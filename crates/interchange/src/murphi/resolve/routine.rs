//! Procedures and functions, written out where they are called.

use super::place::fits;
use super::{NameMeaning, Resolved, Resolver, mismatch};
use crate::Problem;
use crate::murphi::model::{Designator, Expr, Instruction, Type};
use crate::murphi::pure::as_expression;
use crate::murphi::returns::without_returns;
use crate::murphi::token::At;
use crate::murphi::tree::{Identifier, Routine, Syntax};
use std::rc::Rc;

/// The name under which a function finds the place of its result.
const RESULT: &str = " result";

impl Resolver {
    pub(super) fn procedure(&mut self, name: &Identifier, arguments: &[Syntax]) -> Resolved<()> {
        let routine = self.routine(&name.text, name.at)?;
        let (steps, _) = self.written_out(&routine, arguments, name.at)?;
        steps.into_iter().try_for_each(|step| self.step(step, name.at))
    }

    /// The value of a function: an expression where it is one, or else what is left by steps before.
    pub(super) fn function(&mut self, name: &str, arguments: &[Syntax], at: At) -> Resolved<Expr> {
        let routine = self.routine(name, at)?;
        if routine.result.is_none() {
            return Err(Problem::new(format!("the procedure `{name}` has no value"), Some(at)));
        }
        let (steps, result) = self.written_out(&routine, arguments, at)?;
        let Some(result) = result else { return Err(mismatch("a function", at)) };
        if let Some(value) = as_expression(&steps, &result, &self.tables) {
            return Ok(value);
        }
        if self.pending.is_none() {
            let message = format!(
                "the function `{name}` changes variables or repeats steps, which cannot be expressed here"
            );
            return Err(Problem::new(message, Some(at)));
        }
        for step in steps {
            self.step(step, at)?;
        }
        Ok(Expr::Read(result))
    }

    fn routine(&self, name: &str, at: At) -> Resolved<Rc<Routine>> {
        match self.look_up(name) {
            Some(NameMeaning::Routine(routine)) => Ok(routine),
            Some(_) => Err(Problem::new(format!("`{name}` is no procedure or function"), Some(at))),
            None => Err(super::place::unknown(name, at)),
        }
    }

    /// The steps of a call, and where its result is.
    fn written_out(
        &mut self,
        routine: &Rc<Routine>,
        arguments: &[Syntax],
        at: At,
    ) -> Resolved<(Vec<Instruction>, Option<Designator>)> {
        let name = &routine.name.text;
        if self.calls.contains(name) {
            return Err(Problem::new(format!("`{name}` calls itself, which cannot be expressed"), Some(at)));
        }
        if arguments.len() != routine.parameters.len() {
            let message =
                format!("`{name}` takes {} arguments, not {}", routine.parameters.len(), arguments.len());
            return Err(Problem::new(message, Some(at)));
        }
        let around = self.pending.replace(Vec::new());
        let done = self.call(routine, arguments, at);
        let steps = std::mem::replace(&mut self.pending, around).unwrap_or_default();
        Ok((without_returns(steps), done?))
    }

    fn call(&mut self, routine: &Rc<Routine>, arguments: &[Syntax], at: At) -> Resolved<Option<Designator>> {
        let mut values = Vec::new();
        for ((is_var, name, ty), argument) in routine.parameters.iter().zip(arguments) {
            let ty = self.named_type(None, ty)?;
            if self.is_nothing(argument) && !is_var {
                values.push((name.text.clone(), NameMeaning::Nothing));
                continue;
            }
            let value = self.expression(argument)?;
            if !fits(&value.ty(), &ty) {
                return Err(mismatch("an argument of another type", argument.at));
            }
            let symbol = match value {
                Expr::Read(place) if *is_var => NameMeaning::Designator(self.captured(place, at)?),
                _ if *is_var => return Err(mismatch("a variable", argument.at)),
                // Records and arrays are passed as they are: nobody may change them through such a parameter.
                Expr::Read(place) if !ty.is_simple() => NameMeaning::Designator(self.captured(place, at)?),
                // A procedure may ask whether what it was given has a value.
                Expr::Read(from) if routine.result.is_none() && self.may_lack_value(&from, &ty) => {
                    let place = self.root(&name.text, ty, false);
                    self.undefined_locals.insert(place.root);
                    self.step(Instruction::Copy(place.clone(), from), at)?;
                    NameMeaning::Designator(place)
                }
                value @ Expr::Value(..) => {
                    self.check_member(&value, &ty, at)?;
                    NameMeaning::Value(value)
                }
                value => {
                    self.check_member(&value, &ty, at)?;
                    match value {
                        Expr::Bound(..) => NameMeaning::Value(value),
                        value => {
                            let place = self.root(&name.text, ty, false);
                            self.step(Instruction::Assign(place.clone(), value), at)?;
                            NameMeaning::Designator(place)
                        }
                    }
                }
            };
            values.push((name.text.clone(), symbol));
        }
        // The body sees the model and its own names, not those of the caller.
        let scopes = self.scopes.split_off(1);
        // A parameter does not hide a type of the same name here.
        let result = routine.result.as_ref().map(|ty| self.named_type(None, ty)).transpose();
        self.enter();
        for (name, symbol) in values {
            self.declare(&name, symbol);
        }
        self.calls.push(routine.name.text.clone());
        let done = result.and_then(|result| self.inside(routine, result));
        self.calls.pop();
        self.scopes.truncate(1);
        self.scopes.extend(scopes);
        done
    }

    /// Whether a variable is passed on as it is, since a procedure has left it without a value.
    fn may_lack_value(&self, from: &Designator, ty: &Type) -> bool {
        self.undefined_locals.contains(&from.root) && from.ty == *ty
    }

    fn inside(&mut self, routine: &Rc<Routine>, result: Option<Type>) -> Resolved<Option<Designator>> {
        let result = result.map(|ty| {
            let place = self.root(&routine.name.text, ty, false);
            self.declare(RESULT, NameMeaning::Designator(place.clone()));
            place
        });
        self.items(&routine.items, false)?;
        let body = self.block(&routine.body)?;
        body.into_iter().try_for_each(|step| self.step(step, routine.name.at))?;
        Ok(result)
    }

    /// `return e`
    pub(super) fn result(&mut self, value: Option<&Syntax>, at: At) -> Resolved<()> {
        if let Some(value) = value {
            let value = self.expression(value)?;
            let Some(NameMeaning::Designator(place)) = self.look_up(RESULT) else {
                return Err(Problem::new("only functions return a value", Some(at)));
            };
            self.assign(place, value, at)?;
        }
        self.step(Instruction::Return, at)
    }
}
