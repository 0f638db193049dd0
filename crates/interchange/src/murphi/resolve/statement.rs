//! Statements, as steps.

use super::place::fits;
use super::{NameMeaning, Resolved, Resolver, fold, mismatch};
use crate::Problem;
use crate::murphi::model::{Designator, Expr, Instruction, Type};
use crate::murphi::returns::returns;
use crate::murphi::token::At;
use crate::murphi::tree::{Binder, Domain, Identifier, Statement, StatementKind, Syntax};
use crate::murphi::visit::unrolled;

impl Resolver {
    /// The steps of some statements.
    pub(super) fn block(&mut self, statements: &[Statement]) -> Resolved<Vec<Instruction>> {
        let around = self.pending.replace(Vec::new());
        let done = statements.iter().try_for_each(|statement| self.statement(statement));
        let steps = std::mem::replace(&mut self.pending, around).unwrap_or_default();
        done.map(|()| steps)
    }

    fn statement(&mut self, statement: &Statement) -> Resolved<()> {
        let at = statement.at;
        match &statement.kind {
            StatementKind::Assign(place, value) if self.is_nothing(value) => self.undefine(place, at),
            StatementKind::Assign(place, value) => {
                let place = self.place(place)?;
                let value = self.expression(value)?;
                self.assign(place, value, at)
            }
            StatementKind::If(branches, otherwise) => self.branches(branches, otherwise, at),
            StatementKind::Switch(value, cases, otherwise) => self.switch(value, cases, otherwise, at),
            StatementKind::For(binder, body) => self.repeat(binder, body, at),
            StatementKind::While(condition, body) => {
                let condition = self.pure(condition)?;
                let body = self.block(body)?;
                if returns(&body) {
                    return Err(Problem::new("`return` inside of a `while` cannot be expressed", Some(at)));
                }
                self.step(Instruction::While(condition, body, at), at)
            }
            StatementKind::Alias(aliases, body) => {
                self.enter();
                let done = self
                    .aliases(aliases)
                    .and_then(|()| body.iter().try_for_each(|statement| self.statement(statement)));
                self.leave();
                done
            }
            StatementKind::Call(name, arguments) => self.procedure(name, arguments),
            StatementKind::Clear(place) => {
                let place = self.place(place)?;
                let emptied = self.emptied(&place);
                self.step(Instruction::Clear(place), at)?;
                emptied.into_iter().try_for_each(|step| self.step(step, at))
            }
            StatementKind::Undefine(place) => self.undefine(place, at),
            StatementKind::AddElement(value, multiset) => self.add_element(value, multiset, at),
            StatementKind::RemoveElement(slot, multiset) => self.remove_element(slot, multiset, at),
            StatementKind::RemoveElements(name, multiset, condition) => {
                self.remove_elements(name, multiset, condition, at)
            }
            StatementKind::Error(message) => {
                self.step(Instruction::Assert(Expr::bool(false), message.clone()), at)
            }
            StatementKind::Assert(condition, message) => {
                let condition = self.boolean(condition)?;
                self.step(Instruction::Assert(condition, message.clone()), at)
            }
            StatementKind::Assume(condition) => {
                let condition = self.boolean(condition)?;
                self.step(Instruction::Assume(condition), at)
            }
            StatementKind::Unsupported(word) => {
                let message = format!("`{word}` inside of a rule cannot be expressed");
                Err(Problem::new(message, Some(at)).with_help("state it at the top level"))
            }
            StatementKind::Put => Ok(()),
            StatementKind::Return(value) => self.result(value.as_ref(), at),
        }
    }

    fn undefine(&mut self, place: &Syntax, at: At) -> Resolved<()> {
        let place = self.place(place)?;
        if !self.tables.roots[place.root].is_global {
            self.undefined_locals.insert(place.root);
        }
        let emptied = self.emptied(&place);
        self.step(Instruction::Undefine(place), at)?;
        emptied.into_iter().try_for_each(|step| self.step(step, at))
    }

    pub(super) fn assign(&mut self, place: Designator, value: Expr, at: At) -> Resolved<()> {
        if !fits(&value.ty(), &place.ty) {
            return Err(mismatch("a value of another type", at));
        }
        match value {
            Expr::Read(from) if !place.ty.is_simple() => self.step(Instruction::Copy(place, from), at),
            Expr::If(condition, yes, no) if !place.ty.is_simple() => {
                // Where the place is must not depend on what is copied.
                let place = self.captured(place, at)?;
                let then = self.assigned(place.clone(), *yes, at)?;
                let other = self.assigned(place, *no, at)?;
                self.step(Instruction::If(*condition, then, other), at)
            }
            _ if !place.ty.is_simple() => Err(mismatch("a variable of this type", at)),
            value => {
                self.check_member(&value, &place.ty, at)?;
                self.step(Instruction::Assign(place, value), at)
            }
        }
    }

    /// The steps of an assignment in a branch.
    pub(super) fn assigned(&mut self, place: Designator, value: Expr, at: At) -> Resolved<Vec<Instruction>> {
        let around = self.pending.replace(Vec::new());
        let done = self.assign(place, value, at);
        let steps = std::mem::replace(&mut self.pending, around).unwrap_or_default();
        done.map(|()| steps)
    }

    fn branches(
        &mut self,
        branches: &[(Syntax, Vec<Statement>)],
        otherwise: &[Statement],
        at: At,
    ) -> Resolved<()> {
        let Some(((condition, then), rest)) = branches.split_first() else {
            return otherwise.iter().try_for_each(|statement| self.statement(statement));
        };
        let condition = self.boolean(condition)?;
        match condition.value() {
            Some(0) => return self.branches(rest, otherwise, at),
            Some(_) => return then.iter().try_for_each(|statement| self.statement(statement)),
            None => {}
        }
        let then = self.block(then)?;
        let around = self.pending.replace(Vec::new());
        let done = self.branches(rest, otherwise, at);
        let other = std::mem::replace(&mut self.pending, around).unwrap_or_default();
        done?;
        self.step(Instruction::If(condition, then, other), at)
    }

    fn switch(
        &mut self,
        value: &Syntax,
        cases: &[(Vec<Syntax>, Vec<Statement>)],
        otherwise: &[Statement],
        at: At,
    ) -> Resolved<()> {
        let value = self.expression(value)?;
        let value = match value {
            Expr::Value(..) | Expr::Bound(..) => value,
            value => self.kept("switch", value, at)?,
        };
        let mut found = Vec::new();
        for (labels, body) in cases {
            let mut condition = Expr::bool(false);
            for label in labels {
                let known = self.expression(label)?;
                if !fits(&known.ty(), &value.ty()) {
                    return Err(mismatch("a value of the same kind as that behind `switch`", label.at));
                }
                condition = fold::binary("|", condition, fold::binary("=", value.clone(), known));
            }
            found.push((condition, self.block(body)?));
        }
        let mut steps = self.block(otherwise)?;
        for (condition, body) in found.into_iter().rev() {
            steps = match condition.value() {
                Some(0) => steps,
                Some(_) => body,
                None => vec![Instruction::If(condition, body, steps)],
            };
        }
        steps.into_iter().try_for_each(|step| self.step(step, at))
    }

    fn repeat(&mut self, binder: &Binder, body: &[Statement], at: At) -> Resolved<()> {
        let domain = match &binder.domain {
            Domain::Type(term) => Ok(self.named_type(None, term)?),
            Domain::Steps(from, to, by) => {
                let mut ends = [self.end(from)?, self.end(to)?, Expr::int(1)];
                if let Some(by) = by {
                    ends[2] = self.integer(by)?;
                }
                match (ends[0].value(), ends[1].value(), ends[2].value()) {
                    (Some(from), Some(to), Some(1)) if from <= to => Ok(Type::Range(from, to)),
                    (_, _, Some(0)) => {
                        return Err(Problem::new("a step of zero never ends", Some(at)));
                    }
                    _ => Err(ends),
                }
            }
        };
        self.enter();
        let ty = match &domain {
            Ok(ty) => ty.clone(),
            Err(ends) => match (ends[0].ty(), ends[1].ty()) {
                (Type::Range(a, b), Type::Range(c, d)) => Type::Range(a.min(c), b.max(d)),
                _ => return Err(mismatch("a number", at)),
            },
        };
        if !ty.is_simple() {
            return Err(mismatch("a simple type", binder.name.at));
        }
        self.count_through(&ty);
        let name = self.bind(&binder.name, &ty);
        let body = self.block(body);
        self.live.pop();
        self.leave();
        let body = body?;
        if returns(&body) {
            // Whether a round comes at all depends on the one before.
            let Ok(ty) = domain else {
                return Err(Problem::new(
                    "`return` inside of a loop whose ends depend on the state cannot be expressed",
                    Some(at),
                ));
            };
            if self.tables.count(&ty) > super::MOST_STEPS {
                return Err(super::too_large(at));
            }
            let copies = unrolled(&name, &ty, &body, &self.tables);
            return copies.into_iter().try_for_each(|step| self.step(step, at));
        }
        let step = match domain {
            Ok(ty) => Instruction::For(name, ty, body),
            Err(ends) => Instruction::Count(name, ends, body),
        };
        self.step(step, at)
    }

    /// An end of a loop, computed before the first round.
    fn end(&mut self, term: &Syntax) -> Resolved<Expr> {
        match self.integer(term)? {
            value @ (Expr::Value(..) | Expr::Bound(..)) => Ok(value),
            value => self.kept("end", value, term.at),
        }
    }

    pub(super) fn aliases(&mut self, aliases: &[(Identifier, Syntax)]) -> Resolved<()> {
        for (name, term) in aliases {
            let symbol = match self.expression(term)? {
                Expr::Read(place) => NameMeaning::Designator(self.captured(place, name.at)?),
                value @ (Expr::Value(..) | Expr::Bound(..)) => NameMeaning::Value(value),
                value if self.pending.is_some() => NameMeaning::Value(self.kept(&name.text, value, name.at)?),
                value => NameMeaning::Value(value),
            };
            self.declare(&name.text, symbol);
        }
        Ok(())
    }
}
