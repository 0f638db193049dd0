//! The Boolean operations on diagrams, by recursion over the topmost variable, with a table of results.

use super::{Diagram, Operation, Table};
use crate::hashing::FastMap;
use crate::limits::Refusable;

impl Table {
    /// The conjunction.
    pub(crate) fn and(&mut self, a: Diagram, b: Diagram) -> Refusable<Diagram> {
        if a == b || b == Table::TRUE {
            return Ok(a);
        }
        if a == Table::TRUE {
            return Ok(b);
        }
        if a == Table::FALSE || b == Table::FALSE {
            return Ok(Table::FALSE);
        }
        let key = Operation::And(a.min(b), a.max(b));
        if let Some(&known) = self.results.get(&key) {
            return Ok(known);
        }
        self.step()?;
        let variable = self.variable(a).min(self.variable(b));
        let (a_low, a_high) = self.cofactors(a, variable);
        let (b_low, b_high) = self.cofactors(b, variable);
        let low = self.and(a_low, b_low)?;
        let high = self.and(a_high, b_high)?;
        let result = self.branch(variable, low, high)?;
        self.results.insert(key, result);
        Ok(result)
    }

    /// The negation.
    pub(crate) fn not(&mut self, a: Diagram) -> Refusable<Diagram> {
        if a == Table::FALSE {
            return Ok(Table::TRUE);
        }
        if a == Table::TRUE {
            return Ok(Table::FALSE);
        }
        if let Some(&known) = self.results.get(&Operation::Not(a)) {
            return Ok(known);
        }
        self.step()?;
        let variable = self.variable(a);
        let (low, high) = self.cofactors(a, variable);
        let low = self.not(low)?;
        let high = self.not(high)?;
        let result = self.branch(variable, low, high)?;
        self.results.insert(Operation::Not(a), result);
        self.results.insert(Operation::Not(result), a);
        Ok(result)
    }

    /// The disjunction.
    pub(crate) fn or(&mut self, a: Diagram, b: Diagram) -> Refusable<Diagram> {
        if a == b || b == Table::FALSE {
            return Ok(a);
        }
        if a == Table::FALSE {
            return Ok(b);
        }
        let not_a = self.not(a)?;
        let not_b = self.not(b)?;
        let neither = self.and(not_a, not_b)?;
        self.not(neither)
    }

    /// Where the first holds and the second does not.
    pub(crate) fn minus(&mut self, a: Diagram, b: Diagram) -> Refusable<Diagram> {
        let not_b = self.not(b)?;
        self.and(a, not_b)
    }

    /// The same function as a diagram of another table. `known` remembers what has been copied before.
    pub(crate) fn import(
        &mut self,
        from: &Table,
        diagram: Diagram,
        known: &mut FastMap<Diagram, Diagram>,
    ) -> Refusable<Diagram> {
        if diagram.0 <= 1 {
            return Ok(diagram);
        }
        if let Some(&copy) = known.get(&diagram) {
            return Ok(copy);
        }
        let branch = from.branches[diagram.0 as usize];
        let low = self.import(from, branch.low, known)?;
        let high = self.import(from, branch.high, known)?;
        let copy = self.branch(branch.variable, low, high)?;
        known.insert(diagram, copy);
        Ok(copy)
    }
}
