//! Random integer expressions.

use super::Generator;
use super::node::{bool_node, int_node};
use super::scope::{NamesInScope, Visible};
use super::world::{PlannedType, Sort};
use crate::parts;
use crate::tree::{Level, Tree};

impl Generator {
    /// An integer expression of sort [`Sort::Finite`] or [`Sort::Linear`].
    pub(super) fn integer(&mut self, scope: &NamesInScope, depth: usize, sort: Sort) -> Tree {
        if depth == 0 || self.random.percent(35) {
            return self.integer_leaf(scope, depth, sort);
        }
        match self.random.weighted(&[5, 3, 2, 2, 1, 2, 1, 2, 1, 2, 2, 1]) {
            0 => self.sum_of_two(scope, depth, sort, "+"),
            1 => self.sum_of_two(scope, depth, sort, "-"),
            2 => self.product(scope, depth, sort),
            3 => self.quotient(scope, depth, sort),
            4 => {
                let inner = self.integer(scope, depth - 1, sort).operand(Level::Negation);
                int_node(Level::Negation, parts!["-", inner])
            }
            5 => {
                let name = *self.random.pick(&["min", "max"]);
                let (a, b) = (self.integer(scope, depth - 1, sort), self.integer(scope, depth - 1, sort));
                int_node(Level::Atom, parts![name, "(", a, ", ", b, ")"])
            }
            6 => {
                let inner = self.integer(scope, depth - 1, sort);
                int_node(Level::Atom, parts!["abs(", inner, ")"])
            }
            7 => self.conditional(scope, depth, sort),
            8 => self.counted(scope, depth, sort),
            9 => self.summed(scope, depth, sort),
            10 => self.call(scope, depth, sort).unwrap_or_else(|| self.integer_leaf(scope, depth, sort)),
            _ => {
                let inner = self.integer(scope, depth - 1, sort);
                int_node(Level::Atom, parts!["(", inner, ")"])
            }
        }
    }

    /// A number as it is written.
    pub(super) fn literal(&mut self, value: i64) -> Tree {
        let named: Vec<String> = self
            .world
            .constants
            .iter()
            .filter(|(_, own)| *own == value)
            .map(|(name, _)| name.clone())
            .collect();
        if !named.is_empty() && self.random.percent(40) {
            return int_node(Level::Atom, self.random.pick(&named).into());
        }
        let level = if value < 0 { Level::Negation } else { Level::Atom };
        int_node(level, value.to_string().into())
    }

    fn integer_leaf(&mut self, scope: &NamesInScope, depth: usize, sort: Sort) -> Tree {
        let names: Vec<String> = scope.named(sort).iter().map(|name| name.to_string()).collect();
        if !names.is_empty() && self.random.percent(40) {
            return int_node(Level::Atom, self.random.pick(&names).into());
        }
        let fits = |ty: PlannedType| ty.is_int() && (sort == Sort::Linear || !ty.is_unbounded());
        let primed: Vec<Tree> =
            scope.primed.iter().filter(|(_, ty)| fits(*ty)).map(|(tree, _)| tree.clone()).collect();
        if !primed.is_empty() && self.random.percent(40) {
            return int_node(Level::Atom, self.random.pick(&primed).clone());
        }
        if sort == Sort::Linear && scope.variables != Visible::None && self.random.percent(15) {
            let names: Vec<String> = self.world.params.iter().map(|param| param.name.clone()).collect();
            if !names.is_empty() {
                return int_node(Level::Atom, self.random.pick(&names).into());
            }
        }
        if self.random.percent(70)
            && let Some(target) = self.place(scope, depth, fits)
        {
            return int_node(Level::Atom, target.tree);
        }
        if self.random.percent(20)
            && let Some(tree) = self.index_of(scope, depth)
        {
            return tree;
        }
        let value = self.random.between(-1, 3);
        self.literal(value)
    }

    /// `index(p)`, of a reference that cannot be null unless the model dares.
    fn index_of(&mut self, scope: &NamesInScope, depth: usize) -> Option<Tree> {
        if scope.variables != Visible::All {
            return None;
        }
        let arrays: Vec<usize> =
            (0..self.world.processes.len()).filter(|p| self.world.processes[*p].array.is_some()).collect();
        if arrays.is_empty() {
            return None;
        }
        let process = *self.random.pick(&arrays);
        let reference = if self.dares() {
            self.reference(scope, depth.saturating_sub(1), process, false)
        } else {
            self.instance(scope, depth, process)?.0
        };
        Some(int_node(Level::Atom, parts!["index(", reference, ")"]))
    }

    fn sum_of_two(&mut self, scope: &NamesInScope, depth: usize, sort: Sort, operator: &str) -> Tree {
        let (a, b) = (self.integer(scope, depth - 1, sort), self.integer(scope, depth - 1, sort));
        let body = self.infix((a, Level::Additive), operator, (b, Level::Multiplicative));
        int_node(Level::Additive, body)
    }

    /// A product; over unbounded integers one side is a constant.
    fn product(&mut self, scope: &NamesInScope, depth: usize, sort: Sort) -> Tree {
        let a = self.integer(scope, depth - 1, sort);
        let b = if sort == Sort::Linear {
            let factor = self.random.between(-2, 3);
            self.literal(factor)
        } else {
            self.integer(scope, depth - 1, sort)
        };
        let (a, b) = if self.random.percent(50) { (a, b) } else { (b, a) };
        let body = self.infix((a, Level::Multiplicative), "*", (b, Level::Negation));
        int_node(Level::Multiplicative, body)
    }

    /// A quotient or a remainder; over unbounded integers the divisor is a positive constant.
    fn quotient(&mut self, scope: &NamesInScope, depth: usize, sort: Sort) -> Tree {
        let a = self.integer(scope, depth - 1, sort);
        let b = if sort == Sort::Linear {
            let divisor = self.random.between(1, 3);
            self.literal(divisor)
        } else if self.dares() {
            self.integer(scope, depth - 1, sort)
        } else {
            let divisor = *self.random.pick(&[-3, -2, -1, 1, 2, 3]);
            self.literal(divisor)
        };
        let operator = *self.random.pick(&["/", "%"]);
        let body = self.infix((a, Level::Multiplicative), operator, (b, Level::Negation));
        int_node(Level::Multiplicative, body)
    }

    /// `if c then a else b`, of any sort.
    pub(super) fn conditional(&mut self, scope: &NamesInScope, depth: usize, sort: Sort) -> Tree {
        let condition = self.boolean(scope, depth - 1);
        let (a, b) = (self.value(scope, depth - 1, sort), self.value(scope, depth - 1, sort));
        self.sort_node(sort, Level::Iff, parts!["if ", condition, " then ", a, " else ", b])
    }

    /// `count(P at L)`
    fn counted(&mut self, scope: &NamesInScope, depth: usize, sort: Sort) -> Tree {
        let mut lists: Vec<(String, Vec<String>)> = Vec::new();
        if scope.variables == Visible::All {
            let with_locations = self.world.processes.iter().filter(|p| !p.locations.is_empty());
            lists.extend(with_locations.map(|p| (p.name.clone(), p.locations.clone())));
            if sort == Sort::Linear {
                lists.extend(self.world.populations.iter().map(|p| (p.name.clone(), p.locations.clone())));
            }
        }
        if lists.is_empty() {
            return self.integer_leaf(scope, depth, sort);
        }
        let (name, locations) = self.random.pick(&lists).clone();
        let at = self.locations(&locations);
        int_node(Level::Atom, parts![format!("count({name} at "), at, ")"])
    }

    /// A location, or several between braces.
    pub(super) fn locations(&mut self, all: &[String]) -> Tree {
        if self.random.percent(65) {
            return self.random.pick(all).into();
        }
        let mut some: Vec<Tree> = Vec::new();
        for location in all {
            if self.random.percent(60) {
                some.push(location.into());
            }
        }
        if some.is_empty() {
            some.push(self.random.pick(all).into());
        }
        parts!["{", Tree::list(some, ", ", 1), "}"]
    }

    /// An integer of unbounded type that is kept between small bounds.
    pub(super) fn clamped(&mut self, inner: Tree, low: i64, high: i64) -> Tree {
        match self.random.below(3) {
            0 => int_node(Level::Atom, parts![format!("max({low}, min("), inner, format!(", {high}))")]),
            1 => {
                let within = parts![inner.clone().operand(Level::Additive), format!(" in {low}..{high}")];
                let condition = bool_node(Level::Comparison, within);
                int_node(Level::Iff, parts!["if ", condition, " then ", inner, format!(" else {low}")])
            }
            _ if low == 0 => {
                let remainder = parts![inner.operand(Level::Multiplicative), format!(" % {}", high + 1)];
                int_node(Level::Multiplicative, remainder)
            }
            _ => {
                let inner = inner.operand(Level::Multiplicative);
                let count = high - low + 1;
                int_node(Level::Additive, parts![format!("{low} + "), inner, format!(" % {count}")])
            }
        }
    }
}
