//! Expressions.

use super::place::{fits, unknown};
use super::{NameMeaning, Resolved, Resolver, bits, fold, mismatch};
use crate::Problem;
use crate::murphi::model::{Expr, Type};
use crate::murphi::token::At;
use crate::murphi::tree::{Binder, Domain, Syntax, SyntaxKind};

impl Resolver {
    pub(super) fn expression(&mut self, term: &Syntax) -> Resolved<Expr> {
        match &term.kind {
            SyntaxKind::Number(number) => Ok(Expr::int(*number)),
            SyntaxKind::Name(name) => match self.look_up(name) {
                Some(NameMeaning::Value(value)) => Ok(value),
                Some(NameMeaning::Designator(place)) => Ok(Expr::Read(place)),
                Some(NameMeaning::Type(_)) => Err(Problem::new(format!("`{name}` is a type"), Some(term.at))),
                Some(NameMeaning::Routine(_)) => {
                    Err(Problem::new(format!("`{name}` needs arguments"), Some(term.at)))
                }
                Some(NameMeaning::Nothing) => {
                    Err(Problem::new(format!("`{name}` has no value here"), Some(term.at))
                        .with_help("it can be assigned, be an argument, and be asked for by `isundefined`"))
                }
                None => Err(unknown(name, term.at)),
            },
            SyntaxKind::Field(..) | SyntaxKind::Element(..) => Ok(Expr::Read(self.place(term)?)),
            SyntaxKind::Call(name, arguments) => self.function(name, arguments, term.at),
            SyntaxKind::Unary("!", inner) => Ok(fold::not(self.boolean(inner)?)),
            SyntaxKind::Unary("~", inner) => Ok(bits::complement(self.integer(inner)?)),
            SyntaxKind::Unary(_, inner) => Ok(fold::minus(self.integer(inner)?)),
            SyntaxKind::Binary(operator, left, right) => self.binary(operator, left, right, term.at),
            SyntaxKind::Choice(condition, yes, no) => {
                let condition = self.boolean(condition)?;
                let (yes, no) = (self.under_condition(yes)?, self.under_condition(no)?);
                if !fits(&yes.ty(), &no.ty()) {
                    return Err(mismatch("a value of the same kind on both sides", term.at));
                }
                Ok(fold::choice(condition, yes, no))
            }
            SyntaxKind::Quantifier(is_forall, binder, body) => self.quantifier(*is_forall, binder, body),
            SyntaxKind::IsUndefined(inner) if self.is_nothing(inner) => Ok(Expr::bool(true)),
            SyntaxKind::IsUndefined(inner) => match self.expression(inner)? {
                Expr::Read(place) => Ok(Expr::IsUndefined(place)),
                _ => Ok(Expr::bool(false)),
            },
            SyntaxKind::Count(name, multiset, condition) => self.count_elements(name, multiset, condition),
            SyntaxKind::IsMember(inner, ty) => {
                let value = self.expression(inner)?;
                let ty = self.named_type(None, ty)?;
                if !fits(&value.ty(), &ty) {
                    return Err(mismatch("a type of the union", term.at));
                }
                Ok(match value.value() {
                    Some(known) => Expr::bool(self.tables.holds(&ty, known)),
                    None => Expr::IsMember(Box::new(value), ty),
                })
            }
        }
    }

    /// A condition.
    pub(super) fn boolean(&mut self, term: &Syntax) -> Resolved<Expr> {
        let found = self.expression(term)?;
        if found.ty() == Type::Bool { Ok(found) } else { Err(mismatch("a condition", term.at)) }
    }

    pub(super) fn integer(&mut self, term: &Syntax) -> Resolved<Expr> {
        let found = self.expression(term)?;
        if matches!(found.ty(), Type::Range(..)) { Ok(found) } else { Err(mismatch("a number", term.at)) }
    }

    /// An expression that is not always looked at, so that no step can stand before it.
    fn under_condition(&mut self, term: &Syntax) -> Resolved<Expr> {
        self.pure(term)
    }

    fn binary(&mut self, operator: &'static str, left: &Syntax, right: &Syntax, at: At) -> Resolved<Expr> {
        match operator {
            "&" | "|" | "->" => {
                let place = left.at;
                let left = self.expression(left)?;
                match left.ty() {
                    Type::Bool => {}
                    Type::Range(..) if operator != "->" => {
                        let right = self.integer(right)?;
                        return bits_of(operator, left, right, at);
                    }
                    _ => return Err(mismatch("a condition", place)),
                }
                let pending = self.pending.take();
                let right = self.boolean(right);
                self.pending = pending;
                Ok(fold::binary(operator, left, right?))
            }
            "=" | "!=" | "^" => {
                let (left, right) = (self.expression(left)?, self.expression(right)?);
                let (a, b) = (left.ty(), right.ty());
                if !fits(&a, &b) && !fits(&b, &a) {
                    return Err(mismatch("a value of the same kind on both sides", at));
                }
                if operator == "^" && matches!(a, Type::Range(..)) {
                    return bits_of(operator, left, right, at);
                }
                if operator == "^" && a != Type::Bool {
                    return Err(mismatch("a condition or a number", at));
                }
                Ok(fold::binary(if operator == "^" { "!=" } else { operator }, left, right))
            }
            "<<" | ">>" => {
                let (left, right) = (self.integer(left)?, self.integer(right)?);
                bits_of(operator, left, right, at)
            }
            _ => {
                let (left, right) = (self.integer(left)?, self.integer(right)?);
                Ok(fold::binary(operator, left, right))
            }
        }
    }

    fn quantifier(&mut self, is_forall: bool, binder: &Binder, body: &Syntax) -> Resolved<Expr> {
        let ty = match &binder.domain {
            Domain::Type(term) => self.named_type(None, term)?,
            Domain::Steps(from, to, None) => {
                let (from, to) = (self.number(from)?, self.number(to)?);
                if from > to {
                    return Ok(Expr::bool(is_forall));
                }
                Type::Range(from, to)
            }
            Domain::Steps(from, to, Some(by)) => {
                return self.stepped(is_forall, binder, [from, to, by], body);
            }
        };
        if !ty.is_simple() {
            return Err(mismatch("a simple type", binder.name.at));
        }
        self.count_through(&ty);
        self.enter();
        let name = self.bind(&binder.name, &ty);
        let pending = self.pending.take();
        let body = self.boolean(body);
        self.pending = pending;
        self.live.pop();
        self.leave();
        let body = body?;
        Ok(match body.value() {
            Some(_) => body,
            None => Expr::Quantifier(is_forall, name, ty, Box::new(body)),
        })
    }

    /// A quantifier with steps: what is said of each value.
    fn stepped(
        &mut self,
        is_forall: bool,
        binder: &Binder,
        ends: [&Syntax; 3],
        body: &Syntax,
    ) -> Resolved<Expr> {
        let [mut at, to, by] = [self.number(ends[0])?, self.number(ends[1])?, self.number(ends[2])?];
        if by == 0 {
            return Err(Problem::new("a step of zero never ends", Some(ends[2].at)));
        }
        let mut all = Expr::bool(is_forall);
        while (by > 0 && at <= to) || (by < 0 && at >= to) {
            self.enter();
            self.declare(&binder.name.text, NameMeaning::Value(Expr::int(at)));
            let here = self.pure(body);
            self.leave();
            let here = here?;
            if here.ty() != Type::Bool {
                return Err(mismatch("a condition", body.at));
            }
            self.written += 1;
            if self.written > super::MOST_STEPS {
                return Err(Problem::new("this quantifier has too many values", Some(ends[1].at)));
            }
            all = fold::binary(if is_forall { "&" } else { "|" }, all, here);
            at = at.saturating_add(by);
        }
        Ok(all)
    }

    /// Names that are bound are numbers, members of enumerations included.
    pub(super) fn count_through(&mut self, ty: &Type) {
        if let Type::Enum(number) = ty {
            self.tables.is_number[*number] = true;
        }
    }
}

/// An operation on the bits of numbers.
fn bits_of(operator: &str, left: Expr, right: Expr, at: At) -> Resolved<Expr> {
    bits::operation(operator, left, right).ok_or_else(|| {
        Problem::new(format!("bits of such numbers (`{operator}`) cannot be expressed"), Some(at))
            .with_help("they must lie between 0 and 65535, and be shifted by 31 bits at most")
    })
}
