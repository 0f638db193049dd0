//! The nodes of decision diagrams, each stored once, and the order of their variables.
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

use crate::bounds::Leaf;
use crate::effort::Effort;
use crate::numbers::{QuickHash, QuickMap};
use crate::{Refusal, Variable};

/// A condition: a leaf, under an even number, or a node, under an odd one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Diagram(u32);

impl Diagram {
    /// Always true.
    pub(crate) const TRUE: Diagram = Diagram::leaf(Leaf::TRUE);
    /// Never true.
    pub(crate) const FALSE: Diagram = Diagram::leaf(Leaf::FALSE);

    /// The condition that is a formula over integer variables.
    pub(crate) const fn leaf(leaf: Leaf) -> Diagram {
        Diagram(leaf.0 << 1)
    }

    /// The leaf, or the place of the node.
    pub(crate) fn part(self) -> Result<Leaf, usize> {
        let place = self.0 >> 1;
        if self.0 & 1 == 0 { Ok(Leaf(place)) } else { Err(place as usize) }
    }
}

#[derive(Debug, Clone, Copy)]
struct Node {
    level: u32,
    first_child: u32,
}

/// Nodes over finite variables, which have levels: a node asks for a variable of a smaller level than its children do.
#[derive(Debug)]
pub(crate) struct Nodes {
    /// The variable of each level, with its number of codes.
    order: Vec<(Variable, u32)>,
    levels: QuickMap<Variable, usize>,
    nodes: Vec<Node>,
    children: Vec<Diagram>,
    /// A hash table of places of nodes plus one; zero is an empty slot. Its length is a power of two.
    slots: Vec<u32>,
}

impl Nodes {
    /// No variables and no nodes.
    pub(crate) fn new() -> Nodes {
        Nodes {
            order: Vec::new(),
            levels: QuickMap::default(),
            nodes: Vec::new(),
            children: Vec::new(),
            slots: vec![0; 1 << 10],
        }
    }

    /// Adds a variable behind the others.
    pub(crate) fn declare(&mut self, variable: Variable, codes: u32) {
        self.levels.insert(variable, self.order.len());
        self.order.push((variable, codes));
    }

    /// Asks for these finite variables first, in this order, and for others behind them. Only before there are conditions on them.
    pub(crate) fn set_order(&mut self, order: &[Variable]) {
        if !self.nodes.is_empty() {
            return;
        }
        let mut places = QuickMap::default();
        for (place, variable) in order.iter().enumerate() {
            places.entry(*variable).or_insert(place);
        }
        self.order
            .sort_by_key(|(variable, _)| (places.get(variable).copied().unwrap_or(usize::MAX), *variable));
        for (level, (variable, _)) in self.order.iter().enumerate() {
            self.levels.insert(*variable, level);
        }
    }

    /// How many levels there are.
    pub(crate) fn count_levels(&self) -> usize {
        self.order.len()
    }

    /// The level of a finite variable; that of others is behind all levels.
    pub(crate) fn level_of(&self, variable: Variable) -> usize {
        self.levels.get(&variable).copied().unwrap_or(usize::MAX)
    }

    /// The variable for which a node asks.
    pub(crate) fn variable(&self, node: Diagram) -> Option<Variable> {
        self.order.get(self.level(node)).map(|(variable, _)| *variable)
    }

    /// The level that a condition asks first; that of leaves is behind all others.
    pub(crate) fn level(&self, diagram: Diagram) -> usize {
        match diagram.part() {
            Ok(_) => usize::MAX,
            Err(place) => self.nodes.get(place).map_or(usize::MAX, |node| node.level as usize),
        }
    }

    /// How many codes the variable of a level has.
    pub(crate) fn codes(&self, level: usize) -> usize {
        self.order.get(level).map_or(0, |(_, codes)| *codes as usize)
    }

    /// The children of a node, for the codes from zero on.
    pub(crate) fn children(&self, diagram: Diagram) -> &[Diagram] {
        let Err(place) = diagram.part() else { return &[] };
        let Some(node) = self.nodes.get(place) else { return &[] };
        let first = node.first_child as usize;
        self.children.get(first..first.saturating_add(self.codes(node.level as usize))).unwrap_or(&[])
    }

    /// The condition for one code of the variable of a level that is not behind that of the condition.
    pub(crate) fn child(&self, diagram: Diagram, level: usize, code: usize) -> Diagram {
        if self.level(diagram) != level {
            return diagram;
        }
        self.children(diagram).get(code).copied().unwrap_or(Diagram::FALSE)
    }

    /// The node with these children.
    pub(crate) fn node(
        &mut self,
        level: usize,
        children: &[Diagram],
        effort: &mut Effort,
    ) -> Result<Diagram, Refusal> {
        match children.first() {
            None => return Ok(Diagram::FALSE),
            Some(first) if children.iter().all(|child| child == first) => return Ok(*first),
            Some(_) => {}
        }
        let slot = self.slot(level, children);
        if let Some(place) = self.slots.get(slot).and_then(|place| place.checked_sub(1)) {
            return Ok(Diagram(place << 1 | 1));
        }
        effort.fits(self.nodes.len())?;
        let first_child = u32::try_from(self.children.len()).map_err(|_| Refusal::Overflow)?;
        let place = u32::try_from(self.nodes.len()).ok().filter(|place| *place < u32::MAX >> 1);
        let place = place.ok_or(Refusal::Overflow)?;
        self.nodes.push(Node { level: level as u32, first_child });
        self.children.extend(children);
        if let Some(slot) = self.slots.get_mut(slot) {
            *slot = place.saturating_add(1);
        }
        effort.bytes = effort.bytes.saturating_add(children.len().saturating_mul(4).saturating_add(50));
        if self.nodes.len() > self.slots.len() / 2 {
            self.enlarge();
        }
        Ok(Diagram(place << 1 | 1))
    }

    /// The slot of the node with these children, or the empty one where it belongs.
    fn slot(&self, level: usize, children: &[Diagram]) -> usize {
        let mask = self.slots.len().saturating_sub(1);
        let numbers = std::iter::once(level as u32).chain(children.iter().map(|child| child.0));
        let mut slot = QuickHash::of(numbers) as usize & mask;
        while let Some(place) = self.slots.get(slot).and_then(|place| place.checked_sub(1)) {
            let own = Diagram(place << 1 | 1);
            if self.level(own) == level && self.children(own) == children {
                break;
            }
            slot = slot.wrapping_add(1) & mask;
        }
        slot
    }

    fn enlarge(&mut self) {
        self.slots = vec![0; self.slots.len().saturating_mul(2)];
        for (place, node) in (1_u32..).zip(&self.nodes) {
            let first = node.first_child as usize;
            let last = first.saturating_add(self.codes(node.level as usize));
            let slot = self.slot(node.level as usize, self.children.get(first..last).unwrap_or(&[]));
            if let Some(slot) = self.slots.get_mut(slot) {
                *slot = place;
            }
        }
    }
}
