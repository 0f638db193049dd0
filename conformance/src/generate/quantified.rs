//! Quantifiers, sums and counts over bound names.

use super::Generator;
use super::node::{bool_node, int_node};
use super::scope::{NamesInScope, Values};
use super::world::Sort;
use crate::parts;
use crate::tree::{Level, Tree};

impl Generator {
    /// `forall i in D: e` or `exists i in D: e`
    pub(super) fn quantified(&mut self, scope: &NamesInScope, depth: usize) -> Tree {
        let word = *self.random.pick(&["forall ", "exists "]);
        let (names, domain, inner) = self.binder(scope);
        let body = self.boolean(&inner, depth - 1);
        bool_node(Level::Iff, parts![word, names, " in ", domain, ": ", body])
    }

    /// `sum(i in D: e)` or `count(i in D: e)`
    pub(super) fn summed(&mut self, scope: &NamesInScope, depth: usize, sort: Sort) -> Tree {
        let (names, domain, inner) = self.binder(scope);
        let (word, body) = if self.random.percent(50) {
            ("sum(", self.integer(&inner, depth - 1, sort))
        } else {
            ("count(", self.boolean(&inner, depth - 1))
        };
        int_node(Level::Atom, parts![word, names, " in ", domain, ": ", body, ")"])
    }

    /// `exists k in int: e` or `forall k in nat: e`: a formula of linear arithmetic.
    pub(super) fn presburger(&mut self, scope: &NamesInScope) -> Tree {
        let word = *self.random.pick(&["forall ", "exists "]);
        let domain = *self.random.pick(&["int", "nat"]);
        let name = self.bound_name();
        let inner = scope.with(&name, Values::Rigid);
        let first = self.int_comparison(&inner, 1, Sort::Linear);
        let second = self.int_comparison(&inner, 1, Sort::Linear);
        let operator = *self.random.pick(&[" && ", " || ", " => "]);
        let body = parts![first.operand(Level::Until), operator, second.operand(Level::Until)];
        let body = bool_node(Level::Implies, body);
        bool_node(Level::Iff, parts![word, name, " in ", domain, ": ", body])
    }

    /// One or two bound names with a finite domain, and the scope inside.
    pub(super) fn binder(&mut self, scope: &NamesInScope) -> (Tree, Tree, NamesInScope) {
        let (domain, values) = self.domain(scope);
        let first = self.bound_name();
        let mut inner = scope.with(&first, values);
        let mut names: Vec<Tree> = vec![first.into()];
        if self.random.percent(15) {
            let second = self.bound_name();
            inner = inner.with(&second, values);
            names.push(second.into());
        }
        (Tree::list(names, ", ", 1), domain, inner)
    }

    fn domain(&mut self, scope: &NamesInScope) -> (Tree, Values) {
        match self.random.weighted(&[6, 1, 3, 2, 3]) {
            1 => ("bool".into(), Values::Sort(Sort::Bool)),
            2 if !self.world.enumerations.is_empty() => {
                let number = self.random.below(self.world.enumerations.len());
                (self.enumeration(number), Values::Sort(Sort::Member(number)))
            }
            3 => match self.world.ranges.first().cloned() {
                Some((name, low, high)) => (name.into(), Values::Range(low, high)),
                None => self.range_domain(scope),
            },
            4 => {
                let arrays: Vec<usize> = (0..self.world.processes.len())
                    .filter(|p| self.world.processes[*p].array.is_some())
                    .collect();
                if arrays.is_empty() {
                    return self.range_domain(scope);
                }
                let process = *self.random.pick(&arrays);
                let name = &self.world.processes[process].name;
                let name = if self.random.percent(60) { name.clone() } else { format!("ref {name}") };
                (name.into(), Values::Sort(Sort::Reference(process)))
            }
            _ => self.range_domain(scope),
        }
    }

    /// `lo..hi`: the indices of a process array, or small numbers, or from an outer bound name on.
    fn range_domain(&mut self, scope: &NamesInScope) -> (Tree, Values) {
        let arrays: Vec<(i64, i64)> =
            self.world.processes.iter().filter_map(|process| process.array).collect();
        if !arrays.is_empty() && self.random.percent(60) {
            let (low, high) = *self.random.pick(&arrays);
            return (parts![self.literal(low), "..", self.literal(high)], Values::Range(low, high));
        }
        let names: Vec<String> = scope.indices(0, 1).iter().map(|name| name.to_string()).collect();
        if !names.is_empty() && self.random.percent(40) {
            let name = self.random.pick(&names).clone();
            return (parts![name, "..", self.literal(1)], Values::Range(0, 1));
        }
        let low = self.random.between(0, 1);
        let high = low + self.random.between(-1, 1);
        // An empty domain is legal; its name never has a value, so any bounds do.
        let values = if high < low { Values::Range(low, low) } else { Values::Range(low, high) };
        (parts![self.literal(low), "..", self.literal(high)], values)
    }
}
