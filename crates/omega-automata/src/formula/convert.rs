//! From the checker's properties to formulas.

use super::{Formula, Formulas, MAX_DEPTH, Proposition};
use crate::limits::{Refusable, Refusal};
use system::{Expr, ExprKind, Ltl, Place, UntilKind, Value};

/// The formula that a linear-time property of a system says.
///
/// Each largest temporal-free subformula becomes the proposition that `number` gives it; equal expressions should
/// get equal numbers, as [`Atoms`] sees to. The constants `true` and `false` become constants. Rigid quantifiers
/// are refused, and so are properties deeper than [`MAX_DEPTH`].
pub fn from_system(
    property: &Ltl,
    formulas: &mut Formulas,
    number: &mut dyn FnMut(&Expr) -> Proposition,
) -> Refusable<Formula> {
    Conversion { formulas, number }.formula(property, MAX_DEPTH)
}

struct Conversion<'a> {
    formulas: &'a mut Formulas,
    number: &'a mut dyn FnMut(&Expr) -> Proposition,
}

impl Conversion<'_> {
    fn formula(&mut self, property: &Ltl, depth: u32) -> Refusable<Formula> {
        let depth = depth.checked_sub(1).ok_or(Refusal::TooDeep)?;
        Ok(match property {
            Ltl::State(expression) => self.atom(expression),
            Ltl::Not(f) => {
                let f = self.formula(f, depth)?;
                self.formulas.not(f)
            }
            Ltl::And(operands) => {
                let operands = self.all(operands, depth)?;
                self.formulas.and(operands)
            }
            Ltl::Or(operands) => {
                let operands = self.all(operands, depth)?;
                self.formulas.or(operands)
            }
            Ltl::Implies(f, g) => {
                let (f, g) = (self.formula(f, depth)?, self.formula(g, depth)?);
                self.formulas.implies(f, g)
            }
            Ltl::Iff(f, g) => {
                let (f, g) = (self.formula(f, depth)?, self.formula(g, depth)?);
                self.formulas.iff(f, g)
            }
            Ltl::Next(f) => {
                let f = self.formula(f, depth)?;
                self.formulas.next(f)
            }
            Ltl::Finally(f) => {
                let f = self.formula(f, depth)?;
                self.formulas.finally(f)
            }
            Ltl::Globally(f) => {
                let f = self.formula(f, depth)?;
                self.formulas.globally(f)
            }
            Ltl::Until(kind, f, g) => {
                let (f, g) = (self.formula(f, depth)?, self.formula(g, depth)?);
                match kind {
                    UntilKind::Until => self.formulas.until(f, g),
                    UntilKind::Weak => self.formulas.weak(f, g),
                    UntilKind::Release => self.formulas.release(f, g),
                }
            }
            Ltl::Rigid { .. } => return Err(Refusal::RigidVariable),
        })
    }

    fn all(&mut self, operands: &[Ltl], depth: u32) -> Refusable<Vec<Formula>> {
        operands.iter().map(|operand| self.formula(operand, depth)).collect()
    }

    fn atom(&mut self, expression: &Expr) -> Formula {
        match expression.kind {
            ExprKind::Const(Value::Bool(true), _) => Formulas::TRUE,
            ExprKind::Const(Value::Bool(false), _) => Formulas::FALSE,
            _ => {
                let proposition = (self.number)(expression);
                self.formulas.proposition(proposition)
            }
        }
    }
}

/// The state expressions of a property, numbered in the order in which they are first met.
///
/// Two expressions are the same proposition if they differ at most in the places where they are written.
#[derive(Debug, Clone, Default)]
pub struct Atoms {
    expressions: Vec<Expr>,
}

impl Atoms {
    /// The number of an expression, a new one if it has not been met before.
    pub fn number(&mut self, expression: &Expr) -> Proposition {
        let known = self.expressions.iter().position(|other| same(other, expression));
        let position = known.unwrap_or_else(|| {
            self.expressions.push(expression.clone());
            self.expressions.len() - 1
        });
        position as Proposition
    }

    /// The expressions by their numbers.
    pub fn expressions(&self) -> &[Expr] {
        &self.expressions
    }
}

/// Whether two expressions are equal but for the places where they are written.
fn same(a: &Expr, b: &Expr) -> bool {
    use ExprKind::*;
    let all = |a: &[Expr], b: &[Expr]| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b));
    match (&a.kind, &b.kind) {
        (Read(a), Read(b)) | (ReadNext(a), ReadNext(b)) => same_place(a, b),
        (Not(a), Not(b)) | (Negate(a), Negate(b)) | (Absolute(a), Absolute(b)) | (IndexOf(a), IndexOf(b)) => {
            same(a, b)
        }
        (And(a), And(b)) | (Or(a), Or(b)) | (Sum(a), Sum(b)) | (Count(a), Count(b)) => all(a, b),
        (Implies(a, c), Implies(b, d)) | (Iff(a, c), Iff(b, d)) => same(a, b) && same(c, d),
        (Compare(x, a, c), Compare(y, b, d)) => x == y && same(a, b) && same(c, d),
        (Arithmetic(x, a, c), Arithmetic(y, b, d)) => x == y && same(a, b) && same(c, d),
        (If(a, c, e), If(b, d, f)) => same(a, b) && same(c, d) && same(e, f),
        (InstanceAt(x, a), InstanceAt(y, b)) => x == y && same(a, b),
        (Reach(x), Reach(y)) => {
            let (a, b) = (x.children(), y.children());
            x.process == y.process && a.len() == b.len() && a.into_iter().zip(b).all(|(a, b)| same(a, b))
        }
        (Quantified { universal: x, bound: v, body: a }, Quantified { universal: y, bound: w, body: b }) => {
            x == y && v == w && same(a, b)
        }
        // Constants and bound variables, which hold no places; anything else counts as different.
        (a, b) => a == b,
    }
}

fn same_place(a: &Place, b: &Place) -> bool {
    a.first == b.first
        && a.ty == b.ty
        && a.selectors.len() == b.selectors.len()
        && a.selectors.iter().zip(&b.selectors).all(|(a, b)| {
            let numbers = (a.kind, a.low, a.count, a.stride) == (b.kind, b.low, b.count, b.stride);
            numbers && same(&a.index, &b.index)
        })
}
