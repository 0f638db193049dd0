//! A logic that decides: decision diagrams over the finite variables whose leaves are formulas over the integer variables.
//!
//! A node asks for the code of a variable and has a child for each; the variables are asked in one order, a node whose children are all
//! the same is left out, and equal nodes are stored once. So where no integer variable occurs, equal conditions are the same number,
//! and a condition that is not false has a valuation. Elsewhere the leaves are decided by `tableau.rs`.
//!
//! Randal E. Bryant, *Graph-based algorithms for Boolean function manipulation*, IEEE Transactions on Computers C-35(8), 1986,
//! doi:10.1109/TC.1986.1676819; with more than two children in A. Srinivasan et al., *Algorithms for discrete function manipulation*,
//! ICCAD 1990, doi:10.1109/ICCAD.1990.129849.
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

use crate::bounds::Leaf;
use crate::cooper::eliminate;
use crate::effort::Effort;
use crate::leaf::Leaves;
use crate::nodes::{Diagram, Nodes};
use crate::numbers::{QuickMap, negate};
use crate::tableau::solve;
use crate::{Kind, Linear, Logic, Refusal, Valuation, Variable};

/// The results of operations are forgotten when there are so many.
const REMEMBERED: usize = 1 << 23;

/// More finite variables would be too many for the recursion over them.
const MOST_LEVELS: usize = 8000;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Operation {
    And,
    Or,
}

/// Conditions that are decided.
pub struct Diagrams<'w> {
    kinds: Vec<Kind>,
    leaves: Leaves,
    nodes: Nodes,
    remembered: QuickMap<(Diagram, Diagram, Operation), Diagram>,
    opposites: QuickMap<Diagram, Diagram>,
    solutions: QuickMap<Leaf, Option<Valuation>>,
    effort: Effort<'w>,
}

impl<'w> Diagrams<'w> {
    /// No variables yet. More nodes, or formulas at leaves, than the number are refused.
    pub fn new(watch: &'w dyn system::Watch, most_nodes: usize) -> Diagrams<'w> {
        Diagrams {
            kinds: Vec::new(),
            leaves: Leaves::new(),
            nodes: Nodes::new(),
            remembered: QuickMap::default(),
            opposites: QuickMap::default(),
            solutions: QuickMap::default(),
            effort: Effort::new(watch, most_nodes),
        }
    }

    /// Asks for these finite variables first, in this order, and for others behind them. Only before there are conditions on them.
    pub fn set_order(&mut self, order: &[Variable]) {
        self.nodes.set_order(order);
    }

    /// A valuation that satisfies the condition, if there is one.
    ///
    /// # Errors
    /// Refuses what it cannot decide.
    pub fn satisfying(&mut self, condition: Diagram) -> Result<Option<Valuation>, Refusal> {
        let mut reached: QuickMap<Diagram, Option<(Diagram, u32)>> = QuickMap::default();
        reached.insert(condition, None);
        let mut open = vec![condition];
        while let Some(diagram) = open.pop() {
            self.effort.spend(1)?;
            match diagram.part() {
                Ok(leaf) => {
                    if let Some(mut valuation) = self.solution(leaf)? {
                        self.add_path(diagram, &reached, &mut valuation);
                        return Ok(Some(valuation));
                    }
                }
                Err(_) => {
                    for (code, child) in (0_u32..).zip(self.nodes.children(diagram)) {
                        if !reached.contains_key(child) {
                            reached.insert(*child, Some((diagram, code)));
                            open.push(*child);
                        }
                    }
                }
            }
        }
        Ok(None)
    }

    /// The codes on the way to a leaf.
    fn add_path(
        &self,
        leaf: Diagram,
        reached: &QuickMap<Diagram, Option<(Diagram, u32)>>,
        valuation: &mut Valuation,
    ) {
        let mut diagram = leaf;
        while let Some(Some((parent, code))) = reached.get(&diagram) {
            if let Some(variable) = self.nodes.variable(*parent) {
                valuation.insert(variable, i128::from(*code));
            }
            diagram = *parent;
        }
    }

    /// Values of the integer variables of a leaf, each of its kind.
    fn solution(&mut self, leaf: Leaf) -> Result<Option<Valuation>, Refusal> {
        if let Some(known) = self.solutions.get(&leaf) {
            return Ok(known.clone());
        }
        let mut parts = vec![leaf];
        for variable in self.leaves.mentioned(leaf).to_vec() {
            parts.push(self.kind_bounds(variable)?);
        }
        let whole = self.leaves.and(&parts, &mut self.effort)?;
        let solution = solve(&mut self.leaves, whole, &mut self.effort)?;
        self.solutions.insert(leaf, solution.clone());
        Ok(solution)
    }

    /// That an integer variable has a value of its kind.
    fn kind_bounds(&mut self, variable: Variable) -> Result<Leaf, Refusal> {
        let Kind::Integer(least, most) = self.kind(variable) else { return Ok(Leaf::TRUE) };
        let value = Linear::variable(variable);
        let mut parts = Vec::new();
        if let Some(least) = least {
            let sum = Linear::constant(least).minus(&value)?;
            parts.push(self.leaves.at_most_zero(&sum, &mut self.effort)?);
        }
        if let Some(most) = most {
            let sum = value.plus(&Linear::constant(negate(most)?))?;
            parts.push(self.leaves.at_most_zero(&sum, &mut self.effort)?);
        }
        self.leaves.and(&parts, &mut self.effort)
    }

    fn apply(&mut self, operation: Operation, left: Diagram, right: Diagram) -> Result<Diagram, Refusal> {
        let (neutral, absorbing) = match operation {
            Operation::And => (Diagram::TRUE, Diagram::FALSE),
            Operation::Or => (Diagram::FALSE, Diagram::TRUE),
        };
        if left == absorbing || right == absorbing {
            return Ok(absorbing);
        }
        if left == neutral || left == right {
            return Ok(right);
        }
        if right == neutral {
            return Ok(left);
        }
        let question = (left.min(right), left.max(right), operation);
        if let Some(known) = self.remembered.get(&question) {
            return Ok(*known);
        }
        self.effort.spend(1)?;
        let result = match (left.part(), right.part()) {
            (Ok(left), Ok(right)) => {
                let parts = [left, right];
                Diagram::leaf(match operation {
                    Operation::And => self.leaves.and(&parts, &mut self.effort)?,
                    Operation::Or => self.leaves.or(&parts, &mut self.effort)?,
                })
            }
            _ => {
                let level = self.nodes.level(left).min(self.nodes.level(right));
                let mut children = Vec::with_capacity(self.nodes.codes(level));
                for code in 0..self.nodes.codes(level) {
                    let (left, right) =
                        (self.nodes.child(left, level, code), self.nodes.child(right, level, code));
                    children.push(self.apply(operation, left, right)?);
                }
                self.nodes.node(level, &children, &mut self.effort)?
            }
        };
        if self.remembered.len() >= REMEMBERED {
            self.remembered.clear();
        }
        self.remembered.insert(question, result);
        Ok(result)
    }

    fn opposite(&mut self, diagram: Diagram) -> Result<Diagram, Refusal> {
        if let Ok(leaf) = diagram.part() {
            return Ok(Diagram::leaf(leaf.opposite()));
        }
        if let Some(known) = self.opposites.get(&diagram) {
            return Ok(*known);
        }
        self.effort.spend(1)?;
        let level = self.nodes.level(diagram);
        let mut children = Vec::with_capacity(self.nodes.codes(level));
        for code in 0..self.nodes.codes(level) {
            children.push(self.opposite(self.nodes.child(diagram, level, code))?);
        }
        let result = self.nodes.node(level, &children, &mut self.effort)?;
        self.opposites.insert(diagram, result);
        self.opposites.insert(result, diagram);
        Ok(result)
    }

    /// Eliminates a variable; for an integer variable the formula says which values its kind has.
    fn without(
        &mut self,
        variable: Variable,
        bounds: Leaf,
        diagram: Diagram,
        known: &mut QuickMap<Diagram, Diagram>,
    ) -> Result<Diagram, Refusal> {
        if let Some(known) = known.get(&diagram) {
            return Ok(*known);
        }
        self.effort.spend(1)?;
        let own = self.nodes.level_of(variable);
        let level = self.nodes.level(diagram);
        let result = match diagram.part() {
            _ if own < level => diagram,
            Ok(leaf) => {
                let whole = self.leaves.and(&[leaf, bounds], &mut self.effort)?;
                Diagram::leaf(eliminate(&mut self.leaves, variable, whole, &mut self.effort)?)
            }
            Err(_) if own == level => {
                let children = self.nodes.children(diagram).to_vec();
                self.any(&children)?
            }
            Err(_) => {
                let mut children = Vec::with_capacity(self.nodes.codes(level));
                for code in 0..self.nodes.codes(level) {
                    let child = self.nodes.child(diagram, level, code);
                    children.push(self.without(variable, bounds, child, known)?);
                }
                self.nodes.node(level, &children, &mut self.effort)?
            }
        };
        known.insert(diagram, result);
        Ok(result)
    }

    /// Joins neighbours until one is left, so that large results are not built many times over.
    fn join(&mut self, operation: Operation, conditions: &[Diagram]) -> Result<Diagram, Refusal> {
        let mut joined = conditions.to_vec();
        while joined.len() > 1 {
            let pairs = joined.chunks(2).map(|pair| match pair {
                [left, right] => self.apply(operation, *left, *right),
                _ => Ok(pair.first().copied().unwrap_or(Diagram::FALSE)),
            });
            joined = pairs.collect::<Result<_, _>>()?;
        }
        Ok(joined.first().copied().unwrap_or(match operation {
            Operation::And => Diagram::TRUE,
            Operation::Or => Diagram::FALSE,
        }))
    }
}

impl Logic for Diagrams<'_> {
    type Condition = Diagram;

    fn arrange(&mut self, order: &[Variable]) {
        self.set_order(order);
    }

    fn declare(&mut self, _: &str, kind: Kind) -> Variable {
        let variable = Variable(self.kinds.len() as u32);
        self.kinds.push(kind);
        if let Kind::Finite(codes) = kind {
            self.nodes.declare(variable, codes);
        }
        variable
    }

    fn kind(&self, variable: Variable) -> Kind {
        self.kinds.get(variable.0 as usize).copied().unwrap_or(Kind::Finite(0))
    }

    fn constant(&mut self, value: bool) -> Diagram {
        if value { Diagram::TRUE } else { Diagram::FALSE }
    }

    fn is(&mut self, variable: Variable, code: u32) -> Result<Diagram, Refusal> {
        if !matches!(self.kind(variable), Kind::Finite(_)) {
            return Err(Refusal::Malformed("a code of an integer variable".into()));
        }
        if self.nodes.count_levels() > MOST_LEVELS {
            return Err(Refusal::Undecided(format!("more than {MOST_LEVELS} finite variables")));
        }
        let level = self.nodes.level_of(variable);
        let children = (0..self.nodes.codes(level)).map(|own| match own == code as usize {
            true => Diagram::TRUE,
            false => Diagram::FALSE,
        });
        let children: Vec<_> = children.collect();
        self.nodes.node(level, &children, &mut self.effort)
    }

    fn at_most_zero(&mut self, sum: &Linear) -> Result<Diagram, Refusal> {
        self.leaves.at_most_zero(sum, &mut self.effort).map(Diagram::leaf)
    }

    fn divides(&mut self, divisor: i128, sum: &Linear) -> Result<Diagram, Refusal> {
        self.leaves.divides(divisor, sum, &mut self.effort).map(Diagram::leaf)
    }

    fn not(&mut self, condition: Diagram) -> Result<Diagram, Refusal> {
        self.opposite(condition)
    }

    fn and(&mut self, left: Diagram, right: Diagram) -> Result<Diagram, Refusal> {
        self.apply(Operation::And, left, right)
    }

    fn or(&mut self, left: Diagram, right: Diagram) -> Result<Diagram, Refusal> {
        self.apply(Operation::Or, left, right)
    }

    fn exists(&mut self, variable: Variable, condition: Diagram) -> Result<Diagram, Refusal> {
        if self.kind(variable) == Kind::Finite(0) {
            return Ok(Diagram::FALSE);
        }
        let bounds = self.kind_bounds(variable)?;
        self.without(variable, bounds, condition, &mut QuickMap::default())
    }

    fn is_plainly_false(&self, condition: Diagram) -> bool {
        condition == Diagram::FALSE
    }

    fn refute(
        &mut self,
        obligation: &str,
        condition: Diagram,
        shown: &dyn Fn(&Valuation) -> String,
    ) -> Result<(), Refusal> {
        match self.satisfying(condition)? {
            None => Ok(()),
            Some(valuation) => {
                Err(Refusal::Failed { obligation: obligation.into(), shown: shown(&valuation) })
            }
        }
    }

    fn all(&mut self, conditions: &[Diagram]) -> Result<Diagram, Refusal> {
        self.join(Operation::And, conditions)
    }

    fn any(&mut self, conditions: &[Diagram]) -> Result<Diagram, Refusal> {
        self.join(Operation::Or, conditions)
    }
}
