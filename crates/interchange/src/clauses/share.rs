//! Parts of an update that would be too large, or too deep, when they are written out.
//!
//! A definition of the language stands for its text wherever it is used. Where shared parts have shared parts themselves, that
//! doubles with each of them. So such a part gets a local variable of which the update says that it has the part's value: there is
//! exactly one such value, so nothing else changes. The variable is an integer also for a formula, since a Boolean one is
//! expanded into its two values.

use super::ClauseSystem;
use super::update::Update;
use crate::smtlib::term::{Sort, Term, TermKind};
use std::collections::HashMap;

/// The most nodes of an update that is written out.
const LARGEST: usize = 100_000;

/// The nodes from which on a part of a too large update is named.
const LARGE: usize = 500;

/// The greatest height of an update.
const HIGHEST: usize = 150;

/// The height from which on a part of a too high update is named.
const HIGH: usize = 50;

/// The nodes of a term that is written out, and their height.
#[derive(Clone, Copy)]
struct Extent {
    size: usize,
    height: usize,
}

impl ClauseSystem {
    /// The update with local variables for parts that are too large.
    pub(super) fn shared(&mut self, update: Update) -> Update {
        let roots: Vec<Term> =
            update.conditions.iter().copied().chain(update.values.iter().map(|(_, value)| *value)).collect();
        let order = self.terms.below(&roots, |_| false);
        let mut extents: HashMap<Term, Extent> = HashMap::new();
        for term in &order {
            extents.insert(*term, self.extent(*term, &extents));
        }
        let size = roots.iter().fold(0_usize, |size, root| size.saturating_add(extents[root].size));
        let height = roots.iter().map(|root| extents[root].height).max().unwrap_or(0);
        if size <= LARGEST && height <= HIGHEST {
            return update;
        }
        self.named(update, &order)
    }

    fn extent(&self, term: Term, extents: &HashMap<Term, Extent>) -> Extent {
        let mut own = Extent { size: 1, height: 1 };
        self.terms.kind(term).each_part(|part| {
            own.size = own.size.saturating_add(extents[&part].size);
            own.height = own.height.max(extents[&part].height + 1);
        });
        own
    }

    fn named(&mut self, update: Update, order: &[Term]) -> Update {
        let mut names: HashMap<Term, Term> = HashMap::new();
        let mut extents: HashMap<Term, Extent> = HashMap::new();
        let mut equations = Vec::new();
        for term in order {
            let own = self.extent(*term, &extents);
            extents.insert(*term, own);
            let is_named = own.size >= LARGE || own.height >= HIGH;
            // The opposite of a formula is as large, and stands for the formula itself.
            if !is_named || matches!(self.terms.kind(*term), TermKind::Not(_) | TermKind::Bool(_)) {
                continue;
            }
            let value = self.terms.replaced(&[*term], &names)[0];
            let variable = self.terms.variable("", Sort::Int);
            let variable = self.terms.read(variable);
            let (one, zero) = (self.terms.number(1), self.terms.number(0));
            let (value, name) = match self.terms.sort(*term) {
                Sort::Int => (value, variable),
                Sort::Bool => (self.terms.if_integer(value, one, zero), self.terms.equal(variable, one)),
            };
            equations.push(self.terms.equal(variable, value));
            names.insert(*term, name);
            extents.insert(*term, Extent { size: 1, height: 1 });
        }
        let mut conditions = self.terms.replaced(&update.conditions, &names);
        conditions.extend(equations);
        let mut values = update.values;
        for (_, value) in &mut values {
            *value = self.terms.replaced(&[*value], &names)[0];
        }
        Update { values, conditions }
    }
}
