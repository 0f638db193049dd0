//! Expressions without a largest value.
//!
//! A path leads from an initial state into a set, and from each of its states another one leads back into it, to a greater value. So
//! whatever value has been met, a greater one is met later. Or else, whatever number there is, a path leads from some initial state to where
//! the value is at least that.

use super::context::{Context, Set};
use crate::path::replay;
use crate::{Growth, Logic, Refusal};
use diagnostics::Span;
use system::{BoundId, Comparison, Expr, ExprKind, Operation};

/// The number that is to be met, as a rigid variable that no model has.
const NUMBER: BoundId = BoundId(u32::MAX);

/// The conditions that the expression is at least the number, that it is less than the number by one, and that it has a value.
pub(crate) struct Conditions {
    met: Expr,
    exceeded: Expr,
    defined: Expr,
}

impl Conditions {
    /// The conditions on an expression.
    pub fn new(expression: &Expr) -> Conditions {
        let place = Span::default();
        let number = || Expr::new(ExprKind::Bound(NUMBER), place);
        let one = Expr::int(1, place);
        let less = ExprKind::Arithmetic(Operation::Sub, Box::new(number()), Box::new(one));
        let compare = |comparison, other| Expr::compare(comparison, expression.clone(), other, place);
        Conditions {
            met: compare(Comparison::Ge, number()),
            exceeded: compare(Comparison::Eq, Expr::new(less, place)),
            defined: compare(Comparison::Eq, expression.clone()),
        }
    }
}

impl<'c, L: Logic> Context<'c, '_, L> {
    /// The expression grows beyond all bounds.
    pub fn grows(&mut self, conditions: &'c Conditions, growth: &'c Growth) -> Result<(), Refusal> {
        let behind = self.certificate.extras.get(self.rigid.len()..).and_then(<[_]>::last);
        if behind.is_none_or(|(_, count)| count.is_some()) {
            return Err(Refusal::Malformed("there is no variable for the number to be met".into()));
        }
        self.translator.bind(NUMBER, self.last_extra())?;
        let set = Set::Bare(&growth.set);
        let inside = self.now(&set)?;
        let defined = self.translator.holds(&conditions.defined)?;
        self.refute_outside("the expression has a value in every state of the set", inside, defined)?;
        let met = Set::And(vec![set, Set::State(&conditions.met)]);
        let passages = self.moves();
        let everywhere = Set::And(Vec::new());
        let reaching = self.attractor(met, &growth.attractor, &everywhere, &passages)?;
        let reaching = self.now(&reaching)?;
        let Some(path) = &growth.path else { return self.starts_anywhere(reaching) };
        let trace = replay(self.system(), path)?;
        let end = self.exactly(trace.last())?;
        self.refute_outside("the path leads into the set", end, inside)?;
        let next = self.translator.holds(&conditions.exceeded)?;
        let concerned = self.translator.logic.and(inside, next)?;
        self.refute_outside(
            "from every state of the set a greater value is reached in it",
            concerned,
            reaching,
        )
    }

    /// Whatever the number is, some initial state is among these.
    fn starts_anywhere(&mut self, reaching: L::Condition) -> Result<(), Refusal> {
        let initial = self.translator.initial()?;
        let starting = self.translator.logic.and(initial, reaching)?;
        let own = self.translator.coding.variables.clone();
        let met = self.translator.quantify(&own, starting)?;
        let missed = self.translator.logic.not(met)?;
        self.refute("every number is met from some initial state", missed)
    }
}
