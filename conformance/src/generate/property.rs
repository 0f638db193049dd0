//! Random properties of all kinds.

use super::Generator;
use super::world::Sort;
use crate::parts;
use crate::tree::Tree;

impl Generator {
    /// Some properties of each kind.
    pub(super) fn properties(&mut self, items: &mut Vec<Tree>) {
        let scope = self.everywhere();
        let mut number = 0;
        let mut add = |generator: &mut Generator, kind: &str, body: Tree| {
            let name = match generator.random.weighted(&[9, 1]) {
                0 => format!("p{number}"),
                _ => format!("\"P-{number}\""),
            };
            number += 1;
            let expect = match generator.random.weighted(&[8, 1, 1]) {
                1 => "@expect(holds) ",
                2 => "@expect(violated) ",
                _ => "",
            };
            items.push(parts![Tree::optional(expect.into()), format!("{kind} {name}: "), body]);
        };
        for _ in 0..1 + self.random.below(2) {
            let body = self.boolean(&scope, 3);
            add(self, "invariant", body);
        }
        for _ in 0..self.random.below(3) {
            let body = self.boolean(&scope, 2);
            add(self, "reachable", body);
        }
        if self.random.percent(15) {
            let body = self.ctl(&scope, 2);
            add(self, "ctl", body);
        }
        if self.random.percent(15) {
            let body = self.ltl(&scope, 2);
            add(self, "ltl", body);
        }
        if self.random.percent(15) {
            let sort = *self.random.pick(&[Sort::Finite, Sort::Linear]);
            let body = self.integer(&scope, 2, sort);
            add(self, "bound", body);
        }
        if self.random.percent(60) {
            items.push("invariant deadlock_free".into());
        }
        if self.random.percent(20) {
            items.push("invariant no_faults".into());
        }
    }
}
