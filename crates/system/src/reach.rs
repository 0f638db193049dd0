//! Ways through references: whether one instance is met on the way from another.

use crate::{Expr, ProcessId, Value};

/// `reach(p, next, q)`: whether q is met on the way from p along `next`, p itself included.
///
/// First `start` is evaluated, then `goal`; these alone can fault. From an instance of the process array the way goes on
/// to where its links lead, from `null` it does not; what it comes to, `null` included, is met.
#[derive(Debug, Clone, PartialEq)]
pub struct Reach {
    /// The process array whose instances the way passes.
    pub process: ProcessId,
    /// Where the way begins: a reference to an instance of the process.
    pub start: Expr,
    /// What must be met: another such reference.
    pub goal: Expr,
    /// For each instance, in their order, the references along which the way may go on: reads of variables before the
    /// step, which cannot fault. All instances have equally many.
    pub links: Vec<Vec<Expr>>,
}

impl Reach {
    /// The parts, from the left, and after them the links of each instance.
    pub fn children(&self) -> Vec<&Expr> {
        [&self.start, &self.goal].into_iter().chain(self.links.iter().flatten()).collect()
    }

    /// The same with other parts.
    pub fn with(&self, mut change: impl FnMut(&Expr) -> Expr) -> Reach {
        let (start, goal) = (change(&self.start), change(&self.goal));
        let links = self.links.iter().map(|links| links.iter().map(&mut change).collect()).collect();
        Reach { process: self.process, start, goal, links }
    }

    /// What is met on the way from here: a walk that remembers where it has been. `value` tells where a link leads.
    pub fn met_from<E>(
        &self,
        start: Value,
        mut value: impl FnMut(&Expr) -> Result<Value, E>,
    ) -> Result<Vec<Value>, E> {
        let mut met = vec![start];
        let mut visited = 0;
        while let Some(here) = met.get(visited).copied() {
            visited += 1;
            let Value::Reference(Some(instance)) = here else { continue };
            for link in self.links.get(instance as usize).into_iter().flatten() {
                let next = value(link)?;
                if !met.contains(&next) {
                    met.push(next);
                }
            }
        }
        Ok(met)
    }
}
