//! What the translation of a model needs of a logic: conditions over finite and integer variables.
//!
//! The translation of models and certificates into obligations is written once, over this trait. One logic decides the
//! obligations ([`crate::Diagrams`]), the other writes them down for other people's solvers ([`crate::SmtLib`]).

use crate::linear::Linear;
use crate::refusal::Refusal;
use crate::variable::{Kind, Valuation, Variable};
use std::fmt;
use std::hash::Hash;

/// Conditions over declared variables.
///
/// # Laws
///
/// A condition is true or false of a valuation that gives each declared variable a value of its kind; the operations mean
/// what their names say of such valuations. Operations may be refused, but are never approximate.
pub trait Logic {
    /// A condition.
    type Condition: Copy + Eq + Hash + fmt::Debug;

    /// A new variable. The name is for people; it need not be unique.
    fn declare(&mut self, name: &str, kind: Kind) -> Variable;

    /// An order of finite variables that may make conditions small; asked for before there is any condition.
    fn arrange(&mut self, order: &[Variable]) {
        let _ = order;
    }

    /// The kind of a variable.
    fn kind(&self, variable: Variable) -> Kind;

    /// The condition that is always true, or never.
    fn constant(&mut self, value: bool) -> Self::Condition;

    /// A finite variable has this code.
    fn is(&mut self, variable: Variable, code: u32) -> Result<Self::Condition, Refusal>;

    /// A sum of integer variables is zero or less.
    fn at_most_zero(&mut self, sum: &Linear) -> Result<Self::Condition, Refusal>;

    /// A sum of integer variables is a multiple of the number, which is at least one.
    fn divides(&mut self, divisor: i128, sum: &Linear) -> Result<Self::Condition, Refusal>;

    /// The opposite.
    fn not(&mut self, condition: Self::Condition) -> Result<Self::Condition, Refusal>;

    /// Both.
    fn and(&mut self, left: Self::Condition, right: Self::Condition) -> Result<Self::Condition, Refusal>;

    /// Either.
    fn or(&mut self, left: Self::Condition, right: Self::Condition) -> Result<Self::Condition, Refusal>;

    /// Some value of the variable satisfies the condition.
    fn exists(&mut self, variable: Variable, condition: Self::Condition) -> Result<Self::Condition, Refusal>;

    /// Whether the condition is plainly false, so that work on it can be spared; one that is not may be false all the same.
    fn is_plainly_false(&self, condition: Self::Condition) -> bool;

    /// That no valuation satisfies the condition must be shown, under this name.
    ///
    /// # Errors
    /// [`Refusal::Failed`] if some valuation does; `shown` then puts it in words.
    fn refute(
        &mut self,
        obligation: &str,
        condition: Self::Condition,
        shown: &dyn Fn(&Valuation) -> String,
    ) -> Result<(), Refusal>;

    /// A sum is zero.
    fn is_zero(&mut self, sum: &Linear) -> Result<Self::Condition, Refusal> {
        let at_most = self.at_most_zero(sum)?;
        let at_least = self.at_most_zero(&sum.times(-1)?)?;
        self.and(at_most, at_least)
    }

    /// All of these.
    fn all(&mut self, conditions: &[Self::Condition]) -> Result<Self::Condition, Refusal> {
        let mut all = self.constant(true);
        for condition in conditions {
            all = self.and(all, *condition)?;
        }
        Ok(all)
    }

    /// Some of these.
    fn any(&mut self, conditions: &[Self::Condition]) -> Result<Self::Condition, Refusal> {
        let mut any = self.constant(false);
        for condition in conditions {
            any = self.or(any, *condition)?;
        }
        Ok(any)
    }
}
