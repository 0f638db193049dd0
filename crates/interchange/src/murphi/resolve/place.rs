//! Variables and parts of them.

use super::multiset::SlotMultiset;
use super::{NameMeaning, Resolved, Resolver, is_within, mismatch};
use crate::Problem;
use crate::murphi::model::{Designator, Expr, Instruction, Selector, Type};
use crate::murphi::token::At;
use crate::murphi::tree::{Syntax, SyntaxKind};

impl Resolver {
    /// The variable, or part of one, that a term means.
    pub(super) fn place(&mut self, term: &Syntax) -> Resolved<Designator> {
        match &term.kind {
            SyntaxKind::Name(name) => match self.look_up(name) {
                Some(NameMeaning::Designator(place)) => Ok(place),
                Some(_) => Err(Problem::new(format!("`{name}` is no variable"), Some(term.at))),
                None => Err(unknown(name, term.at)),
            },
            SyntaxKind::Field(inner, name) => {
                let place = self.place(inner)?;
                let part = Selector::Field(name.clone());
                match place.ty.part(&part).cloned() {
                    Some(ty) => Ok(longer(place, part, ty)),
                    None => Err(Problem::new(format!("there is no field `{name}` here"), Some(term.at))),
                }
            }
            SyntaxKind::Element(inner, index) => {
                let place = self.place(inner)?;
                let Type::Array(of, element) = place.ty.clone() else {
                    return Err(mismatch("an array", inner.at));
                };
                let value = self.expression(index)?;
                if !fits(&value.ty(), &of) {
                    return Err(mismatch("another index", index.at));
                }
                if let Some(multiset) = SlotMultiset::at(&place) {
                    return Ok(multiset.element(value));
                }
                Ok(longer(place, Selector::Index(Box::new(value)), (*element).clone()))
            }
            _ => Err(mismatch("a variable", term.at)),
        }
    }

    /// A place that stays the same whatever is written: its indices are computed now.
    pub(super) fn captured(&mut self, place: Designator, at: At) -> Resolved<Designator> {
        if self.pending.is_none() {
            return Ok(place);
        }
        let mut parts = Vec::new();
        for part in place.parts {
            parts.push(match part {
                Selector::Index(index) if !matches!(*index, Expr::Value(..) | Expr::Bound(..)) => {
                    Selector::Index(Box::new(self.kept("index", *index, at)?))
                }
                part => part,
            });
        }
        Ok(Designator { parts, ..place })
    }

    /// A value that is computed now, and read later.
    pub(super) fn kept(&mut self, name: &str, value: Expr, at: At) -> Resolved<Expr> {
        let place = self.root(name, value.ty(), false);
        self.step(Instruction::Assign(place.clone(), value), at)?;
        Ok(Expr::Read(place))
    }
}

pub(super) fn longer(mut place: Designator, part: Selector, ty: Type) -> Designator {
    place.parts.push(part);
    Designator { ty, ..place }
}

pub(super) fn unknown(name: &str, at: At) -> Problem {
    Problem::new(format!("`{name}` is not declared"), Some(at))
}

/// Whether values of a type can be stored in another, as far as types tell.
pub(super) fn fits(value: &Type, into: &Type) -> bool {
    match (value, into) {
        (Type::Range(..), Type::Range(..)) => true,
        (Type::Identity(set, _), Type::Identity(other, _)) => set == other,
        (Type::Array(index, element), Type::Array(other, others)) => {
            (index == other || is_within(index, other)) && fits(element, others)
        }
        (Type::Record(fields), Type::Record(others)) => {
            let is_same = |((name, ty), (other, into)): (&(String, Type), &(String, Type))| {
                name == other && fits(ty, into)
            };
            fields.len() == others.len() && fields.iter().zip(others.iter()).all(is_same)
        }
        _ => value == into,
    }
}
